#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The parts of ACE Table 6: our gates and memory bits beside the paper's square micrometres.

    make area-table6 LIB=nangate45        prints the table, writes build/table6.csv and .json

Logic: cell area of the library (modules mapped one by one, default parameters, program stores of 8 KB as in ACE 6), scaled to
28 nm by the square of the nodes' ratio. Memories: the model of synth/macro.py at 28 nm; beside it the same bits at the density that
the paper's own SRAM row states.
"""

import argparse
import csv
import json
import multiprocessing
import os
import sys

import assembly
import liberty
import macro
from yosys import project

TARGET = 28
MACHINES, BANKS, BANK_WORDS, WORD_BITS, STORE_WORDS = 16, 4, 16384, 512, 2048
# Part of the paper's table: (its um2, [(module, parameters, how many)], memories besides). A bank is read or written in a cycle.
PARTS = {
    "ALU (one of 16 fp32 lanes)": (16112, [("nf_ace_lane", ["Alu=1"], 1)], {}),
    "Control unit": (159803, [("nf_ace_machine", [f"ProgramWords={STORE_WORDS}"], MACHINES), ("nf_ace_issue", [], 1),
                              ("nf_ace_scheduler", [], 1), ("nf_ace_csr", [], 1)], {}),
    "4x1MB SRAM banks": (5113696, [], {(BANK_WORDS, WORD_BITS, 1): BANKS}),
    "Crossbar switches": (1084, [("nf_ace_crossbar", [], 1)], {}),
}
TOTAL = 5339031
COLUMNS = ["part", "nand2", "memory_bits", "logic_um2", "memory_um2", "um2", "paper_um2", "ratio", "um2_at_ace_density"]


def memory_um2(memories):
    """um2 at 28 nm of {(words, width, ports): how many}."""
    return sum(n * macro.sram_um2(macro.F2 * (TARGET / 1000) ** 2, *size) for size, n in memories.items())


def measure(library, pool):
    """[row] of the parts."""
    scale = (TARGET / macro.PROCESS[library.name][0]) ** 2
    bits, um2, _ = next(p for name, p in macro.PAPERS.items() if name.startswith("ACE"))
    wanted = [(module, params) for _, modules, _ in PARTS.values() for module, params, _ in modules]
    designs = dict(zip([w[0] for w in wanted], assembly.assemble(wanted, library, "yosys", pool, "build/synth")))
    rows = []
    for part, (paper, modules, memories) in PARTS.items():
        row, memories = {"part": part, "nand2": 0, "logic_um2": 0.0, "paper_um2": paper}, dict(memories)
        for module, _, copies in modules:
            design = designs[module]
            if isinstance(design, str):
                sys.exit(f"table6: {module}: {design}")
            row["nand2"] += round(copies * design.total("um2") / library.areas[library.nand2])
            row["logic_um2"] += copies * design.total("um2") * scale
            for ram, number in design.macros.items():
                size = (ram.words, ram.width, ram.reads + ram.writes)
                memories[size] = memories.get(size, 0) + copies * number
        row["memory_bits"] = sum(words * width * n for (words, width, _), n in memories.items())
        row["memory_um2"] = memory_um2(memories)
        rows.append(row)
    # The paper's total is more than the sum of its rows: it has four ALUs.
    four = dict(rows[0], part="ALU, the other three", paper_um2=TOTAL - sum(r["paper_um2"] for r in rows))
    for key in ("nand2", "logic_um2"):
        four[key] = 3 * rows[0][key]
    rows.insert(1, four)
    rows.append({"part": "ACE (Total)", **{key: sum(r[key] for r in rows) for key in rows[0] if key != "part"}})
    for row in rows:
        row["um2"] = row["logic_um2"] + row["memory_um2"]
        row["ratio"] = round(row["um2"] / row["paper_um2"], 2)
        row["um2_at_ace_density"] = round(row["logic_um2"] + row["memory_bits"] * um2 / bits)
        for key in ("logic_um2", "memory_um2", "um2"):
            row[key] = round(row[key])
    return scale, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lib", nargs="+", default=["osu018"], help="name of a library or its Liberty files (default osu018)")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    try:
        library = liberty.Library(liberty.paths(args.lib), "build/synth")
    except liberty.Absent as absent:
        sys.exit(f"table6: {absent}")
    with multiprocessing.Pool(1) as pool:
        scale, rows = measure(library, pool)
    print(f"{library.name}, logic times ({TARGET}/{macro.PROCESS[library.name][0]})^2 = {scale:.3f}; memories by synth/macro.py at {TARGET} nm")
    form = "{:<28}" + "{:>13}" * (len(COLUMNS) - 2) + "{:>20}"
    print(form.format(*(c.replace("_", " ") for c in COLUMNS)))
    for row in rows:
        print(form.format(*(str(row[c]) for c in COLUMNS)))
    with open("build/table6.csv", "w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    with open("build/table6.json", "w", encoding="utf-8") as f:
        json.dump({"library": library.name, "scale": scale, "rows": rows}, f, indent=1)


if __name__ == "__main__":
    main()
