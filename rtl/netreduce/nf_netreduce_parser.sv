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
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [ 31:0] cfg_tag_i,     // InetTag
    // beats that are taken at the port
    input  logic         valid_i,
    input  logic         last_i,
    input  logic         err_i,         // with any beat: the MAC says that the frame is bad
    input  logic [511:0] data_i,        // first byte on the wire in bits 7:0
    input  logic [  7:0] bytes_i,       // of the last beat, 1..64
    // one pulse for each frame; meta_o holds its value until the next one
    output logic         meta_valid_o,
    output logic [255:0] meta_o         // record meta of nf_netreduce.toml
);

  localparam int unsigned WordBits = nf_netreduce_pkg::WORD_BITS;
  localparam logic [15:0] EthBytes = 16'(nf_netreduce_pkg::ETH_BYTES);
  localparam logic [15:0] IpEnd = EthBytes + 16'(nf_netreduce_pkg::IP_BYTES);
  localparam logic [15:0] UdpEnd = IpEnd + 16'(nf_netreduce_pkg::UDP_BYTES);
  localparam logic [15:0] HeadBytes = 16'(nf_netreduce_pkg::HEAD_BYTES);
  // IP length of a packet without payload
  localparam logic [15:0] BareLength = HeadBytes - EthBytes + 16'(nf_netreduce_pkg::ICRC_BYTES);
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

  // ------------------------------------------------------------------------ the beat
  logic open_q;  // inside of a frame
  logic s_valid_q, s_first_q, s_second_q, s_last_q, s_err_q, s_tagged_q;
  logic [7:0] s_bytes_q;
  logic [15:0] s_length_q;  // up to the end of the CRC field
  logic [WordBits-1:0] s_data_q;
  logic [Tags:0] at_tags, s_at_tags_q;  // one-hot: an IPv4 header behind so many VLAN tags; or none
  logic [Skips-1:0] skip, s_skip_q;     // one-hot: words of tags and options; or none

  logic [15:0] length;
  logic [1:0] s_tags;  // of them as a number
  always_comb begin
    at_tags = '0;
    skip = '0;
    length = '0;
    for (int unsigned t = 0; t <= Tags; t++) begin
      at_tags[t] = number16(data_i[8*12+32*t+:16]) == 16'(nf_netreduce_pkg::ETHERTYPE) &&
                   data_i[8*14+4+32*t+:4] == 4'd4;
      for (int unsigned b = 0; b < t; b++)
        at_tags[t] = at_tags[t] && is_tag(number16(data_i[8*12+32*b+:16]));
      for (int unsigned n = 5; n < 16; n++)
        skip[n-5+t] = skip[n-5+t] | (at_tags[t] && data_i[8*14+32*t+:4] == 4'(n));
      length = length | (at_tags[t] ? number16(data_i[8*16+32*t+:16]) + EthBytes + 16'(4 * t) : '0);
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
      s_second_q <= open_q & s_first_q;
      s_last_q <= last_i;
      s_err_q <= err_i;
      s_tagged_q <= number32(data_i[8*54+:32]) == cfg_tag_i;
      s_bytes_q <= last_i ? bytes_i : 8'(nf_netreduce_pkg::WORD_BYTES);
      s_length_q <= length;
      s_data_q <= data_i;
      s_at_tags_q <= at_tags;
      s_skip_q <= skip;
    end
  end

  // ------------------------------------------------- the invariant CRC, 8 cycles behind the beat
  assign s_tags = s_at_tags_q[2:1];
  logic icrc_done, icrc_match;
  logic [31:0] unused_crc;

  nf_netreduce_icrc u_icrc (
      .clk_i,
      .rst_ni,
      .valid_i (s_valid_q),
      .first_i (s_first_q),
      .last_i  (s_last_q),
      .data_i  (s_data_q),
      .bytes_i (s_bytes_q),
      .length_i(s_length_q),
      .tags_i  (s_tags),
      .done_o  (icrc_done),
      .match_o (icrc_match),
      .crc_o   (unused_crc)
  );

  // ------------------------------------------------------------------ the headers of the frame
  logic h_done_q, h_err_q;
  logic [10:0] h_beats_q, s_beats;  // complete ones before
  logic [16:0] s_size;
  logic [15:0] h_bytes_q;
  logic h_ethertype_q, h_version_q, h_plain_q, h_start_q, h_more_q, h_udp_q, h_roce_q, h_tagged_q;
  logic [15:0] h_ip_length_q, h_udp_length_q, h_ring_q, h_msglen_q;
  logic [31:0] h_src_ip_q, h_dst_ip_q, h_msgid_q;
  logic [23:0] h_psn_q;
  logic [6:0] h_mark_q;
  logic [7:0] h_opcode_q;
  logic [1:0] h_pad_q;
  logic [7:0] h_syndrome_q;  // of an acknowledgement
  logic [5*17-1:0] h_pairs_q;  // sums of two words of the IP header each
  logic [Skips-1:0] h_skip_q;
  logic [1:0] h_tags_q;  // VLAN tags
  logic h_bare_q;        // no IP options behind them

  // The IP header behind its VLAN tags, and what is behind it if it has no options: UDP header, BTH, a
  // byte; zeros if there is none.
  logic [8*41-1:0] s_ip;
  always_comb begin
    s_ip = '0;
    for (int unsigned t = 0; t <= Tags; t++)
      s_ip = s_ip | (s_at_tags_q[t] ? s_data_q[8*14+32*t+:8*41] : '0);
  end

  // UDP port, opcode and queue pair behind tags and options: what a first beat has of them, and what a
  // second beat adds. A port is never divided.
  logic first_roce, second_roce;
  logic [23:0] first_qp, second_qp, h_qp_q;
  logic [7:0] first_opcode, second_opcode;
  always_comb begin
    first_roce = 1'b0;
    second_roce = 1'b0;
    first_opcode = '0;
    second_opcode = '0;
    for (int unsigned k = 0; k < Skips; k++) begin
      if (36 + 4 * k < 64)
        first_roce = first_roce | (s_skip_q[k] &&
            number16(s_data_q[8*((36+4*k)%64)+:16]) == 16'(nf_netreduce_pkg::PORT));
      else
        second_roce = second_roce | (h_skip_q[k] &&
            number16(s_data_q[8*((36+4*k)%64)+:16]) == 16'(nf_netreduce_pkg::PORT));
      if (42 + 4 * k < 64)
        first_opcode = first_opcode | (s_skip_q[k] ? s_data_q[8*((42+4*k)%64)+:8] : '0);
      else
        second_opcode = second_opcode | (h_skip_q[k] ? s_data_q[8*((42+4*k)%64)+:8] : '0);
    end
  end
  for (genvar b = 0; b < 3; b++) begin : gen_qp
    always_comb begin
      first_qp[8*b+:8] = '0;
      second_qp[8*b+:8] = '0;
      for (int unsigned k = 0; k < Skips; k++) begin
        if (47 + b + 4 * k < 64)
          first_qp[8*b+:8] = first_qp[8*b+:8] |
              (s_skip_q[k] ? s_data_q[8*((47+b+4*k)%64)+:8] : '0);
        else
          second_qp[8*b+:8] = second_qp[8*b+:8] |
              (h_skip_q[k] ? s_data_q[8*((47+b+4*k)%64)+:8] : '0);
      end
    end
  end

  assign s_beats = s_first_q ? 11'd0 : h_beats_q;
  assign s_size = {s_beats, 6'd0} + 17'(s_bytes_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) h_done_q <= 1'b0;
    else h_done_q <= s_valid_q & s_last_q;
  end

  always_ff @(posedge clk_i) begin
    if (s_valid_q) begin
      h_err_q <= s_err_q | (h_err_q & ~s_first_q);
      h_beats_q <= (s_beats == MostBeats) ? MostBeats : s_beats + 11'd1;
      h_bytes_q <= s_size[16] ? 16'hffff : s_size[15:0];
      if (s_second_q) h_msglen_q <= number16(s_data_q[8*0+:16]);
      if (s_first_q) begin
        h_roce_q <= first_roce;
        h_opcode_q <= first_opcode;
        h_qp_q <= first_qp;
      end else if (s_second_q) begin
        h_roce_q <= h_roce_q || second_roce;
        h_opcode_q <= h_opcode_q | second_opcode;
        h_qp_q <= h_qp_q | second_qp;
      end
    end
    if (s_valid_q && s_first_q) begin
      h_ethertype_q <= number16(s_data_q[8*12+:16]) == 16'(nf_netreduce_pkg::ETHERTYPE);
      h_version_q <= s_data_q[8*14+4+:4] == 4'd4;
      h_plain_q <= s_data_q[8*14+:4] == 4'd5;
      h_ip_length_q <= number16(s_ip[8*2+:16]);
      h_tags_q <= s_at_tags_q[2:1];
      h_bare_q <= s_ip[3:0] == 4'd5;
      h_skip_q <= s_skip_q;
      h_more_q <= s_ip[8*6+5];
      h_start_q <= {s_ip[8*6+:5], s_ip[8*7+:8]} == 13'd0;
      h_udp_q <= s_ip[8*9+:8] == 8'(nf_netreduce_pkg::PROTOCOL);
      h_src_ip_q <= number32(s_ip[8*12+:32]);
      h_dst_ip_q <= number32(s_ip[8*16+:32]);
      h_udp_length_q <= number16(s_ip[8*24+:16]);
      h_pad_q <= s_ip[8*29+4+:2];
      h_psn_q <= number24(s_ip[8*37+:24]);
      h_mark_q <= s_ip[8*36+:7];
      h_syndrome_q <= s_ip[8*40+:8];
      h_tagged_q <= s_tagged_q;
      h_ring_q <= number16(s_data_q[8*58+:16]);
      h_msgid_q <= number32(s_data_q[8*60+:32]);
      for (int unsigned i = 0; i < 5; i++) begin
        h_pairs_q[i*17+:17] <= 17'(number16(s_ip[32*i+:16])) + 17'(number16(s_ip[32*i+16+:16]));
      end
    end
  end

  // --------------------------------------------------------------- what the headers say together
  logic [7:0] cause;  // as far as the headers of protocols go
  logic alone, first, send, whole;
  logic [7:0] opcode;  // of the packet whose header this is
  logic [19:0] sum;
  logic [15:0] payload;
  logic v_valid_q, v_first_q, v_tagged_q, v_cut_q, v_length_q, v_conn_q;
  logic [7:0] v_cause_q, v_opcode_q;
  logic [19:0] v_sum_q;
  logic [15:0] v_bytes_q, v_payload_q, v_ring_q, v_msglen_q;
  logic [31:0] v_src_ip_q, v_dst_ip_q, v_msgid_q;
  logic [23:0] v_dst_qp_q, v_psn_q;
  logic [1:0] v_pad_q, v_ack_q;
  logic [6:0] v_mark_q;

  assign alone = h_opcode_q[7:5] == 3'(nf_netreduce_pkg::ALONE);
  assign opcode = alone ? {5'd0, h_opcode_q[2:0]} : h_opcode_q;
  assign first = opcode == nf_netreduce_pkg::OPCODE_SEND_FIRST ||
                 opcode == nf_netreduce_pkg::OPCODE_SEND_ONLY;
  assign send = first || opcode == nf_netreduce_pkg::OPCODE_SEND_MIDDLE ||
                opcode == nf_netreduce_pkg::OPCODE_SEND_LAST;
  assign payload = h_ip_length_q - BareLength - 16'(h_pad_q);

  // What an acknowledgement says, if it is whole. Behind VLAN tags its cause says nothing of it.
  logic [1:0] ack;
  logic behind_tags;
  assign behind_tags = cause == nf_netreduce_pkg::CAUSE_NOT_IPV4 && h_tags_q != '0 && h_bare_q
      && !h_more_q && whole && h_start_q && h_udp_q && h_roce_q;
  always_comb begin
    ack = nf_netreduce_pkg::ACK_NONE;
    if ((cause == nf_netreduce_pkg::CAUSE_OPCODE || behind_tags) && payload == 16'(nf_netreduce_pkg::AETH_BYTES)
        && h_opcode_q == nf_netreduce_pkg::OPCODE_ACKNOWLEDGE) begin
      if (h_syndrome_q == 8'(nf_netreduce_pkg::NAK_SEQUENCE)) ack = nf_netreduce_pkg::ACK_GAP;
      else if (h_syndrome_q[7:5] == '0) ack = nf_netreduce_pkg::ACK_GOOD;
    end
  end

  // The BTH ends within the frame, behind whatever tags and options there are.
  always_comb begin
    whole = 1'b0;
    for (int unsigned k = 0; k < Skips; k++)
      whole = whole | (h_skip_q[k] && h_bytes_q >= HeadBytes + 16'(4 * k));
  end

  always_comb begin
    cause = nf_netreduce_pkg::CAUSE_NONE;
    if (h_err_q) cause = nf_netreduce_pkg::CAUSE_DAMAGED;
    else if (h_bytes_q < EthBytes) cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
    else if (!h_ethertype_q) cause = nf_netreduce_pkg::CAUSE_NOT_IPV4;
    else if (h_bytes_q < IpEnd) cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
    else if (!h_version_q) cause = nf_netreduce_pkg::CAUSE_NOT_IPV4;
    else if (!h_plain_q) cause = nf_netreduce_pkg::CAUSE_OPTIONS;
    else if (h_more_q || !h_start_q) cause = nf_netreduce_pkg::CAUSE_FRAGMENT;
    else if (!h_udp_q) cause = nf_netreduce_pkg::CAUSE_NOT_UDP;
    else if (h_bytes_q < UdpEnd) cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
    else if (!h_roce_q) cause = nf_netreduce_pkg::CAUSE_NOT_ROCE;
    else if (h_bytes_q < HeadBytes) cause = nf_netreduce_pkg::CAUSE_TRUNCATED;
    else if (!send) cause = nf_netreduce_pkg::CAUSE_OPCODE;
  end

  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < 5; i++) sum = sum + 20'(h_pairs_q[i*17+:17]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) v_valid_q <= 1'b0;
    else v_valid_q <= h_done_q;
  end

  always_ff @(posedge clk_i) begin
    if (h_done_q) begin
      v_cause_q <= cause;
      v_sum_q <= sum;
      // Behind VLAN tags the CRC says it.
      v_cut_q <= 17'(h_ip_length_q) + 17'(EthBytes) > 17'(h_bytes_q);
      v_length_q <= 17'(h_udp_length_q) + 17'(nf_netreduce_pkg::IP_BYTES) == 17'(h_ip_length_q) &&
          h_ip_length_q >= BareLength + 16'(h_pad_q) && h_ip_length_q[1:0] == BareLength[1:0] &&
          (!alone || payload == (first ? 16'(nf_netreduce_pkg::NR_BYTES) : '0));
      v_first_q <= first;
      v_tagged_q <= h_tagged_q && payload >= 16'(nf_netreduce_pkg::NR_BYTES);
      v_bytes_q <= h_bytes_q;
      v_src_ip_q <= h_src_ip_q;
      v_dst_ip_q <= h_dst_ip_q;
      v_dst_qp_q <= number24(h_qp_q);
      v_conn_q <= whole && h_start_q && h_udp_q && h_roce_q;
      v_opcode_q <= h_opcode_q;
      v_psn_q <= h_psn_q;
      v_mark_q <= h_mark_q;
      v_pad_q <= h_pad_q;
      v_ack_q <= ack;
      v_ring_q <= h_ring_q;
      v_msglen_q <= h_msglen_q;
      v_msgid_q <= h_msgid_q;
      v_payload_q <= payload;
    end
  end

  // -------------------------------------------------------------- records that wait for their CRC
  localparam int unsigned RecordBits =
      8 + 2 + 1 + 1 + 1 + 16 + 32 + 32 + 24 + 8 + 24 + 2 + 7 + 16 + 16 + 32 + 16;

  logic [7:0] v_verdict, r_cause, r_opcode;
  logic fits, r_valid, r_first, r_tagged, r_conn;
  logic [2:0] unused_count;
  logic [15:0] r_bytes, r_ring, r_msglen, r_payload;
  logic [31:0] r_src_ip, r_dst_ip, r_msgid;
  logic [23:0] r_dst_qp, r_psn;
  logic [6:0] r_mark;
  logic [1:0] r_pad, v_ack, r_ack;
  logic right;

  // The one's complement sum is all ones; a second carry cannot come up.
  assign right = 17'(v_sum_q[15:0]) + 17'(v_sum_q[19:16]) == 17'h0ffff;
  assign v_ack = (right && !v_cut_q && v_length_q) ? v_ack_q : 2'(nf_netreduce_pkg::ACK_NONE);

  always_comb begin
    v_verdict = v_cause_q;
    if (v_cause_q == nf_netreduce_pkg::CAUSE_NONE) begin
      if (!right)
        v_verdict = nf_netreduce_pkg::CAUSE_IP_CHECKSUM;
      else if (v_cut_q) v_verdict = nf_netreduce_pkg::CAUSE_TRUNCATED;
      else if (!v_length_q) v_verdict = nf_netreduce_pkg::CAUSE_LENGTH;
    end
  end

  nf_fifo #(
      .Width(RecordBits),
      .Depth(6)  // frames of one beat that follow each other while one waits
  ) u_records (
      .clk_i,
      .rst_ni,
      .in_valid_i (v_valid_q),
      .in_ready_o (fits),
      .in_data_i  ({
        v_verdict, v_ack, v_conn_q, v_first_q, v_tagged_q, v_bytes_q, v_src_ip_q, v_dst_ip_q,
        v_dst_qp_q, v_opcode_q, v_psn_q, v_pad_q, v_mark_q, v_ring_q, v_msglen_q, v_msgid_q, v_payload_q
      }),
      .out_valid_o(r_valid),
      .out_ready_i(icrc_done),
      .out_data_o ({
        r_cause, r_ack, r_conn, r_first, r_tagged, r_bytes, r_src_ip, r_dst_ip, r_dst_qp,
        r_opcode, r_psn, r_pad, r_mark, r_ring, r_msglen, r_msgid, r_payload
      }),
      .count_o    (unused_count)
  );

  // ---------------------------------------------------------------------------- the record
  logic [7:0] verdict;
  logic [255:0] meta;

  always_comb begin
    verdict = r_cause;
    if (r_cause == nf_netreduce_pkg::CAUSE_NONE) begin
      if (!icrc_match) verdict = nf_netreduce_pkg::CAUSE_ICRC;
      else if (r_first && !r_tagged) verdict = nf_netreduce_pkg::CAUSE_UNTAGGED;
    end
  end

  always_comb begin
    meta = '0;
    meta[nf_netreduce_pkg::META_CAUSE_LSB+:nf_netreduce_pkg::META_CAUSE_BITS] = verdict;
    meta[nf_netreduce_pkg::META_BYTES_LSB+:nf_netreduce_pkg::META_BYTES_BITS] = r_bytes;
    meta[nf_netreduce_pkg::META_CONN_LSB+:nf_netreduce_pkg::META_CONN_BITS] = r_conn;
    if (r_conn) begin
      meta[nf_netreduce_pkg::META_SRC_IP_LSB+:nf_netreduce_pkg::META_SRC_IP_BITS] = r_src_ip;
      meta[nf_netreduce_pkg::META_DST_IP_LSB+:nf_netreduce_pkg::META_DST_IP_BITS] = r_dst_ip;
      meta[nf_netreduce_pkg::META_DST_QP_LSB+:nf_netreduce_pkg::META_DST_QP_BITS] = r_dst_qp;
      meta[nf_netreduce_pkg::META_OPCODE_LSB+:nf_netreduce_pkg::META_OPCODE_BITS] = r_opcode;
    end
    if (icrc_match && r_ack != nf_netreduce_pkg::ACK_NONE) begin
      meta[nf_netreduce_pkg::META_ACK_LSB+:nf_netreduce_pkg::META_ACK_BITS] = 8'(r_ack);
      meta[nf_netreduce_pkg::META_PSN_LSB+:nf_netreduce_pkg::META_PSN_BITS] = r_psn;
    end
    if (verdict == nf_netreduce_pkg::CAUSE_NONE) begin
      meta[nf_netreduce_pkg::META_FIRST_LSB+:nf_netreduce_pkg::META_FIRST_BITS] = 8'(r_first);
      meta[nf_netreduce_pkg::META_PSN_LSB+:nf_netreduce_pkg::META_PSN_BITS] = r_psn;
      meta[nf_netreduce_pkg::META_PAD_LSB+:nf_netreduce_pkg::META_PAD_BITS] = 8'(r_pad);
      meta[nf_netreduce_pkg::META_PAYLOAD_LSB+:nf_netreduce_pkg::META_PAYLOAD_BITS] = r_payload;
      meta[nf_netreduce_pkg::META_MARK_LSB+:nf_netreduce_pkg::META_MARK_BITS] = r_mark;
      if (r_first) begin
        meta[nf_netreduce_pkg::META_RING_LSB+:nf_netreduce_pkg::META_RING_BITS] = r_ring;
        meta[nf_netreduce_pkg::META_MSGLEN_LSB+:nf_netreduce_pkg::META_MSGLEN_BITS] = r_msglen;
        meta[nf_netreduce_pkg::META_MSGID_LSB+:nf_netreduce_pkg::META_MSGID_BITS] = r_msgid;
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
  logic [15:0] m_bytes, m_payload;
  logic [7:0] m_pad;
  logic [2:0] m_group;  // of opcodes
  logic m_none, m_first, m_conn, m_ack;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lasts_q <= '0;
    else lasts_q <= {lasts_q[7:0], valid_i & last_i};
  end
  assign m_none = meta_o[nf_netreduce_pkg::META_CAUSE_LSB+:8] == nf_netreduce_pkg::CAUSE_NONE;
  assign m_first = meta_o[nf_netreduce_pkg::META_FIRST_LSB];
  assign m_conn = meta_o[nf_netreduce_pkg::META_CONN_LSB];
  assign m_ack = meta_o[nf_netreduce_pkg::META_ACK_LSB+:8] != '0;
  assign m_bytes = meta_o[nf_netreduce_pkg::META_BYTES_LSB+:16];
  assign m_payload = meta_o[nf_netreduce_pkg::META_PAYLOAD_LSB+:16];
  assign m_pad = meta_o[nf_netreduce_pkg::META_PAD_LSB+:8];
  assign m_group = meta_o[nf_netreduce_pkg::META_OPCODE_LSB+5+:3];

  // A record comes 9 cycles after the last beat of its frame, and never otherwise.
  `NF_ASSERT(ParserOnTime, meta_valid_o == lasts_q[8])
  // When a CRC is known, the record that waits for it is there.
  `NF_ASSERT(ParserRecordThere, !icrc_done || r_valid)
  // There is room for the records that wait.
  `NF_ASSERT(ParserRecordFits, !v_valid_q || fits)
  // A frame of the engine holds all of its payload between headers and CRC.
  `NF_ASSERT(ParserHoldsPayload, !meta_valid_o || !m_none ||
             17'(m_payload) + 17'(m_pad) + 17'd58 <= 17'(m_bytes))
  // What is not the engine's shows no header but its connection and opcode, and an acknowledgement's
  // PSN.
  `NF_ASSERT(ParserOthersBare, !meta_valid_o || m_none ||
             (meta_o[nf_netreduce_pkg::META_CONN_LSB-1:nf_netreduce_pkg::META_PAD_LSB] == '0 &&
              !m_first && meta_o[nf_netreduce_pkg::META_MARK_LSB+:7] == '0 &&
              (m_ack || meta_o[nf_netreduce_pkg::META_PSN_LSB+:24] == '0)))
  // What is an acknowledgement is none of the engine's.
  `NF_ASSERT(ParserAckPasses, !meta_valid_o || !m_ack ||
             meta_o[nf_netreduce_pkg::META_CAUSE_LSB+:8] == nf_netreduce_pkg::CAUSE_OPCODE ||
             meta_o[nf_netreduce_pkg::META_CAUSE_LSB+:8] == nf_netreduce_pkg::CAUSE_NOT_IPV4)
  // What is the engine's has a connection, and a connection has all its headers.
  `NF_ASSERT(ParserConnection, !meta_valid_o || (m_conn ? m_bytes >= HeadBytes : !m_none))
  // A first packet has room for its NetReduce header.
  `NF_ASSERT(ParserFirstHasHeader,
             !meta_valid_o || !m_first || m_payload >= 16'(nf_netreduce_pkg::NR_BYTES))
  // A header that travels alone has nothing else behind it than a NetReduce header.
  `NF_ASSERT(ParserAloneIsBare, !meta_valid_o || m_group != 3'(nf_netreduce_pkg::ALONE) ||
             (m_pad == '0 && m_payload == (m_first ? 16'(nf_netreduce_pkg::NR_BYTES) : '0)))
  // All records that can wait do.
  `NF_COVER(ParserRecordsFull, unused_count == 3'd5)
`endif

endmodule
