// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/ace/nf_ace_regs.rdl; change that.
// Register file of the component `ace`: decode, fields, counters, what is read.
//
// Answers are combinational, of the address and, of a write, the data; what a write does shows
// one cycle later, in regs_o too. Of an address that is none of its own ext_* say what is answered.

module nf_ace_regs #(
    parameter int unsigned Machines = 16,
    parameter int unsigned Ports = 6,
    parameter int unsigned Banks = 4,
    parameter int unsigned Alus = 4,
    parameter int unsigned Lanes = 6,
    parameter int unsigned WordBytes = 64
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  write_i,  // it is done in this cycle, if it is ok
    input  logic [19:0]           write_addr_i,
    input  logic [31:0]           write_data_i,
    output logic                  write_ok_o,  // a register takes the value
    input  logic                  read_i,  // it is done in this cycle, if it is ok
    input  logic [19:0]           read_addr_i,
    output logic                  read_ok_o,  // there is something to read
    output logic [31:0]           read_data_o,
    input  logic                  ext_write_ok_i,  // what is said of other addresses
    input  logic                  ext_read_ok_i,
    input  logic [31:0]           ext_read_data_i,
    output logic                  irq_o,  // IRQ_STATUS and IRQ_ENABLE have a bit in common
    input  nf_ace_regs_pkg::in_t  hw_i,
    output nf_ace_regs_pkg::out_t regs_o
);

  logic [9:0] node_q;
  logic control_q;
  logic [31:0] watchdog_q;
  nf_ace_regs_pkg::irq_status_t irq_status_q;
  nf_ace_regs_pkg::irq_enable_t irq_enable_q;
  logic [7:0] fault_cause_cause_q;
  logic [7:0] fault_cause_wait_q;
  logic [3:0] fault_cause_machine_q;
  nf_ace_regs_pkg::fault_where_t fault_where_q;
  logic [15:0] fault_chunk_q;
  logic [15:0] wait_select_q;
  logic [31:0] bad_access_q;
  logic [31:0] bad_packet_q;
  logic [31:0] chunks_done_q;
  logic [31:0] cmd_src_lo_q;
  logic [15:0] cmd_src_hi_q;
  logic [31:0] cmd_dst_lo_q;
  logic [15:0] cmd_dst_hi_q;
  logic [31:0] cmd_src_stride_q;
  logic [31:0] cmd_dst_stride_q;
  logic [31:0] cmd_block_q;
  logic [31:0] cmd_src_total_q;
  logic [31:0] cmd_dst_total_q;
  nf_ace_regs_pkg::cmd_shape_t cmd_shape_q;
  logic [31:0] cycles_q;
  logic [31:0] tx_dma_beats_q;
  logic [31:0] rx_dma_beats_q;
  logic [31:0] grants_q;
  logic [31:0] reductions_q;
  nf_ace_regs_pkg::flags_t flags_q;
  logic [31:0] poisoned_q;
  logic [15:0] poison_first_hi_q;
  logic [15:0] poison_last_hi_q;
  logic [31:0] host_dropped_q;
  logic [31:0] dma_watchdog_q;
  logic [31:0] epoch_old_q;
  logic [31:0] epoch_new_q;
  logic [10*32-1:0] wait_q;

  // ---------------------------------------------------------------------------- writes
  always_comb begin
    unique case (write_addr_i)
      nf_ace_pkg::CSR_NODE, nf_ace_pkg::CSR_CONTROL, nf_ace_pkg::CSR_WATCHDOG,
          nf_ace_pkg::CSR_IRQ_STATUS, nf_ace_pkg::CSR_IRQ_ENABLE, nf_ace_pkg::CSR_WAIT_SELECT,
          nf_ace_pkg::CSR_CMD_SRC_LO, nf_ace_pkg::CSR_CMD_SRC_HI, nf_ace_pkg::CSR_CMD_DST_LO,
          nf_ace_pkg::CSR_CMD_DST_HI, nf_ace_pkg::CSR_CMD_SRC_STRIDE,
          nf_ace_pkg::CSR_CMD_DST_STRIDE, nf_ace_pkg::CSR_CMD_BLOCK, nf_ace_pkg::CSR_CMD_SRC_TOTAL,
          nf_ace_pkg::CSR_CMD_DST_TOTAL, nf_ace_pkg::CSR_CMD_SHAPE, nf_ace_pkg::CSR_FLAGS,
          nf_ace_pkg::CSR_POISONED, nf_ace_pkg::CSR_DMA_WATCHDOG: write_ok_o = 1'b1;
      default: write_ok_o = ext_write_ok_i;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      node_q <= '0;
      control_q <= '0;
      watchdog_q <= 32'h40000000;
      irq_status_q <= '0;
      irq_enable_q <= '0;
      fault_cause_cause_q <= '0;
      fault_cause_wait_q <= '0;
      fault_cause_machine_q <= '0;
      fault_where_q <= '0;
      fault_chunk_q <= '0;
      wait_select_q <= 16'((1 << Machines) - 1);
      bad_access_q <= '0;
      bad_packet_q <= '0;
      chunks_done_q <= '0;
      cmd_src_lo_q <= '0;
      cmd_src_hi_q <= '0;
      cmd_dst_lo_q <= '0;
      cmd_dst_hi_q <= '0;
      cmd_src_stride_q <= '0;
      cmd_dst_stride_q <= '0;
      cmd_block_q <= '0;
      cmd_src_total_q <= '0;
      cmd_dst_total_q <= '0;
      cmd_shape_q <= '0;
      cycles_q <= '0;
      tx_dma_beats_q <= '0;
      rx_dma_beats_q <= '0;
      grants_q <= '0;
      reductions_q <= '0;
      flags_q <= '0;
      poisoned_q <= '0;
      poison_first_hi_q <= 16'hffff;
      poison_last_hi_q <= '0;
      host_dropped_q <= '0;
      dma_watchdog_q <= 32'h1000000;
      epoch_old_q <= '0;
      epoch_new_q <= '0;
    end else begin
      irq_status_q <= hw_i.irq_status | (irq_status_q & ~(write_i
          && write_addr_i == nf_ace_pkg::CSR_IRQ_STATUS ? write_data_i[5:0] : '0));
      if (hw_i.fault_cause_we) fault_cause_cause_q <= hw_i.fault_cause.cause;
      if (hw_i.fault_cause_we) fault_cause_wait_q <= hw_i.fault_cause.wait_;
      if (hw_i.fault_cause_we) fault_cause_machine_q <= hw_i.fault_cause.machine;
      if (hw_i.fault_where_we) fault_where_q <= hw_i.fault_where;
      if (hw_i.fault_chunk_we) fault_chunk_q <= hw_i.fault_chunk;
      bad_access_q <= bad_access_q + 32'(write_i && !write_ok_o) + 32'(read_i && !read_ok_o);
      bad_packet_q <= bad_packet_q + 32'(hw_i.bad_packet);
      chunks_done_q <= chunks_done_q + 32'(hw_i.chunks_done);
      cycles_q <= cycles_q + 32'(hw_i.cycles);
      tx_dma_beats_q <= tx_dma_beats_q + 32'(hw_i.tx_dma_beats);
      rx_dma_beats_q <= rx_dma_beats_q + 32'(hw_i.rx_dma_beats);
      grants_q <= grants_q + 32'(hw_i.grants);
      reductions_q <= reductions_q + 32'(hw_i.reductions);
      flags_q <= hw_i.flags | (flags_q & ~(write_i && write_addr_i == nf_ace_pkg::CSR_FLAGS
          ? write_data_i[3:0] : '0));
      poisoned_q <= (write_i && write_addr_i == nf_ace_pkg::CSR_POISONED ? '0 : poisoned_q)
          + 32'(hw_i.poisoned);
      if (hw_i.poison_first_hi_we) poison_first_hi_q <= hw_i.poison_first_hi;
      if (hw_i.poison_last_hi_we) poison_last_hi_q <= hw_i.poison_last_hi;
      host_dropped_q <= host_dropped_q + 32'(hw_i.host_dropped);
      epoch_old_q <= epoch_old_q + 32'(hw_i.epoch_old);
      epoch_new_q <= epoch_new_q + 32'(hw_i.epoch_new);
      if (write_i) begin
        unique case (write_addr_i)
          nf_ace_pkg::CSR_NODE: node_q <= write_data_i[9:0];
          nf_ace_pkg::CSR_CONTROL: control_q <= write_data_i[0];
          nf_ace_pkg::CSR_WATCHDOG: watchdog_q <= write_data_i;
          nf_ace_pkg::CSR_IRQ_ENABLE: irq_enable_q <= write_data_i[5:0];
          nf_ace_pkg::CSR_WAIT_SELECT: wait_select_q <= 16'(write_data_i[Machines-1:0]);
          nf_ace_pkg::CSR_CMD_SRC_LO: cmd_src_lo_q <= write_data_i;
          nf_ace_pkg::CSR_CMD_SRC_HI: cmd_src_hi_q <= write_data_i[15:0];
          nf_ace_pkg::CSR_CMD_DST_LO: cmd_dst_lo_q <= write_data_i;
          nf_ace_pkg::CSR_CMD_DST_HI: cmd_dst_hi_q <= write_data_i[15:0];
          nf_ace_pkg::CSR_CMD_SRC_STRIDE: cmd_src_stride_q <= write_data_i;
          nf_ace_pkg::CSR_CMD_DST_STRIDE: cmd_dst_stride_q <= write_data_i;
          nf_ace_pkg::CSR_CMD_BLOCK: cmd_block_q <= write_data_i;
          nf_ace_pkg::CSR_CMD_SRC_TOTAL: cmd_src_total_q <= write_data_i;
          nf_ace_pkg::CSR_CMD_DST_TOTAL: cmd_dst_total_q <= write_data_i;
          nf_ace_pkg::CSR_CMD_SHAPE: cmd_shape_q <= write_data_i[31:0];
          nf_ace_pkg::CSR_DMA_WATCHDOG: dma_watchdog_q <= write_data_i;
          default: ;
        endcase
      end
    end
  end
  for (genvar i = 0; i < 10; i++) begin : gen_wait
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) wait_q[i*32+:32] <= '0;
      else wait_q[i*32+:32] <= wait_q[i*32+:32] + 32'(hw_i.wait_[i*8+:8]);
    end
  end

  // ---------------------------------------------------------------------------- reads
  logic is_wait;
  logic [3:0] wait_index;
  assign wait_index = read_addr_i[5:2];
  assign is_wait = read_addr_i[19:6] == nf_ace_pkg::CSR_WAIT_BASE[19:6] && read_addr_i[1:0] == 2'd0
      && 32'(wait_index) < 10;
  logic is_machine;
  logic [3:0] machine_index;
  assign machine_index = read_addr_i[5:2];
  assign is_machine = read_addr_i[19:6] == nf_ace_pkg::CSR_MACHINE[19:6] && read_addr_i[1:0] == 2'd0
      && 32'(machine_index) < Machines;
  always_comb begin
    read_ok_o = 1'b1;
    unique case (read_addr_i)
      nf_ace_pkg::CSR_ID: read_data_o = 32'h41434531;
      nf_ace_pkg::CSR_BUILD: read_data_o = {4'(Lanes), 4'(Alus), 8'(Banks), 4'(WordBytes / 32),
          4'(Ports), 8'(Machines)};
      nf_ace_pkg::CSR_NODE: read_data_o = 32'(node_q);
      nf_ace_pkg::CSR_CONTROL: read_data_o = 32'(control_q);
      nf_ace_pkg::CSR_WATCHDOG: read_data_o = watchdog_q;
      nf_ace_pkg::CSR_STATUS: read_data_o = {16'd0, hw_i.status.free, 5'd0, hw_i.status.abort_,
          hw_i.status.fault, hw_i.status.busy};
      nf_ace_pkg::CSR_IRQ_STATUS: read_data_o = 32'(irq_status_q);
      nf_ace_pkg::CSR_IRQ_ENABLE: read_data_o = 32'(irq_enable_q);
      nf_ace_pkg::CSR_FAULT_CAUSE: read_data_o = {hw_i.fault_cause.valid, 3'd0,
          fault_cause_machine_q, 8'd0, fault_cause_wait_q, fault_cause_cause_q};
      nf_ace_pkg::CSR_FAULT_WHERE: read_data_o = fault_where_q;
      nf_ace_pkg::CSR_FAULT_CHUNK: read_data_o = 32'(fault_chunk_q);
      nf_ace_pkg::CSR_WAIT_SELECT: read_data_o = 32'(wait_select_q);
      nf_ace_pkg::CSR_BAD_ACCESS: read_data_o = bad_access_q;
      nf_ace_pkg::CSR_BAD_PACKET: read_data_o = bad_packet_q;
      nf_ace_pkg::CSR_CHUNKS_DONE: read_data_o = chunks_done_q;
      nf_ace_pkg::CSR_CMD_SRC_LO: read_data_o = cmd_src_lo_q;
      nf_ace_pkg::CSR_CMD_SRC_HI: read_data_o = 32'(cmd_src_hi_q);
      nf_ace_pkg::CSR_CMD_DST_LO: read_data_o = cmd_dst_lo_q;
      nf_ace_pkg::CSR_CMD_DST_HI: read_data_o = 32'(cmd_dst_hi_q);
      nf_ace_pkg::CSR_CMD_SRC_STRIDE: read_data_o = cmd_src_stride_q;
      nf_ace_pkg::CSR_CMD_DST_STRIDE: read_data_o = cmd_dst_stride_q;
      nf_ace_pkg::CSR_CMD_BLOCK: read_data_o = cmd_block_q;
      nf_ace_pkg::CSR_CMD_SRC_TOTAL: read_data_o = cmd_src_total_q;
      nf_ace_pkg::CSR_CMD_DST_TOTAL: read_data_o = cmd_dst_total_q;
      nf_ace_pkg::CSR_CMD_SHAPE: read_data_o = cmd_shape_q;
      nf_ace_pkg::CSR_CYCLES: read_data_o = cycles_q;
      nf_ace_pkg::CSR_TX_DMA_BEATS: read_data_o = tx_dma_beats_q;
      nf_ace_pkg::CSR_RX_DMA_BEATS: read_data_o = rx_dma_beats_q;
      nf_ace_pkg::CSR_GRANTS: read_data_o = grants_q;
      nf_ace_pkg::CSR_REDUCTIONS: read_data_o = reductions_q;
      nf_ace_pkg::CSR_FLAGS: read_data_o = 32'(flags_q);
      nf_ace_pkg::CSR_POISONED: read_data_o = poisoned_q;
      nf_ace_pkg::CSR_POISON_FIRST_LO: read_data_o = hw_i.poison_first_lo;
      nf_ace_pkg::CSR_POISON_FIRST_HI: read_data_o = 32'(poison_first_hi_q);
      nf_ace_pkg::CSR_POISON_LAST_LO: read_data_o = hw_i.poison_last_lo;
      nf_ace_pkg::CSR_POISON_LAST_HI: read_data_o = 32'(poison_last_hi_q);
      nf_ace_pkg::CSR_HOST_DROPPED: read_data_o = host_dropped_q;
      nf_ace_pkg::CSR_DMA_WATCHDOG: read_data_o = dma_watchdog_q;
      nf_ace_pkg::CSR_DMA_FAULT: read_data_o = 32'(hw_i.dma_fault);
      nf_ace_pkg::CSR_EPOCH_OLD: read_data_o = epoch_old_q;
      nf_ace_pkg::CSR_EPOCH_NEW: read_data_o = epoch_new_q;
      default: begin
        read_ok_o = ext_read_ok_i;
        read_data_o = ext_read_data_i;
        if (is_wait) begin
          read_ok_o = 1'b1;
          read_data_o = wait_q[wait_index*32+:32];
        end
        if (is_machine) begin
          read_ok_o = 1'b1;
          read_data_o = {hw_i.machine_busy[machine_index], 3'd0,
              hw_i.machine_wait[machine_index*4+:4], 8'd0, hw_i.machine_pc[machine_index*16+:16]};
        end
      end
    endcase
  end

  assign regs_o.node = node_q;
  assign regs_o.control = control_q;
  assign regs_o.watchdog = watchdog_q;
  assign regs_o.wait_select = wait_select_q;
  assign regs_o.cmd_src_lo = cmd_src_lo_q;
  assign regs_o.cmd_src_hi = cmd_src_hi_q;
  assign regs_o.cmd_dst_lo = cmd_dst_lo_q;
  assign regs_o.cmd_dst_hi = cmd_dst_hi_q;
  assign regs_o.cmd_src_stride = cmd_src_stride_q;
  assign regs_o.cmd_dst_stride = cmd_dst_stride_q;
  assign regs_o.cmd_block = cmd_block_q;
  assign regs_o.cmd_src_total = cmd_src_total_q;
  assign regs_o.cmd_dst_total = cmd_dst_total_q;
  assign regs_o.cmd_shape = cmd_shape_q;
  assign regs_o.dma_watchdog = dma_watchdog_q;
  assign irq_o = ({irq_status_q} & {irq_enable_q}) != '0;

endmodule
