// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What became of the time of a run, dimension by dimension: what the links carried, and what they
// waited for when they carried nothing; what the machines did; where the chunks were. Each part of
// a link's time has one cause, so that the causes add up to the run.
#ifndef NF_ACE_ACCOUNT_H
#define NF_ACE_ACCOUNT_H

#include "sim/ace/system.h"

typedef enum {
  NF_TIME_DATA,   // the link carries packets of data
  NF_TIME_TOKENS, // tokens and packets of credits
  NF_TIME_NORMAL, // normal packets of the hosts
  // It carries nothing. A machine that sends on it has a chunk, and
  NF_TIME_CROSSBAR, // has asked for a transfer, which waits for a bank, bus, lane or its turn
  NF_TIME_MACHINE,  // is between two transfers
  NF_TIME_CREDIT,   // waits for receive slots at the other end
  NF_TIME_PACKET,   // waits for a packet from the other end of its ring, or of a switch
  // No machine that sends on it has a chunk:
  NF_TIME_SLOT,      // one waits for room in the SRAM
  NF_TIME_MEMORY,    // the next one to come is loaded; or all to come were sent, and one is stored
  NF_TIME_ELSEWHERE, // chunks are in other phases alone
  NF_TIME_NOTHING,   // there is none: a command is given, or has ended on this node
  NF_TIMES
} nf_ace_time;

extern const char *const nf_ace_time_names[NF_TIMES]; // "data", "tokens", ...

typedef struct {
  uint64_t time[NF_TIMES];      // of all its links, in cycles times `rate`
  uint64_t wait[NF_ACE_WAITS];  // cycles of the machines of its phases: 0, at work; WAIT_*
  uint64_t idle;                // without a chunk
  uint64_t slot, queue, inside; // cycles of all chunks: in line for room in the SRAM, for a
                                // machine, and run by it
} nf_ace_dim_account;

typedef struct {
  uint64_t cycles;
  uint64_t load, store; // cycles of all chunks: in line for a DMA or moved by it
  nf_ace_dim_account dim[NF_TOPO_DIMS];
} nf_ace_totals;

// A link, as it was a cycle ago.
typedef struct {
  uint64_t sent, tokens;
  nf_ace_time carries;
} nf_ace_account_link;

typedef struct {
  const nf_ace_system *net;
  uint16_t senders[NF_TOPO_PORTS]; // machines that send on a port, bit m
  bool started;                    // a node has been given its first command
  nf_ace_totals now, end;          // end: up to the last interrupt
  nf_ace_account_link *link;       // by node and port
} nf_ace_account;

int nf_ace_account_open(nf_ace_account *a, const nf_ace_system *n, nf_err *e);
// Called after each cycle of the system.
void nf_ace_account_step(nf_ace_account *a);
void nf_ace_account_close(nf_ace_account *a);

#endif
