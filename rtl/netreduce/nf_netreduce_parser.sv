// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Looks at the frames of one port as they pass and says of each whether it is the engine's, and if
// so, what its headers are (NETREDUCE 4.1, 4.3).
//
// A packet of the engine is a whole and undamaged RoCE v2 packet over IPv4 that carries an RC SEND,
// or the header of one that travels alone (NETREDUCE 4.5); the first packet of its message begins
// with the InetTag. The record `meta` of any other frame has its cause, its bytes and, if it is a
// RoCE v2 frame at all, its connection, and what it acknowledges, if it does, behind VLAN tags too;
// the rest is zeros.
// What holds several times has the first cause of this list:
//   DAMAGED; TRUNCATED, less than an Ethernet header; NOT_IPV4, EtherType; TRUNCATED, less than 34
//   bytes; NOT_IPV4, version; OPTIONS, another header length than 20 bytes; FRAGMENT; NOT_UDP;
//   TRUNCATED, less than 42 bytes; NOT_ROCE; TRUNCATED, less than 54 bytes; OPCODE; IP_CHECKSUM;
//   TRUNCATED, less than the IP header says; LENGTH; ICRC; UNTAGGED, also when the payload is too
//   short for a NetReduce header.
// LENGTH: the UDP length is not the IP length less 20, or there is no room for BTH, pad and CRC, or
// payload and pad are no multiple of 4 bytes, or a header alone has other payload than the 12 bytes
// of a NetReduce header when it is a message's first, or any when it is not (so its own pad count is
// zero). Lengths come from the headers; what follows the CRC is padding.
//
// `conn`: SrcIP, DstIP, DstQP and opcode are known, whatever the cause, so that a frame of a member's connection
// does not pass for want of a look: none, one or two VLAN tags, IPv4 with any options, not the later
// part of a datagram, UDP to port 4791, and all headers up to the BTH's end within the frame. Tags and
// options move the headers by `skip` words of 4 bytes, 0..12, the BTH by that into the second beat.
//
// It looks nothing up, changes nothing and holds nothing back: there is no ready. MsgLen and the
// bytes of payload are passed on as they are, whatever the engine can hold. It does not check the
// UDP check sum, which the CRC makes needless.
// One beat per cycle, frames of 1 to 65535 bytes back to back (longer ones count as 65535); the
// record comes 9 cycles after the last beat. Every output is a register.

`include "nf_assert.svh"

module nf_netreduce_parser (
    input  logic                                 clk_i,
    input  logic                                 rst_ni,
    input  logic                          [31:0] cfg_tag_i,  // InetTag; taken with the first beat
                                                             // of a frame
    // beats that are taken at the port
    input  logic                                 valid_i,
    input  logic                                 last_i,
    input  logic                                 err_i,      // with any beat: the MAC says that the frame is bad
    input  nf_netreduce_pkg::first_beat_t        data_i,     // its fields: in the first beat, untagged
    input  logic                          [ 7:0] bytes_i,    // of the last beat, 1..64; counts with
                                                             // last_i only
    // records
    output logic                                 meta_valid_o,  // one pulse per frame, 9 cycles
                                                                // after its last beat
    output nf_netreduce_pkg::meta_t              meta_o  // record meta; holds until the next one
);

  localparam int unsigned WordBits = nf_netreduce_pkg::WORD_BITS;
  localparam logic [15:0] EthBytes = 16'(nf_netreduce_pkg::ETH_BYTES);
  localparam logic [15:0] IpEnd = EthBytes + 16'(nf_netreduce_pkg::IP_BYTES);
  localparam logic [15:0] UdpEnd = IpEnd + 16'(nf_netreduce_pkg::UDP_BYTES);
  localparam logic [15:0] HeadBytes = 16'(nf_netreduce_pkg::HEAD_BYTES);
  // IP length of a packet without payload
  localparam logic [15:0] BareLength = HeadBytes - EthBytes + 16'(nf_netreduce_pkg::ICRC_BYTES);
  localparam int unsigned EthBits = 8 * nf_netreduce_pkg::ETH_BYTES;
  localparam int unsigned IpEndBits = EthBits + 8 * nf_netreduce_pkg::IP_BYTES;
  localparam int unsigned MacBits = EthBits - 16;  // the MAC addresses; VLAN tags and EtherType follow
  localparam int unsigned TagBits = 32;            // of a VLAN tag
  localparam logic [10:0] MostBeats = 11'd1024;
  localparam int unsigned Tags = 2;    // VLAN tags behind which an IP header is looked for
  localparam int unsigned Skips = 13;  // words of tags and options, 0..12

  // Numbers on the wire begin with their highest byte.
  function automatic logic [15:0] number16(input logic [15:0] v);
    number16 = {v[7:0], v[15:8]};
  endfunction
  function automatic logic [23:0] number24(input logic [23:0] v);
    number24 = {v[7:0], v[15:8], v[23:16]};
  endfunction
  function automatic logic [31:0] number32(input logic [31:0] v);
    number32 = {v[7:0], v[15:8], v[23:16], v[31:24]};
  endfunction
  function automatic logic is_tag(input logic [15:0] ethertype);
    is_tag = ethertype == 16'(nf_netreduce_pkg::ETHERTYPE_CTAG) ||
             ethertype == 16'(nf_netreduce_pkg::ETHERTYPE_STAG);
  endfunction

  // A beat, and where the headers of its frame are if it is the first one.
  typedef struct packed {
    logic second;  // beat of its frame
    logic last;
    logic err;
    logic has_tag;  // InetTag, if there are neither VLAN tags nor IP options
    logic [7:0] bytes;
    logic [15:0] length;  // up to the end of the CRC field
    logic [Tags:0] at_tags;  // one-hot: an IPv4 header behind so many VLAN tags; or none
    logic [Skips-1:0] skip;  // one-hot: words of tags and options; or none
  } beat_t;

  // What the first beat of a frame has of its headers, as numbers, behind its VLAN tags; the first three
  // and the last three fields as if there were none. From udp_length on it holds only without IP options.
  typedef struct packed {
    logic ethertype;  // IPv4
    logic version;  // IPv4
    logic plain;  // no IP options
    logic bare;  // no IP options behind VLAN tags
    logic [Skips-1:0] skip;
    logic more;  // fragments
    logic start;  // of a datagram
    logic udp;
    logic [15:0] ip_length;
    logic [31:0] src_ip;
    logic [31:0] dst_ip;
    logic [5*17-1:0] pairs;  // sums of two words of the IP header each
    logic [15:0] udp_length;
    logic [1:0] pad;
    logic [23:0] psn;
    logic [6:0] mark;
    logic [7:0] syndrome;  // of an acknowledgement
    logic has_tag;
    logic [15:0] ring;
    logic [31:0] msgid;
  } headers_t;

  // What the headers say together, and is known before the CRC is.
  typedef struct packed {
    logic [7:0] cause;
    logic [1:0] ack;
    logic conn;
    logic first;
    logic has_tag;
    logic [15:0] bytes;
    logic [31:0] src_ip;
    logic [31:0] dst_ip;
    logic [23:0] dst_qp;
    logic [7:0] opcode;
    logic [23:0] psn;
    logic [1:0] pad;
    logic [6:0] mark;
    logic [15:0] ring;
    logic [15:0] msglen;
    logic [31:0] msgid;
    logic [15:0] payload;
  } record_t;

  // ------------------------------------------------------------------------ the beat
  logic open_q;  // inside of a frame
  logic s_valid_q, s_first_q;
  beat_t beat, s_q;
  nf_netreduce_pkg::first_beat_t s_data_q;
  nf_netreduce_pkg::network_t network;  // as it is seen behind t VLAN tags
  logic vlan;                           // there are t of them

  always_comb begin
    beat.second = open_q & s_first_q;
    beat.last = last_i;
    beat.err = err_i;
    beat.has_tag = number32(data_i.tag) == cfg_tag_i;
    beat.bytes = last_i ? bytes_i : 8'(nf_netreduce_pkg::WORD_BYTES);
    beat.length = '0;
    beat.at_tags = '0;
    beat.skip = '0;
    vlan = 1'b1;
    for (int unsigned t = 0; t <= Tags; t++) begin
      network = data_i[MacBits+TagBits*t+:$bits(network)];
      beat.at_tags[t] = vlan && network.ip.version == 4'd4 &&
                        number16(network.ethertype) == 16'(nf_netreduce_pkg::ETHERTYPE);
      for (int unsigned n = 5; n < 16; n++)
        beat.skip[n-5+t] = beat.skip[n-5+t] | (beat.at_tags[t] && network.ip.words == 4'(n));
      beat.length = beat.length |
          (beat.at_tags[t] ? number16(network.ip.length) + EthBytes + 16'(4 * t) : '0);
      vlan = vlan && is_tag(number16(network.ethertype));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      s_valid_q <= 1'b0;
      s_first_q <= 1'b0;
    end else begin
      s_valid_q <= valid_i;
      if (valid_i) begin
        open_q <= ~last_i;
        s_first_q <= ~open_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      s_q <= beat;
      s_data_q <= data_i;
    end
  end

  // ------------------------------------------------- the invariant CRC, 8 cycles behind the beat
  logic [1:0] s_tags;  // VLAN tags as a number
  assign s_tags = s_q.at_tags[2:1];
  logic icrc_done, icrc_match;
  logic [31:0] unused_crc;

  nf_netreduce_icrc u_icrc (
      .clk_i,
      .rst_ni,
      .valid_i (s_valid_q),
      .first_i (s_first_q),
      .last_i  (s_q.last),
      .data_i  (s_data_q),
      .bytes_i (s_q.bytes),
      .length_i(s_q.length),
      .tags_i  (s_tags),
      .done_o  (icrc_done),
      .match_o (icrc_match),
      .crc_o   (unused_crc)
  );

  // ------------------------------------------------------------------ the headers of the frame
  logic h_done_q, h_err_q;
  logic [10:0] h_beats_q, s_beats;  // complete ones before
  logic [16:0] s_size;
  logic [15:0] h_bytes_q, h_msglen_q;
  logic h_large_q;  // h_bytes_q is 128 at least
  logic h_roce_q;
  nf_netreduce_pkg::opcode_t h_opcode_q;
  logic [23:0] h_qp_q;
  headers_t headers, h_q;

  // The IP header behind its VLAN tags, and what is behind it if it has no options; zeros if there is none.
  nf_netreduce_pkg::datagram_t s_datagram;
  nf_netreduce_pkg::ip_t s_ip;
  always_comb begin
    s_datagram = '0;
    for (int unsigned t = 0; t <= Tags; t++)
      s_datagram = s_datagram |
          (s_q.at_tags[t] ? s_data_q[EthBits+TagBits*t+:$bits(s_datagram)] : '0);
  end
  assign s_ip = s_datagram.ip;

  always_comb begin
    headers.ethertype = number16(s_data_q.head.eth.ethertype) == 16'(nf_netreduce_pkg::ETHERTYPE);
    headers.version = s_data_q.head.ip.version == 4'd4;
    headers.plain = s_data_q.head.ip.words == 4'd5;
    headers.bare = s_ip.words == 4'd5;
    headers.skip = s_q.skip;
    headers.more = s_ip.more;
    headers.start = {s_ip.offset_high, s_ip.offset_low} == 13'd0;
    headers.udp = s_ip.protocol == 8'(nf_netreduce_pkg::PROTOCOL);
    headers.ip_length = number16(s_ip.length);
    headers.src_ip = number32(s_ip.src);
    headers.dst_ip = number32(s_ip.dst);
    for (int unsigned i = 0; i < 5; i++)
      headers.pairs[i*17+:17] = 17'(number16(s_ip[32*i+:16])) + 17'(number16(s_ip[32*i+16+:16]));
    headers.udp_length = number16(s_datagram.udp.length);
    headers.pad = s_datagram.bth.pad;
    headers.psn = number24(s_datagram.bth.psn);
    headers.mark = s_datagram.bth.mark;
    headers.syndrome = s_datagram.syndrome;
    headers.has_tag = s_q.has_tag;
    headers.ring = number16(s_data_q.ring);
    headers.msgid = number32(s_data_q.msgid);
  end

  // UDP port, opcode and queue pair behind tags and options: what a first beat has of them, and what a
  // second beat adds. A port is never divided.
  logic first_roce, second_roce;
  logic [23:0] first_qp, second_qp;
  logic [7:0] first_opcode, second_opcode;
  logic [2*WordBits-1:0] as_first, as_second;  // the beat in a frame of two
  nf_netreduce_pkg::transport_t transport;     // as it is seen behind k words of them
  assign as_first = {WordBits'(0), s_data_q};
  assign as_second = {s_data_q, WordBits'(0)};
  always_comb begin
    first_roce = 1'b0;
    second_roce = 1'b0;
    first_opcode = '0;
    second_opcode = '0;
    first_qp = '0;
    second_qp = '0;
    for (int unsigned k = 0; k < Skips; k++) begin
      transport = as_first[IpEndBits+32*k+:$bits(transport)];
      first_roce = first_roce |
          (s_q.skip[k] && number16(transport.udp.dst) == 16'(nf_netreduce_pkg::PORT));
      first_opcode = first_opcode | (s_q.skip[k] ? transport.bth.opcode : '0);
      first_qp = first_qp | (s_q.skip[k] ? transport.bth.dst_qp : '0);
      transport = as_second[IpEndBits+32*k+:$bits(transport)];
      second_roce = second_roce |
          (h_q.skip[k] && number16(transport.udp.dst) == 16'(nf_netreduce_pkg::PORT));
      second_opcode = second_opcode | (h_q.skip[k] ? transport.bth.opcode : '0);
      second_qp = second_qp | (h_q.skip[k] ? transport.bth.dst_qp : '0);
    end
  end

  assign s_beats = s_first_q ? 11'd0 : h_beats_q;
  assign s_size = {s_beats, 6'd0} + 17'(s_q.bytes);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) h_done_q <= 1'b0;
    else h_done_q <= s_valid_q & s_q.last;
  end

  always_ff @(posedge clk_i) begin
    if (s_valid_q) begin
      h_err_q <= s_q.err | (h_err_q & ~s_first_q);
      h_beats_q <= (s_beats == MostBeats) ? MostBeats : s_beats + 11'd1;
      h_bytes_q <= s_size[16] ? 16'hffff : s_size[15:0];
      h_large_q <= s_size[16:7] != '0;
      // The NetReduce header's last number is the first one of the second beat.
      if (s_q.second) h_msglen_q <= number16(s_data_q[15:0]);
      if (s_first_q) begin
        h_roce_q <= first_roce;
        h_opcode_q <= first_opcode;
        h_qp_q <= first_qp;
      end else if (s_q.second) begin
        h_roce_q <= h_roce_q || second_roce;
        h_opcode_q <= h_opcode_q | second_opcode;
        h_qp_q <= h_qp_q | second_qp;
      end
    end
    if (s_valid_q && s_first_q) h_q <= headers;
  end

  // --------------------------------------------------------------- what the headers say together
  logic [7:0] cause;  // as far as the headers of protocols go
  logic alone, first, send, whole, conn;
  logic [7:0] opcode;  // of the packet whose header this is
  logic [19:0] sum;
  logic [15:0] payload;
  logic v_valid_q, v_cut_q, v_length_q;
  logic [19:0] v_sum_q;
  record_t record, v_q;

  assign alone = h_opcode_q.group == 3'(nf_netreduce_pkg::ALONE);
  assign opcode = alone ? {5'd0, h_opcode_q.code} : h_opcode_q;
  assign first = opcode == nf_netreduce_pkg::OPCODE_SEND_FIRST ||
                 opcode == nf_netreduce_pkg::OPCODE_SEND_ONLY;
  assign send = first || opcode == nf_netreduce_pkg::OPCODE_SEND_MIDDLE ||
                opcode == nf_netreduce_pkg::OPCODE_SEND_LAST;
  assign payload = h_q.ip_length - BareLength - 16'(h_q.pad);

  // What an acknowledgement says, if it is whole, behind VLAN tags too: the cause is then OPCODE or,
  // behind tags, NOT_IPV4.
  logic [1:0] ack;
  always_comb begin
    ack = nf_netreduce_pkg::ACK_NONE;
    if (!h_err_q && conn && h_q.bare && !h_q.more
        && h_q.ip_length == BareLength + 16'(nf_netreduce_pkg::AETH_BYTES) + 16'(h_q.pad)
        && {h_opcode_q} == nf_netreduce_pkg::OPCODE_ACKNOWLEDGE) begin
      if (h_q.syndrome == 8'(nf_netreduce_pkg::NAK_SEQUENCE)) ack = nf_netreduce_pkg::ACK_GAP;
      else if (h_q.syndrome[7:5] == '0) ack = nf_netreduce_pkg::ACK_GOOD;
    end
  end

  // The BTH ends within the frame, behind whatever tags and options there are: after an even number of
  // bytes, fewer than 128.
  always_comb begin
    whole = 1'b0;
    for (int unsigned k = 0; k < Skips; k++)
      whole = whole |
          (h_q.skip[k] && (h_large_q || h_bytes_q[6:1] >= HeadBytes[6:1] + 6'(2 * k)));
  end
  assign conn = whole && h_q.start && h_q.udp && h_roce_q;

  always_comb begin
    cause = nf_netreduce_pkg::CAUSE_NONE;
    if (h_err_q) cause = nf_netreduce_pkg::CAUSE_DAMAGED;
    else if (h_bytes_q < EthBytes) cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
    else if (!h_q.ethertype) cause = nf_netreduce_pkg::CAUSE_NOT_IPV4;
    else if (h_bytes_q < IpEnd) cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
    else if (!h_q.version) cause = nf_netreduce_pkg::CAUSE_NOT_IPV4;
    else if (!h_q.plain) cause = nf_netreduce_pkg::CAUSE_OPTIONS;
    else if (h_q.more || !h_q.start) cause = nf_netreduce_pkg::CAUSE_FRAGMENT;
    else if (!h_q.udp) cause = nf_netreduce_pkg::CAUSE_NOT_UDP;
    else if (h_bytes_q < UdpEnd) cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
    else if (!h_roce_q) cause = nf_netreduce_pkg::CAUSE_NOT_ROCE;
    else if (h_bytes_q < HeadBytes) cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
    else if (!send) cause = nf_netreduce_pkg::CAUSE_OPCODE;
  end

  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < 5; i++) sum = sum + 20'(h_q.pairs[i*17+:17]);
  end

  always_comb begin
    record.cause = cause;
    record.ack = ack;
    record.conn = conn;
    record.first = first;
    record.has_tag = h_q.has_tag && payload >= 16'(nf_netreduce_pkg::NR_BYTES);
    record.bytes = h_bytes_q;
    record.src_ip = h_q.src_ip;
    record.dst_ip = h_q.dst_ip;
    record.dst_qp = number24(h_qp_q);
    record.opcode = h_opcode_q;
    record.psn = h_q.psn;
    record.pad = h_q.pad;
    record.mark = h_q.mark;
    record.ring = h_q.ring;
    record.msglen = h_msglen_q;
    record.msgid = h_q.msgid;
    record.payload = payload;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) v_valid_q <= 1'b0;
    else v_valid_q <= h_done_q;
  end

  always_ff @(posedge clk_i) begin
    if (h_done_q) begin
      v_q <= record;
      v_sum_q <= sum;
      // Behind VLAN tags the CRC says it.
      v_cut_q <= 17'(h_q.ip_length) + 17'(EthBytes) > 17'(h_bytes_q);
      v_length_q <= 17'(h_q.udp_length) + 17'(nf_netreduce_pkg::IP_BYTES) == 17'(h_q.ip_length) &&
          h_q.ip_length >= BareLength + 16'(h_q.pad) && h_q.ip_length[1:0] == BareLength[1:0] &&
          (!alone || payload == (first ? 16'(nf_netreduce_pkg::NR_BYTES) : '0));
    end
  end

  // -------------------------------------------------------------- records that wait for their CRC
  logic fits, r_valid, right;
  logic [2:0] unused_count;
  record_t checked, r;

  // The one's complement sum is all ones; a second carry cannot come up.
  assign right = 17'(v_sum_q[15:0]) + 17'(v_sum_q[19:16]) == 17'h0ffff;

  always_comb begin
    checked = v_q;
    if (!(right && !v_cut_q && v_length_q)) checked.ack = nf_netreduce_pkg::ACK_NONE;
    if (v_q.cause == nf_netreduce_pkg::CAUSE_NONE) begin
      if (!right) checked.cause = nf_netreduce_pkg::CAUSE_IP_CHECKSUM;
      else if (v_cut_q) checked.cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
      else if (!v_length_q) checked.cause = nf_netreduce_pkg::CAUSE_LENGTH;
    end
  end

  nf_fifo #(
      .Width($bits(checked)),
      .Depth(6)  // frames of one beat that follow each other while one waits
  ) u_records (
      .clk_i,
      .rst_ni,
      .in_valid_i (v_valid_q),
      .in_ready_o (fits),
      .in_data_i  (checked),
      .out_valid_o(r_valid),
      .out_ready_i(icrc_done),
      .out_data_o (r),
      .count_o    (unused_count)
  );

  // ---------------------------------------------------------------------------- the record
  logic [7:0] verdict;
  nf_netreduce_pkg::meta_t meta;

  always_comb begin
    verdict = r.cause;
    if (r.cause == nf_netreduce_pkg::CAUSE_NONE) begin
      if (!icrc_match) verdict = nf_netreduce_pkg::CAUSE_ICRC;
      else if (r.first && !r.has_tag) verdict = nf_netreduce_pkg::CAUSE_UNTAGGED;
    end
  end

  always_comb begin
    meta = '0;
    meta.cause = verdict;
    meta.bytes = r.bytes;
    meta.conn = r.conn;
    if (r.conn) begin
      meta.src_ip = r.src_ip;
      meta.dst_ip = r.dst_ip;
      meta.dst_qp = r.dst_qp;
      meta.opcode = r.opcode;
    end
    if (icrc_match && r.ack != nf_netreduce_pkg::ACK_NONE) begin
      meta.ack = 8'(r.ack);
      meta.psn = r.psn;
    end
    if (verdict == nf_netreduce_pkg::CAUSE_NONE) begin
      meta.first = 8'(r.first);
      meta.psn = r.psn;
      meta.pad = 8'(r.pad);
      meta.payload = r.payload;
      meta.mark = r.mark;
      if (r.first) begin
        meta.ring = r.ring;
        meta.msglen = r.msglen;
        meta.msgid = r.msgid;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) meta_valid_o <= 1'b0;
    else meta_valid_o <= icrc_done;
  end
  always_ff @(posedge clk_i) begin
    if (icrc_done) meta_o <= meta;
  end

  // ------------------------------------------------------------------------------ properties
`ifndef SYNTHESIS
  logic [8:0] lasts_q;  // last beats of the cycles before
  logic m_none, m_first, m_ack;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lasts_q <= '0;
    else lasts_q <= {lasts_q[7:0], valid_i & last_i};
  end
  assign m_none = meta_o.cause == nf_netreduce_pkg::CAUSE_NONE;
  assign m_first = meta_o.first[0];
  assign m_ack = meta_o.ack != '0;

  // A record comes 9 cycles after the last beat of its frame, and never otherwise.
  `NF_ASSERT(ParserOnTime, meta_valid_o == lasts_q[8])
  // When a CRC is known, the record that waits for it is there.
  `NF_ASSERT(ParserRecordThere, !icrc_done || r_valid)
  // There is room for the records that wait.
  `NF_ASSERT(ParserRecordFits, !v_valid_q || fits)
  // A frame of the engine holds all of its payload between headers and CRC.
  `NF_ASSERT(ParserHoldsPayload, !meta_valid_o || !m_none ||
             17'(meta_o.payload) + 17'(meta_o.pad) + 17'd58 <= 17'(meta_o.bytes))
  // What is not the engine's shows no header but its connection and opcode, and an acknowledgement's
  // PSN.
  `NF_ASSERT(ParserOthersBare, !meta_valid_o || m_none ||
             (!m_first && {meta_o.pad, meta_o.ring, meta_o.msglen, meta_o.msgid, meta_o.payload,
              meta_o.mark} == '0 && (m_ack || meta_o.psn == '0)))
  // What is an acknowledgement is none of the engine's.
  `NF_ASSERT(ParserAckPasses, !meta_valid_o || !m_ack ||
             meta_o.cause == nf_netreduce_pkg::CAUSE_OPCODE ||
             meta_o.cause == nf_netreduce_pkg::CAUSE_NOT_IPV4)
  // What is the engine's has a connection, and a connection has all its headers.
  `NF_ASSERT(ParserConnection, !meta_valid_o || (meta_o.conn ? meta_o.bytes >= HeadBytes : !m_none))
  // A first packet has room for its NetReduce header.
  `NF_ASSERT(ParserFirstHasHeader,
             !meta_valid_o || !m_first || meta_o.payload >= 16'(nf_netreduce_pkg::NR_BYTES))
  // A header that travels alone has nothing else behind it than a NetReduce header.
  `NF_ASSERT(ParserAloneIsBare, !meta_valid_o || meta_o.opcode.group != 3'(nf_netreduce_pkg::ALONE) ||
             (meta_o.pad == '0 && meta_o.payload == (m_first ? 16'(nf_netreduce_pkg::NR_BYTES) : '0)))
  // All records that can wait do.
  `NF_COVER(ParserRecordsFull, unused_count == 3'd5)
`endif

endmodule
