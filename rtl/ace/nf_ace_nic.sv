// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// NIC buffers of one link, and the bypass of the engine (ACE 4.4, Fig. 6 #2, #4): packets of the
// engine and normal packets of the host share the link; the header's mode bit tells them apart.
//
// The engine asks before it writes: room_o reserves SRAM for one packet. Each of the two classes
// has SRAM and a ready bit of its own, so that neither ever waits for the other's room. Packets are
// not interleaved on the link; the classes take turns by packet. What comes for the engine passes
// through; what comes for the host waits in SRAM.
//
// Link: valid, and ready by class (bit 1 engine, bit 0 normal); a word moves when both are up. A
// header goes out only after its bit was seen up; the bit of the normal class does not count while
// a normal packet's own word is on the link, since it then stands for that word. Here, ready of the
// normal class falls only between normal packets, and that of the engine never. Normal packets have
// up to four words; a longer one is dropped whole and counted. They leave with mode 0, whatever
// the host wrote.
//
// It does not look at addresses, and does not protect the link against errors (nf_link does).
// Latency: 2 cycles from the engine to the link, 1 from the link to the engine; normal packets
// leave and arrive whole. One word per cycle in each direction; between two normal packets that
// follow each other the link pauses for one cycle.

`include "nf_assert.svh"

module nf_ace_nic #(
    parameter int unsigned Packets = 16,  // packets held in each of the three queues, a power of
                                          // two 2..64
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // engine to link: always taken, room is reserved before
    input  logic         ask_i,            // the engine wants room for one packet
    output logic         room_o,           // pulse: it is reserved; not in two cycles in a row
    input  logic         ace_valid_i,
    input  logic         ace_first_i,
    input  logic         ace_last_i,
    input  nf_ace_pkg::hdr_t ace_hdr_i,
    input  logic [WordBits-1:0] ace_data_i,
    // link to engine: always taken
    output logic         ace_rx_valid_o,
    output logic         ace_rx_first_o,
    output logic         ace_rx_last_o,
    output nf_ace_pkg::hdr_t ace_rx_hdr_o,
    output logic [WordBits-1:0] ace_rx_data_o,
    // host, normal mode
    input  logic         host_tx_valid_i,
    output logic         host_tx_ready_o,  // falls only between packets
    input  logic         host_tx_first_i,
    input  logic         host_tx_last_i,
    input  nf_ace_pkg::hdr_t host_tx_hdr_i,
    input  logic [WordBits-1:0] host_tx_data_i,
    output logic         host_rx_valid_o,
    input  logic         host_rx_ready_i,
    output logic         host_rx_first_o,
    output logic         host_rx_last_o,
    output nf_ace_pkg::hdr_t host_rx_hdr_o,
    output logic [WordBits-1:0] host_rx_data_o,
    // link
    output logic         link_tx_valid_o,
    output logic         link_tx_first_o,
    output logic         link_tx_last_o,
    output nf_ace_pkg::hdr_t link_tx_hdr_o,
    output logic [WordBits-1:0] link_tx_data_o,
    input  logic [  1:0] link_tx_ready_i,  // bit 1 engine, bit 0 normal
    input  logic         link_rx_valid_i,
    input  logic         link_rx_first_i,
    input  logic         link_rx_last_i,
    input  nf_ace_pkg::hdr_t link_rx_hdr_i,
    input  logic [WordBits-1:0] link_rx_data_i,
    output logic [  1:0] link_rx_ready_o,  // bit 1 engine, bit 0 normal
    // pulse: a normal packet of more than four words was dropped: bit 0 the host's, bit 1 the link's
    output logic [  1:0] drop_o            // a normal packet was too long: bit 0 the host's, bit 1
                                           // the link's
);

  // ------------------------------------------------------------------------------ into the queues
  logic engine_room, host_room, grant;
  logic host_open_q, host_take;  // a packet of the host has begun

  // room_o answers the ask of the cycle before, so the next ask that counts is a cycle later.
  assign grant = ask_i & engine_room & ~room_o;
  assign host_tx_ready_o = host_open_q | host_room;
  assign host_take = host_tx_valid_i & host_tx_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      room_o <= 1'b0;
      host_open_q <= 1'b0;
    end else begin
      room_o <= grant;
      if (host_take) host_open_q <= ~host_tx_last_i;
    end
  end

  logic [1:0] have, open, load, first, last;
  nf_ace_pkg::hdr_t engine_hdr, host_hdr, normal_hdr;
  logic [WordBits-1:0] engine_data, host_data;
  logic unused_drop;  // packets of the engine are never too long

  nf_ace_nic_queue #(
      .Packets(Packets),
      .Whole(1'b0),
      .WordBytes(WordBytes)
  ) u_engine_tx (
      .clk_i,
      .rst_ni,
      .reserve_i  (grant),
      .room_o     (engine_room),
      .in_valid_i (ace_valid_i),
      .in_last_i  (ace_last_i),
      .in_hdr_i   (ace_hdr_i),
      .in_data_i  (ace_data_i),
      .drop_o     (unused_drop),
      .ready_o    (have[1]),
      .open_o     (open[1]),
      .load_i     (load[1]),
      .out_first_o(first[1]),
      .out_last_o (last[1]),
      .out_hdr_o  (engine_hdr),
      .out_data_o (engine_data)
  );

  always_comb begin
    normal_hdr = host_tx_hdr_i;
    normal_hdr.mode = 1'b0;
  end

  nf_ace_nic_queue #(
      .Packets(Packets),
      .Whole(1'b1),
      .WordBytes(WordBytes)
  ) u_host_tx (
      .clk_i,
      .rst_ni,
      .reserve_i  (host_take & ~host_open_q),
      .room_o     (host_room),
      .in_valid_i (host_take),
      .in_last_i  (host_tx_last_i),
      .in_hdr_i   (normal_hdr),
      .in_data_i  (host_tx_data_i),
      .drop_o     (drop_o[0]),
      .ready_o    (have[0]),
      .open_o     (open[0]),
      .load_i     (load[0]),
      .out_first_o(first[0]),
      .out_last_o (last[0]),
      .out_hdr_o  (host_hdr),
      .out_data_o (host_data)
  );

  // ------------------------------------------------------------------------------ onto the link
  logic valid_q, class_q;  // a word is on the link; class of the packet that is or was on it
  logic leaves, can_load, goes_on, class_d;
  logic [1:0] may_start;

  assign leaves = valid_q & link_tx_ready_i[class_q];
  assign can_load = ~valid_q | leaves;
  assign goes_on = open[class_q];
  assign may_start[0] = have[0] & link_tx_ready_i[0] & ~(valid_q & ~class_q);
  assign may_start[1] = have[1] & link_tx_ready_i[1];
  assign class_d = goes_on ? class_q : class_q ? ~may_start[0] : may_start[1];
  assign load[0] = can_load & ~class_d & (goes_on ? have[0] : may_start[0]);
  assign load[1] = can_load & class_d & (goes_on ? have[1] : may_start[1]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      class_q <= 1'b0;
    end else if (can_load) begin
      valid_q <= load != '0;
      if (load != '0) class_q <= class_d;
    end
  end

  assign link_tx_valid_o = valid_q;
  assign link_tx_first_o = first[class_q];
  assign link_tx_last_o = last[class_q];
  assign link_tx_hdr_o = class_q ? engine_hdr : host_hdr;
  assign link_tx_data_o = class_q ? engine_data : host_data;

  // ------------------------------------------------------------------------------ from the link
  logic rx_open_q, rx_class_q, rx_class, rx_take, rx_room;
  assign rx_class = rx_open_q ? rx_class_q : link_rx_hdr_i.mode;
  assign link_rx_ready_o = {1'b1, rx_room | (rx_open_q & ~rx_class_q)};
  assign rx_take = link_rx_valid_i & link_rx_ready_o[rx_class];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rx_open_q <= 1'b0;
      rx_class_q <= 1'b0;
      ace_rx_valid_o <= 1'b0;
    end else begin
      ace_rx_valid_o <= rx_take & rx_class;
      if (rx_take) begin
        rx_open_q  <= ~link_rx_last_i;
        rx_class_q <= rx_class;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (rx_take && rx_class) begin
      ace_rx_first_o <= link_rx_first_i;
      ace_rx_last_o  <= link_rx_last_i;
      ace_rx_hdr_o   <= link_rx_hdr_i;
      ace_rx_data_o  <= link_rx_data_i;
    end
  end

  // ------------------------------------------------------------------------------ to the host
  logic host_valid_q, host_have, host_load;
  logic host_goes_on;  // the packet at the host's port has more words
  assign host_load = host_have & (~host_valid_q | host_rx_ready_i);

  nf_ace_nic_queue #(
      .Packets(Packets),
      .Whole(1'b1),
      .WordBytes(WordBytes)
  ) u_host_rx (
      .clk_i,
      .rst_ni,
      .reserve_i  (rx_take & ~rx_class & ~rx_open_q),
      .room_o     (rx_room),
      .in_valid_i (rx_take & ~rx_class),
      .in_last_i  (link_rx_last_i),
      .in_hdr_i   (link_rx_hdr_i),
      .in_data_i  (link_rx_data_i),
      .drop_o     (drop_o[1]),
      .ready_o    (host_have),
      .open_o     (host_goes_on),
      .load_i     (host_load),
      .out_first_o(host_rx_first_o),
      .out_last_o (host_rx_last_o),
      .out_hdr_o  (host_rx_hdr_o),
      .out_data_o (host_rx_data_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) host_valid_q <= 1'b0;
    else if (host_load) host_valid_q <= 1'b1;
    else if (host_rx_ready_i) host_valid_q <= 1'b0;
  end
  assign host_rx_valid_o = host_valid_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic engine_open_q, held_back_q, header_q;
  logic [1:0] ready_before_q;
  nf_ace_pkg::hdr_t hdr_before_q;
  logic [WordBits-1:0] data_before_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      engine_open_q <= 1'b0;
      held_back_q <= 1'b0;
      ready_before_q <= '0;
    end else begin
      if (ace_valid_i) engine_open_q <= ~ace_last_i;
      held_back_q <= valid_q & ~leaves;
      ready_before_q <= link_tx_ready_i;
    end
  end
  always_ff @(posedge clk_i) begin
    hdr_before_q  <= link_tx_hdr_o;
    data_before_q <= link_tx_data_o;
  end
  assign header_q = valid_q & first[class_q];

  // The engine marks the first word of a packet as such, and no other.
  `NF_ASSERT(NicEngineFramed, !ace_valid_i || ace_first_i == !engine_open_q)
  // So does the host.
  `NF_ASSERT(NicHostFramed, !host_take || host_tx_first_i == !host_open_q)
  // Room is not given twice for one ask.
  `NF_ASSERT(NicRoomOnce, !room_o || !grant)
  // A word that is offered to the link stays until it is taken.
  `NF_ASSERT(NicLinkHolds, !held_back_q || (valid_q && link_tx_hdr_o == hdr_before_q
                                            && link_tx_data_o == data_before_q))
  // A header is offered only when its class was seen ready in the cycle before.
  `NF_ASSERT(NicHeaderSeenReady, !header_q || held_back_q || ready_before_q[class_q])
  // A packet's class on the link is the one that its header says.
  `NF_ASSERT(NicClassIsMode, !valid_q || link_tx_hdr_o.mode == class_q)
  // A word of the engine is always taken.
  `NF_ASSERT(NicEngineTaken, !(link_rx_valid_i && rx_class) || rx_take)
  // A whole packet stays whole at the host's port.
  `NF_ASSERT(NicHostWhole, !host_goes_on || host_have)
  // The engine went on while the normal class was not ready.
  `NF_COVER(NicEnginePasses, load[1] && !goes_on && have[0] && !link_tx_ready_i[0])
  // The normal class went on while the engine's was not ready.
  `NF_COVER(NicNormalPasses, load[0] && !goes_on && have[1] && !link_tx_ready_i[1])
`endif

endmodule
