// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sending half of one end of a link: puts the device's flits on the wire and keeps each one until
// the other end has acknowledged it; sends all unacknowledged ones again when the other end misses
// one or is silent (go-back-N; KLENK IV-E3).
//
// Room is known before a packet advances (KLENK IV-E2): ready of a channel is the promise of room
// for one packet of the largest length, both in the replay buffer and in that channel's buffer at
// the other end. The channels are promised separately, so that one never waits for the other. A
// packet of more than PacketFlits flits is cut and ends with err.
//
// When the link is given up nothing more is sent (a word of zeros), and the device's packets are
// swallowed and counted, so that nothing in front of the link hangs. It does not look at
// addresses and does not order packets among each other.
//
// Latency 2 cycles from the device to the wire; one flit per cycle, also across packets.

`include "nf_assert.svh"

module nf_link_tx #(
    parameter int unsigned Width = nf_pkg::FLIT_BITS,  // bits of a flit, a multiple of 64, 64..640
    parameter int unsigned PacketFlits = nf_pkg::MAX_PACKET_FLITS,  // of the longest packet, 1..64
    // bit of a header that is its virtual channel
    parameter int unsigned VcBit = nf_pkg::HDR_OPCODE_LSB + nf_pkg::HDR_OPCODE_BITS - 1,
    parameter int unsigned Replay = 256,  // flits of the replay buffer, power of two 32..512
    parameter int unsigned Room = 64      // flits of the other end's buffer of each channel, power
                                          // of two 16..512
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic    [     15:0] cfg_timeout_i,     // cycles of no progress before a replay; 0: never
    input  logic    [      7:0] cfg_retries_i,     // replays in a row without progress before the
                                                   // link is given up; 0: never
    // device
    input  logic                tx_valid_i,
    input  logic                tx_last_i,
    input  logic                tx_err_i,
    input  logic    [Width-1:0] tx_data_i,
    output logic    [      1:0] tx_ready_o,        // bit v: a header of virtual channel v is taken
    // wire
    output logic    [Width-1:0] wire_data_o,
    output nf_link_pkg::ctrl_t  wire_ctrl_o,
    // from the receiving half
    input  logic                good_i,            // a good word came in; its fields:
    input  logic    [      8:0] good_ack_i,        // flit that the other end expects next
    input  logic                good_nak_i,
    input  logic                good_credit_vc_i,
    input  logic    [      9:0] good_credit_i,
    input  logic    [      8:0] ack_i,             // flit that this end expects next
    input  logic                nak_i,             // this end has seen a gap
    input  nf_link_pkg::freed_t freed_i,           // flits freed here since reset, 16 bits a
                                                   // channel
    output nf_link_pkg::event_t event_o,           // pulses, bits NF_LINK_EV_*
    output logic                down_o,            // given up; until reset
    output logic                busy_o             // a flit is unsent or unacknowledged, or a
                                                   // packet is not complete
);

  `NF_PARAM(LinkTxWidthInRange, Width >= nf_link_pkg::MIN_WIDTH && Width <= nf_link_pkg::MAX_WIDTH
                                && Width % 64 == 0)
  `NF_PARAM(LinkTxVcBitInRange, VcBit < Width)
  `NF_PARAM(LinkPacketInRange, PacketFlits >= 1 && PacketFlits <= nf_link_pkg::MAX_PACKET_FLITS)
  // Room for a packet is promised to both channels at once.
  `NF_PARAM(LinkPacketFits, 2 * PacketFlits < Replay && PacketFlits <= Room)
  `NF_PARAM(LinkReplayInRange, Replay >= nf_link_pkg::MIN_REPLAY
                               && Replay <= nf_link_pkg::MAX_REPLAY)
  `NF_PARAM(LinkReplayPowerOfTwo, (Replay & (Replay - 1)) == 0)
  `NF_PARAM(LinkTxRoomInRange, Room >= nf_link_pkg::MIN_ROOM && Room <= nf_link_pkg::MAX_ROOM)
  `NF_PARAM(LinkTxRoomPowerOfTwo, (Room & (Room - 1)) == 0)

  localparam int unsigned PtrBits = $clog2(Replay);
  localparam int unsigned LeftBits = $clog2(PacketFlits + 1);
  localparam logic [9:0] Packet = 10'(PacketFlits);

  logic down_q;

  // ------------------------------------------------------------------------------ device's port
  typedef enum logic [1:0] {
    Idle,  // the next flit is a header
    Open,  // a packet goes on
    Skip   // everything up to the last flit is swallowed
  } state_e;

  state_e state_q, state_d;
  logic vc_q, vc;  // of the open packet, of this flit
  logic [LeftBits-1:0] left_q, left;  // flits still reserved for it, before and after this flit
  logic [1:0] ready_q, ready_d;
  logic head, store, cut, drop, ends;
  logic [1:0] kind;  // what is stored
  logic [9:0] returned;  // reserved flits that the packet did not need

  assign vc = (state_q == Idle) ? tx_data_i[VcBit] : vc_q;
  assign left = ((state_q == Idle) ? LeftBits'(PacketFlits) : left_q) - 1'b1;
  assign head = ~down_q && tx_valid_i && state_q == Idle && ready_q[vc];
  assign store = head || (~down_q && tx_valid_i && state_q == Open);
  assign cut = store && left == '0 && !tx_last_i;
  assign ends = store && (tx_last_i || cut);
  assign kind = cut || (tx_last_i && tx_err_i) ? nf_link_pkg::KIND_LAST_ERR
              : tx_last_i ? nf_link_pkg::KIND_LAST : nf_link_pkg::KIND_FLIT;
  assign returned = ends ? 10'(left) : '0;

  always_comb begin
    state_d = state_q;
    drop = 1'b0;
    unique case (state_q)
      Idle: begin
        if (down_q && tx_valid_i) begin
          drop = 1'b1;
          state_d = tx_last_i ? Idle : Skip;
        end else if (head) begin
          state_d = tx_last_i ? Idle : cut ? Skip : Open;
        end
      end
      Open: begin
        if (down_q) begin
          drop = 1'b1;
          state_d = Skip;
        end
        if (cut) state_d = Skip;
        if (tx_valid_i && tx_last_i) state_d = Idle;
      end
      Skip: if (tx_valid_i && tx_last_i) state_d = Idle;
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      vc_q <= 1'b0;
      left_q <= '0;
    end else begin
      state_q <= state_d;
      if (store) begin
        vc_q <= vc;
        left_q <= left;
      end
    end
  end

  // ------------------------------------------------------------------------------ answers
  // Acknowledgements and credits of an old word change nothing: they are behind what is known.
  logic [8:0] ack_q, send_q, top_q, write_q;  // ack <= send <= top <= write, mod 512
  // Whether a word counts is judged while the sums are made that it would give: a sum that waited for
  // the verdict would be the longest path.
  logic [8:0] sent, acked, send_next, ack_d;
  logic ack_there;  // a good word with an acknowledgement of what was sent
  logic [9:0] freed;
  logic freed_there;  // a good word with credits that are new
  nf_link_pkg::credits_t freed_q;  // last credit counts of the other end
  logic progress;

  assign sent = top_q - ack_q;
  assign acked = good_ack_i - ack_q;
  assign ack_there = good_i && acked <= sent;
  assign progress = ack_there && good_ack_i != ack_q;
  assign ack_d = ack_there ? good_ack_i : ack_q;

  assign freed = good_credit_i - (good_credit_vc_i ? freed_q.response : freed_q.request);
  assign freed_there = good_i && freed <= 10'(Room);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      freed_q <= '0;
    end else if (freed_there) begin
      if (good_credit_vc_i) freed_q.response <= good_credit_i;
      else freed_q.request <= good_credit_i;
    end
  end

  // ------------------------------------------------------------------------------ promises
  // Flits of the replay buffer and of the other end's buffers that are neither in use nor promised.
  logic [9:0] slack_q, credit0_q, credit1_q, slack, credit0, credit1;
  logic [1:0] want, can, promise;
  logic granted_q;  // channel of the last promise

  assign want = ~ready_q | {head & vc, head & ~vc};
  assign can[0] = want[0] && slack_q >= Packet && credit0_q >= Packet;
  assign can[1] = want[1] && slack_q >= Packet && credit1_q >= Packet;
  assign promise[0] = can[0] & (granted_q | ~can[1]);
  assign promise[1] = can[1] & (~granted_q | ~can[0]);
  assign ready_d = (ready_q & ~want) | promise;

  // What is left of it before the other end's word is counted.
  assign slack = slack_q + returned - ((promise != '0) ? Packet : 10'd0);
  assign credit0 = credit0_q + (vc ? 10'd0 : returned) - (promise[0] ? Packet : 10'd0);
  assign credit1 = credit1_q + (vc ? returned : 10'd0) - (promise[1] ? Packet : 10'd0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slack_q <= 10'(Replay - 1);
      credit0_q <= 10'(Room);
      credit1_q <= 10'(Room);
      granted_q <= 1'b0;
    end else begin
      slack_q <= ack_there ? slack + {1'b0, acked} : slack;
      credit0_q <= (freed_there && !good_credit_vc_i) ? credit0 + freed : credit0;
      credit1_q <= (freed_there && good_credit_vc_i) ? credit1 + freed : credit1;
      if (promise != '0) granted_q <= promise[1];
    end
  end

  // ------------------------------------------------------------------------------ replay
  logic [15:0] timer_q, silent_q;
  logic [7:0] replays_q, silences_q;
  logic guard_q;  // replayed, and nothing acknowledged since
  logic waiting, late, asked, replay, quiet, give_up;  // waiting: for an acknowledgement

  assign waiting = top_q != ack_q;
  assign late = !progress && waiting && cfg_timeout_i != '0 && timer_q >= cfg_timeout_i;
  assign asked = good_i && good_nak_i && waiting && good_ack_i != top_q && (progress || !guard_q);
  assign replay = late | asked;
  // No good word for a whole timeout.
  assign quiet = !good_i && cfg_timeout_i != '0 && silent_q >= cfg_timeout_i;
  assign give_up = cfg_retries_i != '0
                   && ((replay && !progress && replays_q >= cfg_retries_i)
                       || (quiet && silences_q >= cfg_retries_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      timer_q <= '0;
      replays_q <= '0;
      guard_q <= 1'b0;
      silent_q <= '0;
      silences_q <= '0;
      down_q <= 1'b0;
      ready_q <= '0;
    end else begin
      timer_q <= (waiting && !progress && !replay) ? timer_q + 1'b1 : '0;
      if (progress) replays_q <= {7'd0, replay};
      else if (replay && replays_q != '1) replays_q <= replays_q + 1'b1;
      if (progress || replay) guard_q <= replay;
      silent_q <= (good_i || quiet) ? '0 : silent_q + 1'b1;
      if (good_i) silences_q <= '0;
      else if (quiet && silences_q != '1) silences_q <= silences_q + 1'b1;
      if (give_up) down_q <= 1'b1;
      ready_q <= (give_up || down_q) ? 2'b11 : ready_d;
    end
  end

  // ------------------------------------------------------------------------------ next flit
  // What the device brings goes straight to the wire unless older flits wait in the buffer.
  logic again, fresh, goes, passed;
  assign again = send_q != write_q;
  assign fresh = store & ~again;
  assign goes = again | fresh;
  assign send_next = send_q + 9'(goes);
  // An acknowledgement passes what is to be sent again.
  assign passed = ack_there && send_q - ack_q < acked;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ack_q <= '0;
      send_q <= '0;
      top_q <= '0;
      write_q <= '0;
    end else begin
      ack_q <= ack_d;
      send_q <= (replay || passed) ? ack_d : send_next;
      if (goes && send_q == top_q) top_q <= send_next;
      write_q <= write_q + 9'(store);
    end
  end

  // A flit of the replay buffer.
  typedef struct packed {
    logic [nf_link_pkg::KIND_BITS-1:0] kind;
    logic [Width-1:0]                  data;
  } flit_t;
  flit_t kept, fetched;
  assign kept = {kind, tx_data_i};
  nf_ram_1r1w #(
      .Width($bits(kept)),
      .Depth(Replay)
  ) u_replay (
      .clk_i,
      .we_i   (store),
      .waddr_i(write_q[PtrBits-1:0]),
      .wdata_i(kept),
      .re_i   (again),
      .raddr_i(send_q[PtrBits-1:0]),
      .rdata_o(fetched)
  );

  logic fresh_q, again_q, credit_vc_q;
  logic [8:0] seq_q;
  flit_t fresh_flit_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q <= 1'b0;
      again_q <= 1'b0;
      seq_q <= '0;
      credit_vc_q <= 1'b0;
    end else begin
      fresh_q <= fresh;
      again_q <= again;
      seq_q <= send_q;
      credit_vc_q <= ~credit_vc_q;
    end
  end

  always_ff @(posedge clk_i) if (fresh) fresh_flit_q <= kept;

  // ------------------------------------------------------------------------------ word
  flit_t chosen;
  nf_link_pkg::fields_t fields;
  logic [31:0] crc;

  assign chosen = again_q ? fetched : fresh_q ? fresh_flit_q : '0;

  always_comb begin
    fields.kind = chosen.kind;
    fields.seq = seq_q;
    fields.ack = ack_i;
    fields.nak = nak_i;
    fields.credit_vc = credit_vc_q;
    fields.credit = credit_vc_q ? freed_i.response : freed_i.request;
  end

  nf_crc #(
      .DataBits(Width + 32)
  ) u_crc (
      .crc_i ('1),
      .data_i({fields, chosen.data}),
      .crc_o (crc)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wire_ctrl_o <= '0;
      wire_data_o <= '0;
    end else begin
      wire_ctrl_o <= down_q ? '0 : {~crc, fields};
      wire_data_o <= down_q ? '0 : chosen.data;
    end
  end

  // ------------------------------------------------------------------------------ status
  logic replay_ev_q, timeout_ev_q, drop_ev_q, packet_ev_q, length_ev_q, down_ev_q, resent_ev_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      replay_ev_q <= 1'b0;
      timeout_ev_q <= 1'b0;
      drop_ev_q <= 1'b0;
      packet_ev_q <= 1'b0;
      length_ev_q <= 1'b0;
      down_ev_q <= 1'b0;
      resent_ev_q <= 1'b0;
    end else begin
      replay_ev_q <= replay && !give_up && !down_q;
      timeout_ev_q <= late && !give_up && !down_q;
      drop_ev_q <= drop;
      packet_ev_q <= ends;
      length_ev_q <= cut;
      down_ev_q <= give_up && !down_q;
      resent_ev_q <= again && send_q != top_q && !down_q;
    end
  end

  always_comb begin
    event_o = '0;
    event_o.replay = replay_ev_q;
    event_o.timeout = timeout_ev_q;
    event_o.drop = drop_ev_q;
    event_o.packet_tx = packet_ev_q;
    event_o.length = length_ev_q;
    event_o.down = down_ev_q;
    event_o.resent = resent_ev_q;
  end

  assign tx_ready_o = ready_q;
  assign down_o = down_q;
  assign busy_o = (!down_q && write_q != ack_q) || state_q != Idle;

  logic unused_freed;
  assign unused_freed = ^{freed_i.zero1, freed_i.zero0};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [9:0] reserved, promised;
  logic [8:0] held;
  logic [1:0] ready_before_q, head_before_q;
  logic down_before_q;
  assign held = write_q - ack_q;
  assign reserved = (state_q == Open) ? 10'(left_q) : '0;
  assign promised = (ready_q[0] ? Packet : '0) + (ready_q[1] ? Packet : '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_before_q <= '0;
      head_before_q <= '0;
      down_before_q <= 1'b0;
    end else begin
      ready_before_q <= ready_q;
      head_before_q <= {head & vc, head & ~vc};
      down_before_q <= down_q;
    end
  end

  // What is held, reserved, promised and free is the replay buffer, which is never full.
  `NF_ASSERT(LinkReplayConserved, down_q || slack_q + {1'b0, held} + reserved + promised
                                            == 10'(Replay - 1))
  // Acknowledged, sent, sent once and written follow each other.
  `NF_ASSERT(LinkPointersOrdered, send_q - ack_q <= sent && sent <= held)
  // Ready falls only after a header of its channel was taken.
  `NF_ASSERT(LinkReadyHolds, (ready_before_q & ~ready_q & ~head_before_q) == '0)
  // No more credits than the other end has room.
  `NF_ASSERT(LinkCreditsBounded, down_q || (credit0_q <= 10'(Room) && credit1_q <= 10'(Room)))
  // A link that was given up is silent.
  `NF_ASSERT(LinkDownIsSilent, !down_before_q || (wire_ctrl_o == '0 && down_q))
  // A flit came from the device while older ones were sent again.
  `NF_COVER(LinkStoredBehind, store && again)
  // An acknowledgement passed what was to be sent again.
  `NF_COVER(LinkAckPasses, !replay && passed)
  // Both channels asked for the last room.
  `NF_COVER(LinkTurns, can == 2'b11)
`endif

endmodule
