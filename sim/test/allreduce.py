# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Right results: every op and type, both methods, both engines, evictions, timeouts, back-pressure."""

import array
import fractions
import itertools

import floats
import helpers

KEYS = ("engine method op dtype mode ranks bytes cycles flits algbw_GBps busbw_GBps limit_GBps ranks_identical bit_exact "
        "cycles_compared evictions timeouts seed").split()
PAIRS = [("f32", op) for op in ("sum", "min", "max")]
PAIRS += [(t, op) for t in ("u32", "s32") for op in ("sum", "min", "max", "and", "or", "xor")]


def check(columns, dtype, op, *options, expect=None, shape=None):
    """Reasons why one all-reduce is not right; expect looks at its report."""
    with helpers.Place() as place:
        place.put(columns, dtype, shape)
        done = place.run("--op", op, *options)
        if done.returncode:
            return [f"status {done.returncode}: {done.stderr.strip()}"]
        reasons = helpers.wrong(place, columns, op, dtype)
        report = place.report()
        reasons += [f"the report lacks {k}" for k in KEYS if k not in report]
        if not report["bit_exact"] or not report["ranks_identical"] or report["elements_rounded"] != 0:
            reasons.append(f"bit_exact {report['bit_exact']}, {report['elements_rounded']} rounded")
        # ulp where there is one rounding at most, in the result; else the error beside its bound
        exact = dtype != "f32" or op not in ("sum", "avg")
        if exact != ("max_ulp_error" in report) or exact == ("max_error" in report):
            reasons.append("the error is not reported as the mode has it")
        if expect and not expect(report):
            reasons.append(f"the report is not as expected: {report}")
        return reasons


def data(dtype, ranks, count, seed=1):
    rng = helpers.random.Random(seed)
    return [helpers.random_values(rng, dtype, count) for _ in range(ranks)]


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
    if not tap.needs_rtl("rtl"):
        return
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
    tiny = ("--table-bytes", "128", "--window-bytes", "16384", "--shuffle")
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
             ("--method", "pull", "--table-bytes", "128", "--window-bytes", "4096"),
             lambda r: r["evictions"] == 0),
            ("waves of other sizes", ("--waves", "5", "--wave-bytes", "384"), None)):
        tap.result(name, check(columns, "f32", "sum", *options, expect=expect))
    reasons = []
    for method, seed, more in itertools.product(("push", "pull"), range(4), ((), ("--shuffle",))):
        reasons += check(data("s32", 7, 700, seed), "s32", "sum", "--method", method, "--seed",
                         str(seed), "--backpressure", "40", *more)
    tap.result("back-pressure from the ranks, random orders, four seeds", reasons)


def repeatable(tap):
    reports = []
    for seed in ("5", "5", "6"):
        with helpers.Place() as place:
            place.fill(16, 3000)
            place.run("--shuffle", "--method", "pull", "--seed", seed)
            reports.append(place.report())
    reasons = [] if reports[0] == reports[1] else ["one seed gave two reports"]
    if reports[0]["cycles"] == reports[2]["cycles"]:
        reasons.append("two seeds gave the same number of cycles")
    tap.result("a seed gives its run again", reasons)


def measured(columns, got):
    """The greatest distance from the exact sum in units of 2^-24 times the sum of magnitudes."""
    worst = 0
    for values in zip(got, *(array.array("f", c) for c in columns)):
        exact = sum(map(fractions.Fraction, values[1:]))
        units = sum(abs(fractions.Fraction(v)) for v in values[1:]) / 2 ** 24
        worst = max(worst, abs(fractions.Fraction(values[0]) - exact) / units)
    return float(worst)


def real_floats(tap):
    """Sums that round: all ranks agree and the error is one that additions can make."""
    rng = helpers.random.Random(3)
    columns = [[rng.uniform(-1, 1) * 2.0 ** rng.randrange(-20, 20) for _ in range(2000)]
               for _ in range(16)]
    reasons = []
    for options in ((), ("--shuffle",), ("--method", "pull"),
                    ("--table-bytes", "128", "--window-bytes", "16384", "--shuffle")):
        with helpers.Place() as place:
            place.put(columns)
            done = place.run(*options)
            reasons += [done.stderr] if done.returncode else []
            got = [(place.output / f"rank{r:02d}.npy").read_bytes() for r in range(16)]
            if len(set(got)) != 1:
                reasons.append("the ranks hold different bits")
            report = place.report()
            mine = measured(columns, helpers.npy_values(place.output / "rank00.npy", "f32"))
            if not 0 < report["max_error"] < report["error_bound"] == 15:
                reasons.append(f"an error of {report['max_error']} of {report['error_bound']}")
            if abs(report["max_error"] / mine - 1) > 1e-6:
                reasons.append(f"an error of {report['max_error']} is {mine} by Python's fractions")
            if "ulp" in done.stdout or "eps" not in done.stdout:
                reasons.append(f"the error is not reported beside its bound: {done.stdout}")
    tap.result("sums that round: the same bits on all ranks", reasons)


def bits_wrong(columns, dtype, want, *options, expect=None):
    """Reasons why the ranks do not hold the elements `want`, given by their bits; None: any."""
    with helpers.Place() as place:
        place.put_bits(columns, dtype)
        given = ("--dtype", dtype) if dtype == "bf16x2" else ()
        done = place.run(*given, *options)
        if done.returncode:
            return [f"{' '.join(options)}: status {done.returncode}: {done.stderr.strip()}"]
        got = [place.bits(r, dtype) for r in range(len(columns))]
        reasons = [] if all(g == got[0] for g in got) else ["the ranks hold different bits"]
        for at, (a, b) in enumerate(zip(got[0], want or got[0])):
            if a != b:
                reasons.append(f"{' '.join(options)}: [{at}] is {a:x}, not {b:x}")
                break
        if expect and not expect(place.report()):
            reasons.append(f"{' '.join(options)}: the report is not as expected: {place.report()}")
        return reasons


def random_bits(rng, dtype, ranks, count, spread):
    form = floats.ELEMENTS[dtype]
    return [[form.random(rng, spread) for _ in range(count)] for _ in range(ranks)]


def exact_bits(dtype, columns, divisor=1):
    form = floats.ELEMENTS[dtype]
    return [form.code(sum(map(form.value, row)) / divisor, all(c == form.sign for c in row))
            for row in zip(*columns)]


TINY = ("--table-bytes", "128", "--window-bytes", "16384", "--shuffle")


def exact_sums(tap):
    """All ranks hold the correctly rounded exact sum, whatever the order and whoever adds."""
    rng = helpers.random.Random(12)
    for dtype in floats.ELEMENTS:
        for ranks in (2, 5, 16):
            columns = random_bits(rng, dtype, ranks, 301, 200)
            want = exact_bits(dtype, columns)
            reasons = []
            for options in (("--method", "push"), ("--method", "pull"), TINY, TINY + ("--eviction", "1"),
                            ("--timeout", "64", "--shuffle", "--backpressure", "50")):
                reasons += bits_wrong(columns, dtype, want, "--mode", "exact", *options)
            tap.result(f"exact sums of {dtype}, {ranks} ranks: push, pull, partial sums", reasons)
    columns = random_bits(rng, "f32", 16, 5000, 60)
    reasons = []
    for more in ((), ("--eviction", "1")):
        reasons += bits_wrong(columns, "f32", exact_bits("f32", columns), "--mode", "exact", *TINY, *more,
                              expect=lambda r: r["evictions"] > 0 and r.get("max_ulp_error") == 0)
    tap.result("exact sums, planes of evicted entries", reasons)


def wide_types(tap):
    """Sums that round in the type or in binary32, and averages."""
    rng = helpers.random.Random(13)
    for method in ("push", "pull"):
        reasons = []
        for dtype, mode in (("f16x2", "plain"), ("bf16x2", "plain"), ("f16x2", "wide"), ("bf16x2", "wide")):
            columns = random_bits(rng, dtype, 8, 203, 8)
            for more in ((), TINY if method == "push" else ()):
                reasons += bits_wrong(columns, dtype, None, "--method", method, "--mode", mode, *more)
        for dtype in ("f16x2", "bf16x2"):  # of a few small numbers nothing is rounded
            columns = [[floats.ELEMENTS[dtype].code(floats.Fraction(rng.randrange(-3, 4))) for _ in range(99)]
                       for _ in range(16)]
            want = exact_bits(dtype, columns)
            for mode in ("plain", "wide", "exact"):
                reasons += bits_wrong(columns, dtype, want, "--method", method, "--mode", mode)
            for op in ("min", "max"):
                form = floats.ELEMENTS[dtype]
                pick = [(min if op == "min" else max)(row, key=form.value) for row in zip(*columns)]
                reasons += bits_wrong(columns, dtype, pick, "--method", method, "--op", op)
        for dtype, mode in (("f32", "plain"), ("f32", "exact"), ("f16x2", "wide"), ("bf16x2", "exact")):
            columns = random_bits(rng, dtype, 8, 103, 5)
            want = exact_bits(dtype, columns, 8) if mode == "exact" else None
            for more in ((), TINY if method == "push" else ()):
                reasons += bits_wrong(columns, dtype, want, "--method", method, "--mode", mode, "--op", "avg",
                                      *more)
        tap.result(f"{method}: 16-bit elements, sums in binary32, averages", reasons)


def saturation(tap):
    rng = helpers.random.Random(14)
    reasons = []
    for dtype, kind, low, high in (("u32sat", "u32", 0, 2 ** 32 - 1), ("s32sat", "s32", -2 ** 31, 2 ** 31 - 1),
                                   ("fix32", "s32", -2 ** 31, 2 ** 31 - 1)):
        signs = [rng.choice((-1, 1)) if low else 1 for _ in range(300)]
        columns = [[s * rng.randrange(high // 5) for s in signs] for _ in range(8)]
        want = [min(max(sum(row), low), high) for row in zip(*columns)]
        for method in ("push", "pull"):
            with helpers.Place() as place:
                place.put(columns, kind)
                done = place.run("--dtype", dtype, "--method", method)
                got = [list(helpers.npy_values(place.output / f"rank{r:02d}.npy", kind)) if not done.returncode else []
                       for r in range(8)]
                if any(g != want for g in got) or place.report()["flags"] != ["overflow"]:
                    reasons.append(f"{dtype}, {method}: {done.stderr.strip() or 'a sum is wrong'}")
    tap.result("integers that stay at their largest and least number", reasons)


def alu(tap):
    vectors = (("f32", "add", "3f800000 40000000", "40400000"), ("f32", "min", "80000000 00000000", "80000000"),
               ("f32", "add", "7f800000 ff800000", "7fc00000"), ("f32", "max", "7fc00000 1", "00000001"),
               ("s32", "min", "ffffffff 1", "ffffffff"), ("u32", "min", "ffffffff 1", "00000001"),
               ("u32", "xor", "0xff00ff00 0x0ff00ff0", "f0f0f0f0"),
               ("s32", "add", "7fffffff 1", "80000000"))
    for engine in ("cycle", "rtl"):
        reasons = []
        for dtype, op, line, want in vectors:
            done = helpers.netfold("alu", "--engine", engine, "--dtype", dtype, "--op", op, input=line + "\n")
            if done.stdout != want + "\n":
                reasons.append(f"{op} {dtype} {line}: {done.stdout.strip()} {done.stderr.strip()}")
        tap.result(f"alu, {engine}: {len(vectors)} vectors", reasons)
    rng = helpers.random.Random(9)
    lines = "".join(f"{rng.getrandbits(32):08x} {rng.getrandbits(32):08x}\n" for _ in range(20000))
    outs = [helpers.netfold("alu", "--engine", engine, "--flags", input=lines).stdout for engine in ("cycle", "rtl")]
    right = outs[0] == outs[1] and outs[0].count("\n") == 20000
    tap.result("alu: 20000 random pairs, RTL and model", [] if right else ["they differ"])


if __name__ == "__main__":
    helpers.run(all_pairs, shapes, engines, stress, repeatable, real_floats, exact_sums, wide_types, saturation, alu)
