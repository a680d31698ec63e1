// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The sending half under test and a model of the receiving half make end 0 of a link.
#include "link/nf_link_rx.h"
#include "link/nf_link_tx.h"
#include "nf_link_scenes.h"
#include "nf_tb.h"

extern const nf_dut nf_link_tx_dut;

const nf_link_cfg nf_link_scene_cfg = {.Width = P_Width,
                                       .PacketFlits = P_PacketFlits,
                                       .VcBit = P_VcBit,
                                       .Replay = P_Replay,
                                       .Room = P_Room};

static nf_link_rx *half; // stays reachable when a run is cut short

static void drive(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  const nf_link_tx_out *out = out_ptr;
  nf_link_tx_in *in = in_ptr;
  if (nf_tb_cycle(tb) == 0) {
    nf_link_rx_free(half);
    half = NULL;
    nf_status s = nf_link_rx_init(
        &half, &(nf_link_rx_cfg){.Width = P_Width, .VcBit = P_VcBit, .Room = P_Room});
    nf_tb_check(tb, s == NF_OK, "%s", s == NF_OK ? "" : s);
  }
  const nf_link_rx_out *r = nf_link_rx_peek(half);
  const nf_link_out link_out = {.tx_ready = out->tx_ready,
                                .rx_valid = r->rx_valid,
                                .rx_last = r->rx_last,
                                .rx_err = r->rx_err,
                                .rx_data = r->rx_data,
                                .wire_data = out->wire_data,
                                .wire_ctrl = out->wire_ctrl,
                                .event = out->event | r->event,
                                .down = out->down,
                                .busy = out->busy || r->busy};
  nf_link_in link_in = {0};
  nf_link_scene_drive(tb, ctx, &link_out, &link_in);
  *in = (nf_link_tx_in){.cfg_timeout = link_in.cfg_timeout,
                        .cfg_retries = link_in.cfg_retries,
                        .tx_valid = link_in.tx_valid,
                        .tx_last = link_in.tx_last,
                        .tx_err = link_in.tx_err,
                        .tx_data = link_in.tx_data,
                        .good = r->good,
                        .good_ack = r->good_ack,
                        .good_nak = r->good_nak,
                        .good_credit_vc = r->good_credit_vc,
                        .good_credit = r->good_credit,
                        .ack = r->ack,
                        .nak = r->nak,
                        .freed = r->freed};
  nf_link_rx_step(half, &(nf_link_rx_in){.wire_data = link_in.wire_data,
                                         .wire_ctrl = link_in.wire_ctrl,
                                         .down = out->down,
                                         .rx_ready = link_in.rx_ready});
}

// Acknowledgements and credits that were overtaken: they must change nothing.
static void drive_old(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  nf_link_tx_in *in = in_ptr;
  drive(tb, ctx, out, in);
  const unsigned most = P_Replay < 400 ? 100 : 0;
  if (most != 0 && nf_tb_chance(tb, 10)) {
    nf_tb_cover(tb, "an old word");
    bool was_good = in->good;
    in->good = true;
    in->good_nak = in->good_nak && was_good;
    in->good_ack = (in->good_ack - nf_tb_below(tb, most)) & NF_LINK_SEQ_MASK;
    in->good_credit = (in->good_credit - nf_tb_below(tb, 100)) & NF_LINK_CREDIT_MASK;
  }
}

// The longest timeouts: a packet goes out and nothing ever comes back. It is sent again after so
// many cycles, and the link is given up after twice as many.
typedef struct {
  uint16_t timeout;
  uint64_t sent, again, down; // in which cycle
} patience;

static void start_patience(nf_tb *tb, void *ctx) {
  ((patience *)ctx)->timeout = (uint16_t)(0x8000 + nf_tb_below(tb, 0x8000));
}

static void drive_patience(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  patience *const p = ctx;
  const nf_link_tx_out *const out = out_ptr;
  nf_link_tx_in *const in = in_ptr;
  in->cfg_timeout = p->timeout;
  in->cfg_retries = 1;
  in->tx_valid = in->tx_last = p->sent == 0 && (out->tx_ready & 1) != 0;
  if (in->tx_valid)
    p->sent = nf_tb_cycle(tb);
  if (p->again == 0 && (out->event >> NF_LINK_EV_TIMEOUT & 1) != 0)
    p->again = nf_tb_cycle(tb);
  if (p->down == 0 && out->down)
    p->down = nf_tb_cycle(tb);
}

static void finish_patience(nf_tb *tb, void *ctx) {
  const patience *const p = ctx;
  const uint64_t again = p->again - p->sent, down = p->down;
  nf_tb_check(tb, p->sent != 0 && again >= p->timeout && again <= p->timeout + 4u,
              "sent again after %u cycles, the timeout is %u", (unsigned)again, p->timeout);
  nf_tb_check(tb, down >= 2u * p->timeout && down <= 2u * p->timeout + 4,
              "down after %u cycles, the timeout is %u", (unsigned)down, p->timeout);
}

int main(int argc, char **argv) {
  static const nf_link_tx_cfg cfg = {.Width = P_Width,
                                     .PacketFlits = P_PacketFlits,
                                     .VcBit = P_VcBit,
                                     .Replay = P_Replay,
                                     .Room = P_Room};
  static const nf_tb_scenario scenarios[] = {
      NF_LINK_SCENES(drive),
      {"KLENK IV-E3 old words", 24000, nf_link_start_clean, drive_old, nf_link_scene_finish},
      {"KLENK IV-E3 timeouts above 2^15", 2 * UINT16_MAX + 10, start_patience, drive_patience,
       finish_patience}};
  const nf_tb_bench bench = {.dut = &nf_link_tx_dut,
                             .model = NF_TB_MODEL(nf_link_tx),
                             .cfg = &cfg,
                             .ctx_size = sizeof(nf_link_scene),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
