// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Receiving half of one end of a link: takes flits in their order, each once, and hands packets
// on (KLENK IV-E3).
//
// A word with a wrong check sum does not exist; the next good word tells what is missing, since
// idle words carry a sequence number too. The flit that is due goes into the buffer of its virtual
// channel, an earlier one is dropped, a later one raises nak_o until the due one has come. The
// fields of every good word go to the sending half. It does not acknowledge: ack_o, nak_o and
// freed_o travel in the words that the sending half makes.
//
// When the link is given up (down_i) an unfinished packet is ended with err; what is in the
// buffers is delivered.
//
// Latency 4 cycles from the wire to rx_*; one flit per cycle, also across packets, except that
// headers of one channel are at least two cycles apart.

`include "nf_assert.svh"

module nf_link_rx #(
    parameter int unsigned Width = nf_pkg::FLIT_BITS,  // bits of a flit, a multiple of 64, 64..640
    // bit of a header that is its virtual channel
    parameter int unsigned VcBit = nf_pkg::HDR_OPCODE_LSB + nf_pkg::HDR_OPCODE_BITS - 1,
    parameter int unsigned Room = 64  // flits of the buffer of each virtual channel, power of two
                                      // 16..512
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // wire
    input  logic    [Width-1:0] wire_data_i,
    input  nf_link_pkg::ctrl_t  wire_ctrl_i,
    input  logic                down_i,            // the link was given up
    // device
    output logic                rx_valid_o,
    output logic                rx_last_o,
    output logic                rx_err_o,          // with last: the packet is damaged
    output logic    [Width-1:0] rx_data_o,
    input  logic    [      1:0] rx_ready_i,        // bit v: the device takes a header of virtual
                                                   // channel v
    // to the sending half
    output logic                good_o,            // a good word came in; its fields, whatever it
                                                   // carried:
    output logic    [      8:0] good_ack_o,
    output logic                good_nak_o,
    output logic                good_credit_vc_o,
    output logic    [      9:0] good_credit_o,
    output logic    [      8:0] ack_o,             // flit expected next
    output logic                nak_o,             // a gap was seen in front of it
    output nf_link_pkg::freed_t freed_o,           // flits freed since reset, 16 bits a channel
    output nf_link_pkg::event_t event_o,           // pulses, bits NF_LINK_EV_*
    output logic                busy_o             // a flit is held, or a packet is not complete
);

  `NF_PARAM(LinkWidthInRange, Width >= nf_link_pkg::MIN_WIDTH && Width <= nf_link_pkg::MAX_WIDTH
                              && Width % 64 == 0)
  `NF_PARAM(LinkVcBitInRange, VcBit < Width)
  `NF_PARAM(LinkRoomInRange, Room >= nf_link_pkg::MIN_ROOM && Room <= nf_link_pkg::MAX_ROOM)
  `NF_PARAM(LinkRoomPowerOfTwo, (Room & (Room - 1)) == 0)

  // A flit in a buffer.
  typedef struct packed {
    logic             err;
    logic             last;
    logic [Width-1:0] data;
  } flit_t;
  flit_t stored, out;
  localparam int unsigned Flit = $bits(stored);
  localparam int unsigned PtrBits = $clog2(Room);
  localparam logic [PtrBits:0] Full = (PtrBits + 1)'(Room);

  // ------------------------------------------------------------------------------ check
  logic [Width-1:0] word_data_q, flit_data_q;
  nf_link_pkg::ctrl_t word_ctrl_q;
  nf_link_pkg::fields_t fields_q;  // of a word that was checked: good_q
  logic [31:0] crc;
  logic word_there, word_good, good_q, crc_error_q;

  nf_crc #(
      .DataBits(Width + 32)
  ) u_crc (
      .crc_i ('1),
      .data_i({word_ctrl_q.fields, word_data_q}),
      .crc_o (crc)
  );

  // A wire without a driver delivers zeros; that is no word, and no damaged one either.
  assign word_there = word_ctrl_q != '0;
  assign word_good = word_there
                     && ~crc == word_ctrl_q.crc;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_ctrl_q <= '0;
      good_q <= 1'b0;
      crc_error_q <= 1'b0;
    end else begin
      word_ctrl_q <= wire_ctrl_i;
      good_q <= word_good;
      crc_error_q <= word_there && !word_good;
    end
  end

  always_ff @(posedge clk_i) begin
    word_data_q <= wire_data_i;
    flit_data_q <= word_data_q;
    fields_q <= word_ctrl_q.fields;
  end

  assign good_o = good_q;
  assign good_ack_o = fields_q.ack;
  assign good_nak_o = fields_q.nak;
  assign good_credit_vc_o = fields_q.credit_vc;
  assign good_credit_o = fields_q.credit;

  // ------------------------------------------------------------------------------ order
  logic [8:0] expected_q, ahead;  // ahead: flits from the one that is due to this one
  logic nak_q, open_q, vc_q, vc;  // open_q: the packet being received goes on in channel vc_q
  logic usable, due, late, accept, close;
  logic [1:0] full, write, read, filled;

  assign vc = open_q ? vc_q : flit_data_q[VcBit];
  assign usable = good_q & ~down_i;
  assign ahead = fields_q.seq - expected_q;
  assign due = usable && ahead == '0;
  assign late = usable && ahead != '0 && !ahead[8];
  assign accept = due && fields_q.kind != nf_link_pkg::KIND_IDLE && !full[vc];
  assign close = down_i && open_q && !full[vc_q];
  assign write = (accept && vc) || (close && vc_q) ? 2'b10 : {1'b0, accept | close};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      expected_q <= '0;
      nak_q <= 1'b0;
      open_q <= 1'b0;
      vc_q <= 1'b0;
    end else begin
      if (due) nak_q <= 1'b0;
      else if (late) nak_q <= 1'b1;
      if (accept) begin
        expected_q <= expected_q + 1'b1;
        open_q <= fields_q.kind == nf_link_pkg::KIND_FLIT;
        vc_q <= vc;
      end else if (close) begin
        open_q <= 1'b0;
      end
    end
  end

  assign ack_o = expected_q;
  assign nak_o = nak_q;

  // ------------------------------------------------------------------------------ buffers
  logic [2*Flit-1:0] fetched;
  logic [19:0] freed_q;

  assign stored.data = close ? '0 : flit_data_q;
  assign stored.last = close || fields_q.kind != nf_link_pkg::KIND_FLIT;
  assign stored.err = close || fields_q.kind == nf_link_pkg::KIND_LAST_ERR;

  for (genvar v = 0; v < 2; v++) begin : gen_vc
    logic [PtrBits-1:0] wptr_q, rptr_q;
    logic [PtrBits:0] count_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wptr_q <= '0;
        rptr_q <= '0;
        count_q <= '0;
        freed_q[v*10+:10] <= '0;
      end else begin
        if (write[v]) wptr_q <= wptr_q + 1'b1;
        if (read[v]) begin
          rptr_q <= rptr_q + 1'b1;
          freed_q[v*10+:10] <= freed_q[v*10+:10] + 1'b1;
        end
        count_q <= count_q + (PtrBits + 1)'(write[v]) - (PtrBits + 1)'(read[v]);
      end
    end

    assign full[v] = count_q == Full;
    assign filled[v] = count_q != '0;
    assign freed_o[v*16+:16] = {6'd0, freed_q[v*10+:10]};

    nf_ram_1r1w #(
        .Width(Flit),
        .Depth(Room)
    ) u_buffer (
        .clk_i,
        .we_i   (write[v]),
        .waddr_i(wptr_q),
        .wdata_i(stored),
        .re_i   (read[v]),
        .raddr_i(rptr_q),
        .rdata_o(fetched[v*Flit+:Flit])
    );

`ifndef SYNTHESIS
    // A buffer never holds more than it can, and is read only when it holds a flit.
    `NF_ASSERT(LinkBufferBounded, count_q <= Full && !(read[v] && count_q == '0))
`endif
  end

  // ------------------------------------------------------------------------------ delivery
  // The flit at the interface lies in the output register of its channel's memory.
  logic out_valid_q, out_head_q, out_vc_q, out_open_q, midway, hold, out_vc, fetch;
  logic [1:0] may_start;

  assign out = out_vc_q ? fetched[Flit+:Flit] : fetched[0+:Flit];
  assign midway = out_valid_q ? ~out.last : out_open_q;
  assign hold = out_valid_q & out_head_q & ~rx_ready_i[out_vc_q];
  // A header of the same virtual channel that leaves now has not been answered yet.
  assign may_start[0] = filled[0] & rx_ready_i[0] & ~(out_valid_q & out_head_q & ~out_vc_q);
  assign may_start[1] = filled[1] & rx_ready_i[1] & ~(out_valid_q & out_head_q & out_vc_q);
  // Within a packet its channel goes on; between packets the channels take turns.
  assign out_vc = midway ? out_vc_q : (out_vc_q ? ~may_start[0] : may_start[1]);
  assign fetch = ~hold & (midway ? filled[out_vc_q] : may_start != '0);
  assign read = {fetch & out_vc, fetch & ~out_vc};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q <= 1'b0;
      out_head_q <= 1'b0;
      out_vc_q <= 1'b0;
      out_open_q <= 1'b0;
    end else if (!hold) begin
      out_valid_q <= fetch;
      out_open_q <= midway;
      if (fetch) begin
        out_head_q <= ~midway;
        out_vc_q <= out_vc;
      end
    end
  end

  assign rx_valid_o = out_valid_q;
  assign rx_last_o = out_valid_q & out.last;
  assign rx_err_o = out_valid_q & out.err;
  assign rx_data_o = out.data;

  // ------------------------------------------------------------------------------ status
  logic gap_q, nak_sent_q, duplicate_q, packet_q, no_room_q, closed_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gap_q <= 1'b0;
      nak_sent_q <= 1'b0;
      duplicate_q <= 1'b0;
      packet_q <= 1'b0;
      no_room_q <= 1'b0;
      closed_q <= 1'b0;
    end else begin
      gap_q <= late;
      nak_sent_q <= late & ~nak_q;
      duplicate_q <= usable && ahead[8] && fields_q.kind != nf_link_pkg::KIND_IDLE;
      packet_q <= rx_last_o & ~hold;
      no_room_q <= due && fields_q.kind != nf_link_pkg::KIND_IDLE && full[vc];
      closed_q <= close;
    end
  end

  always_comb begin
    event_o = '0;
    event_o.crc_error = crc_error_q;
    event_o.gap = gap_q;
    event_o.duplicate = duplicate_q;
    event_o.nak = nak_sent_q;
    event_o.packet_rx = packet_q;
    event_o.no_room = no_room_q;
    event_o.closed = closed_q;
  end

  assign busy_o = out_valid_q || filled != '0 || open_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_back_q;
  logic [1:0] room_seen_q;
  logic [Width-1:0] data_before_q;
  logic [8:0] expected_before_q;
  logic accepted_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_back_q <= 1'b0;
      accepted_q <= 1'b0;
      expected_before_q <= '0;
    end else begin
      held_back_q <= rx_valid_o && out_head_q && !rx_ready_i[out_vc_q];
      accepted_q <= good_q && fields_q.seq == expected_q && fields_q.kind != nf_link_pkg::KIND_IDLE;
      expected_before_q <= expected_q;
    end
  end
  always_ff @(posedge clk_i) begin
    data_before_q <= rx_data_o;
    room_seen_q <= rx_ready_i;
  end

  // Only the flit that is due, in a good word, moves the acknowledgement, and by one.
  `NF_ASSERT(LinkOneByOne, expected_q == expected_before_q
                           || (accepted_q && expected_q == expected_before_q + 9'd1))
  // A header goes out only when room for its packet was seen in the cycle before.
  `NF_ASSERT(LinkRoomSeen, !(out_valid_q && out_head_q && !held_back_q) || room_seen_q[out_vc_q])
  // A header that was not taken stays.
  `NF_ASSERT(LinkHeaderHolds, !held_back_q || (out_valid_q && rx_data_o == data_before_q))
  // The channel of a packet is the one that its header names.
  `NF_ASSERT(LinkVcMatches, !(out_valid_q && out_head_q)
                            || rx_data_o[VcBit] == out_vc_q)
  // An idle word alone showed that a flit is missing.
  `NF_COVER(LinkIdleShowsGap, late && fields_q.kind == nf_link_pkg::KIND_IDLE && !nak_q)
  // A packet left while it was arriving.
  `NF_COVER(LinkCutThrough, out_valid_q && open_q && out_vc_q == vc_q && !filled[vc_q])
  // One channel passed the other, whose packet had no room at the device.
  `NF_COVER(LinkChannelPasses, fetch && !midway && (filled & ~read) != '0 && rx_ready_i != '1)
`endif

endmodule
