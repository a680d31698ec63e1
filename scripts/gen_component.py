#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make a component's RTL package, C header and reference page from rtl/<component>/nf_<component>.toml and its registers.

    scripts/gen_component.py           writes the files of every component that has such a source
    scripts/gen_component.py --check   exits 1 and names each file that is stale

A component whose registers are here says how wide their addresses are, `address_bits`; those of the switch are scripts/gen_defs.py's.

Each record is a packed struct of the package, NAME_t; `positions = ["FIELD"]` beside its width keeps the
lowest bits of these fields as constants too, for who sees them in another's vector. [bundles.NAME] are packed structs of the RTL
alone: what travels from one block to another side by side; with `indices = true` both sides have the lowest bit of each
field as a constant too, NAME_FIELD. A field may be a struct itself: of a bundle one that has its
name in place of a width, of a record one that has it behind its meaning; a width may be one of [sizes]. A size NAME_BITS with "mask" behind
its meaning gives the C side, which counts in wider words, NAME_MASK as well. `bits_of = ["TABLE", "FIRST", "LAST"]` adds to a
bundle's fields the bits FIRST to LAST of a table of rtl/common/nf_defs.toml, where they are said once. [events] are the one-cycle pulses of event_o:
event_t for the RTL, EV_* for the C side, in one order; docs/<component>.md has a table of them between a line
<!-- events, made by scripts/gen_component.py --> and the next line <!-- end of events -->. A source without a title has no page.
"""
import pathlib
import re
import sys
import tomllib

import generated
import registers
import structs
from gen_defs import table

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOT_CODES = ("text", "bits", "fields")
EVENTS = re.compile(r"(?<=<!-- events, made by scripts/gen_component.py -->\n).*?(?=<!-- end of events -->)", re.S)


def codes(entries):
    """The named entries of a table of codes or registers."""
    return {name: row for name, row in entries.items() if name not in NOT_CODES}


def add_registers(component, defs):
    """The component's registers beside its codes, and the codes that are the bits of one: `fields` names it."""
    defs["registers"], defs["parameters"], listed = {}, {}, []
    if "address_bits" in defs:
        defs["parameters"], listed = registers.load(component)
        rows = {name: [offset, line] for name, (offset, line) in registers.constants(listed).items()}
        defs["registers"]["csr"] = {"text": "AXI4-Lite, byte addresses", "bits": defs["address_bits"], **rows}
    defs["listed"] = listed
    for kind in ("records", "bundles", "codes", "sizes"):
        defs.setdefault(kind, {})
    for table in defs["codes"].values():
        if "fields" in table:
            table |= {n: list(row) for n, row in registers.bits(registers.named(listed, table["fields"])).items()}


def add_bits(path, defs, common):
    """The fields of a bundle that are bits of a table of nf_defs.toml, behind its own."""
    for name, bundle in defs["bundles"].items():
        if "bits_of" not in bundle:
            continue
        table, first, last = bundle["bits_of"]
        names = list(common.get(table, ()))
        if first not in names or last not in names:
            sys.exit(f"gen_component: {path}: bundle {name}: nf_defs.toml has no bits {first} to {last} in [{table}]")
        bundle["fields"] = bundle.get("fields", {}) | {
            bit.lower(): [1, common[table][bit][1]] for bit in names[names.index(first):names.index(last) + 1]}


def fields(record):
    """Yield (name, lsb, bits, meaning) of a record or bundle."""
    lsb = 0
    for name, (bits, meaning, *_) in record["fields"].items():
        yield name, lsb, bits, meaning
        lsb += bits


def check(path, defs):
    """Refuse a record that does not fill its width, and codes and offsets that are given twice or too large."""
    for name, record in defs["records"].items():
        total = sum(bits for _, _, bits, _ in fields(record))
        if total != record["bits"]:
            sys.exit(f"gen_component: {path}: record {name} has {total} bits, {record['bits']} are said")
    if "events" in defs and [bit for bit, _ in codes(defs["events"]).values()] != list(range(len(codes(defs["events"])))):
        sys.exit(f"gen_component: {path}: the events are not listed in the order of their bits")
    for kind in ("codes", "registers"):
        for name, table in defs[kind].items():
            values = [row[0] for row in codes(table).values()]
            if len(set(values)) != len(values) or max(values) >= 1 << table["bits"]:
                sys.exit(f"gen_component: {path}: {name} has a value twice or past {table['bits']} bits")


def type_lines(defs):
    """The typedefs of the package, each behind those it holds."""
    known, lines, sizes = defs["records"] | defs["bundles"], [], {}

    def add(name):
        if name in sizes:
            return
        if name not in known:
            sys.exit(f"gen_component: there is no record or bundle {name} for a field to be")
        rows, types = [], {}
        for field, row in known[name]["fields"].items():
            bits, why, kind = (row[0], row[1], row[2] if row[2:] else row[0] if row[0] in known else None)
            if isinstance(bits, str) and bits not in known | defs["sizes"]:
                sys.exit(f"gen_component: {name}.{field}: {bits} is no record, bundle or size")
            if kind:
                add(kind)
                types[field] = f"{kind}_t"
                if bits not in (kind, sizes[kind]):
                    sys.exit(f"gen_component: {name}.{field} has {bits} bits, {kind} has {sizes[kind]}")
            rows.append((field, sizes.get(bits, defs["sizes"].get(bits, (bits,))[0]), why))
        sizes[name] = sum(bits for _, bits, _ in rows)
        lines.extend(["", *structs.typedef(f"{name}_t", known[name]["text"], rows, types)])

    for name in known:
        add(name)
    if "events" in defs:
        rows = [(name.lower(), 1, why) for name, (_, why) in codes(defs["events"]).items()]
        spare = defs["events"]["bits"] - len(rows)
        rows += [("zero", spare, "no events")] if spare else []
        lines += ["", *structs.typedef("event_t", defs["events"]["text"], rows)]
    return lines


def prefix(kind):
    return f"{kind.upper()}_"


def indices(defs):
    """Yield (name, text, bits of an index, [(FIELD, lsb, meaning)]) of the bundles that have them."""
    for name, bundle in defs["bundles"].items():
        if bundle.get("indices"):
            rows = list(fields(bundle))
            yield (name, f"Of {name}_t the lowest bit of each field.", (sum(bits for _, _, bits, _ in rows) - 1).bit_length(),
                   [(field.upper(), lsb, why) for field, lsb, _, why in rows])


def make_sv(component, defs, made):
    out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//",
           f"// {made}", f"// Constants of the component `{component}`, packed structs of records and bundles; no state.",
           "", *structs.CATALOGUE, f"package nf_{component}_pkg;", *[""] * bool(defs["sizes"])]
    for name, (value, why, *_) in defs["sizes"].items():
        out.append(f"  localparam int unsigned {name} = {value};  // {why}")
    for name, record in defs["records"].items():
        out += ["", f"  // {record['text']}", f"  localparam int unsigned {name.upper()}_BITS = {record['bits']};"]
        out += [f"  localparam int unsigned {name.upper()}_{field.upper()}_LSB = {lsb};  // {why}"
                for field, lsb, _, why in fields(record) if field in record.get("positions", ())]
    out += type_lines(defs)
    for name, text, bits, rows in indices(defs):
        out += ["", f"  // {text}"]
        out += [f"  localparam logic [{bits - 1}:0] {prefix(name)}{field} = {bits}'h{lsb:x};  // {why}" for field, lsb, why in rows]
    for kind in ("codes", "registers"):
        for name, table in defs[kind].items():
            out += ["", f"  // {table['text']}"]
            out += [f"  localparam logic [{table['bits'] - 1}:0] {prefix(name)}{code} = {table['bits']}'h{row[0]:x};"
                    f"  // {row[-1]}" for code, row in codes(table).items()]
    return "\n".join(out + ["", "endpackage", ""])


def accessor(component, name, field, lsb, bits, why):
    """Reader and writer of a field; a record is an array of 64-bit words, least significant first."""
    ctype = next(t for w, t in ((8, "uint8_t"), (16, "uint16_t"), (32, "uint32_t"), (128, "uint64_t")) if bits <= w)
    word, shift = divmod(lsb, 64)
    if bits > 64 or shift + bits > 64:
        return []                               # no one reads the NIC's own field
    mask = f"0x{(1 << bits) - 1:x}ull"
    tag = f"nf_{component}_{name}"
    return [f"// {why[0].upper()}{why[1:]}.",
            f"static inline {ctype} {tag}_{field}(const uint64_t *r) {{",
            f"  return ({ctype})(r[{word}] >> {shift} & {mask});", "}",
            f"static inline void {tag}_set_{field}(uint64_t *r, {ctype} v) {{",
            f"  r[{word}] = (r[{word}] & ~({mask} << {shift})) | ((uint64_t)v & {mask}) << {shift};", "}"]


def make_c(component, defs, made):
    guard = f"NF_{component.upper()}_PKG_H"
    out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {made}",
           f"// Mirrors rtl/{component}/nf_{component}_pkg.sv.", f"#ifndef {guard}", f"#define {guard}", "",
           "#include <stdint.h>", "", "// clang-format off"]
    name_of = lambda text: f"NF_{component.upper()}_{text}"
    if defs["sizes"]:
        out.append("enum {")
        for name, (value, why, *extra) in defs["sizes"].items():
            out.append(f"  {name_of(name)} = {value}, // {why}")
            if extra == ["mask"]:
                out.append(f"  {name_of(name.removesuffix('_BITS'))}_MASK = 0x{(1 << value) - 1:x}, // of so many bits")
        out.append("};")
    for kind in ("codes", "registers"):
        for name, table in defs[kind].items():
            out += ["", f"// {table['text']}", "enum {"]
            out += [f"  {name_of(prefix(name) + n)} = 0x{row[0]:x}, // {row[-1]}" for n, row in codes(table).items()]
            out += ["};"]
    for name, text, _, rows in indices(defs):
        out += ["", f"// {text}", "enum {"]
        out += [f"  {name_of(prefix(name) + field)} = {lsb}, // {why}" for field, lsb, why in rows] + ["};"]
    if "events" in defs:
        out += ["", f"// {defs['events']['text']}", "enum {"]
        out += [f"  {name_of('EV_' + n)} = {bit}, // {why}" for n, (bit, why) in codes(defs["events"]).items()]
        out += [f"  {name_of('EVENT_BITS')} = {defs['events']['bits']}, // of one event vector", "};"]
    for name, record in defs["records"].items():
        out += ["", f"// {record['text']} Readers and writers of its fields; the record is an array of",
                "// 64-bit words, least significant first.",
                f"enum {{ {name_of(name.upper())}_BITS = {record['bits']} }};"]
        for field in fields(record):
            out += accessor(component, name, *field)
    return "\n".join(out + ["// clang-format on", "", "#endif", ""])


def make_page(defs, made):
    out = [f"# {defs['title']}", "", f"<!-- {made} -->", "", defs["intro"].strip(), ""]
    for regs in defs["registers"].values():
        said = ", ".join(f"{n} = {v}" for n, v in defs["parameters"].items())
        out += [f"## Registers ({regs['text']})", "", registers.LEGEND, "",
                f"Shown are those of the default: {said}. {registers.FORMS}", ""]
        out += table(registers.HEAD, registers.rows(defs["listed"], (regs["bits"] + 3) // 4))
    for name, codeset in defs["codes"].items():
        out += [f"## `{name.upper()}_*`", "", codeset["text"], ""]
        out += table(("code", "name", "meaning"), [(c, f"`{n}`", why) for n, (c, why) in codes(codeset).items()])
    for name, record in defs["records"].items():
        out += [f"## Record `{name}` ({record['bits']} bits)", "", record["text"], ""]
        out += table(("bits", "field", "meaning"),
                     [(f"{lsb + bits - 1}:{lsb}" if bits > 1 else lsb, f"`{f}`", why)
                      for f, lsb, bits, why in fields(record)])
    out += ["## Sizes", ""]
    out += table(("name", "value", "meaning"), [(f"`{n}`", v, why) for n, (v, why, *_) in defs["sizes"].items()])
    return "\n".join(out).rstrip() + "\n"


def put_events(page, defs):
    """A component's page with the table of its events."""
    rows = table(("event", "bit", "meaning"), [(f"`{n}`", bit, why) for n, (bit, why) in codes(defs["events"]).items()])
    text, found = EVENTS.subn(lambda _: "\n".join(rows), page)
    if found != 1:
        sys.exit(f"gen_component: {page.splitlines()[0]}: no place for the table of events, or more than one")
    return text


def files():
    """{path: text}"""
    made_files = {}
    common = tomllib.loads((ROOT / "rtl/common/nf_defs.toml").read_text())
    for source in sorted(ROOT.glob("rtl/*/nf_*.toml")):
        component = source.parent.name
        if component == "common":
            continue                            # scripts/gen_defs.py's
        path = source.relative_to(ROOT)
        defs = tomllib.loads(source.read_text())
        add_registers(component, defs)
        add_bits(path, defs, common)
        check(path, defs)
        by = f"Made by scripts/gen_component.py from {path}; change that."
        both = by.replace("; change that", " and its registers; change those")
        made_files |= {f"rtl/{component}/nf_{component}_pkg.sv": make_sv(component, defs, by),
                       f"cmodel/{component}/nf_{component}_pkg.h": make_c(component, defs, by)}
        if "title" in defs:
            made_files[f"docs/{component}-registers.md"] = make_page(defs, both)
        if "events" in defs:
            made_files[f"docs/{component}.md"] = put_events((ROOT / f"docs/{component}.md").read_text(), defs)
    return made_files


if __name__ == "__main__":
    generated.run(__doc__, files)
