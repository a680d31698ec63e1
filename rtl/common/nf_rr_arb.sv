// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Round-robin pick: the first request after the last grant, cyclically.
//
// Combinational leaf. It does not remember the last grant and does not lock: the caller keeps
// last_i in a register and updates it when a grant is used. With last_i at or above Requests - 1
// the search starts at request 0. Outputs are zero when nothing is requested.
//
// No latency. It is the arbiter of a crossbar output (KLENK IV-A, Fig. 5).

`include "nf_assert.svh"

module nf_rr_arb #(
    parameter int unsigned Requests = 16,  // requesters, any number, 2..64
    localparam int unsigned IndexBits = $clog2(Requests)
) (
    input  logic [ Requests-1:0] req_i,          // bit i: requester i asks; zero at and above
                                                 // Requests
    input  logic [IndexBits-1:0] last_i,         // index of the last grant
    output logic                 grant_valid_o,  // at least one request
    output logic [IndexBits-1:0] grant_index_o,  // who is served
    output logic [ Requests-1:0] grant_onehot_o  // the same, one-hot
);

  `NF_PARAM(ArbRequestsInRange, Requests >= 2 && Requests <= 64)

  logic [Requests-1:0] above, later, candidates;

  // Requests above the last grant go first; only without any does the search wrap to the bottom.
  assign above = {{(Requests - 1) {1'b1}}, 1'b0} << last_i;
  assign later = req_i & above;
  assign candidates = (later != '0) ? later : req_i;

  // x & -x keeps the lowest set bit.
  assign grant_onehot_o = candidates & (~candidates + 1'b1);
  assign grant_valid_o = req_i != '0;

  // Bit b of the index is set by every grant whose number has bit b.
  for (genvar b = 0; b < IndexBits; b++) begin : gen_index
    logic [Requests-1:0] numbers;
    for (genvar i = 0; i < Requests; i++) begin : gen_number
      assign numbers[i] = ((i >> b) % 2) == 1;
    end
    assign grant_index_o[b] = (grant_onehot_o & numbers) != '0;
  end

endmodule
