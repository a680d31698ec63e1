// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/train_data.h"

#include "sim/common/rng.h"
#include <math.h>
#include <stdlib.h>

// Points as pairs of digits, x to the right and y down, 0..9 each; a blank ends a stroke.
static const char *const Glyphs[NF_NR_CLASSES] = {
    "402227496977726040",        "325059 3979", "22306072742979",
    "214060726444 647677693928", "502676 6369", "7020245475775928",
    "603326396977653526",        "207049",      "442330607354442639697654",
    "746535233060736749"};

// How far an image is from its glyph.
static const float Turn = 0.4f, Slant = 0.35f, Shift = 1.6f, Scale = 0.25f, Noise = 0.2f;
static const float Middle = 4.5f, Mean = 0.25f; // of a glyph; of a pixel

typedef struct {
  float x, y;
} point;

typedef struct {
  float xx, xy, yx, yy, x, y; // glyph to pixels
  float thickness;
} look;

static float uniform(nf_rng *r) { // -1..1
  return (float)(int32_t)(nf_rng_next(r) >> 40) * 0x1p-23f - 1;
}

static float bell(nf_rng *r) { // near the normal distribution, of variance 1
  float sum = 0;
  for (unsigned i = 0; i < 3; i++)
    sum += uniform(r);
  return sum;
}

static look any_look(nf_rng *r) {
  const float angle = Turn * uniform(r), slant = Slant * uniform(r);
  const float wide = 1 + Scale * uniform(r), high = 1 + Scale * uniform(r);
  const float c = cosf(angle), s = sinf(angle), centre = (NF_NR_IMAGE - 1) / 2.0f;
  look k = {.xx = c * wide,
            .xy = (c * slant - s) * high,
            .yx = s * wide,
            .yy = (s * slant + c) * high,
            .thickness = 0.65f + 0.35f * uniform(r)};
  k.x = centre + Shift * uniform(r);
  k.y = centre + Shift * uniform(r);
  return k;
}

static point place(const look *k, const char *digits) {
  const float x = (float)(digits[0] - '0') - Middle, y = (float)(digits[1] - '0') - Middle;
  return (point){k->xx * x + k->xy * y + k->x, k->yx * x + k->yy * y + k->y};
}

static float distance(point p, point a, point b) {
  const float dx = b.x - a.x, dy = b.y - a.y;
  float along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
  along = along < 0 ? 0 : along > 1 ? 1 : along;
  return hypotf(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

static void draw_line(float *pixel, const look *k, point a, point b) {
  for (unsigned i = 0; i < NF_NR_PIXELS; i++) {
    const point p = {(float)(i % NF_NR_IMAGE), (float)(i / NF_NR_IMAGE)};
    const float ink = k->thickness + 0.5f - distance(p, a, b), most = ink > 1 ? 1 : ink;
    if (most > pixel[i])
      pixel[i] = most;
  }
}

static void draw(float *pixel, unsigned label, nf_rng *r) {
  const look k = any_look(r);
  for (unsigned i = 0; i < NF_NR_PIXELS; i++)
    pixel[i] = 0;
  for (const char *s = Glyphs[label]; s[2]; s += 2) {
    if (s[2] == ' ')
      s++; // the next stroke begins behind it
    else
      draw_line(pixel, &k, place(&k, s), place(&k, s + 2));
  }
  for (unsigned i = 0; i < NF_NR_PIXELS; i++)
    pixel[i] += Noise * bell(r) - Mean;
}

int nf_nr_images_make(nf_nr_images *m, unsigned count, uint64_t seed, nf_err *e) {
  nf_rng rng = {seed};
  *m = (nf_nr_images){
      .count = count, .pixel = calloc(count, sizeof *m->pixel), .label = calloc(count, 1)};
  if (!m->pixel || !m->label)
    return nf_err_memory(e, "the images");
  for (unsigned i = 0; i < count; i++) {
    m->label[i] = (uint8_t)nf_rng_below(&rng, NF_NR_CLASSES);
    draw(m->pixel[i], m->label[i], &rng);
  }
  return e->status;
}

void nf_nr_images_free(nf_nr_images *m) {
  free(m->pixel);
  free(m->label);
}
