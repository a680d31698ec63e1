// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Synthetic load on all 16 ports, for measurements: unicast packets to random other ports, and a
// share of push reductions in which all ports take part. What comes out is counted and taken.
#ifndef NF_SIM_LOAD_H
#define NF_SIM_LOAD_H

#include "sim/common/rng.h"
#include "sim/klenk/engine.h"

typedef struct {
  double load;        // flits offered per cycle and port, 1: saturated
  unsigned push;      // percent of the packets that are push reductions
  unsigned responses; // percent of the unicast packets that are responses (channel 1)
  unsigned len;       // payload flits, 0..8
  uint64_t seed;
  bool apart;              // each port sends to a port of its own
  bool no_timeout;         // of the tables' entries
  const nf_switch_cfg *sw; // of the C model; NULL: what is simulated elsewhere (nf_load_switch)
} nf_load_cfg;

typedef struct {
  nf_rng rng;
  uint64_t waiting;     // packets that have arrived at the source and not left it, times 2^32
  uint32_t next_block;  // of the push reductions
  unsigned vc, dst;     // of the next packet
  bool chosen, is_push; // the next packet is known
  nf_flit flit[NF_MAX_PACKET_FLITS];
  unsigned used, sent;
} nf_source;

typedef struct {
  nf_load_cfg cfg;
  // The switch: Verilated, or without `rtl` the C model.
  nf_switch *model;
  const nf_dut *rtl;
  void *dut;
  nf_switch_in in;
  nf_switch_out out; // of the Verilated one
  nf_source source[NF_SIM_PORTS];
  uint64_t step;              // by which `waiting` grows, half of the time
  uint64_t offered, received; // flits
  uint64_t digest;            // of all that came out
} nf_load;

// The switch of networks that are simulated. Another one differs in Entries, Window and XpDepth.
extern const nf_switch_cfg nf_load_switch;

// Opens the Verilated switch, or the C model for NULL, programs the switch, and clears the counts.
int nf_load_open(nf_load *l, const nf_dut *rtl, const nf_load_cfg *cfg, nf_err *e);
// So many cycles.
void nf_load_run(nf_load *l, uint64_t cycles);
void nf_load_close(nf_load *l);
// Share of the line rate that comes out of the C model under this load, after a warm-up. The C
// model is the RTL's equal in every cycle.
int nf_load_share(const nf_load_cfg *cfg, double *share, nf_err *e);

#endif
