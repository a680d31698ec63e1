// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames whose beats say which frame and which beat they are. A list of beats says what the block
// must hold; a frame must come out whole, in order and as it came, or not at all, and then it is
// counted.
#include "netreduce/nf_netreduce_rx_fifo.h"

#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_rx_fifo_dut;

enum { LIST = 8192 };

typedef struct {
  unsigned frame, at, of;
  bool bad;
} name; // of a beat

typedef struct {
  name list[LIST]; // beats that must come out
  unsigned in, out;
  unsigned frames; // that have begun to come in
  name next;       // the beat that comes next; next.of 0: a new frame
  unsigned kept;   // of its beats
  bool drop;
  unsigned held; // beats that are there: of whole frames, and of this one
  uint32_t dropped;
  unsigned longest, left, bad;
  bool open; // a frame has begun to leave
  nf_pace comes, takes;
} context;

static void beat_of(const name *n, nf_netreduce_word *data, uint64_t *keep, bool *last,
                    bool *user) {
  memset(data, (int)((n->frame * 31 + n->at * 7) & 255), sizeof *data);
  data->w[0] = (uint64_t)n->frame << 32 | n->at;
  *last = n->at + 1 == n->of;
  *user = n->bad && *last;
  *keep = *last ? UINT64_MAX >> n->frame % 64 : UINT64_MAX;
}

// What the block has to do with a beat, by the number of beats that it holds.
static void enter(nf_tb *tb, context *c) {
  const name *const n = &c->next;
  if (c->drop || c->held == P_Depth) {
    c->dropped += !c->drop;
    if (c->kept != 0)
      nf_tb_cover(tb, "a frame is thrown away of which a part was kept");
    c->in -= c->kept;
    c->held -= c->kept;
    c->kept = 0;
    c->drop = true;
  } else {
    c->list[c->in++ % LIST] = *n;
    c->kept++;
    c->held++;
  }
  if (n->at + 1 == n->of) {
    c->kept = 0;
    c->drop = false;
  }
}

static void feed(nf_tb *tb, context *c, nf_netreduce_rx_fifo_in *in) {
  in->in_valid = nf_pace_go(tb, &c->comes);
  if (!in->in_valid)
    return;
  if (c->next.of == 0)
    c->next = (name){.frame = c->frames++,
                     .of = 1 + (unsigned)nf_tb_below(tb, c->longest),
                     .bad = nf_tb_chance(tb, 10)};
  beat_of(&c->next, &in->in_data, &in->in_keep, &in->in_last, &in->in_user);
  enter(tb, c);
  if (++c->next.at == c->next.of)
    c->next.of = 0;
}

// Beats of whole frames that have not left.
static bool any_whole(const context *c) { return c->in - c->kept != c->out; }

static void take(nf_tb *tb, context *c, const nf_netreduce_rx_fifo_out *o,
                 nf_netreduce_rx_fifo_in *in) {
  nf_netreduce_word data;
  uint64_t keep;
  bool last, user;
  nf_tb_check(tb, o->dropped == c->dropped, "%u frames counted, %u were thrown away", o->dropped,
              c->dropped);
  nf_tb_check(tb, !c->open || o->out_valid, "a frame stops inside");
  in->out_ready = nf_pace_go(tb, &c->takes);
  if (!o->out_valid)
    return;
  const name *const n = &c->list[c->out % LIST];
  beat_of(n, &data, &keep, &last, &user);
  nf_tb_check(tb,
              any_whole(c) && memcmp(&data, &o->out_data, sizeof data) == 0 &&
                  keep == o->out_keep && last == o->out_last && user == o->out_user,
              "beat %u of frame %u is another one", n->at, n->frame);
  if (!in->out_ready)
    return;
  c->out++;
  c->open = !o->out_last;
  c->left += o->out_last;
  c->bad += o->out_last && o->out_user;
}

static void any_pace(nf_tb *tb, context *c) {
  static const unsigned longest[] = {1, 3, 17, P_Depth, 2 * P_Depth};
  c->comes = nf_pace_any(tb);
  c->takes = nf_pace_any(tb);
  c->longest = longest[nf_tb_below(tb, 5)];
}

static void start(nf_tb *tb, void *ctx) { any_pace(tb, ctx); }

// The memory holds what is not at the output. A beat that leaves it makes room for the next cycle.
static void cycle(nf_tb *tb, context *c, const nf_netreduce_rx_fifo_out *o,
                  nf_netreduce_rx_fifo_in *in) {
  const unsigned whole = c->in - c->kept - c->out - o->out_valid; // beats of frames that may leave
  take(tb, c, o, in);
  const bool moves = whole != 0 && (!o->out_valid || in->out_ready);
  feed(tb, c, in);
  c->held -= moves;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  if (nf_tb_below(tb, 300) == 0)
    any_pace(tb, ctx);
  cycle(tb, ctx, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->left > 200 && c->dropped > 20 && c->bad > 10,
              "%u frames left, %u thrown away, %u bad", c->left, c->dropped, c->bad);
}

// An output that waits for ever: Depth beats and the one at the output are kept, each frame behind
// is counted; then it goes on, and all that was kept comes.
static void start_paused(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->comes.kind = NF_PACE_ALWAYS;
  c->longest = 1;
}
static void drive_paused(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *const c = ctx;
  nf_netreduce_rx_fifo_in *const in = in_ptr;
  const uint64_t now = nf_tb_cycle(tb);
  c->takes.kind = NF_PACE_NEVER;
  if (now >= 2 * P_Depth)
    c->takes.kind = NF_PACE_ALWAYS;
  if (now == 2 * P_Depth)
    nf_tb_check(tb, c->in == P_Depth + 1 && c->dropped == P_Depth - 1, "%u beats kept, %u dropped",
                c->in, c->dropped);
  cycle(tb, c, out, in);
}

// A beat a cycle through, frames of any length up to Depth / 2: nothing is thrown away.
static void start_line(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->comes.kind = c->takes.kind = NF_PACE_ALWAYS;
  c->longest = P_Depth / 2;
}
static void drive_line(nf_tb *tb, void *ctx, const void *out, void *in) { cycle(tb, ctx, out, in); }
static void finish_line(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->dropped == 0 && c->out + P_Depth / 2 + 3 > nf_tb_cycle(tb),
              "%u dropped, %u beats in %llu cycles", c->dropped, c->out,
              (unsigned long long)nf_tb_cycle(tb));
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.4 frames of a MAC at any pace", 40000, start, drive, finish},
    {"NETREDUCE 4.4 an output that waits", 8 * P_Depth, start_paused, drive_paused, NULL},
    {"NETREDUCE 4.4 a beat a cycle", 20000, start_line, drive_line, finish_line},
};

int main(int argc, char **argv) {
  static const nf_netreduce_rx_fifo_cfg cfg = {.Depth = P_Depth};
  const nf_tb_bench bench = {.dut = &nf_netreduce_rx_fifo_dut,
                             .model = NF_TB_MODEL(nf_netreduce_rx_fifo),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
