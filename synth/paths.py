#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The slowest path of blocks on an FPGA by a model of delays (synth/levels.py): Virtex UltraScale+, mapped by Yosys, not placed.

    make fpga-paths                                             the rows of synth/paths.txt
    make fpga-paths ROW="nf_fp_add_pipe Stages=5" SAVE=1        one, into synth/paths.csv and the table of docs/netreduce-area.md
    make fpga-paths ROW=... SAVE=1 RTL=before                   as the RTL before, beside which the page has the present one

path_luts, path_carry4 and path_muxf are the LUTs, the carry cells of four bits and the multiplexers MUXF7 to MUXF9 on the path. A block that
misses the clock that is stated for it is mapped once more without these multiplexers, which Yosys takes for free; the faster mapping stands,
with its cells (column mapping). by-module: as in make area-fpga, what is there more than once is mapped once; paths go through all of it.
"""

import os

import fpga
import levels
import options
import timing
import yosys
from assembly import BY_MODULE
from yosys import project

SAVED = "synth/paths.csv"
KEYS = ["block", "parameters", "rtl"]
CELLS = ["lut", "lut_ram", "flipflops", "carry4", "ramb36", "ramb18", "uram"]
COLUMNS = ["component", *KEYS, "mapping", *CELLS, "path_luts", "path_carry4", "path_muxf", "path_ps", "model_mhz", "path_from", "path_to"]
FOLDER = "build/paths"


def mapped(top, params, *words):
    """(cells, slowest path) of one mapping."""
    modules = fpga.mapped(top, params, words, FOLDER)
    return fpga.count(modules, top, {}), levels.slowest(modules, top)


def measure(top, words, rtl):
    """A row."""
    component = project.component(project.rtl_files()[top])
    also = [w for w in words if w == BY_MODULE or fpga.is_option(w)]
    params = [w for w in words if w not in also]
    mapping, (sums, path) = "wide", mapped(top, params, *also)
    if path["path_ps"] > 1e6 / timing.CLOCKS.get(component, timing.CLOCK):
        narrow, shorter = mapped(top, params, *also, "-nowidelut")
        if shorter["path_ps"] < path["path_ps"]:
            mapping, sums, path = "LUT6", narrow, shorter
    return {"component": component, "block": top, "parameters": " ".join(words), "rtl": rtl, "mapping": mapping, **sums, **path,
            "model_mhz": round(1e6 / path["path_ps"], 1) if path["path_ps"] else ""}


def main():
    parser = options.with_row(options.parser(__doc__, saved=SAVED), "synth/paths.txt")
    parser.add_argument("--rtl", default="now", metavar="WORD", help="which RTL the rows are of (default now)")
    args = options.parse(parser)
    os.makedirs(FOLDER, exist_ok=True)
    rows, failures = options.each_row("paths", args, lambda top, words: measure(top, words, args.rtl), (yosys.YosysError, fpga.NotMapped), also=(BY_MODULE,))
    options.show("{:<11}{:<26}{:<44}{:<8}{:<8}" + "{:>10}" * 7 + "{:>11}" * 5 + "  {:<28}{}", COLUMNS, rows)
    options.write(args, COLUMNS, KEYS, rows)
    options.end("paths", rows, failures)


if __name__ == "__main__":
    main()
