// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_setup.sv: sets rings up, and switches all of them on and off.
#ifndef NF_NETREDUCE_SETUP_H
#define NF_NETREDUCE_SETUP_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;  // 2..8
  uint32_t Rings;  // 1..16
  uint32_t Window; // N: N + 1 slots, 1..7
} nf_netreduce_setup_cfg;

typedef struct {
  bool enable;    // low: off, when all rings are at rest
  uint32_t drain; // cycles that are waited for messages, and for sums
  bool cfg_valid; // set up a ring anew; members 0, or a value out of range: it is closed
  uint8_t cfg_ring;
  uint8_t cfg_members;         // of the ring; a leaf: its hosts
  bool cfg_leaf;               // there are others behind a spine
  uint8_t cfg_window;          // W of the hosts, 1..Window
  uint32_t cfg_first;          // MsgID of the first message
  uint8_t cfg_slot, cfg_dtype; // and its slot, 0..Window; NF_DTYPE_*
  // bit r: a message of ring r has begun and is not complete; packets or jobs of it are under way
  uint16_t open, working;
  uint8_t reserve, sent; // bit p: room for a sum is reserved at port p; one has left it
  bool swept;            // with sweeping: the ring can be opened
} nf_netreduce_setup_in;

typedef struct {
  bool on;          // it is not switched off
  uint8_t given_up; // waits that have ended too early, 0..2
  bool cfg_ready;
  uint16_t setting;     // bit r: ring r is being set up
  bool off_busy;        // all are being switched off
  uint16_t hold;        // bit r: no message may begin in ring r
  bool hold_all;        // nor in any, unless it is switched on again
  bool shut, begin;     // one cycle each: close the ring; begin it anew
  bool sweeping;        // it has begun anew, and is to be opened
  uint8_t ring;         // that is set up, as the others, from when it is taken
  uint8_t members, all; // 0: it stays closed; with HEADER and GLOBAL
  bool leaf;
  uint8_t window;
  uint32_t first;
  uint8_t slot, dtype;
} nf_netreduce_setup_out;

typedef struct nf_netreduce_setup nf_netreduce_setup;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_setup_init(nf_netreduce_setup **m, const nf_netreduce_setup_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_setup_out *nf_netreduce_setup_peek(const nf_netreduce_setup *m);
// One rising clock edge.
void nf_netreduce_setup_step(nf_netreduce_setup *m, const nf_netreduce_setup_in *in);
// NULL is allowed.
void nf_netreduce_setup_free(nf_netreduce_setup *m);

#ifdef __cplusplus
}
#endif

#endif
