# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold place: job lists checked board by board, mixes, cycles, what is refused."""

import functools
import json
import pathlib
import random
import tempfile

import helpers

command = functools.partial(helpers.netfold, "place")


def lines(done):
    return [f"exit {done.returncode}", done.stdout.strip(), done.stderr.strip()]


def example(tap):
    """HXMESH Fig. 5, its three failures; the map shows what was placed."""
    done = command("--boards", "4x4", "--shapes", "3x3,1x1,4x1", "--broken", "0.2,2.1,3.2", "--map")
    shown = [line.split() for line in done.stdout.splitlines()[3:]]
    want = [["0", "0", "x", "0"], ["0", "0", "1", "0"], [".", "x", ".", "."], ["0", "0", "x", "0"]]
    reasons = [] if done.returncode == 1 and shown == want and "1 of 3 jobs have no place" in done.stderr \
        else lines(done)
    tap.result("3 x 3 boards round three that fail, and one job without a place", reasons)


def lists(tap):
    """Random job lists; what is placed is checked here once more, from rows and columns."""
    seed = random.randrange(1 << 32)
    rng = random.Random(seed)
    reasons = []
    placed = 0
    for turn in range(25):
        x, y = rng.randrange(2, 20), rng.randrange(2, 20)
        broken = {(rng.randrange(y), rng.randrange(x)) for _ in range(rng.randrange(x))}
        jobs = [(rng.randrange(1, 6), rng.randrange(1, 6)) for _ in range(rng.randrange(1, 12))]
        if turn == 0:  # that something is placed is no question of luck
            x, y, broken, jobs = 20, 20, set(), [(1, 2)] * 25
        flags = [f for f in ("--transpose", "--sort", "--locality", "--aspect=8") if rng.random() < 0.5]
        with tempfile.TemporaryDirectory() as name:
            report = pathlib.Path(name) / "a.json"
            done = command("--boards", f"{x}x{y}", "--shapes", ",".join(f"{u}x{v}" for u, v in jobs), *flags,
                           "--broken", ",".join(f"{r}.{c}" for r, c in broken) or "0.0", "--json", report)
            if done.returncode and not (done.returncode == 1 and "have no place" in done.stderr):
                reasons += lines(done)
                continue
            got = json.loads(report.read_text())["jobs"]
        if (done.returncode == 1) != any(not job["in_rows"] for job in got):
            reasons += lines(done)
        taken = set(broken)
        for (u, v), job in zip(jobs, got, strict=True):
            rows, columns = job["in_rows"], job["in_columns"]
            if not rows:
                continue
            placed += 1
            boards = {(r, c) for r in rows for c in columns}
            shape = len(rows) * len(columns)
            turned = {(u, v)} | ({(v, u)} if "--transpose" in flags else set())
            if shape != u * v or len(boards) != shape or boards & taken or \
                    max(rows) >= y or max(columns) >= x or \
                    ("--aspect=8" not in flags and (len(rows), len(columns)) not in turned):
                reasons.append(f"{x}x{y} {flags} {u}x{v}: rows {rows}, columns {columns}")
            taken |= boards
    reasons += [] if placed > 20 else [f"only {placed} jobs were placed"]
    tap.result(f"random job lists, board by board (seed {seed})", reasons[:5])


def mixes(tap, folder):
    options = ("--boards", "32x32", "--mixes", 50, "--transpose", "--failed", 20)
    first, again, other = (folder / f"{k}.json" for k in range(3))
    done = [command(*options, "--json", first), command(*options, "--json", again),
            command(*options, "--seed", 2, "--json", other)]
    reasons = [line for d in done if d.returncode for line in lines(d)]
    if not reasons:
        if first.read_bytes() != again.read_bytes() or first.read_bytes() == other.read_bytes():
            reasons.append("the seed does not decide")
        row = json.loads(first.read_text())["rows"][0]
        if not 0 < row["least"] <= row["low"] <= row["median"] <= row["high"] <= row["greatest"] <= 1:
            reasons.append(str(row))
    table = folder / "mixes.csv"
    done = command("--boards", "8x8", "--mixes", 5, "--csv", table)
    lines_of = table.read_text().splitlines() if done.returncode == 0 else lines(done)
    if len(lines_of) != 2 or lines_of[0].count(",") != lines_of[1].count(","):
        reasons += lines_of
    sizes = folder / "sizes"
    sizes.write_text("# all alike\n1 1\n")
    done = command("--boards", "8x8", "--mixes", 10, "--sizes", sizes, "--json", first)
    row = json.loads(first.read_text())["rows"][0] if done.returncode == 0 else {}
    if row.get("mean") != 1 or row.get("jobs") != 64:  # jobs of one board always fit
        reasons += lines(done)
    tap.result("mixes: the seed decides, sizes from a file", reasons)


def cycles(tap, folder):
    """Two cycles on sizes of HXMESH Fig. 16 and others: all nodes, neighbours, no edge in both."""
    reasons = []
    for r, c in ((4, 4), (8, 4), (9, 3), (16, 8), (4, 8), (5, 7), (32, 32)):
        path = folder / "cycles.json"
        done = command("--cycles", f"{r}x{c}", "--json", path)
        if done.returncode:
            reasons += lines(done)
            continue
        edges = []
        for order in json.loads(path.read_text())["cycles"]:
            if sorted(order) != list(range(r * c)):
                reasons.append(f"{r}x{c}: not all nodes once")
            for a, b in zip(order, order[1:] + order[:1], strict=True):
                rows, columns = abs(a // c - b // c), abs(a % c - b % c)
                if (min(rows, r - rows), min(columns, c - columns)) not in ((0, 1), (1, 0)):
                    reasons.append(f"{r}x{c}: {a} and {b} are no neighbours")
                edges.append(frozenset((a, b)))
        if len(set(edges)) != 2 * r * c:
            reasons.append(f"{r}x{c}: an edge is in use twice")
    tap.result("edge-disjoint Hamiltonian cycles", reasons[:5])


REFUSED = (
    ("", "give one of --shapes, --mixes and --cycles"),
    ("--shapes 2x2 --mixes 3", "give one of"),
    ("--boards 4 --shapes 1", "give two numbers"),
    ("--boards 4x0 --shapes 1", "give up to 2 numbers"),
    ("--boards 5000x4 --shapes 1", "a mesh has 1..4096"),
    ("--boards 4x4 --shapes 17", "no shape of so many boards"),
    ("--boards 4x4 --shapes 2x", "give up to 2 numbers"),
    ("--boards 4x4 --shapes 2x2,,3", "give up to 2 numbers"),
    ("--boards 4x4 --shapes 1 --broken 4.0", "give boards of the mesh"),
    ("--boards 4x4 --mixes 2 --failed 16", "some must work"),
    ("--boards 4x4 --mixes 2 --sizes nowhere", "No such file"),
    ("--mixes 2 --map", "--map: is for --shapes; leave it out"),
    ("--mixes 2 --broken 0.0", "--broken: is for --shapes"),
    ("--shapes 1 --csv x", "--csv: is for --mixes, the others have --json; leave it out"),
    ("--shapes 2x2 --sizes nowhere", "--sizes: is for --mixes; leave it out"),
    ("--shapes 2x2 --seed 1", "--seed: is for --mixes, and for --shapes with --failed; leave it out"),
    *((f"--cycles 8x4 {option}", f"{option.split()[0]}: is for --") for option in (
        "--boards 1x1", "--failed 0", "--broken 0.0", "--transpose", "--aspect 2", "--sort", "--locality", "--leaf 16", "--sizes x", "--seed 1",
        "--map", "--csv x")),
    ("--cycles 2x9", "need 3 rows and 3 columns"),
    ("--cycles 9", "give two numbers"),
)


def refusals(tap, folder):
    reasons = []
    for options, says in REFUSED:
        found = helpers.refusal(command(*options.split()), (says,))
        reasons += [options, *found] if found else []
    sizes = folder / "sizes"
    for text, says in (("2 1\n", "jobs of 1 board must have a share"), ("1 x\n", ":1: give the boards"),
                       ("1 1\n0 3\n", ":2: give the boards"), ("1 1\n9-3 3\n", ":2: give the boards"), ("1 nan\n", ":1: give the boards")):
        sizes.write_text(text)
        found = helpers.refusal(command("--mixes", 2, "--sizes", sizes), (says,))
        reasons += [repr(text), *found] if found else []
    # With so few jobs of 1 board a mix is full after 10^11 draws of 7, or each leaves some 28 more of them.
    for text in ("1 1e-12\n7 1\n", "1 0.01\n7 1\n"):
        sizes.write_text(text)
        found = helpers.refusal(command("--boards", "3x3", "--mixes", 100_000, "--sizes", sizes),
                                ("65536 jobs wait", "give these a greater share"))
        reasons += [repr(text), *found] if found else []
    tap.result(f"{len(REFUSED) + 7} command lines and files are refused", reasons)


if __name__ == "__main__":
    helpers.run(example, lists, mixes, cycles, refusals)
