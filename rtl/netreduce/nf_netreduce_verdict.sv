// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Says what becomes of each frame that the buffer of a port holds, in their order: thrown away, sent
// on, or taken by the engine (NETREDUCE 4.3, Fig. 4; Algorithm 2).
//
// What the parser refuses, or what the port cannot hold, is decided here: codes of CAUSE_* below
// FIRST_DROPPED pass, the others are dropped. Everything else, of any size, is asked of the lookups,
// and so is what would pass if it has a connection, as that may be a member's; up to seven at a time,
// and a frame behind them waits for their answers. A packet that is taken leaves a note of where its
// header and payload are to be stored, which holds until the store says so.
//
// A packet is asked for only while all frames before it that pass, or may, have room behind the
// buffer (PassBeats): then it comes to the store even if the port's output is paused for ever, and
// no job waits for it in vain.
//
// It sees no payload and looks nothing up. A request stays until it is taken, also when the engine is
// switched on or off meanwhile. Verdict: 1 cycle after an answer; 2 cycles after its
// record when nothing is asked. One frame a cycle.

`include "nf_assert.svh"

module nf_netreduce_verdict #(
    parameter int unsigned Frames = 16,  // frames that the buffer holds: records that wait here,
                                         // 2..256
    parameter int unsigned BufferBeats = 256,  // beats of the longest frame that it holds, 16..512
    parameter int unsigned PassBeats = 32  // beats that pass and fit behind the buffer, 4..256
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    input  logic                           enable_i,       // low: the engine takes nothing: all
                                                           // frames pass
    // the parser's records; there is always room, as the buffer holds no more frames
    input  logic                           meta_valid_i,
    input  nf_netreduce_pkg::meta_t        meta_i,
    // the lookups are asked about a packet; answers in the order of the requests
    output logic                           req_valid_o,
    input  logic                           req_ready_i,
    output nf_netreduce_pkg::meta_t        req_meta_o,
    input  logic                           ans_valid_i,    // to the oldest request
    input  logic                    [ 7:0] ans_cause_i,    // CAUSE_*
    input  logic                           ans_payload_i,  // keep the payload
    input  logic                           ans_head_i,     // keep the header
    input  logic                    [15:0] ans_place_i,    // where
    // one per frame, in order: for the buffer, and for the counters
    output logic                           verdict_valid_o,
    output logic                    [ 1:0] verdict_o,      // VERDICT_*
    output logic                    [ 7:0] cause_o,        // CAUSE_*; NONE: it was the engine's
    // behind the buffer
    input  logic                           passed_i,       // a beat of a frame that passes has left
                                                           // the port
    // the packet that enters the separator
    input  logic                           entered_i,      // the last beat of a taken packet enters
                                                           // the separator
    output logic                    [10:0] size_o,         // bytes of payload and pad of the one
                                                           // that enters
    // the oldest packet that is taken
    input  logic                           stored_i,       // one cycle: it is stored
    output logic                           store_payload_o,  // what to write, and where; holds
                                                             // until then
    output logic                           store_head_o,
    output logic                    [15:0] store_place_o,
    output logic                    [10:0] store_size_o
);

  `NF_PARAM(VerdictFramesInRange, Frames >= 2 && Frames <= 256)
  `NF_PARAM(VerdictBufferBeatsInRange, BufferBeats >= 16 && BufferBeats <= 512)
  `NF_PARAM(VerdictPassBeatsInRange, PassBeats >= 4 && PassBeats <= 256)

  localparam int unsigned Most = 7;  // packets that are asked for or on their way to the store
  localparam int unsigned SizeBits = 11;
  localparam int unsigned BeatBits = 10;   // of a frame
  localparam int unsigned AheadBits = 11;  // of those that the buffer and what is behind it hold
  localparam logic [7:0] None = 8'(nf_netreduce_pkg::CAUSE_NONE);
  localparam logic [7:0] FirstDropped = 8'(nf_netreduce_pkg::FIRST_DROPPED);
  localparam bit OffDrops = 8'(nf_netreduce_pkg::CAUSE_OFF) >= FirstDropped;
  localparam logic [16:0] MostBytes = 17'(BufferBeats * nf_netreduce_pkg::WORD_BYTES);

  // What has been asked for, and where what is taken goes.
  typedef struct packed {
    logic [BeatBits-1:0] beats;
    logic [SizeBits-1:0] size;
  } asked_t;

  // What follows from a record, worked out when it comes and kept beside it: where it is looked at
  // the whole of a cycle is needed to decide.
  typedef struct packed {
    logic   big;    // the buffer cannot hold it
    logic   drops;  // its cause drops it
    logic   none;   // it has no cause
    asked_t due;
  } known_t;

  typedef struct packed {
    logic [SizeBits-1:0] size;
    logic [15:0]         place;
    logic                head;
    logic                payload;
  } note_t;

  // Both sides of the queues are counted here.
  logic [$clog2(Frames + 1)-1:0] unused_metas_count;
  logic [3:0] unused_asked_count, unused_enters_count, unused_notes_count;
  logic [$clog2(Frames + 1)-1:0] unused_knowns_count;
  logic unused_knowns_in_ready, unused_knowns_out_valid;
  logic unused_asked_in_ready, unused_asked_out_valid, unused_enters_in_ready,
      unused_enters_out_valid, unused_notes_in_ready, unused_notes_out_valid;

  // ------------------------------------------------------------------------ the oldest frame
  logic enable_q;
  logic waits_q;  // the request stood and was not taken
  logic meta_ready, meta_valid, pop;
  nf_netreduce_pkg::meta_t meta;
  logic [7:0] own_cause;
  // The size means something up to MAX_PAYLOAD, and what has more is not taken; the beats do when the
  // buffer holds the frame.
  known_t coming, known;
  asked_t due;
  logic ask, asks, decides, own_drops, own_passes;

  assign coming.due.size = SizeBits'(meta_i.payload) + SizeBits'(meta_i.pad);
  assign coming.due.beats =
      BeatBits'((17'(meta_i.bytes) + 17'(nf_netreduce_pkg::WORD_BYTES - 1)) >> 6);
  assign coming.big = 17'(meta_i.bytes) > MostBytes;
  assign coming.drops = meta_i.cause >= FirstDropped;
  assign coming.none = meta_i.cause == None;

  nf_fifo #(
      .Width($bits(meta)),
      .Depth(Frames)
  ) u_metas (
      .clk_i,
      .rst_ni,
      .in_valid_i (meta_valid_i),
      .in_ready_o (meta_ready),
      .in_data_i  (meta_i),
      .out_valid_o(meta_valid),
      .out_ready_i(pop),
      .out_data_o (meta),
      .count_o    (unused_metas_count)
  );

  nf_fifo #(
      .Width($bits(known)),
      .Depth(Frames)
  ) u_knowns (
      .clk_i,
      .rst_ni,
      .in_valid_i (meta_valid_i),
      .in_ready_o (unused_knowns_in_ready),
      .in_data_i  (coming),
      .out_valid_o(unused_knowns_out_valid),
      .out_ready_i(pop),
      .out_data_o (known),
      .count_o    (unused_knowns_count)
  );

  assign due = known.due;
  always_comb begin
    own_cause = meta.cause;
    if (known.big) own_cause = 8'(nf_netreduce_pkg::CAUSE_LONG);
    else if (!enable_q) own_cause = 8'(nf_netreduce_pkg::CAUSE_OFF);
  end
  // The same of own_cause, but for LONG.
  assign own_drops = enable_q ? known.drops : OffDrops;
  assign own_passes = !own_drops && !(enable_q && known.none);
  assign ask = meta.conn && !known.big && (!own_drops || waits_q);

  // --------------------------------------------------------------------- asked, and under way
  logic [3:0] asked_q, taken_q;  // asked for; taken and not yet stored
  asked_t asked;
  logic [AheadBits-1:0] ahead_q;  // beats that pass, or may, and have not left the port
  logic takes, passes, spared;

  assign req_valid_o = meta_valid && ask && asked_q + taken_q < 4'(Most)
                       && ahead_q <= AheadBits'(PassBeats);
  assign req_meta_o = meta;
  assign asks = req_valid_o && req_ready_i;
  assign decides = meta_valid && !ask && asked_q == '0;
  assign pop = asks || decides;
  assign takes = ans_valid_i && (ans_payload_i || ans_head_i);

  nf_fifo #(
      .Width($bits(asked)),
      .Depth(Most + 1)
  ) u_asked (
      .clk_i,
      .rst_ni,
      .in_valid_i (asks),
      .in_ready_o (unused_asked_in_ready),
      .in_data_i  (due),
      .out_valid_o(unused_asked_out_valid),
      .out_ready_i(ans_valid_i),
      .out_data_o (asked),
      .count_o    (unused_asked_count)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q <= 1'b0;
      waits_q <= 1'b0;
      asked_q <= '0;
      taken_q <= '0;
      ahead_q <= '0;
    end else begin
      // What is asked for may pass until its answer says that it does not.
      ahead_q <= ahead_q + (asks || (decides && passes) ? AheadBits'(due.beats) : '0)
                 - (spared ? AheadBits'(asked.beats) : '0) - AheadBits'(passed_i);
      enable_q <= enable_i;
      waits_q <= req_valid_o && !req_ready_i;
      asked_q <= asked_q + 4'(asks) - 4'(ans_valid_i);
      taken_q <= taken_q + 4'(takes) - 4'(stored_i);
    end
  end

  // --------------------------------------------------------------------------- the verdict
  logic [7:0] cause_d;
  logic [1:0] verdict_d;

  assign cause_d = ans_valid_i ? ans_cause_i : own_cause;
  assign passes = ans_valid_i ? !takes && ans_cause_i != None && ans_cause_i < FirstDropped
                              : !known.big && own_passes;
  assign spared = ans_valid_i && !passes;
  always_comb begin
    verdict_d = 2'(nf_netreduce_pkg::VERDICT_DROP);
    if (takes) verdict_d = 2'(nf_netreduce_pkg::VERDICT_TAKE);
    else if (passes) verdict_d = 2'(nf_netreduce_pkg::VERDICT_PASS);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) verdict_valid_o <= 1'b0;
    else verdict_valid_o <= ans_valid_i || decides;
  end

  always_ff @(posedge clk_i) begin
    if (ans_valid_i || decides) begin
      verdict_o <= verdict_d;
      cause_o <= cause_d;
    end
  end

  // ------------------------------------------------------------------ notes of what is taken
  note_t note, oldest;
  assign note.size = asked.size;
  assign note.place = ans_place_i;
  assign note.head = ans_head_i;
  assign note.payload = ans_payload_i;
  assign store_size_o = oldest.size;
  assign store_place_o = oldest.place;
  assign store_head_o = oldest.head;
  assign store_payload_o = oldest.payload;

  nf_fifo #(
      .Width(SizeBits),
      .Depth(Most + 1)
  ) u_enters (
      .clk_i,
      .rst_ni,
      .in_valid_i (takes),
      .in_ready_o (unused_enters_in_ready),
      .in_data_i  (asked.size),
      .out_valid_o(unused_enters_out_valid),
      .out_ready_i(entered_i),
      .out_data_o (size_o),
      .count_o    (unused_enters_count)
  );

  nf_fifo #(
      .Width($bits(note)),
      .Depth(Most + 1)
  ) u_notes (
      .clk_i,
      .rst_ni,
      .in_valid_i (takes),
      .in_ready_o (unused_notes_in_ready),
      .in_data_i  (note),
      .out_valid_o(unused_notes_out_valid),
      .out_ready_i(stored_i),
      .out_data_o (oldest),
      .count_o    (unused_notes_count)
  );

  // The parser's records find room: the buffer holds no more frames.
  `NF_ASSERT(VerdictRoom, !meta_valid_i || meta_ready)
  // What is the engine's has a connection.
  `NF_ASSERT(VerdictConnection, !meta_valid_i || meta_i.conn || meta_i.cause != None)
  // A request stays until it is taken.
  `NF_ASSERT(VerdictRequestStays, !waits_q || req_valid_o)
  // An answer belongs to a request.
  `NF_ASSERT(VerdictAsked, !ans_valid_i || asked_q != '0)
  // What is stored was taken.
  `NF_ASSERT(VerdictTaken, !stored_i || taken_q != '0)
  // No beat leaves that was not to pass.
  `NF_ASSERT(VerdictPassed, !passed_i || ahead_q != '0)
  // What is ahead was in the buffer, or is behind it.
  `NF_ASSERT(VerdictAheadFits, 32'(ahead_q) <= BufferBeats + PassBeats + 2)
  // A packet waits for the room of a frame that passes.
  `NF_COVER(VerdictWaitsForRoom, meta_valid && ask && ahead_q > AheadBits'(PassBeats))
  // No more packets are under way than the notes hold.
  `NF_ASSERT(VerdictUnderWay, asked_q + taken_q <= 4'(Most))

endmodule
