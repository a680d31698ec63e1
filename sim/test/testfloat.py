# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Additions of Berkeley TestFloat through `netfold alu`, by the model and by the RTL: results and flags.

TestFloat 3 has its own arithmetic (SoftFloat 3) and its own choice of operands. Where `testfloat_gen` is not installed the
test is skipped by name: no registry that scripts/setup.sh uses has a package of it. TESTFLOAT_GEN names another program.
"""

import os
import shutil
import subprocess
import sys

import helpers

GENERATOR = os.environ.get("TESTFLOAT_GEN", "testfloat_gen")
# TestFloat's flags (testfloat_gen.html) as netfold's: inexact, underflow, overflow, invalid.
FLAGS = ((0x01, 8), (0x02, 4), (0x04, 2), (0x10, 1))
FORMATS = {"f32_add": ("f32", 32, 0x7F800000, 0x7FC00000), "f16_add": ("f16x2", 16, 0x7C00, 0x7E00)}


def vectors(function):
    """[(a, b, sum, flags)], flags as netfold's."""
    done = subprocess.run([GENERATOR, "-level", "1", "-rnear_even", function], check=True, text=True, stdout=subprocess.PIPE)
    rows = [[int(word, 16) for word in line.split()] for line in done.stdout.splitlines()]
    return [(a, b, result, sum(ours for theirs, ours in FLAGS if flags & theirs)) for a, b, result, flags in rows]


def canonical(value, bits, infinity, nan):
    """Every NaN is the one that the hardware has; which one TestFloat has depends on how it was built."""
    return nan if value & ~(1 << bits - 1) > infinity else value


def packed(rows, bits, infinity, nan):
    """Words of one element, or of two that stand side by side, and what is due for them: 'sum flags'."""
    per = 32 // bits
    rows = rows[:len(rows) // per * per]
    for k in range(0, len(rows), per):
        a = b = total = flags = 0
        for at, (x, y, result, raised) in enumerate(rows[k:k + per]):
            a |= x << at * bits
            b |= y << at * bits
            total |= canonical(result, bits, infinity, nan) << at * bits
            flags |= raised
        yield f"{a:08x} {b:08x}", f"{total:08x} {flags:x}"


def complaints(function, engine):
    """What `netfold alu` says otherwise."""
    dtype, *form = FORMATS[function]
    words = list(packed(vectors(function), *form))
    done = helpers.netfold("alu", "--engine", engine, "--dtype", dtype, "--op", "sum", "--flags",
                           input="".join(f"{pair}\n" for pair, _ in words))
    got = done.stdout.splitlines()
    wrong = [f"{pair}: {line}, TestFloat has {due}" for (pair, due), line in zip(words, got) if line.split() != due.split()]
    if done.returncode or len(got) != len(words):
        wrong.append(f"status {done.returncode}, {len(got)} of {len(words)} lines: {done.stderr.strip()[:200]}")
    return len(words), wrong


def main():
    if not shutil.which(GENERATOR):
        print("1..1\nok 1 - TestFloat # SKIP testfloat_gen is not installed")
        return 0
    tap = helpers.Tap()
    for function in FORMATS:
        for engine in ("cycle", "rtl"):
            count, wrong = complaints(function, engine)
            tap.result(f"IEEE 754 {function} of TestFloat, level 1, {engine}: {count} words", wrong[:5])
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
