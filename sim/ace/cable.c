// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/cable.h"

#include <stdlib.h>
#include <string.h>

// The widest and longest buffers that the link has: what is under way on a cable of some 240 words.
enum { REPLAY = 512, ROOM = 512, LOGIC = 20 };

static bool open_end(nf_ace_cable_end *end, const nf_ace_cable_cfg *cfg, uint64_t number,
                     uint32_t rate, uint32_t delay) {
  static const nf_ace_link_cfg link = {.Replay = REPLAY, .Room = ROOM};
  const uint32_t timeout = 4 * (2 * delay + LOGIC);
  *end = (nf_ace_cable_end){.rate = rate};
  if (nf_ace_link_init(&end->model, &link) != NF_OK)
    return false;
  end->out = nf_ace_link_peek(end->model);
  // Never given up: what is asked for is bit errors, not dead cables.
  end->in.cfg_timeout = timeout < UINT16_MAX ? (uint16_t)timeout : UINT16_MAX;
  return nf_wire_open(&end->wire, 8 * NF_CABLE_WORD, delay, 1, &cfg->faults, cfg->seed + number);
}

bool nf_ace_cable_open(nf_ace_cable *c, const nf_ace_cable_cfg *cfg, uint64_t number,
                       nf_ace_pipe *to, nf_ace_pipe *from) {
  const uint32_t rate = to->rate < NF_CABLE_WORD ? to->rate : NF_CABLE_WORD;
  const uint32_t words = (uint32_t)((uint64_t)to->latency * rate / NF_CABLE_WORD);
  for (unsigned e = 0; e < 2; e++)
    if (!open_end(&c->end[e], cfg, 2 * number + e, rate, words ? words : 1))
      return false;
  to->sender = from->receiver = &c->end[0];
  to->receiver = from->sender = &c->end[1];
  return true;
}

void nf_ace_cable_close(nf_ace_cable *c) {
  for (unsigned e = 0; e < 2; e++) {
    nf_ace_link_free(c->end[e].model);
    nf_wire_close(&c->end[e].wire);
  }
}

// Whether a cycle of the link layer ends with this one of the engines.
static bool moves(const nf_ace_cable_end *end, uint64_t cycle) {
  return (cycle + 1) * end->rate / NF_CABLE_WORD != cycle * end->rate / NF_CABLE_WORD;
}

void nf_ace_cable_step(nf_ace_cable *c, uint64_t cycle) {
  if (!moves(&c->end[0], cycle))
    return;
  for (unsigned e = 0; e < 2; e++) {
    nf_ace_cable_end *end = &c->end[e];
    const uint64_t *word = nf_wire_take(&end->wire);
    memcpy(end->in.wire_data.w, word, sizeof end->in.wire_data.w);
    end->in.wire_ctrl = word[end->wire.limbs];
  }
  for (unsigned e = 0; e < 2; e++) {
    nf_ace_cable_end *end = &c->end[e];
    nf_wire_put(&c->end[1 - e].wire, end->out->wire_data.w, end->out->wire_ctrl);
    nf_ace_link_step(end->model, &end->in);
    end->in.link_tx_valid = false;
    end->replays += end->out->event >> NF_LINK_EV_REPLAY & 1;
    end->resent += end->out->event >> NF_LINK_EV_RESENT & 1;
  }
}

unsigned nf_ace_cable_ready(const nf_ace_cable_end *end, uint64_t cycle) {
  return moves(end, cycle) ? end->out->link_tx_ready : 0;
}

void nf_ace_cable_put(nf_ace_cable_end *end, bool first, bool last, const nf_flit *hdr,
                      const uint64_t *data) {
  end->in.link_tx_valid = true;
  end->in.link_tx_first = first;
  end->in.link_tx_last = last;
  end->in.link_tx_hdr = *hdr;
  nf_ace_word_copy(end->in.link_tx_data.w, data, NF_ACE_WORD_BYTES / 8);
}

const nf_ace_beat *nf_ace_cable_get(nf_ace_cable_end *end, unsigned ready, uint64_t cycle) {
  const nf_ace_link_out *out = end->out;
  end->in.link_rx_ready = (uint8_t)ready;
  if (!moves(end, cycle) || !out->link_rx_valid)
    return NULL;
  nf_ace_beat *b = &end->beat;
  if (out->link_rx_first)
    b->traffic_class = nf_ace_hdr_mode(out->link_rx_hdr.w);
  b->due = cycle;
  b->first = out->link_rx_first;
  b->last = out->link_rx_last;
  b->hdr = out->link_rx_hdr;
  b->data = out->link_rx_data;
  return b->first && !(ready >> b->traffic_class & 1) ? NULL : b;
}
