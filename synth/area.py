#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Area and clock of every module: NAND2 equivalents, um2, flip-flops, memory bits and their macros, fmax.

    make area                                   all modules; names what grew against synth/area.csv
    make area SAVE=1                            the same, and makes it what later runs are compared with
    synth/area.py --lib nangate45 nf_skid       some, in another library

Modules are mapped one by one (synth/mapping.py), each once and as it is elaborated by itself, and summed over the hierarchy; a row
includes the modules inside it.
Memories are macros by a model (synth/macro.py) and in neither nand2 nor um2: memory_um2 is the model's, beside it what the same
bits take at the density that KLENK and ACE state, scaled by the square of the node. fmax is OpenSTA's (synth/timing.py), uW/MHz that of
a stated activity (synth/activity.py).
Parameters: the module's defaults, or one row for each of its lines in synth/params.txt.

Besides the table it writes build/area-parts.csv, what each module inside the machines takes, a chart of that (build/area.svg), and
build/area-findings.csv: arrays of more than FINDING bits that are flip-flops.
"""

import collections
import multiprocessing
import os
import re
import sys

import activity
import assembly
import macro
import options
import sta
import tables
import timing
from yosys import project

COLUMNS = ["component", "block", "parameters", "nand2", "um2", "flipflops", "memory_bits", "array_bits", "memory_um2", "memory_um2_klenk",
           "memory_um2_ace", "period_ps", "fmax_mhz", "uw_mhz"]
KEYS = ["block", "parameters"]
PARTS = ["machine", "block", "parameters", "instances", "nand2", "um2", "flipflops", "memory_bits", "memory_um2", "percent"]
FINDINGS = ["block", "parameters", "register", "bits", "kind"]
MACHINES = ["nf_switch", "nf_ace", "nf_netreduce", "nf_endpoint", "nf_link"]
REFERENCE, SAVED_LIBRARY = "synth/area.csv", "osu018"
SAVED_PARTS, SAVED_FINDINGS = "synth/area-parts.csv", "synth/area-findings.csv"
GREW = ("nand2", "flipflops", "memory_bits", "period_ps")  # named where they grow
SHOWN = 0.03  # of a machine: smaller blocks are "other" in the chart
FINDING = macro.SMALLEST


def memory(macros, model):
    """Columns of memories: bits, bits that are no SRAM macro, um2 by the model and by the papers' densities."""
    bits = sum(r.bits * n for r, n in macros.items())
    papers = macro.at_densities(bits, macro.PROCESS[model.library.name][0])
    return {"memory_bits": bits, "array_bits": sum(r.bits * n for r, n in macros.items() if not r.sram),
            "memory_um2": round(sum(model.um2(r) * n for r, n in macros.items())), "memory_um2_klenk": round(papers[0]),
            "memory_um2_ace": round(papers[1])}


def row_of(job):
    """A row, or (block, reason)."""
    top, params, design, model = job
    timed = timing.row_of((top, params, design, model, "yosys", None))
    if isinstance(timed, tuple):
        return timed
    um2 = design.total("um2")
    return {"component": timed["component"], "block": top, "parameters": " ".join(params), "nand2": timed["nand2"],
            "um2": round(um2, 2 if um2 < 1000 else 0), "flipflops": design.total("flipflops"), **memory(design.macros, model),
            "period_ps": timed["period_ps"], "fmax_mhz": timed["fmax_mhz"]}


def parts_of(design, model):
    """Rows of what each module inside takes by itself, the largest first."""
    found = []
    for name, number in design.counts.items():
        own, module = design.mapped[name], design.modules[name]
        inside = memory(collections.Counter({r: n * number for r, n in own.macros.items()}), model)
        found.append({"machine": design.block, "block": module.block, "parameters": module.parameters, "instances": number,
                      "nand2": round(own.um2 * number / model.library.areas[model.library.nand2]), "um2": round(own.um2 * number),
                      "flipflops": own.flipflops * number, "memory_bits": inside["memory_bits"], "memory_um2": inside["memory_um2"]})
    whole = sum(r["um2"] + r["memory_um2"] for r in found) or 1
    for row in found:
        row["percent"] = round(100 * (row["um2"] + row["memory_um2"]) / whole, 1)
    return sorted(found, key=lambda r: -r["percent"])


def findings_of(designs):
    """Rows of arrays above FINDING bits that are flip-flops: registers by their names, and memories that no macro can be."""
    found = {}
    for design in designs:
        arrays = collections.Counter()
        for module, register, bits, _ in design.registers():
            arrays[module.block, module.parameters, re.sub(r"\[\d+\]", "[]", register)] += bits
        for (block, parameters, register), bits in arrays.items():
            if bits >= FINDING:
                found[block, parameters, register] = (bits, "registers")
        for name in design.counts:
            for ram in design.mapped[name].macros:
                if not ram.sram and ram.bits >= FINDING:
                    module = design.modules[name]
                    found[module.block, module.parameters, ram.name] = (ram.bits, "array that is read without a clock")
    return [dict(zip(FINDINGS, (*key, *value))) for key, value in sorted(found.items(), key=lambda f: -f[1][0])]


def draw(parts, path, library):
    """The machines' cells as bars, a segment for each of the largest blocks; False: matplotlib is absent. library: its name."""
    sys.path.insert(0, os.path.join(project.ROOT, "sim", "experiment"))
    import plot
    if not plot.load():
        return False
    from matplotlib import pyplot
    machines = list(dict.fromkeys(r["machine"] for r in parts))
    figure, axis = pyplot.subplots(figsize=(10, 0.85 * len(machines) + 0.9))
    for place, machine in enumerate(reversed(machines)):
        own, sums = [r for r in parts if r["machine"] == machine], collections.Counter()
        for row in own:
            sums[row["block"].removeprefix(f"{machine}_").removeprefix("nf_")] += float(row["um2"])
        whole, left = sum(sums.values()), 0.0
        large = [(n, v) for n, v in sums.most_common() if v > SHOWN * whole]
        for number, (name, um2) in enumerate(large + [("other", whole - sum(v for _, v in large))]):
            share = 100 * um2 / whole
            colour = "#dddddd" if name == "other" else plot.COLOURS[number % (len(plot.COLOURS) - 1)]
            axis.barh(place, share, left=left, color=colour, edgecolor="white", height=0.7)
            if share > 2:
                # Upright where the name has no space, a line for each of its words.
                wide = share > 1.05 * max(len(name), 4)
                axis.text(left + share / 2, place, f"{name}\n{share:.0f} %" if wide else name.replace("_", "\n"), ha="center", va="center", fontsize=6.5,
                          color="black" if name == "other" else "white", rotation=0 if wide else 90)
            left += share
        axis.text(101, place, f"{whole / 1e6:.2f} mm2\n+ {sum(float(r['memory_um2']) for r in own) / 1e6:.2f} memories", va="center", fontsize=7)
    axis.set_yticks(range(len(machines)), [m.removeprefix("nf_") for m in reversed(machines)])
    axis.set_xlim(0, 100)
    axis.set_xlabel(f"percent of the cells' area, {library}; memories by their model")
    axis.grid(False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    plot.shorten(path)
    return True


def print_table(rows, model):
    library = model.library
    print(f"{library.name}: 1 NAND2 = {library.nand2} = {library.areas[library.nand2]:g} um2; an SRAM bit {macro.cell(library.name):.3f} um2"
          f" and its periphery ({macro.PROCESS[library.name][4]})")
    form = "{:<11}{:<26}{:<32}" + "{:>10}{:>13}{:>10}{:>12}{:>11}{:>13}{:>14}{:>13}{:>10}{:>9}{:>11}"
    options.show(form, COLUMNS, rows, [c.replace("_", " ").replace("memory um2 ", "") for c in COLUMNS])


def main():
    parser = options.with_modules(options.parser(__doc__, "lib", "jobs", saved=REFERENCE))
    parser.add_argument("--reference", default=REFERENCE, metavar="FILE", help=f"the table that is compared with (default {REFERENCE})")
    args = options.parse(parser)
    wanted = assembly.rows_of(options.known("area", args.modules))
    model = options.model("area", args.lib)
    library = model.library
    comparable = library.name == SAVED_LIBRARY
    if args.save and not comparable:
        parser.error(f"--save: {REFERENCE} is of {SAVED_LIBRARY}")
    with multiprocessing.Pool(args.jobs) as pool:
        designs = assembly.assemble(wanted, library, "yosys", pool, options.FOLDER)
        mapped = [d for d in designs if not isinstance(d, str)]
        try:
            records = activity.of_designs(mapped, library, pool)
        except sta.StaError as error:
            sys.exit(f"area: {error}")
        rows, failures = options.split(assembly.largest_first(pool, row_of, [(top, params, d, model) for (top, params), d in zip(wanted, designs)],
                                                              lambda job: assembly.cells(job[2])))
    blocks = {(top, " ".join(params)): d for (top, params), d in zip(wanted, designs)}
    for row in rows:
        row["uw_mhz"] = round(activity.uw_mhz(blocks[row["block"], row["parameters"]], records, library), 3)
    print_table(rows, model)
    findings = findings_of(mapped)
    print(f"{len(findings)} arrays of {FINDING} bits or more are flip-flops" + (":" if findings else ""))
    for row in findings:
        print("  {block} {parameters}: {register}, {bits} bits, {kind}".format(**row))
    parts = [p for d in mapped if d.block in MACHINES for p in parts_of(d, model)]
    if args.csv:
        base = os.path.splitext(args.csv)[0]
        tables.write(args.csv, COLUMNS, rows)
        tables.write(f"{base}-parts.csv", PARTS, parts)
        tables.write(f"{base}-findings.csv", FINDINGS, findings)
        if parts and not draw(parts, f"{base}.svg", library.name):
            print("area: no chart, matplotlib is absent (Debian: python3-matplotlib)")
    larger = tables.grown(rows, args.reference, GREW) if comparable else []
    if args.save:
        tables.merge(REFERENCE, COLUMNS, KEYS, rows)
        tables.merge(SAVED_PARTS, PARTS, ["machine", "block", "parameters"], parts, ["machine"])
        if not args.modules:  # those of all blocks, or none
            tables.write(SAVED_FINDINGS, FINDINGS, findings)
    options.end("area", rows, failures, larger, args.save)


if __name__ == "__main__":
    main()
