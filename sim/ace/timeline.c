// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/timeline.h"

#include "sim/ace/disassemble.h"
#include "sim/ace/explain.h"
#include <errno.h>
#include <string.h>

int nf_ace_timeline_open(nf_ace_timeline *t, const char *path, const nf_ace_plan *p, unsigned node,
                         const nf_ace_source *source, nf_err *e) {
  *t = (nf_ace_timeline){.node = node};
  for (unsigned i = 0; i < p->phases; i++)
    if (nf_ace_setup_program(&t->program[i], p, i, nf_ace_plan_machine(p, i, 0), node, source, e) !=
        NF_EXIT_OK)
      return e->status;
  t->file = fopen(path, "w");
  if (!t->file)
    return nf_refuse(e, "%s: cannot be written: %s", path, strerror(errno));
  fprintf(t->file, "cycle,event,machine,pc,text,port,qp,words,raddr,waddr\n");
  return NF_EXIT_OK;
}

static bool bit(unsigned v, unsigned i) { return v >> i & 1; }

// The phase whose first chunk a machine has; -1: none.
static int phase_of(const nf_ace_plan *p, unsigned machine) {
  for (unsigned i = 0; i < p->phases; i++)
    if (nf_ace_plan_machine(p, i, 0) == machine)
      return (int)i;
  return -1;
}

static const char *text_at(const nf_ace_timeline *t, unsigned phase, unsigned pc,
                           char text[NF_AS_LINE]) {
  const nf_as_program *words = &t->program[phase];
  return pc < words->words ? nf_as_text(text, words->word[pc]) : "";
}

static void show_machines(nf_ace_timeline *t, const nf_ace_node *k, const nf_ace_plan *p,
                          unsigned long long cycle) {
  char text[NF_AS_LINE];
  for (unsigned i = 0; i < p->phases; i++) {
    const unsigned m = nf_ace_plan_machine(p, i, 0);
    const nf_ace_machine_state now = nf_ace_machine_at(k->model, m), *was = &t->state[m];
    if (t->over[i])
      continue;
    if (now.busy && (!was->busy || now.pc != was->pc))
      fprintf(t->file, "%llu,step,%u,%u,\"%s\",,,,,\n", cycle, m, now.pc,
              text_at(t, i, now.pc, text));
    if (now.busy && now.wait != was->wait && now.wait < NF_ACE_WAITS)
      fprintf(t->file, "%llu,wait,%u,%u,%s,,,,,\n", cycle, m, now.pc, nf_ace_wait_names[now.wait]);
    if (was->busy && !now.busy) {
      fprintf(t->file, "%llu,done,%u,%u,,,,,,\n", cycle, m, was->pc);
      t->over[i] = true;
    }
    t->state[m] = now;
  }
}

static void show_grant(nf_ace_timeline *t, const nf_ace_node *k, const nf_ace_plan *p,
                       unsigned long long cycle) {
  const nf_ace_grant g = nf_ace_granted(k->model);
  const int phase = g.valid ? phase_of(p, g.machine) : -1;
  if (phase < 0 || t->over[phase])
    return;
  const uint64_t *r = &g.req;
  char text[NF_AS_LINE];
  fprintf(t->file, "%llu,grant,%u,%u,\"%s\",,", cycle, g.machine, t->state[g.machine].pc,
          text_at(t, (unsigned)phase, t->state[g.machine].pc, text));
  if (nf_ace_req_recv(r))
    fprintf(t->file, "0x%02x", nf_ace_req_qin(r));
  if (nf_ace_req_recv(r) && nf_ace_req_send(r))
    fputc('>', t->file);
  if (nf_ace_req_send(r))
    fprintf(t->file, "0x%02x", nf_ace_req_qout(r));
  fprintf(t->file, ",%u,", nf_ace_req_words(r));
  if (nf_ace_req_read(r))
    fprintf(t->file, "%u", nf_ace_req_raddr(r));
  fputc(',', t->file);
  if (nf_ace_req_write(r))
    fprintf(t->file, "%u", nf_ace_req_waddr(r));
  fputc('\n', t->file);
}

// Whether a queue pair is one of those that the machine of an unfinished first chunk uses.
static bool follows(const nf_ace_timeline *t, const nf_ace_plan *p, unsigned number) {
  for (unsigned i = 0; i < p->phases; i++) {
    const nf_ace_phase *f = &p->phase[i];
    const nf_ace_paths *w = &p->paths[nf_ace_plan_machine(p, i, 0)];
    const bool ring = f->algorithm == NF_ALG_RING;
    if (!t->over[i] && f->size > 1 &&
        (ring ? number == w->next || number == w->prev
              : number >= w->peers && number < w->peers + f->size - 1))
      return true;
  }
  return false;
}

// The own number of the queue pair that a packet which leaves on a port belongs to.
static unsigned own_number(const nf_ace_plan *p, unsigned port, unsigned far) {
  for (unsigned i = 0; i < p->pairs; i++)
    if (p->pair[i].number / NF_ACE_QPS == port && p->pair[i].far % NF_ACE_QPS == far)
      return p->pair[i].number;
  return NF_ACE_MAX_PORTS * NF_ACE_QPS;
}

// Normal packets are not part of it.
static void show_packet(nf_ace_timeline *t, const nf_ace_plan *p, const char *event, unsigned port,
                        const nf_flit *hdr, unsigned number, unsigned long long cycle) {
  if (nf_ace_hdr_mode(hdr->w) && follows(t, p, number))
    fprintf(t->file, "%llu,%s,,,%s,%u,0x%02x,%u,,\n", cycle, event,
            nf_ace_hdr_kind(hdr->w) == NF_ACE_KIND_CREDIT ? "credit" : "data", port, number,
            nf_ace_hdr_words(hdr->w));
}

static void show_links(nf_ace_timeline *t, const nf_ace_system *n, const nf_ace_node *k,
                       unsigned long long cycle) {
  const nf_ace_plan *p = n->cfg.plan;
  for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
    if (!k->tx[port])
      continue;
    const nf_flit *tx = &k->out->link_tx_hdr[port];
    if (bit(k->out->link_tx_valid & k->out->link_tx_first, port) &&
        bit(nf_ace_pipe_ready(k->tx[port], n->cycle), nf_ace_hdr_mode(tx->w)))
      show_packet(t, p, "tx", port, tx, own_number(p, port, nf_ace_hdr_qp(tx->w)), cycle);
    const nf_ace_beat *b =
        nf_ace_pipe_end(k->rx[port], k->out->link_rx_ready >> 2 * port & 3u, n->cycle);
    if (b && b->first)
      show_packet(t, p, "rx", port, &b->hdr, port * NF_ACE_QPS + nf_ace_hdr_qp(b->hdr.w), cycle);
  }
}

// Words that follow each other from cycle to cycle are one line.
static void show_burst(nf_ace_timeline *t, nf_ace_timeline_burst *b, const char *event,
                       uint64_t words, unsigned long long cycle) {
  if (words != b->words) {
    b->from = b->length ? b->from : cycle;
    b->length += words - b->words;
    b->words = words;
  } else if (b->length) {
    fprintf(t->file, "%llu,%s,,,,,,%llu,,\n", (unsigned long long)b->from, event,
            (unsigned long long)b->length);
    b->length = 0;
  }
}

// The machines are through with the chunk, and as many words have been stored as it has.
static bool finished(const nf_ace_timeline *t, const nf_ace_node *k, const nf_ace_plan *p) {
  return t->over[p->phases - 1] && !t->store.length &&
         k->memory.written_words >=
             p->dst_pieces * ((p->message + p->cfg.engine.WordBytes - 1) / p->cfg.engine.WordBytes);
}

void nf_ace_timeline_show(nf_ace_timeline *t, const nf_ace_system *n) {
  const nf_ace_plan *p = n->cfg.plan;
  if (!t->file)
    return;
  nf_ace_node *k = &n->node[t->node];
  if (finished(t, k, p))
    return;
  k->out = nf_ace_peek(k->model);
  if (!t->start)
    t->start = n->cycle;
  const unsigned long long cycle = n->cycle - t->start;
  show_machines(t, k, p, cycle);
  show_grant(t, k, p, cycle);
  show_links(t, n, k, cycle);
  // What the memories did in the cycle before.
  show_burst(t, &t->load, "load", k->memory.read_words, cycle - 1);
  show_burst(t, &t->store, "store", k->memory.written_words, cycle - 1);
}

int nf_ace_timeline_close(nf_ace_timeline *t, const char *path, nf_err *e) {
  for (unsigned i = 0; i < NF_ACE_MAX_PHASES; i++)
    nf_as_free(&t->program[i]);
  const bool ok = !t->file || !ferror(t->file);
  if ((t->file && fclose(t->file) != 0) || !ok)
    nf_refuse(e, "%s: cannot be written: %s", path, strerror(errno));
  t->file = NULL;
  return e->status;
}
