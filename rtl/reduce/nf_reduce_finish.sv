// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The last part of the data path of a reduction table with wide sums: rounds the sums that leave as
// results into their type, once, and lets everything else pass at the same pace, so that packets
// keep their order. Flags that rounding raises join those in the header, which leaves last.
//
// A slot says what is to be done when it enters the data path. What nf_reduce_data makes of it arrives
// Apart + 2 enabled cycles later, what nf_reduce_exact makes of it one more.
// Latency: Apart + 8 enabled cycles from slot to output. Throughput: one flit per enabled cycle.

`include "nf_assert.svh"

module nf_reduce_finish #(
    parameter bit Halves = 1'b1,  // with high sums, for the types of 16-bit elements
    parameter int unsigned Apart = 2,  // cycles of nf_reduce_data from operands to result, 1..5
    localparam int unsigned PerWord = Halves ? 2 : 1,
    localparam int unsigned Sums = 4 * PerWord,
    localparam int unsigned SumBits = nf_pkg::EXACT_BITS,
    localparam int unsigned SumPortBits = nf_reduce_pkg::EXACT_PORT_BITS
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic                    en_i,          // everything advances; low: everything holds
    // slot
    input  logic                    round_i,       // what the slot sends are sums, to be rounded
    input  logic [             3:0] dtype_i,       // into this type
    input  logic [             3:0] shift_i,       // log2 of what they are divided by before
    // Apart + 2 enabled cycles later: what leaves nf_reduce_data
    input  logic                    data_valid_i,
    input  logic                    data_last_i,
    input  logic [            15:0] data_ports_i,
    input  logic [           127:0] data_i,        // binary32 sums too, the low ones
    input  logic [           127:0] data_high_i,   // the high ones; or a plane of them
    // Apart + 3 enabled cycles later: what leaves nf_reduce_exact
    input  logic [           127:0] plane_i,       // a plane of exact sums
    input  logic [Sums*SumPortBits-1:0] exact_i,       // exact sums, of the types that have them
    // result
    output logic                    out_valid_o,
    output logic                    out_last_o,
    output logic [            15:0] out_ports_o,
    output logic [           127:0] out_data_o,
    output logic                    busy_o
);

  `NF_PARAM(FinishApartOutOfRange, Apart >= 1 && Apart <= 5)

  localparam int unsigned Before = Apart + 2;
  localparam int unsigned After = 6;  // one register, and nf_exact_round
  localparam int unsigned AddendBits = nf_pkg::EXACT_ADDEND_BITS;
  localparam logic [1:0] ToF32 = 2'd0, ToF16 = 2'd1, ToBf16 = 2'd2;

  // ---- the slot waits for what the data path makes of it
  typedef struct packed {
    logic [3:0] shift;
    logic [3:0] dtype;
  } how_t;
  how_t how;  // of the slot whose exact sums are here
  localparam int unsigned HowBits = $bits(how);
  logic [Before:0] round_q;
  logic [(Before+1)*HowBits-1:0] how_q;
  logic round, exact, half;
  logic [1:0] format;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) round_q <= '0;
    else if (en_i) round_q <= {round_q[Before-1:0], round_i};
  end
  always_ff @(posedge clk_i) begin
    if (en_i) how_q <= {how_q[Before*HowBits-1:0], shift_i, dtype_i};
  end
  assign round = round_q[Before];  // when its exact sums are here
  assign how = how_q[Before*HowBits+:HowBits];

  assign exact = how.dtype == nf_pkg::DTYPE_F32X || how.dtype == nf_pkg::DTYPE_F16X
      || how.dtype == nf_pkg::DTYPE_BF16X;
  assign format = (how.dtype == nf_pkg::DTYPE_F16_F32 || how.dtype == nf_pkg::DTYPE_F16X) ? ToF16
      : (how.dtype == nf_pkg::DTYPE_BF16_F32 || how.dtype == nf_pkg::DTYPE_BF16X) ? ToBf16 : ToF32;
  assign half = Halves && format != ToF32;

  // ---- sums: one finisher for each, low ones first
  logic [Sums-1:0] valid;
  logic [Sums*4-1:0] flags;
  logic [Sums*32-1:0] rounded;

  for (genvar s = 0; s < Sums; s++) begin : gen_sum
    logic [31:0] value;
    logic unused_invalid;
    logic [AddendBits-1:0] addend_d, addend_q;
    logic [SumBits-1:0] widened;
    logic unused_pad;

    if (s < 4) begin : gen_low
      assign value = data_i[s*32+:32];
    end else begin : gen_high
      assign value = data_high_i[(s-4)*32+:32];
    end
    assign unused_pad = ^exact_i[s*SumPortBits+SumBits+:SumPortBits-SumBits];

    // A binary32 sum as an exact one, so that there is one way to round.
    nf_exact_decode u_decode (
        .plane_i  (1'b0),
        .index_i  (4'd0),
        .hold_i   (1'b0),
        .value_i  (value),
        .addend_o (addend_d),
        .invalid_o(unused_invalid)
    );
    always_ff @(posedge clk_i) if (en_i) addend_q <= addend_d;
    nf_exact_add u_widen (
        .acc_i   (SumBits'(0)),
        .clear_i (1'b1),
        .addend_i(addend_q),
        .acc_o   (widened)
    );

    nf_exact_round #(
        .HasF32(s < 4 ? 1 : 0)
    ) u_round (
        .clk_i,
        .rst_ni,
        .en_i,
        .valid_i (round && (s < 4 || half)),
        .acc_i   (exact ? exact_i[s*SumPortBits+:SumBits] : widened),
        .format_i(format),
        .shift_i (how.shift),
        .valid_o (valid[s]),
        .result_o(rounded[s*32+:32]),
        .flags_o (flags[s*4+:4])
    );
  end

  // ---- everything else waits as long
  logic [After-1:0] valid_q, last_q;
  logic [After*16-1:0] ports_q;
  logic [After*128-1:0] data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      last_q <= '0;
    end else if (en_i) begin
      valid_q <= {valid_q[After-2:0], data_valid_i};
      last_q <= {last_q[After-2:0], data_last_i};
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ports_q <= '0;
      data_q <= '0;
    end else if (en_i) begin
      ports_q <= {ports_q[(After-1)*16-1:0], data_ports_i};
      data_q[127:0] <= (data_i | data_high_i) & {128{!round_q[Before-1]}};
      // Planes of exact sums come one cycle after the rest of their slot.
      data_q[255:128] <= data_q[127:0] | plane_i;
      data_q[After*128-1:256] <= data_q[(After-1)*128-1:128];
    end
  end

  // ---- flags of the rounded flits of the packet that is leaving
  logic [3:0] flags_now, flags_q;  // as in the header, from INVALID on
  nf_header_pkg::header_t raised;
  logic [127:0] words;

  always_comb begin
    flags_now = '0;
    for (int s = 0; s < Sums; s++) flags_now |= flags[s*4+:4];
    words = '0;
    for (int w = 0; w < 4; w++) words[w*32+:32] = rounded[w*32+:32];
    // Without a high sum its finisher gives zero.
    if (Halves) begin
      for (int w = 0; w < 4; w++) words[w*32+16+:16] |= rounded[(Sums-4+w)*32+:16];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flags_q <= '0;
    else if (en_i) flags_q <= (flags_q | flags_now) & {4{!out_last_o}};
  end

  always_comb begin
    raised = '0;
    if (out_last_o) begin
      {raised.flags.inexact, raised.flags.underflow, raised.flags.overflow, raised.flags.invalid} = flags_q;
    end
  end

  assign out_valid_o = valid_q[After-1];
  assign out_last_o = last_q[After-1];
  assign out_ports_o = ports_q[(After-1)*16+:16];
  assign out_data_o = data_q[(After-1)*128+:128] | words | raised;
  assign busy_o = valid_q != '0;

  // Sums that are to be rounded are there when the slot says so, and are no header.
  `NF_ASSERT(RoundsPayload, !round_q[Before-1] || (data_valid_i && !data_last_i))
  // What is rounded comes out where its flit does.
  `NF_ASSERT(RoundedInStep, valid == '0 || (out_valid_o && !out_last_o))

endmodule
