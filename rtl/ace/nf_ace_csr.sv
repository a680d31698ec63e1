// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Registers of the engine behind an AXI4-Lite slave (nf_ace_pkg::CSR_*; ACE 4.4: commands in,
// interrupts out). nf_ace_regs is the register file; the first fault, the queue of completions, the
// entry of commands and epochs are here; what belongs to a block (partitions, plans, queue pairs,
// programs) goes out on the config bus, one write a cycle to all.
//
// One write and one read at a time, independent of each other. An access that makes no sense is
// answered SLVERR, changes nothing and is counted. It does not know byte enables: a write is of 32
// bits.
//
// A response follows 2 cycles after the address (and, of a write, the data) was taken; a write on
// the config bus, or a command, shows 2 cycles after too. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_ace_csr #(
    parameter int unsigned Machines = 16,  // 2..16
    parameter int unsigned Ports = 6,      // 2..8
    parameter int unsigned Banks = 4,      // for BUILD alone, as are those that follow
    parameter int unsigned Alus = 4,
    parameter int unsigned Lanes = 6,
    parameter int unsigned WordBytes = 64  // of a bus word: 32, 64, 128 or 256
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // AXI4-Lite, byte addresses
    input  logic                   aw_valid_i,
    output logic                   aw_ready_o,
    input  logic [           19:0] aw_addr_i,
    input  logic                   w_valid_i,
    output logic                   w_ready_o,
    input  logic [           31:0] w_data_i,
    output logic                   b_valid_o,
    input  logic                   b_ready_i,
    output logic [            1:0] b_resp_o,
    input  logic                   ar_valid_i,
    output logic                   ar_ready_o,
    input  logic [           19:0] ar_addr_i,
    output logic                   r_valid_o,
    input  logic                   r_ready_i,
    output logic [           31:0] r_data_o,
    output logic [            1:0] r_resp_o,
    output logic                   irq_o,
    // config bus
    output logic                   cfg_valid_o,
    output logic [           19:0] cfg_addr_o,
    output logic [           31:0] cfg_wdata_o,
    // levels
    output logic                   run_o,
    output logic [            9:0] node_o,
    output logic [           31:0] watchdog_o,
    output logic [           31:0] dma_watchdog_o,
    output logic [           15:0] select_o,          // machines whose waiting is counted
    output logic                   fault_o,           // a fault is held
    output logic                   abort_o,           // an abort is under way
    output logic [            6:0] epoch_o,
    input  logic                   clear_i,           // pulse: the abort is over
    // commands
    output logic                   cmd_valid_o,
    input  logic                   cmd_ready_i,
    output nf_ace_pkg::command_t cmd_o,
    input  logic [            7:0] free_i,            // commands that there is room for
    input  logic                   busy_i,
    // completions
    input  logic                   cpl_valid_i,
    output logic                   cpl_ready_o,
    input  nf_ace_pkg::completion_t cpl_i,
    input  logic                   chunk_done_i,
    // what is counted, and faults
    input  logic [Machines*64-1:0] fault_i,           // records fault
    input  logic [            4:0] dma_fault_i,       // nf_ace_pkg::CHANNEL_*: given up; they stay
    input  logic [nf_ace_pkg::WAITS*8-1:0] waiting_i, // per WAIT_*: selected machines
    input  logic [      Ports-1:0] drop_i,
    input  logic [      Ports-1:0] stale_i,             // packets of an older epoch, of a newer one
    input  logic [      Ports-1:0] early_i,
    input  logic [    2*Ports-1:0] host_drop_i,       // normal packets that were too long
    input  logic                   tx_beat_i,
    input  logic                   rx_beat_i,
    input  logic                   poison_i,          // a bus word of poisoned data was written
    input  logic [           47:0] poison_addr_i,     // there
    input  logic                   op_valid_i,
    input  nf_ace_pkg::req_t       op_i,
    input  logic [            3:0] flags_i,           // IEEE 754 flags of the sums of this cycle
    // machines: what they are doing
    input  logic [   Machines-1:0] machine_busy_i,
    input  logic [Machines*16-1:0] machine_pc_i,
    input  logic [ Machines*8-1:0] machine_wait_i     // nf_ace_pkg::WAIT_*
);

  `NF_PARAM(CsrMachinesInRange, Machines >= 2 && Machines <= nf_ace_pkg::MAX_MACHINES)
  `NF_PARAM(CsrPortsInRange, Ports >= 2 && Ports <= nf_ace_pkg::MAX_PORTS)

  localparam int unsigned FaultBits = nf_ace_pkg::FAULT_BITS;

  // ------------------------------------------------------------------------------ the bus
  logic write_valid, write, read, write_ok, read_ok;
  logic [19:0] waddr, raddr;
  logic [31:0] wdata, read_data;
  // A command is one register file with what is being written: it goes first.
  assign write = write_valid && !cmd_valid_o;

  nf_axil #(
      .AddrBits(20)
  ) u_axil (
      .clk_i,
      .rst_ni,
      .aw_valid_i,
      .aw_ready_o,
      .aw_addr_i,
      .w_valid_i,
      .w_ready_o,
      .w_data_i,
      .b_valid_o,
      .b_ready_i,
      .b_resp_o,
      .ar_valid_i,
      .ar_ready_o,
      .ar_addr_i,
      .r_valid_o,
      .r_ready_i,
      .r_data_o,
      .r_resp_o,
      .write_valid_o(write_valid),
      .write_addr_o (waddr),
      .write_data_o (wdata),
      .write_ready_i(!cmd_valid_o),
      .write_ok_i   (write_ok),
      .read_valid_o (read),
      .read_addr_o  (raddr),
      .read_ready_i (1'b1),
      .read_ok_i    (read_ok),
      .read_data_i  (read_data)
  );

  // ------------------------------------------------------------------------------ registers
  nf_ace_regs_pkg::in_t hw;
  nf_ace_regs_pkg::out_t regs;
  logic ext_write_ok, ext_read_ok;
  logic [31:0] ext_read_data;
  nf_ace_regs #(
      .Machines (Machines),
      .Ports    (Ports),
      .Banks    (Banks),
      .Alus     (Alus),
      .Lanes    (Lanes),
      .WordBytes(WordBytes)
  ) u_regs (
      .clk_i,
      .rst_ni,
      .write_i        (write),
      .write_addr_i   (waddr),
      .write_data_i   (wdata),
      .write_ok_o     (write_ok),
      .read_i         (read),
      .read_addr_i    (raddr),
      .read_ok_o      (read_ok),
      .read_data_o    (read_data),
      .ext_write_ok_i (ext_write_ok),
      .ext_read_ok_i  (ext_read_ok),
      .ext_read_data_i(ext_read_data),
      .irq_o,
      .hw_i           (hw),
      .regs_o         (regs)
  );

  assign node_o = regs.node;
  assign run_o = regs.control;
  assign watchdog_o = regs.watchdog;
  assign dma_watchdog_o = regs.dma_watchdog;
  assign select_o = regs.wait_select;
  assign cmd_o.src = {regs.cmd_src_hi, regs.cmd_src_lo};
  assign cmd_o.dst = {regs.cmd_dst_hi, regs.cmd_dst_lo};
  assign cmd_o.src_stride = regs.cmd_src_stride;
  assign cmd_o.dst_stride = regs.cmd_dst_stride;
  assign cmd_o.block = regs.cmd_block;
  assign cmd_o.src_total = regs.cmd_src_total;
  assign cmd_o.dst_total = regs.cmd_dst_total;
  assign cmd_o.msg = regs.cmd_shape.message;
  assign cmd_o.src_pieces = regs.cmd_shape.src_pieces;
  assign cmd_o.dst_pieces = regs.cmd_shape.dst_pieces;

  assign hw.status.busy = busy_i;
  assign hw.status.fault = fault_o;
  assign hw.status.abort_ = abort_o;
  assign hw.status.free = free_i;
  // Lanes of machines that there are not: zero.
  assign hw.machine_busy = 16'(machine_busy_i);
  assign hw.machine_pc = 256'(machine_pc_i);
  logic [63:0] machine_waits;
  always_comb begin
    machine_waits = '0;
    for (int m = 0; m < Machines; m++) machine_waits[m*4+:4] = machine_wait_i[m*8+:4];
  end
  assign hw.machine_wait = machine_waits;

  // ------------------------------------------------------------------------------ config bus
  logic to_cfg;
  always_comb begin
    to_cfg = 1'b0;
    if (waddr[19:7] == nf_ace_pkg::CSR_PARTITION[19:7]) to_cfg = waddr[3:2] != 2'd3;
    if (waddr[19:9] == nf_ace_pkg::CSR_PLAN[19:9]) to_cfg = 1'b1;
    if (waddr[19:11] == nf_ace_pkg::CSR_QP[19:11])
      to_cfg = 32'(waddr[10:8]) < Ports && !waddr[3];
    if (waddr[19:17] == nf_ace_pkg::CSR_PROGRAM[19:17]) to_cfg = 32'(waddr[16:13]) < Machines;
    if (waddr[1:0] != 2'd0) to_cfg = 1'b0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cfg_valid_o <= 1'b0;
    else cfg_valid_o <= write && to_cfg;
  end
  always_ff @(posedge clk_i) begin
    if (write && to_cfg) begin
      cfg_addr_o <= waddr;
      cfg_wdata_o <= wdata;
    end
  end

  // ------------------------------------------------------------------------------ commands, epochs
  nf_ace_regs_pkg::cmd_go_t go;
  logic go_ok, epoch_ok;
  logic [2:0] cmd_plan_q;
  logic [3:0] cmd_red_op_q, cmd_dtype_q;
  logic [15:0] cmd_tag_q;
  logic [6:0] next_epoch_q;
  assign go = wdata;
  assign go_ok = waddr == nf_ace_pkg::CSR_CMD_GO && free_i != '0 && !abort_o;
  // The epoch that is would protect from nothing.
  assign epoch_ok = waddr == nf_ace_pkg::CSR_EPOCH && !abort_o && wdata[6:0] != epoch_o;
  assign ext_write_ok = to_cfg || go_ok || epoch_ok;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cmd_valid_o <= 1'b0;
      cmd_plan_q <= '0;
      cmd_red_op_q <= '0;
      cmd_dtype_q <= '0;
      cmd_tag_q <= '0;
      abort_o <= 1'b0;
      epoch_o <= '0;
      next_epoch_q <= '0;
    end else begin
      abort_o <= (write && epoch_ok) || (abort_o && !clear_i);
      if (write && epoch_ok) next_epoch_q <= wdata[6:0];
      if (clear_i) epoch_o <= next_epoch_q;
      cmd_valid_o <= (write && go_ok) || (cmd_valid_o && !cmd_ready_i);
      if (write && go_ok) begin
        cmd_plan_q <= go.plan;
        cmd_red_op_q <= go.red_op;
        cmd_dtype_q <= go.dtype;
        cmd_tag_q <= go.tag;
      end
    end
  end

  assign cmd_o.plan = cmd_plan_q;
  assign cmd_o.red_op = cmd_red_op_q;
  assign cmd_o.dtype = cmd_dtype_q;
  assign cmd_o.tag = cmd_tag_q;

  // ------------------------------------------------------------------------------ completions
  logic cpl_valid, cpl_pop;
  nf_ace_pkg::completion_t cpl;
  nf_ace_regs_pkg::completion_t cpl_word;
  logic [3:0] cpl_count;
  assign cpl_pop = read && raddr == nf_ace_pkg::CSR_COMPLETION;
  nf_fifo #(
      .Width($bits(cpl)),
      .Depth(8)
  ) u_completions (
      .clk_i,
      .rst_ni,
      .in_valid_i (cpl_valid_i),
      .in_ready_o (cpl_ready_o),
      .in_data_i  (cpl_i),
      .out_valid_o(cpl_valid),
      .out_ready_i(cpl_pop),
      .out_data_o (cpl),
      .count_o    (cpl_count)
  );
  assign cpl_word.valid = 1'b1;
  assign cpl_word.none28 = '0;
  assign cpl_word.status = cpl.status;
  assign cpl_word.none16 = '0;
  assign cpl_word.tag = cpl.tag;
  always_comb begin
    ext_read_ok = 1'b1;
    ext_read_data = '0;
    unique case (raddr)
      nf_ace_pkg::CSR_COMPLETION: if (cpl_valid) ext_read_data = cpl_word;
      nf_ace_pkg::CSR_EPOCH: ext_read_data = 32'(epoch_o);
      default: ext_read_ok = 1'b0;
    endcase
  end

  // ------------------------------------------------------------------------------ first fault
  logic fault_found, fault_new;
  logic [3:0] fault_machine;
  nf_ace_pkg::fault_t fault_seen, fault_record;
  assign fault_new = fault_found && !fault_o;
  always_comb begin
    fault_found = 1'b0;
    fault_machine = '0;
    fault_record = '0;
    for (int m = Machines - 1; m >= 0; m--) begin
      fault_seen = fault_i[m*FaultBits+:FaultBits];
      if (fault_seen.cause != '0) begin
        fault_found = 1'b1;
        fault_machine = 4'(m);
        fault_record = fault_seen;
      end
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fault_o <= 1'b0;
    else if (fault_new) fault_o <= 1'b1;
    else if (clear_i) fault_o <= 1'b0;
  end
  assign hw.fault_cause_we = fault_new;
  assign hw.fault_cause.cause = fault_record.cause;
  assign hw.fault_cause.wait_ = fault_record.wait_;
  assign hw.fault_cause.machine = fault_machine;
  assign hw.fault_cause.valid = fault_o;
  assign hw.fault_where_we = fault_new;
  assign hw.fault_where.pc = fault_record.pc;
  assign hw.fault_where.row = fault_record.id;
  assign hw.fault_where.phase = fault_record.phase;
  assign hw.fault_chunk_we = fault_new;
  assign hw.fault_chunk = fault_record.index;

  // ------------------------------------------------------------------------------ interrupts
  logic [4:0] dma_fault_q;
  assign hw.dma_fault = dma_fault_q;
  assign hw.irq_status.chunk = chunk_done_i;
  assign hw.irq_status.command = cpl_valid_i && cpl_ready_o;
  assign hw.irq_status.fault = fault_new;
  assign hw.irq_status.dma = (dma_fault_i & ~dma_fault_q) != '0;
  assign hw.irq_status.abort_ = clear_i;
  assign hw.irq_status.epoch = early_i != '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) dma_fault_q <= '0;
    else dma_fault_q <= dma_fault_i;
  end

  // ------------------------------------------------------------------------------ poisoned results
  // A word that is reported in the cycle of a clearing write belongs to what is new.
  logic poison_clear;
  logic [47:0] poison_first_q, poison_last_q;
  assign poison_clear = write && waddr == nf_ace_pkg::CSR_POISONED;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      poison_first_q <= '1;
      poison_last_q <= '0;
    end else begin
      if (poison_i && (poison_clear || poison_addr_i < poison_first_q))
        poison_first_q <= poison_addr_i;
      else if (poison_clear) poison_first_q <= '1;
      if (poison_i && (poison_clear || poison_addr_i > poison_last_q))
        poison_last_q <= poison_addr_i;
      else if (poison_clear) poison_last_q <= '0;
    end
  end
  assign hw.poisoned = poison_i;
  // The upper half of an address is noted with the lower one: another word may be the first or the
  // last one at the next read. Count, first and last need no common moment: read in this order, a
  // range holds all words that were counted.
  assign hw.poison_first_hi_we = read && raddr == nf_ace_pkg::CSR_POISON_FIRST_LO;
  assign hw.poison_last_hi_we = read && raddr == nf_ace_pkg::CSR_POISON_LAST_LO;
  assign hw.poison_first_lo = poison_first_q[31:0];
  assign hw.poison_first_hi = poison_first_q[47:32];
  assign hw.poison_last_lo = poison_last_q[31:0];
  assign hw.poison_last_hi = poison_last_q[47:32];

  // ------------------------------------------------------------------------------ counters
  logic [3:0] drops, stales, earlies;
  logic [4:0] host_drops;
  logic reduces;
  always_comb begin
    drops = '0;
    stales = '0;
    earlies = '0;
    for (int p = 0; p < Ports; p++) begin
      drops = drops + 4'(drop_i[p]);
      stales = stales + 4'(stale_i[p]);
      earlies = earlies + 4'(early_i[p]);
    end
    host_drops = '0;
    for (int p = 0; p < 2 * Ports; p++) host_drops = host_drops + 5'(host_drop_i[p]);
  end
  assign hw.flags = flags_i[3:0];
  assign hw.bad_packet = drops;
  assign hw.epoch_old = stales;
  assign hw.epoch_new = earlies;
  assign hw.host_dropped = host_drops;
  assign hw.chunks_done = chunk_done_i;
  assign hw.cycles = 1'b1;
  assign hw.tx_dma_beats = tx_beat_i;
  assign hw.rx_dma_beats = rx_beat_i;
  assign hw.grants = op_valid_i;
  assign reduces = op_i.recv && op_i.read;
  assign hw.reductions = op_valid_i && reduces;
  assign hw.wait_ = waiting_i;

  logic unused;
  assign unused = ^{op_i, cpl_count, machine_wait_i, go, cpl_word};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic cmd_held;
  nf_ace_pkg::command_t cmd_was;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cmd_held <= 1'b0;
    else cmd_held <= cmd_valid_o && !cmd_ready_i;
  end
  always_ff @(posedge clk_i) cmd_was <= cmd_o;
  // A command stays, unchanged, until it is taken.
  `NF_ASSERT(CsrCommandHolds, !cmd_held || (cmd_valid_o && cmd_was == cmd_o))
  // A command goes out only when there is room for it.
  `NF_ASSERT(CsrCommandRoom, !cmd_valid_o || free_i != '0)
  // An abort begins while no command is on its way.
  `NF_ASSERT(CsrAbortAlone, !(abort_o && cmd_valid_o))
  // The queue of completions was full.
  `NF_COVER(CsrCompletionsFull, !cpl_ready_o)
`endif

endmodule
