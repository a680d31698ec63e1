// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A word on the wire: its flit, the fields of its control part and its check sum. Both halves of a
// link use it, the sender to make a word, the receiver to check one.
//
// A link sends a word in every cycle, traffic or not, and each has a check sum: hence the tables of
// nf_crc, and the latest sum of an idle word is kept.
#ifndef NF_LINK_WIRE_H
#define NF_LINK_WIRE_H

#include "common/nf_crc.h"
#include "common/nf_defs.h"
#include "nf_link_data.h"

#include <string.h>

// Check sums, and the latest one of an idle word for each channel that its credit can be for:
// idle words repeat themselves, and they hold no data.
typedef struct {
  const nf_crc_table *table;
  uint32_t limbs; // of a flit
  uint32_t zeros; // register after a flit of zeros
  bool kept[2];
  uint32_t fields[2], crc[2];
} nf_link_crc;

// `fields` of nf_link_tx.sv: the control part without its check sum, bits 31:0.
static inline uint32_t nf_link_fields(unsigned kind, unsigned seq, unsigned ack, bool nak,
                                      unsigned credit_vc, unsigned credit) {
  uint64_t ctrl = 0;
  nf_link_fields_set_kind(&ctrl, (uint8_t)kind);
  nf_link_fields_set_seq(&ctrl, (uint16_t)seq);
  nf_link_fields_set_ack(&ctrl, (uint16_t)ack);
  nf_link_fields_set_nak(&ctrl, nak);
  nf_link_fields_set_credit_vc(&ctrl, (uint8_t)credit_vc);
  nf_link_fields_set_credit(&ctrl, (uint16_t)credit);
  return (uint32_t)ctrl;
}

// c for flits of width bits. The register starts with ones, as crc_i of both u_crc.
static inline void nf_link_crc_init(nf_link_crc *c, uint32_t width) {
  static const nf_link_data zeros = {.w = {0}};
  *c = (nf_link_crc){.table = nf_crc_castagnoli(), .limbs = width / 64};
  c->zeros = nf_crc_bytes(c->table, UINT32_MAX, &zeros, width / 8);
}

// Width and the bit of the channel, as every part of a link takes them.
static inline bool nf_link_flit_ok(uint32_t width, uint32_t vc_bit) {
  return width >= NF_LINK_MIN_WIDTH && width <= NF_LINK_MAX_WIDTH && width % 64 == 0 &&
         vc_bit < width;
}

// Virtual channel that a header names, 0 or 1.
static inline unsigned nf_link_vc(const nf_link_data *header, uint32_t vc_bit) {
  return header->w[vc_bit / 64] >> vc_bit % 64 & 1;
}

// Check sum of a word: data, then the fields below the check sum.
static inline uint32_t nf_link_crc_word(nf_link_crc *c, const nf_link_data *data, uint32_t fields) {
  const uint64_t ctrl = fields;
  unsigned v = nf_link_fields_credit_vc(&ctrl);
  uint64_t any = 0;
  for (unsigned i = 0; i < c->limbs; i++)
    any |= data->w[i];
  bool empty = any == 0;
  // Most words of a quiet link are the one before on the same channel, and need no check sum anew.
  if (empty && c->kept[v] && c->fields[v] == fields)
    return c->crc[v];
  uint32_t crc = empty ? c->zeros : nf_crc_bytes(c->table, UINT32_MAX, data, 8 * c->limbs);
  crc = ~nf_crc_bytes(c->table, crc, &fields, sizeof fields);
  if (empty) {
    c->kept[v] = true;
    c->fields[v] = fields;
    c->crc[v] = crc;
  }
  return crc;
}

#endif
