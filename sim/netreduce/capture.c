// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _DEFAULT_SOURCE // u_char and others of pcap.h
#include "sim/netreduce/capture.h"

#include "sim/netreduce/pcap.h"
#include <errno.h>
#include <string.h>

enum { LONGEST = 65535 };
#define MOST_SECONDS (INT64_C(1) << 33) // of a time stamp: in nanoseconds they are 64 bits
static const uint64_t Second = 1000000000;

// From the first reader or writer on.
static const nf_nr_pcap *Lib;

static const nf_nr_pcap *lib(nf_err *e) { return Lib ? Lib : (Lib = nf_nr_pcap_load(e)); }

int nf_nr_reader_open(nf_nr_reader *r, const char *path, nf_err *e) {
  char text[PCAP_ERRBUF_SIZE] = "";
  *r = (nf_nr_reader){.path = path};
  if (!lib(e))
    return e->status;
  r->pcap = Lib->pcap_open_offline_with_tstamp_precision(path, PCAP_TSTAMP_PRECISION_NANO, text);
  if (!r->pcap) // the text names the file when it cannot be opened
    return nf_refuse(e, "%s%s%s; give a pcap or pcapng file", strstr(text, path) ? "" : path,
                     strstr(text, path) ? "" : ": ", text);
  const int link = Lib->pcap_datalink(r->pcap);
  if (link != DLT_EN10MB) {
    const char *name = Lib->pcap_datalink_val_to_name(link);
    return nf_refuse(e, "%s: holds frames of link type %s (%d), not of Ethernet (EN10MB, 1)", path,
                     name ? name : "unknown", link);
  }
  return nf_nr_reader_next(r, e);
}

int nf_nr_reader_next(nf_nr_reader *r, nf_err *e) {
  struct pcap_pkthdr *head;
  const u_char *data;
  const int got = Lib->pcap_next_ex(r->pcap, &head, &data);
  r->any = got == 1;
  if (got == PCAP_ERROR_BREAK) // the end of the file
    return e->status;
  r->count++;
  if (got != 1)
    return nf_refuse(e, "%s: frame %llu: %s", r->path, (unsigned long long)r->count,
                     Lib->pcap_geterr(r->pcap));
  if (head->caplen != head->len)
    return nf_refuse(e,
                     "%s: frame %llu was captured in part, %u of %u bytes; capture whole frames "
                     "(tcpdump -s 0)",
                     r->path, (unsigned long long)r->count, head->caplen, head->len);
  if (head->len == 0 || head->len > LONGEST)
    return nf_refuse(e, "%s: frame %llu has %u bytes; 1..%d can be", r->path,
                     (unsigned long long)r->count, head->len, LONGEST);
  // With this precision the part of a second is in nanoseconds.
  if (head->ts.tv_sec < 0 || head->ts.tv_sec > MOST_SECONDS || head->ts.tv_usec < 0)
    return nf_refuse(e, "%s: frame %llu has a time stamp of %lld s, which cannot be; set it right",
                     r->path, (unsigned long long)r->count, (long long)head->ts.tv_sec);
  const uint64_t time = (uint64_t)head->ts.tv_sec * Second + (uint64_t)head->ts.tv_usec;
  r->time = time > r->time ? time : r->time;
  r->frame = data;
  r->bytes = head->len;
  return e->status;
}

void nf_nr_reader_close(nf_nr_reader *r) {
  if (r->pcap)
    Lib->pcap_close(r->pcap);
  r->pcap = NULL;
}

int nf_nr_writer_open(nf_nr_writer *w, const char *path, nf_err *e) {
  *w = (nf_nr_writer){.path = path};
  if (!lib(e))
    return e->status;
  w->pcap =
      Lib->pcap_open_dead_with_tstamp_precision(DLT_EN10MB, LONGEST, PCAP_TSTAMP_PRECISION_NANO);
  if (!w->pcap)
    return nf_err_memory(e, path);
  w->dumper = Lib->pcap_dump_open(w->pcap, path);
  if (!w->dumper)
    return nf_refuse(e, "%s", Lib->pcap_geterr(w->pcap));
  return e->status;
}

void nf_nr_writer_put(nf_nr_writer *w, uint64_t nanoseconds, const uint8_t *frame, unsigned bytes) {
  struct pcap_pkthdr head = {.caplen = bytes, .len = bytes};
  head.ts.tv_sec = (time_t)(nanoseconds / Second);
  head.ts.tv_usec = (suseconds_t)(nanoseconds % Second);
  Lib->pcap_dump(w->dumper, &head, frame);
}

int nf_nr_writer_close(nf_nr_writer *w, nf_err *e) {
  if (w->dumper) {
    errno = 0;
    // A frame that did not fit any more is not reported otherwise: a later flush may succeed.
    if (Lib->pcap_dump_flush(w->dumper) != 0 || ferror(Lib->pcap_dump_file(w->dumper)))
      nf_refuse(e, "%s: cannot be written: %s", w->path,
                errno ? strerror(errno) : "the disk may be full");
    Lib->pcap_dump_close(w->dumper);
  }
  if (w->pcap)
    Lib->pcap_close(w->pcap);
  *w = (nf_nr_writer){0};
  return e->status;
}
