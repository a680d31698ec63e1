// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The parts of sim/ that need no switch: .npy files, the exact sum, numbers with units, tables of
// options.
#define _POSIX_C_SOURCE 200809L
#include "common/nf_defs.h"
#include "sim/cli/cli.h"
#include "sim/cli/options.h"
#include "sim/common/npy.h"
#include "sim/common/reference.h"
#include "sim/common/rng.h"
#include "sim/common/timeout.h"
#include "sim/test/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/netfold_test_XXXXXX";

static int set_up(void **state) { return mkdtemp(folder) ? 0 : -1; }

static int tear_down(void **state) { return rmdir(folder); }

static const char *path(void) {
  static char text[64];
  snprintf(text, sizeof text, "%s/a.npy", folder);
  return text;
}

// ---------------------------------------------------------------------------------- .npy
static void test_npy_round_trip(void **state) {
  nf_rng rng = {7};
  for (unsigned dims = 0; dims <= 4; dims++)
    for (nf_npy_kind kind = NF_NPY_F32; kind <= NF_NPY_U16; kind++) {
      nf_npy a = {.kind = kind, .dims = dims, .count = 1}, b;
      for (unsigned i = 0; i < dims; i++)
        a.count *= a.shape[i] = 1 + nf_rng_below(&rng, 9);
      size_t bytes = nf_npy_bytes(&a);
      a.data = malloc(bytes);
      for (size_t i = 0; i < bytes; i++)
        ((uint8_t *)a.data)[i] = (uint8_t)nf_rng_next(&rng);
      FILE *f = fopen(path(), "wb");
      assert_true(nf_npy_write(f, &a, a.data));
      fclose(f);
      nf_err e = {0};
      assert_int_equal(nf_npy_read(&b, path(), &e), NF_EXIT_OK);
      assert_int_equal(b.kind, kind);
      assert_int_equal(b.dims, dims);
      assert_memory_equal(b.shape, a.shape, dims * sizeof a.shape[0]);
      assert_memory_equal(b.data, a.data, bytes);
      nf_npy_free(&a);
      nf_npy_free(&b);
      unlink(path());
    }
}

// Writes a .npy file with this header text and so many bytes of data.
static void write_raw(unsigned version, const char *dict, size_t bytes) {
  FILE *f = fopen(path(), "wb");
  size_t length = strlen(dict);
  fwrite("\x93NUMPY", 1, 6, f);
  fputc((int)version, f);
  fputc(0, f);
  fputc((int)(length & 0xff), f);
  fputc((int)(length >> 8), f);
  if (version > 1)
    fwrite("\0\0", 1, 2, f);
  fputs(dict, f);
  for (size_t i = 0; i < bytes; i++)
    fputc(1, f);
  fclose(f);
}

static void test_npy_refuses(void **state) {
  static const struct {
    unsigned version;
    const char *dict;
    size_t bytes;
    const char *says;
  } bad[] = {
      {1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 16, "'<f8'"},
      {1, "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }", 8, "'>f4'"},
      {1, "{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", 2, "'|b1'"},
      {1, "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,), }", 8, "records"},
      {1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }", 16, "Fortran"},
      {1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", 8, "truncated"},
      {1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", 8, "too long"},
      {1, "{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }", 0, "no element"},
      {1, "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", 8, "'shape'"},
      {1, "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 4), }", 8,
       "larger than memory"},
      {1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2", 0, "'shape'"},
      {1, "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,), }", 8, "'fortran_order'"},
      {1, "{'descr': '<f4", 0, "'descr'"},
      {1, "{}", 0, "'descr'"},
      {4, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 8, "version"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    nf_npy a;
    nf_err e = {0};
    write_raw(bad[i].version, bad[i].dict, bad[i].bytes);
    assert_int_equal(nf_npy_read(&a, path(), &e), NF_EXIT_BAD_INPUT);
    assert_non_null(strstr(e.text, bad[i].says));
    assert_non_null(strstr(e.text, path()));
    assert_null(strchr(e.text, '\n'));
  }
  // Versions 2 and 3 have a longer length field.
  for (unsigned version = 2; version <= 3; version++) {
    nf_npy a;
    nf_err e = {0};
    write_raw(version, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", 8);
    assert_int_equal(nf_npy_read(&a, path(), &e), NF_EXIT_OK);
    assert_int_equal(a.kind, NF_NPY_S32);
    nf_npy_free(&a);
  }
  unlink(path());
}

// ---------------------------------------------------------------------------------- exact sum
// Values whose exponents lie close together fit a 128-bit sum: unit 2^(low - 150).
static uint32_t round_wide(__int128 sum, unsigned low) {
  uint32_t sign = sum < 0 ? 0x80000000u : 0;
  unsigned __int128 m = sum < 0 ? -(unsigned __int128)sum : (unsigned __int128)sum;
  if (m == 0)
    return 0;
  unsigned shift = 0;
  while (m >> shift >= 1u << 24)
    shift++;
  unsigned __int128 rest = m & (((unsigned __int128)1 << shift) - 1), kept = m >> shift;
  unsigned __int128 half = shift ? (unsigned __int128)1 << (shift - 1) : 0;
  if (shift && (rest > half || (rest == half && (kept & 1))))
    kept++;
  while (kept < 1u << 23) { // only exact sums are that short, and no value here is subnormal
    kept <<= 1;
    low--;
  }
  return sign | (uint32_t)(((uint64_t)(low + shift - 1) << 23) + (uint64_t)kept);
}

static void test_exact_against_wide_integers(void **state) {
  nf_rng rng = {11};
  for (int t = 0; t < 200000; t++) {
    unsigned n = 1 + nf_rng_below(&rng, 16), low = 60 + nf_rng_below(&rng, 80);
    unsigned spread = 1 + nf_rng_below(&rng, 90);
    __int128 sum = 0;
    nf_reference_sum x;
    nf_reference_init(&x);
    bool plus_zero = false;
    for (unsigned i = 0; i < n; i++) {
      unsigned d = nf_rng_below(&rng, spread);
      uint32_t m = (uint32_t)nf_rng_next(&rng), f = (m & 0x807fffffu) | (low + d) << 23;
      if (nf_rng_below(&rng, 4) == 0 && i) // cancellation
        f = 0x80000000u ^ f;
      __int128 v = (__int128)((f & 0x7fffff) | 0x800000) << d;
      sum += f >> 31 ? -v : v;
      plus_zero = true;
      nf_reference_add(&x, f);
    }
    assert_true(plus_zero);
    assert_int_equal(nf_reference_round(&x, NF_REFERENCE_F32, 0), round_wide(sum, low));
  }
}

static uint32_t add_all(const uint32_t *v, size_t n) {
  return nf_reference_reduce(NF_RED_OP_ADD, NF_DTYPE_F32, v, n);
}

static void test_exact_corners(void **state) {
  enum { ONE = 0x3f800000, INF = 0x7f800000, MAX = 0x7f7fffff, NAN_ = 0x7fc00000 };
  const uint32_t minus = 0x80000000u;
  assert_int_equal(add_all((uint32_t[]){ONE, ONE | minus}, 2), 0);
  assert_int_equal(add_all((uint32_t[]){minus, minus}, 2), minus);
  assert_int_equal(add_all((uint32_t[]){minus, 0}, 2), 0);
  assert_int_equal(add_all((uint32_t[]){1, 1, 1}, 3), 3);                 // subnormal
  assert_int_equal(add_all((uint32_t[]){0x007fffff, 1}, 2), 0x00800000);  // to normal
  assert_int_equal(add_all((uint32_t[]){MAX, MAX}, 2), INF);              // overflow
  assert_int_equal(add_all((uint32_t[]){MAX, MAX, MAX | minus}, 3), MAX); // and back
  assert_int_equal(add_all((uint32_t[]){MAX, 0x72ffffff}, 2), MAX);       // below the half
  assert_int_equal(add_all((uint32_t[]){MAX, 0x73000000}, 2), INF);       // the half
  assert_int_equal(add_all((uint32_t[]){MAX | minus, 0xf3000000}, 2), INF | minus);
  assert_int_equal(add_all((uint32_t[]){INF, ONE}, 2), INF);
  assert_int_equal(add_all((uint32_t[]){INF, INF | minus}, 2), NAN_);
  assert_int_equal(add_all((uint32_t[]){0xffc12345, ONE}, 2), NAN_);
  assert_int_equal(add_all((uint32_t[]){ONE, 0x33800000}, 2), ONE);               // tie to even
  assert_int_equal(add_all((uint32_t[]){ONE | 1, 0x33800000}, 2), ONE | 2);       // tie to even
  assert_int_equal(add_all((uint32_t[]){ONE, 0x33800000, 1}, 3), ONE | 1);        // sticky
  assert_int_equal(add_all((uint32_t[]){0x3fffffff, 0x33800000}, 2), 0x40000000); // carry
}

static void test_exact_reductions(void **state) {
  const uint32_t v[] = {0xfffffffe, 3, 0x80000000};
  const struct {
    uint8_t op, dtype;
    uint32_t want;
  } cases[] = {
      {NF_RED_OP_ADD, NF_DTYPE_U32, 0x80000001}, {NF_RED_OP_ADD, NF_DTYPE_S32, 0x80000001},
      {NF_RED_OP_MIN, NF_DTYPE_U32, 3},          {NF_RED_OP_MIN, NF_DTYPE_S32, 0x80000000},
      {NF_RED_OP_MAX, NF_DTYPE_U32, 0xfffffffe}, {NF_RED_OP_MAX, NF_DTYPE_S32, 3},
      {NF_RED_OP_AND, NF_DTYPE_U32, 0},          {NF_RED_OP_OR, NF_DTYPE_U32, 0xffffffff},
      {NF_RED_OP_XOR, NF_DTYPE_S32, 0x7ffffffd},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    assert_int_equal(nf_reference_reduce(cases[i].op, cases[i].dtype, v, 3), cases[i].want);
  const uint32_t nan_first[] = {0x7fa00000, 0x3f800000, 0x7fc00000}, zeros[] = {0, 0x80000000};
  assert_int_equal(nf_reference_reduce(NF_RED_OP_MIN, NF_DTYPE_F32, nan_first, 3), 0x3f800000);
  assert_int_equal(nf_reference_reduce(NF_RED_OP_MIN, NF_DTYPE_F32, zeros, 2), 0x80000000);
  assert_int_equal(nf_reference_reduce(NF_RED_OP_MAX, NF_DTYPE_F32, zeros, 2), 0);
}

// Every code of a 16-bit format is a number of binary32 that rounds back to it, and between two
// neighbours it rounds to the nearer one, half way to the even one.
static void test_reference_halves(void **state) {
  static const struct {
    nf_reference_format format;
    uint32_t infinity, nan;
  } formats[] = {{NF_REFERENCE_F16, 0x7c00, 0x7e00}, {NF_REFERENCE_BF16, 0x7f80, 0x7fc0}};
  for (size_t k = 0; k < 2; k++)
    for (uint32_t code = 0; code < 0x10000; code++) {
      const uint32_t size = code & 0x7fff;
      const nf_reference_format format = formats[k].format;
      nf_reference_sum x, twice;
      nf_reference_init(&x);
      nf_reference_add(&x, nf_reference_widen(format, code));
      assert_int_equal(nf_reference_round(&x, format, 0),
                       size > formats[k].infinity ? formats[k].nan : code);
      if (size >= formats[k].infinity)
        continue;
      // Half the sum with the neighbour lies half way, or, rounded, at the infinite one.
      twice = x;
      nf_reference_add(
          &twice, nf_reference_widen(format, size + 1 == formats[k].infinity ? code : code + 1));
      uint32_t even = size + 1 == formats[k].infinity || code % 2 == 0 ? code : code + 1;
      assert_int_equal(nf_reference_round(&twice, format, 1), even);
    }
}

static void test_reference_saturates(void **state) {
  const uint32_t up[] = {0x7fffffff, 1}, down[] = {0x80000000, 0xffffffff};
  const uint32_t mixed[] = {0x7fffffff, 1, 0xffffffff};
  assert_int_equal(nf_reference_reduce(NF_RED_OP_ADD, NF_DTYPE_S32SAT, up, 2), 0x7fffffff);
  assert_int_equal(nf_reference_reduce(NF_RED_OP_ADD, NF_DTYPE_FIX32, down, 2), 0x80000000);
  assert_int_equal(nf_reference_reduce(NF_RED_OP_ADD, NF_DTYPE_U32SAT, down, 2), 0xffffffff);
  assert_int_equal(nf_reference_compare(NF_RED_OP_ADD, NF_DTYPE_S32SAT, up, 2), NF_REFERENCE_EQUAL);
  assert_int_equal(nf_reference_compare(NF_RED_OP_ADD, NF_DTYPE_S32SAT, mixed, 3),
                   NF_REFERENCE_ORDERED);
  assert_int_equal(nf_reference_compare(NF_RED_OP_ADD, NF_DTYPE_F16, mixed, 3),
                   NF_REFERENCE_ROUNDED);
  assert_int_equal(nf_reference_compare(NF_RED_OP_ADD, NF_DTYPE_F16X, mixed, 3),
                   NF_REFERENCE_EQUAL);
  assert_int_equal(nf_reference_compare(NF_RED_OP_MIN, NF_DTYPE_F16, mixed, 3), NF_REFERENCE_EQUAL);
}

static bool within(uint8_t op, uint8_t dtype, uint32_t word, const uint32_t *v, size_t n) {
  nf_reference_error worst = {0, 0};
  const bool right = nf_reference_measure(op, dtype, word, v, n, &worst);
  assert_int_equal(right, worst.units <= worst.bound);
  return right;
}

static void test_bound(void **state) {
  uint32_t v[16];
  for (unsigned i = 0; i < 16; i++)
    v[i] = 0x3f800000 + i;
  uint32_t sum = nf_reference_reduce(NF_RED_OP_ADD, NF_DTYPE_F32, v, 16);
  assert_true(within(NF_RED_OP_ADD, NF_DTYPE_F32, sum, v, 16));
  assert_true(within(NF_RED_OP_ADD, NF_DTYPE_F32, sum + 7, v, 16));
  assert_false(within(NF_RED_OP_ADD, NF_DTYPE_F32, sum + 20, v, 16));
  // 16 halves of 1 + i * 2^-10: in binary32 the sum is exact and rounds by less than a unit.
  uint32_t h[16];
  for (unsigned i = 0; i < 16; i++)
    h[i] = (0x3c00 + i) << 16 | 0x3c00;
  sum = nf_reference_reduce(NF_RED_OP_ADD, NF_DTYPE_F16_F32, h, 16);
  assert_int_equal(sum & 0xffff, 0x4c00);
  assert_true(within(NF_RED_OP_ADD, NF_DTYPE_F16_F32, sum, h, 16));
  assert_false(within(NF_RED_OP_ADD, NF_DTYPE_F16_F32, sum + 1, h, 16));
  assert_true(within(NF_RED_OP_ADD, NF_DTYPE_F16, sum + 1, h, 16));
  assert_false(within(NF_RED_OP_ADD, NF_DTYPE_F16, sum + 20, h, 16));
  assert_true(within(NF_RED_OP_AVG, NF_DTYPE_F16_F32,
                     nf_reference_reduce(NF_RED_OP_AVG, NF_DTYPE_F16_F32, h, 16), h, 16));
  // Of 1 + 2^-24 the second word is lost: one unit of 2^-24 times the sum of magnitudes, one
  // allowed.
  const uint32_t two[2] = {0x3f800000, 0x33800000};
  nf_reference_error e = {0, 0};
  assert_true(nf_reference_measure(NF_RED_OP_ADD, NF_DTYPE_F32, 0x3f800000, two, 2, &e));
  assert_true(e.units > 0.999 && e.units <= 1 && e.bound == 1);
  // They cancel but for a part in 2^23, and the sum is wrong by that part: the same, not more.
  const uint32_t cancel[2] = {0x3f800001, 0xbf800000};
  e = (nf_reference_error){0, 0};
  assert_true(nf_reference_measure(NF_RED_OP_ADD, NF_DTYPE_F32, 0, cancel, 2, &e));
  assert_true(e.units > 0.999 && e.units < 1);
  assert_false(nf_reference_measure(NF_RED_OP_ADD, NF_DTYPE_F32, 0x34800001, cancel, 2, &e));
  sum = nf_reference_reduce(NF_RED_OP_ADD, NF_DTYPE_F32, v, 16);
  // A contribution that is lost is further off than rounding explains.
  assert_false(within(NF_RED_OP_ADD, NF_DTYPE_F32, nf_reference_reduce(0, 0, v, 15), v, 16));
}

// ---------------------------------------------------------------------------------- units
static void test_units(void **state) {
  enum { SIZE, TIME, RATE, NONE = -1 }; // times in cycles of 640 ps, rates in Gb/s
  static const struct {
    int kind;
    const char *text;
    long long want;
  } cases[] = {{SIZE, "0", 0},          {SIZE, "4096", 4096},     {SIZE, "0x40", 64},
               {SIZE, "64K", 65536},    {SIZE, "1M", 1 << 20},    {SIZE, "2G", 2ll << 30},
               {SIZE, "100k", 100000},  {SIZE, "1.5K", 1536},     {SIZE, "4KiB", 4096},
               {SIZE, "3MiB", 3 << 20}, {SIZE, "7B", 7},          {SIZE, "1kB", 1000},
               {SIZE, "0.3K", NONE},    {SIZE, "1m", NONE},       {SIZE, "K", NONE},
               {SIZE, "1KK", NONE},     {SIZE, "1 K", NONE},      {SIZE, "-1K", NONE},
               {SIZE, "1e3", NONE},     {SIZE, "9e9G", NONE},     {SIZE, "99999999999G", NONE},
               {SIZE, "1.", NONE},      {SIZE, "", NONE},         {TIME, "100", 100},
               {TIME, "10us", 15625},   {TIME, "640ps", 1},       {TIME, "0.64ns", 1},
               {TIME, "1ms", 1562500},  {TIME, "1s", 1562500000}, {TIME, "1.28ns", 2},
               {TIME, "1ns", 2},        {TIME, "0us", 0},         {TIME, "100ps", NONE},
               {TIME, "10u", NONE},     {TIME, "10K", NONE},      {RATE, "100", 100},
               {RATE, "100Gb/s", 100},  {RATE, "12.5GB/s", 100},  {RATE, "25GB/s", 200},
               {RATE, "10000Mb/s", 10}, {RATE, "1.5Gb/s", NONE},  {RATE, "25GB", NONE},
               {RATE, "25gb/s", NONE}};
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    uint64_t v = 0;
    const char *text = cases[i].text;
    const char *rest = cases[i].kind == SIZE   ? nf_cli_size_number(text, &v)
                       : cases[i].kind == TIME ? nf_cli_time_number(text, 640, &v)
                                               : nf_cli_rate_number(text, 1000000000, &v);
    const long long got = rest && *rest == 0 ? (long long)v : NONE;
    if (got != cases[i].want)
      print_message("%s is %lld, not %lld\n", text, got, cases[i].want);
    assert_int_equal(got, cases[i].want);
  }
  // What a refusal says, and that what follows a number is left to the caller.
  nf_err e = {0};
  nf_cli_size("bytes", "1m", 4, 4096, "the bytes", &e);
  assert_non_null(strstr(e.text, "--bytes 1m: the bytes must be 4..4096; bytes, or with K, M, G"));
  uint64_t base;
  assert_string_equal(nf_cli_size_number("1K:128", &base), ":128");
}

// ---------------------------------------------------------------------------------- timeouts
// A timeout is never shorter than asked for, and longer by less than one tick in 127.
static void test_timeouts(void **state) {
  assert_int_equal(nf_timeout_register(0), 0);
  // 64 waves of 64 blocks on six links, ten flits each; a link of 217 cycles; a memory of 180.
  assert_int_equal(nf_timeout_of_push(683, 217, 180), 6830 + 996 + 360);
  assert_int_equal(nf_timeout_of_push(UINT64_MAX / 16, 217, 180), NF_TIMEOUT_MOST);
  assert_int_equal(nf_timeout_register(1024), 16);
  assert_int_equal(nf_timeout_register(255 * 64), 255);
  assert_int_equal(nf_timeout_register(256 * 64), 0x100 | 128);
  assert_int_equal(nf_timeout_register(NF_TIMEOUT_MOST), 0xfff);
  for (uint64_t cycles = 64; cycles <= NF_TIMEOUT_MOST; cycles += cycles / 7 + 1) {
    const uint64_t got = nf_timeout_cycles(nf_timeout_register(cycles));
    assert_true(nf_timeout_register(cycles) <= 0xfff);
    assert_true(got >= cycles && (got - cycles) * 127 < cycles + 64 * 127);
  }
  // Patience outlasts what may end the silence.
  assert_int_equal(nf_timeout_patience(20000, 16), 20000);
  assert_int_equal(nf_timeout_patience(20000, 0x2ff), 20000 + 4 * 16320);
}

// ---------------------------------------------------------------------------------- options
typedef struct {
  uint8_t small;
  uint32_t whole;
  uint64_t large;
  int64_t time;
  double share;
  bool flag, given;
  const char *text;
} fields;

#define ROW_OF(kind_of, field)                                                                     \
  .name = #field, .value = "X", .kind = kind_of, NF_FIELD(fields, field)

static const nf_option Ring = {.name = "ring",
                               .value = "N",
                               .kind = NF_OPTION_NUMBER,
                               .high = 15,
                               .what = "the ring",
                               .note = "(default 0)"};
static const nf_option Rows[] = {
    {.heading = "Values:"},
    {ROW_OF(NF_OPTION_CHOICE, small), .words = nf_engine_words, .high = 2},
    {ROW_OF(NF_OPTION_SIZE, whole), .low = 16, .high = 4096, .multiple = 16, .what = "bytes"},
    {ROW_OF(NF_OPTION_NUMBER, large), .low = 2, .high = 64, .power = true, .what = "words"},
    {ROW_OF(NF_OPTION_TIME, time), .high = 1000, .unit = 1000, .scale = 1000, .what = "ns"},
    {ROW_OF(NF_OPTION_SHARE, share), .most = 0.5},
    {.name = "flag", .kind = NF_OPTION_FLAG, NF_FIELD(fields, flag)},
    {ROW_OF(NF_OPTION_TEXT, text)},
    {.of = &Ring, NF_FIELD(fields, large), NF_GIVEN(fields, given), .note = ", of four"},
    {.name = "old", .value = "X", .now = "whole"},
    {0}};

static int read_rows(fields *f, const char *option, const char *value, nf_err *e) {
  char program[] = "test", name[32], text[32];
  char *argv[] = {program, name, text, NULL};
  snprintf(name, sizeof name, "--%s", option);
  snprintf(text, sizeof text, "%s", value ? value : "");
  *e = (nf_err){0};
  // What is not named must stay as it was.
  memset(f, 0x5a, sizeof *f);
  f->flag = f->given = false;
  return nf_options_read(Rows, "", f, value ? 3 : 2, argv, e);
}

static void test_options(void **state) {
  fields f;
  nf_err e;
  assert_int_equal(read_rows(&f, "small", "rtl", &e), NF_EXIT_OK);
  assert_int_equal(f.small, 1);
  assert_int_equal(f.whole, 0x5a5a5a5a);
  assert_int_equal(read_rows(&f, "whole", "1K", &e), NF_EXIT_OK);
  assert_int_equal(f.whole, 1024);
  assert_int_equal(f.large, 0x5a5a5a5a5a5a5a5a);
  assert_int_equal(read_rows(&f, "large", "32", &e), NF_EXIT_OK);
  assert_int_equal(f.large, 32);
  assert_false(f.given);
  assert_int_equal(read_rows(&f, "time", "0.5us", &e), NF_EXIT_OK);
  assert_int_equal(f.time, 500000); // picoseconds of nanoseconds
  assert_int_equal(read_rows(&f, "share", "0.25", &e), NF_EXIT_OK);
  assert_true(f.share > 0.2499 && f.share < 0.2501);
  assert_int_equal(read_rows(&f, "flag", NULL, &e), NF_EXIT_OK);
  assert_true(f.flag);
  assert_int_equal(read_rows(&f, "text", "word", &e), NF_EXIT_OK);
  // A row that refers to another has its name, limits and words, and a field and a note of its own.
  assert_int_equal(read_rows(&f, "ring", "15", &e), NF_EXIT_OK);
  assert_int_equal(f.large, 15);
  assert_true(f.given);
  assert_string_equal(nf_option_whole(&Rows[8]).note, ", of four");
}

static void test_options_refuse(void **state) {
  static const struct {
    const char *option, *value, *text;
  } cases[] = {{"small", "fast", "--small fast is unknown; give one of cycle, rtl"},
               {"whole", "24", "--whole 24: bytes must be a multiple of 16"},
               {"whole", "8", "--whole 8: bytes must be 16..4096"},
               {"large", "24", "--large 24: must be a power of two; give 16 or 32"},
               {"time", "2us", "--time 2us: ns must be 0..1000"},
               {"share", "0.6", "--share 0.6: must be 0..0.5, e.g. 1e-6"},
               {"ring", "16", "--ring 16: the ring must be 0..15"},
               {"old", "5", "--old is now called --whole"},
               {"none", "5", "option '--none' is unknown"}};
  fields f;
  nf_err e;
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_int_equal(read_rows(&f, cases[i].option, cases[i].value, &e), NF_EXIT_BAD_INPUT);
    assert_memory_equal(e.text, cases[i].text, strlen(cases[i].text));
  }
}

// What is given is refused where it means nothing, in the order of the table.
static void test_options_check(void **state) {
  enum { FIRST = 1, SECOND = 2 };
  static const nf_option table[] = {
      {.heading = "Uses:"},
      {ROW_OF(NF_OPTION_TEXT, text)},
      {ROW_OF(NF_OPTION_SHARE, share), .most = 1, .uses = SECOND, .only = "--text second"},
      {.name = "flag", .kind = NF_OPTION_FLAG, NF_FIELD(fields, flag), .with = "share"},
      {0}};
  static const struct {
    const char *option[2];
    unsigned use;
    const char *text; // NULL: taken
  } cases[] = {{{"--share=1"}, FIRST, "--share: is for --text second; leave it out"},
               {{"--share=1"}, SECOND, NULL},
               {{"--share=1"}, FIRST | SECOND, NULL},
               {{"--text=1"}, FIRST, NULL},
               {{"--flag", "--share=1"}, FIRST, "--share: is for"},
               {{"--flag", "--share=1"}, SECOND, NULL},
               {{"--flag"}, SECOND, "--flag: is for --share; add --share, or leave it out"}};
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    fields f = {.flag = false};
    nf_err e = {0};
    bool given[sizeof table / sizeof *table] = {false};
    const char *argv[] = {"test", cases[i].option[0], cases[i].option[1], NULL};
    const int argc = cases[i].option[1] ? 3 : 2;
    assert_int_equal(nf_options_read_given(table, "", &f, given, argc, (char **)argv, &e),
                     NF_EXIT_OK);
    assert_int_equal(nf_options_check(table, given, cases[i].use, &e),
                     cases[i].text ? NF_EXIT_BAD_INPUT : NF_EXIT_OK);
    if (cases[i].text)
      assert_memory_equal(e.text, cases[i].text, strlen(cases[i].text));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_npy_round_trip),
      cmocka_unit_test(test_npy_refuses),
      cmocka_unit_test(test_exact_against_wide_integers),
      cmocka_unit_test(test_exact_corners),
      cmocka_unit_test(test_exact_reductions),
      cmocka_unit_test(test_reference_halves),
      cmocka_unit_test(test_reference_saturates),
      cmocka_unit_test(test_bound),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_timeouts),
      cmocka_unit_test(test_options),
      cmocka_unit_test(test_options_refuse),
      cmocka_unit_test(test_options_check),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("sim", tests, set_up, tear_down);
}
