// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Home slot of an address: which entry of the home-port table a push reduction asks.
//
// The block number addr[47:7] is cut into pieces of log2(HomeSlots) bits, and the pieces are XORed.
// The lowest piece enters unchanged, so HomeSlots consecutive 128-byte blocks that start at a
// multiple of HomeSlots blocks fall into HomeSlots different slots; the upper pieces keep arrays
// with a power-of-two distance from meeting in one slot.
// It does not look at the table: the slot may be unprogrammed.
//
// Combinational leaf, no latency (KLENK IV-C: the home port is determined through hashing).

`include "nf_assert.svh"

module nf_mcr_hash #(
    parameter int unsigned HomeSlots = 64,  // power of two, 2..512
    localparam int unsigned SlotBits = $clog2(HomeSlots)
) (
    input  logic [nf_pkg::HDR_ADDR_BITS-1:0] addr_i,
    output logic [             SlotBits-1:0] slot_o
);

  `NF_PARAM(HashSlotsInRange, HomeSlots >= 2 && HomeSlots <= nf_pkg::MAX_HOME_SLOTS)
  `NF_PARAM(HashSlotsPowerOfTwo, HomeSlots == (1 << SlotBits))

  localparam int unsigned OffsetBits = $clog2(nf_pkg::BLOCK_BYTES);
  localparam int unsigned BlockBits = nf_pkg::HDR_ADDR_BITS - OffsetBits;
  localparam int unsigned Pieces = (BlockBits + SlotBits - 1) / SlotBits;

  logic [Pieces*SlotBits-1:0] block;  // padded with zeros to whole pieces

  assign block = (Pieces * SlotBits)'(addr_i[nf_pkg::HDR_ADDR_BITS-1:OffsetBits]);

  always_comb begin
    slot_o = '0;
    for (int i = 0; i < Pieces; i++) slot_o = slot_o ^ block[i*SlotBits+:SlotBits];
  end

endmodule
