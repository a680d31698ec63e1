// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The fabric manager (KLENK IV-A): fills the switch's tables through its registers before the run
// and checks every answer.
#ifndef NF_SIM_FABRIC_H
#define NF_SIM_FABRIC_H

#include "layout.h"
#include "net.h"

enum { NF_SIM_SWITCH_NODE = 16 }; // node id of the switch; ranks are 0..15

typedef struct {
  const nf_layout *layout;
  unsigned ranks;
  unsigned entries; // of each reduction table that may be used
  uint32_t timeout; // as the register TIMEOUT has it
  bool pull;
  bool multicast_partials; // eviction strategy 1
  uint16_t expected;
} nf_fabric_cfg;

int nf_fabric_setup(nf_net *n, const nf_fabric_cfg *cfg, nf_err *e);

// Fails when the switch dropped packets: names port and cause.
int nf_fabric_check_drops(nf_net *n, nf_err *e);

#endif
