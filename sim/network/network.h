// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A whole network, cycle by cycle: switches, link ends, wires, endpoints and their memories, C
// models composed, each with its Verilated block beside it if the engine is rtl.
#ifndef NF_SIM_NETWORK_H
#define NF_SIM_NETWORK_H

#include "endpoint/nf_endpoint.h"
#include "link/nf_link.h"
#include "manager.h"
#include "memory.h"
#include "twin.h"
#include "wire.h"

enum { NF_NETWORK_EVENTS = 16 };

typedef struct {
  const nf_manager *manager;
  const nf_dut *switch_dut, *link_dut, *endpoint_dut; // NULL: C models alone
  nf_link_cfg link;
  nf_endpoint_cfg endpoint; // Links is the topology's
  uint16_t link_timeout;    // cycles
  uint8_t link_retries;
  nf_wire_faults faults; // of every wire
  uint64_t seed;
} nf_network_cfg;

typedef struct {
  nf_switch *model;
  nf_twin twin;
  nf_switch_in in;
  const nf_switch_out *out;
  nf_csr_op *op; // register accesses to be made
  unsigned ops, next;
  enum { NF_CSR_OFFER, NF_CSR_WAIT } csr;
} nf_network_switch;

typedef struct {
  nf_endpoint *model;
  nf_twin twin;
  nf_endpoint_in in;
  const nf_endpoint_out *out;
  nf_memory *memory; // opened and closed by the owner; NULL: the GPU takes no part
  uint8_t open;      // lanes in the middle of a packet that leaves
  uint64_t events[NF_ENDPOINT_MAX_LINKS + 1][NF_NETWORK_EVENTS];
} nf_network_gpu;

// The end of a cable with its link logic, and the wire that ends there.
typedef struct {
  nf_link *model;
  nf_twin twin;
  nf_link_in in;
  const nf_link_out *out;
  nf_wire wire;
  uint64_t flits; // taken from the device
  uint64_t events[NF_NETWORK_EVENTS];
} nf_network_end;

typedef struct nf_network nf_network;

// Is told of the first flit of a packet that a GPU sends.
typedef void nf_network_sent(void *ctx, unsigned gpu, const nf_flit *header, uint64_t cycle);

struct nf_network {
  nf_network_cfg cfg;
  const nf_topology *t;
  uint64_t cycle, last_move; // last_move: a flit went to or came from a switch or an endpoint
  uint64_t compared;         // blocks times cycles in which RTL and model were compared
  bool keeps;                // register reads keep what was read instead of checking it
  nf_network_switch *sw;
  nf_network_gpu *gpu;
  nf_network_end *end; // 2c + k: end k of cable c
  nf_network_sent *sent;
  void *ctx;
};

int nf_network_open(nf_network *n, const nf_network_cfg *cfg, nf_err *e);
// One clock cycle of everything.
int nf_network_step(nf_network *n, nf_err *e);
// Writes the tables of all switches, all at once, and checks every answer.
int nf_network_program(nf_network *n, nf_err *e);
// Makes the same accesses in every switch while the network goes on; sw[].op[].value is what a read
// gave.
int nf_network_inspect(nf_network *n, const nf_csr_op *op, unsigned count, nf_err *e);
void nf_network_close(nf_network *n);

#endif
