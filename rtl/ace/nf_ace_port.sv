// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Port buffers of one link (ACE 4, Fig. 6 #5) and its queue pairs.
//
// Three parts: nf_ace_port_rx has the receive memory and hands packets out in order, whatever order
// they come in; nf_ace_port_tx has the send memory and the credits of the peers;
// nf_ace_port_credits has the credits that are owed to them. A queue pair has as many credits as
// its peer has free slots, and slots freed here go back in credit packets. So what arrives always
// finds room.
//
// What is here is what concerns more than one of them: a write of the configuration, a granted
// transfer, the header of a word that arrives, and the turn of credits against packets. A write to a
// queue pair's first register resets its receiving half, to its second its sending half; the pair
// must be quiet then, and the slots of two pairs must not overlap.
//
// A packet bears the epoch in which it was granted, and is dropped by a port of another epoch: so
// what is still on its way from before an abort is never taken for something else.
//
// It does not repeat lost packets (nf_link does), and does not check what it is asked to do: issue
// grants only what the flags allow.
//
// Timing: op seen at g: in_data_o word k at g+2+k; out_valid_i word k at g+6+k; flags right from
// g+2 on. A packet that arrives complete at r shows in the flags at r+2. To the NIC: a word of
// out_data_i taken at t leaves at t+2. One word per cycle in each direction.

`include "nf_assert.svh"

module nf_ace_port #(
    parameter int unsigned Slots = 64,  // packets of the receive memory, a power of two 4..256
    parameter int unsigned Out = 8,     // packets of the send memory, a power of two 2..64
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [  2:0] id_i,         // number of this port
    input  logic [  9:0] node_i,       // of this node
    input  logic [  6:0] epoch_i,      // changes after clear_i alone
    input  logic         clear_i,      // pulse: all queue pairs are closed; no transfer is under way
    // configuration writes, of all blocks
    input  logic         cfg_valid_i,
    input  logic [ 19:0] cfg_addr_i,
    input  logic [ 31:0] cfg_wdata_i,
    // granted transfers, of all ports
    input  logic         op_valid_i,
    input  nf_ace_pkg::req_t op_i,
    // flags by queue pair
    output logic [ 15:0] avail_o,      // a packet is at the head
    output logic [ 63:0] words_o,      // its words, 4 bits each
    output logic [ 15:0] credit_o,     // the peer has room
    output logic         space_o,      // the send memory has room for one more packet
    output logic [ 15:0] open_o,       // set up
    // data
    output logic [WordBits-1:0] in_data_o,
    output logic         in_poison_o,  // beside in_data_o
    input  logic         out_valid_i,
    input  logic [WordBits-1:0] out_data_i,
    input  logic         out_poison_i,  // the same for all words of a packet
    // to the NIC
    output logic         ask_o,        // wants room for a packet
    input  logic         room_i,       // pulse: room for one is reserved
    output logic         nic_valid_o,
    output logic         nic_first_o,
    output logic         nic_last_o,
    output nf_ace_pkg::hdr_t nic_hdr_o,
    output logic [WordBits-1:0] nic_data_o,
    // from the NIC
    input  logic         rx_valid_i,
    input  logic         rx_first_i,
    input  logic         rx_last_i,
    input  nf_ace_pkg::hdr_t rx_hdr_i,
    input  logic [WordBits-1:0] rx_data_i,
    // pulse: a packet was dropped
    output logic         drop_o,       // since something is wrong with it
    output logic         stale_o,        // since it is of an older epoch
    output logic         early_o         // since it is of a newer epoch
);

  `NF_PARAM(PortSlotsInRange, Slots >= 4 && Slots <= 256 && (Slots & (Slots - 1)) == 0)
  `NF_PARAM(PortOutInRange, Out >= 2 && Out <= 64 && (Out & (Out - 1)) == 0)
  `NF_PARAM(PortWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  // ------------------------------------------------------------------------------ configuration
  logic cfg_here, cfg_receive, cfg_send;
  logic [3:0] cfg_qp;
  nf_ace_regs_pkg::qp_pair_receive_t receive_word;
  nf_ace_regs_pkg::qp_pair_send_t send_word;
  assign cfg_here = cfg_valid_i && cfg_addr_i[19:8] == nf_ace_pkg::CSR_QP[19:8] + 12'(id_i);
  assign cfg_receive = cfg_here && cfg_addr_i[3:2] == 2'd0;
  assign cfg_send = cfg_here && cfg_addr_i[3:2] == 2'd1;
  assign cfg_qp = cfg_addr_i[7:4];
  assign receive_word = cfg_wdata_i;
  assign send_word = cfg_wdata_i;

  // ------------------------------------------------------------------------------ transfers
  logic pop_q, push_q;
  logic [3:0] pop_qp_q, push_qp_q;
  logic [2:0] op_words_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pop_q  <= 1'b0;
      push_q <= 1'b0;
    end else begin
      pop_q <= op_valid_i && op_i.recv && op_i.qin.port == {1'b0, id_i};
      push_q <= op_valid_i && op_i.send && op_i.qout.port == {1'b0, id_i};
    end
  end
  always_ff @(posedge clk_i) begin
    if (op_valid_i) begin
      pop_qp_q   <= op_i.qin.qp;
      push_qp_q  <= op_i.qout.qp;
      op_words_q <= op_i.words[2:0];
    end
  end

  // ------------------------------------------------------------------------------ arrival
  // A word is registered; meanwhile nf_ace_port_rx looks up the queue pair of its header.
  logic rx_valid_q, rx_first_q, rx_last_q;
  logic [63:0] rx_hdr_q;  // the half of the header that is not free for the NIC
  nf_ace_pkg::hdr_t rx_hdr;
  assign rx_hdr = {64'd0, rx_hdr_q};
  logic [WordBits-1:0] rx_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rx_valid_q <= 1'b0;
    else rx_valid_q <= rx_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (rx_valid_i) begin
      rx_first_q <= rx_first_i;
      rx_last_q  <= rx_last_i;
      rx_hdr_q   <= rx_hdr_i[63:0];
    end
    rx_data_q <= rx_data_i;
  end

  // What a first word's header says.
  logic rx_ours, rx_now, rx_begins, rx_data, credit_in;
  logic [6:0] rx_ahead;  // epochs before which this one is
  assign rx_ours = rx_first_q && rx_hdr.mode && rx_hdr.dst == node_i;
  assign rx_ahead = rx_hdr.epoch - epoch_i;
  assign rx_now = rx_ours && rx_ahead == '0;
  assign rx_data = rx_now && rx_hdr.words <= 4'(nf_ace_pkg::PACKET_WORDS)
                   && rx_hdr.kind == nf_ace_pkg::KIND_DATA;
  assign credit_in = rx_valid_q && rx_last_q && rx_begins && rx_now && rx_hdr.words == '0
                     && rx_hdr.kind == nf_ace_pkg::KIND_CREDIT;

  logic [127:0] mask;  // slots of each queue pair less one
  nf_ace_port_rx #(
      .Slots(Slots),
      .WordBytes(WordBytes)
  ) u_rx (
      .clk_i,
      .rst_ni,
      .clear_i,
      .set_i        (cfg_receive),
      .set_qp_i     (cfg_qp),
      .set_open_i   (receive_word.open),
      .set_log_i    (receive_word.slots_log2),
      .set_base_i   (receive_word.first),
      .open_o,
      .mask_o       (mask),
      .avail_o,
      .words_o,
      .op_valid_i,
      .op_qp_i      (op_i.qin.qp),
      .pop_i        (pop_q),
      .pop_qp_i     (pop_qp_q),
      .pop_words_i  (op_words_q),
      .in_data_o,
      .in_poison_o,
      .look_valid_i (rx_valid_i),
      .look_qp_i    (rx_hdr_i.qp),
      .look_seq_i   (rx_hdr_i.seq),
      .word_valid_i (rx_valid_q),
      .word_first_i (rx_first_q),
      .word_last_i  (rx_last_q),
      .word_hdr_i   (rx_hdr),
      .word_data_i  (rx_data_q),
      .begins_o     (rx_begins),
      .word_take_i  (rx_data),
      .word_stale_i (rx_ours && rx_ahead[6]),
      .word_early_i (rx_ours && !rx_ahead[6] && rx_ahead != '0),
      .word_credit_i(credit_in),
      .drop_o,
      .stale_o,
      .early_o
  );

  // ------------------------------------------------------------------------------ sending
  logic owed_valid, owed_urgent, send_pause, send_turn, start_credit;
  logic [3:0] owed_qp;
  logic [7:0] owed_credits;
  // Credits wait for a pause; those that must not wait take turns with packets.
  assign start_credit = owed_valid && (send_pause || (owed_urgent && send_turn));

  nf_ace_port_credits #(
      .Slots(Slots)
  ) u_credits (
      .clk_i,
      .rst_ni,
      .clear_i,
      .set_i         (cfg_receive),
      .set_qp_i      (cfg_qp),
      .mask_i        (mask),
      .pop_i         (pop_q),
      .pop_qp_i      (pop_qp_q),
      .owed_valid_o  (owed_valid),
      .owed_urgent_o (owed_urgent),
      .owed_qp_o     (owed_qp),
      .owed_credits_o(owed_credits),
      .sent_i        (start_credit)
  );

  nf_ace_port_tx #(
      .Out(Out),
      .WordBytes(WordBytes)
  ) u_tx (
      .clk_i,
      .rst_ni,
      .node_i,
      .epoch_i,
      .clear_i,
      .set_i         (cfg_send),
      .set_qp_i      (cfg_qp),
      .set_node_i    (send_word.peer),
      .set_peer_qp_i (send_word.peer_qp),
      .set_credits_i (send_word.credits),
      .gain_i        (credit_in),
      .gain_qp_i     (rx_hdr.qp),
      .gain_credits_i(rx_hdr.credits),
      .credit_o,
      .push_i        (push_q),
      .push_qp_i     (push_qp_q),
      .push_words_i  (op_words_q),
      .space_o,
      .out_valid_i,
      .out_data_i,
      .out_poison_i,
      .pause_o       (send_pause),
      .turn_o        (send_turn),
      .give_i        (start_credit),
      .give_qp_i     (owed_qp),
      .give_credits_i(owed_credits),
      .ask_o,
      .room_i,
      .nic_valid_o,
      .nic_first_o,
      .nic_last_o,
      .nic_hdr_o,
      .nic_data_o
  );

  // Who sent a packet is the NIC's business.
  logic unused;
  assign unused = ^{rx_hdr.nic, rx_hdr.src, receive_word, send_word};

endmodule
