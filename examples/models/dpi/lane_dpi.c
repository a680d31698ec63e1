// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The golden model of nf_alu_lane behind functions that SystemVerilog's DPI-C can call. The
// simulator's scalars are C's int; the model is a chandle.
#include <netfold.h>

#include <stdio.h>

void *lane_new(int stages, int halves) {
  nf_alu_lane *lane = NULL;
  const nf_status refused = nf_alu_lane_init(
      &lane, &(nf_alu_lane_cfg){.Stages = (uint32_t)stages, .Halves = (uint32_t)halves});
  if (refused)
    fprintf(stderr, "nf_alu_lane: %s\n", refused);
  return lane;
}

// The outputs of this cycle; result means something only while valid.
void lane_peek(void *lane, int *valid, int *result, int *flags, int *unsupported) {
  const nf_alu_lane_out *const out = nf_alu_lane_peek(lane);
  *valid = out->valid;
  *result = (int)out->result;
  *flags = out->flags;
  *unsupported = out->unsupported;
}

// One rising clock edge with these inputs.
void lane_step(void *lane, int en, int valid, int red_op, int dtype, int a, int b) {
  nf_alu_lane_step(lane, &(nf_alu_lane_in){.en = en != 0,
                                           .valid = valid != 0,
                                           .red_op = (uint8_t)red_op,
                                           .dtype = (uint8_t)dtype,
                                           .a = (uint32_t)a,
                                           .b = (uint32_t)b});
}

void lane_free(void *lane) { nf_alu_lane_free(lane); }
