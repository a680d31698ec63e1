# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""One fabric, several types and sizes: libraries change their algorithm with the size."""

import hashlib
import sys
from dataclasses import dataclass, field

import numpy as np

from .library import Probes, TestReduceError


@dataclass
class Row:
    dtype: str
    size: int  # elements of one all-reduce
    calls: int = 0
    report: object = None
    failed: str = ""  # why there is no report
    invariant: object = None  # the same operands gave the same bits at every position
    sheet: object = field(default=None, repr=False)  # by probe: the first answer, to compare with other sizes


def is_nan(dtype, bits):
    """Where an array of bits has NaNs."""
    exponent, sign = {"f32": (0x7f800000, 0x80000000), "bf16": (0x7f80, 0x8000), "f16": (0x7c00, 0x8000),
                      "f64": (0x7ff << 52, 1 << 63), "fp8e4m3": (0x7e, 0x80), "fp8e5m2": (0x7c, 0x80)}[dtype]
    return bits & bits.dtype.type(sign - 1) > bits.dtype.type(exponent)


def same(dtype, a, b):
    """Equal bits, where a NaN is as good as another."""
    return bool(np.all((a == b) | (is_nan(dtype, a) & is_nan(dtype, b))))


def position_invariant(dtype, answer, length):
    whole = answer.size // length
    sheets = answer[:whole * length].reshape(whole, length)
    rest = answer[whole * length:]
    return all(same(dtype, sheets[0], s) for s in sheets[1:]) and same(dtype, sheets[0][:rest.size], rest)


def reduce_all(fabric, dtype, array, size):
    """All calls of one repetition: a size that is smaller than the sheet takes several."""
    return np.concatenate([fabric.allreduce(array[at:at + size], dtype) for at in range(0, array.size, size)])


def collect(fabric, mine):
    """All ranks' answers at rank 0; who has the same bits as rank 0 sends nothing but a digest."""
    digest = hashlib.sha256(mine.tobytes()).digest()
    first = fabric.broadcast(digest)
    sent = fabric.gather(None if digest == first else mine)
    return [mine if s is None else s for s in sent] if fabric.rank == 0 else None


def one_row(fabric, dtype, size, repetitions, seed):
    row = Row(dtype, size)
    probes = Probes(dtype, fabric.ranks, seed)
    # Sizes below the sheet: as many calls as four sheets take.
    row.calls = max(1, -(-4 * probes.length // size))
    array = probes.array(fabric.rank, row.calls * size)
    answers = []
    for _ in range(repetitions):
        try:
            mine = reduce_all(fabric, dtype, array, size)
            error = ""
        except Exception as e:  # what a library raises is its own; the row says it, and the sweep goes on
            mine, error = None, f"{type(e).__name__}: {str(e).splitlines()[0][:200] if str(e) else ''}"
        errors = fabric.gather(error)
        row.failed = fabric.broadcast(next((e for e in errors if e), "") if fabric.rank == 0 else None)
        if row.failed:
            return row
        answers.append(collect(fabric, mine))
    if fabric.rank == 0:
        row.report = probes.identify(answers, size)
        row.sheet = answers[0][0][:probes.length]
        row.invariant = position_invariant(dtype, answers[0][0], probes.length)
    return row


def sweep(fabric, dtypes, sizes, repetitions=2, seed=1):
    """All rows; at ranks other than 0 without reports. A fabric that ends in mid-run leaves what there is."""
    rows = []
    try:
        for dtype in dtypes:
            for size in sizes:
                if fabric.rank == 0:
                    print(f"{fabric.name}: {dtype}, {size} elements", file=sys.stderr, flush=True)
                rows.append(one_row(fabric, dtype, size, repetitions, seed))
    except TestReduceError:
        raise
    except Exception as e:
        rows.append(Row(dtype, size, failed=f"the fabric failed here, and nothing was tried after it: {type(e).__name__}: {e}"))
    # The same operands at all sizes: what a batch of another size gets.
    for row in rows:
        others = [r.sheet for r in rows if r.dtype == row.dtype and r.sheet is not None]
        if row.sheet is not None:
            row.invariant = row.invariant and all(same(row.dtype, row.sheet, o) for o in others)
    return rows
