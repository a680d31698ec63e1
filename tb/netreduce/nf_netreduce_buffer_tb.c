// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames whose beats are a function of the frame's and the beat's number; the reference is the list
// of the frames that have come and of what was said about them.
#include "netreduce/nf_netreduce_buffer.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_buffer_dut;

enum {
  DROP = NF_NETREDUCE_VERDICT_DROP,
  PASS = NF_NETREDUCE_VERDICT_PASS,
  TAKE = NF_NETREDUCE_VERDICT_TAKE,
  LIST = 512,                // more frames than can be held
  LATENCY = 2,               // from a verdict to the frame's first beat
  PARSER = 10,               // cycles from a last beat to its verdict, when they are steady
  SOON = LATENCY + P_Frames, // cycles for frames that are dropped
};

typedef struct {
  unsigned beats;
  uint8_t bytes, verdict;
  uint64_t come; // cycle of its last beat
} listed;

typedef struct {
  listed list[LIST];
  unsigned come, judged, left; // frames
  unsigned beat, out_beat;     // of the frame that comes, that leaves
  unsigned length;             // of the frame that comes
  bool offered;                // a beat that was not taken yet
  uint64_t moved;              // cycle of the last verdict, or of the last beat that left
  unsigned swallowed, passed;
  nf_pace in, verdict, out;
  unsigned (*choose)(nf_tb *);
  unsigned drop_percent, wait; // wait: cycles from the last beat to the verdict, at least
} port;

static listed *entry(port *c, unsigned n) { return &c->list[n % LIST]; }

static void fill(nf_netreduce_word *w, unsigned frame, unsigned beat) {
  for (unsigned k = 0; k < 8; k++)
    w->w[k] = (uint64_t)(frame * 4099u + beat + 1) * UINT64_C(0x9e3779b97f4a7c15) + k;
}

static bool leaves(const listed *f) { return f->verdict != DROP && f->beats <= P_Depth; }

// The beat that is offered is the next one of the oldest frame that has to leave.
static void look(nf_tb *tb, port *c, const nf_netreduce_buffer_out *o, bool ready) {
  while (c->left != c->judged && !leaves(entry(c, c->left)))
    c->left++;
  const bool soon = nf_tb_cycle(tb) <= c->moved + SOON;
  nf_tb_check(tb, o->out_valid || c->left == c->judged || soon, "frame %u does not leave", c->left);
  nf_tb_check(tb, o->in_ready || c->left != c->come || soon, "frame %u does not come", c->come);
  if (!o->out_valid)
    return;
  nf_tb_check(tb, c->left != c->judged, "a frame leaves without a verdict");
  if (c->left == c->judged)
    return;
  const listed *const f = entry(c, c->left);
  const bool last = c->out_beat + 1 == f->beats;
  nf_netreduce_word word;
  fill(&word, c->left, c->out_beat);
  nf_tb_check(tb, memcmp(&word, &o->out_data, sizeof word) == 0, "frame %u, beat %u: data", c->left,
              c->out_beat);
  nf_tb_check(tb, o->out_take == (f->verdict == TAKE) && o->out_last == last, "frame %u: last %d",
              c->left, o->out_last);
  nf_tb_check(tb, o->out_bytes == (last ? f->bytes : NF_NETREDUCE_WORD_BYTES), "frame %u: bytes %u",
              c->left, o->out_bytes);
  if (!ready)
    return;
  c->moved = nf_tb_cycle(tb);
  c->out_beat++;
  if (last) {
    c->out_beat = 0;
    c->left++;
    c->passed++;
  }
}

static void send(nf_tb *tb, port *c, const nf_netreduce_buffer_out *o, nf_netreduce_buffer_in *in) {
  if (!c->offered && !nf_pace_go(tb, &c->in))
    return;
  if (c->beat == 0 && !c->offered)
    c->length = c->choose(tb);
  c->offered = !o->in_ready;
  in->in_valid = true;
  in->in_last = c->beat + 1 == c->length;
  in->in_bytes = (uint8_t)(1 + nf_tb_below(tb, NF_NETREDUCE_WORD_BYTES));
  fill(&in->in_data, c->come, c->beat);
  if (c->offered)
    return;
  c->beat++;
  if (!in->in_last)
    return;
  *entry(c, c->come) =
      (listed){.beats = c->length, .bytes = in->in_bytes, .verdict = DROP, .come = nf_tb_cycle(tb)};
  c->swallowed += c->length > P_Depth;
  c->come++;
  c->beat = 0;
}

static void judge(nf_tb *tb, port *c, nf_netreduce_buffer_in *in, unsigned known, uint8_t verdict) {
  in->verdict = verdict;
  if (c->judged == known || nf_tb_cycle(tb) < entry(c, c->judged)->come + c->wait ||
      !nf_pace_go(tb, &c->verdict))
    return;
  listed *const f = entry(c, c->judged);
  if (f->beats > P_Depth && verdict == TAKE)
    in->verdict = PASS; // nothing of it is there, whatever is said
  in->verdict_valid = true;
  f->verdict = in->verdict;
  c->moved = nf_tb_cycle(tb);
  c->judged++;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  port *const c = ctx;
  nf_netreduce_buffer_in *const in = input;
  const nf_netreduce_buffer_out *const o = out;
  const unsigned known = c->come;
  in->out_ready = nf_pace_go(tb, &c->out);
  look(tb, c, o, in->out_ready);
  send(tb, c, o, in);
  judge(tb, c, in, known,
        nf_tb_chance(tb, c->drop_percent) ? DROP
        : nf_tb_chance(tb, 50)            ? PASS
                                          : TAKE);
  if (!o->in_ready)
    nf_tb_cover(tb, "no room");
}

static void finish(nf_tb *tb, void *ctx) {
  const port *const c = ctx;
  nf_tb_reach(tb, c->passed > 3, "%u frames passed", c->passed);
}

// ------------------------------------------------------------------------------ what frames
static unsigned any_length(nf_tb *tb) {
  return 1 + (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 20) ? P_Depth : P_Depth / 8);
}
static unsigned around_depth(nf_tb *tb) {
  switch (nf_tb_below(tb, 8)) {
  case 0:
    return P_Depth - 1;
  case 1:
  case 2:
    return P_Depth;
  case 3:
  case 4:
    return P_Depth + 1;
  case 5:
    return P_Depth + 2 + (unsigned)nf_tb_below(tb, 2 * P_Depth);
  default:
    return 1 + (unsigned)nf_tb_below(tb, 4);
  }
}
static unsigned one_beat(nf_tb *tb) {
  (void)tb;
  return 1;
}
static unsigned three_beats(nf_tb *tb) {
  (void)tb;
  return 3;
}

static void start(nf_tb *tb, void *ctx) {
  port *const c = ctx;
  c->in = nf_pace_any(tb);
  c->out = nf_pace_any(tb);
  c->verdict = nf_pace_any(tb);
  c->drop_percent = 30;
  c->wait = (unsigned)nf_tb_below(tb, PARSER);
  c->choose = any_length;
}

static void start_full(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  port *const c = ctx;
  c->in = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->out = (nf_pace){.kind = NF_PACE_BURST, .burst = P_Depth, .percent = 40};
  c->verdict = (nf_pace){.kind = NF_PACE_BURST, .burst = P_Depth, .percent = 40};
}

static void start_long(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((port *)ctx)->choose = around_depth;
}

static void finish_long(nf_tb *tb, void *ctx) {
  const port *const c = ctx;
  nf_tb_reach(tb, c->passed > 3 && c->swallowed > 1, "%u frames passed, %u were too long",
              c->passed, c->swallowed);
}

// ----------------------------------------------------------------------------------- directed
static void start_steady(nf_tb *tb, void *ctx) {
  (void)tb;
  port *const c = ctx; // paces of zeros: always
  c->choose = three_beats;
  c->wait = PARSER;
}

// A beat a cycle in and out for ever, when there is room for what the verdicts are waited for.
static void drive_steady(nf_tb *tb, void *ctx, const void *out, void *input) {
  enum { FIRST = 2 + PARSER + LATENCY, ROOM = P_Depth >= 2 * PARSER && P_Frames >= PARSER };
  const nf_netreduce_buffer_out *const o = out;
  nf_tb_check(tb, !ROOM || o->in_ready, "no room");
  nf_tb_check(tb, !ROOM || o->out_valid == (nf_tb_cycle(tb) >= FIRST), "valid %d", o->out_valid);
  drive(tb, ctx, out, input);
}

static void start_each(nf_tb *tb, void *ctx) {
  start_steady(tb, ctx);
  ((port *)ctx)->choose = one_beat;
}

// Frames of one beat wait; then, a verdict each cycle, every other one is dropped.
static void drive_drops(nf_tb *tb, void *ctx, const void *out, void *input) {
  enum { WAIT = 300, SHORT = P_Depth < P_Frames ? P_Depth : P_Frames, PAIRS = SHORT / 2 };
  port *const c = ctx;
  nf_netreduce_buffer_in *const in = input;
  const nf_netreduce_buffer_out *const o = out;
  const uint64_t t = nf_tb_cycle(tb);
  c->choose = one_beat;
  in->out_ready = true;
  look(tb, c, o, true);
  if (t < WAIT)
    send(tb, c, o, in);
  else if (t < WAIT + 2 * PAIRS)
    judge(tb, c, in, c->come, (t - WAIT) % 2 ? PASS : DROP);
  // The verdict to pass comes a cycle after the one to drop.
  const uint64_t first = WAIT + 1 + LATENCY;
  const bool due = t >= first && t < first + 2 * PAIRS && (t - first) % 2 == 0;
  nf_tb_check(tb, o->out_valid == due, "valid %d", o->out_valid);
}

static void finish_drops(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((const port *)ctx)->passed == (P_Depth < P_Frames ? P_Depth : P_Frames) / 2,
              "%u frames passed", ((const port *)ctx)->passed);
}

int main(int argc, char **argv) {
  static const nf_netreduce_buffer_cfg cfg = {.Depth = P_Depth, .Frames = P_Frames};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3 random frames and verdicts", 20000, start, drive, finish},
      {"NETREDUCE 4.3 full most of the time", 20000, start_full, drive, finish},
      {"NETREDUCE 4.3 frames as long as the buffer, and longer", 2000 + 100 * P_Depth, start_long,
       drive, finish_long},
      {"NETREDUCE 4.3 a beat a cycle", 3000, start_steady, drive_steady, finish},
      {"NETREDUCE 4.3 a frame a cycle", 3000, start_each, drive, finish},
      {"NETREDUCE 4.3 a frame that is dropped costs a cycle", 1000, NULL, drive_drops,
       finish_drops},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_buffer_dut,
                             .model = NF_TB_MODEL(nf_netreduce_buffer),
                             .cfg = &cfg,
                             .ctx_size = sizeof(port),
                             .scenarios = scenarios,
                             .count = 6};
  return nf_tb_main(argc, argv, &bench);
}
