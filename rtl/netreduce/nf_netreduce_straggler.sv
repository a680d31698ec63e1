// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Tells whose packet is missing while a column waits for it: ring, message, packet, members. A ring
// stands still when one member's packet does not come (NETREDUCE 4.3.2: a column is added when all
// of it is there), and what is waited for is known here alone.
//
// It looks at columns through the state manager's look port, in the background, and hands on the
// registers' own looks. A column's time counts from when it was first looked at. Of each ring one
// column is watched, until it is complete: the oldest one that had some of its members and not all
// when it was searched for.
//
// The first packet of a message says how long it is, and the one that comes first is believed
// (nf_netreduce_state): if it lies, those who are right are refused and look as if they were late.
// So of the message that is watched it notes who was refused for that. When more than half of the
// ring's members say the same, the others are charged. GLOBAL is no voice: it repeats one of the
// hosts. Of arrivals it sees no others than those.
//
// Latency: a look takes 5 cycles or more (arrivals go first), a search one look per packet of the
// messages in the window at most. Who is charged is reported 2 cycles behind the missing ones.
// Outputs are functions of registers.

`include "nf_assert.svh"

module nf_netreduce_straggler #(
    parameter int unsigned Rings = 1,  // rings, 1..16
    parameter int unsigned Window = 3,  // N: a ring has N + 1 slots, 1..7
    parameter int unsigned MaxMsgLen = 170,  // packets of a message at most, 1..256
    parameter logic [31:0] CycleLimit = 32'hffff_ffff  // where report_cycles_o stays; less is for tests
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [     31:0] threshold_i,       // cycles after which a column is reported; 0:
                                                // nothing is looked for, and all reports go
    // a ring is set up anew, as in nf_netreduce_lookup
    input  logic             cfg_valid_i,
    input  logic [      3:0] cfg_ring_i,
    input  logic [      3:0] cfg_members_i,     // with cfg_leaf_i 6 at most
    input  logic             cfg_leaf_i,        // a leaf's: two members more, HEADER and GLOBAL,
                                                // behind its hosts
    input  logic [Rings-1:0] busy_i,  // bit r: ring r is being set up or swept: it is not looked at
    // a member's first packet was refused (STATE LENGTH)
    input  logic             unlike_valid_i,  // its MsgLen is not that of the message in this slot
    input  logic [      3:0] unlike_ring_i,
    input  logic [      2:0] unlike_host_i,
    input  logic [      2:0] unlike_slot_i,
    input  logic [      8:0] unlike_msglen_i,
    // the state manager's look port
    output logic             look_valid_o,
    input  logic             look_ready_i,
    output logic [      3:0] look_ring_o,
    output logic [      2:0] look_slot_o,
    output logic [      7:0] look_offset_o,
    input  logic             seen_valid_i,      // its answer
    input  logic             seen_open_i,
    input  logic [     31:0] seen_msgid_i,
    input  logic [      7:0] seen_arrived_i,    // bit HostID
    // a look of the registers; it goes before the block's own next one
    input  logic             req_valid_i,
    output logic             req_ready_o,
    input  logic [      3:0] req_ring_i,
    input  logic [      2:0] req_slot_i,
    input  logic [      7:0] req_offset_i,
    output logic             ans_valid_o,       // its answer, one cycle; the others hold
    output logic             ans_open_o,
    output logic [     31:0] ans_msgid_o,
    output logic [      7:0] ans_arrived_o,
    // reports
    output logic             straggler_o,       // one cycle: a report is new
    output logic             charged_o,  // one cycle: a report charges members, for the first time
    output logic [Rings-1:0] stragglers_o,      // rings that have a report
    input  logic [      3:0] report_ring_i,     // whose report is shown
    output logic             report_valid_o,    // that report, one cycle later; all zero: none
    output logic [      7:0] report_offset_o,   // of the packet in the message
    output logic [      7:0] report_missing_o,  // members, bit HostID
    output logic             report_unlike_o,   // members were refused for their MsgLen
    output logic [      7:0] report_charged_o,  // members whose MsgLen is wrong; zero: none has the
                                                // most
    output logic [     31:0] report_msgid_o,
    output logic [     31:0] report_cycles_o    // for how long; stays at CycleLimit
);

  `NF_PARAM(StragglerRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)
  `NF_PARAM(StragglerWindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)
  `NF_PARAM(StragglerMaxMsgLenInRange,
            MaxMsgLen >= 1 && MaxMsgLen <= nf_netreduce_pkg::MAX_MSGLEN)

  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;
  localparam logic [2:0] LastSlot = 3'(Window);
  localparam logic [7:0] LastOffset = 8'(MaxMsgLen - 1);
  // What a look is for.
  localparam logic [1:0] Watch = 2'd0;  // the ring's column: does it still wait? None yet: go on
  localparam logic [1:0] Find = 2'd1;   // the first packets of all slots: the oldest message
  localparam logic [1:0] Scan = 2'd2;   // its packets, then the next message's
  // Where a look is.
  localparam logic [1:0] Choose = 2'd0;
  localparam logic [1:0] Ask = 2'd1;    // until the state manager takes it
  localparam logic [1:0] Await = 2'd2;  // until it answers

  // ------------------------------------------------------------------------------ what is kept
  typedef struct packed {
    logic [7:0] all;
    logic [7:0] voices;  // of these: who says how long a message is
  } ring_t;  // the members of a ring
  typedef struct packed {
    logic [2:0]  slot;
    logic [7:0]  offset;
    logic [31:0] msgid;
    logic [7:0]  missing;  // members
    logic [31:0] cycles;   // for how long
    logic [8:0]  other;    // MsgLen of the first one who was refused for his
  } column_t;  // that is watched
  typedef struct packed {
    logic [7:0] unlike;   // who was refused for his MsgLen
    logic [7:0] alike;    // of these: who says the same as the first one of them
    logic [7:0] charged;  // who is charged
  } votes_t;  // about the message that is watched
  // Of the ring that is looked at, of the one whose report is shown, of each in a loop.
  ring_t members, cfg_ring;
  column_t column, shown, watched_one, next;
  votes_t shown_votes, next_votes;
  localparam int unsigned RingRowBits = $bits(members);
  localparam int unsigned ColumnBits = $bits(column);
  localparam int unsigned VotesBits = $bits(shown_votes);
  logic [Rings*RingRowBits-1:0] rings_q;
  logic [Rings*ColumnBits-1:0] columns_q, columns_d;
  logic [Rings*VotesBits-1:0] votes_q, votes_d;
  logic [Rings-1:0] watched_q, told_q;
  logic [Rings-1:0] charges_q;  // that members are charged is reported
  // Of the search: the ring, the place that is looked at, the message that is there or the oldest
  // one so far, its slot, and how many slots follow.
  logic [1:0] step_q, aim_q;
  logic [RingBits-1:0] ring_q;
  logic [2:0] at_slot_q, oldest_slot_q, left_q;
  logic [7:0] at_offset_q;
  logic [31:0] message_q;
  logic found_q, void_q;
  // Of the registers' look: it waits, it is the one that is under way.
  typedef struct packed {
    logic [3:0] ring;
    logic [2:0] slot;
    logic [7:0] offset;
  } place_t;
  logic req_q, own_q;
  place_t req, asked_q;

  // ------------------------------------------------------------------------------ the ring
  logic off, hit, skip, watched, told;
  logic [7:0] missing;
  assign off = threshold_i == '0;
  assign members = rings_q[ring_q*RingRowBits+:RingRowBits];
  assign column = columns_q[ring_q*ColumnBits+:ColumnBits];
  assign watched = watched_q[ring_q];
  assign told = told_q[ring_q];
  // What is known of the ring, or is being asked, does not hold any more.
  assign hit = off || busy_i[ring_q] || (cfg_valid_i && cfg_ring_i == 4'(ring_q));
  assign skip = hit || members.all == '0;

  // ------------------------------------------------------------------------------ an answer
  logic answer, partial, same, waits, ends_slot, ends_ring, track, leave, report, drop;
  logic older, any;
  logic [2:0] next_slot;
  assign answer = step_q == Await && seen_valid_i && !own_q;
  assign missing = members.all & ~seen_arrived_i;
  assign partial = seen_open_i && missing != '0 && (members.all & seen_arrived_i) != '0;
  assign same = seen_msgid_i == column.msgid;
  assign waits = aim_q == Watch && partial && same;
  assign older = seen_open_i && (!found_q || 32'(message_q - seen_msgid_i) < 32'h8000_0000);
  assign any = found_q || seen_open_i;
  // A message ends behind its last packet; a search, when there is no next message.
  assign ends_slot = !seen_open_i || at_offset_q == LastOffset;
  assign ends_ring = ends_slot && ((!seen_open_i && at_offset_q == '0) || left_q == '0);
  assign next_slot = (at_slot_q == LastSlot) ? '0 : at_slot_q + 3'd1;
  // The message may have left since: what is there now is not the oldest one.
  assign track = answer && !void_q && !hit && aim_q == Scan && partial
                 && seen_msgid_i == message_q;
  assign drop = answer && !void_q && !hit && aim_q == Watch && !waits;
  assign report = answer && !void_q && !hit && waits && !told && column.cycles >= threshold_i;

  // Who is charged: all but those who say what more than half do.
  logic [7:0] agreed, unlike, alike, charged;
  logic charges;

  function automatic logic are_most(input logic [7:0] some, input logic [7:0] of);
    logic [3:0] with_them, against;
    with_them = '0;
    against = '0;
    for (int unsigned h = 0; h < 8; h++) begin
      with_them = with_them + 4'(of[h] && some[h]);
      against = against + 4'(of[h] && !some[h]);
    end
    are_most = with_them > against;
  endfunction

  // An answer says who is missing; the votes are counted in the cycle behind it, and who is charged
  // follows in the one after that. The next answer is three cycles behind this one at least.
  logic weigh_q, charge_q;  // in this cycle, of what was looked at and still waits
  logic live_q;             // its answer was of the ring as it is
  logic most_alike_q, most_agreed_q;
  logic [RingBits-1:0] weigh_ring_q;
  ring_t weighed_ring;
  column_t weighed;
  votes_t weighed_votes;
  assign weighed_ring = rings_q[weigh_ring_q*RingRowBits+:RingRowBits];
  assign weighed = columns_q[weigh_ring_q*ColumnBits+:ColumnBits];
  assign weighed_votes = votes_q[weigh_ring_q*VotesBits+:VotesBits];
  assign agreed = weighed_ring.all & ~weighed.missing;
  assign unlike = weighed_votes.unlike & weighed.missing;
  assign alike = weighed_votes.alike & weighed.missing;
  always_comb begin
    charged = '0;
    if (most_alike_q) charged = agreed | (unlike & ~alike);
    else if (most_agreed_q) charged = unlike;
  end
  assign charges = charge_q && live_q && told_q[weigh_ring_q] && charged != '0
                   && !charges_q[weigh_ring_q];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      weigh_q <= 1'b0;
      charge_q <= 1'b0;
      live_q <= 1'b0;
      weigh_ring_q <= '0;
    end else begin
      weigh_q <= answer && waits;
      charge_q <= weigh_q;
      if (answer) begin
        live_q <= !void_q && !hit;
        weigh_ring_q <= ring_q;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    most_alike_q <= are_most(alike, weighed_ring.voices);
    most_agreed_q <= are_most(agreed, weighed_ring.voices);
  end

  // On to the next ring.
  always_comb begin
    leave = void_q || hit || partial;
    unique case (aim_q)
      Watch: leave = 1'b1;
      Find: leave = void_q || hit || (at_slot_q == LastSlot && !any);
      default: if (ends_ring || (seen_open_i && seen_msgid_i != message_q)) leave = 1'b1;
    endcase
  end

  logic next_ring;
  assign next_ring = (answer && leave)
                     || (step_q == Choose && !req_q && aim_q == Watch && skip && !off);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= Choose;
      aim_q <= Watch;
      ring_q <= '0;
      at_slot_q <= '0;
      at_offset_q <= '0;
      oldest_slot_q <= '0;
      left_q <= '0;
      message_q <= '0;
      found_q <= 1'b0;
      void_q <= 1'b0;
      own_q <= 1'b0;
      look_valid_o <= 1'b0;
      look_ring_o <= '0;
      look_slot_o <= '0;
      look_offset_o <= '0;
    end else begin
      void_q <= !(step_q == Choose && aim_q == Watch) && (void_q || hit);
      if (next_ring) ring_q <= (ring_q == RingBits'(Rings - 1)) ? '0 : ring_q + 1'b1;
      unique case (step_q)
        Choose: begin
          own_q <= req_q;
          if (req_q) begin
            step_q <= Ask;
            look_valid_o <= 1'b1;
            look_ring_o <= asked_q.ring;
            look_slot_o <= asked_q.slot;
            look_offset_o <= asked_q.offset;
          end else if (aim_q != Watch || !skip) begin
            step_q <= Ask;
            look_valid_o <= 1'b1;
            look_ring_o <= 4'(ring_q);
            look_slot_o <= at_slot_q;
            look_offset_o <= at_offset_q;
            if (aim_q == Watch) begin
              look_slot_o <= watched ? column.slot : '0;
              look_offset_o <= watched ? column.offset : '0;
              aim_q <= watched ? Watch : Find;
              at_slot_q <= '0;
              at_offset_q <= '0;
              found_q <= 1'b0;
            end
          end
        end
        Ask: begin
          if (look_ready_i) begin
            step_q <= Await;
            look_valid_o <= 1'b0;
          end
        end
        default: begin
          if (seen_valid_i) step_q <= Choose;
          if (answer && leave) aim_q <= Watch;
          else if (answer && aim_q == Find) begin
            if (older) begin
              message_q <= seen_msgid_i;
              oldest_slot_q <= at_slot_q;
            end
            found_q <= any;
            at_slot_q <= next_slot;
            if (at_slot_q == LastSlot) begin
              aim_q <= Scan;
              left_q <= LastSlot;
              at_slot_q <= older ? at_slot_q : oldest_slot_q;
            end
          end else if (answer && ends_slot) begin
            at_slot_q <= next_slot;
            at_offset_q <= '0;
            left_q <= left_q - 3'd1;
            message_q <= message_q + 32'd1;
          end else if (answer) begin
            at_offset_q <= at_offset_q + 8'd1;
          end
        end
      endcase
    end
  end

  // ------------------------------------------------------------------------------ rings
  logic [7:0] cfg_all;
  logic [3:0] cfg_count;
  assign cfg_count = cfg_members_i + {2'd0, cfg_leaf_i && cfg_members_i != '0, 1'b0};
  for (genvar h = 0; h < 8; h++) begin : gen_all
    assign cfg_all[h] = 4'(h) < cfg_count;
  end
  assign cfg_ring.all = cfg_all;
  assign cfg_ring.voices = cfg_leaf_i ? cfg_all & (cfg_all >> 1) : cfg_all;

  // A member's packet was refused for its MsgLen, of the message that is watched; the first one of
  // these said another MsgLen.
  logic refused, another;
  always_comb begin
    for (int unsigned r = 0; r < Rings; r++) begin
      watched_one = columns_q[r*ColumnBits+:ColumnBits];
      next = watched_one;
      next_votes = votes_q[r*VotesBits+:VotesBits];
      refused = unlike_valid_i && unlike_ring_i == 4'(r) && watched_q[r]
                && unlike_slot_i == watched_one.slot && watched_one.offset == '0;
      another = next_votes.unlike != '0 && watched_one.other != unlike_msglen_i;
      if (track && ring_q == RingBits'(r)) begin
        next.slot = at_slot_q;
        next.offset = at_offset_q;
        next.msgid = seen_msgid_i;
      end
      if ((track || (answer && waits)) && ring_q == RingBits'(r)) next.missing = missing;
      if (refused && !another) next.other = unlike_msglen_i;
      if (!watched_q[r]) next.cycles = '0;
      else if (watched_one.cycles != CycleLimit) next.cycles = watched_one.cycles + 32'd1;
      if (!watched_q[r]) begin
        next_votes = '0;
      end else begin
        if (refused) next_votes.unlike |= 8'd1 << unlike_host_i;
        if (refused && !another) next_votes.alike |= 8'd1 << unlike_host_i;
        if (weigh_ring_q == RingBits'(r) && charge_q) next_votes.charged = charged;
      end
      columns_d[r*ColumnBits+:ColumnBits] = next;
      votes_d[r*VotesBits+:VotesBits] = next_votes;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) votes_q <= '0;
    else votes_q <= votes_d;
  end
  always_ff @(posedge clk_i) columns_q <= columns_d;

  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    logic mine, cfg, forget;
    assign mine = ring_q == RingBits'(r);
    assign cfg = cfg_valid_i && cfg_ring_i == 4'(r);
    assign forget = cfg || off || (mine && drop);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        rings_q[r*RingRowBits+:RingRowBits] <= '0;
        watched_q[r] <= 1'b0;
        told_q[r] <= 1'b0;
        charges_q[r] <= 1'b0;
      end else begin
        if (cfg) rings_q[r*RingRowBits+:RingRowBits] <= cfg_ring;
        charges_q[r] <= watched_q[r] && (charges_q[r]
                        || (weigh_ring_q == RingBits'(r) && charges));
        watched_q[r] <= !forget && (watched_q[r] || (mine && track));
        told_q[r] <= !forget && (told_q[r] || (mine && report));
      end
    end
  end

  // ------------------------------------------------------------------------------ reports
  logic chosen;
  logic [RingBits-1:0] chosen_ring;
  assign chosen_ring = RingBits'(report_ring_i);
  assign chosen = 5'(report_ring_i) < 5'(Rings) && told_q[chosen_ring];
  assign shown = columns_q[chosen_ring*ColumnBits+:ColumnBits];
  assign shown_votes = votes_q[chosen_ring*VotesBits+:VotesBits];
  assign stragglers_o = told_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      straggler_o <= 1'b0;
      charged_o <= 1'b0;
      report_valid_o <= 1'b0;
      report_offset_o <= '0;
      report_missing_o <= '0;
      report_unlike_o <= 1'b0;
      report_charged_o <= '0;
      report_msgid_o <= '0;
      report_cycles_o <= '0;
    end else begin
      straggler_o <= report;
      charged_o <= charges;
      report_valid_o <= chosen;
      report_offset_o <= chosen ? shown.offset : '0;
      report_missing_o <= chosen ? shown.missing : '0;
      report_unlike_o <= chosen && shown_votes.unlike != '0;
      report_charged_o <= chosen ? shown_votes.charged : '0;
      report_msgid_o <= chosen ? shown.msgid : '0;
      report_cycles_o <= chosen ? shown.cycles : '0;
    end
  end

  // ------------------------------------------------------------------------------ the registers'
  assign req_ready_o = !req_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_q <= 1'b0;
      ans_valid_o <= 1'b0;
      ans_open_o <= 1'b0;
      ans_msgid_o <= '0;
      ans_arrived_o <= '0;
    end else begin
      ans_valid_o <= step_q == Await && seen_valid_i && own_q;
      req_q <= req_q ? !(step_q == Await && seen_valid_i && own_q) : req_valid_i;
      if (step_q == Await && seen_valid_i && own_q) begin
        ans_open_o <= seen_open_i;
        ans_msgid_o <= seen_msgid_i;
        ans_arrived_o <= seen_arrived_i;
      end
    end
  end
  assign req.ring = req_ring_i;
  assign req.slot = req_slot_i;
  assign req.offset = req_offset_i;
  always_ff @(posedge clk_i) if (!req_q) asked_q <= req;

  // Of a row each reader looks at a part.
  logic unused;
  assign unused = ^{column, weighed, weighed_votes, weighed_ring, members, shown, shown_votes};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic asked;
  place_t look, asked_was;
  assign look.ring = look_ring_o;
  assign look.slot = look_slot_o;
  assign look.offset = look_offset_o;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) asked <= 1'b0;
    else asked <= look_valid_o && !look_ready_i;
  end
  always_ff @(posedge clk_i) asked_was <= look;
  // A look that was not taken stays as it is.
  `NF_ASSERT(StragglerLookHolds, !asked
             || (look_valid_o && asked_was == look))
  // An answer comes only when one is waited for.
  `NF_ASSERT(StragglerAnswerAwaited, !seen_valid_i || step_q == Await)
  // A report is about a column that is watched.
  `NF_ASSERT(StragglerToldIsWatched, (told_q & ~watched_q) == '0)
  // A report names a member that is missing and has waited for as long as was asked for.
  `NF_ASSERT(StragglerReportIsRight, !report || (missing != '0 && column.cycles >= threshold_i && watched))
  // More than half of those who have a voice are never charged, and nobody who has said nothing is.
  `NF_ASSERT(StragglerChargesFew, !charges
             || (are_most(~charged, weighed_ring.voices) && (charged & ~agreed & ~unlike) == '0))
  // Looks stay inside the window.
  `NF_ASSERT(StragglerLookInRange, !look_valid_o || own_q
             || (5'(look_ring_o) < 5'(Rings) && 4'(look_slot_o) < 4'(Window + 1)
                 && 9'(look_offset_o) < 9'(MaxMsgLen)))
  // The message that was searched left meanwhile.
  `NF_COVER(StragglerMessageLeft, answer && !void_q && aim_q == Scan && seen_open_i
            && seen_msgid_i != message_q)
  // Members differ, and no MsgLen has the most.
  `NF_COVER(StragglerUndecided, charge_q && live_q && unlike != '0 && charged == '0)
  // A search was given up because its ring was set up anew.
  `NF_COVER(StragglerVoid, answer && void_q)
`endif

endmodule
