// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// AXI4-Lite slave: turns the five channels into one write and one read at a time, independent of
// each other. The block behind it decides at once what the access means, or lets it wait.
//
// It does not know addresses, protection bits or byte enables: a write is of 32 bits. The data of a
// read that is refused is zero.
//
// A response follows 2 cycles after the address (and, of a write, the data) was taken, when the
// block does not wait. Throughput: one write and one read in 2 cycles. Outputs are functions of
// registers. Registers are how a host drives an engine (ACE 4.4).

`include "nf_assert.svh"

module nf_axil #(
    parameter int unsigned AddrBits = 16  // bits of a byte address, 3..32
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // AXI4-Lite
    input  logic                aw_valid_i,
    output logic                aw_ready_o,
    input  logic [AddrBits-1:0] aw_addr_i,
    input  logic                w_valid_i,
    output logic                w_ready_o,
    input  logic [        31:0] w_data_i,
    output logic                b_valid_o,
    input  logic                b_ready_i,
    output logic [         1:0] b_resp_o,       // 0 OKAY, 2 SLVERR
    input  logic                ar_valid_i,
    output logic                ar_ready_o,
    input  logic [AddrBits-1:0] ar_addr_i,
    output logic                r_valid_o,
    input  logic                r_ready_i,
    output logic [        31:0] r_data_o,       // 0 when the read was refused
    output logic [         1:0] r_resp_o,       // 0 OKAY, 2 SLVERR
    // a write: it is done in the cycle in which valid and ready are high
    output logic                write_valid_o,
    output logic [AddrBits-1:0] write_addr_o,   // with valid; holds while the block waits
    output logic [        31:0] write_data_o,
    input  logic                write_ready_i,
    input  logic                write_ok_i,     // with ready: OKAY, else SLVERR
    // a read, likewise
    output logic                read_valid_o,
    output logic [AddrBits-1:0] read_addr_o,    // with valid; holds while the block waits
    input  logic                read_ready_i,
    input  logic                read_ok_i,
    input  logic [        31:0] read_data_i
);

  `NF_PARAM(AxilAddrBitsInRange, AddrBits >= 3 && AddrBits <= 32)

  localparam logic [1:0] Okay = 2'b00;
  localparam logic [1:0] SlaveError = 2'b10;

  // Address and data of a write come in any order; each is held until the write is done. The next
  // one is not done before the response was taken.
  logic aw_held_q, w_held_q, ar_held_q, write, read;
  assign write_valid_o = aw_held_q && w_held_q && !b_valid_o;
  assign read_valid_o = ar_held_q && !r_valid_o;
  assign write = write_valid_o && write_ready_i;
  assign read = read_valid_o && read_ready_i;
  assign aw_ready_o = !aw_held_q;
  assign w_ready_o = !w_held_q;
  assign ar_ready_o = !ar_held_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_held_q <= 1'b0;
      w_held_q <= 1'b0;
      ar_held_q <= 1'b0;
      write_addr_o <= '0;
      write_data_o <= '0;
      read_addr_o <= '0;
      b_valid_o <= 1'b0;
      r_valid_o <= 1'b0;
      b_resp_o <= Okay;
      r_resp_o <= Okay;
      r_data_o <= '0;
    end else begin
      aw_held_q <= aw_held_q ? !write : aw_valid_i;
      w_held_q <= w_held_q ? !write : w_valid_i;
      ar_held_q <= ar_held_q ? !read : ar_valid_i;
      if (aw_valid_i && aw_ready_o) write_addr_o <= aw_addr_i;
      if (w_valid_i && w_ready_o) write_data_o <= w_data_i;
      if (ar_valid_i && ar_ready_o) read_addr_o <= ar_addr_i;
      b_valid_o <= write || (b_valid_o && !b_ready_i);
      r_valid_o <= read || (r_valid_o && !r_ready_i);
      if (write) b_resp_o <= write_ok_i ? Okay : SlaveError;
      if (read) begin
        r_resp_o <= read_ok_i ? Okay : SlaveError;
        r_data_o <= read_ok_i ? read_data_i : '0;
      end
    end
  end

  // --------------------------------------------------------------------------- properties
`ifdef NF_WATCHED
  localparam int unsigned RulesAddrBits = (AddrBits < 12) ? 12 : AddrBits;
  logic [13:0] unused_broken;
  nf_axi_rules #(
      .AddrBits(RulesAddrBits),
      .DataBits(32)
  ) u_rules (
      .clk_i,
      .rst_ni,
      .aw_valid_i,
      .aw_ready_i(aw_ready_o),
      .aw_addr_i (RulesAddrBits'(aw_addr_i)),
      .aw_len_i  ('0),
      .w_valid_i,
      .w_ready_i (w_ready_o),
      .w_data_i,
      .w_strb_i  ('1),
      .w_last_i  (1'b1),
      .b_valid_i (b_valid_o),
      .b_ready_i,
      .b_resp_i  (b_resp_o),
      .ar_valid_i,
      .ar_ready_i(ar_ready_o),
      .ar_addr_i (RulesAddrBits'(ar_addr_i)),
      .ar_len_i  ('0),
      .r_valid_i (r_valid_o),
      .r_ready_i,
      .r_data_i  (r_data_o),
      .r_resp_i  (r_resp_o),
      .r_last_i  (1'b1),
      .broken_o  (unused_broken)
  );
`endif
`ifndef SYNTHESIS
  logic b_held, r_held, write_waits, read_waits;
  logic [1:0] b_was;
  logic [33:0] r_was;
  logic [AddrBits+31:0] write_was;
  logic [AddrBits-1:0] read_was;
  logic [1:0] owed_aw, owed_w, owed_r;  // taken and not answered
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_held <= 1'b0;
      r_held <= 1'b0;
      write_waits <= 1'b0;
      read_waits <= 1'b0;
      owed_aw <= '0;
      owed_w <= '0;
      owed_r <= '0;
    end else begin
      b_held <= b_valid_o && !b_ready_i;
      r_held <= r_valid_o && !r_ready_i;
      write_waits <= write_valid_o && !write_ready_i;
      read_waits <= read_valid_o && !read_ready_i;
      owed_aw <= owed_aw + 2'(aw_valid_i && aw_ready_o) - 2'(b_valid_o && b_ready_i);
      owed_w <= owed_w + 2'(w_valid_i && w_ready_o) - 2'(b_valid_o && b_ready_i);
      owed_r <= owed_r + 2'(ar_valid_i && ar_ready_o) - 2'(r_valid_o && r_ready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    b_was <= b_resp_o;
    r_was <= {r_data_o, r_resp_o};
    write_was <= {write_addr_o, write_data_o};
    read_was <= read_addr_o;
  end
  // The response to a write stays, unchanged, until it is taken.
  `NF_ASSERT(AxilWriteHolds, !b_held || (b_valid_o && b_was == b_resp_o))
  // So does the response to a read.
  `NF_ASSERT(AxilReadHolds, !r_held || (r_valid_o && r_was == {r_data_o, r_resp_o}))
  // Only what was asked is answered: a write not before its address and data came.
  `NF_ASSERT(AxilWriteAnswered, !b_valid_o || (owed_aw != '0 && owed_w != '0))
  // A read not before its address came.
  `NF_ASSERT(AxilReadAnswered, !r_valid_o || owed_r != '0)
  // A write that the block lets wait stays as it is.
  `NF_ASSERT(AxilWriteWaits, !write_waits
             || (write_valid_o && write_was == {write_addr_o, write_data_o}))
  // So does a read.
  `NF_ASSERT(AxilReadWaits, !read_waits || (read_valid_o && read_was == read_addr_o))
  // A write is done while a read waits for its response to be taken.
  `NF_COVER(AxilIndependent, write && r_held)
`endif

endmodule
