// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A wire with random bit errors between two ends of a link, and what go-back-N makes of it.
#ifndef NF_BER_WIRE_H
#define NF_BER_WIRE_H

#include "link/nf_link.h"

// LOOP: cycles in both ends from a lost word to the same flit sent again, without the wires.
enum { NF_BER_LINE = 1024, NF_BER_LOOP = 10, NF_BER_WORD_BITS = 192 };

typedef struct {
  nf_flit data[NF_BER_LINE];
  uint64_t ctrl[NF_BER_LINE];
  unsigned delay; // cycles, below NF_BER_LINE
  double ber;
  uint64_t *random;
  uint64_t bits;  // that have passed
  uint64_t error; // place of the next bit flip
  uint64_t losses;
} nf_ber_wire;

// xorshift64*; the state must not be 0.
uint64_t nf_ber_random(uint64_t *state);
// 200 Gb/s: a flit takes 0.64 ns, light in the cable 5 ns for a metre.
unsigned nf_ber_delay(double metres);
// Share of the line rate that a link has left: each loss costs the words of one way there and back.
double nf_ber_formula(double ber, unsigned delay);
// An empty wire; it draws from *random.
void nf_ber_wire_init(nf_ber_wire *w, unsigned delay, double ber, uint64_t *random);
// What one end sends in this cycle goes in, what was sent `delay` cycles ago comes out.
void nf_ber_wire_carry(nf_ber_wire *w, uint64_t cycle, const nf_link_out *from, nf_link_in *to);

#endif
