#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Long closed loops of six RoCE v2 hosts with faults on every link, for `make soak-netreduce`.

Each run of `netfold netreduce run` must end with status 0: then all sums of all hosts are exact. Prints a
table; status 1 when a run was not exact or stood still."""

import argparse
import csv
import json
import pathlib
import sys
import tempfile
import time

import helpers

# Packets of 64 bytes, two in a message: all that is counted happens often.
MTU, MSGLEN, TAG = 64, 2, 12
FAULTS = [("0.1%", "0", "0"), ("1%", "0", "0"), ("5%", "0", "0"), ("0", "1%", "0"), ("0", "0", "1%"), ("1%", "1%", "1%"),
          ("5%", "5%", "5%")]
# Engine, topology, share of the messages.
PLACES = [("cycle", "star", 1.0), ("cycle", "leaf:3x2", 0.1), ("rtl", "star", 0.003), ("rtl", "leaf:3x2", 0.001)]
TYPES = ["f32", "bf16x2", "fix32", "s32"]
WIDTHS = {"engine": 6, "topology": 9, "dtype": 7, "messages": 8, "loss": 5, "dup": 4, "reorder": 7, "packets": 8,
          "repeated": 8, "history": 8, "exact": 5, "stuck": 5, "seconds": 8}


def cases(messages):
    """Engine, topology, messages, faults, type of each run."""
    for engine, topology, share in PLACES:
        for number, faults in enumerate(FAULTS):
            yield engine, topology, max(int(messages * share), 1), faults, TYPES[number % len(TYPES)]


def run(case, seed, path):
    """Row of the table, and what the command has said."""
    engine, topology, messages, faults, dtype = case
    elements = messages * (MSGLEN * MTU - TAG) - (MSGLEN - 1) * MTU  # the first message has one packet
    begin = time.monotonic()
    done = helpers.netfold("netreduce", "run", "--engine", engine, "--topology", topology, "--dtype", dtype, "--bytes", elements,
                           "--msglen", MSGLEN, "--mtu", MTU, "--window", 2, "--loss", faults[0], "--dup", faults[1],
                           "--reorder", faults[2], "--seed", seed, "--json", path)
    row = {"engine": engine, "topology": topology, "dtype": dtype, "messages": messages, "loss": faults[0],
           "dup": faults[1], "reorder": faults[2], "packets": "", "repeated": "", "history": "", "exact": "no",
           "stuck": "yes" if done.returncode == 3 else "no", "seconds": round(time.monotonic() - begin, 1)}
    if done.returncode:
        return row, f"seed {seed}: {done.stderr.strip() or done.returncode}"
    report = json.loads(path.read_text(encoding="utf-8"))
    row |= {"messages": report["messages"], "packets": report["packets_sent"], "repeated": report["packets_repeated"],
            "history": report["from_history"], "exact": "yes"}
    return row, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100000,
                        help="of a run on one switch (100000); on leaves and spine, and on the RTL, fewer")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the same one gives the same runs (the time)")
    parser.add_argument("--csv", type=pathlib.Path, help="the table")
    parser.add_argument("--json", type=pathlib.Path, help="the table")
    args = parser.parse_args()
    rows, failed = [], 0
    print(f"# seed {args.seed}, six hosts")
    print(*(f"{name:>{width}}" for name, width in WIDTHS.items()))
    with tempfile.TemporaryDirectory(prefix="netfold_soak_") as folder:
        for number, case in enumerate(cases(args.messages)):
            row, said = run(case, args.seed + number, pathlib.Path(folder, "report.json"))
            print(*(f"{row[name]:>{width}}" for name, width in WIDTHS.items()), flush=True)
            if said:
                print(f"# {said}", flush=True)
                failed += 1
            rows.append(row)
    if args.csv:
        with open(args.csv, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(WIDTHS), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    if args.json:
        args.json.write_text(json.dumps({"seed": args.seed, "rows": rows}, indent=1) + "\n", encoding="utf-8")
    print(f"{len(rows) - failed} runs exact, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
