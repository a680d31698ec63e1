// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_commands.sv; change that.
// Parameters and ports of nf_ace_commands.
#ifndef NF_ACE_COMMANDS_PORTS_H
#define NF_ACE_COMMANDS_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Halves;    // the lanes have the types of 16-bit elements too, 0 or 1
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_commands_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;               // all commands end; completions wait until it is over
  // commands
  bool cmd_valid;
  uint64_t cmd_src;         // [47:0]
  uint64_t cmd_dst;         // [47:0]
  uint32_t cmd_src_stride;
  uint32_t cmd_dst_stride;
  uint32_t cmd_block;
  uint32_t cmd_src_total;
  uint32_t cmd_dst_total;
  uint16_t cmd_msg;
  uint8_t cmd_src_pieces;
  uint8_t cmd_dst_pieces;
  uint8_t cmd_plan;         // [2:0]
  uint8_t cmd_red_op;       // [3:0]
  uint8_t cmd_dtype;        // [3:0]
  uint16_t cmd_tag;
  // the plan of the next command: asked until the answer comes
  bool plan_done;
  bool plan_ok;             // all that it names exists
  uint8_t plan_phases;      // [2:0]
  uint16_t plan_first_room; // SRAM packets of a slot of its first partition
  uint16_t plan_last_room;  // and of its last
  // the next chunk; holds until taken
  bool chunk_ready;
  // orders for the DMAs; load only while txd_valid is low, store only while rxd_valid is
  bool load;
  bool store;
  uint8_t order_row;
  uint8_t order_place;      // [1:0]
  uint8_t order_pitch;
  uint32_t order_offset;
  uint16_t order_sram;
  bool txd_ready;
  bool rxd_ready;
  // what became of the chunks
  bool fail;                // a load met an error of the memory
  uint8_t fail_place;       // [1:0]
  bool poison;              // poisoned data was written to memory
  uint8_t poison_place;     // [1:0]
  bool end;                 // a chunk is complete
  uint8_t end_place;        // [1:0]
  bool end_err;             // its store met an error
  bool given_up;            // the memory was given up: errors are of that
  // completions; hold until taken
  bool cpl_ready;
} nf_ace_commands_in;

// Outputs of one cycle.
typedef struct {
  // commands
  bool cmd_ready;
  uint8_t free;          // free places
  // the plan of the next command: asked until the answer comes
  bool plan_valid;
  uint8_t plan;          // [2:0]
  // the next chunk; holds until taken
  bool chunk_valid;
  uint8_t chunk_place;   // [1:0] of its command
  uint8_t chunk_plan;    // [2:0]
  uint8_t chunk_phases;  // [2:0]
  uint8_t chunk_red_op;  // [3:0]
  uint8_t chunk_dtype;   // [3:0]
  uint8_t chunk_len;     // bus words of a message
  uint8_t chunk_pitch;   // SRAM packets from one message to the next
  uint16_t chunk_index;
  uint32_t chunk_offset; // bytes of each piece before it
  // orders for the DMAs; load only while txd_valid is low, store only while rxd_valid is
  bool txd_valid;
  uint8_t txd_id;        // nf_ace_pkg::chunk_t
  uint64_t txd_addr;     // [47:0]
  uint32_t txd_stride;
  uint8_t txd_pieces;
  uint32_t txd_block;
  uint32_t txd_total;
  uint16_t txd_msg;
  uint16_t txd_sram;
  uint8_t txd_pitch;
  bool rxd_valid;
  uint8_t rxd_id;        // nf_ace_pkg::chunk_t
  uint64_t rxd_addr;     // [47:0]
  uint32_t rxd_stride;
  uint8_t rxd_pieces;
  uint32_t rxd_block;
  uint32_t rxd_total;
  uint16_t rxd_msg;
  uint16_t rxd_sram;
  uint8_t rxd_pitch;
  // completions; hold until taken
  bool cpl_valid;
  uint16_t cpl_tag;
  uint8_t cpl_status;    // [3:0] NF_ACE_STATUS_*
  bool busy;
} nf_ace_commands_out;
// clang-format on

#endif
