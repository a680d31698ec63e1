// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/host.h"

static const char *const Endings[] = {
    [NF_ENDPOINT_STATUS_OK] = "complete",
    [NF_ENDPOINT_STATUS_BAD] = "the endpoint refuses it as senseless",
    [NF_ENDPOINT_STATUS_TRANSLATE] = "an address is not in the translation table",
    [NF_ENDPOINT_STATUS_NO_COUNTER] =
        "no wave counter became free in all retries; waves of commands before it are not complete",
    [NF_ENDPOINT_STATUS_POISON] =
        "a result is poisoned: a contribution was damaged, refused or missing",
};

static int take_completion(nf_host *h, const nf_endpoint_out *out, nf_err *e) {
  if (!out->done_valid)
    return NF_EXIT_OK;
  unsigned n = h->oldest; // ids are the lowest bits of the numbers
  while (n < h->next && (h->ended[n] || (uint8_t)n != out->done_id))
    n++;
  if (n == h->next)
    return nf_err_set(e, NF_EXIT_FAILED, "command id %u is complete, which is not outstanding",
                      out->done_id);
  h->ended[n] = true;
  h->done++;
  while (h->oldest < h->next && h->ended[h->oldest])
    h->oldest++;
  if (out->done_status == NF_ENDPOINT_STATUS_OK)
    return NF_EXIT_OK;
  return nf_err_set(e, NF_EXIT_FAILED, "command %u of %u: %s", n, h->count,
                    out->done_status <= NF_ENDPOINT_STATUS_POISON ? Endings[out->done_status]
                                                                  : "unknown status");
}

int nf_host_drive(nf_host *h, const nf_endpoint_out *out, nf_endpoint_in *in, nf_err *e) {
  in->done_ready = 1;
  in->cmd_valid = h->next < h->count && h->next - h->done < h->window;

  if (in->cmd_valid) {
    const nf_command *c = &h->command[h->next];
    in->cmd_kind = c->kind;
    in->cmd_id = (uint8_t)h->next;
    in->cmd_addr = c->addr;
    in->cmd_bytes = c->bytes;
    in->cmd_wave_blocks = c->wave_blocks;
    in->cmd_waves = c->waves;
    in->cmd_red_op = h->op;
    in->cmd_dtype = h->dtype;
    in->cmd_lane = c->lane;
    in->cmd_landed = c->landed;
    h->next += out->cmd_ready;
  }
  return take_completion(h, out, e);
}

void nf_host_restart(nf_host *h) {
  h->next = h->oldest = h->done = 0;
  for (unsigned n = 0; n < h->count; n++)
    h->ended[n] = false;
}
