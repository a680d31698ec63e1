# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold sum and netfold alu: every op and type, exact sums in any order and grouping, refusals."""

import random
import re

import floats
import helpers

ENGINES = ("cycle", "rtl")
MODES = {"wide": {"f16x2": "f16x2-f32", "bf16x2": "bf16x2-f32"},
         "exact": {"f32": "f32x", "f16x2": "f16x2x", "bf16x2": "bf16x2x"}}


def command(name, words, *options):
    text = "".join(f"{w if isinstance(w, str) else format(w, '08x')}\n" for w in words)
    return helpers.netfold(name, *options, input=text)


def result(words, *options):
    """The word that `netfold sum` prints last, or what it said instead."""
    done = command("sum", words, *options)
    return int(done.stdout.split()[-1], 16) if done.returncode == 0 else done.stderr.strip()


def show(value):
    return value if isinstance(value, str) else f"{value:08x}"


class Checks:
    """Reasons why results are not those expected."""

    def __init__(self):
        self.reasons = []

    def equal(self, want, words, *options):
        got = result(words, *options)
        if got != want:
            self.reasons.append(f"{' '.join(map(str, options))} of {len(words)} words: {show(got)}, "
                                f"not {show(want)}")


DIRECTED = (  # words, options, result with flags
    ("3f800000 5f000000 df000000", "--mode plain", "00000000 8"),
    ("3f800000 5f000000 df000000", "--mode exact", "3f800000 0"),
    ("7f7fffff 7f7fffff ff7fffff", "--mode plain", "7f800000 a"),
    ("7f7fffff 7f7fffff ff7fffff", "--mode exact", "7f7fffff 0"),
    ("7f7fffff 7f7fffff", "--mode exact", "7f800000 a"),
    ("7f800000 ff800000", "--mode exact", "7fc00000 1"),
    ("7fa00000 3f800000", "--mode exact", "7fc00000 1"),
    ("7fc00001 3f800000", "--mode exact", "7fc00000 0"),
    ("80000000 80000000", "--mode exact", "80000000 0"),
    ("80000000 00000000", "--mode exact", "00000000 0"),
    ("00000001 00000001", "--mode exact", "00000002 0"),
    ("00000001 00000000", "--mode exact --op avg", "00000000 c"),
    ("00000003 00000000", "--mode exact --op avg", "00000002 c"),
    ("40000000 40400000", "--op avg", "40200000 0"),
    ("3c007bff 3c007bff", "--dtype f16x2", "40007c00 a"),
    ("3c007bff 3c007bff 3c00fbff", "--dtype f16x2 --mode wide", "42007bff 0"),
    ("3f800000 3b800000", "--dtype bf16x2", "3f800000 8"),
    ("ffffffff 00000002", "--dtype u32sat", "ffffffff 2"),
    ("ffffffff 00000002", "--dtype u32", "00000001 0"),
    ("7fffffff 00000001 ffffffff", "--dtype s32sat", "7ffffffe 2"),
    ("80000000 ffffffff", "--dtype fix32", "80000000 2"),
    ("00000005 00000007 00000003", "--dtype fix32 --op max", "00000007 0"),
    ("deadbeef", "", "deadbeef 0"),
)


def directed(tap):
    for engine in ENGINES:
        reasons = []
        for words, options, want in DIRECTED:
            done = command("sum", words.split(), "--engine", engine, "--flags", *options.split())
            if done.stdout.split("\n")[-2:] != [want, ""]:
                reasons.append(f"{options} {words}: {done.stdout.strip()} {done.stderr.strip()}")
        tap.result(f"sum, {engine}: {len(DIRECTED)} sums with their flags", reasons)


def exact(tap):
    """The same word in any order and any grouping, and it is the right one."""
    rng = random.Random(2)
    for engine, rounds in (("cycle", 20), ("rtl", 4)):
        for dtype in floats.ELEMENTS:
            checks = Checks()
            for turn in range(rounds):
                count = rng.randrange(1, 50)
                words = floats.random_words(rng, dtype, count, None if turn % 2 else 40)
                how = ("--engine", engine, "--mode", "exact", "--dtype", dtype)
                want = floats.exact_sum(dtype, words)
                checks.equal(want, words, *how)
                rng.shuffle(words)
                checks.equal(want, words, *how)
                for groups in {1, count, rng.randrange(1, count + 1)}:
                    checks.equal(want, words, *how, "--partials", groups)
            tap.result(f"sum, {engine}: {rounds} exact sums of {dtype}, two orders, partial sums",
                       checks.reasons)


def averages(tap):
    rng = random.Random(3)
    checks = Checks()
    for dtype in floats.ELEMENTS:
        for count in (1, 2, 4, 8, 64):
            words = floats.random_words(rng, dtype, count, 30)
            how = ("--op", "avg", "--dtype", dtype)
            checks.equal(floats.exact_sum(dtype, words, count), words, "--mode", "exact", *how)
            checks.equal(floats.exact_sum(dtype, words, count), words, "--mode", "exact", *how,
                         "--partials", min(count, 3))
            if dtype == "f32":
                checks.equal(floats.ordered_sum(dtype, words, None, count), words, *how)
            else:
                checks.equal(floats.ordered_sum(dtype, words, floats.F32, count), words, "--mode",
                             "wide", *how)
    tap.result("sum: averages", checks.reasons)


def rounded(tap):
    """Sums that round on the way are those of additions in this order."""
    rng = random.Random(4)
    for engine, rounds in (("cycle", 30), ("rtl", 5)):
        checks = Checks()
        for dtype in floats.ELEMENTS:
            for _ in range(rounds):
                words = floats.random_words(rng, dtype, rng.randrange(1, 40), 12)
                how = ("--engine", engine, "--dtype", dtype)
                want = floats.ordered_sum(dtype, words)
                if want is not None:
                    checks.equal(want, words, *how)
                if dtype in MODES["wide"]:
                    checks.equal(floats.ordered_sum(dtype, words, floats.F32), words, *how, "--mode", "wide")
        tap.result(f"sum, {engine}: sums in order of arrival", checks.reasons)


def many(tap):
    rng = random.Random(5)
    words = floats.random_words(rng, "f32", 65535, 60)
    want = floats.exact_sum("f32", words)
    checks = Checks()
    checks.equal(want, words, "--mode", "exact")
    checks.equal(want, words, "--mode", "exact", "--partials", 16)
    checks.equal(floats.exact_sum("f32", words[:3000]), words[:3000], "--mode", "exact", "--engine", "rtl",
                 "--partials", 5)
    checks.equal(floats.exact_sum("f32", words[:32768], 32768), words[:32768], "--mode", "exact", "--op", "avg")
    tap.result("sum: as many words as an entry counts", checks.reasons)


def cells():
    """Types and ops as docs/packet.md has them: [(type's code name, op, cell)]."""
    rows = [line.strip("| \n").split(" | ") for line in open("docs/packet.md", encoding="utf-8")
            if line.startswith("|")]
    head = next(i for i, row in enumerate(rows) if row[:2] == ["code", "type"])
    ops = rows[head][4:]
    for row in rows[head + 2:]:
        if len(row) != len(ops) + 4:
            return
        for op, cell in zip(ops, row[4:]):
            yield row[1].strip("`"), op, cell


def alu_table(tap):
    """Every cell: what exists gives the same on the RTL and the model, the rest is refused."""
    rng = random.Random(6)
    reasons, seen = [], 0
    lines = [f"{rng.getrandbits(32):08x} {rng.getrandbits(32):08x}" for _ in range(300)]
    lines += ["7f800000 ff800000", "7c007c00 fc00fc00", "80000000 80000000", "00000001 00000001"]
    for dtype, op, cell in cells():
        seen += 1
        outs = [command("alu", lines, "--engine", engine, "--flags", "--dtype", dtype, "--op", op)
                for engine in ("cycle", "rtl")]
        if cell == "unsupported":
            for done in outs:
                if done.returncode != 2 or f"--op {op.replace('add', 'sum')} is not defined" not in done.stderr:
                    reasons.append(f"{op} {dtype} is not refused: {done.returncode} {done.stderr}")
        elif outs[0].returncode or outs[0].stdout != outs[1].stdout or outs[0].stdout.count("\n") != len(lines):
            reasons.append(f"{op} {dtype} ({cell}): {outs[0].stderr}{outs[1].stderr} or RTL and model differ")
    tap.result(f"alu: all {seen} pairs of op and type", reasons if seen == 91 else ["the table was not found"])


def alu_halves(tap):
    """Pairs of 16-bit elements against Python's fractions."""
    rng = random.Random(7)
    for dtype in ("f16x2", "bf16x2"):
        words = [floats.random_words(rng, dtype, 2, 20) for _ in range(500)]
        lines = [f"{a:08x} {b:08x}" for a, b in words]
        reasons = []
        for name, want in ((dtype, lambda a, b, d=dtype: floats.ordered_sum(d, [a, b])),
                           (f"{dtype}x", lambda a, b, d=dtype: floats.exact_sum(d, [a, b]))):
            done = command("alu", lines, "--dtype", name)
            for (a, b), got in zip(words, done.stdout.split()):
                expected = want(a, b)
                if expected is not None and int(got, 16) != expected:
                    reasons.append(f"{name}: {a:08x} + {b:08x} is {got}, not {expected:08x}")
            if done.stdout.count("\n") != len(lines):
                reasons.append(done.stderr)
        tap.result(f"alu: sums of {dtype}, rounded and exact", reasons[:5])


REFUSED = (
    ((), "sum", "", ("standard input holds no word",)),
    ((), "sum", "3f800000\nzz\n", ("line 2:", "hex digits")),
    ((), "sum", "3f800000 40000000\n", ("line 1:", "one word")),
    ((), "sum", "1\n" * 65536, ("line 65536:", "65535")),
    (("--mode", "exact", "--op", "avg"), "sum", "1\n2\n3\n", ("avg of 3 words", "powers of two")),
    (("--mode", "wide"), "sum", "1\n", ("--mode wide", "f32", "f16x2, bf16x2")),
    (("--mode", "exact", "--dtype", "u32"), "sum", "1\n", ("--mode exact", "u32", "f32, f16x2, bf16x2")),
    (("--mode", "exact", "--op", "min"), "sum", "1\n", ("--op min", "f32x", "sum, avg")),
    (("--mode", "fuzzy"), "sum", "1\n", ("--mode fuzzy", "plain, wide, exact")),
    (("--dtype", "f64"), "sum", "1\n", ("--dtype f64", "bf16x2x")),
    (("--op", "and"), "sum", "1\n", ("--op and", "f32", "sum, min, max, avg", "u32, s32")),
    (("--partials", "3"), "sum", "1\n2\n", ("--partials 3", "2 words")),
    (("--partials", "0"), "sum", "1\n", ("--partials 0", "1..65535")),
    (("--engine", "fast"), "sum", "1\n", ("--engine fast", "cycle, rtl")),
    (("--op", "avg", "--dtype", "s32"), "alu", "1 2\n", ("--op avg", "s32", "f32, f16x2-f32")),
)


def refusals(tap):
    for options, name, text, words in REFUSED:
        done = helpers.netfold(name, *options, input=text)
        reasons = [f"'{w}' is not mentioned" for w in words if w not in done.stderr]
        if done.returncode != 2 or done.stderr.count("\n") != 1 or done.stdout:
            reasons.append(f"status {done.returncode}: {done.stdout}{done.stderr}")
        tap.result(f"refused: {name} {' '.join(options)} {text[:20]!r}", reasons + ([done.stderr] if reasons else []))


def help_example(tap):
    """The examples of --help give what it says they do."""
    text = helpers.netfold("sum", "--help").stdout
    found = re.findall(r"printf '%s\\n' ([0-9a-f ]+) \| netfold sum ([-a-z ]+?)\s+prints ([0-9a-f]{8})", text)
    reasons = [f"{words} {options}: not {want}" for words, options, want in found
               if show(result(words.split(), *options.split())) != want]
    tap.result("help: its examples are true", reasons if len(found) == 2 else ["no examples found"])


if __name__ == "__main__":
    helpers.run(directed, exact, averages, rounded, many, alu_table, alu_halves, refusals, help_example)
