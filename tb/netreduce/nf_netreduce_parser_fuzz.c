// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The parser's C model under libFuzzer: whatever the bytes of a case (nf_netreduce_parser_case.h)
// are, its records must be the frame kit's. A difference ends the program.
//
// Bytes that change at random hardly ever pass a check sum. So the changes are the fuzzer's own,
// but mostly inside one frame, whose check sums are then made right again; or the kit's, which
// corrupts one field at a time. New frames come from the kit too: no file is needed to begin with.
#include "nf_netreduce_parser_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nf_tb_int.h" // the kit's random numbers, here without a test driver

enum { HEAD = NF_PARSER_CASE_HEAD, LEAST = 54, MOST = 2048 }; // bytes of a frame: to seal, to keep

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t room); // libFuzzer's

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  const char *const wrong = nf_parser_case_run(bytes, size, NULL);
  if (wrong != NULL) {
    fprintf(stderr, "nf_netreduce_parser: %s\n", wrong);
    abort();
  }
  return 0;
}

// A case that is being changed.
typedef struct {
  uint8_t *bytes;
  size_t size, room;
  size_t at, given; // one of its frames: its head, and how many bytes it has behind that
} draft;

// Any of its frames; false: it has none.
static bool choose(nf_tb *tb, draft *d) {
  size_t places[NF_PARSER_CASE_FRAMES];
  unsigned count = 0;
  for (size_t at = HEAD; at + HEAD <= d->size && count < NF_PARSER_CASE_FRAMES;) {
    places[count++] = at;
    at += HEAD + nf_parser_case_given(d->bytes, d->size, at);
  }
  if (count == 0)
    return false;
  d->at = places[nf_tb_below(tb, count)];
  d->given = nf_parser_case_given(d->bytes, d->size, d->at);
  return true;
}

// The chosen frame becomes this one, if there is room.
static void store(draft *d, const nf_frame *f) {
  uint8_t *const frame = d->bytes + d->at + HEAD;
  if (d->size - d->given + f->size > d->room || f->size > MOST)
    return;
  memmove(frame + f->size, frame + d->given, d->size - d->at - HEAD - d->given);
  memcpy(frame, f->bytes, f->size);
  frame[-2] = (uint8_t)(f->size >> 8);
  frame[-1] = (uint8_t)f->size;
  d->size += f->size - d->given;
  d->given = f->size;
}

static void load(const draft *d, nf_frame *f) {
  f->size = d->given < MOST ? (unsigned)d->given : MOST;
  memcpy(f->bytes, d->bytes + d->at + HEAD, f->size);
  memset(f->bytes + f->size, 0, MOST - f->size);
}

// Mark and pause of a frame; seldom with zeros behind it, which take time and teach little.
static uint8_t any_control(nf_tb *tb) {
  return (uint8_t)(nf_tb_rand(tb) & (nf_tb_chance(tb, 10) ? 255 : 15));
}

// A frame without bytes behind all others, chosen; false: no room.
static bool append(nf_tb *tb, draft *d) {
  if (d->size < HEAD) {
    memset(d->bytes, 0, d->room < HEAD ? d->room : HEAD);
    d->size = HEAD;
  }
  if (d->size + HEAD > d->room)
    return false;
  d->at = d->size;
  d->given = 0;
  d->size += HEAD;
  memset(d->bytes + d->at, 0, HEAD);
  if (nf_tb_chance(tb, 10))
    d->bytes[d->at] = any_control(tb);
  return true;
}

// The kit's, or one that was published.
static void make(nf_tb *tb, const draft *d, nf_frame *f) {
  static const unsigned most[] = {0, 12, 40, 40, 200, 1024};
  static uint8_t payload[1024];
  if (nf_tb_chance(tb, 10)) {
    const nf_frame_published *const p = &nf_frames_published[nf_tb_below(tb, NF_FRAMES_PUBLISHED)];
    f->size = p->size;
    memcpy(f->bytes, p->bytes, p->size);
    return;
  }
  nf_frame_fields fields;
  const nf_frame tag = {.size = 4, .bytes = {d->bytes[0], d->bytes[1], d->bytes[2], d->bytes[3]}};
  nf_frame_any(tb, &fields, nf_frame_get(&tag, 0, 4), payload, most[nf_tb_below(tb, 6)]);
  nf_frame_build(f, &fields);
}

// Lengths at and around what the frame has, and around the most that can be said.
static void lengthen(nf_tb *tb, nf_frame *f) {
  const uint32_t bytes = nf_tb_chance(tb, 80) ? f->size - 14 : UINT16_MAX;
  const uint32_t ip = bytes + 4 - (uint32_t)nf_tb_below(tb, 16);
  const uint32_t udp = ip - 20 + (nf_tb_chance(tb, 20) ? (uint32_t)nf_tb_below(tb, 9) - 4 : 0);
  nf_frame_put(f, 16, 2, ip);
  nf_frame_put(f, 38, 2, udp);
}

// One change to the chosen frame.
static void change(nf_tb *tb, draft *d) {
  static nf_frame f;
  load(d, &f);
  bool seal = nf_tb_chance(tb, 75);
  switch (nf_tb_below(tb, 6)) {
  case 0:
  case 1:
    f.size = (unsigned)LLVMFuzzerMutate(f.bytes, f.size, MOST);
    break;
  case 2:
    make(tb, d, &f);
    break;
  case 3:
    lengthen(tb, &f);
    break;
  case 4:
    d->bytes[d->at] = any_control(tb);
    d->bytes[d->at + 1] = (uint8_t)nf_tb_rand(tb); // bytes behind the end
    seal = false;
    break;
  default:
    if (f.size >= LEAST)
      nf_frame_corrupt(tb, &f, (nf_frame_corruption)nf_tb_below(tb, NF_CORRUPT_KINDS));
    seal = false;
  }
  if (seal && f.size >= LEAST)
    nf_frame_seal(&f);
  store(d, &f);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned seed) {
  static nf_tb tb;
  tb.random = seed;
  draft d = {.bytes = bytes, .size = size, .room = room};
  if (nf_tb_chance(&tb, 10))
    return LLVMFuzzerMutate(bytes, size, room);
  if (nf_tb_chance(&tb, 15) || !choose(&tb, &d)) {
    if (append(&tb, &d)) {
      static nf_frame f;
      make(&tb, &d, &f);
      store(&d, &f);
    }
    return d.size < room ? d.size : room;
  }
  change(&tb, &d);
  return d.size;
}
