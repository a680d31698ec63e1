// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Endpoints around a switch under test: they send random traffic of all kinds, answer pull
// requests, and keep a book of what must arrive where, independent of the model.
#ifndef NF_SWITCH_KIT_H
#define NF_SWITCH_KIT_H

#include "alu/nf_exact.h"
#include "nf_packet_gen.h"
#include "nf_tb.h"
#include "switch/nf_switch.h"

enum {
  KIT_SWITCH_ID = 30,
  KIT_BLOCKS = 16,        // blocks of 128 B in the reduction region
  KIT_STOP = 400,         // cycles of a stop in the middle of a packet ...
  KIT_STOP_SETTLED = 100, // ... of which the last so many are counted
  KIT_SLOTS = 4,          // packets of each channel that an endpoint can hold
  KIT_ANSWERS = 256,
  KIT_OPEN = 8,
  KIT_SCRIPT = 160,
  KIT_QUIET = 2500, // cycles without a flit after which the counters are read
  KIT_CAUSES = NF_ERR_TARGETS + 1,
  KIT_WORDS = 32 // 32-bit words of a block
};

// What the traffic is made of, in percent of the packets, and how it moves.
typedef struct {
  unsigned unicast, multicast, push, pull, broken;
  unsigned damaged; // percent of the unicast packets with payload: cut, too long, or with err
  unsigned packets; // that each port sends by itself; 0 = without end
  unsigned len;     // payload flits; 0 = random
  unsigned entries; // of each reduction table
  bool multicast_partials;
  bool full_rate;
  unsigned silent_rank; // 1 + rank that takes no part in reductions; 0 = none
  unsigned timeout;     // ticks
  unsigned open;        // pulls of a port that may be open; 0: KIT_OPEN
  unsigned uplinks;     // ports that lead up; unicast from one to another is to be refused
  unsigned links;       // that blocks are interleaved over; 0: as after reset
  bool spread;          // the last port is reached by the way of the home slots
  // Reductions of f32, whose sums depend on the order; else of u32. Only those at port 0's table
  // are of more than zeros: what one table raises shows beside others that raise nothing.
  bool floats;
  bool exact; // reductions of f32x: exact sums, whose partials come in planes
  bool stops; // port 0 sends multicasts and stops in the middle of each; the others fill
              // their own ports with writes
} kit_mix;

// One access of the CSR port.
typedef struct {
  bool write;
  uint16_t addr;
  uint32_t data;
} kit_access;

// What one endpoint does.
typedef struct {
  nf_packet_gen link;         // the packet on the link
  nf_packet_gen own;          // the next packet of its own, until its channel has room
  nf_flit queue[KIT_ANSWERS]; // headers of answers that it owes
  unsigned owed, answered;
  unsigned sent; // packets of its own
  nf_pace drain;
  unsigned held[2];
  // The packet that is arriving.
  nf_flit header;
  unsigned left;
  uint32_t word[KIT_WORDS];
  // Numbers of unicast packets to and from each endpoint per channel, multicasts from each.
  uint32_t to[NF_MAX_PORTS][2], from[NF_MAX_PORTS][2];
  uint32_t multicasts, heard[NF_MAX_PORTS];
  unsigned pulls_open, next_tag;
} kit_endpoint;

// What the counters of a port must say; and, as they were read, what they do say.
typedef struct {
  uint32_t rx, drops, acks, tx, cleared, held;
  uint32_t cause[KIT_CAUSES]; // by NF_ERR_*
  uint32_t event[NF_EV_REST + 1];
} kit_counts;

// Words of one block: what went in and what came out.
typedef struct {
  uint64_t count_in, count_out;
  uint32_t sum_in[KIT_WORDS], sum_out[KIT_WORDS];
  nf_exact exact_in[KIT_WORDS], exact_out[KIT_WORDS]; // the same of exact sums
} kit_block;

// A second region that comes and goes beside the one of the mix: what is to be sent to it, and what
// came back. Its pulls are checked as all others are.
typedef struct {
  uint64_t base; // 0: there is none
  uint32_t push; // ports that are to send one push to its first block
  uint32_t pull; // ports that are to pull that block
  bool hold;     // the last port keeps its answers back ...
  nf_flit kept[KIT_SLOTS];
  unsigned kept_count;          // ... these
  bool lost;                    // pushes are to be refused: they do not count
  unsigned entered, pulled;     // pushes of which the switch has every flit; pulls that came back
  uint64_t count_in, count_out; // contributions
  uint32_t sum_in[KIT_WORDS], sum_out[KIT_WORDS];
} kit_guest;

typedef struct {
  nf_switch_cfg cfg; // of the switch under test
  kit_mix mix;
  kit_guest guest;
  kit_endpoint end[NF_MAX_PORTS];
  kit_block block[KIT_BLOCKS];
  kit_access script[KIT_SCRIPT];
  unsigned script_length, script_at;
  bool access_taken, programmed;
  uint32_t answer; // of the last read
  bool answer_err;
  unsigned answers;
  uint64_t flits_in, flits_out;
  uint64_t first_in, first_out; // cycles of the first flit each way
  uint8_t flags, flags_read;    // of all results and partials; seen in FLAGS
  unsigned delivered, results, partials, planes, pulls_done, broken_sent;
  unsigned damaged_in;
  unsigned turns; // unicast from uplink to uplink: dropped
  uint64_t quiet; // cycles since the last flit
  // Of each port: what was seen on its link and what its counters say, once they are being read.
  kit_counts seen[NF_MAX_PORTS], counter[NF_MAX_PORTS];
  bool more; // the scenario has more to come, whatever the ports have sent
  bool counting;
  unsigned ports_read;
  unsigned pushes, pulls, answers_sent; // on their way into the tables
  unsigned stop_left;                   // cycles until port 0 goes on
  // Cycles in which it had stopped, and flits that came out of the other ports in them.
  uint64_t stopped, stopped_flits;
} kit;

// Fills the script that programs the switch and sets up the endpoints.
void kit_start(kit *k, nf_tb *tb, const nf_switch_cfg *cfg, const kit_mix *mix);
// One cycle: checks what arrives and drives every port.
void kit_drive(kit *k, nf_tb *tb, const nf_switch_out *out, nf_switch_in *in);
// After a run that sent all it had: everything has arrived, once, and all counters say so.
void kit_finish(kit *k, nf_tb *tb);
// The last part of it.
void kit_check_counters(const kit *k, nf_tb *tb);
// Adds one access to the script; the answer is in k->answer when k->answers has grown.
void kit_access_add(kit *k, bool write, uint16_t addr, uint32_t data);

// The guest region: its pushes and pulls go out with the other traffic, answers that were kept
// back go out too.
void kit_guest_release(kit *k);

#endif
