// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames with the records of a parser; lookups that answer after a while; a buffer and a separator
// that take the verdicts. What is expected of a frame is worked out when it comes, from its record
// and from the answer that it will get, and kept in a list.
#include "netreduce/nf_netreduce_verdict.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_verdict_dut;

enum { ROOM = 512, MOST = 7, CAUSES = NF_NETREDUCE_CAUSES };

typedef struct {
  uint64_t meta[4];
  bool asked;     // of the lookups
  uint8_t own;    // cause of the verdict, if not
  uint8_t answer; // theirs, if so
  bool payload, head;
  uint16_t place, size;
  unsigned beats;
} frame;

typedef struct {
  frame list[ROOM];                                     // frame n is at n % ROOM
  unsigned made, came, asked, answered, judged, popped; // numbers of frames
  unsigned entered, stored, taken;                      // of those that are taken
  unsigned takes[ROOM];
  unsigned held, out; // frames in the buffer; verdicts that it has
  unsigned seen[CAUSES], verdicts[3];
  nf_pace comes, grants, answers, enters, stores;
  bool enable, was_enabled;
  unsigned ours, conns, off; // percent; conns: of others that have a connection
  unsigned load;             // beats of all frames that came and have not left
  unsigned to_pass;          // of these, of frames that pass by their verdict
  nf_pace passes;            // at which they leave
  bool brief;                // frames of one beat
  unsigned waited;           // cycles in which nothing could be asked for
  uint64_t verdict_cycles;
} port;

static uint16_t any_bytes(nf_tb *tb) {
  const unsigned most = P_BufferBeats * 64;
  switch (nf_tb_below(tb, 32)) {
  case 0:
    return (uint16_t)most;
  case 1:
    return (uint16_t)(most + 1);
  case 2:
    return (uint16_t)nf_tb_below(tb, most);
  default:
    return (uint16_t)nf_tb_below(tb, 200);
  }
}

static void any_frame(nf_tb *tb, port *c, frame *f) {
  static const uint16_t payloads[] = {0, 4, 12, 1020, 1021, 1024, 1025, 9000};
  memset(f, 0, sizeof *f);
  const bool ours = nf_tb_chance(tb, c->ours);
  nf_netreduce_meta_set_bytes(f->meta, c->brief ? 64 : any_bytes(tb));
  if (ours) {
    const uint16_t payload = payloads[nf_tb_below(tb, 8)];
    nf_netreduce_meta_set_payload(f->meta, payload);
    nf_netreduce_meta_set_pad(f->meta, (uint8_t)nf_tb_below(tb, 4));
    nf_netreduce_meta_set_psn(f->meta, (uint32_t)nf_tb_below(tb, 1u << 24));
    f->size = (uint16_t)(payload + nf_netreduce_meta_pad(f->meta));
  } else {
    unsigned cause; // any but those that are given here
    do
      cause = 1 + (unsigned)nf_tb_below(tb, CAUSES - 1);
    while (cause == NF_NETREDUCE_CAUSE_OFF || cause == NF_NETREDUCE_CAUSE_LONG);
    nf_netreduce_meta_set_cause(f->meta, (uint8_t)cause);
  }
  if (ours || nf_tb_chance(tb, c->conns)) {
    nf_netreduce_meta_set_conn(f->meta, 1);
    nf_netreduce_meta_set_src_ip(f->meta, (uint32_t)nf_tb_rand(tb));
  }
  f->own = nf_netreduce_meta_cause(f->meta);
  if (nf_netreduce_meta_bytes(f->meta) > P_BufferBeats * 64u)
    f->own = NF_NETREDUCE_CAUSE_LONG;
  f->place = (uint16_t)nf_tb_rand(tb);
  if (!ours) {
    f->answer = nf_tb_chance(tb, 50) ? NF_NETREDUCE_CAUSE_RAW : nf_netreduce_meta_cause(f->meta);
    return;
  }
  f->answer = NF_NETREDUCE_CAUSE_NONE;
  switch (f->size > 1024 ? nf_tb_below(tb, 2) : nf_tb_below(tb, 5)) { // what the lookups will say
  case 0:
    f->answer = NF_NETREDUCE_CAUSE_UNKNOWN;
    break;
  case 1:
    f->answer = f->size > 1024 ? NF_NETREDUCE_CAUSE_PAYLOAD : NF_NETREDUCE_CAUSE_WINDOW;
    break;
  default:
    f->payload = nf_tb_chance(tb, 70);
    f->head = nf_tb_chance(tb, 70);
  }
}

static unsigned beats_of(const frame *f) { return (nf_netreduce_meta_bytes(f->meta) + 63u) / 64; }

// It must be asked for, whether the engine is on or off: it would pass, or is the engine's.
static bool asks(const frame *f) {
  return nf_netreduce_meta_conn(f->meta) != 0 && f->own < NF_NETREDUCE_FIRST_DROPPED;
}

static unsigned verdict_of(const frame *f, unsigned cause) {
  if (f->asked && (f->payload || f->head))
    return NF_NETREDUCE_VERDICT_TAKE;
  return cause == 0 || cause >= NF_NETREDUCE_FIRST_DROPPED ? NF_NETREDUCE_VERDICT_DROP
                                                           : NF_NETREDUCE_VERDICT_PASS;
}

static void judge(nf_tb *tb, port *c, const nf_netreduce_verdict_out *o) {
  if (!o->verdict_valid)
    return;
  const frame *const f = &c->list[c->judged % ROOM];
  if (c->judged++ >= c->came) {
    nf_tb_check(tb, false, "a verdict without a frame");
    return;
  }
  const bool off = o->cause == NF_NETREDUCE_CAUSE_OFF;
  const unsigned cause = f->asked ? f->answer : off ? NF_NETREDUCE_CAUSE_OFF : f->own;
  nf_tb_check(tb, !off || (c->off > 0 && f->own != NF_NETREDUCE_CAUSE_LONG),
              "a frame of cause %u passes as if the engine was off", f->own);
  nf_tb_check(tb, f->asked || !asks(f), "a frame of cause %u with a connection was not asked for",
              f->own);
  nf_tb_check(tb, o->cause == cause, "cause %u, expected %u", o->cause, cause);
  nf_tb_check(tb, o->verdict == verdict_of(f, cause), "verdict %u with cause %u", o->verdict,
              o->cause);
  if (f->asked && f->own >= NF_NETREDUCE_FIRST_DROPPED)
    nf_tb_cover(tb, "a connection of a frame that would be dropped, while the engine is off");
  c->seen[o->cause]++;
  c->verdicts[o->verdict]++;
  c->out++;
  if (o->verdict == NF_NETREDUCE_VERDICT_PASS)
    c->to_pass += f->beats;
  else
    c->load -= f->beats;
}

// Beats of frames before frame n that pass, or may, and have not left.
static unsigned ahead_of(const port *c, unsigned n) {
  unsigned beats = c->to_pass;
  for (unsigned k = c->judged; k < n; k++) {
    const frame *const f = &c->list[k % ROOM];
    const bool open = f->asked && k >= c->answered;
    beats += open || verdict_of(f, f->asked ? f->answer : f->own) == NF_NETREDUCE_VERDICT_PASS
                 ? f->beats
                 : 0;
  }
  return beats;
}

static void ask(nf_tb *tb, port *c, const nf_netreduce_verdict_out *o,
                nf_netreduce_verdict_in *in) {
  c->waited += c->ours > 0 && c->to_pass > P_PassBeats;
  if (!o->req_valid)
    return;
  in->req_ready = nf_pace_go(tb, &c->grants);
  if (!in->req_ready)
    return;
  // Frames that are not asked for were decided, all before this one.
  unsigned n = c->asked;
  while (n < c->came && memcmp(c->list[n % ROOM].meta, o->req_meta, sizeof o->req_meta) != 0)
    n++;
  const frame *const f = &c->list[n % ROOM];
  nf_tb_check(tb, n < c->came && (asks(f) || (c->off > 0 && f->own != NF_NETREDUCE_CAUSE_LONG)),
              "it asks for a frame that is nobody's");
  nf_tb_check(tb, c->off > 0 || ahead_of(c, n) <= P_PassBeats,
              "frame %u is asked for behind %u beats that pass", n, ahead_of(c, n));
  c->list[n % ROOM].asked = true;
  c->asked = n + 1;
}

static void start(nf_tb *tb, void *ctx) {
  port *const c = ctx;
  c->comes = nf_pace_any(tb);
  c->grants = nf_pace_any(tb);
  c->answers = nf_pace_any(tb);
  c->enters = nf_pace_any(tb);
  c->stores = nf_pace_any(tb);
  c->passes = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->enable = true;
  c->ours = 60;
  c->conns = 50;
}

static void start_switching(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  port *const c = ctx;
  c->off = 30;
  c->grants =
      (nf_pace){.kind = NF_PACE_RANDOM, .percent = 30}; // requests wait while it is switched
}

static void start_slow(nf_tb *tb, void *ctx) {
  port *const c = ctx;
  start(tb, c);
  c->comes.kind = c->grants.kind = c->answers.kind = c->enters.kind = c->stores.kind =
      NF_PACE_ALWAYS;
  c->passes = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 20};
}

static void finish_slow(nf_tb *tb, void *ctx) {
  const port *const c = ctx;
  nf_tb_reach(tb, c->waited > 1000 && c->verdicts[NF_NETREDUCE_VERDICT_TAKE] > 20,
              "%u cycles of waiting, %u taken", c->waited, c->verdicts[NF_NETREDUCE_VERDICT_TAKE]);
}

static void start_others(nf_tb *tb, void *ctx) {
  port *const c = ctx;
  start(tb, ctx);
  c->comes.kind = NF_PACE_ALWAYS;
  c->ours = 0;
  c->brief = true;
  c->conns = 0;
}

// The oldest request that is not answered yet; frames between are decided without one.
static frame *asked_frame(port *c) {
  while (c->answered < c->asked) {
    frame *const f = &c->list[c->answered % ROOM];
    if (f->asked)
      return f;
    c->answered++;
  }
  return NULL;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  port *const c = ctx;
  const nf_netreduce_verdict_out *const o = out;
  nf_netreduce_verdict_in *const in = input;

  judge(tb, c, o);
  if (c->out > 0 && nf_tb_chance(tb, 90)) { // a frame leaves the buffer
    c->out--;
    c->held--;
  }
  in->enable = c->enable;
  if (c->off > 0 && nf_tb_chance(tb, o->req_valid ? 20 : 2))
    c->enable = nf_tb_chance(tb, 100 - c->off);
  if (c->to_pass > 0 && nf_pace_go(tb, &c->passes)) {
    in->passed = true;
    c->to_pass--;
    c->load--;
  }
  if (c->held < P_Frames && nf_pace_go(tb, &c->comes)) {
    frame *const f = &c->list[c->came % ROOM];
    if (c->came == c->made) {
      any_frame(tb, c, f);
      f->beats = beats_of(f);
      c->made++;
    }
    // The buffer, and what is behind it, have room for it.
    if (c->load + f->beats <= P_BufferBeats + P_PassBeats || c->load == 0) {
      in->meta_valid = true;
      memcpy(in->meta, f->meta, sizeof in->meta);
      c->came++;
      c->held++;
      c->load += f->beats;
    }
  }
  // What enters and what is stored was taken, in this order.
  if (c->stored < c->entered) {
    const frame *const f = &c->list[c->takes[c->stored % ROOM] % ROOM];
    nf_tb_check(tb,
                o->store_payload == f->payload && o->store_head == f->head &&
                    o->store_place == f->place && o->store_size == f->size,
                "the note of another packet");
    in->stored = nf_pace_go(tb, &c->stores);
    c->stored += in->stored;
  }
  if (c->entered < c->taken) {
    const frame *const f = &c->list[c->takes[c->entered % ROOM] % ROOM];
    nf_tb_check(tb, o->size == f->size, "size %u, expected %u", o->size, f->size);
    in->entered = nf_pace_go(tb, &c->enters);
    c->entered += in->entered;
  }
  const frame *const f = asked_frame(c);
  if (f != NULL && nf_pace_go(tb, &c->answers)) {
    in->ans_valid = true;
    in->ans_cause = f->answer;
    in->ans_payload = f->payload;
    in->ans_head = f->head;
    in->ans_place = f->place;
    if (f->payload || f->head)
      c->takes[c->taken++ % ROOM] = c->answered;
    c->answered++;
  }
  ask(tb, c, o, in);
  nf_tb_check(tb, c->asked - c->answered < ROOM && c->came - c->judged <= P_Frames + 2,
              "frames wait for ever");
}

static void finish(nf_tb *tb, void *ctx) {
  port *const c = ctx;
  for (unsigned cause = 0; cause < CAUSES; cause++)
    nf_tb_reach(tb, cause == NF_NETREDUCE_CAUSE_OFF || c->seen[cause] > 5, "cause %u came %u times",
                cause, c->seen[cause]);
  for (unsigned v = 0; v < 3; v++)
    nf_tb_reach(tb, c->verdicts[v] > 20, "verdict %u came %u times", v, c->verdicts[v]);
}

static void finish_switching(nf_tb *tb, void *ctx) {
  const port *const c = ctx;
  nf_tb_reach(
      tb, c->seen[NF_NETREDUCE_CAUSE_OFF] > 20 && c->verdicts[NF_NETREDUCE_VERDICT_TAKE] > 20,
      "off %u, taken %u", c->seen[NF_NETREDUCE_CAUSE_OFF], c->verdicts[NF_NETREDUCE_VERDICT_TAKE]);
}

static void finish_others(nf_tb *tb, void *ctx) {
  const port *const c = ctx;
  nf_tb_check(tb, c->judged * 10 > nf_tb_cycle(tb) * 8, "%u verdicts in %llu cycles", c->judged,
              (unsigned long long)nf_tb_cycle(tb));
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 frames of all causes, in their order", 40000, start, drive, finish},
    {"NETREDUCE 4.3 an output that is slow: what is asked for does not wait behind it", 40000,
     start_slow, drive, finish_slow},
    {"NETREDUCE 4.3 the engine is switched on and off", 20000, start_switching, drive,
     finish_switching},
    {"NETREDUCE 4.3.1 Algorithm 2 line 9: what has no connection passes without a lookup", 5000,
     start_others, drive, finish_others},
};

int main(int argc, char **argv) {
  static const nf_netreduce_verdict_cfg cfg = {
      .Frames = P_Frames, .BufferBeats = P_BufferBeats, .PassBeats = P_PassBeats};
  static const nf_tb_bench bench = {.dut = &nf_netreduce_verdict_dut,
                                    .model = NF_TB_MODEL(nf_netreduce_verdict),
                                    .cfg = &cfg,
                                    .ctx_size = sizeof(port),
                                    .scenarios = scenarios,
                                    .count = sizeof scenarios / sizeof scenarios[0],
                                    .unreset = "verdict:verdict_valid cause:verdict_valid size "
                                               "store_payload store_head store_place store_size"};
  return nf_tb_main(argc, argv, &bench);
}
