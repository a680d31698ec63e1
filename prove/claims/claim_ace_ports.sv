// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Two nf_ace_port, joined by wires that keep the order and lose nothing: every packet that one end sends is
// handed out at the other end once, in order, with its words; and no credit is lost or made (ACE 4.4, 4.5).
//
// A queue pair at each end, whose peer is the other one: packets go both ways, and credits of each way among
// the packets of the other. Set up in the first two cycles, with 1, 2 or 4 slots at each end. Then each end sends
// packets of 0 to `Words` words and hands out packets whenever it wants and the flags allow: as nf_ace_issue
// does, which looks at them one cycle before the transfer and lets three pass from one to the next. Words
// of a packet come at any time after its grant. A wire holds `Wire` words at most, which is how the NIC gives room,
// and delivers whenever it wants.
//
// A word is its packet's number and its place; the port looks at no word. Memories are cut away and give
// what claim_memory does, which RamReceive and RamSend say (nf_ram_1r1w does: claim_ram).

`include "nf_assert.svh"

module claim_ace_ports #(
    parameter int unsigned Slots = 4,
    parameter int unsigned Out = 2,
    parameter int unsigned Words = 2,  // of a packet, at most 4
    parameter int unsigned Wire = 4,   // words
    parameter bit BothWays = 1'b1      // 0: one end only hands out
) (
    input logic       clk_i,
    input logic       rst_ni,
    // each end, bit by bit
    input logic [1:0] send_i,
    input logic [5:0] words_i,    // of what it sends
    input logic [1:0] recv_i,
    input logic [1:0] out_i,      // a word that is due comes to the port
    input logic [1:0] room_i,     // the NIC has room
    input logic [1:0] deliver_i,  // its wire delivers a word to the other end
    input logic [3:0] log_i       // in the first cycle: its slots, 2^0, 2^1 or more
);

  localparam int unsigned SlotBits = $clog2(Slots);
  localparam int unsigned OutBits = $clog2(Out) + 2;
  localparam int unsigned PacketBits = $clog2(Out + 1);
  localparam int unsigned CountBits = $clog2(Wire + 1);
  localparam int unsigned Bits = 6;  // of a word: number, place
  localparam int unsigned BeatBits = 2 + 56 + Bits;
  localparam int unsigned BeatMax = (Words > 1) ? Words : 1;

  // ------------------------------------------------------------------------------ set-up
  logic [1:0] phase_q;  // writes done
  logic [3:0] log, log_q;
  logic ready;
  assign ready = phase_q == 2'd2;
  assign log = phase_q == 2'd0 ? log_i : log_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) phase_q <= '0;
    else if (!ready) phase_q <= phase_q + 2'd1;
  end
  always_ff @(posedge clk_i) log_q <= log;

  // What one end shows the other.
  logic [7:0] sent, given;          // packets sent, handed out
  logic [2*24-1:0] lengths;         // of the packets sent last
  logic [1:0] rx_valid;
  logic [2*BeatBits-1:0] rx_beat;
  logic [11:0] under_way;           // packets that left here and are not in a slot
  logic [11:0] credits_away;        // credits that left here and have not arrived
  logic [11:0] used, owed;
  logic [5:0] going;                // transfers that are granted and do not show in the slots yet
  logic [1:0] handing;
  logic [2*58-1:0] arrives;         // what stands in the register behind the interface

  for (genvar e = 0; e < 2; e++) begin : gen_end
    localparam int unsigned Peer = 1 - e;
    logic [2:0] slots, peer_slots;
    assign slots = log[e*2+:2] == 2'd0 ? 3'd1 : log[e*2+:2] == 2'd1 ? 3'd2 : 3'd4;
    assign peer_slots = log[Peer*2+:2] == 2'd0 ? 3'd1 : log[Peer*2+:2] == 2'd1 ? 3'd2 : 3'd4;

    // ---------------------------------------------------------------------------- transfers
    logic [15:0] avail, credit;
    logic [63:0] head_words;
    logic space, send, recv;
    logic [2:0] length, wanted, head;
    logic [1:0] in_busy_q, out_busy_q, least;
    logic op_send_q, op_recv_q;
    logic [2:0] op_words_q;
    logic [3:0] op_number_q, sent_q, given_q;
    logic [23:0] lengths_q;
    assign head = head_words[e*4+:3];
    assign wanted = words_i[e*3+:3] > 3'(Words) ? 3'd0 : words_i[e*3+:3];
    assign recv = ready && recv_i[e] && avail[e] && in_busy_q == '0;
    assign send = ready && send_i[e] && (BothWays || e == 0) && credit[e] && space && out_busy_q == '0;
    assign length = recv ? head : wanted;
    assign least = length > 3'd3 ? 2'd3 : 2'd2;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        in_busy_q <= '0;
        out_busy_q <= '0;
        op_send_q <= 1'b0;
        op_recv_q <= 1'b0;
        op_words_q <= '0;
        op_number_q <= '0;
        sent_q <= '0;
        given_q <= '0;
        lengths_q <= '0;
      end else begin
        in_busy_q <= recv ? least : in_busy_q - 2'(in_busy_q != '0);
        out_busy_q <= send ? least : out_busy_q - 2'(out_busy_q != '0);
        op_send_q <= send;
        op_recv_q <= recv;
        op_words_q <= length;
        op_number_q <= given_q;
        sent_q <= sent_q + 4'(send);
        given_q <= given_q + 4'(recv);
        if (send) lengths_q[sent_q[2:0]*3+:3] <= length;
      end
    end
    assign sent[e*4+:4] = sent_q;
    assign given[e*4+:4] = given_q;
    assign lengths[e*24+:24] = lengths_q;

    // The words that it sends.
    logic [3:0] next_q;  // packet whose words are due
    logic [1:0] place_q;
    logic [2:0] next_length;
    logic due, comes;
    assign next_length = lengths_q[next_q[2:0]*3+:3];
    assign due = next_q != sent_q;
    assign comes = due && out_i[e] && next_length != '0;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        next_q <= '0;
        place_q <= '0;
      end else if (due && (comes || next_length == '0)) begin
        if (next_length == '0 || 3'(place_q) + 3'd1 == next_length) begin
          next_q <= next_q + 4'd1;
          place_q <= '0;
        end else place_q <= place_q + 2'd1;
      end
    end

    // ---------------------------------------------------------------------------- its port
    logic [63:0] op;
    logic [511:0] in_data, nic_data;
    logic [127:0] nic_hdr;
    logic ask, room, nic_valid, nic_first, nic_last, drop;
    logic [BeatBits-1:0] beat_in;
    assign beat_in = rx_beat[e*BeatBits+:BeatBits];
    assign op = {32'd0, 8'(e * 17), 8'(e * 17), 8'd0, 1'b0, op_words_q, op_recv_q, 2'b00, op_send_q};

    nf_ace_port #(
        .Slots(Slots),
        .Out  (Out)
    ) u_port (
        .clk_i,
        .rst_ni,
        .id_i       (3'(e)),
        .node_i     (10'(e + 1)),
        .epoch_i    (7'd0),
        .clear_i    (1'b0),
        .cfg_valid_i(!ready),
        .cfg_addr_i (20'(nf_ace_pkg::CSR_QP + e * 256 + e * 16) + (phase_q == '0 ? 20'd0 : 20'd4)),
        .cfg_wdata_i(phase_q == '0 ? {20'h80000, 2'd0, log[e*2+:2], 8'd0}
                                   : {8'd0, 5'd0, peer_slots, 4'(Peer), 2'd0, 10'(Peer + 1)}),
        .op_valid_i (op_send_q || op_recv_q),
        .op_i       (op),
        .avail_o    (avail),
        .words_o    (head_words),
        .credit_o   (credit),
        .space_o    (space),
        .open_o     (),
        .in_data_o  (in_data),
        .in_poison_o(),
        .out_valid_i(comes),
        .out_data_i (512'({next_q, place_q})),
        .out_poison_i(1'b0),
        .ask_o      (ask),
        .room_i     (room),
        .nic_valid_o(nic_valid),
        .nic_first_o(nic_first),
        .nic_last_o (nic_last),
        .nic_hdr_o  (nic_hdr),
        .nic_data_o (nic_data),
        .rx_valid_i (rx_valid[e]),
        .rx_first_i (beat_in[BeatBits-1]),
        .rx_last_i  (beat_in[BeatBits-2]),
        .rx_hdr_i   (128'(beat_in[Bits+:56])),
        .rx_data_i  (512'(beat_in[Bits-1:0])),
        .drop_o     (drop),
        .stale_o    (),
        .early_o    ()
    );

    // What it keeps inside.
    (* hierconn *) wire [127:0] \u_port.u_tx.credit_q ;
    (* hierconn *) wire [PacketBits-1:0] \u_port.u_tx.packets_q ;
    (* hierconn *) wire [Slots-1:0] \u_port.u_rx.valid_q ;
    (* hierconn *) wire [16*(SlotBits+1)-1:0] \u_port.u_credits.owed_q ;
    (* hierconn *) wire \u_port.push_q , \u_port.pop_q , \u_port.u_tx.read , \u_port.u_rx.rx_write ;
    (* hierconn *) wire \u_port.rx_valid_q , \u_port.rx_last_q ;
    (* hierconn *) wire [63:0] \u_port.rx_hdr_q ;
    (* hierconn *) wire [511:0] \u_port.rx_data_q ;
    (* hierconn *) wire [SlotBits-1:0] \u_port.u_rx.rx_slot , \u_port.u_rx.pop_slot , \u_port.u_rx.pop_slot_q ;
    (* hierconn *) wire [2:0] \u_port.u_rx.rx_count , \u_port.u_rx.pop_left_q , \u_port.op_words_q ;
    (* hierconn *) wire [1:0] \u_port.u_rx.pop_word_q ;
    (* hierconn *) wire [OutBits-1:0] \u_port.u_tx.out_write_q , \u_port.u_tx.out_read_q ;

    // ---------------------------------------------------------------------------- its memories
    logic [Bits-1:0] received, sending;
    claim_memory #(
        .Width(Bits),
        .Depth(Slots * 4)
    ) u_received (
        .clk_i,
        .we_i   (\u_port.u_rx.rx_write ),
        .waddr_i({\u_port.u_rx.rx_slot , \u_port.u_rx.rx_count [1:0]}),
        .wdata_i(\u_port.rx_data_q [Bits-1:0]),
        .re_i   ((\u_port.pop_q && \u_port.op_words_q != '0) || \u_port.u_rx.pop_left_q != '0),
        .raddr_i(\u_port.pop_q ? {\u_port.u_rx.pop_slot , 2'd0} : {\u_port.u_rx.pop_slot_q , \u_port.u_rx.pop_word_q }),
        .rdata_o(received),
        .words_o()
    );
    `NF_ASSERT(RamReceive, received == in_data[Bits-1:0])
    claim_memory #(
        .Width(Bits),
        .Depth(Out * 4)
    ) u_sending (
        .clk_i,
        .we_i   (comes),
        .waddr_i(\u_port.u_tx.out_write_q ),
        .wdata_i({next_q, place_q}),
        .re_i   (\u_port.u_tx.read ),
        .raddr_i(\u_port.u_tx.out_read_q ),
        .rdata_o(sending),
        .words_o()
    );
    `NF_ASSERT(RamSend, sending == nic_data[Bits-1:0])

    // ---------------------------------------------------------------------------- its wire
    logic [Wire*BeatBits-1:0] wire_q;  // the oldest lowest
    logic [CountBits-1:0] count_q, place;
    logic [1:0] reserved_q;            // packets that the NIC waits for
    logic deliver;
    assign deliver = deliver_i[e] && count_q != '0;
    assign place = count_q - CountBits'(deliver);
    assign room = room_i[e] && ask
                  && 32'(count_q) + (32'(reserved_q) + 32'd1) * BeatMax <= Wire;
    assign rx_valid[Peer] = deliver;
    assign rx_beat[Peer*BeatBits+:BeatBits] = wire_q[BeatBits-1:0];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q <= '0;
        reserved_q <= '0;
      end else begin
        count_q <= place + CountBits'(nic_valid);
        reserved_q <= reserved_q + 2'(room) - 2'(nic_valid && nic_last);
      end
    end
    for (genvar w = 0; w < Wire; w++) begin : gen_word
      always_ff @(posedge clk_i) begin
        if (nic_valid && place == CountBits'(w))
          wire_q[w*BeatBits+:BeatBits] <= {nic_first, nic_last, nic_hdr[55:0], nic_data[Bits-1:0]};
        else if (deliver && w + 1 < Wire)
          wire_q[w*BeatBits+:BeatBits] <= wire_q[((w+1)%Wire)*BeatBits+:BeatBits];
      end
    end

    // ---------------------------------------------------------------------------- books
    // Ends of packets and credits, in the two registers at the ports and in the wire.
    logic [(Wire+2)*58-1:0] away;  // valid, last, header
    assign away[0+:58] = {nic_valid, nic_last, nic_hdr[55:0]};
    for (genvar w = 0; w < Wire; w++) begin : gen_away
      assign away[(w+1)*58+:58] = {count_q > CountBits'(w), wire_q[w*BeatBits+Bits+:57]};
    end
    assign away[(Wire+1)*58+:58] = arrives[Peer*58+:58];
    logic [5:0] packets, credits, filled;
    always_comb begin
      packets = 6'(\u_port.u_tx.packets_q );
      credits = '0;
      for (int w = 0; w < Wire + 2; w++) begin
        if (away[w*58+56+:2] == 2'b11) begin
          if (away[w*58+nf_ace_pkg::HDR_KIND_LSB+:3] == nf_ace_pkg::KIND_CREDIT)
            credits = credits + 6'(away[w*58+nf_ace_pkg::HDR_CREDITS_LSB+:8]);
          else packets = packets + 6'd1;
        end
      end
      filled = '0;
      for (int s = 0; s < Slots; s++) filled = filled + 6'(\u_port.u_rx.valid_q [s]);
    end
    assign arrives[e*58+:58] = {\u_port.rx_valid_q , \u_port.rx_last_q , \u_port.rx_hdr_q [55:0]};
    assign under_way[e*6+:6] = packets;
    assign credits_away[e*6+:6] = credits;
    assign used[e*6+:6] = filled;
    assign owed[e*6+:6] = 6'(\u_port.u_credits.owed_q [e*(SlotBits+1)+:SlotBits+1]);
    assign going[e*3+:3] = 3'(op_send_q) + 3'(\u_port.push_q );
    assign handing[e] = op_recv_q | \u_port.pop_q ;

    // ---------------------------------------------------------------------------- the claim
    // Packets to the other end, and credits back.
    logic [3:0] before;
    logic [5:0] holds, inside;
    assign before = sent_q - given[Peer*4+:4];
    assign holds = 6'(\u_port.u_tx.credit_q [e*8+:8]) + packets + used[Peer*6+:6] + owed[Peer*6+:6]
                   + credits_away[Peer*6+:6];
    assign inside = 6'(going[e*3+:3]) + packets + used[Peer*6+:6];

    // No credit is lost or made: each slot of the other end is a credit here, or for a packet under way, or in
    // use, or owed, or its credit is under way.
    `NF_ASSERT(PortsCreditsConserved, !ready || holds == 6'(peer_slots))
    // No packet is lost or made: what was sent and not handed out is under way or in a slot.
    `NF_ASSERT(PortsPacketsConserved, inside == 6'(before) + 6'(handing[Peer]))
    // No more are out than there are slots.
    `NF_ASSERT(PortsWindow, before <= 4'(peer_slots))
    // Nothing that arrives is dropped.
    `NF_ASSERT(PortsNothingDropped, !drop)

    // What is handed out is the packet that is due, as long as it was.
    logic [3:0] waiting;
    assign waiting = sent[Peer*4+:4] - given_q;
    `NF_ASSERT(PortsHandOutWhatIsDue, !recv
        || (waiting != '0 && head == lengths[Peer*24+given_q[2:0]*3+:3]))
    // Its words are those that were sent, in their order.
    logic reads_q;
    logic [2:0] reads_left_q, reads_words_q;
    logic [Bits-1:0] reads_due_q;
    logic [3:0] reads_number_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        reads_q <= 1'b0;
        reads_left_q <= '0;
        reads_words_q <= '0;
        reads_number_q <= '0;
        reads_due_q <= '0;
      end else begin
        reads_q <= op_recv_q;
        reads_words_q <= op_words_q;
        reads_number_q <= op_number_q;
        if (reads_q) begin
          reads_left_q <= reads_words_q;
          reads_due_q <= {reads_number_q, 2'd0};
        end else if (reads_left_q != '0) begin
          reads_left_q <= reads_left_q - 3'd1;
          reads_due_q <= reads_due_q + 6'd1;
        end
      end
    end
    `NF_ASSERT(PortsWordsAreThose, reads_left_q == '0 || in_data[Bits-1:0] == reads_due_q)
  end

  // A packet of each end that sends was handed out.
  `NF_COVER(PortsDeliver, BothWays ? given[3:0] != '0 && given[7:4] != '0 : given != '0)

endmodule
