// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_action.sv: what is kept of a packet, and which job it leads
// to (NETREDUCE 4.3.2, Algorithm 3).
#ifndef NF_NETREDUCE_ACTION_H
#define NF_NETREDUCE_ACTION_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports; // 2..8
} nf_netreduce_action_cfg;

typedef struct {
  bool arrived;  // it came to the state manager
  uint8_t state; // NF_NETREDUCE_STATE_*, when arrived
  uint8_t cause; // NF_NETREDUCE_CAUSE_*, when not
  uint8_t role;  // NF_NETREDUCE_ROLE_*
  bool leaf;     // its ring has hosts at other switches too
  bool local;    // its destination is a host of this switch
  bool replay;   // it has come before, and is looked up again
  bool up;       // for the sum of the hosts
  // Masks of ports: its own, the ring's hosts, its GLOBAL member, headers that name a host here.
  uint8_t own, hosts, globals, here;
} nf_netreduce_action_in;

typedef struct {
  uint8_t cause; // NF_NETREDUCE_CAUSE_*; NONE: nothing to count
  bool known;    // it has a place in the window
  bool payload, head, announce;
  uint8_t kind, mode; // NF_NETREDUCE_JOB_*, NF_NETREDUCE_MODE_*
  bool again;         // it is repeated
  bool keep;          // the sum goes to the history buffer
  uint8_t read, deliver;
  uint8_t jobs; // 0..2: announcement, and the other one
} nf_netreduce_action_out;

// The outputs of the combinational leaf; cfg is not looked at.
void nf_netreduce_action_eval(const nf_netreduce_action_cfg *cfg, const nf_netreduce_action_in *in,
                              nf_netreduce_action_out *out);

#ifdef __cplusplus
}
#endif

#endif
