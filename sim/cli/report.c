// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/cli/report.h"

#include "sim/common/timeout.h"
#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const double ClockGhz = 1.5625, LinkGbps = 25.0; // KLENK V

double nf_limit_gbps(bool pull, bool result_acks, unsigned ranks, unsigned expected) {
  // A request and the multicast of its result go to `expected` ranks.
  double others = (double)expected / ranks, packet = 144, flit = 16, share = 1.0 / ranks;
  // Bytes on a rank's link for 128 bytes of result, in each direction.
  // push: contribution and, if results are acknowledged, that; result
  double out = result_acks ? packet + flit : packet, in = packet;
  if (pull && ranks > 1) {
    // out: own requests, responses to the others, own results, acknowledgements of the others'
    out = share * flit + others * packet + share * packet + others * flit;
    // in: the others' requests, own responses, the others' results, acknowledgements of one's own
    in = others * flit + share * packet + others * packet + others * flit;
  } else if (pull) { // alone: request and response of one's own, nothing to multicast
    out = in = packet + flit;
  }
  return LinkGbps * 128 / (out > in ? out : in);
}

double nf_algbw_gbps(uint64_t bytes, uint64_t cycles) {
  return cycles ? (double)bytes * ClockGhz / (double)cycles : 0;
}

double nf_busbw_gbps(double algbw, unsigned ranks) { return algbw * 2 * (ranks - 1) / ranks; }

static const char *engine_name(const nf_options *o) { return o->rtl ? "rtl" : "cycle"; }

static void add_flags(cJSON *root, uint8_t flags) {
  static const char *const names[] = {[NF_FLAG_INVALID] = "invalid",
                                      [NF_FLAG_OVERFLOW] = "overflow",
                                      [NF_FLAG_UNDERFLOW] = "underflow",
                                      [NF_FLAG_INEXACT] = "inexact"};
  cJSON *list = cJSON_AddArrayToObject(root, "flags");
  for (unsigned i = NF_FLAG_INVALID; i <= NF_FLAG_INEXACT; i++)
    if (flags >> i & 1)
      cJSON_AddItemToArray(list, cJSON_CreateString(names[i]));
}

cJSON *nf_report_common(const nf_options *o, const nf_inputs *in, const nf_figures *f,
                        const nf_verdict *v) {
  const double algbw = nf_algbw_gbps(in->bytes, f->cycles);
  char shape[256];
  nf_npy_shape_text(&in->file[0], shape, sizeof shape);
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "engine", engine_name(o));
  cJSON_AddStringToObject(j, "method", o->pull ? "pull" : "push");
  cJSON_AddStringToObject(j, "op", nf_op_name(o->op));
  cJSON_AddStringToObject(j, "dtype", nf_dtype_name(in->dtype));
  cJSON_AddStringToObject(j, "mode", nf_mode_name(o->mode));
  cJSON_AddNumberToObject(j, "ranks", in->ranks);
  cJSON_AddStringToObject(j, "shape", shape);
  cJSON_AddNumberToObject(j, "bytes", (double)in->bytes);
  cJSON_AddNumberToObject(j, "cycles", (double)f->cycles);
  cJSON_AddNumberToObject(j, "setup_cycles", (double)f->setup_cycles);
  cJSON_AddNumberToObject(j, "flits", (double)f->flits);
  cJSON_AddNumberToObject(j, "algbw_GBps", algbw);
  cJSON_AddNumberToObject(j, "busbw_GBps", nf_busbw_gbps(algbw, in->ranks));
  cJSON_AddNumberToObject(j, "limit_GBps", f->limit);
  cJSON_AddNumberToObject(j, "percent_of_limit", 100 * algbw / f->limit);
  cJSON_AddBoolToObject(j, "ranks_identical", v->same_bits);
  cJSON_AddBoolToObject(j, "bit_exact", v->same_bits); // its former name
  cJSON_AddNumberToObject(j, "cycles_compared", (double)f->compared);
  if (v->rounds) {
    cJSON_AddNumberToObject(j, "max_error", v->error.units);
    cJSON_AddNumberToObject(j, "error_bound", v->error.bound);
  } else {
    cJSON_AddNumberToObject(j, "max_ulp_error", 0); // it is refused before otherwise
  }
  cJSON_AddNumberToObject(j, "elements_rounded", (double)v->different);
  cJSON_AddNumberToObject(j, "evictions", (double)f->evictions);
  cJSON_AddNumberToObject(j, "timeouts", (double)f->timeouts);
  cJSON_AddNumberToObject(j, "rests", (double)f->rests);
  add_flags(j, f->flags);
  cJSON_AddNumberToObject(j, "table_bytes", o->table_bytes);
  cJSON_AddNumberToObject(j, "timeout_cycles", (double)f->timeout_cycles);
  cJSON_AddNumberToObject(j, "eviction", o->eviction);
  cJSON_AddNumberToObject(j, "seed", (double)o->seed);
  return j;
}

int nf_report_write(const char *path, cJSON *j, nf_err *e) {
  char *text = cJSON_Print(j);
  cJSON_Delete(j);
  if (!text)
    return nf_err_memory(e, "the report");
  FILE *f = fopen(path, "w");
  bool ok = f && fprintf(f, "%s\n", text) > 0;
  if (f && fclose(f) != 0)
    ok = false;
  free(text);
  return ok ? NF_EXIT_OK
            : nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: cannot be written: %s", path, strerror(errno));
}

void nf_report_lines(const nf_inputs *in, const nf_figures *f, const nf_verdict *v) {
  const double algbw = nf_algbw_gbps(in->bytes, f->cycles);
  printf("  %llu cycles, algbw %.2f GB/s (%.1f %% of the wires' %.2f), busbw %.2f GB/s\n",
         (unsigned long long)f->cycles, algbw, 100 * algbw / f->limit, f->limit,
         nf_busbw_gbps(algbw, in->ranks));
  if (v->rounds)
    printf("  all ranks hold the same bits; rounding error at most %.3g eps * sum of |x|, %.4g are "
           "possible\n",
           v->error.units, v->error.bound);
  else if (v->different == 0)
    printf("  all ranks hold the same bits, those of the exact result\n");
  else // sums that saturate on the way are not checked further
    printf("  all ranks hold the same bits; %llu words saturated on their way\n",
           (unsigned long long)v->different);
  printf("  %llu evictions, %llu timeouts\n", (unsigned long long)f->evictions,
         (unsigned long long)f->timeouts);
}
