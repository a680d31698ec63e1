// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/train_net.h"

#include "sim/common/rng.h"
#include <math.h>
#include <string.h>

// What an image becomes on its way.
typedef struct {
  float feature[NF_NR_FEATURES], hidden[NF_NR_HIDDEN], chance[NF_NR_CLASSES];
  uint8_t from[NF_NR_FEATURES]; // where in its map the largest of four was
} passage;

static void fill(float *w, size_t count, unsigned inputs, nf_rng *r) {
  const float bound = sqrtf(6.0f / (float)inputs);
  for (size_t i = 0; i < count; i++)
    w[i] = bound * ((float)(int32_t)(nf_rng_next(r) >> 40) * 0x1p-23f - 1);
}

void nf_nr_model_start(nf_nr_model *m, uint64_t seed) {
  nf_rng r = {seed};
  memset(m, 0, sizeof *m);
  fill(m->layer.filter[0], sizeof m->layer.filter / sizeof(float), NF_NR_KERNEL * NF_NR_KERNEL, &r);
  fill(m->layer.hidden[0], sizeof m->layer.hidden / sizeof(float), NF_NR_FEATURES, &r);
  fill(m->layer.out[0], sizeof m->layer.out / sizeof(float), NF_NR_HIDDEN, &r);
}

// ------------------------------------------------------------------------------- forward
static void convolve(float *map, const float *kernel, float bias, const float *pixel) {
  for (unsigned i = 0; i < NF_NR_MAP * NF_NR_MAP; i++)
    map[i] = bias;
  for (unsigned k = 0; k < NF_NR_KERNEL * NF_NR_KERNEL; k++)
    for (unsigned y = 0; y < NF_NR_MAP; y++) {
      const float *in = pixel + (y + k / NF_NR_KERNEL) * NF_NR_IMAGE + k % NF_NR_KERNEL;
      for (unsigned x = 0; x < NF_NR_MAP; x++)
        map[y * NF_NR_MAP + x] += kernel[k] * in[x];
    }
}

// The largest of each four, and ReLU.
static void pool(float *feature, uint8_t *from, const float *map) {
  for (unsigned i = 0; i < NF_NR_POOLED * NF_NR_POOLED; i++) {
    const unsigned corner = i / NF_NR_POOLED * 2 * NF_NR_MAP + i % NF_NR_POOLED * 2;
    unsigned best = corner;
    for (unsigned k = 1; k < 4; k++) {
      const unsigned at = corner + k / 2 * NF_NR_MAP + k % 2;
      best = map[at] > map[best] ? at : best;
    }
    from[i] = (uint8_t)best;
    feature[i] = map[best] > 0 ? map[best] : 0;
  }
}

static void dense(float *out, unsigned outs, const float *w, const float *bias, const float *in,
                  unsigned ins) {
  for (unsigned o = 0; o < outs; o++) {
    float sum = bias[o];
    for (unsigned i = 0; i < ins; i++)
      sum += w[o * ins + i] * in[i];
    out[o] = sum;
  }
}

static void softmax(float *v) {
  float most = v[0], sum = 0;
  for (unsigned i = 1; i < NF_NR_CLASSES; i++)
    most = v[i] > most ? v[i] : most;
  for (unsigned i = 0; i < NF_NR_CLASSES; i++)
    sum += v[i] = expf(v[i] - most);
  for (unsigned i = 0; i < NF_NR_CLASSES; i++)
    v[i] /= sum;
}

static void pass(const nf_nr_model *m, const float *pixel, passage *p) {
  enum { FOURS = NF_NR_POOLED * NF_NR_POOLED };
  float map[NF_NR_MAP * NF_NR_MAP];
  for (unsigned f = 0; f < NF_NR_FILTERS; f++) {
    convolve(map, m->layer.filter[f], m->layer.filter_bias[f], pixel);
    pool(p->feature + f * FOURS, p->from + f * FOURS, map);
  }
  dense(p->hidden, NF_NR_HIDDEN, m->layer.hidden[0], m->layer.hidden_bias, p->feature,
        NF_NR_FEATURES);
  for (unsigned i = 0; i < NF_NR_HIDDEN; i++)
    p->hidden[i] = p->hidden[i] > 0 ? p->hidden[i] : 0;
  dense(p->chance, NF_NR_CLASSES, m->layer.out[0], m->layer.out_bias, p->hidden, NF_NR_HIDDEN);
  softmax(p->chance);
}

unsigned nf_nr_model_guess(const nf_nr_model *m, const float *pixel) {
  passage p;
  unsigned best = 0;
  pass(m, pixel, &p);
  for (unsigned i = 1; i < NF_NR_CLASSES; i++)
    best = p.chance[i] > p.chance[best] ? i : best;
  return best;
}

// ------------------------------------------------------------------------------- backward
// From the outputs' slopes to the inputs' slopes `back`; adds to the gradient of the weights.
static void dense_back(const float *slope, unsigned outs, const float *w, float *gw, float *gbias,
                       const float *in, float *back, unsigned ins) {
  for (unsigned i = 0; i < ins; i++)
    back[i] = 0;
  for (unsigned o = 0; o < outs; o++) {
    gbias[o] += slope[o];
    for (unsigned i = 0; i < ins; i++) {
      gw[o * ins + i] += slope[o] * in[i];
      back[i] += slope[o] * w[o * ins + i];
    }
  }
  for (unsigned i = 0; i < ins; i++)
    back[i] = in[i] > 0 ? back[i] : 0; // ReLU made the inputs
}

static void filter_back(const float *slope, const uint8_t *from, const float *pixel, float *gw,
                        float *gbias) {
  for (unsigned i = 0; i < NF_NR_POOLED * NF_NR_POOLED; i++) {
    const float *in = pixel + from[i] / NF_NR_MAP * NF_NR_IMAGE + from[i] % NF_NR_MAP;
    *gbias += slope[i];
    for (unsigned k = 0; k < NF_NR_KERNEL * NF_NR_KERNEL; k++)
      gw[k] += slope[i] * in[k / NF_NR_KERNEL * NF_NR_IMAGE + k % NF_NR_KERNEL];
  }
}

double nf_nr_model_learn(const nf_nr_model *m, const float *pixel, unsigned label, float scale,
                         nf_nr_model *g) {
  enum { FOURS = NF_NR_POOLED * NF_NR_POOLED };
  static const float least = 1e-30f; // a chance of 0 would cost infinitely much
  float slope[NF_NR_CLASSES], hidden[NF_NR_HIDDEN], feature[NF_NR_FEATURES];
  passage p;
  pass(m, pixel, &p);
  for (unsigned i = 0; i < NF_NR_CLASSES; i++)
    slope[i] = scale * (p.chance[i] - (i == label ? 1.0f : 0.0f));
  dense_back(slope, NF_NR_CLASSES, m->layer.out[0], g->layer.out[0], g->layer.out_bias, p.hidden,
             hidden, NF_NR_HIDDEN);
  dense_back(hidden, NF_NR_HIDDEN, m->layer.hidden[0], g->layer.hidden[0], g->layer.hidden_bias,
             p.feature, feature, NF_NR_FEATURES);
  for (unsigned f = 0; f < NF_NR_FILTERS; f++)
    filter_back(feature + f * FOURS, p.from + f * FOURS, pixel, g->layer.filter[f],
                &g->layer.filter_bias[f]);
  return -log((double)fmaxf(p.chance[label], least));
}

void nf_nr_model_step(nf_nr_model *m, nf_nr_model *v, const nf_nr_model *g, float scale, float rate,
                      float momentum) {
  for (unsigned i = 0; i < NF_NR_PARAMETERS; i++) {
    v->all[i] = momentum * v->all[i] + scale * g->all[i];
    m->all[i] -= rate * v->all[i];
  }
}
