// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/cli/entry.h"

#include "reduce/nf_reduce_table.h"
#include "sim/engine/rtl/compare.h"
#include "sim/engine/rtl/load.h"
#include <stdlib.h>

// The table as sim.mk builds it.
static const nf_reduce_table_cfg Table = {.Entries = 2,
                                          .Ports = 2,
                                          .Regions = 2,
                                          .Nodes = 8,
                                          .Halves = 1,
                                          .Wide = 1,
                                          .Ghosts = 4,
                                          .AluStages = 2};

enum {
  PORT = 1,         // the table's own
  REQUESTER = 1,    // node that requests
  ADDR = 0x1000,    // of the block
  PATIENCE = 2000,  // cycles without an answer after which the table has lost it
  MAX_PACKETS = 32, // of one answer: planes
  PACKET_FLITS = 2, // header and one flit
  FIRST_ERROR = NF_EV_ERR_COUNT,
  LAST_ERROR = NF_EV_ERR_DAMAGED
};

typedef struct {
  nf_flit header, payload;
} packet;

struct nf_entry {
  nf_reduce_table *model;
  const nf_dut *block; // NULL: the model alone
  void *dut;
  nf_reduce_table_in in;
  nf_reduce_table_out out; // of the RTL
  uint64_t cycle, compared;
  packet answer[MAX_PACKETS];
  unsigned answers;  // complete
  unsigned requests; // requests that were let go
};

int nf_entry_open(nf_entry **t, bool rtl, nf_err *e) {
  nf_entry *p = calloc(1, sizeof *p);
  *t = p;
  if (!p)
    return nf_err_memory(e, "a reduction table");
  nf_status status = nf_reduce_table_init(&p->model, &Table);
  if (status != NF_OK)
    return nf_err_set(e, NF_EXIT_FAILED, "the table's model was refused: %s", status);
  if (rtl) {
    if (NF_RTL_LOAD("netfold_entry", nf_reduce_table, &p->block, e) != NF_EXIT_OK)
      return e->status;
    p->dut = p->block->create(0);
    if (!p->dut)
      return nf_err_memory(e, "the Verilated reduction table");
    while (nf_dut_next_failure()) {
    } // failures of a table before this one
    p->block->reset(p->dut);
    p->block->peek(p->dut, &p->out);
  }
  p->in.cfg_entries = 1;
  p->in.cfg_port = PORT;
  p->in.cfg_first_hop = true;
  p->in.region_ports[0] = p->in.region_home_ports[0] = 1u << PORT;
  p->in.out_ready = true;
  return NF_EXIT_OK;
}

uint64_t nf_entry_compared(const nf_entry *t) { return t->compared; }

void nf_entry_close(nf_entry *t) {
  if (!t)
    return;
  if (t->dut)
    t->block->destroy(t->dut);
  nf_reduce_table_free(t->model);
  free(t);
}

// Keeps what the table puts out in this cycle: payload first, then its header.
static int collect(nf_entry *t, const nf_reduce_table_out *out, nf_err *e) {
  if (out->event >> FIRST_ERROR & ((1u << (LAST_ERROR - FIRST_ERROR + 1)) - 1))
    return nf_err_set(e, NF_EXIT_FAILED,
                      "cycle %llu: the reduction table refused a contribution, events 0x%04x",
                      (unsigned long long)t->cycle, out->event);
  t->requests += out->alloc_done;
  if (!out->out_valid)
    return NF_EXIT_OK;
  if (t->answers == MAX_PACKETS)
    return nf_err_set(e, NF_EXIT_FAILED, "cycle %llu: the table gives more than %d packets",
                      (unsigned long long)t->cycle, MAX_PACKETS);
  packet *p = &t->answer[t->answers];
  if (out->out_last) {
    p->header = out->out_data;
    t->answers++;
  } else {
    p->payload = out->out_data;
  }
  return NF_EXIT_OK;
}

// One clock cycle.
static int step(nf_entry *t, nf_err *e) {
  if (collect(t, nf_reduce_table_peek(t->model), e) != NF_EXIT_OK)
    return e->status;
  nf_reduce_table_step(t->model, &t->in);
  t->cycle++;
  if (!t->dut)
    return NF_EXIT_OK;
  t->block->step(t->dut, &t->in);
  t->block->peek(t->dut, &t->out);
  if (nf_compare_properties(t->cycle, e) == NF_EXIT_OK &&
      nf_compare(t->block, &t->out, nf_reduce_table_peek(t->model), t->cycle, e) == NF_EXIT_OK)
    t->compared++;
  return e->status;
}

// Hands in one flit.
static int put_flit(nf_entry *t, const nf_flit *flit, bool last, nf_err *e) {
  t->in.in_valid = true;
  t->in.in_last = last;
  t->in.in_data = *flit;
  for (unsigned i = 0; !nf_reduce_table_peek(t->model)->in_ready; i++)
    if (i == PATIENCE)
      return nf_err_set(e, NF_EXIT_FAILED, "cycle %llu: the reduction table takes no flit",
                        (unsigned long long)t->cycle);
    else if (step(t, e) != NF_EXIT_OK)
      return e->status;
  step(t, e);
  t->in.in_valid = false;
  return e->status;
}

static int put(nf_entry *t, const packet *p, nf_err *e) {
  return put_flit(t, &p->header, false, e) == NF_EXIT_OK ? put_flit(t, &p->payload, true, e)
                                                         : e->status;
}

static nf_flit make_header(uint8_t opcode, uint8_t op, uint8_t dtype, size_t index) {
  nf_flit h = {{0, 0}};
  nf_hdr_set_opcode(&h, opcode);
  nf_hdr_set_red_op(&h, op);
  nf_hdr_set_dtype(&h, dtype);
  nf_hdr_set_len(&h, 1);
  nf_hdr_set_count(&h, opcode != NF_OPCODE_PULL_REQ);
  nf_hdr_set_addr(&h, ADDR);
  nf_hdr_set_src(&h, (uint16_t)(opcode == NF_OPCODE_PULL_REQ ? REQUESTER : index % Table.Nodes));
  nf_hdr_set_dst(&h, opcode == NF_OPCODE_PULL_RSP ? REQUESTER : NF_BROADCAST_ID);
  return h;
}

// The contributions, one after the other.
static int put_words(nf_entry *t, uint8_t opcode, uint8_t op, uint8_t dtype, const uint32_t *words,
                     size_t n, nf_err *e) {
  for (size_t i = 0; i < n; i++) {
    const packet p = {make_header(opcode, op, dtype, i), {{words[i], 0}}};
    if (put(t, &p, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

// Waits until the sum of `count` contributions has left: the last packet of an answer has the
// count.
static int await(nf_entry *t, size_t count, nf_err *e) {
  for (unsigned i = 0; e->status == NF_EXIT_OK; i++) {
    const packet *last = t->answers ? &t->answer[t->answers - 1] : NULL;
    if (last && nf_hdr_count(&last->header) == count && !nf_reduce_table_peek(t->model)->busy)
      return NF_EXIT_OK;
    if (i == PATIENCE)
      return nf_err_set(e, NF_EXIT_FAILED, "cycle %llu: the reduction table gives no result",
                        (unsigned long long)t->cycle);
    step(t, e);
  }
  return e->status;
}

// The answer of a table is a rounded sum in one packet.
static int take_result(const nf_entry *t, nf_entry_result *result, nf_err *e) {
  const packet *p = &t->answer[0];
  *result = (nf_entry_result){(uint32_t)p->payload.w[0], nf_hdr_flags(&p->header)};
  if (t->answers != 1 || result->flags & (1u << NF_FLAG_POISON | 1u << NF_FLAG_PLANE))
    return nf_err_set(e, NF_EXIT_FAILED,
                      "the reduction table gave %u packets, the first with flags 0x%02x, not one "
                      "sum",
                      t->answers, result->flags);
  return NF_EXIT_OK;
}

int nf_entry_reduce(nf_entry *t, uint8_t op, uint8_t dtype, const uint32_t *words, size_t n,
                    nf_entry_result *result, nf_err *e) {
  t->in.region_expected[0] = t->in.region_later[0] = (uint16_t)n;
  t->answers = 0;
  if (put_words(t, NF_OPCODE_PUSH_WRITE, op, dtype, words, n, e) == NF_EXIT_OK &&
      await(t, n, e) == NF_EXIT_OK)
    take_result(t, result, e);
  return e->status;
}

// A pull request makes an entry for the responses.
static int request(nf_entry *t, uint8_t op, uint8_t dtype, size_t expected, nf_err *e) {
  t->in.region_expected[0] = t->in.region_later[0] = (uint16_t)expected;
  t->in.alloc_valid = true;
  t->in.alloc_data = make_header(NF_OPCODE_PULL_REQ, op, dtype, 0);
  step(t, e); // an empty table takes it at once
  t->in.alloc_valid = false;
  for (unsigned i = 0; t->requests == 0 && e->status == NF_EXIT_OK; i++)
    if (i == PATIENCE)
      nf_err_set(e, NF_EXIT_FAILED, "the reduction table lets the request wait");
    else
      step(t, e);
  return e->status;
}

// Packets between tables.
typedef struct {
  packet *at;
  size_t count;
} packets;

// One part of the words through a table between two switches; its answer is added to `up`.
static int reduce_part(packets *up, bool rtl, uint8_t op, uint8_t dtype, const uint32_t *words,
                       size_t n, uint64_t *compared, nf_err *e) {
  nf_entry *t;
  if (nf_entry_open(&t, rtl, e) == NF_EXIT_OK) {
    t->in.cfg_first_hop = false;
    if (request(t, op, dtype, n, e) == NF_EXIT_OK &&
        put_words(t, NF_OPCODE_PULL_RSP, op, dtype, words, n, e) == NF_EXIT_OK &&
        await(t, n, e) == NF_EXIT_OK)
      for (unsigned i = 0; i < t->answers; i++)
        up->at[up->count++] = t->answer[i];
  }
  if (t)
    *compared += t->compared;
  nf_entry_close(t);
  return e->status;
}

// What came of the parts, through the table at the port of the endpoint that asked.
static int reduce_parts(const packets *up, bool rtl, uint8_t op, uint8_t dtype, size_t n,
                        nf_entry_result *result, uint64_t *compared, nf_err *e) {
  nf_entry *t;
  if (nf_entry_open(&t, rtl, e) == NF_EXIT_OK && request(t, op, dtype, n, e) == NF_EXIT_OK) {
    for (size_t i = 0; i < up->count && e->status == NF_EXIT_OK; i++)
      put(t, &up->at[i], e);
    if (e->status == NF_EXIT_OK && await(t, n, e) == NF_EXIT_OK)
      take_result(t, result, e);
  }
  if (t)
    *compared += t->compared;
  nf_entry_close(t);
  return e->status;
}

int nf_entry_tree(bool rtl, uint8_t op, uint8_t dtype, const uint32_t *words, size_t n,
                  size_t groups, nf_entry_result *result, uint64_t *compared, nf_err *e) {
  packets up = {.at = malloc(groups * MAX_PACKETS * sizeof(packet))};
  if (!up.at)
    return nf_err_memory(e, "the partial sums");
  // One table after the other: a Verilated module is alone in its process.
  for (size_t g = 0; g < groups && e->status == NF_EXIT_OK; g++) {
    size_t first = g * n / groups, past = (g + 1) * n / groups;
    reduce_part(&up, rtl, op, dtype, words + first, past - first, compared, e);
  }
  if (e->status == NF_EXIT_OK)
    reduce_parts(&up, rtl, op, dtype, n, result, compared, e);
  free(up.at);
  return e->status;
}
