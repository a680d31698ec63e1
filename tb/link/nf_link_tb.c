// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_link_scenes.h"
#include "nf_tb.h"

extern const nf_dut nf_link_dut;

const nf_link_cfg nf_link_scene_cfg = {.Width = P_Width,
                                       .PacketFlits = P_PacketFlits,
                                       .VcBit = P_VcBit,
                                       .Replay = P_Replay,
                                       .Room = P_Room};

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_link_scene_drive(tb, ctx, out, in);
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {NF_LINK_SCENES(drive)};
  const nf_tb_bench bench = {.dut = &nf_link_dut,
                             .model = NF_TB_MODEL(nf_link),
                             .cfg = &nf_link_scene_cfg,
                             .ctx_size = sizeof(nf_link_scene),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
