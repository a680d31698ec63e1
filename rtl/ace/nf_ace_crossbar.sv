// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Moves the words of granted transfers between SRAM banks, ports, lanes and DMAs, one word of each
// per cycle (ACE 4, Fig. 6: what joins SRAM, ALU and port buffers).
//
// It decides nothing and refuses nothing: nf_ace_issue grants a transfer only when banks, ports and
// lane are free, and the time of each word follows from the cycle of the grant. What is not used
// keeps its last value. A token passes no word here. Poison goes with each word; a word that is
// made of two is poisoned when one of them is.
//
// A transfer with a lane, granted in cycle g (op_valid_i), word k: bank strobe g+1+k, operands of
// the lane g+3+k, its result g+5+k, at the bank or the port g+6+k. Write of the TX DMA: word taken
// g+2+k, bank strobe g+6+k. Read of the RX DMA: bank strobe g+1+k, word given g+3+k.

`include "nf_assert.svh"

module nf_ace_crossbar #(
    parameter int unsigned Ports        = 6,  // links, 1..8
    parameter int unsigned Banks        = 4,  // SRAM banks, 1, 2 or 4
    parameter int unsigned Alus         = 4,  // lanes that can reduce: the lowest ones
    parameter int unsigned Lanes        = 6,  // all lanes, Alus..8
    parameter int unsigned BankAddrBits = 14, // bits of a row of a bank, 2..16
    parameter int unsigned WordBytes    = 64, // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits    = 8 * WordBytes
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // grants of this cycle
    input  logic                 op_valid_i,
    input  nf_ace_pkg::req_t     op_i,
    input  logic [          3:0] op_lane_i,
    input  logic                 wrop_valid_i,   // of the TX DMA
    input  nf_ace_pkg::access_t  wrop_i,         // address 15:0, words 19:16
    input  logic                 rdop_valid_i,   // of the RX DMA
    input  nf_ace_pkg::access_t  rdop_i,         // address 15:0, words 19:16
    // banks: data in the cycle after the strobe
    output logic [    Banks-1:0] bank_re_o,      // one bit a bank
    output logic [ Banks*16-1:0] bank_raddr_o,   // row, in the low bits
    input  logic [Banks*WordBits-1:0] bank_rdata_i,
    input  logic [    Banks-1:0] bank_rpoison_i,
    output logic [    Banks-1:0] bank_we_o,
    output logic [ Banks*16-1:0] bank_waddr_o,
    output logic [Banks*WordBits-1:0] bank_wdata_o,
    output logic [    Banks-1:0] bank_wpoison_o,
    // ports
    input  logic [Ports*WordBits-1:0] in_data_i,      // g+2+k
    input  logic [    Ports-1:0] in_poison_i,
    output logic [    Ports-1:0] out_valid_o,    // g+6+k
    output logic [Ports*WordBits-1:0] out_data_o,
    output logic [    Ports-1:0] out_poison_o,
    // lanes: operands hold while not valid; the result is there two cycles later
    output logic [    Lanes-1:0] lane_valid_o,   // one bit a lane
    output logic [    Lanes-1:0] lane_reduce_o,
    output logic [  Lanes*8-1:0] lane_code_o,    // nf_ace_pkg::code_t
    output logic [Lanes*WordBits-1:0] lane_a_o,       // what was received, or else what was read
    output logic [Lanes*WordBits-1:0] lane_b_o,       // what was read, when they are reduced
    input  logic [Lanes*WordBits-1:0] lane_result_i,
    // DMAs
    input  logic [WordBits-1:0] txd_data_i,     // g+2+k
    input  logic                 txd_poison_i,
    output logic                 rxd_valid_o,    // g+3+k
    output logic [WordBits-1:0] rxd_data_o,
    output logic                 rxd_poison_o
);

  localparam int unsigned BankBits = $clog2(Banks);
  localparam logic [15:0] BankMask = 16'(Banks - 1);

  `NF_PARAM(CrossbarPortsInRange, Ports >= 1 && Ports <= nf_ace_pkg::MAX_PORTS)
  `NF_PARAM(CrossbarBanksInRange, Banks == 1 || Banks == 2 || Banks == 4)
  `NF_PARAM(CrossbarLanesInRange, Alus >= 1 && Alus <= Lanes && Lanes <= nf_ace_pkg::MAX_LANES)
  `NF_PARAM(CrossbarRowsInRange, BankAddrBits >= 2 && BankAddrBits <= 16)
  `NF_PARAM(CrossbarWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  // --------------------------------------------------------------------- grants, as they get older
  // The banks that are read see a grant when it is new, the lanes one cycle later, the banks that
  // are written and the ports that send 4 cycles later. What is kept of it for them:
  typedef struct packed {
    logic [3:0] dtype;
    logic [3:0] red_op;
    logic       recv;
    logic       read;
    logic [1:0] bank;
    logic [2:0] port;
    logic [2:0] lane;
    logic [1:0] left;  // words after the first
  } source_t;
  typedef struct packed {
    logic        write;
    logic        send;
    logic [15:0] addr;
    logic [2:0]  port;
    logic [2:0]  lane;
    logic [1:0]  left;
  } sink_t;
  typedef struct packed {
    logic [1:0]  left;
    logic [15:0] addr;
  } dma_t;

  logic op_moves, rdop_valid_q;
  logic [1:0] op_left, wrop_left, rdop_left;
  logic [3:0] op_valid_q, wrop_valid_q;
  source_t source_q;
  sink_t sink1_q, sink2_q, sink3_q, sink_q;  // as old as their names say, and 4 cycles
  dma_t wrop1_q, wrop2_q, wrop3_q, wrop_q, rdop_q;

  assign op_moves = op_valid_i && op_i.words != '0;
  assign op_left = op_i.words[1:0] - 2'd1;
  assign wrop_left = wrop_i.words[1:0] - 2'd1;
  assign rdop_left = rdop_i.words[1:0] - 2'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      op_valid_q <= '0;
      wrop_valid_q <= '0;
      rdop_valid_q <= 1'b0;
    end else begin
      op_valid_q <= {op_valid_q[2:0], op_moves};
      wrop_valid_q <= {wrop_valid_q[2:0], wrop_valid_i};
      rdop_valid_q <= rdop_valid_i;
    end
  end
  always_ff @(posedge clk_i) begin
    source_q.dtype <= op_i.dtype;
    source_q.red_op <= op_i.red_op;
    source_q.recv <= op_i.recv;
    source_q.read <= op_i.read;
    source_q.bank <= op_i.raddr[1:0] & BankMask[1:0];
    source_q.port <= op_i.qin.port[2:0];
    source_q.lane <= op_lane_i[2:0];
    source_q.left <= op_left;
    sink1_q.write <= op_i.write;
    sink1_q.send <= op_i.send;
    sink1_q.addr <= op_i.waddr;
    sink1_q.port <= op_i.qout.port[2:0];
    sink1_q.lane <= op_lane_i[2:0];
    sink1_q.left <= op_left;
    sink2_q <= sink1_q;
    sink3_q <= sink2_q;
    sink_q <= sink3_q;
    wrop1_q.left <= wrop_left;
    wrop1_q.addr <= wrop_i.addr;
    wrop2_q <= wrop1_q;
    wrop3_q <= wrop2_q;
    wrop_q <= wrop3_q;
    rdop_q.left <= rdop_left;
    rdop_q.addr <= rdop_i.addr;
  end

  // Queue pairs are the ports' business.
  logic unused_fields;
  assign unused_fields = ^{op_i.qin, op_i.qout, op_lane_i[3], wrop_i, rdop_i, rdop_q.addr};

  // ----------------------------------------------------------------------- banks, read
  // In each of these walks `active` says that a word passes in this cycle, `left` how many follow.
  for (genvar b = 0; b < Banks; b++) begin : gen_read
    logic op_starts, rdop_starts, starts;
    logic [1:0] left_q;
    logic [15:0] addr;
    logic [BankAddrBits-1:0] row_q;
    assign addr = rdop_starts ? rdop_i.addr : op_i.raddr;
    assign op_starts = op_moves && op_i.read && (op_i.raddr & BankMask) == 16'(b);
    assign rdop_starts = rdop_valid_i && (rdop_i.addr & BankMask) == 16'(b);
    assign starts = op_starts || rdop_starts;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        bank_re_o[b] <= 1'b0;
        left_q <= '0;
      end else begin
        bank_re_o[b] <= starts || left_q != '0;
        left_q <= rdop_starts ? rdop_left : op_starts ? op_left : left_q - 2'(left_q != '0);
      end
    end
    always_ff @(posedge clk_i) begin
      if (starts) row_q <= BankAddrBits'({addr >> BankBits, 2'b00});
      else if (left_q != '0) row_q[1:0] <= row_q[1:0] + 1'b1;
    end
    assign bank_raddr_o[b*16+:16] = 16'(row_q);
`ifndef SYNTHESIS
    // A bank reads for one at a time.
    `NF_ASSERT(CrossbarReadsOne, !starts || (left_q == '0 && !(op_starts && rdop_starts)))
`endif
  end

  // ----------------------------------------------------------------------- lanes: operands
  // As wide as their indices: poison of the words in the lanes, as old as their results; of what is
  // received and read.
  logic [7:0] lane_poison, in_poison;
  logic [3:0] bank_rpoison;
  assign in_poison = 8'(in_poison_i);
  assign bank_rpoison = 4'(bank_rpoison_i);
  if (Lanes < 8) begin : gen_no_lane
    assign lane_poison[7:Lanes] = '0;
  end
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [2:0] poison_q;
    assign lane_poison[l] = poison_q[2];
    logic starts, active_q, recv_q, read_q;
    logic [1:0] left_q, bank_q;
    logic [2:0] port_q;
    logic [7:0] code_q;
    logic [WordBits-1:0] read_word;
    assign starts = op_valid_q[0] && source_q.lane == 3'(l);
    assign read_word = bank_rdata_i[bank_q*WordBits+:WordBits];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        active_q <= 1'b0;
        left_q <= '0;
        lane_valid_o[l] <= 1'b0;
      end else begin
        active_q <= starts || left_q != '0;
        left_q <= starts ? source_q.left : left_q - 2'(left_q != '0);
        lane_valid_o[l] <= active_q;
      end
    end
    always_ff @(posedge clk_i) begin
      if (starts) begin
        code_q <= {source_q.dtype, source_q.red_op};
        recv_q <= source_q.recv;
        read_q <= source_q.read;
        bank_q <= source_q.bank;
        port_q <= source_q.port;
      end
      if (active_q) begin
        lane_reduce_o[l] <= recv_q && read_q;
        lane_code_o[l*8+:8] <= code_q;
        lane_a_o[l*WordBits+:WordBits] <= recv_q ? in_data_i[port_q*WordBits+:WordBits] : read_word;
        if (recv_q && read_q) lane_b_o[l*WordBits+:WordBits] <= read_word;
      end
      poison_q <= {poison_q[1:0], (recv_q && in_poison[port_q])
                                  || (read_q && bank_rpoison[bank_q])};
    end
`ifndef SYNTHESIS
    logic valid_past_q;
    logic [2*WordBits+8:0] past_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_past_q <= 1'b0;
      else valid_past_q <= 1'b1;
    end
    always_ff @(posedge clk_i)
      past_q <= {lane_reduce_o[l], lane_code_o[l*8+:8], lane_a_o[l*WordBits+:WordBits], lane_b_o[l*WordBits+:WordBits]};
    // A lane works for one at a time.
    `NF_ASSERT(CrossbarLaneForOne, !starts || left_q == '0)
    // Operands hold while no word is given.
    `NF_ASSERT(CrossbarOperandsHold, !valid_past_q || lane_valid_o[l] || past_q ==
               {lane_reduce_o[l], lane_code_o[l*8+:8], lane_a_o[l*WordBits+:WordBits], lane_b_o[l*WordBits+:WordBits]})
    // A lane without an ALU is not asked to reduce.
    `NF_ASSERT(CrossbarReducesWithAlu, l < Alus || !lane_valid_o[l] || !lane_reduce_o[l])
`endif
  end

  // ----------------------------------------------------------------------- RX DMA
  logic rxd_active_q;
  logic [1:0] rxd_left_q, rxd_bank_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rxd_active_q <= 1'b0;
      rxd_left_q   <= '0;
      rxd_valid_o  <= 1'b0;
    end else begin
      rxd_active_q <= rdop_valid_q || rxd_left_q != '0;
      rxd_left_q   <= rdop_valid_q ? rdop_q.left : rxd_left_q - 2'(rxd_left_q != '0);
      rxd_valid_o  <= rxd_active_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (rdop_valid_q) rxd_bank_q <= rdop_q.addr[1:0] & BankMask[1:0];
    if (rxd_active_q) begin
      rxd_data_o   <= bank_rdata_i[rxd_bank_q*WordBits+:WordBits];
      rxd_poison_o <= bank_rpoison[rxd_bank_q];
    end
  end

  // ----------------------------------------------------------------------- banks, written; ports
  // Words of the TX DMA wait until they are as old as a lane's result.
  logic [WordBits-1:0] txd1_q, txd2_q, txd3_q;
  logic [2:0] txd_poison_q;
  always_ff @(posedge clk_i) begin
    txd1_q <= txd_data_i;
    txd2_q <= txd1_q;
    txd3_q <= txd2_q;
    txd_poison_q <= {txd_poison_q[1:0], txd_poison_i};
  end

  for (genvar b = 0; b < Banks; b++) begin : gen_write
    logic op_starts, wrop_starts, starts, active_q, dma_q;
    logic [1:0] left_q;
    logic [2:0] lane_q;
    logic [15:0] addr;
    logic [BankAddrBits-1:0] row_q, row_out_q;
    assign addr = wrop_starts ? wrop_q.addr : sink_q.addr;
    assign op_starts = op_valid_q[3] && sink_q.write && (sink_q.addr & BankMask) == 16'(b);
    assign wrop_starts = wrop_valid_q[3] && (wrop_q.addr & BankMask) == 16'(b);
    assign starts = op_starts || wrop_starts;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        active_q <= 1'b0;
        left_q <= '0;
        bank_we_o[b] <= 1'b0;
      end else begin
        active_q <= starts || left_q != '0;
        left_q <= wrop_starts ? wrop_q.left : op_starts ? sink_q.left : left_q - 2'(left_q != '0);
        bank_we_o[b] <= active_q;
      end
    end
    always_ff @(posedge clk_i) begin
      if (starts) begin
        dma_q  <= wrop_starts;
        lane_q <= sink_q.lane;
        row_q  <= BankAddrBits'({addr >> BankBits, 2'b00});
      end else if (active_q) row_q[1:0] <= row_q[1:0] + 1'b1;
      if (active_q) begin
        row_out_q <= row_q;
        bank_wdata_o[b*WordBits+:WordBits] <= dma_q ? txd3_q : lane_result_i[lane_q*WordBits+:WordBits];
        bank_wpoison_o[b] <= dma_q ? txd_poison_q[2] : lane_poison[lane_q];
      end
    end
    assign bank_waddr_o[b*16+:16] = 16'(row_out_q);
`ifndef SYNTHESIS
    // A bank is written for one at a time.
    `NF_ASSERT(CrossbarWritesOne, !starts || (left_q == '0 && !(op_starts && wrop_starts)))
`endif
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_out
    logic starts, active_q;
    logic [1:0] left_q;
    logic [2:0] lane_q;
    assign starts = op_valid_q[3] && sink_q.send && sink_q.port == 3'(p);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        active_q <= 1'b0;
        left_q <= '0;
        out_valid_o[p] <= 1'b0;
      end else begin
        active_q <= starts || left_q != '0;
        left_q <= starts ? sink_q.left : left_q - 2'(left_q != '0);
        out_valid_o[p] <= active_q;
      end
    end
    always_ff @(posedge clk_i) begin
      if (starts) lane_q <= sink_q.lane;
      if (active_q) begin
        out_data_o[p*WordBits+:WordBits] <= lane_result_i[lane_q*WordBits+:WordBits];
        out_poison_o[p] <= lane_poison[lane_q];
      end
    end
`ifndef SYNTHESIS
    // A port sends for one at a time.
    `NF_ASSERT(CrossbarSendsOne, !starts || left_q == '0)
`endif
  end

endmodule
