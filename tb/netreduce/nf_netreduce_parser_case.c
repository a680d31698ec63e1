// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L

#include "nf_netreduce_parser_case.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "netreduce/nf_netreduce_pkg.h"

enum { HEAD = NF_PARSER_CASE_HEAD, BEAT = NF_FRAME_BEAT, DUE = 16 };

void nf_parser_case_open(nf_parser_case *c, const uint8_t *bytes, size_t size) {
  c->bytes = bytes;
  c->size = size;
  c->at = HEAD;
  c->frames = c->beat = c->beats = 0;
  c->tag = 0;
  for (unsigned i = 0; i < HEAD && i < size; i++)
    c->tag |= (uint32_t)bytes[i] << (24 - 8 * i);
}

size_t nf_parser_case_given(const uint8_t *bytes, size_t size, size_t at) {
  const size_t said = (size_t)bytes[at + 2] << 8 | bytes[at + 3], left = size - at - HEAD;
  return said < left ? said : left;
}

// The next frame of the file; false: there is none.
static bool read_frame(nf_parser_case *c) {
  while (c->at + HEAD <= c->size && c->frames < NF_PARSER_CASE_FRAMES) {
    const uint8_t *const head = c->bytes + c->at;
    const size_t given = nf_parser_case_given(c->bytes, c->size, c->at);
    const size_t zeros = head[0] >> 4 != 0 ? 2u << (head[0] >> 4) : 0;
    const size_t all = given + zeros < NF_FRAME_ROOM ? given + zeros : NF_FRAME_ROOM;
    const unsigned behind = head[1] & 63;
    c->at += HEAD + given;
    if (all == 0)
      continue;
    c->frames++;
    c->mark = head[0] & 3;
    c->pause = head[0] >> 2 & 3;
    c->frame.size = all > behind ? (unsigned)all - behind : 1;
    c->beat = 0;
    c->beats = nf_frame_beats(&c->frame);
    c->wait = c->pause;
    c->err = false;
    const size_t end = (all + BEAT - 1) / BEAT * BEAT;
    memcpy(c->frame.bytes, head + HEAD, given);
    memset(c->frame.bytes + given, 0, end - given);
    return true;
  }
  return false;
}

bool nf_parser_case_next(nf_parser_case *c, nf_netreduce_parser_in *in) {
  *in = (nf_netreduce_parser_in){.cfg_tag = ~c->tag}; // counts with the first beat only
  if (c->beat == c->beats && !read_frame(c))
    return false;
  if (c->wait != 0) {
    c->wait--;
    return true;
  }
  const unsigned marked[] = {c->beats, 0, c->beats - 1, c->beats / 2};
  in->valid = true;
  in->last = c->beat + 1 == c->beats;
  in->err = c->beat == marked[c->mark];
  in->bytes = in->last ? (uint8_t)(c->frame.size - c->beat * BEAT) : UINT8_MAX;
  memcpy(&in->data, c->frame.bytes + c->beat * BEAT, BEAT);
  if (c->beat == 0)
    in->cfg_tag = c->tag;
  c->err |= in->err;
  c->wait = c->pause;
  c->beat++;
  return true;
}

const char *nf_parser_case_run(const uint8_t *bytes, size_t size, nf_parser_tally *tally) {
  static nf_parser_case c;
  static const nf_netreduce_parser_cfg cfg = {0};
  struct {
    unsigned cycle;
    uint64_t meta[4];
  } due[DUE];
  unsigned asked = 0, answered = 0;
  nf_netreduce_parser *m;
  const char *wrong = nf_netreduce_parser_init(&m, &cfg);
  nf_parser_case_open(&c, bytes, size);
  bool going = true;
  for (unsigned cycle = 0; wrong == NULL && (going || answered != asked); cycle++) {
    const nf_netreduce_parser_out *const out = nf_netreduce_parser_peek(m);
    if (out->meta_valid != (answered != asked && due[answered % DUE].cycle == cycle))
      wrong = out->meta_valid ? "a record that is not due" : "no record where one is due";
    else if (out->meta_valid &&
             memcmp(out->meta, due[answered++ % DUE].meta, sizeof out->meta) != 0)
      wrong = "another record than the frame's";
    nf_netreduce_parser_in in;
    going = nf_parser_case_next(&c, &in);
    nf_netreduce_parser_step(m, &in);
    if (in.last) {
      nf_frame_record(&c.frame, c.err, c.tag, due[asked % DUE].meta);
      due[asked % DUE].cycle = cycle + NF_PARSER_LATENCY;
      const uint64_t *const meta = due[asked % DUE].meta;
      if (tally != NULL) {
        tally->seen[nf_netreduce_meta_cause(meta)]++;
        tally->conns += nf_netreduce_meta_conn(meta) && nf_netreduce_meta_cause(meta) != 0;
      }
      asked++;
    }
    if (tally != NULL)
      tally->cycles++;
  }
  if (tally != NULL)
    tally->frames += asked;
  nf_netreduce_parser_free(m);
  return wrong;
}

static int is_case(const struct dirent *entry) { return entry->d_name[0] != '.'; }

unsigned nf_parser_corpus(const nf_parser_file **files) {
  enum { MOST = 200, ROOM = 61440 };
  static nf_parser_file found[MOST];
  static uint8_t room[ROOM];
  static unsigned count;
  *files = found;
  if (count != 0)
    return count;
  struct dirent **names;
  const int entries = scandir(NF_PARSER_CORPUS, &names, is_case, alphasort);
  size_t used = 0;
  for (int i = 0; i < entries; i++) {
    char path[sizeof NF_PARSER_CORPUS + sizeof names[i]->d_name];
    snprintf(path, sizeof path, NF_PARSER_CORPUS "/%s", names[i]->d_name);
    FILE *const f = fopen(path, "rb");
    if (f != NULL && count < MOST) {
      found[count] = (nf_parser_file){room + used, fread(room + used, 1, ROOM - used, f)};
      used += found[count++].size;
    }
    if (f != NULL)
      fclose(f);
    free(names[i]);
  }
  if (entries >= 0)
    free(names);
  return used < ROOM ? count : 0; // a full room may have cut one
}
