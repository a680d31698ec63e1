# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Link-hops per second of processor time of `netfold simulate`, best of five, its memory, and what a second thread brings:
time on the clock, in turn with one thread's."""

import json
import os
import subprocess
import sys

NETFOLD = os.environ.get("NETFOLD", "build/netfold")
TIMES = 5
TRAFFIC = ["--collective", "uniform", "--time", "20000"]
PUSH = ["--algorithm", "push", "--table-bytes", "256"]

# What is run, and how often: the long ones once.
RUNS = [
    ("fattree128, uniform 0.2", ["--topology", "fattree128", *TRAFFIC, "--load", "0.2"], TIMES),
    ("fattree128, uniform 0.5", ["--topology", "fattree128", *TRAFFIC, "--load", "0.5"], TIMES),
    ("fattree128, uniform 0.9", ["--topology", "fattree128", *TRAFFIC, "--load", "0.9"], TIMES),
    ("fattree:32,2, uniform 0.5", ["--topology", "fattree:32,2", *TRAFFIC, "--load", "0.5"], TIMES),
    ("dgx2, push 1M", ["--topology", "dgx2", *PUSH, "--bytes", "1M"], TIMES),
    ("fattree128, push 1M", ["--topology", "fattree128", *PUSH, "--bytes", "1M", "--waves", "64"], TIMES),
    ("dgx2, push 64M", ["--topology", "dgx2", *PUSH, "--bytes", "64M"], 1),
    ("fattree128, push 64M",
     ["--topology", "fattree128", *PUSH, "--bytes", "64M", "--waves", "64", "--timeout", "16384"], 1),
]

# What is run with one thread and with two, in turn.
SHARED = [
    ("fattree128, uniform 0.5", ["--topology", "fattree128", *TRAFFIC, "--load", "0.5"]),
    ("fattree:32,2, uniform 0.5", ["--topology", "fattree:32,2", *TRAFFIC, "--load", "0.5"]),
    ("dgx2, push 4M", ["--topology", "dgx2", *PUSH, "--bytes", "4M"]),
    ("fattree128, push 1M", ["--topology", "fattree128", *PUSH, "--bytes", "1M", "--waves", "64"]),
]


def report(options):
    done = subprocess.run([NETFOLD, "simulate", *options, "--json", "-"], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{' '.join(options)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def threads():
    print(f"\n{'run':28} {'clock s, 1 thread':>18} {'2 threads':>10} {'ratio':>6} {'CPU s':>8} {'2 threads':>10}")
    for name, options in SHARED:
        one, two = zip(*[[report([*options, "--threads", n]) for n in "12"] for _ in range(TIMES)])
        if {r["trace_hash"] for r in one + two} != {one[0]["trace_hash"]}:
            sys.exit(f"{name}: two threads have another trace than one")
        clock = [min(r["clock_seconds"] for r in runs) for runs in (one, two)]
        spent = [min(r["cpu_seconds"] for r in runs) for runs in (one, two)]
        print(f"{name:28} {clock[0]:18.3f} {clock[1]:10.3f} {clock[0] / clock[1]:6.2f} {spent[0]:8.3f} {spent[1]:10.3f}",
              flush=True)


def main():
    print(f"{'run':28} {'link-hops':>12} {'CPU s':>8} {'M/s':>7} {'peak MB':>8} {'simulated us':>13}")
    for name, options, times in RUNS:
        best = max((report(options) for _ in range(times)), key=lambda r: r["link_hops_per_s"])
        print(f"{name:28} {best['link_hops']:12} {best['cpu_seconds']:8.2f} "
              f"{best['link_hops_per_s'] * 1e-6:7.2f} {best['peak_rss_MB']:8.1f} {best['time_us']:13.1f}",
              flush=True)
    threads()


main()
