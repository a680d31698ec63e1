// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Arbitration of a reduction table: whose the slot of this cycle is, and what moves up to the decision
// behind it.
//
// A slot is a decision, a flit of payload, or neither. A header that is to leave takes a slot that brings
// no payload in; a request is decided beside payload or in a slot of its own. Between two packets an entry
// that is to go, by time-out or clear command, goes before the next packet, and a wide sum that is to be
// evicted before the packet that wants its place.
//
// It keeps nothing: the turn of headers and requests is a register of nf_reduce_table. Combinational.

module nf_reduce_arbiter (
    input  logic en_i,           // no flit waits at the output
    input  logic first_hop_i,    // the port leads to an endpoint
    // packet in progress
    input  logic idle_i,         // there is none
    input  logic coming_i,       // flits of it are still to come
    input  logic going_i,        // payload leaves in its next slot
    input  logic due_i,          // a header is to leave
    input  logic blocked_i,      // the next slot would read what is still on its way to the store
    // decision stage
    input  logic flit_i,         // a flit is there
    input  logic clears_i,       // the packet's header makes an entry leave first
    input  logic ask_i,          // a pull request is there
    // tags
    input  logic expired_i,      // an entry is to go
    input  logic free_i,         // an entry is free
    input  logic usable_i,       // the configuration leaves entries to use
    // what waits for its place in the decision stage
    input  logic look_i,         // a flit
    input  logic look_first_i,   // it is a header
    input  logic waits_i,        // a pull request
    input  logic turn_i,         // it goes before the next header
    // this cycle's slot; no two of the first five
    output logic expire_o,       // the entry that is to go leaves
    output logic clear_o,        // the packet's victim leaves
    output logic head_take_o,    // the packet's header is decided
    output logic body_take_o,    // a flit of its payload is taken
    output logic held_slot_o,    // none comes: payload leaves, or time passes
    output logic sends_o,        // payload leaves
    output logic head_send_o,    // a header leaves
    output logic ask_decide_o,   // the pull request is decided
    // what moves up behind it
    output logic d_free_o,       // the place of the flit is empty, or becomes so
    output logic ask_could_o,    // the waiting request finds what it needs
    output logic ask_move_o,
    output logic look_move_o
);

  logic boundary, look_header;

  // A request that is decided may take the entry that is to go.
  assign boundary = en_i && idle_i;
  assign expire_o = boundary && expired_i && !ask_i;
  assign clear_o = boundary && !expired_i && flit_i && clears_i;
  assign head_take_o = boundary && !expired_i && flit_i && !clears_i;
  assign body_take_o = en_i && !idle_i && coming_i && flit_i && !blocked_i;
  assign held_slot_o = en_i && !idle_i && !coming_i && !blocked_i;
  assign sends_o = (body_take_o || held_slot_o) && going_i;
  // A header takes any slot that does not bring payload in; such a slot sends nothing else.
  assign head_send_o = en_i && due_i && !body_take_o;
  assign ask_decide_o = en_i && ask_i;

  // Requests are looked up beside payload; headers and waiting requests take turns. At the first hop a
  // request waits here for an entry, so that packets that make one free pass it.
  assign d_free_o = en_i && (!flit_i || head_take_o || body_take_o);
  assign look_header = look_i && look_first_i;
  assign ask_could_o = waits_i && (free_i || !first_hop_i || !usable_i);
  assign ask_move_o = d_free_o && ask_could_o && (!look_header || turn_i);
  assign look_move_o = d_free_o && look_i && !(ask_move_o && look_first_i);

endmodule
