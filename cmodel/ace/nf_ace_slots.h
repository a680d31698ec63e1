// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_slots.sv: partitions of the SRAM, their slots, and who is in line for
// them (ACE 4.3.1).
#ifndef NF_ACE_SLOTS_H
#define NF_ACE_SLOTS_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Chunks; // rows of the chunk table, 2..32
} nf_ace_slots_cfg;

typedef struct {
  bool abort; // no row is in any line; the set-up stays
  bool cfg_valid;
  uint32_t cfg_addr, cfg_wdata;
  bool take; // a row gets in line for the next slot of a partition
  uint8_t take_row, take_part;
  bool release; // it leaves the slot that it holds
  uint8_t release_row, release_part;
  bool look; // addresses in a partition and the next
  uint8_t look_row, look_part;
  bool pick; // address in a partition
  uint8_t pick_row, pick_part;
} nf_ace_slots_in;

typedef struct {
  uint16_t src, dst;                    // after look
  uint16_t sram;                        // after pick
  uint8_t held[NF_ACE_MAX_CHUNKS];      // a row; bit p: it holds its slot of partition p
  uint8_t set;                          // bit p: partition p is set up
  uint16_t room[NF_ACE_MAX_PARTITIONS]; // SRAM packets of a slot
  bool first_free;                      // the next slot of partition 0 is free
} nf_ace_slots_out;

typedef struct nf_ace_slots nf_ace_slots;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_slots_init(nf_ace_slots **m, const nf_ace_slots_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_slots_out *nf_ace_slots_peek(const nf_ace_slots *m);
// With nothing asked and no write of the config bus a step changes nothing and may be left out.
void nf_ace_slots_step(nf_ace_slots *m, const nf_ace_slots_in *in);
// NULL is allowed.
void nf_ace_slots_free(nf_ace_slots *m);

#ifdef __cplusplus
}
#endif

#endif
