// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An MPI all-reduce of .npy files of binary32 or binary64, for the test of testreduce: rank r reads
// PROBES/rank0r.npy and writes ANSWERS/rank0r.npy. The library's own parameters choose its
// algorithm. usage: mpirun -n N mpi_driver f32|f64 PROBES ANSWERS
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what, const char *name) {
  fprintf(stderr, "mpi_driver: %s: %s\n", what, name);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return 2;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 4)
    return fail("usage", "mpi_driver f32|f64 PROBES ANSWERS");
  char path[4200];
  snprintf(path, sizeof path, "%.4000s/rank%02d.npy", argv[2], rank);
  FILE *f = fopen(path, "rb");
  unsigned char head[10];
  if (!f || fread(head, 1, 10, f) != 10)
    return fail("cannot be read", path);
  const size_t begin = 10 + (head[8] | (size_t)head[9] << 8),
               bytes = strcmp(argv[1], "f64") ? 4 : 8;
  fseek(f, 0, SEEK_END);
  const size_t size = (size_t)ftell(f), count = (size - begin) / bytes;
  char *in = malloc(size), *out = malloc(size);
  rewind(f);
  if (!in || !out || fread(in, 1, size, f) != size)
    return fail("cannot be read", path);
  fclose(f);
  memcpy(out, in, begin);
  // Aligned copies: a header is no whole number of elements.
  void *operand = malloc(count * bytes), *result = malloc(count * bytes);
  if (!operand || !result)
    return fail("no memory", path);
  memcpy(operand, in + begin, count * bytes);
  MPI_Allreduce(operand, result, (int)count, bytes == 4 ? MPI_FLOAT : MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  memcpy(out + begin, result, count * bytes);
  snprintf(path, sizeof path, "%.4000s/rank%02d.npy", argv[3], rank);
  f = fopen(path, "wb");
  if (!f || fwrite(out, 1, size, f) != size || fclose(f) != 0)
    return fail("cannot be written", path);
  free(in);
  free(out);
  free(operand);
  free(result);
  MPI_Finalize();
  return 0;
}
