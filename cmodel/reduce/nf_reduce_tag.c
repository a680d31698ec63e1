// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_tag.sv: the fully associative tag store (KLENK IV-D, Fig. 5).
//
// The first half is the store by itself: what changes it and what it knows, without ports. The
// table's model calls these when it decides. The second half puts the block's ports around it for
// lock step with the RTL.
#include "nf_reduce_tag.h"

#include <stdlib.h>
#include <string.h>

// ---- the store by itself

// Reset values; usable_q is zero until the first edge has seen the configuration.
void nf_reduce_tags_init(nf_reduce_tags *t, const nf_reduce_tag_cfg *cfg) {
  memset(t, 0, sizeof *t);
  t->all = (uint32_t)((1ull << cfg->Entries) - 1);
  t->nodes = cfg->Nodes;
  t->regions = (uint32_t)((1ull << cfg->Regions) - 1);
  t->mask_words = (cfg->Nodes + 63) / 64;
  t->expired = -1;
  t->ghosts.room = cfg->Ghosts;
  nf_reduce_order_init(&t->order);
}

// aged, drop_d, goes, usable_q and age_q. Ages are not counted but computed: ticks less the tick of
// the last touch, so that a tick costs nothing. aged is worked out anew only on the edge after a
// tick or with another timeout, as nothing else can age an entry; touch and clear take single bits
// out.
void nf_reduce_tags_end(nf_reduce_tags *t, uint8_t cfg_entries, uint8_t cfg_timeout) {
  if (t->ages_changed || t->timeout != cfg_timeout) {
    t->aged = 0;
    for (uint32_t m = cfg_timeout ? t->valid : 0; m; m &= m - 1) {
      const int e = __builtin_ctz(m);
      // An entry touched while the clock ticks is born at the next tick.
      if (t->entry[e].born <= t->ticks && t->ticks - t->entry[e].born >= cfg_timeout)
        t->aged |= 1u << e;
    }
    t->timeout = cfg_timeout;
  }
  t->drop |= t->named;
  t->named = 0;
  if (t->flush)
    nf_reduce_ghosts_flush(&t->ghosts);
  t->flush = false;
  // What is to be dropped goes first: it would otherwise be sent when it ages.
  const uint32_t goes = t->drop ? t->drop : t->aged;
  t->expired = goes ? __builtin_ctz(goes) : -1;
  t->entries = cfg_entries;
  // usable_d; a shift by 32 is undefined in C.
  t->usable = cfg_entries < 32 ? t->all & ((1u << cfg_entries) - 1) : t->all;
  // age_q changes on this edge and is compared on the next.
  t->ages_changed = t->tick;
  t->ticks += t->tick;
}

// Mode field of gen_key; a request is a pull's, whatever its opcode. The mode is in the key, so a
// barrier, a push and a pull of one address never meet in one entry.
static uint8_t mode_of(const nf_flit *header, bool alloc) {
  return alloc ? NF_REDUCE_MODE_PULL : nf_reduce_mode(header);
}

// Block address and mode; the address's lower bits are zero (a flit is 16 bytes). Epochs are
// compared apart: a repeated collective uses the addresses of the aborted one, and a late
// contribution of that would be counted in otherwise.
static uint64_t key_where(const nf_flit *header, uint8_t mode) {
  return nf_hdr_addr(header) >> 4 << 2 | mode;
}

// Requester and tag fields of gen_key, which tell pulls apart only: contributions to a push have no
// requester in common. A request names the requester as its source, its responses as their
// destination.
static uint32_t key_whom(const nf_flit *header, bool alloc, uint8_t mode) {
  const uint32_t requester = alloc ? nf_hdr_src(header) : nf_hdr_dst(header);
  return mode == NF_REDUCE_MODE_PULL ? requester << 12 | nf_hdr_tag(header) : 0;
}

// `equal` of all entries; no two have the same key (OneHit).
uint32_t nf_reduce_tags_find(const nf_reduce_tags *t, const nf_flit *header, bool alloc) {
  const uint8_t mode = mode_of(header, alloc);
  const uint64_t where = key_where(header, mode);
  const uint32_t whom = key_whom(header, alloc, mode);
  const uint8_t epoch = nf_hdr_epoch(header);
  for (uint32_t m = t->valid; m; m &= m - 1) {
    const nf_reduce_entry *const entry = &t->entry[__builtin_ctz(m)];
    if (entry->where == where && entry->whom == whom && entry->epoch == epoch)
      return m & -m;
  }
  return 0;
}

// `touch`: the youngest of the LRU order, age zero, not aged. An update is a touch, too: an entry
// that goes on getting contributions is the last to be evicted (KLENK IV-C: LRU) and does not time
// out.
static void touch(nf_reduce_tags *t, unsigned e) {
  nf_reduce_order_touch(&t->order, e);
  t->entry[e].born = t->ticks + t->tick;
  t->aged &= ~(1u << e);
}

// `source`: the arrival mask, for CSR OLDEST_MASK, which tells who is late. One past the masks
// leaves no mark.
static void arrive(nf_reduce_tags *t, nf_reduce_entry *entry, const nf_flit *header) {
  const unsigned source = nf_hdr_src(header);
  if (source < t->nodes)
    entry->mask[source / 64] |= 1ull << source % 64;
}

// named, of valid_q as it was: an entry that is written on this edge is not meant. What is named is
// kept apart until nf_reduce_tags_end, because clear and insert take entries out of it.
void nf_reduce_tags_drop(nf_reduce_tags *t, uint8_t epochs, bool one, uint8_t region) {
  t->flush = true;
  for (uint32_t m = t->valid; m; m &= m - 1) {
    const nf_reduce_entry *const entry = &t->entry[__builtin_ctz(m)];
    if (epochs >> entry->epoch & 1 && !(one && entry->attr >> 12 != region))
      t->named |= m & -m;
  }
}

// ---- ghosts: a pull has none

// Block address, mode and epoch. where has 46 bits: 44 of the block and 2 of the mode.
static uint64_t ghost_key(uint64_t where, uint8_t epoch) { return where | (uint64_t)epoch << 46; }

// ghost_o. A pull finds none: its mode is in the key, and none is remembered.
const nf_reduce_a_ghost *nf_reduce_tags_ghost(const nf_reduce_tags *t, const nf_flit *header,
                                              bool alloc) {
  return nf_reduce_ghosts_find(
      &t->ghosts, ghost_key(key_where(header, mode_of(header, alloc)), nf_hdr_epoch(header)));
}

// forget_i of u_ghost.
void nf_reduce_tags_forget(nf_reduce_tags *t, const nf_flit *header) {
  nf_reduce_ghosts_forget(
      &t->ghosts, ghost_key(key_where(header, nf_reduce_mode(header)), nf_hdr_epoch(header)));
}

// remember_i of u_ghost: entries of pushes and barriers that nobody wants dropped. What remains of
// a dropped collective is of no use to anybody.
static void remember(nf_reduce_tags *t, unsigned e) {
  const nf_reduce_entry *const entry = &t->entry[e];
  if ((t->push & ~t->drop) >> e & 1)
    nf_reduce_ghosts_remember(&t->ghosts, (nf_reduce_a_ghost){ghost_key(entry->where, entry->epoch),
                                                              entry->expected, entry->count});
}

// expire_i and clear_i. The ghost is taken from the entry, so before that is freed.
void nf_reduce_tags_leave(nf_reduce_tags *t, unsigned e) {
  remember(t, e);
  nf_reduce_tags_clear(t, e);
}

// ---- entries

// `set`. The ghost is asked before it is forgotten, and forgotten before the evicted entry is
// remembered: in a full list its place is then free, and no other ghost is lost.
void nf_reduce_tags_insert(nf_reduce_tags *t, unsigned e, const nf_flit *header, bool alloc,
                           uint8_t region, uint16_t expected) {
  nf_reduce_entry *const entry = &t->entry[e];
  const uint32_t bit = 1u << e;
  const uint8_t mode = mode_of(header, alloc);
  const nf_reduce_a_ghost *const ghost = nf_reduce_tags_ghost(t, header, alloc);
  // What is still to come. Where a ghost is wrong this is never reached, or too early.
  if (ghost)
    expected = (uint16_t)(ghost->expected - ghost->count);
  nf_reduce_ghosts_forget(&t->ghosts, ghost_key(key_where(header, mode), nf_hdr_epoch(header)));
  if (t->valid & bit)
    remember(t, e);
  entry->where = key_where(header, mode);
  entry->whom = key_whom(header, alloc, mode);
  entry->tag = nf_hdr_tag(header);
  entry->wave = nf_hdr_wave(header);
  entry->epoch = nf_hdr_epoch(header);
  entry->expected = expected;
  entry->count = alloc ? 0 : nf_hdr_count(header);
  // A request's length is what it asks for, not what will come: the first response sets it.
  entry->attr = nf_reduce_attributes(header, region) & (alloc ? ~0xf00u : ~0u);
  memset(entry->mask, 0, t->mask_words * sizeof *entry->mask);
  if (!alloc)
    arrive(t, entry, header);
  t->valid |= bit;
  t->data = alloc ? t->data & ~bit : t->data | bit;
  // A new entry in this place is not what the clear command named.
  t->drop &= ~bit;
  t->named &= ~bit;
  t->push = mode == NF_REDUCE_MODE_PULL ? t->push & ~bit : t->push | bit;
  touch(t, e);
}

// The region stays the first packet's: a pull's response does not bring it. `update`: length and
// type are written again, since a pull's entry takes them from its first response.
void nf_reduce_tags_update(nf_reduce_tags *t, unsigned e, const nf_flit *header, uint16_t sum) {
  nf_reduce_entry *const entry = &t->entry[e];
  entry->count = sum;
  entry->attr = nf_reduce_attributes(header, (uint8_t)(entry->attr >> 12));
  arrive(t, entry, header);
  t->data |= 1u << e;
  touch(t, e);
}

// `clear`. Count and mask are left as they are: an entry that is not valid is never looked at, and
// insert writes all of it. Entries are freed in place and the others stay where they are: the data
// store is addressed by the entry's number.
void nf_reduce_tags_clear(nf_reduce_tags *t, unsigned e) {
  const uint32_t bit = 1u << e;
  t->valid &= ~bit;
  t->data &= ~bit;
  t->aged &= ~bit;
  t->drop &= ~bit;
  t->named &= ~bit;
}

// regions_o: an entry holds on to its region, since what it sends needs the region's ports.
uint32_t nf_reduce_tags_regions(const nf_reduce_tags *t) {
  uint32_t regions = 0;
  for (uint32_t m = t->valid; m; m &= m - 1) {
    const unsigned r = t->entry[__builtin_ctz(m)].attr >> 12;
    if (r < NF_MAX_REGIONS)
      regions |= 1u << r;
  }
  return regions & t->regions;
}

// leave_o: what the entry keeps of a header; leave_expected and leave_mode_o are fields of their
// own.
nf_flit nf_reduce_tags_header(const nf_reduce_tags *t, unsigned e) {
  const nf_reduce_entry *const entry = &t->entry[e];
  nf_flit header = {{(uint64_t)(entry->attr & 0xfff) << 4, 0}};
  nf_hdr_set_count(&header, entry->count);
  nf_hdr_set_addr(&header, entry->where >> 2 << 4);
  nf_hdr_set_dst(&header, (uint16_t)(entry->whom >> 12));
  nf_hdr_set_tag(&header, entry->tag);
  nf_hdr_set_wave(&header, entry->wave);
  nf_hdr_set_epoch(&header, entry->epoch);
  return header;
}

// ---- the block with its ports

struct nf_reduce_tag {
  nf_reduce_tags tags;
  // match_q, and the header that it was found for: in the RTL the ghost's hit is a register, too,
  // and here it is looked up anew each time it is shown.
  uint32_t match; // entry that was hit, one-hot
  bool asked;     // a header was looked up, and is not decided yet
  bool alloc;     // it is a pull request
  nf_flit looked; // it
  nf_reduce_tag_out out;
};

// NF_PARAMs, then the reset values.
nf_status nf_reduce_tag_init(nf_reduce_tag **m, const nf_reduce_tag_cfg *cfg) {
  if (cfg->Entries < 2 || cfg->Entries > NF_MAX_ENTRIES)
    return "nf_reduce_tag: Entries must be 2..32";
  if (cfg->Nodes < 1 || cfg->Nodes > NF_MAX_NODES)
    return "nf_reduce_tag: Nodes must be 1..1024";
  if (cfg->Regions < 1 || cfg->Regions > NF_MAX_REGIONS)
    return "nf_reduce_tag: Regions must be 1..32";
  if (cfg->Ghosts > NF_REDUCE_GHOSTS)
    return "nf_reduce_tag: Ghosts must be 0..16";
  nf_reduce_tag *const tag = calloc(1, sizeof *tag);
  if (!tag)
    return "nf_reduce_tag: out of memory";
  nf_reduce_tags_init(&tag->tags, cfg);
  *m = tag;
  return NF_OK;
}

// Functions of registers, worked out by show() once a cycle.
const nf_reduce_tag_out *nf_reduce_tag_peek(const nf_reduce_tag *m) { return &m->out; }

// slot: the lowest free entry, else the LRU victim; -1 where there is neither.
static int slot_of(const nf_reduce_tags *t) {
  const uint32_t vacant = nf_reduce_tags_free(t);
  return vacant ? __builtin_ctz(vacant) : nf_reduce_tags_victim(t);
}

// The one change of a cycle (OneChange). slot and victim are of before it: the RTL selects them
// from registers. match loses an entry that leaves, as match_q & ~clear does.
static void change(nf_reduce_tag *m, const nf_reduce_tag_in *in) {
  nf_reduce_tags *const t = &m->tags;
  const int slot = slot_of(t), victim = nf_reduce_tags_victim(t);
  if (in->clear && victim >= 0) {
    m->match &= ~(1u << victim);
    nf_reduce_tags_leave(t, (unsigned)victim);
  }
  if (in->expire && t->expired >= 0) {
    m->match &= ~(1u << t->expired);
    nf_reduce_tags_leave(t, (unsigned)t->expired);
  }
  if (in->insert && slot >= 0)
    nf_reduce_tags_insert(t, (unsigned)slot, &in->new, in->new_alloc, in->new_region,
                          in->new_expected);
  if (in->forget)
    nf_reduce_tags_forget(t, &in->new);
  m->asked = m->asked && !in->insert && !in->forget;
  if (in->update && m->match)
    nf_reduce_tags_update(t, (unsigned)__builtin_ctz(m->match), &in->new, in->sum);
  if (in->release && m->match) {
    nf_reduce_tags_clear(t, (unsigned)__builtin_ctz(m->match));
    m->match = 0;
  }
}

// All outputs. Where the RTL ORs selected entries, zero is what no selection gives. leave is what
// leaves if one leaves now, in the RTL's order: expired, else hit, else victim.
static void show(const nf_reduce_tag *m, nf_reduce_tag_out *out) {
  const nf_reduce_tags *const t = &m->tags;
  const uint32_t match = m->match;
  memset(out, 0, sizeof *out);
  const uint32_t vacant = nf_reduce_tags_free(t);
  const int victim = nf_reduce_tags_victim(t), slot = slot_of(t), oldest = nf_reduce_tags_oldest(t);
  out->usable = t->usable != 0;
  out->free = vacant != 0;
  out->victim = victim >= 0;
  out->slot = (uint8_t)(slot < 0 ? 0 : slot);
  out->expired = t->expired >= 0;
  out->drop = t->expired >= 0 && (t->drop >> t->expired & 1);
  out->dropping = t->drop != 0;
  out->valid = t->valid;
  out->used = (uint8_t)__builtin_popcount(t->valid);
  out->regions = nf_reduce_tags_regions(t);
  const nf_reduce_a_ghost *const ghost =
      m->asked ? nf_reduce_tags_ghost(t, &m->looked, m->alloc) : NULL;
  out->ghost = ghost ? NF_REDUCE_GHOST(ghost->expected, ghost->count) : 0;
  if (match) {
    const nf_reduce_entry *const entry = &t->entry[__builtin_ctz(match)];
    out->hit = true;
    out->hit_data = (t->data & match) != 0;
    out->hit_entry = (uint8_t)__builtin_ctz(match);
    out->hit_count = entry->count;
    out->hit_expected = entry->expected;
    out->hit_attr = entry->attr;
  }
  const int leave = t->expired >= 0 ? t->expired : match ? __builtin_ctz(match) : victim;
  if (leave >= 0) {
    out->leave_entry = (uint8_t)leave;
    out->leave = nf_reduce_tags_header(t, (unsigned)leave);
    out->leave_mode = t->entry[leave].where & 3;
    out->leave_data = t->data >> leave & 1;
    out->leave_region = (uint8_t)(t->entry[leave].attr >> 12);
  }
  if (oldest >= 0) {
    const nf_reduce_entry *const entry = &t->entry[oldest];
    out->oldest_addr = entry->where >> 2 << 4;
    out->oldest_count = entry->count;
    out->oldest_expected = entry->expected;
    memcpy(out->oldest_mask, entry->mask, t->mask_words * sizeof *entry->mask);
  }
}

// One edge: time and the clear command, the change, the lookup, which sees the tags after the
// change, and the ages. Looked up before the change, a header would miss an entry that is written
// for the same key in this cycle.
void nf_reduce_tag_step(nf_reduce_tag *m, const nf_reduce_tag_in *in) {
  nf_reduce_tags_begin(&m->tags, in->tick);
  if (in->drop_epochs)
    nf_reduce_tags_drop(&m->tags, in->drop_epochs, in->drop_one, in->drop_region);
  change(m, in);
  if (in->load) {
    m->match = nf_reduce_tags_find(&m->tags, &in->look, in->look_alloc);
    m->asked = true;
    m->alloc = in->look_alloc;
    m->looked = in->look;
  }
  nf_reduce_tags_end(&m->tags, in->cfg_entries, in->cfg_timeout);
  show(m, &m->out);
}

void nf_reduce_tag_free(nf_reduce_tag *m) { free(m); }
