// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What one link does by itself (KLENK IV-F, Fig. 6): RX and TX of the figure, and between them what
// the memory is asked to do. It knows no commands. Of two things that want the same register, a
// read or a completion, each gets every other turn, so neither a flood of jobs nor a flood of
// packets can stop the other.
//
// The one rule that everything here serves (KLENK IV-B, IV-E2): responses wait for nothing but room
// that is their own, never for a request. Else requests that wait for the network could keep out
// the responses for which the network waits.
#include "nf_endpoint_lane.h"

#include "nf_endpoint_count.h"
#include "nf_endpoint_rx.h"
#include "nf_endpoint_total.h"
#include "nf_endpoint_tx.h"

#include <stdlib.h>

struct nf_endpoint_lane {
  nf_endpoint_lane_out out; // not job_ready: a job is held
  uint32_t entries;         // mask of the entries of the translation table
  // in the order in which data passes them: from the link to memory, what memory then holds, and
  // back onto the link
  nf_endpoint_rx *rx;
  nf_endpoint_count *count;
  nf_endpoint_total *total;
  nf_endpoint_tx *tx;
  // the job that waits
  // job_*_q. One register: a job is taken every other cycle, as headers of one channel are two
  // cycles apart on the link anyway
  bool job_read;
  uint64_t job_addr;
  nf_flit job_hdr;
  bool read_mc;    // the read at the memory's port, or the last one there, is a multicast write's
  bool done_total; // the completion at the interface, or the last one there, came from the totals
};

// u_rx, u_count, u_total and u_tx; nothing is under way. Acks is both: acknowledgements that can
// wait, and sums that can be added up at once, since both are bounded by the blocks outstanding on
// a lane.
nf_status nf_endpoint_lane_init(nf_endpoint_lane **m, const nf_endpoint_lane_cfg *cfg) {
  if (cfg->Translations < 1 || cfg->Translations > NF_ENDPOINT_MAX_TRANSLATIONS)
    return "nf_endpoint_lane: Translations must be 1..16";
  nf_endpoint_lane *l = calloc(1, sizeof *l);
  if (l == NULL)
    return "nf_endpoint_lane: out of memory";
  const nf_endpoint_rx_cfg rx = {.Acks = cfg->Acks};
  const nf_endpoint_count_cfg count = {.Counts = cfg->Acks, .Skip = cfg->Skip};
  const nf_endpoint_total_cfg total = {0};
  const nf_endpoint_tx_cfg tx = {0};
  nf_status status = nf_endpoint_rx_init(&l->rx, &rx);
  if (status == NF_OK)
    status = nf_endpoint_count_init(&l->count, &count);
  if (status == NF_OK)
    status = nf_endpoint_total_init(&l->total, &total);
  if (status == NF_OK)
    status = nf_endpoint_tx_init(&l->tx, &tx);
  if (status != NF_OK) {
    nf_endpoint_lane_free(l);
    return status;
  }
  l->entries = (1u << cfg->Translations) - 1;
  // What is empty takes; rx_ready follows from the first step's show(), when u_rx has left reset.
  l->out.job_ready = l->out.tot_ready = 1;
  l->out.rt_ready = 3;
  *m = l;
  return NF_OK;
}

// Ports of the four blocks by show(), and the registers of jobs, reads and completions. None is a
// function of an input of this cycle: link and memory may make their ready of these valids.
const nf_endpoint_lane_out *nf_endpoint_lane_peek(const nf_endpoint_lane *m) { return &m->out; }

// Also of a lane whose making was refused half way.
void nf_endpoint_lane_free(nf_endpoint_lane *m) {
  if (m == NULL)
    return;
  nf_endpoint_rx_free(m->rx);
  nf_endpoint_count_free(m->count);
  nf_endpoint_total_free(m->total);
  nf_endpoint_tx_free(m->tx);
  free(m);
}

// u_rx_translate and u_total_translate: the entry that holds addr, or -1. Of overlapping entries
// the lowest counts. A packet of the network may name any address: what no entry holds touches no
// memory, and its sender gets no acknowledgement (ERR_TRANSLATE).
static int find(const nf_endpoint_lane *m, const nf_endpoint_lane_in *in, uint64_t addr) {
  return nf_endpoint_translate_find(in->at_valid & m->entries, in->at_base, in->at_end, addr);
}

// u_rx with u_rx_translate, which is asked only while a header's address is shown. The table is a
// pure function beside u_rx, which keeps none of it: so a lookup is always of the table as it is.
static void step_rx(nf_endpoint_lane *m, const nf_endpoint_lane_in *in, bool ack_ready,
                    bool done_ready) {
  const nf_endpoint_rx_out *const was = nf_endpoint_rx_peek(m->rx);
  nf_endpoint_rx_in rx = {.cfg_id = in->cfg_id,
                          .cfg_exclude_source = in->cfg_exclude_source != 0,
                          .cfg_result_acks = in->cfg_result_acks != 0,
                          .cfg_epoch = in->cfg_epoch & 3,
                          .rx_valid = in->rx_valid != 0,
                          .rx_last = in->rx_last != 0,
                          .rx_err = in->rx_err != 0,
                          .rx_data = in->rx_data,
                          .req_ready = (in->rd_ready & 2) != 0,
                          .ack_ready = ack_ready,
                          .done_ready = done_ready};
  if (was->look) {
    const int t = find(m, in, was->look_addr);
    rx.look_hit = t >= 0;
    // An entry maps a network address twice, to what is contributed and to where results go, so a
    // reduction need not be in place.
    rx.look_source = t < 0 ? 0 : in->at_source[t] + (was->look_addr - in->at_base[t]);
    rx.look_result = t < 0 ? 0 : in->at_result[t] + (was->look_addr - in->at_base[t]);
  }
  nf_endpoint_rx_step(m->rx, &rx);
}

// What was received goes to the memory, with what it is to the block's running sum. Writes are
// always taken, by u_count and by the memory: nothing here could stop the link in the middle of a
// packet. u_count gives each reduction its number in the sum (KLENK IV-C: packets carry a count),
// so the memory only adds. With abort_i the epoch changes: sums of the old one will never be
// complete.
static void step_count(nf_endpoint_lane *m, const nf_endpoint_lane_in *in) {
  const nf_endpoint_rx_out *const was = nf_endpoint_rx_peek(m->rx);
  const nf_endpoint_count_in count = {.cfg_ranks = in->cfg_ranks,
                                      .cfg_epoch = in->cfg_epoch & 3,
                                      .clear = in->abort & 1,
                                      .in_valid = was->wr_valid,
                                      .in_last = was->wr_last,
                                      .in_err = was->wr_err,
                                      .in_op = was->wr_op,
                                      .in_addr = was->wr_addr,
                                      .in_own = was->wr_own,
                                      .in_data = was->wr_data};
  nf_endpoint_count_step(m->count, &count);
}

// u_total with u_total_translate, likewise. Only the result's address is of use: a complete sum
// lies where the results lie, and is read from there to be multicast. Each way out has a ready of
// its own: the read register's, that of tx, the completion register's.
static void step_total(nf_endpoint_lane *m, const nf_endpoint_lane_in *in, bool mc_ready,
                       bool bar_ready, bool done_ready) {
  const nf_endpoint_total_out *const was = nf_endpoint_total_peek(m->total);
  nf_endpoint_total_in total = {.cfg_id = in->cfg_id,
                                .cfg_ranks = in->cfg_ranks,
                                .cfg_multicast_partials = in->cfg_multicast_partials != 0,
                                .cfg_exclude_source = in->cfg_exclude_source != 0,
                                .cfg_epoch = in->cfg_epoch & 3,
                                .tot_valid = in->tot_valid != 0,
                                .tot_hdr = in->tot_hdr,
                                .mc_ready = mc_ready,
                                .bar_ready = bar_ready,
                                .done_ready = done_ready};
  if (was->look) {
    const int t = find(m, in, was->look_addr);
    total.look_hit = t >= 0;
    total.look_result = t < 0 ? 0 : in->at_result[t] + (was->look_addr - in->at_base[t]);
  }
  nf_endpoint_total_step(m->total, &total);
}

static unsigned stale(uint16_t event) { return event >> NF_ENDPOINT_EV_STALE & 1; }

// What the sub-blocks show goes to the ports. Events and busy are the OR of all, so an event that
// two of them have in one cycle is one pulse; what is stale is counted, since software waits for an
// old attempt to drain by the number.
static void show(nf_endpoint_lane *m) {
  nf_endpoint_lane_out *const out = &m->out;
  const nf_endpoint_rx_out *const rx = nf_endpoint_rx_peek(m->rx);
  const nf_endpoint_count_out *const count = nf_endpoint_count_peek(m->count);
  const nf_endpoint_total_out *const total = nf_endpoint_total_peek(m->total);
  const nf_endpoint_tx_out *const tx = nf_endpoint_tx_peek(m->tx);
  out->rx_ready = rx->rx_ready;
  out->wr_valid = count->wr_valid;
  out->wr_last = count->wr_last;
  out->wr_err = count->wr_err;
  out->wr_op = count->wr_op;
  out->wr_addr = count->wr_addr;
  out->wr_own = count->wr_own;
  out->wr_data = count->wr_data;
  // Two read ports, by the channel of the packet that they become: bit 1, responses, is u_rx's
  // alone and waits for no request; bit 0 is the register read_q here.
  out->rd_valid = (uint8_t)((out->rd_valid & 1) | rx->req_valid << 1);
  out->rd_addr[1] = rx->req_addr;
  out->rd_hdr[1] = rx->req_hdr;
  out->ack = rx->ack;
  out->tot_ready = total->tot_ready;
  out->rt_ready = tx->rt_ready;
  out->tx_valid = tx->tx_valid;
  out->tx_last = tx->tx_last;
  out->tx_data = tx->tx_data;
  out->event = (uint16_t)(out->event | rx->event | count->event | total->event | tx->event |
                          (out->mcast != 0) << NF_ENDPOINT_EV_MCAST);
  out->stale = (uint8_t)(stale(rx->event) + stale(count->event) + stale(total->event));
  // What the memory holds is not seen here: a read that it took comes back through rt.
  out->busy = rx->busy || count->busy || total->busy || tx->busy || !out->job_ready ||
              (out->rd_valid & 1) || out->done_valid;
}

// Whose turn it is at the memory and at the completions: from what the blocks show now.
typedef struct {
  bool job, job_to_tx, job_taken; // a job waits; it carries no data; it leaves
  bool reads, rd_ready;           // a read waits; the memory takes it
  bool read_load, pick_mc;
  bool done_load, pick_total;
} turns;

// A register takes a new entry in the cycle in which the old one leaves, so there is no gap; which
// of two enters is decided by who entered last.
static turns take_turns(const nf_endpoint_lane *m, const nf_endpoint_lane_in *in) {
  const nf_endpoint_lane_out *const out = &m->out;
  const nf_endpoint_rx_out *const rx = nf_endpoint_rx_peek(m->rx);
  const nf_endpoint_total_out *const total = nf_endpoint_total_peek(m->total);
  turns t = {.job = !out->job_ready,
             .reads = (out->rd_valid & 1) != 0,
             .rd_ready = (in->rd_ready & 1) != 0};
  // reads: jobs and multicast writes take turns
  // A multicast write reads a complete sum that everybody waits for; a job reads what is to be
  // contributed. Were one always first, a push whose home blocks end early would keep its own
  // contributions back, or the other way round.
  const bool wants_job = t.job && m->job_read;
  t.read_load = (!t.reads || t.rd_ready) && (wants_job || total->mc_valid);
  t.pick_mc = total->mc_valid && (!wants_job || !m->read_mc);
  // Pull requests and barriers carry no data: they go to tx, past the memory.
  t.job_to_tx = t.job && !m->job_read;
  // A job leaves either to the memory or to tx, never to both; it cannot be overtaken by the next,
  // since there is one register.
  t.job_taken = t.job_to_tx ? nf_endpoint_tx_peek(m->tx)->job_ready : t.read_load && !t.pick_mc;
  // completions: what was received and what the memory completed take turns
  t.done_load = (!out->done_valid || in->done_ready) && (rx->done_valid || total->done_valid);
  t.pick_total = total->done_valid && (!rx->done_valid || !m->done_total);
  return t;
}

// The register of the next read, and multicast writes that leave. The acknowledgements of an old
// epoch's multicast will be dropped: none is due. Were it counted as due, the number of
// acknowledgements would never come back to 0, and the commands after the abort would never end.
static void load_read(nf_endpoint_lane *m, const nf_endpoint_lane_in *in, const turns *t) {
  nf_endpoint_lane_out *const out = &m->out;
  const nf_endpoint_total_out *const total = nf_endpoint_total_peek(m->total);
  // mcast_o: a pulse when the memory takes the read, since from there on the write is certain to go
  // out.
  out->mcast =
      t->reads && t->rd_ready && m->read_mc && nf_hdr_epoch(&out->rd_hdr[0]) == (in->cfg_epoch & 3);
  if (!t->read_load)
    return;
  out->rd_addr[0] = t->pick_mc ? total->mc_addr : m->job_addr;
  out->rd_hdr[0] = t->pick_mc ? total->mc_hdr : m->job_hdr;
  m->read_mc = t->pick_mc;
}

// The register of the next completion. Poison is reported when it is taken, so that one that waits
// counts once. A block is complete here or where the sum was made, in two different blocks of the
// lane, and both ways may end at once: a result came, and the memory completed a sum.
static void load_done(nf_endpoint_lane *m, const nf_endpoint_lane_in *in, const turns *t) {
  nf_endpoint_lane_out *const out = &m->out;
  const nf_endpoint_rx_out *const rx = nf_endpoint_rx_peek(m->rx);
  const nf_endpoint_total_out *const total = nf_endpoint_total_peek(m->total);
  const bool poisoned =
      out->done_valid && in->done_ready && (out->done_flags >> NF_FLAG_POISON & 1) != 0;
  out->event = (uint16_t)(poisoned << NF_ENDPOINT_EV_ERR_POISON);
  if (t->done_load) {
    out->done_barrier = t->pick_total ? total->done_barrier : rx->done_barrier;
    out->done_flags = t->pick_total ? total->done_flags : rx->done_flags;
    out->done_epoch = t->pick_total ? total->done_epoch : rx->done_epoch;
    out->done_addr = t->pick_total ? total->done_addr : rx->done_addr;
    m->done_total = t->pick_total;
  }
  out->done_valid = t->done_load || (out->done_valid && !in->done_ready);
}

// u_tx. Headers are copied only where one is offered: 16 bytes each, in every cycle of every lane
// of a simulated system.
static void step_tx(nf_endpoint_lane *m, const nf_endpoint_lane_in *in, bool job_to_tx) {
  const nf_endpoint_rx_out *const rx = nf_endpoint_rx_peek(m->rx);
  const nf_endpoint_total_out *const total = nf_endpoint_total_peek(m->total);
  nf_endpoint_tx_in send = {.cfg_id = in->cfg_id,
                            .rt_valid = in->rt_valid,
                            .rt_last = in->rt_last,
                            .job_valid = job_to_tx,
                            .ack_valid = rx->ack_valid,
                            .bar_valid = total->bar_valid,
                            .tx_ready = in->tx_ready};
  if (in->rt_valid & 1)
    send.rt_data[0] = in->rt_data[0];
  if (in->rt_valid & 2)
    send.rt_data[1] = in->rt_data[1];
  if (job_to_tx)
    send.job_hdr = m->job_hdr;
  if (rx->ack_valid)
    send.ack_hdr = rx->ack_hdr;
  if (total->bar_valid)
    send.bar_hdr = total->bar_hdr;
  nf_endpoint_tx_step(m->tx, &send);
}

// job_ready is !job_q of before: no job enters in the cycle in which one leaves. So jobs of one
// lane come every other cycle at most, which is as fast as headers of one channel can leave.
static void take_job(nf_endpoint_lane *m, const nf_endpoint_lane_in *in, const turns *t) {
  if (!t->job && in->job_valid) {
    m->job_read = in->job_read != 0;
    m->job_addr = in->job_addr;
    m->job_hdr = in->job_hdr;
  }
  m->out.job_ready = t->job ? t->job_taken : !in->job_valid;
}

// Nothing is under way and nothing comes. rx_ready is part of it: it falls behind a header and
// rises by itself, which is a change although nothing comes. What the memory has still to give
// comes through rt or tot.
static bool idle(const nf_endpoint_lane *m, const nf_endpoint_lane_in *in) {
  return !m->out.busy && !m->out.event && !in->abort && !in->rx_valid && !in->job_valid &&
         !in->rt_valid && !in->tot_valid && m->out.rx_ready == 3;
}

// One edge. All choices between the blocks are made first. Then they move against the flow, tx,
// total, count, rx: each takes what the one in front of it shows, before that one changes it.
void nf_endpoint_lane_step(nf_endpoint_lane *m, const nf_endpoint_lane_in *in) {
  if (idle(m, in))
    return;
  const turns t = take_turns(m, in);
  const nf_endpoint_tx_out *const tx = nf_endpoint_tx_peek(m->tx);
  // Of before: step_tx() changes them, and total and rx have to see what tx has shown in this
  // cycle.
  const bool ack_ready = tx->ack_ready, bar_ready = tx->bar_ready;
  load_read(m, in, &t);
  load_done(m, in, &t);
  step_tx(m, in, t.job_to_tx);
  step_total(m, in, t.read_load && t.pick_mc, bar_ready, t.done_load && t.pick_total);
  step_count(m, in);
  step_rx(m, in, ack_ready, t.done_load && !t.pick_total);
  take_job(m, in, &t);
  // Bit 0 now, bit 1 with show(): load_read() and load_done() had to see the old one.
  m->out.rd_valid = t.read_load || (t.reads && !t.rd_ready);
  show(m);
}
