// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Connections, messages and arrival states of one ring (NETREDUCE 4.3.1, 4.3.2), packet by packet.
#ifndef NF_NR_TABLES_H
#define NF_NR_TABLES_H

#include "device.h"
#include "frame.h"

enum { NF_NR_SLOTS = 8, NF_NR_COLUMNS = 256 };

typedef struct {
  bool valid;
  uint32_t psn, msgid;
  unsigned msglen;
} nf_nr_message;

// What a member has sent.
typedef struct {
  bool any; // a message is known
  uint32_t newest;
  nf_nr_message message[NF_NR_SLOTS];
} nf_nr_sent;

typedef struct {
  unsigned msglen, done; // packets; complete columns
  uint16_t arrived[NF_NR_COLUMNS];
} nf_nr_slot;

typedef struct {
  const nf_nr_device_cfg *cfg;
  nf_nr_sent sent[NF_NR_MEMBERS];
  uint32_t next;              // message that begins next
  unsigned opened;            // messages in the window
  uint16_t all;               // members, as a mask
  uint16_t seen[NF_NR_SLOTS]; // by age: who has shown a packet of this message or a later one
  nf_nr_slot slot[NF_NR_SLOTS];
} nf_nr_tables;

// A packet as the lookups see it.
typedef struct {
  nf_nr_packet head;
  unsigned port;
  bool alone; // a header alone
  bool first; // with NetReduce header
  nf_nr_tag tag;
} nf_nr_arrival;

typedef struct {
  uint8_t cause; // NF_NETREDUCE_CAUSE_*
  uint8_t state; // NF_NETREDUCE_STATE_*, when NONE
  uint8_t role;  // NF_NETREDUCE_ROLE_*
  unsigned place;
  bool first; // packet of its message
} nf_nr_answer;

void nf_nr_tables_open(nf_nr_tables *t, const nf_nr_device_cfg *cfg);
nf_nr_answer nf_nr_tables_arrive(nf_nr_tables *t, const nf_nr_arrival *a);
// Has a message a place, and if so who has come of a packet, as nf_nr_engine's look says it.
bool nf_nr_tables_look(const nf_nr_tables *t, uint32_t msgid, unsigned offset, unsigned *arrived);
// Is a destination one of this switch?
bool nf_nr_is_local(const nf_nr_device_cfg *cfg, uint32_t ip);

#endif
