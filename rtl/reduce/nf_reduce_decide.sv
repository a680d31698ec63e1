// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The table of actions: what a reduction table does with one header, as a pure function of the
// header, its region and what the tags say. docs/reduce/nf_reduce_decide.md prints the same table.
//
// It does not change anything and does not look at payload. Combinational.
// Pull rules: KLENK IV-B; push rules: KLENK IV-C; count and completion: KLENK IV-D, Fig. 5.

module nf_reduce_decide (
    // header
    input  logic        alloc_i,          // a pull request; otherwise a contribution
    input  logic [ 1:0] mode_i,           // nf_reduce_pkg::MODE_*
    input  logic [15:0] count_i,          // contributions in the packet
    input  nf_reduce_pkg::attr_t  attr_i,
    input  logic [15:0] expected_i,       // of the header's region; a request's: at this hop
    // switch
    input  logic        first_hop_i,      // the port leads to an endpoint
    input  logic        usable_i,         // the table has entries to use at all
    // tags
    input  logic        hit_i,            // an entry has the header's key
    input  logic        hit_data_i,       // that entry holds data already
    input  logic [15:0] hit_count_i,      // its count, the count at which it leaves, attributes;
                                          // only with hit
    input  logic [15:0] hit_expected_i,   // count at which it leaves: a push's own, or that of a rest
    input  nf_reduce_pkg::attr_t  hit_attr_i,
    input  logic        free_i,           // an entry is free
    input  logic        victim_i,         // an entry may be evicted
    input  logic        apart_i,          // it must leave first: it, or the packet, is a wide sum
    input  nf_reduce_pkg::ghost_t ghost_i,  // part of the sum has left before
    // decision
    output logic [ 3:0] act_o,            // nf_reduce_pkg::ACT_*
    output logic [15:0] sum_o,            // count of entry and packet together
    output logic        rest_o,           // the rest of a sum, as far as is known, leaves
    output logic        poison_o,         // the entry that was hit is to be poisoned
    output logic        err_count_o,      // the count passes the expected one, none is expected at the first
                                          // hop, or it is no power of two for an average
    output logic        err_mismatch_o,   // op, type, length or region differ, or a key comes twice
    output logic        err_no_entry_o    // a response or request finds no entry where it must
);

  logic pull, differs, hit_over, hit_complete, all_rest, own_over, own_complete;
  logic unscalable;  // an average, of a number that is no power of two
  // Where the sum is complete. A push's region says it, since its entry may wait for less.
  logic [15:0] limit;
  // Count + count - limit - 1 as a sum and its carries: complete needs no carry chain, over one.
  logic [17:0] parts, carries;
  // The same for what is to come when part of the sum has left.
  logic [15:0] rest_count, rest_expected;
  logic [16:0] rest_parts, rest_carries;
  logic [16:0] unused_excess;  // of the difference only the sign matters
  logic not_over;

  assign pull = mode_i == nf_reduce_pkg::MODE_PULL;
  // A pull entry takes its length from the first response, and its answer needs no region.
  assign differs = attr_i.shape.red_op != hit_attr_i.shape.red_op
      || attr_i.shape.dtype != hit_attr_i.shape.dtype
      || (attr_i.shape.len != hit_attr_i.shape.len && (hit_data_i || !pull))
      || (attr_i.region != hit_attr_i.region && !pull);
  assign limit = pull ? hit_expected_i : expected_i;
  assign parts = {2'd0, hit_count_i} ^ {2'd0, count_i} ^ ~{2'd0, limit};
  assign carries = {({1'b0, hit_count_i} & {1'b0, count_i})
      | (({1'b0, hit_count_i} | {1'b0, count_i}) & ~{1'b0, limit}), 1'b0};
  assign {not_over, unused_excess} = parts + carries;
  assign hit_over = !not_over;
  assign hit_complete = (parts ^ carries) == '1;
  // What the entry waits for; without one, what its ghost waited for.
  assign rest_count = hit_i ? hit_count_i : ghost_i.counts.count;
  assign rest_expected = hit_i ? hit_expected_i : ghost_i.counts.expected;
  assign rest_parts = {1'b0, rest_count} ^ {1'b0, count_i} ^ ~{1'b0, rest_expected};
  assign rest_carries = {(rest_count & count_i) | ((rest_count | count_i) & ~rest_expected), 1'b0};
  assign all_rest = (rest_parts ^ rest_carries) == '1;
  assign unscalable =
      attr_i.shape.red_op == nf_pkg::RED_OP_AVG && (expected_i & (expected_i - 16'd1)) != '0;
  assign own_over = count_i > expected_i || unscalable;
  assign own_complete = count_i == expected_i;
  assign sum_o = hit_count_i + count_i;

  always_comb begin
    act_o = nf_reduce_pkg::ACT_DROP;
    rest_o = 1'b0;
    poison_o = 1'b0;
    err_count_o = 1'b0;
    err_mismatch_o = 1'b0;
    err_no_entry_o = 1'b0;
    if (alloc_i) begin
      if (!usable_i) begin
        act_o = nf_reduce_pkg::ACT_LET_GO;
        err_no_entry_o = first_hop_i;
      end else if (expected_i == '0 || (unscalable && first_hop_i)) begin
        // A later hop may be asked not to wait; where the sum ends somebody must.
        act_o = nf_reduce_pkg::ACT_LET_GO;
        err_count_o = first_hop_i;
      end else if (hit_i) begin
        // The same requester and tag again: the first hop lets the older request finish first.
        act_o = first_hop_i ? nf_reduce_pkg::ACT_WAIT : nf_reduce_pkg::ACT_LET_GO;
        err_mismatch_o = !first_hop_i;
      end else if (free_i) begin
        act_o = nf_reduce_pkg::ACT_ALLOC;
      end else begin
        act_o = first_hop_i ? nf_reduce_pkg::ACT_WAIT : nf_reduce_pkg::ACT_LET_GO;
      end
    end else if (hit_i) begin
      if (differs) begin
        poison_o = 1'b1;
        err_mismatch_o = 1'b1;
      end else if (hit_over) begin
        poison_o = 1'b1;
        err_count_o = 1'b1;
      end else if (hit_complete) begin
        act_o = hit_data_i ? nf_reduce_pkg::ACT_FINISH : nf_reduce_pkg::ACT_ONLY;
      end else if (all_rest) begin
        act_o = nf_reduce_pkg::ACT_REST;
        rest_o = 1'b1;
      end else begin
        act_o = hit_data_i ? nf_reduce_pkg::ACT_REDUCE : nf_reduce_pkg::ACT_FIRST;
      end
    end else if (pull) begin
      if (first_hop_i) err_no_entry_o = 1'b1;
      else act_o = nf_reduce_pkg::ACT_BYPASS;
    end else if (own_over) begin
      err_count_o = 1'b1;
    end else if (own_complete) begin
      act_o = nf_reduce_pkg::ACT_PASS;
    end else if (ghost_i.known && all_rest) begin
      act_o = nf_reduce_pkg::ACT_BYPASS;
      rest_o = 1'b1;
    end else if (free_i) begin
      act_o = nf_reduce_pkg::ACT_INSERT;
    end else begin
      act_o = !victim_i ? nf_reduce_pkg::ACT_BYPASS
          : apart_i ? nf_reduce_pkg::ACT_CLEAR : nf_reduce_pkg::ACT_EVICT;
    end
  end

endmodule
