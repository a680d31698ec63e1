// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Least-recently-used order of the entries of a reduction table, as a matrix: one bit per pair says
// which of the two was touched later. Exact LRU, one touch per cycle.
//
// It does not know why an entry is touched or whether it is valid: the two masks say which entries
// compete. They are registered, so the answers are functions of registers alone.
//
// Latency: 1 cycle from touch and masks to the answers. Throughput: one touch per cycle.
// Replacement policy of the push method (KLENK IV-C, IV-D).

`include "nf_assert.svh"

module nf_reduce_lru #(
    parameter int unsigned Entries = 8  // 2..32
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic [Entries-1:0] touch_i,   // one-hot: this entry becomes the youngest; or zero
    input  logic [Entries-1:0] cand_i,    // entries that may be evicted in the next cycle
    input  logic [Entries-1:0] valid_i,   // entries that are in use in the next cycle
    output logic [Entries-1:0] victim_o,  // the oldest of the candidates, one-hot; zero if none
    output logic [Entries-1:0] oldest_o   // the oldest of the entries in use, one-hot; zero if none
);

  `NF_PARAM(EntriesOutOfRange, Entries >= 2 && Entries <= 32)

  // Row i says for every j < i whether entry i was touched after entry j; for j > i row j tells.
  // Word operations over rows: synthesis sees the same triangle, simulation far less to do.
  logic [Entries-1:0] cand_q, valid_q;
  logic [Entries-1:0] cand_after, valid_after;      // touched after a lower one
  logic [Entries*Entries-1:0] cand_before, valid_before;  // row j: lower ones touched after j

  for (genvar i = 0; i < Entries; i++) begin : gen_row
    if (i == 0) begin : gen_none_below
      assign cand_after[i] = 1'b0;
      assign valid_after[i] = 1'b0;
      assign cand_before[i*Entries+:Entries] = '0;
      assign valid_before[i*Entries+:Entries] = '0;
    end else begin : gen_below
      logic [i-1:0] after_q;
      // Reset order: entry 0 is the oldest.
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) after_q <= {i{1'b1}};
        else if (touch_i[i]) after_q <= {i{1'b1}};
        else after_q <= after_q & ~touch_i[i-1:0];
      end
      assign cand_after[i] = (after_q & cand_q[i-1:0]) != '0;
      assign valid_after[i] = (after_q & valid_q[i-1:0]) != '0;
      assign cand_before[i*Entries+:i] = ~after_q & {i{cand_q[i]}};
      assign cand_before[i*Entries+i+:Entries-i] = '0;
      assign valid_before[i*Entries+:i] = ~after_q & {i{valid_q[i]}};
      assign valid_before[i*Entries+i+:Entries-i] = '0;
    end
  end

  logic [Entries-1:0] cand_younger, valid_younger;
  always_comb begin
    cand_younger = cand_after;
    valid_younger = valid_after;
    for (int i = 0; i < Entries; i++) begin
      cand_younger = cand_younger | cand_before[i*Entries+:Entries];
      valid_younger = valid_younger | valid_before[i*Entries+:Entries];
    end
  end
  assign victim_o = cand_q & ~cand_younger;
  assign oldest_o = valid_q & ~valid_younger;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cand_q  <= '0;
      valid_q <= '0;
    end else begin
      cand_q  <= cand_i;
      valid_q <= valid_i;
    end
  end

  // At most one entry is touched in a cycle.
  `NF_ASSERT(OneTouch, $onehot0(touch_i))
  // The order is total: among candidates there is exactly one oldest.
  `NF_ASSERT(OneVictim, $onehot(victim_o) || (cand_q == '0 && victim_o == '0))
  // The order is total: among the entries in use there is exactly one oldest.
  `NF_ASSERT(OneOldest, $onehot(oldest_o) || (valid_q == '0 && oldest_o == '0))

`ifndef SYNTHESIS
  logic [Entries-1:0] touched_q;  // the touch of the cycle before
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) touched_q <= '0;
    else touched_q <= touch_i;
  end
  // The entry that was touched last is the victim only when it is the only candidate.
  `NF_ASSERT(TouchedIsYoungest, (victim_o & touched_q) == '0 || victim_o == cand_q)
`endif

endmodule
