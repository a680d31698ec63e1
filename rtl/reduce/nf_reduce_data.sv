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
// From the operands to the result it takes Apart = AluStages + OperandReg enabled cycles, and a slot
// that reads a flit must be that many slots behind the one that wrote it: whoever makes the slots sees
// to that. The header slot between two packets is enough for two; for more there is pending_o.
//
// Latency: Apart + 2 enabled cycles from slot to output. Throughput: one slot per enabled cycle.

`include "nf_assert.svh"

module nf_reduce_data #(
    parameter int unsigned Entries = 8,    // 2..32
    parameter bit Halves = 1'b0,           // with the types of 16-bit elements, 0 or 1
    parameter int unsigned AluStages = 2,  // registers in the ALUs, 1..4
    parameter bit OperandReg = 1'b0        // a register between the store and the ALUs, 0 or 1
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
    input  logic [  4:0] entry_i,        // below Entries
    input  logic [  2:0] flit_i,         // flit of the entry, 0..7
    input  logic [  3:0] red_op_i,
    input  logic [  3:0] dtype_i,
    // slot's flags: the ALUs' and flags_i go to the entry, to the next result, or nowhere
    input  logic [  7:0] flags_i,        // flags of the slot, beside the ALUs'
    input  logic         keep_flags_i,   // add the slot's flags to the entry's
    input  logic         send_flags_i,   // add them to the result's
    input  logic         start_flags_i,  // the next result begins: its flags are zero before that
    input  logic         take_flags_i,   // it begins with the entry's flags, which become zero
    // output
    output logic         out_valid_o,
    output logic         out_last_o,     // a header
    output logic [ 15:0] out_ports_o,    // zero but with out_last_o
    output logic [127:0] out_data_o,     // zero but with out_valid_o
    output logic         poison_o,       // pulse: a header with POISON was put out
    output logic         busy_o,         // a slot or an output flit is inside
    // what the next slot may not read: three times {written, entry, flit}, of the slots two, three and four
    // before it, zero where the result will be there
    output logic [nf_reduce_pkg::MAX_PENDING*nf_reduce_pkg::PENDING_BITS-1:0] pending_o
);

  `NF_PARAM(EntriesOutOfRange, Entries >= 2 && Entries <= 32)

  `NF_PARAM(AluStagesOutOfRange, AluStages >= 1 && AluStages <= 4)

  localparam int unsigned EntryBits = $clog2(Entries);
  localparam int unsigned AddrBits = EntryBits + 3;
  localparam int unsigned OperandRegs = OperandReg ? 1 : 0;
  localparam int unsigned Apart = AluStages + OperandRegs;  // cycles from operands to result

  // What a slot brings besides: it means nothing without the slot, and is not reset.
  typedef struct packed {
    logic [EntryBits-1:0] entry;
    logic [2:0]           flit;
    logic [15:0]          ports;
    logic [127:0]         data;   // flit from the input, or header
  } load_t;

  // Where the operand comes from that the entry holds. What the slots before have written and the store
  // does not have yet is forwarded: it is in the result stage now, or was there one slot earlier.
  typedef struct packed {
    logic read;       // from the store
    logic from_sum;
    logic from_in;
    logic from_last;
  } operand_t;

  // What the ALUs are to do.
  typedef struct packed {
    logic [3:0] red_op;
    logic [3:0] dtype;
  } job_t;

  logic [AddrBits-1:0] addr, m_addr, w_addr;
  logic unused_entry;  // the interface is as wide as the largest table needs
  assign unused_entry = ^entry_i;

  // The slot that comes, and a set of registers per stage, from the operands to the result. Three are
  // looked at: a, at the ALUs; m, whose result is there next; w, at the result. Each row of registers
  // begins with its youngest slot.
  nf_reduce_pkg::slot_t slot, a_q, m_q, w_q;
  load_t load, a_load_q, m_load_q, w_load_q;
  job_t job, a_job_q;
  operand_t operand, x_operand_q;
  localparam int unsigned SlotBits = $bits(slot);
  localparam int unsigned LoadBits = $bits(load);
  localparam int unsigned JobBits = $bits(job);
  logic [(Apart+1)*SlotBits-1:0] slots_q;
  logic [(Apart+1)*LoadBits-1:0] loads_q;
  logic [(OperandRegs+1)*JobBits-1:0] jobs_q;
  logic [Apart*128-1:0] helds_q;  // flits that the entries held; the youngest slot's comes from the store
  logic [127:0] w_held_q, a_held;
  logic [127:0] last_q;  // what the result stage wrote last

  assign a_q = slots_q[OperandRegs*SlotBits+:SlotBits];
  assign m_q = slots_q[(Apart-1)*SlotBits+:SlotBits];
  assign w_q = slots_q[Apart*SlotBits+:SlotBits];
  assign a_load_q = loads_q[OperandRegs*LoadBits+:LoadBits];
  assign m_load_q = loads_q[(Apart-1)*LoadBits+:LoadBits];
  assign w_load_q = loads_q[Apart*LoadBits+:LoadBits];
  assign a_job_q = jobs_q[OperandRegs*JobBits+:JobBits];
  assign w_held_q = helds_q[(Apart-1)*128+:128];

  logic [127:0] stored, held, sum, written;
  logic [7:0] sum_flags;
  logic unsupported, alu_valid;

  // ---- slot to operands: read the store, find out what must be forwarded
  logic meets_m, meets_w;
  assign addr = {load.entry, load.flit};
  assign m_addr = {m_load_q.entry, m_load_q.flit};
  assign w_addr = {w_load_q.entry, w_load_q.flit};
  assign meets_m = read_i && m_q.write && addr == m_addr;
  assign meets_w = read_i && w_q.write && addr == w_addr;

  always_comb begin
    slot.valid = valid_i;
    slot.write = write_i;
    slot.header = header_i;
    slot.sum = sum_i;
    slot.send = send_i;
    slot.work.flags = flags_i;
    slot.work.start = start_flags_i;
    slot.work.take = take_flags_i;
    slot.work.send = send_flags_i;
    slot.work.keep = keep_flags_i;
    load.entry = entry_i[EntryBits-1:0];
    load.flit = flit_i;
    load.ports = ports_i;
    load.data = data_i;
    operand.read = read_i && !meets_m && !meets_w;
    operand.from_sum = meets_m && m_q.sum;
    operand.from_in = meets_m && !m_q.sum;
    operand.from_last = meets_w && !meets_m;
    job.red_op = red_op_i;
    job.dtype = dtype_i;
  end

  nf_ram_1r1w #(
      .Width(128),
      .Depth(Entries * 8)
  ) u_store (
      .clk_i,
      .we_i   (en_i && w_q.write),
      .waddr_i(w_addr),
      .wdata_i(written),
      .re_i   (en_i && read_i),
      .raddr_i(addr),
      .rdata_o(stored)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) slots_q <= '0;
    else if (en_i) slots_q <= {slots_q[Apart*SlotBits-1:0], slot};
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      x_operand_q <= operand;
      jobs_q <= ((OperandRegs + 1) * JobBits)'({jobs_q, job});
      loads_q <= {loads_q[Apart*LoadBits-1:0], load};
      helds_q <= (Apart * 128)'({helds_q, held});
      last_q <= written;
    end
  end

  // ---- operands to result
  assign held = ({128{x_operand_q.read}} & stored) | ({128{x_operand_q.from_sum}} & sum)
      | ({128{x_operand_q.from_in}} & w_load_q.data) | ({128{x_operand_q.from_last}} & last_q);

  assign a_held = OperandReg ? helds_q[127:0] : held;

  nf_alu_array #(
      .Stages(AluStages),
      .Halves(Halves)
  ) u_alu (
      .clk_i,
      .rst_ni,
      .en_i,
      .valid_i      (a_q.sum),
      .red_op_i     (a_job_q.red_op),
      .dtype_i      (a_job_q.dtype),
      .a_i          (a_held),
      .b_i          (a_load_q.data),
      .valid_o      (alu_valid),
      .result_o     (sum),
      .flags_o      (sum_flags),
      .unsupported_o(unsupported)
  );

  assign written = w_q.sum ? sum : w_load_q.data;

  // ---- flags: of the entries, and of the result that is being sent
  logic [Entries*8-1:0] entry_flags_q;
  logic [7:0] result_flags_q;
  logic [7:0] flags, entry_flags, taken;

  // An op and type without an ALU leave nothing that can be used.
  assign flags = w_q.work.flags
      | (w_q.sum ? sum_flags | {7'd0, unsupported} << nf_pkg::FLAG_POISON : 8'd0);

  always_comb begin
    entry_flags = '0;
    for (int e = 0; e < Entries; e++) begin
      if (w_load_q.entry == EntryBits'(e)) entry_flags |= entry_flags_q[e*8+:8];
    end
  end
  assign taken = w_q.work.take ? entry_flags : (w_q.work.start ? 8'd0 : result_flags_q);

  for (genvar e = 0; e < Entries; e++) begin : gen_entry_flags
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) entry_flags_q[e*8+:8] <= '0;
      else if (en_i && w_load_q.entry == EntryBits'(e)) begin
        entry_flags_q[e*8+:8] <= (entry_flags_q[e*8+:8] & {8{!w_q.work.take}})
            | (flags & {8{w_q.work.keep}});
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) result_flags_q <= '0;
    else if (en_i) result_flags_q <= taken | (flags & {8{w_q.work.send}});
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
      poison_o <= en_i && w_q.header && result_flags_q[nf_pkg::FLAG_POISON];
      if (en_i) begin
        out_valid_o <= w_q.send != nf_reduce_pkg::SEND_NONE;
        out_last_o <= w_q.header;
        out_ports_o <= w_load_q.ports & {16{w_q.header}};
        out_data_o <= ({128{w_q.send == nf_reduce_pkg::SEND_SUM}} & sum)
            | ({128{w_q.send == nf_reduce_pkg::SEND_HELD}} & w_held_q)
            | ({128{w_q.send == nf_reduce_pkg::SEND_IN}} & w_load_q.data)
            | ({{120{1'b0}}, result_flags_q & {8{w_q.header}}} << nf_pkg::HDR_FLAGS_LSB);
      end
    end
  end

  // ---- slots on their way: whether there is one, and whether one writes what this one reads too early
  nf_reduce_pkg::slot_t each_slot;
  load_t each_load;
  logic any_valid, too_close, unused_fields;
  always_comb begin
    any_valid = 1'b0;
    too_close = 1'b0;
    each_slot = '0;
    each_load = '0;
    for (int s = 0; s <= Apart; s++) begin
      each_slot = slots_q[s*SlotBits+:SlotBits];
      each_load = loads_q[s*LoadBits+:LoadBits];
      any_valid |= each_slot.valid;
      if (s + 1 < Apart) too_close |= each_slot.write && addr == {each_load.entry, each_load.flit};
    end
  end
  assign busy_o = any_valid | out_valid_o;

  nf_reduce_pkg::slot_t pending_slot;
  load_t pending_load;
  nf_reduce_pkg::pending_t pending;
  always_comb begin
    pending_o = '0;
    pending = '0;
    pending_slot = '0;
    pending_load = '0;
    for (int s = 1; s + 1 < Apart; s++) begin
      pending_slot = slots_q[s*SlotBits+:SlotBits];
      pending_load = loads_q[s*LoadBits+:LoadBits];
      pending = '0;
      if (pending_slot.write) begin
        pending.valid = 1'b1;
        pending.entry = 5'(pending_load.entry);
        pending.flit = pending_load.flit;
      end
      pending_o[(s-1)*nf_reduce_pkg::PENDING_BITS+:nf_reduce_pkg::PENDING_BITS] = pending;
    end
  end
  assign unused_fields = ^{a_q, a_load_q, m_q, m_load_q, w_q, each_slot, each_load, pending_slot,
      pending_load};

  // A bubble does nothing.
  `NF_ASSERT(BubbleDoesNothing, valid_i || !(read_i || write_i || sum_i || header_i || send_i != '0
             || keep_flags_i || send_flags_i || start_flags_i || take_flags_i))
  // A sum has both operands.
  `NF_ASSERT(SumReads, !sum_i || read_i)
  // A header goes out in a slot of its own.
  `NF_ASSERT(HeaderAlone, !header_i || (send_i == nf_reduce_pkg::SEND_IN && !write_i && !sum_i))
  // No slot reads what one writes whose result is not there in time: that cannot be forwarded.
  `NF_ASSERT(SlotsApart, !(en_i && read_i && too_close))
  // The ALUs answer exactly when the slot that asked them is in the result stage.
  `NF_ASSERT(AluInStep, alu_valid == w_q.sum)

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
      was_taken_q <= en_i && w_q.work.take && !w_q.work.keep;
    end
  end
  always_ff @(posedge clk_i) begin
    taken_entry_q <= w_load_q.entry;
    was_out_q <= {out_last_o, out_ports_o, out_data_o};
  end
  // The output holds while nothing advances.
  `NF_ASSERT(OutputHolds, !stalled_q || {out_last_o, out_ports_o, out_data_o} == was_out_q)
  // An entry whose flags were taken for a result has none left.
  `NF_ASSERT(TakenFlagsAreZero, !was_taken_q || entry_flags_q[{3'd0, taken_entry_q}*8+:8] == '0)
`endif

endmodule
