// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_aggregator.sv: sums of columns, and their history
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_AGGREGATOR_H
#define NF_NETREDUCE_AGGREGATOR_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;  // 2..8
  uint32_t Places; // columns of the history buffer
  uint32_t Stages; // registers of an adder, 1..4
  uint32_t Halves; // F16 and BF16 too, 0 or 1
} nf_netreduce_aggregator_cfg;

typedef struct {
  bool job_valid;
  bool job_alone; // an announcement
  uint32_t msn;   // 24 bits, of a job REPLY; looked at when it starts
  uint64_t job;   // record `job`
  uint8_t ready;  // bit p: the combiner of port p has room for one more frame
  uint8_t away;   // bit p: port p is not waited for, and gets nothing
  uint16_t size[NF_NETREDUCE_MAX_PORTS]; // looked at one cycle after size_re
  // [p] is looked at one cycle after bit p of word_re
  nf_netreduce_word word[NF_NETREDUCE_MAX_PORTS];
} nf_netreduce_aggregator_in;

typedef struct {
  bool job_ready;
  bool size_re;
  uint16_t size_place;
  uint8_t start;   // bit p: the combiner of port p reserves, and gets its header; one pulse per job
  uint8_t skipped; // bit p, with start: it would have got one, but was away
  uint8_t wait;    // bit p: a job waits for port p
  uint8_t wait_ring; // whose it is
  uint16_t start_place;
  uint8_t start_mode; // NF_NETREDUCE_MODE_*
  uint8_t start_mark;
  uint16_t start_size; // bytes
  uint8_t word_re;     // bit p
  uint16_t word_place;
  uint8_t word_index;
  bool ended_valid;   // the last word of a job is read
  uint8_t ended_slot; // as in the record
  bool out_valid, out_last;
  nf_netreduce_word out_word; // holds after the last one
  uint8_t out_ports;          // bit p; zero unless out_valid
  bool done;                  // with the last word of a sum that is kept
  bool uneven;                // with done: the members' sizes differ
  uint8_t flags;              // with done: NF_FP_* of all elements
} nf_netreduce_aggregator_out;

typedef struct nf_netreduce_aggregator nf_netreduce_aggregator;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_aggregator_init(nf_netreduce_aggregator **m,
                                       const nf_netreduce_aggregator_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_aggregator_out *nf_netreduce_aggregator_peek(const nf_netreduce_aggregator *m);
// One rising clock edge. in->word and in->size are looked at in the cycles named above alone, so
// that the one who calls need not fill them in others.
void nf_netreduce_aggregator_step(nf_netreduce_aggregator *m, const nf_netreduce_aggregator_in *in);
// A step without job_valid changes nothing and may be left out.
bool nf_netreduce_aggregator_idle(const nf_netreduce_aggregator *m);
// NULL is allowed.
void nf_netreduce_aggregator_free(nf_netreduce_aggregator *m);

#ifdef __cplusplus
}
#endif

#endif
