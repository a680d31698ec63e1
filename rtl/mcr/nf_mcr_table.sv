// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// MCR table, routing table and home-port table of one switch: storage, programming, checking.
//
// It does not look anything up; nf_mcr_lookup at each port reads the published vectors. It does not
// change a region because a route changes: a route is refused while a valid region relies on it.
//
// Traffic may go on: what a packet or a table entry still refers to does not change. A region is
// locked by its own use (in_use_i), so that others can come and go beside it.
//
// A region is staged word by word and then committed. The commit checks it, works out its port list
// (duplicates merged, KLENK IV-A) and makes it valid in one cycle; a commit that fails leaves the
// table as it was. Commit: at most Nodes + Regions + 4 cycles. Other accesses: 2 cycles each.
// KLENK IV-A, Fig. 2 (3, 6).

`include "nf_assert.svh"

module nf_mcr_table #(
    parameter int unsigned Ports     = 16,  // ports of the switch, 2..16
    parameter int unsigned Regions   = 8,   // multicast regions, 2..32
    parameter int unsigned Nodes     = 32,  // node ids, 8..256, multiple of 8
    parameter int unsigned HomeSlots = 64   // slots of the home-port table, see nf_mcr_hash
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,               // reset, low-active, asynchronous: all
                                                            // tables are empty
    input  logic                      lock_i,    // traffic in the switch
    input  logic [       Regions-1:0] in_use_i,  // bit r: packets or table entries refer to region
                                                 // r
    // register bus: one access, then its one response
    input  logic                      cfg_valid_i,          // an access is offered; ready: it is
                                                            // taken
    output logic                      cfg_ready_o,
    input  logic                      cfg_write_i,          // write, else read
    input  logic [              11:0] cfg_addr_i,  // byte address, nf_pkg::MCR_REG_*
    input  logic [              31:0] cfg_wdata_i,          // value to write
    output logic                      cfg_rvalid_o,         // the response to the access; ready: it
                                                            // is taken
    input  logic                      cfg_rready_i,
    output logic [              31:0] cfg_rdata_o,          // value read; zero for a write and for
                                                            // a refused access
    output logic                      cfg_err_o,  // refused, nothing changed
    // regions, one lane each
    output logic [       Regions-1:0] region_valid_o,       // bit r: region r is valid
    output logic [    Regions*64-1:0] region_base_o,        // first byte
    output logic [    Regions*64-1:0] region_end_o,         // first byte past it
    output logic [    Regions*16-1:0] region_expected_o,    // contributions of a complete reduction
    output logic [    Regions*16-1:0] region_later_o,       // contributions that a pull waits for
                                                            // at a later hop; 0: it does not wait
    output logic [     Regions*8-1:0] region_mode_o,        // nf_pkg::MCR_MODE_*
    output logic [    Regions*16-1:0] region_ports_o,       // ports that lead to a target
    output logic [    Regions*16-1:0] region_multi_o,       // ports that lead to two targets or
                                                            // more
    output logic [    Regions*16-1:0] region_home_o,        // node id of the home GPU; with UP
                                                            // HOME_TABLE_ID and bit HOME_UP_BIT
    output logic [    Regions*16-1:0] region_home_ports_o,  // one-hot: port to the home GPU; zero
                                                            // without a route
    output logic [ Regions*Nodes-1:0] region_targets_o,     // bit r * Nodes + n: node n is a target
                                                            // of region r
    // one lane per node: bit 7 valid, bit 6 SPREAD, 3:0 egress port
    output logic [       Nodes*8-1:0] route_o,
    // one lane per slot: bit 7 valid, bit 6 that port's table is here, 3:0 port
    output logic [   HomeSlots*8-1:0] home_o,
    output logic [   HomeSlots*4-1:0] way_o  // 4 bits by slot: port that a route with SPREAD stands
                                             // for
);

  localparam int unsigned NodeBits = $clog2(Nodes);
  localparam int unsigned SlotBits = $clog2(HomeSlots);
  localparam int unsigned RegionBits = $clog2(Regions);
  localparam int unsigned OffsetBits = $clog2(nf_pkg::BLOCK_BYTES);
  // One bit more than a block number has, because a region may end at 2^48.
  localparam int unsigned BlockBits = nf_pkg::HDR_ADDR_BITS - OffsetBits + 1;
  localparam logic [BlockBits-1:0] LastEnd = {1'b1, {(BlockBits - 1) {1'b0}}};
  localparam logic [7:0] LastNode = 8'(Nodes - 1);
  // In place of the home GPU: the home table above, by the way of the address.
  localparam logic [15:0] Up = 16'((1 << nf_pkg::HOME_UP_BIT) | nf_pkg::HOME_TABLE_ID);
  localparam logic [7:0] LastRegion = 8'(Regions - 1);

  `NF_PARAM(TablePortsInRange, Ports >= 2 && Ports <= nf_pkg::MAX_PORTS)
  `NF_PARAM(TableRegionsInRange, Regions >= 2 && Regions <= nf_pkg::MAX_REGIONS)
  `NF_PARAM(TableNodesInRange, Nodes >= 8 && Nodes <= nf_mcr_pkg::MAX_NODES && Nodes % 8 == 0)
  `NF_PARAM(TableHomeSlotsInRange, HomeSlots >= 2 && HomeSlots <= nf_pkg::MAX_HOME_SLOTS)

  typedef enum logic [2:0] {
    StIdle,     // waiting for an access
    StSum,      // end of the staged region
    StCheck,    // what the staged values alone give away
    StTargets,  // one node per cycle: port list
    StHome,     // route to the home GPU
    StRegions   // one region per cycle: overlap; then the entry is written, unless it is in use
  } state_e;
  state_e state_q, state_d;

  // ------------------------------------------------------------------ staged region
  logic [7:0] index_q;
  logic [47:0] base_q;
  logic [31:0] size_q;
  logic [15:0] expected_q, later_q;
  nf_mcr_pkg::settings_t mode_q;  // what the fabric manager sets
  logic [NodeBits-1:0] home_node_q;
  logic home_up_q;  // partial sums go to the home table above
  logic [Nodes-1:0] targets_q;
  logic activate_q;  // the commit under way makes valid
  logic close_q;     // ... or closes to new requests
  logic [7:0] status_q, status_d;

  // ------------------------------------------------------------------ tables
  logic [Regions-1:0] valid_q;
  logic [Nodes*8-1:0] route_q;
  logic [HomeSlots*8-1:0] home_q;
  logic [HomeSlots*4-1:0] way_q;

  // ------------------------------------------------------------------ access
  logic ready_q, rvalid_q, err_q;
  logic [31:0] rdata_q, rdata;
  logic access, refuse, write;

  logic in_route, in_home;
  logic [9:0] route_number, home_number;
  assign in_home = cfg_addr_i >= nf_pkg::MCR_REG_HOME_BASE;
  assign in_route = cfg_addr_i >= nf_pkg::MCR_REG_ROUTE_BASE && !in_home;
  assign route_number = 10'((cfg_addr_i - nf_pkg::MCR_REG_ROUTE_BASE) >> 2);
  assign home_number = 10'((cfg_addr_i - nf_pkg::MCR_REG_HOME_BASE) >> 2);

  // The walk and the register bus share one read port of the routing table: never at once.
  logic [7:0] walk_q, walk_d;
  logic [NodeBits-1:0] node;
  nf_mcr_pkg::route_t node_route;
  always_comb begin
    unique case (state_q)
      StTargets: node = walk_q[NodeBits-1:0];
      StHome: node = home_node_q;
      default: node = route_number[NodeBits-1:0];
    endcase
  end
  assign node_route = route_q[{node, 3'b000}+:8];

  nf_mcr_pkg::home_t slot_home;
  logic [3:0] slot_way;
  assign slot_home = home_q[{home_number[SlotBits-1:0], 3'b000}+:8];
  assign slot_way  = way_q[{home_number[SlotBits-1:0], 2'b00}+:4];

  // Port lists of valid regions were made from the routes of their targets and home GPUs. Pushes to
  // one block must meet at one table, and what is spread must come back where it went: a slot stays
  // while a valid region may rely on it under traffic.
  logic node_relied, slot_relied;
  nf_mcr_pkg::mode_t relied;  // of one region, while all are gone through
  always_comb begin
    node_relied = 1'b0;
    slot_relied = 1'b0;
    for (int r = 0; r < Regions; r++) begin
      relied = region_mode_o[r*8+:8];
      if (valid_q[r]) begin
        node_relied |= region_targets_o[32'(r) * Nodes + 32'(node)]
            || (relied.settings.push && region_home_o[r*16+:16] == 16'(node));
        slot_relied |= relied.settings.push || relied.spread;
      end
    end
    slot_relied &= lock_i && slot_home.valid;
  end
  logic unused_relied;
  assign unused_relied = ^relied;

  // The words of ROUTE, HOME and REGION_HOME, written and read, and what of the first two is kept.
  nf_mcr_pkg::route_word_t route_word;
  nf_mcr_pkg::home_word_t home_word;
  nf_mcr_pkg::region_home_word_t region_home_word;
  nf_mcr_pkg::route_word_t route_read;
  nf_mcr_pkg::home_word_t home_read;
  nf_mcr_pkg::region_home_word_t region_home_read;
  nf_mcr_pkg::route_t new_route;
  nf_mcr_pkg::home_t new_home;
  assign route_word = cfg_wdata_i;
  assign home_word = cfg_wdata_i;
  assign region_home_word = cfg_wdata_i;
  always_comb begin
    new_route = '0;
    new_route.valid = route_word.valid;
    new_route.spread = route_word.spread;
    new_route.port = route_word.port;
    new_home = '0;
    new_home.valid = home_word.valid;
    new_home.here = home_word.here;
    new_home.port = home_word.port;
    route_read = '0;
    route_read.valid = node_route.valid;
    route_read.spread = node_route.spread;
    route_read.port = node_route.port;
    home_read = '0;
    home_read.valid = slot_home.valid;
    home_read.here = slot_home.here;
    home_read.way = slot_way;
    home_read.port = slot_home.port;
    region_home_read.up = home_up_q;
    region_home_read.node = 31'(home_node_q);
  end

  // Bits that a register does not have must be written as zero: a value out of range is an error.
  always_comb begin
    refuse = cfg_addr_i[1:0] != 2'b00;
    rdata  = '0;
    if (in_route) begin
      rdata = route_read;
      if (route_number >= 10'(Nodes)) refuse = 1'b1;
      if (cfg_write_i && (route_word.zero != '0 || 32'(route_word.port) >= Ports)) refuse = 1'b1;
      if (cfg_write_i && node_relied) refuse = 1'b1;
    end else if (in_home) begin
      rdata = home_read;
      if (home_number >= 10'(HomeSlots)) refuse = 1'b1;
      if (cfg_write_i && (home_word.zero != '0 || 32'(home_word.port) >= Ports
          || 32'(home_word.way) >= Ports)) refuse = 1'b1;
      if (cfg_write_i && slot_relied) refuse = 1'b1;
    end else begin
      unique case (cfg_addr_i)
        nf_pkg::MCR_REG_REGION_INDEX: begin
          rdata = 32'(index_q);
          if (cfg_write_i && cfg_wdata_i[31:8] != '0) refuse = 1'b1;
        end
        nf_pkg::MCR_REG_REGION_BASE_LO: rdata = base_q[31:0];
        nf_pkg::MCR_REG_REGION_BASE_HI: begin
          rdata = 32'(base_q[47:32]);
          if (cfg_write_i && cfg_wdata_i[31:16] != '0) refuse = 1'b1;
        end
        nf_pkg::MCR_REG_REGION_SIZE: rdata = size_q;
        nf_pkg::MCR_REG_REGION_EXPECTED: rdata = {later_q, expected_q};
        nf_pkg::MCR_REG_REGION_MODE: begin
          rdata = 32'(mode_q);
          if (cfg_write_i && cfg_wdata_i[31:nf_pkg::MCR_MODE_MEMBERS+1] != '0) refuse = 1'b1;
        end
        nf_pkg::MCR_REG_REGION_HOME: begin
          rdata = region_home_read;
          if (cfg_write_i && region_home_word.node >= 31'(Nodes)) refuse = 1'b1;
        end
        nf_pkg::MCR_REG_REGION_TARGET_SET:
        if (cfg_write_i && cfg_wdata_i >= 32'(Nodes)) refuse = 1'b1;
        nf_pkg::MCR_REG_REGION_TARGET_CLEAR: ;
        nf_pkg::MCR_REG_REGION_COMMIT:
        if (cfg_write_i && cfg_wdata_i > 32'd2) refuse = 1'b1;
        nf_pkg::MCR_REG_REGION_STATUS: begin
          rdata = 32'(status_q);
          if (cfg_write_i) refuse = 1'b1;
        end
        nf_pkg::MCR_REG_REGION_VALID: begin
          rdata = 32'(valid_q);
          if (cfg_write_i) refuse = 1'b1;
        end
        nf_pkg::MCR_REG_REGION_IN_USE: begin
          rdata = 32'(in_use_i);
          if (cfg_write_i) refuse = 1'b1;
        end
        default: refuse = 1'b1;
      endcase
    end
  end

  assign access = cfg_valid_i && ready_q;
  assign write = access && cfg_write_i && !refuse;

  logic commit;
  assign commit = write && cfg_addr_i == nf_pkg::MCR_REG_REGION_COMMIT;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q <= '0;
      base_q <= '0;
      size_q <= '0;
      expected_q <= '0;
      later_q <= '0;
      mode_q <= '0;
      home_node_q <= '0;
      home_up_q <= 1'b0;
      targets_q <= '0;
      activate_q <= 1'b0;
      close_q <= 1'b0;
      route_q <= '0;
      home_q <= '0;
      way_q <= '0;
    end else if (write) begin
      if (in_route) begin
        route_q[{route_number[NodeBits-1:0], 3'b000}+:8] <= new_route;
      end else if (in_home) begin
        way_q[{home_number[SlotBits-1:0], 2'b00}+:4] <= home_word.way;
        home_q[{home_number[SlotBits-1:0], 3'b000}+:8] <= new_home;
      end else begin
        unique case (cfg_addr_i)
          nf_pkg::MCR_REG_REGION_INDEX: index_q <= cfg_wdata_i[7:0];
          nf_pkg::MCR_REG_REGION_BASE_LO: base_q[31:0] <= cfg_wdata_i;
          nf_pkg::MCR_REG_REGION_BASE_HI: base_q[47:32] <= cfg_wdata_i[15:0];
          nf_pkg::MCR_REG_REGION_SIZE: size_q <= cfg_wdata_i;
          nf_pkg::MCR_REG_REGION_EXPECTED: {later_q, expected_q} <= cfg_wdata_i;
          nf_pkg::MCR_REG_REGION_MODE: mode_q <= cfg_wdata_i[nf_pkg::MCR_MODE_MEMBERS:0];
          nf_pkg::MCR_REG_REGION_HOME: begin
            home_node_q <= region_home_word.node[NodeBits-1:0];
            home_up_q <= region_home_word.up;
          end
          nf_pkg::MCR_REG_REGION_TARGET_SET: targets_q[cfg_wdata_i[NodeBits-1:0]] <= 1'b1;
          nf_pkg::MCR_REG_REGION_TARGET_CLEAR: targets_q <= '0;
          nf_pkg::MCR_REG_REGION_COMMIT: {close_q, activate_q} <= cfg_wdata_i[1:0];
          default: ;
        endcase
      end
    end
  end

  // The next access is taken when the response has gone and no walk is under way.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q  <= 1'b1;
      rvalid_q <= 1'b0;
      err_q    <= 1'b0;
      rdata_q  <= '0;
    end else begin
      if (access) begin
        rvalid_q <= 1'b1;
        err_q <= refuse;
        rdata_q <= (refuse || cfg_write_i) ? '0 : rdata;
      end else if (cfg_rready_i) begin
        rvalid_q <= 1'b0;
      end
      ready_q <= !access && (!rvalid_q || cfg_rready_i) && state_d == StIdle;
    end
  end

  // ------------------------------------------------------------------ commit
  // Block numbers: the checks of StCheck refuse anything that is not made of whole blocks.
  logic [BlockBits-1:0] first, past, past_q;
  assign first = {1'b0, base_q[47:OffsetBits]};
  assign past  = first + BlockBits'(size_q[31:OffsetBits]);

  logic [15:0] ports_q, multi_q, home_ports_q, node_port;
  logic spread_q, home_spread_q;
  always_comb begin
    for (int p = 0; p < 16; p++) begin
      node_port[p] = node_route.valid && !node_route.spread && node_route.port == 4'(p);
    end
  end

  logic index_known, reduces, store, clear, close, overlaps, index_valid, index_used;
  logic [RegionBits-1:0] other;
  logic [BlockBits-1:0] other_first, other_past;
  assign index_known = index_q < 8'(Regions);
  assign reduces = mode_q.pull || mode_q.push;
  assign other = walk_q[RegionBits-1:0];
  assign other_first = region_base_o[{other, 6'(OffsetBits)}+:BlockBits];
  assign other_past = region_end_o[{other, 6'(OffsetBits)}+:BlockBits];
  // What a region that is no longer valid left in the tables still has its addresses.
  assign overlaps = (valid_q[other] || in_use_i[other]) && walk_q != index_q &&
                    first < other_past && other_first < past_q;

  always_comb begin
    index_valid = 1'b0;
    index_used  = 1'b0;
    for (int r = 0; r < Regions; r++) begin
      if (index_q == 8'(r)) begin
        index_valid |= valid_q[r];
        index_used  |= in_use_i[r];
      end
    end
  end

  always_comb begin
    state_d = state_q;
    status_d = status_q;
    walk_d = '0;  // each leg of the walk starts at zero
    store = 1'b0;
    clear = 1'b0;
    close = 1'b0;
    unique case (state_q)
      StIdle: if (commit) state_d = StSum;
      StSum: state_d = StCheck;
      StCheck: begin
        state_d  = StIdle;
        status_d = nf_pkg::MCR_STATUS_OK;
        if (!index_known) begin
          status_d = nf_pkg::MCR_STATUS_BAD_INDEX;
        end else if (close_q) begin
          close = index_valid;
        end else if (!activate_q) begin
          if (index_used) status_d = nf_pkg::MCR_STATUS_BUSY;
          else clear = 1'b1;
        end else if (size_q == '0 || size_q[OffsetBits-1:0] != '0 || base_q[OffsetBits-1:0] != '0 ||
                     past_q > LastEnd) begin
          status_d = nf_pkg::MCR_STATUS_BAD_SIZE;
        end else if ((reduces && expected_q == '0) || (home_up_q && later_q == '0)) begin
          status_d = nf_pkg::MCR_STATUS_NO_EXPECTED;
        end else if (targets_q == '0) begin
          status_d = nf_pkg::MCR_STATUS_NO_TARGET;
        end else begin
          state_d = StTargets;
        end
      end
      StTargets: begin
        walk_d = walk_q + 1'b1;
        if (targets_q[node] && !node_route.valid) begin
          status_d = nf_pkg::MCR_STATUS_NO_ROUTE;
          state_d  = StIdle;
        end else if (walk_q == LastNode) begin
          state_d = StHome;
        end
      end
      StHome: begin
        state_d = StRegions;
        if (mode_q.push && !node_route.valid) begin
          status_d = nf_pkg::MCR_STATUS_NO_HOME;
          state_d  = StIdle;
        end
      end
      StRegions: begin
        walk_d = walk_q + 1'b1;
        if (overlaps) begin
          status_d = nf_pkg::MCR_STATUS_OVERLAP;
          state_d  = StIdle;
        end else if (walk_q == LastRegion) begin
          state_d = StIdle;
          // A header between the two stages of a lookup may have hit a valid region: it must not be
          // replaced under traffic. One that is not valid was left by the last header long ago: the
          // walk is longer than the way from lookup to in_use_i.
          if (index_used || (index_valid && lock_i)) status_d = nf_pkg::MCR_STATUS_BUSY;
          else store = 1'b1;
        end
      end
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      walk_q <= '0;
      status_q <= nf_pkg::MCR_STATUS_OK;
    end else begin
      state_q <= state_d;
      walk_q <= walk_d;
      status_q <= status_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StSum) begin
      past_q  <= past;
      ports_q <= '0;
      multi_q <= '0;
      spread_q <= 1'b0;
    end
    if (state_q == StTargets && targets_q[node]) begin
      ports_q <= ports_q | node_port;
      multi_q <= multi_q | (ports_q & node_port);  // seen before: two targets behind one port
      spread_q <= spread_q | node_route.spread;
    end
    if (state_q == StHome) begin
      home_ports_q  <= home_up_q ? '0 : node_port;
      home_spread_q <= home_up_q || (node_route.valid && node_route.spread);
    end
  end

  nf_mcr_pkg::mode_t mode;  // of the region that is committed
  always_comb begin
    mode.closed = 1'b0;
    mode.spread = spread_q;
    mode.home_spread = home_spread_q;
    mode.settings = mode_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      region_base_o <= '0;
      region_end_o <= '0;
      region_expected_o <= '0;
      region_later_o <= '0;
      region_mode_o <= '0;
      region_ports_o <= '0;
      region_multi_o <= '0;
      region_home_o <= '0;
      region_home_ports_o <= '0;
      region_targets_o <= '0;
    end else begin
      for (int r = 0; r < Regions; r++) begin
        if (clear && index_q == 8'(r)) valid_q[r] <= 1'b0;
        if (close && index_q == 8'(r)) region_mode_o[r*8+nf_pkg::MCR_MODE_CLOSED] <= 1'b1;
        if (store && index_q == 8'(r)) begin
          valid_q[r] <= 1'b1;
          region_base_o[r*64+:64] <= 64'({first, OffsetBits'(0)});
          region_end_o[r*64+:64] <= 64'({past_q, OffsetBits'(0)});
          region_expected_o[r*16+:16] <= expected_q;
          region_later_o[r*16+:16] <= later_q;
          region_mode_o[r*8+:8] <= mode;
          region_ports_o[r*16+:16] <= ports_q;
          region_multi_o[r*16+:16] <= multi_q;
          region_home_o[r*16+:16] <= home_up_q ? Up : 16'(home_node_q);
          region_home_ports_o[r*16+:16] <= home_ports_q;
          region_targets_o[r*Nodes+:Nodes] <= targets_q;
        end
      end
    end
  end

  assign cfg_ready_o = ready_q;
  assign cfg_rvalid_o = rvalid_q;
  assign cfg_rdata_o = rdata_q;
  assign cfg_err_o = err_q;
  assign region_valid_o = valid_q;
  assign route_o = route_q;
  assign home_o = home_q;
  assign way_o = way_q;

  // ------------------------------------------------------------------ properties
`ifndef SYNTHESIS
  logic stored_q;
  logic [7:0] stored_index_q;
  logic [15:0] busy_q;
  logic [Regions-1:0] clash;  // valid regions that share a byte with the one stored last
  logic [15:0] stored_ports, stored_multi;
  // The cycle before: what was relied on, and the tables.
  // All of a region but its mode bit CLOSED, which may be set at any time.
  typedef struct packed {
    logic [63:0] base;
    logic [63:0] past;
    logic [15:0] expected;
    logic [15:0] later;
    logic [15:0] ports;
    logic [15:0] multi;
    logic [15:0] home;
    logic [15:0] home_ports;
    logic [7:0] mode;
    logic [Nodes-1:0] targets;
  } lane_t;
  lane_t lane;
  nf_mcr_pkg::mode_t lane_mode, stored_mode, pushed_mode;
  logic unused_modes;
  assign unused_modes = ^{stored_mode, pushed_mode};
  localparam int unsigned LaneBits = $bits(lane);
  logic [Nodes*8-1:0] route_before_q;
  logic [HomeSlots*8-1:0] home_before_q;
  logic [HomeSlots*4-1:0] way_before_q;
  logic [Regions-1:0] used_before_q, locked_before_q, valid_before_q, lane_changed, route_changed;
  logic push_before_q, pushes;
  logic [Regions*LaneBits-1:0] lanes, lanes_before_q;
  always_comb begin
    for (int r = 0; r < Regions; r++) begin
      lane_mode = region_mode_o[r*8+:8];
      lane_mode.closed = 1'b0;
      lane.base = region_base_o[r*64+:64];
      lane.past = region_end_o[r*64+:64];
      lane.expected = region_expected_o[r*16+:16];
      lane.later = region_later_o[r*16+:16];
      lane.ports = region_ports_o[r*16+:16];
      lane.multi = region_multi_o[r*16+:16];
      lane.home = region_home_o[r*16+:16];
      lane.home_ports = region_home_ports_o[r*16+:16];
      lane.mode = lane_mode;
      lane.targets = region_targets_o[r*Nodes+:Nodes];
      lanes[r*LaneBits+:LaneBits] = lane;
      lane_changed[r] = lanes[r*LaneBits+:LaneBits] != lanes_before_q[r*LaneBits+:LaneBits];
      route_changed[r] = 1'b0;
      for (int n = 0; n < Nodes; n++) begin
        route_changed[r] |= route_q[n*8+:8] != route_before_q[n*8+:8]
            && (region_targets_o[r*Nodes+n]
                || (lane_mode.settings.push && lane.home == 16'(n)));
      end
    end
  end
  always_comb begin
    pushes = 1'b0;
    for (int r = 0; r < Regions; r++) begin
      pushed_mode = region_mode_o[r*8+:8];
      pushes |= valid_q[r] && (pushed_mode.settings.push || pushed_mode.spread);
    end
  end
  // A slot that was in use and is not what it was.
  logic slot_changed;
  always_comb begin
    slot_changed = 1'b0;
    for (int s = 0; s < HomeSlots; s++) begin
      slot_changed |= home_before_q[s*8+7] && (home_q[s*8+:8] != home_before_q[s*8+:8]
                                               || way_q[s*4+:4] != way_before_q[s*4+:4]);
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_q <= 1'b0;
      stored_index_q <= '0;
      busy_q <= '0;
      route_before_q <= '0;
      home_before_q <= '0;
      way_before_q <= '0;
      used_before_q <= '0;
      locked_before_q <= '0;
      valid_before_q <= '0;
      push_before_q <= 1'b0;
    end else begin
      stored_q <= store;
      stored_index_q <= index_q;
      busy_q <= (state_q == StIdle) ? '0 : busy_q + 1'b1;
      route_before_q <= route_q;
      home_before_q <= home_q;
      way_before_q <= way_q;
      used_before_q <= in_use_i;
      locked_before_q <= in_use_i | (valid_q & {Regions{lock_i}});
      valid_before_q <= valid_q;
      push_before_q <= pushes && lock_i;
    end
  end
  always_ff @(posedge clk_i) lanes_before_q <= lanes;
  always_comb begin
    clash = '0;
    stored_ports = '0;
    stored_multi = '0;
    stored_mode = '0;
    if (stored_q) begin
      for (int r = 0; r < Regions; r++) begin
        clash[r] = valid_q[r] && stored_index_q != 8'(r) &&
                   region_base_o[r*64+:64] < {15'd0, past_q, OffsetBits'(0)} &&
                   region_end_o[r*64+:64] > {15'd0, first, OffsetBits'(0)};
        if (stored_index_q == 8'(r)) begin
          stored_ports = region_ports_o[r*16+:16];
          stored_multi = region_multi_o[r*16+:16];
          stored_mode = region_mode_o[r*8+:8];
        end
      end
    end
  end

  // Two valid regions never share a byte.
  `NF_ASSERT(TableRegionsDisjoint, clash == '0)
  // A region that becomes valid has a port to send to, and its doubled ports are among its ports.
  `NF_ASSERT(TableStoredHasPorts,
             !stored_q || ((stored_ports != '0 || stored_mode.spread) && (stored_multi & ~stored_ports) == '0))
  // A commit comes to its end, whatever was staged.
  `NF_ASSERT(TableWalkEnds, 32'(busy_q) < Nodes + Regions + 4)
  // No access is taken while a commit is under way or a response waits.
  `NF_ASSERT(TableOneAccess, !ready_q || (state_q == StIdle && !rvalid_q))
  // Nothing of a region changes while it is in use, nor, under traffic, while it is valid.
  `NF_ASSERT(TableRegionHolds, (locked_before_q & lane_changed) == '0)
  // A region that is in use does not become invalid.
  `NF_ASSERT(TableUsedStaysValid, (used_before_q & valid_before_q & ~valid_q) == '0)
  // Routes stand still while a region relies on them.
  `NF_ASSERT(TableRoutesHold, (valid_before_q & route_changed) == '0)
  // Home slots stand still while pushes may be under way to them, or packets by their way.
  `NF_ASSERT(TableSlotsHold, !(push_before_q && slot_changed))
  // A commit met traffic that it would have broken.
  `NF_COVER(TableBusyFound, state_q != StIdle && status_d == nf_pkg::MCR_STATUS_BUSY)
  // A commit found an overlap.
  `NF_COVER(TableOverlapFound, state_q == StRegions && overlaps)
  // A port led to two targets of a region.
  `NF_COVER(TablePortsMerged, stored_q && stored_multi != '0)
`endif

endmodule
