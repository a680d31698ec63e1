# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""make bench-compare with programs that say what BookSim2, CNSim and CSG-htsim say: rows, ratios, refusals."""

import importlib.util
import os
import subprocess
import sys

import helpers

# What each says at its end, shortened; and the row that follows. The stand-ins work for some milliseconds of user time.
SAYS = {
    "BOOKSIM": "Packet latency average = 34.9246\nTime taken is 4150 cycles\nTotal run time 0.743499\n",
    "CNSIM": "\nTime elapsed: 0.5s\nInjection rate:0.2 flits/(node*cycle)    Injected:51200    Arrived:  50000    Timeout:  0\n"
             "Average latency: 21.5  Average receiving rate: 0.199\n"
             "Internal Hops: 5.25   Parallel Hops: 0   Serial Hops: 0   Other Hops: 0\n"
             "\nTime elapsed: 1.5s\nInjection rate:0.4 flits/(node*cycle)    Injected:102400    Arrived:  99000    Timeout:  0\n"
             "Average latency: 31.5  Average receiving rate: 0.399\n"
             "Internal Hops: 5.26   Parallel Hops: 0   Serial Hops: 0   Other Hops: 0\n",
    "HTSIM": "Flow Roce_0_100 2980 finished at 176.216 total bytes 2000000\n.Done\nNew: 0 Rtx: 0\n",
}
ROWS = {"BOOKSIM": 6, "CNSIM": 1, "HTSIM": 1}
# 50,000 packets of 5 flits over 5.25 links, in half a second of a run of four by the clock: an eighth of the user time.
CNSIM_RATE = 8 * 50000 * 5 * 5.25


def stand_in(folder, name, says):
    path = folder / name.lower()
    path.write_text(f"#!/usr/bin/env python3\nsum(range(300000))\nprint({says!r})\n")
    path.chmod(0o755)
    return str(path)


def compare(**programs):
    return subprocess.run([sys.executable, "-B", "sim/bench/compare.py"], text=True, check=False, capture_output=True,
                          env=os.environ | {"NETFOLD": helpers.NETFOLD, "TIMES": "1", "BOOKSIM": "", "CNSIM": "", "HTSIM": ""}
                          | programs)


def cnsim_rate(spent, whole):
    spec = importlib.util.spec_from_file_location("bench_compare", "sim/bench/compare.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.cnsim_rate(spent, whole, SAYS["CNSIM"])


def others(tap, folder):
    for name, says in SAYS.items():
        done = compare(**{name: stand_in(folder, name, says)})
        rows = done.stdout.splitlines()[2:]
        reasons = [f"exit {done.returncode}: {done.stderr.strip()}"] if done.returncode else []
        if not reasons and len(rows) != ROWS[name]:
            reasons.append(f"{len(rows)} rows, not {ROWS[name]}")
        if name == "CNSIM" and cnsim_rate(1.0, 4.0) != CNSIM_RATE:
            reasons.append(f"{cnsim_rate(1.0, 4.0)}, not {CNSIM_RATE}")
        tap.result(f"beside {name}", reasons)
        done = compare(**{name: stand_in(folder, name, "Segmentation fault\n")})
        tap.result(f"another output of {name}", [] if done.returncode == 1 and "its output has no" in done.stderr
                   else [f"exit {done.returncode}: {done.stderr.strip()}"])
    for name, programs, words in (("nothing", {}, "give BOOKSIM="), ("no program", {"HTSIM": "/nowhere"}, "is no program")):
        done = compare(**programs)
        tap.result(f"refused: {name}", [] if done.returncode == 1 and words in done.stderr else [done.stderr.strip()])


if __name__ == "__main__":
    helpers.run(others)
