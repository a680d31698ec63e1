// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Chunks in line for the two DMAs: to be loaded by the TX DMA, to be stored by the RX DMA. First
// come, first served, in each of the two lines.
//
// The lines take turns at the chunk table, a cycle each, so that one read port of the table serves
// both. It does not make the order of a DMA (nf_ace_commands does, of what the table holds).
//
// A row pushed at t is offered at t+1 or t+2; load_o or store_o is high in the cycle after it was
// picked.

`include "nf_assert.svh"

module nf_ace_dma_queues #(
    parameter int unsigned Chunks = 32  // rows of the chunk table, 2..32
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       abort_i,       // no chunk is in line
    // a chunk gets in line
    input  logic       load_push_i,
    input  logic [7:0] load_row_i,
    input  logic       store_push_i,
    input  logic [7:0] store_row_i,
    // the first in line whose turn it is
    output logic       load_turn_o,
    input  logic       load_free_i,   // the TX DMA has taken its last order
    output logic       store_turn_o,
    input  logic       store_free_i,  // the RX DMA has
    output logic [7:0] pick_row_o,
    // it was picked in the cycle before
    output logic       load_o,
    output logic       store_o
);

  `NF_PARAM(DmaQueuesChunksInRange, Chunks >= 2 && Chunks <= nf_ace_pkg::MAX_CHUNKS)

  localparam int unsigned RowBits = $clog2(Chunks);

  logic load_valid, store_valid, even_q, load_q, store_q, pick_load, pick_store;
  logic load_fits, store_fits;
  logic [RowBits-1:0] load_row, store_row;
  logic [$clog2(Chunks+1)-1:0] unused_loads, unused_stores;

  nf_fifo #(
      .Width(RowBits),
      .Depth(Chunks)
  ) u_loads (
      .clk_i,
      .rst_ni,
      .in_valid_i (load_push_i),
      .in_ready_o (load_fits),
      .in_data_i  (load_row_i[RowBits-1:0]),
      .out_valid_o(load_valid),
      .out_ready_i(pick_load || abort_i),
      .out_data_o (load_row),
      .count_o    (unused_loads)
  );
  nf_fifo #(
      .Width(RowBits),
      .Depth(Chunks)
  ) u_stores (
      .clk_i,
      .rst_ni,
      .in_valid_i (store_push_i),
      .in_ready_o (store_fits),
      .in_data_i  (store_row_i[RowBits-1:0]),
      .out_valid_o(store_valid),
      .out_ready_i(pick_store || abort_i),
      .out_data_o (store_row),
      .count_o    (unused_stores)
  );
  assign load_turn_o = load_valid && even_q && !load_q;
  assign store_turn_o = store_valid && !even_q && !store_q;
  assign pick_row_o = even_q ? 8'(load_row) : 8'(store_row);
  assign pick_load = load_turn_o && load_free_i;
  assign pick_store = store_turn_o && store_free_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      even_q <= 1'b0;
      load_q <= 1'b0;
      store_q <= 1'b0;
    end else begin
      even_q <= !even_q;
      load_q <= pick_load && !abort_i;
      store_q <= pick_store && !abort_i;
    end
  end
  assign load_o = load_q;
  assign store_o = store_q;

  // Rows are 8 bits wide at the ports.
  logic unused;
  assign unused = ^{unused_loads, unused_stores, load_fits, store_fits, load_row_i, store_row_i};

  // --------------------------------------------------------------------------- properties
  // The lines have room for every chunk.
  `NF_ASSERT(DmaQueuesFit, (!load_push_i || load_fits) && (!store_push_i || store_fits))
  // Both lines wait.
  `NF_COVER(DmaQueuesBoth, load_valid && store_valid)

endmodule
