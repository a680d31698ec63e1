// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_room.py from rtl/netreduce/nf_netreduce.toml; change that.
// Constants and field positions of the room `netreduce`; no state, no types.
package nf_netreduce_pkg;

  localparam int unsigned WORD_BITS = 512;  // a beat of the AXI4-Stream doors: 64 B; 100 Gb/s at 195 MHz and more
  localparam int unsigned WORD_BYTES = 64;  // bytes of a beat
  localparam int unsigned MAX_PORTS = 8;  // ports of an accelerator
  localparam int unsigned MAX_HOSTS = 8;  // members of a ring (NETREDUCE 5.1: 6)
  localparam int unsigned MAX_RINGS = 16;  // rings: one for each GPU of a machine (NETREDUCE 3.2)
  localparam int unsigned MAX_WINDOW = 7;  // messages of a window, N of Algorithm 1 (NETREDUCE 5.1: 2)
  localparam int unsigned MAX_MSGLEN = 256;  // packets of a message (NETREDUCE 5.1: 170)
  localparam int unsigned ETHERTYPE = 2048;  // IPv4
  localparam int unsigned PROTOCOL = 17;  // UDP
  localparam int unsigned PORT = 4791;  // UDP destination port of RoCE v2
  localparam int unsigned ETH_BYTES = 14;  // Ethernet header
  localparam int unsigned IP_BYTES = 20;  // IPv4 header without options
  localparam int unsigned UDP_BYTES = 8;  // UDP header
  localparam int unsigned BTH_BYTES = 12;  // InfiniBand base transport header
  localparam int unsigned HEAD_BYTES = 54;  // all of them: where the RDMA payload begins
  localparam int unsigned NR_BYTES = 12;  // NetReduce header, first bytes of the payload of a message's first packet (NETREDUCE 4.1, Fig. 3)
  localparam int unsigned ICRC_BYTES = 4;  // invariant CRC behind the payload
  localparam int unsigned MAX_PAYLOAD = 1024;  // bytes of RDMA payload in a packet: the path MTU (NETREDUCE 4.1)

  // NetReduce header, as numbers; on the wire tag, ring, id, len in this order, big-endian (NETREDUCE 4.1, Fig. 3).
  localparam int unsigned NR_BITS = 128;
  localparam int unsigned NR_TAG_LSB = 0;  // InetTag: marks the first packet of a message that is to be aggregated
  localparam int unsigned NR_TAG_BITS = 32;
  localparam int unsigned NR_RING_LSB = 32;  // RingID
  localparam int unsigned NR_RING_BITS = 16;
  localparam int unsigned NR_MSGLEN_LSB = 48;  // MsgLen: packets of the message
  localparam int unsigned NR_MSGLEN_BITS = 16;
  localparam int unsigned NR_MSGID_LSB = 64;  // MsgID: counts the messages of a ring
  localparam int unsigned NR_MSGID_BITS = 32;
  localparam int unsigned NR_SPARE_LSB = 96;  // zero; not on the wire
  localparam int unsigned NR_SPARE_BITS = 32;

  // What the parser says of a packet.
  localparam int unsigned META_BITS = 256;
  localparam int unsigned META_CAUSE_LSB = 0;  // CAUSE_*; 0: a packet for the engine
  localparam int unsigned META_CAUSE_BITS = 8;
  localparam int unsigned META_FIRST_LSB = 8;  // 1: it carries a NetReduce header
  localparam int unsigned META_FIRST_BITS = 8;
  localparam int unsigned META_BYTES_LSB = 16;  // bytes of the frame, without FCS
  localparam int unsigned META_BYTES_BITS = 16;
  localparam int unsigned META_SRC_IP_LSB = 32;  // source IP address
  localparam int unsigned META_SRC_IP_BITS = 32;
  localparam int unsigned META_DST_IP_LSB = 64;  // destination IP address
  localparam int unsigned META_DST_IP_BITS = 32;
  localparam int unsigned META_DST_QP_LSB = 96;  // destination queue pair
  localparam int unsigned META_DST_QP_BITS = 24;
  localparam int unsigned META_OPCODE_LSB = 120;  // BTH opcode
  localparam int unsigned META_OPCODE_BITS = 8;
  localparam int unsigned META_PSN_LSB = 128;  // packet sequence number
  localparam int unsigned META_PSN_BITS = 24;
  localparam int unsigned META_PAD_LSB = 152;  // BTH pad count
  localparam int unsigned META_PAD_BITS = 8;
  localparam int unsigned META_RING_LSB = 160;  // RingID, when first
  localparam int unsigned META_RING_BITS = 16;
  localparam int unsigned META_MSGLEN_LSB = 176;  // MsgLen, when first
  localparam int unsigned META_MSGLEN_BITS = 16;
  localparam int unsigned META_MSGID_LSB = 192;  // MsgID, when first
  localparam int unsigned META_MSGID_BITS = 32;
  localparam int unsigned META_PAYLOAD_LSB = 224;  // bytes of RDMA payload, NetReduce header included, pad and ICRC not
  localparam int unsigned META_PAYLOAD_BITS = 16;
  localparam int unsigned META_SPARE_LSB = 240;  // zero
  localparam int unsigned META_SPARE_BITS = 16;

  // BTH opcodes of the packets that can be the engine's: RC SEND (InfiniBand architecture 1.4, 9.2).
  localparam logic [7:0] OPCODE_SEND_FIRST = 8'h0;  // first of several
  localparam logic [7:0] OPCODE_SEND_MIDDLE = 8'h1;  // neither first nor last
  localparam logic [7:0] OPCODE_SEND_LAST = 8'h2;  // last of several
  localparam logic [7:0] OPCODE_SEND_ONLY = 8'h4;  // the only one

  // Why a packet is not the engine's. Below 16 it passes untouched, from 16 on it is dropped; all are counted.
  localparam logic [7:0] CAUSE_NONE = 8'h0;  // it is the engine's
  localparam logic [7:0] CAUSE_NOT_IPV4 = 8'h1;  // another EtherType: VLAN tags, ARP, IPv6
  localparam logic [7:0] CAUSE_OPTIONS = 8'h2;  // IPv4 with options
  localparam logic [7:0] CAUSE_FRAGMENT = 8'h3;  // a fragment
  localparam logic [7:0] CAUSE_NOT_UDP = 8'h4;  // another protocol
  localparam logic [7:0] CAUSE_NOT_ROCE = 8'h5;  // another UDP port
  localparam logic [7:0] CAUSE_OPCODE = 8'h6;  // another BTH opcode: acknowledgements, RDMA writes and reads, unreliable transports
  localparam logic [7:0] CAUSE_UNTAGGED = 8'h7;  // a message without InetTag
  localparam logic [7:0] CAUSE_UNKNOWN = 8'h8;  // not first, of a connection that LUT#1 does not have
  localparam logic [7:0] CAUSE_TRUNCATED = 8'h10;  // the frame is shorter than its headers, or than the IP header says
  localparam logic [7:0] CAUSE_IP_CHECKSUM = 8'h11;  // IP header checksum
  localparam logic [7:0] CAUSE_LENGTH = 8'h12;  // lengths of IP and UDP contradict each other, or leave no room for BTH and ICRC
  localparam logic [7:0] CAUSE_ICRC = 8'h13;  // invariant CRC
  localparam logic [7:0] CAUSE_DAMAGED = 8'h14;  // marked as bad by the MAC
  localparam logic [7:0] CAUSE_NO_RING = 8'h15;  // its ring is not set up
  localparam logic [7:0] CAUSE_RING_FULL = 8'h16;  // one member more than the ring has
  localparam logic [7:0] CAUSE_MSGLEN = 8'h17;  // MsgLen of 0 or more than the engine holds, or another one than the ring's members before
  localparam logic [7:0] CAUSE_PSN = 8'h18;  // no message of its connection has this PSN
  localparam logic [7:0] CAUSE_WINDOW = 8'h19;  // MsgID outside the window
  localparam logic [7:0] CAUSE_MEMBER = 8'h1a;  // its port has a member of the ring already, or its connection came by another port before
  localparam logic [7:0] CAUSE_OTHER_RING = 8'h1b;  // tagged for one ring, of a connection that is a member of another
  localparam logic [7:0] CAUSE_LUT_FULL = 8'h1c;  // LUT#1 has no entry left for a new connection

  // What the state manager says of an arrival (NETREDUCE 4.3.2).
  localparam logic [2:0] STATE_STORE = 3'h0;  // first arrival; others of its column are missing
  localparam logic [2:0] STATE_COMPLETE = 3'h1;  // first arrival, and the last one of its column: aggregate
  localparam logic [2:0] STATE_HISTORY = 3'h2;  // retransmitted, already aggregated: answer from the history buffer
  localparam logic [2:0] STATE_DISCARD = 3'h3;  // retransmitted, not yet aggregated: drop
  localparam logic [2:0] STATE_STALE = 3'h4;  // of a message that has left the window, or is not in it yet: drop, counted as WINDOW
  localparam logic [2:0] STATE_LENGTH = 3'h5;  // MsgLen 0, too long, or not that of the members before, or an offset beyond it: drop, counted as MSGLEN

endpackage
