// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Count store of an endpoint's lane: how many contributions the running sum of each block holds that
// the GPU's memory is adding up (KLENK IV-F3, in-cache atomics). Memory only adds: this block tells it
// which contribution begins a sum, and puts the number held so far into the packet's header, with
// which memory answers.
//
// It stands between what the lane receives and the memory, and hands every packet on, one cycle later.
// A slot belongs to one block at a time, found by the low bits of its local address, and to one form:
// where in the block the contributions begin, how long they are, op and type, as in the switch's
// tables. A contribution to a block whose slot another one has, or of another form, is not handed on
// (err_count): its sum never completes, and nothing wrong comes of it. Nor is one that counts nothing,
// which would change a sum that looks complete, unless it is a plane of an unrounded sum, whose last
// plane counts. It does not add payload and does not know what follows a complete sum.
//
// Latency 1 cycle, one flit per cycle. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_endpoint_count #(
    parameter int unsigned Counts = 256,  // slots: blocks that are added up at once, 16..4096,
                                          // power of two; the lane gives it Acks
    parameter int unsigned Skip = 0       // low bits of a block's number that are passed over,
                                          // since they are the same for all blocks of a lane, 0..3:
                                          // with 6 links 1, with 8 links 3
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic             [15:0] cfg_ranks_i,  // contributions to a complete sum
    input  logic             [ 1:0] cfg_epoch_i,  // a packet of another one is forgotten
    input  logic                    clear_i,      // pulse, at a new epoch: sums are given up
    // from the link: header, then payload; op and addresses come with the header
    input  logic                    in_valid_i,
    input  logic             [ 7:0] in_op_i,      // nf_endpoint_pkg::MEM_WRITE, _REDUCE,
                                                  // _REDUCE_OWN
    input  logic             [63:0] in_addr_i,
    input  logic             [63:0] in_own_i,
    input  logic                    in_last_i,
    input  logic                    in_err_i,     // with last: forget the whole packet
    input  nf_header_pkg::header_t  in_data_i,    // its fields: in the first flit
    // to the memory
    output logic                    wr_valid_o,
    output logic             [ 7:0] wr_op_o,      // nf_endpoint_pkg::MEM_*
    output logic             [63:0] wr_addr_o,
    output logic             [63:0] wr_own_o,
    output logic                    wr_last_o,
    output logic                    wr_err_o,
    output nf_header_pkg::header_t  wr_data_o,
    // observation
    output logic             [15:0] used_o,       // running sums
    output nf_endpoint_pkg::event_t event_o,      // NF_ENDPOINT_EV_*, pulses
    output logic                    busy_o
);

  `NF_PARAM(CountsInRange, Counts >= 16 && Counts <= 4096 && (Counts & (Counts - 1)) == 0)
  `NF_PARAM(CountSkipInRange, Skip <= 3)

  localparam int unsigned FlitOffsetBits = $clog2(nf_pkg::FLIT_BYTES);
  localparam int unsigned OffsetBits = $clog2(nf_pkg::BLOCK_BYTES);
  localparam int unsigned IndexBits = $clog2(Counts);
  localparam int unsigned IndexLsb = 7 + Skip;
  localparam int unsigned TagBits = 64 - 7 - IndexBits;  // the bits that are skipped, too

  // ------------------------------------------------------------------- the flit under way
  logic valid_q, head_q, last_q, err_q, open_q, live_q;  // live: its epoch was the own one so far
  logic [1:0] in_epoch, epoch_q;
  logic [7:0] op_q;
  logic [63:0] addr_q, own_q;
  nf_header_pkg::header_t data_q;
  logic head;  // the flit that comes is a header
  assign head = !open_q;
  assign in_epoch = head ? in_data_i.epoch : epoch_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      open_q <= 1'b0;
    end else begin
      valid_q <= in_valid_i;
      if (in_valid_i) open_q <= !in_last_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (in_valid_i) begin
      head_q <= head;
      last_q <= in_last_i;
      err_q <= in_err_i;
      live_q <= (head || live_q) && in_epoch == cfg_epoch_i;
      epoch_q <= in_epoch;
      data_q <= in_data_i;
    end
    if (in_valid_i && head) begin
      op_q <= in_op_i;
      addr_q <= in_addr_i;
      own_q <= in_own_i;
    end
  end

  // ------------------------------------------------------------------- the block's slot
  // What all contributions to one sum have in common besides their block: two of half a block each
  // are no sum of two.
  typedef struct packed {
    logic [OffsetBits-FlitOffsetBits-1:0] offset;  // of its first flit in the block
    logic [nf_pkg::HDR_LEN_BITS-1:0]      len;
    logic [nf_pkg::HDR_RED_OP_BITS-1:0]   red_op;
    logic [nf_pkg::HDR_DTYPE_BITS-1:0]    dtype;
  } form_t;
  // Of the packet under way, and so, in the cycle of a header, of the packet before it; what is
  // stored; what counts.
  form_t form, form_q, stored_form, held_form;
  typedef struct packed {
    logic [TagBits-1:0]                tag;    // which block has it
    logic [nf_pkg::HDR_COUNT_BITS-1:0] count;  // contributions that its sum holds
  } slot_t;
  slot_t next, stored, kept_q, held;  // as it is written, was read, was written last, counts
  logic [IndexBits-1:0] in_index, index;
  logic [TagBits-1:0] tag;
  logic [15:0] total, total_q;
  logic [Counts-1:0] used_q, here;
  logic forward_q;  // the slot was written in the cycle in which it was read
  logic write, commit, known, taken;
  assign in_index = in_addr_i[IndexLsb+:IndexBits];
  assign index = addr_q[IndexLsb+:IndexBits];
  if (Skip == 0) begin : gen_tag
    assign tag = addr_q[63-:TagBits];
  end else begin : gen_tag_low
    assign tag = {addr_q[63-:TagBits-Skip], addr_q[7+:Skip]};
  end

  nf_ram_1r1w #(
      .Width($bits(form) + $bits(next)),
      .Depth(Counts)
  ) u_counts (
      .clk_i,
      .we_i   (write),
      .waddr_i(index),
      .wdata_i({form, next}),
      .re_i   (in_valid_i && head),
      .raddr_i(in_index),
      .rdata_o({stored_form, stored})
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) forward_q <= 1'b0;
    else if (in_valid_i && head) forward_q <= write && in_index == index;
  end
  always_ff @(posedge clk_i) begin
    if (write) kept_q <= next;
    if (valid_q) form_q <= form;
  end
  always_comb begin
    form = form_q;
    if (head_q) begin
      form.offset = addr_q[OffsetBits-1:FlitOffsetBits];
      form.len = data_q.len;
      form.red_op = data_q.red_op;
      form.dtype = data_q.dtype;
    end
  end
  assign next = {tag, total};
  assign held = forward_q ? kept_q : stored;
  assign held_form = forward_q ? form_q : stored_form;
  // One bit of each, at the slot's place: a multiplexer over all slots by its index.
  assign here = Counts'(1) << index;
  assign taken = (used_q & here) != '0;
  assign known = taken && held.tag == tag && held_form == form;

  // ------------------------------------------------------------------- what it holds now
  logic reduces, own, nothing, first, refused, refused_q, first_q, over;
  logic [15:0] so_far, grown;
  assign reduces = op_q != nf_endpoint_pkg::MEM_WRITE;
  assign own = op_q == nf_endpoint_pkg::MEM_REDUCE_OWN;
  assign first = head_q ? !known : first_q;
  assign nothing = data_q.count == '0 && !data_q.flags.plane;
  assign refused = head_q ? reduces && ((taken && !known) || nothing) : refused_q;
  assign so_far = known ? held.count : {15'd0, own};
  assign {over, grown} = {1'b0, so_far} + {1'b0, data_q.count};
  assign total = head_q ? grown | {16{over}} : total_q;

  always_ff @(posedge clk_i) begin
    if (valid_q && head_q) begin
      first_q <= first;
      refused_q <= refused;
      total_q <= total;
    end
  end

  // A packet counts when it has ended well, in its own epoch, and memory is going to add it.
  assign commit = valid_q && last_q && !err_q && reduces && !refused && live_q;
  assign write = commit && !clear_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
      used_o <= '0;
      event_o <= '0;
    end else begin
      event_o <= '0;
      event_o.err_count <= valid_q && last_q && !err_q && refused;
      event_o.stale <= wr_err_o && !err_q;
      if (clear_i) begin
        used_q <= '0;
        used_o <= '0;
      end else if (commit) begin
        used_q <= total < cfg_ranks_i ? used_q | here : used_q & ~here;
        used_o <= used_o + 16'(total < cfg_ranks_i && !taken) - 16'(total >= cfg_ranks_i && taken);
      end
    end
  end

  // ------------------------------------------------------------------- to the memory
  assign wr_valid_o = valid_q && !refused;
  assign wr_last_o = wr_valid_o && last_q;
  assign wr_err_o = wr_last_o && (err_q || !live_q);
  assign wr_addr_o = addr_q;
  assign wr_own_o = own_q;
  assign wr_op_o = !wr_valid_o || !reduces ? nf_endpoint_pkg::MEM_WRITE
      : !first ? nf_endpoint_pkg::MEM_REDUCE
      : own ? nf_endpoint_pkg::MEM_REDUCE_OWN : nf_endpoint_pkg::MEM_REDUCE_FIRST;
  always_comb begin
    wr_data_o = data_q & {128{wr_valid_o}};
    if (wr_valid_o && head_q && reduces) wr_data_o.count = total;
  end
  assign busy_o = valid_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // A running sum is short of complete.
  `NF_ASSERT(CountShort, !(valid_q && head_q && reduces && known) || held.count < cfg_ranks_i)
  // The number of running sums is that of the slots in use.
  `NF_ASSERT(CountUsed, used_o == 16'($countones(used_q)))
  // What begins a sum finds its slot empty, and no packet is handed on to another block's.
  `NF_ASSERT(CountBegins, !(commit && head_q) || first == !taken)
  // A contribution is of another block or form than its slot, or counts nothing.
  `NF_COVER(CountRefused, valid_q && head_q && refused)
  // A slot was read in the cycle in which it was written.
  `NF_COVER(CountForward, valid_q && head_q && forward_q && taken)
`endif

endmodule
