// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What an action means: for the entry in the tag store, for the slots of the packet's payload, for the flags
// and for the statistics. docs/reduce/nf_reduce_action.md prints the same table.
//
// It does not choose the action (nf_reduce_decide does) and does not make the header that leaves
// (nf_reduce_leave does). Combinational.
// KLENK IV-B (pull), IV-C (push), IV-D (reduction).

module nf_reduce_action (
    input  logic [3:0] act_i,          // nf_reduce_pkg::ACT_* of what is at the decision
    // what is decided in this cycle; one, or none
    input  logic       head_take_i,    // a packet's header
    input  logic       ask_decide_i,   // a pull request
    input  logic       clear_i,        // an entry leaves before the packet that wants its place
    input  logic       expire_i,       // an entry goes, by time-out or clear command
    // and what the decision says besides
    input  logic       poison_i,       // the entry that was hit is to be poisoned
    input  logic       leaves_i,       // a header leaves
    input  logic       drain_after_i,  // planes leave when the packet has been added
    // tag store; an entry that is cleared or expires is freed there by the same wires
    output logic       insert_o,       // the header is written into an entry
    output logic       update_o,       // it is counted in at the entry that was hit
    output logic       release_o,      // that entry is freed
    output logic       own_o,          // the packet itself leaves
    // payload slots that follow
    output logic       read_o,         // the entry's flits are read
    output logic       write_o,        // ... and written
    output logic       sum_o,          // ... and combined with the packet's
    output logic [1:0] send_o,         // nf_reduce_pkg::SEND_*: what of them leaves
    output logic       body_keep_o,    // their flags are added to the entry's
    output logic       body_send_o,    // ... to those of the header that leaves
    // flags of the slot of the decision
    output logic       keep_flags_o,   // ... are added to the entry's
    output logic       send_flags_o,   // ... to those of the header that leaves
    output logic       take_flags_o,   // the header that leaves begins with the entry's
    // statistics
    output logic       written_o,      // a push was written into an entry
    output logic       evicted_o,      // an entry left for it, or is to
    output logic       complete_o,     // a result leaves
    output logic       bypass_o,       // the packet passes unreduced
    output logic       alloc_o,        // the request has its entry
    output logic       held_back_o     // the request waits
);

  // The actions of a packet, one wire each.
  logic insert, evict, first, reduce, finish, rest, only, pass, joins, replaced;
  assign insert = head_take_i && act_i == nf_reduce_pkg::ACT_INSERT;
  assign evict = head_take_i && act_i == nf_reduce_pkg::ACT_EVICT;
  assign first = head_take_i && act_i == nf_reduce_pkg::ACT_FIRST;
  assign reduce = head_take_i && act_i == nf_reduce_pkg::ACT_REDUCE;
  assign finish = head_take_i && act_i == nf_reduce_pkg::ACT_FINISH;
  assign rest = head_take_i && act_i == nf_reduce_pkg::ACT_REST;
  assign only = head_take_i && act_i == nf_reduce_pkg::ACT_ONLY;
  assign pass = head_take_i && act_i == nf_reduce_pkg::ACT_PASS;
  assign bypass_o = head_take_i && act_i == nf_reduce_pkg::ACT_BYPASS;
  assign alloc_o = ask_decide_i && act_i == nf_reduce_pkg::ACT_ALLOC;
  assign held_back_o = ask_decide_i && act_i == nf_reduce_pkg::ACT_WAIT;
  assign joins = finish || rest;  // entry and packet leave as one, the result or the rest of it
  assign replaced = evict || expire_i || clear_i;  // the entry leaves as it is
  assign own_o = pass || bypass_o;

  assign insert_o = insert || evict || alloc_o;
  assign update_o = first || reduce;
  assign release_o = joins || only;

  assign read_o = reduce || joins || replaced;
  // A sum that leaves in planes is written once more, so that it can be read plane by plane.
  assign write_o = insert || evict || first || reduce || drain_after_i;
  assign sum_o = reduce || joins;
  assign send_o = joins ? nf_reduce_pkg::SEND_SUM
      : replaced ? nf_reduce_pkg::SEND_HELD : nf_reduce_pkg::SEND_IN;
  assign body_keep_o = insert || evict || first || reduce;
  assign body_send_o = joins || only || own_o;

  assign keep_flags_o = body_keep_o || (head_take_i && poison_i);
  assign send_flags_o = body_send_o || clear_i || (expire_i && leaves_i);
  assign take_flags_o = joins || only || replaced;

  assign written_o = insert || evict;
  assign evicted_o = evict || clear_i;
  assign complete_o = finish || only || pass;

endmodule
