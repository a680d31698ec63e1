// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Exact sums of the entries of a reduction table: their store and their adders. A sum has 320 bits
// in segments with saved carries (docs/exact.md), so that an addition is one step without carry
// propagation, normalisation or rounding, whatever comes; the order of arrival cannot matter.
//
// It takes the slots of nf_reduce_data beside it: the same read, write, sum and send, for rows of
// sums in place of flits. What it sends, sums or one plane of them, appears Apart + 3 enabled cycles
// after the slot, one after what nf_reduce_data sends. Its own addition takes one cycle, whatever the
// ALUs take: slots wait before it, because a slot is narrower than its sums.
//
// Throughput: one slot per enabled cycle. A slot that reads a row must not come directly behind one
// that writes it, and nothing may use another row in between the two: the header slot between two
// packets sees to that.

`include "nf_assert.svh"

module nf_reduce_exact #(
    parameter int unsigned Entries = 8,   // 2..32
    parameter bit          Halves = 1'b1, // with high sums, for the types of 16-bit elements
    parameter int unsigned Apart = 2,     // cycles of nf_reduce_data from operands to result, 1..5
    localparam int unsigned PerWord = Halves ? 2 : 1,
    localparam int unsigned Sums = 4 * PerWord,
    localparam int unsigned SumBits = nf_pkg::EXACT_BITS,
    localparam int unsigned SumPortBits = nf_reduce_pkg::EXACT_PORT_BITS
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic                    en_i,     // everything advances; low: everything holds
    // slot
    input  logic                    read_i,   // read the row of sums
    input  logic                    write_i,  // write it
    input  logic                    sum_i,    // add to the row; else, with write_i or pass_i, to zero
    input  logic                    pass_i,   // send the contribution itself: add it to zero
    input  logic                    plane_i,  // the contribution is a plane of sums
    input  logic [             4:0] index_i,  // its number; else the number of the plane to send
    input  logic                    send_i,   // send that plane
    input  logic [             4:0] entry_i,  // below Entries
    input  logic [             2:0] flit_i,
    input  logic [           127:0] low_i,    // contributions to the low sums, or the plane
    input  logic [           127:0] high_i,
    // after Apart + 3 enabled cycles
    output logic [Sums*SumPortBits-1:0] sums_o,   // four low ones, four high ones; as nf_exact_add
                                                  // holds them
    output logic [           127:0] plane_o   // zero unless one is sent
);

  `NF_PARAM(ExactEntriesOutOfRange, Entries >= 2 && Entries <= 32)
  `NF_PARAM(ExactApartOutOfRange, Apart >= 1 && Apart <= 5)

  localparam int unsigned EntryBits = $clog2(Entries);
  localparam int unsigned Planes = nf_pkg::EXACT_SEGMENTS + 1;
  localparam int unsigned AddendBits = nf_pkg::EXACT_ADDEND_BITS;

  // A row of sums.
  typedef struct packed {
    logic [EntryBits-1:0] entry;
    logic [2:0]           flit;
  } row_t;

  // The slot that comes and its registers: Apart sets that wait for nf_reduce_data, one that is decoded and
  // read (s), one with its operands (x), one with its result (w).
  nf_reduce_pkg::exact_slot_t slot, s_q;
  nf_reduce_pkg::addends_t addends, s_addends_q;
  row_t row, s_row_q, x_row_q, w_row_q;
  localparam int unsigned SlotBits = $bits(slot);
  localparam int unsigned SlotAddendsBits = $bits(addends);
  localparam int unsigned RowBits = $bits(row);
  logic [(Apart+1)*SlotBits-1:0] slots_q;  // those that wait, and s
  logic [(Apart+1)*SlotAddendsBits-1:0] addends_q;
  logic [(Apart+1)*RowBits-1:0] rows_q;
  logic x_write_q, w_write_q, x_send_q, w_send_q;
  logic [4:0] x_index_q, w_index_q;
  logic x_from_w_q, x_empty_q, x_active_q;
  logic s_new, s_active;
  logic unused_entry;  // the interface is as wide as the largest table needs
  assign unused_entry = ^entry_i;

  assign s_q = slots_q[Apart*SlotBits+:SlotBits];
  assign s_addends_q = addends_q[Apart*SlotAddendsBits+:SlotAddendsBits];
  assign s_row_q = rows_q[Apart*RowBits+:RowBits];

  always_comb begin
    slot.read = read_i;
    slot.write = write_i;
    slot.pass = pass_i;
    slot.send = send_i;
    addends.sum = sum_i;
    addends.plane = plane_i;
    addends.index = index_i;
    addends.low = low_i;
    addends.high = high_i;
    row.entry = entry_i[EntryBits-1:0];
    row.flit = flit_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slots_q <= '0;
      x_write_q <= 1'b0;
      w_write_q <= 1'b0;
      x_send_q <= 1'b0;
      w_send_q <= 1'b0;
      x_active_q <= 1'b0;
    end else if (en_i) begin
      slots_q <= {slots_q[Apart*SlotBits-1:0], slot};
      x_write_q <= s_q.write;
      w_write_q <= x_write_q;
      x_send_q <= s_q.send;
      w_send_q <= x_send_q;
      x_active_q <= s_active;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      addends_q <= {addends_q[Apart*SlotAddendsBits-1:0], addends};
      rows_q <= {rows_q[Apart*RowBits-1:0], row};
      x_index_q <= s_addends_q.index;
      w_index_q <= x_index_q;
      x_row_q <= s_row_q;
      w_row_q <= x_row_q;
      // The row is being written by the slot before the last one: its result is at hand still.
      x_from_w_q <= w_write_q && s_row_q == w_row_q;
      x_empty_q <= !s_addends_q.sum && s_new;
    end
  end

  assign s_new = s_q.write || s_q.pass;
  assign s_active = s_q.read || s_new;

  // ---- four words to a row; behind each of them a low and, with Halves, a high sum
  for (genvar w = 0; w < 4; w++) begin : gen_word
    logic [PerWord*SumBits-1:0] stored, sums_d, sums_q;

    nf_ram_1r1w #(
        .Width(PerWord * SumBits),
        .Depth(Entries * 8)
    ) u_store (
        .clk_i,
        .we_i   (en_i && w_write_q),
        .waddr_i(w_row_q),
        .wdata_i(sums_q),
        .re_i   (en_i && s_q.read),
        .raddr_i(s_row_q),
        .rdata_o(stored)
    );

    for (genvar h = 0; h < PerWord; h++) begin : gen_sum
      logic hold, unused_invalid;  // signaling NaNs are found before the slot
      logic [31:0] value;
      logic [3:0] index;
      logic [AddendBits-1:0] addend_d, addend_q;
      logic [SumBits-1:0] held;

      assign value = (h == 0) ? s_addends_q.low[w*32+:32] : s_addends_q.high[w*32+:32];
      assign index = 4'(s_addends_q.index - 5'(h * Planes));
      // Nothing is added by a slot that only sends, nor by a plane of the other sum.
      assign hold = !(s_addends_q.sum || s_new)
          || (s_addends_q.plane && (s_addends_q.index >= 5'(Planes)) != (h == 1));

      nf_exact_decode u_decode (
          .plane_i  (s_addends_q.plane),
          .index_i  (index),
          .hold_i   (hold),
          .value_i  (value),
          .addend_o (addend_d),
          .invalid_o(unused_invalid)
      );

      always_ff @(posedge clk_i) if (en_i && s_active) addend_q <= addend_d;

      assign held = x_from_w_q ? sums_q[h*SumBits+:SumBits] : stored[h*SumBits+:SumBits];

      nf_exact_add u_add (
          .acc_i   (held),
          .clear_i (x_empty_q),
          .addend_i(addend_q),
          .acc_o   (sums_d[h*SumBits+:SumBits])
      );

      assign sums_o[(h*4+w)*SumPortBits+:SumPortBits] = SumPortBits'(sums_q[h*SumBits+:SumBits]);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) sums_q <= '0;
      else if (en_i && x_active_q) sums_q <= sums_d;
    end

    // One plane: a segment of one of the sums, or its saved carries and sticky bits.
    logic [31:0] plane;
    always_comb begin
      plane = '0;
      for (int h = 0; h < PerWord; h++) begin
        for (int p = 0; p < Planes - 1; p++) begin
          if (w_index_q == 5'(h * Planes + p)) plane |= sums_q[h*SumBits+p*32+:32];
        end
        if (w_index_q == 5'(h * Planes + Planes - 1)) begin
          plane |= 32'(sums_q[h*SumBits+(Planes-1)*32+:SumBits-(Planes-1)*32]);
        end
      end
    end
    assign plane_o[w*32+:32] = plane & {32{w_send_q}};
  end

  // A contribution is added, or starts a row, or is sent; and a plane that is sent was read.
  `NF_ASSERT(ExactSumReads, !(sum_i || send_i) || read_i)
  // A row is not read directly behind the slot that writes it.
  `NF_ASSERT(ExactTwoSlotsApart, !(en_i && s_q.read && x_write_q && s_row_q == x_row_q))
  // Between a write and a read two slots later the result register holds.
  `NF_ASSERT(ExactForwardHolds,
             !(en_i && s_q.read && w_write_q && s_row_q == w_row_q && x_active_q))

endmodule
