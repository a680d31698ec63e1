// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What leaves a reduction table by one decision: the header, whom it is for, how much payload, and
// whether a wide sum in it is rounded, goes on as it came, or leaves plane by plane.
// docs/reduce/nf_reduce_decide.md prints the same table.
//
// It does not decide and does not look up destinations. Combinational.
// KLENK IV-B (pull), IV-C (push).

module nf_reduce_leave #(
    parameter bit Wide = 1'b0  // with the ops whose sums are wider than the type, 0 or 1
) (
    input  logic [  3:0] act_i,           // nf_reduce_pkg::ACT_*
    input  nf_header_pkg::header_t packet_i,        // header under decision
    input  logic [  1:0] mode_i,          // its nf_reduce_pkg::MODE_*
    input  logic [ 15:0] sum_i,           // count of entry and packet together
    input  logic [ 15:0] expected_i,      // of the packet's region
    input  logic [ 15:0] hit_expected_i,  // of the entry that was hit
    // the entry that leaves, as nf_reduce_tag shows it
    input  nf_header_pkg::header_t entry_i,
    input  logic [  1:0] entry_mode_i,
    input  logic         entry_data_i,
    input  logic [  9:0] id_i,            // node id of this switch
    input  logic         first_hop_i,     // the port leads to an endpoint
    // whatever the action
    output logic         wide_o,          // the packet is about a wide sum
    output logic         plane_o,         // of which it brings a plane
    output logic         entry_wide_o,    // the entry holds a wide sum
    // by the action
    output logic         leaves_o,        // a header leaves
    output nf_header_pkg::header_t head_o,          // without destination; meaningful when it
                                                    // leaves
    output logic [  1:0] to_o,            // nf_reduce_pkg::TO_*
    output logic [  3:0] len_o,           // flits of payload that leave from the next slot on
    output logic         round_o,         // they are rounded
    output logic         raw_o,           // they are the packet's, as they came
    output logic         drain_o,         // they are the first of many planes
    output logic         drain_after_o,   // planes leave when the packet has been added
    output logic [  3:0] shift_o          // log2 of what the sum is divided by
);

  logic finish, rest, only, pass, bypass, own, evict, clear, expire, replaced, pull_first, ends;
  logic [3:0] len, entry_len;
  logic [15:0] divisor;

  assign finish = act_i == nf_reduce_pkg::ACT_FINISH;
  assign rest = act_i == nf_reduce_pkg::ACT_REST;
  assign only = act_i == nf_reduce_pkg::ACT_ONLY;
  assign pass = act_i == nf_reduce_pkg::ACT_PASS;
  assign bypass = act_i == nf_reduce_pkg::ACT_BYPASS;
  assign evict = act_i == nf_reduce_pkg::ACT_EVICT;
  assign clear = act_i == nf_reduce_pkg::ACT_CLEAR;
  assign expire = act_i == nf_reduce_pkg::ACT_EXPIRE;
  assign own = pass || bypass;  // the packet itself leaves
  assign replaced = evict || clear || expire;  // the entry leaves as it is
  assign len = packet_i.len;
  assign entry_len = entry_i.len;

  assign wide_o = Wide && 1'(nf_pkg::OPS_WIDE >>
      {packet_i.dtype, packet_i.red_op});
  assign plane_o = wide_o && packet_i.flags.plane;
  assign entry_wide_o = Wide && entry_len != '0 && 1'(nf_pkg::OPS_WIDE >>
      {entry_i.dtype, entry_i.red_op});

  // A pull entry that nothing came for has nothing to say but to its requester.
  assign leaves_o = finish || rest || only || own || evict || clear || (expire
      && (entry_mode_i != nf_reduce_pkg::MODE_PULL || entry_data_i || first_hop_i));
  assign len_o = !leaves_o || drain_after_o ? 4'd0 : replaced ? entry_len : len;

  // A sum goes on unrounded unless this is where it ends: at the home port, or at the requester's.
  assign pull_first = entry_mode_i == nf_reduce_pkg::MODE_PULL && first_hop_i;
  assign ends = !rest && (mode_i != nf_reduce_pkg::MODE_PULL || first_hop_i);
  assign round_o = expire ? entry_wide_o && pull_first
      : wide_o && (pass || ((finish || only) && ends));
  assign raw_o = bypass || (only && !round_o);
  assign drain_o = entry_wide_o && (clear || (expire && !pull_first));
  assign drain_after_o = (finish || rest) && wide_o && !ends && len != '0;

  always_comb begin
    divisor = packet_i.red_op != nf_pkg::RED_OP_AVG || expire ? 16'd1
        : pass || mode_i != nf_reduce_pkg::MODE_PULL ? expected_i : hit_expected_i;
    shift_o = '0;
    for (int b = 0; b < 16; b++) if (divisor[b]) shift_o |= 4'(b);
  end

  always_comb begin
    head_o = own ? packet_i : entry_i;
    head_o.flags = '0;
    if (raw_o && plane_o) begin
      head_o.flags.plane = 1'b1;
      head_o.wave = packet_i.wave;
    end
    if (!(bypass && mode_i == nf_reduce_pkg::MODE_PULL)) head_o.src = id_i;
    if (finish || rest || only) begin
      head_o.count = sum_i;
      head_o.len = len;
    end
    to_o = nf_reduce_pkg::TO_HOME;
    head_o.opcode = nf_pkg::OPCODE_PUSH_PARTIAL;
    if ((own ? mode_i : entry_mode_i) == nf_reduce_pkg::MODE_PULL) begin
      to_o = nf_reduce_pkg::TO_REQUESTER;
      head_o.opcode = nf_pkg::OPCODE_PULL_RSP;
    end else if (finish || pass) begin
      to_o = nf_reduce_pkg::TO_ALL;
      head_o.opcode = mode_i == nf_reduce_pkg::MODE_BARRIER
          ? nf_pkg::OPCODE_BARRIER_DONE : nf_pkg::OPCODE_PUSH_RESULT;
    end
  end

endmodule
