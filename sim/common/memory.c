// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/memory.h"

#include <stdio.h>
#include <sys/resource.h>

uint64_t nf_memory_free(void) {
  unsigned long long kilobytes;
  char line[128];
  uint64_t bytes = UINT64_MAX;
  FILE *f = fopen("/proc/meminfo", "r");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1)
      bytes = kilobytes * 1024;
  if (f)
    fclose(f);
  struct rlimit most;
  if (getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur != RLIM_INFINITY && most.rlim_cur < bytes)
    bytes = most.rlim_cur;
  return bytes;
}
