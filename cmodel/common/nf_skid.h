// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_skid.sv: two registers that cut every combinational path of a stream
// (KLENK IV-D).
#ifndef NF_SKID_H
#define NF_SKID_H

#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_SKID_MAX_WIDTH = 256 };

typedef struct {
  uint32_t Width; // bits per word, 1..256
} nf_skid_cfg;

// Words are little-endian bit vectors; bits of in_data at and above Width are ignored.
typedef struct {
  bool in_valid;
  uint64_t in_data[NF_SKID_MAX_WIDTH / 64];
  bool out_ready;
} nf_skid_in;

typedef struct {
  bool in_ready;
  bool out_valid;
  uint64_t out_data[NF_SKID_MAX_WIDTH / 64]; // while out_valid is low, the word before
} nf_skid_out;

typedef struct nf_skid nf_skid;

// Makes an empty buffer in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_skid_init(nf_skid **m, const nf_skid_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_skid_out *nf_skid_peek(const nf_skid *m);
// One rising clock edge.
void nf_skid_step(nf_skid *m, const nf_skid_in *in);
// Frees m; NULL is allowed.
void nf_skid_free(nf_skid *m);

#ifdef __cplusplus
}
#endif

#endif
