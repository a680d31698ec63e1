// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Codes that the modules of the endpoint and its users share; cmodel/endpoint/nf_endpoint_pkg.h
// mirrors them.
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

  // Bits of event_o: one-cycle pulses.
  localparam int unsigned EV_RESULT = 0;  // a block was written
  localparam int unsigned EV_PARTIAL = 1;  // a partial sum was taken
  localparam int unsigned EV_PULL_SERVED = 2;  // a request was answered
  localparam int unsigned EV_ACK_SENT = 3;  // an acknowledgement left
  localparam int unsigned EV_ACK_TAKEN = 4;  // an acknowledgement came
  localparam int unsigned EV_MCAST = 5;  // a multicast write of a complete sum was started
  localparam int unsigned EV_ERR_OPCODE = 6;  // a packet that no endpoint takes: dropped
  localparam int unsigned EV_ERR_TRANSLATE = 7;  // no translation: packet dropped, or command refused
  localparam int unsigned EV_ERR_COUNT = 8;  // a total passes the number of ranks
  localparam int unsigned EV_ERR_DAMAGED = 9;  // a packet damaged on the link: dropped
  localparam int unsigned EV_ERR_POISON = 10;  // a complete block or barrier was poisoned
  localparam int unsigned EV_ERR_ACK = 11;  // an acknowledgement came though none was due
  localparam int unsigned EV_NO_COUNTER_RETRY = 12;  // no wave counter was free: tried again
  localparam int unsigned EV_STRAY = 13;  // a barrier completed that nothing waits for
  localparam int unsigned EV_ACK_SKIPPED = 14;  // a response's acknowledgement found no room
  localparam int unsigned EV_STALE = 15;  // a packet, or a sum, of another epoch: dropped
  localparam int unsigned EVENT_BITS = 16;  // bits of one event vector

endpackage
