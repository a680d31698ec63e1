// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Registers of the accelerator behind an AXI4-Lite slave (nf_netreduce_pkg::CSR_*; NETREDUCE 4.2: a
// controller sets the rings up). nf_netreduce_regs is the register file; set-up of rings and
// members and looks are here; counts by cause, members, columns and stragglers are asked for at the
// ports of those who have them.
//
// It does not know byte enables: a write is of 32 bits.
//
// A response follows 2 cycles after the address (and, of a write, the data) was taken, of a read of
// MEMBER 4 cycles after, of COUNT one cycle after the answer; of a write of RING_SETUP or
// MEMBER_SETUP one cycle after the table of members has answered. What a write does shows 2 cycles
// after too. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_netreduce_csr #(
    parameter int unsigned Ports = 6,          // ports, 2..8
    parameter int unsigned Rings = 1,          // rings, 1..16
    parameter int unsigned Window = 3,         // N: N + 1 slots, 1..7
    parameter int unsigned MaxMsgLen = 170,    // packets of a message, 1..256
    parameter int unsigned Connections = 16,   // for BUILD_TABLES alone
    parameter int unsigned BufferBeats = 256,  // for BUILD_BUFFER alone
    parameter bit          Halves = 1'b1       // the adders have the types of 16-bit elements, F16
                                               // and BF16
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // AXI4-Lite, byte addresses, no byte enables
    input  logic             aw_valid_i,
    output logic             aw_ready_o,
    input  logic [     15:0] aw_addr_i,
    input  logic             w_valid_i,
    output logic             w_ready_o,
    input  logic [     31:0] w_data_i,
    output logic             b_valid_o,
    input  logic             b_ready_i,
    output logic [      1:0] b_resp_o,
    input  logic             ar_valid_i,
    output logic             ar_ready_o,
    input  logic [     15:0] ar_addr_i,
    output logic             r_valid_o,
    input  logic             r_ready_i,
    output logic [     31:0] r_data_o,
    output logic [      1:0] r_resp_o,
    output logic             irq_o,             // a bit of IRQ_STATUS that IRQ_ENABLE has too
    // levels: registers
    output logic             enable_o,          // ENABLE
    output logic [     31:0] tag_o,             // InetTag
    output nf_netreduce_pkg::address_t own_o,
    output nf_netreduce_pkg::address_t spine_o,
    output logic [     31:0] local_net_o,
    output logic [     31:0] local_mask_o,
    output logic [     31:0] threshold_o,       // cycles; 0: no straggler is looked for
    output logic [     15:0] pause_o,           // PAUSE, 1..65535
    output logic [     31:0] drain_o,           // DRAIN
    output logic [     23:0] again_o,           // AGAIN; 0: nothing is recovered
    // set up a ring anew: one cycle, always within the ranges, and only when ready; the members are
    // all there
    input  logic             cfg_ready_i,
    output logic             cfg_valid_o,
    output nf_netreduce_pkg::cfg_t cfg_o,
    input  logic [Rings-1:0] busy_i,            // BUSY: the ring is being set up or swept
    // the table of members: one question at a time, answered any number of cycles later; what it is
    // about stays until then
    output logic             enrol_valid_o,     // a question about members
    output nf_netreduce_pkg::enrol_t enrol_o,
    input  logic             enrol_done_i,
    input  logic             enrol_ok_i,
    // counts by cause: one question at a time, answered any number of cycles later
    output logic             count_re_o,
    output logic [      2:0] count_port_o,
    output logic [      4:0] count_index_o,
    input  logic             count_valid_i,
    input  logic [     31:0] count_data_i,
    // members: the answer is there one cycle later
    output logic             member_re_o,
    output logic [      3:0] member_ring_o,
    output logic [      2:0] member_host_o,
    input  nf_netreduce_pkg::member_t member_i,  // unless valid zero
    // a look at a column, by way of nf_netreduce_straggler
    output logic             look_valid_o,      // until it is taken
    input  logic             look_ready_i,
    output nf_netreduce_pkg::column_t look_o,
    input  logic             look_done_i,       // one cycle
    input  nf_netreduce_pkg::seen_t seen_i,     // then
    // stragglers
    input  logic             straggler_i,       // one cycle: a report is new
    input  logic             charged_i,         // one cycle: it charges members with their MsgLen
    input  logic [Rings-1:0] stragglers_i,      // rings that have a report
    output logic [      3:0] report_ring_o,     // whose report is shown, one cycle later
    input  nf_netreduce_pkg::report_t report_i,  // its report
    // what is counted: one cycle each
    input  logic             sum_i,             // a sum was kept
    input  logic             uneven_i,          // with sum_i
    input  nf_netreduce_pkg::flags_t flags_i,   // with sum_i
    input  logic             history_i,         // an answer from the history buffer
    input  logic             announce_i,        // an announcement
    input  logic             local_i,           // a sum of hosts here
    input  logic             dropped_i,         // a repeated packet was not answered
    input  logic [      1:0] given_up_i,        // waits that were given up, 0..2
    input  logic             naks_i,            // a NAK to a host whose packet is missing
    input  logic             replays_i,         // a replay to a receiver that misses sums
    input  logic [Ports-1:0] skipped_i,         // bit p: a frame that port p did not get
    input  logic [Ports-1:0] away_i,            // bit p, a level: port p is away
    input  logic [Ports*32-1:0] overruns_i      // OVERRUN: levels, counts that are kept elsewhere
);

  `NF_PARAM(NrCsrPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)
  `NF_PARAM(NrCsrRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)
  `NF_PARAM(NrCsrWindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)
  `NF_PARAM(NrCsrMaxMsgLenInRange, MaxMsgLen >= 1 && MaxMsgLen <= nf_netreduce_pkg::MAX_MSGLEN)

  localparam logic [255:0] Ops =
      nf_pkg::OPS_SUPPORTED & ~nf_pkg::OPS_WIDE & ~(Halves ? 256'd0 : nf_pkg::OPS_HALF);
  // By bits, as a small number that is looked up is no carry chain: HostIDs that a ring can have, and how many hosts.
  localparam logic [7:0] HostIds = 8'((32'd2 << Ports) - 32'd1);
  localparam logic [15:0] HostNumbers = 16'((32'd2 << Ports) - 32'd1);
  localparam int unsigned LeafHosts = 6;  // a leaf's ring has two members more
  localparam logic [15:0] LeafNumbers =
      16'((32'd2 << (Ports - 1 < LeafHosts ? Ports - 1 : LeafHosts)) - 32'd1);

  // ------------------------------------------------------------------------------ the bus
  logic write_valid, write_ready, write, write_ok, read_valid, read, read_ready, read_ok;
  logic [15:0] waddr, raddr;
  logic [31:0] wdata, rdata;
  nf_axil #(
      .AddrBits(16)
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
      .write_ready_i(write_ready),
      .write_ok_i   (write_ok),
      .read_valid_o (read_valid),
      .read_addr_o  (raddr),
      .read_ready_i (read_ready),
      .read_ok_i    (read_ok),
      .read_data_i  (rdata)
  );
  assign read = read_valid && read_ready;
  assign write = write_valid && write_ready;

  // ------------------------------------------------------------------------------ registers
  nf_netreduce_regs_pkg::in_t hw;
  nf_netreduce_regs_pkg::out_t regs;
  logic ext_write_ok, ext_read_ok;
  logic [1:0] enrol_op_q;
  logic [3:0] enrol_ring_q;
  logic [2:0] enrol_host_q;
  logic [31:0] ext_read_data;
  nf_netreduce_regs #(
      .Ports      (Ports),
      .Rings      (Rings),
      .Window     (Window),
      .MaxMsgLen  (MaxMsgLen),
      .Connections(Connections),
      .BufferBeats(BufferBeats)
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
      .read_data_o    (rdata),
      .ext_write_ok_i (ext_write_ok),
      .ext_read_ok_i  (ext_read_ok),
      .ext_read_data_i(ext_read_data),
      .irq_o,
      .hw_i           (hw),
      .regs_o         (regs)
  );

  assign enable_o = regs.control;
  assign tag_o = regs.inet_tag;
  assign own_o.mac = {regs.own_mac_hi, regs.own_mac_lo};
  assign own_o.ip = regs.own_ip;
  assign spine_o.mac = {regs.spine_mac_hi, regs.spine_mac_lo};
  assign spine_o.ip = regs.spine_ip;
  assign local_net_o = regs.local_net;
  assign local_mask_o = regs.local_mask;
  assign threshold_o = regs.threshold;
  assign pause_o = regs.pause;
  assign drain_o = regs.drain;
  assign again_o = regs.again;
  assign report_ring_o = regs.straggler_ring;
  assign enrol_o.op = enrol_op_q;
  assign enrol_o.ring = enrol_ring_q;
  assign enrol_o.host = enrol_host_q;
  assign enrol_o.src_ip = regs.member_src_ip;
  assign enrol_o.dst_ip = regs.member_dst_ip;
  assign enrol_o.dst_qp = regs.member_dst_qp;
  assign enrol_o.src_qp = regs.member_src_qp;
  assign enrol_o.port = regs.member_port.port;
  assign enrol_o.role = regs.member_port.role;
  assign enrol_o.parts = regs.member_port.parts;
  assign enrol_o.members = regs.ring_members;
  assign enrol_o.leaf = regs.ring_leaf;

  assign hw.busy = 16'(busy_i);
  assign hw.away = 8'(away_i);
  assign hw.stragglers = 16'(stragglers_i);
  assign hw.overrun = 256'(overruns_i);
  assign hw.irq_status_straggler = straggler_i;
  assign hw.irq_status_uneven = sum_i && uneven_i;
  assign hw.irq_status_invalid = sum_i && flags_i.invalid;
  assign hw.irq_status_overflow = sum_i && flags_i.overflow;
  assign hw.irq_status_msglen = charged_i;
  // The three words of a report belong together.
  logic report;
  assign report = read && raddr == nf_netreduce_pkg::CSR_STRAGGLER;
  assign hw.straggler_msgid_we = report;
  assign hw.straggler_msgid = report_i.msgid;
  assign hw.straggler_cycles_we = report;
  assign hw.straggler_cycles = report_i.cycles;

  assign hw.cycles = 1'b1;
  assign hw.sums = sum_i;
  assign hw.histories = history_i;
  assign hw.announced = announce_i;
  assign hw.locals = local_i;
  assign hw.dropped = dropped_i;
  assign hw.given_up = given_up_i;
  assign hw.naks = naks_i;
  assign hw.replays = replays_i;
  assign hw.charged = charged_i;
  assign hw.uneven = sum_i && uneven_i;
  assign hw.invalid = sum_i && flags_i.invalid;
  assign hw.overflow = sum_i && flags_i.overflow;
  assign hw.underflow = sum_i && flags_i.underflow;
  assign hw.inexact = sum_i && flags_i.inexact;
  assign hw.skipped = 8'(skipped_i);

  // ------------------------------------------------------------------------------ set up, members
  logic members_ok, setup, setup_fits;
  // What is written, by the fields of each command.
  nf_netreduce_regs_pkg::member_setup_t enrol_word;
  nf_netreduce_regs_pkg::look_t look_word;
  assign enrol_word = wdata;
  assign look_word = wdata;

  // A ring is set up with what the engine can hold: each host needs a port of its own, and so does
  // the way to the spine.
  assign members_ok = regs.ring_leaf ? LeafNumbers[regs.ring_members]
      : HostNumbers[regs.ring_members];
  assign setup = waddr == nf_netreduce_pkg::CSR_RING_SETUP;
  assign setup_fits = cfg_ready_i && wdata[31:4] == '0 && 5'(wdata[3:0]) < 5'(Rings)
      && members_ok && regs.ring_window != '0
      && 4'(regs.ring_window) < 4'(Window + 1) && 4'(regs.ring_slot) < 4'(Window + 1)
      && Ops[{regs.ring_dtype, nf_pkg::RED_OP_ADD}];

  // What the table of members has to say something about waits for it.
  logic enrols, enrol_fits, asks, enrol_asked_q;
  assign enrols = waddr == nf_netreduce_pkg::CSR_MEMBER_SETUP;
  // HEADER and GLOBAL may share a port, so a ring may have one member more than there are ports, 8 at most.
  assign enrol_fits = cfg_ready_i && enrol_word.none7 == '0 && 5'(enrol_word.ring) < 5'(Rings)
      && HostIds[enrol_word.host];
  assign asks = write_valid && ((setup && setup_fits) || (enrols && enrol_fits));
  assign write_ready = !asks || (enrol_asked_q && enrol_done_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enrol_valid_o <= 1'b0;
      enrol_asked_q <= 1'b0;
      enrol_op_q <= '0;
      enrol_ring_q <= '0;
      enrol_host_q <= '0;
    end else begin
      enrol_valid_o <= asks && !enrol_asked_q;
      enrol_asked_q <= asks && !write;
      if (asks && !enrol_asked_q) begin
        enrol_op_q <= setup ? nf_netreduce_pkg::ENROL_CHECK :
                      enrol_word.remove ? nf_netreduce_pkg::ENROL_REMOVE :
                      nf_netreduce_pkg::ENROL_ADD;
        enrol_ring_q <= setup ? wdata[3:0] : enrol_word.ring;
        enrol_host_q <= enrol_word.host;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cfg_valid_o <= 1'b0;
      cfg_o <= '0;
    end else begin
      cfg_valid_o <= write && setup && write_ok;
      if (write && setup && write_ok) begin
        cfg_o.ring <= wdata[3:0];
        cfg_o.members <= regs.ring_members;
        cfg_o.leaf <= regs.ring_leaf;
        cfg_o.window <= regs.ring_window;
        cfg_o.first <= regs.ring_first;
        cfg_o.slot <= regs.ring_slot;
        cfg_o.dtype <= regs.ring_dtype;
      end
    end
  end

  // ------------------------------------------------------------------------------ looks
  logic look, look_ok, look_busy_q, look_ends;
  assign look = write && waddr == nf_netreduce_pkg::CSR_LOOK;
  assign look_ok = !look_busy_q && look_word.none20 == '0 && 5'(look_word.ring) < 5'(Rings)
      && look_word.none11 == '0 && 4'(look_word.slot) < 4'(Window + 1)
      && 9'(look_word.packet) < 9'(MaxMsgLen);
  assign look_ends = look_busy_q && look_done_i;
  // While it is under way nothing is shown of the one before.
  assign hw.look_result_we = (look && look_ok) || look_ends;
  assign hw.look_result.pending = look_busy_q;
  assign hw.look_result.open = look_ends && seen_i.open;
  assign hw.look_result.arrived = look_ends ? seen_i.arrived : '0;
  assign hw.look_msgid_we = look_ends;
  assign hw.look_msgid = seen_i.msgid;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      look_valid_o <= 1'b0;
      look_busy_q <= 1'b0;
      look_o <= '0;
    end else begin
      look_valid_o <= (look && look_ok) || (look_valid_o && !look_ready_i);
      look_busy_q <= (look && look_ok) || (look_busy_q && !look_done_i);
      if (look && look_ok) begin
        look_o.ring <= look_word.ring;
        look_o.slot <= look_word.slot;
        look_o.offset <= look_word.packet;
      end
    end
  end

  // ------------------------------------------------------------------------------ commands
  always_comb begin
    unique case (waddr)
      nf_netreduce_pkg::CSR_RING_SETUP: ext_write_ok = setup_fits && enrol_ok_i;
      nf_netreduce_pkg::CSR_MEMBER_SETUP: ext_write_ok = enrol_fits && enrol_ok_i;
      nf_netreduce_pkg::CSR_LOOK: ext_write_ok = look_ok;
      default: ext_write_ok = 1'b0;
    endcase
  end

  // ------------------------------------------------------------------------------ reads elsewhere
  // The question goes out, and the read waits for the answer.
  logic is_count, is_member, asked_q, member_there_q;
  assign is_count = raddr[15:10] == nf_netreduce_pkg::CSR_COUNT[15:10] && raddr[1:0] == 2'd0
      && 4'(raddr[9:7]) < 4'(Ports);
  assign is_member = raddr[15:12] == nf_netreduce_pkg::CSR_MEMBER[15:12] && raddr[1:0] == 2'd0
      && 5'(raddr[11:8]) < 5'(Rings) && raddr[4:2] <= 3'd4;
  assign read_ready = is_count ? asked_q && count_valid_i : !is_member || member_there_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
      member_there_q <= 1'b0;
      count_re_o <= 1'b0;
      member_re_o <= 1'b0;
      count_port_o <= '0;
      count_index_o <= '0;
      member_ring_o <= '0;
      member_host_o <= '0;
    end else begin
      asked_q <= read_valid && (is_count || is_member) && !read;
      count_re_o <= read_valid && is_count && !asked_q;
      member_re_o <= read_valid && is_member && !asked_q;
      member_there_q <= member_re_o;
      if (read_valid && is_count && !asked_q) begin
        count_port_o <= raddr[9:7];
        count_index_o <= raddr[6:2];
      end
      if (read_valid && is_member && !asked_q) begin
        member_ring_o <= raddr[11:8];
        member_host_o <= raddr[7:5];
      end
    end
  end

  nf_netreduce_regs_pkg::member_host_state_t member_state;
  assign member_state.valid = member_i.valid;
  assign member_state.none15 = '0;
  assign member_state.parts = member_i.parts;
  assign member_state.none6 = '0;
  assign member_state.role = member_i.role;
  assign member_state.none3 = '0;
  assign member_state.port = member_i.port;

  logic [31:0] member_word;
  always_comb begin
    unique case (raddr[4:2])
      3'd0: member_word = member_state;
      3'd1: member_word = member_i.src_ip;
      3'd2: member_word = member_i.dst_ip;
      3'd3: member_word = 32'(member_i.dst_qp);
      default: member_word = 32'(member_i.src_qp);
    endcase
  end

  nf_netreduce_regs_pkg::straggler_t straggler;
  assign straggler.valid = report_i.valid;
  assign straggler.none25 = '0;
  assign straggler.unlike = report_i.unlike;
  assign straggler.charged = report_i.charged;
  assign straggler.missing = report_i.missing;
  assign straggler.packet = report_i.offset;
  always_comb begin
    ext_read_ok = is_count || is_member || raddr == nf_netreduce_pkg::CSR_STRAGGLER;
    ext_read_data = straggler;
    if (is_count) ext_read_data = count_data_i;
    if (is_member) ext_read_data = member_word;
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic look_waits, asks_was;
  nf_netreduce_pkg::column_t look_was;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      look_waits <= 1'b0;
      asks_was <= 1'b0;
    end else begin
      look_waits <= look_valid_o && !look_ready_i;
      asks_was <= count_re_o || member_re_o;
    end
  end
  always_ff @(posedge clk_i) look_was <= look_o;
  // A ring is set up with what it can have.
  `NF_ASSERT(NrCsrSetupInRange, !cfg_valid_o || (5'(cfg_o.ring) < 5'(Rings)
             && 5'(cfg_o.members) <= 5'(Ports) && cfg_o.window != '0
             && 4'(cfg_o.window) < 4'(Window + 1) && 4'(cfg_o.slot) < 4'(Window + 1)
             && Ops[{cfg_o.dtype, nf_pkg::RED_OP_ADD}]))
  // A leaf has room for two members more.
  `NF_ASSERT(NrCsrLeafHasRoom, !(cfg_valid_o && cfg_o.leaf) || 32'(cfg_o.members) <= LeafHosts)
  // A look that was not taken stays as it is.
  `NF_ASSERT(NrCsrLookHolds, !look_waits
             || (look_valid_o && look_was == look_o))
  // What a look was answered is for one that is under way.
  `NF_ASSERT(NrCsrLookAwaited, !look_done_i || (look_busy_q && !look_valid_o))
  // A read asks once.
  `NF_ASSERT(NrCsrAsksOnce, !(count_re_o || member_re_o) || (read_valid && asked_q && !asks_was))
  // Counts and members are answered by those who have them.
  `NF_ASSERT(NrCsrAsksBefore, !(read && (is_count || is_member)) || asked_q)
  // One question about members at a time.
  `NF_ASSERT(NrCsrEnrolOnce, !enrol_valid_o || (asks && enrol_asked_q))
  // A ring is set up one at a time.
  `NF_ASSERT(NrCsrSetupReady, !cfg_valid_o || cfg_ready_i)
  // A ring was refused.
  `NF_COVER(NrCsrSetupRefused, write && setup && !setup_fits)
  // Members are missing.
  `NF_COVER(NrCsrMembersMissing, write && setup && setup_fits && !enrol_ok_i)
`endif

endmodule
