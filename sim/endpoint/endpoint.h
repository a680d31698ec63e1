// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Collectives on a symmetric system, seen from one endpoint: what its memory, its buses, its engine
// and its links do, message by message, without data (ACE 4, 5, Tables 4, 5, 7).
//
// All endpoints of a torus, or of packages behind switches, do the same at the same time. So one of
// them is enough: what it sends to the next arrives there when what the one before sends arrives
// here. A message goes through servers, each of which takes one after the other in the order of
// arrival; what a server takes for a message is its time by LogGP (Culler et al.), or bytes / rate.
//
// Systems (ACE 5):
//   baseline  each message is read from memory, crosses the bus to the NIC, a link, the bus and
//             memory again; what is reduced is read twice and written once more (ACE Fig. 7b)
//   ace       a chunk is read into the engine's SRAM, goes through all phases there, and is written
//   ideal     an endpoint takes one cycle
// baseline++ is a baseline whose processor has what that of ace has: the same here, it differs in
// the time of layers (sim/workload).
//
// Time is cycles of 1 GHz, as in ACE: 25 GB/s are 25 bytes a cycle.
#ifndef NF_ENDPOINT_H
#define NF_ENDPOINT_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum { NF_ENDPOINT_BASELINE, NF_ENDPOINT_ACE, NF_ENDPOINT_IDEAL, NF_ENDPOINTS } nf_system;
typedef enum { NF_ENDPOINT_ALL_REDUCE, NF_ENDPOINT_ALL_TO_ALL } nf_endpoint_collective;
enum { NF_ENDPOINT_DIMS = 3, NF_ENDPOINT_SIDE = 64, NF_ENDPOINT_PHASES = 4 };

typedef struct {
  uint32_t size;    // endpoints in a line of this dimension; 1: it is not there
  uint32_t links;   // of an endpoint: two of a ring in both directions, or up-links to switches
  uint32_t latency; // cycles
  double rate;      // bytes a cycle of a link, one direction
  bool direct;      // over switches, each to all; else a ring
} nf_endpoint_dim;

typedef struct {
  nf_system system;
  nf_endpoint_dim dim[NF_ENDPOINT_DIMS]; // the first one is inside a package
  uint32_t chunk, message;               // bytes, ACE Table 4
  uint32_t packet, packet_wire;          // bytes of a packet, and what it takes on a link
  // The buses between processor, memory and NIC: LogGP, cycles; bytes a cycle that communication
  // has of memory, and of the bus to the NIC.
  uint32_t o, g, l;
  double memory_rate, bus_rate;
  uint32_t passes;   // baseline: of a message's bytes through memory when it is added: two reads, a
                     // write
  bool split;        // memory reads and writes at the same time
  double port_rate;  // ace: bytes a cycle between a port and the SRAM
  uint32_t machines; // chunks that are in work at a time, shared evenly between the phases
  uint32_t step;     // ace: cycles of a machine from one message to the next
  uint64_t sram;     // ace: bytes
  double sram_rate;  // ace: bytes a cycle that its banks give, see nf_endpoint_table7
} nf_endpoint_config;

// What became of the time, summed over messages (chunks where it says so).
typedef struct {
  uint64_t messages, chunks;
  double memory_queue, memory_transfer; // of the transactions of messages at memory
  double bus_queue, bus_transfer;       // at the bus to the NIC
  double network;                       // from the first byte at a link to the last one's arrival
  double chunk_queue;                   // of chunks, waiting for others before them
  double link_busy[NF_ENDPOINT_DIMS];   // of one link
  double memory_busy, bus_busy;
} nf_endpoint_account;

typedef struct nf_endpoint nf_endpoint;

// Table 7 and 4 of ACE, of a torus L x V x H or packages L x P behind four switches (v = P, h = 0);
// a torus whose L or V is 1 gives its links to the other (Table 5, note). SRAM: four banks of 64
// bytes a cycle (ACE 6); of four that are asked at random 1 - (3/4)^4 are busy.
nf_endpoint_config nf_endpoint_table7(nf_system system, uint32_t l, uint32_t v, uint32_t h);

int nf_endpoint_open(nf_endpoint **m, const nf_endpoint_config *c, nf_err *e);
void nf_endpoint_close(nf_endpoint *m);

// A collective of so many bytes of an endpoint that begins at `at`, no earlier than what was asked
// last. Of those that wait, a greater `priority` goes first. Gives a number.
int nf_endpoint_submit(nf_endpoint *m, double at, uint64_t bytes, nf_endpoint_collective what,
                       uint32_t priority, uint32_t *number, nf_err *e);
// Lets the time pass until `at`.
int nf_endpoint_advance(nf_endpoint *m, double at, nf_err *e);
// When it is done; lets the time pass until then.
int nf_endpoint_finish(nf_endpoint *m, uint32_t number, double *at, nf_err *e);
const nf_endpoint_account *nf_endpoint_account_of(const nf_endpoint *m);

#endif
