// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// ACE has no word about a memory that fails. Without this, one that never answers would stop the
// engine, and with it every other node, silently. It drives nothing on the port: it says give up,
// and the DMA ends its orders with errors.
//
// Time passes only while a channel waits and nothing at all moves, so a memory that is slow is not
// given up as long as it does one thing in `limit` cycles.
#include "nf_ace_dma_watchdog.h"

#include <stdlib.h>

#include "ace/nf_ace_pkg.h"

struct nf_ace_dma_watchdog {
  nf_ace_dma_watchdog_out out;
  unsigned reads, addresses, ends; // bursts that are not over, as in the RTL
  uint32_t tx_count, rx_count;     // cycles for which the memory has stood still
  uint8_t waited;                  // channels that waited in the cycle before
};

enum {
  TX = 1 << NF_ACE_CHANNEL_AR | 1 << NF_ACE_CHANNEL_R,
  RX = 1 << NF_ACE_CHANNEL_AW | 1 << NF_ACE_CHANNEL_W | 1 << NF_ACE_CHANNEL_B
};

// No parameters to refuse; nothing is outstanding.
nf_status nf_ace_dma_watchdog_init(nf_ace_dma_watchdog **m, const nf_ace_dma_watchdog_cfg *cfg) {
  (void)cfg;
  *m = calloc(1, sizeof **m);
  return *m == NULL ? "nf_ace_dma_watchdog: out of memory" : NF_OK;
}

// over_q and still_o.
const nf_ace_dma_watchdog_out *nf_ace_dma_watchdog_peek(const nf_ace_dma_watchdog *m) {
  return &m->out;
}

// One DMA: `waits`, its channels that wait in this cycle; `waited`, those of the cycle before. Both
// DMAs are watched apart: one that has nothing to do never gives up, and the other goes on. What
// waited in the last cycle names the channel (DMA_FAULT); what was given up stays so until reset.
static void watch(nf_ace_dma_watchdog *m, uint32_t limit, unsigned waits, bool lives,
                  unsigned waited, uint32_t *count, bool *give_up) {
  if (limit != 0 && *count >= limit && !*give_up) {
    *give_up = true;
    m->out.still |= (uint8_t)waited;
  }
  if (waits == 0 || lives)
    *count = 0;
  // It stops at its largest value, so that a limit that is set later still counts.
  else if (*count != UINT32_MAX)
    ++*count;
}

// One edge. Counts of bursts change last: `waits` is of those from before. A read or a response is
// waited for only while one is due; a write's only when address and data were both taken.
void nf_ace_dma_watchdog_step(nf_ace_dma_watchdog *m, const nf_ace_dma_watchdog_in *in) {
  const bool ar = in->ar_valid && in->ar_ready, r = in->r_valid && in->r_ready;
  const bool aw = in->aw_valid && in->aw_ready, w = in->w_valid && in->w_ready;
  const bool b = in->b_valid && in->b_ready;
  const bool r_waits = in->r_ready && !in->r_valid && m->reads != 0;
  // A response is owed only for a burst whose address and last beat were both taken, in whatever
  // order.
  const bool b_waits = in->b_ready && !in->b_valid && m->addresses != 0 && m->ends != 0;
  const unsigned waits =
      (unsigned)(in->ar_valid && !ar) << NF_ACE_CHANNEL_AR | (unsigned)r_waits << NF_ACE_CHANNEL_R |
      (unsigned)(in->aw_valid && !aw) << NF_ACE_CHANNEL_AW |
      (unsigned)(in->w_valid && !w) << NF_ACE_CHANNEL_W | (unsigned)b_waits << NF_ACE_CHANNEL_B;
  // An answer that is there but not taken is a sign of life: there the DMA is slow, not the memory.
  watch(m, in->limit, waits & TX, ar || in->r_valid, m->waited & TX, &m->tx_count,
        &m->out.tx_give_up);
  watch(m, in->limit, waits & RX, aw || w || in->b_valid, m->waited & RX, &m->rx_count,
        &m->out.rx_give_up);
  m->waited = (uint8_t)waits;
  m->reads += ar;
  m->reads -= r && in->r_last;
  m->addresses += aw;
  m->addresses -= b;
  m->ends += w && in->w_last;
  m->ends -= b;
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_dma_watchdog_free(nf_ace_dma_watchdog *m) { free(m); }
