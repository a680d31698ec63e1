// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "watch.h"

#include "note.h"

// One look at a port. Address and count are read twice: an entry that changed between the reads
// would mix two, and one that waits does not change.
enum { SELECT, ADDR_HI, ADDR_LO, COUNT, MASK, ADDR_AGAIN, COUNT_AGAIN, STEPS };
static const uint16_t Registers[STEPS] = {
    NF_CSR_PORT_SELECT, NF_CSR_OLDEST_ADDR_HI, NF_CSR_OLDEST_ADDR_LO, NF_CSR_OLDEST_COUNT,
    NF_CSR_OLDEST_MASK, NF_CSR_OLDEST_ADDR_LO, NF_CSR_OLDEST_COUNT};

// The most contributions that a rank's memory holds of a block.
static unsigned in_memory(const nf_net *n, uint32_t block) {
  unsigned most = 0;
  for (unsigned r = 0; r < n->ranks; r++)
    if (nf_rank_count(n->rank[r], block) > most)
      most = nf_rank_count(n->rank[r], block);
  return most;
}

// Some rank still lacks contributions to the block at this address.
static bool unfinished(const nf_watch *w, const nf_net *n, uint64_t addr) {
  uint32_t block;
  if (!nf_layout_block(w->layout, addr, &block))
    return false;
  for (unsigned r = 0; r < n->ranks; r++)
    if (nf_rank_count(n->rank[r], block) < n->ranks)
      return true;
  return false;
}

// The mask names all who came: nothing came before the entry was made, nor after it was seen.
static bool telling(const nf_watch *w, const nf_net *n, const nf_waiting *k) {
  uint32_t block;
  if (!k->held || !unfinished(w, n, k->addr) || !nf_layout_block(w->layout, k->addr, &block))
    return false;
  unsigned count = in_memory(n, block);
  return count == 0 || count == k->count;
}

// Keeps what was read unless an entry that still lacks contributions would be forgotten for it.
static void remember(nf_watch *w, const nf_net *n) {
  nf_waiting *kept = &w->waiting[w->port];
  uint64_t addr = (uint64_t)(w->word[ADDR_HI] & 0xffff) << 32 | w->word[ADDR_LO];
  bool steady = w->word[ADDR_LO] == w->word[ADDR_AGAIN] && w->word[COUNT] == w->word[COUNT_AGAIN];
  if (!steady || w->word[COUNT] == 0)
    return;
  if (kept->held && kept->addr != addr && unfinished(w, n, kept->addr))
    return;
  *kept = (nf_waiting){.held = true,
                       .addr = addr,
                       .count = w->word[COUNT] & 0xffff,
                       .expected = w->word[COUNT] >> 16,
                       .mask = w->word[MASK]};
}

static void next_port(nf_watch *w) {
  w->port = (w->port + 1) % NF_SIM_PORTS;
  w->step = SELECT;
}

static void read_on(nf_watch *w, nf_net *n) {
  if (n->csr == NF_CSR_ANSWERED) {
    w->word[w->step] = n->answer.data;
    if (w->step == ADDR_HI && !(w->word[ADDR_HI] >> 31)) {
      next_port(w); // this table holds nothing
    } else if (++w->step == STEPS) {
      remember(w, n);
      next_port(w);
    }
  } else if (n->csr == NF_CSR_IDLE) {
    w->step = SELECT; // another access came between: the port may not be selected any more
  } else {
    return;
  }
  nf_net_ask(n, w->step == SELECT, Registers[w->step], w->port);
}

static void add_entry(nf_note *t, const nf_watch *w, const nf_net *n, unsigned port) {
  const nf_waiting *k = &w->waiting[port];
  nf_note_add(t, "; port %u, entry 0x%llx: %u of %u contributions, missing rank", port,
              (unsigned long long)k->addr, k->count, k->expected);
  for (unsigned r = 0; r < n->ranks; r++)
    if (!(k->mask >> r & 1) && !(w->others && r == port))
      nf_note_add(t, " %u", r);
}

// No entry tells: what memory says of the first block that is not complete.
static void add_block(nf_note *t, const nf_watch *w, const nf_net *n) {
  uint32_t block;
  for (unsigned r = 0; r < n->ranks; r++) {
    if (!nf_rank_missing(n->rank[r], &block))
      continue;
    nf_note_add(t,
                "; rank %u lacks packet %u, address 0x%llx, of which memory holds %u of %u "
                "contributions and no table entry tells whose",
                r, block, (unsigned long long)nf_layout_addr(w->layout, block), in_memory(n, block),
                n->ranks);
    return;
  }
}

static int report(const nf_watch *w, const nf_net *n, nf_err *e) {
  nf_note t = {.used = 0};
  unsigned entries = 0;
  for (unsigned p = 0; p < NF_SIM_PORTS; p++) {
    if (!telling(w, n, &w->waiting[p]))
      continue;
    if (entries++ == 4) {
      nf_note_add(&t, "; further ports wait too");
      break;
    }
    add_entry(&t, w, n, p);
  }
  if (entries == 0)
    add_block(&t, w, n);
  return nf_err_set(e, NF_EXIT_STALLED, "stalled: no flit moved for %llu cycles, cycle %llu%s",
                    (unsigned long long)w->patience, (unsigned long long)nf_engine_cycle(n->engine),
                    t.text);
}

int nf_watch_step(nf_watch *w, nf_net *n, nf_err *e) {
  read_on(w, n);
  bool stalled = nf_engine_cycle(n->engine) - n->last_move >= w->patience;
  return stalled ? report(w, n, e) : NF_EXIT_OK;
}
