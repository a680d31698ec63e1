# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Right results: every op and type, both methods, both engines, evictions, timeouts, back-pressure."""

import itertools
import subprocess
import sys

import kit

KEYS = ("engine method op dtype ranks bytes cycles flits algbw_GBps busbw_GBps limit_GBps bit_exact "
        "cycles_compared max_ulp_error evictions timeouts seed").split()
PAIRS = [("f32", op) for op in ("sum", "min", "max")]
PAIRS += [(t, op) for t in ("u32", "s32") for op in ("sum", "min", "max", "and", "or", "xor")]


def check(columns, dtype, op, *options, expect=None, shape=None):
    """Reasons why one all-reduce is not right; expect looks at its report."""
    with kit.Place() as place:
        place.put(columns, dtype, shape)
        done = place.run("--op", op, *options)
        if done.returncode:
            return [f"status {done.returncode}: {done.stderr.strip()}"]
        reasons = kit.wrong(place, columns, op, dtype)
        report = place.report()
        reasons += [f"the report lacks {k}" for k in KEYS if k not in report]
        if not report["bit_exact"] or report["max_ulp_error"] != 0:
            reasons.append(f"bit_exact {report['bit_exact']}, {report['max_ulp_error']} ulp")
        if expect and not expect(report):
            reasons.append(f"the report is not as expected: {report}")
        return reasons


def data(dtype, ranks, count, seed=1):
    rng = kit.random.Random(seed)
    return [kit.random_values(rng, dtype, count) for _ in range(ranks)]


def all_pairs(tap):
    for method, ranks in itertools.product(("push", "pull"), (2, 3, 16)):
        reasons = []
        for dtype, op in PAIRS:
            reasons += [f"{op} {dtype}: {r}" for r in check(data(dtype, ranks, 203), dtype, op,
                                                           "--method", method, "--dtype", dtype)]
        tap.result(f"{method}, {ranks} ranks, {len(PAIRS)} pairs of op and type", reasons)


def shapes(tap):
    reasons = []
    for shape, count in (("()", 1), ("(1,)", 1), ("(4,)", 4), ("(32,)", 32), ("(33,)", 33),
                         ("(3, 5, 7)", 105), ("(1, 1024)", 1024)):
        for method in ("push", "pull"):
            reasons += check(data("s32", 4, count), "s32", "sum", "--method", method, shape=shape)
    tap.result("shapes from a single number to more than a window", reasons)


def engines(tap):
    for method, op, dtype, ranks, more in (("push", "sum", "f32", 16, ()),
                                           ("pull", "sum", "f32", 16, ()),
                                           ("push", "xor", "u32", 3, ("--shuffle",)),
                                           ("pull", "max", "s32", 5, ("--shuffle",)),
                                           ("push", "sum", "f32", 16, ("--backpressure", "30"))):
        tap.result(f"rtl, {method} {op} {dtype}, {ranks} ranks {' '.join(more)}".rstrip(), check(
            data(dtype, ranks, 999), dtype, op, "--engine", "rtl", "--method", method, *more,
            expect=lambda r: r["cycles_compared"] >= r["cycles"] > 0))


def stress(tap):
    columns = data("f32", 16, 5000)
    tiny = ("--table-bytes", "128", "--window", "16384", "--shuffle")
    for name, options, expect in (
            ("tiny table, partial sums to the home GPU", tiny, lambda r: r["evictions"] > 0),
            ("tiny table, partial sums to all", tiny + ("--eviction", "1"),
             lambda r: r["evictions"] > 0),
            ("entries time out, home GPU", ("--timeout", "64", "--shuffle"),
             lambda r: r["timeouts"] > 0),
            ("entries time out, partial sums to all",
             ("--timeout", "64", "--shuffle", "--eviction", "1"), lambda r: r["timeouts"] > 0),
            ("no evictions when the window fits the tables", (),
             lambda r: r["evictions"] == r["timeouts"] == 0),
            ("pull with more requests than entries",
             ("--method", "pull", "--table-bytes", "128", "--window", "4096"),
             lambda r: r["evictions"] == 0),
            ("three regions", ("--region", "0x1000:8192", "--region", "0x800000000:4096",
                               "--region", "0x40000:16384"), None)):
        tap.result(name, check(columns, "f32", "sum", *options, expect=expect))
    reasons = []
    for method, seed, more in itertools.product(("push", "pull"), range(4), ((), ("--shuffle",))):
        reasons += check(data("s32", 7, 700, seed), "s32", "sum", "--method", method, "--seed",
                         str(seed), "--backpressure", "40", *more)
    tap.result("back-pressure from the ranks, random orders, four seeds", reasons)


def repeatable(tap):
    reports = []
    for seed in ("5", "5", "6"):
        with kit.Place() as place:
            place.fill(16, 3000)
            place.run("--shuffle", "--method", "pull", "--seed", seed)
            reports.append(place.report())
    reasons = [] if reports[0] == reports[1] else ["one seed gave two reports"]
    if reports[0]["cycles"] == reports[2]["cycles"]:
        reasons.append("two seeds gave the same number of cycles")
    tap.result("a seed gives its run again", reasons)


def real_floats(tap):
    """Sums that round: all ranks agree and the error is one that additions can make."""
    rng = kit.random.Random(3)
    columns = [[rng.uniform(-1, 1) * 2.0 ** rng.randrange(-20, 20) for _ in range(2000)]
               for _ in range(16)]
    reasons = []
    for options in ((), ("--shuffle",), ("--method", "pull"),
                    ("--table-bytes", "128", "--window", "16384", "--shuffle")):
        with kit.Place() as place:
            place.put(columns)
            done = place.run(*options)
            reasons += [done.stderr] if done.returncode else []
            got = [(place.output / f"rank{r:02d}.npy").read_bytes() for r in range(16)]
            if len(set(got)) != 1:
                reasons.append("the ranks hold different bits")
    tap.result("sums that round: the same bits on all ranks", reasons)


def alu(tap):
    vectors = (("f32", "add", "3f800000 40000000", "40400000"), ("f32", "min", "80000000 00000000", "80000000"),
               ("f32", "add", "7f800000 ff800000", "7fc00000"), ("f32", "max", "7fc00000 1", "00000001"),
               ("s32", "min", "ffffffff 1", "ffffffff"), ("u32", "min", "ffffffff 1", "00000001"),
               ("u32", "xor", "0xff00ff00 0x0ff00ff0", "f0f0f0f0"),
               ("s32", "add", "7fffffff 1", "80000000"))
    for engine in ("cmodel", "rtl"):
        reasons = []
        for dtype, op, line, want in vectors:
            done = subprocess.run([kit.NETFOLD, "alu", "--engine", engine, "--dtype", dtype, "--op", op],
                                  input=line + "\n", text=True, check=False, capture_output=True)
            if done.stdout != want + "\n":
                reasons.append(f"{op} {dtype} {line}: {done.stdout.strip()} {done.stderr.strip()}")
        tap.result(f"alu, {engine}: {len(vectors)} vectors", reasons)
    rng = kit.random.Random(9)
    lines = "".join(f"{rng.getrandbits(32):08x} {rng.getrandbits(32):08x}\n" for _ in range(20000))
    outs = [subprocess.run([kit.NETFOLD, "alu", "--engine", engine, "--flags"], input=lines, text=True,
                           check=False, capture_output=True).stdout for engine in ("cmodel", "rtl")]
    right = outs[0] == outs[1] and outs[0].count("\n") == 20000
    tap.result("alu: 20000 random pairs, RTL and model", [] if right else ["they differ"])


def main():
    tap = kit.Tap()
    for test in (all_pairs, shapes, engines, stress, repeatable, real_floats, alu):
        test(tap)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
