# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""OpenSTA: its script for a netlist, its reports as numbers. What is assumed is said in docs/timing.md."""

import inspect
import os
import re
import shutil
import subprocess

from yosys import project

import kept

KNOWN = "synth/known.lib"
ABSENT = "{} is absent: OpenSTA is Debian's package opensta (apt-get install opensta)"

SHARE = 0.2  # of the period, before inputs and after outputs
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


def program():
    return os.environ.get("STA", "sta")


def version():
    """What results of OpenSTA are kept by: Debian's package, or the program that STA names as it is."""
    if "STA" not in os.environ:
        return kept.version("dpkg-query", "-W", "opensta")
    path = shutil.which(program())
    if not path:
        raise StaError(ABSENT.format(program()))
    with open(path, "rb") as f:
        return kept.key(f.read())


def run_sta(script, log):
    """Output of OpenSTA for a script."""
    if not shutil.which(program()):
        raise StaError(ABSENT.format(program()))
    path = os.path.splitext(log)[0] + ".tcl"
    with open(path, "w", encoding="utf-8") as f:
        f.write(script + "exit\n")
    done = subprocess.run([program(), "-no_splash", "-exit", path], text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    with open(log, "w", encoding="utf-8") as f:
        f.write(done.stdout)
    bad = [line for line in done.stdout.splitlines() if line.startswith("Error")]
    if done.returncode or bad:
        raise StaError(f"OpenSTA failed ({log}): {(bad or done.stdout.splitlines() or ['no output'])[-1]}")
    return done.stdout


def energy_factor(folder):
    """How many times OpenSTA counts an internal energy of the library: 2.0.17 adds both edges' for each transition, and it should be
    their mean. Seen in a library in which an inverter takes 0.05 pJ a transition and no more: 1 where that is right."""
    name = kept.key("energy", project.read(KNOWN), inspect.getsource(energy_factor), version())
    found = kept.find("timing", name)
    if found:
        return found["factor"]
    path = f"{folder}/energy.v"
    with open(path, "w", encoding="utf-8") as f:
        f.write("module energy (a_i, y_o);\n  input a_i;\n  output y_o;\n  INVX1 g (.A(a_i), .Y(y_o));\nendmodule\n")
    text = run_sta(f"read_liberty {os.path.join(project.ROOT, KNOWN)}\nread_verilog {path}\nlink_design energy\n"
                   "set_cmd_units -time ps -capacitance fF\ncreate_clock -name clk -period 1000000\n"
                   # Without it the input belongs to no clock, and activity is that of a second.
                   "set_input_delay 0 -clock clk [all_inputs]\nset_power_activity -global -activity 1 -duty 0.5\n"
                   "set_power_activity -input -activity 1 -duty 0.5\nreport_power -digits 8\n", f"{folder}/energy.log")
    watts = float(re.search(r"^Total\s+(\S+)", text, re.M)[1])
    factor = round(watts * 1e-6 / 0.05e-12)  # of a period
    if factor < 1:
        raise StaError(f"OpenSTA makes {watts} W of an inverter's 0.05 pJ in 1 us ({folder}/energy.log)")
    kept.keep("timing", name, {"factor": factor})
    return factor


def gate_delay(library, folder):
    """ps from the input to the output of a NAND2 that drives four, the mean of both edges, in a chain of such."""
    name = kept.key("gate", library.text, library.buffer, TCL, inspect.getsource(gate_delay), version())
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


def time_netlist(top, verilog, macros, model, clocked, base, wires=None):
    """Timing of a netlist; kept by a hash of all that OpenSTA reads. wires: SPEF of a routed one, "": none; the clock goes through its tree then."""
    library = model.library
    reset = re.search(rf"^module {top} \([^;]*\brst_ni\b", verilog, re.M)
    script = TCL.format(library=library.path, macros=f"read_liberty {base}.lib\n" if macros else "", verilog=f"{base}.v", top=top,
                        clock=f"create_clock -name clk -period 1000000{' [get_ports clk_i]' if clocked else ''}\n",
                        buffer=library.buffer, load=library.load,
                        reset="set_false_path -from [get_ports rst_ni]\n" if reset else "")
    if not clocked:
        script = re.sub(r"set regs.*\nset data.*\n", "", script)
    if wires is not None:
        script += "set_propagated_clock [all_clocks]\n" + (f"read_spef {base}.spef\n" if wires else "")
    for name, (start, end) in GROUPS.items():
        report = f"report_checks -path_delay max -from {start} -to {end} -format full -digits 4"
        if name == "input to output":
            script += f'puts "@@{name}"\n{report}\n'
        elif clocked:  # a part of a machine may be wires and gates between blocks that are timed by themselves
            script += f'puts "@@{name}"\nif {{[llength $regs]}} {{ {report} }}\n'
    name = kept.key(verilog, library.text, model.liberty_file(macros), TCL, script.replace(base, ""), version(), *([wires] if wires else []))
    found = kept.find("timing", name)
    if not found:
        if wires:
            with open(f"{base}.spef", "w", encoding="utf-8") as f:
                f.write(wires)
        with open(f"{base}.v", "w", encoding="utf-8") as f:
            f.write(verilog)
        if macros:
            with open(f"{base}.lib", "w", encoding="utf-8") as f:
                f.write(model.liberty_file(macros))
        text = run_sta(script, f"{base}.log")
        reports = dict(re.findall(r"^@@(.*)\n((?:(?!@@).*\n)*)", text, re.M))
        if not reports:  # a file's name with a blank, say, ends it without a word
            raise StaError(f"OpenSTA has run nothing ({base}.log)")
        groups = {name: path for name, report in reports.items() if (path := parse(name, report))}
        found = {"groups": groups, "clocked": clocked, "reports": reports}
        kept.keep("timing", name, found)
    return Timing(found)
