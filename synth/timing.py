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

import argparse
import inspect
import multiprocessing
import os
import re
import shutil
import subprocess
import sys

import assembly
import liberty
import macro
import mapping
import tables
from yosys import project

import kept

SAVED = "synth/timing.csv"
SHARE = 0.2
LARGEST_WHOLE = 300000
# The clock that is stated for a room, in MHz: 16 B a cycle at 25 GB/s (KLENK V); 1 GHz (docs/ace-registers.md); the usual clock of
# 100 Gb/s MACs on FPGAs (docs/netreduce.md).
CLOCKS = {"ace": 1000.0, "netreduce": 322.265625}
CLOCK = 1562.5
COLUMNS = ["library", "script", "room", "block", "parameters", "nand2", "period_ps", "fmax_mhz", "clock_mhz", "slack_ps", "levels",
           "from", "to", "timed"]
GROUPS = {"register to register": ("$regs", "$data"), "input to register": ("$ins", "$data"),
          "register to output": ("$regs", "[all_outputs]"), "input to output": ("$ins", "[all_outputs]")}
TCL = """read_liberty {library}
{macros}read_verilog {verilog}
link_design {top}
set_cmd_units -time ps -capacitance fF
{clock}set ins [list]
foreach p [all_inputs] {{ if {{[get_property $p full_name] ne "clk_i"}} {{ lappend ins $p }} }}
set_driving_cell -lib_cell {buffer} $ins
set_load {load:.4f} [all_outputs]
set_input_delay 0 -clock clk $ins
set_output_delay 0 -clock clk [all_outputs]
{reset}set regs [all_registers -clock_pins]
set data [all_registers -data_pins]
"""


class StaError(Exception):
    """OpenSTA is absent or has failed."""


def run_sta(script, log):
    """Output of OpenSTA for a script."""
    program = os.environ.get("STA", "sta")
    if not shutil.which(program):
        raise StaError(f"{program} is absent: OpenSTA is Debian's package opensta (apt-get install opensta)")
    path = os.path.splitext(log)[0] + ".tcl"
    with open(path, "w", encoding="utf-8") as f:
        f.write(script + "exit\n")
    done = subprocess.run([program, "-no_splash", "-exit", path], text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    with open(log, "w", encoding="utf-8") as f:
        f.write(done.stdout)
    bad = [line for line in done.stdout.splitlines() if line.startswith("Error")]
    if done.returncode or bad:
        raise StaError(f"OpenSTA failed ({log}): {(bad or done.stdout.splitlines() or ['no output'])[-1]}")
    return done.stdout


def gate_delay(library, folder):
    """ps from the input to the output of a NAND2 that drives four, the mean of both edges, in a chain of such."""
    name = kept.key("gate", library.text, inspect.getsource(gate_delay), kept.version("dpkg-query", "-W", "opensta"))
    found = kept.find("timing", name)
    if found:
        return found["gate_ps"]
    pins = library.pins(library.nand2)
    ins, out = [p for p, way, _ in pins if way == "input"], next(p for p, way, _ in pins if way == "output")
    stages = 10
    lines = ["module chain (a, y);", "  input a;", "  output y;"]
    lines += [f"  wire w{k};" for k in range(stages + 1)] + ["  assign w0 = a;", f"  assign y = w{stages};"]
    for k in range(stages):
        lines.append(f"  {library.nand2} g{k} (.{ins[0]}(w{k}), .{ins[1]}(1'b1), .{out}(w{k + 1}));")
        lines += [f"  {library.nand2} l{k}_{n} (.{ins[0]}(w{k + 1}), .{ins[1]}(1'b1));" for n in range(3)]
    path = f"{folder}/gate-{library.name}.v"
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\nendmodule\n")
    text = run_sta(TCL.format(library=library.path, macros="", verilog=path, top="chain", clock="create_clock -name clk -period 1000000\n",
                              buffer=library.buffer, load=library.load, reset="")
                   + "report_checks -path_delay max -format full -digits 4\n", f"{folder}/gate-{library.name}.log")
    times = {int(k): float(t) for t, k in re.findall(r"([\d.]+) [v^] g(\d+)/", text)}
    delay = (times[stages - 2] - times[1]) / (stages - 3)
    kept.keep("timing", name, {"gate_ps": delay})
    return delay


def parse(group, text):
    """(ps that the path needs, from, to, gates) of the path of a group's report, or None."""
    slack = re.search(r"(-?[\d.]+)\s+slack", text)
    if not slack:
        return None
    required = float(re.search(r"^\s*(-?[\d.]+)\s+data required time", text, re.M)[1])
    period = float(re.search(r"^\s*[\d.]+\s+(-?[\d.]+)\s+clock clk \(rise edge\)", text[text.index("data arrival time"):], re.M)[1])
    arrival = float(re.search(r"(-?[\d.]+)\s+data arrival time", text)[1])
    ends = [re.search(rf"^{end}: (\S+)", text, re.M)[1].replace("\\", "") for end in ("Startpoint", "Endpoint")]
    # The first pin of a path from a register is the clock's.
    pin = re.findall(r"[v^] (\S+) \(", text[:text.index("data arrival time")])
    return arrival + period - required, ends[0], ends[1], len(pin) - (3 if group.startswith("register") else 2)


class Timing:
    """The worst path of each group of a block."""

    def __init__(self, record):
        self.groups = {name: tuple(path) for name, path in record["groups"].items()}
        self.reports, self.clocked, self.whole = record["reports"], record["clocked"], True

    def period(self, name):
        """The least period that a group allows."""
        share = {"register to register": 0, "input to output": 2}.get(name, 1) * (SHARE if self.clocked else 0)
        return self.groups[name][0] / (1 - share)

    @property
    def worst(self):
        """The group that sets the period."""
        return max(self.groups, key=self.period)


def time_netlist(top, verilog, macros, model, clocked, base):
    """Timing of a netlist; kept by a hash of all that OpenSTA reads."""
    library = model.library
    reset = re.search(rf"^module {top} \([^;]*\brst_ni\b", verilog, re.M)
    script = TCL.format(library=library.path, macros=f"read_liberty {base}.lib\n" if macros else "", verilog=f"{base}.v", top=top,
                        clock=f"create_clock -name clk -period 1000000{' [get_ports clk_i]' if clocked else ''}\n",
                        buffer=library.buffer, load=library.load,
                        reset="set_false_path -from [get_ports rst_ni]\n" if reset else "")
    if not clocked:
        script = re.sub(r"set regs.*\nset data.*\n", "", script)
    for name, (start, end) in GROUPS.items():
        if clocked or name == "input to output":
            script += f'puts "@@{name}"\nreport_checks -path_delay max -from {start} -to {end} -format full -digits 4\n'
    name = kept.key(verilog, library.text, model.liberty_file(macros), TCL, script.replace(base, ""), kept.version("dpkg-query", "-W", "opensta"))
    found = kept.find("timing", name)
    if not found:
        with open(f"{base}.v", "w", encoding="utf-8") as f:
            f.write(verilog)
        if macros:
            with open(f"{base}.lib", "w", encoding="utf-8") as f:
                f.write(model.liberty_file(macros))
        text = run_sta(script, f"{base}.log")
        reports = dict(re.findall(r"^@@(.*)\n((?:(?!@@).*\n)*)", text, re.M))
        groups = {name: path for name, report in reports.items() if (path := parse(name, report))}
        found = {"groups": groups, "clocked": clocked, "reports": reports}
        kept.keep("timing", name, found)
    return Timing(found)


def time_assembly(design, model, folder, label):
    """Timing of a block, or None: it has no paths."""
    os.makedirs(folder, exist_ok=True)
    pieces, slowest = design.pieces(LARGEST_WHOLE), None
    for number, part in enumerate(pieces):
        found = time_netlist(mapping.plain(part.top), part.verilog(), part.macros, model, part.clocked,
                             f"{folder}/{label}" + (f"-{number}" if number else ""))
        if found.groups and (not slowest or found.period(found.worst) > slowest.period(slowest.worst)):
            slowest, where = found, part.modules[part.top]
    if slowest:
        slowest.timed = "whole" if len(pieces) == 1 else f"in {len(pieces)} parts, the slowest: {where.block}"
        with open(f"{folder}/{label}.rpt", "w", encoding="utf-8") as f:
            f.write("".join(f"==== {name}\n{report}" for name, report in slowest.reports.items()))
    return slowest


def row_of(job):
    """A row, or (block, reason)."""
    top, params, design, model, script, clock = job
    label = "_".join([top] + [p.replace("=", "") for p in params])
    if isinstance(design, str):
        return top, design
    try:
        timing = time_assembly(design, model, f"build/timing/{model.library.name}-{script}", label)
    except StaError as error:
        return top, str(error)
    room = project.room(project.rtl_files()[top])
    row = dict.fromkeys(COLUMNS, "")
    row.update({"library": model.library.name, "script": script, "room": room, "block": top, "parameters": " ".join(params),
                "nand2": round(design.total("um2") / model.library.areas[model.library.nand2])})
    if timing:
        _, start, end, levels = timing.groups[timing.worst]
        period = timing.period(timing.worst)
        row.update({"period_ps": round(period), "levels": levels, "from": start, "to": end, "timed": timing.timed})
        if timing.clocked:
            mhz = clock or CLOCKS.get(room, CLOCK)
            row.update({"fmax_mhz": round(1e6 / period, 1), "clock_mhz": mhz, "slack_ps": round(1e6 / mhz - period)})
    return row


def measure(library, scripts, wanted, jobs, clock=None, ram_ps=None, flat=False):
    """([row], [(block, reason)]) of [(top, parameters)] with each script."""
    os.makedirs("build/timing", exist_ok=True)
    model = macro.Model(library, gate_delay(library, "build/timing"), ram_ps)
    results = []
    with multiprocessing.Pool(jobs) as pool:
        for script in scripts:
            designs = assembly.assemble(wanted, library, script, pool, "build/synth", flat)
            results += pool.map(row_of, [(top, params, d, model, script, clock) for (top, params), d in zip(wanted, designs)], chunksize=1)
    return model, [r for r in results if isinstance(r, dict)], [r for r in results if isinstance(r, tuple)]


def print_table(rows, model, scripts):
    print(f"{model.library.name}: a NAND2 that drives four takes {model.gate_ps:.1f} ps; read of a small SRAM macro {model.base_ps:.0f} ps"
          f" ({macro.PROCESS[model.library.name][4]}); {SHARE:.0%} of the period before inputs and after outputs")
    form = "{:<26}{:<30}{:<8}{:>9}{:>10}{:>10}{:>10}{:>10}{:>7}  {}"
    print(form.format("block", "parameters", "script", "nand2", "period ps", "fmax MHz", "clock MHz", "slack ps", "gates", "critical path"))
    for row in sorted(rows, key=lambda r: (r["room"], r["block"], r["parameters"], r["script"] != scripts[0])):
        path = f"{row['from']} -> {row['to']}" + ("" if row["timed"] in ("", "whole", "flat") else f" ({row['timed']})")
        print(form.format(row["block"], row["parameters"], row["script"], *(row[c] for c in (
            "nand2", "period_ps", "fmax_mhz", "clock_mhz", "slack_ps", "levels")), path))
    late = sorted({(r["block"], r["script"]) for r in rows if r["slack_ps"] != "" and r["slack_ps"] < 0})
    for script in scripts:
        names = [b for b, s in late if s == script]
        print(f"{script}: {len(names)} blocks miss the clock that is stated for them" + (": " if names else "") + ", ".join(names))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lib", nargs="+", default=["osu018"], help="name of a library or its Liberty files (default osu018)")
    parser.add_argument("--script", nargs="+", choices=list(mapping.SCRIPTS), default=list(mapping.SCRIPTS),
                        help="of ABC: Yosys' own, or one that maps for speed (default: both)")
    parser.add_argument("--clock", type=float, metavar="MHz", help="a clock in place of the stated ones")
    parser.add_argument("--ram-ps", type=float, metavar="ps", help="access time of a small SRAM macro, in place of the model's")
    parser.add_argument("--flat", action="store_true", help="map each block as one module: ABC sees paths across modules, and takes longer")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--csv", help="write the table here too")
    parser.add_argument("--save", action="store_true", help=f"put the rows into {SAVED} too, of which docs/timing.md has its table")
    parser.add_argument("modules", nargs="*", help="default: all of the file lists")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    unknown = [m for m in args.modules if m not in project.modules()]
    if unknown:
        sys.exit(f"timing: {unknown[0]} is no module of the file lists; scripts/project.py --modules names them")
    try:
        library = liberty.Library(liberty.paths(args.lib), "build/synth")
        model, rows, failures = measure(library, args.script, assembly.rows_of(args.modules or project.modules()), args.jobs,
                                       args.clock, args.ram_ps, args.flat)
    except (liberty.Absent, StaError) as error:
        sys.exit(f"timing: {error}")
    if args.flat:
        for row in rows:
            row["timed"] = row["timed"].replace("whole", "flat")
    print_table(rows, model, args.script)
    if args.csv:
        tables.write(args.csv, COLUMNS, rows)
    if args.save:
        tables.merge(SAVED, COLUMNS, ["block", "parameters", "library", "script", "timed"], rows)
    for block, reason in failures:
        print(f"timing: {block}: {reason}", file=sys.stderr)
    sys.exit(1 if failures or not rows else 0)


if __name__ == "__main__":
    main()
