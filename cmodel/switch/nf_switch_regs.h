// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/switch/nf_switch_regs.rdl; change that.
// Model of rtl/switch/nf_switch_regs.sv. A step of the block around it reads, then writes,
// then calls nf_switch_regs_step.
#ifndef NF_SWITCH_REGS_H
#define NF_SWITCH_REGS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
typedef struct {
  uint32_t Ports, Entries, Regions, Nodes, HomeSlots;
} nf_switch_regs_cfg;

// The registers.
typedef struct {
  nf_switch_regs_cfg cfg;
  uint16_t switch_id : 10; // SWITCH_ID: node id of this switch
  bool control; // CONTROL: 1: partials go to all targets (eviction strategy 1); 0: to the home GPU (strategy 2)
  struct {
    uint8_t ticks; // entry timeout in ticks, 0: never
    uint8_t tick_log2 : 4; // a tick is 64 cycles times two to the power of this
  } timeout; // TIMEOUT
  uint16_t first_hop; // FIRST_HOP: bit p: port p leads to an endpoint
  uint8_t table_limit; // TABLE_LIMIT: entries of each reduction table that may be used
  uint32_t errors; // ERRORS: Why packets were dropped since last cleared, and what went wrong in a reduction table; bits at their places
  uint32_t flags; // FLAGS: A result left with this header flag since last cleared; bits at their places
  uint8_t port_select; // PORT_SELECT: port whose counters and oldest entry are shown
  uint16_t uplinks; // UPLINKS: bit p: port p leads up; what came in on such a port never leaves by one
  uint8_t links : 4; // LINKS: links that endpoints interleave blocks over: this switch sees one block of 128 B in so many (home slots)
  uint8_t clear_epochs : 4; // CLEAR: as long as bit e is set, entries of epoch e are dropped
  uint8_t clear_region : 5; // CLEAR: with ONE: only those of this region
  bool clear_one; // CLEAR: 1: of one region; 0: of all
  uint8_t mask_select; // MASK_SELECT: which 32 nodes OLDEST_MASK shows: nodes 32*n+31 : 32*n
  struct {
    uint16_t addr; // address 47:32, as of the last read of OLDEST_ADDR_LO
    bool held; // an entry was held then
  } oldest_addr_hi; // OLDEST_ADDR_HI
  struct {
    uint16_t count; // contributions that the oldest entry had then
    uint16_t expected; // contributions that it waited for
  } oldest_count; // OLDEST_COUNT
  uint32_t oldest_mask; // OLDEST_MASK: its arrival mask then, of the nodes that MASK_SELECT named: bit n: node 32*MASK_SELECT+n had arrived
} nf_switch_regs;

// What registers show that are not kept here.
typedef struct {
  bool status; // STATUS: traffic in the switch: SWITCH_ID, CONTROL, TIMEOUT, FIRST_HOP, TABLE_LIMIT, UPLINKS and LINKS refuse a write; regions are locked one by one
  bool clear_pending; // CLEAR: some are still to be dropped
  uint32_t oldest_addr_lo; // OLDEST_ADDR_LO: address 31:0
  uint8_t table_used; // TABLE_USED: entries in use
} nf_switch_regs_wires;

// What happens in a cycle: events, what is counted, values that are kept now (_we).
typedef struct {
  uint32_t errors; // ERRORS: Why packets were dropped since last cleared, and what went wrong in a reduction table; bits at their places
  uint32_t flags; // FLAGS: A result left with this header flag since last cleared; bits at their places
  struct {
    uint16_t addr; // address 47:32, as of the last read of OLDEST_ADDR_LO
    bool held; // an entry was held then
  } oldest_addr_hi; // OLDEST_ADDR_HI
  struct {
    uint16_t count; // contributions that the oldest entry had then
    uint16_t expected; // contributions that it waited for
  } oldest_count; // OLDEST_COUNT
  uint32_t oldest_mask; // OLDEST_MASK: its arrival mask then, of the nodes that MASK_SELECT named: bit n: node 32*MASK_SELECT+n had arrived
  bool oldest_addr_hi_we;
  bool oldest_count_we;
  bool oldest_mask_we;
} nf_switch_regs_events;

// After reset.
void nf_switch_regs_reset(nf_switch_regs *r, const nf_switch_regs_cfg *cfg);
// False: no register that can be read has this address.
bool nf_switch_regs_read(const nf_switch_regs *r, const nf_switch_regs_wires *w, uint32_t addr, uint32_t *value);
// False: no register takes this value.
bool nf_switch_regs_write(nf_switch_regs *r, uint32_t addr, uint32_t value, bool locked);
// The rest of a cycle.
void nf_switch_regs_step(nf_switch_regs *r, const nf_switch_regs_events *e);

// Bits of ERRORS as the hardware around gives them, without gaps, and the word that they make.
enum {
  NF_SWITCH_REGS_ERRORS_OPCODE = 0, // a packet was dropped for error OPCODE
  NF_SWITCH_REGS_ERRORS_ROUTE = 1, // a packet was dropped for error ROUTE
  NF_SWITCH_REGS_ERRORS_REGION = 2, // a packet was dropped for error REGION
  NF_SWITCH_REGS_ERRORS_RANGE = 3, // a packet was dropped for error RANGE
  NF_SWITCH_REGS_ERRORS_MODE = 4, // a packet was dropped for error MODE
  NF_SWITCH_REGS_ERRORS_ALIGN = 5, // a packet was dropped for error ALIGN
  NF_SWITCH_REGS_ERRORS_OP = 6, // a packet was dropped for error OP
  NF_SWITCH_REGS_ERRORS_COUNT = 7, // a packet was dropped for error COUNT
  NF_SWITCH_REGS_ERRORS_LENGTH = 8, // a packet was dropped for error LENGTH, or went on filled up or cut
  NF_SWITCH_REGS_ERRORS_HOME = 9, // a packet was dropped for error HOME
  NF_SWITCH_REGS_ERRORS_TARGETS = 10, // a packet was dropped for error TARGETS
  NF_SWITCH_REGS_ERRORS_EV_ERR_COUNT = 11, // event ERR_COUNT of a reduction table
  NF_SWITCH_REGS_ERRORS_EV_ERR_MISMATCH = 12, // event ERR_MISMATCH of a reduction table
  NF_SWITCH_REGS_ERRORS_EV_ERR_NO_ENTRY = 13, // event ERR_NO_ENTRY of a reduction table
  NF_SWITCH_REGS_ERRORS_EV_ERR_DAMAGED = 14, // event ERR_DAMAGED of a reduction table
  NF_SWITCH_REGS_ERRORS_EV_POISON = 15, // event POISON of a reduction table
};
static inline uint32_t nf_switch_regs_errors_word(uint32_t bits) {
  return (bits & 0x7ffu) << 1 | (bits >> 11 & 0x1fu) << 26;
}
// clang-format on

#ifdef __cplusplus
}
#endif

#endif
