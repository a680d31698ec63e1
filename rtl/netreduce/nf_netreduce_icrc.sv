// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Invariant CRC of RoCE v2 over a stream of 64-byte beats, for IPv4 without options, behind up to two
// VLAN tags.
//
// CRC-32 of IEEE 802.3 over eight bytes of ones, which stand for the link header that Ethernet
// does not have, and over the frame from byte 14 to the CRC field; VLAN tags, which move all that by
// 4 bytes each, do not count. What routers may change counts
// as ones: IP type of service, time to live and header checksum, UDP checksum, byte 4 of the base
// transport header (InfiniBand architecture, annex A17).
//
// length_i, given with the first beat, counts the bytes of the frame up to the end of its CRC
// field; what follows is padding of Ethernet and is left out. crc_o is the right CRC, exclusive-or
// the field as it came, with the field's first byte on the wire as bits 7:0: the CRC itself when
// the field came as zeros, zero when it is right. match_o says the latter. Frames of less than 58
// bytes without the tags, or that end before their length, give crc_o of 0 and no match.
//
// It does not look at the headers: the caller knows that the frame is RoCE v2 and how long it is.
// Each frame begins with a beat that is marked first; bytes_i counts on its last beat only.
//
// How: all beats are taken as whole ones, with zeros behind the field, and the zeros are undone by
// multiplications with x^-8, x^-16, x^-32 ... . The field needs no cutting out: the register after
// it is what 32 bits of zeros make of the register before it, exclusive-or the field.
// One beat per cycle, frames back to back; done_o 7 cycles after the last beat. Every output is a
// register (NETREDUCE 4.3: packets leave the accelerator as proper RoCE v2).

`include "nf_assert.svh"

module nf_netreduce_icrc (
    input  logic         clk_i,
    input  logic         rst_ni,
    // beats of a frame
    input  logic         valid_i,
    input  logic         first_i,   // each frame begins with a beat marked first
    input  logic         last_i,
    input  logic [511:0] data_i,    // first byte on the wire in bits 7:0 of w[0]
    input  logic [  7:0] bytes_i,   // of the last beat, 1..64; counts with last_i only
    input  logic [ 15:0] length_i,  // with first_i: bytes of the frame up to the end of its CRC
                                    // field; what follows is Ethernet padding, also whole beats of
                                    // it
    input  logic [  1:0] tags_i,    // with first_i: VLAN tags, 0..2
    // the answer; match and CRC hold until the next one
    output logic         done_o,    // one pulse per frame, 7 cycles after its last beat
    output logic         match_o,   // the field is right
    output logic [ 31:0] crc_o  // the right CRC exclusive-or the field as it came; first byte on
                                // the wire in bits 7:0, little-endian, unlike all other fields
);

  localparam int unsigned WordBits = nf_netreduce_pkg::WORD_BITS;
  localparam int unsigned WordBytes = nf_netreduce_pkg::WORD_BYTES;
  localparam int unsigned EthBytes = nf_netreduce_pkg::ETH_BYTES;
  localparam int unsigned HeadBytes = nf_netreduce_pkg::HEAD_BYTES;
  localparam int unsigned LeastBytes = HeadBytes + nf_netreduce_pkg::ICRC_BYTES;
  localparam int unsigned Parts = 4;  // of a beat, summed up by themselves
  localparam int unsigned PartBits = WordBits / Parts;

  localparam logic [31:0] Poly = 32'h04c11db7;
  localparam logic [31:0] Mirrored = 32'hedb88320;  // as it lies in the register

  // One bit of zero more, and one less.
  function automatic logic [31:0] forth(input logic [31:0] v);
    forth = {1'b0, v[31:1]} ^ (v[0] ? Mirrored : 32'd0);
  endfunction
  function automatic logic [31:0] back(input logic [31:0] v);
    back = v[31] ? {v[30:0] ^ Mirrored[30:0], 1'b1} : {v[30:0], 1'b0};
  endfunction

  // The register before the eight bytes of ones, seen from the beginning of the beat. They lie in
  // place of the last eight bytes before the IP header, and zeros in place of those before.
  function automatic logic [31:0] start_value(input int unsigned tags);
    start_value = 32'hffff_ffff;
    for (int unsigned i = 0; i < 8 * (EthBytes + 4 * tags - 8); i++)
      start_value = back(start_value);
  endfunction
  // The register after a field that is right, zeros behind it undone.
  function automatic logic [31:0] good_value();
    good_value = 32'hffff_ffff;
    for (int unsigned i = 0; i < 32; i++) good_value = forth(good_value);
  endfunction
  localparam int unsigned Tags = 2;
  localparam logic [(Tags+1)*32-1:0] Starts = {start_value(2), start_value(1), start_value(0)};
  localparam logic [31:0] Good = good_value();

  // Bits of a register whose parity is bit `row` of the same register `bits` zeros earlier: a zero less
  // moves each bit up, and the highest one is also in bit 0 and in those of the generator.
  function automatic logic [31:0] undo_mask(input logic [4:0] row, input int unsigned bits);
    undo_mask = 32'd1 << row;
    for (int unsigned i = 0; i < bits; i++)
      undo_mask = {undo_mask[0] ^ ^(undo_mask[31:1] & Mirrored[30:0]), undo_mask[31:1]};
  endfunction

  // What stage n hands to the next one, besides whether there is a beat, and whether it is a frame's last
  // one. whole: the frame has its field; pad: bytes of zeros behind it that are still to be undone.
  typedef struct packed {
    logic                first;
    logic [1:0]          tags;
    logic [5:0]          pad;
    logic [WordBits-1:0] counted;
  } stage1_t;

  typedef struct packed {
    logic                first;
    logic [1:0]          tags;
    logic                whole;
    logic [5:0]          pad;
    logic [Parts*32-1:0] part;
  } stage2_t;

  typedef struct packed {
    logic       whole;
    logic [5:0] pad;
  } stage3_t;

  typedef struct packed {
    logic        whole;
    logic [3:0]  pad;
    logic [31:0] crc;
  } stage4_t;

  typedef struct packed {
    logic        whole;
    logic [1:0]  pad;
    logic [31:0] crc;
  } stage5_t;

  typedef struct packed {
    logic        whole;
    logic [31:0] crc;
  } stage6_t;

  // --------------------------------------------------------- stage 1: what counts of the beat
  logic open_q, on, final_beat, fits, whole;
  logic [15:0] left_q, left;  // bytes up to the end of the field, from this beat on
  logic on1_q, last1_q, whole1_q;
  stage1_t s1_q;
  logic [WordBits-1:0] counted;

  assign on = valid_i & (first_i | open_q);
  assign left = first_i ? length_i : left_q;
  assign final_beat = (left <= 16'(WordBytes));
  assign fits = !first_i || length_i >= 16'(LeastBytes) + {12'd0, tags_i, 2'd0};
  assign whole = final_beat && fits && (!last_i || 16'(bytes_i) >= left);

  // What counts as ones: what routers may change, and the Ethernet header, in whose place the eight
  // bytes of ones are.
  nf_netreduce_pkg::head_t as_ones;
  always_comb begin
    as_ones = '0;
    as_ones.eth = '1;
    as_ones.ip.tos = '1;
    as_ones.ip.ttl = '1;
    as_ones.ip.checksum = '1;
    as_ones.udp.checksum = '1;
    as_ones.bth.congested = '1;
  end

  // Of a first beat: what stands before the eight bytes of ones; these, and what counts as they do.
  logic [WordBytes-1:0] absent, ones;
  always_comb begin
    absent = '0;
    ones = '0;
    for (int unsigned t = 0; t <= Tags; t++)
      for (int unsigned b = 0; b < WordBytes - 4 * t; b++)
        if (tags_i == 2'(t)) begin
          absent[b+4*t] = absent[b+4*t] || b < EthBytes - 8;
          ones[b+4*t] = b < HeadBytes && as_ones[8*(b%HeadBytes)];
          if (b < 4 * t) absent[b] = 1'b1;
        end
  end

  // Where the field ends within a beat: what is behind it.
  logic [WordBytes-1:0] beyond;
  assign beyond = {WordBytes{1'b1}} << left[5:0];

  always_comb begin
    counted = data_i;
    for (int unsigned b = 0; b < WordBytes; b++) begin
      if (first_i && absent[b]) counted[8*b+:8] = 8'h00;
      else if (first_i && ones[b]) counted[8*b+:8] = 8'hff;
      else if (left[15:6] == '0 && beyond[b]) counted[8*b+:8] = 8'h00;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      on1_q <= 1'b0;
      last1_q <= 1'b0;
      whole1_q <= 1'b0;
    end else begin
      on1_q <= on;
      last1_q <= valid_i & last_i;
      if (valid_i) open_q <= on & fits & ~final_beat & ~last_i;
      if (on) whole1_q <= whole;
    end
  end

  always_ff @(posedge clk_i) begin
    if (on) begin
      left_q <= left - 16'(WordBytes);
      s1_q.first <= first_i;
      s1_q.tags <= tags_i;
      s1_q.pad <= 6'd0 - left[5:0];
      s1_q.counted <= counted;
    end
  end

  // ------------------------------------------------------ stage 2: each part, as if alone
  logic on2_q, last2_q;
  stage2_t s2_q;
  logic [WordBits-1:0] counted1;
  logic [Parts*32-1:0] part;
  assign counted1 = s1_q.counted;

  for (genvar p = 0; p < Parts; p++) begin : gen_part
    nf_crc #(
        .DataBits(PartBits),
        .Behind(WordBits - (p + 1) * PartBits),
        .CrcBits(32),
        .Poly(Poly)
    ) u_part (
        .crc_i (32'd0),
        .data_i(counted1[p*PartBits+:PartBits]),
        .crc_o (part[p*32+:32])
    );
  end

  // --------------------------------------------------- stage 3: the register of the frame
  logic last3_q;
  stage3_t s3_q;
  logic [31:0] sum_q, base, moved, added;

  assign base = s2_q.first ? Starts[s2_q.tags*32+:32] : sum_q;
  nf_crc #(
      .DataBits(1),
      .Behind(WordBits - 1),
      .CrcBits(32),
      .Poly(Poly)
  ) u_move (
      .crc_i (base),
      .data_i('0),
      .crc_o (moved)
  );

  always_comb begin
    added = moved;
    for (int unsigned p = 0; p < Parts; p++) added = added ^ s2_q.part[p*32+:32];
  end

  // ------------------------------- stages 4 to 6: the zeros undone, two bits of their number each
  logic last4_q, last5_q, last6_q;
  stage4_t s4_q;
  stage5_t s5_q;
  stage6_t s6_q;
  logic [3*32-1:0] late, early;  // the register, and with these zeros undone
  logic [5:0] pads;

  assign late = {s5_q.crc, s4_q.crc, sum_q};
  assign pads = {s5_q.pad, s4_q.pad[1:0], s3_q.pad[1:0]};

  for (genvar s = 0; s < 3; s++) begin : gen_undo
    logic [31:0] once, between, twice;
    for (genvar r = 0; r < 32; r++) begin : gen_bit
      localparam logic [31:0] OnceMask = undo_mask(5'(r), 8 << (2 * s));
      localparam logic [31:0] TwiceMask = undo_mask(5'(r), 16 << (2 * s));
      assign once[r] = ^(late[s*32+:32] & OnceMask);
      assign twice[r] = ^(between & TwiceMask);
    end
    assign between = pads[2*s] ? once : late[s*32+:32];
    assign early[s*32+:32] = pads[2*s+1] ? twice : between;
  end

  // --------------------------------------------------------- stage 7: the field undone
  logic [31:0] sum6, sum_before;
  assign sum6 = s6_q.crc;
  for (genvar r = 0; r < 32; r++) begin : gen_field
    localparam logic [31:0] Mask = undo_mask(5'(r), 32);
    assign sum_before[r] = ^(sum6 & Mask);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {on2_q, last2_q, last3_q, last4_q, last5_q, last6_q} <= '0;
      done_o <= 1'b0;
      match_o <= 1'b0;
      crc_o <= '0;
    end else begin
      on2_q <= on1_q;
      last2_q <= last1_q;
      last3_q <= last2_q;
      last4_q <= last3_q;
      last5_q <= last4_q;
      last6_q <= last5_q;
      done_o <= last6_q;
      if (last6_q) begin
        match_o <= s6_q.whole && sum6 == Good;
        crc_o <= s6_q.whole ? ~sum_before : '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    s2_q.first <= s1_q.first;
    s2_q.tags <= s1_q.tags;
    s2_q.whole <= whole1_q;
    s2_q.pad <= s1_q.pad;
    s2_q.part <= part;
    if (on2_q) sum_q <= added;
    s3_q.whole <= s2_q.whole;
    s3_q.pad <= s2_q.pad;
    s4_q.whole <= s3_q.whole;
    s4_q.pad <= s3_q.pad[5:2];
    s4_q.crc <= early[0*32+:32];
    s5_q.whole <= s4_q.whole;
    s5_q.pad <= s4_q.pad[3:2];
    s5_q.crc <= early[1*32+:32];
    s6_q.whole <= s5_q.whole;
    s6_q.crc <= early[2*32+:32];
  end

  // ------------------------------------------------------------------------------ properties
`ifndef SYNTHESIS
  logic [6:0] lasts_q;  // last beats of the cycles before
  logic finished_q;     // the field's end has been seen
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lasts_q <= '0;
      finished_q <= 1'b0;
    end else begin
      lasts_q <= {lasts_q[5:0], valid_i & last_i};
      if (on) finished_q <= final_beat;
    end
  end

  // A result comes 7 cycles after the last beat of its frame, and never otherwise.
  `NF_ASSERT(IcrcOnTime, done_o == lasts_q[6])
  // A field that is right needs no correction, and a correction of zero is right unless the frame
  // was not whole.
  `NF_ASSERT(IcrcMatchIsZero, !match_o || crc_o == '0)
  // What follows the field does not count.
  `NF_ASSERT(IcrcEndsWithField, !on || first_i || !finished_q)
  // There is something left of an open frame.
  `NF_ASSERT(IcrcOpenHasBytes, !open_q || left_q != '0)
  // A field that is spread over two beats.
  `NF_COVER(IcrcFieldCut, on && final_beat && !first_i && left < 16'd4)
`endif

endmodule
