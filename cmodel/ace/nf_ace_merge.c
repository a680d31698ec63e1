// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_ace_merge.h"

#include <string.h>

void nf_ace_merge(nf_ace_word *out, const nf_ace_word *low, const nf_ace_word *high, unsigned split,
                  unsigned from, unsigned to) {
  unsigned char *bytes = (unsigned char *)out;
  memcpy(bytes, low, split);
  memcpy(bytes + split, (const unsigned char *)high + split, sizeof *out - split);
  memset(bytes, 0, from);
  memset(bytes + to, 0, sizeof *out - to);
}

void nf_ace_merge_eval(const nf_ace_merge_in *in, nf_ace_merge_out *out) {
  nf_ace_merge(&out->data, &in->low, &in->high, in->split > 64 ? 64 : in->split, 0, 64);
  unsigned char *bytes = (unsigned char *)&out->data;
  for (unsigned b = 0; b < sizeof out->data; b++)
    bytes[b] = in->keep >> b & 1 ? bytes[b] : 0;
}
