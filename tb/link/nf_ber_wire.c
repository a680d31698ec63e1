// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_ber_wire.h"

#include <math.h>
#include <string.h>

uint64_t nf_ber_random(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545f4914f6cdd1du;
}

unsigned nf_ber_delay(double metres) { return (unsigned)(metres * 5 / 0.64 + 0.5); }

double nf_ber_formula(double ber, unsigned delay) {
  const double loss = -expm1(NF_BER_WORD_BITS * log1p(-ber)), lost = 2 * delay + NF_BER_LOOP;
  return (1 - loss) / (1 - loss + loss * lost);
}

// Bits from one error to the next.
static uint64_t distance(nf_ber_wire *w) {
  double u = ((double)(nf_ber_random(w->random) >> 11) + 1) / 9007199254740993.0;
  double d = floor(log(u) / log1p(-w->ber));
  return d < 1e18 ? (uint64_t)d : (uint64_t)1e18;
}

void nf_ber_wire_init(nf_ber_wire *w, unsigned delay, double ber, uint64_t *random) {
  memset(w, 0, sizeof *w);
  w->delay = delay;
  w->ber = ber;
  w->random = random;
  w->error = ber > 0 ? distance(w) : 0;
}

void nf_ber_wire_carry(nf_ber_wire *w, uint64_t cycle, const nf_link_out *from, nf_link_in *to) {
  w->data[(cycle + w->delay) % NF_BER_LINE] = from->wire_data.flit;
  w->ctrl[(cycle + w->delay) % NF_BER_LINE] = from->wire_ctrl;
  to->wire_data.flit = w->data[cycle % NF_BER_LINE];
  to->wire_ctrl = w->ctrl[cycle % NF_BER_LINE];
  bool hit = false;
  for (; w->ber > 0 && w->error < w->bits + NF_BER_WORD_BITS; w->error += 1 + distance(w)) {
    unsigned bit = (unsigned)(w->error - w->bits);
    if (bit < 128)
      to->wire_data.flit.w[bit / 64] ^= 1ull << bit % 64;
    else
      to->wire_ctrl ^= 1ull << (bit - 128);
    hit = true;
  }
  w->losses += hit;
  w->bits += NF_BER_WORD_BITS;
}
