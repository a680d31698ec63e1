// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The queues are rings as in the RTL; what they show is copied to the outputs only when it changes.
//
// Whatever comes from the link is taken to its end, good or bad: a header waits until its virtual
// channel has room for all that can come of a packet, and from there on nothing can stop. So a
// hostile or damaged packet holds up nothing; it costs the cycles of its flits and an event
// (RxNothingSilent). What is not checked is who sent a packet, and that a block comes once
// (docs/threats.md).
//
// The rooms of the two channels are apart, so that nothing that requests hold ever keeps a response
// out (KLENK IV-B, IV-E2).
#include "nf_endpoint_rx.h"

#include <stdlib.h>

// Room by virtual channel, as in the RTL.
enum { REQUEST_ACKS = 16, DONES = 4, REQUESTS = 8, DONE_SLOTS = 2 * DONES };

// A read for a request, with the header of the response that it becomes.
typedef struct {
  uint64_t addr;
  nf_flit hdr;
} request;

// vc: whose room it gives back when it leaves.
typedef struct {
  uint64_t addr;
  uint8_t flags, epoch;
  bool vc, barrier;
} completion;

// Likewise. In the RTL only the fields that differ are stored; the rest of the header is constant.
typedef struct {
  nf_flit hdr;
  bool vc;
} acknowledgement;

// What the header says. Opcodes that are not listed are of no use to an endpoint, contributions for
// a switch among them: they are swallowed.
typedef enum { NONE, WRITE, PARTIAL, PULL, REQUEST, ACK, BARRIER } kind;
static const uint8_t kinds[16] = {
    [NF_OPCODE_READ_REQ] = REQUEST,    [NF_OPCODE_WRITE] = WRITE,
    [NF_OPCODE_MCAST_WRITE] = WRITE,   [NF_OPCODE_PULL_REQ] = REQUEST,
    [NF_OPCODE_WRITE_ACK] = ACK,       [NF_OPCODE_PULL_RSP] = PULL,
    [NF_OPCODE_PUSH_RESULT] = WRITE,   [NF_OPCODE_PUSH_PARTIAL] = PARTIAL,
    [NF_OPCODE_BARRIER_DONE] = BARRIER};

struct nf_endpoint_rx {
  nf_endpoint_rx_out out;
  // the flit from the link
  // Frames go by rx_last alone. What a header says of its length is compared with it, and never
  // trusted.
  bool open; // the packet on the link has not ended
  bool s_valid, s_head, s_last, s_err;
  nf_flit s;
  // the packet in progress
  nf_flit hdr;
  bool hit, current, skip; // current: it is of the own epoch
  uint8_t left;            // payload flits that follow the last flit seen
  // room taken, by virtual channel
  // acks_q, dones_q, reqs_q: taken with the header, before it is known what comes of it
  uint16_t acks[2], ack_room[2];
  uint8_t dones[2], reqs;
  // queues
  request req[REQUESTS];
  completion done[DONE_SLOTS];
  uint8_t req_write, req_read, done_write, done_read;
  uint8_t req_count, done_count;
  uint16_t ack_write, ack_read, ack_count, ack_depth;
  bool ack_vc; // of the one at the output
  acknowledgement ack[];
};

// NF_PARAM; no room is taken. ready is low until the first edge has looked at it, as ready_q is.
// Both channels' acknowledgements stand in one RAM, as they leave in one order; it is as deep as
// their rooms together.
nf_status nf_endpoint_rx_init(nf_endpoint_rx **m, const nf_endpoint_rx_cfg *cfg) {
  if (cfg->Acks < 16 || cfg->Acks > 4096 || (cfg->Acks & (cfg->Acks - 1)) != 0)
    return "nf_endpoint_rx: Acks must be a power of two, 16..4096";
  const uint32_t depth = cfg->Acks + REQUEST_ACKS;
  nf_endpoint_rx *rx = calloc(1, sizeof *rx + depth * sizeof *rx->ack);
  if (rx == NULL)
    return "nf_endpoint_rx: out of memory";
  rx->ack_depth = (uint16_t)depth;
  rx->ack_room[0] = REQUEST_ACKS;
  rx->ack_room[1] = (uint16_t)cfg->Acks;
  nf_hdr_set_opcode(&rx->out.ack_hdr, NF_OPCODE_WRITE_ACK);
  *m = rx;
  return NF_OK;
}

// Registers, and the oldest word of each queue. A queue that is empty still shows a word; valid
// says whether that counts.
const nf_endpoint_rx_out *nf_endpoint_rx_peek(const nf_endpoint_rx *m) { return &m->out; }

// The acknowledgements are the struct's own tail.
void nf_endpoint_rx_free(nf_endpoint_rx *m) { free(m); }

// u_requests with `response`: the request's header turned round, source and destination exchanged.
// Address, tag, wave and epoch stay, by which the requester knows what it gets; a contribution
// counts one.
static void push_request(nf_endpoint_rx *m, const nf_endpoint_rx_in *in) {
  request *const r = &m->req[m->req_write];
  const bool pull = nf_hdr_opcode(&m->hdr) == NF_OPCODE_PULL_REQ;
  r->addr = in->look_source;
  r->hdr = m->hdr;
  nf_hdr_set_opcode(&r->hdr, pull ? NF_OPCODE_PULL_RSP : NF_OPCODE_READ_RSP);
  nf_hdr_set_count(&r->hdr, 1);
  nf_hdr_set_src(&r->hdr, in->cfg_id);
  nf_hdr_set_dst(&r->hdr, nf_hdr_src(&m->hdr));
  nf_hdr_set_flags(&r->hdr, 0);
  m->req_write = (m->req_write + 1u) % REQUESTS;
}

// u_dones. The plane of an unrounded sum is nothing that a command cares for. It keeps its epoch:
// an abort may come before the core has counted it, and then it must not.
static void push_done(nf_endpoint_rx *m, bool barrier) {
  completion *const d = &m->done[m->done_write];
  d->addr = nf_hdr_addr(&m->hdr);
  d->flags = nf_hdr_flags(&m->hdr) & (uint8_t) ~(1u << NF_FLAG_PLANE);
  d->vc = nf_hdr_vc(&m->hdr) != 0;
  d->epoch = nf_hdr_epoch(&m->hdr);
  d->barrier = barrier;
  m->done_write = (m->done_write + 1u) % DONE_SLOTS;
}

// u_acks. The epoch is that of what is acknowledged: it may leave when that epoch is over. No room
// is asked for here: of a request it was reserved, of a response answer() has looked.
static void push_ack(nf_endpoint_rx *m) {
  acknowledgement *const a = &m->ack[m->ack_write];
  a->hdr = (nf_flit){{0, 0}};
  nf_hdr_set_opcode(&a->hdr, NF_OPCODE_WRITE_ACK);
  nf_hdr_set_addr(&a->hdr, nf_hdr_addr(&m->hdr));
  nf_hdr_set_dst(&a->hdr, nf_hdr_src(&m->hdr));
  nf_hdr_set_tag(&a->hdr, nf_hdr_tag(&m->hdr));
  nf_hdr_set_wave(&a->hdr, nf_hdr_wave(&m->hdr));
  nf_hdr_set_epoch(&a->hdr, nf_hdr_epoch(&m->hdr));
  a->vc = nf_hdr_vc(&m->hdr) != 0;
  m->ack_write = m->ack_write + 1 == m->ack_depth ? 0 : (uint16_t)(m->ack_write + 1);
}

// What came of the flit that has been looked at.
typedef struct {
  bool ends, ack_push, done_push, req_push;
  unsigned vc;
} effect;

// The packet in progress, by the flit in the register.
typedef struct {
  kind kind;
  bool known, long_len;
  bool over, damaged; // over: longer than its header says
} packet;

// It starts at a flit and ends in its block. The translation is asked for the first byte alone, and
// what is mapped is made of whole blocks: so the rest of it is mapped too, whatever its header
// says.
static bool whole(const nf_flit *hdr) {
  const unsigned offset = nf_hdr_addr(hdr) % NF_BLOCK_BYTES;
  return offset % NF_FLIT_BYTES == 0 && offset + nf_hdr_len(hdr) * NF_FLIT_BYTES <= NF_BLOCK_BYTES;
}

// hdr_q, hit_q, current_q and left_q, as they are with this flit. The header's own flit sets all of
// them, and the answer of the translation belongs to that cycle: look_addr_o is the register's
// address.
static packet follow(nf_endpoint_rx *m, const nf_endpoint_rx_in *in) {
  if (m->s_head) {
    m->hdr = m->s;
    m->hit = in->look_hit && whole(&m->s);
    m->current = nf_hdr_epoch(&m->s) == in->cfg_epoch;
    m->left = (uint8_t)nf_hdr_payload_flits(&m->s);
  } else {
    // Four bits as in the RTL: a packet of unknown opcode may be longer than its header says.
    m->left = (m->left - 1) & 15;
  }
  packet p = {.kind = kinds[nf_hdr_opcode(&m->hdr)],
              .long_len = nf_hdr_len(&m->hdr) > NF_MAX_PAYLOAD_FLITS};
  p.known = p.kind != NONE;
  // Announced flits are through and the packet goes on: it ends here for the memory, which never
  // sees more than nine flits, and the rest is skipped.
  p.over = p.known && m->left == 0 && !m->s_last;
  // It ends before all that it announced: the memory has had a part, and is asked to forget it.
  const bool early = p.known && m->left != 0 && m->s_last;
  p.damaged = (m->s_last && m->s_err) || p.over || early || (p.known && p.long_len);
  return p;
}

// What the memory does with a packet of data. With the source excluded a pull's response lacks the
// own data, so the memory begins the sum with it. The rest is nf_endpoint_count's to say: which
// contribution is the first.
static uint8_t memory_op(const nf_endpoint_rx_in *in, kind k) {
  if (k == WRITE)
    return NF_ENDPOINT_MEM_WRITE;
  return k == PULL && in->cfg_exclude_source ? NF_ENDPOINT_MEM_REDUCE_OWN : NF_ENDPOINT_MEM_REDUCE;
}

// wr_*: the flit to the memory, if it is of a packet of data that has a place there. Flits are
// handed on as they come, before it is known whether the packet is good: it is not stored, so the
// memory must be able to forget one (wr_err with its last flit). What is known with the header,
// epoch, mapping and length, keeps a packet from the memory altogether.
static void write_flit(nf_endpoint_rx *m, const nf_endpoint_rx_in *in, const packet *p, bool ends) {
  nf_endpoint_rx_out *const out = &m->out;
  const bool data = p->kind == WRITE || p->kind == PARTIAL || p->kind == PULL;
  if (!data || !m->current || !m->hit || p->long_len)
    return;
  out->wr_valid = true;
  out->wr_last = ends;
  out->wr_err = ends && p->damaged;
  out->wr_data = m->s;
  if (m->s_head) {
    out->wr_op = memory_op(in, p->kind);
    // Both addresses go with every header: only the memory's op says which are used.
    out->wr_addr = in->look_result;
    out->wr_own = in->look_source;
  }
}

// Why a packet that has ended comes to nothing, first cause first; NF_ENDPOINT_EV_* or -1. A
// damaged packet may say anything, so its other fields are not judged. An acknowledgement or a
// barrier's end has no place in memory and needs no mapping.
static int refusal(const nf_endpoint_rx *m, const packet *p) {
  if (p->damaged)
    return NF_ENDPOINT_EV_ERR_DAMAGED;
  if (!p->known)
    return NF_ENDPOINT_EV_ERR_OPCODE;
  if (!m->current)
    return NF_ENDPOINT_EV_STALE;
  if (!m->hit && p->kind != ACK && p->kind != BARRIER)
    return NF_ENDPOINT_EV_ERR_TRANSLATE;
  return -1;
}

// What is counted of a packet that has arrived. Requests have none here: they are counted when
// their response leaves (PULL_SERVED).
static uint16_t event_of(kind k) {
  switch (k) {
  case WRITE:
    return 1u << NF_ENDPOINT_EV_RESULT;
  case PARTIAL:
  case PULL:
    return 1u << NF_ENDPOINT_EV_PARTIAL;
  case ACK:
    return 1u << NF_ENDPOINT_EV_ACK_TAKEN;
  default:
    return 0;
  }
}

// What comes of a packet that has arrived: an acknowledgement, a completion, a read. Who
// acknowledges what is what docs/endpoint-protocol.md promises. Acknowledgements are responses
// themselves: if a response waited for room for one, partial sums and acknowledgements could wait
// for each other around the network. So of a response it is skipped and reported where there is
// none, which costs a switch one in its count and nobody else anything; a request's has room from
// its header on.
static void answer(nf_endpoint_rx *m, const nf_endpoint_rx_in *in, kind k, effect *e) {
  nf_endpoint_rx_out *const out = &m->out;
  const unsigned opcode = nf_hdr_opcode(&m->hdr);
  // The result of a push comes from a switch that nobody waits for.
  const bool write_due = k == WRITE && (opcode != NF_OPCODE_PUSH_RESULT || in->cfg_result_acks);
  const bool due = write_due || (k == PARTIAL && nf_hdr_len(&m->hdr) != 0);
  e->ack_push = due && (e->vc == 0 || m->acks[1] != m->ack_room[1]);
  // A plain write is not part of a collective: nobody here waits for it.
  e->done_push = (k == WRITE && opcode != NF_OPCODE_WRITE) || k == BARRIER;
  e->req_push = k == REQUEST;
  out->ack = k == ACK;
  out->event = event_of(k);
  if (due && !e->ack_push)
    out->event |= 1u << NF_ENDPOINT_EV_ACK_SKIPPED;
  if (e->req_push)
    push_request(m, in);
  if (e->done_push)
    push_done(m, k == BARRIER);
  if (e->ack_push)
    push_ack(m);
}

// The flit in the register: to the memory, and what comes of its packet when it ends. A packet has
// its effect with its last flit, when it is known to be good, and exactly once: behind `over` it is
// skipped.
static effect look(nf_endpoint_rx *m, const nf_endpoint_rx_in *in) {
  const packet p = follow(m, in);
  effect e = {.vc = nf_hdr_opcode(&m->hdr) >> 3};
  const bool alive = !m->skip;
  m->skip = !m->s_last && (m->skip || p.over);
  if (!alive)
    return e;
  e.ends = m->s_last || p.over;
  write_flit(m, in, &p, e.ends);
  if (!e.ends)
    return e;
  const int refused = refusal(m, &p);
  if (refused >= 0)
    m->out.event = (uint16_t)(1u << refused);
  else
    answer(m, in, p.kind, &e);
  return e;
}

// The queues after a cycle. A word is visible in the cycle after it came; the acknowledgements
// stand in a RAM and take one cycle more. Entries leave and enter in one cycle; the room of what
// leaves is free from the next one on, when show() has looked.
static void step_queues(nf_endpoint_rx *m, const nf_endpoint_rx_in *in, const effect *e) {
  nf_endpoint_rx_out *const out = &m->out;
  const bool req_pop = out->req_valid && in->req_ready;
  const bool done_pop = out->done_valid && in->done_ready;
  const bool ack_pop = out->ack_valid && in->ack_ready;
  const bool fetch = m->ack_count != 0 && (!out->ack_valid || ack_pop);
  if (req_pop) {
    m->req_read = (m->req_read + 1u) % REQUESTS;
    m->reqs--;
  }
  if (done_pop) {
    m->dones[m->done[m->done_read].vc]--;
    m->done_read = (m->done_read + 1u) % DONE_SLOTS;
  }
  if (ack_pop)
    m->acks[m->ack_vc]--;
  if (req_pop || e->req_push) {
    m->req_count = (uint8_t)(m->req_count + e->req_push - req_pop);
    out->req_valid = m->req_count != 0;
    out->req_addr = m->req[m->req_read].addr;
    out->req_hdr = m->req[m->req_read].hdr;
  }
  if (done_pop || e->done_push) {
    const completion *const d = &m->done[m->done_read];
    m->done_count = (uint8_t)(m->done_count + e->done_push - done_pop);
    out->done_valid = m->done_count != 0;
    out->done_addr = d->addr;
    out->done_flags = d->flags;
    out->done_epoch = d->epoch;
    out->done_barrier = d->barrier;
  }
  if (fetch) {
    out->ack_hdr = m->ack[m->ack_read].hdr;
    m->ack_vc = m->ack[m->ack_read].vc;
    m->ack_read = m->ack_read + 1 == m->ack_depth ? 0 : (uint16_t)(m->ack_read + 1);
  }
  out->ack_valid = fetch || (out->ack_valid && !ack_pop);
  m->ack_count = (uint16_t)(m->ack_count + e->ack_push - fetch);
}

// Room that was taken with a header and is given back when its packet ends without need of it. Of
// acknowledgements of responses the other way round: theirs was not taken with the header, but is
// when it was queued.
static void give_back(nf_endpoint_rx *m, const effect *e) {
  m->acks[0] = (uint16_t)(m->acks[0] - (e->vc == 0 && !e->ack_push));
  m->acks[1] = (uint16_t)(m->acks[1] + (e->vc == 1 && e->ack_push));
  m->dones[e->vc] = (uint8_t)(m->dones[e->vc] - !e->done_push);
  m->reqs = (uint8_t)(m->reqs - (e->vc == 0 && !e->req_push));
}

// The flit that comes; a header takes room. Without room for its channel a header is not taken and
// stays on the link; the other channel's may come instead. Behind the header ready does not count.
static void take_flit(nf_endpoint_rx *m, const nf_endpoint_rx_in *in) {
  nf_endpoint_rx_out *const out = &m->out;
  const unsigned vc = nf_hdr_vc(&in->rx_data);
  m->s_valid = in->rx_valid && (m->open || (out->rx_ready >> vc & 1) != 0);
  if (m->s_valid) {
    if (!m->open) {
      m->acks[0] = (uint16_t)(m->acks[0] + (vc == 0));
      m->dones[vc]++;
      m->reqs = (uint8_t)(m->reqs + (vc == 0));
    }
    m->s_head = !m->open;
    m->s_last = in->rx_last;
    m->s_err = in->rx_err;
    m->s = in->rx_data;
    m->open = !in->rx_last;
    out->look_addr = nf_hdr_addr(&m->s);
  }
  out->look = m->s_valid && m->s_head;
}

// ready_q and busy_o, by the room that is left. ready falls only behind a header of its own channel
// (RxReadyHolds), as the link demands: no room is shared, so nothing else can use it up.
static void show(nf_endpoint_rx *m) {
  nf_endpoint_rx_out *const out = &m->out;
  const unsigned ready0 =
      m->acks[0] != m->ack_room[0] && m->dones[0] != DONES && m->reqs != REQUESTS;
  // Responses ask for a completion's room and nothing else, and completions are counted one a
  // cycle, whatever happens.
  const unsigned ready1 = m->dones[1] != DONES;
  const bool taken = m->acks[0] || m->acks[1] || m->dones[0] || m->dones[1] || m->reqs;
  out->rx_ready = (uint8_t)(ready0 | ready1 << 1);
  out->busy = taken || m->open || m->s_valid || out->wr_valid;
}

// One edge: the flit in the register, the queues, the room, the flit that comes; ready follows from
// the room after all of them, so that it is never promised twice.
void nf_endpoint_rx_step(nf_endpoint_rx *m, const nf_endpoint_rx_in *in) {
  nf_endpoint_rx_out *const out = &m->out;
  if (!in->rx_valid && !out->busy && !out->event && out->rx_ready == 3)
    return;
  out->wr_valid = out->wr_last = out->wr_err = out->ack = false;
  out->event = 0;
  effect e = {.ends = false};
  if (m->s_valid)
    e = look(m, in);
  step_queues(m, in, &e);
  if (e.ends)
    give_back(m, &e);
  take_flit(m, in);
  show(m);
}
