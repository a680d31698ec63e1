// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Two ends of a link, joined by wires that lose, damage, delay and repeat words at will: every flit that one
// end's device hands over leaves at the other end once, in the order of its channel, and no credit is
// lost or made (KLENK IV-E2, IV-E3).
//
// One direction: the sending half of one end, the receiving half of the other, and words both ways. In
// every cycle a wire delivers one of its last `Late` words, whatever it delivered before, or none; the check of
// a word says at will that it is damaged (nf_crc is cut away). The device brings packets of 1 to 9 flits in
// both channels, whenever it wants; the one at the other end is ready whenever it wants; the timeout is
// anything in every cycle. The link is never given up (retries 0).
//
// The data of a flit is what the claim wants to know of it: number in its channel and so on. The link looks
// at nothing but the channel in a header, so it treats other data alike. Memories are cut away and give what
// claim_memory does, which RamReplay and RamBuffer say (nf_ram_1r1w does: claim_ram).
//
// All properties together are an induction over one cycle: what they say of a cycle follows from what they
// say of the one before.

`include "nf_assert.svh"

module claim_link #(
    parameter int unsigned Replay = 32,
    parameter int unsigned Room = 16,
    parameter int unsigned Late = 4      // words that are still in a wire
) (
    input logic        clk_i,
    input logic        rst_ni,
    // sending device
    input logic        tx_valid_i,
    input logic        tx_last_i,
    input logic        tx_err_i,
    input logic        tx_vc_i,
    // receiving device
    input logic [ 1:0] rx_ready_i,
    // wires
    input logic [ 7:0] word_i,        // which of the last words comes; none from Late on
    input logic [31:0] word_crc_i,
    input logic [ 7:0] answer_i,      // the same of the wire back
    input logic        answer_vc_i,   // channel whose credits the next word back carries
    input logic [15:0] cfg_timeout_i
);

  // What a flit is: kind, numbers in both channels, err, last, channel, header, bit 3.
  localparam int unsigned DataBits = 28;
  localparam int unsigned Bits = DataBits + 2;
  localparam int unsigned HEAD = 4;
  localparam int unsigned VC = 5;
  localparam int unsigned LAST = 6;
  localparam int unsigned ERR = 7;
  localparam int unsigned NUMBER = 8;  // 10 bits a channel: flits of that channel before this one
  localparam int unsigned SlotBits = $clog2(Replay);
  localparam int unsigned RoomBits = $clog2(Room);
  localparam int unsigned AnswerBits = 21;  // nak, credit channel, credits, acknowledgement

  // ------------------------------------------------------------------------------ sending device
  logic open_q, vc_q, vc, last, take;
  logic [3:0] left_q, left;  // flits that the packet may still have
  logic [1:0] tx_ready;
  logic [19:0] taken_q;  // flits taken, both channels
  logic [DataBits-1:0] data;
  logic [1:0] kind;

  assign vc = open_q ? vc_q : tx_vc_i;
  assign left = (open_q ? left_q : 4'd9) - 4'd1;
  assign last = tx_last_i || left == '0;
  assign take = tx_valid_i && (open_q || tx_ready[vc]);
  assign data = {taken_q, last & tx_err_i, last, vc, ~open_q, tx_vc_i, 3'd0};
  assign kind = !last ? nf_link_pkg::KIND_FLIT
              : tx_err_i ? nf_link_pkg::KIND_LAST_ERR : nf_link_pkg::KIND_LAST;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      vc_q <= 1'b0;
      left_q <= '0;
      taken_q <= '0;
    end else if (take) begin
      open_q <= !last;
      vc_q <= vc;
      left_q <= left;
      taken_q[vc*10+:10] <= taken_q[vc*10+:10] + 10'd1;
    end
  end

  // ------------------------------------------------------------------------------ the two halves
  logic [127:0] sent_data, got_data, rx_data;
  nf_link_pkg::ctrl_t sent_ctrl, got_ctrl;
  logic answered, answer_nak, answer_vc, nak, rx_valid, rx_last, rx_err;
  logic [8:0] answer_ack, expected;
  logic [9:0] answer_credit;
  nf_link_pkg::freed_t freed;

  nf_link_tx #(
      .Replay(Replay),
      .Room  (Room)
  ) u_tx (
      .clk_i,
      .rst_ni,
      .cfg_timeout_i,
      .cfg_retries_i   (8'd0),
      .tx_valid_i,
      .tx_last_i       (last),
      .tx_err_i,
      .tx_data_i       (128'(data)),
      .tx_ready_o      (tx_ready),
      .wire_data_o     (sent_data),
      .wire_ctrl_o     (sent_ctrl),
      .good_i          (answered),
      .good_ack_i      (answer_ack),
      .good_nak_i      (answer_nak),
      .good_credit_vc_i(answer_vc),
      .good_credit_i   (answer_credit),
      .ack_i           (9'd0),
      .nak_i           (1'b0),
      .freed_i         (32'd0),
      .event_o         (),
      .down_o          (),
      .busy_o          ()
  );

  nf_link_rx #(
      .Room(Room)
  ) u_rx (
      .clk_i,
      .rst_ni,
      .wire_data_i     (got_data),
      .wire_ctrl_i     (got_ctrl),
      .down_i          (1'b0),
      .rx_valid_o      (rx_valid),
      .rx_last_o       (rx_last),
      .rx_err_o        (rx_err),
      .rx_data_o       (rx_data),
      .rx_ready_i,
      .good_o          (),
      .good_ack_o      (),
      .good_nak_o      (),
      .good_credit_vc_o(),
      .good_credit_o   (),
      .ack_o           (expected),
      .nak_o           (nak),
      .freed_o         (freed),
      .event_o         (),
      .busy_o          ()
  );

  // What they keep inside.
  (* hierconn *) wire [1:0] \u_tx.state_q ;
  (* hierconn *) wire [3:0] \u_tx.left_q ;
  (* hierconn *) wire [8:0] \u_tx.ack_q , \u_tx.send_q , \u_tx.top_q , \u_tx.write_q , \u_tx.seq_q ;
  (* hierconn *) wire [9:0] \u_tx.slack_q , \u_tx.credit0_q , \u_tx.credit1_q ;
  (* hierconn *) wire [19:0] \u_tx.freed_q , \u_rx.freed_q ;
  (* hierconn *) wire [129:0] \u_tx.chosen , \u_tx.fetched , \u_rx.stored ;
  (* hierconn *) wire \u_tx.vc_q , \u_tx.again , \u_tx.down_q ;
  (* hierconn *) wire [127:0] \u_rx.word_data_q , \u_rx.flit_data_q ;
  (* hierconn *) wire [63:0] \u_rx.word_ctrl_q ;
  (* hierconn *) wire [31:0] \u_rx.fields_q ;
  (* hierconn *) wire [1:0] \u_rx.write , \u_rx.read ;
  (* hierconn *) wire \u_rx.open_q , \u_rx.vc_q , \u_rx.out_valid_q , \u_rx.out_head_q ;
  (* hierconn *) wire \u_rx.out_vc_q , \u_rx.out_open_q , \u_rx.good_q ;
  (* hierconn *) wire [259:0] \u_rx.fetched ;
  (* hierconn *) wire [RoomBits-1:0] \u_rx.gen_vc[0].wptr_q , \u_rx.gen_vc[1].wptr_q ;
  (* hierconn *) wire [RoomBits-1:0] \u_rx.gen_vc[0].rptr_q , \u_rx.gen_vc[1].rptr_q ;
  (* hierconn *) wire [RoomBits:0] \u_rx.gen_vc[0].count_q , \u_rx.gen_vc[1].count_q ;

  nf_link_pkg::ctrl_t came;  // a word that came, not checked yet
  nf_link_pkg::fields_t checked;
  assign came = \u_rx.word_ctrl_q ;
  assign checked = \u_rx.fields_q ;

  logic [8:0] ack, top, write, sent, held;
  assign ack = \u_tx.ack_q ;
  assign top = \u_tx.top_q ;
  assign write = \u_tx.write_q ;
  assign sent = top - ack;
  assign held = write - ack;

  // ------------------------------------------------------------------------------ wires
  logic [Late*(Bits+9)-1:0] words_q;  // number and flit, the youngest lowest
  logic [Late*AnswerBits-1:0] answers_q;
  logic [(Late+1)*(Bits+9)-1:0] words;
  logic [Bits+8:0] word;
  logic [AnswerBits-1:0] answer, new_answer;

  assign words = {words_q, sent_ctrl.fields.seq, sent_ctrl.fields.kind, sent_data[DataBits-1:0]};
  always_comb begin
    word = '0;
    answer = '0;
    for (int w = 0; w < Late; w++) begin
      if (word_i == 8'(w)) word = word | words[w*(Bits+9)+:Bits+9];
      if (answer_i == 8'(w)) answer = answer | answers_q[w*AnswerBits+:AnswerBits];
    end
  end
  assign got_data = 128'(word[DataBits-1:0]);
  always_comb begin
    got_ctrl = '0;
    if (word_i < 8'(Late)) begin
      got_ctrl.fields.kind = word[DataBits+:2];
      got_ctrl.fields.seq = word[Bits+:9];
      got_ctrl.crc = word_crc_i;
    end
  end

  assign new_answer = {nak, answer_vc_i, answer_vc_i ? freed.response : freed.request, expected};
  assign answered = answer_i < 8'(Late);
  assign {answer_nak, answer_vc, answer_credit, answer_ack} = answer;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      words_q <= '0;
      answers_q <= '0;
    end else begin
      words_q <= words[Late*(Bits+9)-1:0];
      answers_q <= {answers_q[(Late-1)*AnswerBits-1:0], new_answer};
    end
  end

  // ------------------------------------------------------------------------------ memories
  logic [Bits*Replay-1:0] stored;
  logic [Bits-1:0] replay_data;
  claim_memory #(
      .Width(Bits),
      .Depth(Replay)
  ) u_replay (
      .clk_i,
      .we_i   (take),
      .waddr_i(write[SlotBits-1:0]),
      .wdata_i({kind, data}),
      .re_i   (\u_tx.again ),
      .raddr_i(\u_tx.send_q [SlotBits-1:0]),
      .rdata_o(replay_data),
      .words_o(stored)
  );
  `NF_ASSERT(RamReplay, replay_data == {\u_tx.fetched [129:128], \u_tx.fetched [DataBits-1:0]})

  logic [2*Bits*Room-1:0] buffered;
  logic [2*Bits-1:0] out;  // read last, of both channels
  logic [2*RoomBits-1:0] wptr, rptr;
  logic [2*RoomBits+1:0] count;
  assign wptr = {\u_rx.gen_vc[1].wptr_q , \u_rx.gen_vc[0].wptr_q };
  assign rptr = {\u_rx.gen_vc[1].rptr_q , \u_rx.gen_vc[0].rptr_q };
  assign count = {\u_rx.gen_vc[1].count_q , \u_rx.gen_vc[0].count_q };
  for (genvar v = 0; v < 2; v++) begin : gen_memory
    claim_memory #(
        .Width(Bits),
        .Depth(Room)
    ) u_buffer (
        .clk_i,
        .we_i   (\u_rx.write [v]),
        .waddr_i(wptr[v*RoomBits+:RoomBits]),
        .wdata_i({\u_rx.stored [129:128], \u_rx.stored [DataBits-1:0]}),
        .re_i   (\u_rx.read [v]),
        .raddr_i(rptr[v*RoomBits+:RoomBits]),
        .rdata_o(out[v*Bits+:Bits]),
        .words_o(buffered[v*Bits*Room+:Bits*Room])
    );
    `NF_ASSERT(RamBuffer, out[v*Bits+:Bits] == {\u_rx.fetched [v*130+128+:2],
                                                \u_rx.fetched [v*130+:DataBits]})
  end

  // ------------------------------------------------------------------------------ the claim
  logic [19:0] given_q;  // flits that the receiving device has taken, both channels
  logic give, out_vc, out_head;
  assign out_vc = \u_rx.out_vc_q ;
  assign out_head = \u_rx.out_head_q ;
  assign give = rx_valid && (!out_head || rx_ready_i[out_vc]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) given_q <= '0;
    else if (give) given_q[out_vc*10+:10] <= given_q[out_vc*10+:10] + 10'd1;
  end

  // What is delivered is the flit that is due in its channel, with its marks.
  `NF_ASSERT(LinkDeliversWhatIsDue, !rx_valid || (rx_data[NUMBER+10*out_vc+:10] == given_q[out_vc*10+:10]
      && rx_data[VC] == out_vc && rx_data[HEAD] == out_head && rx_data[LAST] == rx_last
      && rx_data[ERR] == rx_err))
  // A flit that is due finds room.
  `NF_ASSERT(LinkFindsRoom, !(\u_rx.good_q && checked.kind != nf_link_pkg::KIND_IDLE
      && checked.seq == expected && count[(\u_rx.open_q ? \u_rx.vc_q
          : \u_rx.flit_data_q [3])*(RoomBits+1)+RoomBits]))

  for (genvar v = 0; v < 2; v++) begin : gen_books
    logic [9:0] taken, given, known, freed_here, arrived, credit, reserved, promised, away, before;
    assign taken = taken_q[v*10+:10];
    assign given = given_q[v*10+:10];
    assign known = \u_tx.freed_q [v*10+:10];  // freed, as the sender knows
    assign freed_here = \u_rx.freed_q [v*10+:10];
    assign arrived = freed_here + 10'(count[v*(RoomBits+1)+:RoomBits+1]);
    assign credit = v == 0 ? \u_tx.credit0_q : \u_tx.credit1_q ;
    assign reserved = (open_q && vc_q == v) ? 10'(left_q) : '0;
    assign promised = tx_ready[v] ? 10'd9 : '0;
    assign away = taken - known;
    assign before = taken - given;

    // No credit is lost or made: free, promised, reserved, and of flits taken whose room is not known to
    // be free again, they are the other end's room.
    `NF_ASSERT(LinkCreditsConserved, credit + promised + reserved + away == 10'(Room)
        && credit <= 10'(Room) && away <= 10'(Room))

    // Freed as known, freed, arrived and taken follow each other.
    logic [9:0] freed_away, arrived_away;
    assign freed_away = freed_here - known;
    assign arrived_away = arrived - known;
    `NF_ASSERT(LinkBooksOrdered, freed_away <= arrived_away && arrived_away <= away)
    // Given to the device, or at its interface, is what was freed.
    `NF_ASSERT(LinkGivenIsFreed, freed_here == given + 10'(rx_valid && out_vc == v))
    // Nothing is delivered before it was taken, and what is between is bounded.
    `NF_ASSERT(LinkUnderWayBounded, before <= 10'(Room + 1))

    // Credits on their way back are those of a few cycles before.
    for (genvar a = 0; a < Late; a++) begin : gen_answer
      logic [AnswerBits-1:0] old;
      logic [9:0] behind;
      assign old = answers_q[a*AnswerBits+:AnswerBits];
      assign behind = freed_here - old[18:9];
      `NF_ASSERT(LinkCreditsRecent, old[19] != v || behind <= 10'(a + 1))
    end

    // ---------------------------------------------------------------------------- buffer
    logic [RoomBits-1:0] first, end_place, filled_to;
    logic [RoomBits:0] filled;
    logic [Bits-1:0] leaving;
    logic next_head, open_here;
    assign first = rptr[v*RoomBits+:RoomBits];
    assign filled = count[v*(RoomBits+1)+:RoomBits+1];
    assign end_place = wptr[v*RoomBits+:RoomBits];
    assign filled_to = first + filled[RoomBits-1:0];
    assign leaving = out[v*Bits+:Bits];
    assign next_head = out_vc != v || (rx_valid ? leaving[DataBits] : !\u_rx.out_open_q );
    assign open_here = \u_rx.open_q && \u_rx.vc_q == v;

    // The pointers are as far apart as flits are held.
    `NF_ASSERT(BufferPointers, end_place == filled_to && filled <= (RoomBits + 1)'(Room))
    // The packet that is being received is the one that the buffer, or the interface, ends with.
    `NF_ASSERT(BufferEmptyEnds, filled != '0 || open_here == !next_head)
    // The flit at the interface was the last one freed.
    logic [9:0] last_freed;
    assign last_freed = freed_here - 10'd1;
    `NF_ASSERT(InterfaceHolds, !rx_valid || out_vc != v
        || (leaving[NUMBER+10*v+:10] == last_freed && leaving[VC] == v && leaving[HEAD] == out_head
            && leaving[DataBits+:2] == leaving[LAST+:2] && (!leaving[HEAD] || leaving[3] == v)))
    for (genvar p = 0; p < Room; p++) begin : gen_place
      logic [RoomBits-1:0] offset;
      logic [9:0] due;
      logic [Bits-1:0] flit, after;
      logic there, follows;
      assign offset = RoomBits'(p) - first;
      assign due = freed_here + 10'(offset);
      assign flit = buffered[(v*Room+p)*Bits+:Bits];
      assign after = buffered[(v*Room+(p+1)%Room)*Bits+:Bits];
      assign there = (RoomBits+1)'(offset) < filled;
      assign follows = (RoomBits+1)'(offset) + 1'b1 < filled;
      // The buffer holds the flits of its channel in their order.
      `NF_ASSERT(BufferHolds, !there
          || (flit[NUMBER+10*v+:10] == due && flit[VC] == v && flit[DataBits+:2] == flit[LAST+:2]
              && (!flit[HEAD] || flit[3] == v)
              && (offset != '0 || flit[HEAD] == next_head)
              && (follows ? after[HEAD] == flit[LAST] : open_here == !flit[LAST])))
    end
  end

  // ------------------------------------------------------------------------------ sending end
  // The sender sees the device's packets as they are, and is up.
  `NF_ASSERT(LinkFraming, !\u_tx.down_q && \u_tx.state_q == {1'b0, open_q}
      && (!open_q || (\u_tx.vc_q == vc_q && \u_tx.left_q == left_q && left_q != '0 && left_q < 4'd9)))
  // The replay buffer is never full.
  `NF_ASSERT(LinkHeldBounded, held < 9'(Replay) && \u_tx.slack_q < 10'(Replay))
  // The flit that is due was sent, and is not known to have arrived.
  logic [8:0] due_into;
  assign due_into = expected - ack;
  `NF_ASSERT(LinkDueIsHeld, due_into <= sent)
  for (genvar a = 0; a < Late; a++) begin : gen_ack
    logic [8:0] behind;
    assign behind = expected - answers_q[a*AnswerBits+:9];
    // Acknowledgements on their way back are those of a few cycles before.
    `NF_ASSERT(LinkAcksRecent, behind <= 9'(a + 1))
  end

  for (genvar s = 0; s < Replay; s++) begin : gen_slot
    logic [SlotBits-1:0] offset;
    logic [Bits-1:0] flit, after;
    logic there, follows;
    logic [19:0] following;
    assign offset = SlotBits'(s) - ack[SlotBits-1:0];
    assign flit = stored[s*Bits+:Bits];
    assign after = stored[((s+1)%Replay)*Bits+:Bits];
    assign there = 9'(offset) < held;
    assign follows = 9'(offset) + 9'd1 < held;
    assign following = {flit[NUMBER+10+:10] + 10'(flit[VC]), flit[NUMBER+:10] + 10'(!flit[VC])};
    // The replay buffer holds the flits in their order; each packet in one piece.
    `NF_ASSERT(ReplayHolds, !there
        || (flit[DataBits+:2] == {flit[LAST], flit[LAST] ? flit[ERR] : 1'b1}
            && (!flit[HEAD] || flit[3] == flit[VC])
            && (flit[LAST] || !flit[ERR])
            && (follows ? after[NUMBER+:20] == following && after[HEAD] == flit[LAST]
                          && (after[HEAD] || after[VC] == flit[VC])
                        : taken_q == following && open_q == !flit[LAST]
                          && (!open_q || vc_q == flit[VC]))))
    // From each one on they are those that were taken since, both channels together.
    logic [9:0] since0, since1;
    assign since0 = taken_q[9:0] - flit[NUMBER+:10];
    assign since1 = taken_q[19:10] - flit[NUMBER+10+:10];
    `NF_ASSERT(ReplayCounts, !there
        || (since0 + since1 == 10'(held) - 10'(offset) && since0 <= 10'(Replay) && since1 <= 10'(Replay)
            && (flit[VC] ? since1 : since0) != '0))
  end

  // Between the ends: the receiver has all that comes before the flit that is due.
  logic [19:0] arrived;
  logic [Bits-1:0] due_flit;
  assign arrived = \u_rx.freed_q + {10'(count[RoomBits+1+:RoomBits+1]), 10'(count[RoomBits:0])};
  always_comb begin
    due_flit = '0;
    for (int s = 0; s < Replay; s++) begin
      if (expected[SlotBits-1:0] == SlotBits'(s)) due_flit = due_flit | stored[s*Bits+:Bits];
    end
  end
  `NF_ASSERT(LinkAgrees, expected == write
      ? gen_books[0].arrived == taken_q[9:0] && gen_books[1].arrived == taken_q[19:10]
        && \u_rx.open_q == open_q && (!open_q || \u_rx.vc_q == vc_q)
      : gen_books[0].arrived == due_flit[NUMBER+:10] && gen_books[1].arrived == due_flit[NUMBER+10+:10]
        && \u_rx.open_q == !due_flit[HEAD] && (due_flit[HEAD] || \u_rx.vc_q == due_flit[VC]))

  // Words under way, from the sender to the receiver.
  localparam int unsigned Stages = Late + 4;
  logic [Stages*(Bits+9)-1:0] stages;
  assign stages = {checked.seq, checked.kind, \u_rx.flit_data_q [DataBits-1:0],
                   came.fields.seq, came.fields.kind, \u_rx.word_data_q [DataBits-1:0], words,
                   \u_tx.seq_q , \u_tx.chosen [129:128], \u_tx.chosen [DataBits-1:0]};
  for (genvar s = 0; s < Stages; s++) begin : gen_word
    claim_link_word #(
        .Replay(Replay),
        .Bits  (Bits),
        .Age   (s)
    ) u_word (
        .clk_i,
        .rst_ni,
        .ack_i   (ack),
        .top_i   (top),
        .stored_i(stored),
        .seq_i   (stages[s*(Bits+9)+Bits+:9]),
        .flit_i  (stages[s*(Bits+9)+:Bits])
    );
  end

  // A flit was delivered; one was sent again.
  logic repeats;
  assign repeats = \u_tx.again ;
  `NF_COVER(LinkDelivers, rx_valid)
  `NF_COVER(LinkRepeats, repeats)

endmodule
