// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Whole frames are taken apart into header and words; what comes out must be the same bytes, ICRC
// and padding as the frame kit or their publishers have made them.
#include "netreduce/nf_netreduce_combiner.h"
#include "nf_frame_kit.h"

#include <string.h>

extern const nf_dut nf_netreduce_combiner_dut;

enum {
  HEAD = NF_NETREDUCE_HEAD_BYTES,
  BEAT = NF_FRAME_BEAT,
  ROOM = HEAD + NF_NETREDUCE_MAX_PAYLOAD + NF_NETREDUCE_ICRC_BYTES,
  JOBS = 32, // frames under way, at most
  TAG = 0x4e525444
};

typedef struct {
  unsigned payload; // and pad
  unsigned size;    // of the frame
  uint64_t ended;   // cycle of its last word
  uint8_t bytes[ROOM];
} job;

typedef struct {
  nf_frame frame;
  uint8_t payload[NF_NETREDUCE_MAX_PAYLOAD];
  void (*next)(nf_tb *tb, void *ctx); // makes the next frame in `frame`
  nf_pace reserve, head, word, ready;
  // Frames that are reserved, whose header has come, whose words have come, that have left.
  unsigned reserved, headed, worded, left;
  unsigned words, beats; // of the frame that comes, of the one that leaves
  bool rest;             // an idle cycle behind the last word
  job jobs[JOBS];
  unsigned turn, most; // directed
  unsigned gaps, ready_cycles;
  bool flowing;
} context;

static unsigned words_of(const job *j) {
  return j->payload == 0 ? 1 : (j->payload + BEAT - 1) / BEAT;
}

static void reserve(nf_tb *tb, context *c) {
  job *const j = &c->jobs[c->reserved % JOBS];
  c->next(tb, c);
  j->payload = nf_frame_length(&c->frame) - HEAD - NF_NETREDUCE_ICRC_BYTES;
  j->size = c->frame.size;
  memcpy(j->bytes, c->frame.bytes, j->size);
  c->reserved++;
}

// Fits the noise of the ports that are not valid.
static void noise(nf_tb *tb, nf_netreduce_combiner_in *in) {
  for (unsigned i = 0; i < 8; i++)
    in->word.w[i] = nf_tb_rand(tb);
  memcpy(in->head, &in->word, HEAD);
  in->word_last = nf_tb_chance(tb, 50);
}

static void send_word(nf_tb *tb, context *c, nf_netreduce_combiner_in *in) {
  job *const j = &c->jobs[c->worded % JOBS];
  const unsigned at = c->words * BEAT, left = j->payload - at;
  in->word_valid = true;
  memcpy(&in->word, j->bytes + HEAD + at, left < BEAT ? left : BEAT);
  in->word_last = ++c->words == words_of(j);
  if (!in->word_last)
    return;
  j->ended = nf_tb_cycle(tb);
  c->words = 0;
  c->worded++;
  c->rest = true;
}

static void check_beat(nf_tb *tb, context *c, const nf_netreduce_combiner_out *out) {
  const job *const j = &c->jobs[c->left % JOBS];
  const unsigned at = c->beats * BEAT, left = j->size - at, bytes = left < BEAT ? left : BEAT;
  nf_tb_check(tb, c->left < c->worded, "frame %u leaves before it has come", c->left);
  nf_tb_check(tb, out->out_last == (left <= BEAT), "frame %u beat %u: last", c->left, c->beats);
  nf_tb_check(tb, out->out_bytes == bytes, "frame %u beat %u: %u bytes, not %u", c->left, c->beats,
              out->out_bytes, bytes);
  nf_tb_check(tb, memcmp(&out->out_data, j->bytes + at, bytes) == 0, "frame %u beat %u of %u bytes",
              c->left, c->beats, j->size);
  c->beats++;
  if (left > BEAT)
    return;
  nf_tb_cover(tb, j->size == NF_FRAME_SHORTEST ? "padded"
                  : (j->size - 4) % BEAT == 62 ? "ICRC cut"
                  : left == BEAT               ? "full last beat"
                                               : "frame");
  c->beats = 0;
  c->left++;
}

static void drive(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *const c = ctx;
  const nf_netreduce_combiner_out *const out = out_ptr;
  nf_netreduce_combiner_in *const in = in_ptr;
  noise(tb, in);
  // A frame has left its place when its last beat stands at the interface.
  const unsigned places = c->reserved - c->left - (out->out_valid && out->out_last);
  nf_tb_check(tb, out->ready == (places < P_Packets), "%u of %u places taken", places, P_Packets);
  in->out_ready = nf_pace_go(tb, &c->ready);
  if (in->out_ready && out->out_valid)
    check_beat(tb, c, out);
  const bool rest = c->rest;
  c->rest = false;
  if (!rest && (c->words != 0 || c->worded < c->headed) && nf_pace_go(tb, &c->word))
    send_word(tb, c, in);
  if (c->headed < c->reserved && nf_pace_go(tb, &c->head)) {
    const job *const j = &c->jobs[c->headed++ % JOBS];
    in->head_valid = true;
    in->size = (uint16_t)j->payload;
    memcpy(in->head, j->bytes, HEAD);
  }
  if (out->ready && nf_pace_go(tb, &c->reserve)) {
    in->reserve = true;
    reserve(tb, c);
  }
}

// ---------------------------------------------------------------------------- any frames
static unsigned any_size(nf_tb *tb) {
  switch (nf_tb_below(tb, 4)) {
  case 0:
    return 4 * (unsigned)nf_tb_below(tb, 6);
  case 1: // around the words' edges
    return 64 * (unsigned)nf_tb_below(tb, 16) + 4 * (unsigned)nf_tb_below(tb, 4);
  case 2:
    return NF_NETREDUCE_MAX_PAYLOAD - 4 * (unsigned)nf_tb_below(tb, 4);
  default:
    return 4 * (unsigned)nf_tb_below(tb, NF_NETREDUCE_MAX_PAYLOAD / 4 + 1);
  }
}

// A frame with so many bytes of payload and pad.
static void build(nf_tb *tb, context *c, unsigned size) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, TAG, c->payload, 0);
  fields.opcode &= 7;
  if (size < NF_NETREDUCE_NR_BYTES + 4) {
    fields.nr = false;
    fields.opcode = NF_NETREDUCE_OPCODE_SEND_LAST;
  }
  fields.payload_bytes = size - (fields.nr ? NF_NETREDUCE_NR_BYTES : 0);
  for (unsigned i = 0; i < fields.payload_bytes; i++)
    c->payload[i] = (uint8_t)nf_tb_rand(tb);
  if (fields.payload_bytes != 0)
    fields.payload_bytes -= (unsigned)nf_tb_below(tb, 4); // the pad is zeros
  nf_frame_build(&c->frame, &fields);
  nf_tb_check(tb, nf_frame_cause(&c->frame, false, TAG) == NF_NETREDUCE_CAUSE_NONE,
              "a packet for the engine");
}

static void next_any(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  if (nf_tb_chance(tb, 10)) {
    nf_frame_fields fields; // a header that travels alone has no other payload either
    nf_frame_any(tb, &fields, TAG, c->payload, 0);
    nf_frame_build(&c->frame, &fields);
  } else {
    build(tb, c, any_size(tb));
  }
  if (!nf_tb_chance(tb, 20))
    return;
  // Any bytes but those that say how long the frame is.
  const unsigned length = nf_frame_length(&c->frame);
  for (unsigned i = 0; i < length - 4; i++)
    c->frame.bytes[i] = (uint8_t)nf_tb_rand(tb);
  nf_frame_put(&c->frame, 16, 2, length - NF_NETREDUCE_ETH_BYTES);
  const uint32_t crc = nf_frame_icrc(&c->frame, length);
  for (unsigned i = 0; i < 4; i++)
    c->frame.bytes[length - 4 + i] = (uint8_t)(crc >> 8 * i);
}

static void start_random(nf_tb *tb, void *ctx) {
  (void)tb;
  ((context *)ctx)->next = next_any;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (nf_tb_cycle(tb) == 0 || nf_tb_below(tb, 200) == 0) {
    c->reserve = nf_pace_any(tb);
    c->head = nf_pace_any(tb);
    c->word = nf_pace_any(tb);
    c->ready = nf_pace_any(tb);
    if (nf_tb_chance(tb, 20)) // until all is full
      c->ready.kind = NF_PACE_NEVER;
    else if (nf_tb_chance(tb, 20)) // headers wait
      c->word.kind = NF_PACE_NEVER;
  }
  drive(tb, c, out, in);
}

static void finish_random(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->left > nf_tb_cycle(tb) / 100, "%u of %u frames", c->left, c->reserved);
}

// ------------------------------------------------------------------- every size, at full speed
static void next_size(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  build(tb, c, 4 * (c->turn++ % (NF_NETREDUCE_MAX_PAYLOAD / 4 + 1)));
}

static void start_sizes(nf_tb *tb, void *ctx) {
  (void)tb;
  ((context *)ctx)->next = next_size;
}

static void finish_sizes(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->left > 2 * (NF_NETREDUCE_MAX_PAYLOAD / 4 + 1), "%u frames", c->left);
}

// The longest packets: 17 beats every 17 cycles, in and out.
static void next_longest(nf_tb *tb, void *ctx) { build(tb, ctx, NF_NETREDUCE_MAX_PAYLOAD); }

static void start_longest(nf_tb *tb, void *ctx) {
  (void)tb;
  ((context *)ctx)->next = next_longest;
}

static void drive_longest(nf_tb *tb, void *ctx, const void *out_ptr, void *in) {
  context *const c = ctx;
  const nf_netreduce_combiner_out *const out = out_ptr;
  c->flowing |= out->out_valid;
  c->gaps += c->flowing && !out->out_valid;
  drive(tb, c, out, in);
}

static void finish_longest(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  if (P_Packets >= 4)
    nf_tb_check(tb, c->gaps == 0, "%u idle cycles in %u frames", c->gaps, c->left);
  nf_tb_check(tb, c->left > 50, "%u frames", c->left);
}

// Full, then let go: no beat waits for another frame.
static void drive_let_go(nf_tb *tb, void *ctx, const void *out_ptr, void *in) {
  context *const c = ctx;
  const nf_netreduce_combiner_out *const out = out_ptr;
  const bool full = c->worded == c->turn + P_Packets;
  if (full && c->ready_cycles++ == 12) { // all of them are known
    c->flowing = true;
    c->ready.kind = NF_PACE_ALWAYS;
  }
  nf_tb_check(tb, !c->flowing || out->out_valid, "frame %u waits", c->left);
  c->reserve.kind =
      c->flowing || c->reserved == c->turn + P_Packets ? NF_PACE_NEVER : NF_PACE_ALWAYS;
  drive(tb, c, out, in);
  if (c->left == c->turn + P_Packets) {
    c->turn = c->left;
    c->flowing = false;
    c->ready_cycles = 0;
    c->ready.kind = NF_PACE_NEVER;
    nf_tb_cover(tb, "all have left");
  }
}

static void start_let_go(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->next = next_any;
  c->ready.kind = NF_PACE_NEVER;
}

static void finish_let_go(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->turn > 10 * P_Packets, "%u frames", c->turn);
}

// ---------------------------------------------------------------------------- published frames
static void next_published(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  const nf_frame_published *const p = &nf_frames_published[c->turn++ % NF_FRAMES_PUBLISHED];
  c->frame.size = p->size;
  memcpy(c->frame.bytes, p->bytes, p->size);
}

static void start_published(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->next = next_published;
}

// One at a time: it leaves 9 cycles after its last beat was written.
static void drive_published(nf_tb *tb, void *ctx, const void *out_ptr, void *in) {
  context *const c = ctx;
  const nf_netreduce_combiner_out *const out = out_ptr;
  if (out->out_valid && c->beats == 0) {
    const job *const j = &c->jobs[c->left % JOBS];
    const unsigned more = (j->size + BEAT - 1) / BEAT - words_of(j);
    nf_tb_check(tb, nf_tb_cycle(tb) == j->ended + 9 + more, "frame %u after %u cycles", c->left,
                (unsigned)(nf_tb_cycle(tb) - j->ended));
  }
  c->reserve.kind = c->reserved == c->left ? NF_PACE_ALWAYS : NF_PACE_NEVER;
  drive(tb, c, out, in);
}

static void finish_published(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->left > 4 * NF_FRAMES_PUBLISHED, "%u frames", c->left);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 any frames, any paces", 40000, start_random, drive_random, finish_random},
    {"NETREDUCE 4.1 every size", 12000, start_sizes, drive, finish_sizes},
    {"NETREDUCE 4.1 packets of 1 KB at line rate", 2000, start_longest, drive_longest,
     finish_longest},
    {"NETREDUCE 4.3 full, then let go", 12000, start_let_go, drive_let_go, finish_let_go},
    {"NETREDUCE 4.1 published frames", 1000, start_published, drive_published, finish_published},
};

int main(int argc, char **argv) {
  static const nf_netreduce_combiner_cfg cfg = {.Packets = P_Packets};
  const nf_tb_bench bench = {.dut = &nf_netreduce_combiner_dut,
                             .model = NF_TB_MODEL(nf_netreduce_combiner),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
