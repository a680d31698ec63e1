/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * What a scenario uses while it drives: random numbers, pacing, checks, coverage points.
 */
#include "nf_tb_int.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* A counter hashed by two multiply-xorshift rounds (the splitmix64 generator). */
static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

uint64_t nf_tb_seed(uint64_t base, const char *name) {
  uint64_t seed = base;
  for (; *name; ++name) {
    seed ^= (unsigned char)*name;
    seed = next_random(&seed);
  }
  return seed;
}

uint64_t nf_tb_rand(nf_tb *tb) { return next_random(&tb->random); }

uint64_t nf_tb_below(nf_tb *tb, uint64_t n) { return n ? nf_tb_rand(tb) % n : 0; }

bool nf_tb_chance(nf_tb *tb, unsigned percent) { return nf_tb_below(tb, 100) < percent; }

uint64_t nf_tb_cycle(const nf_tb *tb) { return tb->cycle; }

void nf_tb_end(nf_tb *tb) { tb->ended = true; }

void nf_tb_await(nf_tb *tb, bool there) { tb->awaits |= !there && tb->more != 0; }

void nf_tb_fail(nf_tb *tb) {
  if (tb->result.failures++ == 0)
    tb->result.first_bad = tb->clock;
}

bool nf_tb_may_print(nf_tb *tb) { return tb->options->log && tb->lines++ < NF_TB_MAX_LINES; }

static void check(nf_tb *tb, bool ok, const char *format, va_list args) {
  ++tb->result.checks;
  if (ok)
    return;
  nf_tb_fail(tb);
  if (!nf_tb_may_print(tb))
    return;
  fprintf(tb->options->log, "# %8" PRIu64 "  check: ", tb->clock);
  vfprintf(tb->options->log, format, args);
  fputc('\n', tb->options->log);
}

void nf_tb_check(nf_tb *tb, bool ok, const char *format, ...) {
  va_list args;
  va_start(args, format);
  check(tb, ok, format, args);
  va_end(args);
}

void nf_tb_reach(nf_tb *tb, bool there, const char *format, ...) {
  nf_tb_await(tb, there);
  va_list args;
  va_start(args, format);
  check(tb, there, format, args);
  va_end(args);
}

void nf_tb_cover(nf_tb *tb, const char *point) {
  for (size_t k = 0; k < tb->cover_count; ++k) {
    if (tb->cover[k].point == point || strcmp(tb->cover[k].point, point) == 0) {
      ++tb->cover[k].hits;
      return;
    }
  }
  if (tb->cover_count < NF_TB_MAX_COVER) {
    tb->cover[tb->cover_count].point = point;
    tb->cover[tb->cover_count++].hits = 1;
  }
}

bool nf_pace_go(nf_tb *tb, nf_pace *pace) {
  switch (pace->kind) {
  case NF_PACE_ALWAYS:
    return true;
  case NF_PACE_RANDOM:
    return nf_tb_chance(tb, pace->percent);
  case NF_PACE_BURST:
    if (pace->left == 0) {
      pace->left = 1 + (unsigned)nf_tb_below(tb, pace->burst);
      pace->on = nf_tb_chance(tb, pace->percent ? pace->percent : 50);
    }
    --pace->left;
    return pace->on;
  default:
    return false;
  }
}

nf_pace nf_pace_any(nf_tb *tb) {
  nf_pace pace = {.kind = (unsigned)nf_tb_below(tb, NF_PACE_NEVER)};
  pace.percent = 10 + (unsigned)nf_tb_below(tb, 81);
  pace.burst = 2 + (unsigned)nf_tb_below(tb, 31);
  return pace;
}
