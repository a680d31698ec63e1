// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A network of whole switches with four ports each, C models or Verilated ones: one switch with
// four endpoints, or a tree of three with eight. All of them are stepped from the outputs of the
// same cycle. What endpoints send, and what becomes of that which comes to them, is the owner's.
//
//        0   1
//         \ /            A: ports 0, 1 endpoints, 2 to B, 3 to C
//          A
//        /   \           B, C: ports 0..2 endpoints, 3 to A
//       B     C
//     / | \ / | \        one switch: ports 0..3 endpoints 0..3
//    2  3 4 5  6 7
#ifndef NF_ORDER_NET_H
#define NF_ORDER_NET_H

#include "nf_dut.h"
#include "switch/nf_switch.h"

enum {
  NET_PORTS = 4,
  NET_ENTRIES = 4,
  NET_GHOSTS = 4,
  NET_SWITCHES = 3,
  NET_ENDS = 8,
  NET_SWITCH_ID = 28 // of the first; the others follow
};

typedef struct {
  nf_flit flit[NF_MAX_PACKET_FLITS]; // header first
  unsigned flits;
} net_packet;

// What one endpoint has on its link.
typedef struct {
  unsigned at, port; // switch and port
  net_packet out, in;
  unsigned sent;     // flits of `out` on their way; out.flits == 0: no packet
  unsigned stall[2]; // cycles for which no header of a virtual channel is taken
} net_end;

typedef struct {
  void *rtl;
  nf_switch *model;
  const nf_switch_out *out;
  nf_switch_out copy; // of the Verilated one
  nf_switch_in in;
  uint8_t open; // bit p: a packet goes on at the input of port p
} net_switch;

// The owner: fills a packet that endpoint `end` may send now, or returns false. `ready` has a bit
// for each virtual channel with room. Takes a packet that has arrived. Is told of a header that
// goes up the tree, out of switch `from`.
typedef struct {
  void *ctx;
  bool (*next)(void *ctx, unsigned end, unsigned ready, net_packet *packet);
  void (*arrived)(void *ctx, unsigned end, const net_packet *packet);
  void (*passed)(void *ctx, unsigned from, const nf_flit *header);
} net_owner;

typedef struct {
  const nf_dut *dut; // NULL: C models
  net_owner owner;
  unsigned switches, ends;
  net_switch sw[NET_SWITCHES];
  net_end end[NET_ENDS];
  uint64_t random, cycle, moved; // cycle in which a flit moved last
  unsigned pause; // percent of the cycles in which an endpoint does not go on, either way
  bool broken;    // a switch did what no switch may do; the sentence has been printed
  // Access of the CSR port of one switch.
  unsigned csr_at;
  bool csr_open, csr_offered, csr_write;
  uint16_t csr_addr;
  uint32_t csr_data;
} net;

// Opens the network in its reset state and programs routes and first hops. tree: three switches.
void net_open(net *n, const nf_dut *dut, bool tree, uint64_t seed, net_owner owner);
void net_close(net *n);
void net_step(net *n);
// Switch next to `s` on the way to endpoint `end`: `s` itself if the endpoint is there.
unsigned net_towards(const net *n, unsigned s, unsigned end);

// Registers of switch s. An access that is refused, or is not answered, breaks the network.
void net_write(net *n, unsigned s, unsigned addr, uint32_t data);
uint32_t net_read(net *n, unsigned s, unsigned addr);
// Steps until nothing is under way; then all tables must be empty and nothing may have been
// dropped.
void net_drain(net *n);

// Says on stdout what is wrong, and breaks the network.
void net_break(net *n, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
