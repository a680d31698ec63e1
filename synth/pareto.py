#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Area, period and power of the reduction table of a port, over its entries, the stages of its ALU and exact sums: the synthesis half of
`netfold pareto` (sim/experiment/pareto.py), which simulates the same tables.

    make pareto-synth                     the rows of synth/pareto.txt in osu018, into synth/pareto.csv
    make pareto-synth LIB=asap7           in another library

nf_reduce_table for a switch of 16 ports, types of 32 bits. Mapped and timed as by synth/sweep.py, power as by synth/activity.py at the
stated activity. ALU stages other than the two of the RTL: nf_reduce_data with another constant. The control beside the ALU still
counts two, so such a netlist has the area and the paths of its ALU and would not compute; the simulation counts the cycles.
"""

import multiprocessing
import os
import re

import activity
import assembly
import design
import options
import sta
import sweep
import tables
from yosys import project

SAVED = "synth/pareto.csv"
BLOCK, WITH_ALU, STAGES = "nf_reduce_table", "rtl/reduce/nf_reduce_data.sv", 2
PORTS = 16
COLUMNS = ["library", "script", "entries", "stages", "exact", "nand2", "um2", "memory_um2", "flipflops", "period_ps", "uw_mhz"]
PLAIN_FILES = project.rtl_files


def with_stages(stages):
    """Makes the RTL that the flow reads have so many stages in the table's ALU."""
    changed, count = re.subn(rf"\.Stages\({STAGES}\)", f".Stages({stages})", project.read(WITH_ALU))
    if count != 1:
        raise sta.StaError(f"{WITH_ALU} has {count} times .Stages({STAGES}), not once")
    path = f"build/pareto/stages{stages}/{os.path.basename(WITH_ALU)}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(changed)
    files = {name: path if where == WITH_ALU and stages != STAGES else where for name, where in PLAIN_FILES().items()}
    project.rtl_files = lambda: files
    design.sources.cache_clear()


def measure(model, script, values, jobs):
    """A row, or (block, reason)."""
    with_stages(int(values["Stages"]))
    params = [f"Entries={values['Entries']}", f"Ports={PORTS}", "Halves=0", f"Wide={values['Wide']}"]
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
