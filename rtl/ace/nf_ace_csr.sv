// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Registers of the engine behind an AXI4-Lite slave (nf_ace_pkg::CSR_*; ACE 4.4: commands in,
// interrupts out). Plain registers, counters, the first fault, the queue of completions and the
// entry of commands are here; what belongs to a block (partitions, plans, queue pairs, programs)
// goes out on the config bus, one write a cycle to all.
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
    parameter int unsigned WordBytes = 64
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
    output logic [           47:0] cmd_src_o,
    output logic [           47:0] cmd_dst_o,
    output logic [           31:0] cmd_src_stride_o,
    output logic [           31:0] cmd_dst_stride_o,
    output logic [           31:0] cmd_block_o,
    output logic [           31:0] cmd_src_total_o,
    output logic [           31:0] cmd_dst_total_o,
    output logic [           15:0] cmd_msg_o,
    output logic [            7:0] cmd_src_pieces_o,
    output logic [            7:0] cmd_dst_pieces_o,
    output logic [            2:0] cmd_plan_o,
    output logic [            3:0] cmd_red_op_o,
    output logic [            3:0] cmd_dtype_o,
    output logic [           15:0] cmd_tag_o,
    input  logic [            7:0] free_i,            // commands that there is room for
    input  logic                   busy_i,
    // completions
    input  logic                   cpl_valid_i,
    output logic                   cpl_ready_o,
    input  logic [           15:0] cpl_tag_i,
    input  logic [            3:0] cpl_status_i,
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

  localparam logic [31:0] Id = 32'h41434531;
  localparam logic [15:0] AllMachines = 16'((32'd1 << Machines) - 32'd1);
  localparam int unsigned MachineBits = $clog2(Machines);
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
  // Two registers as their bits are named.
  typedef struct packed {
    logic [7:0]  dst_pieces;
    logic [7:0]  src_pieces;
    logic [15:0] msg;
  } shape_t;  // CMD_SHAPE
  typedef struct packed {
    logic [15:0] tag;
    logic [3:0]  pad;
    logic [3:0]  dtype;
    logic [3:0]  red_op;
    logic        none;
    logic [2:0]  plan;
  } go_t;     // CMD_GO

  shape_t shape_q;
  go_t go;
  logic [31:0] src_lo_q, dst_lo_q, bad_access_q, bad_packet_q, chunks_q, cycles_q;
  logic [31:0] tx_beats_q, rx_beats_q, grants_q, reductions_q;
  logic [15:0] src_hi_q, dst_hi_q;
  logic [31:0] poisoned_q, host_dropped_q;
  logic [47:0] poison_first_q, poison_last_q;
  logic [5:0] irq_q, irq_enable_q, irq_set, irq_clear;
  logic [6:0] next_epoch_q;
  logic [31:0] stale_q, early_q;
  logic [4:0] dma_fault_q;
  logic [nf_ace_pkg::WAITS*32-1:0] waits_q;
  logic fault_found;
  logic [3:0] fault_machine, fault_machine_q;
  nf_ace_pkg::fault_t fault_seen, fault_record, fault_q;
  logic cpl_valid, cpl_pop;
  nf_ace_pkg::completion_t cpl_in, cpl;
  logic [3:0] cpl_count, flags_q, flags_clear;

  // Where a write goes: a register, the config bus, a command.
  logic to_cfg, go_ok, is_go, epoch_ok, is_register;
  always_comb begin
    to_cfg = 1'b0;
    if (waddr[19:7] == nf_ace_pkg::CSR_PARTITION[19:7]) to_cfg = waddr[3:2] != 2'd3;
    if (waddr[19:9] == nf_ace_pkg::CSR_PLAN[19:9]) to_cfg = 1'b1;
    if (waddr[19:11] == nf_ace_pkg::CSR_QP[19:11])
      to_cfg = 32'(waddr[10:8]) < Ports && !waddr[3];
    if (waddr[19:17] == nf_ace_pkg::CSR_PROGRAM[19:17]) to_cfg = 32'(waddr[16:13]) < Machines;
    is_go = waddr == nf_ace_pkg::CSR_CMD_GO;
    go_ok = is_go && free_i != '0 && !abort_o;
    // The epoch that is would protect from nothing.
    epoch_ok = waddr == nf_ace_pkg::CSR_EPOCH && !abort_o && wdata[6:0] != epoch_o;
    unique case (waddr)
      nf_ace_pkg::CSR_NODE, nf_ace_pkg::CSR_CONTROL, nf_ace_pkg::CSR_WATCHDOG,
      nf_ace_pkg::CSR_IRQ_STATUS, nf_ace_pkg::CSR_IRQ_ENABLE, nf_ace_pkg::CSR_WAIT_SELECT,
      nf_ace_pkg::CSR_FLAGS, nf_ace_pkg::CSR_POISONED, nf_ace_pkg::CSR_DMA_WATCHDOG,
      nf_ace_pkg::CSR_CMD_SRC_LO, nf_ace_pkg::CSR_CMD_SRC_HI, nf_ace_pkg::CSR_CMD_DST_LO,
      nf_ace_pkg::CSR_CMD_DST_HI, nf_ace_pkg::CSR_CMD_SRC_STRIDE, nf_ace_pkg::CSR_CMD_DST_STRIDE,
      nf_ace_pkg::CSR_CMD_BLOCK, nf_ace_pkg::CSR_CMD_SRC_TOTAL, nf_ace_pkg::CSR_CMD_DST_TOTAL,
      nf_ace_pkg::CSR_CMD_SHAPE: is_register = 1'b1;
      default: is_register = 1'b0;
    endcase
    write_ok = waddr[1:0] == 2'd0 && (to_cfg || is_register || go_ok || epoch_ok);
  end

  assign go = wdata;
  assign irq_set[nf_ace_pkg::IRQ_CHUNK] = chunk_done_i;
  assign irq_set[nf_ace_pkg::IRQ_COMMAND] = cpl_valid_i && cpl_ready_o;
  assign irq_set[nf_ace_pkg::IRQ_FAULT] = fault_found && !fault_o;
  assign irq_set[nf_ace_pkg::IRQ_DMA] = (dma_fault_i & ~dma_fault_q) != '0;
  assign irq_set[nf_ace_pkg::IRQ_ABORT] = clear_i;
  assign irq_set[nf_ace_pkg::IRQ_EPOCH] = early_i != '0;
  assign flags_clear = write && waddr == nf_ace_pkg::CSR_FLAGS ? wdata[3:0] : '0;
  assign irq_clear = write && waddr == nf_ace_pkg::CSR_IRQ_STATUS ? wdata[5:0] : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      node_o <= '0;
      run_o <= 1'b0;
      watchdog_o <= nf_ace_pkg::WATCHDOG_CYCLES;
      dma_watchdog_o <= nf_ace_pkg::DMA_WATCHDOG_CYCLES;
      dma_fault_q <= '0;
      select_o <= AllMachines;
      irq_q <= '0;
      flags_q <= '0;
      irq_enable_q <= '0;
      src_lo_q <= '0;
      src_hi_q <= '0;
      dst_lo_q <= '0;
      dst_hi_q <= '0;
      cmd_src_stride_o <= '0;
      cmd_dst_stride_o <= '0;
      cmd_block_o <= '0;
      cmd_src_total_o <= '0;
      cmd_dst_total_o <= '0;
      shape_q <= '0;
      cmd_valid_o <= 1'b0;
      cmd_plan_o <= '0;
      cmd_red_op_o <= '0;
      cmd_dtype_o <= '0;
      cmd_tag_o <= '0;
      cfg_valid_o <= 1'b0;
      abort_o <= 1'b0;
      epoch_o <= '0;
      next_epoch_q <= '0;
    end else begin
      abort_o <= (write && epoch_ok) || (abort_o && !clear_i);
      if (write && epoch_ok) next_epoch_q <= wdata[6:0];
      if (clear_i) epoch_o <= next_epoch_q;
      irq_q <= (irq_q & ~irq_clear) | irq_set;
      dma_fault_q <= dma_fault_i;
      flags_q <= (flags_q & ~flags_clear) | flags_i;
      cfg_valid_o <= write && write_ok && to_cfg;
      cmd_valid_o <= (write && go_ok) || (cmd_valid_o && !cmd_ready_i);
      if (write && go_ok) begin
        cmd_plan_o <= go.plan;
        cmd_red_op_o <= go.red_op;
        cmd_dtype_o <= go.dtype;
        cmd_tag_o <= go.tag;
      end
      if (write) begin
        unique case (waddr)
          nf_ace_pkg::CSR_NODE: node_o <= wdata[9:0];
          nf_ace_pkg::CSR_CONTROL: run_o <= wdata[0];
          nf_ace_pkg::CSR_WATCHDOG: watchdog_o <= wdata;
          nf_ace_pkg::CSR_DMA_WATCHDOG: dma_watchdog_o <= wdata;
          nf_ace_pkg::CSR_IRQ_ENABLE: irq_enable_q <= wdata[5:0];
          nf_ace_pkg::CSR_WAIT_SELECT: select_o <= wdata[15:0] & AllMachines;
          nf_ace_pkg::CSR_CMD_SRC_LO: src_lo_q <= wdata;
          nf_ace_pkg::CSR_CMD_SRC_HI: src_hi_q <= wdata[15:0];
          nf_ace_pkg::CSR_CMD_DST_LO: dst_lo_q <= wdata;
          nf_ace_pkg::CSR_CMD_DST_HI: dst_hi_q <= wdata[15:0];
          nf_ace_pkg::CSR_CMD_SRC_STRIDE: cmd_src_stride_o <= wdata;
          nf_ace_pkg::CSR_CMD_DST_STRIDE: cmd_dst_stride_o <= wdata;
          nf_ace_pkg::CSR_CMD_BLOCK: cmd_block_o <= wdata;
          nf_ace_pkg::CSR_CMD_SRC_TOTAL: cmd_src_total_o <= wdata;
          nf_ace_pkg::CSR_CMD_DST_TOTAL: cmd_dst_total_o <= wdata;
          nf_ace_pkg::CSR_CMD_SHAPE: shape_q <= wdata;
          default: ;
        endcase
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (write && to_cfg) begin
      cfg_addr_o <= waddr;
      cfg_wdata_o <= wdata;
    end
  end
  assign cmd_src_o = {src_hi_q, src_lo_q};
  assign cmd_dst_o = {dst_hi_q, dst_lo_q};
  assign cmd_msg_o = shape_q.msg;
  assign cmd_src_pieces_o = shape_q.src_pieces;
  assign cmd_dst_pieces_o = shape_q.dst_pieces;
  assign irq_o = (irq_q & irq_enable_q) != '0;

  // ------------------------------------------------------------------------------ reads
  logic [3:0] wait_index;
  logic is_wait, is_machine;
  logic [3:0] machine;
  assign machine = raddr[5:2];
  assign is_machine = raddr[19:6] == nf_ace_pkg::CSR_MACHINE[19:6] && raddr[1:0] == 2'd0
      && 32'(machine) < Machines;
  assign wait_index = raddr[5:2];
  assign is_wait = raddr[19:6] == nf_ace_pkg::CSR_WAIT_BASE[19:6] && raddr[1:0] == 2'd0
      && 32'(wait_index) < nf_ace_pkg::WAITS;
  always_comb begin
    read_ok = 1'b1;
    read_data = '0;
    unique case (raddr)
      nf_ace_pkg::CSR_ID: read_data = Id;
      nf_ace_pkg::CSR_BUILD:
      read_data = {4'(Lanes), 4'(Alus), 8'(Banks), 4'(WordBytes / 64), 4'(Ports), 8'(Machines)};
      nf_ace_pkg::CSR_NODE: read_data = 32'(node_o);
      nf_ace_pkg::CSR_CONTROL: read_data = 32'(run_o);
      nf_ace_pkg::CSR_WATCHDOG: read_data = watchdog_o;
      nf_ace_pkg::CSR_STATUS: read_data = {16'd0, free_i, 5'd0, abort_o, fault_o, busy_i};
      nf_ace_pkg::CSR_IRQ_STATUS: read_data = 32'(irq_q);
      nf_ace_pkg::CSR_IRQ_ENABLE: read_data = 32'(irq_enable_q);
      nf_ace_pkg::CSR_COMPLETION:
      read_data = cpl_valid ? {4'h8, cpl.status, 8'd0, cpl.tag} : '0;
      nf_ace_pkg::CSR_FAULT_CAUSE:
      read_data = {fault_o, 3'd0, fault_machine_q, 8'd0, fault_q.wait_, fault_q.cause};
      nf_ace_pkg::CSR_FAULT_WHERE: read_data = {fault_q.phase, fault_q.id, fault_q.pc};
      nf_ace_pkg::CSR_FAULT_CHUNK: read_data = 32'(fault_q.index);
      nf_ace_pkg::CSR_DMA_WATCHDOG: read_data = dma_watchdog_o;
      nf_ace_pkg::CSR_DMA_FAULT: read_data = 32'(dma_fault_q);
      nf_ace_pkg::CSR_WAIT_SELECT: read_data = 32'(select_o);
      nf_ace_pkg::CSR_BAD_ACCESS: read_data = bad_access_q;
      nf_ace_pkg::CSR_BAD_PACKET: read_data = bad_packet_q;
      nf_ace_pkg::CSR_CHUNKS_DONE: read_data = chunks_q;
      nf_ace_pkg::CSR_CMD_SRC_LO: read_data = src_lo_q;
      nf_ace_pkg::CSR_CMD_SRC_HI: read_data = 32'(src_hi_q);
      nf_ace_pkg::CSR_CMD_DST_LO: read_data = dst_lo_q;
      nf_ace_pkg::CSR_CMD_DST_HI: read_data = 32'(dst_hi_q);
      nf_ace_pkg::CSR_CMD_SRC_STRIDE: read_data = cmd_src_stride_o;
      nf_ace_pkg::CSR_CMD_DST_STRIDE: read_data = cmd_dst_stride_o;
      nf_ace_pkg::CSR_CMD_BLOCK: read_data = cmd_block_o;
      nf_ace_pkg::CSR_CMD_SRC_TOTAL: read_data = cmd_src_total_o;
      nf_ace_pkg::CSR_CMD_DST_TOTAL: read_data = cmd_dst_total_o;
      nf_ace_pkg::CSR_CMD_SHAPE: read_data = shape_q;
      nf_ace_pkg::CSR_CYCLES: read_data = cycles_q;
      nf_ace_pkg::CSR_TX_DMA_BEATS: read_data = tx_beats_q;
      nf_ace_pkg::CSR_RX_DMA_BEATS: read_data = rx_beats_q;
      nf_ace_pkg::CSR_GRANTS: read_data = grants_q;
      nf_ace_pkg::CSR_REDUCTIONS: read_data = reductions_q;
      nf_ace_pkg::CSR_FLAGS: read_data = 32'(flags_q);
      nf_ace_pkg::CSR_POISONED: read_data = poisoned_q;
      nf_ace_pkg::CSR_POISON_FIRST_LO: read_data = poison_first_q[31:0];
      nf_ace_pkg::CSR_POISON_FIRST_HI: read_data = 32'(poison_first_q[47:32]);
      nf_ace_pkg::CSR_POISON_LAST_LO: read_data = poison_last_q[31:0];
      nf_ace_pkg::CSR_HOST_DROPPED: read_data = host_dropped_q;
      nf_ace_pkg::CSR_EPOCH: read_data = 32'(epoch_o);
      nf_ace_pkg::CSR_EPOCH_OLD: read_data = stale_q;
      nf_ace_pkg::CSR_EPOCH_NEW: read_data = early_q;
      nf_ace_pkg::CSR_POISON_LAST_HI: read_data = 32'(poison_last_q[47:32]);
      default: begin
        read_ok = is_wait || is_machine;
        if (is_wait) read_data = waits_q[wait_index*32+:32];
        if (is_machine)
          read_data = {machine_busy_i[machine[MachineBits-1:0]], 3'd0,
                       machine_wait_i[machine[MachineBits-1:0]*8+:4], 8'd0,
                       machine_pc_i[machine[MachineBits-1:0]*16+:16]};
      end
    endcase
  end

  // ------------------------------------------------------------------------------ completions
  assign cpl_in.tag = cpl_tag_i;
  assign cpl_in.status = cpl_status_i;
  assign cpl_pop = read && raddr == nf_ace_pkg::CSR_COMPLETION;
  nf_fifo #(
      .Width($bits(cpl_in)),
      .Depth(8)
  ) u_completions (
      .clk_i,
      .rst_ni,
      .in_valid_i (cpl_valid_i),
      .in_ready_o (cpl_ready_o),
      .in_data_i  (cpl_in),
      .out_valid_o(cpl_valid),
      .out_ready_i(cpl_pop),
      .out_data_o (cpl),
      .count_o    (cpl_count)
  );

  // ------------------------------------------------------------------------------ first fault
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
    if (!rst_ni) begin
      fault_o <= 1'b0;
      fault_machine_q <= '0;
      fault_q <= '0;
    end else if (fault_found && !fault_o) begin
      fault_o <= 1'b1;
      fault_machine_q <= fault_machine;
      fault_q <= fault_record;
    end else if (clear_i) fault_o <= 1'b0;
  end

  // ------------------------------------------------------------------------------ poisoned results
  // A word that is reported in the cycle of a clearing write belongs to what is new.
  logic poison_clear;
  assign poison_clear = write && waddr == nf_ace_pkg::CSR_POISONED;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      poisoned_q <= '0;
      poison_first_q <= '1;
      poison_last_q <= '0;
    end else begin
      poisoned_q <= (poison_clear ? '0 : poisoned_q) + 32'(poison_i);
      if (poison_i && (poison_clear || poison_addr_i < poison_first_q))
        poison_first_q <= poison_addr_i;
      else if (poison_clear) poison_first_q <= '1;
      if (poison_i && (poison_clear || poison_addr_i > poison_last_q))
        poison_last_q <= poison_addr_i;
      else if (poison_clear) poison_last_q <= '0;
    end
  end

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
  assign reduces = op_i.recv && op_i.read;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bad_access_q <= '0;
      bad_packet_q <= '0;
      stale_q <= '0;
      early_q <= '0;
      host_dropped_q <= '0;
      chunks_q <= '0;
      cycles_q <= '0;
      tx_beats_q <= '0;
      rx_beats_q <= '0;
      grants_q <= '0;
      reductions_q <= '0;
    end else begin
      bad_access_q <= bad_access_q + 32'(write && !write_ok) + 32'(read && !read_ok);
      bad_packet_q <= bad_packet_q + 32'(drops);
      stale_q <= stale_q + 32'(stales);
      early_q <= early_q + 32'(earlies);
      host_dropped_q <= host_dropped_q + 32'(host_drops);
      chunks_q <= chunks_q + 32'(chunk_done_i);
      cycles_q <= cycles_q + 32'd1;
      tx_beats_q <= tx_beats_q + 32'(tx_beat_i);
      rx_beats_q <= rx_beats_q + 32'(rx_beat_i);
      grants_q <= grants_q + 32'(op_valid_i);
      reductions_q <= reductions_q + 32'(op_valid_i && reduces);
    end
  end
  for (genvar w = 0; w < nf_ace_pkg::WAITS; w++) begin : gen_wait
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) waits_q[w*32+:32] <= '0;
      else waits_q[w*32+:32] <= waits_q[w*32+:32] + 32'(waiting_i[w*8+:8]);
    end
  end

  logic unused;
  assign unused = ^{op_i, cpl_count, machine_wait_i, go};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic cmd_held;
  nf_ace_pkg::command_t cmd, cmd_was;
  assign cmd.src = cmd_src_o;
  assign cmd.dst = cmd_dst_o;
  assign cmd.src_stride = cmd_src_stride_o;
  assign cmd.dst_stride = cmd_dst_stride_o;
  assign cmd.block = cmd_block_o;
  assign cmd.src_total = cmd_src_total_o;
  assign cmd.dst_total = cmd_dst_total_o;
  assign cmd.msg = cmd_msg_o;
  assign cmd.src_pieces = cmd_src_pieces_o;
  assign cmd.dst_pieces = cmd_dst_pieces_o;
  assign cmd.plan = cmd_plan_o;
  assign cmd.red_op = cmd_red_op_o;
  assign cmd.dtype = cmd_dtype_o;
  assign cmd.tag = cmd_tag_o;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cmd_held <= 1'b0;
    else cmd_held <= cmd_valid_o && !cmd_ready_i;
  end
  always_ff @(posedge clk_i) cmd_was <= cmd;
  // A command stays, unchanged, until it is taken.
  `NF_ASSERT(CsrCommandHolds, !cmd_held || (cmd_valid_o && cmd_was == cmd))
  // A command goes out only when there is room for it.
  `NF_ASSERT(CsrCommandRoom, !cmd_valid_o || free_i != '0)
  // An abort begins while no command is on its way.
  `NF_ASSERT(CsrAbortAlone, !(abort_o && cmd_valid_o))
  // The queue of completions was full.
  `NF_COVER(CsrCompletionsFull, !cpl_ready_o)
`endif

endmodule
