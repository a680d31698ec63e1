// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames of noise, of every size of payload. What has to come out are slices of the frame's bytes.
#include "netreduce/nf_netreduce_separator.h"

#include "nf_frame_kit.h"

#include <string.h>

extern const nf_dut nf_netreduce_separator_dut;

enum {
  HEAD = NF_NETREDUCE_HEAD_BYTES,
  WORD = NF_NETREDUCE_WORD_BYTES,
  MOST = NF_NETREDUCE_MAX_PAYLOAD,
  ICRC = NF_NETREDUCE_ICRC_BYTES,
  LATENCY = 2, // from a frame's last beat to done
  UNDER_WAY = 4
};

typedef struct {
  unsigned size, words; // of the payload; words that have come
  uint64_t due;         // cycle in which it is done; 0: not known yet
  uint8_t bytes[HEAD + MOST + WORD];
} expected;

typedef struct {
  nf_frame frame;
  unsigned beat;
  expected list[UNDER_WAY];
  unsigned begun, done;
  nf_pace pace;
  void (*choose)(nf_tb *, unsigned n, unsigned *size, unsigned *tail);
} stream;

static expected *entry(stream *c, unsigned n) { return &c->list[n % UNDER_WAY]; }

static void look(nf_tb *tb, stream *c, const nf_netreduce_separator_out *o) {
  expected *const e = entry(c, c->done);
  if (o->word_valid) {
    uint8_t word[WORD] = {0};
    const unsigned at = e->words * WORD;
    nf_tb_check(tb, c->done != c->begun && at < e->size && o->word_index == e->words,
                "frame %u: word %u is not due, %u is", c->done, o->word_index, e->words);
    if (at < e->size)
      memcpy(word, e->bytes + HEAD + at, e->size - at < WORD ? e->size - at : WORD);
    nf_tb_check(tb, memcmp(word, o->word.w, WORD) == 0, "frame %u: word %u is another one", c->done,
                e->words);
    e->words++;
  }
  const bool due = c->done != c->begun && e->due != 0 && e->due == nf_tb_cycle(tb);
  nf_tb_check(tb, o->done == due, "frame %u: done %d", c->done, o->done);
  if (!o->done)
    return;
  nf_tb_check(tb, e->words == (e->size + WORD - 1) / WORD, "frame %u: %u words of %u bytes",
              c->done, e->words, e->size);
  nf_tb_check(tb, memcmp(o->head, e->bytes, HEAD) == 0, "frame %u: head", c->done);
  c->done++;
}

static void begin(nf_tb *tb, stream *c) {
  expected *const e = entry(c, c->begun);
  unsigned size, tail;
  c->choose(tb, c->begun, &size, &tail);
  nf_frame_noise(tb, &c->frame, HEAD + size + tail);
  memcpy(e->bytes, c->frame.bytes, HEAD + size);
  e->size = size;
  e->words = 0;
  e->due = 0;
  c->begun++;
  c->beat = 0;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  stream *const c = ctx;
  nf_netreduce_separator_in *const in = input;
  const nf_netreduce_separator_out *const o = out;
  look(tb, c, o);
  // What counts with a beat, or with a first one, is noise otherwise.
  in->size = (uint16_t)nf_tb_below(tb, 2048);
  in->in_last = nf_tb_chance(tb, 50);
  (void)nf_frame_beat(tb, &c->frame, c->beat, &in->in_data);
  if (!nf_pace_go(tb, &c->pace))
    return;
  if (c->begun == 0 || c->beat == nf_frame_beats(&c->frame))
    begin(tb, c);
  expected *const e = entry(c, c->begun - 1);
  (void)nf_frame_beat(tb, &c->frame, c->beat, &in->in_data);
  in->in_valid = true;
  if (c->beat == 0) {
    in->size = (uint16_t)e->size;
    const expected *const before = entry(c, c->done);
    if (before != e && before->words * WORD < before->size)
      nf_tb_cover(tb, "a frame begins before the last word of the one before");
  }
  c->beat++;
  in->in_last = c->beat == nf_frame_beats(&c->frame);
  if (in->in_last)
    e->due = nf_tb_cycle(tb) + LATENCY;
}

// ------------------------------------------------------------------------------ what frames
static void choose_any(nf_tb *tb, unsigned n, unsigned *size, unsigned *tail) {
  (void)n;
  *size = (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 80 : MOST + 1);
  *tail = ICRC + (nf_tb_chance(tb, 30) ? (unsigned)nf_tb_below(tb, 200) : 0);
  if (nf_tb_chance(tb, 1)) // far more than the payload
    *tail = 2000;
}

static void choose_each(nf_tb *tb, unsigned n, unsigned *size, unsigned *tail) {
  (void)tb;
  *size = n % (MOST + 1);
  *tail = ICRC;
}

static void choose_short(nf_tb *tb, unsigned n, unsigned *size, unsigned *tail) {
  (void)n;
  *size = (unsigned)nf_tb_below(tb, 7); // with the ICRC no more than a beat
  *tail = NF_FRAME_BEAT - HEAD - *size;
}

static void start_any(nf_tb *tb, void *ctx) {
  ((stream *)ctx)->pace = nf_pace_any(tb);
  ((stream *)ctx)->choose = choose_any;
}
static void start_each(nf_tb *tb, void *ctx) {
  (void)tb;
  ((stream *)ctx)->pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  ((stream *)ctx)->choose = choose_each;
}
static void start_short(nf_tb *tb, void *ctx) {
  (void)tb;
  ((stream *)ctx)->pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  ((stream *)ctx)->choose = choose_short;
}

static void finish(nf_tb *tb, void *ctx) {
  const stream *const c = ctx;
  nf_tb_reach(tb, c->done > 5 && c->begun - c->done <= 3, "%u frames of %u are done", c->done,
              c->begun);
}

int main(int argc, char **argv) {
  static const nf_netreduce_separator_cfg cfg = {0};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3 random frames", 20000, start_any, drive, finish},
      {"NETREDUCE 4.3 each size of payload, back to back", 10000, start_each, drive, finish},
      {"NETREDUCE 4.3 a frame each cycle", 2000, start_short, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_separator_dut,
                             .model = NF_TB_MODEL(nf_netreduce_separator),
                             .cfg = &cfg,
                             .ctx_size = sizeof(stream),
                             .scenarios = scenarios,
                             .count = 3,
                             .unreset = "head"};
  return nf_tb_main(argc, argv, &bench);
}
