// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Grants transfers of one packet: a transfer goes when all that it needs is free, else it is
// stalled until all is (ACE 4.2). The machines compete here (ACE 4.3.2), and the two DMAs with them
// for the ports of the SRAM banks.
//
// It moves no data and keeps no addresses: whoever takes part in a transfer hears of it through
// op_o, wrop_o or rdop_o and knows from the cycle of the grant when each word passes. So all that
// is remembered here is for how many cycles a bank, lane or port is still in use. Those of a port
// are three at least: that long its flags may be those from before the grant.
//
// Latency: a request is granted in the next cycle. Throughput: one machine, one write and one read
// of the DMAs per cycle; a machine asks again in the cycle after its grant. Machines take turns, up
// or down as a random bit says: with a fixed order streams that follow each other through the banks
// can block each other in the same way for ever. A machine that was left behind for 63 to 126
// cycles, by nothing but other transfers, has the engine to itself until it is granted; a DMA gets
// each port of a bank at most once before it.

`include "nf_assert.svh"

module nf_ace_issue #(
    parameter int unsigned Machines = 16,  // machines, 2..16
    parameter int unsigned Ports    = 6,   // links, 1..8
    parameter int unsigned Banks    = 4,   // SRAM banks, 1, 2 or 4
    parameter int unsigned Alus     = 4,   // lanes that can reduce: the lowest ones
    parameter int unsigned Lanes    = 6    // all lanes, Alus..8
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // machines: a request holds until it is granted or refused, the cycle after that is a new one's
    input  logic [   Machines-1:0] req_valid_i,
    input  logic [Machines*64-1:0] req_i,         // record req
    output logic [   Machines-1:0] grant_o,
    output logic [ Machines*8-1:0] reject_o,      // FAULT_*, 0: none
    output logic [ Machines*8-1:0] wait_o,        // WAIT_* of the cycle before
    // ports: flags of the queue pairs, right from the second cycle after a grant on
    input  logic [   Ports*16-1:0] avail_i,       // a packet is at the head
    input  logic [   Ports*64-1:0] words_i,       // its length in words, 4 bits each
    input  logic [   Ports*16-1:0] credit_i,      // the peer has room for one more
    input  logic [      Ports-1:0] space_i,       // the output buffer has room for one more
    input  logic [   Ports*16-1:0] open_i,        // it is set up
    // TX DMA writes a packet, RX DMA reads one: held until granted, as requests are
    input  logic                   wr_valid_i,
    input  logic [           15:0] wr_addr_i,
    input  logic [            3:0] wr_words_i,
    output logic                   wr_grant_o,
    input  logic                   rd_valid_i,
    input  logic [           15:0] rd_addr_i,
    input  logic [            3:0] rd_words_i,
    output logic                   rd_grant_o,
    // what is granted in this cycle
    output logic                   op_valid_o,
    output nf_ace_pkg::req_t       op_o,
    output logic [            3:0] op_lane_o,     // 0 for a token, which needs none
    output logic                   wrop_valid_o,
    output nf_ace_pkg::access_t    wrop_o,        // address 15:0, words 19:16
    output logic                   rdop_valid_o,
    output nf_ace_pkg::access_t    rdop_o,        // address 15:0, words 19:16
    // counting
    input  logic [           15:0] select_i,      // machines whose waiting is counted
    output logic [nf_ace_pkg::WAITS*8-1:0] waiting_o  // WAIT_*: how many of them wait_o told it of
);

  localparam int unsigned MachineBits = $clog2(Machines);
  localparam int unsigned ReqBits = nf_ace_pkg::REQ_BITS;
  localparam logic [Lanes-1:0] AluMask = Lanes'((1 << Alus) - 1);

  `NF_PARAM(IssueMachinesInRange, Machines >= 2 && Machines <= nf_ace_pkg::MAX_MACHINES)
  `NF_PARAM(IssuePortsInRange, Ports >= 1 && Ports <= nf_ace_pkg::MAX_PORTS)
  `NF_PARAM(IssueBanksInRange, Banks == 1 || Banks == 2 || Banks == 4)
  `NF_PARAM(IssueLanesInRange, Alus >= 1 && Alus <= Lanes && Lanes <= nf_ace_pkg::MAX_LANES)

  // ----------------------------------------------------------------------- what is in use
  // Resources, one bit each.
  typedef struct packed {
    logic [Lanes-1:0] lane;
    logic [Ports-1:0] to_port;    // destination ports
    logic [Ports-1:0] from_port;  // source ports
    logic [Banks-1:0] write;      // write ports of the banks
    logic [Banks-1:0] read;       // their read ports
  } resources_t;

  // What has its bit set in busy<n>_q is in use for n cycles more at least.
  resources_t busy1_q, busy2_q, busy3_q, busy1_d, busy2_d, busy3_d;
  logic [Lanes-1:0] lane_free;
  logic [7:0] in_busy, out_busy;

  assign lane_free = ~busy1_q.lane;
  assign in_busy   = 8'(busy1_q.from_port);
  assign out_busy  = 8'(busy1_q.to_port);

  // --------------------------------------------------------------------- DMAs before the machines
  // At a bank that both want, DMA and machines alternate: after a DMA's packet it is the turn of a
  // machine. Before one that was left behind, a DMA does not go twice.
  logic [Machines-1:0] urgent_q;  // the machine that was left behind, one bit or none
  logic [Banks-1:0] wr_bank, rd_bank, wr_first, rd_first, urgent_write, urgent_read;
  logic wr_last_q, rd_last_q, wr_can, rd_can;

  assign wr_bank = Banks'(1) << (wr_addr_i[1:0] & 2'(Banks - 1));
  assign rd_bank = Banks'(1) << (rd_addr_i[1:0] & 2'(Banks - 1));
  assign wr_can = wr_valid_i && !wr_grant_o && (wr_bank & busy1_q.write) == '0
      && !(wr_last_q && (wr_bank & urgent_write) != '0);
  assign rd_can = rd_valid_i && !rd_grant_o && (rd_bank & busy1_q.read) == '0
      && !(rd_last_q && (rd_bank & urgent_read) != '0);
  assign wr_first = wr_can && !wr_last_q ? wr_bank : '0;
  assign rd_first = rd_can && !rd_last_q ? rd_bank : '0;

  // ----------------------------------------------------------------------- each machine's request
  logic [127:0] avail, credit, open;
  logic [511:0] words;
  logic [7:0] space;
  logic any_lane, any_alu;
  nf_ace_pkg::req_t asked;  // the request that is looked at
  logic [6:0] in_pair, out_pair;  // its queue pairs
  logic [Machines-1:0] send, recv, token, reduces_here, bad_qp, mismatch;
  logic [Machines-1:0] has_packet, has_credit, has_space, in_used, out_used;
  // The resources that it takes, without a lane.
  logic [Machines*Banks-1:0] reads, writes;
  logic [Machines*Ports-1:0] from_ports, to_ports;
  logic [Machines-1:0] live, refuse, able, busy, left;
  logic [Machines*4-1:0] cause;

  assign avail = 128'(avail_i);
  assign credit = 128'(credit_i);
  assign open = 128'(open_i);
  assign words = 512'(words_i);
  assign space = 8'(space_i);
  assign any_lane = lane_free != '0;
  assign any_alu = (lane_free & AluMask) != '0;

  always_comb begin
    for (int m = 0; m < Machines; m++) begin
      asked = req_i[m*ReqBits+:ReqBits];
      in_pair = {asked.qin.port[2:0], asked.qin.qp};
      out_pair = {asked.qout.port[2:0], asked.qout.qp};
      send[m] = asked.send;
      recv[m] = asked.recv;
      token[m] = asked.words == '0;
      reduces_here[m] = asked.recv && asked.read && !token[m];

      reads[m*Banks+:Banks] = asked.read && !token[m]
          ? Banks'(1) << (asked.raddr[1:0] & 2'(Banks - 1)) : {Banks{1'b0}};
      writes[m*Banks+:Banks] = asked.write && !token[m]
          ? Banks'(1) << (asked.waddr[1:0] & 2'(Banks - 1)) : {Banks{1'b0}};
      from_ports[m*Ports+:Ports] = asked.recv
          ? Ports'(1) << asked.qin.port[2:0] : {Ports{1'b0}};
      to_ports[m*Ports+:Ports] = asked.send
          ? Ports'(1) << asked.qout.port[2:0] : {Ports{1'b0}};

      has_packet[m] = avail[in_pair];
      has_credit[m] = credit[out_pair];
      has_space[m] = space[asked.qout.port[2:0]];
      in_used[m] = in_busy[asked.qin.port[2:0]];
      out_used[m] = out_busy[asked.qout.port[2:0]];
      // A queue pair of a port that there is not is not open.
      bad_qp[m] = (asked.recv && (asked.qin.port[3] || !open[in_pair]))
          || (asked.send && (asked.qout.port[3] || !open[out_pair]));
      mismatch[m] = asked.recv && !in_used[m] && has_packet[m]
          && words[{in_pair, 2'b00}+:4] != asked.words;
    end
  end

  for (genvar m = 0; m < Machines; m++) begin : gen_machine
    assign live[m] = req_valid_i[m] && !grant_o[m] && reject_o[m*8+:8] == '0;
    assign refuse[m] = live[m] && (bad_qp[m] || mismatch[m]);

    // What is missing first, in the order of WAIT_*.
    always_comb begin
      cause[m*4+:4] = nf_ace_pkg::WAIT_NOTHING;
      if (!live[m] || refuse[m]) cause[m*4+:4] = nf_ace_pkg::WAIT_NOTHING;
      else if (recv[m] && !has_packet[m]) cause[m*4+:4] = nf_ace_pkg::WAIT_PACKET;
      else if (send[m] && !has_credit[m]) cause[m*4+:4] = nf_ace_pkg::WAIT_CREDIT;
      else if (send[m] && !has_space[m]) cause[m*4+:4] = nf_ace_pkg::WAIT_OUTPUT;
      else if (recv[m] && in_used[m]) cause[m*4+:4] = nf_ace_pkg::WAIT_IN_PORT;
      else if (send[m] && out_used[m]) cause[m*4+:4] = nf_ace_pkg::WAIT_OUT_PORT;
      else if ((reads[m*Banks+:Banks] & (busy1_q.read | rd_first)) != '0)
        cause[m*4+:4] = nf_ace_pkg::WAIT_BANK_READ;
      else if ((writes[m*Banks+:Banks] & (busy1_q.write | wr_first)) != '0)
        cause[m*4+:4] = nf_ace_pkg::WAIT_BANK_WRITE;
      else if (!token[m] && !(reduces_here[m] ? any_alu : any_lane))
        cause[m*4+:4] = nf_ace_pkg::WAIT_LANE;
    end

    assign able[m] = live[m] && !refuse[m] && cause[m*4+:4] == nf_ace_pkg::WAIT_NOTHING;
    // Others are in the way: of the busy ones right now, of those left at a full output too.
    assign busy[m] = able[m] || cause[m*4+:4] >= nf_ace_pkg::WAIT_IN_PORT;
    assign left[m] = able[m] || cause[m*4+:4] >= nf_ace_pkg::WAIT_OUTPUT;
  end

  always_comb begin
    urgent_read  = '0;
    urgent_write = '0;
    for (int m = 0; m < Machines; m++) begin
      urgent_read  = urgent_read | ({Banks{urgent_q[m]}} & reads[m*Banks+:Banks]);
      urgent_write = urgent_write | ({Banks{urgent_q[m]}} & writes[m*Banks+:Banks]);
    end
  end

  // ----------------------------------------------------------------------- the machine that goes
  // One shift register, which returns after 63 cycles, gives the direction and the periods of
  // patience.
  logic [5:0] random_q;
  logic [MachineBits-1:0] last_q, up_index, down_index, picked_index, urgent_index;
  logic [Machines-1:0] candidates, reversed, up, down, picked, urgent_d;
  logic picked_valid, down_valid, urgent_valid, period_ends;

  assign candidates = urgent_q == '0 ? able : able & urgent_q;
  assign period_ends = random_q == 6'd1;
  for (genvar m = 0; m < Machines; m++) begin : gen_direction
    assign reversed[m] = candidates[Machines-1-m];
    assign picked[m] = random_q[0] ? down[Machines-1-m] : up[m];
  end
  assign picked_index = random_q[0] ? MachineBits'(Machines - 1) - down_index : up_index;

  nf_rr_arb #(
      .Requests(Machines)
  ) u_up (
      .req_i         (candidates),
      .last_i        (last_q),
      .grant_valid_o (picked_valid),
      .grant_index_o (up_index),
      .grant_onehot_o(up)
  );
  nf_rr_arb #(
      .Requests(Machines)
  ) u_down (
      .req_i         (reversed),
      .last_i        (MachineBits'(Machines - 1) - last_q),
      .grant_valid_o (down_valid),
      .grant_index_o (down_index),
      .grant_onehot_o(down)
  );

  resources_t picked_needs;  // without a lane
  nf_ace_pkg::req_t picked_req;
  always_comb begin
    picked_needs = '0;
    picked_req   = '0;
    for (int m = 0; m < Machines; m++) begin
      picked_needs.read = picked_needs.read | ({Banks{picked[m]}} & reads[m*Banks+:Banks]);
      picked_needs.write = picked_needs.write | ({Banks{picked[m]}} & writes[m*Banks+:Banks]);
      picked_needs.from_port = picked_needs.from_port
          | ({Ports{picked[m]}} & from_ports[m*Ports+:Ports]);
      picked_needs.to_port = picked_needs.to_port
          | ({Ports{picked[m]}} & to_ports[m*Ports+:Ports]);
      picked_req = picked_req | ({ReqBits{picked[m]}} & req_i[m*ReqBits+:ReqBits]);
    end
  end

  // Its lane: without an ALU if one is free and it does not reduce.
  logic [Lanes-1:0] usable, lane;
  logic [3:0] lane_index;
  logic reduces;

  assign reduces = picked_req.recv && picked_req.read;
  assign usable = reduces || (lane_free & ~AluMask) == '0 ? lane_free & AluMask
      : lane_free & ~AluMask;
  assign lane = picked_req.words != '0 ? usable & (~usable + 1'b1) : '0;
  always_comb begin
    lane_index = '0;
    for (int l = 0; l < Lanes; l++) lane_index = lane_index | (lane[l] ? 4'(l) : 4'd0);
  end

  // ----------------------------------------------------------------------- DMAs after the machine
  logic wr_meets, rd_meets, wr_go, rd_go;

  assign wr_meets = (picked_needs.write & wr_bank) != '0;
  assign rd_meets = (picked_needs.read & rd_bank) != '0;
  assign wr_go = wr_can && !wr_meets;
  assign rd_go = rd_can && !rd_meets;

  resources_t op_takes, port_takes, wr_takes, rd_takes;
  always_comb begin
    op_takes = picked_needs;
    op_takes.lane = lane;
    port_takes = '0;
    port_takes.to_port = picked_needs.to_port;
    port_takes.from_port = picked_needs.from_port;
    wr_takes = '0;
    if (wr_go) wr_takes.write = wr_bank;
    rd_takes = '0;
    if (rd_go) rd_takes.read = rd_bank;
  end

  assign busy1_d = busy2_q | port_takes | (picked_req.words > 4'd1 ? op_takes : '0)
      | (wr_words_i > 4'd1 ? wr_takes : '0) | (rd_words_i > 4'd1 ? rd_takes : '0);
  assign busy2_d = busy3_q | port_takes | (picked_req.words > 4'd2 ? op_takes : '0)
      | (wr_words_i > 4'd2 ? wr_takes : '0) | (rd_words_i > 4'd2 ? rd_takes : '0);
  assign busy3_d = (picked_req.words > 4'd3 ? op_takes : '0) | (wr_words_i > 4'd3 ? wr_takes : '0)
      | (rd_words_i > 4'd3 ? rd_takes : '0);

  // ----------------------------------------------------------------------- who is left behind
  // At the end of a period who met others in it is marked, and who was marked before has waited for
  // a whole one. Of those one is urgent: the next one in turn that only transfers stand in the way
  // of.
  logic [Machines-1:0] met_q, marked_q, behind_q, waits, met, marks;

  assign waits = live & ~refuse & ~picked;
  assign met = waits & (met_q | left);
  assign marks = period_ends ? met : '0;

  nf_rr_arb #(
      .Requests(Machines)
  ) u_urgent (
      .req_i         (behind_q & waits & busy),
      .last_i        (last_q),
      .grant_valid_o (urgent_valid),
      .grant_index_o (urgent_index),
      .grant_onehot_o(urgent_d)
  );
  logic unused_pick;
  assign unused_pick = ^{urgent_index, urgent_valid, down_valid};
  logic unused_fields;  // what is done with the words is not looked at here
  assign unused_fields = ^asked;

  // ----------------------------------------------------------------------- registers
  logic [nf_ace_pkg::WAITS*8-1:0] waiting_d;
  always_comb begin
    waiting_d = '0;
    for (int m = 0; m < Machines; m++) begin
      for (int c = 0; c < nf_ace_pkg::WAITS; c++) begin
        waiting_d[8*c+:8] = waiting_d[8*c+:8] + 8'(select_i[m] && wait_o[m*8+:8] == 8'(c));
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      grant_o <= '0;
      reject_o <= '0;
      wait_o <= '0;
      wr_grant_o <= 1'b0;
      rd_grant_o <= 1'b0;
      waiting_o <= '0;
      busy1_q <= '0;
      busy2_q <= '0;
      busy3_q <= '0;
      last_q <= '0;
      wr_last_q <= 1'b0;
      rd_last_q <= 1'b0;
      random_q <= 6'd1;
      met_q <= '0;
      marked_q <= '0;
      behind_q <= '0;
      urgent_q <= '0;
    end else begin
      grant_o <= picked;
      wr_grant_o <= wr_go;
      rd_grant_o <= rd_go;
      waiting_o <= waiting_d;
      busy1_q <= busy1_d;
      busy2_q <= busy2_d;
      busy3_q <= busy3_d;
      if (picked_valid) last_q <= picked_index;
      if (wr_go) wr_last_q <= 1'b1;
      else if (wr_valid_i && wr_meets) wr_last_q <= 1'b0;
      if (rd_go) rd_last_q <= 1'b1;
      else if (rd_valid_i && rd_meets) rd_last_q <= 1'b0;
      random_q <= {random_q[4:0], random_q[5] ^ random_q[4]};
      met_q <= period_ends ? '0 : met;
      marked_q <= waits & (marked_q | marks);
      behind_q <= waits & (behind_q | (marks & marked_q));
      urgent_q <= urgent_d;
      for (int m = 0; m < Machines; m++) begin
        reject_o[m*8+:8] <= !refuse[m] ? nf_ace_pkg::FAULT_NONE
            : bad_qp[m] ? nf_ace_pkg::FAULT_QP : nf_ace_pkg::FAULT_MISMATCH;
        wait_o[m*8+:8] <= {4'd0, waits[m] && able[m] ? nf_ace_pkg::WAIT_TURN : cause[m*4+:4]};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (picked_valid) begin
      op_o <= picked_req;
      op_lane_o <= lane_index;
    end
    if (wr_go) begin
      wrop_o <= '0;
      wrop_o.words <= wr_words_i;
      wrop_o.addr <= wr_addr_i;
    end
    if (rd_go) begin
      rdop_o <= '0;
      rdop_o.words <= rd_words_i;
      rdop_o.addr <= rd_addr_i;
    end
  end

  assign op_valid_o = grant_o != '0;
  assign wrop_valid_o = wr_grant_o;
  assign rdop_valid_o = rd_grant_o;

  // ----------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // How long a machine, or a DMA, was only kept from going by others.
  localparam int unsigned Bound = 128 + 16 * 16;
  logic [Machines-1:0] rightful, patient;
  logic [16*Machines-1:0] delay_q;
  logic [7:0] wr_delay_q, rd_delay_q;
  nf_ace_pkg::req_t due;
  logic [6:0] due_in, due_out;
  always_comb begin
    for (int m = 0; m < Machines; m++) begin
      due = req_i[m*ReqBits+:ReqBits];
      due_in = {due.qin.port[2:0], due.qin.qp};
      due_out = {due.qout.port[2:0], due.qout.qp};
      rightful[m] = req_valid_i[m] && !grant_o[m]
          && (!due.recv || (open[due_in] && avail[due_in]
              && words[{due_in, 2'b00}+:4] == due.words))
          && (!due.send || (open[due_out] && credit[due_out] && space[due.qout.port[2:0]]));
    end
  end
  logic unused_due;
  assign unused_due = ^due;
  for (genvar m = 0; m < Machines; m++) begin : gen_patient
    assign patient[m] = delay_q[m*16+:16] < 16'(Bound);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) delay_q[m*16+:16] <= '0;
      else if (!waits[m]) delay_q[m*16+:16] <= '0;
      else if (busy[m]) delay_q[m*16+:16] <= delay_q[m*16+:16] + 1'b1;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_delay_q <= '0;
      rd_delay_q <= '0;
    end else begin
      wr_delay_q <= wr_valid_i && !wr_go ? wr_delay_q + 1'b1 : '0;
      rd_delay_q <= rd_valid_i && !rd_go ? rd_delay_q + 1'b1 : '0;
    end
  end

  // Nothing that is in use is granted.
  `NF_ASSERT(IssueAllIsFree, ((op_takes | wr_takes | rd_takes) & busy1_q) == '0)
  // No port of a bank is granted twice in a cycle.
  `NF_ASSERT(IssueBankOnce, (op_takes & (wr_takes | rd_takes)) == '0)
  // One machine at most is granted, and never one that is refused.
  `NF_ASSERT(IssueOneMachine, (grant_o & (grant_o - 1'b1)) == '0 && (picked & refuse) == '0)
  // Who goes has what it takes: its packet, a credit, room for it.
  `NF_ASSERT(IssueRightful, (picked & ~rightful) == '0)
  // A transfer with words has a lane, and one that reduces has an ALU.
  `NF_ASSERT(IssueHasLane, !picked_valid || ((lane != '0) == (picked_req.words != '0) &&
             (!reduces || (lane & ~AluMask) == '0)))
  // No machine waits for others for ever.
  `NF_ASSERT(IssueNobodyStarves, patient == '1)
  // Nor does a DMA.
  `NF_ASSERT(IssueDmaServed, wr_delay_q < 8'd40 && rd_delay_q < 8'd40)
  // A machine was left behind and had the engine to itself.
  `NF_COVER(IssueUrgent, (picked & urgent_q) != '0)
`endif

endmodule
