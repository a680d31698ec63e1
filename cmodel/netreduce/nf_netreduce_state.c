// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The State Manager of NETREDUCE 4.3.2: which member's packet has arrived in which column (Fig. 6),
// and what an arrival is for. A message in its slot has a length, a count of complete columns and a
// generation; a ring knows the message that begins next. The paper clears the state of a column
// member by member as message N + i arrives; then the column is not full any more for those who
// still ask for its sum, and they get nothing for ever. Here a slot is cleared as a whole, when all
// have the result. What the second cycle does is kept in `second`.
#include "nf_netreduce_state.h"

#include "netreduce/nf_netreduce_pkg.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_SLOTS = NF_NETREDUCE_MAX_WINDOW + 1 };

// A word of u_columns. Bits of the other generation count as none: so a message that begins writes
// no column.
typedef struct {
  uint8_t generation, bits;
} column;

typedef struct {
  uint32_t len, done; // columns; those that are complete
  // Downwards to len by sweeping. A message may be shorter than the one before: its columns above
  // len carry the generation of before, and would have bits again when it turns twice.
  uint32_t clean; // columns from here on have no bits
  // Turned by each message that begins in the slot.
  uint8_t generation;
} slot;

typedef struct {
  // MsgIDs are 32 bits that wrap; slots go round beside them, as MsgID modulo N + 1 would jump at
  // the wrap when N + 1 is no power of two.
  uint32_t next, next_slot; // message that begins next
  uint32_t opened;          // messages in the window
  uint32_t window;
  // In place of an OR over the slots, for open_o.
  uint32_t incomplete;     // of these, those that are not complete
  uint8_t all, hosts;      // members, and which of them are hosts, as masks
  uint8_t seen[MAX_SLOTS]; // by age: who has shown a packet of this message or a later one
} ring;

// Registers between the two cycles: arrival1_q, take1_q, look1_q and those behind them. place and
// index are of an arrival or a look, which never come together.
typedef struct {
  bool arrival, take, look, open;
  uint8_t refused, host, all, hosts, generation;
  uint32_t place, index; // slot and column of all
  uint16_t column;
  uint32_t msgid;
} second;

struct nf_netreduce_state {
  nf_netreduce_state_out out;
  nf_netreduce_state_cfg cfg;
  uint32_t slots;
  ring rings[NF_NETREDUCE_MAX_RINGS];
  slot places[NF_NETREDUCE_MAX_RINGS * MAX_SLOTS];
  column *columns;
  uint32_t sweep; // slot that is looked at
  // So that a step without anything to sweep need not look at all slots.
  uint32_t unclean; // slots with something to sweep
  bool look;
  uint8_t look_ring, look_slot, look_offset;
  second s;
};

// NF_PARAMs; all rings are closed.
nf_status nf_netreduce_state_init(nf_netreduce_state **m, const nf_netreduce_state_cfg *cfg) {
  if (cfg->Rings < 1 || cfg->Rings > NF_NETREDUCE_MAX_RINGS)
    return "nf_netreduce_state: Rings must be 1..16";
  if (cfg->Hosts < 2 || cfg->Hosts > NF_NETREDUCE_MAX_HOSTS)
    return "nf_netreduce_state: Hosts must be 2..8";
  if (cfg->Window < 1 || cfg->Window > NF_NETREDUCE_MAX_WINDOW)
    return "nf_netreduce_state: Window must be 1..7";
  if (cfg->MaxMsgLen < 1 || cfg->MaxMsgLen > NF_NETREDUCE_MAX_MSGLEN)
    return "nf_netreduce_state: MaxMsgLen must be 1..256";
  nf_netreduce_state *const s = calloc(1, sizeof *s);
  if (s == NULL)
    return "nf_netreduce_state: out of memory";
  s->cfg = *cfg;
  s->slots = cfg->Window + 1;
  s->columns = calloc((size_t)cfg->Rings * s->slots * cfg->MaxMsgLen, sizeof *s->columns);
  if (s->columns == NULL) {
    free(s);
    return "nf_netreduce_state: out of memory";
  }
  for (uint32_t r = 0; r < cfg->Rings; r++)
    s->rings[r].window = 1;
  s->out.look_ready = true;
  *m = s;
  return NF_OK;
}

// Registers, and busy and open by tell_busy(): functions of what each slot has.
const nf_netreduce_state_out *nf_netreduce_state_peek(const nf_netreduce_state *m) {
  return &m->out;
}

// unclean[s]: columns beyond the message's length may still have bits.
static bool is_unclean(const slot *p) { return p->clean != p->len; }

// SlotsBefore: slot of the message that began age + 1 messages before the next one.
static uint32_t slot_of(const nf_netreduce_state *m, const ring *r, uint32_t age) {
  const uint32_t sum = r->next_slot + m->cfg.Window - age;
  return sum >= m->slots ? sum - m->slots : sum;
}

// old_kept, the other way round: may the oldest message leave? A member that sends message k has
// the result of k - W, by Algorithm 1; so when all have shown one W later than the oldest, none can
// ask for that one again. If one member has not, the others wait (STALE): its result is still in
// the history, and its column still says so.
static bool may_leave(const nf_netreduce_state *m, const ring *r, const slot *p) {
  return r->opened < m->slots ||
         ((r->all & ~r->seen[m->cfg.Window - r->window]) == 0 && p->done == p->len);
}

// `begins`: of the ring (gen_ring) and of its slot (gen_slot). Turning the generation clears all
// columns at once: those of the old message are all full (done == len), so all carry the old one;
// when the window is full, the oldest message leaves it. seen moves by one age; of the new message
// nobody has shown a packet yet.
static void begin(nf_netreduce_state *m, ring *r, slot *p, uint32_t len) {
  m->unclean += len < p->clean;
  p->len = len;
  p->done = 0;
  p->clean = len > p->clean ? len : p->clean;
  p->generation ^= 1;
  memmove(&r->seen[1], &r->seen[0], m->cfg.Window * sizeof r->seen[0]);
  r->seen[0] = 0;
  r->next++;
  r->incomplete++;
  r->next_slot = r->next_slot == m->cfg.Window ? 0 : r->next_slot + 1;
  if (r->opened < m->slots)
    r->opened++;
}

// The first cycle of an arrival. Returns what the second one does. Whatever is refused returns
// before anything is changed (StateRefusedChangesNothing): a packet with a MsgID, a slot, a HostID
// or a length that do not fit costs its sender a STALE or LENGTH, and the ring nothing.
static second arrive(nf_netreduce_state *m, const nf_netreduce_state_in *in) {
  second s = {.arrival = true, .refused = NF_NETREDUCE_STATE_STALE};
  if (in->ring >= m->cfg.Rings || (in->cfg_valid && in->cfg_ring == in->ring))
    return s;
  ring *const r = &m->rings[in->ring];
  // Unsigned, so that a MsgID ahead of the next one has an age of nearly 2^32 and is in no window.
  const uint32_t age = r->next - in->msgid - 1;
  const bool open = age < r->opened, next = in->msgid == r->next;
  const uint32_t at = open ? slot_of(m, r, age) : r->next_slot;
  // The slot is LUT#2's, of MsgID modulo N + 1. It has to be the one in which that message is or
  // would begin: else a packet could set bits in another message's columns.
  if ((!open && !next) || in->slot != at || (r->all >> in->host & 1) == 0)
    return s;
  s.place = in->ring * m->slots + at;
  // The first packet that comes fixes the length. Who says another one is refused and not believed,
  // as columns beyond len are not swept for this message; u_straggler says who it was.
  slot *const p = &m->places[s.place];
  if (in->msglen > m->cfg.MaxMsgLen || in->offset >= in->msglen || (open && in->msglen != p->len)) {
    s.refused = NF_NETREDUCE_STATE_LENGTH;
    return s;
  }
  if (next) {
    const uint32_t bit = in->ring * 8u + at;
    // STALE: the sender repeats it until the slot is swept, its old message is not needed any more,
    // and no job of that waits.
    if (is_unclean(p) || !may_leave(m, r, p) || (in->held[bit / 64] >> bit % 64 & 1) != 0)
      return s;
    begin(m, r, p, in->msglen);
  }
  s.host = (uint8_t)(1u << in->host);
  // Who shows a packet of a message counts as having shown one of all that are older: which results
  // a member must have follows from the newest one that it has shown, whether or not those in
  // between have come here.
  for (uint32_t a = open ? age : 0; a < m->slots; a++)
    r->seen[a] |= s.host;
  s.take = true;
  s.all = r->all;
  s.hosts = r->hosts;
  s.generation = p->generation;
  s.index = s.place * m->cfg.MaxMsgLen + in->offset;
  s.column = (uint16_t)(at * m->cfg.MaxMsgLen + in->offset);
  return s;
}

// The first cycle of a look, in which nothing arrives: arrivals go first, since they cannot wait.
// What is out of range is answered too, as not open.
static second look(const nf_netreduce_state *m) {
  second s = {.look = true};
  if (m->look_ring >= m->cfg.Rings || m->look_slot >= m->slots)
    return s;
  const ring *const r = &m->rings[m->look_ring];
  const uint32_t age = slot_of(m, r, m->look_slot);
  s.place = m->look_ring * m->slots + m->look_slot;
  if (age >= r->opened || m->look_offset >= m->places[s.place].len)
    return s;
  s.open = true;
  s.generation = m->places[s.place].generation;
  s.index = s.place * m->cfg.MaxMsgLen + m->look_offset;
  s.msgid = r->next - age - 1;
  return s;
}

// The second cycle: had and has, and state. A bit that is there already is a repeated packet; a
// full column says that its sum was made (4.3.2). Only a first arrival writes, and only one of them
// completes a column, so a payload is added once, however often it is sent. LOCAL is for a host
// alone: when HEADER or GLOBAL comes and all hosts are there, their sum has gone up already.
// Returns whether a column was written.
static bool answer(nf_netreduce_state *m, const second *s) {
  nf_netreduce_state_out *const out = &m->out;
  column *const c = &m->columns[s->index];
  const uint8_t had = c->generation == s->generation ? c->bits : 0;
  if (s->look) {
    out->look_open = s->open;
    out->look_msgid = s->open ? s->msgid : 0;
    out->look_arrived = s->open ? had : 0;
  }
  if (!s->arrival)
    return false;
  out->state = s->refused;
  out->column = 0;
  out->arrived = 0;
  if (!s->take)
    return false;
  const uint8_t has = had | s->host;
  const bool full = (s->all & ~has) == 0, local = (s->hosts & ~has) == 0;
  out->column = s->column;
  out->arrived = has;
  if (has == had) {
    out->state = full    ? NF_NETREDUCE_STATE_HISTORY
                 : local ? NF_NETREDUCE_STATE_RESEND
                         : NF_NETREDUCE_STATE_DISCARD;
    return false;
  }
  out->state = full                                 ? NF_NETREDUCE_STATE_COMPLETE
               : local && (s->hosts & s->host) != 0 ? NF_NETREDUCE_STATE_LOCAL
                                                    : NF_NETREDUCE_STATE_STORE;
  slot *const p = &m->places[s->place];
  p->done += full;
  m->rings[s->place / m->slots].incomplete -= full && p->done == p->len;
  *c = (column){.generation = s->generation, .bits = has};
  return true;
}

// cfg of gen_ring and gen_slot. Generations stay, and so all columns have to be swept: they may
// bear either. The ring can be used before that: its first message waits for its own slot only.
static void set_up(nf_netreduce_state *m, const nf_netreduce_state_in *in) {
  m->rings[in->cfg_ring] = (ring){.next = in->cfg_first,
                                  .next_slot = in->cfg_slot,
                                  .window = in->cfg_window,
                                  .all = (uint8_t)((1u << in->cfg_members) - 1),
                                  .hosts = (uint8_t)((1u << in->cfg_local) - 1)};
  for (uint32_t n = 0; n < m->slots; n++) {
    slot *const p = &m->places[in->cfg_ring * m->slots + n];
    m->unclean += !is_unclean(p);
    *p = (slot){.clean = m->cfg.MaxMsgLen, .generation = p->generation};
  }
}

// Section "sweeping": a column in a cycle in which no arrival writes, or else on to the next slot.
// The memory has one write port, and a packet cannot wait; a slot that is needed and not swept
// makes its message STALE meanwhile. unclean is of before this edge, as the RTL's sweep_q sees it.
static void sweep(nf_netreduce_state *m, bool unclean, bool written) {
  slot *const p = &m->places[m->sweep];
  if (!unclean) {
    m->sweep = m->sweep + 1 == m->cfg.Rings * m->slots ? 0 : m->sweep + 1;
  } else if (!written) {
    m->columns[m->sweep * m->cfg.MaxMsgLen + --p->clean] = (column){0, 0};
    m->unclean -= !is_unclean(p);
  }
}

// busy_o and open_o. open: a message has begun and is not complete, which is what the drain of a
// ring waits for.
static void tell_busy(nf_netreduce_state *m) {
  m->out.busy = m->out.open = 0;
  for (uint32_t r = 0; r < m->cfg.Rings; r++)
    m->out.open |= (uint16_t)((unsigned)(m->rings[r].incomplete != 0) << r);
  if (m->unclean == 0)
    return;
  for (uint32_t n = 0; n < m->cfg.Rings * m->slots; n++)
    if (is_unclean(&m->places[n]))
      m->out.busy |= (uint16_t)(1u << n / m->slots);
}

// One edge. The second cycle of the packet before comes after the first cycle of this one: a
// message that begins now must see done of before. A column that the two share is read in the
// second cycle here, so it needs no forward_q. The set-up wins last.
void nf_netreduce_state_step(nf_netreduce_state *m, const nf_netreduce_state_in *in) {
  // The first cycle does not see yet what the second one and the sweep do in this step.
  const second now = m->s;
  const bool unclean = is_unclean(&m->places[m->sweep]);
  if (in->arrival_valid)
    m->s = arrive(m, in);
  else if (m->look)
    m->s = look(m);
  else
    m->s = (second){0};
  sweep(m, unclean, answer(m, &now));
  // For LUT#2, one cycle behind the arrival: it learns what was accepted, and nothing else.
  m->out.took = m->s.take;
  m->out.valid = now.arrival;
  m->out.look_valid = now.look;
  if (!m->look && in->look_valid) {
    m->look = true;
    m->look_ring = in->look_ring;
    m->look_slot = in->look_slot;
    m->look_offset = in->look_offset;
  } else if (m->s.look) {
    m->look = false;
  }
  m->out.look_ready = !m->look;
  if (in->cfg_valid)
    set_up(m, in);
  tell_busy(m);
}

// The columns, and the rest.
void nf_netreduce_state_free(nf_netreduce_state *m) {
  if (m == NULL)
    return;
  free(m->columns);
  free(m);
}
