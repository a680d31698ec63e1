#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Area and clock of one block over its parameters, every combination of the values that are given.

    make sweep-area                                                          nf_fp_add_pipe Stages=1,2,3,4
    make sweep-area SWEEP="nf_reduce_table Entries=2,8 Ports=4,16" LIB=nangate45 SCRIPT=speed

Mapped and timed as by synth/timing.py, memories by synth/macro.py; the table and build/sweep.csv have a row for each combination and
script, `front` where no other of the script is both smaller, memories included, and faster.
"""

import argparse
import itertools
import os
import re
import sys

import assembly
import liberty
import mapping
import tables
import timing
from yosys import project

SAVED = "synth/sweep.csv"
COLUMNS = ["library", "script", "block", "parameters", "nand2", "memory_um2", "um2", "flipflops", "period_ps", "fmax_mhz", "slack_ps", "front"]


def combinations(words):
    """[[Name=number]] of ["Name=1,2", ...]."""
    bad = [w for w in words if not re.fullmatch(r"[A-Za-z]\w*=\d+(,\d+)*", w)]
    if bad:
        sys.exit(f"sweep: {bad[0]} is not Name=number,number")
    names = [w.split("=")[0] for w in words]
    return [[f"{n}={v}" for n, v in zip(names, values)] for values in itertools.product(*(w.split("=")[1].split(",") for w in words))]


def with_area(row, design, model):
    """The row with memories and the whole area."""
    memory = sum(model.um2(r) * n for r, n in design.macros.items())
    return {**{k: row[k] for k in COLUMNS if k in row}, "memory_um2": round(memory), "um2": round(design.total("um2") + memory),
            "flipflops": design.total("flipflops")}


def mark(rows):
    """Sets `front`."""
    for row in rows:
        others = [r for r in rows if r is not row and r["script"] == row["script"]]
        row["front"] = "" if any(r["um2"] <= row["um2"] and r["period_ps"] <= row["period_ps"] and
                                 (r["um2"], r["period_ps"]) != (row["um2"], row["period_ps"]) for r in others) else "front"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lib", nargs="+", default=["osu018"], help="name of a library or its Liberty files (default osu018)")
    parser.add_argument("--script", nargs="+", choices=list(mapping.SCRIPTS), default=list(mapping.SCRIPTS), help="of ABC (default: both)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--csv", help="write the table here too")
    parser.add_argument("--save", action="store_true", help=f"put the rows into {SAVED} too, of which docs/timing.md has its table")
    parser.add_argument("block", nargs="+", help="a block, and Name=number,number for each parameter")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    top, *words = args.block
    if top not in project.modules():
        sys.exit(f"sweep: {top} is no module of the file lists; scripts/project.py --modules names them")
    wanted = [(top, params) for params in combinations(words)]
    try:
        library = liberty.Library(liberty.paths(args.lib), "build/synth")
        model, timed, failures = timing.measure(library, args.script, wanted, args.jobs)
        rows = []
        for script in args.script:
            # All is mapped by now and comes from what was kept.
            with timing.multiprocessing.Pool(1) as pool:
                designs = assembly.assemble(wanted, library, script, pool, "build/synth")
            by_name = {" ".join(params): d for (_, params), d in zip(wanted, designs)}
            rows += [with_area(r, by_name[r["parameters"]], model) for r in timed if r["script"] == script]
    except (liberty.Absent, timing.StaError) as error:
        sys.exit(f"sweep: {error}")
    mark(rows)
    form = "{:<15}{:<8}{:<20}{:<40}{:>9}{:>12}{:>12}{:>11}{:>11}{:>10}{:>10}  {}"
    print(form.format(*(c.replace("_", " ") for c in COLUMNS)))
    for row in rows:
        print(form.format(*(str(row[c]) for c in COLUMNS)))
    if args.csv:
        tables.write(args.csv, COLUMNS, rows)
    if args.save:
        tables.merge(SAVED, COLUMNS, ["block", "library", "script", "parameters"], rows)
    for block, reason in failures:
        print(f"sweep: {block}: {reason}", file=sys.stderr)
    sys.exit(1 if failures or not rows else 0)


if __name__ == "__main__":
    main()
