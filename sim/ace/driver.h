// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The software of a node: sets its engine up through AXI4-Lite, gives commands, serves interrupts,
// reads completions, faults and counters. One access at a time.
#ifndef NF_ACE_DRIVER_H
#define NF_ACE_DRIVER_H

#include "sim/ace/setup.h"

enum { NF_DRIVER_AHEAD = 4 }; // commands the engine queues

typedef enum {
  NF_DRIVER_SETUP, // writes everything that is there before the first command
  NF_DRIVER_READY, // waits for nf_ace_driver_go
  NF_DRIVER_RUN,   // commands and interrupts
  NF_DRIVER_ABORT, // ends what there is, sets up the queue pairs again, then is ready
  NF_DRIVER_IDLE,  // all commands have ended, or one or the engine has failed
  NF_DRIVER_COUNT, // reads the counters
  NF_DRIVER_END
} nf_driver_stage;

// FAULT_* registers, taken apart.
typedef struct {
  bool any;
  uint8_t cause, wait, machine, phase;
  uint16_t pc, chunk;
} nf_ace_fault;

typedef struct {
  uint32_t cycles, tx_beats, rx_beats, grants, reductions, chunks, bad_packets, bad_accesses;
  uint32_t flags;               // IEEE 754 flags of the sums
  uint32_t poisoned, poison[4]; // words of the results; POISON_*
  uint32_t dma_fault;           // NF_ACE_CHANNEL_*
  uint32_t old, newer;          // packets dropped: of an older epoch, of a newer one
  uint32_t wait[NF_ACE_WAITS];
} nf_ace_counters;

typedef struct {
  nf_driver_stage stage;
  const nf_ace_plan *plan;
  nf_ace_writes setup, pairs, command; // command: the one that is being written
  size_t next;                         // place in the list that is being written
  nf_ace_order order;                  // of the first command
  uint64_t dst_step;                   // from one command's result to the next one's
  unsigned commands, given, ended;
  unsigned failed_tag;
  uint8_t status;   // the first STATUS_* that is not OK
  uint8_t *ends;    // STATUS_* of each command
  uint64_t go, end; // cycles: the first command was entered; the interrupt of the last one
  nf_ace_fault fault;
  nf_ace_counters counters;
  uint8_t epoch;
  unsigned aborted;       // commands that ended so
  uint32_t chunks_before; // CHUNKS_DONE after the last abort

  // The access under way.
  enum { NF_LITE_IDLE, NF_LITE_WRITE, NF_LITE_READ } access;
  uint32_t addr, value;
  bool addr_done, data_done;
  enum {
    NF_SERVE_NONE,
    NF_SERVE_STATUS,
    NF_SERVE_CLEAR,
    NF_SERVE_COMPLETION,
    NF_SERVE_FAULT // FAULT_CAUSE and the two after it
  } serving;
  uint32_t irqs;  // bits of IRQ_STATUS that are served
  unsigned index; // of the fault register or the counter that is read
  uint64_t irq_cycle;
  bool irq;
} nf_ace_driver;

// An error of some memory, of which all nodes' commands come to an end, as good as can be.
static inline bool nf_ace_status_of_data(uint8_t status) {
  return status == NF_ACE_STATUS_AXI_ERROR || status == NF_ACE_STATUS_POISONED ||
         status == NF_ACE_STATUS_TIMEOUT;
}

// `commands` orders that differ in the place of their results. The setup is there when this
// returns.
int nf_ace_driver_open(nf_ace_driver *d, const nf_ace_plan *p, unsigned node,
                       const nf_ace_source *source, uint32_t watchdog, uint32_t dma_watchdog,
                       const nf_ace_order *order, unsigned commands, uint64_t dst_step, nf_err *e);
// Gives the commands from now on; only when ready.
void nf_ace_driver_go(nf_ace_driver *d);
// Aborts as soon as no access is under way: the commands are given anew after the next go.
void nf_ace_driver_abort(nf_ace_driver *d);
// Reads the counters; only when idle.
void nf_ace_driver_count(nf_ace_driver *d);
// One cycle. Refuses an answer that is no OKAY.
int nf_ace_driver_step(nf_ace_driver *d, const nf_ace_out *out, nf_ace_in *in, uint64_t cycle,
                       nf_err *e);
void nf_ace_driver_close(nf_ace_driver *d);

#endif
