// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Data path of a reduction table: data store, operand registers, ALU array, write-back and output
// register, and the flags of entries and results (KLENK IV-D, Fig. 5, markers 2, 3, 4 and 6).
//
// It takes one slot per enabled cycle and does what the slot says; it does not know packets, keys
// or counts. Slots keep their order. A slot that reads an entry's flit sees every earlier slot's
// write to it: results still on their way are forwarded.
//
// Latency: 4 enabled cycles from slot to output. Throughput: one slot per enabled cycle. Two slots
// that touch the same flit of the same entry must be two slots apart or more; the header slot
// between two packets sees to that.

`include "nf_assert.svh"

module nf_reduce_data #(
    parameter int unsigned Entries = 8,  // 2..32
    parameter bit Halves = 1'b0          // with the types of 16-bit elements
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         en_i,           // everything advances; low: everything holds
    // slot
    input  logic         valid_i,        // low: a bubble; the fields below are then zero
    input  logic [127:0] data_i,         // flit from the input, or a header to send
    input  logic         read_i,         // read the entry's flit
    input  logic         write_i,        // write it: with sum_i the sum, else data_i
    input  logic         sum_i,          // combine the entry's flit with data_i
    input  logic [  1:0] send_i,         // nf_reduce_pkg::SEND_*: what goes out
    input  logic         header_i,       // data_i is a header to send: last flit, gets the flags
    input  logic [ 15:0] ports_i,        // with header_i: its egress ports
    input  logic [  4:0] entry_i,
    input  logic [  2:0] flit_i,         // flit of the entry
    input  logic [  3:0] red_op_i,
    input  logic [  3:0] dtype_i,
    // slot's flags: the ALUs' and flags_i go to the entry, to the next result, or nowhere
    input  logic [  7:0] flags_i,
    input  logic         keep_flags_i,   // add them to the entry's
    input  logic         send_flags_i,   // add them to the result's
    input  logic         start_flags_i,  // the next result begins: its flags are zero before that
    input  logic         take_flags_i,   // it begins with the entry's flags, which become zero
    // output
    output logic         out_valid_o,
    output logic         out_last_o,     // a header
    output logic [ 15:0] out_ports_o,    // zero but with out_last_o
    output logic [127:0] out_data_o,     // zero but with out_valid_o
    output logic         poison_o,       // pulse: a header with POISON was put out
    output logic         busy_o          // a slot or an output flit is inside
);

  `NF_PARAM(EntriesOutOfRange, Entries >= 2 && Entries <= 32)

  localparam int unsigned EntryBits = $clog2(Entries);
  localparam int unsigned AddrBits = EntryBits + 3;

  logic [AddrBits-1:0] addr;
  logic unused_entry;  // the interface is as wide as the largest table needs
  assign addr = {entry_i[EntryBits-1:0], flit_i};
  assign unused_entry = ^entry_i;

  // Slot registers, one set per stage: x operands at the ALUs, m inside them, w result.
  logic x_valid_q, m_valid_q, w_valid_q;
  logic x_read_q;
  logic x_write_q, m_write_q, w_write_q;
  logic x_sum_q, m_sum_q, w_sum_q;
  logic x_header_q, m_header_q, w_header_q;
  logic [1:0] x_send_q, m_send_q, w_send_q;
  logic [AddrBits-1:0] x_addr_q, m_addr_q, w_addr_q;
  logic [3:0] x_op_q, x_dtype_q;
  // Flag work: flags 11:4, start 3, take 2, send 1, keep 0.
  logic [11:0] x_work_q, m_work_q, w_work_q;
  logic [15:0] x_ports_q, m_ports_q, w_ports_q;
  logic [127:0] x_in_q, m_in_q, w_in_q;  // flit from the input, or header
  logic [127:0] m_held_q, w_held_q;  // flit that the entry held
  // Forwarding: the operand is in the result stage now, or was there one slot earlier.
  logic x_from_sum_q, x_from_in_q, x_from_last_q;
  logic [127:0] last_q;  // what the result stage wrote last

  logic [127:0] stored, held, sum, written;
  logic [7:0] sum_flags;
  logic unsupported, alu_valid;

  // ---- slot to operands: read the store, find out what must be forwarded
  logic meets_m, meets_w;
  assign meets_m = read_i && m_write_q && addr == m_addr_q;
  assign meets_w = read_i && w_write_q && addr == w_addr_q;

  nf_ram_1r1w #(
      .Width(128),
      .Depth(Entries * 8)
  ) u_store (
      .clk_i,
      .we_i   (en_i && w_write_q),
      .waddr_i(w_addr_q),
      .wdata_i(written),
      .re_i   (en_i && read_i),
      .raddr_i(addr),
      .rdata_o(stored)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {x_valid_q, m_valid_q, w_valid_q} <= '0;
      {x_write_q, m_write_q, w_write_q} <= '0;
      {x_header_q, m_header_q, w_header_q} <= '0;
      {x_sum_q, m_sum_q, w_sum_q} <= '0;
      {x_send_q, m_send_q, w_send_q} <= '0;
      {x_work_q, m_work_q, w_work_q} <= '0;
    end else if (en_i) begin
      {x_valid_q, m_valid_q, w_valid_q} <= {valid_i, x_valid_q, m_valid_q};
      {x_write_q, m_write_q, w_write_q} <= {write_i, x_write_q, m_write_q};
      {x_header_q, m_header_q, w_header_q} <= {header_i, x_header_q, m_header_q};
      {x_sum_q, m_sum_q, w_sum_q} <= {sum_i, x_sum_q, m_sum_q};
      {x_send_q, m_send_q, w_send_q} <= {send_i, x_send_q, m_send_q};
      x_work_q <= {flags_i, start_flags_i, take_flags_i, send_flags_i, keep_flags_i};
      m_work_q <= x_work_q;
      w_work_q <= m_work_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      x_read_q <= read_i && !meets_m && !meets_w;
      x_from_sum_q <= meets_m && m_sum_q;
      x_from_in_q <= meets_m && !m_sum_q;
      x_from_last_q <= meets_w && !meets_m;
      x_op_q <= red_op_i;
      x_dtype_q <= dtype_i;
      {x_addr_q, m_addr_q, w_addr_q} <= {addr, x_addr_q, m_addr_q};
      {x_ports_q, m_ports_q, w_ports_q} <= {ports_i, x_ports_q, m_ports_q};
      {x_in_q, m_in_q, w_in_q} <= {data_i, x_in_q, m_in_q};
      {m_held_q, w_held_q} <= {held, m_held_q};
      last_q <= written;
    end
  end

  // ---- operands to result
  assign held = ({128{x_read_q}} & stored) | ({128{x_from_sum_q}} & sum)
      | ({128{x_from_in_q}} & w_in_q) | ({128{x_from_last_q}} & last_q);

  nf_alu_array #(
      .Stages(2),
      .Halves(Halves)
  ) u_alu (
      .clk_i,
      .rst_ni,
      .en_i,
      .valid_i      (x_sum_q),
      .red_op_i     (x_op_q),
      .dtype_i      (x_dtype_q),
      .a_i          (held),
      .b_i          (x_in_q),
      .valid_o      (alu_valid),
      .result_o     (sum),
      .flags_o      (sum_flags),
      .unsupported_o(unsupported)
  );

  assign written = w_sum_q ? sum : w_in_q;

  // ---- flags: of the entries, and of the result that is being sent
  logic [Entries*8-1:0] entry_flags_q;
  logic [7:0] result_flags_q;
  logic [7:0] flags, entry_flags, taken;

  // An op and type without an ALU leave nothing that can be used.
  assign flags = w_work_q[11:4]
      | (w_sum_q ? sum_flags | {7'd0, unsupported} << nf_pkg::FLAG_POISON : 8'd0);

  always_comb begin
    entry_flags = '0;
    for (int e = 0; e < Entries; e++) begin
      if (w_addr_q[AddrBits-1:3] == EntryBits'(e)) entry_flags |= entry_flags_q[e*8+:8];
    end
  end
  assign taken = w_work_q[2] ? entry_flags : (w_work_q[3] ? 8'd0 : result_flags_q);

  for (genvar e = 0; e < Entries; e++) begin : gen_entry_flags
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) entry_flags_q[e*8+:8] <= '0;
      else if (en_i && w_addr_q[AddrBits-1:3] == EntryBits'(e)) begin
        entry_flags_q[e*8+:8] <= (entry_flags_q[e*8+:8] & {8{!w_work_q[2]}})
            | (flags & {8{w_work_q[0]}});
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) result_flags_q <= '0;
    else if (en_i) result_flags_q <= taken | (flags & {8{w_work_q[1]}});
  end

  // ---- result to output register
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_o <= 1'b0;
      out_last_o <= 1'b0;
      poison_o <= 1'b0;
      out_ports_o <= '0;
      out_data_o <= '0;
    end else begin
      poison_o <= en_i && w_header_q && result_flags_q[nf_pkg::FLAG_POISON];
      if (en_i) begin
        out_valid_o <= w_send_q != nf_reduce_pkg::SEND_NONE;
        out_last_o <= w_header_q;
        out_ports_o <= w_ports_q & {16{w_header_q}};
        out_data_o <= ({128{w_send_q == nf_reduce_pkg::SEND_SUM}} & sum)
            | ({128{w_send_q == nf_reduce_pkg::SEND_HELD}} & w_held_q)
            | ({128{w_send_q == nf_reduce_pkg::SEND_IN}} & w_in_q)
            | ({{120{1'b0}}, result_flags_q & {8{w_header_q}}} << nf_pkg::HDR_FLAGS_LSB);
      end
    end
  end

  assign busy_o = x_valid_q | m_valid_q | w_valid_q | out_valid_o;

  // A bubble does nothing.
  `NF_ASSERT(BubbleDoesNothing, valid_i || !(read_i || write_i || sum_i || header_i || send_i != '0
             || keep_flags_i || send_flags_i || start_flags_i || take_flags_i))
  // A sum has both operands.
  `NF_ASSERT(SumReads, !sum_i || read_i)
  // A header goes out in a slot of its own.
  `NF_ASSERT(HeaderAlone, !header_i || (send_i == nf_reduce_pkg::SEND_IN && !write_i && !sum_i))
  // No slot reads what the slot directly before it writes: that cannot be forwarded.
  `NF_ASSERT(TwoSlotsApart, !(en_i && read_i && x_write_q && addr == x_addr_q))
  // The ALUs answer exactly when the slot that asked them is in the result stage.
  `NF_ASSERT(AluInStep, alu_valid == w_sum_q)

`ifndef SYNTHESIS
  logic stalled_q, was_taken_q;
  logic [EntryBits-1:0] taken_entry_q;
  logic [144:0] was_out_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q   <= 1'b0;
      was_taken_q <= 1'b0;
    end else begin
      stalled_q   <= !en_i;
      was_taken_q <= en_i && w_work_q[2] && !w_work_q[0];
    end
  end
  always_ff @(posedge clk_i) begin
    taken_entry_q <= w_addr_q[AddrBits-1:3];
    was_out_q <= {out_last_o, out_ports_o, out_data_o};
  end
  // The output holds while nothing advances.
  `NF_ASSERT(OutputHolds, !stalled_q || {out_last_o, out_ports_o, out_data_o} == was_out_q)
  // An entry whose flags were taken for a result has none left.
  `NF_ASSERT(TakenFlagsAreZero, !was_taken_q || entry_flags_q[{3'd0, taken_entry_q}*8+:8] == '0)
`endif

endmodule
