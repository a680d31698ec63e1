// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The rules of an AXI4 port with one ID and INCR bursts of full words: watches its five channels and
// says in the next cycle which rules were broken. AXI4-Lite is the same with bursts of one beat:
// lengths zero, last high.
//
// It drives nothing, and it keeps no data: what was written is not compared with what is read. A
// channel that a port does not have is tied to zero.
//
// Data may come before their address, as AXI4 A3.3.1 allows: one queue holds the lengths of what is
// ahead, addresses or data. A broken rule does not lead to others later: a burst of data ends with
// its mark, one that is read with its length, and a response that nobody waits for is forgotten.
//
// One cycle. Outputs are functions of registers. The rules: AXI4 A3.1 to A3.4.

`include "nf_assert.svh"

module nf_axi_rules #(
    parameter int unsigned AddrBits    = 48,   // bits of a byte address, 12..64
    parameter int unsigned DataBits    = 512,  // bits of a beat, 32..2048, a power of two
    parameter int unsigned Outstanding = 64,   // bursts each way that are followed, 2..256, a power of two
    parameter bit          Report      = 1'b1  // a broken rule is a failed property, too; the RTL
                                               // alone
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  aw_valid_i,  // all are both sides of an AXI4 port with one ID;
                                               // what it has no channel for is zero
    input  logic                  aw_ready_i,
    input  logic [  AddrBits-1:0] aw_addr_i,  // in bytes
    input  logic [           7:0] aw_len_i,   // beats, less one
    input  logic                  w_valid_i,  // of AXI4-Lite: lengths zero, last high
    input  logic                  w_ready_i,
    input  logic [  DataBits-1:0] w_data_i,
    input  logic [DataBits/8-1:0] w_strb_i,
    input  logic                  w_last_i,
    input  logic                  b_valid_i,
    input  logic                  b_ready_i,
    input  logic [           1:0] b_resp_i,
    input  logic                  ar_valid_i,
    input  logic                  ar_ready_i,
    input  logic [  AddrBits-1:0] ar_addr_i,  // in bytes
    input  logic [           7:0] ar_len_i,   // beats, less one
    input  logic                  r_valid_i,
    input  logic                  r_ready_i,
    input  logic [  DataBits-1:0] r_data_i,
    input  logic [           1:0] r_resp_i,
    input  logic                  r_last_i,
    output logic [          13:0] broken_o  // rules by their numbers: broken in the cycle before
);

  `NF_PARAM(AxiRulesAddrBitsInRange, AddrBits >= 12 && AddrBits <= 64)
  `NF_PARAM(AxiRulesDataBitsInRange, DataBits >= 32 && DataBits <= 2048 &&
            (DataBits & (DataBits - 1)) == 0)
  `NF_PARAM(AxiRulesOutstandingInRange, Outstanding >= 2 && Outstanding <= 256 &&
            (Outstanding & (Outstanding - 1)) == 0)

  localparam int unsigned AwHolds = 0;  // what is offered stays, unchanged, until it is taken
  localparam int unsigned WHolds = 1;
  localparam int unsigned BHolds = 2;
  localparam int unsigned ArHolds = 3;
  localparam int unsigned RHolds = 4;
  localparam int unsigned Quiet = 5;  // nothing is offered before the first edge outside reset
  localparam int unsigned AwPage = 6;  // a burst lies in one page of 4 kB
  localparam int unsigned ArPage = 7;
  localparam int unsigned WLast = 8;  // the mark of the last beat is where the length says
  localparam int unsigned RLast = 9;
  localparam int unsigned BAsked = 10;  // responses are for what was taken, data to the last beat
  localparam int unsigned RAsked = 11;
  localparam int unsigned Codes = 12;  // no response says EXOKAY: nobody asked for exclusive access
  localparam int unsigned Followed = 13;  // no more is outstanding than can be followed

  localparam int unsigned SlotBits = $clog2(Outstanding);
  localparam int unsigned PageBeats = 4096 / (DataBits / 8);
  localparam int unsigned LogBytes = $clog2(DataBits / 8);

  logic [13:0] broken;

  // ------------------------------------------------------------------------------ what waits
  logic first_q;  // no edge since reset
  logic [4:0] waits_q;  // offered in the cycle before, and not taken: r, ar, b, w, aw
  logic [AddrBits+7:0] aw_q, ar_q;
  logic [DataBits+DataBits/8:0] w_q;
  logic [1:0] b_q;
  logic [DataBits+2:0] r_q;

  assign broken[AwHolds] = waits_q[0] && !(aw_valid_i && aw_q == {aw_addr_i, aw_len_i});
  assign broken[WHolds] = waits_q[1] && !(w_valid_i && w_q == {w_data_i, w_strb_i, w_last_i});
  assign broken[BHolds] = waits_q[2] && !(b_valid_i && b_q == b_resp_i);
  assign broken[ArHolds] = waits_q[3] && !(ar_valid_i && ar_q == {ar_addr_i, ar_len_i});
  assign broken[RHolds] = waits_q[4] && !(r_valid_i && r_q == {r_data_i, r_resp_i, r_last_i});
  assign broken[Quiet] = first_q &&
      (aw_valid_i || w_valid_i || b_valid_i || ar_valid_i || r_valid_i);
  assign broken[Codes] = (b_valid_i && b_resp_i == 2'b01) || (r_valid_i && r_resp_i == 2'b01);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      waits_q <= '0;
      broken_o <= '0;
    end else begin
      first_q <= 1'b0;
      waits_q <= {r_valid_i && !r_ready_i, ar_valid_i && !ar_ready_i, b_valid_i && !b_ready_i,
                  w_valid_i && !w_ready_i, aw_valid_i && !aw_ready_i};
      broken_o <= broken;
    end
  end
  always_ff @(posedge clk_i) begin
    aw_q <= {aw_addr_i, aw_len_i};
    w_q <= {w_data_i, w_strb_i, w_last_i};
    b_q <= b_resp_i;
    ar_q <= {ar_addr_i, ar_len_i};
    r_q <= {r_data_i, r_resp_i, r_last_i};
  end

  // ------------------------------------------------------------------------------ pages
  assign broken[AwPage] = aw_valid_i && 32'(aw_addr_i[11:LogBytes]) + 32'(aw_len_i) >= PageBeats;
  assign broken[ArPage] = ar_valid_i && 32'(ar_addr_i[11:LogBytes]) + 32'(ar_len_i) >= PageBeats;

  // ------------------------------------------------------------------------------ writes
  logic [7:0] ahead_q[Outstanding];  // lengths of what is ahead
  logic [SlotBits-1:0] ahead_first_q;
  logic [SlotBits:0] ahead_count_q, due_q;  // due: bursts that can be answered
  logic data_ahead_q;
  logic [7:0] beat_q, head, burst_len, data_len;  // beat_q: beats of this burst that were taken
  logic aw_take, w_take, data_end, b_take, some, paired, ahead_pop, ahead_push, ahead_fits, due_fits;

  assign aw_take = aw_valid_i && aw_ready_i;
  assign w_take = w_valid_i && w_ready_i;
  assign data_end = w_take && w_last_i;
  assign b_take = b_valid_i && b_ready_i && due_q != '0;
  assign some = ahead_count_q != '0;
  assign head = ahead_q[ahead_first_q];

  // An address and data that belong to each other: one of them, or neither, comes from the queue.
  assign paired = some ? (data_ahead_q ? aw_take : data_end) : aw_take && data_end;
  assign burst_len = some && !data_ahead_q ? head : aw_len_i;
  assign data_len = some && data_ahead_q ? head : beat_q;
  assign ahead_pop = paired && some;
  assign ahead_push = (aw_take && data_end) ? some : (aw_take || data_end) && !paired;
  assign ahead_fits = ahead_count_q != (SlotBits + 1)'(Outstanding) || ahead_pop;
  assign due_fits = due_q != (SlotBits + 1)'(Outstanding) || b_take;

  // Data that go on behind the end of their burst, or of any, are seen before they end.
  assign broken[WLast] = (paired && burst_len != data_len) ||
      (w_take && !w_last_i && (beat_q == 8'hff || (some && !data_ahead_q && beat_q >= head)));
  assign broken[BAsked] = b_valid_i && due_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ahead_first_q <= '0;
      ahead_count_q <= '0;
      data_ahead_q <= 1'b0;
      due_q <= '0;
      beat_q <= '0;
    end else begin
      if (ahead_pop) ahead_first_q <= ahead_first_q + 1'b1;
      ahead_count_q <= ahead_count_q + (SlotBits + 1)'(ahead_push && ahead_fits) -
                       (SlotBits + 1)'(ahead_pop);
      if (!some) data_ahead_q <= data_end;
      due_q <= due_q + (SlotBits + 1)'(paired && due_fits) - (SlotBits + 1)'(b_take);
      if (data_end) beat_q <= '0;
      else if (w_take && beat_q != 8'hff) beat_q <= beat_q + 8'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (ahead_push && ahead_fits)
      ahead_q[ahead_first_q+SlotBits'(ahead_count_q)] <=
          (aw_take && !(data_end && data_ahead_q)) ? aw_len_i : beat_q;
  end

  // ------------------------------------------------------------------------------ reads
  logic [7:0] asked_q[Outstanding];  // lengths of bursts that are read
  logic [SlotBits-1:0] asked_first_q;
  logic [SlotBits:0] asked_count_q;
  logic [7:0] read_q, read_len;  // read_q: beats of the oldest burst that were taken
  logic ar_take, r_take, r_end, asked_fits;

  assign ar_take = ar_valid_i && ar_ready_i;
  assign r_take = r_valid_i && r_ready_i && asked_count_q != '0;
  assign read_len = asked_q[asked_first_q];
  assign r_end = r_take && read_q == read_len;
  assign asked_fits = asked_count_q != (SlotBits + 1)'(Outstanding) || r_end;

  assign broken[RAsked] = r_valid_i && asked_count_q == '0;
  assign broken[RLast] = r_valid_i && asked_count_q != '0 && r_last_i != (read_q == read_len);
  assign broken[Followed] = (ahead_push && !ahead_fits) || (paired && !due_fits) ||
      (ar_take && !asked_fits);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_first_q <= '0;
      asked_count_q <= '0;
      read_q <= '0;
    end else begin
      if (r_end) asked_first_q <= asked_first_q + 1'b1;
      asked_count_q <= asked_count_q + (SlotBits + 1)'(ar_take && asked_fits) -
                       (SlotBits + 1)'(r_end);
      if (r_take) read_q <= r_end ? '0 : read_q + 8'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (ar_take && asked_fits) asked_q[asked_first_q+SlotBits'(asked_count_q)] <= ar_len_i;
  end

  // --------------------------------------------------------------------------- properties
  // What is offered stays, unchanged, until it is taken: the address of a write,
  `NF_ASSERT(AxiAwHolds, !Report || !broken[AwHolds])
  // its data,
  `NF_ASSERT(AxiWHolds, !Report || !broken[WHolds])
  // the response to it,
  `NF_ASSERT(AxiBHolds, !Report || !broken[BHolds])
  // the address of a read,
  `NF_ASSERT(AxiArHolds, !Report || !broken[ArHolds])
  // and what was read.
  `NF_ASSERT(AxiRHolds, !Report || !broken[RHolds])
  // Nothing is offered before the first edge outside reset.
  `NF_ASSERT(AxiQuietInReset, !Report || !broken[Quiet])
  // A burst that is written lies in one page.
  `NF_ASSERT(AxiAwInPage, !Report || !broken[AwPage])
  // So does one that is read.
  `NF_ASSERT(AxiArInPage, !Report || !broken[ArPage])
  // The last beat of data is marked, and no other one.
  `NF_ASSERT(AxiWLast, !Report || !broken[WLast])
  // So is the last one that is read.
  `NF_ASSERT(AxiRLast, !Report || !broken[RLast])
  // A write is not answered before its address and its last beat were taken, and once.
  `NF_ASSERT(AxiBAsked, !Report || !broken[BAsked])
  // Nothing is read that was not asked for.
  `NF_ASSERT(AxiRAsked, !Report || !broken[RAsked])
  // No response is EXOKAY.
  `NF_ASSERT(AxiCodes, !Report || !broken[Codes])
  // The queues hold all that is outstanding.
  `NF_ASSERT(AxiFollowed, !Report || !broken[Followed])
  // Data came before their address.
  `NF_COVER(AxiDataAhead, some && data_ahead_q)

endmodule
