// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_table.sv. The hardware looks tags up one cycle early and corrects
// for what happens in between; the model looks them up when it decides, which is the same.
#include "nf_reduce_table.h"

#include "nf_reduce_address.h"
#include "nf_reduce_data.h"
#include "nf_reduce_decide.h"
#include "nf_reduce_leave.h"
#include "nf_reduce_tag.h"
#include "nf_reduce_wide.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  nf_flit data;
  uint8_t region;
  bool last, err;
} flit_in;

struct nf_reduce_table {
  nf_reduce_table_out out;
  uint32_t regions, nodes;
  nf_reduce_address_cfg address; // of u_address
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
  // of a wide sum: the packet brings one, perhaps as a plane; what is sent is rounded, or as it
  // came
  struct {
    bool wide, plane, round, raw;
    uint8_t index, shift; // number of the plane that comes; log2 of what the sum is divided by
  } sums;
  // a wide sum leaves in planes: after the packet in progress, after one idle slot, now
  struct {
    bool next, wait, now;
    uint8_t plane, len;
  } drain;
  // header that follows
  bool head_due;
  bool head_plane, head_last; // it is a plane's; the last one's
  bool owes;                  // a header is still to leave with the ports of head_region
  uint32_t entry_regions;     // bit r: an entry is of region r
  uint8_t head_to, head_region, head_index;
  uint16_t d_expected;
  uint8_t ask_region;
  nf_flit ask, leave_head;
  flit_in head, spare, d;
  nf_reduce_tags tags;
  nf_reduce_data data;
  nf_reduce_wide *wide; // in place of data; NULL without Wide
};

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
  nf_reduce_table *const t = calloc(1, sizeof *t);
  if (!t)
    return "nf_reduce_table: out of memory";
  if (cfg->Wide) {
    const nf_status status = nf_reduce_wide_init(
        &t->wide, &(nf_reduce_wide_cfg){.Entries = cfg->Entries, .Halves = cfg->Halves, .Wide = 1});
    if (status != NF_OK) {
      free(t);
      return status;
    }
  }
  t->data.halves = cfg->Halves;
  t->address = (nf_reduce_address_cfg){.Ports = cfg->Ports, .Regions = cfg->Regions};
  t->regions = cfg->Regions;
  t->nodes = cfg->Nodes;
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

// True when the header's payload is a wide sum, of which it brings or holds something.
static bool wide_sum(const nf_reduce_table *t, const nf_flit *header) {
  return t->wide && nf_op_wide(nf_hdr_red_op(header), nf_hdr_dtype(header));
}

// What the tags say about a header, and the decision. Returns the entry that was hit, or -1.
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
      .ghost = ghost ? NF_REDUCE_GHOST(ghost->expected, ghost->count) : 0,
  };
  if (hit >= 0) {
    question.hit_count = tags->entry[hit].count;
    question.hit_expected = tags->entry[hit].expected;
    question.hit_attr = tags->entry[hit].attr;
  }
  if (t->wide && question.victim && hit < 0) {
    const nf_flit victim = nf_reduce_tags_header(tags, (unsigned)nf_reduce_tags_victim(tags));
    question.apart = (wide_sum(t, &victim) && nf_hdr_len(&victim) != 0) || wide_sum(t, header);
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

// Entry e, or with -1 only the packet, leaves by an action: its header waits until its payload is
// out.
static void leave(nf_reduce_table *t, const nf_reduce_table_in *in, uint8_t act, int e,
                  uint16_t sum, nf_reduce_leave_out *what) {
  const nf_reduce_leave_cfg cfg = {.Wide = t->wide != NULL};
  nf_reduce_leave_in question = {.act = act,
                                 .packet = t->d.data,
                                 .mode = nf_reduce_mode(&t->d.data),
                                 .sum = sum,
                                 .expected = t->d_expected,
                                 .id = in->cfg_id,
                                 .first_hop = in->cfg_first_hop};
  if (e >= 0) {
    question.entry = nf_reduce_tags_header(&t->tags, (unsigned)e);
    question.entry_mode = t->tags.entry[e].where & 3;
    question.entry_data = t->tags.data >> e & 1;
    question.hit_expected = t->tags.entry[e].expected;
  }
  nf_reduce_leave_eval(&cfg, &question, what);
  const bool own = act == NF_REDUCE_ACT_PASS || act == NF_REDUCE_ACT_BYPASS;
  if (what->leaves) {
    t->leave_head = what->head;
    t->out.way_addr = nf_hdr_addr(&what->head);
    t->head_to = what->to;
    t->head_region = own ? t->d.region : (uint8_t)(t->tags.entry[e].attr >> 12);
    t->head_plane = false;
    t->owes = what->to != NF_REDUCE_TO_REQUESTER;
  }
  // Registers that every decision sets (decides), also one by which nothing leaves.
  t->out_left = what->len;
  t->head_due = what->leaves && what->len == 0 && !what->drain_after;
  t->sums.round = what->round;
  t->sums.raw = what->raw;
  t->sums.shift = what->shift;
  t->drain.now = what->drain;
  t->drain.next = what->drain_after;
}

// Entry e leaves, and nothing comes in its place in this slot.
static void leave_alone(nf_reduce_table *t, const nf_reduce_table_in *in, uint8_t act, unsigned e,
                        nf_reduce_data_in *slot) {
  nf_reduce_leave_out what;
  const nf_flit head = nf_reduce_tags_header(&t->tags, e);
  memset(&t->sums, 0, sizeof t->sums);
  leave(t, in, act, (int)e, 0, &what);
  nf_reduce_tags_leave(&t->tags, e);
  t->in_left = 0;
  t->read = true;
  t->sum = false;
  t->send = NF_REDUCE_SEND_HELD;
  t->body = (nf_reduce_data_in){.valid = true, .entry = (uint8_t)e, .dtype = nf_hdr_dtype(&head)};
  t->sums.wide = what.entry_wide;
  t->drain.plane = 0;
  t->drain.len = nf_hdr_len(&head);
  slot->entry = (uint8_t)e;
  slot->take_flags = true;
  slot->send_flags = what.leaves;
}

// The entry that has expired leaves; or goes silently when nobody would miss it, or when it is to
// be dropped.
static unsigned expire(nf_reduce_table *t, const nf_reduce_table_in *in, nf_reduce_data_in *slot) {
  const unsigned e = (unsigned)t->tags.expired;
  const bool pull = (t->tags.entry[e].where & 3) == NF_REDUCE_MODE_PULL;
  if (t->tags.drop >> e & 1) {
    leave_alone(t, in, NF_REDUCE_ACT_DROP, e, slot);
    t->out.dropped = true;
    return 0;
  }
  leave_alone(t, in, NF_REDUCE_ACT_EXPIRE, e, slot);
  // The requester at the first hop is notified that responses are missing.
  slot->flags = in->cfg_first_hop && pull ? 1u << NF_FLAG_POISON : 0;
  return 1u << NF_EV_TIMEOUT;
}

// The least recently used entry leaves before the packet that wants its place.
static unsigned clear(nf_reduce_table *t, const nf_reduce_table_in *in, nf_reduce_data_in *slot) {
  leave_alone(t, in, NF_REDUCE_ACT_CLEAR, (unsigned)nf_reduce_tags_victim(&t->tags), slot);
  return 1u << NF_EV_EVICT;
}

// A packet's header is decided.
static unsigned take_header(nf_reduce_table *t, const nf_reduce_table_in *in,
                            const nf_reduce_decide_out *decision, int hit,
                            nf_reduce_data_in *slot) {
  const nf_flit *const header = &t->d.data;
  nf_reduce_tags *const tags = &t->tags;
  nf_reduce_data_in body = {.valid = true};
  nf_reduce_leave_out what;
  const uint8_t act = decision->act;
  int entry = hit;
  unsigned events = 1u << NF_EV_PACKET | 1u << (hit >= 0 ? NF_EV_HIT : NF_EV_MISS) |
                    error_events(decision) | (unsigned)decision->rest << NF_EV_REST;

  if (act == NF_REDUCE_ACT_EVICT)
    entry = nf_reduce_tags_victim(tags);
  else if (act == NF_REDUCE_ACT_INSERT)
    entry = __builtin_ctz(nf_reduce_tags_free(tags));
  memset(&t->sums, 0, sizeof t->sums);
  leave(t, in, act, entry, decision->sum, &what);
  t->sums.wide = what.wide;
  t->sums.plane = what.plane;
  t->sums.index = nf_hdr_wave(header) & 31;
  t->in_left = nf_hdr_len(header);
  t->drain.plane = 0;
  t->drain.len = t->in_left;
  body.red_op = nf_hdr_red_op(header);
  body.dtype = nf_hdr_dtype(header);
  t->read = t->sum = false;
  t->send = NF_REDUCE_SEND_IN;
  slot->flags = nf_hdr_flags(header) & (uint8_t) ~(1u << NF_FLAG_PLANE);
  slot->keep_flags = decision->poison;
  if (decision->poison)
    slot->flags |= 1u << NF_FLAG_POISON;

  switch (act) {
  case NF_REDUCE_ACT_EVICT:
    slot->take_flags = t->read = true;
    t->send = NF_REDUCE_SEND_HELD;
    events |= 1u << NF_EV_EVICT;
    // fallthrough
  case NF_REDUCE_ACT_INSERT:
    nf_reduce_tags_insert(tags, (unsigned)entry, header, false, t->d.region, t->d_expected);
    events |= 1u << NF_EV_INSERT;
    body.write = body.keep_flags = slot->keep_flags = true;
    break;
  case NF_REDUCE_ACT_REDUCE:
    t->read = t->sum = true;
    // fallthrough
  case NF_REDUCE_ACT_FIRST:
    nf_reduce_tags_update(tags, (unsigned)entry, header, decision->sum);
    body.write = body.keep_flags = slot->keep_flags = true;
    break;
  case NF_REDUCE_ACT_FINISH:
  case NF_REDUCE_ACT_REST:
    t->read = t->sum = true;
    t->send = NF_REDUCE_SEND_SUM;
    body.write = what.drain_after;
    // fallthrough
  case NF_REDUCE_ACT_ONLY:
    nf_reduce_tags_clear(tags, (unsigned)entry);
    slot->take_flags = slot->send_flags = body.send_flags = true;
    if (act != NF_REDUCE_ACT_REST)
      events |= 1u << NF_EV_COMPLETE;
    break;
  case NF_REDUCE_ACT_PASS:
  case NF_REDUCE_ACT_BYPASS:
    nf_reduce_tags_forget(tags, header);
    slot->start_flags = slot->send_flags = body.send_flags = true;
    events |= 1u << (act == NF_REDUCE_ACT_PASS ? NF_EV_COMPLETE : NF_EV_BYPASS);
    break;
  default:
    break;
  }
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

// u_address: the header that is due, with destination and egress ports.
static nf_flit address_header(const nf_reduce_table *t, const nf_reduce_table_in *in,
                              uint16_t *ports) {
  nf_reduce_address_in question = {.head = t->leave_head,
                                   .to = t->head_to,
                                   .region = t->head_region,
                                   .port = in->cfg_port,
                                   .multicast_partials = in->cfg_multicast_partials,
                                   .plane = t->head_plane,
                                   .index = t->head_index,
                                   .last = t->head_last,
                                   .way = in->way};
  nf_reduce_address_out answer;
  memcpy(question.region_mode, in->region_mode, sizeof in->region_mode);
  memcpy(question.region_ports, in->region_ports, sizeof in->region_ports);
  memcpy(question.region_home, in->region_home, sizeof in->region_home);
  memcpy(question.region_home_ports, in->region_home_ports, sizeof in->region_home_ports);
  nf_reduce_address_eval(&t->address, &question, &answer);
  *ports = answer.ports;
  return answer.head;
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

// Flit and request at the input move on, and new ones come in.
static void move_input(nf_reduce_table *t, const nf_reduce_table_in *in, bool ask_move,
                       bool look_move, bool d_free) {
  nf_reduce_table_out *const out = &t->out;
  if (ask_move || look_move) {
    const uint8_t region = ask_move ? t->ask_region : t->head.region;
    // counts: a pull is complete at its first hop; on the way there, when what comes this way has
    // come.
    const uint16_t *const counts =
        ask_move && !in->cfg_first_hop ? in->region_later : in->region_expected;
    t->d_expected = region < t->regions ? counts[region] : 0;
  }
  if (d_free)
    t->d_valid = look_move;
  if (look_move) {
    t->d = t->head;
    t->look_first = t->head.last;
  }
  // u_input, an nf_skid whose head is looked up. It moves by look_move, which is its out_ready_i.
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

// A payload slot has been filled: what the next one does.
static void advance(nf_reduce_table *t, bool body_take, bool sends) {
  const bool body_ends = body_take && t->in_left == 1, plane_ends = sends && t->out_left == 1;
  t->body.flit = (uint8_t)((t->body.flit + (body_take || sends)) & 7);
  t->in_left = (uint8_t)(t->in_left - body_take);
  t->out_left = (uint8_t)(t->out_left - sends);
  t->drain.wait = false;
  if (plane_ends) {
    const unsigned planes = nf_dtypes[t->body.dtype & 15].planes;
    t->head_due = true;
    t->head_plane = t->drain.now;
    t->head_index = t->drain.plane;
    t->head_last = t->drain.plane + 1u == planes;
    if (t->drain.now && !t->head_last) {
      t->drain.plane++;
      t->out_left = t->drain.len;
      t->body.flit = 0;
    }
  }
  if (t->drain.next && body_ends) {
    t->drain.next = false;
    t->drain.wait = t->drain.now = true;
    t->out_left = t->drain.len;
    t->body.flit = 0;
    t->body.write = false;
    t->read = true;
    t->sum = false;
    t->send = NF_REDUCE_SEND_HELD;
  }
}

// A slot goes into the data path; what comes out of it goes to the ports.
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

// One edge of the RTL with all of its blocks. First everything that "what happens in this cycle" of
// the RTL names, from registers alone; then the changes. They come in the order in which a later
// one may overwrite an earlier one's register: the header that is due goes out before the decision
// that may put the next one in its place, the decision before the input moves up behind it, the
// data path and the end of the tags' cycle last.
static void step_busy(nf_reduce_table *t, const nf_reduce_table_in *in) {
  nf_reduce_tags *const tags = &t->tags;
  nf_reduce_table_out *const out = &t->out;
  const bool en = !out->out_valid || in->out_ready;
  const bool run = t->in_left || t->out_left;
  const bool expired = tags->expired >= 0;
  const bool boundary = en && !run;
  const bool expire_now = boundary && expired && !t->d_ask;
  nf_reduce_decide_out decision = {.act = NF_REDUCE_ACT_DROP};
  int hit = -1;
  if (boundary && !expired && t->d_valid)
    hit = decide(t, in, &t->d.data, t->d.region, false, &decision);
  const bool clear_now = decision.act == NF_REDUCE_ACT_CLEAR;
  const bool head_take = boundary && !expired && t->d_valid && !clear_now;
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
  const bool sends =
      (body_take || held_slot) && t->out_left && !t->drain.wait && !(t->drain.now && t->head_due);
  unsigned events = t->ask_valid && !t->d_ask && !ask_could ? 1u << NF_EV_ALLOC_STALL : 0;
  bool asked = false;

  // The clear command names entries as they were before this cycle's decision; one that the
  // decision touches starts with age zero, tick or not.
  nf_reduce_tags_begin(tags, in->tick);
  if (in->drop_epochs)
    nf_reduce_tags_drop(tags, in->drop_epochs, in->drop_one, in->drop_region);
  out->dropped = false;
  nf_reduce_data_in slot = {.en = en};
  nf_reduce_wide_in wide = {0};
  if (head_send) {
    slot.data = address_header(t, in, &slot.ports);
    slot.header = true;
    slot.send = NF_REDUCE_SEND_IN;
    t->head_due = false;
    // The last header of a result lets its region go; a decision in the same slot may hold the next
    // one.
    t->owes = t->owes && t->head_plane && !t->head_last;
  }
  const bool taken = head_take && nf_reduce_mode(&t->d.data) != NF_REDUCE_MODE_PULL;
  if (taken)
    out->taken_region = t->d.region;
  if (expire_now) {
    events |= expire(t, in, &slot);
  } else if (head_take) {
    events |= take_header(t, in, &decision, hit, &slot);
  } else if (clear_now) {
    events |= clear(t, in, &slot);
  } else if (body_take || held_slot) {
    // A held slot that sends nothing may have the header of the plane before: that stays, and all
    // else comes from the packet in progress.
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
    wide.wide = t->sums.wide && !t->sums.raw && !header;
    wide.round = sends && t->sums.round;
    wide.shift = t->sums.shift;
    wide.plane = body_take && t->sums.plane && !t->sums.raw;
    wide.send_plane = sends && t->drain.now;
    wide.index = t->drain.now ? t->drain.plane : t->sums.index;
    advance(t, body_take, sends);
  }
  if ((head_take || body_take) && t->d.last && t->d.err) {
    slot.flags |= 1u << NF_FLAG_POISON;
    events |= 1u << NF_EV_ERR_DAMAGED;
  }
  if (ask_decide)
    events |= take_request(t, in, &asked);

  // Pull request: held at the interface, moved to the decision, done.
  // By alloc_ready_o as it was: a request that is decided on this edge makes room for the next
  // edge.
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

  slot.valid = expire_now || clear_now || head_take || body_take || held_slot || head_send;
  // Of the header that leaves the output register on this edge, so before the data path moves.
  out->flags =
      out->out_valid && out->out_last && in->out_ready ? nf_hdr_flags(&out->out_data) : (uint8_t)0;
  const bool poison =
      t->wide ? step_wide(t, nf_reduce_wide_slot(&wide, &slot)) : step_data(t, &slot);
  nf_reduce_tags_end(tags, in->cfg_entries, in->cfg_timeout);
  out->dropping = tags->drop != 0;

  out->event = (uint16_t)(events | (unsigned)poison << NF_EV_POISON);
  out->busy = out->busy || t->head_valid || t->ask_valid || t->d_valid || t->in_left ||
              t->out_left || t->head_due;
  if (expire_now || clear_now || head_take || ask_decide)
    show_tags(t);
  out->taken = taken;
  out->regions = t->entry_regions;
  if (t->owes && t->head_region < t->regions)
    out->regions |= 1u << t->head_region;
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

void nf_reduce_table_free(nf_reduce_table *m) {
  if (m)
    nf_reduce_wide_free(m->wide);
  free(m);
}
