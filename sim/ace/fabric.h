// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A crossbar switch between engines (ACE Fig. 8): each node has one link to it and one from it. A
// packet is taken whole and queued at the port of its destination, behind those of its class that
// came before; the classes take turns there, by packet. Ports do not wait for each other. No packet
// is refused: the credits of the engines bound what of theirs can be in it.
#ifndef NF_ACE_FABRIC_H
#define NF_ACE_FABRIC_H

#include "sim/ace/pipe.h"
#include "sim/common/err.h"

typedef struct {
  unsigned nodes;
  nf_ace_pipe *to, *from; // from node n to the switch, from the switch to node n
  nf_ace_pipe *queue;     // packets on their way out, by destination: a wire without delay
  struct {
    unsigned beats, dst;
    nf_ace_beat beat[4];
  } * entering;   // the packet of which a part has come
  uint64_t wrong; // packets for nodes that do not exist, dropped
} nf_ace_fabric;

int nf_ace_fabric_open(nf_ace_fabric *f, unsigned nodes, uint32_t rate, uint32_t latency,
                       uint32_t word, nf_err *e);
// One cycle.
int nf_ace_fabric_step(nf_ace_fabric *f, uint64_t cycle, nf_err *e);
void nf_ace_fabric_close(nf_ace_fabric *f);

#endif
