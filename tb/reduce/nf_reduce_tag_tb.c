// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the tag store: lock-step, with changes ordered as the decision stage may order them, and
// a plain list of the keys beside it.
#include "nf_tb.h"
#include "reduce/nf_reduce_tag.h"

#include <string.h>

extern const nf_dut nf_reduce_tag_dut;

enum { GHOSTS = P_Ghosts };

typedef struct {
  bool used, alloc, drop;
  unsigned region;
  uint64_t addr, since;
  unsigned mode, whom, epoch, count, expected;
} listed;

typedef struct {
  nf_flit look, now; // looked up in this cycle, under decision
  bool look_alloc, now_alloc, fresh;
  listed list[NF_MAX_ENTRIES];
  listed gone[GHOSTS + 1]; // what left unfinished: since says when
  uint64_t leaves;
  unsigned tick_period, addresses;
  uint8_t timeout, limit;
  uint8_t drop_epochs, drop_region;
  bool drop_one;
  unsigned drop_left;
} context;

static unsigned mode_of(const nf_flit *head, bool alloc) {
  const unsigned opcode = nf_hdr_opcode(head);
  const bool empty_sum = opcode == NF_OPCODE_PUSH_PARTIAL && nf_hdr_len(head) == 0;
  return alloc || opcode == NF_OPCODE_PULL_RSP ? 2 : opcode == NF_OPCODE_BARRIER || empty_sum;
}

static unsigned whom_of(const nf_flit *head, bool alloc) {
  const unsigned requester = alloc ? nf_hdr_src(head) : nf_hdr_dst(head);
  return mode_of(head, alloc) == 2 ? requester * 4096 + nf_hdr_tag(head) : 0;
}

static nf_flit header(nf_tb *tb, const context *c, bool *alloc) {
  static const uint8_t opcodes[] = {NF_OPCODE_PUSH_WRITE, NF_OPCODE_PUSH_WRITE, NF_OPCODE_BARRIER,
                                    NF_OPCODE_PULL_RSP};
  nf_flit head = {{0, 0}};
  *alloc = nf_tb_chance(tb, 15);
  nf_hdr_set_opcode(&head, *alloc ? NF_OPCODE_PULL_REQ : opcodes[nf_tb_below(tb, 4)]);
  nf_hdr_set_red_op(&head, (uint8_t)nf_tb_below(tb, 6));
  nf_hdr_set_dtype(&head, (uint8_t)nf_tb_below(tb, 3));
  nf_hdr_set_len(&head, (uint8_t)nf_tb_below(tb, 9));
  if (!*alloc && nf_tb_chance(tb, 20)) { // a leaf's sum; an empty one is a barrier's
    nf_hdr_set_opcode(&head, NF_OPCODE_PUSH_PARTIAL);
    nf_hdr_set_len(&head, nf_tb_chance(tb, 50) ? 0 : 8);
  }
  nf_hdr_set_count(&head, (uint16_t)(1 + nf_tb_below(tb, 3)));
  // Addresses differ in their lowest or in their highest block bits.
  const uint64_t n = nf_tb_below(tb, c->addresses);
  nf_hdr_set_addr(&head, n & 1 ? n << 43 : n << 4);
  nf_hdr_set_src(&head, (uint16_t)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 3 : 1024));
  nf_hdr_set_dst(&head, (uint16_t)nf_tb_below(tb, 3));
  nf_hdr_set_tag(&head, (uint16_t)nf_tb_below(tb, 2));
  nf_hdr_set_wave(&head, (uint8_t)nf_tb_rand(tb));
  nf_hdr_set_epoch(&head, (uint8_t)(nf_tb_chance(tb, 70) ? 0 : nf_tb_rand(tb) & 3));
  return head;
}

// The entry of the list that the header under decision must hit, or -1.
static int find(const context *c) {
  for (int e = 0; e < P_Entries; e++)
    if (c->list[e].used && c->list[e].addr == nf_hdr_addr(&c->now) &&
        c->list[e].mode == mode_of(&c->now, c->now_alloc) &&
        c->list[e].whom == whom_of(&c->now, c->now_alloc) &&
        c->list[e].epoch == nf_hdr_epoch(&c->now))
      return e;
  return -1;
}

// What left under the key of the header under decision and has not come back, or NULL.
static listed *gone(context *c) {
  for (int g = 0; g < GHOSTS; g++)
    if (c->gone[g].used && c->gone[g].addr == nf_hdr_addr(&c->now) &&
        c->gone[g].mode == mode_of(&c->now, c->now_alloc) &&
        c->gone[g].epoch == nf_hdr_epoch(&c->now))
      return &c->gone[g];
  return NULL;
}

// Entry e leaves: a push or barrier that lacks something is remembered, in place of the oldest.
static void remember(context *c, unsigned e) {
  listed *const entry = &c->list[e];
  listed *oldest = &c->gone[0];
  entry->used = false;
  if (GHOSTS == 0 || entry->mode == 2)
    return;
  for (int g = 1; g < GHOSTS; g++)
    if (!c->gone[g].used || (oldest->used && c->gone[g].since < oldest->since))
      oldest = &c->gone[g];
  *oldest = *entry;
  oldest->used = true;
  oldest->since = ++c->leaves;
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->tick_period = 1 + (unsigned)nf_tb_below(tb, 8);
  c->addresses = 2 * P_Entries;
  c->limit = 255;
}

static void insert(context *c, const nf_reduce_tag_out *o, nf_reduce_tag_in *i, unsigned expected) {
  i->insert = true;
  i->new_expected = (uint16_t)expected;
  listed *const back = gone(c);
  if (back) {
    back->used = false;
    expected = (back->expected - back->count) & 0xffff;
  }
  if (!o->free)
    remember(c, o->slot);
  c->list[o->slot] = (listed){.used = true,
                              .alloc = c->now_alloc,
                              .addr = nf_hdr_addr(&c->now),
                              .mode = mode_of(&c->now, c->now_alloc),
                              .whom = whom_of(&c->now, c->now_alloc),
                              .epoch = nf_hdr_epoch(&c->now),
                              .region = i->new_region,
                              .count = c->now_alloc ? 0 : nf_hdr_count(&c->now),
                              .expected = expected};
}

// What the decision stage does about the header: hit: count or release; miss: insert.
static void decide(nf_tb *tb, context *c, const nf_reduce_tag_out *o, nf_reduce_tag_in *i) {
  const int hit = find(c);
  nf_tb_check(tb, o->hit == (hit >= 0) && (hit < 0 || o->hit_entry == hit), "hit %d at %u, not %d",
              o->hit, o->hit_entry, hit);
  const listed *const back = gone(c);
  nf_tb_check(tb, o->ghost == (back ? NF_REDUCE_GHOST(back->expected, back->count) : 0),
              "ghost %llx", (unsigned long long)o->ghost);
  if (back)
    nf_tb_cover(tb, "a key comes back");
  if (hit >= 0 && !c->now_alloc) {
    listed *const entry = &c->list[hit];
    const unsigned sum = entry->count + nf_hdr_count(&c->now);
    nf_tb_check(tb, o->hit_count == entry->count && o->hit_expected == entry->expected,
                "count %u of %u, not %u of %u", o->hit_count, o->hit_expected, entry->count,
                entry->expected);
    if (sum < entry->expected) {
      i->update = true;
      i->sum = (uint16_t)sum;
      entry->count = sum;
    } else {
      i->release = true;
      entry->used = false;
    }
  } else if (hit < 0 && !c->now_alloc && !o->expired && !o->free && o->victim &&
             nf_tb_chance(tb, 30)) {
    nf_tb_cover(tb, "the victim goes first");
    i->clear = true;
    nf_tb_check(tb, c->list[o->leave_entry].used, "a free entry is cleared");
    remember(c, o->leave_entry);
  } else if (hit < 0 && back && !c->now_alloc && nf_tb_chance(tb, 20)) {
    nf_tb_cover(tb, "a key comes back and passes by");
    i->forget = true;
    gone(c)->used = false;
  } else if (hit < 0 && (o->free || (o->victim && !c->now_alloc && !o->expired)) &&
             nf_tb_chance(tb, 90)) {
    nf_tb_cover(tb, o->free ? "insert into a free entry" : "insert over a victim");
    insert(c, o, i, 4 + (unsigned)nf_tb_below(tb, 8));
  }
}

static void change(nf_tb *tb, context *c, const nf_reduce_tag_out *o, nf_reduce_tag_in *i) {
  // The header that was looked up is decided, or waits for an expired entry to go.
  if (o->expired && nf_tb_chance(tb, 70)) {
    i->expire = true;
    nf_tb_check(tb, c->list[o->leave_entry].used, "a free entry expired");
    nf_tb_check(tb, o->drop == c->list[o->leave_entry].drop, "dropped and timed out confused");
    if (o->drop)
      c->list[o->leave_entry].used = false;
    else
      remember(c, o->leave_entry);
    nf_tb_cover(tb, "expire");
    if (c->fresh)
      return;
  } else if (c->fresh) {
    decide(tb, c, o, i);
    c->fresh = false;
  }
  if (nf_tb_chance(tb, 90)) {
    i->load = true;
    i->look = header(tb, c, &i->look_alloc);
    c->now = i->look;
    c->now_alloc = i->look_alloc;
    c->fresh = true;
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_tag_out *const o = out;
  nf_reduce_tag_in *const i = in;
  unsigned used = 0;
  for (unsigned e = 0; e < P_Entries; e++)
    used += c->list[e].used;
  nf_tb_check(tb, o->used == used, "%u entries in use, not %u", o->used, used);

  if (nf_tb_chance(tb, 1))
    c->timeout = (uint8_t)(nf_tb_chance(tb, 50) ? 0 : nf_tb_below(tb, 12));
  if (nf_tb_chance(tb, 1))
    c->limit = (uint8_t)(nf_tb_chance(tb, 50) ? 255 : nf_tb_below(tb, P_Entries + 1));
  i->cfg_timeout = c->timeout;
  i->cfg_entries = c->limit;
  i->tick = nf_tb_cycle(tb) % c->tick_period == 0;
  i->new = c->now;
  i->new_alloc = c->now_alloc;
  i->new_region = nf_tb_rand(tb) & 3;

  // A clear command names what is in the list now, what comes in this cycle in the next one.
  unsigned dropping = 0;
  for (unsigned e = 0; e < P_Entries; e++)
    dropping += c->list[e].used && c->list[e].drop;
  nf_tb_check(tb, o->dropping == (dropping != 0) && (o->drop || !dropping), "%u to be dropped",
              dropping);
  bool named[P_Entries] = {false}, flush = false;
  if (c->drop_left-- == 0) { // for a cycle, for some, for long
    c->drop_left = (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 4 : 300);
    c->drop_epochs = nf_tb_chance(tb, 70) ? 0 : nf_tb_rand(tb) & 15;
    c->drop_one = nf_tb_chance(tb, 50);
    c->drop_region = nf_tb_rand(tb) & 3;
  }
  i->drop_epochs = c->drop_epochs;
  i->drop_one = c->drop_one;
  i->drop_region = c->drop_region;
  if (i->drop_epochs != 0) {
    for (unsigned e = 0; e < P_Entries; e++)
      named[e] = c->list[e].used && (i->drop_epochs >> c->list[e].epoch & 1) &&
                 (!i->drop_one || c->list[e].region == i->drop_region);
    nf_tb_cover(tb, "clear command");
    flush = true;
  }
  change(tb, c, o, i);
  if (flush)
    memset(c->gone, 0, sizeof c->gone);
  for (unsigned e = 0; e < P_Entries; e++)
    c->list[e].drop |= named[e] && c->list[e].used && !(i->insert && o->slot == e);
}

int main(int argc, char **argv) {
  static const nf_reduce_tag_cfg cfg = {
      .Entries = P_Entries, .Nodes = P_Nodes, .Regions = P_Regions, .Ghosts = P_Ghosts};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-D tag store, lookups and changes in every cycle", 60000, start, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_tag_dut,
                             .model = NF_TB_MODEL(nf_reduce_tag),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
