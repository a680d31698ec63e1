// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_drain.sv: what a reduction table does from one decision to the
// next. One step is one clock cycle.
#ifndef NF_REDUCE_DRAIN_H
#define NF_REDUCE_DRAIN_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_reduce_drain_ports.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

// What the slots of a packet's payload have in common: plan_t of nf_reduce_pkg.sv.
typedef struct {
  uint8_t entry;
  bool read;       // the entry's flits are read
  bool write;      // ... and written
  bool adds;       // ... and combined with the packet's
  uint8_t send;    // NF_REDUCE_SEND_*: what of them leaves
  bool keep_flags; // their flags are added to the entry's
  bool send_flags; // ... to those of the header that leaves
  uint8_t red_op, dtype;
  bool wide;     // it is about a wide sum
  bool plane;    // of which the packet brings a plane
  bool round;    // what leaves is rounded
  bool raw;      // what leaves is the packet's, as it came
  uint8_t index; // number of the plane that comes
  uint8_t shift; // log2 of what the sum is divided by
} nf_reduce_plan;

// The same as the ports have it, the last field lowest, and back.
uint64_t nf_reduce_plan_pack(const nf_reduce_plan *plan);
nf_reduce_plan nf_reduce_plan_unpack(uint64_t bits);

// Public so that the model of the table can hold it by value; its fields are the model's own.
typedef struct {
  uint8_t state, head_state;   // state_q, head_state_q
  uint8_t out_left, drain_len; // flits of payload to send; of a plane
  nf_reduce_plan plan;         // the same as out.plan
  nf_reduce_drain_out out;
} nf_reduce_drain;

// Makes an idle one in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_drain_init(nf_reduce_drain **m, const nf_reduce_drain_cfg *cfg);
// The same in place.
void nf_reduce_drain_reset(nf_reduce_drain *m);
// Outputs of this cycle; valid until the next step.
const nf_reduce_drain_out *nf_reduce_drain_peek(const nf_reduce_drain *m);
// One rising clock edge.
void nf_reduce_drain_step(nf_reduce_drain *m, const nf_reduce_drain_in *in);
// Frees m; NULL is allowed.
void nf_reduce_drain_free(nf_reduce_drain *m);

#ifdef __cplusplus
}
#endif

#endif
