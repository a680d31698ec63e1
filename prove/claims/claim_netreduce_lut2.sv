// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_netreduce_lut2: of a connection, the PSNs of its newest messages are known, and no others; each PSN
// finds its message and its place there, across the wrap of PSNs too; what is refused, here or by those who
// come behind, changes nothing (NETREDUCE 4.3.1, Fig. 5, Algorithm 2).
//
// One connection is watched, which may be any. The book beside it sees the ports alone: what was asked, what
// was accepted and what was forgotten. It has no pipeline and no memory, and a message in it is the set of its
// PSNs: PSN0, PSN0 + 1, and so on, counted up modulo 2^24. Lookups of all other connections may be anything.

`include "nf_assert.svh"

module claim_netreduce_lut2 #(
    parameter int unsigned Connections = 2,  // a power of two
    parameter int unsigned Window = 1,
    parameter int unsigned MaxMsgLen = 5
) (
    input logic                   clk_i,
    input logic                   rst_ni,
    input logic [            6:0] watched_i,      // taken in the first cycle: the connection
    // every cycle
    input logic [Connections-1:0] forget_i,
    input logic                   lookup_valid_i,
    input logic [            6:0] connection_i,
    input logic                   first_i,
    input logic [           23:0] psn_i,
    input logic [           15:0] msglen_i,
    input logic [           31:0] msgid_i,
    input logic                   took_i
);

  localparam int unsigned Slots = Window + 1;
  localparam int unsigned ConnBits = $clog2(Connections);
  localparam bit Wraps = (Slots & (Slots - 1)) == 0;
  // An entry of the block's word, and the newest MsgID above all entries.
  nf_netreduce_pkg::message_t message, message3, message4;
  localparam int unsigned EntryBits = $bits(message);
  localparam int unsigned WordBits = Slots * EntryBits + 32;

  logic started_q;
  logic [ConnBits-1:0] watched_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) started_q <= 1'b0;
    else started_q <= 1'b1;
  end
  always_ff @(posedge clk_i) if (!started_q) watched_q <= watched_i[ConnBits-1:0];

  logic valid, last, lookup;
  logic [7:0] cause, offset;
  logic [31:0] msgid;
  logic [2:0] slot;
  logic [8:0] msglen;
  assign lookup = lookup_valid_i && started_q;
  nf_netreduce_lut2 #(
      .Connections(Connections),
      .Window(Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_lut2 (
      .clk_i,
      .rst_ni,
      .forget_i,
      .lookup_valid_i(lookup),
      .connection_i,
      .first_i,
      .psn_i,
      .msglen_i,
      .msgid_i,
      .valid_o       (valid),
      .cause_o       (cause),
      .msgid_o       (msgid),
      .slot_o        (slot),
      .offset_o      (offset),
      .msglen_o      (msglen),
      .last_o        (last),
      .took_i
  );

  // ------------------------------------------------------------------------------ what was asked
  // One to four cycles ago; the answer comes with 3, and with 4 whether the packet is accepted.
  logic asked1_q, asked2_q, asked3_q;
  logic [ConnBits-1:0] conn1_q, conn2_q, conn3_q;
  logic first1_q, first2_q, first3_q;
  logic [23:0] psn1_q, psn2_q, psn3_q, psn4_q;
  logic [15:0] len1_q, len2_q, len3_q, len4_q;
  logic [31:0] id1_q, id2_q, id3_q, id4_q;
  logic teaches, teaches4_q;  // a message that is new, of the watched connection
  logic ours1, ours2, ours3;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked1_q <= 1'b0;
      asked2_q <= 1'b0;
      asked3_q <= 1'b0;
      teaches4_q <= 1'b0;
    end else begin
      asked1_q <= lookup;
      asked2_q <= asked1_q;
      asked3_q <= asked2_q;
      teaches4_q <= teaches;
    end
  end
  always_ff @(posedge clk_i) begin
    conn1_q <= connection_i[ConnBits-1:0];
    first1_q <= first_i;
    psn1_q <= psn_i;
    len1_q <= msglen_i;
    id1_q <= msgid_i;
    conn2_q <= conn1_q;
    first2_q <= first1_q;
    psn2_q <= psn1_q;
    len2_q <= len1_q;
    id2_q <= id1_q;
    conn3_q <= conn2_q;
    first3_q <= first2_q;
    psn3_q <= psn2_q;
    len3_q <= len2_q;
    id3_q <= id2_q;
    psn4_q <= psn3_q;
    len4_q <= len3_q;
    id4_q <= id3_q;
  end
  assign ours1 = asked1_q && conn1_q == watched_q;
  assign ours2 = asked2_q && conn2_q == watched_q;
  assign ours3 = asked3_q && conn3_q == watched_q;

  // MsgID modulo Slots, bit by bit.
  function automatic logic [2:0] place_of(input logic [31:0] id);
    logic [3:0] rest;
    rest = '0;
    for (int b = 31; b >= 0; b--) begin
      rest = {rest[2:0], id[b]};
      if (rest >= 4'(Slots)) rest = rest - 4'(Slots);
    end
    place_of = rest[2:0];
  endfunction

  // ------------------------------------------------------------------------------ the book
  // A place has the message that was accepted there last; newest_q: of all, the one furthest on.
  logic [Slots-1:0] held_q;
  logic [Slots*32-1:0] ids_q;
  logic [Slots*16-1:0] lens_q;
  logic [Slots*24-1:0] psns_q;
  logic [31:0] newest_q;
  logic [2:0] place3, place4;
  logic on3, on4;  // it is the newest one then
  assign place3 = place_of(id3_q);
  assign place4 = place_of(id4_q);

  // Up to Window behind the newest one, or ahead of it; unless Slots is a power of two, no further
  // than the ends of the numbers.
  function automatic logic ahead_of(input logic [31:0] id, input logic [31:0] newest);
    ahead_of = 1'b0;
    for (int unsigned k = 0; k <= Window; k++)
      if ({1'b0, id} == {1'b0, newest} + 33'(k) || (Wraps && id == newest + 32'(k))) ahead_of = 1'b1;
  endfunction
  assign on3 = held_q == '0 || ahead_of(id3_q, newest_q);
  assign on4 = held_q == '0 || ahead_of(id4_q, newest_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= '0;
    else if (forget_i[watched_q]) held_q <= '0;
    else if (teaches4_q && took_i)
      for (int unsigned s = 0; s < Slots; s++) if (place4 == 3'(s)) held_q[s] <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (teaches4_q && took_i) begin
      for (int unsigned s = 0; s < Slots; s++)
        if (place4 == 3'(s)) begin
          ids_q[s*32+:32] <= id4_q;
          lens_q[s*16+:16] <= len4_q;
          psns_q[s*24+:24] <= psn4_q;
        end
      if (on4) newest_q <= id4_q;
    end
  end

  // ------------------------------------------------------------------------------ what it says
  logic [Slots-1:0] has, shares;  // the packet's PSN; a PSN of the new message
  logic [7:0] step;               // the PSN is so many after PSN0
  logic [31:0] its_id;
  logic [15:0] its_len;
  logic [2:0] its_place;
  logic near, same;
  logic [15:0] same_len;
  logic [23:0] same_psn;
  always_comb begin
    has = '0;
    shares = '0;
    step = '0;
    its_id = '0;
    its_len = '0;
    its_place = '0;
    same = 1'b0;
    same_len = '0;
    same_psn = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      for (int unsigned o = 0; o < MaxMsgLen; o++) begin
        if (held_q[s] && 16'(o) < lens_q[s*16+:16] && psns_q[s*24+:24] + 24'(o) == psn3_q) begin
          has[s] = 1'b1;
          step = 8'(o);
          its_id = ids_q[s*32+:32];
          its_len = lens_q[s*16+:16];
          its_place = 3'(s);
        end
        // Two runs of PSNs share one when one of them has the other's first.
        if (held_q[s] && ((16'(o) < lens_q[s*16+:16] && psns_q[s*24+:24] + 24'(o) == psn3_q)
                          || (16'(o) < len3_q && psn3_q + 24'(o) == psns_q[s*24+:24])))
          shares[s] = 1'b1;
      end
      if (held_q[s] && ids_q[s*32+:32] == id3_q) begin
        same = 1'b1;
        same_len = lens_q[s*16+:16];
        same_psn = psns_q[s*24+:24];
      end
    end
    near = on3;
    for (int unsigned k = 0; k <= Window; k++)
      if ({1'b0, id3_q} + 33'(k) == {1'b0, newest_q} || (Wraps && id3_q + 32'(k) == newest_q)) near = 1'b1;
  end

  logic [7:0] due;
  always_comb begin
    due = nf_netreduce_pkg::CAUSE_NONE;
    if (!first3_q) begin
      if (has == '0) due = nf_netreduce_pkg::CAUSE_PSN;
    end else if (len3_q == '0 || len3_q > 16'(MaxMsgLen)) due = nf_netreduce_pkg::CAUSE_MSGLEN;
    else if (!near) due = nf_netreduce_pkg::CAUSE_WINDOW;
    else if (same && len3_q != same_len) due = nf_netreduce_pkg::CAUSE_MSGLEN;
    else if (same && psn3_q != same_psn) due = nf_netreduce_pkg::CAUSE_PSN;
    else if (!same)
      for (int unsigned s = 0; s < Slots; s++)
        if (shares[s] && place3 != 3'(s)) due = nf_netreduce_pkg::CAUSE_PSN;
  end
  logic good;
  assign good = due == nf_netreduce_pkg::CAUSE_NONE;
  assign teaches = ours3 && first3_q && good && !same;

  // Every lookup has its answer, three cycles later.
  `NF_ASSERT(Lut2Answers, valid == asked3_q)
  // It is refused exactly when the book says so, and for that cause.
  `NF_ASSERT(Lut2SaysCause, !ours3 || cause == due)
  // A message's first packet is at its offset 0.
  `NF_ASSERT(Lut2SaysFirst, !(ours3 && good && first3_q)
             || (msgid == id3_q && 16'(msglen) == len3_q && slot == place3 && offset == '0
                 && last == (len3_q == 16'd1)))
  // Another packet is of the message that has its PSN, where that PSN is.
  `NF_ASSERT(Lut2SaysPlace, !(ours3 && good && !first3_q)
             || (msgid == its_id && 16'(msglen) == its_len && slot == its_place && offset == step
                 && last == (16'(step) + 16'd1 == its_len)))
  // What is refused is of no message.
  `NF_ASSERT(Lut2SaysNothing, !(ours3 && !good)
             || (msgid == '0 && msglen == '0 && slot == '0 && offset == '0 && !last))
  // A PSN is in one message at most.
  `NF_ASSERT(Lut2SaysOne, !ours3 || (has & (has - 1'b1)) == '0)

  // ------------------------------------------------------------------------------ the book itself
  for (genvar s = 0; s < Slots; s++) begin : gen_place
    logic [31:0] id;
    logic [15:0] len;
    logic [23:0] psn;
    assign id = ids_q[s*32+:32];
    assign len = lens_q[s*16+:16];
    assign psn = psns_q[s*24+:24];
    // A message is in the place of its MsgID, and has packets.
    `NF_ASSERT(Lut2BookPlaces, !held_q[s] || (place_of(id) == 3'(s) && len != '0 && len <= 16'(MaxMsgLen)))
    // Without a wrap of the numbers none is newer than the newest one.
    `NF_ASSERT(Lut2BookOrder, !held_q[s] || Wraps || id <= newest_q)
    for (genvar t = 0; t < s; t++) begin : gen_other
      logic [23:0] between;
      assign between = psns_q[t*24+:24] - psn;
      // No two messages share a PSN.
      `NF_ASSERT(Lut2BookApart, !(held_q[s] && held_q[t])
                 || (between >= 24'(len) && -between >= 24'(lens_q[t*16+:16])))
    end
  end

  // ------------------------------------------------------------------------------ inside
  (* hierconn *) wire \u_lut2.a_valid_q , \u_lut2.b_valid_q , \u_lut2.c_learn_q ;
  (* hierconn *) wire \u_lut2.d_learn_q , \u_lut2.a_known_q , \u_lut2.a_from_d_q ;
  (* hierconn *) wire \u_lut2.a_from_e_q , \u_lut2.b_from_d_q ;
  (* hierconn *) wire [ConnBits-1:0] \u_lut2.a_conn_q , \u_lut2.b_conn_q , \u_lut2.c_conn_q ;
  (* hierconn *) wire [ConnBits-1:0] \u_lut2.d_conn_q ;
  nf_netreduce_pkg::ask_t ask_a, ask_b;
  localparam int unsigned AskBits = $bits(ask_a);
  (* hierconn *) wire [AskBits-1:0] \u_lut2.a_q , \u_lut2.b_q ;
  assign ask_a = \u_lut2.a_q ;
  assign ask_b = \u_lut2.b_q ;
  (* hierconn *) wire [2:0] \u_lut2.b_slot_q ;
  (* hierconn *) wire [Slots-1:0] \u_lut2.c_own_q , \u_lut2.d_own_q ;
  (* hierconn *) wire [WordBits-1:0] \u_lut2.read , \u_lut2.a_word_q , \u_lut2.c_word_q ;
  (* hierconn *) wire [WordBits-1:0] \u_lut2.d_word_q , \u_lut2.e_word_q ;
  (* hierconn *) wire [Connections-1:0] \u_lut2.known_q ;
  (* hierconn *) wire [WordBits-1:0] \u_lut2.u_words.words_q[0] , \u_lut2.u_words.words_q[1] ;

  // The book as a word, and whether a word says the same; what is in a free entry does not matter.
  logic [WordBits-1:0] book, taught3, taught4;
  always_comb begin
    book[WordBits-1-:32] = newest_q;
    for (int unsigned s = 0; s < Slots; s++) begin
      message.msgid = ids_q[s*32+:32];
      message.msglen = lens_q[s*16+:9];
      message.psn0 = psns_q[s*24+:24];
      message.free = !held_q[s];
      book[s*EntryBits+:EntryBits] = message;
    end
    message3.msgid = id3_q;
    message3.msglen = len3_q[8:0];
    message3.psn0 = psn3_q;
    message3.free = 1'b0;
    message4.msgid = id4_q;
    message4.msglen = len4_q[8:0];
    message4.psn0 = psn4_q;
    message4.free = 1'b0;
    taught3 = book;
    taught4 = book;
    for (int unsigned s = 0; s < Slots; s++) begin
      if (place3 == 3'(s)) taught3[s*EntryBits+:EntryBits] = message3;
      if (place4 == 3'(s)) taught4[s*EntryBits+:EntryBits] = message4;
    end
    if (on3) taught3[WordBits-1-:32] = id3_q;
    if (on4) taught4[WordBits-1-:32] = id4_q;
  end
  function automatic logic alike(input logic [WordBits-1:0] a, input logic [WordBits-1:0] b);
    logic some;
    alike = 1'b1;
    some = 1'b0;
    for (int unsigned s = 0; s < Slots; s++) begin
      if (a[s*EntryBits] != b[s*EntryBits]) alike = 1'b0;
      if (!a[s*EntryBits] && a[s*EntryBits+:EntryBits] != b[s*EntryBits+:EntryBits]) alike = 1'b0;
      if (!a[s*EntryBits]) some = 1'b1;
    end
    if (some && a[WordBits-1-:32] != b[WordBits-1-:32]) alike = 1'b0;
  endfunction

  logic [WordBits-1:0] memory, fetched;
  logic known;
  assign memory = watched_q[0] ? \u_lut2.u_words.words_q[1] : \u_lut2.u_words.words_q[0] ;
  assign fetched = \u_lut2.a_from_e_q ? \u_lut2.e_word_q : \u_lut2.read ;
  assign known = \u_lut2.known_q [watched_q];

  // The block has under way what was asked.
  `NF_ASSERT(Lut2UnderWay, \u_lut2.a_valid_q == asked1_q && \u_lut2.b_valid_q == asked2_q
             && (!asked1_q || (\u_lut2.a_conn_q == conn1_q && ask_a.first == first1_q
                 && ask_a.psn == psn1_q && ask_a.msglen == len1_q && ask_a.msgid == id1_q))
             && (!asked2_q || (\u_lut2.b_conn_q == conn2_q && ask_b.first == first2_q
                 && ask_b.psn == psn2_q && ask_b.msglen == len2_q && ask_b.msgid == id2_q
                 && \u_lut2.b_slot_q == place_of(id2_q))))
  `NF_ASSERT(Lut2Learns, (\u_lut2.c_learn_q && \u_lut2.c_conn_q == watched_q) == teaches
             && (\u_lut2.d_learn_q && \u_lut2.d_conn_q == watched_q) == teaches4_q
             && (!\u_lut2.c_learn_q || (asked3_q && \u_lut2.c_conn_q == conn3_q)))
  // Lookups of a connection stay as far apart as they came.
  `NF_ASSERT(Lut2StayApart, !(ours2 && ours3) && !(ours3 && teaches4_q))
  // Nothing is known: nothing was accepted.
  `NF_ASSERT(Lut2Unknown, !started_q || known || held_q == '0)
  `NF_ASSERT(Lut2NotStarted, started_q || (held_q == '0 && !asked1_q && !asked2_q && !asked3_q && !teaches4_q
             && !\u_lut2.a_from_d_q && !\u_lut2.a_from_e_q && !\u_lut2.b_from_d_q && !\u_lut2.c_learn_q && !\u_lut2.d_learn_q && \u_lut2.known_q == '0))
  // Memory and what is handed on are the book; what has to be handed on was known a cycle before.
  `NF_ASSERT(Lut2MemoryIsBook, !started_q || !known || alike(book, memory))
  `NF_ASSERT(Lut2HandsOn, (!ours1 || (\u_lut2.a_known_q == known
                 && \u_lut2.a_from_d_q == (\u_lut2.d_learn_q && \u_lut2.d_conn_q == watched_q)))
             && (!ours2 || \u_lut2.b_from_d_q == (\u_lut2.d_learn_q && \u_lut2.d_conn_q == watched_q)))
  `NF_ASSERT(Lut2Fetched, !ours1 || !known || alike(book, fetched))
  `NF_ASSERT(Lut2Compared, !ours2 || alike(book, \u_lut2.a_word_q ))
  // What waits for its acceptance is the book with the new message.
  `NF_ASSERT(Lut2Taught, (!teaches || (alike(taught3, \u_lut2.c_word_q ) && \u_lut2.c_own_q == Slots'(1) << place3))
             && (!teaches4_q || (alike(taught4, \u_lut2.d_word_q ) && \u_lut2.d_own_q == Slots'(1) << place4)))
  // A message that waits for its acceptance is new, and shares no PSN with those that stay.
  for (genvar s = 0; s < Slots; s++) begin : gen_waits
    logic [23:0] between;
    assign between = psns_q[s*24+:24] - psn4_q;
    `NF_ASSERT(Lut2Waits, !teaches4_q
               || (len4_q != '0 && len4_q <= 16'(MaxMsgLen)
                   && (!held_q[s] || place4 == 3'(s)
                       || (between >= 24'(len4_q) && -between >= 24'(lens_q[s*16+:16])))
                   && (!held_q[s] || Wraps || on4 || id4_q <= newest_q)))
  end

  // A PSN behind the wrap finds its message; a message was not accepted, and another one was displaced.
  `NF_COVER(Lut2MineWraps, ours3 && good && !first3_q && psn3_q < 24'(step))
  `NF_COVER(Lut2MineRefused, teaches4_q && !took_i)
  `NF_COVER(Lut2MineDisplaced, teaches && held_q[place3])

endmodule
