// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Where a packet goes: from its header and the tables to lists of ports. One per switch port.
//
// It does not hold tables (nf_mcr_table does), does not see payload, and does not check that a
// packet has the length its header announces (the framer does). Regions must not overlap, which
// nf_mcr_table guarantees. Regions may come and go beside headers under way: stage 1 finds the region,
// stage 2 reads its lists, and a region that was found does not change in between, for nf_mcr_table
// replaces no valid region under traffic. cfg_* must hold still while headers are under way.
//
// A header without error has exactly one kind of fate: egress ports, one reduction table, or this
// switch (sink_o). A header with an error has none, and the packet is to be dropped and counted.
// All outputs are zero while valid_o is low.
//
// Latency: 2 cycles. Throughput: one header per cycle.
// Stage 1 compares and selects by header fields, stage 2 works on the lists that the hit selects.
// KLENK IV-A, Fig. 2 (5, 6) and Fig. 5 (1).

`include "nf_assert.svh"

module nf_mcr_lookup #(
    parameter int unsigned Ports     = 16,  // ports of the switch, 2..16
    parameter int unsigned Regions   = 8,   // entries of the MCR table, 2..32: the valid bits fill
                                            // one register
    parameter int unsigned Nodes     = 32,  // node ids that have a route, from 0 on, 8..256,
                                            // multiple of 8
    parameter int unsigned HomeSlots = 64,  // slots of the home-port table, 2^k or 3*2^k, 2..512,
                                            // see nf_mcr_hash
    parameter bit          Halves    = 0,   // the reduction tables have the types of 16-bit elements
    parameter bit          Wide      = 0,   // the reduction tables have the ops whose sums are
                                            // wider than the type
    parameter bit          NoTables  = 0    // the switch has no reduction tables: what needs one
                                            // here is refused
) (
    input  logic                          clk_i,
    input  logic                          rst_ni,
    // header of an arriving packet
    input  logic                          valid_i,
    input  nf_header_pkg::header_t        hdr_i,
    // this switch and this port
    input  logic [nf_pkg::HDR_DST_BITS-1:0] cfg_id_i,  // node id of this switch
    input  logic [                   7:0] cfg_port_i,  // the port the header came in on
    input  logic                          cfg_first_hop_i,  // that port leads to an endpoint
    input  logic                          cfg_uplink_i,     // that port leads up: the packet may
                                                            // only go down
    input  logic [                  15:0] cfg_uplinks_i,    // ports that lead up
    input  logic [                   3:0] cfg_links_i,      // links that endpoints interleave
                                                            // blocks over, 1..8 (CSR LINKS)
    // tables, as nf_mcr_table publishes them
    input  logic [           Regions-1:0] region_valid_i,
    input  logic [        Regions*64-1:0] region_base_i,
    input  logic [        Regions*64-1:0] region_end_i,
    input  logic [         Regions*8-1:0] region_mode_i,
    input  logic [        Regions*16-1:0] region_ports_i,
    input  logic [        Regions*16-1:0] region_multi_i,
    input  logic [     Regions*Nodes-1:0] region_targets_i,
    input  logic [           Nodes*8-1:0] route_i,
    input  logic [       HomeSlots*8-1:0] home_i,
    input  logic [       HomeSlots*4-1:0] way_i,
    // two cycles later
    output logic                          valid_o,   // the answer to the header of two cycles ago;
                                                     // all others are zero without it
    output logic [                  15:0] egress_o,  // ports to send the packet to
    output logic [                  15:0] reduce_o,  // one-hot: port whose reduction table takes it
    output logic                          alloc_o,   // pull request: takes an entry in this port's
                                                     // table before it goes on
    output logic                          sink_o,    // acknowledgement for this switch: ends here
    output logic                          by_region_o,  // the packet goes by a region's entry
    output logic [                   7:0] region_o,  // region of the address; 0 for unicast
    output logic [                   7:0] error_o    // nf_pkg::ERR_*: why the packet is to be
                                                     // dropped, 0 for not
);

  `NF_PARAM(LookupPortsInRange, Ports >= 2 && Ports <= nf_pkg::MAX_PORTS)
  `NF_PARAM(LookupRegionsInRange, Regions >= 2 && Regions <= nf_pkg::MAX_REGIONS)
  `NF_PARAM(LookupNodesInRange, Nodes >= 8 && Nodes <= nf_mcr_pkg::MAX_NODES && Nodes % 8 == 0)
  `NF_PARAM(LookupHomeSlotsInRange, HomeSlots >= 2 && HomeSlots <= nf_pkg::MAX_HOME_SLOTS)

  localparam int unsigned NodeBits = $clog2(Nodes);
  localparam int unsigned SlotBits = $clog2(HomeSlots);
  localparam int unsigned AddrBits = nf_pkg::HDR_ADDR_BITS;
  localparam int unsigned FlitOffsetBits = $clog2(nf_pkg::FLIT_BYTES);
  localparam int unsigned OffsetBits = $clog2(nf_pkg::BLOCK_BYTES);
  // Regions are made of whole 128-byte blocks: only block numbers are compared. One bit more than
  // an address has, because a region may end at 2^48.
  localparam int unsigned BlockBits = AddrBits - OffsetBits + 1;
  // What the reduction tables of this build can do, bit {dtype, red_op}.
  localparam logic [255:0] Ops = nf_pkg::OPS_SUPPORTED & ~(Halves ? 256'd0 : nf_pkg::OPS_HALF)
                                 & ~(Wide ? 256'd0 : nf_pkg::OPS_WIDE);
  localparam logic [255:0] WideOps = Ops & nf_pkg::OPS_WIDE;
  localparam logic [7:0] Closed = 8'd1 << nf_pkg::MCR_MODE_CLOSED;
  // Ports that exist; a table that names another one finds no destination here.
  localparam logic [15:0] AllPorts = 16'((32'd1 << Ports) - 32'd1);

  // ------------------------------------------------------------------ stage 1: fields and compares
  logic [3:0] opcode, red_op, dtype, len;
  logic [15:0] count;
  logic is_plane;
  logic [AddrBits-1:0] addr;
  logic [nf_pkg::HDR_SRC_BITS-1:0] src;
  logic [nf_pkg::HDR_DST_BITS-1:0] dst;

  assign opcode = hdr_i.opcode;
  assign red_op = hdr_i.red_op;
  assign dtype  = hdr_i.dtype;
  assign len    = hdr_i.len;
  assign count  = hdr_i.count;
  assign is_plane = hdr_i.flags.plane;
  assign addr   = hdr_i.addr;
  assign src    = hdr_i.src;
  assign dst    = hdr_i.dst;

  // What kind of way the opcode takes, and what its header must satisfy.
  logic opcode_known;
  logic is_list, is_home, is_reduce, is_sink;  // none of them: unicast
  logic no_len, may_be_empty, needs_op, needs_count, may_be_plane;
  nf_mcr_pkg::mode_t needs_mode;  // the region must have this mode bit; CLOSED: must not have it

  always_comb begin
    opcode_known = 1'b1;
    is_list = 1'b0;
    is_home = 1'b0;
    is_reduce = 1'b0;
    is_sink = 1'b0;
    no_len = 1'b0;
    may_be_empty = 1'b0;
    needs_op = 1'b0;
    needs_count = 1'b0;
    may_be_plane = 1'b0;
    needs_mode = '0;
    unique case (opcode)
      nf_pkg::OPCODE_READ_REQ, nf_pkg::OPCODE_WRITE, nf_pkg::OPCODE_READ_RSP: ;
      nf_pkg::OPCODE_MCAST_WRITE: begin
        is_list = 1'b1;
        needs_mode.settings.multicast = 1'b1;
      end
      nf_pkg::OPCODE_PULL_REQ: begin
        is_list = 1'b1;
        needs_op = 1'b1;
        needs_mode.settings.pull = 1'b1;
      end
      nf_pkg::OPCODE_PUSH_WRITE: begin
        is_home = 1'b1;
        needs_op = 1'b1;
        needs_count = 1'b1;
        needs_mode.settings.push = 1'b1;
      end
      nf_pkg::OPCODE_BARRIER: begin
        is_home = 1'b1;
        no_len = 1'b1;
        needs_count = 1'b1;
        needs_mode.settings.push = 1'b1;
      end
      nf_pkg::OPCODE_PUSH_RESULT: begin
        is_list = 1'b1;
        needs_mode.settings.push = 1'b1;
      end
      nf_pkg::OPCODE_BARRIER_DONE: begin
        is_list = 1'b1;
        no_len = 1'b1;
        needs_mode.settings.push = 1'b1;
      end
      nf_pkg::OPCODE_PULL_RSP: begin
        is_reduce = 1'b1;
        needs_count = 1'b1;
        may_be_plane = 1'b1;
      end
      nf_pkg::OPCODE_PUSH_PARTIAL: begin
        // To the home GPU, to all, or a leaf's to the home table; a barrier's has no payload.
        is_list = dst == nf_pkg::HDR_DST_BITS'(nf_pkg::BROADCAST_ID);
        is_home = dst == nf_pkg::HDR_DST_BITS'(nf_pkg::HOME_TABLE_ID);
        may_be_empty = 1'b1;
        needs_count = 1'b1;
        may_be_plane = !is_home;
        needs_mode.settings.push = 1'b1;
      end
      nf_pkg::OPCODE_WRITE_ACK: begin
        is_sink = dst == cfg_id_i;
        no_len = 1'b1;
      end
      default: opcode_known = 1'b0;
    endcase
    // A region that is closed takes no new requests; what was begun goes on.
    needs_mode.closed = !hdr_i.opcode[3];
  end

  // A full block must start at a block, anything shorter at a flit.
  logic misaligned;
  assign misaligned = (no_len ? len != 4'd0 : (len == 4'd0 && !may_be_empty)
                                  || len > 4'(nf_pkg::MAX_PAYLOAD_FLITS)) ||
                      addr[FlitOffsetBits-1:0] != '0 ||
                      (len == 4'(nf_pkg::MAX_PAYLOAD_FLITS) && addr[OffsetBits-1:0] != '0);

  // A packet lies within a block, so an address alone says of what a region or a mapping holds
  // (nf_endpoint_translate) whether it holds all of it.
  logic leaves_block;
  assign leaves_block = 5'(addr[OffsetBits-1:FlitOffsetBits]) + 5'(len) >
                        5'(nf_pkg::MAX_PAYLOAD_FLITS);

  // What the header alone gives away, the first cause first.
  logic [7:0] early_error;
  logic op_known, wide_known;
  assign op_known = 1'(Ops >> {dtype, red_op});
  // Only an unrounded sum comes in planes, and only a sum that is wider than its type is unrounded.
  assign wide_known = may_be_plane && 1'(WideOps >> {dtype, red_op});
  always_comb begin
    early_error = nf_pkg::ERR_NONE;
    if (!opcode_known) early_error = nf_pkg::ERR_OPCODE;
    else if (misaligned) early_error = nf_pkg::ERR_ALIGN;
    else if (leaves_block) early_error = nf_pkg::ERR_RANGE;
    else if (is_plane ? !wide_known : needs_op && !op_known) early_error = nf_pkg::ERR_OP;
    else if (needs_count && !is_plane && count == '0) early_error = nf_pkg::ERR_COUNT;
  end

  logic [BlockBits-1:0] block;
  assign block = {1'b0, addr[AddrBits-1:OffsetBits]};

  logic src_known, dst_known;
  logic [NodeBits-1:0] src_index, dst_index;
  assign src_known = src < nf_pkg::HDR_SRC_BITS'(Nodes);
  assign dst_known = dst < nf_pkg::HDR_DST_BITS'(Nodes);
  assign src_index = src[NodeBits-1:0];
  assign dst_index = dst[NodeBits-1:0];

  logic [Regions-1:0] hit, src_target;
  for (genvar r = 0; r < Regions; r++) begin : gen_region
    logic [BlockBits-1:0] first, past;
    logic [Nodes-1:0] targets;
    assign first = region_base_i[r*64+OffsetBits+:BlockBits];
    assign past = region_end_i[r*64+OffsetBits+:BlockBits];
    assign targets = region_targets_i[r*Nodes+:Nodes];
    assign hit[r] = region_valid_i[r] && first <= block && block < past;
    assign src_target[r] = src_known && targets[src_index];
  end

  nf_mcr_pkg::route_t dst_route, src_route;
  nf_mcr_pkg::home_t home_slot;
  logic [3:0] slot_way;
  logic [SlotBits-1:0] slot;

  nf_mcr_hash #(
      .HomeSlots(HomeSlots)
  ) u_hash (
      .addr_i (addr),
      .links_i(cfg_links_i),
      .slot_o (slot)
  );

  assign dst_route = route_i[{dst_index, 3'b000}+:8];
  assign src_route = route_i[{src_index, 3'b000}+:8];
  assign home_slot = home_i[{slot, 3'b000}+:8];
  assign slot_way = way_i[{slot, 2'b00}+:4];

  // What stage 2 needs of the header.
  typedef struct packed {
    // Way of the packet; none of the four: to one port.
    logic listed;   // to a list
    logic home;     // to its home table
    logic reduce;   // to the table of the way back
    logic sink;     // ends here
    logic pull;     // pull request
    logic request;  // of the virtual channel of requests
    logic inner;    // sums of switches: partial ones, planes of unrounded ones
    logic many;     // a count other than that of one contribution
    logic [7:0] early;       // error that the header alone gives away
    logic [7:0] needs_mode;
    // One bit a region: the address is in it; the source is its target.
    logic [Regions-1:0] hit;
    logic [Regions-1:0] src_target;
    // One port that the header names: the destination's, or the home slot's.
    logic name_valid;
    logic name_here;  // the table of that port is here
    logic [3:0] name_port;
    logic [3:0] src_port;
    logic src_spread;
    logic slot_valid;
    logic [3:0] way;  // of the home slot: the port in place of a route with SPREAD
  } stage_t;
  stage_t stage_q;
  logic valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      stage_q.listed <= is_list;
      stage_q.home <= is_home;
      stage_q.reduce <= is_reduce;
      stage_q.sink <= is_sink;
      stage_q.pull <= opcode == nf_pkg::OPCODE_PULL_REQ;
      stage_q.request <= !hdr_i.opcode[3];
      stage_q.inner <= is_plane || opcode == nf_pkg::OPCODE_PUSH_PARTIAL;
      stage_q.many <= needs_count && count != 16'd1;
      stage_q.early <= early_error;
      stage_q.needs_mode <= needs_mode;
      stage_q.hit <= hit;
      stage_q.src_target <= src_target;
      stage_q.src_port <= src_route.port;
      stage_q.src_spread <= src_route.spread;
      stage_q.slot_valid <= home_slot.valid;
      stage_q.way <= slot_way;
      stage_q.name_valid <= is_home ? home_slot.valid
          : dst_route.valid && dst_known && (home_slot.valid || !dst_route.spread);
      stage_q.name_here <= is_home && home_slot.here;
      stage_q.name_port <= is_home ? home_slot.port : dst_route.spread ? slot_way : dst_route.port;
    end
  end

  // ------------------------------------------------------------------ stage 2: lists
  logic [15:0] hit_ports, hit_multi;
  nf_mcr_pkg::mode_t hit_mode;
  logic [7:0] hit_index;
  logic src_is_target, mode_allows;

  always_comb begin
    hit_ports = '0;
    hit_multi = '0;
    hit_mode  = '0;
    hit_index = '0;
    for (int r = 0; r < Regions; r++) begin
      if (stage_q.hit[r]) begin
        hit_ports = hit_ports | region_ports_i[r*16+:16];
        hit_multi = hit_multi | region_multi_i[r*16+:16];
        hit_mode  = hit_mode | region_mode_i[r*8+:8];
        hit_index = hit_index | 8'(r);
      end
    end
    src_is_target = (stage_q.hit & stage_q.src_target) != '0;
    mode_allows = (hit_mode & stage_q.needs_mode & ~Closed) != '0
        && (hit_mode & stage_q.needs_mode & Closed) == '0;
  end

  logic [15:0] own_port, src_port, name_port, way_port, list;
  // What came from above goes down, never up again: no loop, and nothing comes twice.
  logic [15:0] closed;
  logic turns;  // the one port that the header names is closed
  assign closed = cfg_uplinks_i & {16{cfg_uplink_i}};
  assign turns = (name_port & closed) != '0;
  always_comb begin
    for (int p = 0; p < 16; p++) begin
      own_port[p]  = cfg_port_i == 8'(p);
      src_port[p]  = stage_q.src_port == 4'(p) && !stage_q.src_spread;
      way_port[p]  = stage_q.way == 4'(p) && hit_mode.spread;
      name_port[p] = stage_q.name_port == 4'(p);
    end
    // Targets that are reached by any of several ports are reached by one: the home slot's way.
    list = hit_ports | way_port;
    // The source's port stays when another target lies behind it.
    if (hit_mode.settings.exclude_source && src_is_target) begin
      list = list & (~src_port | hit_multi);
    end
    // Between switches a tree must not echo; an endpoint may be a target of its own packet.
    if (!cfg_first_hop_i) list = list & ~own_port;
    list = list & ~closed;
  end

  // Goes by a region's entry, but not as its member: a request that a switch sends on names a source that
  // is none; what an endpoint sends, a result too, names none, or one that another port leads to. Results and
  // partial sums of switches have no member as their source.
  logic stranger;
  assign stranger = hit_mode.settings.members && (cfg_first_hop_i
                    ? !src_is_target || (src_port & own_port) == '0
                    : stage_q.request && !src_is_target);

  logic by_region;
  logic [15:0] egress, reduce;
  logic [7:0] error;
  always_comb begin
    by_region = stage_q.listed || stage_q.home;
    egress = '0;
    reduce = '0;
    if (stage_q.listed) egress = list & AllPorts;
    else if (stage_q.reduce || stage_q.name_here) reduce = name_port & AllPorts;
    else if (!stage_q.sink) egress = name_port & AllPorts;

    error = nf_pkg::ERR_NONE;
    if (stage_q.early != nf_pkg::ERR_NONE) error = stage_q.early;
    else if (cfg_first_hop_i && stage_q.inner) error = nf_pkg::ERR_OP;
    // An endpoint contributes for itself alone. A reduction table believes the count, and would take a sum for
    // complete before the others have contributed to it.
    else if (cfg_first_hop_i && stage_q.many) error = nf_pkg::ERR_COUNT;
    else if (by_region && stage_q.hit == '0) error = nf_pkg::ERR_REGION;
    else if (by_region && (!mode_allows || stranger)) error = nf_pkg::ERR_MODE;
    else if (stage_q.home && !stage_q.name_valid) error = nf_pkg::ERR_HOME;
    else if (stage_q.listed && hit_mode.spread && !stage_q.slot_valid) error = nf_pkg::ERR_HOME;
    // A leaf's sums go up, to no table below: what waits for that could wait for itself.
    else if (stage_q.home && stage_q.inner && cfg_uplink_i) error = nf_pkg::ERR_ROUTE;
    else if (stage_q.home && !stage_q.name_here && turns) error = nf_pkg::ERR_ROUTE;
    else if (!by_region && !stage_q.sink && (!stage_q.name_valid || turns)) error = nf_pkg::ERR_ROUTE;
    else if ((egress | reduce) == '0 && !stage_q.sink) error = nf_pkg::ERR_TARGETS;
    else if (NoTables && (stage_q.pull || reduce != '0)) error = nf_pkg::ERR_OP;
  end

  logic good;
  assign good = valid_q && error == nf_pkg::ERR_NONE;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o  <= 1'b0;
      egress_o <= '0;
      reduce_o <= '0;
      alloc_o  <= 1'b0;
      sink_o   <= 1'b0;
      by_region_o <= 1'b0;
      region_o <= '0;
      error_o  <= '0;
    end else begin
      valid_o  <= valid_q;
      egress_o <= good ? egress : '0;
      reduce_o <= good ? reduce : '0;
      alloc_o  <= good && stage_q.pull;
      sink_o   <= good && stage_q.sink;
      by_region_o <= good && by_region;
      region_o <= (good && by_region) ? hit_index : '0;
      error_o  <= valid_q ? error : '0;
    end
  end

  // ------------------------------------------------------------------ properties
`ifndef SYNTHESIS
  logic listed_q, inner_q, back_q, refuses_q, many_q;
  logic [15:0] own_q, closed_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      listed_q <= 1'b0;
      inner_q <= 1'b0;
      back_q <= 1'b0;
      refuses_q <= 1'b0;
      many_q <= 1'b0;
      own_q <= '0;
      closed_q <= '0;
    end else begin
      listed_q <= valid_q && stage_q.listed;
      inner_q <= !cfg_first_hop_i;
      back_q <= valid_q && stage_q.reduce;
      refuses_q <= valid_q && by_region && stranger;
      many_q <= valid_q && cfg_first_hop_i && stage_q.many;
      own_q <= own_port;
      closed_q <= closed;
    end
  end

  // The lists of the regions in the cycle before, when stage 1 found one.
  logic [Regions*16-1:0] ports_before_q, multi_before_q;
  logic [Regions*8-1:0] mode_before_q;
  logic [Regions-1:0] found_q, changed;
  always_ff @(posedge clk_i) begin
    found_q <= hit;
    ports_before_q <= region_ports_i;
    multi_before_q <= region_multi_i;
    mode_before_q <= region_mode_i;
  end
  always_comb begin
    for (int r = 0; r < Regions; r++) begin
      changed[r] = region_ports_i[r*16+:16] != ports_before_q[r*16+:16]
          || region_multi_i[r*16+:16] != multi_before_q[r*16+:16]
          || ((region_mode_i[r*8+:8] ^ mode_before_q[r*8+:8]) & ~Closed) != '0;
    end
  end

  // What is said of opcodes above is said of all that the package defines.
  `NF_ASSERT(LookupOpcodesAsInPackage, opcode_known == 1'(nf_pkg::OPCODES_DEFINED >> opcode))
  // Both stages see one version of a region.
  `NF_ASSERT(LookupOneVersion, !valid_q || (found_q & changed) == '0)
  // A header with an error goes nowhere.
  `NF_ASSERT(LookupErrorGoesNowhere,
             error_o == nf_pkg::ERR_NONE || {egress_o, reduce_o, alloc_o, sink_o} == '0)
  // A header without an error goes to ports, to a table, or ends here: to exactly one of them.
  `NF_ASSERT(LookupOneFate,
             !valid_o || error_o != nf_pkg::ERR_NONE ||
             2'(egress_o != '0) + 2'(reduce_o != '0) + 2'(sink_o) == 2'd1)
  // At most one reduction table takes a packet.
  `NF_ASSERT(LookupReduceOneHot, (reduce_o & (reduce_o - 16'd1)) == '0)
  // A multicast never leaves through the port it came in on, unless an endpoint is there.
  `NF_ASSERT(LookupNoEcho, !(listed_q && inner_q) || (egress_o & own_q) == '0)
  // What came in on an uplink leaves by no uplink, nor does the response that it becomes part of.
  `NF_ASSERT(LookupUpThenDown, (egress_o & closed_q) == '0 && !(back_q && (reduce_o & closed_q) != '0))
  // Without reduction tables nothing goes to one.
  `NF_ASSERT(LookupNoTable, !NoTables || {reduce_o, alloc_o} == '0)
  // Only a packet that is replicated takes an entry before it goes on.
  `NF_ASSERT(LookupAllocIsMulticast, !alloc_o || (listed_q && egress_o != '0))
  // Nothing is said about a header that is not there.
  `NF_ASSERT(LookupIdleIsZero,
             valid_o || {egress_o, reduce_o, alloc_o, sink_o, by_region_o, region_o, error_o} == '0)
  // A region of members takes nothing from others.
  `NF_ASSERT(LookupMembersOnly, !refuses_q || error_o != nf_pkg::ERR_NONE)
  // What an endpoint contributes counts one.
  `NF_ASSERT(LookupCountsOne, !many_q || error_o != nf_pkg::ERR_NONE)
  // A region without an error is one of the table's.
  `NF_ASSERT(LookupRegionInTable, 32'(region_o) < Regions)
  // A packet of a node that is no member, or by another's name.
  `NF_COVER(LookupNoMember, refuses_q && error_o == nf_pkg::ERR_MODE)
  // A multicast lost its last port to the exclusions.
  `NF_COVER(LookupNoTargetLeft, valid_o && error_o == nf_pkg::ERR_TARGETS)
  // Two headers in a row.
  `NF_COVER(LookupBackToBack, valid_o && valid_q)
`endif

endmodule
