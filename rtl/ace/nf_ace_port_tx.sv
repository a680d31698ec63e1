// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sending side of a port: packets leave in the order of their grants, with credit packets between
// them (ACE 4.4, 4.5).
//
// A queue pair has as many credits as its peer has free slots; a granted packet takes one and the
// next number. Its words come later, in the order of the grants. It leaves when its first word is
// there (a token: at once) and the NIC has reserved room; up to two reservations are held, so that
// packets leave without a gap. It leaves with the epoch in which it was granted, whatever epoch it
// is by then.
//
// A packet is poisoned as a whole: its header says so, and so do all its words here. A token has no
// words and no poison.
//
// It does not choose whose credits go back (nf_ace_port_credits does), and repeats no packet
// (nf_link does). It does not check that what is granted has a credit and room.
//
// Timing: a word of out_data_i taken at t leaves at t+2. One word per cycle.

`include "nf_assert.svh"

module nf_ace_port_tx #(
    parameter int unsigned Out = 8,         // packets of the send memory, a power of two 2..64
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [  9:0] node_i,         // of this node
    input  logic [  6:0] epoch_i,
    input  logic         clear_i,        // pulse: no queue pair has a credit
    // pulse: a queue pair gets a peer, and begins with number 0
    input  logic         set_i,
    input  logic [  3:0] set_qp_i,
    input  logic [  9:0] set_node_i,     // of the peer
    input  logic [  3:0] set_peer_qp_i,  // its queue pair
    input  logic [  7:0] set_credits_i,  // its slots
    // the peer has freed slots
    input  logic         gain_i,
    input  logic [  3:0] gain_qp_i,
    input  logic [  7:0] gain_credits_i,
    output logic [ 15:0] credit_o,       // by queue pair: the peer has room
    // a packet is granted
    input  logic         push_i,
    input  logic [  3:0] push_qp_i,
    input  logic [  2:0] push_words_i,
    output logic         space_o,        // the send memory has room for one more
    // its words
    input  logic         out_valid_i,
    input  logic [WordBits-1:0] out_data_i,
    input  logic         out_poison_i,   // the same for all words of a packet
    // credit packets
    output logic         pause_o,        // one may leave: no packet is ready
    output logic         turn_o,         // one may leave that must not wait: it is its turn
    input  logic         give_i,         // pulse: it leaves
    input  logic [  3:0] give_qp_i,
    input  logic [  7:0] give_credits_i,
    // to the NIC
    output logic         ask_o,          // wants room for a packet
    input  logic         room_i,         // pulse: room for one is reserved
    output logic         nic_valid_o,
    output logic         nic_first_o,
    output logic         nic_last_o,
    output nf_ace_pkg::hdr_t nic_hdr_o,
    output logic [WordBits-1:0] nic_data_o
);

  `NF_PARAM(PortTxOutInRange, Out >= 2 && Out <= 64 && (Out & (Out - 1)) == 0)
  `NF_PARAM(PortTxWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  localparam int unsigned Qps = nf_ace_pkg::QPS;
  localparam int unsigned OutBits = $clog2(Out) + 2;  // of a word's place in the send memory
  localparam int unsigned PacketBits = $clog2(Out + 1);
  localparam logic [1:0] MaxHeld = 2'd2;  // reservations in the NIC

  // ------------------------------------------------------------------------------ queue pairs
  typedef struct packed {
    logic [3:0] qp;
    logic [9:0] node;
  } peer_t;
  peer_t set_peer;
  localparam int unsigned PeerBits = $bits(set_peer);
  logic [Qps*PeerBits-1:0] peer_q;
  logic [Qps*16-1:0] sent_q;  // next number to send
  logic [Qps*8-1:0] credit_q;
  assign set_peer.qp = set_peer_qp_i;
  assign set_peer.node = set_node_i;

  logic [8:0] credit_sum;  // of the pair that credits came for, before what is sent now
  assign credit_sum = {1'b0, credit_q[gain_qp_i*8+:8]} + {1'b0, gain_credits_i};

  for (genvar q = 0; q < Qps; q++) begin : gen_pair
    logic set, pushes, gets;
    assign set = set_i && set_qp_i == 4'(q);
    assign pushes = push_i && push_qp_i == 4'(q);
    assign gets = gain_i && gain_qp_i == 4'(q);
    assign credit_o[q] = credit_q[q*8+:8] != '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) credit_q[q*8+:8] <= '0;
      else if (clear_i) credit_q[q*8+:8] <= '0;
      else if (set) credit_q[q*8+:8] <= set_credits_i;
      // More credits than there can be are not counted.
      else if (gets) credit_q[q*8+:8] <= (credit_sum[8] ? 8'd255 : credit_sum[7:0]) - 8'(pushes);
      else if (pushes) credit_q[q*8+:8] <= credit_q[q*8+:8] - 8'd1;
    end

    // Written before the pair has a credit, so without reset.
    always_ff @(posedge clk_i) begin
      if (set) peer_q[q*PeerBits+:PeerBits] <= set_peer;
      if (set) sent_q[q*16+:16] <= '0;
      else if (pushes) sent_q[q*16+:16] <= sent_q[q*16+:16] + 16'd1;
    end
  end

  // ------------------------------------------------------------------------------ grants
  // Packets to send, in the order of their grants; the words follow later in the same order.
  typedef struct packed {
    logic [6:0]  epoch;  // of the grant
    logic [15:0] seq;
    logic [2:0]  words;
    logic [3:0]  qp;
  } job_t;

  job_t new_job, job;
  logic job_valid, job_ready, job_here;
  logic [PacketBits-1:0] jobs;
  logic start_data, starts;
  assign new_job.epoch = epoch_i;
  assign new_job.seq = sent_q[push_qp_i*16+:16];
  assign new_job.words = push_words_i;
  assign new_job.qp = push_qp_i;
  nf_fifo #(
      .Width($bits(new_job)),
      .Depth(Out)
  ) u_jobs (
      .clk_i,
      .rst_ni,
      .in_valid_i (push_i),
      .in_ready_o (job_ready),
      .in_data_i  (new_job),
      .out_valid_o(job_valid),
      .out_ready_i(start_data),
      .out_data_o (job),
      .count_o    (jobs)
  );

  // ------------------------------------------------------------------------------ leaving
  logic [OutBits-1:0] out_write_q, out_read_q;
  logic [OutBits:0] stored_q;  // words in the send memory
  logic [2:0] left_q;  // words of the packet that is leaving
  logic [1:0] held_q, held_d;  // reservations in the NIC
  logic [PacketBits-1:0] packets_q;  // granted and not yet left
  logic credit_last_q;  // what started last was a credit packet
  logic read, idle, may_start, ends;

  assign idle = left_q == '0;
  assign may_start = idle && held_q != '0;
  assign job_here = job_valid && (job.words == '0 || stored_q != '0);
  // Credits that must not wait take turns with packets, so that neither stops the other.
  assign pause_o = may_start && !job_here;
  assign turn_o = may_start && !credit_last_q;
  assign start_data = may_start && job_here && !give_i;
  assign starts = give_i | start_data;
  assign read = idle ? start_data && job.words != '0 : stored_q != '0;
  assign ends = idle ? start_data && job.words <= 3'd1 : read && left_q == 3'd1;
  assign held_d = held_q + {1'b0, room_i} - {1'b0, starts};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_write_q <= '0;
      out_read_q <= '0;
      stored_q <= '0;
      left_q <= '0;
      held_q <= '0;
      packets_q <= '0;
      credit_last_q <= 1'b0;
      ask_o <= 1'b1;
      space_o <= 1'b1;
      nic_valid_o <= 1'b0;
      nic_first_o <= 1'b0;
      nic_last_o <= 1'b0;
    end else begin
      if (out_valid_i) out_write_q <= out_write_q + 1'b1;
      if (read) out_read_q <= out_read_q + 1'b1;
      stored_q <= stored_q + (OutBits + 1)'(out_valid_i) - (OutBits + 1)'(read);
      if (start_data) left_q <= (job.words == '0) ? '0 : job.words - 3'd1;
      else if (read) left_q <= left_q - 3'd1;
      if (starts) credit_last_q <= give_i;
      held_q <= held_d;
      ask_o <= held_d < MaxHeld;
      packets_q <= packets_q + PacketBits'(push_i) - PacketBits'(ends);
      space_o <= packets_q + PacketBits'(push_i) - PacketBits'(ends) != PacketBits'(Out);
      nic_valid_o <= starts | read;
      nic_first_o <= starts;
      nic_last_o <= give_i | ends;
    end
  end

  // ------------------------------------------------------------------------------ header
  // But for what is the same in all of them or comes with the words.
  typedef struct packed {
    logic [6:0]  epoch;
    logic [7:0]  credits;
    logic [15:0] seq;
    logic [3:0]  qp;
    logic [9:0]  src;
    logic [9:0]  dst;
    logic [2:0]  words;
    logic [2:0]  kind;
  } sent_hdr_t;

  peer_t to;
  sent_hdr_t hdr_q;
  logic send_poison;  // of the word that is read last
  assign to = give_i ? peer_q[give_qp_i*PeerBits+:PeerBits] : peer_q[job.qp*PeerBits+:PeerBits];
  always_ff @(posedge clk_i) begin
    if (starts) begin
      hdr_q <= '0;
      hdr_q.dst <= to.node;
      hdr_q.qp <= to.qp;
      hdr_q.src <= node_i;
      hdr_q.epoch <= give_i ? epoch_i : job.epoch;
      if (give_i) begin
        hdr_q.kind <= nf_ace_pkg::KIND_CREDIT;
        hdr_q.credits <= give_credits_i;
      end else begin
        hdr_q.kind <= nf_ace_pkg::KIND_DATA;
        hdr_q.words <= job.words;
        hdr_q.seq <= job.seq;
      end
    end
  end

  always_comb begin
    nic_hdr_o = '0;
    nic_hdr_o.mode = 1'b1;
    nic_hdr_o.kind = hdr_q.kind;
    nic_hdr_o.words = 4'(hdr_q.words);
    nic_hdr_o.dst = hdr_q.dst;
    nic_hdr_o.src = hdr_q.src;
    nic_hdr_o.qp = hdr_q.qp;
    nic_hdr_o.seq = hdr_q.seq;
    nic_hdr_o.credits = hdr_q.credits;
    nic_hdr_o.poison = send_poison && hdr_q.words != '0;
    nic_hdr_o.epoch = hdr_q.epoch;
  end

  // ------------------------------------------------------------------------------ words
  typedef struct packed {
    logic                poison;
    logic [WordBits-1:0] data;
  } word_t;

  word_t out_word, sent_word;
  assign out_word.poison = out_poison_i;
  assign out_word.data = out_data_i;
  assign send_poison = sent_word.poison;
  assign nic_data_o = sent_word.data;

  nf_ram_1r1w #(
      .Width($bits(out_word)),
      .Depth(Out * nf_ace_pkg::PACKET_WORDS)
  ) u_send (
      .clk_i,
      .we_i   (out_valid_i),
      .waddr_i(out_write_q),
      .wdata_i(out_word),
      .re_i   (read),
      .raddr_i(out_read_q),
      .rdata_o(sent_word)
  );

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic sent_poison_q;
  always_ff @(posedge clk_i) if (nic_valid_o) sent_poison_q <= send_poison;

  // A packet is sent only to a peer that has room.
  `NF_ASSERT(PortPushHasCredit, !push_i || credit_q[push_qp_i*8+:8] != '0)
  // A packet is granted only with room in the send memory.
  `NF_ASSERT(PortPushHasRoom, !push_i || (job_ready && 32'(packets_q) < Out))
  // Words never find the send memory full.
  `NF_ASSERT(PortWordsFit, 32'(stored_q) <= Out * nf_ace_pkg::PACKET_WORDS)
  // Packets in the list are packets that have been granted and have not left.
  `NF_ASSERT(PortJobsCounted, jobs <= packets_q)
  // At most two reservations are held in the NIC.
  `NF_ASSERT(PortHeldBounded, held_q <= MaxHeld)
  // Credits leave only when a packet may start, and in turns with those that are ready.
  `NF_ASSERT(PortGiveInTurn, !give_i || pause_o || turn_o)
  // All words of a packet are poisoned or none is.
  `NF_ASSERT(PortPoisonUniform, !nic_valid_o || nic_first_o || send_poison == sent_poison_q)
  // Nothing is granted and no word is on its way when an abort ends.
  `NF_ASSERT(PortTxClearQuiet, !clear_i || !(push_i || out_valid_i))
`endif

endmodule
