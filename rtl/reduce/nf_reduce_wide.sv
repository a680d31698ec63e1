// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Data path of a reduction table with wide sums: the plain one (nf_reduce_data), whose accumulators
// also serve as the low binary32 sums, a second one for the high binary32 sums of 16-bit pairs, the
// exact sums, and behind all of them the rounding.
//
// A slot is that of nf_reduce_data, with what it means for a wide sum: a contribution comes as values
// or as a plane of another sum, and leaves rounded, as a plane, or (wide_i low) as it came.
//
// Latency: AluStages + OperandReg + 8 enabled cycles from slot to output. Throughput: one slot per
// enabled cycle. A slot that reads a flit is as many slots behind the one that wrote it as nf_reduce_data
// says; of exact sums two, with nothing that reads or writes in between if it is exactly two.

`include "nf_assert.svh"

module nf_reduce_wide #(
    parameter int unsigned Entries = 8,  // 2..32
    parameter bit Halves = 1'b1,         // with the types of 16-bit elements, 0 or 1
    parameter bit Wide = 1'b1,           // 0: nf_reduce_data alone, 6 cycles less
    parameter int unsigned AluStages = 2,  // registers in the ALUs, 1..4
    parameter bit OperandReg = 1'b0      // a register between the store and the ALUs, 0 or 1
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         en_i,           // everything advances; low: everything holds
    // slot, as of nf_reduce_data
    input  logic         valid_i,
    input  logic [127:0] data_i,
    input  logic         read_i,
    input  logic         write_i,
    input  logic         sum_i,
    input  logic [  1:0] send_i,
    input  logic         header_i,
    input  logic [ 15:0] ports_i,
    input  logic [  4:0] entry_i,
    input  logic [  2:0] flit_i,
    input  logic [  3:0] red_op_i,
    input  logic [  3:0] dtype_i,
    input  logic [  7:0] flags_i,
    input  logic         keep_flags_i,
    input  logic         send_flags_i,
    input  logic         start_flags_i,
    input  logic         take_flags_i,
    // slot of a wide sum
    input  logic         wide_i,         // read, write, sum and send are about wide sums
    input  logic         round_i,        // what is sent is rounded
    input  logic [  3:0] shift_i,        // log2 of what it is divided by before
    input  logic         plane_i,        // data_i is a plane
    input  logic         send_plane_i,   // a plane is sent
    input  logic [  4:0] index_i,        // number of the one or the other
    // output
    output logic         out_valid_o,
    output logic         out_last_o,
    output logic [ 15:0] out_ports_o,
    output logic [127:0] out_data_o,
    output logic         poison_o,       // pulse: a header with POISON is on its way out
    output logic         busy_o,
    // as of nf_reduce_data: exact sums are there in time
    output logic [nf_reduce_pkg::MAX_PENDING*nf_reduce_pkg::PENDING_BITS-1:0] pending_o
);

  localparam int unsigned PerWord = Halves ? 2 : 1;
  localparam int unsigned SumPortBits = nf_reduce_pkg::EXACT_PORT_BITS;

  if (Wide) begin : gen_wide
    localparam int unsigned Apart = AluStages + (OperandReg ? 1 : 0);
    logic exact, high_plane, sends, signaling, data_busy, finish_busy;
    logic [127:0] low, high;

    assign exact = wide_i && (dtype_i == nf_pkg::DTYPE_F32X || dtype_i == nf_pkg::DTYPE_F16X
        || dtype_i == nf_pkg::DTYPE_BF16X);
    // Of binary32 sums there are two planes; exact sums look at the number themselves.
    assign high_plane = index_i != '0;
    assign sends = wide_i && send_i != nf_reduce_pkg::SEND_NONE;

    nf_reduce_widen #(
        .Halves(Halves)
    ) u_widen (
        .data_i   (data_i),
        .dtype_i  (dtype_i),
        .plane_i  (plane_i),
        .high_i   (high_plane),
        .low_o    (low),
        .high_o   (high),
        .invalid_o(signaling)
    );

    // ---- plain sums, low binary32 sums, headers, and all that passes
    logic data_valid, data_last, elsewhere;
    logic [15:0] data_ports;
    logic [127:0] data, data_high;
    logic [7:0] flags;

    // What is sent is not here: zeros keep its place.
    assign elsewhere = exact || (send_plane_i && high_plane);

    always_comb begin
      flags = flags_i;
      if (wide_i && signaling && (sum_i || write_i || send_i == nf_reduce_pkg::SEND_IN)) begin
        flags[nf_pkg::FLAG_INVALID] = 1'b1;
      end
    end

    nf_reduce_data #(
        .Entries   (Entries),
        .Halves    (Halves),
        .AluStages (AluStages),
        .OperandReg(OperandReg)
    ) u_low (
        .clk_i,
        .rst_ni,
        .en_i,
        .valid_i,
        .data_i       (!wide_i || header_i ? data_i : elsewhere ? 128'd0 : low),
        .read_i       (read_i && !exact),
        .write_i      (write_i && !exact),
        .sum_i        (sum_i && !exact),
        .send_i       (sends && elsewhere ? nf_reduce_pkg::SEND_IN : send_i),
        .header_i,
        .ports_i,
        .entry_i,
        .flit_i,
        .red_op_i     (wide_i ? nf_pkg::RED_OP_ADD : red_op_i),
        .dtype_i      (wide_i ? nf_pkg::DTYPE_F32 : dtype_i),
        .flags_i      (flags),
        .keep_flags_i,
        .send_flags_i,
        .start_flags_i,
        .take_flags_i,
        .out_valid_o  (data_valid),
        .out_last_o   (data_last),
        .out_ports_o  (data_ports),
        .out_data_o   (data),
        .poison_o,
        .busy_o       (data_busy),
        .pending_o
    );

    // ---- high binary32 sums; of a header only their flags
    if (Halves) begin : gen_high
      logic here;
      logic unused_valid, unused_last, unused_poison, unused_busy;
      logic [15:0] unused_ports;
      logic [nf_reduce_pkg::MAX_PENDING*nf_reduce_pkg::PENDING_BITS-1:0] unused_pending;
      assign here = wide_i && !exact && dtype_i != nf_pkg::DTYPE_F32;

      nf_reduce_data #(
          .Entries   (Entries),
          .Halves    (1'b0),
          .AluStages (AluStages),
          .OperandReg(OperandReg)
      ) u_high (
          .clk_i,
          .rst_ni,
          .en_i,
          .valid_i,
          .data_i       (high & {128{!header_i}}),
          .read_i       (read_i && here),
          .write_i      (write_i && here),
          .sum_i        (sum_i && here),
          .send_i       (header_i || (here && (round_i || (send_plane_i && high_plane)))
                         ? send_i : nf_reduce_pkg::SEND_NONE),
          .header_i,
          .ports_i      (16'd0),
          .entry_i,
          .flit_i,
          .red_op_i     (nf_pkg::RED_OP_ADD),
          .dtype_i      (nf_pkg::DTYPE_F32),
          .flags_i      (8'd0),
          .keep_flags_i,
          .send_flags_i,
          .start_flags_i,
          .take_flags_i,
          .out_valid_o  (unused_valid),
          .out_last_o   (unused_last),
          .out_ports_o  (unused_ports),
          .out_data_o   (data_high),
          .poison_o     (unused_poison),
          .busy_o       (unused_busy),
          .pending_o    (unused_pending)
      );
    end else begin : gen_no_high
      assign data_high = '0;
    end

    // ---- exact sums
    logic [PerWord*4*SumPortBits-1:0] sums;
    logic [127:0] plane;

    nf_reduce_exact #(
        .Entries(Entries),
        .Halves (Halves),
        .Apart  (Apart)
    ) u_exact (
        .clk_i,
        .rst_ni,
        .en_i,
        .read_i  (read_i && exact),
        .write_i (write_i && exact),
        .sum_i   (sum_i && exact),
        .pass_i  (sends && exact && send_i == nf_reduce_pkg::SEND_IN),
        .plane_i,
        .index_i,
        .send_i  (sends && exact && send_plane_i),
        .entry_i,
        .flit_i,
        .low_i   (plane_i ? data_i : low),
        .high_i  (plane_i ? data_i : high),
        .sums_o  (sums),
        .plane_o (plane)
    );

    nf_reduce_finish #(
        .Halves(Halves),
        .Apart (Apart)
    ) u_finish (
        .clk_i,
        .rst_ni,
        .en_i,
        .round_i     (sends && round_i),
        .dtype_i,
        .shift_i,
        .data_valid_i(data_valid),
        .data_last_i (data_last),
        .data_ports_i(data_ports),
        .data_i      (data),
        .data_high_i (data_high),
        .plane_i     (plane),
        .exact_i     (sums),
        .out_valid_o,
        .out_last_o,
        .out_ports_o,
        .out_data_o,
        .busy_o      (finish_busy)
    );
    assign busy_o = data_busy | finish_busy;
  end else begin : gen_plain
    logic unused;
    assign unused = ^{wide_i, round_i, shift_i, plane_i, send_plane_i, index_i};
    nf_reduce_data #(
        .Entries   (Entries),
        .Halves    (Halves),
        .AluStages (AluStages),
        .OperandReg(OperandReg)
    ) u_data (
        .clk_i,
        .rst_ni,
        .en_i,
        .valid_i,
        .data_i,
        .read_i,
        .write_i,
        .sum_i,
        .send_i,
        .header_i,
        .ports_i,
        .entry_i,
        .flit_i,
        .red_op_i,
        .dtype_i,
        .flags_i,
        .keep_flags_i,
        .send_flags_i,
        .start_flags_i,
        .take_flags_i,
        .out_valid_o,
        .out_last_o,
        .out_ports_o,
        .out_data_o,
        .poison_o,
        .busy_o,
        .pending_o
    );
  end

  // Only sums are rounded, and only they come or leave as planes.
  `NF_ASSERT(WideOnly, wide_i || !(round_i || plane_i || send_plane_i))
  // What is rounded is no plane.
  `NF_ASSERT(RoundNoPlane, !(round_i && send_plane_i))

endmodule
