#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make the C view of each module's parameters and ports, cmodel/<component>/<module>_ports.h, from its SystemVerilog.

    scripts/gen_ports.py           writes them, and the tables of ports and parameters in pages
    scripts/gen_ports.py --check   exits 1 and names each file that is stale

A parameter is a field of <module>_cfg; an input without its _i is one of <module>_in, an output without its _o of <module>_out;
clk_i and rst_ni are none. Comments come along (scripts/ports.py). A field's type follows from the width where each parameter has
the largest value that its comment allows:

    logic                            bool
    up to 64 bits                    the smallest uintN_t
    128 bits                         nf_flit
    Name*8, *16, *32, *64, *128      an array of these, one element for each of the most Names
    anything else                    an array of uint64_t; of uint8_t when one element has less than 8 bits

What does not follow is in cmodel/<component>/ports.toml; a row that nothing needs is refused:

    [max]       constant of C, or number, that a parameter's largest value is
    [types]     type of all ports of a width or SystemVerilog type, as it is written in the RTL, or of so many bits
    [fields]    type of one port, "module.port"
    [alias]     a struct that is another one
    [extra]     fields of a model that are no ports: struct = lines of C
    [structs]   packed struct of the RTL, as "package::name_t" = module: ports of this type are structs in C as well, of bit-fields at
                the same places, which the header of that module has
    [bundles]   ports that callers move as one: of the module `of`, from `first` to `last`, they are a struct as well, the member
                `member` of an anonymous union; [uses] module = type: its ports of the same names are that one

A page has a table of all ports of a module between a line <!-- ports of MODULE, made by scripts/gen_ports.py --> and the next
line <!-- end of ports -->. Ports side by side whose names begin alike and that have no comment share a row. The same with
"parameters" for "ports" is a table of all parameters, of several modules if it names them.
"""

import functools
import os
import re
import sys
import tomllib

import generated
import ports
import project

LINE = 100
KEYS = ("max", "types", "fields", "alias", "extra", "structs", "bundles", "uses")
HEAD = """// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from {path}; change that.
// Parameters and ports of {module}."""
TABLE = re.compile(r"(?<=<!-- )(ports|parameters)( of )([\w, ]+?)(, made by scripts/gen_ports.py -->\n).*?(?=<!-- end of \1 -->)", re.S)
CHANNEL = re.compile(r"[a-z]+_(?:aw|w|b|ar|r|tx|rx)(?=_)|[a-z]+")  # a channel's ports begin alike; what else does, by the first word
PRODUCT = re.compile(r"(.*)-1:0")
USED = set()                                        # rows of the tables that something needed: (component, table, row)


@functools.lru_cache(None)
def table(component):
    """What cmodel/<component>/ports.toml says."""
    path = f"cmodel/{component}/ports.toml"
    found = tomllib.loads(project.read(path)) if os.path.exists(path) else {}
    if unknown := set(found) - set(KEYS):
        sys.exit(f"gen_ports: {path}: {', '.join(sorted(unknown))}: what is that?")
    return {key: found.get(key, {}) for key in KEYS}


@functools.lru_cache(None)
def listed():
    """{module: component}; register files are scripts/gen_regfile.py's."""
    return {m: project.component(project.rtl_files()[m]) for m in project.modules() if not project.is_register_file(m)}


@functools.lru_cache(None)
def bundles():
    """{type: what the tables say of it} over all components."""
    return {name: row for component in set(listed().values()) for name, row in table(component)["bundles"].items()}


@functools.lru_cache(None)
def definitions():
    """({type or constant of C: the header that has it}, {constant: value}) of those written by hand or by other scripts."""
    where, values = {}, {}
    for path in project.find("cmodel/*/*.h"):
        if path.endswith("_ports.h"):
            continue
        text = project.code(path)
        constants = re.findall(r"\b(NF_\w+) = (\w+)", " ".join(re.findall(r"enum \{.*?\}", text, re.S)))
        for name in [name for name, _ in constants] + re.findall(r"(?:\}|typedef [\w ]+?) (nf_\w+)(?:\[.*\])?;", text):
            where.setdefault(name, path[len("cmodel/"):])
        for name, value in constants:
            values[name] = int(value, 0) if value[0].isdigit() else values.get(value)
    return where, values


def snake(name):
    """UpperCamel as UPPER_SNAKE."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def element(bits):
    """The C type of so many bits, or None."""
    if bits == 128:
        return "nf_flit"
    return next((f"uint{n}_t" for n in (8, 16, 32, 64) if bits <= n), None)


class View:
    """The C view of one module."""

    def __init__(self, name):
        self.module = ports.Module(name)
        self.component = project.component(self.module.path)
        self.table = table(self.component)
        self.own = {}                               # constants that the header itself defines
        self.most = {}                              # parameters and what follows from them at their largest
        self.text = {}                              # parameter: its largest value as C has it
        for p in self.module.parameters:
            end = self.module.range_end(p)
            limit = self.said_of("max", p.name) or end
            self.most[p.name] = limit if limit is None or isinstance(limit, int) else definitions()[1].get(limit, 0)
            if end and self.most[p.name] < end:
                sys.exit(f"gen_ports: {self.module.path}: {p.name} may be {end}, {limit} is less, or there is no such constant")
            self.text[p.name] = limit
        for p in self.module.locals:
            try:
                self.most[p.name] = ports.evaluate(p.value, self.most)
            except TypeError:
                self.most[p.name] = None
        self.fields = {p.name: self.field(p) for p in self.module.ports}
        self.ports = [p for p in self.module.ports if p.name not in ("clk_i", "rst_ni")]

    def said_of(self, kind, row):
        """What the component's table says, or None."""
        if row in self.table[kind]:
            USED.add((self.component, kind, row))
        return self.table[kind].get(row)

    def field(self, port):
        """Name of a port's field."""
        suffix = {"input": "_i", "output": "_o"}[port.direction]
        if port.name != "rst_ni" and not port.name.endswith(suffix):
            sys.exit(f"gen_ports: {self.module.path}: {port.name}: an input ends in _i, an output in _o")
        return port.name[:-2]

    def limit(self, factor):
        """The largest value of a factor of a width, as C has it."""
        if "::" in factor:
            constant = self.constant(factor)
            return constant if constant in definitions()[0] else str(ports.evaluate(factor, {}))
        if factor not in self.text:
            return str(ports.evaluate(factor, self.most))
        if isinstance(self.text[factor], int):
            name = f"{self.module.name}_max_".upper() + snake(factor)
            self.own[name] = self.text[factor]
            return name
        return self.text[factor]

    @staticmethod
    def constant(text):
        """A constant of a package as C has it."""
        package, _, name = text.partition("::")
        return f"{package[:-len('_pkg')]}_{name}".upper()

    def bits(self, port):
        """Of a port, at most."""
        try:
            return ports.width(port.kind, port.bounds, self.most)
        except TypeError:
            return sys.exit(f"gen_ports: {self.module.path}: {port.name}: a parameter's comment has no range, as in 1..16, "
                            f"and cmodel/{self.component}/ports.toml no largest value of it")

    def kind(self, port):
        """(C type, dimensions) of a port's field."""
        if self.said_of("structs", port.kind):
            return struct_name(port.kind), ""
        product = PRODUCT.fullmatch(port.bounds)
        written = port.kind if "::" in port.kind else product[1] if product else port.bounds
        own = self.said_of("fields", f"{self.module.name}.{port.name}") or self.said_of("types", written)
        if not own and ("::" in port.kind or port.bounds[:-2].isdecimal()):
            own = self.said_of("types", str(self.bits(port)))
        return re.fullmatch(r"(\w+)(.*)", own).groups() if own else self.kind_by_width(port, product)

    def kind_by_width(self, port, product):
        """The same, by the rules alone; product: the match of a width that is one."""
        bits = self.bits(port)
        factors = product[1].split("*") if product else []
        last = factors[-1] if len(factors) > 1 else None
        size = ports.evaluate(last, {}) if last and (last.isdecimal() or "::" in last) else 0
        if size >= 8 and element(size):
            return element(size), f"[{' * '.join(self.limit(f) for f in factors[:-1])}]"
        if port.kind == "logic" and not port.bounds:
            return "bool", ""
        if bits <= 64 or element(bits) and not (product and product[1] in self.most):
            return element(bits), ""
        if last:
            return "uint8_t", f"[{' * '.join(self.limit(f) for f in factors)} / 8]"
        if product and re.fullmatch(r"[\w/]+", product[1]) and not product[1].isdecimal() and bits % 64 == 0:
            size = " / ".join(self.limit(f) for f in product[1].split("/"))
            return "uint64_t", f"[{size} / 64]"
        return "uint64_t", f"[{(bits + 63) // 64}]"

    def said(self, text):
        """A comment of the RTL in the words of C."""
        def constant(found):
            name = self.constant(found[0])
            return name if name[-1] == "_" or name in definitions()[0] else found[0]

        def group(found):
            for name in (f"NF_{self.component.upper()}_{found[1]}", f"NF_{found[1]}"):
                if any(constant.startswith(name) for constant in definitions()[0]):
                    return f"{name}*"
            return found[0]

        text = re.sub(r"\bnf_(?:\w+?_)?pkg::[A-Z]\w*", constant, text)
        text = re.sub(r"(?<![\w:])(?!NF_)([A-Z][A-Z_]*_)\*", group, text)
        return re.sub(r"\b\w+_n?[io]\b", lambda m: self.fields.get(m[0], m[0]), text)

    def width_said(self, port, kind, dims):
        """The port's width where the field's type does not say it."""
        if "::" in port.kind:
            return port.kind
        exact = "128" if kind == "nf_flit" else kind[len("uint"):-len("_t")]
        if not port.bounds or not dims and exact.isdecimal() and port.bounds == f"{int(exact) - 1}:0":
            return ""
        return f"[{port.bounds}]"

    def lines(self, rows, indent="  "):
        """Declarations [(text, comment, group)] as lines; the comment goes in front where the line would be too long."""
        made, group = [], ""
        column = max((len(text) for text, _, _ in rows if len(text) <= 48), default=0)
        for text, comment, of in rows:
            if of != group:
                group = of
                made += wrap(of, indent) if of else []
            if len(f"{indent}{text:{column}} // {comment}") <= LINE:
                made.append(f"{indent}{text:{column}} // {comment}" if comment else f"{indent}{text}")
            else:
                made += [*wrap(comment, indent), f"{indent}{text}"]
        return made

    def declared(self, chosen):
        """[(text, comment, group)] of ports."""
        rows = []
        for port in chosen:
            kind, dims = self.kind(port)
            words = [self.width_said(port, kind, dims), self.said(port.comment)]
            between = "; " if "::" in port.kind else " "
            rows.append((f"{kind} {self.fields[port.name]}{dims};", between.join(w for w in words if w), self.said(port.group)))
        return rows

    def bundled(self):
        """{name of a port: type of the bundle that it is in}, of this module's own bundles and of those that it uses."""
        found = {}
        for kind in self.said_of("uses", self.module.name) or []:
            names = {field for field, _ in members(kind)}
            found |= {p.name: kind for p in self.ports if self.fields[p.name] in names}
        for kind in self.bundles():
            found |= {p.name: kind for p in self.slice(kind)}
        return found

    def bundles(self):
        """Types of the bundles that are this module's."""
        return [kind for kind, row in self.table["bundles"].items() if row["of"] == self.module.name and self.said_of("bundles", kind)]

    def slice(self, kind):
        """Ports of a bundle of this module, which have one direction."""
        row, names = bundles()[kind], [p.name for p in self.ports]
        first, last = names.index(row["first"]), names.index(row["last"])
        found = [p for p in self.ports[first:last + 1] if p.direction == self.ports[first].direction]
        used = {field for other in self.said_of("uses", self.module.name) or [] for field, _ in members(other)}
        return [p for p in found if self.fields[p.name] not in used]

    def struct(self, direction):
        """Lines of the struct of all inputs or outputs."""
        name = f"{self.module.name}_{direction[:-3]}"
        if other := self.said_of("alias", name):
            return [f"typedef {other} {name};", ""]
        bundled, rows, made, seen = self.bundled(), [], [], set()
        for port in (p for p in self.ports if p.direction == direction):
            kind = bundled.get(port.name)
            if not kind:
                rows.append(port)
            elif kind not in seen:
                seen.add(kind)
                made += self.lines(self.declared(rows))
                rows = []
                made += ["  union { // the same bytes, for callers and by port name",
                         f"    {kind} {bundles()[kind]['member']};", "    struct {",
                         *View(bundles()[kind]["of"]).bundle_lines(kind, "      "), "    };", "  };"]
        made += self.lines(self.declared(rows))
        if extra := self.said_of("extra", name):
            made += ["  // no ports:", *(f"  {line}" for line in extra)]
        if not made:
            return []
        of = " of one cycle" if "clk_i" in self.fields else ""
        return [f"// {direction.capitalize()}s{of}.", "typedef struct {", *made, f"}} {name};", ""]

    def bundle_lines(self, kind, indent="  "):
        """Lines of a bundle's fields."""
        return self.lines(self.declared(self.slice(kind)), indent)

    def parameters(self):
        """Lines of the struct of the parameters."""
        name = f"{self.module.name}_cfg"
        if other := self.said_of("alias", name):
            return [f"typedef {other} {name};", ""]
        rows = [(f"uint32_t {p.name};", self.said(p.comment), self.said(p.group)) for p in self.module.parameters]
        if not rows and "clk_i" not in self.fields:
            return []
        rows = rows or [("char none;", "there are no parameters", "")]
        return ["// Parameters.", "typedef struct {", *self.lines(rows), f"}} {name};", ""]

    def packed(self, kind):
        """Lines of a packed struct of the RTL in C; the first field of C has the lowest bits."""
        package, _, name = kind.partition("::")
        text, body = re.search(rf"  // (.*)\n  typedef struct packed \{{\n((?:    .*\n)*)  \}} {name};",
                               project.read(project.rtl_files()[package])).groups()
        meanings = dict(re.findall(r"(\w+);  // (.*)", body))
        rows = []
        for field, (of, _, bits) in ports.structs(package)[name].fields.items():
            if of != "logic" or bits > 64:
                sys.exit(f"gen_ports: {kind}: {field} is no plain field of 64 bits at most")
            # A bit-field of 8 or 16 bits that lies across a boundary of its type makes GCC talk of its old versions.
            ctype = "bool" if bits == 1 else element(max(bits, 32))
            rows.append((f"{ctype} {field} : {bits};", self.said(meanings[field]), ""))
        return [f"// {self.said(text)} Bit-fields at the places of {kind}.", "typedef struct __attribute__((packed)) {",
                *self.lines(rows), f"}} {struct_name(kind)};", ""]

    def header(self):
        """The file."""
        body = self.parameters()
        for kind, of in self.table["structs"].items():
            body += self.packed(kind) if of == self.module.name else []
        for kind in self.bundles():
            body += [f"// {bundles()[kind]['text']}", "typedef struct {", *self.bundle_lines(kind), f"}} {kind};", ""]
        body += self.struct("input") + self.struct("output")
        if self.own:
            body = ["// The largest parameters.", "enum {", *(f"  {name} = {value}," for name, value in self.own.items()), "};", "", *body]
        used = set(re.findall(r"\b(?:NF|nf)_\w+", project.code("x.h", "\n".join(body))))
        includes = {definitions()[0][name] for name in used if name in definitions()[0]}
        includes |= {ports_header(bundles()[kind]["of"]) for kind in used & set(bundles())}
        includes |= {ports_header(of) for kind, of in self.table["structs"].items() if struct_name(kind) in used}
        includes |= {self.maker(other) for other in self.table["alias"].values() if other in used}
        includes -= {ports_header(self.module.name)}
        guard = f"{self.module.name}_ports_h".upper()
        return "\n".join([HEAD.format(path=self.module.path, module=self.module.name), f"#ifndef {guard}", f"#define {guard}", "",
                          *(f'#include "{name}"' for name in sorted(includes)), *([""] if includes else []),
                          "#include <stdbool.h>", "#include <stdint.h>", "", "// clang-format off", *body[:-1],
                          "// clang-format on", "", "#endif", ""])

    def page(self):
        """The table of ports of a page."""
        rows, group, open_row, start = [], "", None, None
        for port in self.module.ports:
            if port.group != group:
                group, open_row = port.group, None
                rows.append(["", "", "", f"*{self.marked(group)}*"])
            way, bits = "in" if port.direction == "input" else "out", self.width_written(port)
            if open_row and not port.comment and CHANNEL.match(port.name)[0] == start:
                for cell, more in zip(open_row, (f"`{port.name}`", way, bits)):
                    cell.append(more)
                continue
            comment = self.marked(port.comment or {"clk_i": "clock", "rst_ni": "reset, low-active, asynchronous"}.get(port.name, ""))
            open_row = [[f"`{port.name}`"], [way], [bits], [comment]]
            rows.append(open_row)
            open_row, start = None if comment else open_row, CHANNEL.match(port.name)[0]
        lines = ["| port | direction | bits | meaning |", "| --- | --- | --- | --- |"]
        for row in rows:
            cells = [cell if isinstance(cell, str) else ", ".join(cell[:1] if len(set(cell)) == 1 else cell) for cell in row]
            lines.append(f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |"))
        return "\n".join(lines) + "\n"

    def page_parameters(self):
        """Rows of a table of parameters of a page."""
        for p in self.module.parameters:
            value = ports.evaluate(p.value, {}) if "::" in p.value else p.value.removeprefix("1'b").replace("32'h", "0x")
            yield f"| `{p.name}` | {value} | {self.marked(p.comment or p.group)} |".replace("|  |", "| |")

    def width_written(self, port):
        """A port's width as a page has it."""
        if "::" in port.kind:
            return f"{self.bits(port)} (`{port.kind.partition('::')[2]}`)"
        text = PRODUCT.sub(r"\1", port.bounds)
        for p in reversed(self.module.locals):
            within = f"({p.value})" if " " in p.value and text != p.name else p.value
            text = re.sub(rf"\b{p.name}\b", lambda _, within=within: within, text)
        if not any(re.search(rf"\b{p.name}\b", text) for p in self.module.parameters):
            return str(self.bits(port))
        below, _, last = text.removesuffix(":0").rpartition("+")
        if text.endswith(":0"):
            text = f"{below} + {int(last) + 1}" if last.isdecimal() else f"{text[:-2]} + 1"
        return f"`{text}`"

    def marked(self, text):
        """A comment as Markdown: names of ports, parameters and packages are code."""
        names = {p.name for p in self.module.ports + self.module.parameters}
        words = re.split(r"(nf_\w+(?:::\w+\*?)?|\w+)", text)
        marked = [f"`{word}`" if k % 2 and (word in names or word.startswith("nf_")) else
                  re.sub(r"([*|<>])", r"\\\1", word) for k, word in enumerate(words)]
        return "".join(marked)

    @staticmethod
    def maker(struct):
        """The header that has a module's struct."""
        return ports_header(struct.rpartition("_")[0])


def struct_name(kind):
    """Name in C of a packed struct of the RTL: nf_netreduce_pkg::enrol_t is nf_netreduce_enrol_bits."""
    package, _, name = kind.partition("::")
    return f"{package[:-len('_pkg')]}_{name[:-len('_t')]}_bits"


def members(kind):
    """[(field, port)] of a bundle."""
    view = View(bundles()[kind]["of"])
    return [(view.fields[p.name], p) for p in view.slice(kind)]


def ports_header(module):
    """The header of a module's ports, as in #include."""
    return f"{listed()[module]}/{module}_ports.h"


def wrap(text, indent):
    """A comment in lines."""
    made, line = [], ""
    for word in text.split():
        if line and len(f"{indent}// {line} {word}") > LINE:
            made.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [f"{indent}// {line}" for line in made + [line]]


def pages():
    """{path: text} of the pages that have tables of ports or parameters."""
    def made(found):
        views = [View(name) for name in found[3].split(", ")]
        if found[1] == "ports":
            return "".join(found.groups()) + views[0].page()
        lines = ["| parameter | default | meaning |", "| --- | --- | --- |"]
        rows = [(view.module.name if row == 0 else "", line) for view in views for row, line in enumerate(view.page_parameters())]
        if len(views) > 1:
            lines = [f"| {first} {line}" for first, line in zip(("module", "---"), lines)]
            lines += [f"| `{name}` {line}" if name else f"| {line}" for name, line in rows]
        else:
            lines += [line for _, line in rows]
        return "".join(found.groups()) + "\n".join(lines) + "\n"

    found = {}
    for path in project.find("docs/*.md") + project.find("docs/*/*.md"):
        text = project.read(path)
        if TABLE.search(text):
            found[path] = TABLE.sub(made, text)
    return found


def files():
    """{path: text}"""
    made_files = {f"cmodel/{ports_header(module)}": View(module).header() for module in listed()} | pages()
    idle = {(c, kind, row) for c in set(listed().values()) for kind, rows in table(c).items() for row in rows} - USED
    if idle:
        sys.exit("\n".join(f"gen_ports: cmodel/{c}/ports.toml: [{kind}] {row}: nothing needs it" for c, kind, row in sorted(idle)))
    return made_files


if __name__ == "__main__":
    generated.run(__doc__, files)
