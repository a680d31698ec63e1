// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Whose packet a ring waits for. A column is added when all of it is there (NETREDUCE 4.3.2), so
// one member that sends nothing stops its ring, and only the switch knows which. One look after the
// other. Of each ring a column is watched; a search finds the next one to watch. How long it has
// been waiting is the distance to the step in which it was found. It only looks, and changes no
// state: a wrong report cannot make a wrong sum.
#include "nf_netreduce_straggler.h"

#include "netreduce/nf_netreduce_pkg.h"
#include <stdlib.h>

// aim_q: Watch, Find and Scan of the RTL. WATCH: is the column that is watched still waiting? FIND:
// which message of the ring is the oldest? SCAN: which of its columns, or of a later message's,
// waits?
typedef enum { WATCH, FIND, SCAN } aim; // what a look is for
// step_q: a look takes a cycle to be chosen, then as long as packets go before it.
typedef enum { CHOOSE, ASK, AWAIT } phase;

// Of a ring: ring_t, column_t and votes_t. Only the first packet of a message says its length, so
// there are votes about a column at offset 0 alone.
typedef struct {
  uint8_t all, missing; // members: of the ring; missing in the column
  uint8_t voices;       // all but GLOBAL
  uint8_t slot, offset;
  uint32_t msgid;
  uint64_t since;
  uint8_t unlike, alike; // refused for another MsgLen; with that of the first one of them
  uint16_t other;        // what that is
  uint8_t charged;
  bool charges; // that is reported
} watch;

struct nf_netreduce_straggler {
  nf_netreduce_straggler_out out;
  nf_netreduce_straggler_cfg cfg;
  // In place of cycles_q, which counts in each ring in every cycle: a model that does so would
  // spend most of its time here.
  uint64_t now; // steps so far
  watch rings[NF_NETREDUCE_MAX_RINGS];
  // A bit a ring: its `watch` holds a column.
  uint16_t watched;
  aim aim;
  phase phase;
  uint32_t ring;
  uint8_t slot, offset, oldest_slot, left; // place of the search; slots that follow
  uint32_t message;                        // that is there, or the oldest so far
  bool found, dead;                        // dead: the look under way is void
  bool own;                                // it is the registers'
  uint8_t req_ring, req_slot, req_offset;
  // Of the RTL with _q: of the ring whose column was looked at the votes are counted in the cycle
  // behind the answer, and who is charged is known in the next one.
  bool weigh, charge, live, most_alike, most_agreed;
  uint32_t weigh_ring;
};

// NF_PARAMs; nothing is watched.
nf_status nf_netreduce_straggler_init(nf_netreduce_straggler **m,
                                      const nf_netreduce_straggler_cfg *cfg) {
  if (cfg->Rings < 1 || cfg->Rings > NF_NETREDUCE_MAX_RINGS)
    return "nf_netreduce_straggler: Rings must be 1..16";
  if (cfg->Window < 1 || cfg->Window > NF_NETREDUCE_MAX_WINDOW)
    return "nf_netreduce_straggler: Window must be 1..7";
  if (cfg->MaxMsgLen < 1 || cfg->MaxMsgLen > NF_NETREDUCE_MAX_MSGLEN)
    return "nf_netreduce_straggler: MaxMsgLen must be 1..256";
  nf_netreduce_straggler *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_straggler: out of memory";
  n->cfg = *cfg;
  n->out.req_ready = true;
  *m = n;
  return NF_OK;
}

// Registers all of them. stragglers and the report are of the same cycle, so that software which
// sees the bit finds the report.
const nf_netreduce_straggler_out *nf_netreduce_straggler_peek(const nf_netreduce_straggler *m) {
  return &m->out;
}

// cycles_q, which is counted in every cycle in the RTL, up to CycleLimit: a count that came round
// would look like a column that has just begun to wait.
static uint32_t cycles(const nf_netreduce_straggler *m, const watch *w) {
  const uint64_t n = m->now - w->since;
  return n > m->cfg.CycleLimit ? m->cfg.CycleLimit : (uint32_t)n;
}

// Step Ask: the look port's registers, which hold until the look is taken.
static void ask(nf_netreduce_straggler *m, unsigned ring, uint8_t slot, uint8_t offset) {
  m->phase = ASK;
  m->out.look_valid = true;
  m->out.look_ring = (uint8_t)ring;
  m->out.look_slot = slot;
  m->out.look_offset = offset;
}

// next_ring: the search of a ring begins anew when its turn comes. One search at a time, ring after
// ring: the state manager's look port answers one, and arrivals go before it.
static void next_ring(nf_netreduce_straggler *m) {
  m->aim = WATCH;
  m->ring = m->ring + 1 == m->cfg.Rings ? 0 : m->ring + 1;
}

// Step Choose. A look of the registers goes first: software waits for it, and has one at a time, so
// the search loses one look. `ring_q` of the RTL can be left at once when there is nothing to look
// at: the ring is closed, or is being swept, when columns still show bits of messages that are
// gone.
static void choose(nf_netreduce_straggler *m, bool hit, bool off) {
  const watch *const w = &m->rings[m->ring];
  m->own = !m->out.req_ready;
  if (m->own) {
    ask(m, m->req_ring, m->req_slot, m->req_offset);
  } else if (m->aim != WATCH) {
    ask(m, m->ring, m->slot, m->offset);
  } else if (hit || w->all == 0) {
    if (!off)
      next_ring(m);
  } else if (m->watched >> m->ring & 1) {
    ask(m, m->ring, w->slot, w->offset);
  } else {
    // From slot 0, whichever that is in the order of messages: all are asked before one is taken.
    m->aim = FIND;
    m->slot = m->offset = 0;
    m->found = false;
    ask(m, m->ring, 0, 0);
  }
}

// are_most: more with them than against, of those who have a voice. Of all the ring's, and not of
// those who have spoken: two who lie and come first are no majority of six.
static bool are_most(unsigned some, unsigned of) {
  return __builtin_popcount(some & of) > __builtin_popcount(~some & of);
}

// `charged`: those who do not say what more than half do. The first packet of a message fixes its
// length (nf_netreduce_state); when that one lies, those who are right are refused, and look like
// the missing ones. Who has arrived says what the message has; who was refused has said something
// else. If half of the ring or less agree, nobody is charged: the report says `unlike` alone.
static uint8_t charge(const nf_netreduce_straggler *m, const watch *w) {
  const uint8_t agreed = w->all & (uint8_t)~w->missing, unlike = w->unlike & w->missing,
                alike = w->alike & w->missing;
  if (m->most_alike)
    return agreed | (unlike & (uint8_t)~alike);
  return m->most_agreed ? unlike : 0;
}

// What follows an answer: in the first cycle behind it the votes are counted, as they are by then
// (weigh_q); in the next one (charge_q) who is charged goes into the report, and is an event once,
// which may be some looks after the report.
static void weigh(nf_netreduce_straggler *m) {
  watch *const w = &m->rings[m->weigh_ring];
  if (m->charge && (m->watched >> m->weigh_ring & 1) != 0) {
    w->charged = charge(m, w);
    if (m->live && (m->out.stragglers >> m->weigh_ring & 1) != 0 && w->charged != 0 && !w->charges)
      m->out.charged = w->charges = true;
  }
  if (m->weigh) {
    m->most_alike = are_most(w->alike & w->missing, w->voices);
    m->most_agreed = are_most(w->all & ~(unsigned)w->missing, w->voices);
  }
  m->charge = m->weigh;
  m->weigh = false;
}

// Watch: the column still waits, or is forgotten: complete, or its message has left. Reported once,
// when it has waited for `threshold` cycles. The missing ones are those of the last look, also in a
// report that is already out. What came back for a ring that was set up meanwhile (dead) says
// nothing.
static void watched(nf_netreduce_straggler *m, const nf_netreduce_straggler_in *in, bool partial,
                    bool dead) {
  watch *const w = &m->rings[m->ring];
  const uint16_t bit = (uint16_t)(1u << m->ring);
  const bool waits = partial && in->seen_msgid == w->msgid;
  if (waits) {
    w->missing = w->all & (uint8_t)~in->seen_arrived;
    m->weigh = true;
  }
  if (!dead && waits && (m->out.stragglers & bit) == 0 && cycles(m, w) >= in->threshold) {
    m->out.straggler = true;
    m->out.stragglers |= bit;
  }
  if (!dead && !waits) {
    m->watched &= (uint16_t)~bit;
    m->out.stragglers &= (uint16_t)~bit;
  }
  next_ring(m);
}

// next_slot: slots go round, as messages do.
static uint8_t next_slot(const nf_netreduce_straggler *m) {
  return m->slot == m->cfg.Window ? 0 : (uint8_t)(m->slot + 1);
}

// Find: the first packets of all slots, for the oldest message. A message that is there has a first
// column, whoever has sent it. MsgIDs wrap, so older is by their difference, of which N + 1
// messages use no more than seven.
static void find(nf_netreduce_straggler *m, const nf_netreduce_straggler_in *in, bool dead) {
  if (in->seen_open && (!m->found || m->message - in->seen_msgid < 0x80000000u)) {
    m->message = in->seen_msgid;
    m->oldest_slot = m->slot;
    m->found = true;
  }
  const bool last = m->slot == m->cfg.Window;
  m->slot = next_slot(m);
  if (dead || (last && !m->found)) {
    next_ring(m);
  } else if (last) {
    m->aim = SCAN;
    m->left = (uint8_t)m->cfg.Window;
    m->slot = m->oldest_slot;
  }
}

// Scan: from the oldest message on, the first column that has some of its members and not all
// (track): messages end in order, so the oldest one is what the ring waits for. A column that
// nobody has sent is no straggler's, and one with all is added. What is there may have left since;
// then the search is over, as nothing behind it is in its place any more.
static void scan(nf_netreduce_straggler *m, const nf_netreduce_straggler_in *in, bool partial,
                 bool dead) {
  watch *const w = &m->rings[m->ring];
  const bool other = in->seen_open && in->seen_msgid != m->message;
  const bool ends = !in->seen_open || m->offset + 1u == m->cfg.MaxMsgLen;
  if (dead || other || partial || (ends && (m->left == 0 || (!in->seen_open && m->offset == 0)))) {
    if (!dead && !other && partial) {
      // since: watched_q is set at this edge, and cycles_q counts from the next one on.
      m->watched |= (uint16_t)(1u << m->ring);
      *w = (watch){.all = w->all,
                   .voices = w->voices,
                   .missing = w->all & (uint8_t)~in->seen_arrived,
                   .slot = m->slot,
                   .offset = m->offset,
                   .msgid = in->seen_msgid,
                   .since = m->now + 1};
    }
    next_ring(m);
  } else if (ends) {
    m->slot = next_slot(m);
    m->offset = 0;
    m->left--;
    m->message++;
  } else {
    m->offset++;
  }
}

// `answer`: a look has come back, the registers' own or that of the search. The registers' is
// handed on as it is: it may be of a ring or of a slot that is not there, and then it is not open.
static void answered(nf_netreduce_straggler *m, const nf_netreduce_straggler_in *in, bool dead) {
  m->phase = CHOOSE;
  if (m->own) {
    m->out.ans_valid = true;
    m->out.ans_open = in->seen_open;
    m->out.ans_msgid = in->seen_msgid;
    m->out.ans_arrived = in->seen_arrived;
    m->out.req_ready = true;
    return;
  }
  m->live = !dead;
  m->weigh_ring = m->ring;
  const uint8_t all = m->rings[m->ring].all;
  const bool partial =
      in->seen_open && (all & ~in->seen_arrived) != 0 && (all & in->seen_arrived) != 0;
  if (m->aim == WATCH)
    watched(m, in, partial, dead);
  else if (m->aim == FIND)
    find(m, in, dead);
  else
    scan(m, in, partial, dead);
}

// The report that is shown, a cycle later; zeros of a ring without one, and of one that is not
// built. Zeros are written once: the registers ask in every cycle.
static void show(nf_netreduce_straggler *m, unsigned ring) {
  nf_netreduce_straggler_out *const o = &m->out;
  const bool told = ring < m->cfg.Rings && (o->stragglers >> ring & 1) != 0;
  if (told) {
    const watch *const w = &m->rings[ring];
    o->report_offset = w->offset;
    o->report_missing = w->missing;
    o->report_unlike = w->unlike != 0;
    o->report_charged = w->charged;
    o->report_msgid = w->msgid;
    o->report_cycles = cycles(m, w);
  } else if (o->report_valid) {
    o->report_offset = o->report_missing = o->report_charged = 0;
    o->report_unlike = false;
    o->report_msgid = o->report_cycles = 0;
  }
  o->report_valid = told;
}

// cfg of gen_ring, with the values of RING_SETUP as written, when they are written: a ring that is
// refused later is never found open. A leaf has HEADER and GLOBAL behind its hosts (NETREDUCE 4.5).
// The voices of a leaf are one fewer: GLOBAL repeats what one of the leaf's own hosts has said, or
// one that HEADER stands for.
static void set_up(nf_netreduce_straggler *m, const nf_netreduce_straggler_in *in) {
  const uint32_t more = in->cfg_leaf && in->cfg_members != 0 ? 2 : 0;
  const uint32_t count = (in->cfg_members + more) & 15;
  const uint16_t bit = (uint16_t)(1u << in->cfg_ring);
  m->rings[in->cfg_ring].all = (uint8_t)((1u << count) - 1);
  m->rings[in->cfg_ring].voices = (uint8_t)(((1u << count) - 1) >> in->cfg_leaf);
  m->watched &= (uint16_t)~bit;
  m->out.stragglers &= (uint16_t)~bit;
}

// `refused`: what a member is refused for, of the message that is watched. The first one who was
// refused says what the others are compared with (other); a third length counts for nobody. So the
// block keeps one length, and a liar who sends a new one each time takes no memory.
static void hear(watch *w, const nf_netreduce_straggler_in *in) {
  const uint8_t bit = (uint8_t)(1u << in->unlike_host);
  if (in->unlike_slot != w->slot || w->offset != 0)
    return;
  if (w->unlike == 0)
    w->other = in->unlike_msglen;
  if (w->other == in->unlike_msglen)
    w->alike |= bit;
  w->unlike |= bit;
}

// One edge. The report is shown as it was before the answer. An answer is void when the ring was
// busy or set up while it was under way (dead), even in this very cycle. A refusal counts from the
// next cycle on; switching off and set-ups win.
void nf_netreduce_straggler_step(nf_netreduce_straggler *m, const nf_netreduce_straggler_in *in) {
  nf_netreduce_straggler_out *const o = &m->out;
  const bool off = in->threshold == 0;
  const bool hit =
      off || (in->busy >> m->ring & 1) != 0 || (in->cfg_valid && in->cfg_ring == m->ring);
  // void_q is forgotten where a ring's turn begins, before its first look is out.
  const bool fresh = m->phase == CHOOSE && m->aim == WATCH;
  const bool dead = m->dead || hit;
  const bool take = in->req_valid && o->req_ready;
  const bool heard = in->unlike_valid && (m->watched >> in->unlike_ring & 1) != 0;
  show(m, in->report_ring);
  o->straggler = o->charged = o->ans_valid = false;
  weigh(m);
  if (m->phase == CHOOSE) {
    choose(m, hit, off);
  } else if (m->phase == ASK) {
    if (in->look_ready) {
      m->phase = AWAIT;
      o->look_valid = false;
    }
  } else if (in->seen_valid) {
    answered(m, in, dead);
  }
  if (heard)
    hear(&m->rings[in->unlike_ring], in);
  m->dead = !fresh && dead;
  // req_q: the question is kept, since the registers take their next access meanwhile.
  if (take) {
    o->req_ready = false;
    m->req_ring = in->req_ring;
    m->req_slot = in->req_slot;
    m->req_offset = in->req_offset;
  }
  if (off)
    m->watched = o->stragglers = 0;
  if (in->cfg_valid && in->cfg_ring < m->cfg.Rings)
    set_up(m, in);
  m->now++;
}

// The model's own; NULL is allowed.
void nf_netreduce_straggler_free(nf_netreduce_straggler *m) { free(m); }
