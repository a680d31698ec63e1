// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames in a row as a file, for what finds frames by itself: the fuzzer, and the tests that repeat
// what it found. Any bytes are a case:
//
//   4 bytes    InetTag
//   then for each frame, up to 20 of them, until the file ends:
//   1 byte     bits 1:0   marked as bad with: 0 no beat, 1 the first, 2 the last, 3 the middle one
//              bits 3:2   idle cycles before each of its beats
//              bits 7:4   n: 2^(n+1) zeros follow its bytes; 0: none
//   1 byte     bits 5:0   so many of all these are behind the frame's end, in its last beat or
//   beats 2 bytes    number of its bytes that are in the file
//              its bytes; what is missing at the end of the file does not belong to it
//
// Numbers begin with their highest byte. A frame has one byte or more, or it is left out.
#ifndef NF_NETREDUCE_PARSER_CASE_H
#define NF_NETREDUCE_PARSER_CASE_H

#include "netreduce/nf_netreduce_parser.h"
#include "nf_frame_kit.h"

enum {
  NF_PARSER_CASE_FRAMES = 20,
  NF_PARSER_CASE_HEAD = 4, // bytes before a frame's own, and of InetTag
  NF_PARSER_LATENCY = 9,   // cycles from the last beat to the record
  NF_PARSER_CAUSES = 32
};

// Plays a case, one cycle after the other.
typedef struct {
  const uint8_t *bytes;
  size_t size, at; // `at`: the next frame
  uint32_t tag;
  unsigned frames;
  nf_frame frame;             // the present one
  bool err;                   // some beat of it so far was marked
  unsigned beat, beats, wait; // wait: idle cycles before the next beat
  unsigned mark, pause;       // as the case has them
} nf_parser_case;

void nf_parser_case_open(nf_parser_case *c, const uint8_t *bytes, size_t size);
// Inputs of a cycle; false: the case is over, and they are idle. With in->last the frame has ended.
bool nf_parser_case_next(nf_parser_case *c, nf_netreduce_parser_in *in);

// Bytes in the file of the frame that begins at `at`, where its four bytes must be.
size_t nf_parser_case_given(const uint8_t *bytes, size_t size, size_t at);

// Plays a case on the C model and compares each record and its cycle with the frame kit's. NULL, or
// what is wrong. Adds to the tally, which may be NULL.
typedef struct {
  unsigned cycles, frames, seen[NF_PARSER_CAUSES];
  unsigned conns; // connections of frames that are not the engine's
} nf_parser_tally;
const char *nf_parser_case_run(const uint8_t *bytes, size_t size, nf_parser_tally *tally);

// The cases that are kept, in the order of their names; tests run at the root of the tree.
#define NF_PARSER_CORPUS "tb/netreduce/corpus"
typedef struct {
  const uint8_t *bytes;
  size_t size;
} nf_parser_file;
// Returns how many there are, 0 if they cannot be read; the bytes stay for the whole run.
unsigned nf_parser_corpus(const nf_parser_file **files);

#endif
