// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_ace_rotate.h"

#include <string.h>

// `turned`: the barrel of the RTL as two copies.
void nf_ace_rotate(nf_ace_word *out, const nf_ace_word *in, unsigned amount, uint32_t bytes) {
  const unsigned char *from = (const unsigned char *)in;
  unsigned char *to = (unsigned char *)out;
  memcpy(to, from + amount, bytes - amount);
  memcpy(to + bytes - amount, from, amount);
}

// The ports of the block.
void nf_ace_rotate_eval(const nf_ace_rotate_cfg *cfg, const nf_ace_rotate_in *in,
                        nf_ace_rotate_out *out) {
  nf_ace_rotate(&out->data, &in->data, in->amount % cfg->WordBytes, cfg->WordBytes);
}
