// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/netreduce/nf_netreduce.toml; change that.
// Constants of the component `netreduce`, packed structs of records and bundles; no state.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_netreduce_pkg;

  localparam int unsigned WORD_BITS = 512;  // a beat of the AXI4-Stream ports: 64 B; 100 Gb/s at 195 MHz and more
  localparam int unsigned WORD_BYTES = 64;  // bytes of a beat
  localparam int unsigned MAX_PORTS = 8;  // ports of an accelerator
  localparam int unsigned MAX_HOSTS = 8;  // members of a ring (NETREDUCE 5.1: 6)
  localparam int unsigned MAX_RINGS = 16;  // rings: one for each GPU of a machine (NETREDUCE 3.2)
  localparam int unsigned MAX_WINDOW = 7;  // messages of a window, N of Algorithm 1 (NETREDUCE 5.1: 2)
  localparam int unsigned MAX_MSGLEN = 256;  // packets of a message (NETREDUCE 5.1: 170)
  localparam int unsigned ETHERTYPE = 2048;  // IPv4
  localparam int unsigned ETHERTYPE_CTAG = 33024;  // a VLAN tag (IEEE 802.1Q)
  localparam int unsigned ETHERTYPE_STAG = 34984;  // the outer one of two VLAN tags
  localparam int unsigned PROTOCOL = 17;  // UDP
  localparam int unsigned PORT = 4791;  // UDP destination port of RoCE v2
  localparam int unsigned ETH_BYTES = 14;  // Ethernet header
  localparam int unsigned IP_BYTES = 20;  // IPv4 header without options
  localparam int unsigned UDP_BYTES = 8;  // UDP header
  localparam int unsigned BTH_BYTES = 12;  // InfiniBand base transport header
  localparam int unsigned HEAD_BYTES = 54;  // all of them: where the RDMA payload begins
  localparam int unsigned NR_BYTES = 12;  // NetReduce header, first bytes of the payload of a message's first packet (NETREDUCE 4.1, Fig. 3)
  localparam int unsigned ICRC_BYTES = 4;  // invariant CRC behind the payload
  localparam int unsigned AETH_BYTES = 4;  // what an acknowledgement carries: syndrome and MSN
  localparam int unsigned NAK_SEQUENCE = 96;  // syndrome of a NAK for a PSN sequence error (InfiniBand architecture 1.4, 9.7.5)
  localparam int unsigned MAX_PAYLOAD = 1024;  // bytes of RDMA payload in a packet, pad included: the path MTU (NETREDUCE 4.1)
  localparam int unsigned MAX_WORDS = 16;  // beats of a payload, which begins a new one
  localparam int unsigned MAX_BEATS = 17;  // beats of the longest packet of the engine
  localparam int unsigned HEAD_BITS = 432;  // the 54 bytes before the payload, first byte on the wire in bits 7:0
  localparam int unsigned CAUSES = 32;  // CAUSE_* codes, with room
  localparam int unsigned FIRST_DROPPED = 12;  // CAUSE_* codes from here on are of frames that are dropped
  localparam int unsigned MARK_BITS = 7;  // the bits of the BTH that are reserved behind AckReq, which the ICRC covers: whose sum a packet is. Zero: one host's own numbers
  localparam int unsigned RESULT = 64;  // bit of the mark: the sum of the whole ring
  localparam int unsigned MOST_PARTS = 63;  // contributors to a sum: bits 5:0 of the mark
  localparam int unsigned ALONE = 6;  // bits 7:5 of the BTH opcode of a header that travels alone: of those that the InfiniBand architecture leaves to manufacturers. Bits 4:3 are the pad count of its packet, bits 2:0 the opcode

  // NetReduce header, as numbers; on the wire tag, ring, id, len in this order, big-endian (NETREDUCE 4.1, Fig. 3).
  localparam int unsigned NR_BITS = 128;

  // What the parser says of a packet.
  localparam int unsigned META_BITS = 256;

  // What the lookups ask of the aggregator.
  localparam int unsigned JOB_BITS = 64;

  // NetReduce header, as numbers; on the wire tag, ring, id, len in this order, big-endian (NETREDUCE 4.1, Fig. 3).
  typedef struct packed {
    logic [31:0] spare;  // zero; not on the wire
    logic [31:0] msgid;  // MsgID: counts the messages of a ring
    logic [15:0] msglen;  // MsgLen: packets of the message
    logic [15:0] ring;  // RingID
    logic [31:0] tag;  // InetTag: marks the first packet of a message that is to be aggregated
  } nr_t;

  // Opcode of the BTH. Its fields: of a header that travels alone.
  typedef struct packed {
    logic [2:0] group;  // ALONE
    logic [1:0] pad;  // pad count of its packet
    logic [2:0] code;  // lowest bits of the opcode of its packet
  } opcode_t;

  // What the parser says of a packet.
  typedef struct packed {
    logic [7:0]  ack;  // ACK_*, of an undamaged acknowledgement: then psn is valid too, whatever the cause
    logic [6:0]  mark;  // the mark, MARK_BITS
    logic        conn;  // 1: a RoCE v2 frame, whatever the cause: src_ip, dst_ip, dst_qp and opcode are valid
    logic [15:0] payload;  // bytes of RDMA payload, NetReduce header included, pad and ICRC not
    logic [31:0] msgid;  // MsgID, when first
    logic [15:0] msglen;  // MsgLen, when first
    logic [15:0] ring;  // RingID, when first
    logic [7:0]  pad;  // BTH pad count
    logic [23:0] psn;  // packet sequence number
    opcode_t     opcode;  // BTH opcode
    logic [23:0] dst_qp;  // destination queue pair
    logic [31:0] dst_ip;  // destination IP address
    logic [31:0] src_ip;  // source IP address
    logic [15:0] bytes;  // bytes of the frame, without FCS
    logic [7:0]  first;  // 1: it carries a NetReduce header
    logic [7:0]  cause;  // CAUSE_*; 0: a packet for the engine
  } meta_t;

  // A slot of a ring's window.
  typedef struct packed {
    logic [3:0] ring;  // the ring
    logic [2:0] slot;  // its number in the ring, 0..Window
  } window_slot_t;

  // What the lookups ask of the aggregator.
  typedef struct packed {
    logic         replay;  // of a packet that was looked up again, for nf_netreduce_recovery
    logic         last;  // last packet of its message
    logic [6:0]   mark;  // SUM, HISTORY: what the sum is marked with
    window_slot_t slot;  // ring * 8 + slot
    logic [15:0]  place;  // (ring * slots + slot) * MaxMsgLen + offset
    logic [7:0]   deliver;  // ports whose header is sent with the sum
    logic [7:0]   read;  // SUM: ports whose payload is added
    logic [3:0]   port;  // port of the packet
    logic [3:0]   dtype;  // data type, nf_pkg::DTYPE_*
    logic         again;  // of a repeated packet: it may be dropped
    logic         keep;  // SUM: write it into the history buffer
    logic [1:0]   mode;  // MODE_* of SUM and HISTORY
    logic         first;  // first packet of a message: 12 bytes of NetReduce header before the elements
    logic         announce;  // first send the header of port `port` to the leaf of its destination
    logic [1:0]   kind;  // JOB_*
  } job_t;

  // Ethernet header, in the order of the wire.
  typedef struct packed {
    logic [15:0] ethertype;  // ETHERTYPE
    logic [47:0] src;  // source MAC address
    logic [47:0] dst;  // destination MAC address
  } eth_t;

  // IPv4 header without options, in the order of the wire.
  typedef struct packed {
    logic [31:0] dst;  // destination IP address
    logic [31:0] src;  // source IP address
    logic [15:0] checksum;  // of this header
    logic [7:0]  protocol;  // PROTOCOL
    logic [7:0]  ttl;  // time to live
    logic [7:0]  offset_low;  // of a fragment
    logic        reserved;  // zero
    logic        whole;  // do not fragment
    logic        more;  // more fragments follow
    logic [4:0]  offset_high;  // of a fragment
    logic [15:0] id;  // identification
    logic [15:0] length;  // bytes, this header included
    logic [7:0]  tos;  // type of service
    logic [3:0]  version;  // 4
    logic [3:0]  words;  // its length in words of 4 bytes: 5
  } ip_t;

  // UDP header, in the order of the wire.
  typedef struct packed {
    logic [15:0] checksum;  // 0: none
    logic [15:0] length;  // bytes, this header included
    logic [15:0] dst;  // destination port: PORT
    logic [15:0] src;  // source port
  } udp_t;

  // InfiniBand base transport header, in the order of the wire.
  typedef struct packed {
    logic [23:0] psn;  // packet sequence number
    logic        ack_req;  // an acknowledgement is wished for
    logic [6:0]  mark;  // the mark, MARK_BITS
    logic [23:0] dst_qp;  // destination queue pair
    logic [7:0]  congested;  // FECN, BECN and reserved bits, which the ICRC does not cover
    logic [15:0] pkey;  // partition key
    logic        solicited;  // solicited event
    logic        migrated;  // migration state
    logic [1:0]  pad;  // bytes behind the payload, up to a multiple of 4
    logic [3:0]  version;  // of the transport header
    opcode_t     opcode;  // OPCODE_*
  } bth_t;

  // EtherType and IPv4 header, as they stand behind the MAC addresses and behind each VLAN tag.
  typedef struct packed {
    ip_t         ip;  // IPv4
    logic [15:0] ethertype;  // ETHERTYPE
  } network_t;

  // What stands behind the IP header.
  typedef struct packed {
    bth_t bth;  // InfiniBand
    udp_t udp;  // UDP
  } transport_t;

  // What stands behind the Ethernet header: an acknowledgement without IP options, with its first byte of payload.
  typedef struct packed {
    logic [7:0] syndrome;  // of the AETH
    bth_t       bth;  // InfiniBand
    udp_t       udp;  // UDP
    ip_t        ip;  // IPv4
  } datagram_t;

  // The HEAD_BYTES before the payload.
  typedef struct packed {
    bth_t bth;  // InfiniBand
    udp_t udp;  // UDP
    ip_t  ip;  // IPv4
    eth_t eth;  // Ethernet
  } head_t;

  // The first beat of a frame. A later one has the rest of a word of the payload in the place of the head.
  typedef struct packed {
    logic [79:0] front;  // of a word of the payload
    head_t       head;  // of the frame
  } beat_t;

  // A word of the payload, which is cut as the head moves it by HEAD_BYTES.
  typedef struct packed {
    logic [431:0] rest;  // begins the next one
    logic [79:0]  front;  // ends a beat
  } word_t;

  // A header that is to be sent, and what follows it.
  typedef struct packed {
    logic [10:0] size;  // bytes of payload and pad
    head_t       head;  // of the frame
  } sized_t;

  // The first beat of a packet of the engine that begins a message; of other packets the payload follows the head at once. MsgLen, the end of the NetReduce header, is in the second beat.
  typedef struct packed {
    logic [31:0] msgid;  // MsgID
    logic [15:0] ring;  // RingID
    logic [31:0] tag;  // InetTag
    head_t       head;  // of the frame
  } first_beat_t;

  // A beat of an AXI4-Stream port that sends.
  typedef struct packed {
    logic         last;  // TLAST
    logic [63:0]  keep;  // TKEEP
    logic [511:0] data;  // TDATA
  } axis_t;

  // A beat from a MAC, or to one.
  typedef struct packed {
    logic  user;  // TUSER: with its last beat, the frame is bad
    axis_t beat;  // what it holds
  } mac_axis_t;

  // What a switch is addressed by.
  typedef struct packed {
    logic [31:0] ip;  // IP address
    logic [47:0] mac;  // MAC address
  } address_t;

  // A ring that is set up: the registers RING_*.
  typedef struct packed {
    logic [3:0]  dtype;  // data type, nf_pkg::DTYPE_*
    logic [2:0]  slot;  // its slot
    logic [31:0] first;  // MsgID of the first message
    logic [2:0]  window;  // messages of the hosts' window
    logic        leaf;  // it has hosts at other switches too
    logic [3:0]  members;  // hosts at this switch
    logic [3:0]  ring;  // its number
  } cfg_t;

  // What is asked of the table of members: the registers MEMBER_*.
  typedef struct packed {
    logic        leaf;  // CHECK: it has hosts at other switches too
    logic [3:0]  members;  // CHECK: hosts of the ring at this switch
    logic [6:0]  parts;  // contributors that it stands for
    logic [1:0]  role;  // ROLE_*
    logic [2:0]  port;  // by which its packets come
    logic [23:0] src_qp;  // the sender's own queue pair
    logic [23:0] dst_qp;  // destination queue pair
    logic [31:0] dst_ip;  // destination IP address
    logic [31:0] src_ip;  // source IP address of its packets
    logic [2:0]  host;  // HostID
    logic [3:0]  ring;  // RingID
    logic [1:0]  op;  // ENROL_*
  } enrol_t;

  // A member, as the registers show it.
  typedef struct packed {
    logic [23:0] src_qp;  // the sender's own queue pair
    logic [23:0] dst_qp;  // destination queue pair
    logic [31:0] dst_ip;  // destination IP address
    logic [31:0] src_ip;  // source IP address of its packets
    logic [6:0]  parts;  // contributors that it stands for
    logic [1:0]  role;  // ROLE_*
    logic [2:0]  port;  // by which its packets come
    logic        valid;  // there is one
  } member_t;

  // A column: the packets of all members of a ring that are added to each other.
  typedef struct packed {
    logic [7:0] offset;  // packet of the message
    logic [2:0] slot;  // of its message
    logic [3:0] ring;  // of a number below Rings
  } column_t;

  // What is there of a column.
  typedef struct packed {
    logic [7:0]  arrived;  // members that have arrived
    logic [31:0] msgid;  // the message
    logic        open;  // a message is there and has this packet
  } seen_t;

  // What is reported of a ring: a column that has waited too long.
  typedef struct packed {
    logic [31:0] cycles;  // for how long it has been waiting
    logic [31:0] msgid;  // the message
    logic [7:0]  charged;  // members that are charged with that
    logic        unlike;  // members have sent another MsgLen than the one that began it
    logic [7:0]  missing;  // members that are missing
    logic [7:0]  offset;  // packet of the message
    logic        valid;  // there is one
  } report_t;

  // IEEE 754 flags of a sum, NF_FP_*.
  typedef struct packed {
    logic inexact;  // of one that was rounded
    logic underflow;  // of a tiny one
    logic overflow;  // of a result past the range
    logic invalid;  // of an operation without a result
  } flags_t;

  // A packet of a member, or an acknowledgement, as the lookups saw it.
  typedef struct packed {
    logic [8:0]  msglen;  // what the packet says
    logic [2:0]  slot;  // the message's
    logic        unlike;  // refused: its MsgLen is not that of the message
    logic        last;  // the last one of its message
    logic        origin;  // the first one of the ring's first message
    logic        good;  // it is accepted, now or before
    logic [23:0] psn;  // packet sequence number
    logic [2:0]  host;  // of the member
    logic [3:0]  ring;  // of the member
    logic [1:0]  ack;  // ACK_*; NONE: a packet
  } event_t;

  // A slot of a ring that is closed or set up anew.
  typedef struct packed {
    logic       leaf;  // it has hosts at other switches too
    logic       hosts;  // its members are hosts, and no leaves
    logic [2:0] slot;  // the slot
    logic [3:0] ring;  // the ring
  } closing_t;

  // A connection, as its packets name it.
  typedef struct packed {
    logic [23:0] dst_qp;  // destination queue pair
    logic [31:0] dst_ip;  // destination IP address
    logic [31:0] src_ip;  // source IP address
  } conn_t;

  // A sum that begins, for the ports that send it.
  typedef struct packed {
    logic [10:0] size;  // bytes of payload and pad
    logic [6:0]  mark;  // whose sum it is
    logic [1:0]  mode;  // MODE_*
    logic [15:0] place;  // of the headers
  } start_t;

  // What an acknowledgement that this switch makes says.
  typedef struct packed {
    logic [23:0] msn;  // of the AETH
    logic [23:0] qp;  // destination queue pair
    logic [23:0] psn;  // packet sequence number
  } nak_t;

  // What LUT#2 is asked about a packet.
  typedef struct packed {
    logic        first;  // it is its message's first packet
    logic [23:0] psn;  // packet sequence number
    logic [15:0] msglen;  // MsgLen, when first
    logic [31:0] msgid;  // MsgID, when first
  } ask_t;

  // A message as LUT#2 knows it. Free, and not used: a word that was never written must not look empty in a simulation that begins with zeros.
  typedef struct packed {
    logic [31:0] msgid;  // MsgID
    logic [8:0]  msglen;  // packets
    logic [23:0] psn0;  // PSN of its first packet
    logic        free;  // there is none
  } message_t;

  // A ring's window, as the state manager knows it.
  typedef struct packed {
    logic [31:0] next;  // its MsgID
    logic [3:0]  next_slot;  // slot of the message that begins next
    logic [3:0]  opened;  // messages in the window
    logic [3:0]  members;  // of the ring
    logic [3:0]  hosts;  // members that are hosts of this switch: the first ones
    logic [2:0]  size;  // W of the members: messages that one may have under way
  } window_t;

  // What a receiver says of a connection (InfiniBand architecture 1.4, 9.7.5: AETH).
  localparam logic [1:0] ACK_NONE = 2'h0;  // nothing, or another thing than these two
  localparam logic [1:0] ACK_GOOD = 2'h1;  // all up to this PSN has come
  localparam logic [1:0] ACK_GAP = 2'h2;  // PSN sequence error: all before this PSN has come, and it has not

  // BTH opcodes of the packets that can be the engine's: RC SEND (InfiniBand architecture 1.4, 9.2).
  localparam logic [7:0] OPCODE_SEND_FIRST = 8'h0;  // first of several
  localparam logic [7:0] OPCODE_SEND_MIDDLE = 8'h1;  // neither first nor last
  localparam logic [7:0] OPCODE_SEND_LAST = 8'h2;  // last of several
  localparam logic [7:0] OPCODE_SEND_ONLY = 8'h4;  // the only one
  localparam logic [7:0] OPCODE_ACKNOWLEDGE = 8'h11;  // carries no payload: passes, also from a member's connection, behind VLAN tags and IP options too
  localparam logic [7:0] OPCODE_CONGESTION = 8'h81;  // congestion notification (CNP; InfiniBand architecture, annex A17.9.3): the same

  // Why a packet is not the engine's. Below FIRST_DROPPED it passes untouched, from there on it is dropped; all are counted.
  localparam logic [7:0] CAUSE_NONE = 8'h0;  // it is the engine's
  localparam logic [7:0] CAUSE_NOT_IPV4 = 8'h1;  // another EtherType: VLAN tags, ARP, IPv6
  localparam logic [7:0] CAUSE_OPTIONS = 8'h2;  // IPv4 with options
  localparam logic [7:0] CAUSE_FRAGMENT = 8'h3;  // a fragment
  localparam logic [7:0] CAUSE_NOT_UDP = 8'h4;  // another protocol
  localparam logic [7:0] CAUSE_NOT_ROCE = 8'h5;  // another UDP port
  localparam logic [7:0] CAUSE_OPCODE = 8'h6;  // another BTH opcode: acknowledgements, RDMA writes and reads, unreliable transports
  localparam logic [7:0] CAUSE_UNTAGGED = 8'h7;  // a message without InetTag
  localparam logic [7:0] CAUSE_UNKNOWN = 8'h8;  // not first, of a connection that is no member's
  localparam logic [7:0] CAUSE_OFF = 8'h9;  // the accelerator is switched off, and its connection is no member's
  localparam logic [7:0] CAUSE_MARK = 8'hf;  // a member's, but its mark is not the one that the member's packets have: of a host none, of a leaf the number of its hosts, of the spine RESULT and that of the whole ring
  localparam logic [7:0] CAUSE_TRUNCATED = 8'h10;  // the frame is shorter than its headers, or than the IP header says
  localparam logic [7:0] CAUSE_IP_CHECKSUM = 8'h11;  // IP header checksum
  localparam logic [7:0] CAUSE_LENGTH = 8'h12;  // lengths of IP and UDP contradict each other, or leave no room for BTH and ICRC
  localparam logic [7:0] CAUSE_ICRC = 8'h13;  // invariant CRC
  localparam logic [7:0] CAUSE_DAMAGED = 8'h14;  // marked as bad by the MAC
  localparam logic [7:0] CAUSE_NO_RING = 8'h15;  // a member's, while its ring is closed or being set up, or the accelerator is switched off
  localparam logic [7:0] CAUSE_UNREGISTERED = 8'h16;  // tagged, of a connection that is no member's
  localparam logic [7:0] CAUSE_MSGLEN = 8'h17;  // MsgLen of 0 or more than the engine holds, or another one than the ring's members before
  localparam logic [7:0] CAUSE_PSN = 8'h18;  // no message of its connection has this PSN
  localparam logic [7:0] CAUSE_WINDOW = 8'h19;  // MsgID outside the window, or a message that cannot begin yet
  localparam logic [7:0] CAUSE_MEMBER = 8'h1a;  // a member's, but by another port than the member's; or an acknowledgement of a member's packets by another port than their receiver's
  localparam logic [7:0] CAUSE_OTHER_RING = 8'h1b;  // a member's, but tagged for another ring than the member's
  localparam logic [7:0] CAUSE_RAW = 8'h1c;  // a member's, but no packet of the engine: without InetTag, another BTH opcode, behind VLAN tags or IP options. Acknowledgements and congestion notifications pass
  localparam logic [7:0] CAUSE_PAYLOAD = 8'h1d;  // more than 1024 bytes of payload
  localparam logic [7:0] CAUSE_LONG = 8'h1e;  // longer than the frame buffer of the port
  localparam logic [7:0] CAUSE_ROLE = 8'h1f;  // a header alone from a member that sends packets, or the other way round (NETREDUCE 4.5)

  // What the state manager says of an arrival (NETREDUCE 4.3.2).
  localparam logic [2:0] STATE_STORE = 3'h0;  // first arrival; others of its column are missing
  localparam logic [2:0] STATE_COMPLETE = 3'h1;  // first arrival, and the last one of its column: aggregate
  localparam logic [2:0] STATE_HISTORY = 3'h2;  // retransmitted, already aggregated: answer from the history buffer
  localparam logic [2:0] STATE_DISCARD = 3'h3;  // retransmitted, not yet aggregated: drop
  localparam logic [2:0] STATE_STALE = 3'h4;  // of a message that has left the window, or is not in it yet: drop, counted as WINDOW
  localparam logic [2:0] STATE_LENGTH = 3'h5;  // MsgLen 0, too long, or not that of the members before, or an offset beyond it: drop, counted as MSGLEN
  localparam logic [2:0] STATE_LOCAL = 3'h6;  // first arrival, and the last one of this switch's hosts: send their sum to the spine
  localparam logic [2:0] STATE_RESEND = 3'h7;  // retransmitted; the hosts' sum is there, the global one is not: send their sum once more

  // What a member of a ring is to a leaf (NETREDUCE 4.5). In a ring of one switch all members are hosts.
  localparam logic [1:0] ROLE_HOST = 2'h0;  // a host, or for the spine a leaf: its packets bring headers and what is to be added
  localparam logic [1:0] ROLE_HEADER = 2'h1;  // the leaf of a host that sends to one of ours: headers alone
  localparam logic [1:0] ROLE_GLOBAL = 2'h2;  // the spine: global sums, addressed to the switch itself

  // What is asked of the table of members.
  localparam logic [1:0] ENROL_ADD = 2'h0;  // a new member of a ring that is closed
  localparam logic [1:0] ENROL_REMOVE = 2'h1;  // a member of a ring that is closed goes
  localparam logic [1:0] ENROL_CHECK = 2'h2;  // are the members those that the ring needs?

  // What becomes of a frame in the buffer of its port.
  localparam logic [1:0] VERDICT_DROP = 2'h0;  // thrown away
  localparam logic [1:0] VERDICT_PASS = 2'h1;  // sent on, untouched
  localparam logic [1:0] VERDICT_TAKE = 2'h2;  // the engine's: header or payload are kept

  // Kinds of jobs of the aggregator.
  localparam logic [1:0] JOB_NONE = 2'h0;  // announce alone
  localparam logic [1:0] JOB_SUM = 2'h1;  // add what the ports in `read` hold
  localparam logic [1:0] JOB_HISTORY = 2'h2;  // repeat a sum
  localparam logic [1:0] JOB_REPLY = 2'h3;  // a NAK to the host whose header lies at the place: with it one word of AETH

  // What the header manager does with a header (NETREDUCE Algorithm 3).
  localparam logic [1:0] MODE_KEEP = 2'h0;  // addresses stay; if it is addressed to the switch itself they are swapped
  localparam logic [1:0] MODE_UP = 2'h1;  // from this switch to the spine
  localparam logic [1:0] MODE_ANNOUNCE = 2'h2;  // made into a header that travels alone
  localparam logic [1:0] MODE_REPLY = 2'h3;  // made into the header of an acknowledgement: source and destination swapped, queue pair and PSN those of the reply

  // Bits of IRQ_STATUS and IRQ_ENABLE.
  localparam logic [2:0] IRQ_STRAGGLER = 3'h0;  // a column has waited for THRESHOLD cycles: STRAGGLERS
  localparam logic [2:0] IRQ_BAD_ACCESS = 3'h1;  // an access was answered SLVERR
  localparam logic [2:0] IRQ_UNEVEN = 3'h2;  // members' packets of a column differ in size
  localparam logic [2:0] IRQ_INVALID = 3'h3;  // a column has raised the IEEE 754 flag invalid
  localparam logic [2:0] IRQ_OVERFLOW = 3'h4;  // a column has overflown, or was saturated
  localparam logic [2:0] IRQ_MSGLEN = 3'h5;  // a report charges members with another MsgLen than more than half of their ring: STRAGGLER 23:16

  // AXI4-Lite, byte addresses
  localparam logic [15:0] CSR_ID = 16'h0;  // 0x4e524431
  localparam logic [15:0] CSR_BUILD = 16'h4;  // ports 7:0, rings 15:8, Window 23:16
  localparam logic [15:0] CSR_BUILD_TABLES = 16'h8;  // MaxMsgLen 15:0, connections 31:16
  localparam logic [15:0] CSR_BUILD_BUFFER = 16'hc;  // beats of the frame buffer of a port
  localparam logic [15:0] CSR_CONTROL = 16'h10;  // bit 0: enable. When it is written 0, messages that have begun may end, for DRAIN cycles. Then every frame that is not LONG passes, with the cause OFF, but for those of members: they are dropped (NO_RING)
  localparam logic [15:0] CSR_INET_TAG = 16'h14;  // marks the first packet of a message that is to be aggregated (NETREDUCE 4.1)
  localparam logic [15:0] CSR_OWN_MAC_LO = 16'h18;  // 31:0 of this switch's MAC address (NETREDUCE 4.5)
  localparam logic [15:0] CSR_OWN_MAC_HI = 16'h1c;  // 47:32 of it
  localparam logic [15:0] CSR_OWN_IP = 16'h20;  // this switch's IP address
  localparam logic [15:0] CSR_SPINE_MAC_LO = 16'h24;  // 31:0 of the spine's MAC address
  localparam logic [15:0] CSR_SPINE_MAC_HI = 16'h28;  // 47:32 of it
  localparam logic [15:0] CSR_SPINE_IP = 16'h2c;  // the spine's IP address
  localparam logic [15:0] CSR_LOCAL_NET = 16'h30;  // IP addresses with address AND LOCAL_MASK = LOCAL_NET are those of this switch's hosts
  localparam logic [15:0] CSR_LOCAL_MASK = 16'h34;  // 0 after reset: with LOCAL_NET = 0 every address is local
  localparam logic [15:0] CSR_PAUSE = 16'h38;  // cycles for which sums wait for the output of a port, 1..65535; then it is away. 512 after reset: the longest frame that passes, of 256 beats, and a sum take 450 at 100 Gb/s and 322 MHz
  localparam logic [15:0] CSR_AWAY = 16'h3c;  // bit p: port p is away; sums are made without waiting for it, and it gets none
  localparam logic [15:0] CSR_RING_MEMBERS = 16'h40;  // for RING_SETUP: hosts of the ring at this switch, no more than it has ports; a leaf's 1..6, and a port less; 0: the ring is closed
  localparam logic [15:0] CSR_RING_LEAF = 16'h44;  // for RING_SETUP: bit 0: the ring has hosts at other switches too (NETREDUCE 4.5)
  localparam logic [15:0] CSR_RING_WINDOW = 16'h48;  // for RING_SETUP: the hosts' window W in messages, 1..Window; 1 after reset. Nothing has to be repeated for want of a slot when 2 W <= Window + 1
  localparam logic [15:0] CSR_RING_FIRST = 16'h4c;  // for RING_SETUP: MsgID of the first message
  localparam logic [15:0] CSR_RING_SLOT = 16'h50;  // for RING_SETUP: its slot, 0..Window: MsgID modulo (Window + 1)
  localparam logic [15:0] CSR_RING_DTYPE = 16'h54;  // for RING_SETUP: nf_pkg::DTYPE_*, one whose sums are as wide as its elements
  localparam logic [15:0] CSR_RING_SETUP = 16'h58;  // the number of a ring: sets it up anew with the six registers before; what it had but its members is forgotten, when messages that have begun have ended, or after DRAIN cycles. Refused unless the ring's members are HOST 0..RING_MEMBERS-1 and, of a leaf, then one HEADER and one GLOBAL; and while a ring is being set up
  localparam logic [15:0] CSR_BUSY = 16'h5c;  // bit r: ring r is being set up, or columns of it are still being swept; all bits: the accelerator is being switched off. When it falls, all sums of before have left (but see GIVEN_UP)
  localparam logic [15:0] CSR_IRQ_STATUS = 16'h60;  // IRQ_*; writing 1 clears a bit
  localparam logic [15:0] CSR_IRQ_ENABLE = 16'h64;  // IRQ_*; irq is the OR of the bits that are set in both
  localparam logic [15:0] CSR_DRAIN = 16'h68;  // cycles for which messages that have begun may go on when their ring is closed or set up anew, or the accelerator is switched off, and then once more for what was accepted to be added and to leave; 65536 after reset, 0: neither is waited for
  localparam logic [15:0] CSR_GIVEN_UP = 16'h6c;  // how often one of the two took longer: messages were left incomplete, or sums leave after BUSY has fallen
  localparam logic [15:0] CSR_THRESHOLD = 16'h70;  // cycles for which a column may wait before it is reported; 0: none is looked for
  localparam logic [15:0] CSR_STRAGGLERS = 16'h74;  // bit r: ring r has a report: a column that has waited for THRESHOLD cycles
  localparam logic [15:0] CSR_STRAGGLER_RING = 16'h78;  // the ring that the next three are about
  localparam logic [15:0] CSR_STRAGGLER = 16'h7c;  // 31 valid, 24 members have sent another MsgLen for this message than the one that began it, 23:16 members that are charged with that: more than half of the ring have sent the same other one (0: no MsgLen has that many yet), 15:8 members that are missing (bit HostID; of a leaf then HEADER, GLOBAL), 7:0 packet of the message. Reading it notes the next two down
  localparam logic [15:0] CSR_STRAGGLER_MSGID = 16'h80;  // the message, as of the last read of STRAGGLER
  localparam logic [15:0] CSR_STRAGGLER_CYCLES = 16'h84;  // for how many cycles it has been waiting, as of then; stays at 0xffffffff
  localparam logic [15:0] CSR_CHARGED = 16'h88;  // reports that charge members with their MsgLen
  localparam logic [15:0] CSR_LOOK = 16'h90;  // look at a column: ring 19:16, slot 10:8, packet 7:0; refused while a look is under way
  localparam logic [15:0] CSR_LOOK_RESULT = 16'h94;  // 31 under way, 30 a message is there and has this packet, 7:0 members that have arrived
  localparam logic [15:0] CSR_LOOK_MSGID = 16'h98;  // the message that is there
  localparam logic [15:0] CSR_CYCLES = 16'ha0;  // cycles since reset; this and all counts modulo 2^32
  localparam logic [15:0] CSR_BAD_ACCESS = 16'ha4;  // accesses answered SLVERR
  localparam logic [15:0] CSR_SUMS = 16'ha8;  // columns summed up and kept in the history buffer
  localparam logic [15:0] CSR_HISTORIES = 16'hac;  // sums repeated from the history buffer
  localparam logic [15:0] CSR_ANNOUNCED = 16'hb0;  // headers sent alone to another leaf
  localparam logic [15:0] CSR_LOCALS = 16'hb4;  // sums of this switch's hosts sent up to the spine
  localparam logic [15:0] CSR_UNEVEN = 16'hb8;  // of SUMS: the members' packets differ in size
  localparam logic [15:0] CSR_INVALID = 16'hbc;  // of SUMS: with the IEEE 754 flag invalid
  localparam logic [15:0] CSR_OVERFLOW = 16'hc0;  // of SUMS: with overflow, or saturated
  localparam logic [15:0] CSR_UNDERFLOW = 16'hc4;  // of SUMS: with underflow
  localparam logic [15:0] CSR_INEXACT = 16'hc8;  // of SUMS: rounded
  localparam logic [15:0] CSR_DROPPED = 16'hcc;  // repeated packets that were not answered: too many waited, their port was away, or, where AGAIN was set, their sum is not the last one; and sums that waited for one before them when their ring was set up anew
  localparam logic [15:0] CSR_MEMBER_SRC_IP = 16'hd0;  // for MEMBER_SETUP: source IP address of the member's packets
  localparam logic [15:0] CSR_MEMBER_DST_IP = 16'hd4;  // for MEMBER_SETUP: destination IP address; LOCAL_NET and LOCAL_MASK say now whether it is a host of this switch
  localparam logic [15:0] CSR_MEMBER_DST_QP = 16'hd8;  // for MEMBER_SETUP: destination queue pair
  localparam logic [15:0] CSR_MEMBER_SRC_QP = 16'hdc;  // for MEMBER_SETUP: the sender's own queue pair, which acknowledgements are sent to
  localparam logic [15:0] CSR_MEMBER_PORT = 16'he0;  // for MEMBER_SETUP: 2:0 port by which its packets come, 5:4 ROLE_*, 14:8 contributors that it stands for, 1..63: a host for one, a leaf for its hosts, GLOBAL for all of the ring; of HEADER it is not looked at. 0x0100 after reset
  localparam logic [15:0] CSR_MEMBER_SETUP = 16'he4;  // 2:0 HostID, 6:3 ring: makes the five before a member of the ring; 31: removes the member. Refused while the ring is open or one is being set up; when HostID is above the number of ports; when HostID, port (HEADER and GLOBAL may share one), connection, or both addresses and MEMBER_SRC_QP are a member's already (of those that do not send to the switch itself: they are acknowledged by these); when the hosts of a ring would contribute more than 63, or one that does not send to the switch itself more than one; when the table is full; to remove: when there is none
  localparam logic [15:0] CSR_AGAIN = 16'hf4;  // cycles after which what is missing is asked for or sent again, 1..2^24-1: 4 round trips of the hosts. Rings that are set up while it is 0, as after reset, and those of a spine give out their sums as they are complete and answer every repeated packet
  localparam logic [15:0] CSR_NAKS = 16'hf8;  // NAKs sent to hosts whose packet is missing, or its header
  localparam logic [15:0] CSR_REPLAYS = 16'hfc;  // times that sums were sent to a receiver again, for its NAK or for want of an acknowledgement; and NAKs of another leaf, for which a header was sent again
  localparam logic [15:0] CSR_SKIPPED = 16'h100;  // 4 B a port: frames that it did not get while it was away
  localparam logic [15:0] CSR_OVERRUN = 16'h120;  // 4 B a port: frames of its MAC that came when there was no room for them: nf_netreduce_mac. Not in COUNT; 0 where no MAC is
  localparam logic [15:0] CSR_COUNT = 16'h1000;  // 128 B a port: frames by cause, at COUNT + 128 * port + 4 * CAUSE_*; NONE: the engine's, those too that are repeated and not needed
  localparam logic [15:0] CSR_MEMBER = 16'h2000;  // 256 B a ring, 32 B a member: +0 31 valid, 14:8 contributors, 5:4 ROLE_*, 2:0 port; +4 source IP; +8 destination IP; +12 destination QP; +16 source QP

endpackage
