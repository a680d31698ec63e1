// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/train_net.h"

#include "sim/common/rng.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WEIGHTS = NF_NR_KERNEL * NF_NR_KERNEL, MOST_FEATURES = NF_NR_MOST_FILTERS * NF_NR_FEATURES };

// What an image becomes on its way.
typedef struct {
  float feature[MOST_FEATURES], hidden[NF_NR_MOST_HIDDEN], chance[NF_NR_CLASSES];
  uint8_t from[MOST_FEATURES]; // where in its map the largest of four was
} passage;

// A model's parameters by layer.
typedef struct {
  unsigned filters, features, units;
  float *filter, *filter_bias, *hidden, *hidden_bias, *out, *out_bias;
} layers;

static layers layers_of(const nf_nr_model *m) {
  layers l = {.filters = m->shape.filters,
              .features = m->shape.filters * NF_NR_FEATURES,
              .units = m->shape.hidden,
              .filter = m->all};
  l.filter_bias = l.filter + (size_t)l.filters * WEIGHTS;
  l.hidden = l.filter_bias + l.filters;
  l.hidden_bias = l.hidden + (size_t)l.units * l.features;
  l.out = l.hidden_bias + l.units;
  l.out_bias = l.out + (size_t)NF_NR_CLASSES * l.units;
  return l;
}

unsigned nf_nr_parameters(nf_nr_shape shape) {
  return shape.filters * (WEIGHTS + 1) + shape.hidden * (shape.filters * NF_NR_FEATURES + 1) +
         NF_NR_CLASSES * (shape.hidden + 1);
}

int nf_nr_model_open(nf_nr_model *m, nf_nr_shape shape, nf_err *e) {
  *m = (nf_nr_model){.shape = shape, .parameters = nf_nr_parameters(shape)};
  m->all = calloc(m->parameters, sizeof *m->all);
  return m->all ? e->status : nf_err_memory(e, "a model");
}

void nf_nr_model_close(nf_nr_model *m) { free(m->all); }

static void fill(float *w, size_t count, unsigned inputs, nf_rng *r) {
  const float bound = sqrtf(6.0f / (float)inputs);
  for (size_t i = 0; i < count; i++)
    w[i] = bound * ((float)(int32_t)(nf_rng_next(r) >> 40) * 0x1p-23f - 1);
}

void nf_nr_model_start(nf_nr_model *m, uint64_t seed) {
  nf_rng r = {seed};
  const layers l = layers_of(m);
  memset(m->all, 0, m->parameters * sizeof *m->all);
  fill(l.filter, (size_t)l.filters * WEIGHTS, WEIGHTS, &r);
  fill(l.hidden, (size_t)l.units * l.features, l.features, &r);
  fill(l.out, (size_t)NF_NR_CLASSES * l.units, l.units, &r);
}

// ------------------------------------------------------------------------------- forward
static void convolve(float *map, const float *kernel, float bias, const float *pixel) {
  for (unsigned i = 0; i < NF_NR_MAP * NF_NR_MAP; i++)
    map[i] = bias;
  for (unsigned k = 0; k < WEIGHTS; k++)
    for (unsigned y = 0; y < NF_NR_MAP; y++) {
      const float *in = pixel + (y + k / NF_NR_KERNEL) * NF_NR_IMAGE + k % NF_NR_KERNEL;
      for (unsigned x = 0; x < NF_NR_MAP; x++)
        map[y * NF_NR_MAP + x] += kernel[k] * in[x];
    }
}

// The largest of each four, and ReLU.
static void pool(float *feature, uint8_t *from, const float *map) {
  for (unsigned i = 0; i < NF_NR_FEATURES; i++) {
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

// Eight outputs side by side, each added up in the order of its inputs.
static void dense(float *restrict out, unsigned outs, const float *restrict w,
                  const float *restrict bias, const float *restrict in, unsigned ins) {
  enum { SIDE = 8 };
  for (unsigned o = 0; o < outs; o += SIDE) {
    const unsigned side = outs - o < SIDE ? outs - o : SIDE;
    const float *row[SIDE];
    float sum[SIDE];
    for (unsigned k = 0; k < SIDE; k++) {
      row[k] = w + (size_t)(k < side ? o + k : o) * ins;
      sum[k] = bias[k < side ? o + k : o];
    }
    for (unsigned i = 0; i < ins; i++)
      for (unsigned k = 0; k < SIDE; k++)
        sum[k] += row[k][i] * in[i];
    memcpy(out + o, sum, side * sizeof *sum);
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
  const layers l = layers_of(m);
  float map[NF_NR_MAP * NF_NR_MAP];
  for (unsigned f = 0; f < l.filters; f++) {
    convolve(map, l.filter + f * WEIGHTS, l.filter_bias[f], pixel);
    pool(p->feature + f * NF_NR_FEATURES, p->from + f * NF_NR_FEATURES, map);
  }
  dense(p->hidden, l.units, l.hidden, l.hidden_bias, p->feature, l.features);
  for (unsigned i = 0; i < l.units; i++)
    p->hidden[i] = p->hidden[i] > 0 ? p->hidden[i] : 0;
  dense(p->chance, NF_NR_CLASSES, l.out, l.out_bias, p->hidden, l.units);
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
static void dense_back(const float *slope, unsigned outs, const float *restrict w,
                       float *restrict gw, float *gbias, const float *restrict in,
                       float *restrict back, unsigned ins) {
  for (unsigned i = 0; i < ins; i++)
    back[i] = 0;
  for (unsigned o = 0; o < outs; o++) {
    gbias[o] += slope[o];
    for (unsigned i = 0; i < ins; i++) {
      gw[(size_t)o * ins + i] += slope[o] * in[i];
      back[i] += slope[o] * w[(size_t)o * ins + i];
    }
  }
  for (unsigned i = 0; i < ins; i++)
    back[i] = in[i] > 0 ? back[i] : 0; // ReLU made the inputs
}

static void filter_back(const float *slope, const uint8_t *from, const float *pixel, float *gw,
                        float *gbias) {
  for (unsigned i = 0; i < NF_NR_FEATURES; i++) {
    const float *in = pixel + from[i] / NF_NR_MAP * NF_NR_IMAGE + from[i] % NF_NR_MAP;
    *gbias += slope[i];
    for (unsigned k = 0; k < WEIGHTS; k++)
      gw[k] += slope[i] * in[k / NF_NR_KERNEL * NF_NR_IMAGE + k % NF_NR_KERNEL];
  }
}

double nf_nr_model_learn(const nf_nr_model *m, const float *pixel, unsigned label, float scale,
                         nf_nr_model *g) {
  static const float least = 1e-30f; // a chance of 0 would cost infinitely much
  const layers l = layers_of(m), to = layers_of(g);
  float slope[NF_NR_CLASSES], hidden[NF_NR_MOST_HIDDEN], feature[MOST_FEATURES];
  passage p;
  pass(m, pixel, &p);
  for (unsigned i = 0; i < NF_NR_CLASSES; i++)
    slope[i] = scale * (p.chance[i] - (i == label ? 1.0f : 0.0f));
  dense_back(slope, NF_NR_CLASSES, l.out, to.out, to.out_bias, p.hidden, hidden, l.units);
  dense_back(hidden, l.units, l.hidden, to.hidden, to.hidden_bias, p.feature, feature, l.features);
  for (unsigned f = 0; f < l.filters; f++)
    filter_back(feature + f * NF_NR_FEATURES, p.from + f * NF_NR_FEATURES, pixel,
                to.filter + f * WEIGHTS, &to.filter_bias[f]);
  return -log((double)fmaxf(p.chance[label], least));
}

void nf_nr_model_step(nf_nr_model *m, nf_nr_model *v, const nf_nr_model *g, float scale, float rate,
                      float momentum) {
  for (unsigned i = 0; i < m->parameters; i++) {
    v->all[i] = momentum * v->all[i] + scale * g->all[i];
    m->all[i] -= rate * v->all[i];
  }
}
