# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold simulate: the report, the same run for the same seed, and what is refused."""

import json
import pathlib
import subprocess
import sys
import tempfile

import helpers

KEYS = ("link_hops events cpu_seconds link_hops_per_s peak_rss_MB time_us algbw_GBps busbw_GBps "
        "share_of_bound mean_latency_ns p99_latency_ns evictions trace_hash").split()
SMALL = ["--topology", "dgx2", "--bytes", "16K"]
TRAFFIC = ["--topology", "single:8", "--collective", "uniform", "--time", "2000"]

# Options and what the one line must say.
REFUSED = [
    ([], "--topology SPEC is missing"),
    (["--topology", "dgx3"], "nearest is dgx"),
    ([*SMALL, "--algorithm", "pusch"], "nearest is push"),
    ([*SMALL, "--collective", "unifrom"], "nearest is uniform"),
    ([*SMALL, "--routing", "adaptiv"], "adaptive"),
    ([*SMALL, "--bytes", "3"], "must be 4.."),
    ([*SMALL, "--bytes", "64Q"], "must be"),
    ([*SMALL, "--table-bytes", "100"], "must be 128..4096"),
    ([*SMALL, "--table-bytes", "200"], "a multiple of 128"),
    ([*SMALL, "--wave-bytes", "200"], "a multiple of 128"),
    ([*SMALL, "--waves", "65"], "must be 1..64"),
    ([*SMALL, "--ranks", "1"], "must be 2.."),
    ([*SMALL, "--ranks", "17"], "has 16 endpoints"),
    ([*TRAFFIC, "--load", "0"], "more than 0"),
    ([*TRAFFIC, "--load", "1.5"], "must be 0..1"),
    ([*TRAFFIC, "--flits", "0"], "must be 1..64"),
    ([*TRAFFIC, "--time", "1s"], "must be"),
    (["--topology", "torus:4x4", "--algorithm", "push"], "one cable in each plane"),
    (["--topology", "dgx2", "--wave-bytes", "4M", "--waves", "64", "--bytes", "4G", "--frobnicate"], "unknown"),
]


def simulate(*options):
    return subprocess.run([helpers.NETFOLD, "simulate", *options], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def report(folder, *options):
    path = pathlib.Path(folder) / "report.json"
    done = simulate(*options, "--json", str(path))
    if done.returncode:
        return {}, [f"exit {done.returncode}: {done.stderr.strip()}"]
    found = json.loads(path.read_text())
    return found, [f"key {key} is missing" for key in KEYS if key not in found]


def reports(tap, folder):
    for name, options in (("push", [*SMALL]), ("pull", [*SMALL, "--algorithm", "pull"]), ("uniform", TRAFFIC),
                          ("permutation", [*TRAFFIC, "--collective", "permutation"])):
        first, reasons = report(folder, *options)
        again, _ = report(folder, *options, "--look-ahead", "50ns")
        other, _ = report(folder, *options, "--seed", "2")
        if not reasons and again["trace_hash"] != first["trace_hash"]:
            reasons.append("another trace with another look-ahead")
        if not reasons and other["trace_hash"] == first["trace_hash"]:
            reasons.append("the same trace with another seed")
        if not reasons and not 0 < first["share_of_bound"] <= 1:
            reasons.append(f"share_of_bound is {first['share_of_bound']}")
        tap.result(f"report of {name}", reasons)


def refusals(tap):
    for options, says in REFUSED:
        done = simulate(*options)
        lines = done.stderr.strip().splitlines()
        reasons = []
        if done.returncode != 2:
            reasons.append(f"exit {done.returncode} instead of 2")
        if len(lines) != 1 or says not in done.stderr:
            reasons.append(f"says {done.stderr.strip()!r}, not {says!r} in one line")
        tap.result(f"refused: {' '.join(options) or 'nothing given'}", reasons)


def main():
    tap = helpers.Tap()
    with tempfile.TemporaryDirectory(prefix="netfold_simulate_") as folder:
        reports(tap, folder)
    refusals(tap)
    return tap.done()


sys.exit(main())
