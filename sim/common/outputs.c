// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _XOPEN_SOURCE 700
#include "sim/common/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ------------------------------------------------------------------------------- signals
static nf_outputs *Guarded;

static void remove_temporary(const nf_output *f) {
  if (!f->present)
    return;
  unlink(f->temporary);
  if (f->beside)
    unlink(f->beside);
}

// In a handler, so that it is at once and everywhere: in a long run, in one that waits for the
// reader of a FIFO, before and after it. Calls nothing that a signal could have interrupted.
static void on_signal(int number) {
  static const char text[] = "netfold: interrupted; no file was written\n",
                    full[] = "netfold: a file cannot be written; the disk may be full\n";
  for (unsigned i = 0; i < Guarded->count; i++)
    remove_temporary(&Guarded->file[i]);
  if (isatty(STDERR_FILENO)) // a progress bar's line
    (void)!write(STDERR_FILENO, "\r\033[K", 4);
  if (number != SIGBUS)
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
  else
    (void)!write(STDERR_FILENO, full, sizeof full - 1);
  _exit(number == SIGBUS ? NF_EXIT_BAD_INPUT : 128 + number);
}

static sigset_t signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  return set;
}

void nf_outputs_guard(nf_outputs *out) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGBUS};
  Guarded = out;
  for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction old, action = {.sa_handler = on_signal, .sa_mask = signals()};
    if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) // nohup
      sigaction(numbers[i], &action, NULL);
  }
}

// ------------------------------------------------------------------------------- a further file
int nf_outputs_folder(const char *dir, const char *input, nf_err *e) {
  struct stat a, b;
  if (mkdir(dir, 0777) != 0 && errno != EEXIST)
    return nf_refuse(e, "%s: cannot be made: %s; give a folder for --output", dir, strerror(errno));
  if (stat(dir, &a) != 0 || !S_ISDIR(a.st_mode) || access(dir, W_OK) != 0)
    return nf_refuse(e, "%s: is no folder that can be written; give another for --output", dir);
  if (input && stat(input, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
    return nf_refuse(e,
                     "%s: is the folder of the input, which would be overwritten; give another "
                     "for --output",
                     dir);
  return NF_EXIT_OK;
}

static int refuse(const char *path, const char *why, nf_err *e) {
  return nf_refuse(e, "%s: cannot be written: %s; give another place", path, why);
}

// What symbolic links lead to, whether it is there or not.
static char *follow(const char *path, nf_err *e) {
  char *at = strdup(path), link[NF_PATH_SIZE];
  for (unsigned links = 0; at; links++) {
    const ssize_t n = readlink(at, link, sizeof link - 1);
    if (n < 0)
      return at; // no link
    link[n] = 0;
    const char *slash = strrchr(at, '/');
    const size_t folder = link[0] != '/' && slash ? (size_t)(slash - at) + 1 : 0;
    char *next = malloc(folder + (size_t)n + 1);
    if (next) {
      memcpy(next, at, folder);
      strcpy(next + folder, link);
    }
    free(at);
    at = next;
    if (links == 40) {
      refuse(path, strerror(ELOOP), e);
      free(at);
      return NULL;
    }
  }
  nf_err_memory(e, path);
  return NULL;
}

// Beside a regular file, so that it can be renamed; a copy for what is none may be anywhere.
static char *temporary_name(const nf_output *f) {
  const char *folder = getenv("TMPDIR");
  const size_t size = strlen(f->final) + (folder ? strlen(folder) : 0) + 64;
  char *name = malloc(size);
  if (name && f->through)
    snprintf(name, size, "%s/netfold.%ld.XXXXXX", folder && *folder ? folder : "/tmp",
             (long)getpid());
  else if (name)
    snprintf(name, size, "%s.%ld.tmp", f->final, (long)getpid());
  return name;
}

static int make_temporary(nf_output *f) {
  sigset_t set = signals(), old;
  sigprocmask(SIG_BLOCK, &set, &old); // a file that is made is a file that is known
  const int fd = f->through ? mkstemp(f->temporary)
                            : open(f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  const int error = errno;
  f->present = fd >= 0;
  sigprocmask(SIG_SETMASK, &old, NULL);
  if (fd >= 0)
    close(fd);
  errno = error;
  return fd;
}

// What is printed from now on must not get among the report.
static int take_standard(nf_outputs *out, nf_err *e) {
  if (out->standard)
    return nf_refuse(e, "-: two files cannot go to standard output; name one");
  if (nf_stdout_check(e) != NF_EXIT_OK)
    return e->status;
  out->standard = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (out->standard < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return refuse("standard output", strerror(errno), e);
  return e->status;
}

static int check_name(const nf_outputs *out, const char *path, const char *final, nf_err *e) {
  for (unsigned i = 0; i < out->count; i++)
    if (strcmp(out->file[i].final, final) == 0)
      return nf_refuse(e, "%s: is named for two files; give each its own", path);
  if (out->count == NF_OUTPUTS_MOST)
    return refuse(path, "too many files", e);
  return e->status;
}

const char *nf_outputs_add(nf_outputs *out, const char *path, nf_err *e) {
  if (!path || e->status != NF_EXIT_OK)
    return NULL;
  if (!*path) {
    nf_refuse(e, "a file without a name cannot be written; give one, or - for standard output");
    return NULL;
  }
  struct stat st;
  const bool standard = strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
  const bool there = !standard && stat(path, &st) == 0;
  // Where a link leads to something without a name, as in /dev/fd, only the link does.
  const bool through = standard || (there && !S_ISREG(st.st_mode));
  nf_output f = {.through = through,
                 .final = standard  ? strdup("-")
                          : through ? strdup(path)
                                    : follow(path, e)};
  if (standard)
    take_standard(out, e);
  if (!f.final || e->status != NF_EXIT_OK || check_name(out, path, f.final, e) != NF_EXIT_OK) {
    if (!f.final)
      nf_err_memory(e, path);
    free(f.final);
    return NULL;
  }
  f.temporary = temporary_name(&f);
  out->file[out->count] = f;
  out->count++;
  nf_output *kept = &out->file[out->count - 1];
  if (!kept->temporary)
    nf_err_memory(e, path);
  else if (there && S_ISDIR(st.st_mode))
    refuse(path, strerror(EISDIR), e);
  else if (there && access(kept->final, W_OK) != 0)
    refuse(path, strerror(errno), e);
  else if (make_temporary(kept) < 0 && errno == EEXIST)
    nf_refuse(e, "%s: is named for two files, or %s is left from another run; give each its own",
              path, kept->temporary);
  else if (!kept->present)
    refuse(path, strerror(errno), e);
  return e->status == NF_EXIT_OK ? kept->temporary : NULL;
}

const char *nf_outputs_add_wave(nf_outputs *out, const char *path, nf_err *e) {
  const char *temporary = nf_outputs_add(out, path, e);
  if (!temporary)
    return NULL;
  const size_t size = strlen(temporary) + 8;
  char *beside = malloc(size);
  if (!beside) {
    nf_err_memory(e, path);
    return NULL;
  }
  snprintf(beside, size, "%s.hier", temporary);
  out->file[out->count - 1].beside = beside;
  return temporary;
}

// ------------------------------------------------------------------------------- the end
// Blocks of a type and a length, the header (0) first, the hierarchy (4, 6 or 7) last; a length is
// written when its block is complete.
static int check_wave(const nf_output *f, nf_err *e) {
  enum { HEAD = 9 }; // the length counts its own eight bytes
  FILE *file = fopen(f->temporary, "rb");
  unsigned char head[HEAD];
  int type = -1;
  bool whole = false;
  while (file && fread(head, 1, HEAD, file) == HEAD) {
    uint64_t length = 0;
    for (unsigned i = 1; i < HEAD; i++)
      length = length << 8 | head[i];
    whole = length >= HEAD - 1 && length < INT32_MAX && (type >= 0 || head[0] == 0) &&
            (length == HEAD - 1 ||
             (fseek(file, (long)length - HEAD, SEEK_CUR) == 0 && fgetc(file) != EOF));
    type = head[0];
    if (!whole)
      break;
  }
  whole = whole && feof(file) && (type == 4 || type == 6 || type == 7);
  if (file)
    fclose(file);
  return whole ? e->status
               : nf_refuse(e, "%s: cannot be written: the waveform is cut; the disk may be full",
                           f->final);
}

static bool write_all(int fd, const char *from, size_t left) {
  while (left) {
    const ssize_t n = write(fd, from, left);
    if (n < 0 && errno != EINTR)
      return false;
    from += n > 0 ? n : 0;
    left -= n > 0 ? (size_t)n : 0;
  }
  return true;
}

static int copy(const nf_outputs *out, const nf_output *f, nf_err *e) {
  char part[1 << 16];
  const bool standard = strcmp(f->final, "-") == 0;
  const int from = open(f->temporary, O_RDONLY | O_CLOEXEC);
  const int to = standard ? dup(out->standard) : open(f->final, O_WRONLY | O_CLOEXEC);
  ssize_t n = -1;
  while (from >= 0 && to >= 0 && (n = read(from, part, sizeof part)) > 0)
    if (!write_all(to, part, (size_t)n)) {
      n = -1;
      break;
    }
  if (n < 0 || close(to) != 0)
    nf_refuse(e, "%s: cannot be written: %s", standard ? "standard output" : f->final,
              strerror(errno));
  if (from >= 0)
    close(from);
  return e->status;
}

int nf_outputs_commit(nf_outputs *out, nf_err *e) {
  // What can still fail comes first: no file has its name before.
  nf_stdout_check(e);
  for (unsigned i = 0; i < out->count && e->status == NF_EXIT_OK; i++)
    if (out->file[i].beside)
      check_wave(&out->file[i], e);
  for (unsigned i = 0; i < out->count && e->status == NF_EXIT_OK; i++)
    if (out->file[i].through)
      copy(out, &out->file[i], e);
  sigset_t set = signals(), old;
  sigprocmask(SIG_BLOCK, &set, &old); // all or none
  for (unsigned i = 0; i < out->count && e->status == NF_EXIT_OK; i++) {
    nf_output *f = &out->file[i];
    if (f->through)
      continue;
    if (rename(f->temporary, f->final) != 0)
      nf_refuse(e, "%s: cannot be written: %s", f->final, strerror(errno));
    else
      f->present = false;
  }
  sigprocmask(SIG_SETMASK, &old, NULL);
  return e->status;
}

void nf_outputs_discard(nf_outputs *out) {
  sigset_t set = signals(), old;
  sigprocmask(SIG_BLOCK, &set, &old);
  for (unsigned i = 0; i < out->count; i++) {
    remove_temporary(&out->file[i]);
    free(out->file[i].temporary);
    free(out->file[i].beside);
    free(out->file[i].final);
  }
  out->count = 0;
  sigprocmask(SIG_SETMASK, &old, NULL);
}
