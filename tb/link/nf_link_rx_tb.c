// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The receiving half under test and a model of the sending half make end 0 of a link.
#include "link/nf_link_rx.h"
#include "link/nf_link_tx.h"
#include "nf_link_scenes.h"
#include "nf_tb.h"

extern const nf_dut nf_link_rx_dut;

const nf_link_cfg nf_link_scene_cfg = {.Width = P_Width,
                                       .PacketFlits = P_PacketFlits,
                                       .VcBit = P_VcBit,
                                       .Replay = 256,
                                       .Room = P_Room};

static nf_link_tx *half; // stays reachable when a run is cut short

static void drive(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  const nf_link_rx_out *out = out_ptr;
  nf_link_rx_in *in = in_ptr;
  if (nf_tb_cycle(tb) == 0) {
    nf_link_tx_free(half);
    half = NULL;
    nf_status s = nf_link_tx_init(&half, &(nf_link_tx_cfg){.Width = P_Width,
                                                           .PacketFlits = P_PacketFlits,
                                                           .VcBit = P_VcBit,
                                                           .Replay = nf_link_scene_cfg.Replay,
                                                           .Room = P_Room});
    nf_tb_check(tb, s == NF_OK, "%s", s == NF_OK ? "" : s);
  }
  const nf_link_tx_out *t = nf_link_tx_peek(half);
  const nf_link_out link_out = {.tx_ready = t->tx_ready,
                                .rx_valid = out->rx_valid,
                                .rx_last = out->rx_last,
                                .rx_err = out->rx_err,
                                .rx_data = out->rx_data,
                                .wire_data = t->wire_data,
                                .wire_ctrl = t->wire_ctrl,
                                .event = t->event | out->event,
                                .down = t->down,
                                .busy = t->busy || out->busy};
  nf_link_in link_in = {0};
  nf_link_scene_drive(tb, ctx, &link_out, &link_in);
  in->wire_data = link_in.wire_data;
  in->wire_ctrl = link_in.wire_ctrl;
  in->down = t->down;
  in->rx_ready = link_in.rx_ready;
  const nf_link_tx_in tx_in = {.cfg_timeout = link_in.cfg_timeout,
                               .cfg_retries = link_in.cfg_retries,
                               .tx_valid = link_in.tx_valid,
                               .tx_last = link_in.tx_last,
                               .tx_err = link_in.tx_err,
                               .tx_data = link_in.tx_data,
                               .good = out->good,
                               .good_ack = out->good_ack,
                               .good_nak = out->good_nak,
                               .good_credit_vc = out->good_credit_vc,
                               .good_credit = out->good_credit,
                               .ack = out->ack,
                               .nak = out->nak,
                               .freed = out->freed};
  nf_link_tx_step(half, &tx_in);
}

int main(int argc, char **argv) {
  static const nf_link_rx_cfg cfg = {.Width = P_Width, .VcBit = P_VcBit, .Room = P_Room};
  static const nf_tb_scenario scenarios[] = {NF_LINK_SCENES(drive)};
  const nf_tb_bench bench = {
      .dut = &nf_link_rx_dut,
      .model = NF_TB_MODEL(nf_link_rx),
      .cfg = &cfg,
      .ctx_size = sizeof(nf_link_scene),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof *scenarios,
      .unreset = "good_ack:good good_nak:good good_credit_vc:good good_credit:good"};
  return nf_tb_main(argc, argv, &bench);
}
