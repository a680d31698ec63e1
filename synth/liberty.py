# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Reading Liberty files: areas, flip-flops, the NAND2 that areas are counted in, one merged file."""

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


class Library:
    """One or several Liberty files, merged into one file that Yosys 0.23 reads."""

    def __init__(self, paths, folder):
        parts = [split(load(p)) for p in paths]
        groups = {}
        for _, found in parts:
            for kind, name, text in found:
                groups.setdefault((kind, name), text)
        self.cells = {n: t for (kind, n), t in groups.items() if kind == "cell"}
        known = [k for k in KNOWN if k[1] in self.cells]
        if not known:
            raise ValueError(f"{' '.join(paths)}: none of the NAND2 cells of synth/liberty.py is in it")
        self.name, self.nand2, self.buffer = known[0]
        self.areas = {n: float(self.number(t, "area") or 0) for n, t in self.cells.items()}
        self.flops = {n for n, t in self.cells.items() if re.search(r"\bff(_bank)?\s*\(", t)}
        self.path = os.path.join(folder, f"{self.name}.lib")
        self.load = 4 * self.input_capacitance(parts[0][0])
        os.makedirs(folder, exist_ok=True)
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(parts[0][0] + "\n" + "\n".join(groups.values()) + "\n}\n")
        with open(self.constraints, "w", encoding="utf-8") as f:
            f.write(f"set_driving_cell {self.buffer}\nset_load {self.load:.4f}\n")

    @staticmethod
    def number(text, attribute):
        found = re.search(rf"\b{attribute}\s*:\s*\"?([-+.\deE]+)", text)
        return found.group(1) if found else None

    def input_capacitance(self, head):
        """Of the NAND2's first input, in fF."""
        unit = re.search(r"capacitive_load_unit\s*\(\s*([\d.eE+-]+)\s*,\s*\"?(\w+)", head)
        scale = float(unit.group(1)) * {"ff": 1, "pf": 1000}[unit.group(2).lower()]
        for kind, _, text in split(self.cells[self.nand2])[1]:
            if kind == "pin" and re.search(r"direction\s*:\s*\"?input", text):
                return scale * float(self.number(text, "capacitance"))
        raise ValueError(f"{self.nand2} has no input pin")

    @property
    def constraints(self):
        """Driver and load for ABC: a buffer of strength 2, and four NAND2 inputs."""
        return os.path.splitext(self.path)[0] + ".constr"
