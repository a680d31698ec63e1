// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_netreduce_state: no contribution is counted twice, none is lost, and a result stays as long as a
// member may ask for it (NETREDUCE 4.3.2). In a leaf the hosts' sum goes up once, with the last host
// (NETREDUCE 4.5). One ring; N and W are parameters.
//
// One column is watched, which may be any: a message and an offset in it. The ledger beside it sees the
// ports alone: who asked, and what was answered. A member receives the result of the column at any time
// after it was complete. All other messages may be anything, in any slot and of any length.

`include "nf_assert.svh"

module claim_netreduce_state #(
    parameter int unsigned MaxMsgLen = 2,
    parameter int unsigned Hosts = 2,  // members
    parameter int unsigned Local = 2,  // the first of them are hosts of this switch
    parameter int unsigned Window = 1,  // N: N + 1 slots
    parameter int unsigned InFlight = 1  // W: messages that a member may have under way
) (
    input logic        clk_i,
    input logic        rst_ni,
    // taken in the first cycle
    input logic [31:0] first_i,        // first message of the ring
    input logic [ 2:0] first_slot_i,
    input logic [31:0] watched_i,      // the watched message, its packets, and the column
    input logic [ 7:0] watched_offset_i,
    input logic [15:0] watched_len_i,
    input logic [ 2:0] watched_slot_i, // that its packets name
    // every cycle
    input logic        arrival_valid_i,
    input logic [ 3:0] ring_i,
    input logic [ 2:0] host_i,
    input logic [ 2:0] slot_i,
    input logic [31:0] msgid_i,
    input logic [ 7:0] offset_i,
    input logic [15:0] msglen_i,
    input logic [ 7:0] held_i,
    input logic        look_valid_i,
    input logic [ 2:0] look_slot_i,
    input logic [ 7:0] look_offset_i,
    input logic [Hosts-1:0] receives_i // members that have the result of the column, if it is complete
);

  localparam int unsigned Slots = Window + 1;
  localparam int unsigned PlaceBits = $clog2(Slots);
  localparam int unsigned LenBits = $clog2(MaxMsgLen + 1);
  localparam int unsigned WordBits = Hosts + 1;
  localparam logic [Hosts-1:0] All = {Hosts{1'b1}};
  localparam logic [Hosts-1:0] Here = All >> (Hosts - Local);

  // ------------------------------------------------------------------------------ set up once
  logic started_q;
  logic [2:0] slot_q;
  logic [31:0] first_q, watched_q;
  logic [7:0] offset_q;
  logic [15:0] len_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) started_q <= 1'b0;
    else started_q <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (!started_q) begin
      first_q <= first_i;
      slot_q <= watched_slot_i;
      watched_q <= watched_i;
      offset_q <= watched_offset_i;
      len_q <= watched_len_i;
    end
  end

  logic valid, look_ready, look_valid, look_open;
  logic [2:0] state;
  logic [15:0] column;
  logic [Hosts-1:0] arrived, look_arrived;
  logic [31:0] look_msgid;
  nf_netreduce_state #(
      .Rings(1),
      .Hosts(Hosts),
      .Window(Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_state (
      .clk_i,
      .rst_ni,
      .cfg_valid_i    (!started_q),
      .cfg_ring_i     (4'd0),
      .cfg_members_i  (4'(Hosts)),
      .cfg_local_i    (4'(Local)),
      .cfg_window_i   (3'(InFlight)),
      .cfg_first_i    (first_i),
      .cfg_slot_i     (first_slot_i),
      .busy_o         (),
      .open_o         (),
      .arrival_valid_i(arrival_valid_i && started_q),
      .ring_i,
      .host_i,
      .slot_i,
      .msgid_i,
      .offset_i,
      .msglen_i,
      .held_i,
      .took_o         (),
      .valid_o        (valid),
      .state_o        (state),
      .column_o       (column),
      .arrived_o      (arrived),
      .look_valid_i,
      .look_ready_o   (look_ready),
      .look_ring_i    (4'd0),
      .look_slot_i,
      .look_offset_i,
      .look_valid_o   (look_valid),
      .look_open_o    (look_open),
      .look_msgid_o   (look_msgid),
      .look_arrived_o (look_arrived)
  );

  // ------------------------------------------------------------------------------ the question
  // Messages are numbered from the first one; the watched one may be any of 2^31.
  logic [31:0] number, watched;
  logic ours, column_ours;
  assign number = msgid_i - first_q;
  assign watched = watched_q - first_q;
  assign ours = msgid_i == watched_q && ring_i == 4'd0;
  assign column_ours = ours && offset_i == offset_q;

  // MsgIDs do not come round; the first slot is one of those that there are.
  `NF_ASSERT(StateNoReuse, (started_q || 4'(first_slot_i) < 4'(Slots))
             && (!started_q || (!watched[31] && offset_q < 8'(MaxMsgLen)
             && 16'(offset_q) < len_q && len_q <= 16'(MaxMsgLen)
             && (!arrival_valid_i || !number[31]))))
  // The members agree on the length of the watched message, and its packets say where they belong.
  `NF_ASSERT(StateWellFormed, !started_q || !arrival_valid_i || !ours
             || (host_i < 3'(Hosts) && slot_i == slot_q && msglen_i == len_q
                 && 16'(offset_i) < len_q))

  logic asked1_q, asked2_q, ours1_q, ours2_q, column1_q, column2_q;
  logic [Hosts-1:0] host, host1_q, host2_q;
  logic [31:0] number1_q, number2_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked1_q <= 1'b0;
      asked2_q <= 1'b0;
    end else begin
      asked1_q <= arrival_valid_i && started_q;
      asked2_q <= asked1_q;
    end
  end
  for (genvar h = 0; h < Hosts; h++) begin : gen_host
    assign host[h] = host_i == 3'(h);
  end
  always_ff @(posedge clk_i) begin
    ours1_q <= ours;
    column1_q <= column_ours;
    host1_q <= host;
    number1_q <= number;
    ours2_q <= ours1_q;
    column2_q <= column1_q;
    host2_q <= host1_q;
    number2_q <= number1_q;
  end

  // ------------------------------------------------------------------------------ the ledger
  logic [Hosts-1:0] has_q, has, received_q;  // members counted in; members with the result
  logic complete_q, complete, begun_q, begun;
  logic sent_q, sent;  // the hosts' sum
  logic answer, taken, store, completes, history, discard, sends, resends;
  assign answer = valid && asked2_q;
  assign store = state == nf_netreduce_pkg::STATE_STORE;
  assign completes = state == nf_netreduce_pkg::STATE_COMPLETE;
  assign history = state == nf_netreduce_pkg::STATE_HISTORY;
  assign discard = state == nf_netreduce_pkg::STATE_DISCARD;
  assign sends = state == nf_netreduce_pkg::STATE_LOCAL;
  assign resends = state == nf_netreduce_pkg::STATE_RESEND;
  assign taken = store || completes || history || discard || sends || resends;
  assign has = has_q | (host2_q & {Hosts{answer && column2_q && (store || completes || sends)}});
  assign sent = sent_q || (answer && column2_q && sends);
  assign complete = complete_q || (answer && column2_q && completes);
  assign begun = begun_q || (answer && ours2_q && taken);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      has_q <= '0;
      complete_q <= 1'b0;
      sent_q <= 1'b0;
      begun_q <= 1'b0;
      received_q <= '0;
    end else begin
      has_q <= has;
      complete_q <= complete;
      sent_q <= sent;
      begun_q <= begun;
      received_q <= received_q | (receives_i & {Hosts{complete}});
    end
  end

  // Who sends a message W or more later has the result of the watched one.
  `NF_ASSERT(StateKeepsWindow, !started_q || !arrival_valid_i || number < watched + 32'(InFlight)
             || (host & ~received_q) == '0)

  logic mine;
  assign mine = answer && column2_q;
  // Every arrival has its answer, two cycles later.
  `NF_ASSERT(StateAnswers, valid == asked2_q)
  // A member is counted in once; who is counted in is reported.
  `NF_ASSERT(StateCountsOnce, !(mine && (store || completes || sends)) || (has_q & host2_q) == '0)
  `NF_ASSERT(StateTellsArrived, !(mine && taken) || arrived == has)
  // A column is complete once, with the last member.
  `NF_ASSERT(StateCompletesOnce, !(mine && completes) || (!complete_q && has == All))
  `NF_ASSERT(StateCompletesAtLast, !(mine && (store || sends)) || has != All)
  // The hosts' sum goes up once, with the last host; not when nothing is missing any more.
  `NF_ASSERT(StateSendsOnce, !(mine && sends) || (!sent_q && !complete_q && (host2_q & Here) != '0
             && (has & Here) == Here && has != All))
  `NF_ASSERT(StateSendsAtLast, !(mine && store) || (host2_q & Here) == '0 || (has & Here) != Here)
  // What is repeated is answered from the history when the column was complete; else the hosts' sum
  // goes up again when it is there, else it is dropped.
  `NF_ASSERT(StateHistory, !(mine && history) || (complete_q && (has_q & host2_q) != '0))
  `NF_ASSERT(StateResend, !(mine && resends) || (!complete_q && (has_q & host2_q) != '0
             && (has_q & Here) == Here))
  `NF_ASSERT(StateDiscard, !(mine && discard) || (!complete_q && (has_q & host2_q) != '0
             && (has_q & Here) != Here))
  // Once the message has begun no packet of it is refused, until every member has the result.
  `NF_ASSERT(StateNotRefused, !(answer && ours2_q && begun_q) || taken || received_q == All)
  // The message that takes its slot begins after all members have the result.
  `NF_ASSERT(StateStays, !(answer && taken && number2_q > watched + 32'(Window))
                         || (complete_q && received_q == All))

  // ------------------------------------------------------------------------------ inside
  nf_netreduce_pkg::window_t its;
  localparam int unsigned WindowBits = $bits(its);
  (* hierconn *) wire [WindowBits-1:0] \u_state.windows_q ;
  assign its = \u_state.windows_q ;
  (* hierconn *) wire [2:0] \u_state.refused1_q ;
  (* hierconn *) wire [Slots*Hosts-1:0] \u_state.seen_q ;
  typedef struct packed {
    logic               generation;
    logic [LenBits-1:0] clean;
    logic [LenBits-1:0] done;
    logic [LenBits-1:0] len;
  } slot_t;  // as in the block
  slot_t row;  // one after the other, in a loop
  localparam int unsigned SlotRowBits = $bits(row);
  (* hierconn *) wire [Slots*SlotRowBits-1:0] \u_state.slots_q ;
  logic [Slots*LenBits-1:0] lens, dones, cleans;
  logic [Slots-1:0] generations;
  always_comb begin
    for (int unsigned s = 0; s < Slots; s++) begin
      row = \u_state.slots_q [s*SlotRowBits+:SlotRowBits];
      lens[s*LenBits+:LenBits] = row.len;
      dones[s*LenBits+:LenBits] = row.done;
      cleans[s*LenBits+:LenBits] = row.clean;
      generations[s] = row.generation;
    end
  end
  (* hierconn *) wire [Hosts-1:0] \u_state.host1_q , \u_state.all1_q , \u_state.hosts1_q ;
  (* hierconn *) wire \u_state.arrival1_q , \u_state.take1_q , \u_state.generation1_q ;
  (* hierconn *) wire [PlaceBits-1:0] \u_state.place1_q , \u_state.sweep_q ;
  (* hierconn *) wire [7:0] \u_state.offset1_q , \u_state.offset2_q ;
  (* hierconn *) wire \u_state.write2_q ;
  (* hierconn *) wire [PlaceBits-1:0] \u_state.place2_q ;
  (* hierconn *) wire [WordBits-1:0] \u_state.write_word_q ;
  (* hierconn *) wire [WordBits-1:0] \u_state.word ;
  // As many of these as there are columns.
  (* hierconn *) wire [WordBits-1:0] \u_state.u_columns.words_q[0] , \u_state.u_columns.words_q[1] ;
  (* hierconn *) wire [WordBits-1:0] \u_state.u_columns.words_q[2] , \u_state.u_columns.words_q[3] ;
  (* hierconn *) wire [WordBits-1:0] \u_state.u_columns.words_q[4] , \u_state.u_columns.words_q[5] ;

  // {generation, member bits}; words: with what is written in this cycle.
  logic [6*WordBits-1:0] stored, words;
  logic [31:0] address1, address2;  // of the second cycle, and of what is written
  assign stored = {\u_state.u_columns.words_q[5] , \u_state.u_columns.words_q[4] ,
                   \u_state.u_columns.words_q[3] , \u_state.u_columns.words_q[2] ,
                   \u_state.u_columns.words_q[1] , \u_state.u_columns.words_q[0] };
  assign address1 = 32'(\u_state.place1_q ) * MaxMsgLen + 32'(\u_state.offset1_q );
  assign address2 = 32'(\u_state.place2_q ) * MaxMsgLen + 32'(\u_state.offset2_q );
  always_comb begin
    words = stored;
    for (int unsigned a = 0; a < 6; a++)
      if (\u_state.write2_q && address2 == 32'(a)) words[a*WordBits+:WordBits] = \u_state.write_word_q ;
  end

  // Slots go round: that of the message that began `age` before the youngest one; and the other way round.
  function automatic logic [3:0] back(input logic [3:0] from, input logic [3:0] age);
    logic [4:0] sum;
    sum = 5'(from) + 5'(Window) - 5'(age);
    back = (sum >= 5'(Slots)) ? 4'(sum - 5'(Slots)) : 4'(sum);
  endfunction

  logic [31:0] next, age, age1;
  logic [3:0] next_slot, slot, slot1;
  logic open;
  assign next = its.next - first_q;
  assign next_slot = its.next_slot;
  assign age = next - watched - 32'd1;
  assign open = age < 32'(its.opened);
  assign slot = 4'(slot_q);
  assign age1 = next - number1_q - 32'd1;
  assign slot1 = back(next_slot, age1[3:0]);

  // Messages begin one after the other, and the slots go round with them.
  `NF_ASSERT(StateOrder, !started_q || (its.members == 4'(Hosts)
             && its.hosts == 4'(Local) && its.size == 3'(InFlight)
             && !watched[31] && next <= 32'h8000_0000
             && next_slot < 4'(Slots) && (!open || slot == back(next_slot, age[3:0]))
             && its.opened == ((next > 32'(Slots)) ? 4'(Slots) : 4'(next))))
  // Not begun: nothing has come. Gone: every member has the result.
  `NF_ASSERT(StateBegun, !started_q || (next > watched) || (has == '0 && !begun))
  `NF_ASSERT(StateGone, !started_q || next <= watched || open
                        || (complete && has == All && received_q == All))
  `NF_ASSERT(StateLedger, !started_q || (complete == (has == All)
                          && (received_q == '0 || complete) && (!sent || (has & Here) == Here)
                          && (complete || sent || (has & Here) != Here)))
  // Who has shown a message W or more after the watched one has its result.
  for (genvar a = 0; a < Slots; a++) begin : gen_seen
    `NF_ASSERT(StateSeen, !started_q || !open || age < 32'(a + InFlight)
                          || (\u_state.seen_q [a*Hosts+:Hosts] & ~received_q) == '0)
  end
  // While it is open its slot has its length, and its column is the ledger.
  logic [WordBits-1:0] ours_word;
  assign ours_word = words[(32'(slot)*MaxMsgLen+32'(offset_q))*WordBits+:WordBits];
  `NF_ASSERT(StateIsLedger, !started_q || !open
             || (16'(lens[slot*LenBits+:LenBits]) == len_q
                 && ((ours_word[Hosts] == generations[slot]) ? ours_word[Hosts-1:0] : '0) == has))
  // What is under way is in the window, and reads what is stored.
  `NF_ASSERT(StateUnderWay, !started_q || (\u_state.arrival1_q == asked1_q
             && (!\u_state.take1_q || (asked1_q && !number1_q[31]
                 && age1 < 32'(its.opened) && 4'(\u_state.place1_q ) == slot1
                 && \u_state.generation1_q == generations[slot1]
                 && \u_state.host1_q == host1_q && host1_q != '0 && \u_state.all1_q == All
                 && \u_state.hosts1_q == Here
                 && 32'(\u_state.offset1_q ) < 32'(lens[slot1*LenBits+:LenBits])
                 && \u_state.word == words[address1*WordBits+:WordBits])))
             && (!\u_state.write2_q || (4'(\u_state.place2_q ) < 4'(Slots)
                                         && \u_state.offset2_q < 8'(MaxMsgLen))))
  logic same_column;
  assign same_column = address1 == 32'(slot) * MaxMsgLen + 32'(offset_q);
  `NF_ASSERT(StateOursUnderWay, !\u_state.take1_q
             || (ours1_q == (number1_q == watched) && host1_q != '0 && (host1_q & (host1_q - 1'b1)) == '0
                 && (!ours1_q || column1_q == same_column) && (!column1_q || ours1_q)))
  `NF_ASSERT(StateOursRefused, !started_q || !asked1_q || \u_state.take1_q || !ours1_q || !begun
                               || received_q == All)
  `NF_ASSERT(StateRefusal, \u_state.refused1_q == nf_netreduce_pkg::STATE_STALE
                           || \u_state.refused1_q == nf_netreduce_pkg::STATE_LENGTH || !started_q)

  // One of the slots that there are is swept.
  `NF_ASSERT(StateSweeps, 4'(\u_state.sweep_q ) < 4'(Slots))
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [LenBits-1:0] len, done, clean;
    logic [MaxMsgLen-1:0] full, none;
    logic [LenBits-1:0] count;
    assign len = lens[s*LenBits+:LenBits];
    assign done = dones[s*LenBits+:LenBits];
    assign clean = cleans[s*LenBits+:LenBits];
    for (genvar o = 0; o < MaxMsgLen; o++) begin : gen_column
      logic [WordBits-1:0] word;
      assign word = words[(s*MaxMsgLen+o)*WordBits+:WordBits];
      assign full[o] = word == {generations[s], All} && LenBits'(o) < len;
      assign none[o] = word[Hosts-1:0] == '0 || LenBits'(o) < clean;
    end
    always_comb begin
      count = '0;
      for (int o = 0; o < MaxMsgLen; o++) count = count + LenBits'(full[o]);
    end
    // Complete columns are counted; columns from `clean` on have no bits.
    `NF_ASSERT(StateSlot, !started_q || (done == count && &none && len <= clean
                          && clean <= LenBits'(MaxMsgLen)))
    // A slot that no message had yet has none.
    `NF_ASSERT(StateUnused, !started_q || back(next_slot, 4'(s)) < its.opened || len == '0)
  end

  // The watched column is complete; one of its packets came again after that.
  `NF_COVER(StateMineComplete, mine && completes)
  `NF_COVER(StateMineHistory, mine && history)
  // A member that lacks the result sends the next message; the message that takes the slot has begun.
  `NF_COVER(StateMineInFlight, answer && store && number2_q == watched + 32'd1 && begun_q
            && (host2_q & received_q) == '0)
  `NF_COVER(StateSlotAgain, answer && taken && begun_q && number2_q > watched + 32'(Window))

endmodule
