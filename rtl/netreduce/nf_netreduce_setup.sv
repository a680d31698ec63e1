// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sets rings up, one at a time, and switches all of them on and off. A set-up brings the ring to rest
// (nf_netreduce_drain): messages that have begun may end, then it is closed, and what was accepted is
// added and leaves. Then the state manager begins anew, and the ring is opened when what was begun of
// the old one has ended and its columns are swept. Switching off brings all rings to rest; it is on
// again at once when it is switched on, also before it was off.
//
// What makes no sense closes the ring, as no members do.
//
// It knows no packets, tables or columns: it says when, and to what. All outputs are functions of
// registers.

`include "nf_assert.svh"

module nf_netreduce_setup #(
    parameter int unsigned Ports = 6,  // ports, 2..8
    parameter int unsigned Rings = 1,  // rings, 1..16
    parameter int unsigned Window = 3  // N of Algorithm 1: a ring has N + 1 slots, 1..7
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             enable_i,       // low: off, when all rings are at rest
    output logic             on_o,           // it is not off
    input  logic [     31:0] drain_i,  // cycles that are waited for messages, and again for sums
    output logic [      1:0] given_up_o,     // waits that have ended too early in the cycle before,
                                             // 0..2
    // a set-up, as in nf_netreduce_lookup
    output logic             cfg_ready_o,
    input  logic             cfg_valid_i,
    input  logic [      3:0] cfg_ring_i,     // one that is not built: nothing happens
    input  logic [      3:0] cfg_members_i,  // of the ring; a leaf: its hosts, LocalSize
    input  logic             cfg_leaf_i,     // there are others behind a spine
    input  logic [      2:0] cfg_window_i,   // W of the hosts, 1..Window
    input  logic [     31:0] cfg_first_i,    // MsgID of the first message
    input  logic [      2:0] cfg_slot_i,     // and its slot, 0..Window
    input  logic [      3:0] cfg_dtype_i,    // nf_pkg::DTYPE_*
    // rings
    input  logic [Rings-1:0] open_i,  // bit r: a message of ring r has begun and is not complete
    input  logic [Rings-1:0] working_i,      // bit r: packets or jobs of it are under way
    // sums
    input  logic [Ports-1:0] reserve_i,      // bit p: room for a sum is reserved at port p
    input  logic [Ports-1:0] sent_i,         // bit p: one has left it
    output logic [Rings-1:0] setting_o,      // the ring is being set up
    output logic             off_busy_o,     // all are being switched off
    output logic [Rings-1:0] hold_o,         // no message may begin in the ring
    output logic             hold_all_o,     // nor in any, unless enable_i is high
    // the ring that is set up, from when it is taken
    output logic             shut_o,         // one cycle: close it in LUT#1
    output logic             begin_o,        // one cycle: begin it anew in the state manager
    output logic             sweeping_o,     // it has begun anew, and is to be opened
    input  logic             swept_i,        // with it: its columns are swept and nothing of the
                                             // old ring is left: open it
    output logic [      3:0] ring_o,  // this and all below are the set-up that was taken last
    output logic [      3:0] members_o,      // 0: it stays closed
    output logic [      3:0] all_o,          // members_o with HEADER and GLOBAL
    output logic             leaf_o,
    output logic [      2:0] window_o,
    output logic [     31:0] first_o,
    output logic [      2:0] slot_o,
    output logic [      3:0] dtype_o
);

  `NF_PARAM(SetupPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)
  `NF_PARAM(SetupRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)
  `NF_PARAM(SetupWindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)

  // The ports that a leaf's HEADER and GLOBAL members come by may be one.
  localparam int unsigned Hosts = (Ports + 1 < nf_netreduce_pkg::MAX_HOSTS) ? Ports + 1
                                                                          : nf_netreduce_pkg::MAX_HOSTS;
  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;

  // ------------------------------------------------------------------------------ one ring
  typedef enum logic [1:0] {
    READY,  // no ring is being set up
    CLOSED, // it is brought to rest, and closed
    BEGUN,  // the state manager has its set-up
    SWEPT   // until its columns are swept
  } setup_e;
  typedef struct packed {
    logic [3:0]  ring;
    logic [3:0]  members;
    logic [3:0]  all;
    logic        leaf;
    logic [2:0]  window;
    logic [31:0] first;
    logic [2:0]  slot;
    logic [3:0]  dtype;
  } cfg_t;
  setup_e setup_q;
  cfg_t cfg, cfg_q;
  logic take, good;
  logic [4:0] all;  // members, those of a leaf that are no hosts too
  logic drained, hold, late, unused_busy;

  assign all = 5'(cfg_members_i) + (cfg_leaf_i ? 5'd2 : 5'd0);
  assign good = cfg_members_i != '0 && all <= 5'(Hosts) && cfg_window_i != '0
      && 4'(cfg_window_i) < 4'(Window + 1) && 4'(cfg_slot_i) < 4'(Window + 1);
  assign take = cfg_ready_o && cfg_valid_i && 5'(cfg_ring_i) < 5'(Rings);
  always_comb begin
    cfg = '0;
    cfg.ring = cfg_ring_i;
    cfg.window = 3'd1;
    if (good) begin
      cfg.members = cfg_members_i;
      cfg.all = all[3:0];
      cfg.leaf = cfg_leaf_i;
      cfg.window = cfg_window_i;
      cfg.first = cfg_first_i;
      cfg.slot = cfg_slot_i;
      cfg.dtype = cfg_dtype_i;
    end
  end

  nf_netreduce_drain #(
      .Ports(Ports)
  ) u_drain (
      .clk_i,
      .rst_ni,
      .time_i    (drain_i),
      .start_i   (take),
      .open_i    (open_i[RingBits'(cfg_q.ring)]),
      .jobs_i    (working_i[RingBits'(cfg_q.ring)]),
      .reserve_i,
      .sent_i,
      .busy_o    (unused_busy),
      .hold_o    (hold),
      .shut_o,
      .done_o    (drained),
      .given_up_o(late)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      setup_q <= READY;
      cfg_q <= '0;
    end else begin
      if (take) cfg_q <= cfg;
      unique case (setup_q)
        READY: if (take) setup_q <= CLOSED;
        CLOSED: if (drained) setup_q <= BEGUN;
        BEGUN: setup_q <= SWEPT;
        default: if (swept_i) setup_q <= READY;
      endcase
    end
  end

  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    assign setting_o[r] = setup_q != READY && cfg_q.ring == 4'(r);
    assign hold_o[r] = hold && cfg_q.ring == 4'(r);
  end
  assign cfg_ready_o = setup_q == READY;
  assign begin_o = setup_q == BEGUN;
  assign sweeping_o = setup_q == SWEPT;
  assign ring_o = cfg_q.ring;
  assign members_o = cfg_q.members;
  assign all_o = cfg_q.all;
  assign leaf_o = cfg_q.leaf;
  assign window_o = cfg_q.window;
  assign first_o = cfg_q.first;
  assign slot_o = cfg_q.slot;
  assign dtype_o = cfg_q.dtype;

  // ------------------------------------------------------------------------------ all of them
  logic on_q, off_shut, off_late, unused_off_done;
  nf_netreduce_drain #(
      .Ports(Ports)
  ) u_off (
      .clk_i,
      .rst_ni,
      .time_i    (drain_i),
      .start_i   (on_q && !enable_i && !off_busy_o),
      .open_i    (open_i != '0 && !enable_i),
      .jobs_i    (working_i != '0),
      .reserve_i,
      .sent_i,
      .busy_o    (off_busy_o),
      .hold_o    (hold_all_o),
      .shut_o    (off_shut),
      .done_o    (unused_off_done),
      .given_up_o(off_late)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) on_q <= 1'b0;
    else if (enable_i || off_shut) on_q <= enable_i;
  end
  assign on_o = on_q;
  assign given_up_o = 2'(late) + 2'(off_late);

  logic unused;
  assign unused = ^{unused_busy, unused_off_done};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // One ring at most is set up, and holds are of that one.
  `NF_ASSERT(SetupOneRing, (setting_o & (setting_o - 1'b1)) == '0 && (hold_o & ~setting_o) == '0)
  // A set-up comes while all are being switched off.
  `NF_COVER(SetupMeetsOff, take && off_busy_o)
`endif

endmodule
