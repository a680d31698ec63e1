// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_table.sv: the reduction table of one switch port (KLENK IV-D, Fig.
// 5).
//
// The hardware looks tags up one cycle early and corrects for what happens in between; the model
// looks them up when it decides, which is the same. Likewise the data path computes a slot when it
// comes and delays only what goes out.
//
// A step is one cycle: whose its slot is (arbitrate), what is decided in it (carry_out), what goes
// into the data path (fill_slot), what moves up behind it (move_up). What it works out on the way
// is in `cycle`, as the RTL has it on wires.
#include "nf_reduce_table.h"

#include "nf_reduce_action.h"
#include "nf_reduce_address.h"
#include "nf_reduce_arbiter.h"
#include "nf_reduce_data.h"
#include "nf_reduce_decide.h"
#include "nf_reduce_drain.h"
#include "nf_reduce_leave.h"
#include "nf_reduce_tag.h"
#include "nf_reduce_wide.h"

#include <stdlib.h>
#include <string.h>

// nf_reduce_pkg::flit_t. The region is the ingress's answer and comes with the header; with payload
// it means nothing.
typedef struct {
  nf_flit data;
  uint8_t region;
  bool last, err;
} flit_in;

// ask_e: the one pull request waits for its place in the decision stage, or is there.
enum { ASK_NONE, ASK_WAITS, ASK_DECIDES };

struct nf_reduce_table {
  nf_reduce_table_out out;
  nf_reduce_address_cfg address; // of u_address
  nf_reduce_leave_cfg leave;     // of u_leave
  // input buffer: the head is looked up, the spare is filled while the head waits
  bool head_valid, spare_valid, look_first;
  uint8_t ask_state;
  bool ask_turn;
  // The decision stage, d_q and d_expected_q: a flit, and beside payload or alone the pull request
  // `ask`.
  bool d_valid; // at the decision is a flit
  uint16_t d_expected;
  uint16_t d_share; // with d_up
  bool d_up;        // the sum is completed in a table above, this one waits for a share
  uint8_t ask_region;
  nf_flit ask;
  flit_in head, spare, d;
  // The blocks behind the decision, by value, so that a table is one piece of memory; but for the
  // wide data path, which few tables have.
  uint32_t entry_regions; // bit r: an entry is of region r
  nf_reduce_tags tags;
  nf_reduce_drain drain;
  nf_reduce_data data;
  nf_reduce_wide *wide; // in place of data; NULL without Wide
};

// One cycle: whose its slot is, what is decided in it, and what goes into the blocks behind.
typedef struct {
  nf_reduce_arbiter_out slot;
  nf_reduce_decide_out decision; // of what is at the decision, where it is asked for
  int hit;                       // entry that has its key, or -1
  nf_reduce_action_out action;
  nf_reduce_drain_in drain;
  nf_reduce_data_in data;
  nf_reduce_wide_in wide;
  unsigned events;
} cycle;

// NF_PARAMs of this block and of u_tag, u_data and u_leave; then the reset values.
nf_status nf_reduce_table_init(nf_reduce_table **m, const nf_reduce_table_cfg *cfg) {
  if (cfg->Entries < 2 || cfg->Entries > NF_MAX_ENTRIES)
    return "nf_reduce_table: Entries must be 2..32";
  if (cfg->Ports < 1 || cfg->Ports > NF_MAX_PORTS)
    return "nf_reduce_table: Ports must be 1..16";
  if (cfg->Regions < 1 || cfg->Regions > NF_MAX_REGIONS)
    return "nf_reduce_table: Regions must be 1..32";
  if (cfg->Nodes < 1 || cfg->Nodes > NF_MAX_NODES)
    return "nf_reduce_table: Nodes must be 1..1024";
  if (cfg->Halves > 1)
    return "nf_reduce_table: Halves must be 0 or 1";
  if (cfg->Wide > 1)
    return "nf_reduce_table: Wide must be 0 or 1";
  if (cfg->Ghosts > NF_REDUCE_GHOSTS)
    return "nf_reduce_table: Ghosts must be 0..16";
  if (cfg->AluStages < 1 || cfg->AluStages > 4)
    return "nf_reduce_table: AluStages must be 1..4";
  if (cfg->OperandReg > 1)
    return "nf_reduce_table: OperandReg must be 0 or 1";
  nf_reduce_table *const t = calloc(1, sizeof *t);
  if (!t)
    return "nf_reduce_table: out of memory";
  // Without Wide the plain data path is used itself, not nf_reduce_wide around it: it is what most
  // switches have.
  if (cfg->Wide) {
    const nf_status status =
        nf_reduce_wide_init(&t->wide, &(nf_reduce_wide_cfg){.Entries = cfg->Entries,
                                                            .Halves = cfg->Halves,
                                                            .Wide = 1,
                                                            .AluStages = cfg->AluStages,
                                                            .OperandReg = cfg->OperandReg});
    if (status != NF_OK) {
      free(t);
      return status;
    }
  }
  nf_reduce_data_reset(&t->data, &(nf_reduce_data_cfg){.Entries = cfg->Entries,
                                                       .Halves = cfg->Halves,
                                                       .AluStages = cfg->AluStages,
                                                       .OperandReg = cfg->OperandReg});
  t->address = (nf_reduce_address_cfg){.Ports = cfg->Ports, .Regions = cfg->Regions};
  t->leave = (nf_reduce_leave_cfg){.Wide = cfg->Wide};
  nf_reduce_drain_reset(&t->drain);
  t->look_first = true;
  t->out.in_ready = true;
  t->out.alloc_ready = true;
  nf_reduce_tags_init(&t->tags, &(nf_reduce_tag_cfg){.Entries = cfg->Entries,
                                                     .Nodes = cfg->Nodes,
                                                     .Regions = cfg->Regions,
                                                     .Ghosts = cfg->Ghosts});
  *m = t;
  return NF_OK;
}

// The output register of the data path, what u_tag shows, and registers of this block.
const nf_reduce_table_out *nf_reduce_table_peek(const nf_reduce_table *m) { return &m->out; }

// What a leaf's table waits for is less than the sum, as where a part of it has left before. Of a
// wide sum it waits for nothing but the packet: planes bring their count with the last of them, and
// the table above could give up some of them and complete the sum without.
static uint64_t share_of(const nf_reduce_table *t, const nf_flit *header) {
  const bool wide = nf_reduce_leave_wide(&t->leave, header) && nf_hdr_len(header) != 0;
  return NF_REDUCE_GHOST(wide ? nf_hdr_count(header) : t->d_share, 0);
}

// What the tags say about a header, and the decision. Returns the entry that was hit, or -1.
// Nothing is changed: the arbiter has to know of a decision before it is carried out, or not.
static int decide(const nf_reduce_table *t, const nf_reduce_table_in *in, const nf_flit *header,
                  uint8_t region, bool alloc, nf_reduce_decide_out *decision) {
  const nf_reduce_tags *const tags = &t->tags;
  // Tags as they are now. The RTL asked one cycle ago and corrects the answer for what the decision
  // before has changed since (match_q, ghost_o): the same tags.
  const uint32_t match = nf_reduce_tags_find(tags, header, alloc);
  const int hit = match ? __builtin_ctz(match) : -1;
  const nf_reduce_a_ghost *const ghost = nf_reduce_tags_ghost(tags, header, alloc);
  nf_reduce_decide_in question = {
      .alloc = alloc,
      .mode = nf_reduce_mode(header),
      .count = nf_hdr_count(header),
      .attr = nf_reduce_attributes(header, region),
      .expected = t->d_expected,
      .first_hop = in->cfg_first_hop,
      .usable = tags->usable != 0,
      .hit = match != 0,
      .hit_data = (tags->data & match) != 0,
      .free = nf_reduce_tags_free(tags) != 0,
      .victim = (tags->valid & tags->push & tags->usable) != 0,
      .ghost = ghost     ? NF_REDUCE_GHOST(ghost->expected, ghost->count)
               : t->d_up ? share_of(t, header)
                         : 0,
  };
  if (hit >= 0) {
    question.hit_count = tags->entry[hit].count;
    question.hit_expected = tags->entry[hit].expected;
    question.hit_attr = tags->entry[hit].attr;
  }
  // apart: victim and packet cannot share the packet's slots when one of them is a wide sum, which
  // leaves in planes and is kept in another store. So the victim is cleared first (ACT_CLEAR) and
  // the packet decided anew.
  if (t->wide && question.victim && hit < 0) {
    const nf_flit victim = nf_reduce_tags_header(tags, (unsigned)nf_reduce_tags_victim(tags));
    question.apart = (nf_reduce_leave_wide(&t->leave, &victim) && nf_hdr_len(&victim) != 0) ||
                     nf_reduce_leave_wide(&t->leave, header);
  }
  nf_reduce_decide_eval(&question, decision);
  return hit;
}

// Events of a decision's errors.
static unsigned error_events(const nf_reduce_decide_out *decision) {
  return (unsigned)decision->err_count << NF_EV_ERR_COUNT |
         (unsigned)decision->err_mismatch << NF_EV_ERR_MISMATCH |
         (unsigned)decision->err_no_entry << NF_EV_ERR_NO_ENTRY;
}

// blocked: the next slot would read a flit whose sum is still on its way through the ALUs. The
// model computes sums when they come, so nothing would go wrong here; it waits because the RTL
// does.
static bool blocked(const nf_reduce_table *t) {
  uint32_t pending = t->wide ? nf_reduce_wide_peek(t->wide)->pending : t->data.out.pending;
  const nf_reduce_plan *const body = &t->drain.plan;
  if (!pending || !body->read || !(body->adds || t->drain.out.going))
    return false;
  for (; pending; pending >>= NF_REDUCE_PENDING_BITS) {
    const uint64_t write = pending;
    if (nf_reduce_pending_valid(&write) && nf_reduce_pending_entry(&write) == body->entry &&
        nf_reduce_pending_flit(&write) == t->drain.out.flit)
      return true;
  }
  return false;
}

// u_arbiter. Whether the packet at the decision makes an entry leave first is asked only where it
// matters, between two packets; so is the decision. A request and a header are never at the
// decision in the same cycle, so one lookup serves both.
static void arbitrate(const nf_reduce_table *t, const nf_reduce_table_in *in, cycle *c) {
  const nf_reduce_drain_out *const drain = &t->drain.out;
  nf_reduce_arbiter_in question = {.en = c->data.en,
                                   .first_hop = in->cfg_first_hop,
                                   .idle = drain->idle,
                                   .coming = drain->in_left != 0,
                                   .going = drain->going,
                                   .due = drain->due,
                                   .blocked = blocked(t),
                                   .flit = t->d_valid,
                                   .ask = t->ask_state == ASK_DECIDES,
                                   .expired = t->tags.expired >= 0,
                                   .free = nf_reduce_tags_free(&t->tags) != 0,
                                   .usable = t->tags.usable != 0,
                                   .look = t->head_valid,
                                   .look_first = t->look_first,
                                   .waits = t->ask_state == ASK_WAITS,
                                   .turn = t->ask_turn};
  c->hit = -1;
  if (question.en && question.ask) {
    c->hit = decide(t, in, &t->ask, t->ask_region, true, &c->decision);
  } else if (question.en && question.idle && !question.expired && question.flit) {
    c->hit = decide(t, in, &t->d.data, t->d.region, false, &c->decision);
    question.clears = c->decision.act == NF_REDUCE_ACT_CLEAR;
  }
  nf_reduce_arbiter_eval(&question, &c->slot);
}

// u_address: the header that is due, with destination and egress ports.
static nf_flit address_header(const nf_reduce_table *t, const nf_reduce_table_in *in,
                              uint16_t *ports) {
  const nf_reduce_drain_out *const due = &t->drain.out;
  nf_reduce_address_in question = {.head = due->head,
                                   .to = due->to,
                                   .region = due->region,
                                   .port = in->cfg_port,
                                   .multicast_partials = in->cfg_multicast_partials,
                                   .plane = due->head_plane,
                                   .index = due->head_index,
                                   .last = due->head_last,
                                   .way = in->way};
  nf_reduce_address_out answer;
  // The leaf has the RTL's ports, so whole tables are copied; that happens once a result.
  memcpy(question.region_mode, in->region_mode, sizeof in->region_mode);
  memcpy(question.region_ports, in->region_ports, sizeof in->region_ports);
  memcpy(question.region_home, in->region_home, sizeof in->region_home);
  memcpy(question.region_home_ports, in->region_home_ports, sizeof in->region_home_ports);
  nf_reduce_address_eval(&t->address, &question, &answer);
  *ports = answer.ports;
  return answer.head;
}

// `leave` of u_tag: the entry that the decision of this cycle is about and that leaves, or would.
// Expired, else hit, else victim; or -1.
static int leaving_entry(const nf_reduce_table *t, const cycle *c) {
  return c->slot.expire ? t->tags.expired : c->hit >= 0 ? c->hit : nf_reduce_tags_victim(&t->tags);
}

// u_leave, asked about entry e, or with -1 about the packet alone. An entry that is to be dropped
// by the clear command goes like one that expires, but nothing is sent: for that the action is
// DROP.
static void leave(const nf_reduce_table *t, const nf_reduce_table_in *in, const cycle *c, int e,
                  nf_reduce_leave_out *what) {
  const bool drop = c->slot.expire && (t->tags.drop >> e & 1);
  nf_reduce_leave_in question = {.act = !c->slot.expire ? c->decision.act
                                        : drop          ? NF_REDUCE_ACT_DROP
                                                        : NF_REDUCE_ACT_EXPIRE,
                                 .packet = t->d.data,
                                 .mode = nf_reduce_mode(&t->d.data),
                                 .sum = c->decision.sum,
                                 .expected = t->d_expected,
                                 .id = in->cfg_id,
                                 .first_hop = in->cfg_first_hop};
  if (e >= 0) {
    question.entry = nf_reduce_tags_header(&t->tags, (unsigned)e);
    question.entry_mode = t->tags.entry[e].where & 3;
    question.entry_data = t->tags.data >> e & 1;
    question.hit_expected = t->tags.entry[e].expected;
  }
  nf_reduce_leave_eval(&t->leave, &question, what);
}

// slot_o: where an insert goes, the lowest free entry, else the victim. Of pulls there is no
// victim: they are never evicted, because their requests wait at the first hop until an entry is
// free (KLENK IV-B).
static unsigned insert_slot(const nf_reduce_tags *tags) {
  const uint32_t vacant = nf_reduce_tags_free(tags);
  const int victim = nf_reduce_tags_victim(tags);
  return vacant ? (unsigned)__builtin_ctz(vacant) : victim < 0 ? 0 : (unsigned)victim;
}

// plan and the other inputs of u_drain. A packet's payload goes by the packet's header, that of an
// entry that leaves by itself (expire, clear) by the entry's; an evicted one and the packet that
// replaces it share the slots.
static void plan_packet(const nf_reduce_table *t, cycle *c, unsigned entry, int leaving,
                        const nf_reduce_leave_out *what) {
  const nf_flit *const packet = &t->d.data;
  const bool take = c->slot.head_take;
  const nf_flit leaves =
      leaving < 0 ? (nf_flit){{0}} : nf_reduce_tags_header(&t->tags, (unsigned)leaving);
  const nf_reduce_plan plan = {.entry = (uint8_t)entry,
                               .read = c->action.read,
                               .write = c->action.write,
                               .adds = c->action.sum,
                               .send = c->action.send,
                               .keep_flags = c->action.body_keep,
                               .send_flags = c->action.body_send,
                               .red_op = nf_hdr_red_op(packet),
                               .dtype = nf_hdr_dtype(take ? packet : &leaves),
                               .wide = take ? what->wide : what->entry_wide,
                               .plane = take && what->plane,
                               .round = what->round,
                               .raw = what->raw,
                               .index = nf_hdr_wave(packet) & 31,
                               .shift = what->shift};
  c->drain.decides = true;
  c->drain.in_len = take ? nf_hdr_len(packet) : 0;
  c->drain.out_len = what->len;
  c->drain.plan = nf_reduce_plan_pack(&plan);
  c->drain.drain = what->drain;
  c->drain.drain_after = what->drain_after;
  c->drain.drain_len = nf_hdr_len(take ? packet : &leaves);
  c->drain.leaves = what->leaves;
  c->drain.head = what->head;
  c->drain.to = what->to;
  c->drain.region = c->action.own ? t->d.region
                    : leaving < 0 ? (uint8_t)0
                                  : (uint8_t)(t->tags.entry[leaving].attr >> 12);
}

// The flags of a decision's slot. PLANE is not kept: it says what the payload of its own packet is,
// and a sum may be made of planes and plain contributions.
static void decision_flags(const nf_reduce_table *t, const nf_reduce_table_in *in, cycle *c,
                           int leaving) {
  nf_reduce_data_in *const slot = &c->data;
  slot->keep_flags = c->action.keep_flags;
  slot->send_flags = c->action.send_flags;
  slot->start_flags = c->action.own;
  slot->take_flags = c->action.take_flags;
  if (c->slot.head_take) {
    slot->flags = nf_hdr_flags(&t->d.data) & (uint8_t) ~(1u << NF_FLAG_PLANE);
    slot->flags |= (uint8_t)(c->decision.poison << NF_FLAG_POISON);
  } else if (c->slot.expire && in->cfg_first_hop) {
    // The requester at the first hop is notified that responses are missing.
    const bool pull = (t->tags.entry[leaving].where & 3) == NF_REDUCE_MODE_PULL;
    slot->flags = (uint8_t)(pull << NF_FLAG_POISON);
  }
}

// The one change of the tags, by u_action (OneChange). A hit, a victim and what expires were all
// found in the tags as they are here, before any of it.
static void change_tags(nf_reduce_table *t, const cycle *c, unsigned entry, int leaving) {
  nf_reduce_tags *const tags = &t->tags;
  const bool alloc = c->slot.ask_decide;
  const nf_flit *const header = alloc ? &t->ask : &t->d.data;
  if (c->slot.expire || c->slot.clear)
    nf_reduce_tags_leave(tags, (unsigned)leaving);
  if (c->action.insert)
    nf_reduce_tags_insert(tags, entry, header, alloc, alloc ? t->ask_region : t->d.region,
                          t->d_up ? t->d_share : t->d_expected);
  if (c->action.update)
    nf_reduce_tags_update(tags, (unsigned)c->hit, header, c->decision.sum);
  if (c->action.release)
    nf_reduce_tags_clear(tags, (unsigned)c->hit);
  if (c->action.own)
    nf_reduce_tags_forget(tags, header);
}

// event_d, but for what is no decision's. From the tags as they are before the change: an entry
// that was dropped is no time-out.
static unsigned decision_events(const nf_reduce_table *t, const cycle *c, int leaving) {
  const bool drop = c->slot.expire && (t->tags.drop >> leaving & 1);
  const bool take = c->slot.head_take;
  unsigned events =
      (unsigned)c->action.written << NF_EV_INSERT | (unsigned)c->action.complete << NF_EV_COMPLETE |
      (unsigned)c->action.evicted << NF_EV_EVICT |
      (unsigned)(c->slot.expire && !drop) << NF_EV_TIMEOUT |
      (unsigned)c->action.bypass << NF_EV_BYPASS | (unsigned)c->action.alloc << NF_EV_ALLOC |
      (unsigned)c->action.held_back << NF_EV_ALLOC_STALL;
  if (take)
    events |= 1u << NF_EV_PACKET | 1u << (c->hit >= 0 ? NF_EV_HIT : NF_EV_MISS) |
              (unsigned)c->decision.rest << NF_EV_REST;
  if (take || c->slot.ask_decide)
    events |= error_events(&c->decision);
  return events;
}

// What is decided in this cycle: a packet, a request, or that an entry leaves. First what leaves,
// since the action asks whether anything does; then the action; then what goes into the blocks
// behind; the tags last, because all of that is about the tags before.
static void carry_out(nf_reduce_table *t, const nf_reduce_table_in *in, cycle *c) {
  const bool decides = c->slot.expire || c->slot.clear || c->slot.head_take;
  if (!decides && !c->slot.ask_decide)
    return;
  const int leaving = leaving_entry(t, c);
  const unsigned entry = c->slot.expire || c->slot.clear ? (unsigned)leaving
                         : c->hit >= 0                   ? (unsigned)c->hit
                                                         : insert_slot(&t->tags);
  nf_reduce_leave_out what = {0};
  if (decides)
    leave(t, in, c, leaving, &what);
  nf_reduce_action_eval(&(nf_reduce_action_in){.act = c->decision.act,
                                               .head_take = c->slot.head_take,
                                               .ask_decide = c->slot.ask_decide,
                                               .clear = c->slot.clear,
                                               .expire = c->slot.expire,
                                               .poison = c->decision.poison,
                                               .leaves = what.leaves,
                                               .drain_after = what.drain_after},
                        &c->action);
  if (decides) {
    plan_packet(t, c, entry, leaving, &what);
    decision_flags(t, in, c, leaving);
    c->data.entry = (uint8_t)entry;
  }
  c->events |= decision_events(t, c, leaving);
  t->out.dropped = c->slot.expire && (t->tags.drop >> leaving & 1);
  change_tags(t, c, entry, leaving);
}

// A slot of the packet in progress. Flits that come are added or written, flits that leave are
// read; an evicted entry may be longer than its packet and then leaves on in slots that bring
// nothing (held_slot).
static void fill_payload(const nf_reduce_table *t, cycle *c) {
  const nf_reduce_drain_out *const drain = &t->drain.out;
  const nf_reduce_plan *const body = &t->drain.plan;
  const bool take = c->slot.body_take, sends = c->slot.sends, header = c->slot.head_send;
  c->data = (nf_reduce_data_in){.en = true,
                                .read = body->read && (body->adds || sends),
                                .write = take && body->write,
                                .sum = take && body->adds,
                                .keep_flags = body->keep_flags,
                                .send_flags = body->send_flags,
                                .send = sends ? body->send : (uint8_t)NF_REDUCE_SEND_NONE,
                                .entry = body->entry,
                                .flit = drain->flit,
                                .red_op = body->red_op,
                                .dtype = body->dtype,
                                .data = t->d.data};
  if (t->wide)
    c->wide = (nf_reduce_wide_in){.wide = body->wide && !body->raw && !header,
                                  .round = sends && body->round,
                                  .shift = body->shift,
                                  .plane = take && body->plane && !body->raw,
                                  .send_plane = sends && drain->planes,
                                  .index = drain->planes ? drain->plane : body->index};
}

// The slot of the data path: a decision's flags, payload, or nothing; with it a header that leaves.
// The header comes behind its payload, because flags and poison are known only then; it takes any
// slot that brings no payload in, usually that of the next packet's header.
static void fill_slot(const nf_reduce_table *t, const nf_reduce_table_in *in, cycle *c) {
  nf_reduce_data_in *const slot = &c->data;
  const bool payload = c->slot.body_take || c->slot.held_slot;
  if (payload)
    fill_payload(t, c);
  if (c->slot.head_send) {
    slot->header = true;
    slot->send = NF_REDUCE_SEND_IN;
    slot->data = address_header(t, in, &slot->ports);
  }
  // A damaged packet has been added by the time that is known: its sum is poisoned instead (KLENK
  // IV-E3 leaves repair to the link).
  if ((c->slot.head_take || c->slot.body_take) && t->d.last && t->d.err) {
    slot->flags |= 1u << NF_FLAG_POISON;
    c->events |= 1u << NF_EV_ERR_DAMAGED;
  }
  slot->valid = c->drain.decides || payload || c->slot.head_send;
}

// ask_state_d, ask_turn_q and alloc_done_o. A request that is decided on this edge makes room for
// the next edge. One that may not be served yet goes back to wait, so that packets which free an
// entry can pass it: it must not stand in their way (KLENK IV-B: reductions always make progress).
static void move_request(nf_reduce_table *t, const nf_reduce_table_in *in, const cycle *c) {
  const nf_reduce_arbiter_out *const slot = &c->slot;
  t->out.alloc_done = slot->ask_decide && !c->action.held_back;
  // Headers and requests take turns: a request that saw a header pass goes next.
  if (slot->ask_move)
    t->ask_turn = false;
  else if (slot->look_move && t->look_first && slot->ask_could)
    t->ask_turn = true;
  if (t->ask_state == ASK_NONE && in->alloc_valid) {
    t->ask = in->alloc_data;
    t->ask_region = in->alloc_region;
    t->ask_state = ASK_WAITS;
  } else if (slot->ask_move) {
    t->ask_state = ASK_DECIDES;
  } else if (slot->ask_decide) {
    t->ask_state = c->action.held_back ? ASK_WAITS : ASK_NONE;
  }
  t->out.alloc_ready = t->ask_state == ASK_NONE;
}

// u_input, an nf_skid whose head is looked up. Its ready is a register, so one more flit may come
// when the head did not move: the spare takes it.
static void move_buffer(nf_reduce_table *t, const nf_reduce_table_in *in, bool look_move) {
  const bool take = in->in_valid && t->out.in_ready;
  const flit_in flit = {in->in_data, in->in_region, in->in_last, in->in_err};
  if (look_move || !t->head_valid) {
    if (t->spare_valid)
      t->head = t->spare;
    else if (take)
      t->head = flit;
    t->head_valid = take || t->spare_valid;
    t->spare_valid = false;
  } else if (take) {
    t->spare = flit;
    t->spare_valid = true;
  }
  t->out.in_ready = !t->spare_valid;
}

// Flit and request move up to the decision. Their expected count is read on the way, where the RTL
// has a cycle for the choice among regions.
static void move_up(nf_reduce_table *t, const nf_reduce_table_in *in, const cycle *c) {
  const bool ask_move = c->slot.ask_move, look_move = c->slot.look_move;
  if (ask_move || look_move) {
    const uint8_t region = ask_move ? t->ask_region : t->head.region;
    // counts: a pull is complete at its first hop; on the way there, when what comes this way has
    // come.
    const uint16_t *const counts =
        ask_move && !in->cfg_first_hop ? in->region_later : in->region_expected;
    const bool known = region < t->address.Regions;
    t->d_expected = known ? counts[region] : 0;
    t->d_share = known ? in->region_later[region] : 0;
    t->d_up = known && !ask_move && (in->region_home[region] >> NF_HOME_UP_BIT & 1) != 0;
  }
  move_request(t, in, c);
  if (c->slot.d_free)
    t->d_valid = look_move;
  if (look_move) {
    t->d = t->head;
    t->look_first = t->head.last;
  }
  move_buffer(t, in, look_move);
}

// used_o, oldest_* and entry_regions of u_tag: only a decision changes them, so only then are they
// gathered. The limit and the timeouts do not: an entry stays in use until it is decided.
static void show_tags(nf_reduce_table *t) {
  const nf_reduce_tags *const tags = &t->tags;
  nf_reduce_table_out *const out = &t->out;
  const int oldest = nf_reduce_tags_oldest(tags);
  const size_t mask_bytes = tags->mask_words * sizeof *out->oldest_mask;
  out->used = (uint8_t)__builtin_popcount(tags->valid);
  t->entry_regions = nf_reduce_tags_regions(tags);
  out->oldest_valid = oldest >= 0;
  if (oldest >= 0) {
    const nf_reduce_entry *const entry = &tags->entry[oldest];
    out->oldest_addr = entry->where >> 2 << 4;
    out->oldest_count = entry->count;
    out->oldest_expected = entry->expected;
    memcpy(out->oldest_mask, entry->mask, mask_bytes);
  } else {
    out->oldest_addr = 0;
    out->oldest_count = out->oldest_expected = 0;
    memset(out->oldest_mask, 0, mask_bytes);
  }
}

// A slot goes into the data path; what comes out of it goes to the ports. Returns poison_o, an
// event of the cycle after.
static bool step_data(nf_reduce_table *t, const nf_reduce_data_in *slot) {
  nf_reduce_table_out *const out = &t->out;
  nf_reduce_data_step(&t->data, slot);
  out->out_valid = t->data.out.out_valid;
  out->out_last = t->data.out.out_last;
  out->out_ports = t->data.out.out_ports;
  out->out_data = t->data.out.out_data;
  out->busy = t->data.out.busy;
  return t->data.out.poison;
}

// The same with Wide, by nf_reduce_wide.
static bool step_wide(nf_reduce_table *t, const nf_reduce_wide_in *slot) {
  nf_reduce_table_out *const out = &t->out;
  nf_reduce_wide_step(t->wide, slot);
  const nf_reduce_wide_out *const wide = nf_reduce_wide_peek(t->wide);
  out->out_valid = wide->out_valid;
  out->out_last = wide->out_last;
  out->out_ports = wide->out_ports;
  out->out_data = wide->out_data;
  out->busy = wide->busy;
  return wide->poison;
}

// u_drain, and what it shows at once: way_addr asks the switch for the path of the header that is
// due, in time for its slot.
static void step_drain(nf_reduce_table *t, cycle *c) {
  c->drain.body_take = c->slot.body_take;
  c->drain.held_slot = c->slot.held_slot;
  c->drain.sends = c->slot.sends;
  c->drain.head_send = c->slot.head_send;
  nf_reduce_drain_step(&t->drain, &c->drain);
  t->out.way_addr = nf_hdr_addr(&t->drain.out.head);
}

// Outputs that more than one block has a part in. An entry that waits is not busy, as it may wait
// for long; the switch looks at `used` for it. A header that still needs its region's ports holds
// on to the region.
static void show(nf_reduce_table *t, const cycle *c, bool poison) {
  nf_reduce_table_out *const out = &t->out;
  const nf_reduce_drain_out *const drain = &t->drain.out;
  out->event = (uint16_t)(c->events | (unsigned)poison << NF_EV_POISON);
  out->busy = out->busy || t->head_valid || t->ask_state != ASK_NONE || t->d_valid ||
              !drain->idle || drain->due;
  if (c->drain.decides || c->slot.ask_decide)
    show_tags(t);
  out->dropping = t->tags.drop != 0;
  out->regions = t->entry_regions;
  if (drain->owes && drain->region < t->address.Regions)
    out->regions |= 1u << drain->region;
}

// Nothing has happened in the cycle. What is not set here is read only behind what sets it: a cycle
// is large, and most of it has no use in most cycles. `en`: everything holds while a flit waits at
// the output.
static void begin(const nf_reduce_table *t, const nf_reduce_table_in *in, cycle *c) {
  c->decision = (nf_reduce_decide_out){.act = NF_REDUCE_ACT_DROP};
  c->action = (nf_reduce_action_out){0};
  c->data = (nf_reduce_data_in){.en = !t->out.out_valid || in->out_ready};
  c->drain.decides = false;
  c->events = 0;
  if (t->wide)
    c->wide = (nf_reduce_wide_in){0};
}

// One edge of the RTL with all of its blocks. First whose the slot of this cycle is, from registers
// alone; then the changes. They come in the order in which a later one may overwrite an earlier
// one's register: the decision and the slot, which read what is due and in progress, before u_drain
// goes on; the decision before the input moves up behind it; the data path and the end of the tags'
// cycle last.
static void step_busy(nf_reduce_table *t, const nf_reduce_table_in *in) {
  nf_reduce_tags *const tags = &t->tags;
  nf_reduce_table_out *const out = &t->out;
  cycle c;
  begin(t, in, &c);
  arbitrate(t, in, &c);
  if (t->ask_state == ASK_WAITS && !c.slot.ask_could)
    c.events |= 1u << NF_EV_ALLOC_STALL;

  // The clear command names entries as they were before this cycle's decision; one that the
  // decision touches starts with age zero, tick or not.
  nf_reduce_tags_begin(tags, in->tick);
  if (in->drop_epochs)
    nf_reduce_tags_drop(tags, in->drop_epochs, in->drop_one, in->drop_region);
  out->dropped = false;
  out->taken = c.slot.head_take && nf_reduce_mode(&t->d.data) != NF_REDUCE_MODE_PULL;
  if (out->taken)
    out->taken_region = t->d.region;

  carry_out(t, in, &c);
  fill_slot(t, in, &c);
  step_drain(t, &c);
  move_up(t, in, &c);

  // Of the header that leaves the output register on this edge, so before the data path moves.
  out->flags =
      out->out_valid && out->out_last && in->out_ready ? nf_hdr_flags(&out->out_data) : (uint8_t)0;
  const bool poison =
      t->wide ? step_wide(t, nf_reduce_wide_slot(&c.wide, &c.data)) : step_data(t, &c.data);
  nf_reduce_tags_end(tags, in->cfg_entries, in->cfg_timeout);
  show(t, &c, poison);
}

// A cycle in which nothing can change: only time passes. Every term is something that step_busy
// would change or show; pulses are here so that they end.
void nf_reduce_table_step(nf_reduce_table *m, const nf_reduce_table_in *in) {
  const nf_reduce_table_out *const out = &m->out;
  if (!out->busy && !in->in_valid && !in->alloc_valid && !out->event && !out->flags &&
      !out->alloc_done && !out->dropped && !((in->tick || in->drop_epochs) && m->tags.valid) &&
      !(in->drop_epochs && m->tags.ghosts.used) &&
      nf_reduce_tags_idle(&m->tags, in->cfg_entries, in->cfg_timeout)) {
    m->tags.ticks += in->tick;
    return;
  }
  step_busy(m, in);
}

// The other blocks are held by value.
void nf_reduce_table_free(nf_reduce_table *m) {
  if (m)
    nf_reduce_wide_free(m->wide);
  free(m);
}
