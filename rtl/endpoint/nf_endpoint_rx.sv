// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Receiving half of an endpoint's lane (KLENK IV-F, Fig. 6): packets from the link become writes
// and reductions in memory, reads for requests, acknowledgements and completions.
//
// It keeps no translation table: the address is shown at look_*, the answer of the same cycle
// counts, but for a packet that does not start at a flit or leaves its block of 128 B: that has no
// translation. It does not add up and does not wait for the memory. What is of another epoch than its
// own is swallowed: the memory does not see it and nothing comes of it but an event.
//
// A header is taken only while its virtual channel has room of its own for what can come of a packet:
// a completion and, for requests, a read and an acknowledgement. No room is shared between the
// channels, so nothing that requests hold ever keeps a response out (KLENK IV-B, IV-E2). Nor do
// acknowledgements, which are responses themselves: those of results and partial sums go to switches,
// which only count them, and one that finds no room is skipped.
//
// Latency from the link to the memory 2 cycles, one flit per cycle.

`include "nf_assert.svh"

module nf_endpoint_rx #(
    parameter int unsigned Acks = 256  // acknowledgements of responses that can wait, 16..4096,
                                       // power of two
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic            [  9:0] cfg_id_i,              // node id of this endpoint
    input  logic                    cfg_exclude_source_i,  // pull responses lack the own data
    input  logic                    cfg_result_acks_i,     // results of a push are acknowledged
    input  logic            [  1:0] cfg_epoch_i,           // only packets of this epoch are taken
    // link
    input  logic                    rx_valid_i,
    input  logic                    rx_last_i,
    input  logic                    rx_err_i,              // with last: damaged on the way
    input  nf_header_pkg::header_t  rx_data_i,             // its fields: in the first flit
    output logic            [  1:0] rx_ready_o,            // per virtual channel: a header is taken
    // translation: what is asked, and the answer to it
    output logic            [ 63:0] look_addr_o,
    input  logic                    look_hit_i,
    input  logic            [ 63:0] look_source_i,
    input  logic            [ 63:0] look_result_i,
    // memory: header, then payload; op and addresses come with the header
    output logic                    wr_valid_o,
    output logic            [  7:0] wr_op_o,               // nf_endpoint_pkg::MEM_*
    output logic            [ 63:0] wr_addr_o,
    output logic            [ 63:0] wr_own_o,
    output logic                    wr_last_o,
    output logic                    wr_err_o,              // with last: forget the whole packet
    output logic            [127:0] wr_data_o,
    // reads that requests ask for, with the header of the response
    output logic                    req_valid_o,
    input  logic                    req_ready_i,
    output logic            [ 63:0] req_addr_o,
    output nf_header_pkg::header_t  req_hdr_o,
    // acknowledgements to be sent, without the source
    output logic                    ack_valid_o,
    input  logic                    ack_ready_i,
    output nf_header_pkg::header_t  ack_hdr_o,
    // completions
    output logic                    done_valid_o,
    input  logic                    done_ready_i,
    output logic                    done_barrier_o,
    output logic            [  7:0] done_flags_o,
    output logic            [  1:0] done_epoch_o,
    output logic            [ 63:0] done_addr_o,
    // observation
    output logic                    ack_o,                 // pulse: an acknowledgement came
    output nf_endpoint_pkg::event_t event_o,               // NF_ENDPOINT_EV_*, pulses
    output logic                    busy_o
);

  `NF_PARAM(AcksInRange, Acks >= 16 && Acks <= 4096 && (Acks & (Acks - 1)) == 0)

  // Room by virtual channel. A multicast write waits for an acknowledgement to leave: it may.
  localparam int unsigned RequestAcks = 16;
  localparam int unsigned Dones = 4;
  localparam int unsigned Requests = 8;
  localparam int unsigned AckDepth = Acks + RequestAcks;
  localparam int unsigned AckBits = $clog2(AckDepth + 1);
  localparam int unsigned AckPointerBits = $clog2(AckDepth);
  localparam int unsigned FlitOffsetBits = $clog2(nf_pkg::FLIT_BYTES);
  localparam int unsigned OffsetBits = $clog2(nf_pkg::BLOCK_BYTES);
  localparam logic [AckPointerBits-1:0] LastAck = AckPointerBits'(AckDepth - 1);

  // ------------------------------------------------------------------- the flit from the link
  logic [1:0] ready_q, taken;
  logic open_q;  // the packet on the link has not ended
  logic accept, rx_vc;
  logic s_valid_q, s_head_q, s_last_q, s_err_q;
  nf_header_pkg::header_t s_q;  // its fields: in the first flit

  assign rx_vc = rx_data_i.opcode[3];
  assign accept = rx_valid_i & (open_q | ready_q[rx_vc]);
  assign taken = {accept & ~open_q & rx_vc, accept & ~open_q & ~rx_vc};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      s_valid_q <= 1'b0;
    end else begin
      if (accept) open_q <= ~rx_last_i;
      s_valid_q <= accept;
    end
  end
  always_ff @(posedge clk_i) begin
    if (accept) begin
      s_head_q <= ~open_q;
      s_last_q <= rx_last_i;
      s_err_q <= rx_err_i;
      s_q <= rx_data_i;
    end
  end

  // ------------------------------------------------------------------- what the packet is
  nf_header_pkg::header_t hdr_q, hdr;  // header of the packet in progress
  logic whole;  // starts at a flit and ends in its block: it is mapped as a whole, or not at all
  logic hit_q, hit;
  logic current_q, current;  // it is of the own epoch
  logic [3:0] opcode, len;
  logic is_write, is_partial, is_pull, is_request, is_ack, is_barrier, known, to_memory, vc;

  assign look_addr_o = 64'(s_q.addr);
  assign hdr = s_head_q ? s_q : hdr_q;
  assign whole = s_q.addr[FlitOffsetBits-1:0] == '0
      && 5'(s_q.addr[OffsetBits-1:FlitOffsetBits]) + 5'(s_q.len)
         <= 5'(nf_pkg::MAX_PAYLOAD_FLITS);
  assign hit = s_head_q ? look_hit_i && whole : hit_q;
  assign current = s_head_q ? s_q.epoch == cfg_epoch_i : current_q;
  assign opcode = hdr.opcode;
  assign len = hdr.len;
  assign vc = hdr.opcode[3];
  assign is_write = opcode == nf_pkg::OPCODE_MCAST_WRITE || opcode == nf_pkg::OPCODE_WRITE
      || opcode == nf_pkg::OPCODE_PUSH_RESULT;
  assign is_partial = opcode == nf_pkg::OPCODE_PUSH_PARTIAL;
  assign is_pull = opcode == nf_pkg::OPCODE_PULL_RSP;
  assign is_request = opcode == nf_pkg::OPCODE_PULL_REQ || opcode == nf_pkg::OPCODE_READ_REQ;
  assign is_ack = opcode == nf_pkg::OPCODE_WRITE_ACK;
  assign is_barrier = opcode == nf_pkg::OPCODE_BARRIER_DONE;
  assign to_memory = is_write || is_partial || is_pull;
  assign known = to_memory || is_request || is_ack || is_barrier;

  // ------------------------------------------------------------------- where it ends
  // A packet that does not end where its header says is damaged; what is too much is swallowed, so
  // that the memory never sees more than nine flits. An unknown one is dropped whatever its length.
  logic [3:0] left_q, left;  // payload flits that follow the last flit; this one
  logic skip_q, long_len, over, short, ends, damaged, good;

  assign left = !s_head_q ? left_q - 4'd1 : 1'(nf_pkg::OPCODES_WITH_PAYLOAD >> opcode) ? len : 4'd0;
  assign long_len = len > 4'(nf_pkg::MAX_PAYLOAD_FLITS);
  assign over = known && left == '0 && !s_last_q;
  assign short = known && left != '0 && s_last_q;
  assign ends = s_valid_q && !skip_q && (s_last_q || over);
  assign damaged = (s_last_q && s_err_q) || over || short || (known && long_len);
  assign good = ends && !damaged && known && current && (hit || is_ack || is_barrier);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) skip_q <= 1'b0;
    else if (s_valid_q) skip_q <= !s_last_q && (skip_q || over);
  end
  always_ff @(posedge clk_i) begin
    if (s_valid_q) left_q <= left;
    if (s_valid_q && s_head_q) begin
      hdr_q <= s_q;
      hit_q <= hit;
      current_q <= current;
    end
  end

  // ------------------------------------------------------------------- to the memory
  logic write;
  assign write = s_valid_q && !skip_q && to_memory && current && hit && !long_len;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_valid_o <= 1'b0;
      wr_last_o <= 1'b0;
      wr_err_o <= 1'b0;
    end else begin
      wr_valid_o <= write;
      wr_last_o <= write && ends;
      wr_err_o <= write && ends && damaged;
    end
  end
  always_ff @(posedge clk_i) begin
    if (write) wr_data_o <= s_q;
    if (write && s_head_q) begin
      wr_op_o <= is_write ? nf_endpoint_pkg::MEM_WRITE
          : is_pull && cfg_exclude_source_i ? nf_endpoint_pkg::MEM_REDUCE_OWN
          : nf_endpoint_pkg::MEM_REDUCE;
      wr_addr_o <= look_result_i;
      wr_own_o <= look_source_i;
    end
  end

  // ------------------------------------------------------------------- what comes of it
  logic ack_due, ack_push, done_push, req_push;
  logic response_room;  // for an acknowledgement
  // The result of a push comes from a switch that nobody waits for; everything else is waited for.
  assign ack_due = good && ((is_write && (opcode != nf_pkg::OPCODE_PUSH_RESULT || cfg_result_acks_i))
      || (is_partial && len != '0));
  assign ack_push = ack_due && (!vc || response_room);
  assign done_push = good && ((is_write && opcode != nf_pkg::OPCODE_WRITE) || is_barrier);
  assign req_push = good && is_request;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ack_o <= 1'b0;
      event_o <= '0;
    end else begin
      ack_o <= good && is_ack;
      event_o <= '0;
      event_o.result <= good && is_write;
      event_o.partial <= good && (is_partial || is_pull);
      event_o.ack_taken <= good && is_ack;
      event_o.ack_skipped <= ack_due && !ack_push;
      event_o.err_damaged <= ends && damaged;
      event_o.err_opcode <= ends && !damaged && !known;
      event_o.err_translate <= ends && !damaged && known && current && !good;
      event_o.stale <= ends && !damaged && known && !current;
    end
  end

  // ---- reads for requests
  typedef struct packed {
    logic [63:0]                  addr;  // what is read
    logic [nf_pkg::FLIT_BITS-1:0] hdr;   // of the response
  } request_t;
  request_t request_in, request_out;
  nf_header_pkg::header_t response;
  logic unused_req_ready, unused_done_ready;
  logic [3:0] unused_req_count, unused_done_count;

  always_comb begin
    response = hdr;
    response.opcode = opcode == nf_pkg::OPCODE_PULL_REQ
        ? nf_pkg::OPCODE_PULL_RSP : nf_pkg::OPCODE_READ_RSP;
    response.count = 16'd1;
    response.src = cfg_id_i;
    response.dst = hdr.src;
    response.flags = '0;
    request_in.addr = look_source_i;
    request_in.hdr = response;
  end

  nf_fifo #(
      .Width($bits(request_in)),
      .Depth(Requests)
  ) u_requests (
      .clk_i,
      .rst_ni,
      .in_valid_i (req_push),
      .in_ready_o (unused_req_ready),
      .in_data_i  (request_in),
      .out_valid_o(req_valid_o),
      .out_ready_i(req_ready_i),
      .out_data_o (request_out),
      .count_o    (unused_req_count)
  );
  assign req_addr_o = request_out.addr;
  assign req_hdr_o = request_out.hdr;

  // ---- completions; the plane of an unrounded sum is nothing that a command cares for
  typedef struct packed {
    logic                              vc;       // whose room it takes
    logic                              barrier;
    logic [nf_pkg::HDR_EPOCH_BITS-1:0] epoch;
    logic [7:0]                        flags;
    logic [nf_pkg::HDR_ADDR_BITS-1:0]  addr;
  } done_t;
  done_t done_in, done_out;
  nf_header_pkg::flags_t done_flags;
  always_comb begin
    done_flags = hdr.flags;
    done_flags.plane = 1'b0;
    done_in.vc = vc;
    done_in.barrier = is_barrier;
    done_in.epoch = hdr.epoch;
    done_in.flags = 8'(done_flags);
    done_in.addr = hdr.addr;
  end

  nf_fifo #(
      .Width($bits(done_in)),
      .Depth(2 * Dones)
  ) u_dones (
      .clk_i,
      .rst_ni,
      .in_valid_i (done_push),
      .in_ready_o (unused_done_ready),
      .in_data_i  (done_in),
      .out_valid_o(done_valid_o),
      .out_ready_i(done_ready_i),
      .out_data_o (done_out),
      .count_o    (unused_done_count)
  );
  assign done_barrier_o = done_out.barrier;
  assign done_flags_o = done_out.flags;
  assign done_epoch_o = done_out.epoch;
  assign done_addr_o = 64'(done_out.addr);

  // ---- acknowledgements: a RAM and its output register
  logic [AckBits-1:0] ack_count_q;  // in the RAM, the one at the output not counted
  logic [AckPointerBits-1:0] ack_write_q, ack_read_q;
  logic ack_fetch, ack_pop;
  typedef struct packed {
    logic                              vc;     // whose room it takes
    // Of what it acknowledges: it may leave when that epoch is over.
    logic [nf_pkg::HDR_EPOCH_BITS-1:0] epoch;
    logic [nf_pkg::HDR_WAVE_BITS-1:0]  wave;
    logic [nf_pkg::HDR_TAG_BITS-1:0]   tag;
    logic [nf_pkg::HDR_DST_BITS-1:0]   dst;
    logic [nf_pkg::HDR_ADDR_BITS-1:0]  addr;
  } ack_t;
  ack_t ack_in, ack_out;
  always_comb begin
    ack_in.vc = vc;
    ack_in.epoch = hdr.epoch;
    ack_in.wave = hdr.wave;
    ack_in.tag = hdr.tag;
    ack_in.dst = hdr.src;
    ack_in.addr = hdr.addr;
  end

  assign ack_pop = ack_valid_o & ack_ready_i;
  assign ack_fetch = ack_count_q != '0 && (!ack_valid_o || ack_pop);

  nf_ram_1r1w #(
      .Width($bits(ack_in)),
      .Depth(AckDepth)
  ) u_acks (
      .clk_i,
      .we_i   (ack_push),
      .waddr_i(ack_write_q),
      .wdata_i(ack_in),
      .re_i   (ack_fetch),
      .raddr_i(ack_read_q),
      .rdata_o(ack_out)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ack_count_q <= '0;
      ack_write_q <= '0;
      ack_read_q <= '0;
      ack_valid_o <= 1'b0;
    end else begin
      ack_count_q <= ack_count_q + AckBits'(ack_push) - AckBits'(ack_fetch);
      if (ack_push) ack_write_q <= ack_write_q == LastAck ? '0 : ack_write_q + 1'b1;
      if (ack_fetch) ack_read_q <= ack_read_q == LastAck ? '0 : ack_read_q + 1'b1;
      ack_valid_o <= ack_fetch || (ack_valid_o && !ack_pop);
    end
  end

  always_comb begin
    ack_hdr_o = '0;
    ack_hdr_o.opcode = nf_pkg::OPCODE_WRITE_ACK;
    ack_hdr_o.addr = ack_out.addr;
    ack_hdr_o.dst = ack_out.dst;
    ack_hdr_o.tag = ack_out.tag;
    ack_hdr_o.wave = ack_out.wave;
    ack_hdr_o.epoch = ack_out.epoch;
  end

  // ------------------------------------------------------------------- room
  // Room is taken with the header, and given back by the packet that does not need it, or when what
  // came of it leaves; for acknowledgements of responses it is taken when they are due.
  logic done_pop, req_pop, ack_vc, done_vc;
  logic [1:0] holds;
  assign done_pop = done_valid_o & done_ready_i;
  assign req_pop = req_valid_o & req_ready_i;
  assign ack_vc = ack_out.vc;
  assign done_vc = done_out.vc;

  logic [3:0] reqs_q, reqs_d;
  assign reqs_d = reqs_q + 4'(taken[0]) - 4'(ends && !vc && !req_push) - 4'(req_pop);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reqs_q <= '0;
    else reqs_q <= reqs_d;
  end

  for (genvar v = 0; v < 2; v++) begin : gen_vc
    localparam logic [AckBits-1:0] AckRoom = AckBits'(v == 0 ? RequestAcks : Acks);
    logic [AckBits-1:0] acks_q, acks_d;
    logic [2:0] dones_q, dones_d;
    logic more, less;  // acknowledgements
    assign more = v == 0 ? taken[0] : ack_push && vc;
    assign less = v == 0 && ends && !vc && !ack_push;
    assign acks_d = acks_q + AckBits'(more) - AckBits'(less) - AckBits'(ack_pop && ack_vc == 1'(v));
    assign dones_d = dones_q + 3'(taken[v]) - 3'(ends && vc == 1'(v) && !done_push)
        - 3'(done_pop && done_vc == 1'(v));
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        acks_q <= '0;
        dones_q <= '0;
        ready_q[v] <= 1'b0;
      end else begin
        acks_q <= acks_d;
        dones_q <= dones_d;
        ready_q[v] <= dones_d != 3'(Dones)
            && (v != 0 || (acks_d != AckRoom && reqs_d != 4'(Requests)));
      end
    end
    assign holds[v] = acks_q != '0 || dones_q != '0;
    if (v == 1) begin : gen_response_room
      assign response_room = acks_q != AckRoom;
    end
`ifndef SYNTHESIS
    logic fell_q, taken_q;  // in the cycle before
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        fell_q <= 1'b0;
        taken_q <= 1'b0;
      end else begin
        fell_q <= ready_q[v];
        taken_q <= taken[v];
      end
    end
    // Readiness for a channel ends only with a header of that channel.
    `NF_ASSERT(RxReadyHolds, !fell_q || ready_q[v] || taken_q)
    // A channel never holds more acknowledgements than it has room for.
    `NF_ASSERT(RxAcksBounded, acks_q <= AckRoom)
    // Nor more completions.
    `NF_ASSERT(RxDonesBounded, dones_q <= 3'(Dones))
`endif
  end

  assign rx_ready_o = ready_q;
  assign busy_o = holds != '0 || reqs_q != '0 || open_q || s_valid_q || wr_valid_o;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic wr_open_q;  // the memory has seen a header and not yet the end
  logic ended_q, told_q;  // in the cycle before: a packet ended; something was queued for it
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_open_q <= 1'b0;
      ended_q <= 1'b0;
      told_q <= 1'b0;
    end else begin
      if (wr_valid_o) wr_open_q <= ~wr_last_o;
      ended_q <= ends;
      told_q <= ack_push || done_push || req_push;
    end
  end

  // A request that is taken finds room in the queue of reads.
  `NF_ASSERT(RxRequestFits, !req_push || unused_req_ready)
  // A completion finds room in its queue.
  `NF_ASSERT(RxDoneFits, !done_push || unused_done_ready)
  // An acknowledgement finds room in the RAM.
  `NF_ASSERT(RxAckFits, !ack_push || 32'(ack_count_q) < AckDepth)
  // The memory gets whole packets: a header never before the end of the packet ahead of it.
  `NF_ASSERT(RxWritesWhole, !(write && s_head_q) || wr_last_o || !(wr_valid_o || wr_open_q))
  // A write or a multicast write, which a GPU waits for, is acknowledged in any case; a partial sum
  // is, while there is room.
  `NF_ASSERT(RxWritesAcked, !(good && is_write && !vc) || ack_push)
  `NF_ASSERT(RxPartialsAcked, !(good && is_partial && len != '0 && response_room) || ack_push)
  // Every packet ends in an effect or in an error.
  `NF_ASSERT(RxNothingSilent, !ended_q || told_q || event_o != '0)
  // Responses came in while requests had no room.
  `NF_COVER(RxResponsePasses, taken[1] && !ready_q[0])
`endif

endmodule
