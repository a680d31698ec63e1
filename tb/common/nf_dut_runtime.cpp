// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Verilator's run-time with two hooks: what it prints on an error is kept as text, and $stop (which
// a failing assertion calls) only notes that there was one. The test driver decides what follows.

#include <cstdarg>
#include <cstdio>
#include <cstring>

static int nf_verilated_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define VL_PRINTF nf_verilated_printf
#define VL_USER_STOP
#include "verilated.cpp"

#include "nf_dut.h"

static constexpr unsigned kQueue = 16;

/* Failed properties in the order of failing; what does not fit is dropped. */
static thread_local struct {
  char last_error[256];
  char texts[kQueue][256];
  unsigned head, count;
} g_failures;

static int nf_verilated_printf(const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  const int length = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const char *const error = strstr(text, "%Error");
  if (!error) {
    fputs(text, stderr);
    return length;
  }
  snprintf(g_failures.last_error, sizeof g_failures.last_error, "%s", error);
  g_failures.last_error[strcspn(g_failures.last_error, "\n")] = '\0';
  return length;
}

void vl_stop(const char *filename, int linenum, const char *) VL_MT_UNSAFE {
  auto &f = g_failures;
  if (f.count < kQueue) {
    char *const text = f.texts[(f.head + f.count++) % kQueue];
    if (f.last_error[0]) {
      memcpy(text, f.last_error, sizeof f.last_error);
    } else {
      snprintf(text, sizeof f.last_error, "%%Error: %s:%d: $stop", filename, linenum);
    }
  }
  f.last_error[0] = '\0';
}

extern "C" const char *nf_dut_next_failure(void) {
  auto &f = g_failures;
  if (!f.count)
    return nullptr;
  const char *const text = f.texts[f.head];
  f.head = (f.head + 1) % kQueue;
  --f.count;
  return text;
}
