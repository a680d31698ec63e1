// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_machine_kit.h"

#include <string.h>

void nf_machine_start(nf_machine_world *w, unsigned program_words, unsigned depth) {
  w->program_words = program_words;
  w->depth = depth;
  w->run = true;
  w->reject_after = NF_MACHINE_NEVER;
  w->limit = NF_MACHINE_NEVER;
  w->reserve = w->ready = w->grant = w->done = (nf_pace){.kind = NF_PACE_ALWAYS};
  w->to_store = program_words;
  for (unsigned i = 0; i < program_words; i++)
    w->store[i] = nf_machine_control(NF_ACE_OP_TRAP, 0, 0, 0, 0);
}

void nf_machine_load(nf_machine_world *w, const uint32_t *words, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    w->store[i] = words[i];
  if (w->stored == 0)
    return;
  w->stored = 0;
  w->to_store = count;
}

void nf_machine_any_pace(nf_tb *tb, nf_machine_world *w) {
  w->reserve = nf_pace_any(tb);
  w->ready = nf_pace_any(tb);
  w->grant = nf_pace_any(tb);
  w->done = nf_pace_any(tb);
}

static void host(nf_tb *tb, nf_machine_world *w, nf_ace_machine_in *in) {
  in->id = w->id;
  in->run = w->run;
  in->watchdog = w->watchdog;
  if (w->stored < w->to_store) {
    in->cfg_valid = true;
    in->cfg_addr = NF_ACE_CSR_PROGRAM + w->id * 0x2000u + w->stored * 4;
    in->cfg_wdata = w->store[w->stored++];
  } else if (w->stray && nf_tb_chance(tb, 30)) {
    const unsigned other = (unsigned)nf_tb_below(tb, 16);
    in->cfg_valid = true;
    in->cfg_wdata = nf_tb_rand(tb) & 0xffffffff;
    in->cfg_addr = (uint32_t)nf_tb_below(tb, NF_ACE_CSR_PROGRAM);
    if (other != w->id && nf_tb_chance(tb, 60))
      in->cfg_addr = NF_ACE_CSR_PROGRAM + other * 0x2000 + (uint32_t)nf_tb_below(tb, 0x2000);
    else if (w->program_words < NF_MACHINE_STORE && nf_tb_chance(tb, 50))
      in->cfg_addr = NF_ACE_CSR_PROGRAM + w->id * 0x2000u + w->program_words * 4 +
                     (uint32_t)nf_tb_below(tb, (NF_MACHINE_STORE - w->program_words) * 4);
  }
}

// A pair of id and phase that no other chunk has.
static void name(nf_tb *tb, const nf_machine_world *w, uint64_t *ctx) {
  bool again = true;
  while (again) {
    nf_ace_ctx_set_id(ctx, (uint8_t)nf_tb_below(tb, 32));
    nf_ace_ctx_set_phase(ctx, (uint8_t)nf_tb_below(tb, 7));
    again = false;
    for (unsigned k = 0; k < w->used; k++)
      again |= (w->list[k].ctx[0] & 0xfff) == (ctx[0] & 0xfff);
  }
}

static void schedule(nf_tb *tb, nf_machine_world *w, void *ctx, nf_ace_machine_in *in) {
  if (w->stored < w->to_store)
    return;
  const bool reserve = nf_pace_go(tb, &w->reserve), ready = nf_pace_go(tb, &w->ready);
  unsigned waiting[NF_MACHINE_CHUNKS], count = 0;
  for (unsigned k = 0; k < w->used; k++)
    if (!w->list[k].ready)
      waiting[count++] = k;
  if (ready && count != 0) {
    const unsigned k = waiting[nf_tb_below(tb, count)];
    w->list[k].ready = in->ready_valid = true;
    memcpy(in->ready_ctx, w->list[k].ctx, sizeof in->ready_ctx);
    if (k != waiting[0])
      nf_tb_cover(tb, "a chunk is ready before an older one");
  }
  if (reserve && w->made < w->limit && w->used - w->busy < w->depth) {
    nf_machine_chunk *const fresh = &w->list[w->used];
    *fresh = (nf_machine_chunk){0};
    w->make(tb, ctx, fresh->ctx);
    name(tb, w, fresh->ctx);
    in->reserve_valid = true;
    in->reserve_id = nf_ace_ctx_id(fresh->ctx);
    in->reserve_phase = nf_ace_ctx_phase(fresh->ctx);
    w->used++;
    w->made++;
  }
}

static void check_start(nf_tb *tb, nf_machine_world *w, const nf_ace_machine_out *out) {
  if (!out->busy || w->busy)
    return;
  nf_tb_check(tb, w->used != 0 && w->list[0].ready, "a chunk was started that is not ready");
  w->busy = true;
  w->started_at = w->last_event = nf_tb_cycle(tb);
  w->iss = (nf_machine_iss){.pc = nf_ace_ctx_pc(w->list[0].ctx)};
  w->expect = nf_machine_next(tb, &w->iss, w->store, w->program_words, w->list[0].ctx);
}

// What is seen first in this cycle after an instruction: a request or an end.
static void note_gap(nf_tb *tb, nf_machine_world *w) {
  w->shown_at = nf_tb_cycle(tb);
  if (!w->closed)
    return;
  w->gap = (unsigned)(w->shown_at - w->granted_at);
  nf_tb_check(tb, w->gap >= w->words + 5, "shown %u cycles after a packet of %u words", w->gap,
              w->words);
  w->closed = false;
}

static void check_request(nf_tb *tb, nf_machine_world *w, const nf_ace_machine_out *out) {
  if (!out->req_valid)
    return;
  if (w->shown) {
    nf_tb_check(tb, out->req == w->req, "the request changed");
    return;
  }
  note_gap(tb, w);
  w->shown = true;
  w->req = out->req;
  nf_tb_check(tb, w->expect.kind == NF_MACHINE_ASKS && out->req == w->expect.req,
              "asks for %016llx, the program for %016llx", (unsigned long long)out->req,
              (unsigned long long)w->expect.req);
}

static void check_fault(nf_tb *tb, nf_machine_world *w, const nf_ace_machine_out *out) {
  static const char *const names[] = {"",         "ILLEGAL", "PC",   "OVERRUN", "QP",
                                      "MISMATCH", "LENGTH",  "TRAP", "WATCHDOG"};
  if (w->stopped || out->fault == 0)
    return;
  const uint8_t cause = nf_ace_fault_cause(&out->fault);
  w->stopped = true;
  w->fault = out->fault;
  nf_tb_cover(tb, names[cause < 9 ? cause : 0]);
  if (cause == NF_ACE_FAULT_WATCHDOG) {
    nf_tb_check(tb, nf_tb_cycle(tb) == w->last_event + w->watchdog + 1, "watchdog after %u cycles",
                (unsigned)(nf_tb_cycle(tb) - w->last_event));
    nf_tb_check(tb, nf_ace_fault_wait(&out->fault) == (w->shown ? w->waited : 0), "wait %u",
                nf_ace_fault_wait(&out->fault));
  } else {
    nf_tb_check(tb, cause == w->expect.cause && w->expect.kind == NF_MACHINE_STOPS,
                "fault %u, the program makes %u", cause, w->expect.cause);
    nf_tb_check(tb, nf_ace_fault_pc(&out->fault) == w->iss.pc, "fault at %u, not at %u",
                nf_ace_fault_pc(&out->fault), w->iss.pc);
  }
  const uint64_t *const ctx = w->list[0].ctx;
  nf_tb_check(tb,
              nf_ace_fault_id(&out->fault) == nf_ace_ctx_id(ctx) &&
                  nf_ace_fault_phase(&out->fault) == nf_ace_ctx_phase(ctx) &&
                  nf_ace_fault_index(&out->fault) == nf_ace_ctx_index(ctx),
              "fault of another chunk");
  nf_tb_check(tb, !out->busy && !out->req_valid && !out->done_valid, "it goes on after a fault");
}

// Grants as nf_ace_issue does: a request is looked at, and granted a cycle later.
static void issue(nf_tb *tb, nf_machine_world *w, const nf_ace_machine_out *out,
                  nf_ace_machine_in *in) {
  const uint64_t now = nf_tb_cycle(tb);
  in->wait = w->wait;
  const bool may = nf_pace_go(tb, &w->grant);
  if (!w->decided) {
    w->decided = out->req_valid && may && now + 1 >= w->free_at;
    return;
  }
  w->decided = false;
  if (!out->req_valid)
    return;
  w->shown = false;
  if (w->reject_after == 0) {
    in->reject = w->reject;
    w->expect = (nf_machine_event){.kind = NF_MACHINE_STOPS, .cause = w->reject};
    return;
  }
  w->reject_after--;
  in->grant = true;
  w->granted++;
  if (w->iss.packet <= 1)
    w->first_at = now;
  w->granted_at = now;
  w->last_event = now + 1;
  w->words = w->expect.words;
  w->free_at = now + (w->words > 3 ? w->words : 3);
  w->closed = w->expect.last;
  w->expect = nf_machine_next(tb, &w->iss, w->store, w->program_words, w->list[0].ctx);
}

static void finish_chunk(nf_tb *tb, nf_machine_world *w, const nf_ace_machine_out *out,
                         nf_ace_machine_in *in) {
  in->done_ready = nf_pace_go(tb, &w->done);
  if (!out->done_valid)
    return;
  if (w->closed)
    note_gap(tb, w);
  nf_tb_check(tb, w->expect.kind == NF_MACHINE_ENDS, "ends too early");
  nf_tb_check(tb,
              out->done_id == nf_ace_ctx_id(w->list[0].ctx) &&
                  out->done_phase == nf_ace_ctx_phase(w->list[0].ctx),
              "ends another chunk");
  if (!in->done_ready)
    return;
  w->busy = false;
  w->ended++;
  w->used--;
  memmove(&w->list[0], &w->list[1], w->used * sizeof w->list[0]);
}

// No chunk is left, and no fault.
static void abandon(nf_machine_world *w, nf_ace_machine_in *in) {
  in->abort = true;
  w->used = 0;
  w->busy = w->stopped = w->decided = w->shown = w->closed = false;
  w->fault = 0;
  w->aborted++;
}

void nf_machine_drive(nf_tb *tb, nf_machine_world *w, void *ctx, const nf_ace_machine_out *out,
                      nf_ace_machine_in *in) {
  host(tb, w, in);
  check_start(tb, w, out);
  nf_tb_check(tb, out->free == w->depth - (w->used - w->busy), "%u entries free", out->free);
  check_fault(tb, w, out);
  check_request(tb, w, out);
  if (out->busy)
    nf_tb_check(tb, out->pc == w->iss.pc || out->req_valid == 0, "asks at pc %u", out->pc);
  issue(tb, w, out, in);
  finish_chunk(tb, w, out, in);
  schedule(tb, w, ctx, in);
  w->waited = in->wait;
  // The watchdog stands still while the machine may not run.
  if (!w->run && !in->grant)
    w->last_event++;
  // Half of the aborts come with the next grant.
  const bool abort = w->aborts && nf_tb_below(tb, 300) == 0;
  const bool waits = abort && !in->grant && nf_tb_chance(tb, 50);
  if ((abort && !waits) || (w->doomed && in->grant)) {
    abandon(w, in);
    if (in->grant)
      nf_tb_cover(tb, "an abort with a grant");
  }
  w->doomed = (w->doomed || waits) && !in->abort;
}
