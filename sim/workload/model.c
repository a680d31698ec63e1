// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "model.h"
#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 5, 6))) static nf_layer *add(nf_model *m, double rows, double k,
                                                           double n, const char *name, ...) {
  // The longest table, of GPT-3, has 482 layers.
  nf_layer *l = &m->layer[m->layers++];
  va_list args;
  *l = (nf_layer){.rows = rows, .k = k, .n = n, .repeat = 1, .parameters = k * n};
  va_start(args, name);
  vsnprintf(l->name, sizeof l->name, name, args);
  va_end(args);
  return l;
}

// ------------------------------------------------------------------------------- images
// A convolution of a square window; `out` pixels on a side come out. With a bias, or with the scale
// and shift of a batch normalisation behind it.
static void convolution(nf_model *m, const char *name, uint32_t in, uint32_t window, uint32_t to,
                        uint32_t out, uint32_t per_channel) {
  nf_layer *l =
      add(m, (double)out * out, (double)in * window * window, to, "%s %ux%u", name, window, window);
  l->parameters += (double)per_channel * to;
}

static void full(nf_model *m, uint32_t in, uint32_t out) {
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
      const uint32_t before = b == 0 && s > 0 ? 2 * side : side;
      char name[24];
      snprintf(name, sizeof name, "conv%u.%u", s + 2, b + 1);
      convolution(m, name, in, 1, width, before, 2);
      convolution(m, name, width, 3, width, side, 2);
      convolution(m, name, width, 1, wide, side, 2);
      if (b == 0)
        convolution(m, "project", in, 1, wide, side, 2);
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
static void words(nf_model *m, const char *name, double count, double width) {
  nf_layer *l = add(m, 0, 0, 0, "%s", name);
  l->parameters = count * width;
}

// Queries, keys, values and what comes of them, with biases, and a normalisation (2 width); the
// products of queries with keys and of those with values have no parameters.
static void attention(nf_model *m, const char *where, uint32_t length, uint32_t d) {
  add(m, length, d, 3.0 * d, "%s qkv", where)->parameters += 3.0 * d;
  add(m, length, d, 2.0 * length, "%s scores", where)->parameters = 0;
  add(m, length, d, d, "%s out", where)->parameters += 3.0 * d;
}

static void feed_forward(nf_model *m, const char *where, uint32_t length, uint32_t d, uint32_t ff) {
  add(m, length, d, ff, "%s up", where)->parameters += ff;
  add(m, length, ff, d, "%s down", where)->parameters += 3.0 * d;
}

static void blocks(nf_model *m, const char *what, uint32_t count, uint32_t length, uint32_t d,
                   uint32_t attentions) {
  for (uint32_t i = 0; i < count; i++) {
    char name[24];
    snprintf(name, sizeof name, "%s%u", what, i + 1);
    for (uint32_t a = 0; a < attentions; a++)
      attention(m, name, length, d);
    feed_forward(m, name, length, d, 4 * d);
  }
}

static void transformer(nf_model *m, uint32_t length) {
  words(m, "words", 37000, 1024); // shared by both sides and the last product
  blocks(m, "encoder", 6, length, 1024, 1);
  blocks(m, "decoder", 6, length, 1024, 2);
  add(m, length, 1024, 37000, "to words")->parameters = 0;
}

static void bert(nf_model *m, uint32_t length) {
  words(m, "words", 30522 + 512 + 2 + 2, 1024); // positions, segments, a normalisation
  blocks(m, "layer", 24, length, 1024, 1);
  add(m, 1, 1024, 1024, "pool")->parameters += 1024;
}

static void gpt3(nf_model *m, uint32_t length) {
  words(m, "words", 50257 + 2048, 12288);
  blocks(m, "layer", 96, length, 12288, 1);
  add(m, length, 12288, 50257, "to words")->parameters = 0;
}

// A layer of LSTM reads word after word.
static void lstm(nf_model *m, const char *name, uint32_t number, uint32_t length, uint32_t in) {
  nf_layer *l = add(m, 1, in + 1024.0, 4096, "%s%u", name, number);
  l->repeat = length;
  l->parameters += 2 * 4096.0;
}

// The first layer of the encoder reads both ways; the decoder's layers get the attention besides.
static void gnmt(nf_model *m, uint32_t length) {
  words(m, "words in", 32000, 1024);
  words(m, "words out", 32000, 1024);
  lstm(m, "encoder forth ", 1, length, 1024);
  lstm(m, "encoder back ", 1, length, 1024);
  for (uint32_t i = 2; i <= 8; i++)
    lstm(m, "encoder ", i, length, i == 2 ? 2048 : 1024);
  add(m, length, 1024, 2 * 1024, "attention");
  for (uint32_t i = 1; i <= 8; i++)
    lstm(m, "decoder ", i, length, 2048);
  add(m, length, 1024, 32000, "to words")->parameters += 32000;
}

// ------------------------------------------------------------------------------- by name
const char *const nf_model_words[] = {"alexnet",     "vgg16", "resnet50", "resnet152",
                                      "transformer", "bert",  "gnmt",     "gpt3"};
static void (*const Make[])(nf_model *m, uint32_t length) = {
    alexnet, vgg16, resnet50, resnet152, transformer, bert, gnmt, gpt3};
const uint32_t nf_models = sizeof Make / sizeof Make[0];
_Static_assert(sizeof Make / sizeof Make[0] == sizeof nf_model_words / sizeof nf_model_words[0],
               "a name for each");

int nf_model_make(nf_model *m, uint32_t which, uint32_t length, nf_err *e) {
  *m = (nf_model){.name = nf_model_words[which]};
  Make[which](m, length);
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
