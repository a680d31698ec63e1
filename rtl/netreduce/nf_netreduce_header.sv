// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Header manager: what a stored header becomes before it is sent with a sum (NETREDUCE Algorithm
// 3). Lengths and check sum of IP are always made anew, as the sum may be longer than what came
// with the header. The UDP check sum becomes zero, which says that there is none (RFC 768): the
// ICRC covers the packet.
//
// What leaves says whose sum it is, in the seven bits of the BTH that are reserved and that the ICRC
// covers: mark_i; a header that travels alone brings no numbers and has none.
//
//   KEEP      line 2 and 8: the addresses stay; what is addressed to the switch itself goes back
//             to its sender, source and destination swapped
//   UP        line 5: from this switch to the spine
//   ANNOUNCE  line 4: the header travels alone; opcode and pad count are packed into the opcode
//   REPLY     the header of an acknowledgement of the packet, from its receiver to its sender
//
// KEEP and UP unpack what has travelled alone. It does not look up headers, nor for whom they are.
// Three cycles, one header per cycle, no back-pressure; the addresses of the switches are levels.

`include "nf_assert.svh"

module nf_netreduce_header (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // addresses as numbers
    input  logic                    [47:0] own_mac_i,  // of the switch; levels: they stand still
                                                       // while headers are under way
    input  logic                    [31:0] own_ip_i,
    input  logic                    [47:0] spine_mac_i,  // of the spine above it, likewise
    input  logic                    [31:0] spine_ip_i,
    // stored header, first byte on the wire in bits 7:0
    input  logic                           valid_i,      // a stored header
    input  nf_netreduce_pkg::head_t        head_i,  // as on the wire
    input  logic                    [10:0] size_i,  // bytes of payload and pad that will follow
    input  logic                    [ 1:0] mode_i,  // MODE_*
    input  logic                    [ 6:0] mark_i,  // whose sum will follow; ANNOUNCE: not looked
                                                    // at
    input  logic                    [23:0] psn_i,   // REPLY: PSN of the acknowledgement
    input  logic                    [23:0] qp_i,    // REPLY: the sender's queue pair, to which it
                                                    // goes
    // header to be sent; head and size hold until the next one
    output logic                           valid_o,  // three cycles later
    output nf_netreduce_pkg::head_t        head_o,  // holds until the next one
    output logic                    [10:0] size_o
);

  localparam int unsigned IpWords = nf_netreduce_pkg::IP_BYTES / 2;
  // What IP and UDP count besides the payload.
  localparam logic [15:0] UdpBare = 16'(nf_netreduce_pkg::UDP_BYTES + nf_netreduce_pkg::BTH_BYTES +
                                        nf_netreduce_pkg::ICRC_BYTES);
  localparam logic [15:0] IpBare = UdpBare + 16'(nf_netreduce_pkg::IP_BYTES);

  function automatic logic [15:0] wire16(input logic [15:0] v);
    wire16 = {v[7:0], v[15:8]};
  endfunction
  function automatic logic [23:0] wire24(input logic [23:0] v);
    wire24 = {v[7:0], v[15:8], v[23:16]};
  endfunction
  function automatic logic [31:0] wire32(input logic [31:0] v);
    wire32 = {wire16(v[15:0]), wire16(v[31:16])};
  endfunction
  function automatic logic [47:0] wire48(input logic [47:0] v);
    wire48 = {wire32(v[31:0]), wire16(v[47:32])};
  endfunction

  // ------------------------------------------------------- stage 1: all but the check sum of IP
  logic up, announce, reply, back, alone;
  nf_netreduce_pkg::head_t head;

  assign up = mode_i == nf_netreduce_pkg::MODE_UP;
  assign announce = mode_i == nf_netreduce_pkg::MODE_ANNOUNCE;
  assign reply = mode_i == nf_netreduce_pkg::MODE_REPLY;
  assign back = reply || (!up && !announce && head_i.ip.dst == wire32(own_ip_i));
  assign alone = head_i.bth.opcode.group == 3'(nf_netreduce_pkg::ALONE);

  always_comb begin
    head = head_i;
    if (up) begin
      head.eth.dst = wire48(spine_mac_i);
      head.eth.src = wire48(own_mac_i);
      head.ip.src = wire32(own_ip_i);
      head.ip.dst = wire32(spine_ip_i);
    end else if (back) begin
      head.eth.dst = head_i.eth.src;
      head.eth.src = head_i.eth.dst;
      head.ip.src = head_i.ip.dst;
      head.ip.dst = head_i.ip.src;
    end
    head.ip.length = wire16(IpBare + 16'(size_i));
    head.ip.checksum = '0;
    head.udp.length = wire16(UdpBare + 16'(size_i));
    head.udp.checksum = '0;
    head.bth.mark = announce ? '0 : mark_i;
    if (reply) begin
      head.bth.opcode = nf_netreduce_pkg::OPCODE_ACKNOWLEDGE;
      // Solicited event, pad count, and the wish for an acknowledgement are the packet's.
      head.bth.solicited = 1'b0;
      head.bth.pad = '0;
      head.bth.dst_qp = wire24(qp_i);
      head.bth.ack_req = 1'b0;
      head.bth.psn = wire24(psn_i);
    end else if (announce) begin
      head.bth.opcode.group = 3'(nf_netreduce_pkg::ALONE);
      head.bth.opcode.pad = head_i.bth.pad;
      head.bth.pad = '0;
    end else if (alone) begin
      head.bth.opcode.group = '0;
      head.bth.opcode.pad = '0;
      head.bth.pad = head_i.bth.opcode.pad;
    end
  end

  // ------------------------------------------------------------- stage 2: sum of IP's words
  logic valid1_q, valid2_q;
  nf_netreduce_pkg::head_t head1_q, head2_q;
  logic [10:0] size1_q, size2_q;
  nf_netreduce_pkg::ip_t ip1;
  logic [19:0] sum, sum2_q;

  assign ip1 = head1_q.ip;
  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < IpWords; i++) sum += 20'(wire16(ip1[16*i+:16]));
  end

  // ------------------------------------------- stage 3: carries come round, once and once more
  logic [16:0] once;
  logic [15:0] checksum;
  assign once = 17'(sum2_q[15:0]) + 17'(sum2_q[19:16]);
  assign checksum = ~(once[15:0] + 16'(once[16]));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid1_q <= 1'b0;
      valid2_q <= 1'b0;
      valid_o <= 1'b0;
    end else begin
      valid1_q <= valid_i;
      valid2_q <= valid1_q;
      valid_o <= valid2_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      head1_q <= head;
      size1_q <= size_i;
    end
    if (valid1_q) begin
      head2_q <= head1_q;
      size2_q <= size1_q;
      sum2_q <= sum;
    end
    if (valid2_q) begin
      head_o <= head2_q;
      head_o.ip.checksum <= wire16(checksum);
      size_o <= size2_q;
    end
  end

  // ------------------------------------------------------------------------------ properties
`ifndef SYNTHESIS
  logic [2:0] valids_q;  // headers of the cycles before
  logic [1:0] modes_q;   // of the header in stage 1
  nf_netreduce_pkg::ip_t ip;
  logic [19:0] total, rest;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valids_q <= '0;
    else valids_q <= {valids_q[1:0], valid_i};
  end
  always_ff @(posedge clk_i) if (valid_i) modes_q <= mode_i;
  assign ip = head_o.ip;
  always_comb begin
    total = '0;
    for (int unsigned i = 0; i < IpWords; i++) total += 20'(wire16(ip[16*i+:16]));
    rest = 20'(total[15:0]) + 20'(total[19:16]);
  end

  // A header leaves three cycles after it came, and never otherwise.
  `NF_ASSERT(HeaderOnTime, valid_o == valids_q[2])
  // With its check sum the IP header adds up to ones.
  `NF_ASSERT(HeaderAddsUp, !valid_o || rest == 20'hffff)
  // What is sent is alone exactly when it is announced.
  `NF_ASSERT(HeaderAloneOnlyAnnounced,
             !valid1_q || modes_q == nf_netreduce_pkg::MODE_ANNOUNCE ||
                 head1_q.bth.opcode.group != 3'(nf_netreduce_pkg::ALONE))
  // The first addition of the check sum has a carry.
  `NF_COVER(HeaderCarryTwice, valid2_q && once[16])
  // What is sent alone has no mark.
  `NF_ASSERT(HeaderAloneUnmarked,
             !valid1_q || modes_q != nf_netreduce_pkg::MODE_ANNOUNCE ||
                 head1_q.bth.mark == '0)
  // What is addressed to the switch itself, and was alone.
  `NF_COVER(HeaderBackAlone, valid_i && back && alone)
`endif

endmodule
