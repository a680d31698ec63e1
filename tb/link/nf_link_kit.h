// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Two ends of a link back to back: end 0 is the block under test (or holds it), end 1 a C model.
// Devices at both ends, a wire each way that damages, loses, repeats and slips words, and books of
// every packet, kept apart from the models: each must come out once, in order, unchanged.
#ifndef NF_LINK_KIT_H
#define NF_LINK_KIT_H

#include "link/nf_link.h"
#include "nf_tb.h"

enum { NF_LINK_KIT_BOOK = 2048, NF_LINK_KIT_LINE = 1024, NF_LINK_KIT_LONGEST = 64 + 5 };

// What a device sends and takes.
typedef struct {
  nf_pace pace;
  unsigned channels; // bit v: it sends packets of virtual channel v
  enum { NF_LINK_ANY, NF_LINK_SHORT, NF_LINK_FULL } length;
  unsigned long_percent;     // packets past PacketFlits, which the link cuts
  unsigned ready_percent[2]; // of the cycles in which a channel that is not ready becomes so
  unsigned fickle_percent;   // ... and takes that back without a header, against the rule
} nf_link_traffic;

// Per million words.
typedef struct {
  unsigned flip, lose, repeat, slip;
} nf_link_noise;

typedef struct {
  nf_link_data flit[NF_LINK_KIT_LONGEST];
  unsigned flits; // 0: none
  bool err;
} nf_link_packet;

typedef struct {
  uint64_t digest;
  unsigned flits;
  bool err;
} nf_link_entry;

typedef struct {
  nf_link_traffic traffic;
  // sending
  nf_link_packet next[2]; // one waiting per channel
  unsigned sending, sent; // channel of the packet on its way; its flits that were taken
  bool open, headed;      // a packet is on its way; its header was taken in the cycle before
  uint8_t ready_seen;
  // receiving
  uint8_t ready;
  bool in_packet;
  unsigned vc, flits;
  uint64_t digest;
  // counts
  uint64_t taken, refused, delivered, closed; // packets
  uint64_t flits_out, first_in, first_out, gaps;
  uint64_t events[16];
  bool down, busy;
} nf_link_device;

// Packets on their way to a device, per channel.
typedef struct {
  nf_link_entry entry[NF_LINK_KIT_BOOK];
  unsigned head, tail;
} nf_link_book;

typedef struct {
  nf_link_data data[NF_LINK_KIT_LINE];
  uint64_t ctrl[NF_LINK_KIT_LINE];
  unsigned head, tail;
  nf_link_noise noise;
  bool dead;          // zeros come out
  nf_link_data shown; // the latest word that came out
  uint64_t shown_ctrl;
} nf_link_wire;

typedef struct {
  uint32_t width, packet, vc_bit; // of both ends: Width, PacketFlits, VcBit
  nf_link_device device[2];
  nf_link_book book[2][2]; // [device that receives][channel]
  nf_link_wire wire[2];    // [end that sends]
  unsigned delay;
  uint16_t timeout;
  uint8_t retries;
  bool stop; // the devices begin no new packets, and take everything
} nf_link_kit;

// Puts both ends in their reset state; `peer` are the parameters of end 1.
void nf_link_kit_start(nf_tb *tb, nf_link_kit *k, const nf_link_cfg *peer, unsigned delay);
// One cycle: outputs of end 0 to its inputs; end 1, wires and devices move on.
void nf_link_kit_drive(nf_tb *tb, nf_link_kit *k, const nf_link_out *out, nf_link_in *in);
// Everything that was taken was delivered and nobody is busy.
void nf_link_kit_check_empty(nf_tb *tb, const nf_link_kit *k);
// Packets of any length, both channels, any pace.
nf_link_traffic nf_link_traffic_any(nf_tb *tb);
// One flit in every cycle, and always ready.
nf_link_traffic nf_link_traffic_full(void);

#endif
