// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_nic_queue.sv: a queue of packets in the NIC's SRAM (ACE 4.4).
#ifndef NF_ACE_NIC_QUEUE_H
#define NF_ACE_NIC_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Packets;   // packets held, a power of two 2..64
  bool Whole;         // offer packets that are complete; or else that have begun
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_nic_queue_cfg;

typedef struct {
  bool reserve;  // takes room for one packet; only while out.room
  bool in_valid; // always taken; a packet begins only with room that was reserved
  bool in_last;
  nf_flit in_hdr; // of the packet, beside its first word
  nf_ace_word in_data;
  bool load; // only while out.ready
} nf_ace_nic_queue_in;

typedef struct {
  bool room, ready;         // for one packet more; a word can be loaded
  bool drop;                // a packet was too long
  bool open;                // the word that was loaded last does not end its packet
  bool out_first, out_last; // of the word that was loaded last
  nf_flit out_hdr;          // for all words of the packet
  nf_ace_word out_data;
} nf_ace_nic_queue_out;

typedef struct nf_ace_nic_queue nf_ace_nic_queue;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_nic_queue_init(nf_ace_nic_queue **m, const nf_ace_nic_queue_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_nic_queue_out *nf_ace_nic_queue_peek(const nf_ace_nic_queue *m);
// One rising clock edge.
void nf_ace_nic_queue_step(nf_ace_nic_queue *m, const nf_ace_nic_queue_in *in);
// NULL is allowed.
void nf_ace_nic_queue_free(nf_ace_nic_queue *m);

// The same step for a caller that has the words elsewhere: in_hdr and in_data of `in` are not read.
void nf_ace_nic_queue_move(nf_ace_nic_queue *m, const nf_ace_nic_queue_in *in, const nf_flit *hdr,
                           const nf_ace_word *data);

#ifdef __cplusplus
}
#endif

#endif
