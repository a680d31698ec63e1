// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A ring's sums go out in the order of its columns: a receiver then sees a gap when a sum was lost
// on its way, and not when a host's packet is late here, which all receivers would see. Of each ring
// it knows the column that is due. A job for the sum of that one passes; what is complete behind it
// waits here as a bit at its place, and becomes a job again when it is due. The packets wait in the
// stores.
//
// A repeated packet of a sum that was given out is answered when that sum is the last one; others
// are dropped. Either nf_netreduce_recovery sees to them, or their receiver has them: the last one
// makes it acknowledge them all.
//
// Other jobs pass, and all of rings that are not `on`. While a ring is being set up what waits of it
// is dropped, and what still comes. It does not look into the stores, and knows no PSN.
//
// One job in two cycles, a cycle later. A sum that was put aside goes two cycles behind the one before
// it.

`include "nf_assert.svh"

module nf_netreduce_release #(
    parameter int unsigned Rings = 1,        // rings, 1..16
    parameter int unsigned Window = 3,       // N: N + 1 slots, 1..7
    parameter int unsigned MaxMsgLen = 170   // packets of a message, 1..256
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // a ring is being set up; the next three stay meanwhile
    input  logic             closing_i,
    input  logic [      3:0] closing_ring_i,
    input  logic [      2:0] closing_slot_i,  // of its first column
    input  logic             closing_on_i,    // its sums will go out in order
    output logic             swept_o,         // nothing of the ring that is being set up is left
    // recovery
    input  logic [Rings-1:0] hold_i,  // bit r: ring r gives out no sum, from a cycle later on
    // jobs from the lookup
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  nf_netreduce_pkg::job_t in_job_i,
    // jobs, sums in order
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output nf_netreduce_pkg::job_t out_job_o,  // holds when not out_valid_o
    // in the cycle before
    output logic             released_o,       // a sum was given out
    output logic [      3:0] released_ring_o,  // of this ring
    output logic             released_last_o,  // its message's last one
    output logic [      1:0] dropped_o,        // jobs of a packet were dropped, 0..2: for pending
    output nf_netreduce_pkg::window_slot_t dropped_slot_o  // its slot
);

  `NF_PARAM(ReleaseRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)
  `NF_PARAM(ReleaseWindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)
  `NF_PARAM(ReleaseMaxMsgLenInRange, MaxMsgLen >= 1 && MaxMsgLen <= nf_netreduce_pkg::MAX_MSGLEN)

  localparam int unsigned Slots = Window + 1;
  localparam int unsigned RingPlaces = Slots * MaxMsgLen;
  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;
  localparam int unsigned PlaceBits = $clog2(Rings * RingPlaces);
  localparam int unsigned WaitBits = $clog2(MaxMsgLen + 1);
  localparam int unsigned SweepBits = $clog2(RingPlaces + 1);
  localparam logic [2:0] LastSlot = 3'(Window);

  // Of a job for a sum: what is the same in all of a ring's.
  typedef struct packed {
    logic [7:0] read;
    logic [7:0] deliver;
    logic [3:0] dtype;
    logic [3:0] port;
    logic [6:0] mark;
  } shared_t;
  // Of a ring: the column that is due, and the one that was given out last.
  typedef struct packed {
    logic        first;   // the due one is its message's first
    logic [2:0]  slot;    // of the due one
    logic [15:0] due;     // place
    logic        any;     // there is one that was given out
    logic [15:0] newest;  // its place
  } ring_t;
  // Of a column that waits.
  typedef struct packed {
    logic last;  // the last one of its message
    logic waits;
  } column_t;

  ring_t own, looked, next;  // of the job that comes; of the look; each, in a loop
  shared_t in_shared, shared;
  localparam int unsigned RowBits = $bits(own);
  localparam int unsigned SharedBits = $bits(shared);
  logic [Rings-1:0] on_q;
  logic [Rings-1:0] check_q;  // it has to be looked whether the column that is due waits
  logic [Rings-1:0] hold_q;
  logic [Rings*RowBits-1:0] rows_q, rows_d;
  logic [Rings*SharedBits-1:0] shared_q;
  logic [Rings*Slots*WaitBits-1:0] waits_q;  // columns that wait
  logic out_valid_q, look_q, closing_q, closing_on_q;
  logic [RingBits-1:0] look_ring_q, closing_ring_q;
  logic [2:0] closing_slot_q;
  logic [SweepBits-1:0] sweep_q;

  function automatic logic [15:0] base_of(input logic [RingBits-1:0] r, input logic [2:0] s);
    base_of = 16'(r) * 16'(RingPlaces) + 16'(s) * 16'(MaxMsgLen);
  endfunction

  // ------------------------------------------------------------------------------ the job
  logic comes, of_sum, of_repeat, closes, is_due, is_newest, passes, gives, drops, aside, tells;
  logic [RingBits-1:0] ring;

  assign comes = in_valid_i && in_ready_o;
  assign ring = RingBits'(in_job_i.slot.ring);
  assign own = rows_q[ring*RowBits+:RowBits];
  assign of_sum = on_q[ring] && in_job_i.keep && in_job_i.kind == nf_netreduce_pkg::JOB_SUM;
  assign of_repeat = on_q[ring] && in_job_i.again && in_job_i.kind != nf_netreduce_pkg::JOB_NONE;
  assign closes = closing_q && closing_ring_q == ring;
  assign is_due = in_job_i.place == own.due;
  assign is_newest = own.any && in_job_i.place == own.newest;
  assign gives = comes && of_sum && !closes && is_due && !hold_q[ring];
  assign aside = comes && of_sum && !closes && !gives;
  assign drops = comes && ((of_sum && closes) || (of_repeat
      && (closes || !(in_job_i.kind == nf_netreduce_pkg::JOB_HISTORY ? is_newest : is_due))));
  assign tells = aside && in_job_i.announce;  // that does not wait
  assign passes = comes && !aside && !drops;

  // ------------------------------------------------------------------------------ what waits
  logic [Rings-1:0] wanted;
  logic look, finds, clears, writes, sweeps, purges, left;
  column_t column, put;  // that was looked at; that is put aside
  logic [RingBits-1:0] look_ring;
  logic [PlaceBits-1:0] write_at;
  nf_netreduce_pkg::window_slot_t purged;  // whose column is dropped
  ring_t due;      // of the ring that is looked at now
  ring_t wanting;  // one after the other, in a loop

  always_comb begin
    for (int unsigned r = 0; r < Rings; r++) begin
      wanting = rows_q[r*RowBits+:RowBits];
      wanted[r] = check_q[r] && waits_q[(r*Slots+32'(wanting.slot))*WaitBits+:WaitBits] != '0
          && !hold_q[r] && !(closing_q && closing_ring_q == RingBits'(r));
    end
  end
  always_comb begin
    look_ring = '0;
    for (int unsigned r = Rings; r > 0; r--) if (wanted[r-1]) look_ring = RingBits'(r - 1);
  end
  assign look = wanted != '0 && !out_valid_q && !look_q;
  assign in_ready_o = wanted == '0 && !out_valid_q && !look_q;
  assign looked = rows_q[look_ring_q*RowBits+:RowBits];
  assign finds = look_q && column.waits;

  // What waits of a ring that is being set up is dropped in cycles in which no job can be.
  always_comb begin
    left = 1'b0;
    purged.ring = 4'(closing_ring_q);
    purged.slot = '0;
    for (int unsigned s = Slots; s > 0; s--)
      if (waits_q[(closing_ring_q*Slots+s-1)*WaitBits+:WaitBits] != '0) begin
        left = 1'b1;
        purged.slot = 3'(s - 1);
      end
  end
  assign purges = closing_q && left && !comes && !look_q && !out_valid_q;
  assign clears = closing_q && sweep_q != SweepBits'(RingPlaces);
  assign writes = aside || finds;
  assign sweeps = clears && !writes;
  assign swept_o = closing_q && !left && !clears;

  always_comb begin
    write_at = PlaceBits'(base_of(closing_ring_q, '0)) + PlaceBits'(sweep_q);
    if (finds) write_at = PlaceBits'(looked.due);
    if (aside) write_at = PlaceBits'(in_job_i.place);
  end
  assign put.last = aside && in_job_i.last;
  assign put.waits = aside;
  assign due = rows_q[look_ring*RowBits+:RowBits];
  nf_ram_1r1w #(
      .Width($bits(put)),
      .Depth(Rings * RingPlaces)
  ) u_columns (
      .clk_i,
      .we_i   (writes || sweeps),
      .waddr_i(write_at),
      .wdata_i(put),
      .re_i   (look),
      .raddr_i(PlaceBits'(due.due)),
      .rdata_o(column)
  );

  // ------------------------------------------------------------------------------ what goes out
  logic released, last;
  logic [RingBits-1:0] given;
  nf_netreduce_pkg::job_t found, alone;  // a sum that waited; the announcement of one that waits

  assign released = gives || finds;
  assign given = finds ? look_ring_q : ring;
  assign last = finds ? column.last : in_job_i.last;
  assign shared = shared_q[look_ring_q*SharedBits+:SharedBits];
  always_comb begin
    found = '0;
    found.kind = nf_netreduce_pkg::JOB_SUM;
    found.first = looked.first;
    found.keep = 1'b1;
    found.read = shared.read;
    found.deliver = shared.deliver;
    found.dtype = shared.dtype;
    found.port = shared.port;
    found.mark = shared.mark;
    found.place = looked.due;
    found.slot.ring = 4'(look_ring_q);
    found.slot.slot = looked.slot;
    found.last = column.last;
  end

  always_comb begin
    alone = in_job_i;
    if (aside) begin
      alone.kind = nf_netreduce_pkg::JOB_NONE;
      alone.keep = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q <= 1'b0;
      look_q <= 1'b0;
      hold_q <= '0;
      closing_q <= 1'b0;
      closing_on_q <= 1'b0;
      closing_ring_q <= '0;
      closing_slot_q <= '0;
      sweep_q <= '0;
      released_o <= 1'b0;
      dropped_o <= '0;
      out_job_o <= '0;
      released_ring_o <= '0;
      released_last_o <= 1'b0;
      dropped_slot_o <= '0;
    end else begin
      out_valid_q <= passes || tells || finds || (out_valid_q && !out_ready_i);
      look_q <= look;
      hold_q <= hold_i;
      closing_q <= closing_i && 5'(closing_ring_i) < 5'(Rings);
      closing_on_q <= closing_on_i;
      closing_ring_q <= closing_i ? RingBits'(closing_ring_i) : '0;
      closing_slot_q <= closing_slot_i;
      sweep_q <= !closing_i ? '0 : sweep_q + SweepBits'(sweeps);
      released_o <= released;
      dropped_o <= 2'(drops || purges)
          + 2'(drops && in_job_i.announce);
      if (passes || tells || finds) out_job_o <= finds ? found : alone;
      if (released) begin
        released_ring_o <= 4'(given);
        released_last_o <= last;
      end
      if (drops || purges) dropped_slot_o <= drops ? in_job_i.slot : purged;
    end
  end
  always_ff @(posedge clk_i) if (look) look_ring_q <= look_ring;
  assign out_valid_o = out_valid_q;

  // ------------------------------------------------------------------------------ rings
  assign in_shared.read = in_job_i.read;
  assign in_shared.deliver = in_job_i.deliver;
  assign in_shared.dtype = in_job_i.dtype;
  assign in_shared.port = in_job_i.port;
  assign in_shared.mark = in_job_i.mark;

  logic [2:0] next_slot;
  always_comb begin
    next_slot = '0;
    for (int unsigned r = 0; r < Rings; r++) begin
      next = rows_q[r*RowBits+:RowBits];
      next_slot = next.slot == LastSlot ? '0 : next.slot + 3'd1;
      if (released && given == RingBits'(r)) begin
        next.any = 1'b1;
        next.newest = next.due;
        next.first = last;
        next.due = last ? base_of(RingBits'(r), next_slot) : next.due + 16'd1;
        if (last) next.slot = next_slot;
      end
      if (closing_q && closing_ring_q == RingBits'(r)) begin
        next.any = 1'b0;
        next.first = 1'b1;
        next.due = base_of(RingBits'(r), closing_slot_q);
        next.slot = closing_slot_q;
      end
      rows_d[r*RowBits+:RowBits] = next;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rows_q <= '0;
    else rows_q <= rows_d;
  end

  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    logic aside_here, set_up;
    assign aside_here = aside && ring == RingBits'(r);
    assign set_up = closing_q && closing_ring_q == RingBits'(r);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        on_q[r] <= 1'b0;
        check_q[r] <= 1'b0;
        shared_q[r*SharedBits+:SharedBits] <= '0;
      end else begin
        if (set_up && !closing_i) on_q[r] <= closing_on_q;
        if (look_q && look_ring_q == RingBits'(r)) check_q[r] <= 1'b0;
        if (aside_here && is_due) check_q[r] <= 1'b1;
        if (released && given == RingBits'(r)) check_q[r] <= 1'b1;
        if (set_up) check_q[r] <= 1'b0;
        if (aside_here) shared_q[r*SharedBits+:SharedBits] <= in_shared;
      end
    end

    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      localparam int unsigned At = (r * Slots + s) * WaitBits;
      logic more, fewer;
      assign more = aside_here && in_job_i.slot.slot == 3'(s);
      assign fewer = (finds && look_ring_q == RingBits'(r) && looked.slot == 3'(s))
          || (purges && closing_ring_q == RingBits'(r) && purged.slot == 3'(s));
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) waits_q[At+:WaitBits] <= '0;
        else waits_q[At+:WaitBits] <= waits_q[At+:WaitBits] + WaitBits'(more) - WaitBits'(fewer);
      end
      // What goes has waited.
      `NF_ASSERT(ReleaseWaited, !fewer || waits_q[At+:WaitBits] != '0)
      // No more columns wait than a message can have.
      `NF_ASSERT(ReleaseWaitsFit, !more || 32'(waits_q[At+:WaitBits]) < MaxMsgLen)
    end
  end

  // Of a ring each reader looks at a part.
  logic unused;
  assign unused = ^{own, looked, due, wanting};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  nf_netreduce_pkg::job_t job_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= out_valid_o && !out_ready_i;
  end
  always_ff @(posedge clk_i) job_q <= out_job_o;
  // A job that is not taken stays as it is.
  `NF_ASSERT(ReleaseStays, !held_q || (out_valid_o && out_job_o == job_q))
  // A ring and a place are built.
  `NF_ASSERT(ReleaseInRange, !comes || (5'(in_job_i.slot.ring) < 5'(Rings)
             && 32'(in_job_i.place) < Rings * RingPlaces))
  // No sum of a ring that is held, or being set up, is given out.
  `NF_ASSERT(ReleaseHolds, !gives || (!hold_q[ring] && !closes))
  // A sum goes that was put aside.
  `NF_COVER(ReleaseFinds, finds)
  // The last column of a message was put aside.
  `NF_COVER(ReleaseFindsLast, finds && column.last)
  // What waits of a ring is dropped.
  `NF_COVER(ReleasePurges, purges)
`endif

endmodule
