// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the directed scenarios of the reduction table are written in: start queues packets, finish
// judges the log.
#ifndef NF_REDUCE_SCRIPT_H
#define NF_REDUCE_SCRIPT_H

#include "nf_reduce_kit.h"

enum { PUSH = NF_OPCODE_PUSH_WRITE, BARRIER = NF_OPCODE_BARRIER, RSP = NF_OPCODE_PULL_RSP };

static inline void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_reduce_kit_cycle(tb, ctx, out, in);
}

// A finish judges whole runs only: one that was cut short (--cycles) has not come to its end.
enum { CYCLES = 2000 };
#define FINISH(name)                                                                               \
  static void name##_judge(nf_tb *tb, const nf_reduce_kit *kit);                                   \
  static void name##_finish(nf_tb *tb, void *ctx) {                                                \
    if (nf_tb_cycle(tb) >= CYCLES)                                                                 \
      name##_judge(tb, ctx);                                                                       \
  }                                                                                                \
  static void name##_judge(nf_tb *tb, const nf_reduce_kit *kit)

static inline nf_reduce_kit *begin(void *ctx, unsigned expected) {
  nf_reduce_kit *const kit = ctx;
  nf_reduce_kit_init(kit);
  for (unsigned r = 0; r < NF_MAX_REGIONS; r++)
    kit->base.region_expected[r] = kit->base.region_later[r] = (uint16_t)expected;
  return kit;
}

// n packets of one opcode and length at consecutive blocks from block b on.
static inline void blocks(nf_reduce_kit *kit, unsigned opcode, unsigned b, unsigned n,
                          unsigned len) {
  for (unsigned k = 0; k < n; k++)
    nf_reduce_kit_send(kit, nf_reduce_kit_packet(opcode, (b + k) * 128u, len, 1, b + k));
}

static inline void same(nf_reduce_kit *kit, unsigned opcode, unsigned b, unsigned n, unsigned len) {
  for (unsigned k = 0; k < n; k++)
    blocks(kit, opcode, b, 1, len);
}

static inline void response(nf_reduce_kit *kit, unsigned b, unsigned tag, unsigned len,
                            uint64_t at) {
  nf_reduce_packet p =
      nf_reduce_kit_to(nf_reduce_kit_packet(RSP, b * 128u, len, 1, 100 * tag), 7, tag);
  p.at = at;
  nf_reduce_kit_send(kit, p);
}

// What came out n-th: opcode, count, poisoned?
static inline void expect(nf_tb *tb, const nf_reduce_kit *kit, unsigned n, unsigned opcode,
                          unsigned count, bool poisoned) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, n);
  nf_tb_check(tb, kit->results > n, "packet %u did not come out", n);
  nf_tb_check(tb, nf_hdr_opcode(&p->head) == opcode && nf_hdr_count(&p->head) == count,
              "packet %u: opcode %u, count %u; wanted %u, %u", n, nf_hdr_opcode(&p->head),
              nf_hdr_count(&p->head), opcode, count);
  nf_tb_check(tb, (nf_hdr_flags(&p->head) >> NF_FLAG_POISON & 1) == poisoned, "packet %u: flags %x",
              n, nf_hdr_flags(&p->head));
}

static inline void expect_event(nf_tb *tb, const nf_reduce_kit *kit, unsigned event,
                                uint64_t count) {
  nf_tb_check(tb, kit->events[event] == count, "event %u seen %llu times, not %llu", event,
              (unsigned long long)kit->events[event], (unsigned long long)count);
}

static inline void expect_results(nf_tb *tb, const nf_reduce_kit *kit, uint64_t count) {
  nf_tb_check(tb, kit->results == count, "%llu packets came out, not %llu",
              (unsigned long long)kit->results, (unsigned long long)count);
}

// One flit per cycle but for so many, in which the input waited.
static inline void waited(nf_tb *tb, const nf_reduce_kit *kit, uint64_t waits) {
  nf_tb_check(tb, kit->in_end - kit->in_first == kit->in_flits + waits && kit->in_waits == waits,
              "%llu flits took %llu cycles, the input waited %llu",
              (unsigned long long)kit->in_flits, (unsigned long long)(kit->in_end - kit->in_first),
              (unsigned long long)kit->in_waits);
}

static inline void line_rate(nf_tb *tb, const nf_reduce_kit *kit) { waited(tb, kit, 0); }

// Cycles that n packets of so many flits into one entry, back to back, wait for the sums of the
// ones before: a flit follows the same one of the packet before in len + 1 slots.
static inline uint64_t sum_waits(unsigned n, unsigned len) {
  return len && len + 1 < nf_reduce_kit_apart ? (n - 1) * (nf_reduce_kit_apart - len - 1) : 0;
}

// All flits were of one result, and no cycle was lost but so many.
static inline void paced(nf_tb *tb, const nf_reduce_kit *kit, uint64_t waits) {
  const uint64_t took = nf_reduce_kit_result(kit, 0)->at - kit->in_first;
  nf_tb_check(tb, took == kit->in_flits - 1 + waits + nf_reduce_kit_latency,
              "%llu flits and %llu waits took %llu cycles", (unsigned long long)kit->in_flits,
              (unsigned long long)waits, (unsigned long long)took);
  if (!waits)
    line_rate(tb, kit);
}

#endif
