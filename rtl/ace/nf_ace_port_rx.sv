// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Receiving side of a port: packets come into slots in any order and are handed out in order
// (ACE 4.5, footnote 8).
//
// A queue pair owns 2^k slots of the receive memory, from its base on; packet number seq goes to
// slot seq mod 2^k of them. A packet is taken if its number is in the window of 2^k numbers from
// the head on, its slot is empty, and it has exactly the words that its header announces. It
// becomes valid with its last word, so a bad packet never takes a good one with it. Whatever is not
// taken is dropped and reported.
//
// It looks at no node, epoch or kind: nf_ace_port says of a first word whether it may be taken. It
// does not count credits, and does not check that what is handed out is there.
//
// Timing: the header is looked up (look_*) while its word is registered; the word comes (word_*) a
// cycle later. A packet handed out at pop_i: word k on in_data_o at pop_i + 1 + k.

`include "nf_assert.svh"

module nf_ace_port_rx #(
    parameter int unsigned Slots = 64,  // packets of the receive memory, a power of two 4..256
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         clear_i,        // pulse: all queue pairs are closed
    // pulse: a queue pair is set up, empty, with number 0
    input  logic         set_i,
    input  logic [  3:0] set_qp_i,
    input  logic         set_open_i,
    input  logic [  3:0] set_log_i,      // 2^k slots; k beyond the memory stands for all of it
    input  logic [  7:0] set_base_i,
    // flags by queue pair
    output logic [ 15:0] open_o,         // set up
    output logic [127:0] mask_o,         // its slots less one, 8 bits each
    output logic [ 15:0] avail_o,        // a packet is at the head
    output logic [ 63:0] words_o,        // its words, 4 bits each
    // a packet is handed out; its queue pair is looked up a cycle before
    input  logic         op_valid_i,
    input  logic [  3:0] op_qp_i,
    input  logic         pop_i,
    input  logic [  3:0] pop_qp_i,
    input  logic [  2:0] pop_words_i,    // of the packet
    output logic [WordBits-1:0] in_data_o,
    output logic         in_poison_o,    // beside in_data_o
    // header of the word that comes a cycle later
    input  logic         look_valid_i,
    input  logic [  3:0] look_qp_i,
    input  logic [ 15:0] look_seq_i,
    // the word
    input  logic         word_valid_i,
    input  logic         word_first_i,
    input  logic         word_last_i,
    input  nf_ace_pkg::hdr_t word_hdr_i,
    input  logic [WordBits-1:0] word_data_i,
    output logic         begins_o,       // it begins a packet of an open queue pair
    input  logic         word_take_i,    // its packet is data of this epoch
    input  logic         word_stale_i,   // of an older epoch
    input  logic         word_early_i,   // of a newer epoch
    input  logic         word_credit_i,  // it is a packet of credits, which is not for the slots
    // pulse: a packet was dropped
    output logic         drop_o,         // since something is wrong with it
    output logic         stale_o,        // since it is of an older epoch
    output logic         early_o         // since it is of a newer epoch
);

  `NF_PARAM(PortRxSlotsInRange, Slots >= 4 && Slots <= 256 && (Slots & (Slots - 1)) == 0)
  `NF_PARAM(PortRxWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  localparam int unsigned Qps = nf_ace_pkg::QPS;
  localparam int unsigned SlotBits = $clog2(Slots);

  // ------------------------------------------------------------------------------ set-up
  logic [Slots-1:0] set_range;  // slots of the queue pair that is set up
  logic [SlotBits-1:0] set_base, set_mask;
  logic [255:0] set_ones;

  assign set_base = set_base_i[SlotBits-1:0];
  // 2^k - 1, as a number and as as many slots.
  assign set_ones = {{255{1'b0}}, 1'b1} << set_log_i;
  assign set_mask = (set_log_i >= 4'(SlotBits)) ? '1 : SlotBits'(set_ones - 256'd1);
  for (genvar s = 0; s < Slots; s++) begin : gen_range
    logic [SlotBits-1:0] from_base;
    assign from_base = SlotBits'(s) - set_base;
    assign set_range[s] = (from_base & ~set_mask) == '0;
  end

  // ------------------------------------------------------------------------------ queue pairs
  logic [Qps-1:0] open_q, head_valid_q;
  logic [Qps*SlotBits-1:0] base_q, mask_q;
  logic [Qps*16-1:0] head_q;  // next number to hand out
  logic [Qps*3-1:0] head_words_q;
  logic [Slots-1:0] valid_q;  // a complete packet is in the slot
  logic [2:0] len_q[Slots];  // its words
  logic [Slots-1:0] poison_q;  // it is poisoned

  // The queue pair of a transfer is looked up while its number is registered.
  logic [15:0] pop_head_q;
  logic [SlotBits-1:0] pop_base_q, pop_mask_q;
  always_ff @(posedge clk_i) begin
    if (op_valid_i) begin
      pop_head_q <= head_q[op_qp_i*16+:16];
      pop_base_q <= base_q[op_qp_i*SlotBits+:SlotBits];
      pop_mask_q <= mask_q[op_qp_i*SlotBits+:SlotBits];
    end
  end

  // ------------------------------------------------------------------------------ arrival
  // Of a number that is handed out in the same cycle no second copy is taken.
  logic [15:0] look_ahead, look_beyond;
  logic [SlotBits-1:0] look_mask, look_slot_q, look_mask_q;
  logic look_open, look_open_q, look_fits_q;
  assign look_mask = mask_q[look_qp_i*SlotBits+:SlotBits];
  assign look_ahead = look_seq_i - head_q[look_qp_i*16+:16];
  assign look_beyond = look_ahead & ~{{(16 - SlotBits) {1'b0}}, look_mask};
  assign look_open = open_q[look_qp_i] && !(set_i && set_qp_i == look_qp_i) && !clear_i;
  always_ff @(posedge clk_i) begin
    if (look_valid_i) begin
      look_slot_q <= base_q[look_qp_i*SlotBits+:SlotBits] + (look_seq_i[SlotBits-1:0] & look_mask);
      look_mask_q <= look_mask;
      look_open_q <= look_open;
      look_fits_q <= look_open && look_beyond == '0
                     && !(pop_i && pop_qp_i == look_qp_i && look_ahead == '0);
    end
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
  logic rx_open_q, rx_take_q, rx_take, rx_fits;
  logic [SlotBits-1:0] rx_slot;
  logic [2:0] rx_count_q, rx_count;  // words before this one
  logic rx_stale_q, rx_stale, rx_early_q, rx_early;
  logic rx_write, rx_whole, complete, is_head;

  always_comb begin
    rx = rx_q;
    if (!rx_open_q) begin
      rx.poison = word_hdr_i.poison;
      rx.words = word_hdr_i.words[2:0];
      rx.qp = word_hdr_i.qp;
      rx.seq = word_hdr_i.seq[SlotBits-1:0];
      rx.slot = look_slot_q;
      rx.mask = look_mask_q;
    end
  end
  assign rx_slot = rx.slot;
  assign rx_count = rx_open_q ? rx_count_q : 3'd0;

  assign begins_o = !rx_open_q && look_open_q;
  assign rx_stale = rx_open_q ? rx_stale_q : word_stale_i;
  assign rx_early = rx_open_q ? rx_early_q : word_early_i;
  assign rx_fits = look_fits_q && !valid_q[rx_slot];
  assign rx_take = rx_open_q ? rx_take_q && !word_first_i : word_take_i && rx_fits;
  assign rx_write = word_valid_i && rx_take && rx_count < rx.words;
  // A token is one beat without a word.
  assign rx_whole = (rx.words == '0) ? !rx_open_q : rx_count + 3'd1 == rx.words;
  assign complete = word_valid_i && word_last_i && rx_take && rx_whole;
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
      drop_o <= word_valid_i && word_last_i && !complete && !word_credit_i && !rx_stale
                && !rx_early;
      stale_o <= word_valid_i && word_last_i && rx_stale;
      early_o <= word_valid_i && word_last_i && rx_early;
      if (word_valid_i) begin
        rx_open_q <= ~word_last_i;
        rx_take_q <= rx_take;
        rx_stale_q <= rx_stale;
        rx_early_q <= rx_early;
      end
      if (set_i && set_qp_i == rx.qp) rx_take_q <= 1'b0;
      // The rest of a packet that was being taken is old.
      if (clear_i) begin
        rx_take_q <= 1'b0;
        if (word_valid_i ? rx_take : rx_take_q) rx_stale_q <= 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (word_valid_i) begin
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
  assign emptied = (pop_i ? {{(Slots - 1) {1'b0}}, 1'b1} << pop_slot : '0)
                   | (set_i ? set_range : '0);
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
    else if (pop_i) pop_left_q <= (pop_words_i == '0) ? '0 : pop_words_i - 3'd1;
    else if (pop_left_q != '0) pop_left_q <= pop_left_q - 3'd1;
  end
  always_ff @(posedge clk_i) begin
    pop_word_q <= pop_i ? 2'd1 : pop_word_q + 2'd1;
    if (pop_i) begin
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
      .wdata_i(word_data_i),
      .re_i   ((pop_i && pop_words_i != '0) || pop_left_q != '0),
      .raddr_i(pop_i ? {pop_slot, 2'd0} : {pop_slot_q, pop_word_q}),
      .rdata_o(in_data_o)
  );

  // ------------------------------------------------------------------------------ each pair
  for (genvar q = 0; q < Qps; q++) begin : gen_pair
    logic set, pops, heads;
    assign set = set_i && set_qp_i == 4'(q);
    assign pops = pop_i && pop_qp_i == 4'(q);
    assign heads = complete && is_head && rx.qp == 4'(q);

    assign words_o[q*4+:4] = {1'b0, head_words_q[q*3+:3]};
    assign mask_o[q*8+:8] = 8'(mask_q[q*SlotBits+:SlotBits]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        open_q[q] <= 1'b0;
        head_valid_q[q] <= 1'b0;
        head_words_q[q*3+:3] <= '0;
      end else if (set || clear_i) begin
        open_q[q] <= set_open_i && !clear_i;
        head_valid_q[q] <= 1'b0;
        head_words_q[q*3+:3] <= '0;
      end else if (pops) begin
        head_valid_q[q] <= next_valid;
        head_words_q[q*3+:3] <= next_words;
      end else if (heads) begin
        head_valid_q[q] <= 1'b1;
        head_words_q[q*3+:3] <= rx.words;
      end
    end

    // Written before the pair is open, so without reset.
    always_ff @(posedge clk_i) begin
      if (set) begin
        base_q[q*SlotBits+:SlotBits] <= set_base;
        mask_q[q*SlotBits+:SlotBits] <= set_mask;
      end
      if (set) head_q[q*16+:16] <= '0;
      else if (pops) head_q[q*16+:16] <= pop_next;
    end
  end

  assign open_o = open_q;
  assign avail_o = head_valid_q;

  // What else a header says is nf_ace_port's business.
  logic unused;
  assign unused = ^{word_hdr_i, set_base_i};

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
  `NF_ASSERT(PortPopHasPacket, !pop_i || head_valid_q[pop_qp_i])
  // It is as long as the transfer says.
  `NF_ASSERT(PortPopLength, !pop_i || head_words_q[pop_qp_i*3+:3] == pop_words_i)
  // Transfers from this port do not overlap.
  `NF_ASSERT(PortPopAlone, !pop_i || pop_left_q == '0)
  // The flag of a queue pair says what is in the slot of its next packet.
  `NF_ASSERT(PortHeadMatchesSlot, !open_q[watch_q]
                                  || head_valid_q[watch_q] == valid_q[watch_slot])
  // Nothing is handed out when an abort ends.
  `NF_ASSERT(PortRxClearQuiet, !clear_i || !(pop_i || pop_left_q != '0))
  // A packet came before an older one.
  `NF_COVER(PortOutOfOrder, complete && !is_head)
`endif

endmodule
