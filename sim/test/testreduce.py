# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Tests of the testreduce command: files, refusals, vectors, and fabrics that are none of its own.

The fabrics: netfold's switch, NetReduce and ACE by the netfold command, Open MPI's all-reduce, Gloo by
PyTorch. What is not installed is skipped by name. Arguments: only these functions.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

import floats
import helpers

TESTREDUCE = os.environ.get("TESTREDUCE", "build/testreduce")


class Folder:
    """Probes and answers of one test."""

    def __init__(self, ranks, dtype="f32", *options):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="testreduce_"))
        self.probes, self.answers = self.root / "probes", self.root / "answers"
        self.ranks, self.dtype = ranks, dtype
        self.answers.mkdir()
        done = run("gen", "--ranks", str(ranks), "--dtype", dtype, "--out", str(self.probes), *options)
        assert done.returncode == 0, done.stderr

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root)

    def identify(self, *more):
        """The JSON report of the answers."""
        report = self.root / "report.json"
        done = run("identify", str(self.probes), str(self.answers), *more, "--json", str(report))
        return done, json.loads(report.read_text()) if report.exists() else None

    def reduce(self, *options):
        done = run("reduce", str(self.probes), "--out", str(self.answers), *options)
        assert done.returncode == 0, done.stderr


def run(*options):
    return subprocess.run([TESTREDUCE, *options], text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def said(report, what):
    return next((s["says"] for s in report["statements"] if s["what"] == what), "")


def expect(done, report, **want):
    """Reasons why a report is not what is wanted: parts of what it says, by statement."""
    if report is None:
        return [f"no report: {done.stderr.strip()}"]
    reasons = [] if report["explained"] and done.returncode == 0 else [f"not explained: {said(report, 'UNEXPLAINED')}"]
    for what, part in want.items():
        if part not in said(report, what):
            reasons.append(f"{what}: '{said(report, what)}' has no '{part}'")
    return reasons


# ------------------------------------------------------------------------------- the command itself
def files_of_gen(tap):
    with Folder(3, "bf16", "--count", "9000", "--seed", "7") as f:
        manifest = json.loads((f.probes / "manifest.json").read_text())
        reasons = []
        if (manifest["ranks"], manifest["dtype"], manifest["count"]) != (3, "bf16", 9000):
            reasons.append(f"manifest: {manifest['ranks']} {manifest['dtype']} {manifest['count']}")
        if len(manifest["probes"]) != manifest["sheet"] or manifest["sheet"] % 2 == 0:
            reasons.append("the sheet is not as long as its list, or even")
        columns = [helpers.npy_values(f.probes / f"rank0{r}.npy", "bf16x2") for r in range(3)]
        reasons += [f"rank {r} has {len(c)} elements" for r, c in enumerate(columns) if len(c) != 9000]
        if any(c[i] != c[i + manifest["sheet"]] for c in columns for i in range(0, 9000 - manifest["sheet"], 7)):
            reasons.append("the sheet is not repeated")
        tap.result("gen writes arrays and a manifest", reasons)


def answers_by_fractions(tap):
    """A fabric made here, with nothing of the library in it: Python's fractions, in rotated order."""
    with Folder(4, "f32", "--count", "2600") as f:
        columns = [helpers.npy_values(f.probes / f"rank0{r}.npy", "f32", "I") for r in range(4)]
        form, result = floats.F32, []
        for words in zip(*columns):
            order = [words[i] for i in (2, 3, 0, 1)]
            if all(map(form.finite, words)):
                total = order[0]
                for word in order[1:]:
                    minus = total == form.sign == word
                    total = form.code(form.value(total) + form.value(word), minus) if form.finite(total) else total
                result.append(total)
            else:
                nan = any(w & 0x7fffffff > form.infinity for w in words) or {form.infinity, form.infinity | form.sign} <= set(words)
                result.append(form.nan if nan else next(w for w in words if not form.finite(w)))
        for r in range(4):
            (f.answers / f"rank0{r}.npy").write_bytes(helpers.npy_bytes(result, "f32", code="I"))
        done, report = f.identify()
        tap.result("a fabric of Python's fractions", expect(done, report, tree="sequential, from rank 2",
                                                            width="the type's own", rounding="nearest-even"))


def refusals(tap):
    """One line on standard error, status 2."""
    with Folder(3, "f32", "--count", "9000") as f:
        f.reduce()
        rank = f.answers / "rank01.npy"
        good = rank.read_bytes()

        def bad(name, words, *command):
            done = run(*(command or ("identify", str(f.probes), str(f.answers))))
            reasons = []
            if done.returncode != 2 or done.stderr.count("\n") != 1:
                reasons.append(f"status {done.returncode}, stderr: {done.stderr!r}")
            if words not in done.stderr:
                reasons.append(f"'{words}' is not in: {done.stderr.strip()}")
            tap.result(f"refused: {name}", reasons)

        rank.unlink()
        bad("a missing rank", "rank01.npy: is missing; the probes are of 3 ranks")
        rank.write_bytes(good[:-5])
        bad("a truncated file", "truncated")
        rank.write_bytes(helpers.npy_bytes([1] * 9000, "s32"))
        bad("integers", "integers tell nothing about floating point")
        rank.write_bytes(good.replace(b"'<f4'", b"'>f4'"))
        bad("big-endian elements", "it is big-endian")
        rank.write_bytes(good.replace(b"'fortran_order': False", b"'fortran_order': True "))
        bad("Fortran order", "is in Fortran order; save numpy.ascontiguousarray of it")
        rank.write_bytes(helpers.npy_bytes([1.0] * 80, "f32"))
        bad("another shape", "has 80 elements, the probes have 9000")
        rank.write_bytes(b"no array at all")
        bad("no .npy file", "is no .npy file")
        rank.write_bytes(good[:6] + b"\x09" + good[7:])
        bad("a version that is to come", "is of a version of .npy beyond 3")
        rank.write_bytes(good.replace(b"(9000,)", b"(9000,1"))
        bad("a damaged shape", "has a damaged shape")
        rank.write_bytes(good)
        (f.answers / "rank03.npy").write_bytes(good)
        bad("a rank too many", "is of a rank that the probes have not")
        (f.answers / "rank03.npy").unlink()
        bad("a shift beyond the ranks", "--shift 3: there are ranks 0 to 2; give", "reduce", str(f.probes), "--shift", "3", "--out",
            str(f.root / "x"))
        shutil.copy(rank, f.probes / "rank01.npy")
        bad("probes that were reduced in place", "is not the probe that manifest.json announces")
        (f.probes / "manifest.json").write_text("{")
        bad("a damaged manifest", "is no JSON")
        bad("no answers", "give the folder of the probes", "identify", str(f.probes))
        bad("an unknown type", "--dtype int8 is unknown", "gen", "--ranks", "3", "--dtype", "int8", "--out", str(f.root / "x"))
        bad("a count that is too small", "give as many at least", "gen", "--ranks", "8", "--count", "10", "--out", str(f.root / "x"))
        bad("more than the disk holds", "GB are free; give a --count of", "gen", "--ranks", "256", "--count", str(2 ** 40),
            "--out", str(f.root / "x"))
        bad("a tree of other ranks", "has 2 ranks; there are 3", "vectors", "--operands", "3", "--tree", "(0 1)")
        bad("a shift of brackets beyond the ranks", "--shift 4: there are ranks 0 to 3; give", "vectors", "--operands", "4", "--tree",
            "((0 1) (2 3))", "--shift", "4")
        bad("a last rounding without wider sums", "give that, or a --width", "vectors", "--operands", "3", "--width", "exact",
            "--final", "truncation")
        bad("a width with letters", "'bits:30x' is none", "vectors", "--operands", "3", "--width", "bits:30x")
        bad("too narrow a width", "wider than the type's", "vectors", "--operands", "3", "--width", "bits:8")


def unexplained(tap):
    """An answer that no tree gives is shown, and nothing is claimed."""
    with Folder(4, "f32") as f:
        f.reduce("--tree", "doubling")
        rank = f.answers / "rank00.npy"
        data = bytearray(rank.read_bytes())
        sheet = json.loads((f.probes / "manifest.json").read_text())["sheet"]
        at = sheet + sheet - 200 # a random probe
        data[len(data) - 4 * (4 * 4 * sheet - at)] ^= 1
        for r in range(4):
            (f.answers / f"rank0{r}.npy").write_bytes(data)
        done, report = f.identify()
        reasons = [] if done.returncode == 1 and not report["explained"] else [f"status {done.returncode}"]
        if report["arrays"][0]["unexplained"] != 1 or f"element {at}:" not in str(report["statements"]):
            reasons.append(f"{report['arrays'][0]['unexplained']} elements: {said(report, 'UNEXPLAINED')}")
        tap.result("an answer that nothing explains", reasons)


def failed_in_mid_run(tap):
    """A fabric that stops in the middle: what follows is each rank's own operands. What was learned until then is said."""
    for options, tree, good in ((["--tree", "binary"], "binary by halves", 8000), (["--tree", "binary"], "binary by halves", 3000),
                                (["--chunk", "2000"], "sequential", 8000)):
        with Folder(4, "f32", "--count", "16000") as f:
            f.reduce(*options)
            for r in range(4):
                rank = f.answers / f"rank0{r}.npy"
                own, rest = (f.probes / rank.name).read_bytes(), 4 * (16000 - good)
                rank.write_bytes(rank.read_bytes()[:-rest] + own[-rest:])
            done, report = f.identify()
            first = int((re.findall(r"the first is element (\d+)", said(report, "UNEXPLAINED")) or ["-1"])[0])
            reasons = [] if done.returncode == 1 and not report["explained"] else [f"status {done.returncode}"]
            if not good <= first < good + 50:
                reasons.append(f"UNEXPLAINED: {said(report, 'UNEXPLAINED')}")
            for what, part in (("ranks", "do NOT agree"), ("tree", tree), ("width", "the type's own"), ("rounding", "nearest-even")):
                if part not in said(report, what):
                    reasons.append(f"{what}: '{said(report, what)}' has no '{part}'")
            tap.result(f"a fabric that fails after {good} elements, {tree}", reasons)


def other_probes(tap):
    """Answers to the probes of another seed are no sums of these, and that is said."""
    with Folder(3, "f32", "--count", "3000", "--seed", "9") as other, Folder(3, "f32", "--count", "3000") as f:
        other.reduce()
        shutil.copytree(other.answers, f.answers, dirs_exist_ok=True)
        done, report = f.identify()
        tap.result("answers to other probes", [] if done.returncode == 1 and "are these answers to these probes (seed 1)?" in
                   said(report, "no sums") else [f"status {done.returncode}, says {said(report, 'no sums')!r}"])


def repetitions(tap):
    with Folder(4, "f32") as f:
        f.reduce("--tree", "sequential")
        again = f.root / "again"
        run("reduce", str(f.probes), "--tree", "reversed", "--out", str(again))
        first, second = (helpers.npy_values(d / "rank00.npy", "f32", "I") for d in (f.answers, again))
        vary = sum(a != b for a, b in zip(first, second))
        done, report = f.identify(str(again))
        tap.result("repetitions that differ", expect(done, report, ranks="all agree", repetitions=f"NOT deterministic: {vary} of {len(first)} elements vary"))
        shutil.copy(again / "rank02.npy", f.answers / "rank02.npy")
        done, report = f.identify()
        tap.result("a rank that differs", expect(done, report, ranks="do NOT agree"))


def vectors(tap):
    """Lines of `vectors`, results and exceptions, by Python's fractions."""
    reasons = []
    for dtype, form in (("bf16", floats.BF16), ("f16", floats.F16), ("f32", floats.F32)):
        done = run("vectors", "--operands", "3", "--dtype", dtype, "--width", "exact", "--seed", str(random.randrange(1000)))
        checked = 0
        for line in done.stdout.splitlines():
            *words, result, flags = (int(word, 16) for word in line.split())
            quiet = form.nan & ~form.infinity
            if not all(map(form.finite, words)):
                invalid = (any(w & ~form.sign > form.infinity and not w & quiet for w in words)
                           or {form.infinity, form.infinity | form.sign} <= set(words))
                want, raised = result, 0x10 * invalid
            else:
                exact = sum(map(form.value, words), Fraction(0))
                want = form.code(exact, all(w == form.sign for w in words))
                over = not form.finite(want)
                # Sums of a format's numbers are multiples of its least unit: none is inexact below the normal ones.
                raised = 5 if over else int(form.value(want) != exact)
            checked += 1
            if (want, raised) != (result, flags):
                reasons.append(f"{dtype}: {line}: not {want:x} {raised:02x}")
        if checked < 400:
            reasons.append(f"{dtype}: {checked} lines were checked")
    tap.result("vectors of exact sums", reasons[:5])


# What a type leaves open: words of what is said, and two widths that no sum of it tells apart.
LIMITS = {
    "f16": [("40 bits of range, 53 of significand): binary64, extended and exact cannot be told apart", "binary64", "exact")],
    "fp8e4m3": [("span 18 bits: a sum of up to 73 of them is exact in binary32, so binary32, binary64 and exact cannot be told apart",
                 "binary32", "exact"),
                ("no infinity and one NaN a sign: nothing can be seen of payloads", None, None)],
    "fp8e5m2": [("span 32 bits: a sum in binary64 is exact, so binary64 and exact cannot be told apart", "binary64", "exact"),
                ("one bit of payload: ranks cannot be told apart by it", None, None)],
    "f32": [], "bf16": [], "f64": [],
}


def sheet_of(ranks):
    """How many probes there are for so many ranks of f32."""
    with Folder(ranks) as f:
        return json.loads((f.probes / "manifest.json").read_text())["sheet"]


def limits(tap):
    """What the type or the size leaves open is said where it does, is true, and nowhere else."""
    def limits_of(report):
        return [s["says"] for s in report["statements"] if s["what"] == "limit"]

    for dtype, wanted in LIMITS.items():
        with Folder(5, dtype) as f:
            f.reduce()
            _, report = f.identify()
            have, reasons = limits_of(report), []
            if len(have) != len(wanted) or any(words not in says for says, (words, *_) in zip(have, wanted)):
                reasons.append(f"limits are {have}")
            for _, one, other in wanted:
                bits = []
                for width in (one, other) if one else ():
                    f.reduce("--width", width)
                    bits.append((f.answers / "rank00.npy").read_bytes())
                if one and bits[0] != bits[1]:
                    reasons.append(f"{one} and {other} differ")
            tap.result(f"what {dtype} leaves open", reasons)
    # A ring whose chunks have not all masks: the count that is named leaves nothing open.
    def ring(chunk):
        with Folder(12, "f32", "--count", str(12 * chunk)) as f:
            f.reduce("--chunk", str(chunk))
            done, report = f.identify()
            return expect(done, report, position="ring rotated by chunk"), limits_of(report)

    sheet = sheet_of(12)
    masks, chunk = 12 * 11 * 10 // 2, -(-sheet // 12)
    reasons, short = ring(chunk)
    enough = sheet + masks
    want = f"shows it for certain if it has {enough} elements, and of a ring's 12 chunks each has {chunk} here: " \
           f"testreduce gen --count {12 * enough} makes them that long"
    if len(short) != 1 or want not in short[0]:
        reasons.append(f"'{want}' is not in {short}")
    tap.result("what a size leaves open", reasons)
    reasons, rest = ring(enough)
    tap.result("nothing is left open with the --count that is named", reasons + rest)

    # Calls in which each element begins with another rank; then those that are named. Of 3 ranks there are 931 probes,
    # which share a factor with calls of 273.
    def calls(ranks, call, count):
        with Folder(ranks, "f32", "--count", str(count)) as f:
            f.reduce("--chunk", "1")
            done, report = f.identify("--call", str(call))
            return expect(done, report, position=f"in each call of {call} elements"), limits_of(report), report["arrays"][0]

    for ranks, call, named in ((5, 250, 250), (3, 273, 272)):
        sheet, (reasons, few, _) = sheet_of(ranks), calls(ranks, call, 8 * call)
        want = f"if it meets all {sheet} probes, and meets 8 here: testreduce gen --count {named * sheet}, reduced by calls of {named} "
        if len(few) != 1 or want not in few[0]:
            reasons.append(f"'{want}' is not in {few}")
        tap.result(f"what a few calls of {call} elements leave open", reasons)
    reasons, rest, array = calls(5, 250, 250 * sheet_of(5))
    if len(array["segments"]) != 250:
        reasons.append(f"{len(array['segments'])} segments of 250")
    tap.result("nothing is left open in as many calls as are named", reasons + rest)


def drawing(tap):
    with Folder(5, "f16") as f:
        f.reduce("--tree", "binary")
        svg = f.root / "tree.svg"
        f.identify("--svg", str(svg))
        text = svg.read_text()
        tap.result("the drawing has a circle for each rank and sum",
                   [] if text.count("class='rank'") == 5 and text.count("class='sum'") == 4 else [text[:200]])


PROGRAM = r"""
#include <testreduce/exact.h>
#include <testreduce/identify.h>
#include <testreduce/probes.h>
#include <stdio.h>
int main(void) {
  const uint64_t x[] = {0x3f800000, 0x33800000, 0x2b800000}; // 1, half its unit, a little more
  char error[1024];
  tr_probes *probes = tr_probes_open("bf16", 4, 1, error, sizeof error);
  printf("%x %d\n", (unsigned)tr_exact_sum(TR_F32, x, 3), probes && tr_probes_length(probes) > 100);
  tr_probes_close(probes);
  return 0;
}
"""


def installed(tap):
    """The library where `make install-lib` puts it, by pkg-config, from C, and its headers from C++."""
    with tempfile.TemporaryDirectory() as folder:
        prefix, source = f"{folder}/prefix", pathlib.Path(folder, "program.c")
        source.write_text(PROGRAM)
        flags = f"$(PKG_CONFIG_PATH={prefix}/lib/pkgconfig pkg-config --cflags --libs testreduce)"
        reasons = []
        for command in (f"make -s install-testreduce PREFIX={prefix}",
                        f"gcc -std=c11 -Wall -Werror {source} -o {folder}/program {flags}",
                        f"g++ -std=c++17 -x c++ -Wall -Werror -fsyntax-only {source} {flags}",
                        f"LD_LIBRARY_PATH={prefix}/lib {folder}/program"):
            done = subprocess.run(command, shell=True, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                reasons.append(f"{command}: {done.stdout[-300:]}")
                break
        if not reasons and done.stdout != "3f800001 1\n":
            reasons.append(f"the program printed {done.stdout!r}")
        tap.result("the installed library, by pkg-config", reasons)


# ------------------------------------------------------------------------------- fabrics
def netfold_fabric(tap, name, ranks, dtype, options, want):
    # Packets tell in four sheets of probes what they tell; simulating more takes long. Chunks of rings need them all.
    with Folder(ranks, dtype, *(["--count", "24000"] if options[:3] == CYCLE else [])) as f:
        (f.root / "three.json").write_text(json.dumps(THREE))
        options = [str(f.root / "three.json") if o == "THREE" else o for o in options]
        command = [helpers.NETFOLD, *options, "--input", str(f.probes), "--output", str(f.answers)]
        done = subprocess.run(command, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            tap.result(name, [done.stderr.strip()])
            return
        tap.result(name, expect(*f.identify(), **want))


CYCLE = ["allreduce", "--engine", "cycle"]
EXACT = {"tree": "one fused node", "width": "exact", "rounding": "nearest-even", "position": "the same"}
ARRIVAL = {"tree": "sequential, in an order that varies", "width": "the type's own", "rounding": "nearest-even"}
WIDE = {"tree": "sequential, in an order that varies", "width": "binary32; rounded to bf16 once", "rounding": "nearest-even to the type"}
PLAIN = {"width": "the type's own", "rounding": "nearest-even"}
NETFOLD = [
    ("switch, exact f32", 6, "f32", [*CYCLE, "--mode", "exact"], EXACT),
    ("switch, exact bf16", 6, "bf16", [*CYCLE, "--dtype", "bf16x2", "--mode", "exact"], EXACT),
    ("switch, exact f16", 4, "f16", [*CYCLE, "--mode", "exact"], EXACT),
    ("switch, plain f32: the order of arrival, packet by packet", 6, "f32", CYCLE,
     ARRIVAL | {"position": "aligned block of 32 elements (128 bytes)", "trees seen": "different ones in"}),
    ("switch, wide bf16", 6, "bf16", [*CYCLE, "--dtype", "bf16x2", "--mode", "wide"], WIDE | {"position": "aligned block of 64"}),
    ("DGX-2, wide bf16", 8, "bf16", [*CYCLE, "--topology", "dgx2", "--dtype", "bf16x2", "--mode", "wide"], WIDE),
    ("tree of three switches, wide bf16", 6, "bf16", [*CYCLE, "--topology", "THREE", "--timeout", "1024", "--dtype", "bf16x2", "--mode", "wide"],
     WIDE | {"tree": "two operands at a time, in an order that varies", "position": "aligned block of 64"}),
    ("switch, plain f16, memories that all take one time", 5, "f16", [*CYCLE, "--memory-latency", "0"],
     PLAIN | {"tree": "sequential", "position": "the same"}),
    ("DGX-2, exact f32", 8, "f32", [*CYCLE, "--topology", "dgx2", "--mode", "exact"], EXACT),
    ("DGX-2, plain f32", 8, "f32", [*CYCLE, "--topology", "dgx2"], ARRIVAL),
    ("switch, pull, plain f32", 6, "f32", [*CYCLE, "--method", "pull"],
     ARRIVAL | {"position": "aligned block of 32 elements (128 bytes)"}),
    ("switch, pull, exact bf16", 6, "bf16", [*CYCLE, "--method", "pull", "--dtype", "bf16x2", "--mode", "exact"], EXACT),
    ("tree of three switches, push, f32: time-outs send two packets of 750 off in parts", 6, "f32",
     [*CYCLE, "--topology", "THREE", "--timeout", "1024"],
     PLAIN | {"tree": "two operands at a time, in an order that varies", "position": "aligned block of 32 elements (128 bytes)"}),
    ("tree of three switches, pull, f32: sums of sums", 6, "f32", [*CYCLE, "--topology", "THREE", "--method", "pull"],
     PLAIN | {"tree": "two operands at a time, in an order that varies", "position": "aligned block of 32 elements (128 bytes)",
              "trees seen": "different ones in"}),
    ("tree of three switches, exact f32", 6, "f32", [*CYCLE, "--topology", "THREE", "--mode", "exact"], EXACT),
    ("NetReduce, star of six, f32", 6, "f32", ["netreduce", "run", "--engine", "reference", "--ranks", "6"],
     PLAIN | {"position": "the same"}),
    ("NetReduce, star of six, bf16", 6, "bf16", ["netreduce", "run", "--engine", "reference", "--ranks", "6", "--dtype", "bf16x2"],
     PLAIN | {"position": "the same"}),
    ("NetReduce, three leaves, f32", 6, "f32", ["netreduce", "run", "--engine", "reference", "--topology", "leaf:3x2"],
     PLAIN | {"tree": "(((0 1) (2 3)) (4 5))", "position": "the same"}),
    ("NetReduce, three leaves, bf16", 6, "bf16", ["netreduce", "run", "--engine", "reference", "--topology", "leaf:3x2",
                                                  "--dtype", "bf16x2"], PLAIN | {"position": "the same"}),
    ("ACE, ring of four", 4, "f32", ["ace", "--topology", "ring:4"],
     PLAIN | {"position": "rings: 8 trees, both directions, 4 of 4 ranks begin"}),
    ("ACE, torus 4x2", 8, "f32", ["ace", "--topology", "torus:4x2"],
     PLAIN | {"position": "rings in groups of 4 neighbouring ranks, then between them: 8 trees, both directions, 4 of 4 ranks begin"}),
    ("ACE, torus 2x2x2", 8, "f32", ["ace", "--topology", "torus:2x2x2"], PLAIN | {"tree": "recursive doubling", "position": "the same"}),
    ("ACE, ring of eight over a switch", 8, "f32", ["ace", "--topology", "switch:8", "--algorithm", "ring"],
     PLAIN | {"position": "rings: 16 trees, both directions, 8 of 8 ranks begin"}),
    ("ACE, direct", 8, "f32", ["ace", "--topology", "switch:8", "--algorithm", "direct"],
     PLAIN | {"position": "ring rotated by chunk: 8 chunks"}),
    ("ACE, tree", 8, "f32", ["ace", "--topology", "switch:8", "--algorithm", "tree"],
     PLAIN | {"tree": "binary by halves", "position": "the same"}),
    ("ACE, halving and doubling", 8, "bf16", ["ace", "--topology", "switch:8", "--algorithm", "halving-doubling",
                                              "--dtype", "bf16x2"], PLAIN | {"tree": "recursive halving"}),
]

# Two leaves with three GPUs each, and a spine.
THREE = {"gpus": 6, "links": 1, "latency": 20, "switches": ["spine", "left", "right"],
         "cables": [[f"gpu{g}.0", f"{'left' if g < 3 else 'right'}.{g % 3}"] for g in range(6)]
         + [["left.8", "spine.0"], ["right.8", "spine.1"]]}

def fixed_point(tap):
    """NetReduce's fix32 with hosts that turn binary32 into integers and back, 24 bits behind the point (NETREDUCE 5.2.2)."""
    form, unit, most = floats.F32, Fraction(1, 2 ** 24), 2 ** 31 - 1

    def integer(word):
        if form.finite(word):
            return max(-most - 1, min(most, round(form.value(word) / unit)))
        return 0 if word & ~form.sign > form.infinity else -most - 1 if word & form.sign else most

    def reduced(f, shape):
        for r in range(6):
            words = helpers.npy_values(f.probes / f"rank{r:02d}.npy", "f32", "I")
            (f.root / f"rank{r:02d}.npy").write_bytes(helpers.npy_bytes([integer(w) for w in words], "s32"))
        command = ["netreduce", "run", "--engine", "reference", *shape, "--dtype", "fix32",
                   "--input", str(f.root), "--output", str(f.root / "sums")]
        done = subprocess.run([helpers.NETFOLD, *command], text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            return [done.stderr.strip()]
        for r in range(6):
            sums = helpers.npy_values(f.root / "sums" / f"rank{r:02d}.npy", "s32")
            (f.answers / f"rank{r:02d}.npy").write_bytes(helpers.npy_bytes([form.code(v * unit) for v in sums], "f32", code="I"))
        return expect(*f.identify(), width="fixed point: integers of 32 bits, 24 of them behind the point; a sum beyond them saturates",
                      rounding="operands to integers: nearest-even")

    for where, shape in (("star of six", ["--ranks", "6"]), ("three leaves", ["--topology", "leaf:3x2"])):
        name = f"netfold: NetReduce, {where}, fix32 between hosts of f32"
        if not os.access(helpers.NETFOLD, os.X_OK):
            tap.result(f"{name} # SKIP {helpers.NETFOLD} is absent", [])
            continue
        with Folder(6, "f32", "--count", "5700") as f:
            tap.result(name, reduced(f, shape))


# Of MPI's algorithms (coll_tuned_allreduce_algorithm), what each does.
OPEN_MPI = {
    "1": ("linear", {"tree": "reversed sequential"}),
    "2": ("non-overlapping", {"tree": "binomial"}),
    "3": ("recursive doubling", {"tree": "recursive doubling"}),
    "4": ("ring", {"position": "ring rotated by chunk"}),
    "5": ("segmented ring", {"position": "ring rotated by chunk"}),
    "6": ("Rabenseifner", {"tree": "Rabenseifner"}),
}


def mpi_fabrics(tap):
    if not shutil.which("mpirun") or not shutil.which("mpicc"):
        print("# Open MPI skipped: openmpi-bin or libopenmpi-dev is absent")
        tap.result("Open MPI # SKIP openmpi-bin or libopenmpi-dev is absent", [])
        return
    with Folder(5) as f:
        driver = f.root / "driver"
        subprocess.run(["mpicc", "-O1", "-o", str(driver), "testreduce/test/mpi_driver.c"], check=True)
        for algorithm, (name, want) in OPEN_MPI.items():
            done = subprocess.run(
                ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader", "--mca", "mpi_yield_when_idle", "1",
                 "--mca", "coll_tuned_use_dynamic_rules", "1", "--mca", "coll_tuned_allreduce_algorithm", algorithm,
                 "-n", "5", str(driver), "f32", str(f.probes), str(f.answers)],
                text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            tap.result(f"Open MPI, {name}", [done.stdout.strip()[-300:]] if done.returncode
                       else expect(*f.identify(), **(want | PLAIN | {"ranks": "all agree"})))


# Gloo's, by its C++ library: name, ranks, what it is. Of the class AllreduceRing every rank adds in an order of its own.
GLOO = [
    ("ring", 4, {"ranks": "do NOT agree", "tree": "reversed sequential"}),
    ("ring_chunked", 5, {"ranks": "all agree", "position": "ring rotated by chunk: 5 chunks"}),
    ("halving_doubling", 5, {"ranks": "all agree", "tree": "halving and doubling in binary blocks", "position": "the same"}),
    ("halving_doubling", 8, {"ranks": "all agree", "tree": "halving and doubling in binary blocks", "position": "the same"}),
    ("bcube", 8, {"ranks": "all agree", "tree": "recursive doubling", "position": "the same"}),
    ("options_ring", 5, {"ranks": "all agree", "position": "ring rotated by chunk: 5 chunks"}),
    ("options_bcube", 6, {"ranks": "all agree", "tree": "groups of 2 neighbouring ranks: one addition; between groups: sequential"}),
]


def gloo_fabrics(tap):
    with tempfile.TemporaryDirectory() as folder:
        driver = pathlib.Path(folder, "driver")
        built = subprocess.run(["g++", "-O1", "-o", str(driver), "testreduce/test/gloo_driver.cc", "-lgloo", "-lpthread"],
                               check=False, stderr=subprocess.DEVNULL)
        if built.returncode:
            print("# Gloo's classes skipped: libgloo-dev is absent")
            tap.result("Gloo's classes # SKIP libgloo-dev is absent", [])
            return
        for algorithm, ranks, want in GLOO:
            with Folder(ranks) as f:
                done = subprocess.run([str(driver), algorithm, str(ranks), str(f.probes), str(f.answers)], text=True, check=False,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                tap.result(f"Gloo, {algorithm}, {ranks} ranks", [done.stdout.strip()[-300:]] if done.returncode
                           else expect(*f.identify(), **(want | PLAIN)))


# Two ranks of which both are this process; the third all-reduce raises, and the fifth finds no other rank to ask.
SWEEP = """
import numpy as np
import testreduce
from testreduce import page, sweep

class Fabric:
    rank, ranks, name, calls = 0, 2, "two ranks", 0
    def allreduce(self, bits, dtype):
        self.calls += 1
        if self.calls == 3:
            raise RuntimeError("the link is down")
        other = testreduce.Probes(dtype, 2).array(1, bits.size)
        with np.errstate(all="ignore"):
            return (bits.view(np.float32) + other.view(np.float32)).view(np.uint32)
    def gather(self, thing):
        if self.calls == 5:
            raise ConnectionError("rank 1 has gone")
        return [thing, thing]
    def broadcast(self, thing):
        return thing

print(page.plain("two ranks", sweep.sweep(Fabric(), ["f32"], [4000, 5000, 6000, 7000])))
probes = testreduce.Probes("f32", 2)
arrays = [probes.array(r, 10) for r in range(2)]
for bad in ([], [[]], [arrays[:1]], [[arrays[0], arrays[1][:9]]], [[a[:0] for a in arrays]], [[a.astype(np.uint8) for a in arrays]]):
    try:
        print("taken:", probes.identify(bad).explained)
    except testreduce.TestReduceError as e:
        print("refused:", e)
for ranks in (1, 257):
    try:
        print("taken:", testreduce.Probes("f32", ranks))
    except testreduce.TestReduceError as e:
        print("refused:", e)
"""
SWEPT = [" 4000 ", "the type's own", "RuntimeError: the link is down", "nothing was tried after it: ConnectionError: rank 1 has gone",
         "refused: there are no answers", "refused: 1 answers are not of 2 ranks", "refused: answer 1 has 9 elements",
         "refused: answer 0 has 10 elements of 1 bytes", "refused: 1 ranks: give 2..256", "refused: 257 ranks: give 2..256"]


def python_environment():
    """Python with Debian's torch and mpi4py; what it needs to find the package and the library that the build made."""
    return os.environ.get("TESTREDUCE_PYTHON", "/usr/bin/python3"), os.environ | {
        "PYTHONPATH": "testreduce/python", "PYTHONDONTWRITEBYTECODE": "1",
        "TESTREDUCE_LIBRARY": os.environ.get("TESTREDUCE_LIBRARY", "build/lib/libtestreduce.so")}


def python_failures(tap):
    """Without numpy there is one line; a sweep keeps what it learned until the fabric failed; no answers are refused."""
    python, environment = python_environment()
    without = "import runpy, sys; sys.modules['numpy'] = None; sys.argv[1:] = ['torch']; runpy.run_module('testreduce', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", without], env=environment, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    tap.result("the package without numpy", [] if (done.returncode, done.stderr) == (2, "testreduce: there is no numpy; pip install numpy\n")
               else [f"status {done.returncode}: {done.stderr[-300:]}"])
    have = os.path.exists(environment["TESTREDUCE_LIBRARY"]) and os.path.exists(python) \
        and subprocess.run([python, "-c", "import numpy"], check=False, stderr=subprocess.DEVNULL).returncode == 0
    if not have:
        tap.result(f"a sweep that fails # SKIP numpy of {python} or the library is absent", [])
        return
    done = subprocess.run([python, "-c", SWEEP], env=environment, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    reasons = [f"'{w}' is not in: {done.stdout[-900:]} {done.stderr[-300:]}" for w in SWEPT if w not in done.stdout]
    tap.result("a sweep that fails keeps what was learned; what is no answer is refused",
               reasons + (["something was taken"] if "taken:" in done.stdout else []))


def python_package(tap):
    """The package over torch.distributed and mpi4py, with the library that the build made."""
    python, environment = python_environment()
    mpi = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader", "--mca", "mpi_yield_when_idle", "1",
           "-n", "3", python, "-m", "testreduce", "mpi", "--dtypes", "f32,bf16"]
    torch = [python, "-m", "testreduce", "torch", "--spawn", "3", "--backend", "gloo"]
    for name, module, command, sizes, tells in (
            ("mpi4py", "mpi4py", mpi, "24000", ["TypeError: MPI has no bf16"]),
            ("PyTorch, Gloo", "torch", torch, "300,24000",
             ["ring rotated by chunk: 3 chunks of 8000", "in each call of 300 elements: ring rotated by chunk: 3 chunks of 100"])):
        have = subprocess.run([python, "-c", f"import numpy, {module}"], check=False, stderr=subprocess.DEVNULL).returncode == 0 \
            if os.path.exists(python) else False
        if not have or not os.path.exists(environment["TESTREDUCE_LIBRARY"]):
            print(f"# {name} skipped: {module} of {python} or the library is absent")
            tap.result(f"{name} # SKIP {module} of {python} or the library is absent", [])
            continue
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            done = subprocess.run([*command, "--sizes", sizes, "--out", str(page)], env=environment, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            wanted = ["ranks agree: yes, deterministic: yes", "nearest-even", *tells]
            reasons = [f"'{w}' is not in: {done.stdout[-600:]} {done.stderr[-300:]}" for w in wanted if w not in done.stdout]
            if not page.exists() or "<svg" not in page.read_text():
                reasons.append("the page has no drawing")
            tap.result(f"{name}: the package's table and page", reasons)


def netfold_fabrics(tap):
    for name, ranks, dtype, options, want in NETFOLD:
        if os.access(helpers.NETFOLD, os.X_OK):
            netfold_fabric(tap, f"netfold: {name}", ranks, dtype, options, want)
        else:
            tap.result(f"netfold: {name} # SKIP {helpers.NETFOLD} is absent", [])


OWN = [files_of_gen, answers_by_fractions, refusals, unexplained, failed_in_mid_run, other_probes, repetitions, limits, vectors, drawing]
FABRICS = [installed, netfold_fabrics, fixed_point, mpi_fabrics, gloo_fabrics, python_failures, python_package]


def main():
    tap = helpers.Tap()
    for test in OWN + FABRICS:
        if len(sys.argv) == 1 or test.__name__ in sys.argv[1:]:
            test(tap)
    sys.exit(tap.done())


if __name__ == "__main__":
    main()
