// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A whole network, cycle by cycle: switches, link ends, wires, endpoints and their memories, C
// models composed, each with its Verilated block beside it if the engine is rtl.
//
// A node is a switch or a GPU with the link ends at it. Nodes meet in wires alone, so each may go
// on by itself for as many cycles as the shortest wire is long (its look-ahead), while all it
// touches stays in the processor's caches. Every output of every cycle is the same as in lock step.
#ifndef NF_SIM_NETWORK_H
#define NF_SIM_NETWORK_H

#include "endpoint/nf_endpoint.h"
#include "link/nf_link.h"
#include "sim/common/rng.h"
#include "sim/engine/cycle/wire.h"
#include "sim/engine/rtl/lockstep.h"
#include "sim/klenk/manager.h"
#include "sim/klenk/memory.h"
#include "sim/klenk/packet_trace.h"

enum { NF_NETWORK_EVENTS = 16, NF_NETWORK_MOST_AHEAD = 128 };

typedef struct {
  const nf_manager *manager;
  const nf_dut *switch_dut, *link_dut, *endpoint_dut; // NULL: C models alone
  nf_link_cfg link;
  nf_endpoint_cfg endpoint; // Links is the topology's
  uint16_t link_timeout;    // cycles
  uint8_t link_retries;
  nf_wire_faults faults; // of every wire
  unsigned backpressure; // percent of the packets after which a GPU closes a channel for a while
  uint64_t seed;
  bool lock_step;         // no node goes ahead of the others
  unsigned watched;       // a switch: waveform, turned bit
  const nf_dut *wave_dut; // its RTL with waveforms and properties; NULL: as the others'
} nf_network_cfg;

// Waveform of the watched switch, or trace of all packets, of the cycles from..to; path NULL: none.
typedef struct {
  const char *path;
  uint64_t from, to;
} nf_network_wave;

typedef struct {
  nf_switch *model;
  nf_lockstep lockstep;
  nf_switch_in in;
  const nf_switch_out *out;
  uint16_t end[NF_MAX_PORTS]; // link ends at it
  unsigned ends;
  nf_csr_op *op; // register accesses to be made
  unsigned ops, next;
  enum { NF_CSR_OFFER, NF_CSR_WAIT } csr;
} nf_network_switch;

typedef struct {
  nf_endpoint *model;
  nf_lockstep lockstep;
  nf_endpoint_in in;
  const nf_endpoint_out *out;
  nf_memory *memory; // opened and closed by the owner; NULL: the GPU takes no part
  uint16_t end[NF_TOPOLOGY_LINKS];
  unsigned ends;
  uint8_t open;    // lanes in the middle of a packet that leaves
  uint8_t arrives; // lanes in the middle of a packet that comes; only with back-pressure
  uint64_t closed[2 * NF_MAX_LINKS]; // until this cycle: channels, by back-pressure
  uint64_t events[NF_MAX_LINKS + 1][NF_NETWORK_EVENTS];
} nf_network_gpu;

// The end of a cable with its link logic, and the wire that ends there.
typedef struct {
  nf_link *model;
  nf_lockstep lockstep;
  nf_link_in in;
  const nf_link_out *out;
  nf_wire wire;
  uint64_t flits; // taken from the device
  uint64_t events[NF_NETWORK_EVENTS];
} nf_network_end;

typedef struct nf_network nf_network;

// Called with the first flit of each packet that a GPU sends.
typedef void nf_network_sent(void *ctx, unsigned gpu, const nf_flit *header, uint64_t cycle);
// Sets the inputs of a GPU's endpoint that are its host's, for this cycle.
typedef void nf_network_drive(void *ctx, unsigned gpu, uint64_t cycle);

struct nf_network {
  nf_network_cfg cfg;
  const nf_topology *t;
  uint64_t cycle, last_move; // last_move: a flit went to or came from a switch or an endpoint
  unsigned ahead;            // cycles that nodes may go on by themselves, 1 or more
  uint64_t compared;         // blocks times cycles in which RTL and model were compared
  bool keeps;                // register reads keep what was read instead of checking it
  bool writing, refused;     // a write may be refused, and was
  nf_network_wave wave;      // its cycles count from reset
  nf_packet_trace *packets;  // NULL: no trace
  uint64_t inject; // cycle in which a bit of the watched switch's model is turned, 0: none
  unsigned failed; // switch whose RTL and model differ; their number: none
  nf_rng rng;      // of the back-pressure
  nf_network_switch *sw;
  nf_network_gpu *gpu;
  nf_network_end *end; // 2c + k: end k of cable c
  nf_network_sent *sent;
  void *ctx;
};

int nf_network_open(nf_network *n, const nf_network_cfg *cfg, nf_err *e);
// So many clock cycles of everything, 1..ahead. Nothing that goes on outside is seen in between,
// but that drive, if not NULL, is called for each GPU before each of its cycles.
int nf_network_run(nf_network *n, unsigned cycles, nf_network_drive *drive, void *ctx, nf_err *e);
// Writes the tables of all switches, all at once, and checks every answer.
int nf_network_program(nf_network *n, nf_err *e);
// Makes the same accesses in every switch while the network goes on; sw[].op[].value is what a read
// gave.
int nf_network_inspect(nf_network *n, const nf_csr_op *op, unsigned count, nf_err *e);
// Begins a write of a register of the watched switch, unless an access is under way: then false.
// The steps that follow carry it out; `refused` says how it ended.
bool nf_network_write(nf_network *n, uint16_t addr, uint32_t value);
void nf_network_close(nf_network *n);

#endif
