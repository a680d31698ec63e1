// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold netreduce`: end hosts and accelerators in closed loop (run), captures of that (gen),
// training (train), and captures through an accelerator.
#define _POSIX_C_SOURCE 200809L
#include "sim/cli/commands.h"
#include "sim/cli/progress.h"
#include "sim/cli/report.h"
#include "sim/common/files.h"
#include "sim/netreduce/capture.h"
#include "sim/netreduce/checker.h"
#include "sim/netreduce/limits.h"
#include "sim/netreduce/options.h"
#include "sim/netreduce/replay.h"
#include "sim/netreduce/report.h"
#include "sim/netreduce/ring.h"
#include "sim/netreduce/train_command.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  nf_nr_options o;
  nf_inputs in;
  uint32_t *result[NF_NR_HOSTS];
  nf_nr_ethernet net;
  nf_outputs out;
  const char *json, *csv; // where they are written until all is complete
  unsigned captures;
  nf_nr_writer capture[NF_NR_LEAVES + 1][NF_NR_PORTS]; // by accelerator and port
} job;

// ------------------------------------------------------------------------------- data
// The hosts' data, read or made up, and room for the results.
static int get_data(job *j, nf_err *e) {
  nf_nr_setup *s = &j->o.common.setup;
  if (!j->o.input)
    nf_inputs_make(&j->in, s->hosts, s->bytes, s->dtype, s->seed, e);
  else if (nf_inputs_read(&j->in, j->o.input, 0, NF_FILES_MAX_RANKS, s->dtype, e) == NF_EXIT_OK &&
           j->in.ranks != s->hosts)
    nf_refuse(e, "%s: holds %u ranks for %u hosts; give one for each", j->o.input, j->in.ranks,
              s->hosts);
  if (e->status == NF_EXIT_OK && j->in.bytes == 0)
    nf_refuse(e, "%s: the arrays are empty; there is nothing to add", j->o.input);
  s->bytes = j->in.bytes;
  s->dtype = j->in.dtype;
  if (e->status != NF_EXIT_OK || nf_nr_check_dtype(s->dtype, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned h = 0; h < s->hosts; h++) {
    j->result[h] = calloc(s->bytes / 4 + 1, 4);
    if (!j->result[h])
      return nf_err_memory(e, "the results");
  }
  return e->status;
}

// ------------------------------------------------------------------------------- closed loop
static uint64_t received(const job *j) {
  uint64_t sum = 0;
  for (unsigned h = 0; h < nf_nr_ethernet_hosts(&j->net); h++)
    sum += j->net.host[h].expected;
  return sum;
}

static int run(job *j, nf_err *e) {
  enum { BURST = 20000 };
  const nf_nr_setup *s = &j->o.common.setup;
  nf_progress bar = nf_progress_start("netreduce");
  bool more = true;
  while (more && nf_nr_ethernet_run(&j->net, BURST, &more, e) == NF_EXIT_OK)
    nf_progress_show(&bar, received(j), nf_nr_ethernet_packets(&j->net), j->net.now / s->cycle);
  nf_progress_end(&bar);
  return e->status;
}

static int write_results(job *j, nf_err *e) {
  if (!j->o.output)
    return e->status;
  for (unsigned h = 0; h < j->in.ranks && e->status == NF_EXIT_OK; h++)
    nf_outputs_rank(&j->out, j->o.output, h, &j->in.file[h], j->result[h], e);
  return e->status;
}

static int write_report(job *j, uint64_t words, double seconds, nf_err *e) {
  nf_nr_counts counts;
  if (nf_nr_count_all(&j->net, &counts, e) != NF_EXIT_OK)
    return e->status;
  cJSON *r = nf_nr_report_run(&j->net, &counts, words, seconds);
  if (j->csv)
    nf_report_csv(j->csv, r, e);
  if (e->status == NF_EXIT_OK)
    nf_report_print(r);
  return nf_report_files(NULL, j->json, r, e);
}

// Names of the files, before anything takes long.
static int add_files(job *j, nf_err *e) {
  if (j->o.output)
    nf_outputs_folder(j->o.output, j->o.input, e);
  j->json = nf_outputs_add(&j->out, j->o.common.json, e);
  j->csv = nf_outputs_add(&j->out, j->o.common.csv, e);
  return e->status;
}

static int loop(job *j, nf_err *e) {
  uint64_t words = 0;
  nf_nr_setup *s = &j->o.common.setup;
  const double start = nf_seconds();
  if (get_data(j, e) != NF_EXIT_OK || nf_nr_setup_finish(s, e) != NF_EXIT_OK ||
      nf_nr_ethernet_open(&j->net, s, j->o.common.engine, j->in.data, j->result, e) != NF_EXIT_OK ||
      run(j, e) != NF_EXIT_OK ||
      nf_nr_check_results(s, j->in.data, j->result, &words, e) != NF_EXIT_OK ||
      write_results(j, e) != NF_EXIT_OK ||
      write_report(j, words, nf_seconds() - start, e) != NF_EXIT_OK)
    return e->status;
  return e->status;
}

static int run_command(job *j, int argc, char **argv, nf_err *e) {
  if (nf_nr_options_network(&j->o, false, argc, argv, e) == NF_EXIT_OK &&
      add_files(j, e) == NF_EXIT_OK && loop(j, e) == NF_EXIT_OK)
    nf_outputs_commit(&j->out, e);
  return e->status;
}

// ------------------------------------------------------------------------------- captures of it
static int record(void *context, unsigned device, unsigned port, uint64_t time,
                  const uint8_t *frame, unsigned bytes, nf_err *e) {
  job *j = context;
  nf_nr_writer_put(&j->capture[device][port], time / NF_NR_PICO, frame, bytes);
  return e->status;
}

// A capture for each port of each accelerator, and ring.json, under temporary names.
static int open_captures(job *j, const char **ring, nf_err *e) {
  char path[NF_PATH_SIZE];
  const nf_nr_setup *s = &j->o.common.setup, ring0 = nf_nr_ring_setup(s, 0);
  const char *dir = j->o.common.out;
  if (mkdir(dir, 0777) != 0 && errno != EEXIST)
    return nf_refuse(e, "%s: cannot be made: %s; give a folder for --output", dir, strerror(errno));
  for (unsigned d = 0; d < nf_nr_devices(s); d++)
    for (unsigned p = 0; p < nf_nr_device_setup(&ring0, d).ports && e->status == NF_EXIT_OK; p++) {
      char name[NF_NR_CAPTURE];
      nf_nr_capture_name(s, d, p, name);
      snprintf(path, sizeof path, "%s/%s", dir, name);
      const char *temporary = nf_outputs_add(&j->out, path, e);
      if (temporary && nf_nr_writer_open(&j->capture[d][p], temporary, e) == NF_EXIT_OK)
        j->captures++;
    }
  snprintf(path, sizeof path, "%s/ring.json", dir);
  *ring = nf_outputs_add(&j->out, path, e);
  return e->status;
}

static void close_captures(job *j, nf_err *e) {
  for (unsigned d = 0; d <= NF_NR_LEAVES; d++)
    for (unsigned p = 0; p < NF_NR_PORTS; p++)
      nf_nr_writer_close(&j->capture[d][p], e);
}

static int gen_command(job *j, int argc, char **argv, nf_err *e) {
  const char *ring = NULL;
  uint64_t words;
  nf_nr_setup *s = &j->o.common.setup;
  if (nf_nr_options_network(&j->o, true, argc, argv, e) != NF_EXIT_OK ||
      get_data(j, e) != NF_EXIT_OK || nf_nr_setup_finish(s, e) != NF_EXIT_OK ||
      open_captures(j, &ring, e) != NF_EXIT_OK ||
      nf_nr_ethernet_open(&j->net, s, j->o.common.engine, j->in.data, j->result, e) != NF_EXIT_OK)
    return e->status;
  j->net.tap = record;
  j->net.context = j;
  run(j, e);
  close_captures(j, e);
  if (e->status != NF_EXIT_OK ||
      nf_nr_check_results(s, j->in.data, j->result, &words, e) != NF_EXIT_OK ||
      nf_nr_ring_write(ring, s, e) != NF_EXIT_OK)
    return e->status;
  printf("%u captures and ring.json in %s: %llu frames, %.3f us\n", j->captures, j->o.common.out,
         (unsigned long long)nf_nr_ethernet_links(&j->net).frames, (double)j->net.now / 1e6);
  return nf_outputs_commit(&j->out, e);
}

// ------------------------------------------------------------------------------- captures through
// it
static int replay_command(job *j, int argc, char **argv, nf_err *e) {
  nf_nr_replay r;
  if (nf_nr_options_replay(&j->o, argc, argv, e) != NF_EXIT_OK || add_files(j, e) != NF_EXIT_OK)
    return e->status;
  const char *path = nf_outputs_add(&j->out, j->o.common.out, e);
  if (!path || nf_nr_replay_all(&r, &j->o, path, e) != NF_EXIT_OK)
    return e->status;
  cJSON *report = nf_nr_report_replay(&j->o.plan, j->o.common.engine->name, &r.counts, r.frames,
                                      r.unmarked, r.time);
  nf_report_print(report);
  nf_report_files(NULL, j->json, report, e);
  if (nf_outputs_commit(&j->out, e) == NF_EXIT_OK)
    *e = r.end; // what has left is worth having
  return e->status;
}

// ------------------------------------------------------------------------------- which of them
static void close_job(job *j) {
  nf_nr_ethernet_close(&j->net);
  nf_outputs_discard(&j->out);
  nf_inputs_free(&j->in);
  for (unsigned h = 0; h < NF_NR_HOSTS; h++)
    free(j->result[h]);
  nf_nr_options_free(&j->o);
  free(j);
}

int nf_netreduce_main(int argc, char **argv) {
  static char run_title[] = "netfold netreduce run", gen_title[] = "netfold netreduce gen",
              train_title[] = "netfold netreduce train";
  nf_err e = {0};
  job *j = calloc(1, sizeof *j);
  if (!j) {
    nf_err_memory(&e, "the network");
    return nf_end(&e);
  }
  nf_outputs_guard(&j->out);
  if (argc > 1 && strcmp(argv[1], "run") == 0) {
    argv[1] = run_title;
    run_command(j, argc - 1, argv + 1, &e);
  } else if (argc > 1 && strcmp(argv[1], "gen") == 0) {
    argv[1] = gen_title;
    gen_command(j, argc - 1, argv + 1, &e);
  } else if (argc > 1 && strcmp(argv[1], "train") == 0) {
    argv[1] = train_title;
    nf_nr_train_command(argc - 1, argv + 1, &e);
  } else if (argc > 1 && argv[1][0] != '-') {
    nf_refuse(
        &e, "'%s' is unknown; give run, gen or train, or the options of a replay; see '%s --help'",
        argv[1], argv[0]);
  } else {
    replay_command(j, argc, argv, &e);
  }
  close_job(j);
  return nf_end(&e);
}
