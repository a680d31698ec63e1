// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The Accelerator Collectives Engine: chunks come from memory into SRAM, pass through the
// programmable machines of their phases, which exchange and reduce them with other engines over the
// links, and go back to memory; the processor gives a command and gets an interrupt (ACE 4,
// Fig. 6).
//
// It holds no rule of its own: blocks, SRAM banks, and the wires between them. It does not protect
// what is on a link; that is the link's work.
//
// Per cycle: one packet transfer granted to a machine, one to each DMA; Lanes transfers on the way;
// one word to and from memory; one word in and out of each link.

`include "nf_assert.svh"

module nf_ace #(
    parameter int unsigned Machines = 16,       // programmable state machines, 2..16 (ACE 6: 16)
    parameter int unsigned Ports = 6,           // links, 2..8
    parameter int unsigned Banks = 4,           // SRAM banks: 1, 2 or 4 (ACE 6: 4)
    parameter int unsigned BankWords = 16384,   // bus words of a bank, 64..16384, a power of two:
                                                // 16384 are 1 MB with words of 64 B (ACE 6: 1 MB)
    parameter int unsigned Alus = 4,            // lanes that can reduce, 1..4 (ACE 6: 4)
    parameter int unsigned Lanes = 6,           // all transfer lanes, Alus..8
    parameter int unsigned Slots = 128,         // packets that the receive memory of a port holds,
                                                // 16..256, a power of two
    parameter int unsigned ProgramWords = 256,  // instructions of a machine, 16..2048 (ACE 6: 8 KB,
                                                // which is 2048)
    parameter int unsigned QueueDepth = 8,      // chunks queued at a machine, 2..16
    parameter int unsigned Chunks = 32,         // chunks in flight, 2..32
    parameter int unsigned Bursts = 8,          // bursts outstanding at memory, each way, and
                                                // orders in flight of each DMA, 2..64
    parameter bit          Halves = 1'b0,       // lanes reduce pairs of 16-bit elements too, f16
                                                // and bf16, each sum rounded to the type, 0 or 1
    parameter int unsigned WordBytes = 64,      // bytes of a bus word: of the memory's port, SRAM,
                                                // lanes and links, 32, 64, 128 or 256 (ACE 6: 64)
    localparam int unsigned WordBits = 8 * WordBytes,
    localparam int unsigned HdrBits = nf_ace_pkg::HDR_BITS
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // AXI4-Lite: registers, tables, programs, commands; byte addresses, no byte enables
    input  logic                 csr_aw_valid_i,
    output logic                 csr_aw_ready_o,
    input  logic [         19:0] csr_aw_addr_i,
    input  logic                 csr_w_valid_i,
    output logic                 csr_w_ready_o,
    input  logic [         31:0] csr_w_data_i,
    output logic                 csr_b_valid_o,
    input  logic                 csr_b_ready_i,
    output logic [          1:0] csr_b_resp_o,
    input  logic                 csr_ar_valid_i,
    output logic                 csr_ar_ready_o,
    input  logic [         19:0] csr_ar_addr_i,
    output logic                 csr_r_valid_o,
    input  logic                 csr_r_ready_i,
    output logic [         31:0] csr_r_data_o,
    output logic [          1:0] csr_r_resp_o,
    output logic                 irq_o,  // level: a bit is set in both IRQ_STATUS and IRQ_ENABLE
    // AXI4 to memory: one ID, INCR bursts of full words
    output logic                 mem_ar_valid_o,
    input  logic                 mem_ar_ready_i,
    output logic [         47:0] mem_ar_addr_o,  // a multiple of a word
    output logic [          7:0] mem_ar_len_o,   // beats, less one
    input  logic                 mem_r_valid_i,
    output logic                 mem_r_ready_o,
    input  logic [WordBits-1:0] mem_r_data_i,
    input  logic [          1:0] mem_r_resp_i,
    input  logic                 mem_r_last_i,
    output logic                 mem_aw_valid_o,
    input  logic                 mem_aw_ready_i,
    output logic [         47:0] mem_aw_addr_o,  // a multiple of a word
    output logic [          7:0] mem_aw_len_o,   // beats, less one
    output logic                 mem_w_valid_o,
    input  logic                 mem_w_ready_i,
    output logic [WordBits-1:0] mem_w_data_o,
    output logic [WordBytes-1:0] mem_w_strb_o,
    output logic                 mem_w_last_o,
    input  logic                 mem_b_valid_i,
    output logic                 mem_b_ready_o,
    input  logic [          1:0] mem_b_resp_i,
    // links: a bit or lane of each port
    output logic [    Ports-1:0] link_tx_valid_o,  // a word for the link
    output logic [    Ports-1:0] link_tx_first_o,  // it is the first of its packet
    output logic [    Ports-1:0] link_tx_last_o,   // it is the last one
    output logic [Ports*HdrBits-1:0] link_tx_hdr_o,  // header, record hdr, beside every word of its
                                                     // packet
    output logic [Ports*WordBits-1:0] link_tx_data_o,  // the word
    input  logic [  Ports*2-1:0] link_tx_ready_i,      // bit 2p+1: engine packets, bit 2p: normal
                                                       // packets
    input  logic [    Ports-1:0] link_rx_valid_i,      // from the link: as those to it
    input  logic [    Ports-1:0] link_rx_first_i,
    input  logic [    Ports-1:0] link_rx_last_i,
    input  logic [Ports*HdrBits-1:0] link_rx_hdr_i,
    input  logic [Ports*WordBits-1:0] link_rx_data_i,
    output logic [  Ports*2-1:0] link_rx_ready_o,
    // normal packets of the host, past the engine (ACE 4.4): as those of links
    input  logic [    Ports-1:0] host_tx_valid_i,
    output logic [    Ports-1:0] host_tx_ready_o,
    input  logic [    Ports-1:0] host_tx_first_i,
    input  logic [    Ports-1:0] host_tx_last_i,
    input  logic [Ports*HdrBits-1:0] host_tx_hdr_i,
    input  logic [Ports*WordBits-1:0] host_tx_data_i,
    output logic [    Ports-1:0] host_rx_valid_o,
    input  logic [    Ports-1:0] host_rx_ready_i,
    output logic [    Ports-1:0] host_rx_first_o,
    output logic [    Ports-1:0] host_rx_last_o,
    output logic [Ports*HdrBits-1:0] host_rx_hdr_o,
    output logic [Ports*WordBits-1:0] host_rx_data_o
);

  localparam int unsigned RowBits = $clog2(BankWords);
  localparam int unsigned ReqBits = nf_ace_pkg::REQ_BITS;
  localparam int unsigned FaultBits = nf_ace_pkg::FAULT_BITS;

  `NF_PARAM(AceMachinesInRange, Machines >= 2 && Machines <= nf_ace_pkg::MAX_MACHINES)
  `NF_PARAM(AcePortsInRange, Ports >= 2 && Ports <= nf_ace_pkg::MAX_PORTS)
  `NF_PARAM(AceBanksInRange, Banks == 1 || Banks == 2 || Banks == 4)
  `NF_PARAM(AceBankWordsInRange, BankWords >= 64 && BankWords <= 16384 &&
            (BankWords & (BankWords - 1)) == 0)
  `NF_PARAM(AceSlotsInRange, Slots >= 16 && Slots <= 256 && (Slots & (Slots - 1)) == 0)
  `NF_PARAM(AceLanesInRange, Alus >= 1 && Alus <= 4 && Lanes >= Alus &&
            Lanes <= nf_ace_pkg::MAX_LANES)

  // ----------------------------------------------------------------------- registers and commands
  logic cfg_valid, run, stop, scheduler_busy, aborting, clear;
  logic [6:0] epoch;
  logic [19:0] cfg_addr;
  logic [31:0] cfg_wdata, watchdog, dma_watchdog;
  logic [9:0] node;
  logic [15:0] select;
  logic [nf_ace_pkg::WAITS*8-1:0] waiting;

  logic cmd_valid, cmd_ready, chunk_done;
  nf_ace_pkg::command_t cmd;
  logic [7:0] cmd_free;
  logic cpl_valid, cpl_ready;
  nf_ace_pkg::completion_t cpl;

  // ----------------------------------------------------------------------- control
  logic [Machines-1:0] reserve_valid, ready_valid, done_valid, done_ready;
  logic [7:0] reserve_id;
  logic [3:0] reserve_phase;
  nf_ace_pkg::ctx_t ready_ctx;
  logic [Machines*8-1:0] queue_free, done_id, done_phase, reject, wait_cause;
  logic [Machines-1:0] req_valid, grant, machine_busy;
  logic [Machines*16-1:0] machine_pc;
  logic [Machines*ReqBits-1:0] req;
  logic [Machines*FaultBits-1:0] fault;

  logic txd_valid, txd_ready, txd_done_valid, txd_done_ready;
  logic rxd_valid, rxd_ready, rxd_done_valid, rxd_done_ready;
  nf_ace_pkg::order_t txd, rxd;
  nf_ace_pkg::done_t txd_done, rxd_done;
  logic tx_beat, rx_beat, rx_poison, tx_give_up, rx_give_up;
  logic [4:0] dma_fault;
  nf_ace_pkg::chunk_t rx_poison_id;
  logic [7:0] sound;
  logic [47:0] rx_poison_addr;

  // ----------------------------------------------------------------------- transfers
  logic op_valid, wrop_valid, rdop_valid;
  nf_ace_pkg::req_t op;
  logic [3:0] op_lane;
  nf_ace_pkg::access_t wrop, rdop;
  logic wr_valid, wr_grant, rd_valid, rd_grant;
  logic [15:0] wr_addr, rd_addr;
  logic [3:0] wr_words, rd_words;
  logic [WordBits-1:0] tx_data, rx_data;
  logic rx_data_valid, tx_data_poison, rx_data_poison;
  logic [Ports*16-1:0] avail, credit, open;
  logic [Ports*64-1:0] words;
  logic [Ports-1:0] space, drop, stale, early, out_valid;
  logic [Ports*WordBits-1:0] in_data, out_data;
  logic [Ports-1:0] in_poison, out_poison;
  logic [2*Ports-1:0] host_drop;
  logic [Banks-1:0] bank_re, bank_we;
  logic [Banks*16-1:0] bank_raddr, bank_waddr;
  logic [Banks*WordBits-1:0] bank_rdata, bank_wdata;
  logic [Banks-1:0] bank_rpoison, bank_wpoison;
  logic [Lanes-1:0] lane_valid, lane_reduce, lane_flags_valid;
  logic [Lanes*8-1:0] lane_code;
  logic [Lanes*4-1:0] lane_flags;
  logic [Lanes*WordBits-1:0] lane_a, lane_b, lane_result;

  // IEEE 754 flags of all lanes in this cycle.
  logic [3:0] flags;
  always_comb begin
    flags = '0;
    for (int unsigned l = 0; l < Lanes; l++) begin
      if (lane_flags_valid[l]) flags = flags | lane_flags[l*4+:4];
    end
  end

  nf_ace_csr #(
      .Machines(Machines), .Ports(Ports), .Banks(Banks), .Alus(Alus), .Lanes(Lanes), .WordBytes(WordBytes)
  ) u_csr (
      .clk_i, .rst_ni,
      .aw_valid_i    (csr_aw_valid_i),
      .aw_ready_o    (csr_aw_ready_o),
      .aw_addr_i     (csr_aw_addr_i),
      .w_valid_i     (csr_w_valid_i),
      .w_ready_o     (csr_w_ready_o),
      .w_data_i      (csr_w_data_i),
      .b_valid_o     (csr_b_valid_o),
      .b_ready_i     (csr_b_ready_i),
      .b_resp_o      (csr_b_resp_o),
      .ar_valid_i    (csr_ar_valid_i),
      .ar_ready_o    (csr_ar_ready_o),
      .ar_addr_i     (csr_ar_addr_i),
      .r_valid_o     (csr_r_valid_o),
      .r_ready_i     (csr_r_ready_i),
      .r_data_o      (csr_r_data_o),
      .r_resp_o      (csr_r_resp_o),
      .irq_o         (irq_o),
      .cfg_valid_o   (cfg_valid),
      .cfg_addr_o    (cfg_addr),
      .cfg_wdata_o   (cfg_wdata),
      .run_o         (run),
      .node_o        (node),
      .watchdog_o    (watchdog),
      .dma_watchdog_o(dma_watchdog),
      .select_o      (select),
      .fault_o       (stop),
      .abort_o       (aborting),
      .epoch_o       (epoch),
      .clear_i       (clear),
      .cmd_valid_o   (cmd_valid),
      .cmd_ready_i   (cmd_ready),
      .cmd_o         (cmd),
      .free_i        (cmd_free),
      .busy_i        (scheduler_busy),
      .cpl_valid_i   (cpl_valid),
      .cpl_ready_o   (cpl_ready),
      .cpl_i         (cpl),
      .chunk_done_i  (chunk_done),
      .fault_i       (fault),
      .dma_fault_i   (dma_fault),
      .waiting_i     (waiting),
      .drop_i        (drop),
      .stale_i       (stale),
      .early_i       (early),
      .host_drop_i   (host_drop),
      .tx_beat_i     (tx_beat),
      .rx_beat_i     (rx_beat),
      .poison_i      (rx_poison),
      .poison_addr_i (rx_poison_addr),
      .op_valid_i    (op_valid),
      .op_i          (op),
      .flags_i       (flags),
      .machine_busy_i(machine_busy),
      .machine_pc_i  (machine_pc),
      .machine_wait_i(wait_cause)
  );

  nf_ace_partitions #(
      .Packets(Banks * BankWords / nf_ace_pkg::PACKET_WORDS)
  ) u_partitions (
      .clk_i, .rst_ni,
      .cfg_valid_i(cfg_valid),
      .cfg_addr_i (cfg_addr),
      .cfg_wdata_i(cfg_wdata),
      .sound_o    (sound)
  );

  nf_ace_scheduler #(
      .Machines(Machines), .Chunks(Chunks), .Halves(Halves), .WordBytes(WordBytes)
  ) u_scheduler (
      .clk_i, .rst_ni,
      .abort_i         (aborting),
      .cfg_valid_i     (cfg_valid),
      .cfg_addr_i      (cfg_addr),
      .cfg_wdata_i     (cfg_wdata),
      .run_i           (run),
      .stop_i          (stop),
      .sound_i         (sound),
      .cmd_valid_i     (cmd_valid),
      .cmd_ready_o     (cmd_ready),
      .cmd_src_i       (cmd.src),
      .cmd_dst_i       (cmd.dst),
      .cmd_src_stride_i(cmd.src_stride),
      .cmd_dst_stride_i(cmd.dst_stride),
      .cmd_block_i     (cmd.block),
      .cmd_src_total_i (cmd.src_total),
      .cmd_dst_total_i (cmd.dst_total),
      .cmd_msg_i       (cmd.msg),
      .cmd_src_pieces_i(cmd.src_pieces),
      .cmd_dst_pieces_i(cmd.dst_pieces),
      .cmd_plan_i      (cmd.plan),
      .cmd_red_op_i    (cmd.red_op),
      .cmd_dtype_i     (cmd.dtype),
      .cmd_tag_i       (cmd.tag),
      .free_o          (cmd_free),
      .txd_valid_o     (txd_valid),
      .txd_ready_i     (txd_ready),
      .txd_id_o        (txd.id),
      .txd_addr_o      (txd.addr),
      .txd_stride_o    (txd.stride),
      .txd_pieces_o    (txd.pieces),
      .txd_block_o     (txd.block),
      .txd_total_o     (txd.total),
      .txd_msg_o       (txd.msg),
      .txd_sram_o      (txd.sram),
      .txd_pitch_o     (txd.pitch),
      .txd_done_valid_i(txd_done_valid),
      .txd_done_id_i   (txd_done.id),
      .txd_done_err_i  (txd_done.err),
      .txd_done_ready_o(txd_done_ready),
      .rxd_valid_o     (rxd_valid),
      .rxd_ready_i     (rxd_ready),
      .rxd_id_o        (rxd.id),
      .rxd_addr_o      (rxd.addr),
      .rxd_stride_o    (rxd.stride),
      .rxd_pieces_o    (rxd.pieces),
      .rxd_block_o     (rxd.block),
      .rxd_total_o     (rxd.total),
      .rxd_msg_o       (rxd.msg),
      .rxd_sram_o      (rxd.sram),
      .rxd_pitch_o     (rxd.pitch),
      .rxd_done_valid_i(rxd_done_valid),
      .rxd_done_id_i   (rxd_done.id),
      .rxd_done_err_i  (rxd_done.err),
      .rxd_poison_i    (rx_poison),
      .rxd_poison_id_i (rx_poison_id),
      .given_up_i      (tx_give_up || rx_give_up),
      .rxd_done_ready_o(rxd_done_ready),
      .reserve_valid_o (reserve_valid),
      .reserve_id_o    (reserve_id),
      .reserve_phase_o (reserve_phase),
      .free_i          (queue_free),
      .ready_valid_o   (ready_valid),
      .ready_ctx_o     (ready_ctx),
      .done_valid_i    (done_valid),
      .done_id_i       (done_id),
      .done_phase_i    (done_phase),
      .done_ready_o    (done_ready),
      .cpl_valid_o     (cpl_valid),
      .cpl_ready_i     (cpl_ready),
      .cpl_tag_o       (cpl.tag),
      .cpl_status_o    (cpl.status),
      .chunk_done_o    (chunk_done),
      .busy_o          (scheduler_busy)
  );

  nf_ace_tx_dma #(.Bursts(Bursts), .WordBytes(WordBytes)) u_tx_dma (
      .clk_i, .rst_ni,
      .give_up_i   (tx_give_up),
      .cmd_valid_i (txd_valid),
      .cmd_ready_o (txd_ready),
      .cmd_id_i    (txd.id),
      .cmd_addr_i  (txd.addr),
      .cmd_stride_i(txd.stride),
      .cmd_pieces_i(txd.pieces),
      .cmd_block_i (txd.block),
      .cmd_total_i (txd.total),
      .cmd_msg_i   (txd.msg),
      .cmd_sram_i  (txd.sram),
      .cmd_pitch_i (txd.pitch),
      .done_valid_o(txd_done_valid),
      .done_id_o   (txd_done.id),
      .done_err_o  (txd_done.err),
      .done_ready_i(txd_done_ready),
      .wr_valid_o  (wr_valid),
      .wr_addr_o   (wr_addr),
      .wr_words_o  (wr_words),
      .wr_grant_i  (wr_grant),
      .data_o      (tx_data),
      .poison_o    (tx_data_poison),
      .ar_valid_o  (mem_ar_valid_o),
      .ar_ready_i  (mem_ar_ready_i),
      .ar_addr_o   (mem_ar_addr_o),
      .ar_len_o    (mem_ar_len_o),
      .r_valid_i   (mem_r_valid_i),
      .r_ready_o   (mem_r_ready_o),
      .r_data_i    (mem_r_data_i),
      .r_resp_i    (mem_r_resp_i),
      .r_last_i    (mem_r_last_i),
      .beat_o      (tx_beat)
  );

  nf_ace_rx_dma #(.Bursts(Bursts), .WordBytes(WordBytes)) u_rx_dma (
      .clk_i, .rst_ni,
      .give_up_i   (rx_give_up),
      .cmd_valid_i (rxd_valid),
      .cmd_ready_o (rxd_ready),
      .cmd_id_i    (rxd.id),
      .cmd_addr_i  (rxd.addr),
      .cmd_stride_i(rxd.stride),
      .cmd_pieces_i(rxd.pieces),
      .cmd_block_i (rxd.block),
      .cmd_total_i (rxd.total),
      .cmd_msg_i   (rxd.msg),
      .cmd_sram_i  (rxd.sram),
      .cmd_pitch_i (rxd.pitch),
      .done_valid_o(rxd_done_valid),
      .done_id_o   (rxd_done.id),
      .done_err_o  (rxd_done.err),
      .done_ready_i(rxd_done_ready),
      .rd_valid_o  (rd_valid),
      .rd_addr_o   (rd_addr),
      .rd_words_o  (rd_words),
      .rd_grant_i  (rd_grant),
      .data_valid_i(rx_data_valid),
      .data_i      (rx_data),
      .poison_i    (rx_data_poison),
      .aw_valid_o  (mem_aw_valid_o),
      .aw_ready_i  (mem_aw_ready_i),
      .aw_addr_o   (mem_aw_addr_o),
      .aw_len_o    (mem_aw_len_o),
      .w_valid_o   (mem_w_valid_o),
      .w_ready_i   (mem_w_ready_i),
      .w_data_o    (mem_w_data_o),
      .w_strb_o    (mem_w_strb_o),
      .w_last_o    (mem_w_last_o),
      .b_valid_i   (mem_b_valid_i),
      .b_ready_o   (mem_b_ready_o),
      .b_resp_i    (mem_b_resp_i),
      .poison_o    (rx_poison),
      .poison_id_o (rx_poison_id),
      .poison_addr_o(rx_poison_addr),
      .beat_o      (rx_beat)
  );

  nf_ace_dma_watchdog u_dma_watchdog (
      .clk_i, .rst_ni,
      .limit_i     (dma_watchdog),
      .ar_valid_i  (mem_ar_valid_o),
      .ar_ready_i  (mem_ar_ready_i),
      .r_valid_i   (mem_r_valid_i),
      .r_ready_i   (mem_r_ready_o),
      .r_last_i    (mem_r_last_i),
      .aw_valid_i  (mem_aw_valid_o),
      .aw_ready_i  (mem_aw_ready_i),
      .w_valid_i   (mem_w_valid_o),
      .w_ready_i   (mem_w_ready_i),
      .w_last_i    (mem_w_last_o),
      .b_valid_i   (mem_b_valid_i),
      .b_ready_i   (mem_b_ready_o),
      .tx_give_up_o(tx_give_up),
      .rx_give_up_o(rx_give_up),
      .still_o     (dma_fault)
  );

  nf_ace_drain u_drain (
      .clk_i, .rst_ni,
      .abort_i   (aborting),
      .txd_take_i(txd_valid && txd_ready),
      .txd_end_i (txd_done_valid && txd_done_ready),
      .rxd_take_i(rxd_valid && rxd_ready),
      .rxd_end_i (rxd_done_valid && rxd_done_ready),
      .clear_o   (clear)
  );

  // ----------------------------------------------------------------------- machines (ACE 4.3.2)
  for (genvar m = 0; m < Machines; m++) begin : gen_machine
    nf_ace_machine #(.ProgramWords(ProgramWords), .QueueDepth(QueueDepth)) u_machine (
        .clk_i, .rst_ni,
        .abort_i        (aborting),
        .id_i           (4'(m)),
        .run_i          (run),
        .watchdog_i     (watchdog),
        .cfg_valid_i    (cfg_valid),
        .cfg_addr_i     (cfg_addr),
        .cfg_wdata_i    (cfg_wdata),
        .reserve_valid_i(reserve_valid[m]),
        .reserve_id_i   (reserve_id),
        .reserve_phase_i(reserve_phase),
        .free_o         (queue_free[m*8+:8]),
        .ready_valid_i  (ready_valid[m]),
        .ready_ctx_i    (ready_ctx),
        .req_valid_o    (req_valid[m]),
        .req_o          (req[m*ReqBits+:ReqBits]),
        .grant_i        (grant[m]),
        .reject_i       (reject[m*8+:8]),
        .wait_i         (wait_cause[m*8+:8]),
        .done_valid_o   (done_valid[m]),
        .done_id_o      (done_id[m*8+:8]),
        .done_phase_o   (done_phase[m*8+:4]),
        .done_ready_i   (done_ready[m]),
        .fault_o        (fault[m*FaultBits+:FaultBits]),
        .busy_o         (machine_busy[m]),
        .pc_o           (machine_pc[m*16+:16])
    );
    assign done_phase[m*8+4+:4] = '0;
  end

  nf_ace_issue #(
      .Machines(Machines), .Ports(Ports), .Banks(Banks), .Alus(Alus), .Lanes(Lanes)
  ) u_issue (
      .clk_i, .rst_ni,
      .req_valid_i (req_valid),
      .req_i       (req),
      .grant_o     (grant),
      .reject_o    (reject),
      .wait_o      (wait_cause),
      .avail_i     (avail),
      .words_i     (words),
      .credit_i    (credit),
      .space_i     (space),
      .open_i      (open),
      .wr_valid_i  (wr_valid),
      .wr_addr_i   (wr_addr),
      .wr_words_i  (wr_words),
      .wr_grant_o  (wr_grant),
      .rd_valid_i  (rd_valid),
      .rd_addr_i   (rd_addr),
      .rd_words_i  (rd_words),
      .rd_grant_o  (rd_grant),
      .op_valid_o  (op_valid),
      .op_o        (op),
      .op_lane_o   (op_lane),
      .wrop_valid_o(wrop_valid),
      .wrop_o      (wrop),
      .rdop_valid_o(rdop_valid),
      .rdop_o      (rdop),
      .select_i    (select),
      .waiting_o   (waiting)
  );

  // ----------------------------------------------------------------------- SRAM, lanes, crossbar
  nf_ace_crossbar #(
      .Ports(Ports), .Banks(Banks), .Alus(Alus), .Lanes(Lanes), .BankAddrBits(RowBits),
      .WordBytes(WordBytes)
  ) u_crossbar (
      .clk_i, .rst_ni,
      .op_valid_i   (op_valid),
      .op_i         (op),
      .op_lane_i    (op_lane),
      .wrop_valid_i (wrop_valid),
      .wrop_i       (wrop),
      .rdop_valid_i (rdop_valid),
      .rdop_i       (rdop),
      .bank_re_o    (bank_re),
      .bank_raddr_o (bank_raddr),
      .bank_rdata_i (bank_rdata),
      .bank_rpoison_i(bank_rpoison),
      .bank_we_o    (bank_we),
      .bank_waddr_o (bank_waddr),
      .bank_wdata_o (bank_wdata),
      .bank_wpoison_o(bank_wpoison),
      .in_data_i    (in_data),
      .in_poison_i  (in_poison),
      .lane_valid_o (lane_valid),
      .lane_reduce_o(lane_reduce),
      .lane_code_o  (lane_code),
      .lane_a_o     (lane_a),
      .lane_b_o     (lane_b),
      .lane_result_i(lane_result),
      .out_valid_o  (out_valid),
      .out_data_o   (out_data),
      .out_poison_o (out_poison),
      .txd_data_i   (tx_data),
      .txd_poison_i (tx_data_poison),
      .rxd_valid_o  (rx_data_valid),
      .rxd_data_o   (rx_data),
      .rxd_poison_o (rx_data_poison)
  );

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    nf_ram_1r1w #(.Width(WordBits), .Depth(BankWords)) u_bank (
        .clk_i  (clk_i),
        .we_i   (bank_we[b]),
        .waddr_i(bank_waddr[b*16+:RowBits]),
        .wdata_i(bank_wdata[b*WordBits+:WordBits]),
        .re_i   (bank_re[b]),
        .raddr_i(bank_raddr[b*16+:RowBits]),
        .rdata_o(bank_rdata[b*WordBits+:WordBits])
    );
    // One bit for each packet: the words of a packet are poisoned together.
    nf_ram_1r1w #(.Width(1), .Depth(BankWords / nf_ace_pkg::PACKET_WORDS)) u_poison (
        .clk_i  (clk_i),
        .we_i   (bank_we[b]),
        .waddr_i(bank_waddr[b*16+2+:RowBits-2]),
        .wdata_i(bank_wpoison[b]),
        .re_i   (bank_re[b]),
        .raddr_i(bank_raddr[b*16+2+:RowBits-2]),
        .rdata_o(bank_rpoison[b])
    );
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    nf_ace_lane #(.Alu(l < Alus), .Halves(Halves), .WordBytes(WordBytes)) u_lane (
        .clk_i, .rst_ni,
        .valid_i      (lane_valid[l]),
        .reduce_i     (lane_reduce[l]),
        .code_i       (lane_code[l*8+:8]),
        .a_i          (lane_a[l*WordBits+:WordBits]),
        .b_i          (lane_b[l*WordBits+:WordBits]),
        .result_o     (lane_result[l*WordBits+:WordBits]),
        .flags_valid_o(lane_flags_valid[l]),
        .flags_o      (lane_flags[l*4+:4])
    );
  end

  // ----------------------------------------------------------------------- ports and NIC buffers
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic ask, room, tx_valid, tx_first, tx_last, rx_valid, rx_first, rx_last;
    nf_ace_pkg::hdr_t tx_hdr, rx_hdr;
    logic [WordBits-1:0] tx_word, rx_word;

    nf_ace_port #(.Slots(Slots), .WordBytes(WordBytes)) u_port (
        .clk_i, .rst_ni,
        .id_i       (3'(p)),
        .node_i     (node),
        .epoch_i    (epoch),
        .clear_i    (clear),
        .cfg_valid_i(cfg_valid),
        .cfg_addr_i (cfg_addr),
        .cfg_wdata_i(cfg_wdata),
        .op_valid_i (op_valid),
        .op_i       (op),
        .avail_o    (avail[p*16+:16]),
        .words_o    (words[p*64+:64]),
        .credit_o   (credit[p*16+:16]),
        .space_o    (space[p]),
        .open_o     (open[p*16+:16]),
        .in_data_o  (in_data[p*WordBits+:WordBits]),
        .in_poison_o(in_poison[p]),
        .out_valid_i(out_valid[p]),
        .out_data_i (out_data[p*WordBits+:WordBits]),
        .out_poison_i(out_poison[p]),
        .ask_o      (ask),
        .room_i     (room),
        .nic_valid_o(tx_valid),
        .nic_first_o(tx_first),
        .nic_last_o (tx_last),
        .nic_hdr_o  (tx_hdr),
        .nic_data_o (tx_word),
        .rx_valid_i (rx_valid),
        .rx_first_i (rx_first),
        .rx_last_i  (rx_last),
        .rx_hdr_i   (rx_hdr),
        .rx_data_i  (rx_word),
        .drop_o     (drop[p]),
        .stale_o    (stale[p]),
        .early_o    (early[p])
    );

    nf_ace_nic #(.WordBytes(WordBytes)) u_nic (
        .clk_i, .rst_ni,
        .ask_i           (ask),
        .room_o          (room),
        .ace_valid_i     (tx_valid),
        .ace_first_i     (tx_first),
        .ace_last_i      (tx_last),
        .ace_hdr_i       (tx_hdr),
        .ace_data_i      (tx_word),
        .ace_rx_valid_o  (rx_valid),
        .ace_rx_first_o  (rx_first),
        .ace_rx_last_o   (rx_last),
        .ace_rx_hdr_o    (rx_hdr),
        .ace_rx_data_o   (rx_word),
        .host_tx_valid_i (host_tx_valid_i[p]),
        .host_tx_ready_o (host_tx_ready_o[p]),
        .host_tx_first_i (host_tx_first_i[p]),
        .host_tx_last_i  (host_tx_last_i[p]),
        .host_tx_hdr_i   (host_tx_hdr_i[p*HdrBits+:HdrBits]),
        .host_tx_data_i  (host_tx_data_i[p*WordBits+:WordBits]),
        .host_rx_valid_o (host_rx_valid_o[p]),
        .host_rx_ready_i (host_rx_ready_i[p]),
        .host_rx_first_o (host_rx_first_o[p]),
        .host_rx_last_o  (host_rx_last_o[p]),
        .host_rx_hdr_o   (host_rx_hdr_o[p*HdrBits+:HdrBits]),
        .host_rx_data_o  (host_rx_data_o[p*WordBits+:WordBits]),
        .link_tx_valid_o (link_tx_valid_o[p]),
        .link_tx_first_o (link_tx_first_o[p]),
        .link_tx_last_o  (link_tx_last_o[p]),
        .link_tx_hdr_o   (link_tx_hdr_o[p*HdrBits+:HdrBits]),
        .link_tx_data_o  (link_tx_data_o[p*WordBits+:WordBits]),
        .link_tx_ready_i (link_tx_ready_i[p*2+:2]),
        .link_rx_valid_i (link_rx_valid_i[p]),
        .link_rx_first_i (link_rx_first_i[p]),
        .link_rx_last_i  (link_rx_last_i[p]),
        .link_rx_hdr_i   (link_rx_hdr_i[p*HdrBits+:HdrBits]),
        .link_rx_data_i  (link_rx_data_i[p*WordBits+:WordBits]),
        .link_rx_ready_o (link_rx_ready_o[p*2+:2]),
        .drop_o          (host_drop[p*2+:2])
    );
  end

  // --------------------------------------------------------------------------- properties
`ifdef NF_WATCHED
  // A word of the host's ports.
  typedef struct packed {
    logic                first;
    logic                last;
    nf_ace_pkg::hdr_t    hdr;
    logic [WordBits-1:0] data;
  } host_word_t;
  for (genvar p = 0; p < Ports; p++) begin : gen_rules
    logic [3:0] unused_broken;
    host_word_t tx_word, rx_word;
    assign tx_word.first = host_tx_first_i[p];
    assign tx_word.last = host_tx_last_i[p];
    assign tx_word.hdr = host_tx_hdr_i[p*HdrBits+:HdrBits];
    assign tx_word.data = host_tx_data_i[p*WordBits+:WordBits];
    assign rx_word.first = host_rx_first_o[p];
    assign rx_word.last = host_rx_last_o[p];
    assign rx_word.hdr = host_rx_hdr_o[p*HdrBits+:HdrBits];
    assign rx_word.data = host_rx_data_o[p*WordBits+:WordBits];
    nf_stream_rules #(
        .Width($bits(host_word_t))
    ) u_rules_host_tx (
        .clk_i,
        .rst_ni,
        .valid_i (host_tx_valid_i[p]),
        .ready_i (host_tx_ready_o[p]),
        .data_i  (tx_word),
        .broken_o(unused_broken[1:0])
    );
    nf_stream_rules #(
        .Width($bits(host_word_t))
    ) u_rules_host_rx (
        .clk_i,
        .rst_ni,
        .valid_i (host_rx_valid_o[p]),
        .ready_i (host_rx_ready_i[p]),
        .data_i  (rx_word),
        .broken_o(unused_broken[3:2])
    );
  end
`endif

endmodule
