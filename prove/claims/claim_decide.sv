// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_reduce_decide: what every action promises, for all headers and all that the tags may say, be what
// they say of ghosts right or wrong.
module claim_decide (
    input  logic                  alloc_i,
    input  logic [ 1:0]           mode_i,
    input  logic [15:0]           count_i,
    input  nf_reduce_pkg::attr_t  attr_i,
    input  logic [15:0]           expected_i,
    input  logic                  first_hop_i,
    input  logic                  usable_i,
    input  logic                  hit_i,
    input  logic                  hit_data_i,
    input  logic [15:0]           hit_count_i,
    input  logic [15:0]           hit_expected_i,
    input  nf_reduce_pkg::attr_t  hit_attr_i,
    input  logic                  free_i,
    input  logic                  victim_i,
    input  logic                  apart_i,
    input  nf_reduce_pkg::ghost_t ghost_i,
    output logic                  wrong_o
);

  logic [3:0] act;
  logic [15:0] sum;
  logic rest, poison, err_count, err_mismatch, err_no_entry;

  // The same without ghosts: no entry waits for less than its region expects.
  logic [3:0] plain_act;
  logic [15:0] plain_sum;
  logic plain_rest, plain_poison, plain_err_count, plain_err_mismatch, plain_err_no_entry;

  nf_reduce_decide u_decide (
      .alloc_i,
      .mode_i,
      .count_i,
      .attr_i,
      .expected_i,
      .first_hop_i,
      .usable_i,
      .hit_i,
      .hit_data_i,
      .hit_count_i,
      .hit_expected_i,
      .hit_attr_i,
      .free_i,
      .victim_i,
      .apart_i,
      .ghost_i,
      .act_o(act),
      .sum_o(sum),
      .rest_o(rest),
      .poison_o(poison),
      .err_count_o(err_count),
      .err_mismatch_o(err_mismatch),
      .err_no_entry_o(err_no_entry)
  );

  nf_reduce_decide u_plain (
      .alloc_i,
      .mode_i,
      .count_i,
      .attr_i,
      .expected_i,
      .first_hop_i,
      .usable_i,
      .hit_i,
      .hit_data_i,
      .hit_count_i,
      .hit_expected_i(pull ? hit_expected_i : expected_i),
      .hit_attr_i,
      .free_i,
      .victim_i,
      .apart_i,
      .ghost_i('0),
      .act_o(plain_act),
      .sum_o(plain_sum),
      .rest_o(plain_rest),
      .poison_o(plain_poison),
      .err_count_o(plain_err_count),
      .err_mismatch_o(plain_err_mismatch),
      .err_no_entry_o(plain_err_no_entry)
  );

  logic [16:0] total;
  logic [1:0] errors;
  logic pull, takes, evicts, counts, ends, joins, requests;
  logic [15:0] limit;  // where the sum is complete
  assign total = {1'b0, hit_count_i} + {1'b0, count_i};
  assign errors = 2'(err_count) + 2'(err_mismatch) + 2'(err_no_entry);
  assign pull = mode_i == nf_reduce_pkg::MODE_PULL;
  assign takes = act == nf_reduce_pkg::ACT_INSERT || act == nf_reduce_pkg::ACT_ALLOC;
  assign evicts = act == nf_reduce_pkg::ACT_EVICT || act == nf_reduce_pkg::ACT_CLEAR;
  assign ends = act == nf_reduce_pkg::ACT_FINISH || act == nf_reduce_pkg::ACT_ONLY;
  assign joins = act == nf_reduce_pkg::ACT_REST;
  assign counts = ends || joins || act == nf_reduce_pkg::ACT_REDUCE || act == nf_reduce_pkg::ACT_FIRST;
  assign limit = pull ? hit_expected_i : expected_i;
  assign requests = act == nf_reduce_pkg::ACT_ALLOC || act == nf_reduce_pkg::ACT_LET_GO
      || act == nf_reduce_pkg::ACT_WAIT;

  always_comb begin
    wrong_o = 1'b0;
    // Requests and contributions have actions of their own.
    if (alloc_i != requests) wrong_o = 1'b1;
    // A key enters on a miss, into a free entry, or for a contribution over one that may go.
    if (takes && (hit_i || !free_i)) wrong_o = 1'b1;
    if (evicts && (hit_i || free_i || !victim_i || pull)) wrong_o = 1'b1;
    // What is counted in has its entry, fits it, and does not pass its expected count.
    if (counts && (!hit_i || attr_i.shape.dtype != hit_attr_i.shape.dtype
                   || attr_i.shape.red_op != hit_attr_i.shape.red_op
                   || total > {1'b0, limit} || total[15:0] != sum)) wrong_o = 1'b1;
    // A result leaves exactly when the expected count is reached.
    if (counts && ends != (total == {1'b0, limit})) wrong_o = 1'b1;
    // A rest leaves when what was to come has come: it is a push's, and not complete.
    if (joins && (pull || total != {1'b0, hit_expected_i} || total >= {1'b0, limit})) wrong_o = 1'b1;
    if (rest != (joins || (act == nf_reduce_pkg::ACT_BYPASS && !pull && ghost_i.known
        && {1'b0, ghost_i.counts.count} + {1'b0, count_i} == {1'b0, ghost_i.counts.expected}))) wrong_o = 1'b1;
    // Whatever ghosts say: the same is complete, dropped, wrong and counted. They turn only what is
    // kept into what leaves as a partial, with its count.
    if ({sum, poison, err_count, err_mismatch, err_no_entry} != {plain_sum, plain_poison,
        plain_err_count, plain_err_mismatch, plain_err_no_entry} || plain_rest) wrong_o = 1'b1;
    if (act != plain_act
        && !(joins && (plain_act == nf_reduce_pkg::ACT_REDUCE || plain_act == nf_reduce_pkg::ACT_FIRST))
        && !(rest && !hit_i && act == nf_reduce_pkg::ACT_BYPASS
             && (plain_act == nf_reduce_pkg::ACT_INSERT || plain_act == nf_reduce_pkg::ACT_EVICT
                 || plain_act == nf_reduce_pkg::ACT_CLEAR))) wrong_o = 1'b1;
    if (act == nf_reduce_pkg::ACT_PASS && (hit_i || count_i != expected_i)) wrong_o = 1'b1;
    if ((act == nf_reduce_pkg::ACT_INSERT || evicts) && count_i >= expected_i) wrong_o = 1'b1;
    // Nothing is dropped without an error, and one error at most; an entry is poisoned by a dropped packet.
    if (act == nf_reduce_pkg::ACT_DROP && errors != 2'd1) wrong_o = 1'b1;
    if (errors > 2'd1 || (poison && !(hit_i && act == nf_reduce_pkg::ACT_DROP))) wrong_o = 1'b1;
    if (errors != '0 && act != nf_reduce_pkg::ACT_DROP && !alloc_i) wrong_o = 1'b1;
    // The first hop answers for its pulls: nothing passes it by, and only there a request waits.
    if (act == nf_reduce_pkg::ACT_BYPASS && pull && first_hop_i) wrong_o = 1'b1;
    if (act == nf_reduce_pkg::ACT_WAIT && !first_hop_i) wrong_o = 1'b1;
    // A later hop that expects nothing lets the request go, and that is no error.
    if (alloc_i && !first_hop_i && expected_i == '0
        && (act != nf_reduce_pkg::ACT_LET_GO || errors != '0)) wrong_o = 1'b1;
  end

endmodule
