// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_stream_rules.sv; change that.
// Parameters and ports of nf_stream_rules.
#ifndef NF_STREAM_RULES_PORTS_H
#define NF_STREAM_RULES_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_STREAM_RULES_MAX_WIDTH = 4096,
};

// Parameters.
typedef struct {
  uint32_t Width;  // bits of all of the payload, 1..4096
  uint32_t Report; // a broken rule is a failed property, too; the RTL alone
} nf_stream_rules_cfg;

// Inputs of one cycle.
typedef struct {
  bool valid;                                    // a stream
  bool ready;                                    // high where it cannot be held
  uint64_t data[NF_STREAM_RULES_MAX_WIDTH / 64]; // [Width-1:0] all of its payload
} nf_stream_rules_in;

// Outputs of one cycle.
typedef struct {
  uint8_t broken; // [1:0] bit HOLDS, bit RESET: broken in the cycle before
} nf_stream_rules_out;
// clang-format on

#endif
