// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_books.sv: outstanding commands, acknowledgements due and landed
// blocks of the DMA engine (KLENK IV-F3).
#ifndef NF_ENDPOINT_BOOKS_H
#define NF_ENDPOINT_BOOKS_H

#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ENDPOINT_MAX_COMMANDS = 64 };

typedef struct {
  uint32_t Links;    // lanes, 1..8
  uint32_t Commands; // that can be outstanding, 2..64
} nf_endpoint_books_cfg;

typedef struct {
  uint16_t cfg_acks; // acknowledgements due for one multicast write
  bool cfg_exclude_source;
  bool clear; // everything outstanding is given up
  // the command that generates: the youngest one
  bool start; // it starts; only while room
  uint8_t id;
  bool pull;
  bool expect;            // after start: a pull expects blocks
  uint32_t expect_blocks; // that other ranks' pulls deliver here
  bool wave;              // it got a counter
  bool finish;            // all of it is injected, or it ends early
  uint8_t finish_status;
  bool finish_poison;
  // answers of the wave controller
  bool count_done;   // a block is complete
  bool hit;          // a wave waited for it
  uint8_t hit_owner; // place of its command
  bool hit_goal;     // and is complete
  bool poison;
  uint8_t ack, mcast; // bit l: lane l
  uint8_t lane_busy;
  bool done_ready;
} nf_endpoint_books_in;

typedef struct {
  bool room;    // one more can be outstanding
  bool empty;   // none is, nor is an acknowledgement due
  uint8_t tail; // place of the command that generates, from its start on
  uint8_t out;  // its waves outstanding
  bool done_valid;
  uint8_t done_id, done_status;
  uint16_t event;
  uint32_t due; // acknowledgements due
  bool busy;
} nf_endpoint_books_out;

typedef struct nf_endpoint_books nf_endpoint_books;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_books_init(nf_endpoint_books **m, const nf_endpoint_books_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_books_out *nf_endpoint_books_peek(const nf_endpoint_books *m);
// One rising clock edge.
void nf_endpoint_books_step(nf_endpoint_books *m, const nf_endpoint_books_in *in);
// NULL is allowed.
void nf_endpoint_books_free(nf_endpoint_books *m);

#ifdef __cplusplus
}
#endif

#endif
