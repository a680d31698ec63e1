# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the tests of the netfold command share: arrays as .npy files, runs of the command, TAP."""

import array
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import tomllib

NETFOLD = os.environ.get("NETFOLD", "build/netfold")
# `make test` says 0 where the large Verilated blocks stand (scripts/due.py): they are not built then.
RTL = os.environ.get("NF_RTL") != "0"
# Sweeps are whole in `make test WHOLE=1`, else thinned out.
WHOLE = os.environ.get("NF_WHOLE") == "1"
DESCR = {"f32": "<f4", "u32": "<u4", "s32": "<i4", "f16x2": "<f2", "bf16x2": "<u2"}
CODE = {"f32": "f", "u32": "I", "s32": "i", "f16x2": "H", "bf16x2": "H"}


def lane_ops():
    """Ops of an ALU without wide sums, by the names of the commands, as the source of all lists of ops has them."""
    with open("rtl/common/nf_defs.toml", "rb") as f:
        defs = tomllib.load(f)
    own = {op for _, _, ops, wide, *_ in defs["dtype"].values() for op in set(ops) - set(wide)}
    return [name for op, (_, name, _) in defs["red_op"].items() if op in own]


class Tap:
    """Numbered result lines; a failed one is followed by its reasons."""

    def __init__(self):
        self.count = self.failed = 0

    def result(self, name, reasons):
        self.count += 1
        self.failed += bool(reasons)
        print(f"{'not ok' if reasons else 'ok'} {self.count} - {name}", flush=True)
        for reason in reasons:
            print(f"# {reason}")

    def needs_rtl(self, what):
        """Are there large Verilated blocks for it? Where they are left out, that is said."""
        if not RTL:
            self.result(f"{what} # SKIP the RTL of the commands stands; make test WHOLE=1 runs it", [])
        return RTL

    def refused(self, name, done, words):
        self.result(f"refused: {name}", refusal(done, words))

    def done(self):
        print(f"1..{self.count}")
        return 1 if self.failed else 0


def run(*tests):
    """All of a test script: these functions with a Tap and, of two parameters, a folder that they share; then it ends."""
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="netfold_test_") as folder:
        for test in tests:
            test(*(tap, pathlib.Path(folder))[:test.__code__.co_argcount])
    sys.exit(tap.done())


def said(text, words):
    """Which of these words a text lacks."""
    return [f"'{word}' is not said: {text.strip()}" for word in words if word not in text]


def refusal(done, words, status=2, leftovers=()):
    """Reasons why a run was not refused as it should be: this status, one line of error with these words, no files left behind."""
    reasons = said(done.stderr, words) + [f"{name} was left behind" for name in leftovers]
    if done.returncode != status:
        reasons.append(f"exit status {done.returncode}, not {status}: {done.stderr.strip()}")
    if done.stderr.count("\n") != 1 or not done.stderr.startswith("netfold: "):
        reasons.append(f"not one line of error: {done.stderr.strip()}")
    return reasons


def netfold(*words, **more):
    return subprocess.run([NETFOLD, *map(str, words)], text=True, check=False, capture_output=True, **more)


def measured(folder, keys, *words):
    """(report, reasons) of a run of the command, which compares the result itself."""
    path = folder / "report.json"
    done = netfold(*words, "--json", path)
    if done.returncode:
        return {}, [f"exit {done.returncode}: {done.stderr.strip()}"]
    report = json.loads(path.read_text())
    path.unlink()
    return report, [f"key {key} is missing" for key in keys if key not in report]


def engines(*names):
    """Of these engines those that there are."""
    return [name for name in names if RTL or name != "rtl"]


def thinned(rows, step):
    """A long sweep's rows, or every step-th one of them."""
    return list(rows)[::1 if WHOLE else step]


def npy_bytes(values, dtype, shape=None, descr=None, fortran=False, code=None):
    """A .npy file of version 1.0."""
    shape = (len(values),) if shape is None else shape
    head = (f"{{'descr': '{descr or DESCR[dtype]}', 'fortran_order': {fortran}, "
            f"'shape': {shape}, }}").encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head
            + array.array(code or CODE[dtype], values).tobytes())


def npy_values(path, dtype, code=None):
    """The elements of a .npy file of version 1.0; code: those of this array type instead."""
    data = pathlib.Path(path).read_bytes()
    start = 10 + struct.unpack_from("<H", data, 8)[0]
    return array.array(code or CODE[dtype], data[start:])


def npy_head(path):
    data = pathlib.Path(path).read_bytes()
    return data[10:10 + struct.unpack_from("<H", data, 8)[0]].decode()


def random_values(rng, dtype, count):
    if dtype == "f32":
        # Few significant bits: their sums are exact in any order, so equality can be asked for.
        return [rng.randrange(-2048, 2048) / 64 for _ in range(count)]
    low = -2 ** 31 if dtype == "s32" else 0
    return [rng.randrange(low, low + 2 ** 32) for _ in range(count)]


OPS = {"sum": lambda a, b: a + b, "min": min, "max": max, "and": lambda a, b: a & b,
       "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}


def reduced(op, dtype, columns):
    """What the ranks must hold, by Python's own arithmetic."""
    total = columns[0]
    for column in columns[1:]:
        total = [OPS[op](a, b) for a, b in zip(total, column)]
    if dtype == "f32":
        return list(total)
    low = -2 ** 31 if dtype == "s32" else 0
    return [(v - low) % 2 ** 32 + low for v in total]


class Place:
    """A folder for one test: input, output, report."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="netfold_test_"))
        self.input = self.root / "in"
        self.output = self.root / "out"
        self.json = self.root / "report.json"
        self.input.mkdir()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root)

    def put(self, columns, dtype="f32", shape=None):
        """One array a rank."""
        for rank, values in enumerate(columns):
            (self.input / f"rank{rank:02d}.npy").write_bytes(npy_bytes(values, dtype, shape))

    def put_bits(self, columns, dtype):
        """One array a rank, of elements given by their bits."""
        code = "I" if dtype == "f32" else CODE[dtype]
        for rank, values in enumerate(columns):
            (self.input / f"rank{rank:02d}.npy").write_bytes(npy_bytes(values, dtype, code=code))

    def bits(self, rank, dtype):
        """The result of a rank as bits."""
        return list(npy_values(self.output / f"rank{rank:02d}.npy", dtype, "I" if dtype == "f32" else None))

    def fill(self, ranks, count):
        """Random arrays, one a rank."""
        rng = random.Random(1)
        self.put([random_values(rng, "f32", count) for _ in range(ranks)])

    def run(self, *options):
        return netfold("allreduce", "--input", self.input, "--output", self.output, "--json", self.json, *options)

    def report(self):
        return json.loads(self.json.read_text())

    def leftovers(self):
        """Files that a failed run must not leave."""
        found = [p.name for p in self.output.iterdir()] if self.output.exists() else []
        return found + [p.name for p in self.root.iterdir() if p.is_file()]


def wrong(place, columns, op, dtype):
    """Reasons why the results of a run are not the reduction of the columns."""
    want = reduced(op, dtype, columns)
    reasons = []
    for rank in range(len(columns)):
        name = f"rank{rank:02d}.npy"
        got = list(npy_values(place.output / name, dtype))
        if got != want:
            at = next(i for i, (a, b) in enumerate(zip(got, want)) if a != b)
            reasons.append(f"{name}[{at}] is {got[at]}, not {want[at]}")
        shape = [npy_head(folder / name).split("'shape'")[1] for folder in (place.input, place.output)]
        if shape[0].split(")")[0] != shape[1].split(")")[0]:
            reasons.append(f"{name} changed its shape")
    return reasons
