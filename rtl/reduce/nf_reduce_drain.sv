// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a reduction table does from one decision to the next: the payload of the packet in progress comes
// and goes, a wide sum leaves plane by plane, and the header of what leaves follows its payload.
//
// It does not decide, and does not say whose a slot is (nf_reduce_arbiter does). It keeps the counts, what
// the slots have in common, and the header. Outputs are functions of registers.
// Latency: 1 cycle from a decision to its first slot. Throughput: one slot per cycle.
// KLENK IV-D, Fig. 5.

`include "nf_assert.svh"

module nf_reduce_drain (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // this cycle's slot; none: everything holds
    input  logic                   decides_i,      // a decision
    input  logic                   body_take_i,    // a flit of the packet in progress is taken
    input  logic                   held_slot_i,    // none comes
    input  logic                   sends_i,        // in one of the two: payload leaves
    input  logic                   head_send_i,    // the header leaves
    // with a decision: the packet
    input  logic [            3:0] in_len_i,       // flits of payload that come
    input  logic [            3:0] out_len_i,      // flits of payload that leave from the next slot on
    input  nf_reduce_pkg::plan_t   plan_i,
    input  logic                   drain_i,        // what leaves is the first of many planes
    input  logic                   drain_after_i,  // planes leave when the packet has been added
    input  logic [            3:0] drain_len_i,    // flits of a plane
    // ... and the header of what leaves
    input  logic                   leaves_i,       // there is one
    input  nf_header_pkg::header_t head_i,
    input  logic [            1:0] to_i,           // nf_reduce_pkg::TO_*
    input  logic [            7:0] region_i,
    // packet in progress
    output logic                   idle_o,         // there is none
    output logic [            3:0] in_left_o,      // flits to come
    output logic                   going_o,        // payload leaves in its next slot
    output nf_reduce_pkg::plan_t   plan_o,
    output logic [            2:0] flit_o,         // flit of the entry
    output logic                   planes_o,       // a sum leaves in planes
    output logic [            4:0] plane_o,        // number of the one that leaves
    // header that is to leave
    output logic                   due_o,          // its payload is out
    output nf_header_pkg::header_t head_o,
    output logic [            1:0] to_o,
    output logic [            7:0] region_o,
    output logic                   head_plane_o,   // it is a plane's
    output logic [            7:0] head_index_o,   // of that number
    output logic                   head_last_o,    // the last one
    output logic                   owes_o          // one is still to leave with the ports of region_o
);

  typedef enum logic [2:0] {
    StIdle,    // between two packets
    StPacket,  // payload comes, or leaves, or both
    StAdd,     // payload is added to a sum that leaves behind it
    StGap,     // one slot, in which the last flit of that sum is written
    StPlanes   // the sum leaves
  } state_e;
  state_e state_q, state_d;

  typedef enum logic [1:0] {
    HdNone,   // no header is to leave
    HdWaits,  // its payload leaves first
    HdDue     // it leaves as soon as a slot brings nothing in
  } head_e;
  head_e head_state_q, head_state_d;

  logic [3:0] in_left_q, out_left_q;  // flits to come, flits of payload to send
  logic [2:0] flit_q;
  nf_reduce_pkg::plan_t plan_q;
  logic [4:0] plane_q, planes;
  logic [3:0] drain_len_q;
  nf_header_pkg::header_t head_q;
  logic [1:0] to_q;
  logic [7:0] region_q;
  logic head_plane_q, head_last_q;
  logic [7:0] head_index_q;

  // ---- a wide sum leaves: plane after plane, each with a header
  logic payload, starts, ends, again, last;
  always_comb begin
    planes = '0;
    for (int t = 0; t < nf_pkg::DTYPES; t++)
      if (plan_q.dtype == 4'(t)) planes |= nf_pkg::DTYPE_PLANES[t*5+:5];
  end
  assign payload = body_take_i || held_slot_i;
  assign starts = state_q == StAdd && body_take_i && in_left_q == 4'd1;
  assign ends = sends_i && out_left_q == 4'd1;
  assign last = plane_q + 5'd1 == planes;
  assign again = state_q == StPlanes && ends && !last;

  // ---- packet in progress
  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle: if (decides_i) begin
        if (drain_after_i) state_d = StAdd;
        else if (drain_i) state_d = StPlanes;
        else if (in_len_i != '0 || out_len_i != '0) state_d = StPacket;
      end
      StPacket: if (payload && in_left_q <= 4'd1 && out_left_q <= 4'd1) state_d = StIdle;
      StAdd: if (starts) state_d = StGap;
      StGap: if (held_slot_i) state_d = StPlanes;
      StPlanes: if (ends && last) state_d = StIdle;
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      in_left_q <= '0;
      out_left_q <= '0;
    end else begin
      state_q <= state_d;
      if (decides_i) begin
        in_left_q <= in_len_i;
        out_left_q <= out_len_i;
      end else if (payload) begin
        if (body_take_i) in_left_q <= in_left_q - 4'd1;
        if (starts || again) out_left_q <= drain_len_q;
        else if (sends_i) out_left_q <= out_left_q - 4'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (decides_i) begin
      plan_q <= plan_i;
      flit_q <= '0;
      plane_q <= '0;
      drain_len_q <= drain_len_i;
    end else if (payload) begin
      flit_q <= starts || again ? 3'd0 : flit_q + 3'(body_take_i || sends_i);
      if (starts) begin
        plan_q.read <= 1'b1;
        plan_q.write <= 1'b0;
        plan_q.adds <= 1'b0;
        plan_q.send <= nf_reduce_pkg::SEND_HELD;
      end
      if (again) plane_q <= plane_q + 5'd1;
    end
  end

  // ---- header that follows: a decision may put the next one in the place of the one that leaves in its slot
  always_comb begin
    head_state_d = head_state_q;
    if (decides_i && leaves_i) head_state_d = out_len_i == '0 && !drain_after_i ? HdDue : HdWaits;
    else if (ends) head_state_d = HdDue;
    else if (head_send_i) head_state_d = head_plane_q && !head_last_q ? HdWaits : HdNone;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) head_state_q <= HdNone;
    else head_state_q <= head_state_d;
  end

  always_ff @(posedge clk_i) begin
    if (decides_i && leaves_i) begin
      head_q <= head_i;
      to_q <= to_i;
      region_q <= region_i;
    end
    if (ends || (decides_i && leaves_i)) begin
      head_plane_q <= ends && state_q == StPlanes;
      head_last_q <= last;
      head_index_q <= 8'(plane_q);
    end
  end

  assign idle_o = state_q == StIdle;
  assign in_left_o = in_left_q;
  // The header between two planes has a slot of its own.
  assign going_o = out_left_q != '0 && state_q != StGap && !(state_q == StPlanes && due_o);
  assign plan_o = plan_q;
  assign flit_o = flit_q;
  assign planes_o = state_q == StPlanes;
  assign plane_o = plane_q;
  assign due_o = head_state_q == HdDue;
  assign head_o = head_q;
  assign to_o = to_q;
  assign region_o = region_q;
  assign head_plane_o = head_plane_q;
  assign head_index_o = head_index_q;
  assign head_last_o = head_last_q;
  assign owes_o = head_state_q != HdNone && to_q != nf_reduce_pkg::TO_REQUESTER;

  // A slot is for a decision, between two packets, or for a packet's payload.
  `NF_ASSERT(SlotFitsPacket, !(decides_i && !idle_o) && !(payload && idle_o)
             && !(held_slot_i && in_left_q != '0) && !(body_take_i && in_left_q == '0))
  // What is in progress has flits to come or to send.
  `NF_ASSERT(PacketHasFlits, idle_o == (in_left_q == '0 && out_left_q == '0))
  // A header leaves in a slot that sends nothing else.
  `NF_ASSERT(HeaderNeedsNoSlot, !(head_send_i && sends_i))
  // A header waits for payload that is to leave, and payload that leaves has a header behind it.
  `NF_ASSERT(PayloadHasHeader, head_state_q != HdWaits || !idle_o)
  `NF_COVER(PlanesFollow, starts)

endmodule
