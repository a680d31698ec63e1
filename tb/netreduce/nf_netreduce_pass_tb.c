// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Beats that carry their number; each must come out once, in order, with its mark and its bytes.
#include "netreduce/nf_netreduce_pass.h"

#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_pass_dut;

typedef struct {
  unsigned in, out; // beats
  nf_pace comes, takes;
  bool full;
} context;

static void beat_of(unsigned n, nf_netreduce_word *data, bool *last, uint8_t *bytes) {
  memset(data, (int)(n * 37 & 255), sizeof *data);
  memcpy(data, &n, sizeof n);
  *last = n % 5 == 0;
  *bytes = (uint8_t)(1 + n % 64);
}

static void cycle(nf_tb *tb, context *c, const nf_netreduce_pass_out *o, nf_netreduce_pass_in *in) {
  nf_netreduce_word data;
  bool last;
  uint8_t bytes;
  if (o->out_valid && in->out_ready) {
    beat_of(c->out, &data, &last, &bytes);
    nf_tb_check(tb,
                c->out < c->in && memcmp(&data, &o->out_data, sizeof data) == 0 &&
                    last == o->out_last && bytes == o->out_bytes,
                "beat %u is another one", c->out);
    c->out++;
  }
  if (in->in_valid) {
    beat_of(c->in, &in->in_data, &in->in_last, &in->in_bytes);
    c->in += o->in_ready;
  }
  c->full = c->full || !o->in_ready;
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->comes = nf_pace_any(tb);
  c->takes = nf_pace_any(tb);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_netreduce_pass_in *const in = input;
  if (nf_tb_below(tb, 200) == 0)
    start(tb, c);
  in->in_valid = nf_pace_go(tb, &c->comes);
  in->out_ready = nf_pace_go(tb, &c->takes);
  cycle(tb, c, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->out > 1000 && c->full, "%u beats came out", c->out);
}

// A beat a cycle goes through, two cycles late. Then the output is paused for ever: Depth beats
// are taken all the same, and the one that is offered outside.
static void drive_paused(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_netreduce_pass_in *const in = input;
  const uint64_t now = nf_tb_cycle(tb);
  in->in_valid = true;
  in->out_ready = now < 100;
  if (now == 100)
    nf_tb_check(tb, c->in == 100 && c->out == 98, "%u beats in, %u out", c->in, c->out);
  cycle(tb, c, out, in);
}

static void finish_paused(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->in - c->out == P_Depth + 1, "%u beats are held", c->in - c->out);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 beats that pass, at any pace", 20000, start, drive, finish},
    {"NETREDUCE 4.3 a beat a cycle, then a pause", 800, NULL, drive_paused, finish_paused},
};

int main(int argc, char **argv) {
  static const nf_netreduce_pass_cfg cfg = {.Depth = P_Depth};
  const nf_tb_bench bench = {&nf_netreduce_pass_dut,
                             NF_TB_MODEL(nf_netreduce_pass),
                             &cfg,
                             sizeof(context),
                             scenarios,
                             sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
