// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/report.h"

#include "sim/common/types.h"
#include "sim/netreduce/limits.h"
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------- counting
int nf_nr_count_all(const nf_nr_ethernet *n, nf_nr_counts *sum, nf_err *e) {
  *sum = (nf_nr_counts){.sums = 0};
  for (unsigned d = 0; d < nf_nr_devices(n->setup); d++) {
    nf_nr_counts c;
    if (n->engine->count(n->device[d], &c, e) != NF_EXIT_OK)
      return e->status;
    for (unsigned i = 0; i < NF_NR_CAUSES; i++)
      sum->cause[i] += c.cause[i];
    sum->sums += c.sums;
    sum->ups += c.ups;
    sum->history += c.history;
    sum->discarded += c.discarded;
    sum->skipped += c.skipped;
    sum->announced += c.announced;
    sum->uneven += c.uneven;
    sum->naks += c.naks;
    sum->requests += c.requests;
    sum->resent += c.resent;
    sum->replays += c.replays;
    sum->out += c.out;
    sum->timed += c.timed;
    sum->latency += c.latency;
    sum->latency_most = c.latency_most > sum->latency_most ? c.latency_most : sum->latency_most;
  }
  return e->status;
}

static nf_nr_host_counts count_hosts(const nf_nr_ethernet *n) {
  nf_nr_host_counts sum = {.sent = 0};
  for (unsigned h = 0; h < nf_nr_ethernet_hosts(n); h++) {
    const nf_nr_host_counts *c = &n->host[h].counts;
    sum.sent += c->sent;
    sum.repeated += c->repeated;
    sum.acks += c->acks;
    sum.naks += c->naks;
    sum.timeouts += c->timeouts;
    sum.backs += c->backs;
    sum.early += c->early;
    sum.late += c->late;
    sum.foreign += c->foreign;
    sum.unmarked += c->unmarked;
  }
  return sum;
}

// ------------------------------------------------------------------------------- JSON
static void add(cJSON *j, const char *key, uint64_t v) {
  cJSON_AddNumberToObject(j, key, (double)v);
}

static void add_setup(cJSON *j, const char *engine, unsigned rings, unsigned hosts, uint8_t dtype,
                      unsigned window, unsigned msglen) {
  cJSON_AddStringToObject(j, "engine", engine);
  add(j, "rings", rings);
  add(j, "hosts", hosts);
  cJSON_AddStringToObject(j, "dtype", nf_dtype_name(dtype));
  add(j, "window", window);
  add(j, "msglen", msglen);
}

static void add_counts(cJSON *j, const nf_nr_counts *c) {
  add(j, "sums", c->sums);
  add(j, "sums_up", c->ups);
  add(j, "from_history", c->history);
  add(j, "discarded", c->discarded);
  add(j, "skipped", c->skipped);
  add(j, "announced", c->announced);
  add(j, "uneven", c->uneven);
  add(j, "missing_naks", c->naks);
  add(j, "missing_asks", c->requests);
  add(j, "missing_resent", c->resent);
  add(j, "replays", c->replays);
  add(j, "frames_out", c->out);
  cJSON_AddNumberToObject(j, "accelerator_us",
                          c->timed ? (double)c->latency / (double)c->timed / 1e6 : 0);
  cJSON_AddNumberToObject(j, "accelerator_us_most", (double)c->latency_most / 1e6);
  cJSON *causes = cJSON_AddObjectToObject(j, "causes");
  for (unsigned i = 0; i < NF_NR_CAUSES; i++)
    if (nf_nr_cause_name(i) && (c->cause[i] || i == 0))
      add(causes, nf_nr_cause_name(i), c->cause[i]);
}

static void add_network(cJSON *j, const nf_nr_ethernet *n) {
  const nf_nr_host_counts h = count_hosts(n);
  const nf_nr_link_counts l = nf_nr_ethernet_links(n);
  add(j, "packets_sent", h.sent);
  add(j, "packets_repeated", h.repeated);
  add(j, "packets_early", h.early);
  add(j, "packets_late", h.late);
  add(j, "acks", h.acks);
  add(j, "naks", h.naks);
  add(j, "gone_back", h.backs);
  add(j, "timeouts", h.timeouts);
  add(j, "foreign", h.foreign);
  add(j, "unmarked", h.unmarked);
  add(j, "link_frames", l.frames);
  add(j, "lost", l.lost);
  add(j, "doubled", l.doubled);
  add(j, "reordered", l.reordered);
  add(j, "overflows", l.overflows);
  add(j, "unrouted", l.unrouted);
}

// When the last packet of each of several rings came.
static void add_rings(cJSON *j, const nf_nr_ethernet *n) {
  char key[16];
  if (n->setup->rings == 1)
    return;
  cJSON *times = cJSON_AddObjectToObject(j, "time_us_of_ring");
  for (unsigned r = 0; r < n->setup->rings; r++) {
    snprintf(key, sizeof key, "%u", n->ring[r].ring);
    cJSON_AddNumberToObject(times, key, (double)n->ended[r] / 1e6);
  }
}

cJSON *nf_nr_report_run(const nf_nr_ethernet *n, const nf_nr_counts *c, uint64_t words,
                        double seconds) {
  const nf_nr_setup *s = n->setup;
  char topology[32] = "star";
  cJSON *j = cJSON_CreateObject();
  if (s->leaves)
    snprintf(topology, sizeof topology, "leaf:%ux%u", s->leaves, s->per_leaf);
  cJSON_AddStringToObject(j, "topology", topology);
  add_setup(j, n->engine->name, s->rings, s->hosts, s->dtype, s->window, s->msglen);
  add(j, "window_equation_10", s->equation);
  add(j, "mtu", s->mtu);
  add(j, "bytes", s->bytes);
  uint64_t messages = 0, packets = 0;
  for (unsigned r = 0; r < s->rings; r++) {
    messages += nf_nr_messages(&n->ring[r]);
    packets += nf_nr_packets(&n->ring[r]);
  }
  add(j, "messages", messages);
  add(j, "packets", packets);
  cJSON_AddNumberToObject(j, "round_trip_us", (double)nf_nr_round_trip(s) / 1e6);
  cJSON_AddNumberToObject(j, "time_us", (double)n->finished / 1e6);
  cJSON_AddNumberToObject(j, "goodput_Gbps", (double)s->bytes * 8e3 / (double)n->finished);
  add_rings(j, n);
  add_network(j, n);
  add_counts(j, c);
  add(j, "words_verified", words);
  cJSON_AddBoolToObject(j, "bit_exact", true);
  cJSON_AddNumberToObject(j, "seconds", seconds);
  return j;
}

cJSON *nf_nr_report_replay(const nf_nr_plan *plan, const char *engine, const nf_nr_counts *c,
                           uint64_t frames, uint64_t unmarked, uint64_t time) {
  const nf_nr_device_cfg *first = &plan->cfg[0];
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "device", plan->name);
  add_setup(j, engine, plan->rings, first->members, first->dtype, first->window, first->msglen);
  add(j, "frames_in", frames);
  add(j, "unmarked", unmarked);
  cJSON_AddNumberToObject(j, "time_us", (double)time / 1e6);
  add_counts(j, c);
  return j;
}
