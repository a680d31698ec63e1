// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Connections, messages and arrival states of one ring (NETREDUCE 4.3.1, 4.3.2), packet by packet.
#ifndef NF_NR_TABLES_H
#define NF_NR_TABLES_H

#include "sim/netreduce/device.h"
#include "sim/netreduce/frame.h"

enum { NF_NR_SLOTS = 8, NF_NR_COLUMNS = 256 };

// A column: an offset of a message.
typedef struct {
  uint32_t msgid;
  unsigned offset;
} nf_nr_at;

typedef struct {
  bool valid;
  uint32_t psn, msgid;
  unsigned msglen;
} nf_nr_message;

// What a member has sent.
typedef struct {
  bool any;     // a message is known
  bool counted; // its PSNs are known as columns
  uint32_t newest;
  nf_nr_at expected; // the first column that its packet is missing in
  uint32_t psn;      // of that packet
  uint32_t given;    // PSN of its packet in the column that is given out next
  uint32_t acked;    // PSN that its receiver has acknowledged all before
  nf_nr_message message[NF_NR_SLOTS];
} nf_nr_sent;

typedef struct {
  unsigned msglen, done; // packets; columns whose sum was given out
  uint16_t arrived[NF_NR_COLUMNS];
} nf_nr_slot;

typedef struct {
  const nf_nr_device_cfg *cfg;
  nf_nr_sent sent[NF_NR_MEMBERS];
  uint32_t next;              // message that begins next
  unsigned opened;            // messages in the window
  uint16_t all;               // members, as a mask
  nf_nr_at up, released;      // columns that are sent up, given out next
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
  bool first;     // packet of its message
  int member;     // -1: of no connection that is known
  uint32_t ahead; // packets that its member has sent before it and that are missing, the first of
                  // them one behind the other
} nf_nr_answer;

void nf_nr_tables_open(nf_nr_tables *t, const nf_nr_device_cfg *cfg);
// The member whose connection a packet is of; -1: none.
int nf_nr_tables_member(const nf_nr_tables *t, const nf_nr_packet *p);
nf_nr_answer nf_nr_tables_arrive(nf_nr_tables *t, const nf_nr_arrival *a);
// The next column in order whose sum is due: of all members, or of a leaf's hosts (up). False: its
// packets have not all come.
bool nf_nr_tables_release(nf_nr_tables *t, bool up, unsigned *place, bool *first);
// The member whose receiver sends this acknowledgement; -1: none, nor of packets that go to the
// switch itself.
int nf_nr_tables_sender(const nf_nr_tables *t, const nf_nr_packet *p);
// Does it come by a port where that receiver can be: a host's own, or of one elsewhere a port that
// leads to other switches?
bool nf_nr_tables_is_receivers(const nf_nr_tables *t, unsigned member, const nf_nr_packet *p,
                               unsigned port);
// Is a port of a leaf one that leads to other switches?
bool nf_nr_tables_leads_on(const nf_nr_tables *t, unsigned port);
// Its receiver has acknowledged all before a packet. False: that is not new.
bool nf_nr_tables_acknowledged(nf_nr_tables *t, unsigned member, uint32_t next);
// Sums of a member that were given out and that its receiver has not acknowledged.
uint32_t nf_nr_tables_unknown(const nf_nr_tables *t, unsigned member);
// Is the receiver of a member's packets a host that gets its sums from this switch?
bool nf_nr_tables_has_receiver(const nf_nr_tables *t, unsigned member);
// Place of a member's packet that has come, by its PSN; false: it has not.
bool nf_nr_tables_has(const nf_nr_tables *t, unsigned member, uint32_t psn, unsigned *place,
                      bool *first);
// Have all hosts' packets at a place come?
bool nf_nr_tables_is_up(const nf_nr_tables *t, unsigned place);
// Of a leaf: does a column wait for the spine's sum alone, or for that and a header? *at goes on to
// the next one.
bool nf_nr_tables_waits(const nf_nr_tables *t, nf_nr_at *at, unsigned *place, bool *first);
// Has a message a place, and if so who has come of a packet, as nf_nr_engine's look says it.
bool nf_nr_tables_look(const nf_nr_tables *t, uint32_t msgid, unsigned offset, unsigned *arrived);
// What a sum is marked with: that of a leaf's hosts, which goes up, or that of the whole ring.
uint8_t nf_nr_tables_mark(const nf_nr_device_cfg *cfg, bool up);
// The member of a ring whose connection a packet is of; -1: none.
int nf_nr_member_of(const nf_nr_device_cfg *cfg, const nf_nr_packet *p);
// Is a destination one of this switch?
bool nf_nr_is_local(const nf_nr_device_cfg *cfg, uint32_t ip);

#endif
