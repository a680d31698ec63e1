// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Port buffers of one link (ACE 4, Fig. 6 #5) and its queue pairs.
//
// Receiving: each queue pair owns 2^k packet slots of the receive memory; packet number seq goes to
// slot seq mod 2^k, so packets may arrive in any order (ACE 4.5, footnote 8) and are handed out in
// order. A packet outside the window of 2^k numbers, a second copy, and whatever else does not fit
// is dropped and reported. Sending: a queue pair has as many credits as its peer has free slots;
// slots freed here go back in credit packets. So what arrives always finds room.
//
// Credits of a queue pair go back when a quarter of its slots are owed, or when they are 16 to 32
// cycles old, in turns with packets; otherwise when nothing else is there to send. A write to a
// queue pair's first register resets its receiving half, to its second its sending half; the pair
// must be quiet then, and the slots of two pairs must not overlap.
//
// A packet bears the epoch in which it was granted, and is dropped by a port of another epoch: so
// what is still on its way from before an abort is never taken for something else.
//
// A packet is poisoned as a whole: its header says so, and so do all its words here. A token has no
// words and no poison.
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
    parameter int unsigned WordBytes = 64,  // of a bus word: 64, 128 or 256
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
  `NF_PARAM(PortWordBytes, WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  localparam int unsigned Qps = nf_ace_pkg::QPS;
  localparam int unsigned SlotBits = $clog2(Slots);
  localparam int unsigned OwedBits = SlotBits + 1;
  localparam int unsigned OutBits = $clog2(Out) + 2;  // of a word's place in the send memory
  localparam int unsigned PacketBits = $clog2(Out + 1);
  localparam logic [1:0] MaxHeld = 2'd2;  // reservations in the NIC

  // ------------------------------------------------------------------------------ configuration
  logic cfg_here, cfg_receive, cfg_send;
  logic [3:0] cfg_qp;
  logic [Slots-1:0] cfg_range;  // slots of the queue pair that is written
  logic [SlotBits-1:0] cfg_base, cfg_mask;
  logic [255:0] cfg_ones;

  assign cfg_here = cfg_valid_i && cfg_addr_i[19:8] == nf_ace_pkg::CSR_QP[19:8] + 12'(id_i);
  assign cfg_receive = cfg_here && cfg_addr_i[3:2] == 2'd0;
  assign cfg_send = cfg_here && cfg_addr_i[3:2] == 2'd1;
  assign cfg_qp = cfg_addr_i[7:4];
  assign cfg_base = cfg_wdata_i[SlotBits-1:0];
  // 2^k - 1, as a number and as as many slots; k beyond the memory stands for all of it.
  assign cfg_ones = {{255{1'b0}}, 1'b1} << cfg_wdata_i[11:8];
  assign cfg_mask = (cfg_wdata_i[11:8] >= 4'(SlotBits)) ? '1 : SlotBits'(cfg_ones - 256'd1);
  for (genvar s = 0; s < Slots; s++) begin : gen_range
    logic [SlotBits-1:0] from_base;
    assign from_base = SlotBits'(s) - cfg_base;
    assign cfg_range[s] = (from_base & ~cfg_mask) == '0;
  end

  // ------------------------------------------------------------------------------ queue pairs
  logic [Qps-1:0] open_q, head_valid_q;
  logic [Qps*SlotBits-1:0] base_q, mask_q;
  logic [Qps*16-1:0] head_q, sent_q;  // next number to hand out, to send
  logic [Qps*3-1:0] head_words_q;
  logic [Qps*OwedBits-1:0] owed_q;  // slots freed and not yet told
  typedef struct packed {
    logic [3:0] qp;
    logic [9:0] node;
  } peer_t;
  peer_t cfg_peer;
  localparam int unsigned PeerBits = $bits(cfg_peer);
  logic [Qps*PeerBits-1:0] peer_q;
  logic [Qps*8-1:0] credit_q;
  logic [Slots-1:0] valid_q;  // a complete packet is in the slot
  logic [2:0] len_q[Slots];  // its words
  logic [Slots-1:0] poison_q;  // it is poisoned
  assign cfg_peer.qp = cfg_wdata_i[15:12];
  assign cfg_peer.node = cfg_wdata_i[9:0];

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
  // The queue pair is looked up while its number is registered.
  logic [3:0] op_qin;
  logic [15:0] pop_head_q;
  logic [SlotBits-1:0] pop_base_q, pop_mask_q;
  assign op_qin = op_i.qin.qp;
  always_ff @(posedge clk_i) begin
    if (op_valid_i) begin
      pop_head_q <= head_q[op_qin*16+:16];
      pop_base_q <= base_q[op_qin*SlotBits+:SlotBits];
      pop_mask_q <= mask_q[op_qin*SlotBits+:SlotBits];
      pop_qp_q   <= op_qin;
      push_qp_q  <= op_i.qout.qp;
      op_words_q <= op_i.words[2:0];
    end
  end

  // ------------------------------------------------------------------------------ arrival
  logic rx_valid_q, rx_first_q, rx_last_q;
  logic [63:0] rx_hdr_q;  // the half of the header that is not free for the NIC
  nf_ace_pkg::hdr_t rx_hdr;
  assign rx_hdr = {64'd0, rx_hdr_q};
  logic [WordBits-1:0] rx_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rx_valid_q <= 1'b0;
    else rx_valid_q <= rx_valid_i;
  end
  // The slot is looked up while the word is registered. Of a number that is handed out in the same
  // cycle no second copy is taken.
  logic [3:0] look_qp;
  logic [15:0] look_seq, look_ahead, look_beyond;
  logic [SlotBits-1:0] look_mask, look_slot_q, look_mask_q;
  logic look_open, look_open_q, look_fits_q;
  assign look_qp = rx_hdr_i.qp;
  assign look_seq = rx_hdr_i.seq;
  assign look_mask = mask_q[look_qp*SlotBits+:SlotBits];
  assign look_ahead = look_seq - head_q[look_qp*16+:16];
  assign look_beyond = look_ahead & ~{{(16 - SlotBits) {1'b0}}, look_mask};
  assign look_open = open_q[look_qp] && !(cfg_receive && cfg_qp == look_qp) && !clear_i;
  always_ff @(posedge clk_i) begin
    if (rx_valid_i) begin
      look_slot_q <= base_q[look_qp*SlotBits+:SlotBits] + (look_seq[SlotBits-1:0] & look_mask);
      look_mask_q <= look_mask;
      look_open_q <= look_open;
      look_fits_q <= look_open && look_beyond == '0
                     && !(pop_q && pop_qp_q == look_qp && look_ahead == '0);
      rx_first_q <= rx_first_i;
      rx_last_q  <= rx_last_i;
      rx_hdr_q   <= rx_hdr_i[63:0];
    end
    rx_data_q <= rx_data_i;
  end

  // Of the packet: kept from its first word on.
  typedef struct packed {
    logic                poison;
    logic [2:0]          words;
    logic [3:0]          qp;
    logic [SlotBits-1:0] seq;   // its number, as far as slots are told apart by it
    logic [SlotBits-1:0] slot;
    logic [SlotBits-1:0] mask;  // of its queue pair
  } packet_t;

  packet_t rx_q, rx;
  logic rx_open_q, rx_take_q, rx_take, rx_good, rx_fits;
  logic [SlotBits-1:0] rx_slot;
  logic [2:0] rx_count_q, rx_count;  // words before this one
  logic rx_stale_q, rx_stale, rx_early_q, rx_early, rx_ours;
  logic [6:0] rx_ahead;  // epochs before which this one is
  logic rx_write, rx_whole, complete, credit_in, is_head;

  always_comb begin
    rx = rx_q;
    if (!rx_open_q) begin
      rx.poison = rx_hdr.poison;
      rx.words = rx_hdr.words[2:0];
      rx.qp = rx_hdr.qp;
      rx.seq = rx_hdr.seq[SlotBits-1:0];
      rx.slot = look_slot_q;
      rx.mask = look_mask_q;
    end
  end
  assign rx_slot = rx.slot;
  assign rx_count = rx_open_q ? rx_count_q : 3'd0;

  assign rx_ours = rx_first_q && rx_hdr.mode && rx_hdr.dst == node_i;
  assign rx_ahead = rx_hdr.epoch - epoch_i;
  assign rx_stale = rx_open_q ? rx_stale_q : rx_ours && rx_ahead[6];
  assign rx_early = rx_open_q ? rx_early_q : rx_ours && !rx_ahead[6] && rx_ahead != '0;
  assign rx_good = rx_ours && rx_ahead == '0
                   && rx_hdr.words <= 4'(nf_ace_pkg::PACKET_WORDS) && look_open_q;
  assign rx_fits = look_fits_q && !valid_q[rx_slot];
  assign rx_take = rx_open_q
                   ? rx_take_q && !rx_first_q
                   : rx_good && rx_fits && rx_hdr.kind == nf_ace_pkg::KIND_DATA;
  assign rx_write = rx_valid_q && rx_take && rx_count < rx.words;
  // A token is one beat without a word.
  assign rx_whole = (rx.words == '0) ? !rx_open_q : rx_count + 3'd1 == rx.words;
  assign complete = rx_valid_q && rx_last_q && rx_take && rx_whole;
  assign credit_in = rx_valid_q && rx_last_q && !rx_open_q && rx_good && rx_hdr.words == '0
                     && rx_hdr.kind == nf_ace_pkg::KIND_CREDIT;
  assign is_head = ((rx.seq ^ head_q[rx.qp*16+:SlotBits]) & rx.mask) == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rx_open_q <= 1'b0;
      rx_take_q <= 1'b0;
      rx_stale_q <= 1'b0;
      rx_early_q <= 1'b0;
      drop_o <= 1'b0;
      stale_o <= 1'b0;
      early_o <= 1'b0;
    end else begin
      drop_o <= rx_valid_q && rx_last_q && !complete && !credit_in && !rx_stale && !rx_early;
      stale_o <= rx_valid_q && rx_last_q && rx_stale;
      early_o <= rx_valid_q && rx_last_q && rx_early;
      if (rx_valid_q) begin
        rx_open_q <= ~rx_last_q;
        rx_take_q <= rx_take;
        rx_stale_q <= rx_stale;
        rx_early_q <= rx_early;
      end
      if (cfg_receive && cfg_qp == rx.qp) rx_take_q <= 1'b0;
      // The rest of a packet that was being taken is old.
      if (clear_i) begin
        rx_take_q <= 1'b0;
        if (rx_valid_q ? rx_take : rx_take_q) rx_stale_q <= 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (rx_valid_q) begin
      rx_q <= rx;
      rx_count_q <= (rx_count == 3'd7) ? 3'd7 : rx_count + 3'd1;
    end
  end

  // ------------------------------------------------------------------------------ handing out
  logic [15:0] pop_next;
  logic [SlotBits-1:0] pop_slot, next_slot;
  logic next_comes, next_valid;
  logic [2:0] next_words;
  assign pop_next = pop_head_q + 16'd1;
  assign pop_slot = pop_base_q + (pop_head_q[SlotBits-1:0] & pop_mask_q);
  assign next_slot = pop_base_q + (pop_next[SlotBits-1:0] & pop_mask_q);
  assign next_comes = complete && rx_slot == next_slot;
  assign next_valid = next_comes || (valid_q[next_slot] && next_slot != pop_slot);
  assign next_words = next_comes ? rx.words : len_q[next_slot];

  logic [Slots-1:0] filled, emptied;
  assign filled = complete ? {{(Slots - 1) {1'b0}}, 1'b1} << rx_slot : '0;
  assign emptied = (pop_q ? {{(Slots - 1) {1'b0}}, 1'b1} << pop_slot : '0)
                   | (cfg_receive ? cfg_range : '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= (valid_q | filled) & ~emptied;
  end
  always_ff @(posedge clk_i) begin
    if (complete) begin
      len_q[rx_slot] <= rx.words;
      poison_q[rx_slot] <= rx.poison;
    end
  end

  logic [1:0] pop_word_q;  // place of the word that is read, of the following words
  logic [2:0] pop_left_q;  // words to read after the first
  logic [SlotBits-1:0] pop_slot_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pop_left_q <= '0;
    else if (pop_q) pop_left_q <= (op_words_q == '0) ? '0 : op_words_q - 3'd1;
    else if (pop_left_q != '0) pop_left_q <= pop_left_q - 3'd1;
  end
  always_ff @(posedge clk_i) begin
    pop_word_q <= pop_q ? 2'd1 : pop_word_q + 2'd1;
    if (pop_q) begin
      pop_slot_q <= pop_slot;
      in_poison_o <= poison_q[pop_slot];
    end
  end

  nf_ram_1r1w #(
      .Width(WordBits),
      .Depth(Slots * nf_ace_pkg::PACKET_WORDS)
  ) u_receive (
      .clk_i,
      .we_i   (rx_write),
      .waddr_i({rx_slot, rx_count[1:0]}),
      .wdata_i(rx_data_q),
      .re_i   ((pop_q && op_words_q != '0) || pop_left_q != '0),
      .raddr_i(pop_q ? {pop_slot, 2'd0} : {pop_slot_q, pop_word_q}),
      .rdata_o(in_data_o)
  );

  // ------------------------------------------------------------------------------ sending
  // Credits to send: the queue pair is picked a cycle before, so that its count is one mux away.
  logic [3:0] tick_q;
  logic [Qps-1:0] owes, due, old_q, seen_q, urgent;
  logic pick_q, pick_urgent_q, any_owed;
  logic [3:0] pick_qp_q, pick_index, picked_q;
  logic [Qps-1:0] pick_onehot;
  logic [OwedBits-1:0] pick_owed;
  logic [7:0] pick_amount;
  logic start_credit, start_data, starts;

  assign urgent = owes & (due | old_q);
  nf_rr_arb #(
      .Requests(Qps)
  ) u_pick (
      .req_i         ((urgent != '0) ? urgent : owes),
      .last_i        (picked_q),
      .grant_valid_o (any_owed),
      .grant_index_o (pick_index),
      .grant_onehot_o(pick_onehot)
  );
  assign pick_owed = owed_q[pick_qp_q*OwedBits+:OwedBits];
  assign pick_amount = (32'(pick_owed) > 32'd255) ? 8'd255 : 8'(pick_owed);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tick_q <= '0;
      pick_q <= 1'b0;
      pick_urgent_q <= 1'b0;
      pick_qp_q <= '0;
      picked_q <= '0;
    end else begin
      tick_q <= tick_q + 4'd1;
      // What is sent or set up now does not show in owed_q yet.
      pick_q <= any_owed && !start_credit && !cfg_receive && !clear_i;
      pick_urgent_q <= urgent != '0;
      pick_qp_q <= pick_index;
      if (start_credit) picked_q <= pick_qp_q;
    end
  end

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
  assign new_job.epoch = epoch_i;
  assign new_job.seq = sent_q[push_qp_q*16+:16];
  assign new_job.words = op_words_q;
  assign new_job.qp = push_qp_q;
  nf_fifo #(
      .Width($bits(new_job)),
      .Depth(Out)
  ) u_jobs (
      .clk_i,
      .rst_ni,
      .in_valid_i (push_q),
      .in_ready_o (job_ready),
      .in_data_i  (new_job),
      .out_valid_o(job_valid),
      .out_ready_i(start_data),
      .out_data_o (job),
      .count_o    (jobs)
  );

  logic [OutBits-1:0] out_write_q, out_read_q;
  logic [OutBits:0] stored_q;  // words in the send memory
  logic [2:0] left_q;  // words of the packet that is leaving
  logic [1:0] held_q, held_d;  // reservations in the NIC
  logic [PacketBits-1:0] packets_q;  // granted and not yet left
  logic credit_last_q;  // what started last was a credit packet
  logic read, idle, ends;

  assign idle = left_q == '0;
  assign job_here = job_valid && (job.words == '0 || stored_q != '0);
  // Credits that must not wait take turns with packets.
  assign start_credit = idle && held_q != '0 && pick_q
                        && (!job_here || (pick_urgent_q && !credit_last_q));
  assign start_data = idle && held_q != '0 && job_here && !start_credit;
  assign starts = start_credit | start_data;
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
      if (starts) credit_last_q <= start_credit;
      held_q <= held_d;
      ask_o <= held_d < MaxHeld;
      packets_q <= packets_q + PacketBits'(push_q) - PacketBits'(ends);
      space_o <= packets_q + PacketBits'(push_q) - PacketBits'(ends) != PacketBits'(Out);
      nic_valid_o <= starts | read;
      nic_first_o <= starts;
      nic_last_o <= start_credit | ends;
    end
  end

  // The header, but for what is the same in all of them or comes with the words.
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
  assign to = start_credit ? peer_q[pick_qp_q*PeerBits+:PeerBits] : peer_q[job.qp*PeerBits+:PeerBits];
  always_ff @(posedge clk_i) begin
    if (starts) begin
      hdr_q <= '0;
      hdr_q.dst <= to.node;
      hdr_q.qp <= to.qp;
      hdr_q.src <= node_i;
      hdr_q.epoch <= start_credit ? epoch_i : job.epoch;
      if (start_credit) begin
        hdr_q.kind <= nf_ace_pkg::KIND_CREDIT;
        hdr_q.credits <= pick_amount;
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

  // ------------------------------------------------------------------------------ each pair
  logic [8:0] credit_sum;  // of the pair that credits came for, before what is sent now
  assign credit_sum = {1'b0, credit_q[rx_hdr.qp*8+:8]} + {1'b0, rx_hdr.credits};

  for (genvar q = 0; q < Qps; q++) begin : gen_pair
    logic reset_receive, reset_send, pops, pushes, heads, gives, gets;
    logic [OwedBits-1:0] owed;
    assign reset_receive = cfg_receive && cfg_qp == 4'(q);
    assign reset_send = cfg_send && cfg_qp == 4'(q);
    assign pops = pop_q && pop_qp_q == 4'(q);
    assign pushes = push_q && push_qp_q == 4'(q);
    assign heads = complete && is_head && rx.qp == 4'(q);
    assign gives = start_credit && pick_qp_q == 4'(q);
    assign gets = credit_in && rx_hdr.qp == 4'(q);

    assign owed = owed_q[q*OwedBits+:OwedBits];
    assign owes[q] = owed != '0;
    assign due[q] = owed > (OwedBits'(mask_q[q*SlotBits+:SlotBits]) >> 2);
    assign credit_o[q] = credit_q[q*8+:8] != '0;
    assign words_o[q*4+:4] = {1'b0, head_words_q[q*3+:3]};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        open_q[q] <= 1'b0;
        head_valid_q[q] <= 1'b0;
        head_words_q[q*3+:3] <= '0;
        owed_q[q*OwedBits+:OwedBits] <= '0;
        seen_q[q] <= 1'b0;
        old_q[q] <= 1'b0;
      end else if (reset_receive || clear_i) begin
        open_q[q] <= cfg_wdata_i[31] && !clear_i;
        head_valid_q[q] <= 1'b0;
        head_words_q[q*3+:3] <= '0;
        owed_q[q*OwedBits+:OwedBits] <= '0;
        seen_q[q] <= 1'b0;
        old_q[q] <= 1'b0;
      end else begin
        if (pops) begin
          head_valid_q[q] <= next_valid;
          head_words_q[q*3+:3] <= next_words;
        end else if (heads) begin
          head_valid_q[q] <= 1'b1;
          head_words_q[q*3+:3] <= rx.words;
        end
        owed_q[q*OwedBits+:OwedBits] <= owed + OwedBits'(pops)
                                        - (gives ? OwedBits'(pick_amount) : '0);
        if (gives) begin
          seen_q[q] <= 1'b0;
          old_q[q]  <= 1'b0;
        end else if (tick_q == '1) begin
          seen_q[q] <= owes[q];
          old_q[q]  <= owes[q] & seen_q[q];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) credit_q[q*8+:8] <= '0;
      else if (clear_i) credit_q[q*8+:8] <= '0;
      else if (reset_send) credit_q[q*8+:8] <= cfg_wdata_i[23:16];
      // More credits than there can be are not counted.
      else if (gets) credit_q[q*8+:8] <= (credit_sum[8] ? 8'd255 : credit_sum[7:0]) - 8'(pushes);
      else if (pushes) credit_q[q*8+:8] <= credit_q[q*8+:8] - 8'd1;
    end

    // Written before the pair is open, so without reset.
    always_ff @(posedge clk_i) begin
      if (reset_receive) begin
        base_q[q*SlotBits+:SlotBits] <= cfg_base;
        mask_q[q*SlotBits+:SlotBits] <= cfg_mask;
      end
      if (reset_receive) head_q[q*16+:16] <= '0;
      else if (pops) head_q[q*16+:16] <= pop_next;
      if (reset_send) peer_q[q*PeerBits+:PeerBits] <= cfg_peer;
      if (reset_send) sent_q[q*16+:16] <= '0;
      else if (pushes) sent_q[q*16+:16] <= sent_q[q*16+:16] + 16'd1;
    end
  end

  assign open_o = open_q;
  assign avail_o = head_valid_q;

  // Who sent a packet is the NIC's business.
  logic unused;
  assign unused = ^{rx_hdr.nic, rx_hdr.src};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // One queue pair after the other is looked at.
  logic [3:0] watch_q;
  logic [SlotBits-1:0] watch_slot;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) watch_q <= '0;
    else watch_q <= watch_q + 4'd1;
  end
  assign watch_slot = base_q[watch_q*SlotBits+:SlotBits]
                      + (head_q[watch_q*16+:SlotBits] & mask_q[watch_q*SlotBits+:SlotBits]);

  // A packet is handed out only when one is there.
  `NF_ASSERT(PortPopHasPacket, !pop_q || head_valid_q[pop_qp_q])
  // It is as long as the transfer says.
  `NF_ASSERT(PortPopLength, !pop_q || head_words_q[pop_qp_q*3+:3] == op_words_q)
  // Transfers from this port do not overlap.
  `NF_ASSERT(PortPopAlone, !pop_q || pop_left_q == '0)
  // A packet is sent only to a peer that has room.
  `NF_ASSERT(PortPushHasCredit, !push_q || credit_q[push_qp_q*8+:8] != '0)
  // A packet is granted only with room in the send memory.
  `NF_ASSERT(PortPushHasRoom, !push_q || (job_ready && 32'(packets_q) < Out))
  // Words never find the send memory full.
  `NF_ASSERT(PortWordsFit, 32'(stored_q) <= Out * nf_ace_pkg::PACKET_WORDS)
  // Packets in the list are packets that have been granted and have not left.
  `NF_ASSERT(PortJobsCounted, jobs <= packets_q)
  // At most two reservations are held in the NIC.
  `NF_ASSERT(PortHeldBounded, held_q <= MaxHeld)
  // The flag of a queue pair says what is in the slot of its next packet.
  `NF_ASSERT(PortHeadMatchesSlot, !open_q[watch_q]
                                  || head_valid_q[watch_q] == valid_q[watch_slot])
  // Credits go only to a queue pair that is owed some.
  `NF_ASSERT(PortCreditNotEmpty, !start_credit || (pick_amount != '0 && owes[pick_qp_q]))
  // A queue pair is picked only when it is owed some.
  `NF_ASSERT(PortPickIsOwed, !any_owed || (pick_onehot & owes) != '0)
  // All words of a packet are poisoned or none is.
  logic sent_poison_q;
  always_ff @(posedge clk_i) if (nic_valid_o) sent_poison_q <= send_poison;
  `NF_ASSERT(PortPoisonUniform, !nic_valid_o || nic_first_o || send_poison == sent_poison_q)
  // No transfer is under way when an abort ends.
  `NF_ASSERT(PortClearQuiet, !clear_i || !(pop_q || push_q || out_valid_i || pop_left_q != '0))
  // A packet came before an older one.
  `NF_COVER(PortOutOfOrder, complete && !is_head)
`endif

endmodule
