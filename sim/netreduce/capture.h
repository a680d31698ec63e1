// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Captures: pcap and pcapng files of Ethernet frames in, pcap with nanoseconds out.
#ifndef NF_NR_CAPTURE_H
#define NF_NR_CAPTURE_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const char *path;
  void *pcap;
  uint64_t count; // frames read, this one included
  // The next frame, when there is one; its bytes stay until the next call.
  bool any;
  uint64_t time; // nanoseconds; does not go back
  const uint8_t *frame;
  unsigned bytes;
} nf_nr_reader;

// Opens a capture and reads its first frame. Refuses what is no capture of Ethernet.
int nf_nr_reader_open(nf_nr_reader *r, const char *path, nf_err *e);
// Goes to the next frame. Refuses a file that ends within a frame, and a frame that was cut.
int nf_nr_reader_next(nf_nr_reader *r, nf_err *e);
void nf_nr_reader_close(nf_nr_reader *r);

typedef struct {
  const char *path;
  void *pcap, *dumper;
} nf_nr_writer;

int nf_nr_writer_open(nf_nr_writer *w, const char *path, nf_err *e);
void nf_nr_writer_put(nf_nr_writer *w, uint64_t nanoseconds, const uint8_t *frame, unsigned bytes);
// Refuses when not all could be written. A writer that was not opened is allowed.
int nf_nr_writer_close(nf_nr_writer *w, nf_err *e);

#endif
