// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
  AR = NF_ACE_CHANNEL_AR,
  R = NF_ACE_CHANNEL_R,
  AW = NF_ACE_CHANNEL_AW,
  W = NF_ACE_CHANNEL_W,
  B = NF_ACE_CHANNEL_B,
  CHANNELS
};
enum { OKAY = 0, SLVERR = 2 };

// What lies where nothing has been written: neighbours differ, and so do pages.
static uint8_t pattern(uint64_t address) { return (uint8_t)(0xa5 ^ address * 0x3b ^ address >> 8); }

void nf_ace_mem_set_order(nf_ace_mem *m, nf_ace_mem_order order) {
  m->order = order;
  m->turn = order == NF_MEM_MIXED ? NF_MEM_ADDRESS_FIRST : order;
}

int nf_ace_mem_open(nf_ace_mem *m, uint64_t base, uint64_t size, uint32_t word, nf_err *e) {
  *m = (nf_ace_mem){.base = base, .size = (size + word - 1) / word * word, .word = word};
  m->byte = malloc(m->size);
  if (!m->byte)
    return nf_err_memory(e, "a node's memory");
  for (uint64_t i = 0; i < m->size; i++)
    m->byte[i] = pattern(base + i);
  return NF_EXIT_OK;
}

void nf_ace_mem_close(nf_ace_mem *m) { free(m->byte); }

uint64_t nf_ace_mem_changed(const nf_ace_mem *m, uint64_t from, uint64_t to) {
  while (from < to && *nf_ace_mem_at(m, from) == pattern(from))
    from++;
  return from;
}

static bool inside(const nf_ace_mem *m, uint64_t word) {
  return word >= m->base && word + m->word <= m->base + m->size;
}

// How an access of the bus word is answered.
static uint8_t response(const nf_ace_mem *m, const nf_ace_mem_error *e, uint64_t word) {
  if (!inside(m, word))
    return SLVERR;
  return word < e->to && word + m->word > e->from ? e->resp : OKAY;
}

static nf_ace_burst *head(nf_ace_bursts *q) { return &q->burst[q->first]; }

static void push(nf_ace_bursts *q, nf_ace_burst b) {
  q->burst[(q->first + q->count++) % NF_MEM_BURSTS] = b;
}

static void pop(nf_ace_bursts *q) {
  q->first = (q->first + 1) % NF_MEM_BURSTS;
  q->count--;
}

// Channels that pause in this cycle. An answer that stands stays.
static uint8_t pausing(nf_ace_mem *m) {
  uint8_t quiet = 0;
  for (unsigned c = 0; c < CHANNELS && m->pauses; c++)
    if (nf_rng_below(&m->rng, 100) < m->pauses)
      quiet |= (uint8_t)(1u << c);
  if (m->still.on && m->read_words + m->written_words >= m->still.after)
    quiet |= (uint8_t)(1u << m->still.channel);
  if (m->r_held)
    quiet &= (uint8_t) ~(1u << R);
  if (m->b_held)
    quiet &= (uint8_t) ~(1u << B);
  return quiet;
}

static bool moves(uint8_t quiet, unsigned channel) { return !(quiet >> channel & 1); }

// When what was asked for in this cycle is answered, unless what was asked before it is later.
static uint64_t due(nf_ace_mem *m, uint64_t cycle) {
  return cycle + m->latency + (m->spread ? nf_rng_below(&m->rng, m->spread + 1) : 0);
}

static void read_side(nf_ace_mem *m, const nf_ace_out *out, nf_ace_in *in, uint64_t cycle,
                      uint8_t quiet) {
  nf_ace_burst *b = head(&m->reads);
  in->mem_r_valid = m->reads.count && cycle >= b->due && moves(quiet, R);
  in->mem_ar_ready = m->reads.count < NF_MEM_BURSTS && moves(quiet, AR);
  if (in->mem_r_valid) {
    in->mem_r_resp = response(m, &m->read_error, b->at);
    in->mem_r_last = b->left == 1;
    if (!inside(m, b->at))
      in->mem_r_data = (nf_ace_word){{0}};
    else
      memcpy(&in->mem_r_data, nf_ace_mem_at(m, b->at), m->word);
    for (unsigned i = 0; in->mem_r_resp != OKAY && i < m->word / 8; i++)
      in->mem_r_data.w[i] = ~in->mem_r_data.w[i];
    if (out->mem_r_ready) {
      b->at += m->word;
      m->read_words++;
      if (--b->left == 0)
        pop(&m->reads);
    }
  }
  m->r_held = in->mem_r_valid && !out->mem_r_ready;
  if (out->mem_ar_valid && in->mem_ar_ready)
    push(&m->reads, (nf_ace_burst){.due = due(m, cycle),
                                   .at = out->mem_ar_addr / m->word * m->word,
                                   .left = out->mem_ar_len + 1u});
}

static void store(nf_ace_mem *m, uint64_t at, const nf_ace_mem_beat *beat) {
  const uint8_t *from = (const uint8_t *)&beat->data;
  uint8_t *to = nf_ace_mem_at(m, at);
  for (unsigned part = 0; part < m->word; part += 64) {
    const uint64_t strobe = beat->strobe[part / 64];
    if (strobe == UINT64_MAX)
      memcpy(to + part, from + part, 64);
    else
      for (unsigned i = 0; i < 64; i++)
        if (strobe >> i & 1)
          to[part + i] = from[part + i];
  }
}

// Data whose address is known goes to its place; a burst that is whole is answered.
static void settle(nf_ace_mem *m, uint64_t cycle) {
  while (m->writes.count && m->stored != m->written_words) {
    nf_ace_burst *b = head(&m->writes);
    const nf_ace_mem_beat *beat = &m->beat[m->stored++ % NF_MEM_BEATS];
    const uint8_t resp = response(m, &m->write_error, b->at);
    if (resp == OKAY)
      store(m, b->at, beat);
    else
      b->resp = resp;
    b->at += m->word;
    // The last word by the address and by its mark must be the same one.
    if (beat->last != (b->left == 1))
      b->resp = SLVERR;
    if (--b->left == 0) {
      push(&m->answers, (nf_ace_burst){.due = due(m, cycle), .resp = b->resp});
      pop(&m->writes);
    }
  }
}

static void take_data(nf_ace_mem *m, const nf_ace_out *out) {
  nf_ace_mem_beat *const beat = &m->beat[m->written_words++ % NF_MEM_BEATS];
  nf_ace_word_copy(beat->data.w, out->mem_w_data.w, m->word / 8);
  memcpy(beat->strobe, out->mem_w_strb, sizeof beat->strobe);
  beat->last = out->mem_w_last;
  m->within = !out->mem_w_last;
  m->ends += out->mem_w_last;
}

static void take_address(nf_ace_mem *m, const nf_ace_out *out) {
  push(&m->writes,
       (nf_ace_burst){.at = out->mem_aw_addr / m->word * m->word, .left = out->mem_aw_len + 1u});
  m->addresses++;
  m->turn =
      m->order == NF_MEM_MIXED ? (nf_ace_mem_order)nf_rng_below(&m->rng, NF_MEM_MIXED) : m->order;
}

// What channels AW and W take in this cycle, in the order that the memory was opened with.
static void ready_to_write(const nf_ace_mem *m, const nf_ace_out *out, nf_ace_in *in,
                           uint8_t quiet) {
  const bool ahead = m->ends > m->addresses, behind = m->ends < m->addresses;
  const bool begun = m->within || out->mem_w_valid; // data of the next address, if not ahead
  const bool room = m->writes.count + m->answers.count < NF_MEM_BURSTS;
  const nf_ace_mem_order order = m->turn;
  in->mem_w_ready = m->written_words - m->stored < NF_MEM_BEATS && moves(quiet, W) &&
                    (order != NF_MEM_ADDRESS_FIRST || behind);
  in->mem_aw_ready = room && moves(quiet, AW) && (order != NF_MEM_LAST_FIRST || ahead) &&
                     (order != NF_MEM_DATA_FIRST || ahead || (!behind && begun));
}

static void answer(nf_ace_mem *m, const nf_ace_out *out, nf_ace_in *in, uint64_t cycle,
                   uint8_t quiet) {
  in->mem_b_valid = m->answers.count && cycle >= head(&m->answers)->due && moves(quiet, B);
  in->mem_b_resp = in->mem_b_valid ? head(&m->answers)->resp : OKAY;
  if (in->mem_b_valid && out->mem_b_ready)
    pop(&m->answers);
  m->b_held = in->mem_b_valid && !out->mem_b_ready;
}

// What is ready goes by the state before the answer of this cycle, which makes room for the next.
static void write_side(nf_ace_mem *m, const nf_ace_out *out, nf_ace_in *in, uint64_t cycle,
                       uint8_t quiet) {
  ready_to_write(m, out, in, quiet);
  answer(m, out, in, cycle, quiet);
  if (in->mem_w_ready && out->mem_w_valid)
    take_data(m, out);
  if (out->mem_aw_valid && in->mem_aw_ready)
    take_address(m, out);
  settle(m, cycle);
}

void nf_ace_mem_step(nf_ace_mem *m, const nf_ace_out *out, nf_ace_in *in, uint64_t cycle) {
  const uint8_t quiet = pausing(m);
  read_side(m, out, in, cycle, quiet);
  write_side(m, out, in, cycle, quiet);
}
