// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/netreduce/nf_netreduce_regs.rdl; change that.
// Model of rtl/netreduce/nf_netreduce_regs.sv. A step of the block around it reads, then writes,
// then calls nf_netreduce_regs_step.
#ifndef NF_NETREDUCE_REGS_H
#define NF_NETREDUCE_REGS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
typedef struct {
  uint32_t Ports, Rings, Window, MaxMsgLen, Connections, BufferBeats;
} nf_netreduce_regs_cfg;

// The registers.
typedef struct {
  nf_netreduce_regs_cfg cfg;
  bool control; // CONTROL: when it is written 0, messages that have begun may end, for DRAIN cycles. Then every frame that is not LONG passes, with the cause OFF, but for those of members: they are dropped (NO_RING)
  uint32_t inet_tag; // INET_TAG: marks the first packet of a message that is to be aggregated (NETREDUCE 4.1)
  uint32_t own_mac_lo; // OWN_MAC_LO: 31:0 of this switch's MAC address (NETREDUCE 4.5)
  uint16_t own_mac_hi; // OWN_MAC_HI: 47:32 of it
  uint32_t own_ip; // OWN_IP: this switch's IP address
  uint32_t spine_mac_lo; // SPINE_MAC_LO: 31:0 of the spine's MAC address
  uint16_t spine_mac_hi; // SPINE_MAC_HI: 47:32 of it
  uint32_t spine_ip; // SPINE_IP: the spine's IP address
  uint32_t local_net; // LOCAL_NET: IP addresses with address AND LOCAL_MASK = LOCAL_NET are those of this switch's hosts
  uint32_t local_mask; // LOCAL_MASK: 0 after reset: with LOCAL_NET = 0 every address is local
  uint16_t pause; // PAUSE: cycles for which sums wait for the output of a port, 1..65535; then it is away. 512 after reset: the longest frame that passes, of 256 beats, and a sum take 450 at 100 Gb/s and 322 MHz
  uint8_t ring_members : 4; // RING_MEMBERS: for RING_SETUP: hosts of the ring at this switch, no more than it has ports; a leaf's 1..6, and a port less; 0: the ring is closed
  bool ring_leaf; // RING_LEAF: for RING_SETUP: the ring has hosts at other switches too (NETREDUCE 4.5)
  uint8_t ring_window : 3; // RING_WINDOW: for RING_SETUP: the hosts' window W in messages, 1..Window; 1 after reset. Nothing has to be repeated for want of a slot when 2 W <= Window + 1
  uint32_t ring_first; // RING_FIRST: for RING_SETUP: MsgID of the first message
  uint8_t ring_slot : 3; // RING_SLOT: for RING_SETUP: its slot, 0..Window: MsgID modulo (Window + 1)
  uint8_t ring_dtype : 4; // RING_DTYPE: for RING_SETUP: nf_pkg::DTYPE_*, one whose sums are as wide as its elements
  uint32_t irq_status; // IRQ_STATUS: What has happened: IRQ_*; bits at their places
  uint32_t irq_enable; // IRQ_ENABLE: irq is the OR of the bits that are set here and in IRQ_STATUS; bits at their places
  uint32_t drain; // DRAIN: cycles for which messages that have begun may go on when their ring is closed or set up anew, or the accelerator is switched off, and then once more for what was accepted to be added and to leave; 65536 after reset, 0: neither is waited for
  uint32_t given_up; // GIVEN_UP: how often one of the two took longer: messages were left incomplete, or sums leave after BUSY has fallen
  uint32_t threshold; // THRESHOLD: cycles for which a column may wait before it is reported; 0: none is looked for
  uint8_t straggler_ring : 4; // STRAGGLER_RING: the ring that the next three are about
  uint32_t straggler_msgid; // STRAGGLER_MSGID: the message, as of the last read of STRAGGLER
  uint32_t straggler_cycles; // STRAGGLER_CYCLES: for how many cycles it has been waiting, as of then; stays at 0xffffffff
  uint32_t charged; // CHARGED: reports that charge members with their MsgLen
  uint8_t look_result_arrived; // LOOK_RESULT: members that have arrived
  bool look_result_open; // LOOK_RESULT: a message is there and has this packet
  uint32_t look_msgid; // LOOK_MSGID: the message that is there
  uint32_t cycles; // CYCLES: cycles since reset; this and all counts modulo 2^32
  uint32_t bad_access; // BAD_ACCESS: accesses answered SLVERR
  uint32_t sums; // SUMS: columns summed up and kept in the history buffer
  uint32_t histories; // HISTORIES: sums repeated from the history buffer
  uint32_t announced; // ANNOUNCED: headers sent alone to another leaf
  uint32_t locals; // LOCALS: sums of this switch's hosts sent up to the spine
  uint32_t uneven; // UNEVEN: of SUMS: the members' packets differ in size
  uint32_t invalid; // INVALID: of SUMS: with the IEEE 754 flag invalid
  uint32_t overflow; // OVERFLOW: of SUMS: with overflow, or saturated
  uint32_t underflow; // UNDERFLOW: of SUMS: with underflow
  uint32_t inexact; // INEXACT: of SUMS: rounded
  uint32_t dropped; // DROPPED: repeated packets that were not answered: too many waited, their port was away, or, where AGAIN was set, their sum is not the last one; and sums that waited for one before them when their ring was set up anew
  uint32_t member_src_ip; // MEMBER_SRC_IP: for MEMBER_SETUP: source IP address of the member's packets
  uint32_t member_dst_ip; // MEMBER_DST_IP: for MEMBER_SETUP: destination IP address; LOCAL_NET and LOCAL_MASK say now whether it is a host of this switch
  uint32_t member_dst_qp : 24; // MEMBER_DST_QP: for MEMBER_SETUP: destination queue pair
  uint32_t member_src_qp : 24; // MEMBER_SRC_QP: for MEMBER_SETUP: the sender's own queue pair, which acknowledgements are sent to
  struct {
    uint8_t port : 3; // port by which its packets come
    uint8_t role : 2; // ROLE_*
    uint8_t parts : 7; // contributors that it stands for: a host for one, a leaf for its hosts, GLOBAL for all of the ring. MEMBER_SETUP takes 1..63; of HEADER it is not looked at
  } member_port; // MEMBER_PORT: For MEMBER_SETUP
  uint32_t again : 24; // AGAIN: cycles after which what is missing is asked for or sent again, 1..2^24-1: 4 round trips of the hosts. Rings that are set up while it is 0, as after reset, and those of a spine give out their sums as they are complete and answer every repeated packet
  uint32_t naks; // NAKS: NAKs sent to hosts whose packet is missing, or its header
  uint32_t replays; // REPLAYS: times that sums were sent to a receiver again, for its NAK or for want of an acknowledgement; and NAKs of another leaf, for which a header was sent again
  uint32_t skipped[8]; // SKIPPED: frames that a port did not get while it was away
} nf_netreduce_regs;

// What registers show that are not kept here.
typedef struct {
  uint8_t away; // AWAY: bit p: port p is away; sums are made without waiting for it, and it gets none
  uint16_t busy; // BUSY: bit r: ring r is being set up, or columns of it are still being swept; all bits: the accelerator is being switched off. When it falls, all sums of before have left (but see GIVEN_UP)
  uint16_t stragglers; // STRAGGLERS: bit r: ring r has a report: a column that has waited for THRESHOLD cycles
  bool look_result_pending; // LOOK_RESULT: the look is under way
  uint32_t overrun[8]; // OVERRUN: frames of a port's MAC that came when there was no room for them: nf_netreduce_mac. Not in COUNT; 0 where no MAC is
} nf_netreduce_regs_wires;

// What happens in a cycle: events, what is counted, values that are kept now (_we).
typedef struct {
  uint32_t irq_status; // IRQ_STATUS: What has happened: IRQ_*; bits at their places
  uint8_t given_up; // GIVEN_UP: how often one of the two took longer: messages were left incomplete, or sums leave after BUSY has fallen
  uint32_t straggler_msgid; // STRAGGLER_MSGID: the message, as of the last read of STRAGGLER
  uint32_t straggler_cycles; // STRAGGLER_CYCLES: for how many cycles it has been waiting, as of then; stays at 0xffffffff
  bool charged; // CHARGED: reports that charge members with their MsgLen
  uint8_t look_result_arrived; // LOOK_RESULT: members that have arrived
  bool look_result_open; // LOOK_RESULT: a message is there and has this packet
  uint32_t look_msgid; // LOOK_MSGID: the message that is there
  bool cycles; // CYCLES: cycles since reset; this and all counts modulo 2^32
  bool sums; // SUMS: columns summed up and kept in the history buffer
  bool histories; // HISTORIES: sums repeated from the history buffer
  bool announced; // ANNOUNCED: headers sent alone to another leaf
  bool locals; // LOCALS: sums of this switch's hosts sent up to the spine
  bool uneven; // UNEVEN: of SUMS: the members' packets differ in size
  bool invalid; // INVALID: of SUMS: with the IEEE 754 flag invalid
  bool overflow; // OVERFLOW: of SUMS: with overflow, or saturated
  bool underflow; // UNDERFLOW: of SUMS: with underflow
  bool inexact; // INEXACT: of SUMS: rounded
  bool dropped; // DROPPED: repeated packets that were not answered: too many waited, their port was away, or, where AGAIN was set, their sum is not the last one; and sums that waited for one before them when their ring was set up anew
  bool naks; // NAKS: NAKs sent to hosts whose packet is missing, or its header
  bool replays; // REPLAYS: times that sums were sent to a receiver again, for its NAK or for want of an acknowledgement; and NAKs of another leaf, for which a header was sent again
  bool skipped[8]; // SKIPPED: frames that a port did not get while it was away
  bool straggler_msgid_we;
  bool straggler_cycles_we;
  bool look_result_we;
  bool look_msgid_we;
  uint8_t refused; // accesses
} nf_netreduce_regs_events;

// After reset.
void nf_netreduce_regs_reset(nf_netreduce_regs *r, const nf_netreduce_regs_cfg *cfg);
// False: no register that can be read has this address.
bool nf_netreduce_regs_read(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w, uint32_t addr, uint32_t *value);
// False: no register takes this value.
bool nf_netreduce_regs_write(nf_netreduce_regs *r, uint32_t addr, uint32_t value);
// The rest of a cycle.
void nf_netreduce_regs_step(nf_netreduce_regs *r, const nf_netreduce_regs_events *e);
static inline bool nf_netreduce_regs_irq(const nf_netreduce_regs *r) {
  return (r->irq_status & r->irq_enable) != 0;
}

// Fields of STRAGGLER: A column that has waited too long. Reading it notes the next two registers down.
typedef struct {
  uint8_t packet; // packet of the message
  uint8_t missing; // members that are missing (bit HostID; of a leaf then HEADER, GLOBAL)
  uint8_t charged; // members that are charged with another MsgLen: more than half of the ring have sent the same other one; 0: no MsgLen has that many yet
  bool unlike; // members have sent another MsgLen for this message than the one that began it
  bool valid; // there is a report
} nf_netreduce_regs_straggler;
static inline uint32_t nf_netreduce_regs_straggler_word(const nf_netreduce_regs_straggler *w) {
  return (uint32_t)w->packet << 0 | (uint32_t)w->missing << 8 | (uint32_t)w->charged << 16 | (uint32_t)w->unlike << 24 | (uint32_t)w->valid << 31;
}

// Fields of LOOK: Looks at a column. Refused while a look is under way.
typedef struct {
  uint8_t packet; // packet of the message
  uint8_t slot : 3; // slot
  uint8_t ring : 4; // ring
  uint32_t none; // bits of no field, at their places
} nf_netreduce_regs_look;
static inline nf_netreduce_regs_look nf_netreduce_regs_look_of(uint32_t word) {
  nf_netreduce_regs_look w;
  w.packet = (uint8_t)(word >> 0 & 0xffu);
  w.slot = (uint8_t)(word >> 8 & 0x7u);
  w.ring = (uint8_t)(word >> 16 & 0xfu);
  w.none = word & 0xfff0f800u;
  return w;
}

// Fields of MEMBER_SETUP: Makes the five registers before a member of a ring. Refused while the ring is open or one is being set up; when HostID is above the number of ports; when HostID, port (HEADER and GLOBAL may share one), connection, or both addresses and MEMBER_SRC_QP are a member's already (of those that do not send to the switch itself: they are acknowledged by these); when the hosts of a ring would contribute more than 63, or one that does not send to the switch itself more than one; when the table is full; to remove: when there is none.
typedef struct {
  uint8_t host : 3; // HostID
  uint8_t ring : 4; // ring
  bool remove; // 1: removes the member
  uint32_t none; // bits of no field, at their places
} nf_netreduce_regs_member_setup;
static inline nf_netreduce_regs_member_setup nf_netreduce_regs_member_setup_of(uint32_t word) {
  nf_netreduce_regs_member_setup w;
  w.host = (uint8_t)(word >> 0 & 0x7u);
  w.ring = (uint8_t)(word >> 3 & 0xfu);
  w.remove = (word >> 31 & 0x1u) != 0;
  w.none = word & 0x7fffff80u;
  return w;
}

// Fields of MEMBER_HOST_STATE: The member.
typedef struct {
  uint8_t port; // port
  uint8_t role; // ROLE_*
  uint8_t parts; // contributors
  bool valid; // there is one
} nf_netreduce_regs_member_host_state;
static inline uint32_t nf_netreduce_regs_member_host_state_word(const nf_netreduce_regs_member_host_state *w) {
  return (uint32_t)w->port << 0 | (uint32_t)w->role << 4 | (uint32_t)w->parts << 8 | (uint32_t)w->valid << 31;
}
// clang-format on

#ifdef __cplusplus
}
#endif

#endif
