// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_table.sv. The hardware looks tags up one cycle early and corrects
// for what happens in between; the model looks them up when it decides, which is the same.
#include "nf_reduce_table.h"

#include "nf_reduce_address.h"
#include "nf_reduce_data.h"
#include "nf_reduce_decide.h"
#include "nf_reduce_tag.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  nf_flit data;
  uint8_t region;
  bool last, err;
} flit_in;

struct nf_reduce_table {
  nf_reduce_table_out out;
  uint32_t port_mask, regions, nodes;
  // input buffer: the head is looked up, the spare is filled while the head waits
  bool head_valid, spare_valid, look_first;
  // pull request that waits
  bool ask_valid, ask_turn;
  // decision stage
  bool d_valid, d_ask;
  // packet in progress
  uint8_t in_left, out_left, send;
  bool read, sum;
  nf_reduce_data_in body; // what its payload slots have in common
  // header that follows
  bool head_due;
  uint8_t head_to, head_region;
  uint16_t d_expected;
  uint8_t ask_region;
  nf_flit ask, leave_head;
  flit_in head, spare, d;
  nf_reduce_tags tags;
  nf_reduce_data data;
};

nf_status nf_reduce_table_init(nf_reduce_table **m, const nf_reduce_table_cfg *cfg) {
  if (cfg->Entries < 2 || cfg->Entries > NF_MAX_ENTRIES)
    return "nf_reduce_table: Entries must be 2..32";
  if (cfg->Ports < 1 || cfg->Ports > NF_MAX_PORTS)
    return "nf_reduce_table: Ports must be 1..16";
  if (cfg->Regions < 1 || cfg->Regions > NF_MAX_REGIONS)
    return "nf_reduce_table: Regions must be 1..64";
  if (cfg->Nodes < 1 || cfg->Nodes > NF_MAX_NODES)
    return "nf_reduce_table: Nodes must be 1..1024";
  nf_reduce_table *const t = calloc(1, sizeof *t);
  if (!t)
    return "nf_reduce_table: out of memory";
  t->port_mask = (1u << cfg->Ports) - 1;
  t->regions = cfg->Regions;
  t->nodes = cfg->Nodes;
  t->look_first = true;
  t->out.in_ready = true;
  t->out.alloc_ready = true;
  nf_reduce_tags_init(&t->tags, &(nf_reduce_tag_cfg){.Entries = cfg->Entries, .Nodes = cfg->Nodes});
  *m = t;
  return NF_OK;
}

const nf_reduce_table_out *nf_reduce_table_peek(const nf_reduce_table *m) { return &m->out; }

static uint32_t attributes(const nf_flit *header, uint8_t region) {
  return (uint32_t)(header->w[0] >> 4 & 0xfff) | (uint32_t)region << 12;
}

// What the tags say about a header, and the decision. Returns the entry that was hit, or -1.
static int decide(const nf_reduce_table *t, const nf_reduce_table_in *in, const nf_flit *header,
                  uint8_t region, bool alloc, nf_reduce_decide_out *decision) {
  const nf_reduce_tags *const tags = &t->tags;
  const uint32_t match = nf_reduce_tags_find(tags, header, alloc);
  const int hit = match ? __builtin_ctz(match) : -1;
  nf_reduce_decide_in question = {
      .alloc = alloc,
      .mode = nf_reduce_mode(header),
      .count = nf_hdr_count(header),
      .attr = attributes(header, region),
      .expected = t->d_expected,
      .first_hop = in->cfg_first_hop,
      .usable = tags->usable != 0,
      .hit = match != 0,
      .hit_data = (tags->data & match) != 0,
      .free = nf_reduce_tags_free(tags) != 0,
      .victim = (tags->valid & tags->push & tags->usable) != 0,
  };
  if (hit >= 0) {
    question.hit_count = tags->entry[hit].count;
    question.hit_expected = tags->entry[hit].expected;
    question.hit_attr = tags->entry[hit].attr;
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

// A packet will leave: its header waits until its payload is out.
static void plan_leave(nf_reduce_table *t, nf_flit head, uint8_t opcode, uint8_t to,
                       uint8_t region) {
  nf_hdr_set_opcode(&head, opcode);
  nf_hdr_set_flags(&head, 0);
  t->leave_head = head;
  t->head_to = to;
  t->head_region = region;
}

// An entry leaves before it is complete.
static void plan_partial(nf_reduce_table *t, unsigned e, uint16_t id) {
  const bool pull = (t->tags.entry[e].where & 3) == NF_REDUCE_MODE_PULL;
  nf_flit head = nf_reduce_tags_header(&t->tags, e);
  nf_hdr_set_src(&head, id);
  plan_leave(t, head, pull ? NF_OPCODE_PULL_RSP : NF_OPCODE_PUSH_PARTIAL,
             pull ? NF_REDUCE_TO_REQUESTER : NF_REDUCE_TO_HOME,
             (uint8_t)(t->tags.entry[e].attr >> 12));
  t->out_left = nf_hdr_len(&head);
}

// The entry that has expired leaves; or goes silently when nobody would miss it.
static unsigned expire(nf_reduce_table *t, const nf_reduce_table_in *in, nf_reduce_data_in *slot) {
  const unsigned e = (unsigned)t->tags.expired;
  const bool pull = (t->tags.entry[e].where & 3) == NF_REDUCE_MODE_PULL;
  const bool sends = !pull || (t->tags.data >> e & 1) || in->cfg_first_hop;
  t->in_left = t->out_left = 0;
  if (sends)
    plan_partial(t, e, in->cfg_id);
  t->head_due = sends && t->out_left == 0;
  nf_reduce_tags_clear(&t->tags, e);
  t->read = true;
  t->send = NF_REDUCE_SEND_HELD;
  t->sum = false;
  t->body = (nf_reduce_data_in){.valid = true, .entry = (uint8_t)e};
  slot->entry = (uint8_t)e;
  slot->take_flags = true;
  slot->send_flags = sends;
  slot->flags = in->cfg_first_hop && pull ? 1u << NF_FLAG_POISON : 0;
  return 1u << NF_EV_TIMEOUT;
}

// A packet's header is decided.
static unsigned take_header(nf_reduce_table *t, const nf_reduce_table_in *in,
                            nf_reduce_data_in *slot) {
  const nf_flit *const header = &t->d.data;
  const uint8_t region = t->d.region, len = nf_hdr_len(header), mode = nf_reduce_mode(header);
  nf_reduce_tags *const tags = &t->tags;
  nf_reduce_decide_out decision;
  const int hit = decide(t, in, header, region, false, &decision);
  unsigned events =
      1u << NF_EV_PACKET | 1u << (hit >= 0 ? NF_EV_HIT : NF_EV_MISS) | error_events(&decision);
  nf_reduce_data_in body = {.valid = true, .red_op = nf_hdr_red_op(header)};
  nf_flit head;
  bool leaves = false;
  int entry = hit;

  body.dtype = nf_hdr_dtype(header);
  t->in_left = len;
  t->out_left = 0;
  t->read = t->sum = false;
  t->send = NF_REDUCE_SEND_IN;
  slot->flags = nf_hdr_flags(header);
  slot->keep_flags = decision.poison;
  if (decision.poison)
    slot->flags |= 1u << NF_FLAG_POISON;

  switch (decision.act) {
  case NF_REDUCE_ACT_EVICT:
    entry = nf_reduce_tags_victim(tags);
    plan_partial(t, (unsigned)entry, in->cfg_id);
    leaves = true;
    slot->take_flags = true;
    t->read = true;
    t->send = NF_REDUCE_SEND_HELD;
    events |= 1u << NF_EV_EVICT;
    goto insert;
  case NF_REDUCE_ACT_INSERT:
    entry = __builtin_ctz(nf_reduce_tags_free(tags));
  insert:
    nf_reduce_tags_insert(tags, (unsigned)entry, header, false, region, t->d_expected);
    events |= 1u << NF_EV_INSERT;
    body.write = body.keep_flags = slot->keep_flags = true;
    break;
  case NF_REDUCE_ACT_REDUCE:
    t->read = t->sum = true;
    // fallthrough
  case NF_REDUCE_ACT_FIRST:
    nf_reduce_tags_update(tags, (unsigned)entry, header, region, decision.sum);
    body.write = body.keep_flags = slot->keep_flags = true;
    break;
  case NF_REDUCE_ACT_FINISH:
    t->read = t->sum = true;
    t->send = NF_REDUCE_SEND_SUM;
    // fallthrough
  case NF_REDUCE_ACT_ONLY: {
    const uint8_t entry_region = (uint8_t)(tags->entry[entry].attr >> 12);
    head = nf_reduce_tags_header(tags, (unsigned)entry);
    nf_hdr_set_src(&head, in->cfg_id);
    nf_hdr_set_count(&head, decision.sum);
    nf_hdr_set_len(&head, len);
    plan_leave(t, head,
               mode == NF_REDUCE_MODE_PULL      ? NF_OPCODE_PULL_RSP
               : mode == NF_REDUCE_MODE_BARRIER ? NF_OPCODE_BARRIER_DONE
                                                : NF_OPCODE_PUSH_RESULT,
               mode == NF_REDUCE_MODE_PULL ? NF_REDUCE_TO_REQUESTER : NF_REDUCE_TO_ALL,
               entry_region);
    nf_reduce_tags_clear(tags, (unsigned)entry);
    t->out_left = len;
    leaves = true;
    slot->take_flags = slot->send_flags = body.send_flags = true;
    events |= 1u << NF_EV_COMPLETE;
    break;
  }
  case NF_REDUCE_ACT_PASS:
  case NF_REDUCE_ACT_BYPASS: {
    const bool pass = decision.act == NF_REDUCE_ACT_PASS;
    head = *header;
    if (mode != NF_REDUCE_MODE_PULL)
      nf_hdr_set_src(&head, in->cfg_id);
    plan_leave(t, head,
               mode == NF_REDUCE_MODE_PULL      ? NF_OPCODE_PULL_RSP
               : !pass                          ? NF_OPCODE_PUSH_PARTIAL
               : mode == NF_REDUCE_MODE_BARRIER ? NF_OPCODE_BARRIER_DONE
                                                : NF_OPCODE_PUSH_RESULT,
               mode == NF_REDUCE_MODE_PULL ? NF_REDUCE_TO_REQUESTER
               : pass                      ? NF_REDUCE_TO_ALL
                                           : NF_REDUCE_TO_HOME,
               region);
    t->out_left = len;
    leaves = true;
    slot->start_flags = slot->send_flags = body.send_flags = true;
    events |= 1u << (pass ? NF_EV_COMPLETE : NF_EV_BYPASS);
    break;
  }
  default:
    break;
  }
  t->head_due = leaves && t->out_left == 0;
  body.entry = slot->entry = (uint8_t)(entry < 0 ? 0 : entry);
  t->body = body;
  return events;
}

// A pull request is decided. Returns its events; *done: it may travel on.
static unsigned take_request(nf_reduce_table *t, const nf_reduce_table_in *in, bool *done) {
  nf_reduce_decide_out decision;
  decide(t, in, &t->ask, t->ask_region, true, &decision);
  *done = decision.act != NF_REDUCE_ACT_WAIT;
  unsigned events = error_events(&decision);
  if (decision.act == NF_REDUCE_ACT_ALLOC) {
    nf_reduce_tags_insert(&t->tags, (unsigned)__builtin_ctz(nf_reduce_tags_free(&t->tags)), &t->ask,
                          true, t->ask_region, t->d_expected);
    events |= 1u << NF_EV_ALLOC;
  }
  return events | (*done ? 0u : 1u << NF_EV_ALLOC_STALL);
}

// Header with destination and egress ports.
static nf_flit address_header(const nf_reduce_table *t, const nf_reduce_table_in *in,
                              uint16_t *ports) {
  const bool known = t->head_region < t->regions;
  const unsigned r = known ? t->head_region : 0;
  const uint16_t own = (uint16_t)(in->cfg_port < NF_MAX_PORTS ? 1u << in->cfg_port : 0u);
  nf_flit head = t->leave_head;
  const uint16_t all_ports = known ? in->region_ports[r] : (uint16_t)0;
  const uint16_t home = known ? in->region_home[r] : (uint16_t)0;
  const uint16_t home_ports = known ? in->region_home_ports[r] : (uint16_t)0;
  *ports = nf_reduce_address(&head, t->head_to, in->cfg_multicast_partials, own, all_ports, home,
                             home_ports);
  *ports = (uint16_t)(*ports & t->port_mask);
  return head;
}

static void show_tags(nf_reduce_table *t) {
  const nf_reduce_tags *const tags = &t->tags;
  nf_reduce_table_out *const out = &t->out;
  const int oldest = nf_reduce_tags_oldest(tags);
  const size_t mask_bytes = tags->mask_words * sizeof *out->oldest_mask;
  out->used = (uint8_t)__builtin_popcount(tags->valid);
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

// Flit and request at the input move on, and new ones come in.
static void move_input(nf_reduce_table *t, const nf_reduce_table_in *in, bool ask_move,
                       bool look_move, bool d_free) {
  nf_reduce_table_out *const out = &t->out;
  if (ask_move || look_move) {
    const uint8_t region = ask_move ? t->ask_region : t->head.region;
    t->d_expected = region < t->regions ? in->region_expected[region] : 0;
  }
  if (d_free)
    t->d_valid = look_move;
  if (look_move) {
    t->d = t->head;
    t->look_first = t->head.last;
  }
  const bool take = in->in_valid && out->in_ready;
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
  out->in_ready = !t->spare_valid;
}

static void step_busy(nf_reduce_table *t, const nf_reduce_table_in *in) {
  nf_reduce_tags *const tags = &t->tags;
  nf_reduce_table_out *const out = &t->out;
  const bool en = !t->data.out.out_valid || in->out_ready;
  const bool run = t->in_left || t->out_left;
  const bool expired = tags->expired >= 0;
  const bool boundary = en && !run;
  const bool expire_now = boundary && expired && !t->d_ask;
  const bool head_take = boundary && !expired && t->d_valid;
  const bool body_take = en && run && t->in_left && t->d_valid;
  const bool held_slot = en && run && !t->in_left;
  const bool head_send = en && t->head_due && !body_take;
  const bool ask_decide = en && t->d_ask;
  const bool d_free = en && (!t->d_valid || head_take || body_take);
  const bool look_header = t->head_valid && t->look_first;
  const bool ask_could = t->ask_valid && !t->d_ask &&
                         (nf_reduce_tags_free(tags) || !in->cfg_first_hop || !tags->usable);
  const bool ask_move = d_free && ask_could && (!look_header || t->ask_turn);
  const bool look_move = d_free && t->head_valid && !(ask_move && t->look_first);
  unsigned events = t->ask_valid && !t->d_ask && !ask_could ? 1u << NF_EV_ALLOC_STALL : 0;
  bool asked = false;

  nf_reduce_tags_begin(tags, in->tick);
  nf_reduce_data_in slot = {.en = en};
  if (head_send) {
    slot.data = address_header(t, in, &slot.ports);
    slot.header = true;
    slot.send = NF_REDUCE_SEND_IN;
    t->head_due = false;
  }
  if (expire_now) {
    events |= expire(t, in, &slot);
  } else if (head_take) {
    events |= take_header(t, in, &slot);
  } else if (body_take || held_slot) {
    const bool sends = t->out_left != 0;
    const bool header = slot.header;
    const nf_flit head = slot.data;
    const uint16_t ports = slot.ports;
    slot = t->body;
    slot.en = true;
    slot.read = t->read && (t->sum || sends);
    slot.write = body_take && t->body.write;
    slot.sum = body_take && t->sum;
    slot.send = sends ? t->send : NF_REDUCE_SEND_NONE;
    slot.data = t->d.data;
    if (header) {
      slot.header = true;
      slot.data = head;
      slot.ports = ports;
      slot.send = NF_REDUCE_SEND_IN;
    }
    t->body.flit++;
    t->in_left = (uint8_t)(t->in_left - body_take);
    t->out_left = (uint8_t)(t->out_left - sends);
    if (sends && t->out_left == 0)
      t->head_due = true;
  }
  if ((head_take || body_take) && t->d.last && t->d.err) {
    slot.flags |= 1u << NF_FLAG_POISON;
    events |= 1u << NF_EV_ERR_DAMAGED;
  }
  if (ask_decide)
    events |= take_request(t, in, &asked);

  // Pull request: held at the door, moved to the decision, done.
  const bool ask_take = in->alloc_valid && out->alloc_ready;
  out->alloc_done = asked;
  if (ask_move)
    t->ask_turn = false;
  else if (look_move && t->look_first && ask_could)
    t->ask_turn = true;
  if (en)
    t->d_ask = ask_move;
  move_input(t, in, ask_move, look_move, d_free);
  if (ask_take) {
    t->ask = in->alloc_data;
    t->ask_region = in->alloc_region;
    t->ask_valid = true;
  } else if (asked) {
    t->ask_valid = false;
  }
  out->alloc_ready = !t->ask_valid;

  slot.valid = expire_now || head_take || body_take || held_slot || head_send;
  nf_reduce_data_step(&t->data, &slot);
  nf_reduce_tags_end(tags, in->cfg_entries, in->cfg_timeout);

  out->out_valid = t->data.out.out_valid;
  out->out_last = t->data.out.out_last;
  out->out_ports = t->data.out.out_ports;
  out->out_data = t->data.out.out_data;
  out->event = (uint16_t)(events | (unsigned)t->data.out.poison << NF_EV_POISON);
  out->busy = t->head_valid || t->ask_valid || t->d_valid || t->in_left || t->out_left ||
              t->head_due || t->data.out.busy;
  if (expire_now || head_take || ask_decide)
    show_tags(t);
}

void nf_reduce_table_step(nf_reduce_table *m, const nf_reduce_table_in *in) {
  const nf_reduce_table_out *const out = &m->out;
  if (!out->busy && !in->in_valid && !in->alloc_valid && !out->event && !out->alloc_done &&
      !(in->tick && m->tags.valid) &&
      nf_reduce_tags_idle(&m->tags, in->cfg_entries, in->cfg_timeout)) {
    m->tags.ticks += in->tick;
    return;
  }
  step_busy(m, in);
}

void nf_reduce_table_free(nf_reduce_table *m) { free(m); }
