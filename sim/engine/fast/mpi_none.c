// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Without MPI: netfold as such, which runs where no MPI is; netfold_mpi has mpi.c instead.
#include "team.h"

int nf_fast_mpi_join(nf_fast_team **t, nf_err *e) {
  *t = NULL;
  return nf_refuse(e,
                   "mpirun has started %u processes of a netfold without MPI, each of which would "
                   "do the whole run; start netfold_mpi (make build/netfold_mpi, with "
                   "libopenmpi-dev), or use --threads",
                   nf_fast_mpi_processes());
}

void nf_fast_mpi_leave(nf_fast_team *t) { (void)t; }
