// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_away.sv: ports that sums do not wait for.
#ifndef NF_NETREDUCE_AWAY_H
#define NF_NETREDUCE_AWAY_H

#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports; // 2..8
} nf_netreduce_away_cfg;

typedef struct {
  uint16_t pause;      // cycles, not zero
  uint8_t room, empty; // bit p: the combiner of port p has room for a frame more; has none
  uint8_t wait;        // bit p: a job waits for port p
  bool other;          // a job of another ring could be done
} nf_netreduce_away_in;

typedef struct {
  uint8_t away; // bit p
} nf_netreduce_away_out;

typedef struct nf_netreduce_away nf_netreduce_away;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_away_init(nf_netreduce_away **m, const nf_netreduce_away_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_away_out *nf_netreduce_away_peek(const nf_netreduce_away *m);
// One rising clock edge.
void nf_netreduce_away_step(nf_netreduce_away *m, const nf_netreduce_away_in *in);
// With room at all ports and no job waiting, a step changes nothing and may be left out.
bool nf_netreduce_away_idle(const nf_netreduce_away *m);
// NULL is allowed.
void nf_netreduce_away_free(nf_netreduce_away *m);

#ifdef __cplusplus
}
#endif

#endif
