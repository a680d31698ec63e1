// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Throughput of a switch whose links have bit errors, beside what one link alone would leave.
// Every port has a link of 28 m to an endpoint, all as C models. Traffic: full packets of both
// channels to random ports, or push reductions of all endpoints. An endpoint sends as fast as its
// link takes it; of a reduction it has at most WINDOW blocks without result. Each packet's number,
// each result's count and that no block comes twice are checked.
//
//   nf_switch_ber            test: the links' replays cost what they cost the links, not more
//   nf_switch_ber CYCLES     table of so many cycles for each rate
#include "link/nf_ber_wire.h"
#include "switch/nf_switch.h"

#include <stdio.h>
#include <stdlib.h>

enum {
  PORTS = 16,
  METRES = 28,
  WARM_UP = 3000,
  SHORTEST = 30000,
  REPLAY = 512,
  ROOM = 512,
  HOME_SLOTS = 64,
  WINDOW = 256, // blocks, half of what the tables hold
  REGION = 1 << 28
};

// A link: end 0 at the endpoint, end 1 at the switch; what the endpoint is doing.
typedef struct {
  nf_link *end[2];
  nf_link_in in[2];
  nf_ber_wire wire[2]; // from that end
  // sending: flits gone of the packet on its way
  unsigned sent, vc;
  uint8_t ready_seen;
  bool headed;
  unsigned received;
  uint32_t to[PORTS][2], from[PORTS][2]; // numbers of the packets
  // blocks pushed, all before `done` have their results, and which of the others
  uint32_t pushed, done;
  bool result[WINDOW];
  uint64_t flits;
} cable;

static uint64_t state = 1;
static bool wrong, push;
static const char *const kinds[2] = {"random unicast", "push reductions"};

static void fatal(const char *what) {
  fprintf(stderr, "nf_switch_ber: %s\n", what);
  exit(2);
}

static void csr_write(nf_switch *sw, uint16_t addr, uint32_t data) {
  nf_switch_in in = {.csr_valid = 1, .csr_write = 1, .csr_addr = addr, .csr_wdata = data};
  in.csr_rready = 1;
  for (unsigned n = 0; n < 1000; n++) {
    const bool taken = nf_switch_peek(sw)->csr_ready;
    nf_switch_step(sw, &in);
    in.csr_valid = in.csr_valid && !taken;
    if (nf_switch_peek(sw)->csr_rvalid) {
      if (nf_switch_peek(sw)->csr_err)
        fatal("a register access is refused");
      nf_switch_step(sw, &in);
      return;
    }
  }
  fatal("the switch does not answer");
}

static void mcr_write(nf_switch *sw, unsigned reg, uint32_t data) {
  csr_write(sw, (uint16_t)(NF_CSR_MCR_BASE + reg), data);
}

// Every port leads to the node of its number; one region over all, whose blocks have their tables
// in turn.
static void program(nf_switch *sw) {
  for (unsigned p = 0; p < PORTS; p++)
    mcr_write(sw, NF_MCR_REG_ROUTE_BASE + 4 * p, 1u << 31 | p);
  for (unsigned s = 0; s < HOME_SLOTS; s++)
    mcr_write(sw, NF_MCR_REG_HOME_BASE + 4 * s, 3u << 30 | s % PORTS);
  mcr_write(sw, NF_MCR_REG_REGION_INDEX, 1);
  mcr_write(sw, NF_MCR_REG_REGION_BASE_LO, REGION);
  mcr_write(sw, NF_MCR_REG_REGION_BASE_HI, 0);
  mcr_write(sw, NF_MCR_REG_REGION_SIZE, REGION);
  mcr_write(sw, NF_MCR_REG_REGION_EXPECTED, PORTS);
  mcr_write(sw, NF_MCR_REG_REGION_MODE, 1u << NF_MCR_MODE_PUSH);
  for (unsigned p = 0; p < PORTS; p++)
    mcr_write(sw, NF_MCR_REG_REGION_TARGET_SET, p);
  mcr_write(sw, NF_MCR_REG_REGION_COMMIT, 1);
}

static nf_flit next_unicast(cable *c) {
  const unsigned dst = (unsigned)(nf_ber_random(&state) >> 32) % PORTS;
  nf_flit h = {{0, 0}};
  nf_hdr_set_opcode(&h, c->vc != 0 ? NF_OPCODE_READ_RSP : NF_OPCODE_WRITE);
  nf_hdr_set_dst(&h, (uint16_t)dst);
  nf_hdr_set_addr(&h, 128ull * c->to[dst][c->vc]++);
  return h;
}

static nf_flit next_push(cable *c) {
  nf_flit h = {{0, 0}};
  nf_hdr_set_opcode(&h, NF_OPCODE_PUSH_WRITE);
  nf_hdr_set_red_op(&h, NF_RED_OP_ADD);
  nf_hdr_set_dtype(&h, NF_DTYPE_U32);
  nf_hdr_set_count(&h, 1);
  nf_hdr_set_addr(&h, REGION + 128ull * c->pushed++);
  return h;
}

static void send(cable *all, unsigned p, const nf_link_out *out) {
  cable *c = &all[p];
  nf_link_in *in = &c->in[0];
  unsigned seen = c->ready_seen;
  c->ready_seen = out->tx_ready;
  in->tx_valid = false;
  if (c->sent == 0) {
    if (c->headed)
      seen &= ~(1u << c->vc);
    c->headed = false;
    if (push)
      seen &= c->pushed - c->done < WINDOW;
    if (seen == 0)
      return;
    c->vc = seen == 3 ? c->vc ^ 1u : seen >> 1;
    nf_flit h = push ? next_push(c) : next_unicast(c);
    nf_hdr_set_len(&h, NF_MAX_PAYLOAD_FLITS);
    nf_hdr_set_src(&h, (uint16_t)p);
    in->tx_data.flit = h;
    c->headed = true;
  } else {
    in->tx_data.flit = (nf_flit){{nf_ber_random(&state), nf_ber_random(&state)}};
    c->headed = false;
  }
  in->tx_valid = true;
  c->sent = (c->sent + 1) % NF_MAX_PACKET_FLITS;
  in->tx_last = c->sent == 0;
}

// A result completes a block; results of several tables need not come in order.
static bool take_result(cable *c, const nf_flit *h) {
  const uint32_t block = (uint32_t)((nf_hdr_addr(h) - REGION) / 128);
  if (nf_hdr_opcode(h) != NF_OPCODE_PUSH_RESULT || nf_hdr_count(h) != PORTS ||
      block - c->done >= c->pushed - c->done || c->result[block % WINDOW])
    return false;
  for (c->result[block % WINDOW] = true; c->result[c->done % WINDOW]; c->done++)
    c->result[c->done % WINDOW] = false;
  return true;
}

static bool take_unicast(cable *c, unsigned p, const nf_flit *h) {
  return nf_hdr_src(h) < PORTS && nf_hdr_dst(h) == p &&
         nf_hdr_addr(h) == 128ull * c->from[nf_hdr_src(h)][nf_hdr_vc(h)]++;
}

static void receive(cable *all, unsigned p, const nf_link_out *out) {
  cable *c = &all[p];
  if (!out->rx_valid)
    return;
  c->flits++;
  if (c->received == 0)
    wrong |= push ? !take_result(c, &out->rx_data.flit) : !take_unicast(c, p, &out->rx_data.flit);
  c->received = (c->received + 1) % NF_MAX_PACKET_FLITS;
  wrong |= out->rx_err || out->rx_last != (c->received == 0);
}

// The device at end 1 is the switch.
static void join(cable *c, unsigned p, const nf_switch_out *out, nf_switch_in *in) {
  const nf_link_out *l = nf_link_peek(c->end[1]);
  in->rx_valid |= (uint16_t)(l->rx_valid << p);
  in->rx_last |= (uint16_t)(l->rx_last << p);
  in->rx_err |= (uint16_t)(l->rx_err << p);
  in->rx_data[p] = l->rx_data.flit;
  in->tx_ready |= (uint32_t)l->tx_ready << 2 * p;
  c->in[1].rx_ready = out->rx_ready >> 2 * p & 3;
  c->in[1].tx_valid = out->tx_valid >> p & 1;
  c->in[1].tx_last = out->tx_last >> p & 1;
  c->in[1].tx_err = out->tx_err >> p & 1;
  c->in[1].tx_data.flit = out->tx_data[p];
}

static void open_cable(cable *c, unsigned delay, double ber) {
  *c = (cable){.received = 0};
  for (unsigned e = 0; e < 2; e++) {
    if (nf_link_init(&c->end[e], &(nf_link_cfg){.Width = NF_FLIT_BITS,
                                                .PacketFlits = NF_MAX_PACKET_FLITS,
                                                .VcBit = NF_LINK_VC_BIT,
                                                .Replay = REPLAY,
                                                .Room = ROOM}) != NF_OK)
      fatal("a link of these sizes cannot be made");
    c->in[e].cfg_timeout = (uint16_t)(4 * (2 * delay + NF_BER_LOOP));
    nf_ber_wire_init(&c->wire[e], delay, ber, &state);
  }
  c->in[0].rx_ready = 3;
}

// Share of the line rate that comes out, and words lost.
static double measure(double ber, uint64_t cycles, uint64_t *losses) {
  static cable all[PORTS];
  nf_switch *sw;
  if (nf_switch_init(&sw, &(nf_switch_cfg){.Ports = PORTS,
                                           .Entries = NF_MAX_ENTRIES,
                                           .Regions = 2,
                                           .Nodes = 32,
                                           .HomeSlots = HOME_SLOTS,
                                           .Window = 8,
                                           .XpDepth = 32,
                                           .AluStages = 2}) != NF_OK)
    fatal("the switch cannot be made");
  program(sw);
  for (unsigned p = 0; p < PORTS; p++)
    open_cable(&all[p], nf_ber_delay(METRES), ber);
  uint64_t flits = 0;
  for (uint64_t cycle = 0; cycle < cycles + WARM_UP; cycle++) {
    static nf_switch_in in;
    in.rx_valid = in.rx_last = in.rx_err = 0;
    in.tx_ready = 0;
    for (unsigned p = 0; p < PORTS; p++) {
      cable *c = &all[p];
      if (cycle == WARM_UP)
        c->flits = 0;
      receive(all, p, nf_link_peek(c->end[0]));
      send(all, p, nf_link_peek(c->end[0]));
      join(c, p, nf_switch_peek(sw), &in);
      for (unsigned e = 0; e < 2; e++)
        nf_ber_wire_carry(&c->wire[e], cycle, nf_link_peek(c->end[e]), &c->in[1 - e]);
    }
    nf_switch_step(sw, &in);
    for (unsigned p = 0; p < PORTS; p++)
      for (unsigned e = 0; e < 2; e++)
        nf_link_step(all[p].end[e], &all[p].in[e]);
  }
  *losses = 0;
  for (unsigned p = 0; p < PORTS; p++) {
    flits += all[p].flits;
    for (unsigned e = 0; e < 2; e++) {
      *losses += all[p].wire[e].losses;
      nf_link_free(all[p].end[e]);
    }
  }
  nf_switch_free(sw);
  return (double)flits / ((double)cycles * PORTS);
}

static const double rates[] = {0, 1e-8, 1e-7, 1e-6, 3e-6, 1e-5};

enum { RATES = sizeof rates / sizeof *rates };

// A packet passes two links, each of which is busy with a replay for the share of the time that the
// formula says; what the switch loses to contention is measured without errors.
static int test(void) {
  bool all = true;
  const double link = nf_ber_formula(1e-6, nf_ber_delay(METRES));
  printf("1..2\n");
  for (unsigned t = 0; t < 2; t++) {
    uint64_t losses;
    push = t != 0;
    const double clean = measure(0, SHORTEST, &losses), share = measure(1e-6, SHORTEST, &losses);
    const bool ok = !wrong && losses != 0 && share > clean * link * link && share < clean;
    printf("%sok %u - KLENK IV-E3 %s at bit error rate 1e-6: %.4f of the line rate, without errors "
           "%.4f, a link %.4f  # %llu words lost\n",
           ok ? "" : "not ", t + 1, kinds[t], share, clean, link, (unsigned long long)losses);
    all = all && ok;
  }
  return all ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc == 1)
    return test();
  if (argc != 2) {
    fprintf(stderr, "usage: %s [CYCLES]\n", argv[0]);
    return 2;
  }
  printf("%-16s %8s %8s %8s %8s\n", "traffic", "BER", "losses", "share", "link");
  for (unsigned i = 0; i < 2 * RATES; i++) {
    uint64_t losses;
    const double ber = rates[i % RATES];
    push = i >= RATES;
    const double share = measure(ber, strtoull(argv[1], NULL, 10), &losses);
    printf("%-16s %8g %8llu %8.4f %8.4f\n", kinds[push], ber, (unsigned long long)losses, share,
           nf_ber_formula(ber, nf_ber_delay(METRES)));
  }
  return wrong;
}
