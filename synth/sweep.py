#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Area and clock of one block over its parameters, every combination of the values that are given.

    make sweep-area                                                          nf_fp_add_pipe Stages=1,2,3,4
    make sweep-area SWEEP="nf_reduce_table Entries=2,8 Ports=4,16" LIB=nangate45 SCRIPT=speed
    make sweep-area SWEEP="nf_reduce_data AluStages=2,3 OperandReg=0,1" FLAT=1      each combination mapped as one module

Mapped and timed as by synth/timing.py, memories by synth/macro.py; the table and build/sweep.csv have a row for each combination and
script, `front` where no other of the script is both smaller, memories included, and faster; --save: of those that are saved too.
"""

import itertools
import multiprocessing
import re
import sys

import assembly
import options
import tables
import timing

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


def rows_of(model, scripts, wanted, jobs, flat=False):
    """([row with area and period], [(block, reason)]) of [(top, parameters)] with each script."""
    timed, failures = timing.measure(model, scripts, wanted, jobs, flat=flat)
    rows = []
    for script in scripts:
        # All is mapped by now and comes from what was kept.
        with multiprocessing.Pool(1) as pool:
            designs = assembly.assemble(wanted, model.library, script, pool, options.FOLDER, flat)
        by_name = {(top, " ".join(params)): d for (top, params), d in zip(wanted, designs)}
        rows += [with_area(r, by_name[r["block"], r["parameters"]], model) for r in timed if r["script"] == script]
    return rows, failures


def main():
    parser = options.parser(__doc__, "lib", "script", "jobs", saved=SAVED)
    parser.add_argument("block", nargs="+", help="a block, and Name=number,number for each parameter")
    parser.add_argument("--flat", action="store_true", help="map each combination as one module, which takes longer")
    parser.add_argument("--ram-ps", type=options.above_zero(float), metavar="ps", help="access time of a small SRAM macro, in place of the model's")
    args = options.parse(parser)
    if args.save and (args.flat or args.ram_ps):
        sys.exit("sweep: a saved row is of modules mapped one by one, with memories by the model")
    top, *words = args.block
    options.known("sweep", [top])
    wanted = [(top, params) for params in combinations(words)]
    for _, params in wanted:
        options.accepted("sweep", top, params)
    rows, failures = rows_of(options.model("sweep", args.lib, args.ram_ps), args.script, wanted, args.jobs, args.flat)
    known = {(r["script"], r["parameters"]): {**r, "um2": int(r["um2"]), "period_ps": int(r["period_ps"])}
             for r in tables.read(SAVED) if args.save and rows and (r["library"], r["block"]) == (rows[0]["library"], top)}
    known.update({(r["script"], r["parameters"]): r for r in rows})
    mark(list(known.values()))
    form = "{:<15}{:<8}{:<20}{:<40}{:>9}{:>12}{:>12}{:>11}{:>11}{:>10}{:>10}  {}"
    options.show(form, COLUMNS, rows)
    if args.csv:
        tables.write(args.csv, COLUMNS, rows)
    if args.save:
        tables.merge(SAVED, COLUMNS, ["block", "library", "script", "parameters"], known.values())
    options.end("sweep", rows, failures)


if __name__ == "__main__":
    main()
