# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What an all-reduce does with floating-point sums: order, width, rounding.

    probes = testreduce.Probes("bf16", ranks=8)
    array = probes.array(rank, count)          # reduce it by sum, on every rank
    report = probes.identify([[answer of rank 0, answer of rank 1, ...], ...])

`python -m testreduce torch` and `python -m testreduce mpi` do it for torch.distributed and mpi4py.
"""

__all__ = ["Probes", "Report", "TestReduceError"]


def __getattr__(name):
    """At first use: without numpy `python -m testreduce` has a line to say rather than a traceback."""
    if name not in __all__:
        raise AttributeError(f"testreduce has no {name}")
    from . import library
    return getattr(library, name)
