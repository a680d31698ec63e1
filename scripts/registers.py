# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The registers of a component, as scripts/gen_registers.py has listed them: constants and tables of pages."""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def load(component):
    """(parameters, registers) of the first map of a component's list."""
    first = json.loads((ROOT / f"rtl/{component}/nf_{component}_regs.json").read_text())["maps"][0]
    return first["parameters"], first["registers"]


def derived(component):
    """{name: formula} of the parameters that follow from others."""
    return json.loads((ROOT / f"rtl/{component}/nf_{component}_regs.json").read_text())["maps"][0]["derived"]


def constants(registers):
    """{name: (offset, comment)} of what packages and headers name."""
    found = {}
    for r in registers:
        stride = r.get("array", [[1, 0]])[-1][1]
        line = r.get("line") or r.get("meaning") or r["fields"][0].get("meaning", "")
        found[r.get("constant", r["name"])] = (r["offset"] - r.get("first", 0) * stride, line)
    return found


def bits(register):
    """{name: (bit, meaning)} of a register whose fields are bits with names."""
    return {f["name"]: (f["lsb"], f.get("meaning", "")) for f in register["fields"]}


def named(registers, name):
    return next(r for r in registers if r["name"] == name)


def number(value):
    return str(value) if value < 1024 else hex(value)


def field_cells(field, register):
    msb = field["lsb"] + field["width"] - 1
    span = str(msb) if field["width"] == 1 else f"{msb}:{field['lsb']}"
    meaning = [field["meaning"]] if "meaning" in field else []
    if "lowest" in field or "highest" in field:
        meaning.append(f"({number(field.get('lowest', 0))}..{number(field.get('highest', (1 << field['width']) - 1))})")
    writable = field["access"] != "ro"
    access = field["access"] + "!" * (writable and "exact" in register) + "*" * ("locked" in register)
    return access, f"`{field['name']}`", span, number(field["reset"]) if "reset" in field else "-", " ".join(meaning)


def rows(registers, digits, base=0, name="", scaled=()):
    """Rows of a table, by address: a register, its fields; of an array one element, with indices i, j, k. scaled: the terms
    with indices in the address of what the registers are part of."""
    for r in sorted(registers, key=lambda r: r["offset"]):
        strides = [stride for _, stride in r.get("array", [])]
        indices = "ijk"[len(scaled):len(scaled) + len(strides)]
        terms = (*scaled, *(f"{stride}{i}" for i, stride in zip(indices, strides)))
        at = base + r["offset"] - r.get("first", 0) * (strides or [0])[-1]
        address = " + ".join((f"`0x{at:0{digits}x}`", *terms))
        whole = f"{name}{r['name']}" + "".join(f"[{i}]" for i in indices)
        if "registers" in r:
            if "meaning" in r:
                yield address, f"`{whole}`", "", "", "", "", r["meaning"]
            yield from rows(r["registers"], digits, at, f"{whole}.", terms)
            continue
        cells = [field_cells(f, r) for f in r["fields"]]
        if len(cells) == 1:
            yield address, f"`{whole}`", *cells[0][:-1], " ".join(t for t in (r.get("meaning", ""), cells[0][-1]) if t)
            continue
        if "meaning" in r:
            yield address, f"`{whole}`", "", "", "", "", r["meaning"]
            address = whole = ""
        for i, row in enumerate(cells):
            yield ("" if i else address, f"`{whole}`" if whole and not i else "", *row)


HEAD = ("address", "register", "access", "field", "bits", "reset", "meaning")
LEGEND = ("Access: ro read, wo write, rw both; w1c: writing 1 clears the bit; wc: writing anything clears it; what happens in that "
          "very cycle is kept: the bit stays set, the number begins with it. !: a value that a field does not take, or a bit that "
          "belongs to no field, is refused; else such bits are not looked at. Reset: the value after reset, - where the field shows "
          "what the hardware says at that moment, so that two such words, read one after the other, need not be of one moment. "
          "Numbers in brackets: the values that a field takes. i, j, k: indices of arrays.")
FORMS = "The same as HTML, C header, IP-XACT and UVM register model: [integrate](integrate.md#registers)."
