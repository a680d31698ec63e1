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
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_REDUCE_DATA_STAGES = 3 }; // between a slot and the output register

typedef struct {
  uint32_t Entries; // 2..32
  uint32_t Halves;  // with the types of 16-bit elements, 0 or 1
} nf_reduce_data_cfg;

typedef struct {
  bool en;          // everything advances; false: everything holds
  bool valid;       // false: a bubble; the fields below do nothing
  bool read;        // read the entry's flit
  bool write;       // write it: with sum the sum, else data
  bool sum;         // combine the entry's flit with data
  bool header;      // data is a header to send: last flit, gets the flags
  bool keep_flags;  // add the slot's flags to the entry's
  bool send_flags;  // add them to the result's
  bool start_flags; // the next result begins: its flags are zero before that
  bool take_flags;  // it begins with the entry's flags, which become zero
  uint8_t send;     // NF_REDUCE_SEND_*: what goes out
  uint8_t entry;    // below Entries
  uint8_t flit;     // flit of the entry, 0..7
  uint8_t red_op;
  uint8_t dtype;
  uint8_t flags;  // flags of the slot, beside the ALUs'
  uint16_t ports; // with header: its egress ports
  nf_flit data;   // flit from the input, or a header to send
} nf_reduce_data_in;

typedef struct {
  bool out_valid;
  bool out_last;      // a header
  uint16_t out_ports; // zero but with out_last
  nf_flit out_data;   // zero but with out_valid
  bool poison;        // pulse: a header with POISON was put out
  bool busy;          // a slot or an output flit is inside
} nf_reduce_data_out;

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
  uint8_t slots; // slots on their way
  uint8_t next;  // place in way that leaves next
  nf_reduce_data_sent way[NF_REDUCE_DATA_STAGES];
  uint8_t entry_flags[NF_MAX_ENTRIES];
  nf_flit store[NF_MAX_ENTRIES][NF_MAX_PAYLOAD_FLITS];
} nf_reduce_data;

// Makes an empty data path in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_data_init(nf_reduce_data **m, const nf_reduce_data_cfg *cfg);
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
