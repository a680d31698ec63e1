// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Partitions at random, rewritten one register at a time. What is sound is worked out packet by
// packet, from a map of the SRAM.
#include "ace/nf_ace_partitions.h"

#include "nf_tb.h"
#include <string.h>

extern const nf_dut nf_ace_partitions_dut;

enum { PARTS = NF_ACE_MAX_PARTITIONS, SHOWS = 3, ADDRESSES = 65536 + 32 * 65536 };

typedef struct {
  uint32_t word[PARTS][3]; // first packet, packets of a slot, slots
  uint64_t last;           // cycle of the last write
  nf_pace pace;
  unsigned left, met, sound;
} partitions;

static unsigned slots(const partitions *c, unsigned p) {
  return c->word[p][2] <= 32 ? c->word[p][2] : 0;
}

// Bit p: partition p is sound.
static uint8_t expected(partitions *c) {
  static uint8_t map[ADDRESSES]; // partitions that hold the packet
  uint8_t bad = 0;
  memset(map, 0, sizeof map);
  for (unsigned p = 0; p < PARTS; p++) {
    const uint32_t size = c->word[p][1] * slots(c, p);
    if (slots(c, p) == 0)
      bad |= (uint8_t)(1u << p);
    if (slots(c, p) != 0 && c->word[p][0] + size > P_Packets) {
      bad |= (uint8_t)(1u << p);
      c->left++;
    }
    for (uint32_t i = 0; i < size; i++) {
      uint8_t *const at = &map[c->word[p][0] + i];
      if (*at != 0) {
        bad |= (uint8_t)(*at | 1u << p);
        c->met++;
      }
      *at |= (uint8_t)(1u << p);
    }
  }
  c->sound += bad != 0xff;
  return (uint8_t)~bad;
}

static void start(nf_tb *tb, void *ctx) {
  partitions *const c = ctx;
  c->pace = nf_pace_any(tb);
}

static void write(nf_tb *tb, partitions *c, nf_ace_partitions_in *in) {
  const unsigned p = (unsigned)nf_tb_below(tb, PARTS), word = (unsigned)nf_tb_below(tb, 4);
  const unsigned most = P_Packets / 8;
  // Mostly such that eight of them can lie side by side, sometimes just before or past the end.
  uint32_t value = (uint32_t)nf_tb_below(tb, 8) * most + (nf_tb_chance(tb, 20) ? 1 : 0);
  if (word == 1)
    value = (uint32_t)nf_tb_below(tb, most / (nf_tb_chance(tb, 80) ? 4 : 1) + 1);
  if (word == 2)
    value = (uint32_t)(nf_tb_chance(tb, 80) ? nf_tb_below(tb, 5) : nf_tb_below(tb, 40));
  if (nf_tb_chance(tb, 3) && word != 2)
    value = (uint32_t)nf_tb_rand(tb) & 0xffff;
  in->cfg_valid = true;
  in->cfg_addr = NF_ACE_CSR_PARTITION + p * 16 + word * 4;
  in->cfg_wdata = value;
  if (word < 3)
    c->word[p][word] = value;
  c->last = nf_tb_cycle(tb);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  partitions *const c = ctx;
  const nf_ace_partitions_out *const o = out;
  nf_ace_partitions_in *const i = in;
  const uint64_t now = nf_tb_cycle(tb);
  if (now == c->last + SHOWS || now % 100 == 99) {
    const uint8_t want = expected(c);
    nf_tb_check(tb, now < c->last + SHOWS || o->sound == want, "sound: %02x, %02x is right",
                o->sound, want);
  }
  if (now % 100 < 90 && nf_pace_go(tb, &c->pace)) {
    write(tb, c, i);
  } else if (nf_tb_chance(tb, 10)) { // other blocks' writes pass by
    i->cfg_valid = true;
    i->cfg_addr = NF_ACE_CSR_PLAN + (uint32_t)nf_tb_below(tb, 128) * 4;
    i->cfg_wdata = (uint32_t)nf_tb_rand(tb);
  }
}

static void finish(nf_tb *tb, void *ctx) {
  const partitions *const c = ctx;
  nf_tb_reach(tb, c->left != 0 && c->met != 0 && c->sound != 0,
              "left the SRAM %u times, met %u times, sound %u times", c->left, c->met, c->sound);
}

// Eight partitions side by side fill the SRAM; one packet more of any, and it is not sound, nor is
// the one that it meets.
static void drive_full(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_ace_partitions_out *const o = out;
  nf_ace_partitions_in *const i = in;
  partitions *const c = ctx;
  const unsigned now = (unsigned)nf_tb_cycle(tb), each = P_Packets / PARTS, slot = each / 2;
  if (now < 3 * PARTS) {
    const unsigned p = now / 3;
    const uint32_t values[3] = {p * each, slot, 2};
    i->cfg_valid = true;
    i->cfg_addr = NF_ACE_CSR_PARTITION + p * 16 + now % 3 * 4;
    i->cfg_wdata = values[now % 3];
    return;
  }
  const unsigned step = (now - 3 * PARTS) / 10, p = step / 2, phase = (now - 3 * PARTS) % 10;
  if (p >= PARTS)
    return;
  if (phase == 5) { // one packet further, and back
    i->cfg_valid = true;
    i->cfg_addr = NF_ACE_CSR_PARTITION + p * 16;
    i->cfg_wdata = p * each + (step % 2 == 0);
  }
  const unsigned other = p + 1 < PARTS ? 1u << (p + 1) : 0;
  if (phase == 4 || phase == 9) {
    const bool moved = (step % 2 == 0) == (phase == 9);
    const uint8_t want = (uint8_t) ~(moved ? 1u << p | other : 0);
    nf_tb_check(tb, o->sound == want, "partition %u %s: sound %02x", p, moved ? "moved" : "back",
                o->sound);
    c->sound++;
  }
}

static void finish_full(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((const partitions *)ctx)->sound == 4 * PARTS, "%u looks",
              ((const partitions *)ctx)->sound);
}

int main(int argc, char **argv) {
  static const nf_ace_partitions_cfg cfg = {.Packets = P_Packets};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.3.1 random partitions", 6000, start, drive, finish},
      {"ACE 4.3.1 random partitions, other paces", 6000, start, drive, finish},
      {"ACE 4.3.1 all of the SRAM, and a packet more", 200, NULL, drive_full, finish_full},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_partitions_dut,
                             .model = NF_TB_MODEL(nf_ace_partitions),
                             .cfg = &cfg,
                             .ctx_size = sizeof(partitions),
                             .scenarios = scenarios,
                             .count = 3};
  return nf_tb_main(argc, argv, &bench);
}
