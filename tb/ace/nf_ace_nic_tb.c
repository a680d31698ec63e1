// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the NIC buffers: lock-step, and against lists of what was sent. Four streams: engine to
// link, host to link, link to engine, link to host; the last two come from one sender that keeps to
// the rule of the link. Words are numbered by stream and packet.
#include "ace/nf_ace_nic.h"
#include "ace/nf_ace_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_nic_dut;

enum { NORMAL, ENGINE, LIST = 256 };
enum { ENGINE_OUT, HOST_OUT, HOST_IN, ENGINE_IN, STREAMS };

// What was sent and what has come of one stream.
typedef struct {
  unsigned beats[LIST]; // that come out, by packet; 0: none, it is too long
  unsigned begun, index, length;
  unsigned complete;           // packets whose last word was sent
  unsigned packet, word, came; // received
  bool open;
} stream;

typedef struct {
  stream s[STREAMS];
  nf_pace ask, ace, host_tx, host_rx, link_rx[2], link_tx[2];
  unsigned longest, length; // of normal packets; of all, 0: random
  bool host_shown, steady;  // link_tx bits fall only behind packets of their class
  unsigned rooms;           // reservations of the engine
  unsigned up, was_up;      // ready bits of the link in this cycle, in the one before
  bool shown;               // a word was on the link and not taken
  unsigned on_link;         // stream + 1 of the open packet at the link
  unsigned rx_class;        // of the sender on the link
  bool rx_room;             // it saw room for a normal packet
  unsigned drops;           // bits of those that are due
} context;

static nf_ace_word word(unsigned s, unsigned packet, unsigned index) {
  nf_ace_word w = {{0}};
  for (unsigned i = 0; i < P_WordBytes / 8; i++)
    w.w[i] = (s + packet * 64ull + index * 4u + 1) * 0x9e3779b97f4a7c15u * (i + 1);
  return w;
}

static nf_flit header(unsigned s, unsigned packet, unsigned class) {
  nf_flit h = {{packet * 0x9e3779b97f4a7c15u ^ s << 8, packet * 5ull + s}};
  nf_ace_hdr_set_mode(h.w, (uint8_t) class);
  return h;
}

// ------------------------------------------------------------------------------ start
static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  nf_pace *const all[] = {&c->ask,        &c->ace,        &c->host_tx,    &c->host_rx,
                          &c->link_rx[0], &c->link_rx[1], &c->link_tx[0], &c->link_tx[1]};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    *all[i] = nf_pace_any(tb);
  c->longest = 4;
}

static void start_long(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->longest = 9;
}

static void start_rate(nf_tb *tb, void *ctx) {
  (void)tb;
  context *const c = ctx;
  c->longest = c->length = 4;
}

static void start_engine(nf_tb *tb, void *ctx) {
  start_rate(tb, ctx);
  context *const c = ctx;
  c->host_tx.kind = c->link_rx[NORMAL].kind = NF_PACE_NEVER;
}

static void start_normal(nf_tb *tb, void *ctx) {
  start_rate(tb, ctx);
  context *const c = ctx;
  c->ask.kind = c->link_rx[ENGINE].kind = NF_PACE_NEVER;
}

static void start_blocked_host(nf_tb *tb, void *ctx) {
  start_rate(tb, ctx);
  ((context *)ctx)->host_rx.kind = NF_PACE_NEVER;
}

static void start_blocked_normal(nf_tb *tb, void *ctx) {
  start_rate(tb, ctx);
  ((context *)ctx)->link_tx[NORMAL].kind = NF_PACE_NEVER;
}

static void start_blocked_engine(nf_tb *tb, void *ctx) {
  start_rate(tb, ctx);
  ((context *)ctx)->link_tx[ENGINE].kind = NF_PACE_NEVER;
}

// Each class in turn is not ready for long; its bit falls where the rule of the link allows it.
static void start_fickle(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  context *const c = ctx;
  c->steady = true;
  for (unsigned v = 0; v < 2; v++)
    c->link_tx[v] = (nf_pace){.kind = NF_PACE_BURST, .percent = 50, .burst = 100};
}

// ------------------------------------------------------------------------------ sending
static unsigned begin(nf_tb *tb, const context *c, stream *s, unsigned longest) {
  s->length = c->length != 0 ? c->length : 1 + (unsigned)nf_tb_below(tb, longest);
  s->index = 0;
  s->open = true;
  s->beats[s->begun % LIST] = s->length > 4 ? 0 : s->length;
  return s->begun++;
}

static void advance(stream *s) {
  s->index++;
  if (s->index == s->length) {
    s->open = false;
    s->complete++;
  }
}

static void engine(nf_tb *tb, context *c, const nf_ace_nic_out *out, nf_ace_nic_in *in) {
  stream *const s = &c->s[ENGINE_OUT];
  c->rooms += out->room;
  nf_tb_check(tb, c->rooms + s->begun - s->packet <= P_Packets + 1, "%u reservations", c->rooms);
  in->ask = c->rooms < 2 && nf_pace_go(tb, &c->ask);
  if (!s->open && (c->rooms == 0 || !nf_pace_go(tb, &c->ace)))
    return;
  if (!s->open) {
    begin(tb, c, s, 4);
    c->rooms--;
  }
  in->ace_valid = true; // a port does not pause within a packet
  in->ace_first = s->index == 0;
  in->ace_last = s->index + 1 == s->length;
  in->ace_hdr = header(ENGINE_OUT, s->begun - 1, ENGINE);
  in->ace_data = word(ENGINE_OUT, s->begun - 1, s->index);
  advance(s);
}

static void host(nf_tb *tb, context *c, const nf_ace_nic_out *out, nf_ace_nic_in *in) {
  stream *const s = &c->s[HOST_OUT];
  if (!c->host_shown && !nf_pace_go(tb, &c->host_tx))
    return;
  if (!s->open)
    begin(tb, c, s, c->longest);
  in->host_tx_valid = true;
  in->host_tx_first = s->index == 0;
  in->host_tx_last = s->index + 1 == s->length;
  // The host cannot pass a packet off as the engine's.
  in->host_tx_hdr = header(HOST_OUT, s->begun - 1, (s->begun & 1) != 0 ? ENGINE : NORMAL);
  in->host_tx_data = word(HOST_OUT, s->begun - 1, s->index);
  c->host_shown = !out->host_tx_ready;
  if (out->host_tx_ready) {
    c->drops |= s->index == 3 && s->length > 4 ? 1 : 0;
    advance(s);
  } else
    nf_tb_check(tb, s->index == 0, "the host waits between packets only");
}

// The other end of the link. A normal header is shown only when its bit was seen, not within a
// normal packet's own words.
static void sender(nf_tb *tb, context *c, const nf_ace_nic_out *out, nf_ace_nic_in *in) {
  nf_tb_check(tb, out->link_rx_ready >> ENGINE & 1, "the engine's class is ready");
  stream *s = &c->s[c->rx_class == ENGINE ? ENGINE_IN : HOST_IN];
  const bool room = c->rx_room;
  c->rx_room = out->link_rx_ready & 1;
  if (!s->open) {
    const bool normal = room && nf_pace_go(tb, &c->link_rx[NORMAL]);
    const bool ours = nf_pace_go(tb, &c->link_rx[ENGINE]);
    if (!normal && !ours)
      return;
    c->rx_class = normal && ours ? !c->rx_class : ours;
    s = &c->s[c->rx_class == ENGINE ? ENGINE_IN : HOST_IN];
    begin(tb, c, s, c->rx_class == ENGINE ? 9 : c->longest);
    if (c->rx_class == ENGINE) // all of it goes through
      s->beats[(s->begun - 1) % LIST] = s->length;
    nf_tb_check(tb, out->link_rx_ready >> c->rx_class & 1, "class %u has room", c->rx_class);
  } else if (c->length == 0 && nf_tb_chance(tb, 20)) {
    c->rx_room = c->rx_room && c->rx_class == ENGINE;
    return;
  }
  const unsigned stream_in = c->rx_class == ENGINE ? ENGINE_IN : HOST_IN;
  in->link_rx_valid = true;
  in->link_rx_first = s->index == 0;
  in->link_rx_last = s->index + 1 == s->length;
  in->link_rx_hdr = header(stream_in, s->begun - 1, c->rx_class);
  in->link_rx_data = word(stream_in, s->begun - 1, s->index);
  nf_tb_check(tb, out->link_rx_ready >> c->rx_class & 1, "a packet that has begun is taken");
  c->rx_room = c->rx_room && c->rx_class == ENGINE;
  c->drops |= c->rx_class == NORMAL && s->index == 3 && s->length > 4 ? 2 : 0;
  advance(s);
}

// ------------------------------------------------------------------------------ receiving
static void check(nf_tb *tb, context *c, unsigned number, bool first, bool last, const nf_flit *hdr,
                  const nf_ace_word *data, unsigned class) {
  stream *const s = &c->s[number];
  while (s->packet < s->begun && s->beats[s->packet % LIST] == 0)
    s->packet++;
  const nf_flit h = header(number, s->packet, class);
  const nf_ace_word w = word(number, s->packet, s->word);
  nf_tb_check(tb, s->packet < s->begun, "stream %u: packet %u was sent", number, s->packet);
  nf_tb_check(tb, memcmp(&w, data, sizeof w) == 0 && memcmp(&h, hdr, sizeof h) == 0,
              "stream %u: word %u of packet %u", number, s->word, s->packet);
  nf_tb_check(tb, first == (s->word == 0) && last == (s->word + 1 == s->beats[s->packet % LIST]),
              "stream %u: frame of packet %u", number, s->packet);
  s->came++;
  s->word++;
  if (last) {
    s->word = 0;
    s->packet++;
  }
}

static void receiver(nf_tb *tb, context *c, const nf_ace_nic_out *out, nf_ace_nic_in *in) {
  const unsigned class = nf_ace_hdr_mode(out->link_tx_hdr.w);
  for (unsigned v = 0; v < 2; v++) {
    const bool on = out->link_tx_valid && class == v;
    // Steady: a bit that is up stays up through a packet, one cycle behind it, and for a header.
    if (!c->steady || !(c->was_up >> v & 1) || (!on && c->on_link != v + 1))
      c->up = (c->up & ~(1u << v)) | (unsigned)nf_pace_go(tb, &c->link_tx[v]) << v;
  }
  in->link_tx_ready = (uint8_t)c->up;
  if (out->link_tx_valid) {
    if (out->link_tx_first && !c->shown) {
      nf_tb_check(tb, c->was_up >> class & 1, "the header's class was seen ready");
      nf_tb_check(tb, c->on_link == 0, "packets do not interleave");
    }
    if (c->steady && !(c->up >> (class ^ 1) & 1))
      nf_tb_cover(tb, class == ENGINE ? "the engine passes" : "normal packets pass");
    c->shown = !(c->up >> class & 1);
    if (!c->shown) {
      check(tb, c, class == ENGINE ? ENGINE_OUT : HOST_OUT, out->link_tx_first, out->link_tx_last,
            &out->link_tx_hdr, &out->link_tx_data, class);
      c->on_link = out->link_tx_last ? 0 : class + 1;
      if (class == NORMAL && out->link_tx_first)
        nf_tb_check(tb, c->s[HOST_OUT].complete > c->s[HOST_OUT].packet - out->link_tx_last,
                    "normal packets leave whole");
    }
  }
  c->was_up = c->up;
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_nic_out *out = po;
  nf_ace_nic_in *in = pi;
  if (out->ace_rx_valid)
    check(tb, c, ENGINE_IN, out->ace_rx_first, out->ace_rx_last, &out->ace_rx_hdr,
          &out->ace_rx_data, ENGINE);
  nf_tb_check(tb, out->drop == c->drops, "dropped %u, due %u", out->drop, c->drops);
  c->drops = 0;
  if (out->drop != 0)
    nf_tb_cover(tb, "a normal packet that is too long is dropped");
  in->host_rx_ready = nf_pace_go(tb, &c->host_rx);
  if (out->host_rx_valid && in->host_rx_ready)
    check(tb, c, HOST_IN, out->host_rx_first, out->host_rx_last, &out->host_rx_hdr,
          &out->host_rx_data, NORMAL);
  receiver(tb, c, out, in);
  engine(tb, c, out, in);
  host(tb, c, out, in);
  sender(tb, c, out, in);
}

// ------------------------------------------------------------------------------ ends
// Words of a stream: at least `least` of 100 cycles.
static void rate(nf_tb *tb, const context *c, unsigned s, unsigned least) {
  const unsigned cycles = (unsigned)nf_tb_cycle(tb);
  nf_tb_check(tb, c->s[s].came * 100 + 2000 >= least * cycles, "stream %u: %u words in %u cycles",
              s, c->s[s].came, cycles);
}

static void finish(nf_tb *tb, void *ctx) {
  for (unsigned s = 0; s < STREAMS; s++)
    rate(tb, ctx, s, 1);
}

static void finish_engine(nf_tb *tb, void *ctx) {
  rate(tb, ctx, ENGINE_OUT, P_Packets > 2 ? 100 : 50);
  rate(tb, ctx, ENGINE_IN, 100);
}

static void finish_normal(nf_tb *tb, void *ctx) {
  rate(tb, ctx, HOST_OUT, P_Packets > 2 ? 80 : 40);
  rate(tb, ctx, HOST_IN, P_Packets > 2 ? 80 : 40);
}

static void finish_both(nf_tb *tb, void *ctx) {
  if (P_Packets > 2)
    for (unsigned s = 0; s < STREAMS; s++)
      rate(tb, ctx, s, 49);
}

static void finish_blocked_host(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  rate(tb, ctx, ENGINE_IN, 97);
  rate(tb, ctx, ENGINE_OUT, P_Packets > 2 ? 49 : 30);
  rate(tb, ctx, HOST_OUT, P_Packets > 2 ? 49 : 30);
  nf_tb_check(tb, c->s[HOST_IN].begun >= P_Packets && c->s[HOST_IN].begun <= P_Packets + 1,
              "%u normal packets before the host's queue is full", c->s[HOST_IN].begun);
}

static void finish_blocked_normal(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  rate(tb, ctx, ENGINE_OUT, P_Packets > 2 ? 100 : 50);
  nf_tb_check(tb, c->s[HOST_OUT].came == 0, "nothing normal leaves");
  nf_tb_check(tb, c->s[HOST_OUT].complete == P_Packets, "%u normal packets wait",
              c->s[HOST_OUT].complete);
}

static void finish_blocked_engine(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  rate(tb, ctx, HOST_OUT, P_Packets > 2 ? 80 : 40);
  nf_tb_check(tb, c->s[ENGINE_OUT].came == 0, "nothing of the engine leaves");
  nf_tb_check(tb, c->s[ENGINE_OUT].complete + c->rooms == P_Packets, "%u packets wait",
              c->s[ENGINE_OUT].complete);
}

int main(int argc, char **argv) {
  static const nf_ace_nic_cfg cfg = {.Packets = P_Packets, .WordBytes = P_WordBytes};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.4 random packets of both modes", 30000, start, drive, finish},
      {"ACE 4.4 normal packets that are too long", 20000, start_long, drive, finish},
      {"ACE 4.4 the engine alone: one word per cycle", 3000, start_engine, drive, finish_engine},
      {"ACE 4.4 normal mode alone", 3000, start_normal, drive, finish_normal},
      {"ACE 4.4 both modes share the link", 3000, start_rate, drive, finish_both},
      {"ACE 4.4 the host takes nothing", 3000, start_blocked_host, drive, finish_blocked_host},
      {"ACE 4.4 the link takes no normal packet", 3000, start_blocked_normal, drive,
       finish_blocked_normal},
      {"ACE 4.4 the link takes no engine packet", 3000, start_blocked_engine, drive,
       finish_blocked_engine},
      {"ACE 4.4 each class blocked at times", 20000, start_fickle, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_nic_dut,
                             .model = NF_TB_MODEL(nf_ace_nic),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
