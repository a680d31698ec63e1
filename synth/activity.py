# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Power of mapped modules at a stated activity, without a test: uW/MHz of blocks that nothing has been recorded of.

OpenSTA gives a module's power with no net and with every net changing once a cycle (report_power, library energies, pin
capacitances, no wires): the first is the clock's, the difference that of a transition everywhere. It is linear between, so that any
activity is a sum of the two. A module is measured by itself, its outputs with the load of synth/timing.py, and a block is the sum of
its modules. ACTIVITY is an assumption; `make power` measures it for the builds of synth/power.txt, and prints it. Memories: every
port works in so many cycles, by synth/macro.py.
"""

import inspect
import os
import re

import assembly
import macro
import sta
from yosys import project

import kept

ACTIVITY = 0.1  # transitions of a net a cycle, and accesses of a memory's port
PERIOD_NS = 10
PJ = PERIOD_NS * 1000  # of a cycle, for a watt
MODULE = """read_verilog {verilog}
link_design {top}
set_cmd_units -time ps -capacitance fF
create_clock -name clk -period {period}{ports}
set ins [list]
foreach p [all_inputs] {{ if {{[get_property $p full_name] ne "clk_i"}} {{ lappend ins $p }} }}
set_input_delay 0 -clock clk $ins
set_load {load:.4f} [all_outputs]
"""
MEASURE = """foreach activity {{0 1}} {{
puts "@@{top} $activity"
set_power_activity -global -activity $activity -duty 0.5
set_power_activity -input -activity $activity -duty 0.5
report_power -digits 8
}}
"""
FACTOR = project.read(sta.KNOWN), inspect.getsource(sta.energy_factor)  # what internal energies are divided by
TOTAL = re.compile(r"^@@(\S+) ([01])\n(?:(?!@@).*\n)*?Total\s+(\S+)\s+(\S+)\s+(\S+)\s", re.M)


def key(mapped, library):
    return kept.key("activity", mapped.verilog, library.text, library.load, MODULE, MEASURE, *FACTOR, sta.version())


def measure(job):
    """(key, record) of a module: pJ of the clock, pJ of a transition everywhere, uW of leakage. A process for each: OpenSTA 2.0.17
    crashes now and then when it links another design."""
    name, top, verilog, library, folder = job
    base = f"{folder}/{name[:16]}"
    os.makedirs(folder, exist_ok=True)
    with open(f"{base}.v", "w", encoding="utf-8") as f:
        f.write(verilog)
    clocked = re.search(r"^  input clk_i;", verilog, re.M)
    text = sta.run_sta(f"read_liberty {library.power_path}\n" + (MODULE + MEASURE).format(
        verilog=f"{base}.v", top=top, period=PERIOD_NS * 1000, ports=" [get_ports clk_i]" if clocked else "", load=library.load), f"{base}.log")
    factor = sta.energy_factor(folder)
    watts = {int(activity): (float(internal) / factor + float(switching), float(leakage))
             for _, activity, internal, switching, leakage in TOTAL.findall(text)}
    if 1 not in watts:
        raise sta.StaError(f"OpenSTA gives no power for {top} ({base}.log)")
    found = {"clock_pj": watts[0][0] * PJ, "moving_pj": (watts[1][0] - watts[0][0]) * PJ, "leakage_uw": 1e6 * watts[0][1]}
    kept.keep("activity", name, found)
    os.remove(f"{base}.v")
    return name, found


def of_designs(designs, library, pool):
    """{key: record} of all modules of these blocks."""
    wanted = {key(d.mapped[n], library): (n, d.mapped[n].verilog) for d in designs for n in d.counts}
    found = {name: record for name in wanted if (record := kept.find("activity", name))}
    todo = [(name, *what, library, f"build/activity/{library.name}") for name, what in wanted.items() if name not in found]
    return found | dict(assembly.largest_first(pool, measure, todo, lambda job: len(job[2])))


def uw_mhz(design, records, library, activity=ACTIVITY):
    """uW/MHz of a block, memories included: pJ a cycle."""
    logic = sum(number * (r["clock_pj"] + activity * r["moving_pj"]) for name, number in design.counts.items()
                for r in [records[key(design.mapped[name], library)]])
    return logic + sum(number * macro.access_pj(library.name, ram, activity * ram.reads, activity * ram.writes)
                       for ram, number in design.macros.items())
