// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What memory there is, for those who say before they start that it is not enough.
#ifndef SIM_COMMON_MEMORY_H
#define SIM_COMMON_MEMORY_H

#include <stdint.h>

// Bytes that can still be had: by the kernel's estimate, and no more than the process may have
// (ulimit -v); UINT64_MAX where neither is known.
uint64_t nf_memory_free(void);

#endif
