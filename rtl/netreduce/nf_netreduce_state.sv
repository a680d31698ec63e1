// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which member's packet has arrived in which column, and what an arrival is for
// (NETREDUCE 4.3.2, Fig. 6).
//
// A column is a packet's place (slot of its message, offset in it); a member bit in it says that
// the packet of that member was taken. The paper's: one bitmap a ring over N+1 messages; a bit that
// is set already tells a retransmission, and a full column that it has been aggregated. Different:
//   - A slot is cleared as a whole, by turning its generation, which every column carries; columns
//     that the message does not have are swept in the background.
//   - The oldest message leaves when the next one begins, if all its columns were complete and
//     every member has shown a packet of a message W or more later, for which it must have the
//     result. The paper clears member by member; then a column is not full any more for those that
//     still ask.
//   - Messages begin in order; what is not in the window, or cannot begin yet, is STALE. The sender
//     repeats it, as it repeats what is lost. None begins in a slot that is held.
// The first members of a leaf's ring are its hosts (NETREDUCE 4.5): the last of these to come in a
// column that is not full then is LOCAL, as their sum has to be sent to the spine, and one that is
// repeated from then until the column is full is RESEND.
//
// It does not know payload, headers or PSN. HISTORY may follow COMPLETE in the next cycle: who
// answers keeps the order. Latency: 2 cycles from arrival to answer. One arrival a cycle, any
// columns.

`include "nf_assert.svh"

module nf_netreduce_state #(
    parameter int unsigned Rings = 1,  // rings, 1..16
    parameter int unsigned Hosts = 6,  // members of a ring at most, 2..8
    parameter int unsigned Window = 2,  // N: a ring has N + 1 slots, 1..7
    parameter int unsigned MaxMsgLen = 256  // packets of a message at most, 1..256
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // set up a ring anew, within the ranges of the block; what it had is forgotten
    input  logic             cfg_valid_i,     // set up a ring anew
    input  logic [      3:0] cfg_ring_i,
    input  logic [      3:0] cfg_members_i,   // H, members 0 to H-1; 0: the ring is closed
    input  logic [      3:0] cfg_local_i,     // how many of these are hosts, which are the first;
                                              // one switch: all
    input  logic [      2:0] cfg_window_i,    // W of the members, 1..Window
    input  logic [     31:0] cfg_first_i,     // MsgID of the first message
    input  logic [      2:0] cfg_slot_i,      // and its slot, 0..Window
    output logic [Rings-1:0] busy_o,          // columns of the ring wait to be swept
    output logic [Rings-1:0] open_o,          // a message of the ring has begun and is not complete
    // a packet
    input  logic             arrival_valid_i,
    input  logic [      3:0] ring_i,
    input  logic [      2:0] host_i,
    input  logic [      2:0] slot_i,          // goes round with MsgID: 0..Window
    input  logic [     31:0] msgid_i,
    input  logic [      7:0] offset_i,        // packets of the message before it
    input  logic [     15:0] msglen_i,
    input  logic [Rings*8-1:0] held_i,        // bit ring * 8 + slot: no message may begin there now
    output logic             took_o,          // one cycle after a packet: it is accepted
    // the answer, two cycles after a packet; state, column and members hold until the next one
    output logic             valid_o,         // the answer to the arrival of two cycles ago
    output logic [      2:0] state_o,         // STATE_*
    output logic [     15:0] column_o,        // slot * MaxMsgLen + offset; 0 when STALE or LENGTH
    output logic [Hosts-1:0] arrived_o,  // members that the column has now; 0 when STALE or LENGTH
    // a look at a column; one waits at a time, for a cycle without an arrival
    input  logic             look_valid_i,
    output logic             look_ready_o,
    input  logic [      3:0] look_ring_i,
    input  logic [      2:0] look_slot_i,
    input  logic [      7:0] look_offset_i,
    output logic             look_valid_o,    // one cycle, two cycles after the look was taken
    output logic             look_open_o,     // a message is there that has this column
    output logic [     31:0] look_msgid_o,    // which, and who has arrived
    output logic [Hosts-1:0] look_arrived_o
);

  `NF_PARAM(StateRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)
  `NF_PARAM(StateHostsInRange, Hosts >= 2 && Hosts <= nf_netreduce_pkg::MAX_HOSTS)
  `NF_PARAM(StateWindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)
  `NF_PARAM(StateMaxMsgLenInRange, MaxMsgLen >= 1 && MaxMsgLen <= nf_netreduce_pkg::MAX_MSGLEN)

  localparam int unsigned Slots = Window + 1;
  localparam int unsigned AllSlots = Rings * Slots;
  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;
  localparam int unsigned PlaceBits = $clog2(AllSlots);
  localparam int unsigned HeldBits = $clog2(Rings * 8);
  localparam int unsigned LenBits = $clog2(MaxMsgLen + 1);
  localparam int unsigned AddrBits = $clog2(AllSlots * MaxMsgLen);
  localparam int unsigned WordBits = Hosts + 1;  // {generation, member bits}
  localparam logic [3:0] LastSlot = 4'(Window);

  // ------------------------------------------------------------------------------ what is kept
  // Of a ring: its window, and of each of the messages in it, the youngest first, which members have
  // shown a packet of it or of a later one.
  nf_netreduce_pkg::window_t its, look_its, cfg_window, window_next;  // window_next: of each, in a loop
  localparam int unsigned RowBits = $bits(its);
  logic [Rings*RowBits-1:0] windows_q, windows_d;
  logic [Rings*Slots*Hosts-1:0] seen_q;
  // Of a slot.
  typedef struct packed {
    logic               generation;
    logic [LenBits-1:0] clean;  // columns from here on have no bits
    logic [LenBits-1:0] done;   // columns that are complete
    logic [LenBits-1:0] len;    // packets of its message
  } slot_t;
  // The arrival's, that is looked at, that is swept, whose column is complete; of each in a loop.
  slot_t here, looked, swept_one, slot_was, slot_next;
  localparam int unsigned SlotRowBits = $bits(here);
  logic [AllSlots*SlotRowBits-1:0] slots_q, slots_d;

  function automatic logic [255:0] slots_before();
    // For each {slot, steps}: the slot of the message that began steps + 1 messages before the one
    // that has that slot; or, with a slot for the steps, how many messages before it that one began.
    for (int unsigned n = 0; n < 64; n++)
      slots_before[n*4+:4] = 4'((n / 8 + 8 * Slots + Window - n % 8) % Slots);
  endfunction
  localparam logic [255:0] SlotsBefore = slots_before();

  function automatic logic adds_up(input logic [31:0] a, input logic [31:0] b, input logic [31:0] sum);
    // a + b + 1 == sum, without a carry that runs: where each bit of the sum is right, the one above
    // it knows from these three bits what is carried into it.
    adds_up = (a ^ b ^ sum) == {(a[30:0] & b[30:0]) | ((a[30:0] | b[30:0]) & ~sum[30:0]), 1'b1};
  endfunction

  // --------------------------------------------------------------------- the arrival's message
  // The packet says its slot, so there is one message that it can be of; MsgID has to agree.
  logic [PlaceBits-1:0] sweep_q;
  logic ring_known, same_cfg, slot_known, member;
  logic [RingBits-1:0] ring;
  logic [2:0] age;  // messages that began behind the one in the packet's slot
  logic [3:0] unseen_age;
  logic [7:0] in_window;  // by age: there is a message
  logic [PlaceBits-1:0] place;
  logic [Slots*Hosts-1:0] seen;
  logic [Hosts-1:0] host_bit, all, hosts;
  assign ring_known = 5'(ring_i) < 5'(Rings);
  assign ring = ring_known ? RingBits'(ring_i) : '0;
  assign same_cfg = cfg_valid_i && cfg_ring_i == ring_i;
  assign its = windows_q[ring*RowBits+:RowBits];
  assign seen = seen_q[ring*(Slots*Hosts)+:Slots*Hosts];
  assign slot_known = 4'(slot_i) <= LastSlot;
  assign age = SlotsBefore[{its.next_slot[2:0], slot_i, 2'd0}+:3];
  assign member = ring_known && !same_cfg && (host_bit & all) != '0;
  for (genvar a = 0; a < 8; a++) begin : gen_age
    assign in_window[a] = 4'(a) < its.opened;
  end
  for (genvar h = 0; h < Hosts; h++) begin : gen_host
    assign host_bit[h] = host_i == 3'(h);
    assign all[h] = 4'(h) < its.members;
    assign hosts[h] = 4'(h) < its.hosts;
  end

  logic is_open, is_next, in_place, old_kept, sized, fits, begins, continues, take;
  logic [AllSlots-1:0] unclean, incomplete;  // columns are to be swept; some are not complete
  assign is_open = slot_known && in_window[age] && adds_up(msgid_i, 32'(age), its.next);
  assign is_next = msgid_i == its.next && 4'(slot_i) == its.next_slot;
  assign place = slot_known ? PlaceBits'(ring * Slots) + PlaceBits'(slot_i) : '0;
  assign in_place = member && (is_open || is_next);
  assign here = slots_q[place*SlotRowBits+:SlotRowBits];
  // The result of the oldest message is not needed any more when all have shown one W later.
  assign unseen_age = LastSlot - 4'(its.size);
  assign old_kept = its.opened == 4'(Slots) && ((all & ~seen[unseen_age*Hosts+:Hosts]) != '0
                                            || incomplete[place]);
  // No message is longer than 256.
  assign sized = msglen_i <= 16'(MaxMsgLen) && 9'(offset_i) < msglen_i[8:0];
  assign fits = sized && (is_next || msglen_i == 16'(here.len));
  assign begins = arrival_valid_i && member && sized && is_next && !old_kept && !unclean[place]
                  && !held_i[HeldBits'({ring, slot_i})];
  assign continues = arrival_valid_i && member && sized && is_open && msglen_i == 16'(here.len);
  assign take = begins || continues;

  // ------------------------------------------------------------------------------ a look
  logic look_q, look_go, look_open, look_known;
  logic [3:0] look_ring_q;
  logic [2:0] look_age;
  logic [2:0] look_slot_q;
  logic [7:0] look_offset_q;
  logic [RingBits-1:0] look_ring;
  logic [PlaceBits-1:0] look_place;
  assign look_go = look_q && !arrival_valid_i;
  assign look_known = 5'(look_ring_q) < 5'(Rings) && 4'(look_slot_q) < 4'(Slots);
  assign look_ring = look_known ? RingBits'(look_ring_q) : '0;
  assign look_place = look_known ? PlaceBits'(look_ring * Slots) + PlaceBits'(look_slot_q) : '0;
  assign look_its = windows_q[look_ring*RowBits+:RowBits];
  assign looked = slots_q[look_place*SlotRowBits+:SlotRowBits];
  assign look_age = SlotsBefore[{look_its.next_slot[2:0], look_slot_q, 2'd0}+:3];
  assign look_open = look_known && 4'(look_age) < look_its.opened
                     && 16'(look_offset_q) < 16'(looked.len);
  assign look_ready_o = !look_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) look_q <= 1'b0;
    else look_q <= look_q ? !look_go : look_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (!look_q) begin
      look_ring_q <= look_ring_i;
      look_slot_q <= look_slot_i;
      look_offset_q <= look_offset_i;
    end
  end

  // ------------------------------------------------------------------------------ columns
  // What is written in the second cycle is in the memory in the third one: it has come out of the
  // memory in the second one. Meanwhile it is handed on. A refused packet is read too, for nothing:
  // whether it is taken is known late.
  logic write, sweep, write2_q, forward_q;
  logic [PlaceBits-1:0] read_place, place1_q, place2_q;
  logic [7:0] read_offset, offset1_q, offset2_q;
  logic [AddrBits-1:0] read_addr, write_addr;
  logic [WordBits-1:0] write_word, write_word_q, read_word, forward_word_q, word;
  logic [Hosts-1:0] had, has;
  assign read_place = arrival_valid_i ? place : look_place;
  always_comb begin
    read_offset = arrival_valid_i ? offset_i : look_offset_q;
    if (16'(read_offset) >= 16'(MaxMsgLen)) read_offset = '0;
  end
  assign read_addr = AddrBits'(read_place * MaxMsgLen) + AddrBits'(read_offset);
  assign write_addr = AddrBits'(place2_q * MaxMsgLen) + AddrBits'(offset2_q);

  nf_ram_1r1w #(
      .Width(WordBits),
      .Depth(AllSlots * MaxMsgLen)
  ) u_columns (
      .clk_i,
      .we_i   (write2_q),
      .waddr_i(write_addr),
      .wdata_i(write_word_q),
      .re_i   (arrival_valid_i || look_go),
      .raddr_i(read_addr),
      .rdata_o(read_word)
  );

  // The second cycle: what the column had, and what becomes of it.
  logic arrival1_q, take1_q, look1_q, open1_q, generation1_q, at_hand, behind;
  logic [2:0] refused1_q;
  logic [15:0] column1_q;
  logic [Hosts-1:0] host1_q, all1_q, hosts1_q;
  logic [31:0] msgid1_q;
  // The column that is read is that of the second cycle, or that which is being written.
  assign at_hand = {place1_q, offset1_q} == {read_place, read_offset};
  assign behind = write2_q && {place2_q, offset2_q} == {read_place, read_offset};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      arrival1_q <= 1'b0;
      take1_q <= 1'b0;
      look1_q <= 1'b0;
      write2_q <= 1'b0;
      forward_q <= 1'b0;
    end else begin
      arrival1_q <= arrival_valid_i;
      take1_q <= take;
      look1_q <= look_go;
      write2_q <= write || sweep;
      forward_q <= (take1_q && at_hand) || behind;
    end
  end
  always_ff @(posedge clk_i) begin
    refused1_q <= (in_place && !fits) ? nf_netreduce_pkg::STATE_LENGTH
                                      : nf_netreduce_pkg::STATE_STALE;
    column1_q <= 16'(slot_i) * 16'(MaxMsgLen) + 16'(offset_i);
    place1_q <= read_place;
    offset1_q <= read_offset;
    // A message that begins turns the generation of its slot.
    generation1_q <= arrival_valid_i ? here.generation ^ is_next : looked.generation;
    host1_q <= host_bit;
    all1_q <= all;
    hosts1_q <= hosts;
    open1_q <= look_open;
    msgid1_q <= look_its.next - 32'(look_age) - 32'd1;
    place2_q <= write ? place1_q : sweep_q;
    offset2_q <= write ? offset1_q : 8'(swept_one.clean) - 8'd1;
    write_word_q <= write_word;
    // Of two packets of the column the one in the second cycle is newer. When that repeats another one
    // nothing is written, and it is handed on too: the column has these bits already.
    forward_word_q <= (take1_q && at_hand) ? {generation1_q, has} : write_word_q;
  end

  logic is_first, was_full, is_full, was_local, is_local;
  assign word = forward_q ? forward_word_q : read_word;
  assign had = (word[Hosts] == generation1_q) ? word[Hosts-1:0] : '0;
  assign has = had | host1_q;
  // What the next packet needs is found of both words, and then selected: the memory's is late.
  logic [1:0] firsts, lasts;
  logic [WordBits-1:0] one;  // of the two, in a loop
  logic completes;
  always_comb begin
    for (int unsigned n = 0; n < 2; n++) begin
      one = n == 0 ? read_word : forward_word_q;
      firsts[n] = one[Hosts] != generation1_q || (one[Hosts-1:0] & host1_q) == '0;
      // All are there but for this one, which is not.
      lasts[n] = one[Hosts] == generation1_q ? ((one[Hosts-1:0] ^ host1_q) | ~all1_q) == '1
                                             : (all1_q & ~host1_q) == '0;
    end
  end
  assign is_first = firsts[forward_q];
  assign completes = take1_q && lasts[forward_q];
  assign is_full = (all1_q & ~has) == '0;
  assign was_full = (all1_q & ~had) == '0;
  // All hosts are there; that this one has made it so.
  assign was_local = (hosts1_q & ~had) == '0;
  assign is_local = (hosts1_q & ~has) == '0 && (hosts1_q & host1_q) != '0;
  assign write = take1_q && is_first;
  assign write_word = write ? {generation1_q, has} : '0;

  assign took_o = take1_q;

  logic [2:0] state;
  always_comb begin
    state = refused1_q;
    if (take1_q) begin
      if (is_first) begin
        state = is_full ? nf_netreduce_pkg::STATE_COMPLETE :
                is_local ? nf_netreduce_pkg::STATE_LOCAL : nf_netreduce_pkg::STATE_STORE;
      end else begin
        state = was_full ? nf_netreduce_pkg::STATE_HISTORY :
                was_local ? nf_netreduce_pkg::STATE_RESEND : nf_netreduce_pkg::STATE_DISCARD;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      state_o <= '0;
      column_o <= '0;
      arrived_o <= '0;
      look_valid_o <= 1'b0;
      look_open_o <= 1'b0;
      look_msgid_o <= '0;
      look_arrived_o <= '0;
    end else begin
      valid_o <= arrival1_q;
      look_valid_o <= look1_q;
      if (arrival1_q) begin
        state_o <= state;
        column_o <= take1_q ? column1_q : '0;
        arrived_o <= take1_q ? has : '0;
      end
      if (look1_q) begin
        look_open_o <= open1_q;
        look_msgid_o <= open1_q ? msgid1_q : '0;
        look_arrived_o <= open1_q ? had : '0;
      end
    end
  end

  // ------------------------------------------------------------------------------ sweeping
  // One slot after the other, its columns downwards from those that may have bits to those that its
  // message has. Arrivals write first.
  always_comb begin
    for (int unsigned s = 0; s < AllSlots; s++) begin
      slot_was = slots_q[s*SlotRowBits+:SlotRowBits];
      incomplete[s] = slot_was.done != slot_was.len;
      unclean[s] = slot_was.clean != slot_was.len;
    end
  end
  for (genvar r = 0; r < Rings; r++) begin : gen_busy
    assign busy_o[r] = |unclean[r*Slots+:Slots];
    assign open_o[r] = |incomplete[r*Slots+:Slots];
  end
  assign swept_one = slots_q[sweep_q*SlotRowBits+:SlotRowBits];
  assign sweep = unclean[sweep_q] && !write;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sweep_q <= '0;
    else if (!unclean[sweep_q]) begin
      sweep_q <= (sweep_q == PlaceBits'(AllSlots - 1)) ? '0 : sweep_q + 1'b1;
    end
  end

  // ------------------------------------------------------------------------------ rings and slots
  logic [Rings-1:0] cfg;
  // A ring that was never set up has W = 1.
  localparam logic [RowBits-1:0] FirstWindow = RowBits'(1);
  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    assign cfg[r] = cfg_valid_i && cfg_ring_i == 4'(r);
    logic [Slots*Hosts-1:0] seen_d;
    // Who shows a message has shown, for our purpose, all that are older.
    always_comb begin
      seen_d = begins ? {seen_q[r*Slots*Hosts+:Window*Hosts], {Hosts{1'b0}}}
                      : seen_q[r*Slots*Hosts+:Slots*Hosts];
      for (int a = 0; a < Slots; a++) begin
        if (begins || 3'(a) >= age) seen_d[a*Hosts+:Hosts] = seen_d[a*Hosts+:Hosts] | host_bit;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) seen_q[r*Slots*Hosts+:Slots*Hosts] <= '0;
      else if (cfg[r]) seen_q[r*Slots*Hosts+:Slots*Hosts] <= '0;
      else if (take && ring == RingBits'(r)) seen_q[r*Slots*Hosts+:Slots*Hosts] <= seen_d;
    end
  end

  always_comb begin
    cfg_window = '0;
    cfg_window.next = cfg_first_i;
    cfg_window.next_slot = 4'(cfg_slot_i);
    cfg_window.members = cfg_members_i;
    cfg_window.hosts = cfg_local_i;
    cfg_window.size = cfg_window_i;
    for (int unsigned r = 0; r < Rings; r++) begin
      window_next = windows_q[r*RowBits+:RowBits];
      if (cfg[r]) begin
        window_next = cfg_window;
      end else if (begins && ring == RingBits'(r)) begin
        window_next.next = its.next + 32'd1;
        window_next.next_slot = (its.next_slot == LastSlot) ? '0 : its.next_slot + 4'd1;
        if (its.opened != 4'(Slots)) window_next.opened = its.opened + 4'd1;
      end
      windows_d[r*RowBits+:RowBits] = window_next;
    end
  end
  always_comb begin
    for (int unsigned s = 0; s < AllSlots; s++) begin
      slot_next = slots_q[s*SlotRowBits+:SlotRowBits];
      if (cfg[s/Slots]) begin
        slot_next.len = '0;
        slot_next.done = '0;
        slot_next.clean = LenBits'(MaxMsgLen);
      end else begin
        // A message begins in a slot that is swept and complete, so none of these two is in it then.
        if (place1_q == PlaceBits'(s) && completes) slot_next.done = slot_next.done + 1'b1;
        if (sweep_q == PlaceBits'(s) && unclean[s] && !write) slot_next.clean = slot_next.clean - 1'b1;
        if (begins && place == PlaceBits'(s)) begin
          if (LenBits'(msglen_i) > slot_next.len) slot_next.clean = LenBits'(msglen_i);
          slot_next.len = LenBits'(msglen_i);
          slot_next.done = '0;
          slot_next.generation = !slot_next.generation;
        end
      end
      slots_d[s*SlotRowBits+:SlotRowBits] = slot_next;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      windows_q <= {Rings{FirstWindow}};
      slots_q <= '0;
    end else begin
      windows_q <= windows_d;
      slots_q <= slots_d;
    end
  end

  // Of a row each reader looks at a part.
  logic unused;
  assign unused = ^{its, look_its, looked, swept_one, slot_was};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  slot_t place1;
  assign place1 = slots_q[place1_q*SlotRowBits+:SlotRowBits];
  // A packet that is refused leaves all as it was: what a ring knows, and what is in its slots.
  logic still_q;
  slot_t known_slot;
  logic [AllSlots*(LenBits+1)-1:0] lens;  // and generations
  logic [Rings*RowBits+Rings*Slots*Hosts+AllSlots*(LenBits+1)-1:0] knows, knew_q;
  always_comb begin
    for (int unsigned s = 0; s < AllSlots; s++) begin
      known_slot = slots_q[s*SlotRowBits+:SlotRowBits];
      lens[s*(LenBits+1)+:LenBits+1] = {known_slot.generation, known_slot.len};
    end
  end
  assign knows = {windows_q, seen_q, lens};
  logic unused_rows;
  assign unused_rows = ^{place1, known_slot};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) still_q <= 1'b0;
    else still_q <= !take && !cfg_valid_i;
  end
  always_ff @(posedge clk_i) knew_q <= knows;
  `NF_ASSERT(StateRefusedChangesNothing, !still_q || (knows == knew_q && !(write && !took_o)))
  // A ring is set up with what it can have.
  `NF_ASSERT(StateCfgInRange, !cfg_valid_i || (5'(cfg_ring_i) < 5'(Rings)
             && cfg_members_i <= 4'(Hosts) && cfg_window_i != '0 && cfg_local_i <= cfg_members_i
             && (cfg_local_i != '0 || cfg_members_i == '0)
             && 4'(cfg_window_i) < 4'(Slots) && 4'(cfg_slot_i) < 4'(Slots)))
  // What the hosts of a leaf have sent is announced by one of them, and when it is known.
  `NF_ASSERT(StateLocalByHost, !(take1_q && state == nf_netreduce_pkg::STATE_LOCAL)
             || (is_first && !was_local && (all1_q & ~hosts1_q & ~had) != '0))
  // A message has no more complete columns than columns: none is complete twice.
  `NF_ASSERT(StateCompleteOnce, !completes || place1.done < place1.len)
  // It is complete with the last member that comes.
  `NF_ASSERT(StateCompletesWithLast, completes == (write && is_full))
  // A column that a message has is not swept.
  `NF_ASSERT(StateSweepsUnused, !sweep || swept_one.clean > swept_one.len)
  // A full column belongs to a message with a complete column.
  `NF_ASSERT(StateHistoryIsComplete, !(take1_q && was_full) || place1.done != '0)
  // The oldest message left when the next one began, its columns complete.
  `NF_ASSERT(StateLeavesComplete, !begins || here.done == here.len)
  // Arrivals of one column in a row.
  `NF_COVER(StateForwards, forward_q && take1_q)
  // A message could not begin, because a member may still ask for the oldest result.
  `NF_COVER(StateOldKept, arrival_valid_i && in_place && is_next && old_kept)
  // A message could not begin before its slot was swept.
  `NF_COVER(StateWaitsForSweep, arrival_valid_i && in_place && is_next && here.clean != here.len)
  // A sweep waited for an arrival.
  `NF_COVER(StateSweepWaits, unclean[sweep_q] && write)
`endif

endmodule
