# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Link-hops per second of processor time of `netfold simulate`, best of five, and its memory."""

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


def report(options):
    done = subprocess.run([NETFOLD, "simulate", *options, "--json", "-"], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{' '.join(options)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def main():
    print(f"{'run':28} {'link-hops':>12} {'CPU s':>8} {'M/s':>7} {'peak MB':>8} {'simulated us':>13}")
    for name, options, times in RUNS:
        best = max((report(options) for _ in range(times)), key=lambda r: r["link_hops_per_s"])
        print(f"{name:28} {best['link_hops']:12} {best['cpu_seconds']:8.2f} "
              f"{best['link_hops_per_s'] * 1e-6:7.2f} {best['peak_rss_MB']:8.1f} {best['time_us']:13.1f}",
              flush=True)


main()
