#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Area, period and power of the reduction table of a port, over its entries, the stages of its ALU and exact sums: the synthesis half of
`netfold pareto` (sim/experiment/pareto.py), which simulates the same tables.

    make pareto-synth                     the rows of synth/pareto.txt in osu018, into synth/pareto.csv
    make pareto-synth LIB=asap7           in another library

nf_reduce_table for a switch of 16 ports, types of 32 bits. Mapped and timed as by synth/sweep.py, power as by synth/activity.py at the
stated activity. The stages of the ALU are the RTL's AluStages; there is no register before the ALU.
"""

import multiprocessing

import activity
import assembly
import options
import sweep
import tables
from yosys import project

SAVED = "synth/pareto.csv"
BLOCK = "nf_reduce_table"
PORTS = 16
COLUMNS = ["library", "script", "entries", "stages", "exact", "nand2", "um2", "memory_um2", "flipflops", "period_ps", "uw_mhz"]


def measure(model, script, values, jobs):
    """A row, or (block, reason)."""
    params = [f"Entries={values['Entries']}", f"Ports={PORTS}", "Halves=0", f"Wide={values['Wide']}", f"AluStages={values['Stages']}"]
    rows, failures = sweep.rows_of(model, [script], [(BLOCK, params)], jobs)
    if failures:
        return failures[0]
    with multiprocessing.Pool(jobs) as pool:
        table = assembly.assemble([(BLOCK, params)], model.library, script, pool, options.FOLDER)[0]
        power = activity.uw_mhz(table, activity.of_designs([table], model.library, pool), model.library)
    return {**{k: rows[0][k] for k in COLUMNS if k in rows[0]}, "entries": values["Entries"], "stages": values["Stages"],
            "exact": values["Wide"], "uw_mhz": round(power, 3)}


def main():
    parser = options.parser(__doc__, "lib", "jobs", saved=SAVED)
    args = options.parse(parser)
    model = options.model("pareto", args.lib)
    rows, failures = [], []
    form = "{:<15}{:<8}" + "{:>12}" * (len(COLUMNS) - 2)
    print(form.format(*(c.replace("_", " ") for c in COLUMNS)))
    for line in project.lines("synth/pareto.txt"):
        found = measure(model, "yosys", dict(word.split("=") for word in line.split()), args.jobs)
        if isinstance(found, tuple):
            failures.append((f"{BLOCK} {line}", found[1]))
            continue
        rows.append(found)
        print(form.format(*(str(found[c]) for c in COLUMNS)), flush=True)
        # Each row counts at once: the mapping of a large table takes minutes.
        if args.save:
            tables.merge(SAVED, COLUMNS, ["library", "script", "exact", "entries", "stages"], [found])
    if args.csv:
        tables.write(args.csv, COLUMNS, rows)
    options.end("pareto", rows, failures)


if __name__ == "__main__":
    main()
