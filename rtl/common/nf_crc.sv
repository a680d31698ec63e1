// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Check sum of DataBits bits, lowest bit first, as Ethernet and CRC-32C have it.
//
// Combinational leaf. crc_i is the register before the data, crc_o after it; what it starts with
// and whether it is inverted at the end is the caller's. Longer data goes through in pieces, one after
// the other or, as check sums are linear, at once: each with the zeros behind it that stand for those
// behind it, and one for what was before; the sum of all is the check sum.
//
// No latency: each bit of crc_o is the parity of some bits of data_i and crc_i. It guards the words
// of a link (KLENK IV-E3).

`include "nf_assert.svh"

module nf_crc #(
    parameter int unsigned DataBits = 160,  // bits that go in at once, 1..1024
    parameter int unsigned Behind = 0,  // zeros that go in behind them, 0..1024
    parameter int unsigned CrcBits = 32,  // bits of the check sum, 8..32
    // generator without the leading 1, highest power first, below 2^CrcBits; the default is CRC-32C
    parameter int unsigned Poly = 32'h1edc6f41
) (
    input  logic [ CrcBits-1:0] crc_i,  // the register before the data
    input  logic [DataBits-1:0] data_i,  // the data, the first bit in bit 0
    output logic [ CrcBits-1:0] crc_o   // the register after it
);

  `NF_PARAM(CrcDataBitsInRange, DataBits >= 1 && DataBits <= 1024)
  `NF_PARAM(CrcBehindInRange, Behind <= 1024)
  `NF_PARAM(CrcBitsInRange, CrcBits >= 8 && CrcBits <= 32)
  `NF_PARAM(CrcPolyInRange, CrcBits == 32 || Poly >> CrcBits == 0)

  localparam int unsigned MixBits = (DataBits > CrcBits) ? DataBits : CrcBits;
  localparam int unsigned AllBits = DataBits + Behind;

  // The register is added to the first bits of the data; what of it is left without data is shifted.
  logic [MixBits-1:0] mixed;
  assign mixed = MixBits'(data_i) ^ MixBits'(crc_i);

  // Bits of `mixed` whose parity is bit `row`. The last bit that goes in adds the generator itself,
  // each one before it what the register makes of that in one more step.
  function automatic logic [MixBits-1:0] mask(input int unsigned row);
    logic [CrcBits-1:0] column;
    mask = '0;
    column = CrcBits'(Poly);
    for (int unsigned k = 0; k < AllBits; k++) begin
      if (AllBits - 1 - k < MixBits) mask[AllBits-1-k] = column[CrcBits-1-row];
      column = {column[CrcBits-2:0], 1'b0} ^ (column[CrcBits-1] ? CrcBits'(Poly) : '0);
    end
    for (int unsigned k = AllBits; k < MixBits; k++) begin
      mask[k] = k == AllBits + row;
    end
  endfunction

  for (genvar r = 0; r < CrcBits; r++) begin : gen_bit
    localparam logic [MixBits-1:0] Mask = mask(r);
    assign crc_o[r] = ^(mixed & Mask);
  end

endmodule
