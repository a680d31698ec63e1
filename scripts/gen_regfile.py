#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make the register file of a component, RTL and C model, from its registers (rtl/<component>/nf_<component>_regs.json).

    scripts/gen_regfile.py           writes the files of all components that have one
    scripts/gen_regfile.py --check   exits 1 and names each file that is stale

The register file decodes addresses, keeps the fields with their resets, refuses values that a field does not take, counts, keeps
events, and puts together what is read. It is within nf_<component>_csr, which has the bus and what is no plain register: of
`external` ones the register file knows nothing. What it gets from the hardware around it and what that gets from it are packed
structs (hwif): a register whose fields go that way together is a member of its name, a vector if it has one field and a struct of
its fields if it has more; of other registers each such field is one, register_field. Registers that are made of single bits are
words in C.
"""
import argparse
import pathlib
import re
import sys

import registers
import structs

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Bits of an address, and the names of the constants in RTL and C.
BLOCKS = {"switch": (16, "nf_pkg::CSR_", "NF_CSR_"), "ace": (20, "nf_ace_pkg::CSR_", "NF_ACE_CSR_"),
          "netreduce": (16, "nf_netreduce_pkg::CSR_", "NF_NETREDUCE_CSR_")}
COLUMNS = 100


def fail(text):
    sys.exit(f"gen_regfile: {text}")


def camel(name):
    return "".join(w.capitalize() for w in name.lower().split("_"))


def wrapped(text, indent):
    """A statement on lines of COLUMNS: broken behind commas and assignments and before operators."""
    lines, line = [], " " * indent
    for part in re.split(r"(?<=, )|(?<= = )|(?<=[^ (]<= )(?=[\w{(]+[.\[_])|(?<=\) )(?=\w+_q <=)|(?<= )(?=&& |\|\| |\? |\+ |& |begin)", text):
        if len(line) + len(part.rstrip()) > COLUMNS:
            lines.append(line.rstrip())
            line = " " * (indent + 4)
        line += part
    return [*lines, line.rstrip()]


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
        kept = self.access in ("rw", "w1c", "wc") or self.counter or self.we
        self.kept = bool(kept)
        self.wire = not kept and self.hw == "w"
        # In from the hardware: a value, an event, or by how much to count. Out to it: the value.
        self.input = (self.counter or self.most) if self.hw == "w" or self.counter else 0
        self.input = 0 if self.refused else self.input
        self.output = self.kept and self.hw in ("r", "rw")
        where = f"{register.name}.{words['name']}"
        if self.kept and self.reset is None:
            fail(f"{where} is kept and has no reset value")
        if self.sticky != (self.access == "w1c") or (self.access == "wc" and not self.counter):
            fail(f"{where}: w1c goes with stickybit, wc with counter")
        if self.access == "rw" and self.hw == "w":
            fail(f"{where} is written by software and hardware")

    @property
    def constant(self):
        return not self.kept and not self.wire


class Register:
    """A register, or an array of registers."""

    def __init__(self, words, base):
        self.name, self.at, self.meaning = words["name"], base + words["offset"], words.get("meaning", "")
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
        self.registers = [Register(r, 0) for r in listed if "external" not in r]
        self.external = [r for r in listed if "external" in r and "array" not in r and len(r.get("fields", [])) > 1]
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

    # -------------------------------------------------------------------------- SystemVerilog
    def sv_number(self, value):
        """A formula with the RTL's names."""
        return re.sub(r"\b[a-z]\w*", lambda m: camel(m[0]), str(value))

    def sv_type(self, register, fields):
        """Type of a member of a struct or of a register."""
        if len(fields) > 1:
            return f"{self.name}_pkg::{register.low}_t"
        width = fields[0].most
        return "logic" if width == 1 else f"logic [{width - 1}:0]"

    def sv_pkg(self):
        out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {self.made}",
               f"// What the register file of the component `{self.component}` and the hardware around it give each other: packed structs.",
               "", *structs.CATALOGUE, f"package {self.name}_pkg;"]
        for r in self.singles:
            whole = [which for which in (lambda f: f.input, lambda f: f.kept) if all(map(which, r.fields))]
            if len(r.fields) > 1 and whole:
                rows = [(f.name, f.most, f.meaning or f.name) for f in r.fields]
                out += ["", *structs.typedef(f"{r.low}_t", r.meaning or r.name, rows)]
                
        for r in self.external:
            rows, at = [], 0
            for f in sorted(r["fields"], key=lambda f: f["lsb"]):
                rows += [(f"none{at}", f["lsb"] - at, "of no field")] if f["lsb"] > at else []
                rows.append((f["name"].lower(), f["width"], f.get("meaning", f["name"])))
                at = f["lsb"] + f["width"]
            rows += [(f"none{at}", 32 - at, "of no field")] if at < 32 else []
            out += ["", *structs.typedef(f"{r['name'].lower()}_t", f"A word: {r.get('meaning', r['name'])}", rows)]
        for name, text, rows in (("in", "What the hardware says: events, what is counted, values.", self.inputs()),
                                 ("out", "What the hardware is given: values of registers.", self.outputs())):
            members = [(low, sum(f.most for f in fields) if len(fields) > 1 else bits, self.what(r, fields))
                       for low, r, fields, bits in rows]
            out += ["", *structs.typedef(f"{name}_t", text, members,
                                         {low: f"{r.low}_t" for low, r, fields, _ in rows if len(fields) > 1})]
        return "\n".join([*out, "", "endpackage", ""])

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

    def sv_kept(self, register, field):
        """The flip-flops of a field, as they are read."""
        (name, fields), = [g for g in register.group(lambda f: f.kept) if field in g[1]]
        return f"{name}_q" if len(fields) == 1 else f"{name}_q.{structs.member(field.name)}"

    @staticmethod
    def sv_input(register, field):
        if field.refused:
            return "refused"
        (name, fields), = [g for g in register.group(lambda f: f.input) if field in g[1]]
        return f"hw_i.{structs.member(name)}" if len(fields) == 1 else f"hw_i.{name}.{structs.member(field.name)}"

    def sv_shown(self, register, field):
        """What a read sees of a field: an expression of its width."""
        if field.kept:
            text = self.sv_kept(register, field)
        elif field.wire:
            text = self.sv_input(register, field)
        else:
            value = field.reset
            return f"{field.width}'(" + self.sv_number(value) + ")" if isinstance(value, str) else f"{field.width}'h{value:x}"
        return text

    def sv_parts(self, register):
        """(lsb, width, expression) of what a read sees; fields that stand side by side in one struct are one part."""
        fields = sorted((f for f in register.fields if f.access != "wo"), key=lambda f: f.lsb)
        side_by_side = all(a.lsb + a.width == b.lsb for a, b in zip(fields, fields[1:]))
        if len(fields) == len(register.fields) > 1 and side_by_side:
            whole = f"{register.low}_q" if all(f.kept for f in fields) else f"hw_i.{register.low}" if all(f.wire for f in fields) else ""
            if whole:
                return [(fields[0].lsb, sum(f.width for f in fields), whole)]
        return [(f.lsb, f.most if f.width_is else f.width, self.sv_shown(register, f)) for f in fields]

    def sv_word(self, parts):
        """A word of (lsb, width, expression)."""
        if len(parts) == 1 and parts[0][0] == 0:
            return parts[0][2] if parts[0][1] == 32 else f"32'({parts[0][2]})"
        at, cells = 32, []
        for lsb, width, text in sorted(parts, reverse=True):
            if at > lsb + width:
                cells.append(f"{at - lsb - width}'d0")
            cells.append(text)
            at = lsb
        return "{" + ", ".join([*cells, *([f"{at}'d0"] if at else [])]) + "}"

    def sv_taken(self, field):
        """Its bits of what is written."""
        msb = field.lsb + field.width - 1
        if field.width_is:
            return f"{field.most}'(write_data_i[{field.width_is}-1:0])"
        text = "write_data_i" if field.width == 32 else f"write_data_i[{msb}:{field.lsb}]" if field.width > 1 else \
            f"write_data_i[{field.lsb}]"
        # Bits that the highest value leaves zero are no flip-flops.
        return f"{text} & {self.sv_mask_name(field)}" if field.bounded else text

    def sv_values(self, field):
        """How many values a field takes."""
        return re.sub(r" - 1 \+ 1$", "", f"{self.sv_number(field.highest)} + 1")

    def sv_mask_name(self, field):
        return camel(field.register.name) + (camel(field.name) if len(field.register.fields) > 1 else "") + "Bits"

    def sv_slices(self, fields):
        """Bits of a write, of fields one beside the other, as ranges."""
        runs = []
        for f in sorted(fields, key=lambda f: -f.lsb):
            if runs and runs[-1][1] == f.lsb + f.width:
                runs[-1][1] = f.lsb
            else:
                runs.append([f.lsb + f.width - 1, f.lsb])
        cells = [f"write_data_i[{m}:{l}]" if m > l else f"write_data_i[{l}]" for m, l in runs]
        return cells[0] if len(cells) == 1 else "{" + ", ".join(cells) + "}"

    def sv_fits(self, register):
        """When a write is taken; empty: always."""
        terms = ["!locked_i"] if register.locked else []
        if register.exact:
            writable = [f for f in register.fields if f.access != "ro"]
            at = 0
            for f in sorted(writable, key=lambda f: f.lsb):
                if f.lsb > at:
                    terms.append(f"write_data_i[{f.lsb - 1}:{at}] == '0" if f.lsb > at + 1 else f"!write_data_i[{at}]")
                at = f.lsb + f.width
                if f.width_is:
                    terms.append(f"(write_data_i >> {f.width_is}) == '0")
                    at = 32
            if at < 32:
                terms.append(f"write_data_i[31:{at}] == '0" if at < 31 else "!write_data_i[31]")
        for f in register.fields:
            bits = self.sv_slices([f])
            if f.lowest:
                terms.append(f"{bits} != '0" if f.lowest == 1 else f"{bits} >= {f.width}'d{f.lowest}")
            if f.highest is not None:
                # Not <= highest: tools complain where that is all ones.
                terms.append(f"32'({bits}) < {self.sv_values(f)}" if f.bounded else f"{bits} <= {f.width}'d{f.highest}")
        return terms

    def sv_constants(self):
        text = "".join(map(str, self.derived.values()))
        used = {n for n in self.derived if re.search(rf"\b{n}\b", text) or
                any(n in str(f.reset) + str(f.highest) for r in self.registers for f in r.fields)}
        out = []
        for name, value in self.derived.items():
            if name in used:
                out += wrapped(f"localparam int unsigned {camel(name)} = {self.sv_number(value)};", 2)
        for r in self.singles:
            for f in r.fields:
                if f.bounded and f.kept:
                    out.append(f"  localparam logic [{f.width - 1}:0] {self.sv_mask_name(f)} = "
                               f"{f.width}'((32'd1 << $clog2({self.sv_values(f)})) - 32'd1);")
        return out

    def sv_reset(self, register):
        """(flip-flops, value) at reset."""
        for name, fields in register.group(lambda f: f.kept):
            cells = [(f.most, self.sv_number(f.reset) if isinstance(f.reset, str) else f.reset) for f in reversed(fields)]
            if all(value == 0 for _, value in cells):
                value = "'0"
            else:
                texts = [f"{w}'({v})" if isinstance(v, str) else f"{w}'h{v:x}" for w, v in cells]
                value = texts[0] if len(texts) == 1 else "{" + ", ".join(texts) + "}"
            yield f"{name}_q", value

    def sv_step(self, register):
        """What the hardware does to it in every cycle."""
        address = f"{self.sv_prefix}{register.constant}"
        if all(f.sticky for f in register.fields):
            sets = [self.sv_input(register, f) for f in reversed(register.fields)]
            (name, fields), *rest = register.group(lambda f: f.input)
            event = f"hw_i.{name}" if not rest and len(fields) == len(register.fields) else "{" + ", ".join(sets) + "}"
            low = f"{register.low}_q"
            return [f"{low} <= {event} | ({low} & ~(write_i && write_addr_i == {address} ? {self.sv_slices(register.fields)} : '0));"]
        out = []
        for f in register.fields:
            if f.counter:
                kept = self.sv_kept(register, f)
                old = f"(write_i && write_addr_i == {address} ? '0 : {kept})" if f.access == "wc" else kept
                step = "32'(write_i && !write_ok_o) + 32'(read_i && !read_ok_o)" if f.refused else f"32'({self.sv_input(register, f)})"
                out.append(f"{kept} <= {old} + {step};")
        for name, fields in register.group(lambda f: f.we):
            value = self.sv_input(register, fields[0]) if len(fields) == 1 else f"hw_i.{name}"
            out.append(f"if (hw_i.{register.low}_we) {name}_q <= {value};")
        return out

    def sv_writes(self, register):
        """What a write does to it."""
        rw = register.group(lambda f: f.access == "rw")
        if not rw:
            return []
        guard = "if (write_ok_o) " if self.sv_fits(register) else ""
        out = []
        for name, fields in rw:
            cells = [self.sv_taken(f) for f in reversed(fields)]
            plain = len(cells) == 1 or not any(f.bounded or f.width_is for f in fields)
            value = "{" + ", ".join(cells) + "}" if not plain else cells[0] if len(cells) == 1 else self.sv_slices(fields)
            out.append(f"{name}_q <= {value};")
        item = f"{self.sv_prefix}{register.constant}:"
        if len(out) == 1:
            return wrapped(f"{item} {guard}{out[0]}", 10)
        return [f"          {item} {guard}begin", *(f"            {o}" for o in out), "          end"]

    def sv(self):
        head = [f"// Register file of the component `{self.component}`: decode, fields, counters, what is read.",
                "//", "// Answers are combinational, of the address and, of a write, the data; what a write does shows",
                "// one cycle later, in regs_o too. Of an address that is none of its own ext_* say what is answered."]
        body = self.sv_body()
        used = [(n, v) for n, v in self.parameters.items() if re.search(rf"\b{n}\b", "\n".join(body))]
        out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {self.made}", *head, "",
               f"module {self.name} #("]
        out += [",\n".join(f"    parameter int unsigned {n} = {v}" for n, v in used), ") ("]
        address = self.address_bits
        ports = [("input", 1, "clk_i", ""), ("input", 1, "rst_ni", ""),
                 ("input", 1, "write_i", "it is done in this cycle, if it is ok"), ("input", address, "write_addr_i", ""),
                 ("input", 32, "write_data_i", ""), ("output", 1, "write_ok_o", "a register takes the value"),
                 *([("input", 1, "read_i", "it is done in this cycle, if it is ok")] if self.refuses else []),
                 ("input", address, "read_addr_i", ""), ("output", 1, "read_ok_o", "there is something to read"),
                 ("output", 32, "read_data_o", ""), ("input", 1, "ext_write_ok_i", "what is said of other addresses"),
                 ("input", 1, "ext_read_ok_i", ""), ("input", 32, "ext_read_data_i", ""),
                 *([("input", 1, "locked_i", "writes of some registers are refused")] if self.locks else []),
                 *([("output", 1, "irq_o", f"{self.status.name} and {self.enable.name} have a bit in common")] if self.enable else [])]
        rows = [(f"{way:6}", "logic" if bits == 1 else f"logic [{bits - 1}:0]", name, why) for way, bits, name, why in ports]
        rows += [("input ", f"{self.name}_pkg::in_t", "hw_i", ""), ("output", f"{self.name}_pkg::out_t", "regs_o", "")]
        width = max(len(kind) for _, kind, _, _ in rows)
        lines = [f"    {way} {kind:{width}} {name}{',' if name != 'regs_o' else ''}{f'  // {why}' if why else ''}"
                 for way, kind, name, why in rows]
        return "\n".join([*out, *lines, ");", "", *body, "", "endmodule", ""])

    def sv_body(self):
        out = self.sv_constants()
        out += [""] if out else []
        kept = [(name, r, fields) for r in self.singles for name, fields in r.group(lambda f: f.kept)]
        out += [f"  {self.sv_type(r, fields)} {name}_q;" for name, r, fields in kept]
        out += [f"  logic [{r.count}*{r.fields[0].width}-1:0] {r.low}_q;" for r in self.arrays if r.fields[0].kept]
        out += ["  logic refused;", "  assign refused = (write_i && !write_ok_o) || (read_i && !read_ok_o);"] \
            if any(f.refused and f.sticky for r in self.singles for f in r.fields) else []
        out += ["", "  // ---------------------------------------------------------------------------- writes",
                "  always_comb begin", "    unique case (write_addr_i)"]
        plain = [r for r in self.singles if r.writable and not self.sv_fits(r)]
        if plain:
            names = wrapped(", ".join(f"{self.sv_prefix}{r.constant}" for r in plain) + ": write_ok_o = 1'b1;", 6)
            out += names
        for r in self.singles:
            if r.writable and self.sv_fits(r):
                out += wrapped(f"{self.sv_prefix}{r.constant}: write_ok_o = {' && '.join(self.sv_fits(r))};", 6)
        out += ["      default: write_ok_o = ext_write_ok_i;", "    endcase", "  end", "",
                "  always_ff @(posedge clk_i or negedge rst_ni) begin", "    if (!rst_ni) begin"]
        for r in self.singles:
            for name, value in self.sv_reset(r):
                out += wrapped(f"{name} <= {value};", 6)
        out += ["    end else begin"]
        for r in self.singles:
            for line in self.sv_step(r):
                out += wrapped(line, 6)
        out += ["      if (write_i) begin", "        unique case (write_addr_i)"]
        for r in self.singles:
            out += self.sv_writes(r)
        out += ["          default: ;", "        endcase", "      end", "    end", "  end"]
        for r in self.arrays:
            f = r.fields[0]
            if not f.kept:
                continue
            item = f"{r.low}_q[i*{f.width}+:{f.width}]"
            step = f"hw_i.{structs.member(r.low)}[i" + ("]" if f.counter == 1 else f"*{f.counter}+:{f.counter}]")
            out += [f"  for (genvar i = 0; i < {r.count}; i++) begin : gen_{r.low}",
                    "    always_ff @(posedge clk_i or negedge rst_ni) begin", f"      if (!rst_ni) {item} <= '0;",
                    f"      else {item} <= {item} + {f.width}'({step});", "    end", "  end"]
        out += ["", "  // ---------------------------------------------------------------------------- reads"]
        for r in self.arrays:
            low, top = r.index_bits + 2, self.address_bits - 1
            out += [f"  logic is_{r.low};", f"  logic [{r.index_bits - 1}:0] {r.low}_index;",
                    f"  assign {r.low}_index = read_addr_i[{low - 1}:2];",
                    *wrapped(f"assign is_{r.low} = read_addr_i[{top}:{low}] == {self.sv_prefix}{r.constant}[{top}:{low}] && "
                             f"read_addr_i[1:0] == 2'd0 && 32'({r.low}_index) < {r.count};", 2)]
        out += ["  always_comb begin", "    read_ok_o = 1'b1;", "    unique case (read_addr_i)"]
        for r in self.singles:
            shown = self.sv_parts(r)
            if shown:
                out += wrapped(f"{self.sv_prefix}{r.constant}: read_data_o = {self.sv_word(shown)};", 6)
        out += ["      default: begin", "        read_ok_o = ext_read_ok_i;", "        read_data_o = ext_read_data_i;"]
        for r in self.arrays:
            parts = []
            for f in r.fields:
                text = f"{r.low}_q" if f.kept else f"hw_i.{structs.member(r.low if len(r.fields) == 1 else f'{r.low}_{f.name}')}"
                index = f"{r.low}_index" if f.width == 1 else f"{r.low}_index*{f.width}+:{f.width}"
                parts.append((f.lsb, f.width, f"{text}[{index}]"))
            out += [f"        if (is_{r.low}) begin", "          read_ok_o = 1'b1;",
                    *wrapped(f"read_data_o = {self.sv_word(parts)};", 10), "        end"]
        out += ["      end", "    endcase", "  end", ""]
        for name, r, fields in ((n, r, f) for n, r, f, _ in self.outputs()):
            source = [self.sv_kept(r, f) for f in fields]
            kept_name = source[0] if len(fields) == 1 else source[0].split(".")[0]
            out.append(f"  assign regs_o.{structs.member(name)} = {kept_name};")
        if self.enable:
            out.append(f"  assign irq_o = ({{{self.status.low}_q}} & {{{self.enable.low}_q}}) != '0;")
        return out

    # -------------------------------------------------------------------------- C
    @staticmethod
    def c_type(bits):
        return "bool" if bits == 1 else next(f"uint{n}_t" for n in (8, 16, 32) if bits <= n)

    def c_number(self, value, config="r->cfg."):
        """A formula with the C model's names."""
        if not isinstance(value, str):
            return f"0x{value:x}u" if value > 9 else str(value)
        return re.sub(r"\b[A-Z]\w*", lambda m: config + m[0], re.sub(r"\b\d+\b", r"\g<0>u", value))

    def c_members(self, name, register, fields, kind=lambda f: f.most):
        """Declaration of a member."""
        name = structs.member(name)
        comment = f" // {self.what(register, fields)}"
        if len(fields) > 1 and register.bits():
            return [f"  uint32_t {name};{comment}; bits at their places"]
        if len(fields) > 1:
            return ["  struct {", *(f"    {self.c_type(kind(f))} {structs.member(f.name)};"
                                     + (f" // {f.meaning}" if f.meaning else "") for f in fields),
                    f"  }} {name};{comment}"]
        size = f"[{register.most}]" if register.count else ""
        return [f"  {self.c_type(kind(fields[0]))} {name}{size};{comment}"]

    def c_rows(self, which):
        """Members for the fields that `which` selects."""
        for r in self.registers:
            if r.count:
                rows = [(r.low if len(r.fields) == 1 else f"{r.low}_{f.name}", [f]) for f in r.fields if which(f)]
            else:
                rows = r.group(which)
            yield from ((name, r, fields) for name, fields in rows)

    def c_struct(self, name, text, rows, kind=lambda f: f.most, first=()):
        out = ["", f"// {text}", "typedef struct {", *first]
        for row in rows:
            out += self.c_members(*row, kind)
        return [*out, f"}} {self.name}{name};"] if len(out) > 3 else []

    def event(self, field):
        return field.sticky or field.we or (field.counter and not field.refused)

    def header(self):
        guard = f"{self.name.upper()}_H"
        out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {self.made}",
               f"// Model of rtl/{self.component}/{self.name}.sv. A step of the block around it reads, then writes,",
               f"// then calls {self.name}_step.", f"#ifndef {guard}", f"#define {guard}", "", "#include <stdbool.h>", "#include <stdint.h>", "",
               "#ifdef __cplusplus", 'extern "C" {', "#endif", "", "// clang-format off"]
        out += ["typedef struct {", f"  uint32_t {', '.join(self.parameters)};", f"}} {self.name}_cfg;"]
        out += self.c_struct("", "The registers.", self.c_rows(lambda f: f.kept), first=[f"  {self.name}_cfg cfg;"])
        wires = self.c_struct("_wires", "What registers show that are not kept here.", self.c_rows(lambda f: f.wire))
        out += wires
        rows = list(self.c_rows(self.event))
        out += ["", "// What happens in a cycle: events, what is counted, values that are kept now (_we).", "typedef struct {"]
        for name, r, fields in rows:
            out += self.c_members(name, r, fields, lambda f: f.counter or f.most)
        out += [f"  bool {r.low}_we;" for r in self.singles if r.wes]
        out += ["  uint8_t refused; // accesses"] if self.refuses else []
        out += [f"}} {self.name}_events;", "", "// After reset.",
                f"void {self.name}_reset({self.name} *r, const {self.name}_cfg *cfg);",
                "// False: no register that can be read has this address.", f"{self.c_read()};",
                "// False: no register takes this value.", f"{self.c_write()};",
                "// The rest of a cycle.", f"void {self.name}_step({self.name} *r, const {self.name}_events *e);"]
        if self.enable:
            out += [f"static inline bool {self.name}_irq(const {self.name} *r) {{",
                    f"  return (r->{self.status.low} & r->{self.enable.low}) != 0;", "}"]
        return "\n".join([*out, "// clang-format on", "", "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""])

    def c_read(self):
        return f"bool {self.name}_read(const {self.name} *r, const {self.name}_wires *w, uint32_t addr, uint32_t *value)"

    def c_write(self):
        locked = ", bool locked" if self.locks else ""
        return f"bool {self.name}_write({self.name} *r, uint32_t addr, uint32_t value{locked})"

    def c_place(self, register, field, which, base):
        """Where a field is in a struct; (expression, whether it is a word with bits at their places)."""
        (name, fields), = [g for g in register.group(which) if field in g[1]]
        whole = f"{base}{structs.member(name)}"
        if len(fields) == 1:
            return whole, False
        return (whole, True) if register.bits() else (f"{whole}.{structs.member(field.name)}", False)

    def c_word(self, register, index=""):
        """What is read."""
        terms = []
        for f in sorted(register.fields, key=lambda f: f.lsb):
            if f.access == "wo":
                continue
            if f.constant:
                text, word = f"({self.c_number(f.reset)})" if isinstance(f.reset, str) else self.c_number(f.reset), False
            elif register.count:
                name = register.low if len(register.fields) == 1 else f"{register.low}_{f.name}"
                text, word = f"{'r' if f.kept else 'w'}->{structs.member(name)}{index}", False
            elif f.kept:
                text, word = self.c_place(register, f, lambda f: f.kept, "r->")
            else:
                text, word = self.c_place(register, f, lambda f: f.wire, "w->")
            text = text if word or not f.lsb else f"(uint32_t){text} << {f.lsb}"
            if text not in terms:
                terms.append(text)
        return " | ".join(terms)

    def c_refusals(self, register):
        """Conditions on which a write is refused."""
        terms = ["locked"] if register.locked else []
        if register.exact:
            writable = [f for f in register.fields if f.access != "ro"]
            wide = [f for f in writable if f.width_is]
            mask = sum(((1 << f.width) - 1) << f.lsb for f in writable)
            if wide:
                terms.append(f"value >> {self.c_number(wide[0].width_is)} != 0")
            elif mask != 0xffffffff:
                terms.append(f"(value & ~0x{mask:x}u) != 0")
        for f in register.fields:
            bits = self.c_bits(f)
            if f.lowest:
                terms.append(f"{bits} < {f.lowest}" if f.lowest > 1 else f"{bits} == 0")
            if f.highest is not None:
                terms.append(f"{bits} > {self.c_number(f.highest)}")
        return terms

    @staticmethod
    def c_bits(field):
        if field.width == 32:
            return "value"
        shift = f"value >> {field.lsb}" if field.lsb else "value"
        return f"({shift} & 0x{(1 << field.width) - 1:x}u)"

    def c_take(self, register):
        """Statements of a write that is taken."""
        mask = sum(((1 << f.width) - 1) << f.lsb for f in register.fields)
        if all(f.sticky for f in register.fields):
            return [f"r->{register.low} &= ~value;"]
        if register.bits():
            return [f"r->{register.low} = value & 0x{mask:x}u;"]
        out = []
        for f in register.fields:
            if f.access == "wc":
                out.append(f"{self.c_place(register, f, lambda f: f.kept, 'r->')[0]} = 0;")
            if f.access == "rw":
                place = self.c_place(register, f, lambda f: f.kept, "r->")[0]
                bits = f"(value & ((1u << {self.c_number(f.width_is)}) - 1))" if f.width_is else self.c_bits(f)
                cast = "" if f.width == 32 else f"({self.c_type(f.most)})"
                out.append(f"{place} = {bits} != 0;" if f.most == 1 else f"{place} = {cast}{bits};")
        return out

    def source(self):
        reads, writes = [], []
        for r in self.singles:
            if any(f.access != "wo" for f in r.fields):
                reads += [f"  case {self.c_prefix}{r.constant}:", f"    *value = {self.c_word(r)};", "    return true;"]
            if r.writable:
                refusals = self.c_refusals(r)
                writes += [f"  case {self.c_prefix}{r.constant}:"]
                writes += [f"    if ({' || '.join(refusals)})", "      return false;"] if refusals else []
                writes += [*(f"    {line}" for line in self.c_take(r)), "    return true;"]
        arrays = []
        for r in self.arrays:
            arrays += [f"  const uint32_t {r.low} = (addr - {self.c_prefix}{r.constant}) / 4;",
                       f"  if (addr % 4 == 0 && {r.low} < {self.c_number(r.count)}) {{",
                       f"    *value = {self.c_word(r, f'[{r.low}]')};", "    return true;", "  }"]
        derived = [f"  const uint32_t {n} = {self.c_number(v)};" for n, v in self.derived.items()]
        wires = any(f.wire for r in self.registers for f in r.fields)
        include = "common/nf_defs.h" if self.component == "switch" else f"{self.component}/nf_{self.component}_pkg.h"
        out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {self.made}",
               f'#include "{self.name}.h"', "", f'#include "{include}"', "", "// clang-format off",
               f"void {self.name}_reset({self.name} *r, const {self.name}_cfg *cfg) {{",
               f"  *r = ({self.name}){{.cfg = *cfg}};"]
        for r in self.singles:
            word = 0
            for f in r.fields:
                if f.kept and f.reset != 0:
                    place, bits = self.c_place(r, f, lambda f: f.kept, "r->")
                    if bits:
                        word |= f.reset << f.lsb
                    else:
                        number = self.c_number(f.reset)
                        out.append(f"  {place} = " + (f"({self.c_type(f.most)})({number})" if isinstance(f.reset, str) else number) + ";")
            out += [f"  r->{r.low} = 0x{word:x}u;"] if word else []
        out += ["}", "", f"{self.c_read()} {{", *derived, *([] if wires else ["  (void)w;"]), "  switch (addr) {", *reads,
                "  default:", "    break;", "  }", *arrays, "  return false;", "}", "",
                f"{self.c_write()} {{", "  switch (addr) {", *writes, "  default:", "    return false;", "  }", "}", "",
                f"void {self.name}_step({self.name} *r, const {self.name}_events *e) {{", *self.c_steps(), "}",
                "// clang-format on", ""]
        return "\n".join(out)

    def c_steps(self):
        for r in self.registers:
            if r.count and r.fields[0].kept:
                low = structs.member(r.low)
                yield f"  for (unsigned i = 0; i < {self.c_number(r.count)}; i++)"
                yield f"    r->{low}[i] += e->{low}[i];"
            if r.count:
                continue
            if all(f.sticky for f in r.fields):
                mask = sum(1 << f.lsb for f in r.fields if not f.refused)
                yield f"  r->{r.low} |= e->{r.low} & 0x{mask:x}u;"
                yield from (f"  r->{r.low} |= (uint32_t)(e->refused != 0) << {f.lsb};" for f in r.fields if f.refused)
            for f in r.fields:
                if f.counter:
                    step = "e->refused" if f.refused else self.c_place(r, f, self.event, "e->")[0]
                    yield f"  {self.c_place(r, f, lambda f: f.kept, 'r->')[0]} += {step};"
            if r.wes:
                yield f"  if (e->{r.low}_we) {{"
                for f in r.fields:
                    if f.we:
                        yield f"    {self.c_place(r, f, lambda f: f.kept, 'r->')[0]} = {self.c_place(r, f, self.event, 'e->')[0]};"
                yield "  }"


def files():
    """{path: text}"""
    made = {}
    for component in BLOCKS:
        one = File(component)
        made |= {f"rtl/{component}/{one.name}_pkg.sv": one.sv_pkg(), f"rtl/{component}/{one.name}.sv": one.sv(),
                 f"cmodel/{component}/{one.name}.h": one.header(), f"cmodel/{component}/{one.name}.c": one.source()}
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    stale = 0
    for path, text in files().items():
        target = ROOT / path
        if target.exists() and target.read_text() == text:
            continue                            # whatever is built from it stays
        if args.check:
            print(f"gen_regfile: {path} is stale: run scripts/gen_regfile.py", file=sys.stderr)
            stale = 1
        else:
            target.write_text(text)
    return stale


if __name__ == "__main__":
    sys.exit(main())
