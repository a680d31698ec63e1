// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "model.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 5, 6))) static nf_layer *add(nf_model *m, double rows, double k,
                                                           double n, const char *name, ...) {
  // The longest table, of GPT-3 with experts, has 578 layers.
  nf_layer *l = &m->layer[m->layers++];
  va_list args;
  *l = (nf_layer){
      .rows = rows, .k = k, .n = n, .repeat = 1, .parameters = k * n, .block = m->blocks};
  va_start(args, name);
  vsnprintf(l->name, sizeof l->name, name, args);
  va_end(args);
  return l;
}

// What comes next belongs to another block.
static void next_block(nf_model *m) { m->blocks += m->layers > 0; }

// Layers from this one on are one block: what goes past them is not sent.
static void one_block(nf_model *m, uint32_t first) {
  m->blocks = m->layer[first].block;
  for (uint32_t i = first; i < m->layers; i++)
    m->layer[i].block = m->blocks;
}

// ------------------------------------------------------------------------------- images
// A convolution of a square window; `out` pixels on a side come out. With a bias, or with the scale
// and shift of a batch normalisation behind it.
static void convolution(nf_model *m, const char *name, uint32_t in, uint32_t window, uint32_t to,
                        uint32_t out, uint32_t per_channel) {
  next_block(m);
  nf_layer *l =
      add(m, (double)out * out, (double)in * window * window, to, "%s %ux%u", name, window, window);
  l->parameters += (double)per_channel * to;
}

static void full(nf_model *m, uint32_t in, uint32_t out) {
  next_block(m);
  add(m, 1, in, out, "fc %u", out)->parameters += out;
}

static void alexnet(nf_model *m, uint32_t length) {
  static const uint32_t shape[5][4] = {
      {3, 11, 64, 55}, {64, 5, 192, 27}, {192, 3, 384, 13}, {384, 3, 256, 13}, {256, 3, 256, 13}};
  (void)length;
  for (int i = 0; i < 5; i++)
    convolution(m, "conv", shape[i][0], shape[i][1], shape[i][2], shape[i][3], 1);
  full(m, 256 * 6 * 6, 4096);
  full(m, 4096, 4096);
  full(m, 4096, 1000);
}

static void vgg16(nf_model *m, uint32_t length) {
  static const uint32_t blocks[5][2] = {{2, 64}, {2, 128}, {3, 256}, {3, 512}, {3, 512}};
  uint32_t in = 3, side = 224;
  (void)length;
  for (int b = 0; b < 5; b++, side /= 2)
    for (uint32_t i = 0; i < blocks[b][0]; i++) {
      convolution(m, "conv", in, 3, blocks[b][1], side, 1);
      in = blocks[b][1];
    }
  full(m, 512 * 7 * 7, 4096);
  full(m, 4096, 4096);
  full(m, 4096, 1000);
}

// Bottlenecks of 1x1, 3x3, 1x1; where the width changes a 1x1 goes past them. The stride is that of
// the 3x3 (as in most code; He et al. have it at the first 1x1, with fewer multiplications).
static void resnet(nf_model *m, const uint32_t blocks[4]) {
  uint32_t in = 64, side = 56;
  convolution(m, "conv1", 3, 7, 64, 112, 2);
  for (uint32_t s = 0; s < 4; s++, side /= 2) {
    const uint32_t width = 64u << s, wide = 4 * width;
    for (uint32_t b = 0; b < blocks[s]; b++) {
      const uint32_t before = b == 0 && s > 0 ? 2 * side : side, first = m->layers;
      char name[24];
      snprintf(name, sizeof name, "conv%u.%u", s + 2, b + 1);
      convolution(m, name, in, 1, width, before, 2);
      convolution(m, name, width, 3, width, side, 2);
      convolution(m, name, width, 1, wide, side, 2);
      if (b == 0)
        convolution(m, "project", in, 1, wide, side, 2);
      one_block(m, first);
      in = wide;
    }
  }
  full(m, 2048, 1000);
}

static void resnet50(nf_model *m, uint32_t length) {
  (void)length;
  resnet(m, (const uint32_t[4]){3, 4, 6, 3});
}

static void resnet152(nf_model *m, uint32_t length) {
  (void)length;
  resnet(m, (const uint32_t[4]){3, 8, 36, 3});
}

// ------------------------------------------------------------------------------- text
// A table of words is looked up: no product.
static void words(nf_model *m, const char *name, uint32_t length, double count, double width) {
  add(m, length, 0, width, "%s", name)->parameters = count * width;
  m->text = true;
}

// Two products one after the other, as Megatron-LM divides them (Shoeybi et al., arXiv 1909.08053):
// columns of the first, rows of the second. Behind the second all outputs are summed, backward all
// inputs of the first.
static void split_pair(nf_model *m, nf_layer *first, nf_layer *last) {
  first->split = NF_SPLIT_COLUMNS;
  first->sum_backward = first->rows * first->k;
  last->split = NF_SPLIT_ROWS;
  last->sum_forward = last->rows * last->n;
  m->divisible = true;
}

// Queries, keys, values and what comes of them, with biases, and a normalisation (2 width); the
// products of queries with keys and of those with values have no parameters, and each accelerator
// of an operator has some of the heads.
static void attention(nf_model *m, const char *where, uint32_t length, uint32_t d) {
  nf_layer *const in = add(m, length, d, 3.0 * d, "%s qkv", where);
  nf_layer *const scores = add(m, length, d, 2.0 * length, "%s scores", where);
  nf_layer *const out = add(m, length, d, d, "%s out", where);
  in->parameters += 3.0 * d;
  scores->parameters = 0;
  scores->split = NF_SPLIT_ROWS;
  out->parameters += 3.0 * d;
  split_pair(m, in, out);
}

// Biases, and the normalisation.
static nf_layer *up(nf_model *m, const char *where, uint32_t length, uint32_t d, uint32_t ff) {
  nf_layer *const l = add(m, length, d, ff, "%s up", where);
  l->parameters += ff;
  return l;
}

static nf_layer *down(nf_model *m, const char *where, uint32_t length, uint32_t d, uint32_t ff) {
  nf_layer *const l = add(m, length, ff, d, "%s down", where);
  l->parameters += 3.0 * d;
  return l;
}

static void feed_forward(nf_model *m, const char *where, uint32_t length, uint32_t d, uint32_t ff) {
  nf_layer *const first = up(m, where, length, d, ff);
  split_pair(m, first, down(m, where, length, d, ff));
}

// Each token goes to one of the experts, which together have the parameters of one feed-forward,
// and comes back: two all-to-alls forward, two backward, each of all inputs (HXMESH V-B5). They
// stand for the sums of an operator, whose accelerators do not divide an expert.
static void experts(nf_model *m, const char *where, uint32_t length, uint32_t d, uint32_t ff) {
  add(m, length, d, NF_MODEL_EXPERTS, "%s gate", where);
  const uint32_t width = ff / NF_MODEL_EXPERTS;
  nf_layer *const part[] = {up(m, where, length, d, width), down(m, where, length, d, width)};
  for (int i = 0; i < 2; i++) {
    part[i]->parameters *= NF_MODEL_EXPERTS;
    part[i]->experts = NF_MODEL_EXPERTS;
    part[i]->all_to_all = (double)length * d;
  }
}

typedef void nf_feed_forward(nf_model *m, const char *where, uint32_t length, uint32_t d,
                             uint32_t ff);

static void blocks(nf_model *m, const char *what, uint32_t count, uint32_t length, uint32_t d,
                   uint32_t attentions, nf_feed_forward *behind) {
  for (uint32_t i = 0; i < count; i++) {
    char name[24];
    snprintf(name, sizeof name, "%s%u", what, i + 1);
    next_block(m);
    for (uint32_t a = 0; a < attentions; a++)
      attention(m, name, length, d);
    behind(m, name, length, d, 4 * d);
  }
}

static void to_words(nf_model *m, uint32_t length, uint32_t d, uint32_t count) {
  next_block(m);
  nf_layer *const l = add(m, length, d, count, "to words");
  l->split = NF_SPLIT_COLUMNS;
  l->sum_backward = (double)length * d;
}

static void transformer(nf_model *m, uint32_t length) {
  words(m, "words", length, 37000, 1024); // shared by both sides and the last product
  blocks(m, "encoder", 6, length, 1024, 1, feed_forward);
  blocks(m, "decoder", 6, length, 1024, 2, feed_forward);
  to_words(m, length, 1024, 37000);
  m->layer[m->layers - 1].parameters = 0;
}

static void bert(nf_model *m, uint32_t length) {
  words(m, "words", length, 30522 + 512 + 2 + 2, 1024); // positions, segments, a normalisation
  blocks(m, "layer", 24, length, 1024, 1, feed_forward);
  next_block(m);
  add(m, 1, 1024, 1024, "pool")->parameters += 1024;
}

static void gpt(nf_model *m, uint32_t length, nf_feed_forward *behind) {
  words(m, "words", length, 50257 + 2048, 12288);
  blocks(m, "layer", 96, length, 12288, 1, behind);
  to_words(m, length, 12288, 50257);
  m->layer[m->layers - 1].parameters = 0;
}

static void gpt3(nf_model *m, uint32_t length) { gpt(m, length, feed_forward); }

static void gpt3moe(nf_model *m, uint32_t length) { gpt(m, length, experts); }

// A layer of LSTM reads word after word.
static void lstm(nf_model *m, const char *name, uint32_t number, uint32_t length, uint32_t in) {
  next_block(m);
  nf_layer *l = add(m, 1, in + 1024.0, 4096, "%s%u", name, number);
  l->repeat = length;
  l->parameters += 2 * 4096.0;
}

// The first layer of the encoder reads both ways; the decoder's layers get the attention besides.
static void gnmt(nf_model *m, uint32_t length) {
  words(m, "words in", length, 32000, 1024);
  words(m, "words out", length, 32000, 1024);
  lstm(m, "encoder forth ", 1, length, 1024);
  lstm(m, "encoder back ", 1, length, 1024);
  for (uint32_t i = 2; i <= 8; i++)
    lstm(m, "encoder ", i, length, i == 2 ? 2048 : 1024);
  next_block(m);
  add(m, length, 1024, 2 * 1024, "attention");
  for (uint32_t i = 1; i <= 8; i++)
    lstm(m, "decoder ", i, length, 2048);
  to_words(m, length, 1024, 32000);
  m->layer[m->layers - 1].parameters += 32000;
}

// ------------------------------------------------------------------------------- clicks
// A row of each table for a sample. Each accelerator has some of the tables and reads their rows
// for the samples of all, so an all-to-all brings them home.
static void tables(nf_model *m) {
  static const uint32_t rows[] = {39884406, 39043,  17289,    7420,    20263,  3,        7120,
                                  1543,     63,     38532951, 2953546, 403346, 10,       2208,
                                  11938,    155,    4,        976,     14,     39979771, 25641295,
                                  39664984, 585935, 12972,    108,     36};
  const double count = sizeof rows / sizeof rows[0], width = 128;
  nf_layer *const l = add(m, count, 0, width, "tables");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    l->parameters += rows[i] * width;
  l->looked_up = l->all_to_all = count * width;
  l->experts = (uint32_t)count;
}

static void perceptron(nf_model *m, const uint32_t *width, uint32_t layers) {
  for (uint32_t i = 0; i < layers; i++)
    full(m, width[i], width[i + 1]);
}

// Products of all pairs of the 26 rows and of what the lower perceptron made of the 13 numbers.
static void dlrm(nf_model *m, uint32_t length) {
  static const uint32_t lower[] = {13, 512, 256, 128}, upper[] = {479, 1024, 1024, 512, 256, 1};
  (void)length;
  tables(m);
  perceptron(m, lower, 3);
  next_block(m);
  add(m, 27, 128, 27, "interaction")->parameters = 0;
  perceptron(m, upper, 1);
  one_block(m, 0); // what the products are made of comes from all of it
  perceptron(m, upper + 1, 4);
}

// ------------------------------------------------------------------------------- cubes
// Slabs of a cube: each convolution needs a plane of voxels from either neighbour.
static void cube(nf_model *m, uint32_t in, uint32_t to, uint32_t side) {
  next_block(m);
  nf_layer *const l = add(m, pow(side, 3), 27.0 * in, to, "conv 3x3x3 %u", to);
  l->parameters += to;
  l->split = NF_SPLIT_SPACE;
  l->halo = 2.0 * side * side * in;
}

// Five convolutions, behind each the side is halved; an accelerator of an operator has a part of a
// full layer's columns, and all its inputs.
static void cosmoflow(nf_model *m, uint32_t length) {
  uint32_t in = 4, side = 128;
  (void)length;
  m->divisible = true;
  for (uint32_t to = 32; to <= 512; to *= 2, side /= 2) {
    cube(m, in, to, side);
    in = to;
  }
  const uint32_t width[] = {in * side * side * side, 128, 64, 4};
  for (uint32_t i = 0; i < 3; i++) {
    full(m, width[i], width[i + 1]);
    m->layer[m->layers - 1].split = NF_SPLIT_COLUMNS;
    m->layer[m->layers - 1].gather = width[i];
  }
}

// ------------------------------------------------------------------------------- by name
const char *const nf_model_words[] = {"alexnet",     "vgg16", "resnet50", "resnet152",
                                      "transformer", "bert",  "gnmt",     "gpt3",
                                      "gpt3moe",     "dlrm",  "cosmoflow"};
static void (*const Make[])(nf_model *m, uint32_t length) = {
    alexnet, vgg16, resnet50, resnet152, transformer, bert, gnmt, gpt3, gpt3moe, dlrm, cosmoflow};
const uint32_t nf_models = sizeof Make / sizeof Make[0];
_Static_assert(sizeof Make / sizeof Make[0] == sizeof nf_model_words / sizeof nf_model_words[0],
               "a name for each");

int nf_model_make(nf_model *m, uint32_t which, uint32_t length, nf_err *e) {
  *m = (nf_model){.name = nf_model_words[which]};
  Make[which](m, length);
  m->blocks++; // until here it is the number of the last
  return e->status;
}

double nf_model_parameters(const nf_model *m) {
  double sum = 0;
  for (uint32_t i = 0; i < m->layers; i++)
    sum += m->layer[i].parameters;
  return sum;
}

double nf_model_macs(const nf_model *m) {
  double sum = 0;
  for (uint32_t i = 0; i < m->layers; i++)
    sum += m->layer[i].rows * m->layer[i].k * m->layer[i].n * m->layer[i].repeat;
  return sum;
}

double nf_model_outputs(const nf_model *m, uint32_t block) {
  const nf_layer *last = NULL;
  for (uint32_t i = 0; i < m->layers && m->layer[i].block <= block; i++)
    last = &m->layer[i];
  return last ? last->rows * last->n * last->repeat : 0;
}

uint32_t nf_model_exchangers(const nf_model *m) {
  for (uint32_t i = 0; i < m->layers; i++)
    if (m->layer[i].all_to_all > 0)
      return NF_MODEL_EXPERTS;
  return 1;
}

bool nf_model_looks_up(const nf_model *m) {
  for (uint32_t i = 0; i < m->layers; i++)
    if (m->layer[i].looked_up > 0)
      return true;
  return false;
}
