// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Codes and types that the modules of the endpoint and its users share;
// cmodel/endpoint/nf_endpoint_pkg.h mirrors them.

// A package is a catalogue, of types as well: each module uses the part of it that it needs.
`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_endpoint_pkg;

  // What a command of the DMA engine asks for (KLENK IV-B, IV-C, IV-F).
  localparam logic [7:0] KIND_PUSH = 8'd0;  // reduction writes of a piece of memory
  localparam logic [7:0] KIND_PULL = 8'd1;  // pull requests for a piece of a region
  localparam logic [7:0] KIND_BARRIER = 8'd2;  // a push reduction without payload

  // How a command ended.
  localparam logic [7:0] STATUS_OK = 8'd0;  // complete
  localparam logic [7:0] STATUS_BAD = 8'd1;  // the command makes no sense; nothing was sent
  localparam logic [7:0] STATUS_TRANSLATE = 8'd2;  // an address of it is not in the table
  localparam logic [7:0] STATUS_NO_COUNTER = 8'd3;  // no wave counter free after all retries
  localparam logic [7:0] STATUS_POISON = 8'd4;  // a result of it was poisoned

  // Operations on the write port of the memory.
  localparam logic [7:0] MEM_WRITE = 8'd0;  // store the payload
  localparam logic [7:0] MEM_REDUCE = 8'd1;  // add the payload to the block's running sum
  localparam logic [7:0] MEM_REDUCE_OWN = 8'd2;  // begin a sum: the own data and the payload
  localparam logic [7:0] MEM_REDUCE_FIRST = 8'd3;  // begin a sum: the payload

  localparam int unsigned BLOCK_BITS = 41;  // number of a block of 128 B in a 48-bit address

  // A counter of the wave controller, of which it knows besides whether it is in use.
  typedef struct packed {
    logic [5:0]            owner;  // comes back with every block of the wave
    logic [15:0]           goal;   // blocks
    logic [15:0]           count;  // of them complete
    logic [BLOCK_BITS-1:0] base;   // number of the first one
  } counter_t;

  // Reads of a lane, by virtual channel of the packet that they become: local addresses, headers.
  typedef struct packed {
    logic [63:0] response;
    logic [63:0] request;
  } addr_pair_t;

  typedef struct packed {
    logic [127:0] response;
    logic [127:0] request;
  } hdr_pair_t;

  // Of event_o: one-cycle pulses. Bit numbers are those of NF_ENDPOINT_EV_* in the C header.
  typedef struct packed {
    logic stale;  // a packet, or a sum, of another epoch: dropped
    logic ack_skipped;  // a response's acknowledgement found no room
    logic stray;  // a barrier completed that nothing waits for
    logic no_counter_retry;  // no wave counter was free: tried again
    logic err_ack;  // an acknowledgement came though none was due
    logic err_poison;  // a complete block or barrier was poisoned
    logic err_damaged;  // a packet damaged on the link: dropped
    logic err_count;  // a total passes the number of ranks
    logic err_translate;  // no translation: packet dropped, or command refused
    logic err_opcode;  // a packet that no endpoint takes: dropped
    logic mcast;  // a multicast write of a complete sum was started
    logic ack_taken;  // an acknowledgement came
    logic ack_sent;  // an acknowledgement left
    logic pull_served;  // a request was answered
    logic partial;  // a partial sum was taken
    logic result;  // a block was written
  } event_t;

endpackage
