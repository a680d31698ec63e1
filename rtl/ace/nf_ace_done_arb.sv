// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Takes what is done, one at a time: a phase of a chunk from a machine, or a stored chunk from the
// RX DMA.
//
// Round robin: each waits for every other one once at most. The ready of a done is high for one
// cycle, for the one that was picked in the cycle before. In an abort what the RX DMA has done is
// taken and forgotten; of machines nothing is taken.
//
// A done at t is taken at t+1 at the earliest and shows in ev_* at t+2, one in every cycle.

`include "nf_assert.svh"

module nf_ace_done_arb #(
    parameter int unsigned Machines = 16,  // 2..16
    parameter int unsigned Chunks = 32     // rows of the chunk table, 2..32
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  abort_i,
    // machines: 8 bits of row and phase each
    input  logic [  Machines-1:0] done_valid_i,
    input  logic [Machines*8-1:0] done_id_i,
    input  logic [Machines*8-1:0] done_phase_i,
    output logic [  Machines-1:0] done_ready_o,
    // RX DMA
    input  logic                  rxd_done_valid_i,
    output logic                  rxd_done_ready_o,
    input  nf_ace_pkg::chunk_t    rxd_done_id_i,
    input  logic                  rxd_done_err_i,
    // what was taken in the cycle before
    output logic                  ev_valid_o,
    output logic                  ev_rx_o,     // by the RX DMA: the chunk is complete
    output logic                  ev_err_o,    // of the RX DMA: it was not stored as a whole
    output logic [           1:0] ev_place_o,  // of the RX DMA: of the chunk's command
    output logic [           7:0] ev_row_o,
    output logic [           2:0] ev_phase_o   // of a machine
);

  `NF_PARAM(DoneArbMachinesInRange, Machines >= 2 && Machines <= nf_ace_pkg::MAX_MACHINES)
  `NF_PARAM(DoneArbChunksInRange, Chunks >= 2 && Chunks <= nf_ace_pkg::MAX_CHUNKS)

  localparam int unsigned RowBits = $clog2(Chunks);
  localparam int unsigned DoneBits = $clog2(Machines + 1);

  logic [Machines:0] valid, ready_q, grant;
  logic [DoneBits-1:0] last_q, index;
  logic pick;
  nf_ace_pkg::chunk_t id;  // of a machine: the row alone
  logic [7:0] phase;

  // What is taken in this cycle is not picked once more.
  assign valid = {rxd_done_valid_i, abort_i ? '0 : done_valid_i} & ~ready_q;
  nf_rr_arb #(
      .Requests(Machines + 1)
  ) u_arb (
      .req_i         (valid),
      .last_i        (last_q),
      .grant_valid_o (pick),
      .grant_index_o (index),
      .grant_onehot_o(grant)
  );
  always_comb begin
    id = ready_q[Machines] ? rxd_done_id_i : '0;
    phase = '0;
    for (int m = 0; m < Machines; m++) begin
      if (ready_q[m]) begin
        id = id | done_id_i[m*8+:8];
        phase = phase | done_phase_i[m*8+:8];
      end
    end
  end
  assign done_ready_o = ready_q[Machines-1:0];
  assign rxd_done_ready_o = ready_q[Machines];

  logic [RowBits-1:0] ev_row_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= '0;
      last_q <= '0;
      ev_valid_o <= 1'b0;
      ev_rx_o <= 1'b0;
      ev_err_o <= 1'b0;
      ev_place_o <= '0;
      ev_row_q <= '0;
      ev_phase_o <= '0;
    end else begin
      ready_q <= grant;
      if (pick) last_q <= index;
      ev_valid_o <= ready_q != '0 && !abort_i;
      if (ready_q != '0) begin
        ev_rx_o <= ready_q[Machines];
        ev_err_o <= rxd_done_err_i;
        ev_place_o <= id.place;
        ev_row_q <= id.row[RowBits-1:0];
        ev_phase_o <= phase[2:0];
      end
    end
  end
  assign ev_row_o = 8'(ev_row_q);

  logic unused;
  assign unused = ^{id, phase};

  // --------------------------------------------------------------------------- properties
  // At most one ready is high, and only while something is there to be taken.
  `NF_ASSERT(DoneArbOneReady, (ready_q & ~{rxd_done_valid_i, done_valid_i}) == '0
             && (ready_q & (ready_q - 1'b1)) == '0)
  // A done waits while another is taken.
  `NF_COVER(DoneArbWaits, (valid & ~grant) != '0)

endmodule
