#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Static timing of blocks: least period, fmax, slack at the stated clock, the critical path by names of the RTL.

    make timing                                         all modules, default library, both scripts of ABC
    make timing BLOCK="nf_reduce_table" LIB=asap7 SCRIPT=speed
    make timing BLOCK="nf_skid" SAVE=1                  into the table of docs/timing.md (make synth-page writes that)
    synth/timing.py nf_fifo --lib osu018 --script yosys --clock 100

Yosys maps (synth/mapping.py), OpenSTA times. Constraints: one ideal clock; each input is driven by the library's buffer of
strength 2 and arrives after SHARE of the period; each output has a load of four NAND2 inputs and must be there SHARE of the period
before its end: what is left to the wires between two blocks, and to the other block. Reset is a false path. Nets are as ABC has
buffered them, without wires: before layout. Memories are timed by their model (synth/macro.py). A block of more than LARGEST_WHOLE
cells is timed part by part and has the figures of its slowest part. The paths are in build/timing/LIBRARY-SCRIPT/BLOCK.rpt.
"""

import multiprocessing
import os

import assembly
import macro
import mapping
import options
from sta import SHARE, StaError, time_netlist
from yosys import project

SAVED = "synth/timing.csv"
LARGEST_WHOLE = 300000
# The clock that is stated for a component, in MHz: 16 B a cycle at 25 GB/s (KLENK V); 1 GHz (docs/ace-registers.md); the usual clock of
# 100 Gb/s MACs on FPGAs (docs/netreduce.md).
CLOCKS = {"ace": 1000.0, "netreduce": 322.265625}
CLOCK = 1562.5
COLUMNS = ["library", "script", "yosys", "component", "block", "parameters", "nand2", "period_ps", "fmax_mhz", "clock_mhz", "slack_ps", "levels",
           "from", "to", "timed"]


def time_assembly(design, model, folder, label):
    """Timing of a block, or None: it has no paths."""
    os.makedirs(folder, exist_ok=True)
    pieces, slowest = design.pieces(LARGEST_WHOLE), None
    for number, part in enumerate(pieces):
        found = time_netlist(part.block, part.verilog(), part.macros, model, part.clocked,
                             f"{folder}/{label}" + (f"-{number}" if number else ""))
        if found.groups and (not slowest or found.period(found.worst) > slowest.period(slowest.worst)):
            slowest, where = found, part.modules[part.top]
    if slowest:
        slowest.timed = "whole" if len(pieces) == 1 else f"in {len(pieces)} parts, the slowest: {where.block}"
        remedied = [design.modules[name].block for name, mapped in design.mapped.items() if mapped.remedied]
        if remedied:
            slowest.timed += f"; buffered without -c: {', '.join(sorted(set(remedied)))}"
        with open(f"{folder}/{label}.rpt", "w", encoding="utf-8") as f:
            f.write("".join(f"==== {name}\n{report}" for name, report in slowest.reports.items()))
    return slowest


def row_of(job):
    """A row, or (block, reason)."""
    top, params, design, model, script, clock = job
    if isinstance(design, str):
        return top, design
    try:
        timing = time_assembly(design, model, f"build/timing/{model.library.name}-{script}", options.label(top, params))
    except StaError as error:
        return top, str(error)
    component = project.component(project.rtl_files()[top])
    row = dict.fromkeys(COLUMNS, "")
    row.update({"library": model.library.name, "script": script, "yosys": mapping.version(), "component": component, "block": top, "parameters": " ".join(params),
                "nand2": round(design.total("um2") / model.library.areas[model.library.nand2])})
    if timing:
        _, start, end, levels = timing.groups[timing.worst]
        period = timing.period(timing.worst)
        row.update({"period_ps": round(period), "levels": levels, "from": start, "to": end, "timed": timing.timed})
        if timing.clocked:
            mhz = clock or CLOCKS.get(component, CLOCK)
            row.update({"fmax_mhz": round(1e6 / period, 1), "clock_mhz": mhz, "slack_ps": round(1e6 / mhz - period)})
    return row


def by_module(row):
    return not row["timed"].startswith("flat")


def measure(model, scripts, wanted, jobs, clock=None, flat=False):
    """([row], [(block, reason)]) of [(top, parameters)] with each script."""
    results = []
    with multiprocessing.Pool(jobs) as pool:
        for script in scripts:
            designs = assembly.assemble(wanted, model.library, script, pool, options.FOLDER, flat)
            results += assembly.largest_first(pool, row_of, [(top, params, d, model, script, clock) for (top, params), d in zip(wanted, designs)],
                                              lambda job: assembly.cells(job[2]))
    return options.split(results)


def print_table(rows, model, scripts):
    print(f"{model.library.name}: a NAND2 that drives four takes {model.gate_ps:.1f} ps; read of a small SRAM macro {model.base_ps:.0f} ps"
          f" ({macro.PROCESS[model.library.name][4]}); {SHARE:.0%} of the period before inputs and after outputs")
    form = "{:<26}{:<30}{:<8}{:>9}{:>10}{:>10}{:>10}{:>10}{:>7}  {}"
    print(form.format("block", "parameters", "script", "nand2", "period ps", "fmax MHz", "clock MHz", "slack ps", "gates", "critical path"))
    for row in sorted(rows, key=lambda r: (r["component"], r["block"], r["parameters"], r["script"] != scripts[0])):
        path = f"{row['from']} -> {row['to']}" + ("" if row["timed"] in ("", "whole", "flat") else f" ({row['timed']})")
        print(form.format(row["block"], row["parameters"], row["script"], *(row[c] for c in (
            "nand2", "period_ps", "fmax_mhz", "clock_mhz", "slack_ps", "levels")), path))
    late = sorted({(r["block"], r["script"]) for r in rows if r["slack_ps"] != "" and r["slack_ps"] < 0})
    for script in scripts:
        names = [b for b, s in late if s == script]
        print(f"{script}: {len(names)} blocks miss the clock that is stated for them" + (": " if names else "") + ", ".join(names))


def main():
    parser = options.with_modules(options.parser(__doc__, "lib", "script", "jobs", saved=SAVED))
    parser.add_argument("--clock", type=options.above_zero(float), metavar="MHz", help="a clock in place of the stated ones")
    parser.add_argument("--ram-ps", type=options.above_zero(float), metavar="ps", help="access time of a small SRAM macro, in place of the model's")
    parser.add_argument("--flat", action="store_true", help="map each block as one module: ABC sees paths across modules, and takes longer")
    args = options.parse(parser, versions=True)
    if args.save and (args.clock or args.ram_ps):
        parser.error("--save: a saved row has the stated clock, and memories by the model")
    wanted = assembly.rows_of(options.known("timing", args.modules))
    model = options.model("timing", args.lib, args.ram_ps)
    rows, failures = measure(model, args.script, wanted, args.jobs, args.clock, args.flat)
    if args.flat:
        for row in rows:
            row["timed"] = row["timed"].replace("whole", "flat")
    print_table(rows, model, args.script)
    options.write(args, COLUMNS, ["block", "parameters", "library", "script", "yosys", by_module], rows)
    options.end("timing", rows, failures)


if __name__ == "__main__":
    main()
