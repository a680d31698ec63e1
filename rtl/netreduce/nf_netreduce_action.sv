// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is done with a packet that the tables and the state manager have answered: what of it is
// kept, and which job it leads to (NETREDUCE 4.3.2, Algorithm 3).
//
//   one switch        COMPLETE: the sum of all hosts' payloads to all of them, kept; HISTORY: the
//                     sum once more, to its port
//   leaf, a host      LOCAL, RESEND: the sum of its hosts, up; COMPLETE, HISTORY: as with HEADER.
//                     Whatever the answer, its header is announced when its destination is elsewhere:
//                     the announcement before may have been lost
//   leaf, HEADER      COMPLETE: the global sum to all whose headers name a host here; HISTORY: once
//                     more, to its port; RESEND: as a host
//   leaf, GLOBAL      COMPLETE: the same; nothing that is repeated
//   replay            it has come before, and is looked up again: with up for the hosts' sum alone
//                     (RESEND), else for its header when its destination is elsewhere, or for its
//                     sum (HISTORY)
//
// STALE and LENGTH are drops with a cause. Combinational.

`include "nf_assert.svh"

module nf_netreduce_action #(
    parameter int unsigned Ports = 6  // ports of the accelerator, 2..8
) (
    input  logic             arrived_i,  // it came to the state manager
    input  logic [      2:0] state_i,    // STATE_*, when arrived
    input  logic [      7:0] cause_i,    // CAUSE_* of the tables, when not
    input  logic [      1:0] role_i,     // ROLE_* of its member
    input  logic             leaf_i,     // its ring has hosts at other switches too
    input  logic             local_i,    // its destination is a host of this switch
    input  logic             replay_i,   // it has come before, and is looked up again
    input  logic             up_i,       // for the sum of the hosts alone
    input  logic [Ports-1:0] own_i,      // port of the packet
    input  logic [Ports-1:0] hosts_i,    // ports of the ring's hosts
    input  logic [Ports-1:0] globals_i,  // port of the ring's GLOBAL member
    input  logic [Ports-1:0] here_i,  // ports of members whose headers name a host of this switch
    output logic [      7:0] cause_o,    // CAUSE_*; NONE: nothing to count
    output logic             known_o,    // it has a place in the window
    output logic             payload_o,  // keep the payload
    output logic             head_o,     // keep the header
    output logic             announce_o,  // this and those down to deliver are fields of the record
                                          // job: its header is announced
    output logic [      1:0] kind_o,     // JOB_*
    output logic [      1:0] mode_o,     // MODE_*
    output logic             again_o,    // it is repeated
    output logic             keep_o,     // the sum goes to the history buffer
    output logic [Ports-1:0] read_o,     // ports whose payload is added
    output logic [Ports-1:0] deliver_o,  // ports whose header is sent with the sum
    output logic [      1:0] jobs_o      // jobs that it makes, 0..2: an announcement counts as one
);

  `NF_PARAM(ActionPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)

  logic is_host, is_header, is_global;

  assign is_host = role_i == nf_netreduce_pkg::ROLE_HOST;
  assign is_header = role_i == nf_netreduce_pkg::ROLE_HEADER;
  assign is_global = role_i == nf_netreduce_pkg::ROLE_GLOBAL;
  assign known_o = arrived_i && state_i != nf_netreduce_pkg::STATE_STALE
                   && state_i != nf_netreduce_pkg::STATE_LENGTH;
  assign announce_o = known_o && leaf_i && is_host && !local_i && !up_i;
  assign again_o = arrived_i && (state_i == nf_netreduce_pkg::STATE_HISTORY ||
                                 state_i == nf_netreduce_pkg::STATE_DISCARD ||
                                 state_i == nf_netreduce_pkg::STATE_RESEND);
  assign jobs_o = 2'(announce_o) + 2'(kind_o != nf_netreduce_pkg::JOB_NONE);

  always_comb begin
    payload_o = 1'b0;
    head_o = 1'b0;
    kind_o = nf_netreduce_pkg::JOB_NONE;
    mode_o = nf_netreduce_pkg::MODE_KEEP;
    keep_o = 1'b0;
    read_o = '0;
    deliver_o = '0;
    cause_o = cause_i;
    if (arrived_i) begin
      cause_o = nf_netreduce_pkg::CAUSE_NONE;
      case (state_i)
        nf_netreduce_pkg::STATE_STORE, nf_netreduce_pkg::STATE_COMPLETE,
        nf_netreduce_pkg::STATE_LOCAL: begin
          payload_o = !is_header;
          head_o = !is_global;
        end
        nf_netreduce_pkg::STATE_HISTORY: head_o = !is_global;
        nf_netreduce_pkg::STATE_STALE: cause_o = nf_netreduce_pkg::CAUSE_WINDOW;
        nf_netreduce_pkg::STATE_LENGTH: cause_o = nf_netreduce_pkg::CAUSE_MSGLEN;
        default: ;
      endcase
      if (state_i == nf_netreduce_pkg::STATE_COMPLETE) begin
        kind_o = nf_netreduce_pkg::JOB_SUM;
        keep_o = 1'b1;
        read_o = leaf_i ? globals_i : hosts_i;
        deliver_o = leaf_i ? here_i : hosts_i;
      end else if (state_i == nf_netreduce_pkg::STATE_LOCAL ||
                   (state_i == nf_netreduce_pkg::STATE_RESEND && !is_global
                    && (!replay_i || up_i))) begin
        kind_o = nf_netreduce_pkg::JOB_SUM;
        mode_o = nf_netreduce_pkg::MODE_UP;
        read_o = hosts_i;
        deliver_o = hosts_i & (~hosts_i + 1'b1);
      end else if (state_i == nf_netreduce_pkg::STATE_HISTORY && !is_global && !announce_o
                   && !up_i) begin
        kind_o = nf_netreduce_pkg::JOB_HISTORY;
        deliver_o = own_i;
      end
    end
  end

endmodule
