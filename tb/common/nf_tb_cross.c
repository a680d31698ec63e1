/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * Functional cross coverage: what each handshake of a block did, what came in while something else
 * went out, and the crosses that a bench declares. scripts/crosses.py asks for every bin.
 */
#include "nf_tb_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A handshake in one cycle: nothing offered, offered and not taken, offered and taken. */
enum { IDLE, WAITS, MOVES, STATES };
static const char *const STATE[STATES] = {"idle", "waits", "moves"};

/* x_valid and x_ready, one of them an input and the other an output; of n bits, n handshakes that
 * share their bins. */
typedef struct {
  const nf_dut_field *valid, *ready;
  bool incoming;     /* valid is the input */
  unsigned seen;     /* states of this cycle, one bit each */
  unsigned char *at; /* state of each in the cycle before */
  uint64_t then[STATES][STATES];
} handshake;

struct nf_tb_crosses {
  size_t count;
  handshake *list;
  uint64_t (*both)[STATES][STATES]; /* [incoming * count + outgoing] */
  uint64_t **declared;              /* hits of each cross of the bench */
};

static void *zeroed(size_t count, size_t size) {
  void *const p = calloc(count ? count : 1, size);
  if (!p) {
    fputs("Bail out! out of memory\n", stdout);
    exit(2);
  }
  return p;
}

/* The ready that belongs to a valid, on the other side of the block. */
static const nf_dut_field *ready_of(const nf_dut_field *valid, const nf_dut_field *ports,
                                    size_t count) {
  const size_t stem = strlen(valid->name) - strlen("valid");
  for (size_t k = 0; k < count; ++k) {
    if (strlen(ports[k].name) == strlen(valid->name) &&
        memcmp(ports[k].name, valid->name, stem) == 0 && strcmp(ports[k].name + stem, "ready") == 0)
      return &ports[k];
  }
  return NULL;
}

static void find(struct nf_tb_crosses *x, const nf_dut_field *ports, size_t count,
                 const nf_dut_field *others, size_t other_count, bool incoming) {
  for (size_t k = 0; k < count; ++k) {
    const size_t length = strlen(ports[k].name);
    if (length < 5 || strcmp(ports[k].name + length - 5, "valid") != 0)
      continue;
    const nf_dut_field *const ready = ready_of(&ports[k], others, other_count);
    if (ready)
      x->list[x->count++] = (handshake){
          .valid = &ports[k], .ready = ready, .incoming = incoming, .at = zeroed(ports[k].bits, 1)};
  }
}

static size_t bins_on(const char *const *axis) {
  size_t bins = 0;
  while (axis[bins])
    ++bins;
  return bins;
}

static size_t bins_of(const nf_tb_cross *cross) {
  size_t bins = 1;
  for (size_t a = 0; a < NF_TB_AXES && cross->axis[a]; ++a)
    bins *= bins_on(cross->axis[a]);
  return bins;
}

void nf_tb_crosses_open(nf_tb *tb) {
  const nf_dut *const dut = tb->bench->dut;
  struct nf_tb_crosses *const x = tb->crosses = zeroed(1, sizeof *x);
  x->list = zeroed(dut->in_count + dut->out_count, sizeof *x->list);
  if (dut->clocked) {
    find(x, dut->in, dut->in_count, dut->out, dut->out_count, true);
    find(x, dut->out, dut->out_count, dut->in, dut->in_count, false);
  }
  x->both = zeroed(x->count * x->count, sizeof *x->both);
  x->declared = zeroed(tb->bench->cross_count, sizeof *x->declared);
  for (size_t k = 0; k < tb->bench->cross_count; ++k)
    x->declared[k] = zeroed(bins_of(&tb->bench->crosses[k]), sizeof **x->declared);
}

void nf_tb_crosses_close(nf_tb *tb) {
  struct nf_tb_crosses *const x = tb->crosses;
  for (size_t k = 0; k < x->count; ++k)
    free(x->list[k].at);
  for (size_t k = 0; k < tb->bench->cross_count; ++k)
    free(x->declared[k]);
  free(x->declared);
  free(x->both);
  free(x->list);
  free(x);
  tb->crosses = NULL;
}

void nf_tb_crosses_reset(nf_tb *tb) {
  for (size_t k = 0; k < tb->crosses->count; ++k)
    memset(tb->crosses->list[k].at, IDLE, tb->crosses->list[k].valid->bits);
}

static bool bit_of(const unsigned char *image, const nf_dut_field *field, size_t k) {
  return image[field->offset + k / 8] >> (k % 8) & 1;
}

void nf_tb_crosses_cycle(nf_tb *tb, const void *in, const void *out) {
  struct nf_tb_crosses *const x = tb->crosses;
  for (size_t k = 0; k < x->count; ++k) {
    handshake *const h = &x->list[k];
    h->seen = 0;
    for (unsigned b = 0; b < h->valid->bits; ++b) {
      const unsigned of_ready = b * h->ready->bits / h->valid->bits;
      const bool valid = bit_of(h->incoming ? in : out, h->valid, b);
      const bool ready = bit_of(h->incoming ? out : in, h->ready, of_ready);
      const unsigned now = !valid ? IDLE : ready ? MOVES : WAITS;
      ++h->then[h->at[b]][now];
      h->at[b] = (unsigned char)now;
      h->seen |= 1U << now;
    }
  }
  for (size_t i = 0; i < x->count; ++i) {
    for (size_t o = 0; x->list[i].incoming && o < x->count; ++o) {
      if (x->list[o].incoming)
        continue;
      for (unsigned bin = 0; bin < STATES * STATES; ++bin)
        x->both[i * x->count + o][bin / STATES][bin % STATES] +=
            x->list[i].seen >> (bin / STATES) & x->list[o].seen >> (bin % STATES) & 1;
    }
  }
}

void nf_tb_cross_hit(nf_tb *tb, const nf_tb_cross *cross, const unsigned *bin) {
  const ptrdiff_t which = cross - tb->bench->crosses;
  size_t at = 0;
  for (size_t a = 0; a < NF_TB_AXES && cross->axis[a]; ++a) {
    const size_t of = bins_on(cross->axis[a]);
    nf_tb_check(tb, bin[a] < of, "cross '%s': bin %u of %zu", cross->name, bin[a], of);
    if (bin[a] >= of)
      return;
    at = at * of + bin[a];
  }
  ++tb->crosses->declared[which][at];
}

/* Length of what a handshake is called: its valid without that word. */
static int stem(const handshake *h) { return (int)(strlen(h->valid->name) - strlen("valid")); }

static void write_handshakes(const nf_tb *tb, FILE *f) {
  const struct nf_tb_crosses *const x = tb->crosses;
  const char *const block = tb->bench->dut->name;
  for (size_t k = 0; k < x->count; ++k) {
    const handshake *const h = &x->list[k];
    for (unsigned bin = 0; bin < STATES * STATES; ++bin) {
      if (bin != WAITS * STATES + IDLE) /* an offer stands until it is taken (AXI4 A3.2.1) */
        fprintf(f, "%s\t%.*s then\t%s, %s\t%" PRIu64 "\n", block, stem(h), h->valid->name,
                STATE[bin / STATES], STATE[bin % STATES], h->then[bin / STATES][bin % STATES]);
    }
  }
  for (size_t i = 0; i < x->count; ++i) {
    for (size_t o = 0; x->list[i].incoming && o < x->count; ++o) {
      const handshake *const a = &x->list[i], *const b = &x->list[o];
      for (unsigned bin = 0; !b->incoming && bin < STATES * STATES; ++bin)
        fprintf(f, "%s\t%.*s x %.*s\t%s, %s\t%" PRIu64 "\n", block, stem(a), a->valid->name,
                stem(b), b->valid->name, STATE[bin / STATES], STATE[bin % STATES],
                x->both[i * x->count + o][bin / STATES][bin % STATES]);
    }
  }
}

static void write_declared(const nf_tb *tb, const nf_tb_cross *cross, const uint64_t *hits,
                           FILE *f) {
  const size_t bins = bins_of(cross);
  for (size_t k = 0; k < bins; ++k) {
    size_t weight = bins;
    fprintf(f, "%s\t%s\t", tb->bench->dut->name, cross->name);
    for (size_t a = 0; a < NF_TB_AXES && cross->axis[a]; ++a) {
      const size_t of = bins_on(cross->axis[a]);
      weight /= of;
      fprintf(f, "%s%s", a ? ", " : "", cross->axis[a][k / weight % of]);
    }
    fprintf(f, "\t%" PRIu64 "\n", hits[k]);
  }
}

void nf_tb_crosses_write(const nf_tb *tb, FILE *f) {
  fprintf(f, "%s\truns\t%s\t1\n", tb->bench->dut->name, tb->bench->dut->params);
  write_handshakes(tb, f);
  for (size_t k = 0; k < tb->bench->cross_count; ++k)
    write_declared(tb, &tb->bench->crosses[k], tb->crosses->declared[k], f);
}
