// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sending half of an endpoint's lane (KLENK IV-F, Fig. 6): merges what the memory returns, packets
// without payload, acknowledgements and ends of barriers onto the link.
//
// Requests (virtual channel 0): packets from the memory, jobs without payload; they take turns by
// packet. Responses (1): acknowledgements go first, since a lane that cannot acknowledge soon takes
// no multicast writes, and no requests behind them; after seven in a row comes another response, if
// one waits: packets from the memory and ends of barriers in turns. The channels take turns, too.
//
// A header goes out only after room for its packet was seen, and not directly behind another one of
// its channel, as nf_switch_egress does it; so a channel without room never holds up the other
// (KLENK IV-E2). A packet that the memory has begun it must end by itself.
//
// It does not buffer packets and does not make headers, but for the source of an acknowledgement.
// Latency 2 cycles, one flit per cycle.

`include "nf_assert.svh"

module nf_endpoint_tx (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic            [  9:0] cfg_id_i,     // node id of this endpoint
    // whole packets from the memory, by virtual channel, gaps allowed
    input  logic            [  1:0] rt_valid_i,
    output logic            [  1:0] rt_ready_o,
    input  logic            [  1:0] rt_last_i,
    input  logic            [255:0] rt_data_i,
    // packets without payload: requests, acknowledgements, ends of barriers
    input  logic                    job_valid_i,
    output logic                    job_ready_o,
    input  nf_header_pkg::header_t  job_hdr_i,
    input  logic                    ack_valid_i,
    output logic                    ack_ready_o,
    input  nf_header_pkg::header_t  ack_hdr_i,
    input  logic                    bar_valid_i,
    output logic                    bar_ready_o,
    input  nf_header_pkg::header_t  bar_hdr_i,
    // link
    output logic                    tx_valid_o,
    output logic                    tx_last_o,
    output logic                    tx_err_o,
    output nf_header_pkg::header_t  tx_data_o,    // its fields: in the first flit
    input  logic            [  1:0] tx_ready_i,   // per channel: a header is taken
    // observation
    output nf_endpoint_pkg::event_t event_o,      // NF_ENDPOINT_EV_*, pulses
    output logic                    busy_o
);

  // ------------------------------------------------------------------- sources
  // What the memory sends, by virtual channel, and that of the channel whose turn it is.
  typedef struct packed {
    logic                         last;
    logic [nf_pkg::FLIT_BITS-1:0] flit;
  } beat_t;
  beat_t rt;
  localparam int unsigned BeatBits = $bits(rt);
  logic [1:0] rt_held, rt_take;
  logic [2*BeatBits-1:0] rt_beats;

  for (genvar v = 0; v < 2; v++) begin : gen_rt
    nf_skid #(
        .Width(BeatBits)
    ) u_skid (
        .clk_i,
        .rst_ni,
        .in_valid_i (rt_valid_i[v]),
        .in_ready_o (rt_ready_o[v]),
        .in_data_i  ({rt_last_i[v], rt_data_i[v*nf_pkg::FLIT_BITS+:nf_pkg::FLIT_BITS]}),
        .out_valid_o(rt_held[v]),
        .out_ready_i(rt_take[v]),
        .out_data_o (rt_beats[v*BeatBits+:BeatBits])
    );
  end
  assign rt = rt_take[1] ? rt_beats[BeatBits+:BeatBits] : rt_beats[0+:BeatBits];

  // Headers of one channel are two cycles apart at least, so one register each keeps up.
  logic job_q, ack_q, bar_q, job_take, ack_take, bar_take;
  nf_header_pkg::header_t job_hdr_q, ack_hdr_q, bar_hdr_q;
  assign {job_ready_o, ack_ready_o, bar_ready_o} = ~{job_q, ack_q, bar_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {job_q, ack_q, bar_q} <= '0;
    end else begin
      job_q <= job_q ? ~job_take : job_valid_i;
      ack_q <= ack_q ? ~ack_take : ack_valid_i;
      bar_q <= bar_q ? ~bar_take : bar_valid_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!job_q && job_valid_i) job_hdr_q <= job_hdr_i;
    if (!bar_q && bar_valid_i) bar_hdr_q <= bar_hdr_i;
    if (!ack_q && ack_valid_i) begin
      ack_hdr_q <= ack_hdr_i;
      ack_hdr_q.src <= cfg_id_i;
    end
  end

  // ------------------------------------------------------------------- turns
  logic valid_q, head_q, vc_q, open_q;  // open_q: the packet on the link has not ended
  logic job_last_q;  // the last request was a job
  logic bar_last_q;  // the last response but acknowledgements was a barrier's end
  logic [2:0] ack_run_q;  // acknowledgements since then, 7 at most
  logic leaves, load, start, vc;
  logic [1:0] may_start;
  logic job_first, ack_first, bar_first;

  assign leaves = valid_q & (~head_q | tx_ready_i[vc_q]);
  // A header of the same virtual channel that leaves now has not been answered yet.
  assign may_start[0] = (rt_held[0] | job_q) & tx_ready_i[0] & ~(valid_q & head_q & ~vc_q);
  assign may_start[1] = (rt_held[1] | ack_q | bar_q) & tx_ready_i[1] & ~(valid_q & head_q & vc_q);
  assign vc = open_q ? vc_q : (vc_q ? ~may_start[0] : may_start[1]);
  assign load = (~valid_q | leaves) & (open_q ? rt_held[vc_q] : may_start != '0);
  assign start = load & ~open_q;

  assign job_first = job_q & (~rt_held[0] | ~job_last_q);
  assign ack_first = ack_q & (ack_run_q != '1 | ~(rt_held[1] | bar_q));
  assign bar_first = ~ack_first & bar_q & (~rt_held[1] | ~bar_last_q);

  assign job_take = start & ~vc & job_first;
  assign rt_take[0] = load & ~vc & ~(start & job_first);
  assign rt_take[1] = load & vc & ~(start & (ack_first | bar_first));
  assign ack_take = start & vc & ack_first;
  assign bar_take = start & vc & bar_first;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      job_last_q <= 1'b0;
      bar_last_q <= 1'b0;
      ack_run_q <= '0;
    end else if (start) begin
      if (!vc) begin
        job_last_q <= job_first;
      end else if (!ack_first) begin
        bar_last_q <= bar_first;
        ack_run_q <= '0;
      end else if (ack_run_q != '1) begin
        ack_run_q <= ack_run_q + 3'd1;
      end
    end
  end

  // ------------------------------------------------------------------- onto the link
  logic last;
  nf_header_pkg::header_t data;
  always_comb begin
    data = rt.flit;
    last = rt.last;
    if (job_take) data = job_hdr_q;
    if (ack_take) data = ack_hdr_q;
    if (bar_take) data = bar_hdr_q;
    if (job_take | ack_take | bar_take) last = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      head_q <= 1'b0;
      vc_q <= 1'b0;
      open_q <= 1'b0;
      tx_last_o <= 1'b0;
    end else if (load) begin
      valid_q <= 1'b1;
      head_q <= ~open_q;
      vc_q <= vc;
      open_q <= ~last;
      tx_last_o <= last;
    end else if (leaves) begin
      valid_q <= 1'b0;
      tx_last_o <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) if (load) tx_data_o <= data;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      event_o <= '0;
    end else begin
      event_o <= '0;
      event_o.pull_served <= rt_take[1] & rt.last;
      event_o.ack_sent <= ack_take;
    end
  end

  assign tx_valid_o = valid_q;
  assign tx_err_o = 1'b0;  // the memory returns nothing that is damaged
  assign busy_o = valid_q || open_q || rt_held != '0 || job_q || ack_q || bar_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_back_q;
  logic [1:0] room_seen_q;
  nf_header_pkg::header_t data_before_q;
  logic [3:0] owed_q;  // payload flits that the header on the link still announces
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_back_q <= 1'b0;
      owed_q <= '0;
    end else begin
      held_back_q <= valid_q & ~leaves;
      if (load && open_q) owed_q <= owed_q - 4'd1;
      else if (load) owed_q <= rt_take != '0 ? data.len : '0;
    end
  end
  always_ff @(posedge clk_i) begin
    data_before_q <= tx_data_o;
    room_seen_q <= tx_ready_i;
  end

  // A header that is offered stays until it is taken.
  `NF_ASSERT(TxHolds, !held_back_q || (valid_q && tx_data_o == data_before_q))
  // A header goes out only when room for its packet was seen in the cycle before.
  `NF_ASSERT(TxRoomKnown, !(valid_q && head_q && !held_back_q) || room_seen_q[vc_q])
  // The virtual channel of the link is the one that the header's opcode names.
  `NF_ASSERT(TxVcMatches, !(valid_q && head_q) || tx_data_o.opcode[3] == vc_q)
  // The last flit is the one with which the header's length has been paid, no other.
  `NF_ASSERT(TxLengthKept, !valid_q || tx_last_o == (owed_q == '0))
  // One flit comes from one source.
  `NF_ASSERT(TxOneSource, !load || $onehot({rt_take, job_take, ack_take, bar_take}))
  // Nobody starves: behind seven acknowledgements in a row comes another response, if one waits.
  `NF_ASSERT(TxAckRunEnds, !(ack_take && ack_run_q == '1) || (!rt_held[1] && !bar_q))
  // Responses went on while requests had no room.
  `NF_COVER(TxResponsePasses, start && vc && (rt_held[0] || job_q) && !tx_ready_i[0])
`endif

endmodule
