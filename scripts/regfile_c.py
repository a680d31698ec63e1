# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The C model of a register file (regfile.py): a struct of the registers, and read, write and step."""
import re

import structs
from regfile import File


class Model(File):
    """A register file in C."""

    @staticmethod
    def ctype(bits):
        return "bool" if bits == 1 else next(f"uint{n}_t" for n in (8, 16, 32) if bits <= n)

    def number(self, value, config="r->cfg."):
        """A formula with the C model's names."""
        if not isinstance(value, str):
            return f"0x{value:x}u" if value > 9 else str(value)
        return re.sub(r"\b[A-Z]\w*", lambda m: config + m[0], re.sub(r"\b\d+\b", r"\g<0>u", value))

    def declared(self, bits, name, written):
        """A member of so many bits: if software writes it, and C has no type of its width, a bit-field."""
        return f"{self.ctype(bits)} {name}" + (f" : {bits}" if written and bits not in (1, 8, 16, 32) else "")

    def members(self, name, register, fields, kind=lambda f: f.most):
        """Declaration of a member."""
        name = structs.member(name)
        comment = f" // {self.what(register, fields)}"
        if len(fields) > 1 and register.bits():
            return [f"  uint32_t {name};{comment}; bits at their places"]
        if len(fields) > 1:
            return ["  struct {", *(f"    {self.declared(kind(f), structs.member(f.name), f.access == 'rw')};"
                                     + (f" // {f.meaning}" if f.meaning else "") for f in fields),
                    f"  }} {name};{comment}"]
        if register.count:
            return [f"  {self.ctype(kind(fields[0]))} {name}[{register.most}];{comment}"]
        return [f"  {self.declared(kind(fields[0]), name, fields[0].access == 'rw')};{comment}"]

    def rows(self, which):
        """Members for the fields that `which` selects."""
        for r in self.registers:
            if r.count:
                rows = [(r.low if len(r.fields) == 1 else f"{r.low}_{f.name}", [f]) for f in r.fields if which(f)]
            else:
                rows = r.group(which)
            yield from ((name, r, fields) for name, fields in rows)

    def struct(self, name, text, rows, kind=lambda f: f.most, first=()):
        out = ["", f"// {text}", "typedef struct {", *first]
        for row in rows:
            out += self.members(*row, kind)
        return [*out, f"}} {self.name}{name};"] if len(out) > 3 else []

    def words(self):
        """The words of registers that are not kept here, by fields: read from what is written, or made for what is read."""
        out = []
        for r in self.external:
            name, mask = f"{self.name}_{r['name'].lower()}", sum(((1 << f["width"]) - 1) << f["lsb"] for f in r["fields"])
            written = all(f["access"] == "wo" for f in r["fields"])
            out += ["", f"// Fields of {r['name']}: {r.get('meaning', r['name'])}", "typedef struct {"]
            out += [f"  {self.declared(f['width'], structs.member(f['name'].lower()), written)}; // {f.get('meaning', f['name'])}" for f in r["fields"]]
            out += ["  uint32_t none; // bits of no field, at their places"] if written else []
            out += [f"}} {name};"]
            if written:
                out += [f"static inline {name} {name}_of(uint32_t word) {{", f"  {name} w;"]
                for f in r["fields"]:
                    bits = f"(word >> {f['lsb']} & 0x{(1 << f['width']) - 1:x}u)"
                    member = f"w.{structs.member(f['name'].lower())}"
                    out.append(f"  {member} = {bits} != 0;" if f["width"] == 1 else f"  {member} = ({self.ctype(f['width'])}){bits};")
                out += [f"  w.none = word & 0x{~mask & 0xffffffff:x}u;", "  return w;", "}"]
            else:
                terms = [f"(uint32_t)w->{structs.member(f['name'].lower())} << {f['lsb']}" for f in r["fields"]]
                out += [f"static inline uint32_t {name}_word(const {name} *w) {{", f"  return {' | '.join(terms)};", "}"]
        return out

    def bits_given(self):
        """Of registers of single bits with gaps between them what the hardware gives: the bits side by side, as in the RTL's struct."""
        out = []
        for r in self.singles:
            fields = [f for f in r.fields if f.input]
            if not r.bits() or len(fields) < len(r.fields) or fields[-1].lsb + 1 == len(fields):
                continue
            tag, terms, start = f"{self.name}_{r.low}", [], 0
            out += ["", f"// Bits of {r.name} as the hardware around gives them, without gaps, and the word that they make.", "enum {",
                    *(f"  {tag.upper()}_{f.name.upper()} = {i}, // {f.meaning or f.name}" for i, f in enumerate(fields)), "};"]
            for i, f in enumerate(fields, 1):
                if i == len(fields) or fields[i].lsb != f.lsb + 1:
                    run = f"(bits{f' >> {start}' if start else ''} & 0x{(1 << i - start) - 1:x}u)"
                    terms.append(f"{run} << {fields[start].lsb}" if fields[start].lsb else run)
                    start = i
            out += [f"static inline uint32_t {tag}_word(uint32_t bits) {{", f"  return {' | '.join(terms)};", "}"]
        return out

    def event(self, field):
        return field.sticky or field.we or (field.counter and not field.refused)

    def header(self):
        guard = f"{self.name.upper()}_H"
        out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {self.made}",
               f"// Model of rtl/{self.component}/{self.name}.sv. A step of the block around it reads, then writes,",
               f"// then calls {self.name}_step.", f"#ifndef {guard}", f"#define {guard}", "", "#include <stdbool.h>", "#include <stdint.h>", "",
               "#ifdef __cplusplus", 'extern "C" {', "#endif", "", "// clang-format off"]
        out += ["typedef struct {", f"  uint32_t {', '.join(self.parameters)};", f"}} {self.name}_cfg;"]
        out += self.struct("", "The registers.", self.rows(lambda f: f.kept), first=[f"  {self.name}_cfg cfg;"])
        wires = self.struct("_wires", "What registers show that are not kept here.", self.rows(lambda f: f.wire))
        out += wires
        rows = list(self.rows(self.event))
        out += ["", "// What happens in a cycle: events, what is counted, values that are kept now (_we).", "typedef struct {"]
        for name, r, fields in rows:
            out += self.members(name, r, fields, lambda f: f.counter or f.most)
        out += [f"  bool {r.low}_we;" for r in self.singles if r.wes]
        out += ["  uint8_t refused; // accesses"] if self.refuses else []
        out += [f"}} {self.name}_events;", "", "// After reset.",
                f"void {self.name}_reset({self.name} *r, const {self.name}_cfg *cfg);",
                "// False: no register that can be read has this address.", f"{self.read()};",
                "// False: no register takes this value.", f"{self.write()};",
                "// The rest of a cycle.", f"void {self.name}_step({self.name} *r, const {self.name}_events *e);"]
        if self.enable:
            out += [f"static inline bool {self.name}_irq(const {self.name} *r) {{",
                    f"  return (r->{self.status.low} & r->{self.enable.low}) != 0;", "}"]
        return "\n".join([*out, *self.words(), *self.bits_given(), "// clang-format on", "", "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""])

    def read(self):
        return f"bool {self.name}_read(const {self.name} *r, const {self.name}_wires *w, uint32_t addr, uint32_t *value)"

    def write(self):
        locked = ", bool locked" if self.locks else ""
        return f"bool {self.name}_write({self.name} *r, uint32_t addr, uint32_t value{locked})"

    def place(self, register, field, which, base):
        """Where a field is in a struct; (expression, whether it is a word with bits at their places)."""
        (name, fields), = [g for g in register.group(which) if field in g[1]]
        whole = f"{base}{structs.member(name)}"
        if len(fields) == 1:
            return whole, False
        return (whole, True) if register.bits() else (f"{whole}.{structs.member(field.name)}", False)

    def word(self, register, index=""):
        """What is read."""
        terms = []
        for f in sorted(register.fields, key=lambda f: f.lsb):
            if f.access == "wo":
                continue
            if f.constant:
                text, word = f"({self.number(f.reset)})" if isinstance(f.reset, str) else self.number(f.reset), False
            elif register.count:
                name = register.low if len(register.fields) == 1 else f"{register.low}_{f.name}"
                text, word = f"{'r' if f.kept else 'w'}->{structs.member(name)}{index}", False
            elif f.kept:
                text, word = self.place(register, f, lambda f: f.kept, "r->")
            else:
                text, word = self.place(register, f, lambda f: f.wire, "w->")
            text = text if word or not f.lsb else f"(uint32_t){text} << {f.lsb}"
            if text not in terms:
                terms.append(text)
        return " | ".join(terms)

    def refusals(self, register):
        """Conditions on which a write is refused."""
        terms = []
        if register.exact:
            writable = [f for f in register.fields if f.access != "ro"]
            wide = [f for f in writable if f.width_is]
            mask = sum(((1 << f.width) - 1) << f.lsb for f in writable)
            if wide:
                terms.append(f"value >> {self.number(wide[0].width_is)} != 0")
            elif mask != 0xffffffff:
                terms.append(f"(value & ~0x{mask:x}u) != 0")
        for f in register.fields:
            bits = self.bits(f)
            if f.lowest:
                terms.append(f"{bits} < {f.lowest}" if f.lowest > 1 else f"{bits} == 0")
            if f.highest is not None:
                terms.append(f"{bits} > {self.number(f.highest)}")
        return terms

    @staticmethod
    def bits(field):
        if field.width == 32:
            return "value"
        shift = f"value >> {field.lsb}" if field.lsb else "value"
        return f"({shift} & 0x{(1 << field.width) - 1:x}u)"

    def take(self, register):
        """Statements of a write that is taken."""
        mask = sum(((1 << f.width) - 1) << f.lsb for f in register.fields)
        if all(f.sticky for f in register.fields):
            return [f"r->{register.low} &= ~value;"]
        if register.bits():
            return [f"r->{register.low} = value & 0x{mask:x}u;"]
        out = []
        for f in register.fields:
            if f.access == "wc":
                out.append(f"{self.place(register, f, lambda f: f.kept, 'r->')[0]} = 0;")
            if f.access == "rw":
                place = self.place(register, f, lambda f: f.kept, "r->")[0]
                bits = f"(value & ((1u << {self.number(f.width_is)}) - 1))" if f.width_is else self.bits(f)
                cast = "" if f.width == 32 else f"({self.ctype(f.most)})"
                out.append(f"{place} = {bits} != 0;" if f.most == 1 else f"{place} = {cast}{bits};")
        return out

    def locals(self, text):
        """Declarations of what follows from parameters and is in a text."""
        out = []
        for name, value in reversed(self.derived.items()):
            if re.search(rf"\b{name}\b", text + "".join(out)):
                out.insert(0, f"const uint32_t {name} = {self.number(value)};")
        return out

    def reader(self, register):
        """The function that says what is read."""
        word = self.word(register)
        unused = ", ".join(f"(void){p}" for p in "rw" if not re.search(rf"\b{p}->", word))
        head = f"static uint32_t read_{register.low}(const {self.name} *r, const {self.name}_wires *w) {{"
        body = [*[f"{unused};"] * bool(unused), *self.locals(word), f"return {word};"]
        return [f"{head} {' '.join(body)} }}"] if len(body) < 3 else [head, *(f"  {line}" for line in body), "}"]

    def writer(self, register):
        """The function that takes a value, or refuses it."""
        refusals, lines = self.refusals(register), self.take(register)
        text = " ".join([*refusals, *lines])
        first = ["(void)value;"] * (not re.search(r"\bvalue\b", text)) + self.locals(text)
        return [f"static bool write_{register.low}({self.name} *r, uint32_t value) {{", *(f"  {line}" for line in first),
                *([f"  if ({' || '.join(refusals)})", "    return false;"] if refusals else []),
                *(f"  {line}" for line in lines), "  return true;", "}"]

    def table(self):
        """The functions of each register, by its address."""
        locked = ["  bool locked; // a write is refused while traffic is there"] if self.locks else []
        out = ["// The functions of each register, at its address; NULL where it is not read, or not written.", "static const struct {",
               f"  uint32_t (*read)(const {self.name} *r, const {self.name}_wires *w);",
               f"  bool (*write)({self.name} *r, uint32_t value);", *locked, "} rows[] = {"]
        for r in self.singles:
            cells = [f".read = read_{r.low}"] * self.readable(r) + [f".write = write_{r.low}"] * r.writable
            out.append(f"  [{self.c_prefix}{r.constant} / 4] = {{{', '.join(cells + ['.locked = true'] * r.locked)}}},")
        return [*out, "};", "enum { ROWS = sizeof rows / sizeof *rows };"]

    @staticmethod
    def readable(register):
        return any(f.access != "wo" for f in register.fields)

    def resets(self):
        """Statements for what is not zero after reset."""
        for r in self.singles:
            word = 0
            for f in r.fields:
                if f.kept and f.reset != 0:
                    place, bits = self.place(r, f, lambda f: f.kept, "r->")
                    if bits:
                        word |= f.reset << f.lsb
                    else:
                        number = self.number(f.reset)
                        yield f"  {place} = " + (f"({self.ctype(f.most)})({number})" if isinstance(f.reset, str) else number) + ";"
            if word:
                yield f"  r->{r.low} = 0x{word:x}u;"

    def source(self):
        functions = []
        for r in self.singles:
            functions += self.reader(r) if self.readable(r) else []
            functions += self.writer(r) if r.writable else []
        arrays = []
        for r in self.arrays:
            arrays += [f"  const uint32_t {r.low} = (addr - {self.c_prefix}{r.constant}) / 4;",
                       f"  if ({r.low} < {self.number(r.count)}) {{",
                       f"    *value = {self.word(r, f'[{r.low}]')};", "    return true;", "  }"]
        include = "common/nf_defs.h" if self.component == "switch" else f"{self.component}/nf_{self.component}_pkg.h"
        refused = "addr % 4 != 0 || addr / 4 >= ROWS || rows[addr / 4].write == NULL"
        out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {self.made}",
               f'#include "{self.name}.h"', "", f'#include "{include}"', "#include <stddef.h>", "", "// clang-format off",
               f"void {self.name}_reset({self.name} *r, const {self.name}_cfg *cfg) {{",
               f"  *r = ({self.name}){{.cfg = *cfg}};", *self.resets(), "}", "", *functions, "", *self.table(), "",
               f"{self.read()} {{", "  if (addr % 4 != 0)", "    return false;",
               "  if (addr / 4 < ROWS && rows[addr / 4].read != NULL) {",
               "    *value = rows[addr / 4].read(r, w);", "    return true;", "  }", *arrays, "  return false;", "}", "",
               f"{self.write()} {{", f"  if ({refused}{' || (rows[addr / 4].locked && locked)' if self.locks else ''})",
               "    return false;", "  return rows[addr / 4].write(r, value);", "}", "",
               f"void {self.name}_step({self.name} *r, const {self.name}_events *e) {{", *self.steps(), "}",
               "// clang-format on", ""]
        return "\n".join(out)

    def steps(self):
        for r in self.registers:
            if r.count and r.fields[0].kept:
                low = structs.member(r.low)
                yield f"  for (unsigned i = 0; i < {self.number(r.count)}; i++)"
                yield f"    r->{low}[i] += e->{low}[i];"
            if r.count:
                continue
            if all(f.sticky for f in r.fields):
                mask = sum(1 << f.lsb for f in r.fields if not f.refused)
                yield f"  r->{r.low} |= e->{r.low} & 0x{mask:x}u;"
                yield from (f"  r->{r.low} |= (uint32_t)(e->refused != 0) << {f.lsb};" for f in r.fields if f.refused)
            for f in r.fields:
                if f.counter:
                    step = "e->refused" if f.refused else self.place(r, f, self.event, "e->")[0]
                    yield f"  {self.place(r, f, lambda f: f.kept, 'r->')[0]} += {step};"
            if r.wes:
                yield f"  if (e->{r.low}_we) {{"
                for f in r.fields:
                    if f.we:
                        yield f"    {self.place(r, f, lambda f: f.kept, 'r->')[0]} = {self.place(r, f, self.event, 'e->')[0]};"
                yield "  }"
