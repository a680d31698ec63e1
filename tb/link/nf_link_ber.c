// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Throughput of a link against the bit error rate of its wires, beside the formula of go-back-N.
// Two C models back to back, full packets on both channels in both directions, as fast as the link
// takes them. Each packet's number is checked.
//
//   nf_link_ber                               test: the share is close to the formula
//   nf_link_ber CYCLES CSV-FILE JSON-FILE     table of at most so many cycles for each rate
#include "nf_ber_wire.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WARM_UP = 4000, LOSSES = 2000, SHORTEST = 400000 };

typedef struct {
  const char *name;
  double metres;
  unsigned replay, room;
} cable;

typedef struct {
  nf_link *link;
  nf_link_in in;
  // device that sends: flits gone of the packet on its way, numbers of packets per channel
  unsigned sent, vc;
  uint8_t ready_seen;
  bool headed;
  uint64_t sending[2];
  // device that receives
  unsigned received;
  uint64_t expected[2];
  uint64_t flits, replays, resent;
  bool wrong;
} device;

typedef struct {
  double ber, formula, share, resent;
  uint64_t cycles, losses, replays;
  bool ok;
} point;

static uint64_t state = 1;

static void send(device *d, const nf_link_out *out) {
  unsigned seen = d->ready_seen;
  d->ready_seen = out->tx_ready;
  d->in.tx_valid = false;
  if (d->sent == 0) {
    if (d->headed)
      seen &= ~(1u << d->vc);
    d->headed = false;
    if (seen == 0)
      return;
    d->vc = seen == 3 ? d->vc ^ 1u : seen >> 1;
    d->in.tx_data.flit = (nf_flit){{0, 0}};
    nf_hdr_set_opcode(&d->in.tx_data.flit, (uint8_t)(8 * d->vc + 1));
    nf_hdr_set_addr(&d->in.tx_data.flit, d->sending[d->vc]++ & 0xffffffff);
    d->headed = true;
  } else {
    d->in.tx_data.flit = (nf_flit){{nf_ber_random(&state), nf_ber_random(&state)}};
    d->headed = false;
  }
  d->in.tx_valid = true;
  d->sent = (d->sent + 1) % NF_MAX_PACKET_FLITS;
  d->in.tx_last = d->sent == 0;
}

static void receive(device *d, const nf_link_out *out) {
  d->replays += out->event >> NF_LINK_EV_REPLAY & 1;
  d->resent += out->event >> NF_LINK_EV_RESENT & 1;
  if (!out->rx_valid)
    return;
  d->flits++;
  if (d->received == 0) {
    unsigned v = nf_hdr_vc(&out->rx_data.flit);
    d->wrong |= nf_hdr_addr(&out->rx_data.flit) != (d->expected[v]++ & 0xffffffff);
  }
  d->received++;
  d->wrong |= out->rx_last != (d->received == NF_MAX_PACKET_FLITS);
  if (out->rx_last)
    d->received = 0;
}

static point measure(const cable *c, double ber, uint64_t most_cycles) {
  static nf_ber_wire wires[2];
  device d[2] = {{.expected = {0, 0}}, {.expected = {0, 0}}};
  unsigned delay = nf_ber_delay(c->metres);
  point p = {.ber = ber, .ok = true};
  for (unsigned e = 0; e < 2; e++) {
    nf_status s = nf_link_init(&d[e].link, &(nf_link_cfg){.Width = NF_FLIT_BITS,
                                                          .PacketFlits = NF_MAX_PACKET_FLITS,
                                                          .VcBit = NF_LINK_VC_BIT,
                                                          .Replay = c->replay,
                                                          .Room = c->room});
    if (s != NF_OK) {
      fprintf(stderr, "%s\n", s);
      exit(2);
    }
    d[e].in.cfg_timeout = (uint16_t)(4 * (2 * delay + NF_BER_LOOP));
    d[e].in.rx_ready = 3;
    nf_ber_wire_init(&wires[e], delay, ber, &state);
  }
  uint64_t cycle = 0, stop = most_cycles + WARM_UP;
  for (; cycle < stop && (cycle < SHORTEST || wires[0].losses + wires[1].losses < LOSSES);
       cycle++) {
    if (cycle == WARM_UP) {
      for (unsigned e = 0; e < 2; e++) {
        d[e].flits = d[e].replays = d[e].resent = 0;
        wires[e].losses = 0;
      }
    }
    for (unsigned e = 0; e < 2; e++) {
      const nf_link_out *out = nf_link_peek(d[e].link);
      receive(&d[e], out);
      send(&d[e], out);
      nf_ber_wire_carry(&wires[e], cycle, out, &d[1 - e].in);
    }
    nf_link_step(d[0].link, &d[0].in);
    nf_link_step(d[1].link, &d[1].in);
  }
  p.cycles = cycle - WARM_UP;
  p.losses = wires[0].losses + wires[1].losses;
  p.replays = d[0].replays + d[1].replays;
  p.share = (double)(d[0].flits + d[1].flits) / (2 * (double)p.cycles);
  p.resent = p.replays != 0 ? (double)(d[0].resent + d[1].resent) / (double)p.replays : 0;
  p.formula = nf_ber_formula(ber, delay);
  for (unsigned e = 0; e < 2; e++) {
    p.ok = p.ok && !d[e].wrong && d[e].flits != 0;
    nf_link_free(d[e].link);
  }
  return p;
}

static const cable cables[] = {{"15 m", 15, 256, 256}, {"2 m", 2, 128, 128}};
static const double rates[] = {0, 1e-9, 1e-8, 1e-7, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3};

enum { CABLES = sizeof cables / sizeof *cables, RATES = sizeof rates / sizeof *rates };

// The formula knows neither lost acknowledgements nor a flit that is lost twice.
static int test(void) {
  bool all = true;
  printf("1..%d\n", CABLES * RATES);
  for (size_t i = 0; i < CABLES * RATES; i++) {
    const cable *c = &cables[i / RATES];
    point p = measure(c, rates[i % RATES], SHORTEST);
    bool ok = p.ok && fabs(p.share - p.formula) < 0.04;
    all = all && ok;
    printf("%sok %zu - KLENK IV-G %s of cable, bit error rate %g: %.4f of the line rate, formula "
           "%.4f  # %llu cycles, %llu words lost\n",
           ok ? "" : "not ", i + 1, c->name, p.ber, p.share, p.formula,
           (unsigned long long)p.cycles, (unsigned long long)p.losses);
  }
  return all ? 0 : 1;
}

static bool table(uint64_t cycles, FILE *csv, FILE *json) {
  fprintf(csv, "cable,delay,ber,cycles,losses,replays,resent_per_replay,share,formula\n");
  printf("%-6s %6s %8s %10s %8s %8s %16s %8s %8s\n", "cable", "delay", "BER", "cycles", "losses",
         "replays", "resent a replay", "share", "formula");
  bool ok = true;
  for (size_t i = 0; i < CABLES * RATES; i++) {
    const cable *c = &cables[i / RATES];
    point p = measure(c, rates[i % RATES], cycles);
    unsigned long long lost = p.losses, replays = p.replays, all = p.cycles;
    printf("%-6s %6u %8.0e %10llu %8llu %8llu %16.1f %8.5f %8.5f%s\n", c->name,
           nf_ber_delay(c->metres), p.ber, all, lost, replays, p.resent, p.share, p.formula,
           p.ok ? "" : "  packets lost or out of order");
    fprintf(csv, "%s,%u,%g,%llu,%llu,%llu,%.2f,%.6f,%.6f\n", c->name, nf_ber_delay(c->metres),
            p.ber, all, lost, replays, p.resent, p.share, p.formula);
    fprintf(json,
            "%s{\"cable\": \"%s\", \"delay\": %u, \"ber\": %g, \"share\": %.6f, "
            "\"formula\": %.6f}",
            i == 0 ? "[\n" : ",\n", c->name, nf_ber_delay(c->metres), p.ber, p.share, p.formula);
    ok = ok && p.ok;
  }
  fprintf(json, "\n]\n");
  return ok;
}

int main(int argc, char **argv) {
  if (argc == 1)
    return test();
  if (argc != 4) {
    fprintf(stderr, "usage: %s [CYCLES CSV-FILE JSON-FILE]\n", argv[0]);
    return 2;
  }
  FILE *csv = fopen(argv[2], "w"), *json = fopen(argv[3], "w");
  if (csv == NULL || json == NULL) {
    fprintf(stderr, "%s: cannot write %s\n", argv[0], csv == NULL ? argv[2] : argv[3]);
    return 2;
  }
  bool ok = table(strtoull(argv[1], NULL, 10), csv, json);
  bool closed = fclose(csv) == 0;
  closed &= fclose(json) == 0;
  return ok && closed ? 0 : 1;
}
