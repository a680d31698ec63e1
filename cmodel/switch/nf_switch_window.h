// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_window.sv: packets of one virtual channel in a row of the crossbar,
// the oldest first (KLENK IV-A).
#ifndef NF_SWITCH_WINDOW_H
#define NF_SWITCH_WINDOW_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_window_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_SWITCH_MAX_WINDOW = 16 };

typedef struct nf_switch_window nf_switch_window;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_window_init(nf_switch_window **m, const nf_switch_window_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_window_out *nf_switch_window_peek(const nf_switch_window *m);
// One rising clock edge.
void nf_switch_window_step(nf_switch_window *m, const nf_switch_window_in *in);
// NULL is allowed.
void nf_switch_window_free(nf_switch_window *m);

// The same packets as they are, for the model of the row.
typedef struct {
  uint32_t sinks; // where it still has to go
  bool held;      // may not start
  uint8_t len, slot;
} nf_switch_packet;

// How many there are; in *packets the oldest.
unsigned nf_switch_window_packets(const nf_switch_window *m, const nf_switch_packet **packets);
// Where those that may start still have to go, together.
uint32_t nf_switch_window_wanted(const nf_switch_window *m);
// One rising clock edge that leaves all lanes but `here` as they are.
void nf_switch_window_advance(nf_switch_window *m, const nf_switch_window_in *in);

#ifdef __cplusplus
}
#endif

#endif
