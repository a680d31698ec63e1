// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A word on the wire: the fields of its control part and its check sum.
#ifndef NF_LINK_WIRE_H
#define NF_LINK_WIRE_H

#include "common/nf_crc.h"
#include "common/nf_defs.h"
#include "nf_link_pkg.h"

// Check sums, and the latest one of an idle word for each channel that its credit can be for:
// idle words repeat themselves, and they hold no data.
typedef struct {
  const nf_crc_table *table;
  uint32_t zeros; // register after a flit of zeros
  bool kept[2];
  uint32_t fields[2], crc[2];
} nf_link_crc;

static inline uint64_t nf_link_get(uint64_t ctrl, unsigned lsb, unsigned bits) {
  return ctrl >> lsb & ((1ull << bits) - 1);
}

static inline uint32_t nf_link_fields(unsigned kind, unsigned seq, unsigned ack, bool nak,
                                      unsigned credit_vc, unsigned credit) {
  return (uint32_t)kind << NF_LINK_KIND_LSB | (uint32_t)seq << NF_LINK_SEQ_LSB |
         (uint32_t)ack << NF_LINK_ACK_LSB | (uint32_t)nak << NF_LINK_NAK_LSB |
         (uint32_t)credit_vc << NF_LINK_CREDIT_VC_LSB | (uint32_t)credit << NF_LINK_CREDIT_LSB;
}

static inline void nf_link_crc_init(nf_link_crc *c) {
  static const nf_flit zeros = {{0, 0}};
  *c = (nf_link_crc){.table = nf_crc_castagnoli()};
  c->zeros = nf_crc_bytes(c->table, UINT32_MAX, &zeros, sizeof zeros);
}

// Check sum of a word: data, then the fields below the check sum.
static inline uint32_t nf_link_crc_word(nf_link_crc *c, const nf_flit *data, uint32_t fields) {
  unsigned v = fields >> NF_LINK_CREDIT_VC_LSB & 1;
  bool empty = (data->w[0] | data->w[1]) == 0;
  if (empty && c->kept[v] && c->fields[v] == fields)
    return c->crc[v];
  uint32_t crc = empty ? c->zeros : nf_crc_bytes(c->table, UINT32_MAX, data, sizeof *data);
  crc = ~nf_crc_bytes(c->table, crc, &fields, sizeof fields);
  if (empty) {
    c->kept[v] = true;
    c->fields[v] = fields;
    c->crc[v] = crc;
  }
  return crc;
}

#endif
