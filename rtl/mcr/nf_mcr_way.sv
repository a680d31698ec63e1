// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Way of an address: the port that takes a packet whose targets are reached by any of several ports.
//
// The home slot of the address names it, so that a network takes the same way for all packets about
// one block, there and back. nf_mcr_lookup does the same for what arrives; this is for what a
// reduction table sends. Zero where the slot is not programmed.
//
// Combinational, no latency.

module nf_mcr_way #(
    parameter int unsigned HomeSlots = 64  // slots of the home-port table, 2^k or 3*2^k, 2..512
) (
    input  logic [nf_pkg::HDR_ADDR_BITS-1:0] addr_i,   // bits 47:0
    input  logic [                      3:0] links_i,  // endpoints interleave blocks over 1..8
    input  logic [          HomeSlots*8-1:0] home_i,   // as nf_mcr_table publishes them
    input  logic [          HomeSlots*4-1:0] way_i,    // port, 4 bits by slot
    output logic [                     15:0] way_o     // one-hot
);

  localparam int unsigned SlotBits = $clog2(HomeSlots);

  logic [SlotBits-1:0] slot;
  nf_mcr_hash #(
      .HomeSlots(HomeSlots)
  ) u_hash (
      .addr_i,
      .links_i,
      .slot_o(slot)
  );

  nf_mcr_pkg::home_t home;
  assign home = home_i[{slot, 3'b000}+:8];

  always_comb begin
    for (int p = 0; p < 16; p++) way_o[p] = home.valid && way_i[{slot, 2'b00}+:4] == 4'(p);
  end

  logic unused_home;
  assign unused_home = ^home;

endmodule
