/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * An open 16x16 crossbar with FIFOs beside the switch, where its path is given (make bench
 * CROSSBAR=FOLDER): axis_ram_switch of verilog-axis, with ports of 128 bits and 4 kB of store an
 * input, which is what a row of the switch's crosspoint queues has. */
#ifndef NF_SIM_CROSSBAR_H
#define NF_SIM_CROSSBAR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Cycles with packets of 9 words to random other outputs, at half of the line rate. Returns 0 when
 * there is no crossbar in the program, -1 when a packet came out in parts or at another output than
 * its own, else the words that came out. */
int64_t nf_crossbar_run(uint64_t cycles, uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif
