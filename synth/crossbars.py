#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The switch without its reduction tables beside an open switch of its width: 16 ports of 128 bits, in one flow.

    make crossbars AXIS=../verilog-axis
    make crossbars AXIS=../verilog-axis SAVE=1          into the table of docs/switch-tests.md

AXIS: the folder of verilog-axis, whose axis_switch is measured behind its FIFOs, as one flat module behind a top of ours
(synth/crossbars/fifo_switch.v). Ours is the sum of the modules inside nf_switch that are no part of a reduction table, as `make area` has saved them
(synth/area-parts.csv). Memories are macros and not in nand2.
"""

import os

import mapping
import options
import sta
import tables
import timing
import yosys

import foreign

SAVED, FOLDER = "synth/crossbars.csv", "build/crossbars"
COLUMNS = ["library", "switch", "nand2", "flipflops", "memory_bits", "memory_um2", "period_ps"]
FILES = ["rtl/axis_switch.v", "rtl/axis_register.v", "rtl/axis_fifo.v", "rtl/arbiter.v", "rtl/priority_encoder.v"]
PARTS, LIBRARY = "synth/area-parts.csv", "osu018"
TABLE = ("nf_reduce_", "nf_alu_", "nf_fp_")  # a reduction table and what is in it
LOOKUP = ("nf_mcr_",)  # multicast regions, which an open switch has not


def own():
    """Rows of nf_switch, of what is saved."""
    parts = [r for r in tables.read(PARTS) if r["machine"] == "nf_switch"]
    rows = []
    for name, left_out in (("nf_switch", ()), ("nf_switch without reduction tables", TABLE), ("and without multicast regions", TABLE + LOOKUP)):
        found = [r for r in parts if not r["block"].startswith(left_out or ("-",))]
        rows.append({"library": LIBRARY, "switch": name, "period_ps": "", **{c: sum(int(r[c]) for r in found) for c in ("nand2", "flipflops", "memory_bits", "memory_um2")}})
    return rows


def measure(name, folder, model):
    """A row of an open switch."""
    paths = foreign.copies(folder, FILES, f"{FOLDER}/sources")
    module = foreign.elaborate(name, (), [os.path.abspath(f"synth/crossbars/{name}.v"), *paths], (), f"{FOLDER}/{name}")
    mapped = mapping.map_module((module, model.library, "yosys", FOLDER))
    if isinstance(mapped, str):
        raise yosys.YosysError(mapped)
    whole = foreign.whole(module, mapped)
    found = timing.time_assembly(whole, model, FOLDER, name)
    return {"library": model.library.name, "switch": name, "nand2": round(whole.total("um2") / model.library.areas[model.library.nand2]),
            "flipflops": whole.total("flipflops"), "memory_bits": sum(r.bits * n for r, n in whole.macros.items()),
            "memory_um2": round(sum(model.um2(r) * n for r, n in whole.macros.items())), "period_ps": round(found.period(found.worst))}


def main():
    parser = options.parser(__doc__, saved=SAVED)
    parser.add_argument("--axis", metavar="FOLDER", required=True, help="verilog-axis (rtl/axis_switch.v)")
    args = options.parse(parser, folders=("axis",))
    os.makedirs(FOLDER, exist_ok=True)
    model = options.model("crossbars", [LIBRARY])
    rows, failures = own(), []
    try:
        rows.append(measure("fifo_switch", args.axis, model))
    except (yosys.YosysError, sta.StaError) as error:
        failures.append(("fifo_switch", str(error)))
    options.show("{:<8}{:<36}{:>10}{:>11}{:>13}{:>13}{:>11}", COLUMNS, rows)
    options.write(args, COLUMNS, ["library", "switch"], rows)
    options.end("crossbars", rows, failures)


if __name__ == "__main__":
    main()
