// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/timeout.h"

#include "sim/common/err.h"
#include <stdio.h>

void nf_timeout_warn(uint32_t timeout, uint64_t blocks, uint64_t tables, unsigned entries) {
  const uint64_t most = (blocks + tables - 1) / tables;
  if (timeout != 0 || most <= entries)
    return;
  char table[32] = "";
  if (most <= NF_MAX_ENTRIES)
    snprintf(table, sizeof table, ", give --table-bytes %u", (unsigned)most * NF_BLOCK_BYTES);
  nf_warn(
      "--timeout 0: up to %llu blocks are in flight, %llu at a table of %u, so tables evict; what "
      "comes back to a table that has forgotten the eviction waits there for ever and the run "
      "stalls; leave --timeout out%s, or give a smaller --window-bytes (network: --waves, "
      "--wave-bytes)",
      (unsigned long long)blocks, (unsigned long long)most, entries, table);
}
