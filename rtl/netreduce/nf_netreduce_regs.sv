// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/netreduce/nf_netreduce_regs.rdl; change that.
// Register file of the component `netreduce`: decode, fields, counters, what is read.
//
// Answers are combinational, of the address and, of a write, the data; what a write does shows
// one cycle later, in regs_o too. Of an address that is none of its own ext_* say what is answered.

module nf_netreduce_regs #(
    parameter int unsigned Ports = 6,
    parameter int unsigned Rings = 1,
    parameter int unsigned Window = 3,
    parameter int unsigned MaxMsgLen = 170,
    parameter int unsigned Connections = 16,
    parameter int unsigned BufferBeats = 256
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic                        write_i,  // it is done in this cycle, if it is ok
    input  logic [15:0]                 write_addr_i,
    input  logic [31:0]                 write_data_i,
    output logic                        write_ok_o,  // a register takes the value
    input  logic                        read_i,  // it is done in this cycle, if it is ok
    input  logic [15:0]                 read_addr_i,
    output logic                        read_ok_o,  // there is something to read
    output logic [31:0]                 read_data_o,
    input  logic                        ext_write_ok_i,  // what is said of other addresses
    input  logic                        ext_read_ok_i,
    input  logic [31:0]                 ext_read_data_i,
    output logic                        irq_o,  // IRQ_STATUS and IRQ_ENABLE have a bit in common
    input  nf_netreduce_regs_pkg::in_t  hw_i,
    output nf_netreduce_regs_pkg::out_t regs_o
);

  localparam logic [3:0] StragglerRingBits = 4'((32'd1 << $clog2(Rings)) - 32'd1);
  localparam logic [2:0] MemberPortPortBits = 3'((32'd1 << $clog2(Ports)) - 32'd1);

  logic control_q;
  logic [31:0] inet_tag_q;
  logic [31:0] own_mac_lo_q;
  logic [15:0] own_mac_hi_q;
  logic [31:0] own_ip_q;
  logic [31:0] spine_mac_lo_q;
  logic [15:0] spine_mac_hi_q;
  logic [31:0] spine_ip_q;
  logic [31:0] local_net_q;
  logic [31:0] local_mask_q;
  logic [15:0] pause_q;
  logic [3:0] ring_members_q;
  logic ring_leaf_q;
  logic [2:0] ring_window_q;
  logic [31:0] ring_first_q;
  logic [2:0] ring_slot_q;
  logic [3:0] ring_dtype_q;
  nf_netreduce_regs_pkg::irq_status_t irq_status_q;
  nf_netreduce_regs_pkg::irq_enable_t irq_enable_q;
  logic [31:0] drain_q;
  logic [31:0] given_up_q;
  logic [31:0] threshold_q;
  logic [3:0] straggler_ring_q;
  logic [31:0] straggler_msgid_q;
  logic [31:0] straggler_cycles_q;
  logic [31:0] charged_q;
  logic [7:0] look_result_arrived_q;
  logic look_result_open_q;
  logic [31:0] look_msgid_q;
  logic [31:0] cycles_q;
  logic [31:0] bad_access_q;
  logic [31:0] sums_q;
  logic [31:0] histories_q;
  logic [31:0] announced_q;
  logic [31:0] locals_q;
  logic [31:0] uneven_q;
  logic [31:0] invalid_q;
  logic [31:0] overflow_q;
  logic [31:0] underflow_q;
  logic [31:0] inexact_q;
  logic [31:0] dropped_q;
  logic [31:0] member_src_ip_q;
  logic [31:0] member_dst_ip_q;
  logic [23:0] member_dst_qp_q;
  logic [23:0] member_src_qp_q;
  nf_netreduce_regs_pkg::member_port_t member_port_q;
  logic [23:0] again_q;
  logic [31:0] naks_q;
  logic [31:0] replays_q;
  logic [Ports*32-1:0] skipped_q;
  logic refused;
  assign refused = (write_i && !write_ok_o) || (read_i && !read_ok_o);

  // ---------------------------------------------------------------------------- writes
  always_comb begin
    unique case (write_addr_i)
      nf_netreduce_pkg::CSR_CONTROL, nf_netreduce_pkg::CSR_INET_TAG,
          nf_netreduce_pkg::CSR_OWN_MAC_LO, nf_netreduce_pkg::CSR_OWN_MAC_HI,
          nf_netreduce_pkg::CSR_OWN_IP, nf_netreduce_pkg::CSR_SPINE_MAC_LO,
          nf_netreduce_pkg::CSR_SPINE_MAC_HI, nf_netreduce_pkg::CSR_SPINE_IP,
          nf_netreduce_pkg::CSR_LOCAL_NET, nf_netreduce_pkg::CSR_LOCAL_MASK,
          nf_netreduce_pkg::CSR_RING_FIRST, nf_netreduce_pkg::CSR_IRQ_STATUS,
          nf_netreduce_pkg::CSR_IRQ_ENABLE, nf_netreduce_pkg::CSR_DRAIN,
          nf_netreduce_pkg::CSR_THRESHOLD, nf_netreduce_pkg::CSR_MEMBER_SRC_IP,
          nf_netreduce_pkg::CSR_MEMBER_DST_IP: write_ok_o = 1'b1;
      nf_netreduce_pkg::CSR_PAUSE: write_ok_o = write_data_i[31:16] == '0
          && write_data_i[15:0] != '0;
      nf_netreduce_pkg::CSR_RING_MEMBERS: write_ok_o = write_data_i[31:4] == '0;
      nf_netreduce_pkg::CSR_RING_LEAF: write_ok_o = write_data_i[31:1] == '0;
      nf_netreduce_pkg::CSR_RING_WINDOW: write_ok_o = write_data_i[31:3] == '0;
      nf_netreduce_pkg::CSR_RING_SLOT: write_ok_o = write_data_i[31:3] == '0;
      nf_netreduce_pkg::CSR_RING_DTYPE: write_ok_o = write_data_i[31:4] == '0;
      nf_netreduce_pkg::CSR_STRAGGLER_RING: write_ok_o = write_data_i[31:4] == '0
          && 32'(write_data_i[3:0]) < Rings;
      nf_netreduce_pkg::CSR_MEMBER_DST_QP: write_ok_o = write_data_i[31:24] == '0;
      nf_netreduce_pkg::CSR_MEMBER_SRC_QP: write_ok_o = write_data_i[31:24] == '0;
      nf_netreduce_pkg::CSR_MEMBER_PORT: write_ok_o = !write_data_i[3] && write_data_i[7:6] == '0
          && write_data_i[31:15] == '0 && 32'(write_data_i[2:0]) < Ports
          && write_data_i[5:4] <= 2'd2;
      nf_netreduce_pkg::CSR_AGAIN: write_ok_o = write_data_i[31:24] == '0;
      default: write_ok_o = ext_write_ok_i;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q <= '0;
      inet_tag_q <= '0;
      own_mac_lo_q <= '0;
      own_mac_hi_q <= '0;
      own_ip_q <= '0;
      spine_mac_lo_q <= '0;
      spine_mac_hi_q <= '0;
      spine_ip_q <= '0;
      local_net_q <= '0;
      local_mask_q <= '0;
      pause_q <= 16'h200;
      ring_members_q <= '0;
      ring_leaf_q <= '0;
      ring_window_q <= 3'h1;
      ring_first_q <= '0;
      ring_slot_q <= '0;
      ring_dtype_q <= '0;
      irq_status_q <= '0;
      irq_enable_q <= '0;
      drain_q <= 32'h10000;
      given_up_q <= '0;
      threshold_q <= '0;
      straggler_ring_q <= '0;
      straggler_msgid_q <= '0;
      straggler_cycles_q <= '0;
      charged_q <= '0;
      look_result_arrived_q <= '0;
      look_result_open_q <= '0;
      look_msgid_q <= '0;
      cycles_q <= '0;
      bad_access_q <= '0;
      sums_q <= '0;
      histories_q <= '0;
      announced_q <= '0;
      locals_q <= '0;
      uneven_q <= '0;
      invalid_q <= '0;
      overflow_q <= '0;
      underflow_q <= '0;
      inexact_q <= '0;
      dropped_q <= '0;
      member_src_ip_q <= '0;
      member_dst_ip_q <= '0;
      member_dst_qp_q <= '0;
      member_src_qp_q <= '0;
      member_port_q <= {7'h1, 2'h0, 3'h0};
      again_q <= '0;
      naks_q <= '0;
      replays_q <= '0;
    end else begin
      irq_status_q <= {hw_i.irq_status_msglen, hw_i.irq_status_overflow, hw_i.irq_status_invalid,
          hw_i.irq_status_uneven, refused, hw_i.irq_status_straggler} | (irq_status_q & ~(write_i
          && write_addr_i == nf_netreduce_pkg::CSR_IRQ_STATUS ? write_data_i[5:0] : '0));
      given_up_q <= given_up_q + 32'(hw_i.given_up);
      if (hw_i.straggler_msgid_we) straggler_msgid_q <= hw_i.straggler_msgid;
      if (hw_i.straggler_cycles_we) straggler_cycles_q <= hw_i.straggler_cycles;
      charged_q <= charged_q + 32'(hw_i.charged);
      if (hw_i.look_result_we) look_result_arrived_q <= hw_i.look_result.arrived;
      if (hw_i.look_result_we) look_result_open_q <= hw_i.look_result.open;
      if (hw_i.look_msgid_we) look_msgid_q <= hw_i.look_msgid;
      cycles_q <= cycles_q + 32'(hw_i.cycles);
      bad_access_q <= bad_access_q + 32'(write_i && !write_ok_o) + 32'(read_i && !read_ok_o);
      sums_q <= sums_q + 32'(hw_i.sums);
      histories_q <= histories_q + 32'(hw_i.histories);
      announced_q <= announced_q + 32'(hw_i.announced);
      locals_q <= locals_q + 32'(hw_i.locals);
      uneven_q <= uneven_q + 32'(hw_i.uneven);
      invalid_q <= invalid_q + 32'(hw_i.invalid);
      overflow_q <= overflow_q + 32'(hw_i.overflow);
      underflow_q <= underflow_q + 32'(hw_i.underflow);
      inexact_q <= inexact_q + 32'(hw_i.inexact);
      dropped_q <= dropped_q + 32'(hw_i.dropped);
      naks_q <= naks_q + 32'(hw_i.naks);
      replays_q <= replays_q + 32'(hw_i.replays);
      if (write_i) begin
        unique case (write_addr_i)
          nf_netreduce_pkg::CSR_CONTROL: control_q <= write_data_i[0];
          nf_netreduce_pkg::CSR_INET_TAG: inet_tag_q <= write_data_i;
          nf_netreduce_pkg::CSR_OWN_MAC_LO: own_mac_lo_q <= write_data_i;
          nf_netreduce_pkg::CSR_OWN_MAC_HI: own_mac_hi_q <= write_data_i[15:0];
          nf_netreduce_pkg::CSR_OWN_IP: own_ip_q <= write_data_i;
          nf_netreduce_pkg::CSR_SPINE_MAC_LO: spine_mac_lo_q <= write_data_i;
          nf_netreduce_pkg::CSR_SPINE_MAC_HI: spine_mac_hi_q <= write_data_i[15:0];
          nf_netreduce_pkg::CSR_SPINE_IP: spine_ip_q <= write_data_i;
          nf_netreduce_pkg::CSR_LOCAL_NET: local_net_q <= write_data_i;
          nf_netreduce_pkg::CSR_LOCAL_MASK: local_mask_q <= write_data_i;
          nf_netreduce_pkg::CSR_PAUSE: if (write_ok_o) pause_q <= write_data_i[15:0];
          nf_netreduce_pkg::CSR_RING_MEMBERS: if (write_ok_o) ring_members_q <= write_data_i[3:0];
          nf_netreduce_pkg::CSR_RING_LEAF: if (write_ok_o) ring_leaf_q <= write_data_i[0];
          nf_netreduce_pkg::CSR_RING_WINDOW: if (write_ok_o) ring_window_q <= write_data_i[2:0];
          nf_netreduce_pkg::CSR_RING_FIRST: ring_first_q <= write_data_i;
          nf_netreduce_pkg::CSR_RING_SLOT: if (write_ok_o) ring_slot_q <= write_data_i[2:0];
          nf_netreduce_pkg::CSR_RING_DTYPE: if (write_ok_o) ring_dtype_q <= write_data_i[3:0];
          nf_netreduce_pkg::CSR_IRQ_ENABLE: irq_enable_q <= write_data_i[5:0];
          nf_netreduce_pkg::CSR_DRAIN: drain_q <= write_data_i;
          nf_netreduce_pkg::CSR_THRESHOLD: threshold_q <= write_data_i;
          nf_netreduce_pkg::CSR_STRAGGLER_RING: if (write_ok_o)
              straggler_ring_q <= write_data_i[3:0] & StragglerRingBits;
          nf_netreduce_pkg::CSR_MEMBER_SRC_IP: member_src_ip_q <= write_data_i;
          nf_netreduce_pkg::CSR_MEMBER_DST_IP: member_dst_ip_q <= write_data_i;
          nf_netreduce_pkg::CSR_MEMBER_DST_QP: if (write_ok_o)
              member_dst_qp_q <= write_data_i[23:0];
          nf_netreduce_pkg::CSR_MEMBER_SRC_QP: if (write_ok_o)
              member_src_qp_q <= write_data_i[23:0];
          nf_netreduce_pkg::CSR_MEMBER_PORT: if (write_ok_o) member_port_q <= {write_data_i[14:8],
              write_data_i[5:4], write_data_i[2:0] & MemberPortPortBits};
          nf_netreduce_pkg::CSR_AGAIN: if (write_ok_o) again_q <= write_data_i[23:0];
          default: ;
        endcase
      end
    end
  end
  for (genvar i = 0; i < Ports; i++) begin : gen_skipped
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) skipped_q[i*32+:32] <= '0;
      else skipped_q[i*32+:32] <= skipped_q[i*32+:32] + 32'(hw_i.skipped[i]);
    end
  end

  // ---------------------------------------------------------------------------- reads
  logic is_skipped;
  logic [2:0] skipped_index;
  assign skipped_index = read_addr_i[4:2];
  assign is_skipped = read_addr_i[15:5] == nf_netreduce_pkg::CSR_SKIPPED[15:5]
      && read_addr_i[1:0] == 2'd0 && 32'(skipped_index) < Ports;
  logic is_overrun;
  logic [2:0] overrun_index;
  assign overrun_index = read_addr_i[4:2];
  assign is_overrun = read_addr_i[15:5] == nf_netreduce_pkg::CSR_OVERRUN[15:5]
      && read_addr_i[1:0] == 2'd0 && 32'(overrun_index) < Ports;
  always_comb begin
    read_ok_o = 1'b1;
    unique case (read_addr_i)
      nf_netreduce_pkg::CSR_ID: read_data_o = 32'h4e524431;
      nf_netreduce_pkg::CSR_BUILD: read_data_o = {8'd0, 8'(Window), 8'(Rings), 8'(Ports)};
      nf_netreduce_pkg::CSR_BUILD_TABLES: read_data_o = {16'(Connections), 16'(MaxMsgLen)};
      nf_netreduce_pkg::CSR_BUILD_BUFFER: read_data_o = 32'(BufferBeats);
      nf_netreduce_pkg::CSR_CONTROL: read_data_o = 32'(control_q);
      nf_netreduce_pkg::CSR_INET_TAG: read_data_o = inet_tag_q;
      nf_netreduce_pkg::CSR_OWN_MAC_LO: read_data_o = own_mac_lo_q;
      nf_netreduce_pkg::CSR_OWN_MAC_HI: read_data_o = 32'(own_mac_hi_q);
      nf_netreduce_pkg::CSR_OWN_IP: read_data_o = own_ip_q;
      nf_netreduce_pkg::CSR_SPINE_MAC_LO: read_data_o = spine_mac_lo_q;
      nf_netreduce_pkg::CSR_SPINE_MAC_HI: read_data_o = 32'(spine_mac_hi_q);
      nf_netreduce_pkg::CSR_SPINE_IP: read_data_o = spine_ip_q;
      nf_netreduce_pkg::CSR_LOCAL_NET: read_data_o = local_net_q;
      nf_netreduce_pkg::CSR_LOCAL_MASK: read_data_o = local_mask_q;
      nf_netreduce_pkg::CSR_PAUSE: read_data_o = 32'(pause_q);
      nf_netreduce_pkg::CSR_AWAY: read_data_o = 32'(hw_i.away);
      nf_netreduce_pkg::CSR_RING_MEMBERS: read_data_o = 32'(ring_members_q);
      nf_netreduce_pkg::CSR_RING_LEAF: read_data_o = 32'(ring_leaf_q);
      nf_netreduce_pkg::CSR_RING_WINDOW: read_data_o = 32'(ring_window_q);
      nf_netreduce_pkg::CSR_RING_FIRST: read_data_o = ring_first_q;
      nf_netreduce_pkg::CSR_RING_SLOT: read_data_o = 32'(ring_slot_q);
      nf_netreduce_pkg::CSR_RING_DTYPE: read_data_o = 32'(ring_dtype_q);
      nf_netreduce_pkg::CSR_BUSY: read_data_o = 32'(hw_i.busy);
      nf_netreduce_pkg::CSR_IRQ_STATUS: read_data_o = 32'(irq_status_q);
      nf_netreduce_pkg::CSR_IRQ_ENABLE: read_data_o = 32'(irq_enable_q);
      nf_netreduce_pkg::CSR_DRAIN: read_data_o = drain_q;
      nf_netreduce_pkg::CSR_GIVEN_UP: read_data_o = given_up_q;
      nf_netreduce_pkg::CSR_THRESHOLD: read_data_o = threshold_q;
      nf_netreduce_pkg::CSR_STRAGGLERS: read_data_o = 32'(hw_i.stragglers);
      nf_netreduce_pkg::CSR_STRAGGLER_RING: read_data_o = 32'(straggler_ring_q);
      nf_netreduce_pkg::CSR_STRAGGLER_MSGID: read_data_o = straggler_msgid_q;
      nf_netreduce_pkg::CSR_STRAGGLER_CYCLES: read_data_o = straggler_cycles_q;
      nf_netreduce_pkg::CSR_CHARGED: read_data_o = charged_q;
      nf_netreduce_pkg::CSR_LOOK_RESULT: read_data_o = {hw_i.look_result.pending,
          look_result_open_q, 22'd0, look_result_arrived_q};
      nf_netreduce_pkg::CSR_LOOK_MSGID: read_data_o = look_msgid_q;
      nf_netreduce_pkg::CSR_CYCLES: read_data_o = cycles_q;
      nf_netreduce_pkg::CSR_BAD_ACCESS: read_data_o = bad_access_q;
      nf_netreduce_pkg::CSR_SUMS: read_data_o = sums_q;
      nf_netreduce_pkg::CSR_HISTORIES: read_data_o = histories_q;
      nf_netreduce_pkg::CSR_ANNOUNCED: read_data_o = announced_q;
      nf_netreduce_pkg::CSR_LOCALS: read_data_o = locals_q;
      nf_netreduce_pkg::CSR_UNEVEN: read_data_o = uneven_q;
      nf_netreduce_pkg::CSR_INVALID: read_data_o = invalid_q;
      nf_netreduce_pkg::CSR_OVERFLOW: read_data_o = overflow_q;
      nf_netreduce_pkg::CSR_UNDERFLOW: read_data_o = underflow_q;
      nf_netreduce_pkg::CSR_INEXACT: read_data_o = inexact_q;
      nf_netreduce_pkg::CSR_DROPPED: read_data_o = dropped_q;
      nf_netreduce_pkg::CSR_MEMBER_SRC_IP: read_data_o = member_src_ip_q;
      nf_netreduce_pkg::CSR_MEMBER_DST_IP: read_data_o = member_dst_ip_q;
      nf_netreduce_pkg::CSR_MEMBER_DST_QP: read_data_o = 32'(member_dst_qp_q);
      nf_netreduce_pkg::CSR_MEMBER_SRC_QP: read_data_o = 32'(member_src_qp_q);
      nf_netreduce_pkg::CSR_MEMBER_PORT: read_data_o = {17'd0, member_port_q.parts, 2'd0,
          member_port_q.role, 1'd0, member_port_q.port};
      nf_netreduce_pkg::CSR_AGAIN: read_data_o = 32'(again_q);
      nf_netreduce_pkg::CSR_NAKS: read_data_o = naks_q;
      nf_netreduce_pkg::CSR_REPLAYS: read_data_o = replays_q;
      default: begin
        read_ok_o = ext_read_ok_i;
        read_data_o = ext_read_data_i;
        if (is_skipped) begin
          read_ok_o = 1'b1;
          read_data_o = skipped_q[skipped_index*32+:32];
        end
        if (is_overrun) begin
          read_ok_o = 1'b1;
          read_data_o = hw_i.overrun[overrun_index*32+:32];
        end
      end
    endcase
  end

  assign regs_o.control = control_q;
  assign regs_o.inet_tag = inet_tag_q;
  assign regs_o.own_mac_lo = own_mac_lo_q;
  assign regs_o.own_mac_hi = own_mac_hi_q;
  assign regs_o.own_ip = own_ip_q;
  assign regs_o.spine_mac_lo = spine_mac_lo_q;
  assign regs_o.spine_mac_hi = spine_mac_hi_q;
  assign regs_o.spine_ip = spine_ip_q;
  assign regs_o.local_net = local_net_q;
  assign regs_o.local_mask = local_mask_q;
  assign regs_o.pause = pause_q;
  assign regs_o.ring_members = ring_members_q;
  assign regs_o.ring_leaf = ring_leaf_q;
  assign regs_o.ring_window = ring_window_q;
  assign regs_o.ring_first = ring_first_q;
  assign regs_o.ring_slot = ring_slot_q;
  assign regs_o.ring_dtype = ring_dtype_q;
  assign regs_o.drain = drain_q;
  assign regs_o.threshold = threshold_q;
  assign regs_o.straggler_ring = straggler_ring_q;
  assign regs_o.member_src_ip = member_src_ip_q;
  assign regs_o.member_dst_ip = member_dst_ip_q;
  assign regs_o.member_dst_qp = member_dst_qp_q;
  assign regs_o.member_src_qp = member_src_qp_q;
  assign regs_o.member_port = member_port_q;
  assign regs_o.again = again_q;
  assign irq_o = ({irq_status_q} & {irq_enable_q}) != '0;

endmodule
