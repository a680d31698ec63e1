// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/switch/nf_switch_regs.rdl; change that.
// Register file of the component `switch`: decode, fields, counters, what is read.
//
// Answers are combinational, of the address and, of a write, the data; what a write does shows
// one cycle later, in regs_o too. Of an address that is none of its own ext_* say what is answered.

module nf_switch_regs #(
    parameter int unsigned Ports = 16,
    parameter int unsigned Entries = 8,
    parameter int unsigned Regions = 8,
    parameter int unsigned Nodes = 32,
    parameter int unsigned HomeSlots = 64
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     write_i,  // it is done in this cycle, if it is ok
    input  logic [15:0]              write_addr_i,
    input  logic [31:0]              write_data_i,
    output logic                     write_ok_o,  // a register takes the value
    input  logic [15:0]              read_addr_i,
    output logic                     read_ok_o,  // there is something to read
    output logic [31:0]              read_data_o,
    input  logic                     ext_write_ok_i,  // what is said of other addresses
    input  logic                     ext_read_ok_i,
    input  logic [31:0]              ext_read_data_i,
    input  logic                     locked_i,  // writes of some registers are refused
    input  nf_switch_regs_pkg::in_t  hw_i,
    output nf_switch_regs_pkg::out_t regs_o
);

  localparam int unsigned Thirds = ((HomeSlots % 3) == 0) ? 1 : 0;
  localparam int unsigned Power = (Thirds == 1) ? (HomeSlots / 3) : HomeSlots;
  localparam int unsigned SlotsLog2 = ((Power >= 2) ? 1 : 0) + ((Power >= 4) ? 1 : 0)
      + ((Power >= 8) ? 1 : 0) + ((Power >= 16) ? 1 : 0) + ((Power >= 32) ? 1 : 0) + ((Power >= 64)
      ? 1 : 0) + ((Power >= 128) ? 1 : 0) + ((Power >= 256) ? 1 : 0) + ((Power >= 512) ? 1 : 0);
  localparam logic [7:0] TableLimitBits = 8'((32'd1 << $clog2(Entries + 1)) - 32'd1);
  localparam logic [7:0] PortSelectBits = 8'((32'd1 << $clog2(Ports)) - 32'd1);
  localparam logic [4:0] ClearRegionBits = 5'((32'd1 << $clog2(Regions)) - 32'd1);
  localparam logic [7:0] MaskSelectBits = 8'((32'd1 << $clog2(((Nodes + 31) / 32))) - 32'd1);

  logic [9:0] switch_id_q;
  logic control_q;
  nf_switch_regs_pkg::timeout_t timeout_q;
  logic [15:0] first_hop_q;
  logic [7:0] table_limit_q;
  nf_switch_regs_pkg::errors_t errors_q;
  nf_switch_regs_pkg::flags_t flags_q;
  logic [7:0] port_select_q;
  logic [15:0] uplinks_q;
  logic [3:0] links_q;
  logic [3:0] clear_epochs_q;
  logic [4:0] clear_region_q;
  logic clear_one_q;
  logic [7:0] mask_select_q;
  nf_switch_regs_pkg::oldest_addr_hi_t oldest_addr_hi_q;
  nf_switch_regs_pkg::oldest_count_t oldest_count_q;
  logic [31:0] oldest_mask_q;

  // ---------------------------------------------------------------------------- writes
  always_comb begin
    unique case (write_addr_i)
      nf_pkg::CSR_ERRORS, nf_pkg::CSR_FLAGS: write_ok_o = 1'b1;
      nf_pkg::CSR_SWITCH_ID: write_ok_o = !locked_i && write_data_i[31:10] == '0;
      nf_pkg::CSR_CONTROL: write_ok_o = !locked_i && write_data_i[31:1] == '0;
      nf_pkg::CSR_TIMEOUT: write_ok_o = !locked_i && write_data_i[31:12] == '0;
      nf_pkg::CSR_FIRST_HOP: write_ok_o = !locked_i && (write_data_i >> Ports) == '0;
      nf_pkg::CSR_TABLE_LIMIT: write_ok_o = !locked_i && write_data_i[31:8] == '0
          && write_data_i[7:0] != '0 && 32'(write_data_i[7:0]) < Entries + 1;
      nf_pkg::CSR_PORT_SELECT: write_ok_o = write_data_i[31:8] == '0
          && 32'(write_data_i[7:0]) < Ports;
      nf_pkg::CSR_UPLINKS: write_ok_o = !locked_i && (write_data_i >> Ports) == '0;
      nf_pkg::CSR_LINKS: write_ok_o = !locked_i && write_data_i[31:4] == '0
          && write_data_i[3:0] != '0 && write_data_i[3:0] <= 4'd8;
      nf_pkg::CSR_CLEAR: write_ok_o = write_data_i[7:4] == '0 && write_data_i[14:13] == '0
          && write_data_i[31:16] == '0 && 32'(write_data_i[12:8]) < Regions;
      nf_pkg::CSR_MASK_SELECT: write_ok_o = write_data_i[31:8] == '0
          && 32'(write_data_i[7:0]) < ((Nodes + 31) / 32);
      default: write_ok_o = ext_write_ok_i;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      switch_id_q <= '0;
      control_q <= '0;
      timeout_q <= '0;
      first_hop_q <= 16'((1 << Ports) - 1);
      table_limit_q <= 8'(Entries);
      errors_q <= '0;
      flags_q <= '0;
      port_select_q <= '0;
      uplinks_q <= '0;
      links_q <= 4'h1;
      clear_epochs_q <= '0;
      clear_region_q <= '0;
      clear_one_q <= '0;
      mask_select_q <= '0;
      oldest_addr_hi_q <= '0;
      oldest_count_q <= '0;
      oldest_mask_q <= '0;
    end else begin
      errors_q <= hw_i.errors | (errors_q & ~(write_i && write_addr_i == nf_pkg::CSR_ERRORS
          ? {write_data_i[30:26], write_data_i[11:1]} : '0));
      flags_q <= hw_i.flags | (flags_q & ~(write_i && write_addr_i == nf_pkg::CSR_FLAGS
          ? write_data_i[4:0] : '0));
      if (hw_i.oldest_addr_hi_we) oldest_addr_hi_q <= hw_i.oldest_addr_hi;
      if (hw_i.oldest_count_we) oldest_count_q <= hw_i.oldest_count;
      if (hw_i.oldest_mask_we) oldest_mask_q <= hw_i.oldest_mask;
      if (write_i) begin
        unique case (write_addr_i)
          nf_pkg::CSR_SWITCH_ID: if (write_ok_o) switch_id_q <= write_data_i[9:0];
          nf_pkg::CSR_CONTROL: if (write_ok_o) control_q <= write_data_i[0];
          nf_pkg::CSR_TIMEOUT: if (write_ok_o) timeout_q <= write_data_i[11:0];
          nf_pkg::CSR_FIRST_HOP: if (write_ok_o) first_hop_q <= 16'(write_data_i[Ports-1:0]);
          nf_pkg::CSR_TABLE_LIMIT: if (write_ok_o) table_limit_q <= write_data_i[7:0]
              & TableLimitBits;
          nf_pkg::CSR_PORT_SELECT: if (write_ok_o) port_select_q <= write_data_i[7:0]
              & PortSelectBits;
          nf_pkg::CSR_UPLINKS: if (write_ok_o) uplinks_q <= 16'(write_data_i[Ports-1:0]);
          nf_pkg::CSR_LINKS: if (write_ok_o) links_q <= write_data_i[3:0];
          nf_pkg::CSR_CLEAR: if (write_ok_o) begin
            clear_epochs_q <= write_data_i[3:0];
            clear_region_q <= write_data_i[12:8] & ClearRegionBits;
            clear_one_q <= write_data_i[15];
          end
          nf_pkg::CSR_MASK_SELECT: if (write_ok_o) mask_select_q <= write_data_i[7:0]
              & MaskSelectBits;
          default: ;
        endcase
      end
    end
  end

  // ---------------------------------------------------------------------------- reads
  always_comb begin
    read_ok_o = 1'b1;
    unique case (read_addr_i)
      nf_pkg::CSR_ID: read_data_o = {16'h4e46, 16'h1};
      nf_pkg::CSR_PARAMS: read_data_o = {1'(Thirds), 7'(SlotsLog2), 8'(Regions), 8'(Entries),
          8'(Ports)};
      nf_pkg::CSR_SWITCH_ID: read_data_o = 32'(switch_id_q);
      nf_pkg::CSR_CONTROL: read_data_o = 32'(control_q);
      nf_pkg::CSR_TIMEOUT: read_data_o = 32'(timeout_q);
      nf_pkg::CSR_FIRST_HOP: read_data_o = 32'(first_hop_q);
      nf_pkg::CSR_TABLE_LIMIT: read_data_o = 32'(table_limit_q);
      nf_pkg::CSR_STATUS: read_data_o = 32'(hw_i.status);
      nf_pkg::CSR_ERRORS: read_data_o = {1'd0, errors_q.ev_poison, errors_q.ev_err_damaged,
          errors_q.ev_err_no_entry, errors_q.ev_err_mismatch, errors_q.ev_err_count, 14'd0,
          errors_q.targets, errors_q.home, errors_q.length, errors_q.count, errors_q.op,
          errors_q.align, errors_q.mode, errors_q.range, errors_q.region, errors_q.route,
          errors_q.opcode, 1'd0};
      nf_pkg::CSR_FLAGS: read_data_o = 32'(flags_q);
      nf_pkg::CSR_PORT_SELECT: read_data_o = 32'(port_select_q);
      nf_pkg::CSR_UPLINKS: read_data_o = 32'(uplinks_q);
      nf_pkg::CSR_LINKS: read_data_o = 32'(links_q);
      nf_pkg::CSR_CLEAR: read_data_o = {hw_i.clear_pending, 15'd0, clear_one_q, 2'd0,
          clear_region_q, 4'd0, clear_epochs_q};
      nf_pkg::CSR_MASK_SELECT: read_data_o = 32'(mask_select_q);
      nf_pkg::CSR_OLDEST_ADDR_LO: read_data_o = hw_i.oldest_addr_lo;
      nf_pkg::CSR_OLDEST_ADDR_HI: read_data_o = {oldest_addr_hi_q.held, 15'd0,
          oldest_addr_hi_q.addr};
      nf_pkg::CSR_OLDEST_COUNT: read_data_o = oldest_count_q;
      nf_pkg::CSR_OLDEST_MASK: read_data_o = oldest_mask_q;
      nf_pkg::CSR_TABLE_USED: read_data_o = 32'(hw_i.table_used);
      default: begin
        read_ok_o = ext_read_ok_i;
        read_data_o = ext_read_data_i;
      end
    endcase
  end

  assign regs_o.switch_id = switch_id_q;
  assign regs_o.control = control_q;
  assign regs_o.timeout = timeout_q;
  assign regs_o.first_hop = first_hop_q;
  assign regs_o.table_limit = table_limit_q;
  assign regs_o.port_select = port_select_q;
  assign regs_o.uplinks = uplinks_q;
  assign regs_o.links = links_q;
  assign regs_o.clear_epochs = clear_epochs_q;
  assign regs_o.clear_region = clear_region_q;
  assign regs_o.clear_one = clear_one_q;
  assign regs_o.mask_select = mask_select_q;

endmodule
