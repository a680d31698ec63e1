// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reference walks round the requesters one by one.
#include "common/nf_rr_arb.h"
#include "nf_tb.h"

extern const nf_dut nf_rr_arb_dut;

static const nf_rr_arb_cfg cfg = {.Requests = P_Requests};

static void eval(const nf_rr_arb_in *in, nf_rr_arb_out *out) { nf_rr_arb_eval(&cfg, in, out); }

typedef struct {
  bool asked;                  // the outputs answer the inputs below
  uint64_t req;                // inputs of the cycle before
  unsigned last;               // likewise
  unsigned grants[P_Requests]; // how often each requester was served
  unsigned density;            // percent of requests set
} context;

static void check(nf_tb *tb, const context *c, const nf_rr_arb_out *out) {
  unsigned expected = P_Requests;
  for (unsigned i = 1; i <= P_Requests && expected == P_Requests; i++) {
    unsigned candidate = c->last >= P_Requests ? i - 1 : (c->last + i) % P_Requests;
    if ((c->req >> candidate & 1) != 0)
      expected = candidate;
  }
  if (expected == P_Requests) {
    nf_tb_cover(tb, "no request");
    nf_tb_check(tb, !out->grant_valid && out->grant_index == 0 && out->grant_onehot == 0,
                "no request, no grant");
    return;
  }
  if (c->last >= P_Requests)
    nf_tb_cover(tb, "last grant past the requesters");
  else if (expected == c->last)
    nf_tb_cover(tb, "the same requester again");
  else if (expected < c->last)
    nf_tb_cover(tb, "the search wraps");
  nf_tb_check(
      tb, out->grant_valid && out->grant_index == expected && out->grant_onehot == 1ull << expected,
      "the first request after %u is %u", c->last, expected);
}

static uint64_t random_requests(nf_tb *tb, unsigned density) {
  uint64_t req = 0;
  for (unsigned i = 0; i < P_Requests; i++)
    req |= (uint64_t)nf_tb_chance(tb, density) << i;
  return req;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *c = ctx;
  nf_rr_arb_in *in = in_ptr;
  if (c->asked)
    check(tb, c, out);
  if (nf_tb_chance(tb, 5))
    c->density = (unsigned)nf_tb_below(tb, 101);
  // every value that the index can hold, also those that name nobody
  unsigned values = 1;
  while (values < P_Requests)
    values *= 2;
  c->req = in->req = random_requests(tb, c->density);
  c->last = (unsigned)nf_tb_below(tb, values);
  in->last = (uint8_t)c->last;
  c->asked = true;
}

// The caller's loop: the grant becomes the last grant.
static void drive_loop(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_rr_arb_out *out = out_ptr;
  nf_rr_arb_in *in = in_ptr;
  if (c->asked) {
    check(tb, c, out);
    if (out->grant_valid) {
      c->last = out->grant_index;
      c->grants[out->grant_index]++;
    }
  }
  c->req = in->req = UINT64_MAX >> (64 - P_Requests);
  in->last = (uint8_t)c->last;
  c->asked = true;
}

static void finish_loop(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  unsigned low = c->grants[0], high = c->grants[0];
  for (unsigned i = 1; i < P_Requests; i++) {
    if (c->grants[i] < low)
      low = c->grants[i];
    if (c->grants[i] > high)
      high = c->grants[i];
  }
  nf_tb_check(tb, low > 0 && high - low <= 1, "all are served equally often (%u..%u)", low, high);
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-A any requests, any last grant", 20000, NULL, drive, NULL},
    {"KLENK IV-A all ask all the time: equal shares", 1000, NULL, drive_loop, finish_loop},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {
      .dut = &nf_rr_arb_dut,
      .model = {.eval = (nf_tb_fn)eval},
      .cfg = NULL,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
