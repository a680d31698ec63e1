// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Address translation of an endpoint: a network address to the local addresses of the data that it
// contributes there and of the result (KLENK Fig. 6, "ATS").
//
// It does not keep the table and does not look at lengths: a packet lies within one block of 128 B
// (nf_endpoint_rx refuses others), so pieces of whole blocks are enough. Of several entries that hold
// the address the lowest counts.
// Combinational.

`include "nf_assert.svh"

module nf_endpoint_translate #(
    parameter int unsigned Translations = 4  // entries of the table, 1..16
) (
    input  logic [   Translations-1:0] at_valid_i,   // bit t: entry t is used; bits at and above
                                                     // Translations are ignored
    input  logic [Translations*64-1:0] at_base_i,    // first network address
    input  logic [Translations*64-1:0] at_end_i,     // one past the last
    input  logic [Translations*64-1:0] at_source_i,  // local address of what is contributed
    input  logic [Translations*64-1:0] at_result_i,  // local address of the result
    input  logic [               63:0] addr_i,       // network address
    output logic                       hit_o,
    output logic [               63:0] source_o,     // zero without a hit
    output logic [               63:0] result_o      // zero without a hit
);

  `NF_PARAM(TranslationsInRange, Translations >= 1 && Translations <= nf_endpoint_pkg::MAX_TRANSLATIONS)

  logic [Translations-1:0] match, first;
  logic [63:0] addr;

  typedef struct packed {
    logic [63:0] base;    // network address
    logic [63:0] source;  // local ones
    logic [63:0] result;
  } entry_t;
  entry_t entry, found;

  for (genvar t = 0; t < Translations; t++) begin : gen_entry
    assign match[t] = at_valid_i[t] && at_base_i[t*64+:64] <= addr_i
        && addr_i < at_end_i[t*64+:64];
  end

  // x & -x keeps the lowest set bit.
  assign first = match & (~match + 1'b1);
  assign hit_o = match != '0;

  always_comb begin
    found = '0;
    for (int t = 0; t < Translations; t++) begin
      entry.base = at_base_i[t*64+:64];
      entry.source = at_source_i[t*64+:64];
      entry.result = at_result_i[t*64+:64];
      if (first[t]) found |= entry;
    end
  end

  // start + addr - base, with one carry chain, all carries in parallel: written out because this is
  // the longest path of the lane.
  function automatic logic [63:0] moved(input logic [63:0] start, input logic [63:0] from,
                                        input logic [63:0] to);
    logic [63:0] sums, carries, propagate, generates;
    sums = start ^ to ^ ~from;
    carries = (start & to) | ((start | to) & ~from);
    carries = {carries[62:0], 1'b1};  // the one is what makes ~from into -from
    generates = sums & carries;
    propagate = sums ^ carries;
    for (int distance = 1; distance < 64; distance = distance * 2) begin
      generates = generates | (propagate & (generates << distance));
      propagate = propagate & (propagate << distance);
    end
    moved = sums ^ carries ^ {generates[62:0], 1'b0};
  endfunction

  assign addr = hit_o ? addr_i : '0;
  assign source_o = moved(found.source, found.base, addr);
  assign result_o = moved(found.result, found.base, addr);

endmodule
