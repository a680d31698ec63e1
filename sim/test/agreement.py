# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The fast engine beside the cycle engine: the same all-reduce by `netfold simulate` and `netfold allreduce`.

Without arguments the small runs, as a test. `agreement.sh --page docs/fast-agreement.md` makes all runs, which
takes an hour, and writes their table between the marks of the page; with `--rows TEXT` those alone that
have the text in their name, while the others stay.
"""

import argparse
import collections
import json
import pathlib
import re
import sys
import tempfile

import helpers

SEEDS = (1, 2, 3)
BEGIN, END = "<!-- agreement: begin -->", "<!-- agreement: end -->"
# What a run may differ by in bandwidth and in mean latency. Where sums are evicted, the home GPU's part of
# the work makes it late, so that more are: small differences grow. Most of all in the first burst on one
# switch, where the mean of six seeds, which the test takes, has a standard error of 4 % in either engine.
WITHIN = {"holds": (0.02, 0.02), "evicts": (0.05, 0.05), "burst": (0.2, 0.2)}
BURST_SEEDS = range(1, 7)
# Seeds on the page, so that the standard error of a difference is below 2 %, but for a burst that goes on.
PAGE_SEEDS = {"burst": range(1, 121), "evicts": range(1, 9)}

Run = collections.namedtuple("Run", "topology method bytes table_bytes waves wave_bytes acks hierarchical kind tested")
RUNS = [
    Run("single", "push", "64K", 1024, 16, 1408, True, False, "holds", True),
    Run("single", "push", "256K", 1024, 16, 1408, True, False, "holds", False),
    Run("single", "push", "256K", 1024, 16, 1408, False, False, "holds", False),
    Run("single", "push", "256K", 1024, 4, 1408, True, False, "holds", False),
    Run("single", "push", "22528", 512, 16, 1408, True, False, "burst", True),
    Run("single", "push", "128K", 512, 16, 1408, True, False, "burst", False),
    Run("dgx2", "push", "64K", 256, 16, 8192, True, False, "holds", True),
    Run("dgx2", "push", "128K", 256, 16, 8192, False, False, "holds", True),
    Run("dgx2", "push", "1M", 256, 16, 8192, True, False, "holds", False),
    Run("dgx2", "push", "1M", 256, 16, 8192, False, False, "holds", False),
    Run("dgx2", "push", "1M", 256, 4, 8192, True, False, "holds", False),
    Run("dgx2", "push", "1M", 1024, 32, 8192, True, False, "holds", False),
    Run("dgx2", "push", "1M", 128, 16, 8192, True, False, "evicts", False),
    Run("fattree128", "push", "128K", 256, 64, 8192, True, False, "holds", False),
    Run("fattree128", "push", "128K", 256, 64, 8192, False, False, "holds", False),
    Run("single", "pull", "64K", 4096, 16, 512, True, False, "holds", False),
    Run("single", "pull", "256K", 4096, 16, 512, True, False, "holds", True),
    Run("dgx2", "pull", "128K", 4096, 4, 8192, True, False, "holds", True),
    Run("dgx2", "pull", "1M", 4096, 4, 8192, True, False, "holds", False),
    Run("dgx2", "pull", "1M", 1024, 16, 768, True, False, "holds", False),
    Run("fattree128", "pull", "128K", 1024, 16, 8192, True, False, "holds", False),
    Run("fattree:8,2,rate=25", "push", "64K", 4096, 16, 1408, True, True, "holds", True),
    Run("fattree:8,2,rate=25", "push", "256K", 4096, 16, 1408, True, True, "holds", False),
    Run("fattree:16,2,rate=25", "push", "64K", 1024, 16, 1408, True, True, "holds", False),
    Run("fattree128", "push", "128K", 256, 64, 8192, True, True, "holds", False),
    Run("fattree:4,3,rate=25", "push", "64K", 4096, 16, 1408, True, True, "holds", True),
    Run("fattree:8,3,rate=25,endpoints=64", "push", "64K", 4096, 16, 1408, True, True, "holds", False),
    Run("leaf:2x2,rate=25,wire=150,switch=50", "push", "128K", 4096, 64, 1408, True, False, "holds", True),
    Run("leaf:2x2,rate=25,wire=500,switch=50", "push", "128K", 4096, 64, 1408, True, False, "holds", False),
    Run("leaf:2x2,rate=25,wire=500,switch=50", "push", "128K", 4096, 64, 1408, False, False, "holds", False),
    Run("leaf:2x2,rate=25,wire=300,switch=50", "pull", "128K", 4096, 64, 1408, True, False, "holds", True),
    Run("leaf:2x2,rate=25,wire=300,switch=50", "push", "128K", 4096, 64, 1408, True, True, "holds", True),
    Run("leaf:2x2,rate=25,wire=100,switch=50", "push", "128K", 4096, 64, 1408, True, False, "holds", True),
    Run("leaf:4x4,rate=25,spines=4", "push", "64K", 4096, 16, 1408, True, False, "holds", True),
    Run("leaf:4x8,rate=25,spines=2", "push", "64K", 4096, 16, 1408, True, False, "holds", False),
    Run("leaf:4x8,rate=25,spines=2", "push", "64K", 4096, 16, 1408, True, True, "holds", False),
    Run("leaf:8x8,rate=25", "push", "64K", 4096, 16, 1408, True, False, "holds", False),
    Run("fattree:8,3,rate=25,endpoints=64", "push", "64K", 4096, 16, 1408, True, False, "holds", True),
    Run("leaf:4x8,rate=25,spines=2,wire=200,switch=50", "push", "128K", 4096, 16, 1408, True, False, "holds", False),
]


def report(folder, command, *options):
    path = folder / "report.json"
    done = helpers.netfold(command, *options, "--json", path)
    if done.returncode:
        raise RuntimeError(f"{command}: exit {done.returncode}: {done.stderr.strip()}")
    return json.loads(path.read_text())


def figures(folder, run, seed):
    """(GB/s, mean latency in cycles, 99 %, evictions) of the cycle engine, then of the fast one."""
    common = ["--bytes", run.bytes, "--table-bytes", str(run.table_bytes), "--waves", str(run.waves), "--wave-bytes",
              str(run.wave_bytes), "--result-acks", "on" if run.acks else "off", "--seed", str(seed),
              *(["--hierarchical", "on"] if run.hierarchical else [])]
    exact = report(folder, "allreduce", "--topology", run.topology, "--method", run.method, "--engine", "cycle", *common)
    fast = report(folder, "simulate", "--topology", run.topology, "--algorithm", run.method, *common)
    return ((exact["algbw_GBps"], exact["mean_latency_cycles"], exact["p99_latency_cycles"], exact["evictions"]),
            (fast["algbw_GBps"], fast["mean_latency_ns"] / 0.64, fast["p99_latency_ns"] / 0.64, fast["evictions"]))


def seeds(run):
    """A large network takes the cycle engine minutes, and is an average by itself."""
    return BURST_SEEDS if run.kind == "burst" else SEEDS[:1] if run.topology == "fattree128" else SEEDS


def mean(folder, run, several):
    """The figures of both engines over some seeds: the draws of the two are not the same ones."""
    both = [figures(folder, run, seed) for seed in several]
    return [[sum(b[e][k] for b in both) / len(both) for k in range(4)] for e in range(2)]


def name(run):
    return (f"{run.topology} {run.method} {run.bytes}, tables of {run.table_bytes} B, {run.waves} waves of {run.wave_bytes} B"
            + ("" if run.acks or run.method == "pull" else ", no result acks") + (", leaves reduce first" if run.hierarchical else ""))


def reasons(run, exact, fast):
    found = []
    for what, k, most in zip(("GB/s", "cycles of mean latency"), (0, 1), WITHIN[run.kind]):
        off = fast[k] / exact[k] - 1
        if abs(off) > most:
            found.append(f"{fast[k]:.2f} {what} instead of {exact[k]:.2f}: {100 * off:+.1f} %, {100 * most:.0f} % may be")
    return found


def test(folder):
    tap = helpers.Tap()
    for run in RUNS:
        if run.tested:
            exact, fast = mean(folder, run, seeds(run))
            tap.result(name(run), reasons(run, exact, fast))
    return tap.done()


def page(folder, path, rows):
    text = pathlib.Path(path).read_text()
    kept = {line.split(" | ")[0].removeprefix("| "): line for line in text.split(BEGIN)[1].split(END)[0].splitlines()}
    lines = ["| run | cycle GB/s | fast GB/s | | cycle mean | fast mean | | cycle 99 % | fast 99 % | evictions |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for run in RUNS:
        if rows not in name(run) and name(run) in kept:
            lines.append(kept[name(run)])
            continue
        exact, fast = mean(folder, run, PAGE_SEEDS.get(run.kind, seeds(run)))
        lines.append(f"| {name(run)} | {exact[0]:.2f} | {fast[0]:.2f} | {100 * (fast[0] / exact[0] - 1):+.1f} % "
                     f"| {exact[1]:.0f} | {fast[1]:.0f} | {100 * (fast[1] / exact[1] - 1):+.1f} % "
                     f"| {exact[2]:.0f} | {fast[2]:.0f} | {exact[3]:.0f}, {fast[3]:.0f} |")
        print(lines[-1], flush=True)
    text = re.sub(f"{BEGIN}.*?{END}", "\n".join([BEGIN, *lines, END]), text, flags=re.S)
    pathlib.Path(path).write_text(text)
    return 0


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--page", metavar="FILE", help="make all runs and write their table there")
    options.add_argument("--rows", metavar="TEXT", default="", help="of the page only those with this in their name")
    options = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="netfold_agreement_") as folder:
        return page(pathlib.Path(folder), options.page, options.rows) if options.page else test(pathlib.Path(folder))


sys.exit(main())
