#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The parts of ACE Table 6: our gates and memory bits beside the paper's square micrometres.

    make area-table6 LIB=path/to/library.lib.gz       prints the table, writes build/table6.csv and .json

Logic: cell area of the library (synth/area.py, default parameters, program stores of 8 KB as in ACE 6), scaled
to 28 nm by the square of the nodes' ratio. SRAM: bits * CELL / EFFICIENCY, a macro model:
  CELL        0.16 um2, the 6T cell of a fabricated TSMC 28 nm HP part (Chipworks, "A Review of TSMC 28 nm
              Process Technology", 2012)
  EFFICIENCY  0.8, cells by macro; an assumption
"""

import argparse
import csv
import json
import os
import sys

import area
import liberty
from yosys import project

CELL, EFFICIENCY = 0.16, 0.8
NODES = {"nangate45": 45, "osu018": 180, "asap7": 7, "sky130hd": 130, "ihp-sg13g2": 130, "gf180mcu7t5v0": 180}
TARGET = 28
MACHINES, BANKS, BANK_BITS, STORE_WORDS = 16, 4, 8 << 20, 2048
# Part of the paper's table: (its um2, [(module, parameters, how many)], bits of SRAM besides)
PARTS = {
    "ALU (one of 16 fp32 lanes)": (16112, [("nf_ace_lane", ["Alu=1"], 1)], 0),
    "Control unit": (159803, [("nf_ace_machine", [f"ProgramWords={STORE_WORDS}"], MACHINES), ("nf_ace_issue", [], 1),
                              ("nf_ace_scheduler", [], 1), ("nf_ace_csr", [], 1)], 0),
    "4x1MB SRAM banks": (5113696, [], BANKS * BANK_BITS),
    "Crossbar switches": (1084, [("nf_ace_crossbar", [], 1)], 0),
}
TOTAL = 5339031
COLUMNS = ["part", "nand2", "memory_bits", "logic_um2", "sram_um2", "um2", "paper_um2", "ratio"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lib", nargs="+", required=True, help="Liberty files, .lib or .lib.gz")
    args = parser.parse_args()
    folder = "build/area"
    os.chdir(project.ROOT)
    os.makedirs(folder, exist_ok=True)
    library = liberty.Library(args.lib, folder)
    if library.name not in NODES:
        sys.exit(f"table6: the node of {library.name} is not known; known: {', '.join(NODES)}")
    scale = (TARGET / NODES[library.name]) ** 2
    rows, sums = [], dict.fromkeys(COLUMNS[1:-1], 0)
    for part, (paper, modules, bits) in PARTS.items():
        row = {"part": part, "nand2": 0, "memory_bits": bits, "logic_um2": 0.0, "paper_um2": paper}
        for module, params, copies in modules:
            measured = area.measure((module, params, library, "keep", folder))
            if not isinstance(measured, dict):
                sys.exit(f"table6: {module}: {measured[1]}")
            row["nand2"] += copies * measured["nand2"]
            row["memory_bits"] += copies * measured["memory_bits"]
            row["logic_um2"] += copies * measured["um2"] * scale
        rows.append(row)
    # The paper's total is more than the sum of its rows: it has four ALUs.
    four = dict(rows[0], part="ALU, the other three", paper_um2=TOTAL - sum(r["paper_um2"] for r in rows))
    for key in ("nand2", "logic_um2"):
        four[key] = 3 * rows[0][key]
    rows.insert(1, four)
    for row in rows:
        row["sram_um2"] = row["memory_bits"] * CELL / EFFICIENCY
        row["um2"] = row["logic_um2"] + row["sram_um2"]
        for key in sums:
            sums[key] += row[key]
    rows.append({"part": "ACE (Total)", **sums})
    for row in rows:
        row["ratio"] = round(row["um2"] / row["paper_um2"], 2)
        for key in ("logic_um2", "sram_um2", "um2"):
            row[key] = round(row[key])
    print(f"{library.name}, logic times ({TARGET}/{NODES[library.name]})^2 = {scale:.3f}; "
          f"SRAM {CELL} / {EFFICIENCY} um2 a bit")
    form = "{:<28}" + "{:>13}" * (len(COLUMNS) - 1)
    print(form.format(*(c.replace("_", " ") for c in COLUMNS)))
    for row in rows:
        print(form.format(*(str(row[c]) for c in COLUMNS)))
    with open("build/table6.csv", "w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    with open("build/table6.json", "w", encoding="utf-8") as f:
        json.dump({"library": library.name, "scale": scale, "cell_um2": CELL, "efficiency": EFFICIENCY, "rows": rows},
                  f, indent=1)


if __name__ == "__main__":
    main()
