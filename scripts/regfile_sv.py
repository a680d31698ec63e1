# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The RTL of a register file: module and package of its structs (regfile.py)."""
import re

import structs
from regfile import File

COLUMNS = 100


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


class Rtl(File):
    """A register file in SystemVerilog."""

    def number(self, value):
        """A formula with the RTL's names."""
        return re.sub(r"\b[a-z]\w*", lambda m: camel(m[0]), str(value))

    def member_type(self, register, fields):
        """Type of a member of a struct or of a register."""
        if len(fields) > 1:
            return f"{self.name}_pkg::{register.low}_t"
        width = fields[0].most
        return "logic" if width == 1 else f"logic [{width - 1}:0]"

    def package(self):
        out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {self.made}",
               f"// What the register file of the component `{self.component}` and the hardware around it give each other: packed structs.",
               "", *structs.CATALOGUE, f"package {self.name}_pkg;"]
        for r in self.singles:
            if len(r.fields) > 1 and (all(f.input for f in r.fields) or all(f.kept for f in r.fields)):
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

    def kept(self, register, field):
        """The flip-flops of a field, as they are read."""
        (name, fields), = [g for g in register.group(lambda f: f.kept) if field in g[1]]
        return f"{name}_q" if len(fields) == 1 else f"{name}_q.{structs.member(field.name)}"

    @staticmethod
    def said(register, field):
        """What the hardware says of a field."""
        if field.refused:
            return "refused"
        (name, fields), = [g for g in register.group(lambda f: f.input) if field in g[1]]
        return f"hw_i.{structs.member(name)}" if len(fields) == 1 else f"hw_i.{name}.{structs.member(field.name)}"

    def shown(self, register, field):
        """What a read sees of a field: an expression of its width."""
        if field.kept:
            text = self.kept(register, field)
        elif field.wire:
            text = self.said(register, field)
        else:
            value = field.reset
            return f"{field.width}'(" + self.number(value) + ")" if isinstance(value, str) else f"{field.width}'h{value:x}"
        return text

    def parts(self, register):
        """(lsb, width, expression) of what a read sees; fields that stand side by side in one struct are one part."""
        fields = sorted((f for f in register.fields if f.access != "wo"), key=lambda f: f.lsb)
        side_by_side = all(a.lsb + a.width == b.lsb for a, b in zip(fields, fields[1:]))
        if len(fields) == len(register.fields) > 1 and side_by_side:
            whole = f"{register.low}_q" if all(f.kept for f in fields) else f"hw_i.{register.low}" if all(f.wire for f in fields) else ""
            if whole:
                return [(fields[0].lsb, sum(f.width for f in fields), whole)]
        return [(f.lsb, f.most if f.width_is else f.width, self.shown(register, f)) for f in fields]

    def word(self, parts):
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

    def taken(self, field):
        """Its bits of what is written."""
        msb = field.lsb + field.width - 1
        if field.width_is:
            return f"{field.most}'(write_data_i[{field.width_is}-1:0])"
        text = "write_data_i" if field.width == 32 else f"write_data_i[{msb}:{field.lsb}]" if field.width > 1 else \
            f"write_data_i[{field.lsb}]"
        # Bits that the highest value leaves zero are no flip-flops.
        return f"{text} & {self.mask_name(field)}" if field.bounded else text

    def values(self, field):
        """How many values a field takes."""
        return re.sub(r" - 1 \+ 1$", "", f"{self.number(field.highest)} + 1")

    def mask_name(self, field):
        return camel(field.register.name) + (camel(field.name) if len(field.register.fields) > 1 else "") + "Bits"

    def slices(self, fields):
        """Bits of a write, of fields one beside the other, as ranges."""
        runs = []
        for f in sorted(fields, key=lambda f: -f.lsb):
            if runs and runs[-1][1] == f.lsb + f.width:
                runs[-1][1] = f.lsb
            else:
                runs.append([f.lsb + f.width - 1, f.lsb])
        cells = [f"write_data_i[{m}:{l}]" if m > l else f"write_data_i[{l}]" for m, l in runs]
        return cells[0] if len(cells) == 1 else "{" + ", ".join(cells) + "}"

    def fits(self, register):
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
            bits = self.slices([f])
            if f.lowest:
                terms.append(f"{bits} != '0" if f.lowest == 1 else f"{bits} >= {f.width}'d{f.lowest}")
            if f.highest is not None:
                # Not <= highest: tools complain where that is all ones.
                terms.append(f"32'({bits}) < {self.values(f)}" if f.bounded else f"{bits} <= {f.width}'d{f.highest}")
        return terms

    def constants(self):
        out = []
        for name, value in self.derived.items():
            out += wrapped(f"localparam int unsigned {camel(name)} = {self.number(value)};", 2)
        for r in self.singles:
            for f in r.fields:
                if f.bounded and f.kept:
                    out.append(f"  localparam logic [{f.width - 1}:0] {self.mask_name(f)} = "
                               f"{f.width}'((32'd1 << $clog2({self.values(f)})) - 32'd1);")
        return out

    def reset(self, register):
        """(flip-flops, value) at reset."""
        for name, fields in register.group(lambda f: f.kept):
            cells = [(f.most, self.number(f.reset) if isinstance(f.reset, str) else f.reset) for f in reversed(fields)]
            if all(value == 0 for _, value in cells):
                value = "'0"
            else:
                texts = [f"{w}'({v})" if isinstance(v, str) else f"{w}'h{v:x}" for w, v in cells]
                value = texts[0] if len(texts) == 1 else "{" + ", ".join(texts) + "}"
            yield f"{name}_q", value

    def step(self, register):
        """What the hardware does to it in every cycle."""
        address = f"{self.sv_prefix}{register.constant}"
        if all(f.sticky for f in register.fields):
            sets = [self.said(register, f) for f in reversed(register.fields)]
            (name, fields), *rest = register.group(lambda f: f.input)
            event = f"hw_i.{name}" if not rest and len(fields) == len(register.fields) else "{" + ", ".join(sets) + "}"
            low = f"{register.low}_q"
            return [f"{low} <= {event} | ({low} & ~(write_i && write_addr_i == {address} ? {self.slices(register.fields)} : '0));"]
        out = []
        for f in register.fields:
            if f.counter:
                kept = self.kept(register, f)
                old = f"(write_i && write_addr_i == {address} ? '0 : {kept})" if f.access == "wc" else kept
                step = "32'(write_i && !write_ok_o) + 32'(read_i && !read_ok_o)" if f.refused else f"32'({self.said(register, f)})"
                out.append(f"{kept} <= {old} + {step};")
        for name, fields in register.group(lambda f: f.we):
            value = self.said(register, fields[0]) if len(fields) == 1 else f"hw_i.{name}"
            out.append(f"if (hw_i.{register.low}_we) {name}_q <= {value};")
        return out

    def writes(self, register):
        """What a write does to it."""
        rw = register.group(lambda f: f.access == "rw")
        if not rw:
            return []
        guard = "if (write_ok_o) " if self.fits(register) else ""
        out = []
        for name, fields in rw:
            cells = [self.taken(f) for f in reversed(fields)]
            plain = len(cells) == 1 or not any(f.bounded or f.width_is for f in fields)
            value = "{" + ", ".join(cells) + "}" if not plain else cells[0] if len(cells) == 1 else self.slices(fields)
            out.append(f"{name}_q <= {value};")
        item = f"{self.sv_prefix}{register.constant}:"
        if len(out) == 1:
            return wrapped(f"{item} {guard}{out[0]}", 10)
        return [f"          {item} {guard}begin", *(f"            {o}" for o in out), "          end"]

    def module(self):
        head = [f"// Register file of the component `{self.component}`: decode, fields, counters, what is read.",
                "//", "// Answers are combinational, of the address and, of a write, the data; what a write does shows",
                "// one cycle later, in regs_o too. Of an address that is none of its own ext_* say what is answered."]
        body = self.body()
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

    def body(self):
        out = self.constants()
        out += [""] if out else []
        kept = [(name, r, fields) for r in self.singles for name, fields in r.group(lambda f: f.kept)]
        out += [f"  {self.member_type(r, fields)} {name}_q;" for name, r, fields in kept]
        out += [f"  logic [{r.count}*{r.fields[0].width}-1:0] {r.low}_q;" for r in self.arrays if r.fields[0].kept]
        out += ["  logic refused;", "  assign refused = (write_i && !write_ok_o) || (read_i && !read_ok_o);"] \
            if any(f.refused and f.sticky for r in self.singles for f in r.fields) else []
        out += ["", "  // ---------------------------------------------------------------------------- writes",
                "  always_comb begin", "    unique case (write_addr_i)"]
        plain = [r for r in self.singles if r.writable and not self.fits(r)]
        if plain:
            names = wrapped(", ".join(f"{self.sv_prefix}{r.constant}" for r in plain) + ": write_ok_o = 1'b1;", 6)
            out += names
        for r in self.singles:
            if r.writable and self.fits(r):
                out += wrapped(f"{self.sv_prefix}{r.constant}: write_ok_o = {' && '.join(self.fits(r))};", 6)
        out += ["      default: write_ok_o = ext_write_ok_i;", "    endcase", "  end", "",
                "  always_ff @(posedge clk_i or negedge rst_ni) begin", "    if (!rst_ni) begin"]
        for r in self.singles:
            for name, value in self.reset(r):
                out += wrapped(f"{name} <= {value};", 6)
        out += ["    end else begin"]
        for r in self.singles:
            for line in self.step(r):
                out += wrapped(line, 6)
        out += ["      if (write_i) begin", "        unique case (write_addr_i)"]
        for r in self.singles:
            out += self.writes(r)
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
            shown = self.parts(r)
            if shown:
                out += wrapped(f"{self.sv_prefix}{r.constant}: read_data_o = {self.word(shown)};", 6)
        out += ["      default: begin", "        read_ok_o = ext_read_ok_i;", "        read_data_o = ext_read_data_i;"]
        for r in self.arrays:
            parts = []
            for f in r.fields:
                text = f"{r.low}_q" if f.kept else f"hw_i.{structs.member(r.low if len(r.fields) == 1 else f'{r.low}_{f.name}')}"
                index = f"{r.low}_index" if f.width == 1 else f"{r.low}_index*{f.width}+:{f.width}"
                parts.append((f.lsb, f.width, f"{text}[{index}]"))
            out += [f"        if (is_{r.low}) begin", "          read_ok_o = 1'b1;",
                    *wrapped(f"read_data_o = {self.word(parts)};", 10), "        end"]
        out += ["      end", "    endcase", "  end", ""]
        for name, r, fields in ((n, r, f) for n, r, f, _ in self.outputs()):
            source = [self.kept(r, f) for f in fields]
            kept_name = source[0] if len(fields) == 1 else source[0].split(".")[0]
            out.append(f"  assign regs_o.{structs.member(name)} = {kept_name};")
        if self.enable:
            out.append(f"  assign irq_o = ({{{self.status.low}_q}} & {{{self.enable.low}_q}}) != '0;")
        return out
