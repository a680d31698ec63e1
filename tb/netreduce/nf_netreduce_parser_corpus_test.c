// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the fuzzer found, without the fuzzer: every kept case once more through the parser's C
// model, with sanitizers. Given files, it plays these and says of each whether it is right.
#include "nf_netreduce_parser_case.h"

#include <stdio.h>

#include "netreduce/nf_netreduce_pkg.h"

static int play(const char *path) {
  static uint8_t bytes[1u << 20];
  FILE *const f = fopen(path, "rb");
  if (f == NULL) {
    printf("not ok - %s cannot be read\n", path);
    return 1;
  }
  const size_t size = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  nf_parser_tally tally = {0};
  const char *const wrong = nf_parser_case_run(bytes, size, &tally);
  printf("%s - %s: %u frames, %u cycles%s%s\n", wrong == NULL ? "ok" : "not ok", path, tally.frames,
         tally.cycles, wrong == NULL ? "" : ": ", wrong == NULL ? "" : wrong);
  return wrong != NULL;
}

static int play_corpus(void) {
  static const uint8_t causes[] = {0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20};
  const nf_parser_file *files;
  const unsigned count = nf_parser_corpus(&files);
  nf_parser_tally tally = {0};
  unsigned failed = 0, missing = 0;
  for (unsigned i = 0; i < count; i++) {
    const char *const wrong = nf_parser_case_run(files[i].bytes, files[i].size, &tally);
    if (wrong != NULL)
      printf("# file %u of " NF_PARSER_CORPUS " in the order of names: %s\n", i + 1, wrong);
    failed += wrong != NULL;
  }
  printf("%s - nf_netreduce_parser: NETREDUCE 4.3 what fuzzing found  # %u files, %u frames, %u "
         "cycles\n",
         count != 0 && failed == 0 ? "ok" : "not ok", count, tally.frames, tally.cycles);
  for (unsigned i = 0; i < sizeof causes; i++) {
    if (tally.seen[causes[i]] == 0)
      printf("# cause %u is not among them\n", causes[i]);
    missing += tally.seen[causes[i]] == 0;
  }
  if (tally.conns == 0)
    printf("# no connection of a frame that is not the engine's is among them\n");
  missing += tally.conns == 0;
  printf("%s - nf_netreduce_parser: NETREDUCE 4.3 every cause is among it, and connections\n",
         missing == 0 ? "ok" : "not ok");
  printf("1..2\n");
  return count == 0 || failed != 0 || missing != 0;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return play_corpus();
  int failed = 0;
  for (int i = 1; i < argc; i++)
    failed |= play(argv[i]);
  printf("1..%d\n", argc - 1);
  return failed;
}
