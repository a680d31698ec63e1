// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Resources are bits of one word: what a request needs is a mask, made when the request is new, and
// so is what is in use for one, two and three cycles more.
//
// ACE 4.2: a step needs several resources at once (its example: an SRAM port and room at an
// output), and is stalled until all are free. ACE 4.3.2: the machines compete for them. A machine
// that held some while it waits for the rest could deadlock; here a transfer takes all that
// it needs in one cycle, or nothing.
//
// What follows a grant is a fixed time for each unit, so no unit answers and issue has to remember
// nothing but for how long each is in use.
#include "nf_ace_issue.h"

#include "common/nf_rr_arb.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(NF_ACE_WAITS == NF_ACE_WAIT_TURN + 1, "WAITS is the number of WAIT_* codes");
// In the order of WAIT_*.
// The lowest bit of (need & taken) is then the cause that is reported first.
enum { IN_AT = 0, OUT_AT = 8, READ_AT = 16, WRITE_AT = 20, LANE_AT = 24, REFUSE = NF_ACE_WAITS };
static const uint32_t in_ports = 0xffu << IN_AT, out_ports = 0xffu << OUT_AT;

// A request, worked out.
typedef struct {
  uint64_t req;
  uint32_t need; // without its lane
  uint8_t in_port, in_qp, out_port, out_qp;
  uint8_t words;
  bool recv, send, reduces, open; // open: its queue pairs are
} want;

struct nf_ace_issue {
  nf_ace_issue_out out;
  uint32_t machines, lanes, alus; // masks
  uint32_t ports, bank_mask;
  // busy1_q to busy3_q: what the next cycle, and one and two behind it, cannot have
  uint32_t busy1, busy2, busy3;
  // random_q: a shift register of six bits, which returns after 63 cycles
  uint32_t last, random;
  bool wr_last, rd_last;
  bool quiet;                 // without requests nothing changes but the period
  bool counted;               // out.waiting is what count says
  uint32_t rejected, waiting; // machines with out.reject, with out.wait
  // met_q, marked_q, behind_q, urgent_q: who met others in this period, in one before, for a whole
  // one; whose turn it is for all
  uint32_t met, marked, behind, urgent;
  uint32_t checked; // machines whose request is worked out for these open ones
  uint16_t open[NF_ACE_MAX_PORTS];
  uint16_t select;             // machines that are counted
  uint8_t count[NF_ACE_WAITS]; // of out.wait
  want wants[NF_ACE_MAX_MACHINES];
};

// NF_PARAMs; random_q begins with 1, so the first step ends a period of patience. The lanes with
// ALUs are the lowest, so both kinds are masks.
nf_status nf_ace_issue_init(nf_ace_issue **m, const nf_ace_issue_cfg *cfg) {
  if (cfg->Machines < 2 || cfg->Machines > NF_ACE_MAX_MACHINES)
    return "nf_ace_issue: Machines must be 2..16";
  if (cfg->Ports < 1 || cfg->Ports > NF_ACE_MAX_PORTS)
    return "nf_ace_issue: Ports must be 1..8";
  if (cfg->Banks != 1 && cfg->Banks != 2 && cfg->Banks != 4)
    return "nf_ace_issue: Banks must be 1, 2 or 4";
  if (cfg->Alus < 1 || cfg->Alus > cfg->Lanes || cfg->Lanes > NF_ACE_MAX_LANES)
    return "nf_ace_issue: Alus must be 1..Lanes, Lanes at most 8";
  nf_ace_issue *i = calloc(1, sizeof *i);
  if (i == NULL)
    return "nf_ace_issue: out of memory";
  i->machines = (1u << cfg->Machines) - 1;
  i->lanes = ((1u << cfg->Lanes) - 1) << LANE_AT;
  i->alus = ((1u << cfg->Alus) - 1) << LANE_AT;
  i->ports = cfg->Ports;
  i->bank_mask = cfg->Banks - 1;
  i->random = 1;
  *m = i;
  return NF_OK;
}

// Registers all of them. A grant is known to machine and units in the same cycle.
const nf_ace_issue_out *nf_ace_issue_peek(const nf_ace_issue *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_issue_free(nf_ace_issue *m) { free(m); }

// in_exists, out_exists: a queue pair of a port that there is not is not open. Bit 7 of a number
// too, which no port has: an instruction can name 128 queue pairs, and all of those that are not
// there are refused alike.
static bool is_open(const nf_ace_issue *m, unsigned qp) {
  return qp >> 4 < m->ports && (m->open[qp >> 4] >> (qp & 15u) & 1);
}

// gen_machine: the fields of a request, `need` and bad_qp. They change only with the request or
// with open_i, so they are kept. A token needs its ports alone. A bank is named by the address' low
// bits: packets that follow each other lie in different banks.
static void work_out(const nf_ace_issue *m, want *w, uint64_t req) {
  const uint8_t qin = nf_ace_req_qin(&req), qout = nf_ace_req_qout(&req);
  *w = (want){.req = req,
              .words = nf_ace_req_words(&req),
              .recv = nf_ace_req_recv(&req) != 0,
              .send = nf_ace_req_send(&req) != 0,
              .in_port = qin >> 4 & 7,
              .in_qp = qin & 15,
              .out_port = qout >> 4 & 7,
              .out_qp = qout & 15};
  w->open = (!w->recv || is_open(m, qin)) && (!w->send || is_open(m, qout));
  w->reduces = w->recv && nf_ace_req_read(&req);
  if (w->recv)
    w->need |= 1u << (IN_AT + w->in_port);
  if (w->send)
    w->need |= 1u << (OUT_AT + w->out_port);
  if (w->words && nf_ace_req_read(&req))
    w->need |= 1u << (READ_AT + (nf_ace_req_raddr(&req) & m->bank_mask));
  if (w->words && nf_ace_req_write(&req))
    w->need |= 1u << (WRITE_AT + (nf_ace_req_waddr(&req) & m->bank_mask));
}

// Queue pairs are opened rarely; then all requests are worked out again. An abort closes all in one
// cycle.
static void look_at_open(nf_ace_issue *m, const nf_ace_issue_in *in) {
  if (memcmp(m->open, in->open, sizeof m->open) != 0) {
    memcpy(m->open, in->open, sizeof m->open);
    m->checked = 0;
  }
}

#define TWICE(x) x, x
#define FOUR(x) TWICE(x), TWICE(x)
// By the bit that is missing: eight ports each way, four banks each way, lanes.
static const uint8_t cause_of_bit[LANE_AT + 1] = {FOUR(NF_ACE_WAIT_IN_PORT),
                                                  FOUR(NF_ACE_WAIT_IN_PORT),
                                                  FOUR(NF_ACE_WAIT_OUT_PORT),
                                                  FOUR(NF_ACE_WAIT_OUT_PORT),
                                                  FOUR(NF_ACE_WAIT_BANK_READ),
                                                  FOUR(NF_ACE_WAIT_BANK_WRITE),
                                                  NF_ACE_WAIT_LANE};

// What is missing first, or REFUSE: the packet that has come is not as long as the request, which
// is not looked at while its port is in use. taken: what is in use or goes to a DMA. While a port
// is in use its flags may be those from before the grant. Where that says only what is waited for
// it does no harm, since the port is missing anyhow; a refusal is for good, hence the exception.
static unsigned cause_of(const nf_ace_issue *m, const want *w, const nf_ace_issue_in *in,
                         uint32_t taken) {
  if (w->recv) {
    if (!(in->avail[w->in_port] >> w->in_qp & 1))
      return NF_ACE_WAIT_PACKET;
    if ((in->words[w->in_port] >> (4 * w->in_qp) & 15) != w->words &&
        !(w->need & m->busy1 & in_ports))
      return REFUSE;
  }
  if (w->send) {
    if (!(in->credit[w->out_port] >> w->out_qp & 1))
      return NF_ACE_WAIT_CREDIT;
    if (!(in->space >> w->out_port & 1))
      return NF_ACE_WAIT_OUTPUT;
  }
  // A transfer that does not reduce goes through a lane with an ALU too, when no other is free.
  const bool lane = w->words == 0 || ((w->reduces ? m->alus : m->lanes) & ~taken);
  const uint32_t missing = (w->need & taken) | (lane ? 0 : 1u << LANE_AT);
  return missing ? cause_of_bit[__builtin_ctz(missing)] : NF_ACE_WAIT_NOTHING;
}

// wait_o of a machine, and how many of the selected ones have that cause: the RTL adds them up anew
// in every cycle (waiting_d), here a change moves one from cause to cause. So WAIT_BASE of the
// registers says what the engine's cycles go into.
static void set_wait(nf_ace_issue *m, unsigned machine, unsigned cause) {
  const unsigned before = m->out.wait[machine];
  if (before == cause)
    return;
  m->out.wait[machine] = (uint8_t)cause;
  if (m->select >> machine & 1) {
    m->count[before]--;
    m->count[cause]++;
    m->counted = false;
  }
}

// waiting_o: of wait_o as it was before this step, so it comes before any set_wait(). When select_i
// has changed they are counted anew.
static void count_waiting(nf_ace_issue *m, uint32_t select) {
  if (select != m->select) {
    m->select = (uint16_t)select;
    memset(m->count, 0, sizeof m->count);
    for (uint32_t left = select; left; left &= left - 1)
      m->count[m->out.wait[__builtin_ctz(left)]]++;
    m->counted = false;
  }
  if (!m->counted)
    memcpy(m->out.waiting, m->count, sizeof m->count);
  m->counted = true;
}

// Uses resources for some words; the ports among them for three cycles at least: a port's flags
// come back two cycles after the grant, and a second grant before that would act on flags of the
// packet that has gone.
static void use(nf_ace_issue *m, uint32_t resources, unsigned words) {
  const uint32_t port = resources & (in_ports | out_ports);
  m->busy1 |= words > 1 ? resources : port;
  m->busy2 |= words > 2 ? resources : port;
  m->busy3 |= words > 3 ? resources : 0;
}

// The last candidate before the last grant, or the last at all when none is before it. u_down, with
// its requests and last_q reversed.
static unsigned pick_down(uint32_t candidates, uint32_t last) {
  const uint32_t before = candidates & ((1u << last) - 1);
  return 31u - (unsigned)__builtin_clz(before ? before : candidates);
}

// The lowest bit alone, as usable & (~usable + 1). Which of the free lanes it is does not matter,
// but op_lane_o is compared with the RTL's.
static uint32_t lowest(uint32_t mask) { return mask & (0u - mask); }

// Resources of the machine that is granted, its lane, one of the idle ones, included. Of the lanes
// a plain one first: lanes with ALUs are for those who need them, four of the six of the default.
static uint32_t grant(nf_ace_issue *m, unsigned machine, uint32_t idle) {
  const want *const w = &m->wants[machine];
  m->last = machine;
  m->out.grant = (uint16_t)(1u << machine);
  m->out.op_valid = true;
  m->out.op = w->req;
  m->out.op_lane = 0;
  if (w->words == 0)
    return w->need;
  const uint32_t plain = idle & ~m->alus;
  const uint32_t lane = lowest(w->reduces || !plain ? idle & m->alus : plain);
  m->out.op_lane = (uint8_t)(__builtin_ctz(lane) - LANE_AT);
  return w->need | lane;
}

// A DMA that asks for a bank: whether it could have it, and whether it is its turn before the
// machines (wr_can and wr_first, rd_can and rd_first). DMAs compete with machines for banks alone.
// Served last, a DMA lets the machine go first; not served last, it goes first: so the two
// alternate at a bank that both want, and each can rely on half of it.
typedef struct {
  bool asks, can, first;
  uint32_t bank;
} dma;

// `held`: what an urgent machine needs, which a DMA that was served last leaves to it. A grant is a
// register: in the cycle in which it shows, the DMA still shows the request that it answers.
static dma look_at_dma(const nf_ace_issue *m, bool valid, bool granted, uint32_t bank, bool last,
                       uint32_t held) {
  dma d = {.asks = valid, .bank = bank};
  d.can = valid && !granted && !(m->busy1 & bank) && !(last && (held & bank));
  d.first = d.can && !last;
  return d;
}

// A DMA goes where the machine that goes does not meet it: wr_go, rd_go. Returns whether it does.
// Who was served last changes only where machine and DMA meet, so a DMA that had the bank for
// itself has used up no turn.
static bool grant_dma(nf_ace_issue *m, const dma *d, uint32_t takes, unsigned words, bool *last) {
  const bool meets = takes & d->bank, goes = d->can && !meets;
  if (goes)
    use(m, d->bank, words);
  if (goes || (d->asks && meets))
    *last = goes;
  return goes;
}

// What the machines that ask are: able to go; kept by what is in use (busy), by more than their own
// packets and credits (left_behind); refused.
typedef struct {
  uint32_t able, busy, left_behind, refused, waiting;
} asking;

// One machine's request. busy and left_behind differ in OUTPUT: a full output buffer is the others'
// doing too, in the end, but having the engine to itself does not empty it.
static void look_at_machine(nf_ace_issue *m, const nf_ace_issue_in *in, unsigned i, uint32_t taken,
                            asking *a) {
  const uint32_t bit = 1u << i;
  want *const w = &m->wants[i];
  if (w->req != in->req[i] || !(m->checked & bit))
    work_out(m, w, in->req[i]);
  const unsigned cause = w->open ? cause_of(m, w, in, taken) : REFUSE;
  if (cause == REFUSE) {
    m->out.reject[i] = w->open ? NF_ACE_FAULT_MISMATCH : NF_ACE_FAULT_QP;
    a->refused |= bit;
  } else if (cause == NF_ACE_WAIT_NOTHING) {
    a->able |= bit;
  } else {
    a->waiting |= bit;
    set_wait(m, i, cause);
    a->busy |= cause >= NF_ACE_WAIT_IN_PORT ? bit : 0;
    a->left_behind |= cause >= NF_ACE_WAIT_OUTPUT ? bit : 0;
  }
}

// gen_machine: all requests, but those that were answered in the cycle before. These still show
// what was answered; the cycle behind is a new request's.
static asking look_at_machines(nf_ace_issue *m, const nf_ace_issue_in *in, uint32_t taken) {
  const uint32_t live = in->req_valid & m->machines & ~(m->out.grant | m->rejected);
  asking a = {0};
  look_at_open(m, in);
  if (m->rejected)
    memset(m->out.reject, 0, sizeof m->out.reject);
  for (uint32_t left = live; left; left &= left - 1)
    look_at_machine(m, in, (unsigned)__builtin_ctz(left), taken, &a);
  m->checked |= live;
  m->rejected = a.refused;
  return a;
}

// The machine that goes, up or down from the one before; what it takes. One a cycle: 16 machines
// with packets of four words keep four lanes busy with that.
static uint32_t grant_machine(nf_ace_issue *m, uint32_t able, bool down) {
  // While a machine is urgent nobody else goes, able or not: what is in its way, words that pass
  // and a turn of each DMA, runs out within a few cycles.
  const uint32_t candidates = m->urgent ? able & m->urgent : able;
  const uint32_t last = m->last, idle = m->lanes & ~m->busy1;
  m->busy1 = m->busy2;
  m->busy2 = m->busy3;
  m->busy3 = 0;
  m->out.grant = 0;
  m->out.op_valid = false;
  if (!candidates)
    return 0;
  const unsigned i = down ? pick_down(candidates, last) : nf_rr_arb_pick(candidates, last);
  const uint32_t takes = grant(m, i, idle);
  use(m, takes, m->wants[i].words);
  return takes;
}

// Who was able and did not go waits for its turn; who does not wait any more says so. TURN is the
// cause of who lacked nothing.
static void let_wait(nf_ace_issue *m, asking *a) {
  const uint32_t turn = a->able & ~m->out.grant;
  for (uint32_t left = turn; left; left &= left - 1)
    set_wait(m, (unsigned)__builtin_ctz(left), NF_ACE_WAIT_TURN);
  a->waiting |= turn;
  for (uint32_t left = m->waiting & ~a->waiting; left; left &= left - 1)
    set_wait(m, (unsigned)__builtin_ctz(left), NF_ACE_WAIT_NOTHING);
  m->waiting = a->waiting;
}

// Machines that others stand in the way of: who was left behind, and who of them is urgent. last:
// the grant before this cycle's. With turns alone a machine that needs four things may find one of
// them taken each time it is asked. A period must have passed as a whole, so the bound is two
// periods and what the urgent ones before it take (IssueNobodyStarves).
static void look_behind(nf_ace_issue *m, uint32_t by_others, uint32_t met, uint32_t last,
                        bool period_ends) {
  const uint32_t marks = period_ends ? met : 0;
  m->urgent = m->behind & by_others;
  if (m->urgent)
    m->urgent = 1u << nf_rr_arb_pick(m->urgent, last);
  m->met = period_ends ? 0 : met;
  m->behind = (m->behind | (marks & m->marked)) & m->waiting;
  m->marked = (m->marked | marks) & m->waiting;
}

// One edge, in the order in which the RTL's signals depend on each other: DMAs whose turn it is
// before the machines (wr_first, rd_first), the machine that goes, DMAs where it leaves them room
// (wr_go, rd_go). The LFSR goes on in steps without requests too: it gives the direction, and the
// ends of the periods. With one direction, streams that follow each other through the banks settle
// into a pattern in which each blocks the next, for ever.
void nf_ace_issue_step(nf_ace_issue *m, const nf_ace_issue_in *in) {
  nf_ace_issue_out *const out = &m->out;
  const uint32_t random = m->random, last = m->last;
  const bool period_ends = random == 1; // of a period of patience
  m->random = (random << 1 & 63u) | ((random >> 5 ^ random >> 4) & 1u);
  const uint32_t select = in->select & m->machines;
  if (m->quiet && !in->req_valid && !in->wr_valid && !in->rd_valid && select == m->select)
    return;
  count_waiting(m, select);

  const uint32_t wr_bank = 1u << (WRITE_AT + (in->wr_addr & m->bank_mask));
  const uint32_t rd_bank = 1u << (READ_AT + (in->rd_addr & m->bank_mask));
  const uint32_t held = m->urgent ? m->wants[__builtin_ctz(m->urgent)].need : 0;
  const dma wr = look_at_dma(m, in->wr_valid, out->wr_grant, wr_bank, m->wr_last, held);
  const dma rd = look_at_dma(m, in->rd_valid, out->rd_grant, rd_bank, m->rd_last, held);
  // A DMA that goes first is in the way of machines as what is in use.
  asking a =
      look_at_machines(m, in, m->busy1 | (wr.first ? wr_bank : 0) | (rd.first ? rd_bank : 0));

  const uint32_t takes = grant_machine(m, a.able, random & 1);
  out->wr_grant = out->wrop_valid = grant_dma(m, &wr, takes, in->wr_words, &m->wr_last);
  out->rd_grant = out->rdop_valid = grant_dma(m, &rd, takes, in->rd_words, &m->rd_last);
  if (out->wr_grant)
    out->wrop = (in->wr_words & 15u) << 16 | in->wr_addr;
  if (out->rd_grant)
    out->rdop = (in->rd_words & 15u) << 16 | in->rd_addr;

  let_wait(m, &a);
  look_behind(m, (a.able | a.busy) & a.waiting, (m->met | a.able | a.left_behind) & a.waiting, last,
              period_ends);
  // Nothing is in use, nobody waits, and nothing shown has to fall: only the period goes on until
  // somebody asks.
  m->quiet = !(m->busy1 | a.waiting | a.refused | out->grant) && !out->wr_grant && !out->rd_grant &&
             m->counted;
}
