// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/switch/nf_switch.toml; change that.
// Mirrors rtl/switch/nf_switch_pkg.sv.
#ifndef NF_SWITCH_PKG_H
#define NF_SWITCH_PKG_H

#include <stdint.h>

// clang-format off

// Of counted_t the lowest bit of each field.
enum {
  NF_SWITCH_COUNTED_EVENTS = 0, // of the reduction table, nf_header_pkg::table_event_t
  NF_SWITCH_COUNTED_RX_PACKETS = 16, // a packet came in
  NF_SWITCH_COUNTED_RX_ACKS = 17, // an acknowledgement ended here
  NF_SWITCH_COUNTED_RX_DROPS = 18, // a packet was dropped, for whatever cause
  NF_SWITCH_COUNTED_TX_PACKETS = 19, // a packet was sent
  NF_SWITCH_COUNTED_CAUSES = 20, // bit e - 1: a packet was dropped for error code e, nf_pkg::ERR_*
  NF_SWITCH_COUNTED_CLEARED = 31, // an entry of the reduction table was dropped by CLEAR
};
// clang-format on

#endif
