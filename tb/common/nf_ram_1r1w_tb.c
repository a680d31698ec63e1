// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Every word that is read is written before: RAM contents are undefined before that. Of a deep RAM
// these are words spread over all addresses, the first and the last among them.
#include "common/nf_ram_1r1w.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ram_1r1w_dut;

enum { LIMBS = (P_Width + 63) / 64, USED = P_Depth < 512 ? P_Depth : 512 };

typedef struct {
  uint64_t words[USED][LIMBS];
  uint64_t expected[LIMBS]; // what the read port must show
  bool known;               // a read has been made
  nf_pace write, read;
  unsigned same_percent; // how often the read follows the write's address
} context;

static void random_word(nf_tb *tb, uint64_t *word) {
  for (unsigned i = 0; i < LIMBS; i++)
    word[i] = nf_tb_rand(tb);
  word[LIMBS - 1] &= UINT64_MAX >> (64 * LIMBS - P_Width);
}

static uint32_t address(unsigned word) {
  return (uint32_t)((uint64_t)word * (P_Depth - 1u) / (USED - 1u));
}

// `write` and `read`: which word the addresses of `in` stand for.
static void play(nf_tb *tb, context *c, const nf_ram_1r1w_out *out, const nf_ram_1r1w_in *in,
                 unsigned write, unsigned read) {
  if (c->known) {
    nf_tb_check(tb, memcmp(out->rdata, c->expected, sizeof c->expected) == 0,
                "the read port shows the word that was read last");
  }
  if (in->re) {
    memcpy(c->expected, c->words[read], sizeof c->expected);
    c->known = true;
    if (in->we && write == read)
      nf_tb_cover(tb, "read of the word being written");
  }
  if (in->we)
    memcpy(c->words[write], in->wdata, sizeof c->words[0]);
}

static void start(nf_tb *tb, void *ctx) {
  context *c = ctx;
  c->write = nf_pace_any(tb);
  c->read = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 60};
  c->same_percent = 30;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *c = ctx;
  nf_ram_1r1w_in *in = in_ptr;
  const bool filling = nf_tb_cycle(tb) < USED;
  const unsigned write = (unsigned)(filling ? nf_tb_cycle(tb) : nf_tb_below(tb, USED));
  in->we = filling || nf_pace_go(tb, &c->write);
  in->waddr = address(write);
  random_word(tb, in->wdata);
  in->re = !filling && nf_pace_go(tb, &c->read);
  const unsigned read = nf_tb_chance(tb, c->same_percent) ? write : (unsigned)nf_tb_below(tb, USED);
  in->raddr = address(read);
  play(tb, c, out, in, write, read);
}

static void start_same(nf_tb *tb, void *ctx) {
  (void)tb;
  context *c = ctx;
  c->write.kind = NF_PACE_ALWAYS;
  c->read.kind = NF_PACE_ALWAYS;
  c->same_percent = 100;
}

static void start_hold(nf_tb *tb, void *ctx) {
  (void)tb;
  context *c = ctx;
  c->write.kind = NF_PACE_ALWAYS;
  c->read = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 5};
  c->same_percent = 50;
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-D random reads and writes", 20000, start, drive, NULL},
    {"KLENK IV-D read and write of one word in one cycle: the old word", 2000, start_same, drive,
     NULL},
    {"KLENK IV-D the output holds while nothing is read", 2000, start_hold, drive, NULL},
};

int main(int argc, char **argv) {
  static const nf_ram_1r1w_cfg cfg = {.Width = P_Width, .Depth = P_Depth};
  const nf_tb_bench bench = {.dut = &nf_ram_1r1w_dut,
                             .model = NF_TB_MODEL(nf_ram_1r1w),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0],
                             .unreset = "rdata"};
  return nf_tb_main(argc, argv, &bench);
}
