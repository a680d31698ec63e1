// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_ace_merge.h"

#include <string.h>

// gen_byte, where the bytes that are kept lie side by side, as a DMA's do.
void nf_ace_merge(nf_ace_word *out, const nf_ace_word *low, const nf_ace_word *high, unsigned split,
                  unsigned from, unsigned to, uint32_t bytes) {
  unsigned char *const byte = (unsigned char *)out;
  memcpy(byte, low, split);
  memcpy(byte + split, (const unsigned char *)high + split, bytes - split);
  memset(byte, 0, from);
  memset(byte + to, 0, bytes - to);
}

// gen_byte with any keep_i. The block's test gives it any strobes; the DMAs only those of bytes
// side by side.
void nf_ace_merge_eval(const nf_ace_merge_cfg *cfg, const nf_ace_merge_in *in,
                       nf_ace_merge_out *out) {
  const uint32_t all = cfg->WordBytes;
  nf_ace_merge(&out->data, &in->low, &in->high, in->split > all ? all : in->split, 0, all, all);
  unsigned char *const byte = (unsigned char *)&out->data;
  for (unsigned b = 0; b < all; b++)
    byte[b] = in->keep[b / 64] >> b % 64 & 1 ? byte[b] : 0;
}
