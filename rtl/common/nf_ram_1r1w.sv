// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One write port, one synchronous read port.
//
// It does not bypass: a read of the address that is written on the same edge returns the OLD word.
// It does not reset: a word is undefined until it has been written, rdata_o until the first read.
// Addresses must be below Depth; a write at or above Depth is lost, a read there is undefined.
//
// Latency: 1 cycle from re_i to rdata_o, which holds while re_i is low. Throughput: one read and
// one write per cycle. Storage of the reduction table and the packet windows (KLENK IV-D, Fig. 5).

`include "nf_assert.svh"

module nf_ram_1r1w #(
    parameter int unsigned Width = 128,  // bits per word, 1..4096
    parameter int unsigned Depth = 64,   // words, any number, 2..1048576
    localparam int unsigned AddrBits = $clog2(Depth)
) (
    input  logic                clk_i,    // clock; there is no reset
    // write port
    input  logic                we_i,
    input  logic [AddrBits-1:0] waddr_i,  // below Depth; a write elsewhere is lost
    input  logic [   Width-1:0] wdata_i,
    // read port
    input  logic                re_i,
    input  logic [AddrBits-1:0] raddr_i,  // below Depth; what a read elsewhere gives is undefined
    output logic [   Width-1:0] rdata_o   // of the last read; undefined before the first
);

  `NF_PARAM(RamWidthInRange, Width >= 1 && Width <= 4096)
  `NF_PARAM(RamDepthInRange, Depth >= 2 && Depth <= 1048576)

  // A plain array and no reset, so that every tool recognises a memory.
  logic [Width-1:0] words_q [Depth];

  always_ff @(posedge clk_i) begin
    if (we_i) words_q[waddr_i] <= wdata_i;
  end

  // The output register belongs to the memory: it counts as a register at the interface.
  always_ff @(posedge clk_i) begin
    if (re_i) rdata_o <= words_q[raddr_i];
  end

endmodule
