#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Puts the tables of synth/*.csv into docs/timing.md, docs/area.md, docs/silicon.md, docs/netreduce-area.md, docs/alu-area.md, docs/switch-tests.md and the pages of components (CELLS), and draws
docs/fig/area.svg of synth/area-parts.csv.

    make synth-page

A table stands between `<!-- table NAME -->` and `<!-- end -->`; what is there is replaced.
"""

import functools
import os
import re

import area as blocks
import crossbars
import macro
import mapping
import tables
import timing as clocks
from assembly import BY_MODULE
from yosys import project

SHOWN = 5000  # NAND2: smaller blocks without memories are in synth/area.csv only
SHOWN_LUT = 2000  # the same of synth/area-fpga.csv
CELLS = {"ace": "docs/ace-area.md", "endpoint": "docs/endpoint-tests.md", "reduce": "docs/reduce.md", "common": "docs/common.md", "link": "docs/link-tests.md",
         "mcr": "docs/mcr.md"}  # a component, and the page with the cells of its blocks
PAGES = ["docs/timing.md", "docs/area.md", "docs/silicon.md", "docs/netreduce-area.md", "docs/alu-area.md", "docs/switch-tests.md", *CELLS.values()]
MARK = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end -->)", re.S)


def table(head, rows):
    """A Markdown table; numbers get their thousands."""
    def shown(value):
        return f"{int(value):,}" if re.fullmatch(r"-?\d{4,}", str(value)) else str(value)

    return "\n".join(["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
                     + ["| " + " | ".join(shown(c) for c in row) + " |" for row in rows]) + "\n"


def title(row):
    return f"`{row['block']}`" + (f" {row['parameters']}" if row["parameters"] else "")


def timed():
    return [r for r in tables.read("synth/timing.csv") if r["yosys"] == mapping.SAVED_YOSYS]


def newer():
    """Blocks that were mapped by another Yosys too, script `yosys`."""
    rows = {}
    for row in tables.read("synth/timing.csv"):
        if row["script"] == "yosys" and clocks.by_module(row):
            rows.setdefault((title(row), row["library"]), {})[row["yosys"]] = row
    return table(["block", "library", f"NAND2, {mapping.SAVED_YOSYS}", "ps", "another Yosys", "NAND2", "ps"], [
        [*key, own["nand2"], own["period_ps"], version, other["nand2"], other["period_ps"]]
        for key, found in rows.items() for own in [found.get(mapping.SAVED_YOSYS)] if own for version, other in found.items() if version != mapping.SAVED_YOSYS])


def timing():
    """A row for each block and library, both scripts beside one another."""
    pairs = {}
    for row in timed():
        pairs.setdefault((row["library"], row["block"], row["parameters"], not clocks.by_module(row)), {})[row["script"]] = row
    rows = []
    for found in pairs.values():
        if len(found) == 2:
            slow, fast = found["yosys"], found["speed"]
            rows.append([title(slow) + (", flat" if not clocks.by_module(slow) else ""), slow["library"], slow["nand2"], slow["period_ps"], slow["fmax_mhz"], fast["nand2"], fast["period_ps"],
                         fast["fmax_mhz"], fast["slack_ps"], f"`{fast['from']}` to `{fast['to']}`"])
    return table(["block", "library", "NAND2, `yosys`", "ps", "MHz", "NAND2, `speed`", "ps", "MHz", "slack ps", "critical path, `speed`"], rows)


def late():
    """How many blocks miss the clock that is stated for them with the better script, by library; the shorter list by names."""
    best, found = {}, {}
    for row in timed():
        if row["slack_ps"] and clocks.by_module(row):
            key = row["library"], title(row)
            best[key] = max(best.get(key, -10**9), int(row["slack_ps"]))
    for (library, block), slack in sorted(best.items()):
        found.setdefault(library, []).append((block, slack))
    rows = []
    for library, blocks in found.items():
        bad, good = [b for b in blocks if b[1] < 0], [b for b in blocks if b[1] >= 0]
        few, word = (bad, "missed by") if len(bad) <= len(good) else (good, "met by")
        rows.append([library, len(blocks), len(bad), f"{word} " + (", ".join(f"{b} ({s:+,} ps)" for b, s in few) or "none")])
    return table(["library", "blocks with a clock", "that miss it", ""], rows)


def area():
    rows = [r for r in tables.read("synth/area.csv") if int(r["nand2"]) >= SHOWN or int(r["memory_bits"])]
    return table(["block", "NAND2", "flip-flops", "memory bits", "of these in arrays", "memory um2", "at KLENK's density", "at ACE's", "ps", "MHz", "uW/MHz"],
                 [[title(r), r["nand2"], r["flipflops"], r["memory_bits"], r["array_bits"], r["memory_um2"], r["memory_um2_klenk"],
                   r["memory_um2_ace"], r["period_ps"], r["fmax_mhz"], r.get("uw_mhz", "")] for r in rows])


FPGA = {"LUT": "lut", "LUT as memory": "lut_ram", "flip-flops": "flipflops", "carry of 4 bits": "carry4", "RAMB36": "ramb36", "RAMB18": "ramb18", "URAM": "uram"}


def on_fpga():
    rows = [r for r in tables.read("synth/area-fpga.csv") if int(r["lut"]) >= SHOWN_LUT or int(r["ramb36"]) or int(r["ramb18"])]
    return table(["block", *FPGA], [[title(r), *(r[c] for c in FPGA.values())] for r in rows])


def netreduce():
    """The accelerator and its blocks, cells of an ASIC and of an FPGA beside one another."""
    cells = {r["block"]: r for r in tables.read("synth/area.csv") if r["component"] == "netreduce"}
    rows = [(cells[r["block"]], r) for r in tables.read("synth/area-fpga.csv") if r["block"] in cells and r["parameters"] in ("", BY_MODULE)]
    rows.sort(key=lambda pair: -int(pair[0]["nand2"]))
    return table(["block", "NAND2", "flip-flops", "memory bits", *(f"FPGA: {head}" for head in FPGA)],
                 [[f"`{a['block']}`", a["nand2"], a["flipflops"], a["memory_bits"], *(f[c] for c in FPGA.values())] for a, f in rows])


def cells(component):
    """All blocks of a component."""
    return table(["block", "NAND2", "flip-flops", "memory bits", "ps"], [[title(r), r["nand2"], r["flipflops"], r["memory_bits"], r["period_ps"]]
                                                                       for r in tables.read("synth/area.csv") if r["component"] == component])


def beside(rows, script):
    """A row for each name, a column for each library: NAND2 / ps by that script. rows: (name, row of a table)."""
    libraries = list(dict.fromkeys(r["library"] for _, r in rows))
    found = {}
    for name, row in rows:
        if row["script"] == script:
            found.setdefault(name, {})[row["library"]] = f"{int(row['nand2']):,} / {int(row['period_ps']):,}"
    return [name for name in found], libraries, [[of.get(library, "") for library in libraries] for of in found.values()]


ADDERS = {"plain": "one plain path, for comparison", "hardfloat": "HardFloat", "hardfloat_recoded": "HardFloat, recoded operands; conversions not counted",
          "mor1kx": "mor1kx"}


def adder_name(row):
    words = f" {row['parameters']}" if row["parameters"] else ""
    return ADDERS.get(row["adder"], f"`{row['adder']}`") + words


def measured_adders():
    """Rows of the adders, fp32 first as it was measured."""
    return tables.read("synth/adders.csv")


def adder_table(script, halves):
    rows = [r for r in measured_adders() if ("ExpBits" in r["parameters"]) == halves]
    about = {adder_name(r): (r["stages"], r["flipflops"]) for r in rows if r["script"] == script}
    names, libraries, cells_of = beside([(adder_name(r), r) for r in rows], script)
    return table(["adder", "stages", "flip-flops", *libraries], [[name, *about[name], *of] for name, of in zip(names, cells_of)])


def against():
    """Each adder that is not ours, and of ours with no more stages the fastest that is smaller; bold where that is faster too."""
    rows = [r for r in measured_adders() if "ExpBits" not in r["parameters"]]
    ours = [r for r in rows if r["adder"].startswith("nf_")]
    libraries = list(dict.fromkeys(r["library"] for r in rows))
    shown = {}
    for other in rows:
        if other["adder"].startswith("nf_"):
            continue
        same = [r for r in ours if (r["library"], r["script"]) == (other["library"], other["script"]) and int(r["stages"]) <= int(other["stages"])
                and (r["adder"] == "nf_fp_add") == (other["stages"] == "0")]
        smaller = [r for r in same if int(r["nand2"]) <= int(other["nand2"])] or same
        best = min(smaller, key=lambda r: int(r["period_ps"]))
        size, time = (int(best[c]) / int(other[c]) for c in ("nand2", "period_ps"))
        text = f"{size:.2f}, {time:.2f}"
        if best["parameters"]:
            text += f" ({best['parameters'].replace('Stages=', '')})"
        shown.setdefault((adder_name(other), other["script"]), {})[other["library"]] = f"**{text}**" if size <= 1 and time <= 1 else text
    return table(["adder", "script", *libraries], [[*key, *(of.get(library, "") for library in libraries)] for key, of in shown.items()])


def open_switches():
    names = {"fifo_switch": "verilog-axis: `axis_switch` behind an `axis_fifo` an input", "nf_switch": "`nf_switch`",
             "nf_switch Entries=0": "`nf_switch` Entries=0: without reduction tables",
             "nf_switch Entries=0 Window=8": "`nf_switch` Entries=0 Window=8",
             "floo_switch Channels=2 Depth=2": "FlooNoC: `floo_router`, two channels, FIFOs of 2 flits",
             "floo_switch Channels=2 Depth=16": "FlooNoC: `floo_router`, two channels, FIFOs of 16 flits at inputs"}
    return table(["16 ports of 128 bits", "NAND2", "flip-flops", "memory bits", "um2, memories included", "ps", "line rate, packets of 9 flits", "single flits", "without contention", "single flits"],
                 [[names.get(r["switch"], r["switch"]), r["nand2"], r["flipflops"], r["memory_bits"], r["um2"], r["period_ps"], *(f"{float(r[c]):.3f}" for c in crossbars.SHARES)] for r in
                  sorted(tables.read("synth/crossbars.csv"), key=lambda r: -int(r["nand2"]))])


def alu_table(script):
    names, libraries, cells_of = beside([(title(r), r) for r in timed() if r["component"] == "alu" and clocks.by_module(r)], script)
    return table(["block", *libraries], [[name, *of] for name, of in zip(names, cells_of)])


def power():
    return table(["block", "library", "NAND2", "cycles", "uW/MHz", "clock", "registers", "logic", "memory", "leakage uW", "pJ a reduced 128 B", "uW/MHz at 28 nm", "pJ a reduced 128 B"],
                 [[title(r), r["library"], r["nand2"], r["cycles"], r["dynamic_uw_mhz"], r["clock_uw_mhz"], r["registers_uw_mhz"],
                   r["logic_uw_mhz"], r["memory_uw_mhz"], r["leakage_uw"], r["pj_128b"], r["uw_mhz_28nm"], r["pj_128b_28nm"]] for r in tables.read("synth/power.csv")])


CROSSBAR = "nf_switch_"  # rows of a sweep that are parts of a crossbar


def crossbar():
    """What a crossbar of 16 ports has 16 of, and all of it."""
    rows = [r for r in tables.read("synth/sweep.csv") if r["block"].startswith(CROSSBAR)]
    sums = [16 * sum(int(r[c]) for r in rows) for c in ("nand2", "flipflops", "memory_um2")]
    return table(["block", "NAND2", "flip-flops", "memory um2", "ps"], [[title(r), r["nand2"], r["flipflops"], r["memory_um2"], r["period_ps"]] for r in rows] +
                 [["16 of each", *map(str, sums), max(rows, key=lambda r: int(r["period_ps"]))["period_ps"]]])


def sweep():
    return table(["block", "library", "script", "NAND2", "flip-flops", "ps", "MHz", "slack ps", ""],
                 [[title(r), r["library"], r["script"], r["nand2"], r["flipflops"], r["period_ps"], r["fmax_mhz"], r["slack_ps"], r["front"]]
                  for r in tables.read("synth/sweep.csv") if not r["block"].startswith(CROSSBAR)])


def place():
    return table(["block", "device", "", "LUT4", "flip-flops", "of these the top's", "DP16KD", "multipliers", "levels", "MHz after routing", "by the model"],
                 [[title(r), r["device"], r["state"], r["lut4"], r["flipflops"], r["top_flipflops"], r["ram"], r["multipliers"], r["levels"], r["fmax_mhz"], r["model_mhz"]]
                  for r in tables.read("synth/place.csv")])


def paths():
    """Blocks and their slowest paths on an FPGA; where there is a row of the RTL before, its figures are in brackets."""
    rows = tables.read("synth/paths.csv")
    before = {title(r): r for r in rows if r["rtl"] == "before"}

    def shown(row, *columns):
        texts = [" + ".join(f"{int(r[c]):,}" for c in columns) for r in (row, before.get(title(row))) if r]
        return texts[0] + "".join(f" ({text})" for text in texts[1:] if text != texts[0])

    return table(["block", "LUT", "flip-flops", "levels: LUT + carry + multiplexer", "ps", "MHz by the model", "from", "to"], [
        [title(r), shown(r, "lut"), shown(r, "flipflops"), shown(r, "path_luts", "path_carry4", "path_muxf"), shown(r, "path_ps"), r["model_mhz"],
         f"`{r['path_from']}`" if r["path_from"] else "a memory", f"`{r['path_to']}`"] for r in rows if r["rtl"] == "now"])


def findings():
    return table(["block", "register or array", "bits", ""], [[title(r), f"`{r['register']}`", r["bits"], r["kind"]]
                                                             for r in tables.read("synth/area-findings.csv")])


def papers():
    return table(["", "library", "nm", "NAND2", "memory bits", "um2", "of these memories", "paper, um2", "ratio", "at the paper's density", "mW at 1 GHz", "paper, mW"],
                 [[r["part"], r["library"], r["node"], r["nand2"], r["memory_bits"], r["um2"], r["memory_um2"], r["paper_um2"], r["ratio"],
                   r["um2_at_paper_density"], r["mw"], r["paper_mw"]] for r in tables.read("synth/table6.csv")])


def layout():
    return table(["block", "NAND2", "cells with buffers", "um", "cells / die", "nets", "wire, mm", "vias", "not routed", "rules broken", "seed", "ps", "ps with wires"],
                 [[title(r), r["nand2"], r["cells"], f"{r['width_um']} x {r['height_um']}", r["utilisation"], r["nets"], r["wire_mm"], r["vias"],
                   r["failed"], r["drc"], r["seed"], r["ps"], r["ps_with_wires"]] for r in tables.read("synth/layout.csv")])


def pareto():
    return table(["library", "table", "ALU stages", "sums", "NAND2", "um2", "of these memories", "ps", "uW/MHz"],
                 [[r["library"], f"{128 * int(r['entries'])} B", r["stages"], "exact" if r["exact"] == "1" else "plain", r["nand2"], r["um2"],
                   r["memory_um2"], r["period_ps"], r["uw_mhz"]] for r in tables.read("synth/pareto.csv")])


def macros():
    return table(macro.HEAD, macro.comparison()) + "\n" + "".join(f"* {text}\n" for text in macro.papers())


def main():
    os.chdir(project.ROOT)
    made = {"timing": timing, "late": late, "area": area, "power": power, "place": place, "sweep": sweep, "macros": macros,
            "findings": findings, "fpga": on_fpga, "netreduce": netreduce, "newer": newer, "papers": papers, "paths": paths, "layout": layout, "pareto": pareto}
    made |= {"open_switches": open_switches, "crossbar": crossbar, "against": against, "adders_yosys": lambda: adder_table("yosys", False), "adders_speed": lambda: adder_table("speed", False),
             "halves_speed": lambda: adder_table("speed", True), "alu_yosys": lambda: alu_table("yosys"), "alu_speed": lambda: alu_table("speed")}
    made |= {f"{component}_cells": functools.partial(cells, component) for component in CELLS}
    for page in PAGES:
        with open(page, encoding="utf-8") as f:
            text = f.read()
        text = MARK.sub(lambda found: found[1] + made[found[2]]() + found[3], text)
        with open(page, "w", encoding="utf-8") as f:
            f.write(text)
    if not blocks.draw(tables.read(blocks.SAVED_PARTS), "docs/fig/area.svg", blocks.SAVED_LIBRARY):
        print("page: docs/fig/area.svg is as it was, matplotlib is absent (Debian: python3-matplotlib)")


if __name__ == "__main__":
    main()
