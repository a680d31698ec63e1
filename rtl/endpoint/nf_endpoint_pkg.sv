// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/endpoint/nf_endpoint.toml; change that.
// Constants of the component `endpoint`, packed structs of records and bundles; no state.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_endpoint_pkg;

  localparam int unsigned BLOCK_BITS = 41;  // number of a block of 128 B in a 48-bit address
  localparam int unsigned MAX_TRANSLATIONS = 16;  // entries of its translation table

  // A command of the DMA engine.
  typedef struct packed {
    logic [7:0]  kind;  // KIND_*
    logic [7:0]  id;  // comes back with the completion
    logic [7:0]  waves;  // of this command that may be outstanding
    logic [7:0]  red_op;  // nf_pkg::RED_OP_*
    logic [7:0]  dtype;  // nf_pkg::DTYPE_*
    logic [7:0]  lane;  // of the first block; of a barrier
    logic [15:0] wave_blocks;  // blocks of each wave but the last
    logic [31:0] landed;  // pull: blocks that other ranks' pulls deliver here until this command is complete
    logic [31:0] bytes;  // multiple of 16
    logic [63:0] addr;  // network address, multiple of 128
  } command_t;

  // A counter of the wave controller, of which it knows besides whether it is in use.
  typedef struct packed {
    logic [5:0]  owner;  // comes back with every block of the wave
    logic [15:0] goal;  // blocks in all
    logic [15:0] count;  // blocks that are complete
    logic [40:0] base;  // number of the first block
  } counter_t;

  // Local addresses that a lane reads, by virtual channel of the packet that they become.
  typedef struct packed {
    logic [63:0] response;  // a response's
    logic [63:0] request;  // a request's
  } addr_pair_t;

  // Headers of these packets.
  typedef struct packed {
    logic [127:0] response;  // a response's
    logic [127:0] request;  // a request's
  } hdr_pair_t;

  // Of event_o: one-cycle pulses. What happens twice in a cycle of a lane is one pulse; stale_o counts both.
  typedef struct packed {
    logic stale;  // a packet, a sum or a completion of another epoch: dropped
    logic ack_skipped;  // a response's acknowledgement found no space
    logic stray;  // a barrier completed that nothing waits for
    logic no_counter_retry;  // no wave counter was free: tried again
    logic err_ack;  // an acknowledgement came though none was due
    logic err_poison;  // a complete block or barrier was poisoned
    logic err_damaged;  // a packet damaged on the link: dropped
    logic err_count;  // a total passes the number of ranks, or a contribution fits no sum or counts nothing
    logic err_translate;  // no translation: packet dropped, or command refused
    logic err_opcode;  // a packet that no endpoint takes: dropped
    logic mcast;  // a multicast write of a complete sum was started
    logic ack_taken;  // an acknowledgement came
    logic ack_sent;  // an acknowledgement left
    logic pull_served;  // a request was answered
    logic partial;  // a partial sum was taken
    logic result;  // a block was written
  } event_t;

  // What a command of the DMA engine asks for (KLENK IV-B, IV-C, IV-F).
  localparam logic [7:0] KIND_PUSH = 8'h0;  // reduction writes of a piece of memory
  localparam logic [7:0] KIND_PULL = 8'h1;  // pull requests for a piece of a region
  localparam logic [7:0] KIND_BARRIER = 8'h2;  // a push reduction without payload

  // How a command ended.
  localparam logic [7:0] STATUS_OK = 8'h0;  // complete
  localparam logic [7:0] STATUS_BAD = 8'h1;  // the command makes no sense; nothing was sent
  localparam logic [7:0] STATUS_TRANSLATE = 8'h2;  // an address of it is not in the table
  localparam logic [7:0] STATUS_NO_COUNTER = 8'h3;  // no wave counter free after all retries
  localparam logic [7:0] STATUS_POISON = 8'h4;  // a result of it was poisoned

  // Operations on the write port of the memory.
  localparam logic [7:0] MEM_WRITE = 8'h0;  // store the payload
  localparam logic [7:0] MEM_REDUCE = 8'h1;  // add the payload to the block's running sum
  localparam logic [7:0] MEM_REDUCE_OWN = 8'h2;  // begin a sum: the own data and the payload
  localparam logic [7:0] MEM_REDUCE_FIRST = 8'h3;  // begin a sum: the payload

endpackage
