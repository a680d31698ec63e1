// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is read is written before. Of many places some are used, spread over all of them, the first
// and the last among them.
#include "netreduce/nf_netreduce_store.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_store_dut;

enum { USED = P_Places < 16 ? P_Places : 16, WORDS = NF_NETREDUCE_MAX_WORDS };

typedef struct {
  uint16_t sizes[USED], size; // size, word, head: what has to be at the ports
  nf_netreduce_word words[USED * WORDS], word;
  uint8_t heads[USED][NF_NETREDUCE_HEAD_BYTES], head[NF_NETREDUCE_HEAD_BYTES];
  nf_pace write, read;
  unsigned same_percent; // how often is read what is written
} memory;

static uint16_t place(unsigned n) { return (uint16_t)((uint64_t)n * (P_Places - 1u) / (USED - 1)); }

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  memory *const c = ctx;
  nf_netreduce_store_in *const in = input;
  const nf_netreduce_store_out *const o = out;
  const uint64_t t = nf_tb_cycle(tb);
  const bool filling = t < USED * WORDS;
  nf_tb_check(tb, o->size == c->size, "size %u: expected %u", o->size, c->size);
  nf_tb_check(tb, memcmp(&o->word, &c->word, sizeof c->word) == 0, "word");
  nf_tb_check(tb, memcmp(o->head, c->head, sizeof c->head) == 0, "head");

  const unsigned n = filling ? (unsigned)t / WORDS : (unsigned)nf_tb_below(tb, USED);
  const bool same_size = nf_tb_chance(tb, c->same_percent);
  const bool same_word = nf_tb_chance(tb, c->same_percent);
  const unsigned rs = same_size ? n : (unsigned)nf_tb_below(tb, USED);
  const unsigned rw = same_word ? n : (unsigned)nf_tb_below(tb, USED);
  const unsigned rh = nf_tb_chance(tb, c->same_percent) ? n : (unsigned)nf_tb_below(tb, USED);
  in->place = place(n);
  in->index = (uint8_t)(filling ? t % WORDS : nf_tb_below(tb, WORDS));
  in->size = (uint16_t)nf_tb_below(tb, NF_NETREDUCE_MAX_PAYLOAD + 1);
  for (unsigned k = 0; k < 8; k++)
    in->word.w[k] = nf_tb_rand(tb);
  for (unsigned k = 0; k < sizeof in->head; k++)
    in->head[k] = (uint8_t)nf_tb_rand(tb);
  in->head_we = filling || nf_pace_go(tb, &c->write);
  in->word_we = filling || nf_pace_go(tb, &c->write);
  in->size_we = filling || nf_pace_go(tb, &c->write);
  in->size_place = place(rs);
  in->word_place = place(rw);
  in->word_index = same_word ? in->index : (uint8_t)nf_tb_below(tb, WORDS);
  in->head_place = place(rh);
  in->head_re = !filling && nf_pace_go(tb, &c->read);
  in->size_re = !filling && nf_pace_go(tb, &c->read);
  in->word_re = !filling && nf_pace_go(tb, &c->read);

  if (in->size_re)
    c->size = c->sizes[rs];
  if (in->head_re)
    memcpy(c->head, c->heads[rh], sizeof c->head);
  if (in->word_re)
    c->word = c->words[rw * WORDS + in->word_index];
  if (in->size_re && in->size_we && rs == n)
    nf_tb_cover(tb, "size read while it is written");
  if (in->head_re && in->head_we && rh == n)
    nf_tb_cover(tb, "header read while it is written");
  if (in->word_re && in->word_we && rw == n && in->word_index == in->index)
    nf_tb_cover(tb, "word read while it is written");
  if (in->size_we)
    c->sizes[n] = in->size;
  if (in->head_we)
    memcpy(c->heads[n], in->head, sizeof in->head);
  if (in->word_we)
    c->words[n * WORDS + in->index] = in->word;
}

static void start(nf_tb *tb, void *ctx) {
  memory *const c = ctx;
  c->write = nf_pace_any(tb);
  c->read = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 60};
  c->same_percent = 30;
}

static void start_same(nf_tb *tb, void *ctx) {
  (void)tb;
  ((memory *)ctx)->same_percent = 100; // paces of zeros: always
}

int main(int argc, char **argv) {
  static const nf_netreduce_store_cfg cfg = {.Places = P_Places};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3 random places", 8000, start, drive, NULL},
      {"NETREDUCE 4.3 read while written: the old value", 2000, start_same, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_store_dut,
                             .model = NF_TB_MODEL(nf_netreduce_store),
                             .cfg = &cfg,
                             .ctx_size = sizeof(memory),
                             .scenarios = scenarios,
                             .count = 2,
                             .unreset = "head size word"};
  return nf_tb_main(argc, argv, &bench);
}
