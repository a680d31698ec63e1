# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Reading Liberty files: areas, flip-flops, the NAND2 that areas are counted in, one merged file."""

import glob
import gzip
import os
import re

# The cell that counts as one gate, and the cell that drives inputs, for each known library.
KNOWN = [
    ("osu018", "NAND2X1", "BUFX2"),
    ("nangate45", "NAND2_X1", "BUF_X2"),
    ("sky130hd", "sky130_fd_sc_hd__nand2_1", "sky130_fd_sc_hd__buf_2"),
    ("ihp-sg13g2", "sg13g2_nand2_1", "sg13g2_buf_2"),
    ("gf180mcu7t5v0", "gf180mcu_fd_sc_mcu7t5v0__nand2_1", "gf180mcu_fd_sc_mcu7t5v0__buf_2"),
    ("asap7", "NAND2xp5_ASAP7_75t_R", "BUFx2_ASAP7_75t_R"),
]

OSU018 = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"
PDK = "../shared/pdk"  # folders of libraries beside the tree, one a process; PDK=folder in the environment: another one

GROUP = re.compile(r"(\w+)\s*\(\s*\"?([^\")]*)\"?\s*\)\s*\{")


def load(path):
    """Text of a .lib or .lib.gz, comments removed, unquoted `!X` values quoted for Yosys."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        text = f.read()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r":\s*(!\s*\w+)\s*;", r': "\1";', text)


def end_of(text, start):
    """Index behind the brace that closes the one just before `start`."""
    depth = 1
    for brace in re.finditer(r"[{}]", text[start:]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return start + brace.end()
    raise ValueError("Liberty: a brace is not closed")


def split(text):
    """(head, [(kind, name, group text)]): a library's own attributes and its groups."""
    outer = GROUP.search(text)
    if not outer:
        raise ValueError("Liberty: no group is in it")
    head, groups, at = text[:outer.end()], [], outer.end()
    last = end_of(text, at) - 1
    while True:
        group = GROUP.search(text, at, last)
        if not group:
            break
        head += text[at:group.start()]
        at = end_of(text, group.end())
        groups.append((group.group(1), group.group(2).strip(), text[group.start():at]))
    return head + text[at:last], groups


def without(text, *kinds):
    """A group's text without the groups of some kinds in it."""
    kept, at = [], 0
    for group in re.finditer(rf"\b(?:{'|'.join(kinds)})\s*\([^)]*\)\s*\{{", text):
        if group.start() >= at:
            kept.append(text[at:group.start()])
            at = end_of(text, group.end())
    return "".join(kept) + text[at:]


class Absent(Exception):
    """A library is not there; the text says what would be."""


def paths(words):
    """The files of a library that is given by its name (osu018, or a folder of PDK) or as files."""
    folder = os.environ.get("PDK", PDK)
    if words == ["osu018"]:
        words = [OSU018]
    elif len(words) == 1 and not words[0].endswith((".lib", ".lib.gz")):
        found = sorted(glob.glob(f"{folder}/{words[0]}/*.lib*"))
        if not found:
            names = sorted(os.path.basename(os.path.dirname(p)) for p in glob.glob(f"{folder}/*/*.lib*"))
            raise Absent(f"LIB={words[0]}: neither a Liberty file nor a folder with one in {folder} (PDK=folder: another one); there is: "
                         + ", ".join(["osu018", *sorted(set(names))]))
        words = found
    for path in words:
        if not os.path.exists(path):
            raise Absent(f"{path} does not exist" + ("; Debian's qflow-tech-osu018 holds it" if path == OSU018 else ""))
    return words


class Library:
    """One or several Liberty files, merged into one file that Yosys 0.23 reads."""

    def __init__(self, paths, folder):
        parts = [split(load(p)) for p in paths]
        groups = {}
        for _, found in parts:
            for kind, name, text in found:
                if kind == "cell" and (kind, name) in groups:
                    raise ValueError(f"cell {name} is in two of {', '.join(map(os.path.basename, paths))}: two corners?")
                groups.setdefault((kind, name), text)
        self.cells = {n: t for (kind, n), t in groups.items() if kind == "cell"}
        known = [k for k in KNOWN if k[1] in self.cells]
        if not known:
            raise ValueError(f"{' '.join(paths)}: none of the NAND2 cells of synth/liberty.py is in it")
        self.name, self.nand2, self.buffer = known[0]
        self.areas = {n: float(self.number(t, "area") or 0) for n, t in self.cells.items()}
        self.flops = {n for n, t in self.cells.items() if re.search(r"\bff(_bank)?\s*\(", t)}
        self.flop_um2 = min(self.areas[n] for n in self.flops)
        # A multiplexer of two; where the library has none, what makes one: three NAND2 and an inverter of half their size.
        muxes = [self.areas[n] for n in self.cells if re.search(r"mux_?2", n, re.I)]
        self.mux2_um2 = min(muxes) if muxes else 3.5 * self.areas[self.nand2]
        self.path = os.path.join(folder, f"{self.name}.lib")
        self.load = 4 * self.input_capacitance(parts[0][0])
        os.makedirs(folder, exist_ok=True)
        # OpenSTA knows operating conditions only once it has read their group.
        late = re.compile(r"^[ \t]*default_operating_conditions[^;]*;", re.M)
        head, end = late.sub("", parts[0][0]), late.findall(parts[0][0])[:1]
        self.text = "\n".join([head, *groups.values(), *end]) + "\n}\n"
        self.put(self.power_path, self.text)
        # For all that does not look at power, and reads it for each module: of asap7's library power is three fifths.
        self.put(self.path, "\n".join([head, *(without(t, "internal_power", "leakage_power") for t in groups.values()), *end]) + "\n}\n")
        self.put(self.constraints, f"set_driving_cell {self.buffer}\nset_load {self.load:.4f}\n")

    @staticmethod
    def put(path, text):
        """A file as a whole: another run may be reading it."""
        part = f"{path}.{os.getpid()}"
        with open(part, "w", encoding="utf-8") as f:
            f.write(text)
        os.replace(part, path)

    @staticmethod
    def number(text, attribute):
        found = re.search(rf"\b{attribute}\s*:\s*\"?([-+.\deE]+)", text)
        return found.group(1) if found else None

    def pins(self, cell):
        """[(name, direction, text)] of a cell's signals."""
        return [(name, re.search(r"direction\s*:\s*\"?(\w+)", text)[1], text)
                for kind, name, text in split(self.cells[cell])[1] if kind == "pin"]

    def input_capacitance(self, head):
        """Of the NAND2's first input, in fF."""
        unit = re.search(r"capacitive_load_unit\s*\(\s*([\d.eE+-]+)\s*,\s*\"?(\w+)", head)
        scale = float(unit.group(1)) * {"ff": 1, "pf": 1000}[unit.group(2).lower()]
        return next(scale * float(self.number(text, "capacitance")) for _, way, text in self.pins(self.nand2) if way == "input")

    @property
    def power_path(self):
        """The library with what it says of power."""
        return os.path.splitext(self.path)[0] + ".power.lib"

    @property
    def constraints(self):
        """Driver and load for ABC: a buffer of strength 2, and four NAND2 inputs."""
        return os.path.splitext(self.path)[0] + ".constr"
