# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Speed of `netfold simulate` against what it must have and what it reaches for, each row with the best of some runs:
link-hops and messages per second of processor time, seconds of an all-reduce (of two threads on the clock), memory, a
queue against its closed form, and what a second thread brings, on the clock and in turn with one thread's. Prints the tables of docs/fast-speed.md.
ROWS, a regular expression, names the rows that are run; without it all are.

    make bench-fast ROWS="P5 dgx2"
"""

import argparse
import json
import os
import re
import subprocess
import sys

NETFOLD = os.environ.get("NETFOLD", "build/netfold")
TIMES = 5
CHOSEN = re.compile(os.environ.get("ROWS", ""))
TRAFFIC = ["--collective", "uniform", "--time", "20000"]
PUSH = ["--algorithm", "push", "--table-bytes", "256"]
QUEUED = ["--switches", "output-queued"]
LOADS = ("0.2", "0.5", "0.8", "0.9")


def seconds(r):
    return r["cpu_seconds"]


def clock(r):
    return r["clock_seconds"]


def hops(r):
    return r["link_hops_per_s"] * 1e-6


def messages(r):
    return r["messages_per_s"] * 1e-6


def memory(r):
    return r["peak_rss_MB"]


# Name, what is measured, in what, must, reach, runs, options.
ROWS = [
    ("P1 fattree128, uniform 0.2", hops, "M hops/s", 15, 25, TIMES, ["--topology", "fattree128", *TRAFFIC, "--load", "0.2"]),
    ("P1 fattree128, uniform 0.5", hops, "M hops/s", 15, 25, TIMES, ["--topology", "fattree128", *TRAFFIC, "--load", "0.5"]),
    ("P1 fattree128, uniform 0.9", hops, "M hops/s", 15, 25, TIMES, ["--topology", "fattree128", *TRAFFIC, "--load", "0.9"]),
    ("P1 fattree128, push 1M", hops, "M hops/s", 15, 25, TIMES,
     ["--topology", "fattree128", *PUSH, "--bytes", "1M", "--waves", "64"]),
    ("P1 dgx2, push 1M", hops, "M hops/s", 15, 25, TIMES, ["--topology", "dgx2", *PUSH, "--bytes", "1M"]),
    ("P1 fattree128, push 1M, output-queued", hops, "M hops/s", 15, 25, TIMES,
     ["--topology", "fattree128", *PUSH, *QUEUED, "--bytes", "1M", "--waves", "64"]),
    ("P1 dgx2, push 1M, output-queued", hops, "M hops/s", 15, 25, TIMES,
     ["--topology", "dgx2", *PUSH, *QUEUED, "--bytes", "1M"]),
    ("P1 fattree128, leaves reduce, 1M, output-queued", hops, "M hops/s", 15, 25, TIMES,
     ["--topology", "fattree128", *PUSH, *QUEUED, "--bytes", "1M", "--waves", "64", "--hierarchical", "on"]),
    ("P1b 1024 endpoints, uniform 0.5", hops, "M hops/s", 8, 15, TIMES,
     ["--topology", "fattree:64,2,endpoints=1024", *TRAFFIC, "--load", "0.5"]),
    ("P5 dgx2, push 64M", seconds, "s", 2, 1, 2, ["--topology", "dgx2", *PUSH, "--bytes", "64M"]),
    ("P5 dgx2, push 64M, no result acks", seconds, "s", 2, 1, 2,
     ["--topology", "dgx2", *PUSH, "--bytes", "64M", "--result-acks", "off"]),
    ("P5 fattree128, push 64M", seconds, "s", 12, 6, 1,
     ["--topology", "fattree128", *PUSH, "--bytes", "64M", "--waves", "64", "--timeout", "16384"]),
    ("P5 fattree128, leaves reduce, 64M", seconds, "s", 12, 6, 1,
     ["--topology", "fattree128", *PUSH, "--bytes", "64M", "--waves", "64", "--hierarchical", "on"]),
    ("P5 fattree128, leaves reduce, 64M, no result acks", seconds, "s", 12, 6, 1,
     ["--topology", "fattree128", *PUSH, "--bytes", "64M", "--waves", "64", "--hierarchical", "on", "--result-acks", "off"]),
    ("P5 dgx2, push 64M, output-queued", seconds, "s", 2, 1, 2, ["--topology", "dgx2", *PUSH, *QUEUED, "--bytes", "64M"]),
    ("P5 fattree128, push 64M, output-queued", seconds, "s", 12, 6, 1,
     ["--topology", "fattree128", *PUSH, *QUEUED, "--bytes", "64M", "--waves", "64", "--timeout", "16384"]),
    ("P5 fattree128, leaves reduce, 64M, output-queued", seconds, "s", 12, 6, 1,
     ["--topology", "fattree128", *PUSH, *QUEUED, "--bytes", "64M", "--waves", "64", "--hierarchical", "on"]),
    ("P5 fattree128, leaves reduce, 64M, no result acks, output-queued", seconds, "s", 12, 6, 1,
     ["--topology", "fattree128", *PUSH, *QUEUED, "--bytes", "64M", "--waves", "64", "--hierarchical", "on", "--result-acks", "off"]),
    ("P5 fattree128, leaves reduce, 64M, output-queued, two threads", clock, "s", 12, 6, 1,
     ["--topology", "fattree128", *PUSH, *QUEUED, "--bytes", "64M", "--waves", "64", "--hierarchical", "on", "--threads", "2"]),
    ("P5 fattree128, leaves reduce, 64M, no result acks, output-queued, two threads", clock, "s", 12, 6, 1,
     ["--topology", "fattree128", *PUSH, *QUEUED, "--bytes", "64M", "--waves", "64", "--hierarchical", "on", "--result-acks", "off",
      "--threads", "2"]),
    ("P5 fattree128, ring 64M", seconds, "s", 25, 12.5, 1, ["--topology", "fattree128", "--algorithm", "ring", "--bytes", "64M"]),
    ("P5 fattree128, ring 64M, messages acknowledged", seconds, "s", 25, 12.5, 1,
     ["--topology", "fattree128", "--algorithm", "ring", "--bytes", "64M", "--acks", "message"]),
    ("P6 fattree128, uniform 0.5", memory, "MB", 64, 20, 1, ["--topology", "fattree128", *TRAFFIC, "--load", "0.5"]),
    ("P6 fattree128, push 1M", memory, "MB", 64, 20, 1,
     ["--topology", "fattree128", *PUSH, "--bytes", "1M", "--waves", "64"]),
    ("P8 1024 endpoints, ring by chunks", messages, "M messages/s", 5, 20, 3,
     ["--topology", "fattree:64,2,endpoints=1024", "--algorithm", "ring", "--bytes", "16M", "--granularity", "chunk"]),
    ("P8 single:64, ring by chunks", messages, "M messages/s", 5, 20, TIMES,
     ["--topology", "single:64", "--algorithm", "ring", "--bytes", "1M", "--granularity", "chunk"]),
]

# What is run with one thread and with two, in turn.
SHARED = [
    ("P1b two threads: fattree128, uniform 0.5", ["--topology", "fattree128", *TRAFFIC, "--load", "0.5"]),
    ("P1b two threads: 1024 endpoints, uniform 0.5", ["--topology", "fattree:64,2,endpoints=1024", *TRAFFIC, "--load", "0.5"]),
    ("P1b two threads: dgx2, push 4M", ["--topology", "dgx2", *PUSH, "--bytes", "4M"]),
    ("P1b two threads: fattree128, push 1M", ["--topology", "fattree128", *PUSH, "--bytes", "1M", "--waves", "64"]),
]


def report(options):
    done = subprocess.run([NETFOLD, "simulate", *options, "--json", "-"], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{' '.join(options)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def verdict(value, must, reach):
    less = reach < must
    return "reached" if (value <= reach if less else value >= reach) else \
        "met" if (value <= must if less else value >= must) else "missed"


def line(*cells):
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def head(*names):
    line(*names)
    line(*["---"] * len(names))


def rows():
    head("row", "link-hops", "CPU s", "M link-hops/s", "measured", "must", "reach", "")
    for name, measure, unit, must, reach, times, options in ROWS:
        if not CHOSEN.search(name):
            continue
        best = (min if reach < must else max)((report(options) for _ in range(times)), key=measure)
        value = measure(best)
        line(name, f"{best['link_hops']:,}", f"{best['cpu_seconds']:.2f}", f"{hops(best):.2f}", f"{value:.2f} {unit}", must, reach,
             verdict(value, must, reach))


def queue():
    """P7: an output queue of Karol, Hluchyj and Morgan. The wait at the first load is taken as that of theory, so the
    rows say how it grows from there."""
    if not CHOSEN.search("P7"):
        return
    inputs, base = 15, None
    for load in LOADS:
        r = report(["--topology", "single:16", "--collective", "uniform", "--flits", "1", "--header-gap", "1",
                    "--time", "400000", "--load", load])
        cycles, interval = r["mean_latency_ns"] / 0.64, r["mean_latency_interval_ns"] / 0.64
        theory = (inputs - 1) / inputs * float(load) / (2 * (1 - float(load)))
        if base is None:
            base = cycles - theory
            continue
        line(f"P7 single:16, wait at load {load}", "", "", "", f"{cycles - base:.4f} ± {interval:.4f} cycles", f"{theory:.4f} by theory", "",
             "reached" if abs(cycles - base - theory) <= interval else "missed")


def threads():
    must, reach = 1.7, 1.9
    print()
    head("with two threads", "clock s, one", "two", "ratio", "must", "reach", "", "CPU s, one", "two")
    for name, options in SHARED:
        if not CHOSEN.search(name):
            continue
        one, two = zip(*[[report([*options, "--threads", n]) for n in "12"] for _ in range(TIMES)])
        if {r["trace_hash"] for r in one + two} != {one[0]["trace_hash"]}:
            sys.exit(f"{name}: two threads have another trace than one")
        passed, spent = ([min(map(time, runs)) for runs in (one, two)] for time in (clock, seconds))
        ratio = passed[0] / passed[1]
        line(name, *(f"{c:.3f}" for c in passed), f"{ratio:.2f}", must, reach, verdict(ratio, must, reach), *(f"{s:.3f}" for s in spent))


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    rows()
    queue()
    threads()


main()
