// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/netreduce/nf_netreduce.toml; change that.
// Mirrors rtl/netreduce/nf_netreduce_pkg.sv.
#ifndef NF_NETREDUCE_PKG_H
#define NF_NETREDUCE_PKG_H

#include <stdint.h>

// clang-format off
enum {
  NF_NETREDUCE_WORD_BITS = 512, // a beat of the AXI4-Stream ports: 64 B; 100 Gb/s at 195 MHz and more
  NF_NETREDUCE_WORD_BYTES = 64, // bytes of a beat
  NF_NETREDUCE_MAX_PORTS = 8, // ports of an accelerator
  NF_NETREDUCE_MAX_HOSTS = 8, // members of a ring (NETREDUCE 5.1: 6)
  NF_NETREDUCE_MAX_RINGS = 16, // rings: one for each GPU of a machine (NETREDUCE 3.2)
  NF_NETREDUCE_MAX_WINDOW = 7, // messages of a window, N of Algorithm 1 (NETREDUCE 5.1: 2)
  NF_NETREDUCE_MAX_MSGLEN = 256, // packets of a message (NETREDUCE 5.1: 170)
  NF_NETREDUCE_ETHERTYPE = 2048, // IPv4
  NF_NETREDUCE_ETHERTYPE_CTAG = 33024, // a VLAN tag (IEEE 802.1Q)
  NF_NETREDUCE_ETHERTYPE_STAG = 34984, // the outer one of two VLAN tags
  NF_NETREDUCE_PROTOCOL = 17, // UDP
  NF_NETREDUCE_PORT = 4791, // UDP destination port of RoCE v2
  NF_NETREDUCE_ETH_BYTES = 14, // Ethernet header
  NF_NETREDUCE_IP_BYTES = 20, // IPv4 header without options
  NF_NETREDUCE_UDP_BYTES = 8, // UDP header
  NF_NETREDUCE_BTH_BYTES = 12, // InfiniBand base transport header
  NF_NETREDUCE_HEAD_BYTES = 54, // all of them: where the RDMA payload begins
  NF_NETREDUCE_NR_BYTES = 12, // NetReduce header, first bytes of the payload of a message's first packet (NETREDUCE 4.1, Fig. 3)
  NF_NETREDUCE_ICRC_BYTES = 4, // invariant CRC behind the payload
  NF_NETREDUCE_AETH_BYTES = 4, // what an acknowledgement carries: syndrome and MSN
  NF_NETREDUCE_NAK_SEQUENCE = 96, // syndrome of a NAK for a PSN sequence error (InfiniBand architecture 1.4, 9.7.5)
  NF_NETREDUCE_MAX_PAYLOAD = 1024, // bytes of RDMA payload in a packet, pad included: the path MTU (NETREDUCE 4.1)
  NF_NETREDUCE_MAX_WORDS = 16, // beats of a payload, which begins a new one
  NF_NETREDUCE_MAX_BEATS = 17, // beats of the longest packet of the engine
  NF_NETREDUCE_HEAD_BITS = 432, // the 54 bytes before the payload, first byte on the wire in bits 7:0
  NF_NETREDUCE_CAUSES = 32, // CAUSE_* codes, with room
  NF_NETREDUCE_FIRST_DROPPED = 12, // CAUSE_* codes from here on are of frames that are dropped
  NF_NETREDUCE_MARK_BITS = 7, // the bits of the BTH that are reserved behind AckReq, which the ICRC covers: whose sum a packet is. Zero: one host's own numbers
  NF_NETREDUCE_RESULT = 64, // bit of the mark: the sum of the whole ring
  NF_NETREDUCE_MOST_PARTS = 63, // contributors to a sum: bits 5:0 of the mark
  NF_NETREDUCE_ALONE = 6, // bits 7:5 of the BTH opcode of a header that travels alone: of those that the InfiniBand architecture leaves to manufacturers. Bits 4:3 are the pad count of its packet, bits 2:0 the opcode
};

// What a receiver says of a connection (InfiniBand architecture 1.4, 9.7.5: AETH).
enum {
  NF_NETREDUCE_ACK_NONE = 0x0, // nothing, or another thing than these two
  NF_NETREDUCE_ACK_GOOD = 0x1, // all up to this PSN has come
  NF_NETREDUCE_ACK_GAP = 0x2, // PSN sequence error: all before this PSN has come, and it has not
};

// BTH opcodes of the packets that can be the engine's: RC SEND (InfiniBand architecture 1.4, 9.2).
enum {
  NF_NETREDUCE_OPCODE_SEND_FIRST = 0x0, // first of several
  NF_NETREDUCE_OPCODE_SEND_MIDDLE = 0x1, // neither first nor last
  NF_NETREDUCE_OPCODE_SEND_LAST = 0x2, // last of several
  NF_NETREDUCE_OPCODE_SEND_ONLY = 0x4, // the only one
  NF_NETREDUCE_OPCODE_ACKNOWLEDGE = 0x11, // carries no payload: passes, also from a member's connection, behind VLAN tags and IP options too
  NF_NETREDUCE_OPCODE_CONGESTION = 0x81, // congestion notification (CNP; InfiniBand architecture, annex A17.9.3): the same
};

// Why a packet is not the engine's. Below FIRST_DROPPED it passes untouched, from there on it is dropped; all are counted.
enum {
  NF_NETREDUCE_CAUSE_NONE = 0x0, // it is the engine's
  NF_NETREDUCE_CAUSE_NOT_IPV4 = 0x1, // another EtherType: VLAN tags, ARP, IPv6
  NF_NETREDUCE_CAUSE_OPTIONS = 0x2, // IPv4 with options
  NF_NETREDUCE_CAUSE_FRAGMENT = 0x3, // a fragment
  NF_NETREDUCE_CAUSE_NOT_UDP = 0x4, // another protocol
  NF_NETREDUCE_CAUSE_NOT_ROCE = 0x5, // another UDP port
  NF_NETREDUCE_CAUSE_OPCODE = 0x6, // another BTH opcode: acknowledgements, RDMA writes and reads, unreliable transports
  NF_NETREDUCE_CAUSE_UNTAGGED = 0x7, // a message without InetTag
  NF_NETREDUCE_CAUSE_UNKNOWN = 0x8, // not first, of a connection that is no member's
  NF_NETREDUCE_CAUSE_OFF = 0x9, // the accelerator is switched off, and its connection is no member's
  NF_NETREDUCE_CAUSE_MARK = 0xf, // a member's, but its mark is not the one that the member's packets have: of a host none, of a leaf the number of its hosts, of the spine RESULT and that of the whole ring
  NF_NETREDUCE_CAUSE_TRUNCATED = 0x10, // the frame is shorter than its headers, or than the IP header says
  NF_NETREDUCE_CAUSE_IP_CHECKSUM = 0x11, // IP header checksum
  NF_NETREDUCE_CAUSE_LENGTH = 0x12, // lengths of IP and UDP contradict each other, or leave no room for BTH and ICRC
  NF_NETREDUCE_CAUSE_ICRC = 0x13, // invariant CRC
  NF_NETREDUCE_CAUSE_DAMAGED = 0x14, // marked as bad by the MAC
  NF_NETREDUCE_CAUSE_NO_RING = 0x15, // a member's, while its ring is closed or being set up, or the accelerator is switched off
  NF_NETREDUCE_CAUSE_UNREGISTERED = 0x16, // tagged, of a connection that is no member's
  NF_NETREDUCE_CAUSE_MSGLEN = 0x17, // MsgLen of 0 or more than the engine holds, or another one than the ring's members before
  NF_NETREDUCE_CAUSE_PSN = 0x18, // no message of its connection has this PSN
  NF_NETREDUCE_CAUSE_WINDOW = 0x19, // MsgID outside the window, or a message that cannot begin yet
  NF_NETREDUCE_CAUSE_MEMBER = 0x1a, // a member's, but by another port than the member's; or an acknowledgement of a member's packets by another port than their receiver's
  NF_NETREDUCE_CAUSE_OTHER_RING = 0x1b, // a member's, but tagged for another ring than the member's
  NF_NETREDUCE_CAUSE_RAW = 0x1c, // a member's, but no packet of the engine: without InetTag, another BTH opcode, behind VLAN tags or IP options. Acknowledgements and congestion notifications pass
  NF_NETREDUCE_CAUSE_PAYLOAD = 0x1d, // more than 1024 bytes of payload
  NF_NETREDUCE_CAUSE_LONG = 0x1e, // longer than the frame buffer of the port
  NF_NETREDUCE_CAUSE_ROLE = 0x1f, // a header alone from a member that sends packets, or the other way round (NETREDUCE 4.5)
};

// What the state manager says of an arrival (NETREDUCE 4.3.2).
enum {
  NF_NETREDUCE_STATE_STORE = 0x0, // first arrival; others of its column are missing
  NF_NETREDUCE_STATE_COMPLETE = 0x1, // first arrival, and the last one of its column: aggregate
  NF_NETREDUCE_STATE_HISTORY = 0x2, // retransmitted, already aggregated: answer from the history buffer
  NF_NETREDUCE_STATE_DISCARD = 0x3, // retransmitted, not yet aggregated: drop
  NF_NETREDUCE_STATE_STALE = 0x4, // of a message that has left the window, or is not in it yet: drop, counted as WINDOW
  NF_NETREDUCE_STATE_LENGTH = 0x5, // MsgLen 0, too long, or not that of the members before, or an offset beyond it: drop, counted as MSGLEN
  NF_NETREDUCE_STATE_LOCAL = 0x6, // first arrival, and the last one of this switch's hosts: send their sum to the spine
  NF_NETREDUCE_STATE_RESEND = 0x7, // retransmitted; the hosts' sum is there, the global one is not: send their sum once more
};

// What a member of a ring is to a leaf (NETREDUCE 4.5). In a ring of one switch all members are hosts.
enum {
  NF_NETREDUCE_ROLE_HOST = 0x0, // a host, or for the spine a leaf: its packets bring headers and what is to be added
  NF_NETREDUCE_ROLE_HEADER = 0x1, // the leaf of a host that sends to one of ours: headers alone
  NF_NETREDUCE_ROLE_GLOBAL = 0x2, // the spine: global sums, addressed to the switch itself
};

// What is asked of the table of members.
enum {
  NF_NETREDUCE_ENROL_ADD = 0x0, // a new member of a ring that is closed
  NF_NETREDUCE_ENROL_REMOVE = 0x1, // a member of a ring that is closed goes
  NF_NETREDUCE_ENROL_CHECK = 0x2, // are the members those that the ring needs?
};

// What becomes of a frame in the buffer of its port.
enum {
  NF_NETREDUCE_VERDICT_DROP = 0x0, // thrown away
  NF_NETREDUCE_VERDICT_PASS = 0x1, // sent on, untouched
  NF_NETREDUCE_VERDICT_TAKE = 0x2, // the engine's: header or payload are kept
};

// Kinds of jobs of the aggregator.
enum {
  NF_NETREDUCE_JOB_NONE = 0x0, // announce alone
  NF_NETREDUCE_JOB_SUM = 0x1, // add what the ports in `read` hold
  NF_NETREDUCE_JOB_HISTORY = 0x2, // repeat a sum
  NF_NETREDUCE_JOB_REPLY = 0x3, // a NAK to the host whose header lies at the place: with it one word of AETH
};

// What the header manager does with a header (NETREDUCE Algorithm 3).
enum {
  NF_NETREDUCE_MODE_KEEP = 0x0, // addresses stay; if it is addressed to the switch itself they are swapped
  NF_NETREDUCE_MODE_UP = 0x1, // from this switch to the spine
  NF_NETREDUCE_MODE_ANNOUNCE = 0x2, // made into a header that travels alone
  NF_NETREDUCE_MODE_REPLY = 0x3, // made into the header of an acknowledgement: source and destination swapped, queue pair and PSN those of the reply
};

// Bits of IRQ_STATUS and IRQ_ENABLE.
enum {
  NF_NETREDUCE_IRQ_STRAGGLER = 0x0, // a column has waited for THRESHOLD cycles: STRAGGLERS
  NF_NETREDUCE_IRQ_BAD_ACCESS = 0x1, // an access was answered SLVERR
  NF_NETREDUCE_IRQ_UNEVEN = 0x2, // members' packets of a column differ in size
  NF_NETREDUCE_IRQ_INVALID = 0x3, // a column has raised the IEEE 754 flag invalid
  NF_NETREDUCE_IRQ_OVERFLOW = 0x4, // a column has overflown, or was saturated
  NF_NETREDUCE_IRQ_MSGLEN = 0x5, // a report charges members with another MsgLen than more than half of their ring: STRAGGLER 23:16
};

// AXI4-Lite, byte addresses
enum {
  NF_NETREDUCE_CSR_ID = 0x0, // 0x4e524431
  NF_NETREDUCE_CSR_BUILD = 0x4, // ports 7:0, rings 15:8, Window 23:16
  NF_NETREDUCE_CSR_BUILD_TABLES = 0x8, // MaxMsgLen 15:0, connections 31:16
  NF_NETREDUCE_CSR_BUILD_BUFFER = 0xc, // beats of the frame buffer of a port
  NF_NETREDUCE_CSR_CONTROL = 0x10, // bit 0: enable. When it is written 0, messages that have begun may end, for DRAIN cycles. Then every frame that is not LONG passes, with the cause OFF, but for those of members: they are dropped (NO_RING)
  NF_NETREDUCE_CSR_INET_TAG = 0x14, // marks the first packet of a message that is to be aggregated (NETREDUCE 4.1)
  NF_NETREDUCE_CSR_OWN_MAC_LO = 0x18, // 31:0 of this switch's MAC address (NETREDUCE 4.5)
  NF_NETREDUCE_CSR_OWN_MAC_HI = 0x1c, // 47:32 of it
  NF_NETREDUCE_CSR_OWN_IP = 0x20, // this switch's IP address
  NF_NETREDUCE_CSR_SPINE_MAC_LO = 0x24, // 31:0 of the spine's MAC address
  NF_NETREDUCE_CSR_SPINE_MAC_HI = 0x28, // 47:32 of it
  NF_NETREDUCE_CSR_SPINE_IP = 0x2c, // the spine's IP address
  NF_NETREDUCE_CSR_LOCAL_NET = 0x30, // IP addresses with address AND LOCAL_MASK = LOCAL_NET are those of this switch's hosts
  NF_NETREDUCE_CSR_LOCAL_MASK = 0x34, // 0 after reset: with LOCAL_NET = 0 every address is local
  NF_NETREDUCE_CSR_PAUSE = 0x38, // cycles for which sums wait for the output of a port, 1..65535; then it is away. 512 after reset: the longest frame that passes, of 256 beats, and a sum take 450 at 100 Gb/s and 322 MHz
  NF_NETREDUCE_CSR_AWAY = 0x3c, // bit p: port p is away; sums are made without waiting for it, and it gets none
  NF_NETREDUCE_CSR_RING_MEMBERS = 0x40, // for RING_SETUP: hosts of the ring at this switch, no more than it has ports; a leaf's 1..6, and a port less; 0: the ring is closed
  NF_NETREDUCE_CSR_RING_LEAF = 0x44, // for RING_SETUP: bit 0: the ring has hosts at other switches too (NETREDUCE 4.5)
  NF_NETREDUCE_CSR_RING_WINDOW = 0x48, // for RING_SETUP: the hosts' window W in messages, 1..Window; 1 after reset. Nothing has to be repeated for want of a slot when 2 W <= Window + 1
  NF_NETREDUCE_CSR_RING_FIRST = 0x4c, // for RING_SETUP: MsgID of the first message
  NF_NETREDUCE_CSR_RING_SLOT = 0x50, // for RING_SETUP: its slot, 0..Window: MsgID modulo (Window + 1)
  NF_NETREDUCE_CSR_RING_DTYPE = 0x54, // for RING_SETUP: nf_pkg::DTYPE_*, one whose sums are as wide as its elements
  NF_NETREDUCE_CSR_RING_SETUP = 0x58, // the number of a ring: sets it up anew with the six registers before; what it had but its members is forgotten, when messages that have begun have ended, or after DRAIN cycles. Refused unless the ring's members are HOST 0..RING_MEMBERS-1 and, of a leaf, then one HEADER and one GLOBAL; and while a ring is being set up
  NF_NETREDUCE_CSR_BUSY = 0x5c, // bit r: ring r is being set up, or columns of it are still being swept; all bits: the accelerator is being switched off. When it falls, all sums of before have left (but see GIVEN_UP)
  NF_NETREDUCE_CSR_IRQ_STATUS = 0x60, // IRQ_*; writing 1 clears a bit
  NF_NETREDUCE_CSR_IRQ_ENABLE = 0x64, // IRQ_*; irq is the OR of the bits that are set in both
  NF_NETREDUCE_CSR_DRAIN = 0x68, // cycles for which messages that have begun may go on when their ring is closed or set up anew, or the accelerator is switched off, and then once more for what was accepted to be added and to leave; 65536 after reset, 0: neither is waited for
  NF_NETREDUCE_CSR_GIVEN_UP = 0x6c, // how often one of the two took longer: messages were left incomplete, or sums leave after BUSY has fallen
  NF_NETREDUCE_CSR_THRESHOLD = 0x70, // cycles for which a column may wait before it is reported; 0: none is looked for
  NF_NETREDUCE_CSR_STRAGGLERS = 0x74, // bit r: ring r has a report: a column that has waited for THRESHOLD cycles
  NF_NETREDUCE_CSR_STRAGGLER_RING = 0x78, // the ring that the next three are about
  NF_NETREDUCE_CSR_STRAGGLER = 0x7c, // 31 valid, 24 members have sent another MsgLen for this message than the one that began it, 23:16 members that are charged with that: more than half of the ring have sent the same other one (0: no MsgLen has that many yet), 15:8 members that are missing (bit HostID; of a leaf then HEADER, GLOBAL), 7:0 packet of the message. Reading it notes the next two down
  NF_NETREDUCE_CSR_STRAGGLER_MSGID = 0x80, // the message, as of the last read of STRAGGLER
  NF_NETREDUCE_CSR_STRAGGLER_CYCLES = 0x84, // for how many cycles it has been waiting, as of then; stays at 0xffffffff
  NF_NETREDUCE_CSR_CHARGED = 0x88, // reports that charge members with their MsgLen
  NF_NETREDUCE_CSR_LOOK = 0x90, // look at a column: ring 19:16, slot 10:8, packet 7:0; refused while a look is under way
  NF_NETREDUCE_CSR_LOOK_RESULT = 0x94, // 31 under way, 30 a message is there and has this packet, 7:0 members that have arrived
  NF_NETREDUCE_CSR_LOOK_MSGID = 0x98, // the message that is there
  NF_NETREDUCE_CSR_CYCLES = 0xa0, // cycles since reset; this and all counts modulo 2^32
  NF_NETREDUCE_CSR_BAD_ACCESS = 0xa4, // accesses answered SLVERR
  NF_NETREDUCE_CSR_SUMS = 0xa8, // columns summed up and kept in the history buffer
  NF_NETREDUCE_CSR_HISTORIES = 0xac, // sums repeated from the history buffer
  NF_NETREDUCE_CSR_ANNOUNCED = 0xb0, // headers sent alone to another leaf
  NF_NETREDUCE_CSR_LOCALS = 0xb4, // sums of this switch's hosts sent up to the spine
  NF_NETREDUCE_CSR_UNEVEN = 0xb8, // of SUMS: the members' packets differ in size
  NF_NETREDUCE_CSR_INVALID = 0xbc, // of SUMS: with the IEEE 754 flag invalid
  NF_NETREDUCE_CSR_OVERFLOW = 0xc0, // of SUMS: with overflow, or saturated
  NF_NETREDUCE_CSR_UNDERFLOW = 0xc4, // of SUMS: with underflow
  NF_NETREDUCE_CSR_INEXACT = 0xc8, // of SUMS: rounded
  NF_NETREDUCE_CSR_DROPPED = 0xcc, // repeated packets that were not answered: too many waited, their port was away, or, where AGAIN was set, their sum is not the last one; and sums that waited for one before them when their ring was set up anew
  NF_NETREDUCE_CSR_MEMBER_SRC_IP = 0xd0, // for MEMBER_SETUP: source IP address of the member's packets
  NF_NETREDUCE_CSR_MEMBER_DST_IP = 0xd4, // for MEMBER_SETUP: destination IP address; LOCAL_NET and LOCAL_MASK say now whether it is a host of this switch
  NF_NETREDUCE_CSR_MEMBER_DST_QP = 0xd8, // for MEMBER_SETUP: destination queue pair
  NF_NETREDUCE_CSR_MEMBER_SRC_QP = 0xdc, // for MEMBER_SETUP: the sender's own queue pair, which acknowledgements are sent to
  NF_NETREDUCE_CSR_MEMBER_PORT = 0xe0, // for MEMBER_SETUP: 2:0 port by which its packets come, 5:4 ROLE_*, 14:8 contributors that it stands for, 1..63: a host for one, a leaf for its hosts, GLOBAL for all of the ring; of HEADER it is not looked at. 0x0100 after reset
  NF_NETREDUCE_CSR_MEMBER_SETUP = 0xe4, // 2:0 HostID, 6:3 ring: makes the five before a member of the ring; 31: removes the member. Refused while the ring is open or one is being set up; when HostID is above the number of ports; when HostID, port (HEADER and GLOBAL may share one), connection, or both addresses and MEMBER_SRC_QP are a member's already (of those that do not send to the switch itself: they are acknowledged by these); when the hosts of a ring would contribute more than 63, or one that does not send to the switch itself more than one; when the table is full; to remove: when there is none
  NF_NETREDUCE_CSR_AGAIN = 0xf4, // cycles after which what is missing is asked for or sent again, 1..2^24-1: 4 round trips of the hosts. Rings that are set up while it is 0, as after reset, and those of a spine give out their sums as they are complete and answer every repeated packet
  NF_NETREDUCE_CSR_NAKS = 0xf8, // NAKs sent to hosts whose packet is missing, or its header
  NF_NETREDUCE_CSR_REPLAYS = 0xfc, // times that sums were sent to a receiver again, for its NAK or for want of an acknowledgement; and NAKs of another leaf, for which a header was sent again
  NF_NETREDUCE_CSR_SKIPPED = 0x100, // 4 B a port: frames that it did not get while it was away
  NF_NETREDUCE_CSR_OVERRUN = 0x120, // 4 B a port: frames of its MAC that came when there was no room for them: nf_netreduce_mac. Not in COUNT; 0 where no MAC is
  NF_NETREDUCE_CSR_COUNT = 0x1000, // 128 B a port: frames by cause, at COUNT + 128 * port + 4 * CAUSE_*; NONE: the engine's, those too that are repeated and not needed
  NF_NETREDUCE_CSR_MEMBER = 0x2000, // 256 B a ring, 32 B a member: +0 31 valid, 14:8 contributors, 5:4 ROLE_*, 2:0 port; +4 source IP; +8 destination IP; +12 destination QP; +16 source QP
};

// NetReduce header, as numbers; on the wire tag, ring, id, len in this order, big-endian (NETREDUCE 4.1, Fig. 3). Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_NETREDUCE_NR_BITS = 128 };
// InetTag: marks the first packet of a message that is to be aggregated.
static inline uint32_t nf_netreduce_nr_tag(const uint64_t *r) {
  return (uint32_t)(r[0] >> 0 & 0xffffffffull);
}
static inline void nf_netreduce_nr_set_tag(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// RingID.
static inline uint16_t nf_netreduce_nr_ring(const uint64_t *r) {
  return (uint16_t)(r[0] >> 32 & 0xffffull);
}
static inline void nf_netreduce_nr_set_ring(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// MsgLen: packets of the message.
static inline uint16_t nf_netreduce_nr_msglen(const uint64_t *r) {
  return (uint16_t)(r[0] >> 48 & 0xffffull);
}
static inline void nf_netreduce_nr_set_msglen(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}
// MsgID: counts the messages of a ring.
static inline uint32_t nf_netreduce_nr_msgid(const uint64_t *r) {
  return (uint32_t)(r[1] >> 0 & 0xffffffffull);
}
static inline void nf_netreduce_nr_set_msgid(uint64_t *r, uint32_t v) {
  r[1] = (r[1] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// Zero; not on the wire.
static inline uint32_t nf_netreduce_nr_spare(const uint64_t *r) {
  return (uint32_t)(r[1] >> 32 & 0xffffffffull);
}
static inline void nf_netreduce_nr_set_spare(uint64_t *r, uint32_t v) {
  r[1] = (r[1] & ~(0xffffffffull << 32)) | ((uint64_t)v & 0xffffffffull) << 32;
}

// What the parser says of a packet. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_NETREDUCE_META_BITS = 256 };
// CAUSE_*; 0: a packet for the engine.
static inline uint8_t nf_netreduce_meta_cause(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0xffull);
}
static inline void nf_netreduce_meta_set_cause(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 0)) | ((uint64_t)v & 0xffull) << 0;
}
// 1: it carries a NetReduce header.
static inline uint8_t nf_netreduce_meta_first(const uint64_t *r) {
  return (uint8_t)(r[0] >> 8 & 0xffull);
}
static inline void nf_netreduce_meta_set_first(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 8)) | ((uint64_t)v & 0xffull) << 8;
}
// Bytes of the frame, without FCS.
static inline uint16_t nf_netreduce_meta_bytes(const uint64_t *r) {
  return (uint16_t)(r[0] >> 16 & 0xffffull);
}
static inline void nf_netreduce_meta_set_bytes(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 16)) | ((uint64_t)v & 0xffffull) << 16;
}
// Source IP address.
static inline uint32_t nf_netreduce_meta_src_ip(const uint64_t *r) {
  return (uint32_t)(r[0] >> 32 & 0xffffffffull);
}
static inline void nf_netreduce_meta_set_src_ip(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0xffffffffull << 32)) | ((uint64_t)v & 0xffffffffull) << 32;
}
// Destination IP address.
static inline uint32_t nf_netreduce_meta_dst_ip(const uint64_t *r) {
  return (uint32_t)(r[1] >> 0 & 0xffffffffull);
}
static inline void nf_netreduce_meta_set_dst_ip(uint64_t *r, uint32_t v) {
  r[1] = (r[1] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// Destination queue pair.
static inline uint32_t nf_netreduce_meta_dst_qp(const uint64_t *r) {
  return (uint32_t)(r[1] >> 32 & 0xffffffull);
}
static inline void nf_netreduce_meta_set_dst_qp(uint64_t *r, uint32_t v) {
  r[1] = (r[1] & ~(0xffffffull << 32)) | ((uint64_t)v & 0xffffffull) << 32;
}
// BTH opcode.
static inline uint8_t nf_netreduce_meta_opcode(const uint64_t *r) {
  return (uint8_t)(r[1] >> 56 & 0xffull);
}
static inline void nf_netreduce_meta_set_opcode(uint64_t *r, uint8_t v) {
  r[1] = (r[1] & ~(0xffull << 56)) | ((uint64_t)v & 0xffull) << 56;
}
// Packet sequence number.
static inline uint32_t nf_netreduce_meta_psn(const uint64_t *r) {
  return (uint32_t)(r[2] >> 0 & 0xffffffull);
}
static inline void nf_netreduce_meta_set_psn(uint64_t *r, uint32_t v) {
  r[2] = (r[2] & ~(0xffffffull << 0)) | ((uint64_t)v & 0xffffffull) << 0;
}
// BTH pad count.
static inline uint8_t nf_netreduce_meta_pad(const uint64_t *r) {
  return (uint8_t)(r[2] >> 24 & 0xffull);
}
static inline void nf_netreduce_meta_set_pad(uint64_t *r, uint8_t v) {
  r[2] = (r[2] & ~(0xffull << 24)) | ((uint64_t)v & 0xffull) << 24;
}
// RingID, when first.
static inline uint16_t nf_netreduce_meta_ring(const uint64_t *r) {
  return (uint16_t)(r[2] >> 32 & 0xffffull);
}
static inline void nf_netreduce_meta_set_ring(uint64_t *r, uint16_t v) {
  r[2] = (r[2] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// MsgLen, when first.
static inline uint16_t nf_netreduce_meta_msglen(const uint64_t *r) {
  return (uint16_t)(r[2] >> 48 & 0xffffull);
}
static inline void nf_netreduce_meta_set_msglen(uint64_t *r, uint16_t v) {
  r[2] = (r[2] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}
// MsgID, when first.
static inline uint32_t nf_netreduce_meta_msgid(const uint64_t *r) {
  return (uint32_t)(r[3] >> 0 & 0xffffffffull);
}
static inline void nf_netreduce_meta_set_msgid(uint64_t *r, uint32_t v) {
  r[3] = (r[3] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// Bytes of RDMA payload, NetReduce header included, pad and ICRC not.
static inline uint16_t nf_netreduce_meta_payload(const uint64_t *r) {
  return (uint16_t)(r[3] >> 32 & 0xffffull);
}
static inline void nf_netreduce_meta_set_payload(uint64_t *r, uint16_t v) {
  r[3] = (r[3] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// 1: a RoCE v2 frame, whatever the cause: src_ip, dst_ip, dst_qp and opcode are valid.
static inline uint8_t nf_netreduce_meta_conn(const uint64_t *r) {
  return (uint8_t)(r[3] >> 48 & 0x1ull);
}
static inline void nf_netreduce_meta_set_conn(uint64_t *r, uint8_t v) {
  r[3] = (r[3] & ~(0x1ull << 48)) | ((uint64_t)v & 0x1ull) << 48;
}
// The mark, MARK_BITS.
static inline uint8_t nf_netreduce_meta_mark(const uint64_t *r) {
  return (uint8_t)(r[3] >> 49 & 0x7full);
}
static inline void nf_netreduce_meta_set_mark(uint64_t *r, uint8_t v) {
  r[3] = (r[3] & ~(0x7full << 49)) | ((uint64_t)v & 0x7full) << 49;
}
// ACK_*, of an undamaged acknowledgement: then psn is valid too, whatever the cause.
static inline uint8_t nf_netreduce_meta_ack(const uint64_t *r) {
  return (uint8_t)(r[3] >> 56 & 0xffull);
}
static inline void nf_netreduce_meta_set_ack(uint64_t *r, uint8_t v) {
  r[3] = (r[3] & ~(0xffull << 56)) | ((uint64_t)v & 0xffull) << 56;
}

// What the lookups ask of the aggregator. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_NETREDUCE_JOB_BITS = 64 };
// JOB_*.
static inline uint8_t nf_netreduce_job_kind(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0x3ull);
}
static inline void nf_netreduce_job_set_kind(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x3ull << 0)) | ((uint64_t)v & 0x3ull) << 0;
}
// First send the header of port `port` to the leaf of its destination.
static inline uint8_t nf_netreduce_job_announce(const uint64_t *r) {
  return (uint8_t)(r[0] >> 2 & 0x1ull);
}
static inline void nf_netreduce_job_set_announce(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 2)) | ((uint64_t)v & 0x1ull) << 2;
}
// First packet of a message: 12 bytes of NetReduce header before the elements.
static inline uint8_t nf_netreduce_job_first(const uint64_t *r) {
  return (uint8_t)(r[0] >> 3 & 0x1ull);
}
static inline void nf_netreduce_job_set_first(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 3)) | ((uint64_t)v & 0x1ull) << 3;
}
// MODE_* of SUM and HISTORY.
static inline uint8_t nf_netreduce_job_mode(const uint64_t *r) {
  return (uint8_t)(r[0] >> 4 & 0x3ull);
}
static inline void nf_netreduce_job_set_mode(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x3ull << 4)) | ((uint64_t)v & 0x3ull) << 4;
}
// SUM: write it into the history buffer.
static inline uint8_t nf_netreduce_job_keep(const uint64_t *r) {
  return (uint8_t)(r[0] >> 6 & 0x1ull);
}
static inline void nf_netreduce_job_set_keep(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 6)) | ((uint64_t)v & 0x1ull) << 6;
}
// Of a repeated packet: it may be dropped.
static inline uint8_t nf_netreduce_job_again(const uint64_t *r) {
  return (uint8_t)(r[0] >> 7 & 0x1ull);
}
static inline void nf_netreduce_job_set_again(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 7)) | ((uint64_t)v & 0x1ull) << 7;
}
// Data type, nf_pkg::DTYPE_*.
static inline uint8_t nf_netreduce_job_dtype(const uint64_t *r) {
  return (uint8_t)(r[0] >> 8 & 0xfull);
}
static inline void nf_netreduce_job_set_dtype(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 8)) | ((uint64_t)v & 0xfull) << 8;
}
// Port of the packet.
static inline uint8_t nf_netreduce_job_port(const uint64_t *r) {
  return (uint8_t)(r[0] >> 12 & 0xfull);
}
static inline void nf_netreduce_job_set_port(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 12)) | ((uint64_t)v & 0xfull) << 12;
}
// SUM: ports whose payload is added.
static inline uint8_t nf_netreduce_job_read(const uint64_t *r) {
  return (uint8_t)(r[0] >> 16 & 0xffull);
}
static inline void nf_netreduce_job_set_read(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 16)) | ((uint64_t)v & 0xffull) << 16;
}
// Ports whose header is sent with the sum.
static inline uint8_t nf_netreduce_job_deliver(const uint64_t *r) {
  return (uint8_t)(r[0] >> 24 & 0xffull);
}
static inline void nf_netreduce_job_set_deliver(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 24)) | ((uint64_t)v & 0xffull) << 24;
}
// (ring * slots + slot) * MaxMsgLen + offset.
static inline uint16_t nf_netreduce_job_place(const uint64_t *r) {
  return (uint16_t)(r[0] >> 32 & 0xffffull);
}
static inline void nf_netreduce_job_set_place(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// Ring * 8 + slot.
static inline uint8_t nf_netreduce_job_slot(const uint64_t *r) {
  return (uint8_t)(r[0] >> 48 & 0x7full);
}
static inline void nf_netreduce_job_set_slot(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7full << 48)) | ((uint64_t)v & 0x7full) << 48;
}
// SUM, HISTORY: what the sum is marked with.
static inline uint8_t nf_netreduce_job_mark(const uint64_t *r) {
  return (uint8_t)(r[0] >> 55 & 0x7full);
}
static inline void nf_netreduce_job_set_mark(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7full << 55)) | ((uint64_t)v & 0x7full) << 55;
}
// Last packet of its message.
static inline uint8_t nf_netreduce_job_last(const uint64_t *r) {
  return (uint8_t)(r[0] >> 62 & 0x1ull);
}
static inline void nf_netreduce_job_set_last(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 62)) | ((uint64_t)v & 0x1ull) << 62;
}
// Of a packet that was looked up again, for nf_netreduce_recovery.
static inline uint8_t nf_netreduce_job_replay(const uint64_t *r) {
  return (uint8_t)(r[0] >> 63 & 0x1ull);
}
static inline void nf_netreduce_job_set_replay(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 63)) | ((uint64_t)v & 0x1ull) << 63;
}
// clang-format on

#endif
