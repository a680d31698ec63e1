// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_packet_gen.h"

nf_flit nf_packet_gen_header(nf_tb *tb, unsigned opcode, unsigned len) {
  nf_flit h = {{nf_tb_rand(tb), nf_tb_rand(tb)}};
  nf_hdr_set_opcode(&h, (uint8_t)opcode);
  nf_hdr_set_len(&h, (uint8_t)len);
  nf_hdr_set_flags(&h, 0);
  return h;
}

void nf_packet_gen_start(nf_packet_gen *g, nf_tb *tb, const nf_flit *header) {
  unsigned len = nf_hdr_len(header) <= NF_MAX_PAYLOAD_FLITS ? nf_hdr_payload_flits(header) : 0;
  g->flit[0] = *header;
  for (unsigned f = 1; f <= len; f++)
    g->flit[f] = (nf_flit){{nf_tb_rand(tb), nf_tb_rand(tb)}};
  g->flits = len + 1;
  g->sent = 0;
  g->err = g->early_last = false;
  g->extra = 0;
}

nf_link_flit nf_packet_gen_drive(nf_packet_gen *g, nf_tb *tb, uint8_t ready) {
  nf_link_flit out = {false, false, false, {{0, 0}}};
  unsigned vc = nf_hdr_vc(&g->flit[0]);
  bool moves = nf_pace_go(tb, &g->pace);
  if (g->flits == 0 || !moves)
    return out;
  unsigned total = g->flits + g->extra;
  out.valid = true;
  out.data = g->flit[g->sent < g->flits ? g->sent : g->flits - 1];
  out.last = g->sent + 1 == total || (g->early_last && g->sent + 1 >= total / 2);
  out.err = out.last && g->err;
  if (g->sent != 0 || (ready >> vc & 1) != 0) {
    g->sent++;
    if (out.last)
      g->flits = 0;
  }
  return out;
}
