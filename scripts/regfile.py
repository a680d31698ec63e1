# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""A register file as scripts/gen_regfile.py makes it: fields, registers and the structs between it and the hardware around it.

regfile_sv.py writes it as RTL, regfile_c.py as C model.
"""
import sys

import registers

# Bits of an address, and the names of the constants in RTL and C.
BLOCKS = {"switch": (16, "nf_pkg::CSR_", "NF_CSR_"), "ace": (20, "nf_ace_pkg::CSR_", "NF_ACE_CSR_"),
          "netreduce": (16, "nf_netreduce_pkg::CSR_", "NF_NETREDUCE_CSR_")}


def fail(text):
    sys.exit(f"gen_regfile: {text}")


def words(listed, path="", external=False):
    """The registers that are not kept in the file, those in groups too, which are named by their groups."""
    for r in listed:
        name, outside = path + r["name"], external or "external" in r
        if "registers" in r:
            yield from words(r["registers"], f"{name}_", outside)
        elif outside:
            yield r | {"name": name}


def one_way(register):
    """Is a word only read, or only written? Then it has a struct: of another one the block that keeps it knows the fields."""
    return len({f["access"] for f in register["fields"]} & {"ro", "wo"}) == 1


class Field:
    """One field: what it is for software, and which part the hardware has in it."""

    def __init__(self, register, words):
        self.register = register
        self.name = words["name"].lower()
        self.lsb, self.width = words["lsb"], words["width"]
        self.width_is, self.most = words.get("width_is"), words.get("most", words["width"])
        self.access, self.hw = words["access"], words["hw"]
        self.reset = words.get("reset_is", words.get("reset"))
        self.lowest, self.highest = words.get("lowest", 0), words.get("highest_is", words.get("highest"))
        self.bounded = "highest_is" in words
        self.counter, self.sticky = words.get("counter", 0), words.get("sticky", False)
        self.we, self.refused, self.enable = words.get("we", False), words.get("refused", False), words.get("enable")
        self.meaning = words.get("meaning", "")
        self.kept = bool(self.access in ("rw", "w1c", "wc") or self.counter or self.we)
        self.wire = not self.kept and self.hw == "w"
        # In from the hardware: a value, an event, or by how much to count. Out to it: the value.
        self.input = (self.counter or self.most) if self.hw == "w" or self.counter else 0
        self.input = 0 if self.refused else self.input
        self.output = self.kept and self.hw in ("r", "rw")
        where = f"{register.name}.{words['name']}"
        if self.kept and self.reset is None:
            fail(f"{where} is kept and has no reset value")
        if self.sticky != (self.access == "w1c") or (self.access == "wc" and not self.counter):
            fail(f"{where}: w1c goes with stickybit, wc with counter")
        if self.access == "wo" or (self.access == "rw" and self.hw == "w"):
            fail(f"{where} has effects of its own, or two writers: such a register is external")

    @property
    def constant(self):
        return not self.kept and not self.wire


class Register:
    """A register, or an array of registers."""

    def __init__(self, words):
        self.name, self.at, self.meaning = words["name"], words["offset"], words.get("meaning", "")
        if "fields" not in words or "first" in words:
            fail(f"{self.name}: groups of registers and arrays that begin with another number than 0 are external")
        self.constant = words.get("constant", self.name)
        self.low = self.name.lower()
        self.exact, self.locked = words.get("exact", False), words.get("locked", False)
        self.count, self.most = 0, 0
        if "array" in words:
            (self.count, stride), = words["array"]
            self.most = words["count_most"]
            self.count = words.get("count_is", self.count)
            if stride != 4 or self.at % (1 << self.index_bits + 2):
                fail(f"{self.name}: an array has to lie at a multiple of its size rounded up to a power of two")
        self.fields = [Field(self, f) for f in words["fields"]]
        if self.count and not all(f.wire or (f.counter and len(self.fields) == 1) for f in self.fields):
            fail(f"{self.name}: an array shows what the hardware says, or counts")
        if any(f.sticky for f in self.fields) and not all(f.sticky for f in self.fields):
            fail(f"{self.name} has fields with stickybit and without")
        self.wes = any(f.we for f in self.fields)

    @property
    def index_bits(self):
        return (self.most - 1).bit_length()

    @property
    def writable(self):
        return any(f.access != "ro" for f in self.fields)

    def group(self, which):
        """Members of a struct for the fields that `which` selects: (name, [fields]); all in one if all are."""
        chosen = [f for f in self.fields if which(f)]
        if len(chosen) == len(self.fields):
            return [(self.low, chosen)]
        return [(f"{self.low}_{f.name}", [f]) for f in chosen]

    def bits(self):
        """Does it consist of single bits? Then it is a word in C."""
        return len(self.fields) > 1 and all(f.width == 1 for f in self.fields)


class File:
    """The register file of a component."""

    def __init__(self, component):
        self.component = component
        self.parameters, listed = registers.load(component)
        self.derived = registers.derived(component)
        self.address_bits, self.sv_prefix, self.c_prefix = BLOCKS[component]
        self.registers = [Register(r) for r in listed if "external" not in r]
        self.external = [r for r in words(listed) if len(r["fields"]) > 1 and one_way(r)]
        self.name = f"nf_{component}_regs"
        self.made = f"Made by scripts/gen_regfile.py from rtl/{component}/{self.name}.rdl; change that."
        enabled = {f.enable for r in self.registers for f in r.fields if f.enable}
        if len(enabled) > 1:
            fail(f"{component} has more than one interrupt")
        self.enable = self.named(enabled.pop()) if enabled else None
        self.status = next((r for r in self.registers if r.fields[0].enable), None)
        if self.enable and [(f.name, f.lsb) for f in self.enable.fields] != [(f.name, f.lsb) for f in self.status.fields]:
            fail(f"{self.enable.name} has other bits than {self.status.name}")
        self.refuses = any(f.refused for r in self.registers for f in r.fields)
        self.locks = any(r.locked for r in self.registers)
        self.singles = [r for r in self.registers if not r.count]
        self.arrays = [r for r in self.registers if r.count]

    def named(self, name):
        return next(r for r in self.registers if r.name == name)

    @staticmethod
    def what(register, fields):
        text = fields[0].meaning if len(fields) == 1 and fields[0].meaning else register.meaning.rstrip(".")
        return f"{register.name}: {text}" if text else register.name

    def inputs(self):
        """Members of in_t: (name, register, fields, bits)."""
        rows = []
        for r in self.registers:
            if r.count:
                rows += [(r.low if len(r.fields) == 1 else f"{r.low}_{f.name}", r, [f], r.most * f.input) for f in r.fields]
                continue
            rows += [(name, r, fields, fields[0].input) for name, fields in r.group(lambda f: f.input)]
            if r.wes:
                rows.append((f"{r.low}_we", r, [f for f in r.fields if f.we][:1], 1))
        return rows

    def outputs(self):
        return [(name, r, fields, fields[0].most) for r in self.singles for name, fields in r.group(lambda f: f.output)]
