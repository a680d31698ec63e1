// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Packets for the tests of the switch: one generator a link, which sends them flit by flit.
#ifndef NF_PACKET_GEN_H
#define NF_PACKET_GEN_H

#include "common/nf_defs.h"
#include "nf_tb.h"

// What one link has to send: the packet in progress and the pace.
typedef struct {
  nf_flit flit[NF_MAX_PACKET_FLITS];
  unsigned flits;  // of the packet in progress, 0 = none
  unsigned sent;   // flits that the other side has taken
  bool err;        // the last flit goes out marked as damaged
  bool early_last; // marked as last although more was announced
  unsigned extra;  // flits beyond the announced length
  bool headed;     // the last flit taken was a header of virtual channel `vc`
  unsigned vc;
  nf_pace pace;
} nf_packet_gen;

// What stands on the link in one cycle.
typedef struct {
  bool valid, last, err;
  nf_flit data;
} nf_link_flit;

// Starts a packet: header and random payload.
void nf_packet_gen_start(nf_packet_gen *g, nf_tb *tb, const nf_flit *header);
// What the link shows in this cycle; a flit that is shown counts as sent when it was taken:
// a header when ready has its channel's bit, payload always.
nf_link_flit nf_packet_gen_drive(nf_packet_gen *g, nf_tb *tb, uint8_t ready);
// A header with random fields, opcode and length.
nf_flit nf_packet_gen_header(nf_tb *tb, unsigned opcode, unsigned len);

#endif
