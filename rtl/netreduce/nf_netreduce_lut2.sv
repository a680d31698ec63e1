// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// LUT#2: which message of its connection a packet belongs to, and where in it (NETREDUCE 4.3.1,
// Fig. 5, Algorithm 2). A first packet brings PSN0, MsgLen and MsgID of its message; the others are
// found by the range of PSNs. A connection has Window + 1 entries, that of a message is MsgID
// modulo Window + 1: the same for all members of a ring. A message that is learned displaces the
// one Window + 1 before it.
//
// A message is learned when its first packet was accepted by those who come behind (took_i, in the
// cycle behind the answer); what is refused, here or there, leaves the table as it was.
//
// A first packet that comes again finds its own entry. Messages may be learned out of order, as a
// first packet can be lost, but only inside the window around the newest one; nothing is learned
// that contradicts what is known. PSNs wrap. MsgIDs wrap only when Window + 1 is a power of two:
// else two messages of a window would meet in an entry there, and the second one is refused.
//
// It knows no rings and does not compare the members' MsgLen. Entries leave only by being displaced
// or with forget_i.
//
// Answer three cycles after the lookup. One lookup per cycle, of a connection one in two cycles;
// what a lookup learns, the next one of its connection finds.

`include "nf_assert.svh"

module nf_netreduce_lut2 #(
    parameter int unsigned Connections = 16,  // those of LUT#1, 2..128
    parameter int unsigned Window = 2,        // N of Algorithm 1, 1..7: a connection has N + 1
                                              // entries; see the limits
    parameter int unsigned MaxMsgLen = 256    // packets of a message, 1..256
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // forgetting
    input  logic [Connections-1:0] forget_i,  // of LUT#1: the messages of these connections are
                                              // forgotten; none of their lookups is under way
    // lookup
    input  logic        lookup_valid_i,       // it is never refused
    input  logic [ 6:0] connection_i,  // below Connections
    input  logic        first_i,   // a message's first packet; it says its length and MsgID
    input  logic [23:0] psn_i,     // of the packet
    input  logic [15:0] msglen_i,  // when first
    input  logic [31:0] msgid_i,   // when first
    // answer; zero unless valid, and but for the cause zero unless that is NONE
    output logic        valid_o,
    output logic [ 7:0] cause_o,   // nf_netreduce_pkg::CAUSE_*
    output logic [31:0] msgid_o,
    output logic [ 2:0] slot_o,    // MsgID modulo Window + 1
    output logic [ 7:0] offset_o,  // PSN - PSN0 modulo 2^24
    output logic [ 8:0] msglen_o,
    output logic        last_o,    // the message's last packet
    // the cycle behind an answer
    input  logic        took_i     // the packet that was answered in the cycle before was accepted
                                   // by the state manager
);

  `NF_PARAM(Lut2ConnectionsInRange, Connections >= 2 && Connections <= 128)
  `NF_PARAM(Lut2WindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)
  `NF_PARAM(Lut2MaxMsgLenInRange, MaxMsgLen >= 1 && MaxMsgLen <= nf_netreduce_pkg::MAX_MSGLEN)

  localparam int unsigned Slots = Window + 1;
  localparam int unsigned ConnBits = $clog2(Connections);
  nf_netreduce_pkg::message_t looked, found, none;  // one after the other, in loops
  localparam int unsigned EntryBits = $bits(looked);
  // A connection's word: its entries, and the newest MsgID.
  typedef struct packed {
    logic [31:0]                newest;
    logic [Slots*EntryBits-1:0] entries;
  } word_t;
  // Slots = 2 ** Twos * Odd. The remainder for the odd part comes of tables of 64 numbers, so that it
  // is four of them deep: of six bits each, then of pairs of remainders.
  localparam int unsigned Twos = Slots == 8 ? 3 : Slots == 4 ? 2 : Slots % 2 == 0 ? 1 : 0;
  localparam int unsigned Odd = Slots >> Twos;
  localparam bit Wraps = Odd == 1;

  function automatic logic [255:0] rests_of(input int unsigned weight, input int unsigned high);
    // Of each number of six bits: (its upper three bits * high + the lower ones) * weight modulo Odd.
    for (int unsigned n = 0; n < 64; n++)
      rests_of[n*4+:4] = 4'(((n / 8) * high + n % 8) * weight % Odd);
  endfunction
  // 64 leaves 4 and 64 * 64 leaves 1 when divided by 5; both leave 1 when divided by 3 or 7.
  localparam logic [255:0] EvenRests = rests_of(1, 8);
  localparam logic [255:0] OddRests = rests_of(64 % Odd, 8);
  localparam logic [255:0] SumRests = rests_of(1, 1);

  function automatic logic [2:0] slot_of(input logic [31:0] msgid);
    logic [35:0] high;
    logic [17:0] rest;
    logic [8:0] pair;
    logic [2:0] most;
    high = 36'(msgid) >> Twos;
    for (int unsigned d = 0; d < 6; d += 2) begin
      rest[d*3+:3] = EvenRests[{high[d*6+:6], 2'd0}+:3];
      rest[d*3+3+:3] = OddRests[{high[d*6+6+:6], 2'd0}+:3];
    end
    for (int unsigned d = 0; d < 3; d++) pair[d*3+:3] = SumRests[{rest[d*6+:6], 2'd0}+:3];
    most = SumRests[{pair[5:0], 2'd0}+:3];
    slot_of = 3'(32'(SumRests[{pair[8:6], most, 2'd0}+:3]) << Twos);
    slot_of = slot_of | (msgid[2:0] & 3'((1 << Twos) - 1));
  endfunction

  // ------------------------------------------------------------------------------ the words
  // Stage a: the word is there, and the packet is compared with its entries. Stage b: what follows
  // from that. Stage c: the answer. Stage d: it is known whether the packet is accepted; then what it
  // teaches is written. Until a word is in the memory it is handed on: to stage b, and to stage a in
  // this cycle and the next one. Whether it has to be is known a cycle before.
  logic a_valid_q, b_valid_q, c_learn_q, d_learn_q, write;
  logic [ConnBits-1:0] a_conn_q, b_conn_q, c_conn_q, d_conn_q;
  logic a_known_q, a_from_d_q, a_from_e_q, b_from_d_q, fresh;
  nf_netreduce_pkg::ask_t ask, a_q, b_q;
  logic [2:0] a_slot, b_slot_q;
  word_t read, a_word, a_word_q, word, learned, c_word_q, d_word_q, e_word_q;
  logic [Connections-1:0] known_q, kept;  // its word in the memory means something
  logic learn;

  nf_ram_1r1w #(
      .Width($bits(read)),
      .Depth(Connections)
  ) u_words (
      .clk_i  (clk_i),
      .we_i   (write),
      .waddr_i(d_conn_q),
      .wdata_i(d_word_q),
      .re_i   (lookup_valid_i),
      .raddr_i(connection_i[ConnBits-1:0]),
      .rdata_o(read)
  );

  assign ask.first = first_i;
  assign ask.psn = psn_i;
  assign ask.msglen = msglen_i;
  assign ask.msgid = msgid_i;
  assign write = d_learn_q && took_i;
  assign kept = known_q & ~forget_i;
  always_comb begin
    none = '0;
    a_word = a_from_e_q ? e_word_q : read;
    if (!a_known_q)
      for (int unsigned s = 0; s < Slots; s++) begin
        none = a_word.entries[s*EntryBits+:EntryBits];
        none.free = 1'b1;
        a_word.entries[s*EntryBits+:EntryBits] = none;
      end
    if (a_from_d_q && took_i) a_word = d_word_q;
  end
  assign fresh = b_from_d_q && took_i;
  assign word = fresh ? d_word_q : a_word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      b_valid_q <= 1'b0;
      c_learn_q <= 1'b0;
      d_learn_q <= 1'b0;
      a_known_q <= 1'b0;
      a_from_d_q <= 1'b0;
      a_from_e_q <= 1'b0;
      b_from_d_q <= 1'b0;
      known_q <= '0;
    end else begin
      a_valid_q <= lookup_valid_i;
      b_valid_q <= a_valid_q;
      c_learn_q <= b_valid_q && learn;
      d_learn_q <= c_learn_q;
      a_known_q <= kept[connection_i[ConnBits-1:0]] || (write && d_conn_q == connection_i[ConnBits-1:0]);
      a_from_d_q <= c_learn_q && c_conn_q == connection_i[ConnBits-1:0];
      a_from_e_q <= write && d_conn_q == connection_i[ConnBits-1:0];
      b_from_d_q <= c_learn_q && c_conn_q == a_conn_q;
      known_q <= kept;
      if (write) known_q[d_conn_q] <= 1'b1;
    end
  end
  assign a_slot = slot_of(a_q.msgid);
  always_ff @(posedge clk_i) begin
    a_conn_q <= connection_i[ConnBits-1:0];
    a_q <= ask;
    a_word_q <= a_word;
    b_conn_q <= a_conn_q;
    b_q <= a_q;
    b_slot_q <= a_slot;
    c_conn_q <= b_conn_q;
    c_word_q <= learned;
    d_conn_q <= c_conn_q;
    d_word_q <= c_word_q;
    e_word_q <= d_word_q;
  end

  // ------------------------------------------------------------------------------ stage a
  // A packet beside an entry, and beside the message that the lookup two cycles before it may teach,
  // which is in stage c.
  typedef struct packed {
    logic       held;    // there is a message
    logic       hits;    // it has the packet's PSN
    logic       meets;   // it shares a PSN with the new message
    logic       agrees;  // it has the packet's MsgID
    logic       as_long; // and its MsgLen
    logic       begins;  // its PSN0 is the packet's PSN
    logic       last;    // its last PSN is the packet's, when it hits
    logic [7:0] offset;  // PSN - PSN0
  } view_t;
  view_t view, viewed;  // of each entry, in a loop
  localparam int unsigned ViewBits = $bits(view);
  logic [(Slots+1)*EntryBits-1:0] beside;
  logic [(Slots+1)*ViewBits-1:0] a_views, b_views_q;  // the last one: of what is in stage c
  nf_netreduce_pkg::message_t taught, c_taught_q;
  logic [Slots-1:0] own_q, c_own_q, d_own_q;  // the entry for the MsgID
  logic [23:0] beyond, short_of;
  assign beside = {c_taught_q, a_word.entries};
  always_comb begin
    for (int unsigned s = 0; s <= Slots; s++) begin
      looked = beside[s*EntryBits+:EntryBits];
      beyond = a_q.psn - looked.psn0;
      short_of = looked.psn0 - a_q.psn;
      view.held = !looked.free;
      view.hits = view.held && beyond < 24'(looked.msglen);
      view.meets = view.hits || (view.held && short_of < 24'(a_q.msglen));
      view.agrees = view.held && looked.msgid == a_q.msgid;
      view.as_long = 16'(looked.msglen) == a_q.msglen;
      view.begins = looked.psn0 == a_q.psn;
      view.last = beyond[8:0] == looked.msglen - 9'd1;
      view.offset = beyond[7:0];
      a_views[s*ViewBits+:ViewBits] = view;
    end
  end

  // MsgIDs beside the newest one of the word, and of that which is in stage c.
  logic [1:0] a_ahead, a_near, b_ahead_q, b_near_q;
  logic [31:0] newest, ahead, behind;
  logic is_behind;
  always_comb begin
    for (int unsigned n = 0; n < 2; n++) begin
      newest = n == 0 ? a_word.newest : c_word_q.newest;
      ahead = a_q.msgid - newest;
      behind = newest - a_q.msgid;
      a_ahead[n] = ahead <= Window && (Wraps || a_q.msgid >= newest);
      is_behind = behind <= Window && (Wraps || a_q.msgid <= newest);
      a_near[n] = a_ahead[n] || is_behind;
    end
  end

  logic b_odd_q;  // a message cannot have that many packets
  always_ff @(posedge clk_i) begin
    b_views_q <= a_views;
    b_ahead_q <= a_ahead;
    b_near_q <= a_near;
    b_odd_q <= a_q.msglen == '0 || a_q.msglen > 16'(MaxMsgLen);
    for (int unsigned s = 0; s < Slots; s++) own_q[s] <= a_slot == 3'(s);
    c_taught_q <= taught;
    c_own_q <= own_q;
    d_own_q <= c_own_q;
  end

  // ------------------------------------------------------------------------------ stage b
  // What was accepted in this cycle has taken the place of an entry.
  logic [Slots-1:0] held, hits, meets, agrees, as_long, starts, lasts;
  logic [Slots*8-1:0] offsets;
  logic same, in_window, is_ahead;  // same: the message is known already
  nf_netreduce_pkg::message_t hit;  // that has the PSN
  logic [7:0] hit_offset;
  logic [2:0] hit_slot;
  always_comb begin
    for (int unsigned s = 0; s < Slots; s++) begin
      viewed = b_views_q[s*ViewBits+:ViewBits];
      if (fresh && d_own_q[s]) viewed = b_views_q[Slots*ViewBits+:ViewBits];
      held[s] = viewed.held;
      hits[s] = viewed.hits;
      meets[s] = viewed.meets;
      agrees[s] = viewed.agrees;
      as_long[s] = viewed.as_long;
      starts[s] = viewed.begins;
      lasts[s] = viewed.last;
      offsets[s*8+:8] = viewed.offset;
    end
  end

  always_comb begin
    hit = '0;
    hit_offset = '0;
    hit_slot = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      found = word.entries[s*EntryBits+:EntryBits];
      hit |= hits[s] ? found : '0;
      hit_offset |= hits[s] ? offsets[s*8+:8] : '0;
      hit_slot |= hits[s] ? 3'(s) : '0;
    end
  end
  assign same = (agrees & own_q) != '0;
  assign is_ahead = b_ahead_q[fresh];
  assign in_window = held == '0 || b_near_q[fresh];

  logic [7:0] cause;
  logic known;  // the packet is of a known message, or of one that can be learned
  always_comb begin
    cause = nf_netreduce_pkg::CAUSE_NONE;
    if (!b_q.first) begin
      if (hits == '0) cause = nf_netreduce_pkg::CAUSE_PSN;
    end else if (b_odd_q) begin
      cause = nf_netreduce_pkg::CAUSE_MSGLEN;
    end else if (!in_window) begin
      cause = nf_netreduce_pkg::CAUSE_WINDOW;
    end else if (same) begin
      if ((as_long & own_q) == '0) cause = nf_netreduce_pkg::CAUSE_MSGLEN;
      else if ((starts & own_q) == '0) cause = nf_netreduce_pkg::CAUSE_PSN;
    end else if ((meets & ~own_q) != '0) begin
      cause = nf_netreduce_pkg::CAUSE_PSN;
    end
  end
  assign known = cause == nf_netreduce_pkg::CAUSE_NONE;
  assign learn = b_q.first && known && !same;

  always_comb begin
    taught.free = 1'b0;
    taught.psn0 = b_q.psn;
    taught.msglen = b_q.msglen[8:0];
    taught.msgid = b_q.msgid;
    learned = word;
    for (int unsigned s = 0; s < Slots; s++)
      if (own_q[s]) learned.entries[s*EntryBits+:EntryBits] = taught;
    if (held == '0 || is_ahead) learned.newest = b_q.msgid;
  end

  // ------------------------------------------------------------------------------ answer
  typedef struct packed {
    logic [7:0]  cause;
    logic [31:0] msgid;
    logic [2:0]  slot;
    logic [7:0]  offset;
    logic [8:0]  msglen;
    logic        last;
  } answer_t;
  answer_t answer, answer_q;
  logic valid_q;
  always_comb begin
    answer = '0;
    if (b_valid_q) answer.cause = cause;
    if (b_valid_q && known && b_q.first) begin
      answer.msgid = b_q.msgid;
      answer.slot = b_slot_q;
      answer.msglen = b_q.msglen[8:0];
      answer.last = b_q.msglen == 16'd1;
    end else if (b_valid_q && known) begin
      answer.msgid = hit.msgid;
      answer.slot = hit_slot;
      answer.offset = hit_offset;
      answer.msglen = hit.msglen;
      answer.last = (hits & lasts) != '0;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      answer_q <= '0;
    end else begin
      valid_q <= b_valid_q;
      answer_q <= answer;
    end
  end
  assign valid_o = valid_q;
  assign cause_o = answer_q.cause;
  assign msgid_o = answer_q.msgid;
  assign slot_o = answer_q.slot;
  assign offset_o = answer_q.offset;
  assign msglen_o = answer_q.msglen;
  assign last_o = answer_q.last;

  // A connection has 7 bits at the interface; of an entry each reader looks at a part.
  logic unused;
  assign unused = ^{connection_i, hit};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // What stage a has found is so of the word that is in stage b, and of the message that may be
  // accepted now.
  nf_netreduce_pkg::message_t d_taught_q, its;
  logic [(Slots+1)*EntryBits-1:0] b_beside;
  logic [Slots:0] found_so;
  logic [1:0] near_so;
  logic [Slots-1:0] c_as_taught, d_as_taught;
  logic [23:0] above, below;
  logic [31:0] its_newest;
  view_t was;
  always_ff @(posedge clk_i) d_taught_q <= c_taught_q;
  assign b_beside = {d_taught_q, a_word_q.entries};
  always_comb begin
    for (int unsigned s = 0; s <= Slots; s++) begin
      its = b_beside[s*EntryBits+:EntryBits];
      was = b_views_q[s*ViewBits+:ViewBits];
      above = b_q.psn - its.psn0;
      below = its.psn0 - b_q.psn;
      found_so[s] = was.held == !its.free && was.hits == (!its.free && above < 24'(its.msglen))
          && was.meets == (was.hits || (!its.free && below < 24'(b_q.msglen)))
          && was.agrees == (!its.free && its.msgid == b_q.msgid)
          && was.as_long == (16'(its.msglen) == b_q.msglen) && was.begins == (its.psn0 == b_q.psn)
          && was.last == (above[8:0] == its.msglen - 9'd1) && was.offset == above[7:0];
    end
    for (int unsigned n = 0; n < 2; n++) begin
      its_newest = n == 0 ? a_word_q.newest : d_word_q.newest;
      near_so[n] = b_ahead_q[n] == (b_q.msgid - its_newest <= Window && (Wraps || b_q.msgid >= its_newest))
          && b_near_q[n] == (b_ahead_q[n] || (its_newest - b_q.msgid <= Window
                                              && (Wraps || b_q.msgid <= its_newest)));
    end
    for (int unsigned s = 0; s < Slots; s++) begin
      c_as_taught[s] = !c_own_q[s] || c_word_q.entries[s*EntryBits+:EntryBits] == EntryBits'(c_taught_q);
      d_as_taught[s] = !d_own_q[s] || d_word_q.entries[s*EntryBits+:EntryBits] == EntryBits'(d_taught_q);
    end
  end
  `NF_ASSERT(Lut2FoundSo, !b_valid_q || (found_so == '1 && near_so == '1 && own_q == Slots'(1) << b_slot_q
             && b_odd_q == (b_q.msglen == '0 || b_q.msglen > 16'(MaxMsgLen))))
  // What is taught is in its entry.
  `NF_ASSERT(Lut2AsTaught, (!c_learn_q || c_as_taught == '1) && (!d_learn_q || d_as_taught == '1))
  // A PSN is in one message at most.
  `NF_ASSERT(Lut2OneMessage, !b_valid_q || (hits & (hits - 1'b1)) == '0)
  // An entry holds the message that its place is for: a packet's slot is that of its MsgID.
  `NF_ASSERT(Lut2SlotOfMessage, !b_valid_q || b_q.first || hits == '0
             || slot_of(hit.msgid) == hit_slot)
  // A message that is displaced is older than the window of the newest one.
  nf_netreduce_pkg::message_t displaced;
  always_comb begin
    displaced = '0;
    for (int unsigned s = 0; s < Slots; s++)
      if (own_q[s]) displaced |= word.entries[s*EntryBits+:EntryBits];
  end
  logic unused_displaced;
  assign unused_displaced = ^displaced;
  `NF_ASSERT(Lut2DisplacedIsOld, !b_valid_q || !learn || (own_q & held) == '0
             || learned.newest - displaced.msgid > Window)
  // No entry holds a message without packets, or with more than one can have.
  `NF_ASSERT(Lut2LengthInRange, !b_valid_q || hits == '0
             || (hit.msglen != '0 && hit.msglen <= 9'(MaxMsgLen)))
  // A connection's lookups are two cycles apart.
  `NF_ASSERT(Lut2Apart, !(a_valid_q && b_valid_q) || a_conn_q != b_conn_q)
  // No table write without acceptance.
  `NF_ASSERT(Lut2WritesAccepted, !write || took_i)
  // What is forgotten is not looked up.
  `NF_ASSERT(Lut2ForgetsQuiet, !(a_valid_q && forget_i[a_conn_q])
             && !(b_valid_q && forget_i[b_conn_q]) && !(c_learn_q && forget_i[c_conn_q])
             && !(d_learn_q && forget_i[d_conn_q]))
  // A lookup needs what the one before it has learned, which is not written yet.
  `NF_COVER(Lut2FoundAtOnce, b_valid_q && fresh)
  // A message was not accepted.
  `NF_COVER(Lut2Refused, d_learn_q && !took_i)
  // A message is learned behind a newer one.
  `NF_COVER(Lut2LearnedLate, b_valid_q && learn && held != '0 && !is_ahead)
`endif

endmodule
