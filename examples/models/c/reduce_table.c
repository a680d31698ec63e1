// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reduction table of one switch port (KLENK IV-C, IV-D) from C: four GPUs push four floats each
// to the same address, the table adds them and sends one packet.
//
//   cc reduce_table.c $(pkg-config --cflags --libs netfold) && ./a.out
//
// Every clocked model has the same five functions: init, peek (the outputs of this cycle), step
// (one rising clock edge), free; names of parameters and ports are those of the module in rtl/.
#include <netfold.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { RANKS = 4, ADDRESS = 0x1000, LIMIT = 200 };

// A packet of one payload flit: rank's contribution to the block at ADDRESS.
static void contribution(unsigned rank, nf_flit packet[2]) {
  const float values[4] = {1.0f + (float)rank, 0.5f, -2.0f * (float)rank, 1e6f};
  memset(packet, 0, 2 * sizeof *packet);
  nf_hdr_set_opcode(&packet[0], NF_OPCODE_PUSH_WRITE);
  nf_hdr_set_red_op(&packet[0], NF_RED_OP_ADD);
  nf_hdr_set_dtype(&packet[0], NF_DTYPE_F32);
  nf_hdr_set_len(&packet[0], 1);
  nf_hdr_set_count(&packet[0], 1);
  nf_hdr_set_addr(&packet[0], ADDRESS);
  nf_hdr_set_src(&packet[0], (uint16_t)rank);
  memcpy(&packet[1], values, sizeof values);
}

// What leaves: payload first, the header last.
static void print_packet(const nf_flit *payload, const nf_flit *header) {
  float sums[4];
  memcpy(sums, payload, sizeof sums);
  printf("sums %g %g %g %g, of %u contributions, address 0x%" PRIx64 "\n", (double)sums[0],
         (double)sums[1], (double)sums[2], (double)sums[3], nf_hdr_count(header),
         nf_hdr_addr(header));
}

int main(void) {
  nf_reduce_table *table = NULL;
  const nf_status refused = nf_reduce_table_init(
      &table, &(nf_reduce_table_cfg){
                  .Entries = 8, .Ports = 4, .Regions = 1, .Nodes = RANKS, .AluStages = 2});
  if (refused) {
    fprintf(stderr, "reduce_table: %s\n", refused);
    return 1;
  }
  nf_reduce_table_in in = {.cfg_first_hop = true, .cfg_entries = 8, .way = 1, .out_ready = true};
  in.region_expected[0] = RANKS;
  in.region_mode[0] = 1u << NF_MCR_MODE_PUSH;
  in.region_ports[0] = 0xf; // the sum goes to all four ports

  nf_flit packet[2], payload = {{0, 0}};
  unsigned rank = 0, flit = 0, left = 0;
  contribution(rank, packet);
  for (unsigned cycle = 0; cycle < LIMIT && !left; ++cycle) {
    const nf_reduce_table_out *const out = nf_reduce_table_peek(table);
    if (out->out_valid && out->out_last) {
      printf("cycle %u: ", cycle);
      print_packet(&payload, &out->out_data);
      left = 1;
    } else if (out->out_valid) {
      payload = out->out_data;
    }
    in.in_valid = rank < RANKS;
    in.in_data = packet[flit];
    in.in_last = flit == 1;
    // Valid and ready in the same cycle: the flit is taken by this edge.
    const bool taken = in.in_valid && out->in_ready;
    nf_reduce_table_step(table, &in);
    if (taken && flit++ == 1) {
      flit = 0;
      contribution(++rank, packet);
    }
  }
  nf_reduce_table_free(table);
  return left ? 0 : 1;
}
