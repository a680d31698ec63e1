// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is offered is compared with the cycle before; addresses and data of writes are paired in
// order, whichever comes first; reads are counted down.
#include "nf_axi_rules.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 255 }; // beats of a burst, less one

typedef struct {
  uint8_t len[NF_AXI_RULES_MAX_OUTSTANDING];
  unsigned first, count;
} lengths;

struct nf_axi_rules {
  nf_axi_rules_out out;
  unsigned beat_bytes, outstanding;
  bool first; // no edge since reset
  nf_axi_rules_in before;
  lengths ahead, asked; // addresses or data of writes; reads
  bool data_ahead;
  unsigned due;  // bursts that can be answered
  unsigned beat; // taken of the burst that is written
  unsigned read; // taken of the oldest burst that is read
};

static bool power_of_two(uint32_t n) { return (n & (n - 1)) == 0; }

nf_status nf_axi_rules_init(nf_axi_rules **m, const nf_axi_rules_cfg *cfg) {
  if (cfg->AddrBits < 12 || cfg->AddrBits > 64)
    return "nf_axi_rules: AddrBits must be 12..64";
  if (cfg->DataBits < 32 || cfg->DataBits > NF_AXI_RULES_MAX_DATA || !power_of_two(cfg->DataBits))
    return "nf_axi_rules: DataBits must be 32..2048, a power of two";
  if (cfg->Outstanding < 2 || cfg->Outstanding > NF_AXI_RULES_MAX_OUTSTANDING ||
      !power_of_two(cfg->Outstanding))
    return "nf_axi_rules: Outstanding must be 2..256, a power of two";
  nf_axi_rules *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_axi_rules: out of memory";
  n->beat_bytes = cfg->DataBits / 8;
  n->outstanding = cfg->Outstanding;
  n->first = true;
  *m = n;
  return NF_OK;
}

const nf_axi_rules_out *nf_axi_rules_peek(const nf_axi_rules *m) { return &m->out; }

static uint8_t head(const lengths *q) { return q->len[q->first]; }

static void pop(lengths *q) {
  q->first = (q->first + 1) % NF_AXI_RULES_MAX_OUTSTANDING;
  q->count--;
}

// False: there is no room.
static bool push(const nf_axi_rules *m, lengths *q, unsigned len) {
  if (q->count == m->outstanding)
    return false;
  q->len[(q->first + q->count++) % NF_AXI_RULES_MAX_OUTSTANDING] = (uint8_t)len;
  return true;
}

static bool crosses(const nf_axi_rules *m, uint64_t addr, unsigned len) {
  return addr % 4096 / m->beat_bytes + len >= 4096 / m->beat_bytes;
}

static unsigned holds(const nf_axi_rules_in *was, const nf_axi_rules_in *in) {
  const bool aw = in->aw_valid && in->aw_addr == was->aw_addr && in->aw_len == was->aw_len;
  const bool w = in->w_valid && memcmp(in->w_data, was->w_data, sizeof in->w_data) == 0 &&
                 memcmp(in->w_strb, was->w_strb, sizeof in->w_strb) == 0 &&
                 in->w_last == was->w_last;
  const bool b = in->b_valid && in->b_resp == was->b_resp;
  const bool ar = in->ar_valid && in->ar_addr == was->ar_addr && in->ar_len == was->ar_len;
  const bool r = in->r_valid && memcmp(in->r_data, was->r_data, sizeof in->r_data) == 0 &&
                 in->r_resp == was->r_resp && in->r_last == was->r_last;
  return (unsigned)(was->aw_valid && !was->aw_ready && !aw) << NF_AXI_RULES_AW_HOLDS |
         (unsigned)(was->w_valid && !was->w_ready && !w) << NF_AXI_RULES_W_HOLDS |
         (unsigned)(was->b_valid && !was->b_ready && !b) << NF_AXI_RULES_B_HOLDS |
         (unsigned)(was->ar_valid && !was->ar_ready && !ar) << NF_AXI_RULES_AR_HOLDS |
         (unsigned)(was->r_valid && !was->r_ready && !r) << NF_AXI_RULES_R_HOLDS;
}

static unsigned writes(nf_axi_rules *m, const nf_axi_rules_in *in) {
  const bool aw = in->aw_valid && in->aw_ready, w = in->w_valid && in->w_ready;
  const bool end = w && in->w_last, some = m->ahead.count != 0;
  const bool answered = in->b_valid && in->b_ready && m->due != 0;
  unsigned broken = (unsigned)(in->b_valid && m->due == 0) << NF_AXI_RULES_B_ASKED;
  bool last = w && !in->w_last &&
              (m->beat == LONGEST || (some && !m->data_ahead && m->beat >= head(&m->ahead)));
  bool paired = some ? (m->data_ahead ? aw : end) : aw && end;
  bool fits = true;
  if (paired) {
    const unsigned burst = some && !m->data_ahead ? head(&m->ahead) : in->aw_len;
    const unsigned data = some && m->data_ahead ? head(&m->ahead) : m->beat;
    last = last || burst != data;
  }
  if (paired && some)
    pop(&m->ahead);
  if (!some)
    m->data_ahead = end;
  if (aw && (some ? end || !m->data_ahead : !end))
    fits = push(m, &m->ahead, some && end && m->data_ahead ? m->beat : in->aw_len);
  else if (end && !aw && (!some || m->data_ahead))
    fits = push(m, &m->ahead, m->beat);
  m->due -= answered;
  if (paired && m->due == m->outstanding)
    fits = paired = false;
  m->due += paired;
  m->beat = end ? 0 : w && m->beat != LONGEST ? m->beat + 1 : m->beat;
  return broken | (unsigned)last << NF_AXI_RULES_W_LAST | (unsigned)!fits << NF_AXI_RULES_FOLLOWED;
}

static unsigned reads(nf_axi_rules *m, const nf_axi_rules_in *in) {
  const bool some = m->asked.count != 0, end = some && m->read == head(&m->asked);
  bool fits = true;
  if (in->r_valid && in->r_ready && some) {
    m->read = end ? 0 : m->read + 1;
    if (end)
      pop(&m->asked);
  }
  if (in->ar_valid && in->ar_ready)
    fits = push(m, &m->asked, in->ar_len);
  return (unsigned)(in->r_valid && !some) << NF_AXI_RULES_R_ASKED |
         (unsigned)(in->r_valid && some && in->r_last != end) << NF_AXI_RULES_R_LAST |
         (unsigned)!fits << NF_AXI_RULES_FOLLOWED;
}

void nf_axi_rules_step(nf_axi_rules *m, const nf_axi_rules_in *in) {
  const bool any = in->aw_valid || in->w_valid || in->b_valid || in->ar_valid || in->r_valid;
  const bool exokay = (in->b_valid && in->b_resp == 1) || (in->r_valid && in->r_resp == 1);
  unsigned broken = holds(&m->before, in) | writes(m, in) | reads(m, in) |
                    (unsigned)(m->first && any) << NF_AXI_RULES_QUIET |
                    (unsigned)exokay << NF_AXI_RULES_CODES;
  if (in->aw_valid && crosses(m, in->aw_addr, in->aw_len))
    broken |= 1u << NF_AXI_RULES_AW_PAGE;
  if (in->ar_valid && crosses(m, in->ar_addr, in->ar_len))
    broken |= 1u << NF_AXI_RULES_AR_PAGE;
  m->out.broken = (uint16_t)broken;
  m->before = *in;
  m->first = false;
}

void nf_axi_rules_free(nf_axi_rules *m) { free(m); }
