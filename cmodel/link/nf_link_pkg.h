// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Constants of rtl/link/nf_link_pkg.sv: the control part of a word on the wire and the events.
#ifndef NF_LINK_PKG_H
#define NF_LINK_PKG_H

#include "common/nf_defs.h"

// The bit of a header of nf_defs.h that is its virtual channel: the highest of the opcode.
enum { NF_LINK_VC_BIT = 3 };

// A flit: a header of nf_defs.h, or all that Width has room for.
enum { NF_LINK_LIMBS = 10 };
typedef union {
  nf_flit flit;
  uint64_t w[NF_LINK_LIMBS];
} nf_link_data;

// What a word carries.
enum { NF_LINK_KIND_IDLE, NF_LINK_KIND_FLIT, NF_LINK_KIND_LAST, NF_LINK_KIND_LAST_ERR };

// Fields of the control part, from bit 0 up; the check sum is over the data and all other fields.
enum {
  NF_LINK_KIND_LSB = 0,
  NF_LINK_KIND_BITS = 2,
  NF_LINK_SEQ_LSB = 2, // of this flit; of the next one in an idle word
  NF_LINK_SEQ_BITS = 9,
  NF_LINK_ACK_LSB = 11, // sequence number that the sender of the word expects next
  NF_LINK_ACK_BITS = 9,
  NF_LINK_NAK_LSB = 20, // it has seen a gap
  NF_LINK_CREDIT_VC_LSB = 21,
  NF_LINK_CREDIT_LSB = 22, // flits freed in the receive buffer of that channel since reset
  NF_LINK_CREDIT_BITS = 10,
  NF_LINK_CRC_LSB = 32,
  NF_LINK_CRC_BITS = 32
};

enum { NF_LINK_SEQ_MASK = 0x1ff, NF_LINK_CREDIT_MASK = 0x3ff };
enum { NF_LINK_MIN_WIDTH = 64, NF_LINK_MAX_WIDTH = 640, NF_LINK_MAX_PACKET_FLITS = 64 };
enum { NF_LINK_MIN_REPLAY = 32, NF_LINK_MAX_REPLAY = 512 };
enum { NF_LINK_MIN_ROOM = 16, NF_LINK_MAX_ROOM = 512 };

// Bits of event_o.
enum {
  NF_LINK_EV_CRC_ERROR, // a word that is not what was sent, discarded
  NF_LINK_EV_GAP,       // a word that came after a lost one
  NF_LINK_EV_DUPLICATE, // a flit that had been received before, dropped
  NF_LINK_EV_NAK,       // the other end is asked to replay
  NF_LINK_EV_REPLAY,    // sending starts again at the oldest unacknowledged flit
  NF_LINK_EV_TIMEOUT,   // ... because nothing was acknowledged for too long
  NF_LINK_EV_DROP,      // a packet of the device dropped because the link is down
  NF_LINK_EV_PACKET_TX, // a packet was taken from the device
  NF_LINK_EV_PACKET_RX, // a packet was delivered to the device
  NF_LINK_EV_LENGTH,    // a packet of more than PacketFlits flits was cut
  NF_LINK_EV_NO_ROOM,   // a flit past the credits: the two ends differ in Room
  NF_LINK_EV_CLOSED,    // the link went down within a received packet: ended with err
  NF_LINK_EV_DOWN,      // the link was given up
  NF_LINK_EV_RESENT     // a flit was sent again
};

#endif
