// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_axi_rules.sv: the rules of an AXI4 port with one ID, watched. What is
// offered is compared with the cycle before; addresses and data of writes are paired in order,
// whichever comes first (AXI4 A3.3.1); reads are counted down.
//
// A broken rule is reported once and does not lead to reports of others later: a burst of data ends
// with its mark, one that is read with its length, and a response that nobody waits for is
// forgotten.
#include "nf_axi_rules.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 255 }; // beats of a burst, less one

// Lengths of bursts, a ring: beats less one, as on the bus.
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

// The (x & (x - 1)) == 0 of the NF_PARAMs.
static bool power_of_two(uint32_t n) { return (n & (n - 1)) == 0; }

// NF_PARAMs, then the reset values: nothing waits, nothing is ahead, first_q is high.
nf_status nf_axi_rules_init(nf_axi_rules **m, const nf_axi_rules_cfg *cfg) {
  if (cfg->AddrBits < 12 || cfg->AddrBits > 64)
    return "nf_axi_rules: AddrBits must be 12..64";
  if (cfg->DataBits < 32 || cfg->DataBits > NF_AXI_RULES_MAX_DATA_BITS ||
      !power_of_two(cfg->DataBits))
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

// broken_o, a register: it tells of the cycle before.
const nf_axi_rules_out *nf_axi_rules_peek(const nf_axi_rules *m) { return &m->out; }

// ahead_q[ahead_first_q], or asked_q[asked_first_q].
static uint8_t head(const lengths *q) { return q->len[q->first]; }

// ahead_pop and r_end. The RTL's ring has Outstanding slots; this one always the most there can be,
// which nobody can see, because push() counts to Outstanding.
static void pop(lengths *q) {
  q->first = (q->first + 1) % NF_AXI_RULES_MAX_OUTSTANDING;
  q->count--;
}

// Enters a burst behind the others. False: there is no room, which is reported as Followed.
static bool push(const nf_axi_rules *m, lengths *q, unsigned len) {
  if (q->count == m->outstanding)
    return false;
  q->len[(q->first + q->count++) % NF_AXI_RULES_MAX_OUTSTANDING] = (uint8_t)len;
  return true;
}

// broken[AwPage] and broken[ArPage]: a burst lies in one page of 4 kB (AXI4 A3.4.1). The first
// beat's place in the page is counted in words, so a start that is not aligned to a word counts as
// the word's, as in the RTL's [11:LogBytes].
static bool crosses(const nf_axi_rules *m, uint64_t addr, unsigned len) {
  return addr % 4096 / m->beat_bytes + len >= 4096 / m->beat_bytes;
}

// A channel that waited in the cycle before, and is not as it was (`kept`).
static unsigned moved(bool valid, bool ready, bool kept, unsigned rule) {
  return (unsigned)(valid && !ready && !kept) << rule;
}

// w_kept and r_kept: data that stays as it was.
static bool same_write(const nf_axi_rules_in *was, const nf_axi_rules_in *in) {
  return in->w_valid && memcmp(in->w_data, was->w_data, sizeof in->w_data) == 0 &&
         memcmp(in->w_strb, was->w_strb, sizeof in->w_strb) == 0 && in->w_last == was->w_last;
}

// Data of a read are held by who answers, of a write by who asks: the rule is the same.
static bool same_read(const nf_axi_rules_in *was, const nf_axi_rules_in *in) {
  return in->r_valid && memcmp(in->r_data, was->r_data, sizeof in->r_data) == 0 &&
         in->r_resp == was->r_resp && in->r_last == was->r_last;
}

// broken[AwHolds] to broken[RHolds]. Here the whole cycle before is kept, where the RTL has waits_q
// and a register for each channel; whether it waited is worked out from that.
static unsigned holds(const nf_axi_rules_in *was, const nf_axi_rules_in *in) {
  const bool aw = in->aw_valid && in->aw_addr == was->aw_addr && in->aw_len == was->aw_len;
  const bool b = in->b_valid && in->b_resp == was->b_resp;
  const bool ar = in->ar_valid && in->ar_addr == was->ar_addr && in->ar_len == was->ar_len;
  return moved(was->aw_valid, was->aw_ready, aw, NF_AXI_RULES_AW_HOLDS) |
         moved(was->w_valid, was->w_ready, same_write(was, in), NF_AXI_RULES_W_HOLDS) |
         moved(was->b_valid, was->b_ready, b, NF_AXI_RULES_B_HOLDS) |
         moved(was->ar_valid, was->ar_ready, ar, NF_AXI_RULES_AR_HOLDS) |
         moved(was->r_valid, was->r_ready, same_read(was, in), NF_AXI_RULES_R_HOLDS);
}

// What happens to the writes in this cycle: an address, a word, the last one of a burst; both sides
// of a burst are there.
typedef struct {
  bool aw, w, end, paired;
} write_events;

// Whether a burst is longer or shorter than its address says. A pair of which neither side was
// ahead takes both from this cycle.
static bool bad_length(const nf_axi_rules *m, const nf_axi_rules_in *in, const write_events *e) {
  const bool some = m->ahead.count != 0, address_ahead = some && !m->data_ahead;
  // Data that go on behind the end of their burst are seen before they end, or a burst without an
  // end would be reported never.
  if (e->w && !in->w_last && (m->beat == LONGEST || (address_ahead && m->beat >= head(&m->ahead))))
    return true;
  if (!e->paired)
    return false;
  const unsigned burst = address_ahead ? head(&m->ahead) : in->aw_len;
  const unsigned data = some && m->data_ahead ? head(&m->ahead) : m->beat;
  return burst != data;
}

// The queue after this cycle: a slot is given up before one is taken (ahead_fits: a full queue that
// is popped has room). False: there was no room.
static bool queue_ahead(nf_axi_rules *m, const nf_axi_rules_in *in, const write_events *e) {
  const bool some = m->ahead.count != 0;
  if (e->paired && some)
    pop(&m->ahead);
  // Which of the two the queue holds is decided when it is empty, by what comes first.
  if (!some)
    m->data_ahead = e->end;
  if (e->aw && (some ? e->end || !m->data_ahead : !e->end))
    return push(m, &m->ahead, some && e->end && m->data_ahead ? m->beat : in->aw_len);
  if (e->end && !e->aw && (!some || m->data_ahead))
    return push(m, &m->ahead, m->beat);
  return true;
}

// Answers that are due (due_fits likewise). False: more are due than can be followed; this one is
// forgotten, so that the report does not come again with every later answer.
static bool count_due(nf_axi_rules *m, bool answered, bool paired) {
  m->due -= answered;
  if (paired && m->due == m->outstanding)
    return false;
  m->due += paired;
  return true;
}

// The part "writes" of the RTL. The queue holds either addresses or data, never both: one of a pair
// waits there until the other comes. As next states follow from old ones in the RTL, so here: what
// is reported is worked out first, and beat, which burst lengths are compared with, moves last.
static unsigned writes(nf_axi_rules *m, const nf_axi_rules_in *in) {
  write_events e = {.aw = in->aw_valid && in->aw_ready, .w = in->w_valid && in->w_ready};
  e.end = e.w && in->w_last;
  if (m->ahead.count != 0)
    e.paired = m->data_ahead ? e.aw : e.end;
  else
    e.paired = e.aw && e.end;
  const bool asked = m->due != 0, answered = in->b_valid && in->b_ready && asked;
  const bool last = bad_length(m, in, &e);
  const bool queued = queue_ahead(m, in, &e), counted = count_due(m, answered, e.paired);
  if (e.end)
    m->beat = 0;
  else if (e.w && m->beat != LONGEST)
    m->beat++;
  return (unsigned)(in->b_valid && !asked) << NF_AXI_RULES_B_ASKED |
         (unsigned)last << NF_AXI_RULES_W_LAST |
         (unsigned)!(queued && counted) << NF_AXI_RULES_FOLLOWED;
}

// The part "reads" of the RTL. RAsked and RLast look at the queue as it was before this edge; the
// pop comes before the push, so that a full queue whose oldest burst ends takes the next one
// (asked_fits).
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

// All of broken[], registered into broken_o. holds() looks at the cycle before, so it is kept last.
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
