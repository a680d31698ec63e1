// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/netreduce/nf_netreduce_regs.rdl; change that.
// What the register file of the component `netreduce` and the hardware around it give each other: packed structs.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_netreduce_regs_pkg;

  // What has happened: IRQ_*.
  typedef struct packed {
    logic msglen;  // a report charges members with another MsgLen than more than half of their ring: STRAGGLER 23:16
    logic overflow;  // a column has overflown, or was saturated
    logic invalid;  // a column has raised the IEEE 754 flag invalid
    logic uneven;  // members' packets of a column differ in size
    logic bad_access;  // an access was answered SLVERR
    logic straggler;  // a column has waited for THRESHOLD cycles: STRAGGLERS
  } irq_status_t;

  // irq is the OR of the bits that are set here and in IRQ_STATUS.
  typedef struct packed {
    logic msglen;  // msglen
    logic overflow;  // overflow
    logic invalid;  // invalid
    logic uneven;  // uneven
    logic bad_access;  // bad_access
    logic straggler;  // straggler
  } irq_enable_t;

  // What the last look has found.
  typedef struct packed {
    logic       pending;  // the look is under way
    logic       open;  // a message is there and has this packet
    logic [7:0] arrived;  // members that have arrived
  } look_result_t;

  // For MEMBER_SETUP.
  typedef struct packed {
    logic [6:0] parts;  // contributors that it stands for: a host for one, a leaf for its hosts, GLOBAL for all of the ring. MEMBER_SETUP takes 1..63; of HEADER it is not looked at
    logic [1:0] role;  // ROLE_*
    logic [2:0] port;  // port by which its packets come
  } member_port_t;

  // A word: A column that has waited too long. Reading it notes the next two registers down.
  typedef struct packed {
    logic       valid;  // there is a report
    logic [5:0] none25;  // of no field
    logic       unlike;  // members have sent another MsgLen for this message than the one that began it
    logic [7:0] charged;  // members that are charged with another MsgLen: more than half of the ring have sent the same other one; 0: no MsgLen has that many yet
    logic [7:0] missing;  // members that are missing (bit HostID; of a leaf then HEADER, GLOBAL)
    logic [7:0] packet;  // packet of the message
  } straggler_t;

  // A word: Looks at a column. Refused while a look is under way.
  typedef struct packed {
    logic [11:0] none20;  // of no field
    logic [3:0]  ring;  // ring
    logic [4:0]  none11;  // of no field
    logic [2:0]  slot;  // slot
    logic [7:0]  packet;  // packet of the message
  } look_t;

  // A word: Makes the five registers before a member of a ring. Refused while the ring is open or one is being set up; when HostID is above the number of ports; when HostID, port (HEADER and GLOBAL may share one), connection, or both addresses and MEMBER_SRC_QP are a member's already (of those that do not send to the switch itself: they are acknowledged by these); when the hosts of a ring would contribute more than 63, or one that does not send to the switch itself more than one; when the table is full; to remove: when there is none.
  typedef struct packed {
    logic        remove;  // 1: removes the member
    logic [23:0] none7;  // of no field
    logic [3:0]  ring;  // ring
    logic [2:0]  host;  // HostID
  } member_setup_t;

  // A word: The member.
  typedef struct packed {
    logic        valid;  // there is one
    logic [15:0] none15;  // of no field
    logic [6:0]  parts;  // contributors
    logic [1:0]  none6;  // of no field
    logic [1:0]  role;  // ROLE_*
    logic        none3;  // of no field
    logic [2:0]  port;  // port
  } member_host_state_t;

  // What the hardware says: events, what is counted, values.
  typedef struct packed {
    logic [255:0] overrun;  // OVERRUN: frames of a port's MAC that came when there was no room for them: nf_netreduce_mac. Not in COUNT; 0 where no MAC is
    logic [7:0]   skipped;  // SKIPPED: frames that a port did not get while it was away
    logic         replays;  // REPLAYS: times that sums were sent to a receiver again, for its NAK or for want of an acknowledgement; and NAKs of another leaf, for which a header was sent again
    logic         naks;  // NAKS: NAKs sent to hosts whose packet is missing, or its header
    logic         dropped;  // DROPPED: repeated packets that were not answered: too many waited, their port was away, or, where AGAIN was set, their sum is not the last one; and sums that waited for one before them when their ring was set up anew
    logic         inexact;  // INEXACT: of SUMS: rounded
    logic         underflow;  // UNDERFLOW: of SUMS: with underflow
    logic         overflow;  // OVERFLOW: of SUMS: with overflow, or saturated
    logic         invalid;  // INVALID: of SUMS: with the IEEE 754 flag invalid
    logic         uneven;  // UNEVEN: of SUMS: the members' packets differ in size
    logic         locals;  // LOCALS: sums of this switch's hosts sent up to the spine
    logic         announced;  // ANNOUNCED: headers sent alone to another leaf
    logic         histories;  // HISTORIES: sums repeated from the history buffer
    logic         sums;  // SUMS: columns summed up and kept in the history buffer
    logic         cycles;  // CYCLES: cycles since reset; this and all counts modulo 2^32
    logic         look_msgid_we;  // LOOK_MSGID: the message that is there
    logic [31:0]  look_msgid;  // LOOK_MSGID: the message that is there
    logic         look_result_we;  // LOOK_RESULT: members that have arrived
    look_result_t look_result;  // LOOK_RESULT: What the last look has found
    logic         charged;  // CHARGED: reports that charge members with their MsgLen
    logic         straggler_cycles_we;  // STRAGGLER_CYCLES: for how many cycles it has been waiting, as of then; stays at 0xffffffff
    logic [31:0]  straggler_cycles;  // STRAGGLER_CYCLES: for how many cycles it has been waiting, as of then; stays at 0xffffffff
    logic         straggler_msgid_we;  // STRAGGLER_MSGID: the message, as of the last read of STRAGGLER
    logic [31:0]  straggler_msgid;  // STRAGGLER_MSGID: the message, as of the last read of STRAGGLER
    logic [15:0]  stragglers;  // STRAGGLERS: bit r: ring r has a report: a column that has waited for THRESHOLD cycles
    logic [1:0]   given_up;  // GIVEN_UP: how often one of the two took longer: messages were left incomplete, or sums leave after BUSY has fallen
    logic         irq_status_msglen;  // IRQ_STATUS: a report charges members with another MsgLen than more than half of their ring: STRAGGLER 23:16
    logic         irq_status_overflow;  // IRQ_STATUS: a column has overflown, or was saturated
    logic         irq_status_invalid;  // IRQ_STATUS: a column has raised the IEEE 754 flag invalid
    logic         irq_status_uneven;  // IRQ_STATUS: members' packets of a column differ in size
    logic         irq_status_straggler;  // IRQ_STATUS: a column has waited for THRESHOLD cycles: STRAGGLERS
    logic [15:0]  busy;  // BUSY: bit r: ring r is being set up, or columns of it are still being swept; all bits: the accelerator is being switched off. When it falls, all sums of before have left (but see GIVEN_UP)
    logic [7:0]   away;  // AWAY: bit p: port p is away; sums are made without waiting for it, and it gets none
  } in_t;

  // What the hardware is given: values of registers.
  typedef struct packed {
    logic [23:0]  again;  // AGAIN: cycles after which what is missing is asked for or sent again, 1..2^24-1: 4 round trips of the hosts. Rings that are set up while it is 0, as after reset, and those of a spine give out their sums as they are complete and answer every repeated packet
    member_port_t member_port;  // MEMBER_PORT: For MEMBER_SETUP
    logic [23:0]  member_src_qp;  // MEMBER_SRC_QP: for MEMBER_SETUP: the sender's own queue pair, which acknowledgements are sent to
    logic [23:0]  member_dst_qp;  // MEMBER_DST_QP: for MEMBER_SETUP: destination queue pair
    logic [31:0]  member_dst_ip;  // MEMBER_DST_IP: for MEMBER_SETUP: destination IP address; LOCAL_NET and LOCAL_MASK say now whether it is a host of this switch
    logic [31:0]  member_src_ip;  // MEMBER_SRC_IP: for MEMBER_SETUP: source IP address of the member's packets
    logic [3:0]   straggler_ring;  // STRAGGLER_RING: the ring that the next three are about
    logic [31:0]  threshold;  // THRESHOLD: cycles for which a column may wait before it is reported; 0: none is looked for
    logic [31:0]  drain;  // DRAIN: cycles for which messages that have begun may go on when their ring is closed or set up anew, or the accelerator is switched off, and then once more for what was accepted to be added and to leave; 65536 after reset, 0: neither is waited for
    logic [3:0]   ring_dtype;  // RING_DTYPE: for RING_SETUP: nf_pkg::DTYPE_*, one whose sums are as wide as its elements
    logic [2:0]   ring_slot;  // RING_SLOT: for RING_SETUP: its slot, 0..Window: MsgID modulo (Window + 1)
    logic [31:0]  ring_first;  // RING_FIRST: for RING_SETUP: MsgID of the first message
    logic [2:0]   ring_window;  // RING_WINDOW: for RING_SETUP: the hosts' window W in messages, 1..Window; 1 after reset. Nothing has to be repeated for want of a slot when 2 W <= Window + 1
    logic         ring_leaf;  // RING_LEAF: for RING_SETUP: the ring has hosts at other switches too (NETREDUCE 4.5)
    logic [3:0]   ring_members;  // RING_MEMBERS: for RING_SETUP: hosts of the ring at this switch, no more than it has ports; a leaf's 1..6, and a port less; 0: the ring is closed
    logic [15:0]  pause;  // PAUSE: cycles for which sums wait for the output of a port, 1..65535; then it is away. 512 after reset: the longest frame that passes, of 256 beats, and a sum take 450 at 100 Gb/s and 322 MHz
    logic [31:0]  local_mask;  // LOCAL_MASK: 0 after reset: with LOCAL_NET = 0 every address is local
    logic [31:0]  local_net;  // LOCAL_NET: IP addresses with address AND LOCAL_MASK = LOCAL_NET are those of this switch's hosts
    logic [31:0]  spine_ip;  // SPINE_IP: the spine's IP address
    logic [15:0]  spine_mac_hi;  // SPINE_MAC_HI: 47:32 of it
    logic [31:0]  spine_mac_lo;  // SPINE_MAC_LO: 31:0 of the spine's MAC address
    logic [31:0]  own_ip;  // OWN_IP: this switch's IP address
    logic [15:0]  own_mac_hi;  // OWN_MAC_HI: 47:32 of it
    logic [31:0]  own_mac_lo;  // OWN_MAC_LO: 31:0 of this switch's MAC address (NETREDUCE 4.5)
    logic [31:0]  inet_tag;  // INET_TAG: marks the first packet of a message that is to be aggregated (NETREDUCE 4.1)
    logic         control;  // CONTROL: when it is written 0, messages that have begun may end, for DRAIN cycles. Then every frame that is not LONG passes, with the cause OFF, but for those of members: they are dropped (NO_RING)
  } out_t;

endpackage
