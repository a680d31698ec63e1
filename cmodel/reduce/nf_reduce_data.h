// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_data.sv: data store, ALUs, flags and output register of a reduction
// table (KLENK IV-D, Fig. 5). Slots keep their order and see every earlier write, so the model
// computes each slot when it comes and delays only what goes out.
#ifndef NF_REDUCE_DATA_H
#define NF_REDUCE_DATA_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_reduce_data_ports.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_REDUCE_APART = 5 }; // most cycles from the operands to the result

// What a slot sends, on its way to the output register.
typedef struct {
  bool slot, valid, last, poison;
  uint16_t ports;
  nf_flit data;
} nf_reduce_data_sent;

// Public so that the model of the table can hold it by value; its fields are the model's own.
typedef struct {
  nf_reduce_data_out out;
  bool halves;
  uint8_t result_flags;
  uint8_t slots;  // slots on their way
  uint8_t stages; // between a slot and the output register: operands, and from there to the result
  uint8_t next;   // place in way that leaves next
  uint64_t written; // {written, entry, flit} of the slots before, the last one lowest
  nf_reduce_data_sent way[NF_REDUCE_APART + 1];
  uint8_t entry_flags[NF_MAX_ENTRIES];
  nf_flit store[NF_MAX_ENTRIES][NF_MAX_PAYLOAD_FLITS];
} nf_reduce_data;

// Cycles from the operands to the result: a slot that reads a flit is that many behind the one that
// wrote it.
static inline unsigned nf_reduce_apart(uint32_t alu_stages, uint32_t operand_reg) {
  return alu_stages + operand_reg;
}

// Makes an empty data path in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_data_init(nf_reduce_data **m, const nf_reduce_data_cfg *cfg);
// The same in place, of a cfg that is not refused.
void nf_reduce_data_reset(nf_reduce_data *m, const nf_reduce_data_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_data_out *nf_reduce_data_peek(const nf_reduce_data *m);
// One rising clock edge.
void nf_reduce_data_step(nf_reduce_data *m, const nf_reduce_data_in *in);
// Frees m; NULL is allowed.
void nf_reduce_data_free(nf_reduce_data *m);

#ifdef __cplusplus
}
#endif

#endif
