// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "waves.h"

#include "rng.h"
#include <stdlib.h>

bool nf_waves_open(nf_waves *w, const nf_waves_cfg *cfg) {
  uint32_t n = cfg->count;
  *w = (nf_waves){.cfg = *cfg, .size = cfg->window / cfg->waves};
  uint32_t waves = (n + w->size - 1) / w->size;
  // One more than needed, so that an endpoint without a block needs no special case.
  w->order = malloc((n + 1) * sizeof *w->order);
  w->place = malloc((n + 1) * sizeof *w->place);
  w->left = malloc((waves + 1) * sizeof *w->left);
  if (!w->order || !w->place || !w->left)
    return false;
  nf_rng rng = {cfg->seed};
  for (uint32_t i = 0; i < n; i++) {
    w->order[i] = i;
    w->place[i] = i / w->size; // a shuffle keeps each block in its wave
  }
  for (uint32_t v = 0; v < waves; v++) {
    uint32_t begin = v * w->size, end = n - begin < w->size ? n : begin + w->size;
    w->left[v] = end - begin;
    for (uint32_t i = end - 1; cfg->shuffle && i > begin; i--) {
      uint32_t j = begin + nf_rng_below(&rng, i - begin + 1), t = w->order[i];
      w->order[i] = w->order[j];
      w->order[j] = t;
    }
  }
  return true;
}

bool nf_waves_ready(const nf_waves *w) {
  return w->next < w->cfg.count && w->next / w->size < w->open + w->cfg.waves;
}

uint32_t nf_waves_take(nf_waves *w) { return w->cfg.first + w->cfg.stride * w->order[w->next++]; }

void nf_waves_done(nf_waves *w, uint32_t block) {
  w->left[w->place[(block - w->cfg.first) / w->cfg.stride]]--;
  while (!nf_waves_finished(w) && w->left[w->open] == 0)
    w->open++;
}

bool nf_waves_finished(const nf_waves *w) { return (uint64_t)w->open * w->size >= w->cfg.count; }

void nf_waves_close(nf_waves *w) {
  free(w->order);
  free(w->place);
  free(w->left);
}
