// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Codes that the modules of the reduction table share; cmodel/reduce/nf_reduce_pkg.h mirrors them.
package nf_reduce_pkg;

  // How an entry came about; part of its key (KLENK IV-B, IV-C).
  localparam logic [1:0] MODE_PUSH = 2'd0;  // reduction writes
  localparam logic [1:0] MODE_BARRIER = 2'd1;  // a push reduction without payload
  localparam logic [1:0] MODE_PULL = 2'd2;  // responses to a pull request

  // What happens to a packet or to a pull request: the table in docs/reduce/nf_reduce_decide.md.
  localparam logic [3:0] ACT_DROP = 4'd0;  // nothing is kept, nothing leaves
  localparam logic [3:0] ACT_INSERT = 4'd1;  // written into a free entry
  localparam logic [3:0] ACT_EVICT = 4'd2;  // written over the LRU entry while that one leaves
  localparam logic [3:0] ACT_FIRST = 4'd3;  // first response of an allocated entry: written
  localparam logic [3:0] ACT_REDUCE = 4'd4;  // reduced with the entry, kept
  localparam logic [3:0] ACT_FINISH = 4'd5;  // reduced with the entry, the result leaves
  localparam logic [3:0] ACT_ONLY = 4'd6;  // the first response is also the last: leaves as it came
  localparam logic [3:0] ACT_PASS = 4'd7;  // complete by its own count: leaves as the result
  localparam logic [3:0] ACT_BYPASS = 4'd8;  // no entry to be had: leaves unreduced
  localparam logic [3:0] ACT_ALLOC = 4'd9;  // the request gets a free entry
  localparam logic [3:0] ACT_LET_GO = 4'd10;  // the request travels on without an entry
  localparam logic [3:0] ACT_WAIT = 4'd11;  // the request waits at the interface
  localparam logic [3:0] ACT_CLEAR = 4'd12;  // the LRU entry leaves first
  localparam logic [3:0] ACT_EXPIRE = 4'd13;  // no packet's: the entry that timed out leaves
  localparam logic [3:0] ACT_REST = 4'd14;  // reduced with the entry, the rest of a sum leaves

  // What a payload slot sends out.
  localparam logic [1:0] SEND_NONE = 2'd0;
  localparam logic [1:0] SEND_SUM = 2'd1;  // the ALUs' result
  localparam logic [1:0] SEND_HELD = 2'd2;  // the flit that the entry held
  localparam logic [1:0] SEND_IN = 2'd3;  // the flit that came in, or a header

  // Whom a leaving packet is for.
  localparam logic [1:0] TO_ALL = 2'd0;  // result: every target of the region
  localparam logic [1:0] TO_HOME = 2'd1;  // partial: home GPU or every target, by configuration
  localparam logic [1:0] TO_REQUESTER = 2'd2;  // pull response: out of the own port

endpackage
