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
  nf_netreduce_pkg::message_t looked, found, none, taught;  // one after the other, in loops
  localparam int unsigned EntryBits = $bits(looked);
  // A connection's word: its entries, and the newest MsgID.
  typedef struct packed {
    logic [31:0]                newest;
    logic [Slots*EntryBits-1:0] entries;
  } word_t;
  // Slots = 2 ** Twos * Odd; the remainder for the odd part comes from digits of DigitBits bits,
  // whose base leaves 1 when it is divided by it (16 by 3 and 5, 8 by 7).
  localparam int unsigned Twos = Slots == 8 ? 3 : Slots == 4 ? 2 : Slots % 2 == 0 ? 1 : 0;
  localparam int unsigned Odd = Slots >> Twos;
  localparam int unsigned DigitBits = Odd == 7 ? 3 : 4;
  localparam bit Wraps = Odd == 1;

  function automatic logic [2:0] slot_of(input logic [31:0] msgid);
    logic [35:0] high;
    logic [11:0] sum;  // at most 9 * 15, in three digits
    logic [5:0] fold;
    high = 36'(msgid) >> Twos;
    sum = '0;
    for (int unsigned d = 0; d < 36 / DigitBits; d++)
      sum = sum + 12'(high[d*DigitBits+:DigitBits]);
    fold = '0;
    for (int unsigned d = 0; d < 3; d++) fold = fold + 6'(sum[d*DigitBits+:DigitBits]);
    slot_of = 3'((fold % 6'(Odd)) << Twos);
    slot_of = slot_of | (msgid[2:0] & 3'((1 << Twos) - 1));
  endfunction

  // ------------------------------------------------------------------------------ the words
  // Stage a: the word is read. Stage b: it is there. Stage c: the answer. Stage d: it is known
  // whether the packet is accepted; then what it teaches is written. Until a word is in the memory
  // it is handed on: to stage b, and to stage a in this cycle and the next one.
  logic a_valid_q, b_valid_q, c_learn_q, d_learn_q, e_valid_q, write;
  logic [ConnBits-1:0] a_conn_q, b_conn_q, c_conn_q, d_conn_q, e_conn_q;
  nf_netreduce_pkg::ask_t ask, a_q, b_q;
  logic [2:0] b_slot_q;
  word_t read, a_word, a_word_q, word, learned, c_word_q, d_word_q, e_word_q;
  logic [Connections-1:0] known_q;  // its word in the memory means something
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
  always_comb begin
    none = '0;
    a_word = (e_valid_q && e_conn_q == a_conn_q) ? e_word_q : read;
    if (!known_q[a_conn_q])
      for (int unsigned s = 0; s < Slots; s++) begin
        none = a_word.entries[s*EntryBits+:EntryBits];
        none.free = 1'b1;
        a_word.entries[s*EntryBits+:EntryBits] = none;
      end
    if (write && d_conn_q == a_conn_q) a_word = d_word_q;
  end
  assign word = (write && d_conn_q == b_conn_q) ? d_word_q : a_word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      b_valid_q <= 1'b0;
      c_learn_q <= 1'b0;
      d_learn_q <= 1'b0;
      e_valid_q <= 1'b0;
      known_q <= '0;
    end else begin
      a_valid_q <= lookup_valid_i;
      b_valid_q <= a_valid_q;
      c_learn_q <= b_valid_q && learn;
      d_learn_q <= c_learn_q;
      e_valid_q <= write;
      known_q <= known_q & ~forget_i;
      if (write) known_q[d_conn_q] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    a_conn_q <= connection_i[ConnBits-1:0];
    a_q <= ask;
    a_word_q <= a_word;
    b_conn_q <= a_conn_q;
    b_q <= a_q;
    b_slot_q <= slot_of(a_q.msgid);
    c_conn_q <= b_conn_q;
    c_word_q <= learned;
    d_conn_q <= c_conn_q;
    d_word_q <= c_word_q;
    e_conn_q <= d_conn_q;
    e_word_q <= d_word_q;
  end

  // ------------------------------------------------------------------------------ the message
  logic [Slots-1:0] held, hits, meets;  // valid; has the PSN; shares a PSN with the new message
  logic [Slots-1:0] own, agrees;          // the entry for the MsgID; it has that MsgID
  logic [Slots*8-1:0] offsets;            // PSN - PSN0
  logic same;                             // the message is known already
  nf_netreduce_pkg::message_t known_one, hit;  // in the entry for the MsgID; that has the PSN
  logic [7:0] hit_offset;
  logic [2:0] hit_slot;
  logic [31:0] ahead, behind;
  logic is_ahead, is_behind, in_window;

  logic [23:0] beyond, short_of;  // of an entry, one after the other, in a loop
  always_comb begin
    for (int unsigned s = 0; s < Slots; s++) begin
      looked = word.entries[s*EntryBits+:EntryBits];
      beyond = b_q.psn - looked.psn0;
      short_of = looked.psn0 - b_q.psn;
      offsets[s*8+:8] = beyond[7:0];
      held[s] = !looked.free;
      own[s] = b_slot_q == 3'(s);
      agrees[s] = own[s] && held[s] && looked.msgid == b_q.msgid;
      hits[s] = held[s] && beyond < 24'(looked.msglen);
      meets[s] = hits[s] || (held[s] && short_of < 24'(b_q.msglen));
    end
  end

  always_comb begin
    known_one = '0;
    hit = '0;
    hit_offset = '0;
    hit_slot = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      found = word.entries[s*EntryBits+:EntryBits];
      known_one |= own[s] ? found : '0;
      hit |= hits[s] ? found : '0;
      hit_offset |= hits[s] ? offsets[s*8+:8] : '0;
      hit_slot |= hits[s] ? 3'(s) : '0;
    end
  end
  assign same = agrees != '0;

  assign ahead = b_q.msgid - word.newest;
  assign behind = word.newest - b_q.msgid;
  assign is_ahead = ahead <= Window && (Wraps || b_q.msgid >= word.newest);
  assign is_behind = behind <= Window && (Wraps || b_q.msgid <= word.newest);
  assign in_window = held == '0 || is_ahead || is_behind;

  logic [7:0] cause;
  logic known;  // the packet is of a known message, or of one that can be learned
  always_comb begin
    cause = nf_netreduce_pkg::CAUSE_NONE;
    if (!b_q.first) begin
      if (hits == '0) cause = nf_netreduce_pkg::CAUSE_PSN;
    end else if (b_q.msglen == '0 || b_q.msglen > 16'(MaxMsgLen)) begin
      cause = nf_netreduce_pkg::CAUSE_MSGLEN;
    end else if (!in_window) begin
      cause = nf_netreduce_pkg::CAUSE_WINDOW;
    end else if (same) begin
      if (b_q.msglen != 16'(known_one.msglen)) cause = nf_netreduce_pkg::CAUSE_MSGLEN;
      else if (b_q.psn != known_one.psn0) cause = nf_netreduce_pkg::CAUSE_PSN;
    end else if ((meets & ~own) != '0) begin
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
      if (own[s]) learned.entries[s*EntryBits+:EntryBits] = taught;
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
      answer.last = {1'b0, hit_offset} == hit.msglen - 9'd1;
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
  assign unused = ^{connection_i, known_one, hit};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // A PSN is in one message at most.
  `NF_ASSERT(Lut2OneMessage, !b_valid_q || (hits & (hits - 1'b1)) == '0)
  // An entry holds the message that its place is for: a packet's slot is that of its MsgID.
  `NF_ASSERT(Lut2SlotOfMessage, !b_valid_q || b_q.first || hits == '0
             || slot_of(hit.msgid) == hit_slot)
  // A message that is displaced is older than the window of the newest one.
  `NF_ASSERT(Lut2DisplacedIsOld, !b_valid_q || !learn || (own & held) == '0
             || learned.newest - known_one.msgid > Window)
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
  `NF_COVER(Lut2FoundAtOnce, b_valid_q && write && d_conn_q == b_conn_q)
  // A message was not accepted.
  `NF_COVER(Lut2Refused, d_learn_q && !took_i)
  // A message is learned behind a newer one.
  `NF_COVER(Lut2LearnedLate, b_valid_q && learn && held != '0 && !is_ahead)
`endif

endmodule
