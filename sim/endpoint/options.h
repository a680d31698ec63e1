// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the commands that have an endpoint of ACE 5 say of it in their options: netfold endpoint
// itself, netfold training.
#ifndef NF_ENDPOINT_OPTIONS_H
#define NF_ENDPOINT_OPTIONS_H

#include "sim/cli/options.h"

// In the order of nf_system.
#define NF_ENDPOINT_SYSTEM_WORDS "baseline", "ace", "ideal"
#define NF_ENDPOINT_TOPOLOGIES                                                                     \
  ": ring:N, torus:AxB[xC], alltoall:LxP or switch:N (default torus:4x4x4)"

// Kinds of values.
#define NF_ENDPOINT_SIZE .kind = NF_OPTION_SIZE, .low = 64, .high = 1u << 30, .what = "the bytes"
#define NF_ENDPOINT_GB_RATE(most)                                                                  \
  .kind = NF_OPTION_RATE, .unit = 8000000000, .low = 1, .high = (most), .what = "GB/s"
#define NF_ENDPOINT_NS                                                                             \
  .kind = NF_OPTION_TIME, .unit = 1000, .high = 1000000000, .what = "nanoseconds"

#define NF_ENDPOINT_MESSAGE_BYTES                                                                  \
  .name = "message-bytes", .value = "N", NF_ENDPOINT_SIZE,                                         \
  .help = "bytes of a message (default 4K, ACE Table 4)"

#endif
