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
    parameter int unsigned Rings = 1,        // 1..16
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
    output logic             swept_o,         // nothing of it is left here
    // rings that give out no sum, a cycle later
    input  logic [Rings-1:0] hold_i,
    // jobs of the lookup
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [     63:0] in_job_i,        // record `job`
    // jobs, sums in order
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [     63:0] out_job_o,
    // in the cycle before: a sum was given out; a packet's jobs were dropped
    output logic             released_o,
    output logic [      3:0] released_ring_o,
    output logic             released_last_o,  // its message's last one
    output logic [      1:0] dropped_o,        // 0..2
    output logic [      6:0] dropped_slot_o   // as in the record
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
  localparam int unsigned JobBits = nf_netreduce_pkg::JOB_BITS;
  localparam int unsigned SharedBits = 8 + 8 + 4 + 4 + 7;  // of the jobs of a ring: the same in all
  localparam logic [2:0] LastSlot = 3'(Window);

  // Of a ring: the column that is due, the one that was given out last, and whether it has to be
  // looked whether the former waits.
  logic [Rings-1:0] on_q, first_q, check_q, any_q, hold_q;
  logic [Rings*16-1:0] due_q, newest_q;
  logic [Rings*3-1:0] slot_q;
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
  logic [1:0] in_kind;
  logic [RingBits-1:0] ring;
  logic [6:0] in_slot;
  logic [15:0] place;

  assign comes = in_valid_i && in_ready_o;
  assign in_slot = in_job_i[nf_netreduce_pkg::JOB_SLOT_LSB+:7];
  assign ring = RingBits'(in_slot[6:3]);
  assign place = in_job_i[nf_netreduce_pkg::JOB_PLACE_LSB+:16];
  assign in_kind = in_job_i[nf_netreduce_pkg::JOB_KIND_LSB+:2];
  assign of_sum = on_q[ring] && in_job_i[nf_netreduce_pkg::JOB_KEEP_LSB]
      && in_kind == nf_netreduce_pkg::JOB_SUM;
  assign of_repeat = on_q[ring] && in_job_i[nf_netreduce_pkg::JOB_AGAIN_LSB]
      && in_kind != nf_netreduce_pkg::JOB_NONE;
  assign closes = closing_q && closing_ring_q == ring;
  assign is_due = place == due_q[ring*16+:16];
  assign is_newest = any_q[ring] && place == newest_q[ring*16+:16];
  assign gives = comes && of_sum && !closes && is_due && !hold_q[ring];
  assign aside = comes && of_sum && !closes && !gives;
  assign drops = comes && ((of_sum && closes) || (of_repeat
      && (closes || !(in_kind == nf_netreduce_pkg::JOB_HISTORY ? is_newest : is_due))));
  assign tells = aside && in_job_i[nf_netreduce_pkg::JOB_ANNOUNCE_LSB];  // that does not wait
  assign passes = comes && !aside && !drops;

  // ------------------------------------------------------------------------------ what waits
  logic [Rings-1:0] wanted;
  logic look, finds, clears, writes, sweeps, purges, left;
  logic [1:0] column;  // {the last one of its message, it waits}
  logic [RingBits-1:0] look_ring;
  logic [PlaceBits-1:0] write_at;
  logic [2:0] left_slot, look_slot;
  logic [15:0] look_due;

  for (genvar r = 0; r < Rings; r++) begin : gen_wanted
    logic [WaitBits-1:0] waits;
    assign waits = waits_q[(r*Slots+32'(slot_q[r*3+:3]))*WaitBits+:WaitBits];
    assign wanted[r] = check_q[r] && waits != '0 && !hold_q[r]
        && !(closing_q && closing_ring_q == RingBits'(r));
  end
  always_comb begin
    look_ring = '0;
    for (int unsigned r = Rings; r > 0; r--) if (wanted[r-1]) look_ring = RingBits'(r - 1);
  end
  assign look = wanted != '0 && !out_valid_q && !look_q;
  assign in_ready_o = wanted == '0 && !out_valid_q && !look_q;
  assign look_due = due_q[look_ring_q*16+:16];
  assign look_slot = slot_q[look_ring_q*3+:3];
  assign finds = look_q && column[0];

  // What waits of a ring that is being set up is dropped in cycles in which no job can be.
  always_comb begin
    left = 1'b0;
    left_slot = '0;
    for (int unsigned s = Slots; s > 0; s--)
      if (waits_q[(closing_ring_q*Slots+s-1)*WaitBits+:WaitBits] != '0) begin
        left = 1'b1;
        left_slot = 3'(s - 1);
      end
  end
  assign purges = closing_q && left && !comes && !look_q && !out_valid_q;
  assign clears = closing_q && sweep_q != SweepBits'(RingPlaces);
  assign writes = aside || finds;
  assign sweeps = clears && !writes;
  assign swept_o = closing_q && !left && !clears;

  always_comb begin
    write_at = PlaceBits'(base_of(closing_ring_q, '0)) + PlaceBits'(sweep_q);
    if (finds) write_at = PlaceBits'(look_due);
    if (aside) write_at = PlaceBits'(place);
  end
  nf_ram_1r1w #(
      .Width(2),
      .Depth(Rings * RingPlaces)
  ) u_columns (
      .clk_i,
      .we_i   (writes || sweeps),
      .waddr_i(write_at),
      .wdata_i(aside ? {in_job_i[nf_netreduce_pkg::JOB_LAST_LSB], 1'b1} : 2'b00),
      .re_i   (look),
      .raddr_i(PlaceBits'(due_q[look_ring*16+:16])),
      .rdata_o(column)
  );

  // ------------------------------------------------------------------------------ what goes out
  logic released, last;
  logic [RingBits-1:0] given;
  logic [SharedBits-1:0] shared;
  logic [JobBits-1:0] found, told;

  assign released = gives || finds;
  assign given = finds ? look_ring_q : ring;
  assign last = finds ? column[1] : in_job_i[nf_netreduce_pkg::JOB_LAST_LSB];
  assign shared = shared_q[look_ring_q*SharedBits+:SharedBits];
  always_comb begin
    found = '0;
    found[nf_netreduce_pkg::JOB_KIND_LSB+:2] = nf_netreduce_pkg::JOB_SUM;
    found[nf_netreduce_pkg::JOB_FIRST_LSB] = first_q[look_ring_q];
    found[nf_netreduce_pkg::JOB_KEEP_LSB] = 1'b1;
    {found[nf_netreduce_pkg::JOB_READ_LSB+:8], found[nf_netreduce_pkg::JOB_DELIVER_LSB+:8],
     found[nf_netreduce_pkg::JOB_DTYPE_LSB+:4], found[nf_netreduce_pkg::JOB_PORT_LSB+:4],
     found[nf_netreduce_pkg::JOB_MARK_LSB+:7]} = shared;
    found[nf_netreduce_pkg::JOB_PLACE_LSB+:16] = look_due;
    found[nf_netreduce_pkg::JOB_SLOT_LSB+:7] = {4'(look_ring_q), look_slot};
    found[nf_netreduce_pkg::JOB_LAST_LSB] = column[1];
  end

  always_comb begin
    told = in_job_i;
    if (aside) begin
      told[nf_netreduce_pkg::JOB_KIND_LSB+:2] = nf_netreduce_pkg::JOB_NONE;
      told[nf_netreduce_pkg::JOB_KEEP_LSB] = 1'b0;
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
          + 2'(drops && in_job_i[nf_netreduce_pkg::JOB_ANNOUNCE_LSB]);
      if (passes || tells || finds) out_job_o <= finds ? found : told;
      if (released) begin
        released_ring_o <= 4'(given);
        released_last_o <= last;
      end
      if (drops || purges) dropped_slot_o <= drops ? in_slot : {4'(closing_ring_q), left_slot};
    end
  end
  always_ff @(posedge clk_i) if (look) look_ring_q <= look_ring;
  assign out_valid_o = out_valid_q;

  // ------------------------------------------------------------------------------ rings
  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    logic mine, given_here, aside_here, looked, set_up;
    logic [2:0] next_slot;
    assign mine = ring == RingBits'(r);
    assign given_here = released && given == RingBits'(r);
    assign aside_here = aside && mine;
    assign looked = look_q && look_ring_q == RingBits'(r);
    assign set_up = closing_q && closing_ring_q == RingBits'(r);
    assign next_slot = slot_q[r*3+:3] == LastSlot ? '0 : slot_q[r*3+:3] + 3'd1;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        on_q[r] <= 1'b0;
        first_q[r] <= 1'b0;
        check_q[r] <= 1'b0;
        any_q[r] <= 1'b0;
        due_q[r*16+:16] <= '0;
        newest_q[r*16+:16] <= '0;
        slot_q[r*3+:3] <= '0;
        shared_q[r*SharedBits+:SharedBits] <= '0;
      end else begin
        if (set_up && !closing_i) on_q[r] <= closing_on_q;
        if (looked) check_q[r] <= 1'b0;
        if (aside_here && is_due) check_q[r] <= 1'b1;
        if (aside_here)
          shared_q[r*SharedBits+:SharedBits] <= {
            in_job_i[nf_netreduce_pkg::JOB_READ_LSB+:8],
            in_job_i[nf_netreduce_pkg::JOB_DELIVER_LSB+:8],
            in_job_i[nf_netreduce_pkg::JOB_DTYPE_LSB+:4],
            in_job_i[nf_netreduce_pkg::JOB_PORT_LSB+:4],
            in_job_i[nf_netreduce_pkg::JOB_MARK_LSB+:7]
          };
        if (given_here) begin
          check_q[r] <= 1'b1;
          any_q[r] <= 1'b1;
          first_q[r] <= last;
          newest_q[r*16+:16] <= due_q[r*16+:16];
          due_q[r*16+:16] <= last ? base_of(RingBits'(r), next_slot) : due_q[r*16+:16] + 16'd1;
          if (last) slot_q[r*3+:3] <= next_slot;
        end
        if (set_up) begin
          check_q[r] <= 1'b0;
          any_q[r] <= 1'b0;
          first_q[r] <= 1'b1;
          due_q[r*16+:16] <= base_of(RingBits'(r), closing_slot_q);
          slot_q[r*3+:3] <= closing_slot_q;
        end
      end
    end

    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      localparam int unsigned At = (r * Slots + s) * WaitBits;
      logic more, fewer;
      assign more = aside_here && in_slot[2:0] == 3'(s);
      assign fewer = (finds && look_ring_q == RingBits'(r) && look_slot == 3'(s))
          || (purges && closing_ring_q == RingBits'(r) && left_slot == 3'(s));
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

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  logic [JobBits-1:0] job_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= out_valid_o && !out_ready_i;
  end
  always_ff @(posedge clk_i) job_q <= out_job_o;
  // A job that is not taken stays as it is.
  `NF_ASSERT(ReleaseStays, !held_q || (out_valid_o && out_job_o == job_q))
  // A ring and a place are built.
  `NF_ASSERT(ReleaseInRange, !comes || (5'(in_slot[6:3]) < 5'(Rings)
             && 32'(place) < Rings * RingPlaces))
  // No sum of a ring that is held, or being set up, is given out.
  `NF_ASSERT(ReleaseHolds, !gives || (!hold_q[ring] && !closes))
  // A sum goes that was put aside.
  `NF_COVER(ReleaseFinds, finds)
  // The last column of a message was put aside.
  `NF_COVER(ReleaseFindsLast, finds && column[1])
  // What waits of a ring is dropped.
  `NF_COVER(ReleasePurges, purges)
`endif

endmodule
