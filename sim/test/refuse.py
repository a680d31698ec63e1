# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Bad input and failing runs: the exit status, one clear line that names the thing, no files left."""

import json
import os
import signal
import subprocess
import time

import helpers


def write(place, rank, content):
    (place.input / f"rank{rank:02d}.npy").write_bytes(content)


def truncated(place):
    path = place.input / "rank01.npy"
    path.write_bytes(path.read_bytes()[:-5])


def fortran(place):
    write(place, 2, helpers.npy_bytes([0.0] * 100, "f32", "(10, 10)", fortran=True))


FILES = (
    ("truncated file", truncated, ("rank01.npy", "truncated")),
    ("no .npy at all", lambda p: write(p, 1, b"hello"), ("rank01.npy", "not a .npy file")),
    ("empty file", lambda p: write(p, 1, b""), ("rank01.npy", "not a .npy file")),
    ("float64", lambda p: write(p, 2, helpers.npy_bytes([0] * 100, "f32", descr="<f8")),
     ("rank02.npy", "<f8", "astype")),
    ("big endian", lambda p: write(p, 2, helpers.npy_bytes([0] * 100, "f32", descr=">f4")),
     ("rank02.npy", ">f4")),
    ("Fortran order", fortran, ("rank02.npy", "Fortran", "ascontiguousarray")),
    ("another shape", lambda p: write(p, 3, helpers.npy_bytes([0.0] * 99, "f32")),
     ("rank03.npy", "(99,)", "(100,)")),
    ("another type", lambda p: write(p, 3, helpers.npy_bytes([0] * 100, "s32")),
     ("rank03.npy", "int32", "float32")),
    ("uint16 without a type", lambda p: write(p, 0, helpers.npy_bytes([0] * 100, "bf16x2")),
     ("rank00.npy", "uint16", "--dtype", "bf16x2")),
    ("missing rank", lambda p: (p.input / "rank02.npy").unlink(), ("rank02.npy", "opened")),
)

OPTIONS = (
    (("--ranks", "0"), ("--ranks 0", "2..128")),
    (("--ranks", "17"), ("--ranks 17", "16 GPUs")),
    (("--ranks", "5"), ("rank04.npy", "opened")),
    (("--table-bytes", "64"), ("--table-bytes 64", "128..4096")),
    (("--table-bytes", "0"), ("--table-bytes 0", "128..4096")),
    (("--table-bytes", "8192"), ("--table-bytes 8192", "128..4096")),
    (("--table-bytes", "200"), ("--table-bytes 200", "multiple of 128")),
    (("--op", "and"), ("and", "f32", "sum, min, max, avg", "u32, s32")),
    (("--op", "avg", "--ranks", "3"), ("avg of 3 ranks", "powers of two")),
    (("--op", "avg", "--engine", "rtl"), ("avg of f32", "--engine cycle", 'SIM_TYPES="Halves=1 Wide=1"')),
    (("--mode", "exact", "--engine", "rtl"), ("sum of f32x", "SIM_TYPES")),
    (("--mode", "wide"), ("--mode wide", "f32", "f16x2, bf16x2")),
    (("--mode", "exact", "--op", "max"), ("--op max", "f32x", "sum, avg")),
    (("--mode", "none"), ("--mode none", "plain, wide, exact")),
    (("--op", "mean"), ("--op mean", "sum")),
    (("--dtype", "f64"), ("--dtype f64", "f32")),
    (("--dtype", "f16"), ("float32", "--dtype is f16x2", "f32, f32x")),
    (("--dtype", "s32"), ("float32", "--dtype f32")),
    (("--engine", "quick"), ("--engine quick", "cycle, rtl")),
    (("--method", "ring"), ("--method ring", "push, pull")),
    (("--timeout", "100"), ("--timeout 100", "multiple of 64")),
    (("--timeout", "534773824"), ("--timeout 534773824", "534773760")),
    (("--window-bytes", "100"), ("--window-bytes 100", "128")),
    (("--window-bytes", "1K", "--wave-bytes", "128"), ("--window-bytes", "--wave-bytes")),
    (("--switch", "B9", "--csr-write", "0x10=5@10"), ("--switch B9", "none of this name")),
    (("--csr-write", "0x10=5@20", "--csr-write", "0x10=5@10"), ("0x10=5@10", "order")),
    (("--silent", "4"), ("--silent 4", "0..3")),
    (("--waves", "9999"), ("--waves 9999", "0..64")),
    (("--csr-write", "0x10=5@500"), ("0x10", "csr_err", "locked while traffic")),
    (("--csr-write", "0x0=5@20"), ("0x0", "csr_err")),
    (("--csr-write", "0x10=5"), ("ADDR=VALUE@CYCLE",)),
    (("--drop", "9:0"), ("9", "0..3")),
    (("--drop", "1:99"), ("99", "packets 0..3")),
    (("--method", "pull", "--drop", "1:1"), ("rank 1", "name another rank")),
    (("--trace", "x.fst"), ("--trace", "--engine rtl")),
    (("--unknown",), ("--unknown", "--help")),
    (("--seed",), ("--seed", "--help")),
    (("surplus",), ("surplus", "--help")),
    (("--json", "/nonexistent/a.json"), ("/nonexistent/a.json",)),
    (("--json", ""), ("without a name",)),
    (("--trace-from", "5"), ("--trace-from", "--trace")),
    (("--method", "pull", "--eviction", "1"), ("--eviction", "--method push")),
    (("--waves", "0", "--wave-bytes", "128"), ("--wave-bytes", "--waves 0")),
    (("--switch", "switch"), ("--switch", "--csr-write")),
    (("--csr-write", "0x10=5@100000000"), ("csr-write", "100000000", "all was complete after")),
    (("--dead-link", "gpu0.0@100000000"), ("dead-link", "100000000", "all was complete after")),
)

COMMANDS = (
    (("allreduce", "--ranks", "2", "--bytes", "6"), ("--bytes 6", "4 or 8")),
    (("allreduce", "--engine", "fast", "--bytes", "4K", "--stall", "1000"), ("--stall", "--engine cycle")),
    (("ace", "--bytes", "4K", "--abort-at", "300000"), ("--abort-at 300000", "all was complete after")),
    (("ace", "--bytes", "4K", "--root", "1"), ("--root", "broadcast")),
    (("ace", "--bytes", "4K", "--collective", "alltoall", "--op", "min"), ("--op", "reducescatter")),
    (("ace", "--bytes", "4K", "--timeline-node", "2"), ("--timeline-node", "--timeline")),
    (("ace", "--bytes", "4K", "--error-response", "decerr"), ("--error-response", "--read-error")),
    (("place", "--boards", "4x4", "--shapes", "0x2"), ("--shapes 0x2",)),
    (("alu", "-xyz", "--dtype", "f32"), ("'-xyz'", "--help")),
    (("alu", "--dtype", "f32", "-xyz"), ("'-xyz'", "--help")),
    (("simulate", "--topology", "single:4", "--trace", "same", "--json", "./same"), ("same", "two files")),
    (("simulate", "--topology", "single:128", "--payload", "--bytes", "4G"), ("128 ranks", "GB are free")),
)


def bad_files(tap):
    for name, corrupt, words in FILES:
        with helpers.Place() as place:
            place.fill(4, 100)
            corrupt(place)
            tap.result(f"refused: {name}",
                       helpers.refusal(place.run("--ranks", "4"), words, 2, place.leftovers()))


def bad_options(tap):
    for options, words in OPTIONS:
        with helpers.Place() as place:
            place.fill(4, 100)
            tap.result(f"refused: {' '.join(options)[:60]}",
                       helpers.refusal(place.run(*options), words, 2, place.leftovers()))


def bad_commands(tap):
    for words, says in COMMANDS:
        tap.result(f"refused: {' '.join(words)[:60]}", helpers.refusal(helpers.netfold(*words), says, 2))
    done = helpers.netfold("simulate", "--topology", "single:16", "--ranks", "010", "--bytes", "4K", "--json", "-")
    tap.result("a leading zero is no octal number", [] if '"ranks":\t10' in done.stdout else [done.stdout[:200] + done.stderr])
    with helpers.Place() as place:
        network, trace = place.root / "net.json", place.root / "trace.json"
        network.write_bytes(b'{"endpoints": 2, "switches": ["s\xff"], "cables": [["acc0", "s\xff"], ["acc1", "s\xff"]]}')
        done = helpers.netfold("simulate", "--topology", str(network), "--bytes", "4K", "--trace", str(trace), "--json", str(place.json))
        reasons = [] if done.returncode == 0 else [done.stderr]
        for path in (trace, place.json) if not reasons else ():
            try:
                json.loads(path.read_bytes().decode("utf-8"))
            except ValueError as error:
                reasons.append(f"{path.name}: {error}")
        tap.result("JSON is UTF-8 whatever names are", reasons)
    done = helpers.netfold("ace", "--bytes", "1K", "--skew", "1000000", "--watchdog", "0")
    tap.result("nodes that have not begun are no stall", [] if done.returncode == 0 else [done.stderr])


def bad_folders(tap):
    with helpers.Place() as place:
        tap.result("refused: no files", helpers.refusal(place.run(), ("rank00.npy",), 2, place.leftovers()))
    with helpers.Place() as place:
        place.fill(2, 10)
        before = {p: p.read_bytes() for p in place.input.iterdir()}
        done = place.run("--output", str(place.input))
        reasons = helpers.refusal(done, ("overwritten",), 2, place.leftovers())
        if before != {p: p.read_bytes() for p in place.input.iterdir()}:
            reasons.append("the input was changed")
        tap.result("refused: output over the input", reasons)
    done = helpers.netfold()
    tap.result("refused: no command", helpers.refusal(done, ("--help",)))
    for command in ((), ("allreduce",), ("alu",), ("sum",)):
        done = helpers.netfold(*command, "--help")
        right = done.returncode == 0 and not done.stderr and "Usage: netfold" in done.stdout
        tap.result(f"help: {' '.join(command) or 'netfold'}", [] if right else [str(done)])
    done = helpers.netfold("reduce")
    tap.result("refused: unknown command", helpers.refusal(done, ("reduce", "--help")))


def bad_pairs(tap):
    for text, line in (("1 2\nzz 1\n", 2), ("1\n", 1), ("1 2 3\n", 1), ("\n1 2\n123456789 1\n", 3),
                       ("1 -2\n", 1), ("1 2\0 3\n", 1)):
        done = helpers.netfold("alu", input=text)
        tap.result(f"refused: alu {text!r}", helpers.refusal(done, (f"line {line}:",)))
    done = helpers.netfold("alu", "--op", "or", input="")
    tap.result("refused: alu or f32", helpers.refusal(done, ("or", "f32")))


def failing(tap):
    """Runs that fail: 1 with cycle, field and values, 3 with the missing rank."""
    stall = ("--stall", "3000")
    for name, options, status, words in (
            ("push lacks a rank", ("--drop", "3:5"), 3, ("packet 5", "address 0x", "15 of 16", "rank 3")),
            ("push lacks a rank, no timeout", ("--drop", "3:5", "--timeout", "0"), 3,
             ("switch switch, port", "entry 0x", "15 of 16", "missing rank 3")),
            ("push lacks a rank, partial sums to all", ("--drop", "15:30", "--eviction", "1"), 3,
             ("packet 30", "15 of 16", "by rank 15")),
            ("push lacks a rank, timeout too short to look", ("--drop", "3:5", "--timeout", "64"), 3,
             ("packet 5", "15 of 16")),
            ("pull lacks a rank", ("--method", "pull", "--drop", "3:5"), 3,
             ("port", "packet 5", "14 of 15", "missing rank 3")),
            *(("rtl: push lacks a rank", ("--engine", engine, "--drop", "3:5", "--timeout", "0"), 3,
               ("missing rank 3",)) for engine in helpers.engines("rtl")),
            ("poisoned result", ("--method", "pull", "--timeout", "64"), 3,
             ("results were poisoned", "address 0x", "entries timed out"))):
        with helpers.Place() as place:
            place.fill(16, 1000)
            tap.result(name, helpers.refusal(place.run(*options, *stall), words, status, place.leftovers()))
    if not tap.needs_rtl("RTL and model differ"):
        return
    with helpers.Place() as place:
        place.fill(16, 1000)
        wave = place.root / "wave.fst"
        done = place.run("--engine", "rtl", "--inject-fault", "100", "--trace", str(wave))
        words = ("cycle", "tx_valid", "in the RTL", "in the model", str(wave))
        left = [name for name in place.leftovers() if name != wave.name]
        tap.result("RTL and model differ", helpers.refusal(done, words, 1, left))


def warned(tap):
    """Push without timeouts beside tables that evict: what may happen, and which option to give."""
    small = ("--table-bytes", "128", "--window-bytes", "65536", "--shuffle", "--stall", "3000")
    words = ("netfold: warning: --timeout 0", "125 blocks", "8 at a table of 1", "leave --timeout out", "--table-bytes 1024")
    for name, options, warns in (
            ("push that may evict, no timeout", small + ("--timeout", "0"), True),
            ("the same with a timeout", small, False),
            ("the same as a pull", ("--method", "pull", "--timeout", "0", "--table-bytes", "128"), False),
            ("push that cannot evict, no timeout", ("--timeout", "0"), False)):
        with helpers.Place() as place:
            place.fill(16, 4000)
            done = place.run(*options)
        first = done.stderr.splitlines()[0] if done.stderr else ""
        reasons = [f"'{w}' is not mentioned: {first}" for w in words if w not in first] if warns else \
            ["it warns: " + first] * ("warning" in done.stderr)
        if done.returncode not in ((0, 3) if warns else (0,)):
            reasons.append(f"exit status {done.returncode}")
        tap.result(f"warning: {name}", reasons)


def interrupted(tap):
    with helpers.Place() as place:
        place.fill(16, 4000)
        run = subprocess.Popen(
            [helpers.NETFOLD, "allreduce", "--input", str(place.input), "--output", str(place.output),
             "--json", str(place.json), "--drop", "1:1", "--stall", "1000000000"],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        os.kill(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=20)
        done = subprocess.CompletedProcess([], run.returncode, out, err)
        tap.result("Ctrl-C", helpers.refusal(done, ("interrupted",), 130, place.leftovers()))


if __name__ == "__main__":
    helpers.run(bad_files, bad_options, bad_commands, bad_folders, bad_pairs, failing, warned, interrupted)
