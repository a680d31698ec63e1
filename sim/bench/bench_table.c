// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/bench/bench.h"

#include "common/nf_dut.h"
#include "reduce/nf_reduce_table.h"
#include <stdlib.h>

extern const nf_dut netfold_table_dut;

enum { EXPECTED = 16, WARM_UP = 200, CYCLES = 9000 };

int nf_bench_table(unsigned len, double *flits_per_cycle, nf_err *e) {
  nf_reduce_table_in *in = calloc(1, sizeof *in);
  nf_reduce_table_out *out = calloc(1, sizeof *out);
  void *dut = netfold_table_dut.create(0);
  uint64_t taken = 0, results = 0;
  if (!in || !out || !dut) {
    free(in);
    free(out);
    return nf_err_memory(e, "the reduction table");
  }
  netfold_table_dut.reset(dut);
  in->cfg_entries = NF_MAX_ENTRIES;
  in->cfg_first_hop = true;
  in->region_expected[0] = EXPECTED;
  in->region_ports[0] = UINT16_MAX;
  in->region_home_ports[0] = 1;
  in->out_ready = true;
  unsigned place = 0, source = 0; // flit of the packet, node that sends it
  for (unsigned c = 0; c < WARM_UP + CYCLES; c++) {
    netfold_table_dut.peek(dut, out);
    in->in_valid = true;
    in->in_last = place == len;
    in->in_data = (nf_flit){{0x3f8000003f800000, 0x3f8000003f800000}};
    if (place == 0) {
      in->in_data = (nf_flit){{0, 0}};
      nf_hdr_set_opcode(&in->in_data, NF_OPCODE_PUSH_WRITE);
      nf_hdr_set_len(&in->in_data, (uint8_t)len);
      nf_hdr_set_count(&in->in_data, 1);
      nf_hdr_set_src(&in->in_data, (uint16_t)source);
      nf_hdr_set_addr(&in->in_data, 0x1000);
    }
    if (out->in_ready) {
      taken += c >= WARM_UP;
      place = place == len ? 0 : place + 1;
      source = (source + (place == 0)) % EXPECTED;
    }
    results += out->out_valid && out->out_last;
    netfold_table_dut.step(dut, in);
  }
  netfold_table_dut.destroy(dut);
  free(in);
  free(out);
  *flits_per_cycle = (double)taken / CYCLES;
  if (results < (WARM_UP + CYCLES) / (EXPECTED * (len + 1)) / 2)
    return nf_err_set(e, NF_EXIT_FAILED, "the reduction table gave %llu results only",
                      (unsigned long long)results);
  return NF_EXIT_OK;
}
