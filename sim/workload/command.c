// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold training`: iterations of a network on data-, pipeline- and operator-parallel
// accelerators, as a time line of one of each stage.
#include "sim/cli/commands.h"
#include "sim/cli/report.h"
#include "sim/common/outputs.h"
#include "sim/endpoint/options.h"
#include "sim/endpoint/system.h"
#include "training.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  uint32_t model, batch, length, iterations, groups, gradient, optimizer;
  uint32_t compute, tflops, hbm, time_us;
  double share;
  uint32_t system; // 0: none
  const char *topology;
  uint32_t message, startup, rate;
  uint32_t stages, operators;                            // 0: nothing said, 1
  uint32_t micro_batches, order, exchangers, activation; // exchangers 0: by model
  uint32_t operator_rate, send_rate, exchange_rate;
  const char *trace, *csv, *json;
  const bool *given; // by row
} nf_training_options;

enum { SYSTEM_NONE };
static const char *const Compute[] = {"roofline", "systolic"};
static const char *const Orders[] = {"gpipe", "1f1b"};
static const char *const Systems[] = {"none", NF_ENDPOINT_SYSTEM_WORDS};

#define FIELD(field) NF_FIELD(nf_training_options, field)
#define NUMBER(field, least, most)                                                                 \
  FIELD(field), .kind = NF_OPTION_NUMBER, .low = (least), .high = (most)
#define MODELS 11
// Bytes of a rank by time.
#define MB_RATE(field)                                                                             \
  FIELD(field), .kind = NF_OPTION_RATE, .unit = 8000000, .low = 1, .high = 1000000000,             \
                .what = "MB/s"

// What options may be for.
enum {
  ENDPOINT = 1 << 0, // all-reduces by one
  ALONE = 1 << 1,    // in a time of their own
  TEXT = 1 << 2,     // samples have a length
  ROOFLINE = 1 << 3, // of the processor
  MEMORY = 1 << 4,   // its memory has a rate
  ALL_TO_ALL = 1 << 5,
  EXCHANGE = 1 << 6 // something is sent besides all-reduces
};
#define OF_ENDPOINT .uses = ENDPOINT, .only = "--endpoint baseline, ace and ideal"

static const nf_option Table[] = {
    {.heading = "What is trained:"},
    {.name = "model",
     .value = "M",
     .kind = NF_OPTION_CHOICE,
     .words = nf_model_words,
     .high = MODELS,
     FIELD(model),
     .help = "alexnet, vgg16, resnet50, resnet152, transformer, bert, gnmt, gpt3, gpt3moe (16 "
             "experts), "
             "dlrm or cosmoflow (default resnet50)"},
    {.name = "samples",
     .value = "N",
     NUMBER(batch, 1, 1u << 20),
     .what = "the samples",
     .help = "samples of a copy of the network in an iteration (default 32)"},
    {.name = "length",
     .value = "N",
     NUMBER(length, 1, 1u << 16),
     .uses = TEXT,
     .only = "--model transformer, bert, gnmt, gpt3 and gpt3moe",
     .what = "the tokens",
     .help = "tokens of a sample that is text (default 80)"},
    {.name = "iterations",
     .value = "N",
     NUMBER(iterations, 1, 1000),
     .what = "the iterations",
     .help = "iterations (default 2)"},
    {.name = "gradient-bytes",
     .value = "N",
     NUMBER(gradient, 1, 8),
     .what = "the bytes",
     .help = "bytes of a gradient (default 4)"},
    {.name = "optimizer-bytes",
     .value = "N",
     NUMBER(optimizer, 0, 1000),
     .what = "the bytes",
     .help = "bytes of a parameter that its update moves at memory: 28 with Adam, 20 with "
             "momentum, in mixed precision (default 0)"},
    {.name = "groups",
     .value = "N",
     NUMBER(groups, 0, NF_MODEL_LAYERS),
     .what = "the groups",
     .help = "groups of layers whose gradients are reduced together; 0: each layer, 1: all at the "
             "end (default 0)"},
    {.heading = "The processor:"},
    {.name = "compute",
     .value = "C",
     .kind = NF_OPTION_CHOICE,
     .words = Compute,
     .high = 2,
     FIELD(compute),
     .help =
         "time of a layer: roofline, or systolic, 256x256 at 700 MHz (ACE 5) (default roofline)"},
    {.name = "tflops",
     .value = "N",
     NUMBER(tflops, 1, 1000000),
     .uses = ROOFLINE,
     .only = "--compute roofline",
     .what = "TFLOP/s",
     .help = "TFLOP/s of the roofline (default 120, KLENK II)"},
    {.name = "hbm-rate",
     .value = "R",
     FIELD(hbm),
     NF_ENDPOINT_GB_RATE(1000000),
     .uses = MEMORY,
     .only = "--compute roofline, --optimizer-bytes and --model dlrm",
     .help = "GB/s of memory: of the roofline, of updates, of tables that are read (default 900)"},
    {.name = "share",
     .value = "S",
     .kind = NF_OPTION_SHARE,
     .most = 1,
     FIELD(share),
     .help = "share of the processor that layers have (default 1)"},
    {.name = "compute-time",
     .value = "T",
     FIELD(time_us),
     .high = UINT32_MAX,
     .kind = NF_OPTION_TIME,
     .unit = 1000000,
     .what = "microseconds",
     .help = "us of all layers of an iteration, to which their times are scaled (default: as they "
             "come)"},
    {.heading = "How a copy of the network is divided:"},
    {.name = "pipeline",
     .value = "N",
     NUMBER(stages, 1, NF_MODEL_LAYERS),
     .what = "the stages",
     .help = "stages, runs of blocks that take alike (default 1)"},
    {.name = "micro-batches",
     .value = "N",
     NUMBER(micro_batches, 1, 4096),
     .what = "the micro-batches",
     .help = "parts of the samples that go through the stages one after the other (default 1)"},
    {.name = "order",
     .value = "O",
     .kind = NF_OPTION_CHOICE,
     .words = Orders,
     .high = 2,
     FIELD(order),
     .help = "gpipe: all forward, then all backward; 1f1b: in turn, as soon as a stage can "
             "(default 1f1b)"},
    {.name = "operator",
     .value = "N",
     NUMBER(operators, 1, 1024),
     .what = "the accelerators",
     .help = "accelerators that divide the products of a stage (default 1)"},
    {.name = "exchange-ranks",
     .value = "N",
     NUMBER(exchangers, 1, 1u << 20),
     .what = "the accelerators",
     .help = "accelerators that divide experts or tables and exchange their samples by all-to-all "
             "(default 16 with gpt3moe and dlrm)"},
    {.name = "activation-bytes",
     .value = "N",
     NUMBER(activation, 1, 8),
     .uses = EXCHANGE,
     .only = "--pipeline, --operator, and --model gpt3moe and dlrm",
     .what = "the bytes",
     .help = "bytes of an element that is exchanged (default 2)"},
    {.name = "operator-rate",
     .value = "R",
     MB_RATE(operator_rate),
     .with = "operator",
     .help = "MB/s that an accelerator sends in the ring of its operator (default 120GB/s)"},
    {.name = "send-rate",
     .value = "R",
     MB_RATE(send_rate),
     .with = "pipeline",
     .help = "MB/s from a stage to the next, each way (default 120GB/s)"},
    {.name = "exchange-rate",
     .value = "R",
     MB_RATE(exchange_rate),
     .uses = ALL_TO_ALL,
     .only = "--model gpt3moe and dlrm",
     .help = "MB/s that an accelerator sends in an all-to-all (default 120GB/s)"},
    {.heading = "All-reduces, by an endpoint or in a time of their own:"},
    {.name = "endpoint",
     .value = "S",
     .kind = NF_OPTION_CHOICE,
     .words = Systems,
     .high = 4,
     FIELD(system),
     .help = "none, baseline, ace or ideal, as netfold endpoint has them (default none)"},
    {NF_SHARED(TOPOLOGY), FIELD(topology), OF_ENDPOINT,
     .note = "of --endpoint" NF_ENDPOINT_TOPOLOGIES},
    {NF_ENDPOINT_MESSAGE_BYTES, FIELD(message), OF_ENDPOINT},
    {.name = "startup",
     .value = "T",
     FIELD(startup),
     NF_ENDPOINT_NS,
     .uses = ALONE | EXCHANGE,
     .only = "--endpoint none, --pipeline, --operator, and --model gpt3moe and dlrm",
     .help = "ns of a collective or a send besides its bytes (default 6us, KLENK VI-E: a kernel's "
             "launch)"},
    {.name = "reduce-rate",
     .value = "R",
     MB_RATE(rate),
     .uses = ALONE,
     .only = "--endpoint none",
     .help = "MB/s of an all-reduce, bytes of a rank by time (default 120GB/s)"},
    {.heading = "What is reported:"},
    {NF_SHARED(TRACE), FIELD(trace), .note = ": the time line as JSON, for Perfetto or Chrome"},
    {NF_SHARED(CSV), FIELD(csv), .note = "; - is standard output"},
    {NF_SHARED(JSON), FIELD(json), .note = "; - is standard output"},
    {0}};

static const char Doc[] =
    "Iterations of a training on data-, pipeline- and operator-parallel accelerators: layers "
    "forward and backward, what accelerators exchange, all-reduces of gradients beside them.\v"
    "Example:\n"
    "  netfold training --model resnet50 --compute systolic --endpoint ace --topology torus:4x4x4 "
    "--trace ace.json\n"
    "  netfold training --model resnet152 --groups 10 --compute-time 108ms --reduce-rate 100GB/s\n"
    "  netfold training --model gpt3 --length 2048 --samples 64 --micro-batches 64 --pipeline 8 "
    "--operator 4\n"
    "Exit status: 0 done, 2 bad input.";

// Refuses what would change nothing.
static int check(const nf_training_options *o, const nf_model *m, nf_err *e) {
  const bool roofline = o->compute == NF_COMPUTE_ROOFLINE, all_to_all = nf_model_exchangers(m) > 1;
  unsigned use = o->system == SYSTEM_NONE ? ALONE : ENDPOINT;
  use |= m->text ? TEXT : 0;
  use |= roofline ? ROOFLINE : 0;
  use |= roofline || o->optimizer || nf_model_looks_up(m) ? MEMORY : 0;
  use |= all_to_all ? ALL_TO_ALL : 0;
  use |= all_to_all || o->stages || o->operators ? EXCHANGE : 0;
  return nf_options_check(Table, o->given, use, e);
}

// Scales the times of the layers to --compute-time, by an iteration without all-reduces.
static int scale(nf_training *t, const nf_training_options *o, nf_err *e) {
  nf_training_result r;
  nf_training plain = *t;
  plain.endpoint = NULL;
  plain.trace = NULL;
  plain.iterations = 1;
  plain.compute.share = 1;
  if (o->time_us && nf_training_run(&plain, &r, e) == NF_EXIT_OK)
    t->compute.factor = 1000.0 * o->time_us / r.compute;
  return e->status;
}

static cJSON *report(const nf_training_options *o, const nf_training *t,
                     const nf_training_result *r) {
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "model", t->model->name);
  cJSON_AddStringToObject(j, "endpoint", Systems[o->system]);
  const double each = t->iterations * 1000.0; // ns to us an iteration
  const nf_report_number number[] = {{"layers", t->model->layers},
                                     {"parameters", nf_model_parameters(t->model)},
                                     {"macs", nf_model_macs(t->model)},
                                     {"gradient_MB", r->bytes / 1e6},
                                     {"collectives", r->collectives},
                                     {"iterations", t->iterations},
                                     {"iteration_us", r->time / each},
                                     {"compute_us", r->compute / each},
                                     {"exposed_us", r->exposed / each},
                                     {"time_us", r->time / 1000},
                                     {"samples_s", 1e6 * t->batch / (r->time / each)},
                                     {"stages", t->stages},
                                     {"micro_batches", t->micro_batches},
                                     {"micro_batches_kept", r->kept},
                                     {"bubble_us", r->bubble / each},
                                     {"idle_share", r->idle},
                                     {"operator", t->operators},
                                     {"exchange_us", r->exchange / each},
                                     {"operator_MB", r->operator_bytes / 1e6},
                                     {"all_to_all_MB", r->exchange_bytes / 1e6},
                                     {"send_MB", r->send_bytes / 1e6}};
  NF_REPORT_ADD(j, number);
  return j;
}

// One for each stage.
static int open_endpoints(nf_training *t, const nf_training_options *o, nf_err *e) {
  nf_endpoint_config c;
  if (o->system == SYSTEM_NONE)
    return NF_EXIT_OK;
  if (nf_endpoint_topology(&c, (nf_system)(o->system - 1), o->topology, e) != NF_EXIT_OK)
    return e->status;
  c.message = o->message ? o->message : c.message;
  if (!(t->endpoint = calloc(t->stages, sizeof *t->endpoint)))
    return nf_err_memory(e, "endpoints");
  for (uint32_t i = 0; i < t->stages && e->status == NF_EXIT_OK; i++)
    nf_endpoint_open(&t->endpoint[i], &c, e);
  return e->status;
}

static void close_endpoints(nf_training *t) {
  for (uint32_t i = 0; t->endpoint && i < t->stages; i++)
    nf_endpoint_close(t->endpoint[i]);
  free(t->endpoint);
}

static int run(const nf_training_options *o, FILE *trace, cJSON **j, nf_err *e) {
  nf_model *m = malloc(sizeof *m);
  nf_training_result r;
  if (!m)
    return nf_err_memory(e, "a table of layers");
  nf_training t = {.model = m,
                   .compute = {.kind = (nf_compute_kind)o->compute,
                               .flops = o->tflops * 1e3,
                               .memory = o->hbm,
                               .element = 2,
                               .rows = 256,
                               .columns = 256,
                               .clock = 0.7,
                               .share = o->share,
                               .factor = 1},
                   .batch = o->batch,
                   .iterations = o->iterations,
                   .groups = o->groups,
                   .gradient = o->gradient,
                   .optimizer = o->optimizer,
                   .stages = o->stages ? o->stages : 1,
                   .micro_batches = o->micro_batches,
                   .order = (nf_pipeline_order)o->order,
                   .operators = o->operators ? o->operators : 1,
                   .activation = o->activation,
                   .operator_rate = o->operator_rate / 1000.0,
                   .send_rate = o->send_rate / 1000.0,
                   .exchange_rate = o->exchange_rate / 1000.0,
                   .alpha = o->startup,
                   .rate = o->rate / 1000.0,
                   .trace = trace};
  if (!(o->share > 0))
    nf_refuse(e, "--share 0: layers would never end");
  if (e->status == NF_EXIT_OK && nf_model_make(m, o->model, o->length, e) == NF_EXIT_OK &&
      check(o, m, e) == NF_EXIT_OK) {
    t.exchangers = o->exchangers ? o->exchangers : nf_model_exchangers(m);
    if (nf_training_check(&t, e) == NF_EXIT_OK && scale(&t, o, e) == NF_EXIT_OK &&
        open_endpoints(&t, o, e) == NF_EXIT_OK && nf_training_run(&t, &r, e) == NF_EXIT_OK)
      *j = report(o, &t, &r);
    close_endpoints(&t);
  }
  free(m);
  return e->status;
}

static int write_all(const nf_training_options *o, nf_outputs *out, nf_err *e) {
  const char *csv = nf_outputs_add(out, o->csv, e), *json = nf_outputs_add(out, o->json, e),
             *trace = nf_outputs_add(out, o->trace, e);
  cJSON *j = NULL;
  if (e->status != NF_EXIT_OK)
    return e->status;
  FILE *file = trace ? fopen(trace, "w") : NULL;
  if (run(o, file, &j, e) == NF_EXIT_OK)
    nf_report_print(j);
  if (trace)
    nf_report_close(file, o->trace, e);
  nf_report_files(csv, json, j, e);
  return nf_outputs_commit(out, e);
}

int nf_training_main(int argc, char **argv) {
  nf_err e = {0};
  nf_outputs out = {0};
  bool given[sizeof Table / sizeof *Table] = {false};
  nf_training_options o = {.model = 2,
                           .batch = 32,
                           .length = 80,
                           .iterations = 2,
                           .gradient = 4,
                           .tflops = 120,
                           .hbm = 900,
                           .share = 1,
                           .topology = "torus:4x4x4",
                           .startup = 6000,
                           .rate = 120000,
                           .micro_batches = 1,
                           .order = NF_PIPELINE_1F1B,
                           .activation = 2,
                           .operator_rate = 120000,
                           .send_rate = 120000,
                           .exchange_rate = 120000,
                           .given = given};
  nf_outputs_guard(&out);
  if (nf_options_read_given(Table, Doc, &o, given, argc, argv, &e) == NF_EXIT_OK)
    write_all(&o, &out, &e);
  nf_outputs_discard(&out);
  return nf_end(&e);
}
