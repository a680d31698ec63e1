// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_skid.sv: two registers that cut every path of a stream. The head register
// is the output itself; the spare one is in use while in_ready is low. ready is a register, so when
// the reader stops the writer learns of it a cycle late, and its word of that cycle needs the spare
// place.
#include "nf_skid.h"

#include <stdlib.h>
#include <string.h>

struct nf_skid {
  nf_skid_out out;
  uint32_t limbs;     // 64-bit pieces of one word
  uint64_t last_mask; // valid bits of the last piece
  uint64_t spare[NF_SKID_MAX_WIDTH / 64];
};

// NF_PARAM, then the reset values; the data registers of the RTL have none and mean nothing.
nf_status nf_skid_init(nf_skid **m, const nf_skid_cfg *cfg) {
  if (cfg->Width < 1 || cfg->Width > NF_SKID_MAX_WIDTH)
    return "nf_skid: Width must be 1..256";
  nf_skid *skid = calloc(1, sizeof *skid);
  if (skid == NULL)
    return "nf_skid: out of memory";
  skid->limbs = (cfg->Width + 63) / 64;
  skid->last_mask = UINT64_MAX >> (64 * skid->limbs - cfg->Width);
  skid->out.in_ready = true;
  *m = skid;
  return NF_OK;
}

// ready_q, valid_q and head_q.
const nf_skid_out *nf_skid_peek(const nf_skid *m) { return &m->out; }

// head_q or spare_q. Bits past Width are cut here, so that outputs compare equal limb by limb.
static void load(const nf_skid *m, uint64_t *reg, const uint64_t *data) {
  memcpy(reg, data, m->limbs * sizeof(uint64_t));
  reg[m->limbs - 1] &= m->last_mask;
}

// Three cases in place of the RTL's enables: the head stays, the spare word moves up, or a word
// goes straight to the head. The RTL loads spare_q with every word taken; only the one that is
// needed is kept here, as nobody can see the others.
void nf_skid_step(nf_skid *m, const nf_skid_in *in) {
  bool take = in->in_valid && m->out.in_ready;
  bool advance = !m->out.out_valid || in->out_ready;
  if (!advance) {
    if (take) {
      load(m, m->spare, in->in_data);
      m->out.in_ready = false;
    }
  } else if (!m->out.in_ready) {
    load(m, m->out.out_data, m->spare);
    m->out.in_ready = true;
    m->out.out_valid = true;
  } else {
    if (take)
      load(m, m->out.out_data, in->in_data);
    m->out.out_valid = take;
  }
}

void nf_skid_free(nf_skid *m) { free(m); }
