# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""One elaborated module mapped to cells of a library: a netlist with the names of the RTL, and what it takes.

Memories of macro.SMALLEST bits and more become instances of macros (synth/macro.py), smaller ones are flip-flops. Flip-flops are named
by the register whose bit they hold, `count_q_reg[3]`, nets by the shortest name that the RTL has for them. What was mapped is kept by a hash
of the module's text, the library, the flow and the tool (scripts/kept.py): a module that has not changed is not mapped again.
"""

import base64
import collections
import gzip
import inspect
import json
import os
import re

import yosys
from yosys import project

import kept
import macro

# ABC's scripts. yosys: Yosys' own for a library with driver and load. speed: K-input cuts balanced for depth before the
# technology is known, then mapped, buffered and sized for delay: shorter paths for more area.
SCRIPTS = {
    "yosys": None,
    "speed": "strash; ifraig; dc2; if -g -K 6; strash; dch -f; map -B 0.9 -D 1; topo; buffer -c; upsize -D 1; dnsize -D 1; "
             "stime -p",
}
# ABC of Yosys 0.23 ends with this assertion in `buffer -c` of some netlists; `buffer` takes them.
ASSERTION, REMEDY = "Abc_SclAddOneInv: Assertion", ("buffer -c", "buffer")
MEMORY = re.compile(r"^  memory width (\d+) size (\d+) (?:offset \d+ )?\\(\S+)$", re.M)
# Two-input gates before the library's: newer Yosys has no fast script of its own any more.
GENERIC = {False: ["abc -fast"], True: ["abc -g AND,NAND,OR,NOR,XOR,XNOR,MUX"]}
SAVED_YOSYS = "0.23"  # Debian's, of which the tables are
PLAIN = re.compile(r"[A-Za-z_]\w*$")


class NotMapped(Exception):
    """A cell is left that the library does not have."""


class Mapped:
    """A module's netlist and counts; children: {name of module: how many}, macros: {macro: how many}."""

    def __init__(self, record):
        self.um2, self.flipflops, self.gates = record["um2"], record["flipflops"], record["gates"]
        self.children = record["children"]
        self.macros = {macro.Macro(**m): n for m, n in record["macros"]}
        self.registers = record["registers"]
        self.remedied = record.get("remedied", False)  # mapped by the remedy
        self.verilog = gzip.decompress(base64.b64decode(record["verilog"])).decode()


def version():
    """0.23, of the Yosys that maps."""
    found = re.search(r"Yosys (0\.\d+)", kept.version(os.environ.get("YOSYS", "yosys"), "-V"))
    return found[1] if found else "unknown"


def newer():
    """Is it a Yosys without `abc -fast`? 0.70 has none."""
    return version() != "unknown" and int(version()[2:]) >= 70


def commands(module, library, script, paths):
    """The flow of one module: the paths are of its RTLIL, its netlist in JSON and ABC's script."""
    how = f"-script {paths['abc']} " if SCRIPTS[script] else ""
    # By their names, with ? for what means something in a pattern of Yosys.
    small = sorted(re.sub(r"[^\w.]", "?", name) for width, size, name in MEMORY.findall(module.text)
                   if int(width) * int(size) < macro.SMALLEST)
    return [f"read_rtlil {paths['il']}", f"synth -top {module.name} -run coarse:fine",
            *(f"memory_map c:{name}" for name in small),
            "opt -fast -full", "techmap", "opt -fast", *GENERIC[newer()], "opt_clean", "check -assert",
            f"read_liberty -lib -ignore_miss_func {library.path}",
            "rename -wire t:$_DFF*_ t:$_SDFF*_ %u", f"dfflibmap -liberty {library.path}",
            f"abc {how}-liberty {library.path} -constr {library.constraints} -D 1", "opt_clean", "check -assert",
            f"write_json {paths['json']}"]


def identifier(name):
    """A name as Verilog takes it."""
    return name if PLAIN.match(name) else f"\\{name} "


class Netlist:
    """The JSON of one mapped module, to be written as Verilog."""

    def __init__(self, module, design, library):
        self.module, self.library = module, library
        self.json = design["modules"][module.name]
        self.boxes = {name: m["ports"] for name, m in design["modules"].items() if name in module.children}
        self.nets = self.name_nets()
        self.um2, self.flipflops, self.gates = 0.0, 0, 0
        self.children, self.macros, self.registers = collections.Counter(), collections.Counter(), collections.Counter()
        self.taken = set()

    def name_nets(self):
        """{bit: (vector, index or None)}: ports first, then names of the RTL, short ones before long ones; n and a number for
        what the RTL has no name for."""
        ports = self.json["ports"]
        found = {}
        order = sorted(self.json["netnames"].items(), key=lambda n: (n[0] not in ports, n[1]["hide_name"],
                                                                     n[0].count("."), len(n[0]), n[0]))
        for name, net in order:
            for index, bit in enumerate(net["bits"]):
                if isinstance(bit, int):
                    plain = (f"n{bit}", None) if net["hide_name"] else (name, index if len(net["bits"]) > 1 else None)
                    found.setdefault(bit, plain)
        return found

    def text(self, bit):
        """A bit as Verilog."""
        if not isinstance(bit, int):
            return f"1'b{'0' if bit not in '01' else bit}"
        name, index = self.nets[bit]
        if name in self.json["ports"]:
            return identifier(name) + ("" if index is None else f"[{index}]")
        return identifier(name if index is None else f"{name}[{index}]")

    def bits(self, bits):
        """Several bits, the last first, as Verilog."""
        return self.text(bits[0]) if len(bits) == 1 else "{" + ", ".join(self.text(b) for b in reversed(bits)) + "}"

    def instance(self, wanted):
        """A name that no other instance has."""
        name, number = wanted, 1
        while name in self.taken:
            number += 1
            name = f"{wanted}_{number}"
        self.taken.add(name)
        return name

    def register(self, cell):
        """A flip-flop's name: `rename -wire` has called it by the bit that it holds and the kind of flip-flop."""
        held = re.fullmatch(r"(.+?)(\[\d+\])?\$_\w+", cell)
        if not held:
            return "unnamed_reg"
        self.registers[held[1]] += 1
        return f"{held[1]}_reg{held[2] or ''}"

    def lines(self):
        """The netlist, line by line."""
        ports = self.json["ports"]
        yield f"module {self.module.name} ({', '.join(identifier(p) for p in ports)});"
        for name, port in ports.items():
            width = f"[{len(port['bits']) - 1}:0] " if len(port["bits"]) > 1 else ""
            yield f"  {port['direction']} {width}{identifier(name)};"
        for name, index in sorted(set(self.nets.values()), key=str):
            if name not in ports:
                yield f"  wire {identifier(name if index is None else f'{name}[{index}]')};"
        # A port that is another port's or a constant's copy.
        for name, port in ports.items():
            if port["direction"] == "output":
                for index, bit in enumerate(port["bits"]):
                    own = identifier(name) + (f"[{index}]" if len(port["bits"]) > 1 else "")
                    if self.text(bit) != own:
                        yield f"  assign {own} = {self.text(bit)};"
        number = 0
        for name, cell in self.json["cells"].items():
            kind = cell["type"]
            if kind in self.boxes:
                self.children[kind] += 1
                pins = ((p, bits) for p, bits in cell["connections"].items() if bits)
            elif kind.startswith("$mem"):
                ram = macro.of_cell(cell)
                self.macros[ram] += 1
                kind, name = ram.name, cell["parameters"]["MEMID"].lstrip("\\")
                pins = macro.pins(ram, cell)
            elif kind in self.library.cells:
                self.um2 += self.library.areas[kind]
                if kind in self.library.flops:
                    self.flipflops += 1
                    name = self.register(name)
                else:
                    self.gates += 1
                    number += 1
                    name = f"g{number}"
                pins = cell["connections"].items()
            else:
                raise NotMapped(f"{self.module.block}: cell {kind} was not mapped")
            shown = ", ".join(f".{identifier(p)}({self.bits(bits)})" for p, bits in pins)
            yield f"  {identifier(kind)} {identifier(self.instance(name))} ({shown});"
        yield "endmodule"


# What a netlist depends on of this program, as it was when it was read: the file may be edited while it runs.
CODE = [inspect.getsource(part) for part in (Netlist, identifier, macro.Macro, macro.of_cell, macro.pins)]


def run_abc(flow, script, path, log):
    """Runs a flow with this script of ABC, or by the remedy: then False."""
    def attempt(text):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text + "\n")
        yosys.run(flow, log)
    try:
        attempt(script)
    except yosys.YosysError:
        with open(log, encoding="utf-8", errors="replace") as f:
            if ASSERTION not in f.read() or REMEDY[0] not in script:
                raise
        attempt(script.replace(*REMEDY))
        return False
    return True


def map_module(job):
    """Mapped of (module, library, script, folder), or the reason why not."""
    module, library, script, folder = job
    flow = commands(module, library, script, {"il": "il", "json": "json", "abc": "abc"})
    name = kept.key(module.text, library.text, library.buffer, library.load, SCRIPTS[script], *REMEDY, *flow, *CODE, kept.version(os.environ.get("YOSYS", "yosys"), "-V"))
    found = kept.find("mapped", name)
    if found:
        return Mapped(found)
    os.makedirs(folder, exist_ok=True)
    base = f"{folder}/{module.name}_{name[:12]}"
    paths = {"il": f"{base}.il", "json": f"{base}.json", "abc": f"{base}.abc"}
    with open(paths["il"], "w", encoding="utf-8") as f:
        f.write(module.text)
    try:
        remedied = not run_abc(commands(module, library, script, paths), SCRIPTS[script] or "", paths["abc"], f"{base}.log")
        with open(paths["json"], encoding="utf-8") as f:
            netlist = Netlist(module, json.load(f), library)
        verilog = "\n".join(netlist.lines()) + "\n"
    except (yosys.YosysError, NotMapped) as error:
        return str(error)
    for path in paths.values():
        os.remove(path)
    record = {"block": module.block, "um2": netlist.um2, "flipflops": netlist.flipflops, "gates": netlist.gates,
              "children": netlist.children, "macros": [[m.as_dict(), n] for m, n in netlist.macros.items()],
              "registers": netlist.registers, "remedied": remedied, "verilog": base64.b64encode(gzip.compress(verilog.encode(), mtime=0)).decode()}
    kept.keep("mapped", name, record)
    return Mapped(json.loads(json.dumps(record)))
