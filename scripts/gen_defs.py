#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make the RTL packages, the C headers and the two reference pages from rtl/common/nf_defs.toml and the registers of the switch.

    scripts/gen_defs.py           writes the six files
    scripts/gen_defs.py --check   exits 1 and names each file that is stale
"""
import pathlib
import sys
import tomllib

import generated
import registers
import structs

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = "rtl/common/nf_defs.toml"
MADE = f"Made by scripts/gen_defs.py from {SOURCE}; change that."

# Enumerations with their SystemVerilog width and C prefix, in the order of the source.
ENUMS = {"opcode": 4, "red_op": 4, "dtype": 4, "error": 8, "mcr_status": 8}
BITS = ("flag", "ev", "mcr_mode")
REGISTERS = {"csr": 16, "mcr_reg": 12}
# Registers that have a bit for each code of a table: (table, first bit, prefix of the fields).
CODED = {"ERRORS": [("error", 0, ""), ("ev", 16, "EV_")], "FLAGS": [("flag", 0, "")], "REGION_MODE": [("mcr_mode", 0, "")]}


def take_marks(defs):
    """c_alone: {table: names of the constants that the RTL has no use for}, which have a "C" behind their meaning; it goes."""
    defs["c_alone"] = {}
    for table in ("sizes", *BITS):
        defs["c_alone"][table] = {name for name, row in defs[table].items() if row[2:] == ["C"]}
        for name in defs["c_alone"][table]:
            del defs[table][name][2:]


def header_fields(defs):
    """Yield (name, lsb, bits, meaning) of the header, and check that it fills one flit."""
    lsb = 0
    for name, (bits, meaning, _) in defs["header"].items():
        yield name, lsb, bits, meaning
        lsb += bits
    if lsb != defs["sizes"]["FLIT_BITS"][0]:
        sys.exit(f"gen_defs: the header has {lsb} bits, a flit has {defs['sizes']['FLIT_BITS'][0]}")


def check(defs):
    """Refuse codes that are given twice or do not fit, and sizes that are not the tables'."""
    for table, bits in ENUMS.items():
        codes = [row[0] for row in defs[table].values()]
        if len(set(codes)) != len(codes) or max(codes) >= 1 << bits:
            sys.exit(f"gen_defs: [{table}] has a code twice or past {bits} bits")
    if [bit for bit, _ in defs["flag"].values()] != list(range(defs["header"]["flags"][0])):
        sys.exit(f"gen_defs: [flag] does not name the {defs['header']['flags'][0]} bits of the field flags in their order")
    for register in defs["registers"] + registers.named(defs["registers"], "MCR")["registers"]:
        for name, (bit, _) in registers.bits(register).items() if register["name"] in CODED else ():
            if bit not in [first + defs[table][name[len(prefix):]][0] for table, first, prefix in CODED[register["name"]]
                           if name.startswith(prefix) and name[len(prefix):] in defs[table]]:
                sys.exit(f"gen_defs: {register['name']}: bit {bit} is not that of {name} in {SOURCE}")


def op_masks(defs):
    """Yield per type: code, mask of its ops, mask of those with wide sums, planes, 16-bit elements."""
    mask = lambda ops: sum(1 << defs["red_op"][op][0] for op in ops)
    for code, _, ops, wide, planes, half, _ in defs["dtype"].values():
        yield code, mask(ops), mask(wide), planes, half


def payload_opcodes(defs):
    return sum(1 << code for code, payload, _ in defs["opcode"].values() if payload)


def defined_opcodes(defs):
    return sum(1 << code for code, _, _ in defs["opcode"].values())


def make_sv(defs):
    out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//",
           f"// {MADE}", "// Constants and field positions; no state, no types.", "package nf_pkg;", ""]

    def const(name, value, width=None, why=""):
        kind = "int unsigned" if width is None else f"logic [{width - 1}:0]"
        text = str(value) if width is None else f"{width}'h{value:x}"
        out.append(f"  localparam {kind} {name} = {text};" + (f"  // {why}" if why else ""))

    for name, (value, why) in defs["sizes"].items():
        if name not in defs["c_alone"]["sizes"]:
            const(name, value, None, why)
    out.append("")
    out.append("  // Header fields: least significant bit and width.")
    for name, lsb, bits, why in header_fields(defs):
        for kind in defs["header"][name][2]:
            const(f"HDR_{name.upper()}_{kind}", {"LSB": lsb, "BITS": bits}[kind], None, why)
            why = ""                            # of two said once
    for table, width in ENUMS.items():
        prefix = {"error": "ERR"}.get(table, table.upper())
        out.append("")
        for name, row in defs[table].items():
            const(f"{prefix}_{name}", row[0], width, row[-1])
    for table in BITS:
        if table == "ev":
            continue                            # nf_header_pkg::table_event_t
        out.append("")
        for name, (bit, why) in defs[table].items():
            if name not in defs["c_alone"][table]:
                const(f"{table.upper()}_{name}", bit, None, f"bit: {why}")
    for table, width in REGISTERS.items():
        out.append("")
        for name, (offset, why) in defs[table].items():
            const(f"{table.upper()}_{name}", offset, width, why)
    # Tables as constants, not functions: a function that Verilator inlines gets temporaries of its own in
    # every instance, and the copies of a block then no longer share their code.
    masks = list(op_masks(defs))
    out.append("")
    const("OPCODES_DEFINED", defined_opcodes(defs), 16, "bit: opcode")
    const("OPCODES_WITH_PAYLOAD", payload_opcodes(defs), 16, "bit: opcode; the others are a header alone")
    const("OPS_SUPPORTED", sum(ops << 16 * code for code, ops, *_ in masks), 256, "bit: {dtype, red_op}")
    const("OPS_WIDE", sum(wide << 16 * code for code, _, wide, *_ in masks), 256,
          "of these: the sum is wider than the type")
    const("OPS_HALF", sum(ops << 16 * code for code, ops, _, _, half in masks if half), 256,
          "of these: 16-bit elements")
    const("DTYPE_PLANES", sum(planes << 5 * code for code, _, _, planes, _ in masks), 80,
          "5 bits a type: planes of a wide sum")
    out += ["", "endpackage", ""]
    return "\n".join(out)


def make_header_sv(defs):
    """The header, and the events of a reduction table, as packed structs, in a package of its own: what needs constants alone does not read it."""
    out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {MADE}",
           "// The packet header of switch and endpoint, one flit, as a packed struct: bits, order and widths are those",
           "// of docs/packet.md, so that a flit may be assigned to it and it to a flit; and the events of a reduction table, NF_EV_*",
           "// of C. Types alone.", "", *structs.CATALOGUE, "package nf_header_pkg;", ""]
    out += structs.typedef("flags_t", f"Header field flags: {defs['header']['flags'][1]}.",
                           [(name.lower(), 1, why) for name, (_, why) in defs["flag"].items()]) + [""]
    out += structs.typedef("header_t", "The header.", [(name, bits, why) for name, _, bits, why in header_fields(defs)],
                           {"flags": "flags_t"}) + [""]
    if [bit for bit, _ in defs["ev"].values()] != list(range(len(defs["ev"]))):
        sys.exit("gen_defs: [ev] does not list the events in the order of their bits")
    out += structs.typedef("table_event_t", "Events of one reduction table, one-cycle pulses.",
                           [(name.lower(), 1, why) for name, (_, why) in defs["ev"].items()])
    return "\n".join(out + ["", "endpackage", ""])


def make_c(defs):
    out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//",
           f"// {MADE}", "// Packet header, codes and register map, shared with rtl/common/nf_pkg.sv.",
           "#ifndef NF_DEFS_H", "#define NF_DEFS_H", "", "#include <stdbool.h>", "#include <stdint.h>",
           "", "// clang-format off", "enum {"]
    for name, (value, why) in defs["sizes"].items():
        out.append(f"  NF_{name} = {value}, // {why}")
    out += ["};", ""]
    for table in ENUMS:
        prefix = {"error": "ERR"}.get(table, table.upper())
        out.append("enum {")
        out += [f"  NF_{prefix}_{n} = {row[0]}, // {row[-1]}" for n, row in defs[table].items()]
        out += ["};", ""]
    for table in BITS:
        out.append("enum { // bit numbers")
        out += [f"  NF_{table.upper()}_{n} = {row[0]}, // {row[1]}" for n, row in defs[table].items()]
        out += ["};", ""]
    for table in REGISTERS:
        out.append("enum { // byte offsets")
        out += [f"  NF_{table.upper()}_{n} = 0x{row[0]:04x}, // {row[1]}" for n, row in defs[table].items()]
        out += ["};", ""]
    out += ["// One flit; bit 0 is bit 0 of w[0].", "typedef struct {", "  uint64_t w[2];", "} nf_flit;", ""]
    for name, lsb, bits, why in header_fields(defs):
        ctype = next(t for w, t in ((8, "uint8_t"), (16, "uint16_t"), (32, "uint32_t"), (64, "uint64_t"))
                     if bits <= w)
        mask = f"0x{(1 << bits) - 1:x}u" + ("ll" if bits > 32 else "")
        word, shift = divmod(lsb, 64)
        low = min(bits, 64 - shift)
        out.append(f"// {why[0].upper()}{why[1:]} ({bits} bits).")
        out.append(f"static inline {ctype} nf_hdr_{name}(const nf_flit *h) {{")
        if low == bits:
            out.append(f"  return ({ctype})(h->w[{word}] >> {shift} & {mask});")
        else:
            out.append(f"  return ({ctype})((h->w[{word}] >> {shift} | h->w[{word + 1}] << {low}) & {mask});")
        out += ["}", f"static inline void nf_hdr_set_{name}(nf_flit *h, {ctype} v) {{"]
        part = f"0x{(1 << low) - 1:x}ull"
        out.append(f"  h->w[{word}] = (h->w[{word}] & ~({part} << {shift})) | ((uint64_t)v & {part}) << {shift};")
        if low != bits:
            rest = f"0x{(1 << (bits - low)) - 1:x}ull"
            out.append(f"  h->w[{word + 1}] = (h->w[{word + 1}] & ~{rest}) | ((uint64_t)v >> {low} & {rest});")
        out += ["}", ""]
    masks = list(op_masks(defs))
    columns = ("ops", "0x{:04x}"), ("wide", "0x{:04x}"), ("planes", "{}"), ("half", "{:d}")
    out += ["// What a data type can do: bit masks of ops, of ops with sums wider than the type, the planes of",
            "// such a sum, and whether the elements are 16-bit ones in pairs.",
            "typedef struct {", "  uint16_t ops, wide;", "  uint8_t planes;", "  bool half;", "} nf_dtype_info;",
            "static const nf_dtype_info nf_dtypes[16] = {"]
    out += ["  [%d] = {%s}," % (code, ", ".join(f".{n} = {f.format(v).replace('True', '1')}"
                                             for (n, f), v in zip(columns, row)))
            for code, *row in masks]
    out += ["};", "",
            "// True when the pair of reduction op and data type exists.",
            "static inline bool nf_op_supported(unsigned red_op, unsigned dtype) {",
            "  return red_op < 16 && dtype < 16 && (nf_dtypes[dtype].ops >> red_op & 1) != 0;", "}",
            "// True when its sums are wider than the type: rounded on the way out, partial in planes.",
            "static inline bool nf_op_wide(unsigned red_op, unsigned dtype) {",
            "  return red_op < 16 && dtype < 16 && (nf_dtypes[dtype].wide >> red_op & 1) != 0;", "}",
            "// True when hardware with these parameters (Halves, Wide) can do it.",
            "static inline bool nf_op_built(unsigned red_op, unsigned dtype, bool halves, bool wide) {",
            "  return nf_op_supported(red_op, dtype) && (halves || !nf_dtypes[dtype].half) &&",
            "         (wide || !nf_op_wide(red_op, dtype));", "}", "",
            "// True when the opcode is defined.",
            "static inline bool nf_opcode_defined(unsigned opcode) {",
            f"  return opcode < 16 && (0x{defined_opcodes(defs):04x}u >> opcode & 1) != 0;", "}", "",
            "// Flits that follow a header: a request carries the length it asks for, not a payload.",
            "static inline unsigned nf_payload_flits(unsigned opcode, unsigned len) {",
            f"  return (0x{payload_opcodes(defs):04x}u >> (opcode & 15) & 1) != 0 ? len : 0;", "}",
            "static inline unsigned nf_hdr_payload_flits(const nf_flit *h) {",
            "  return nf_payload_flits(nf_hdr_opcode(h), nf_hdr_len(h));", "}", "",
            "// Virtual channel of a packet: bit 3 of its opcode.",
            "static inline unsigned nf_hdr_vc(const nf_flit *h) { return nf_hdr_opcode(h) >> 3; }",
            "// clang-format on", "", "#endif", ""]
    return "\n".join(out)


def make_names(defs):
    """Ops and types by name, as lists for the preprocessor."""
    own = {dtype: set(ops) - set(wide) for dtype, (_, _, ops, wide, *_) in defs["dtype"].items()}
    lists = (("OPS", "All ops.", "red_op", defs["red_op"]),
             ("DTYPES", "All types.", "dtype", defs["dtype"]),
             ("LANE_OPS", "Ops of an ALU without wide sums.", "red_op", set().union(*own.values())),
             ("LANE_DTYPES", "Types that it has ops for.", "dtype", {dtype for dtype, ops in own.items() if ops}))
    out = ["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//", f"// {MADE}",
           "// Ops and types by their names on a command line: FIRST takes the first row, NEXT the others.",
           "#ifndef NF_NAMES_H", "#define NF_NAMES_H", "", '#include "nf_defs.h"', "", "// clang-format off"]
    for name, what, source, members in lists:
        rows = [f'({code}, "{row[1]}")' for code, row in defs[source].items() if code in members]
        out += [f"// {what}", f"#define NF_NAMED_{name}(FIRST, NEXT) \\", "  FIRST" + " \\\n  NEXT".join(rows), ""]
    return "\n".join(out + ["// clang-format on", "", "#endif", ""])


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(str(c) for c in row) + " |"
    yield ""


def make_packet_page(defs):
    out = ["# Packet and codes", "", f"<!-- {MADE} -->", "",
           "A flit is 128 bits. A packet is one header flit and 0 to 8 payload flits, at most 144 bytes of which "
           "128 are payload (KLENK V). Elements are 4 bytes, consecutive, element 0 in the lowest bits of the "
           "first payload flit; a 128-byte payload is aligned to 128 bytes (KLENK IV-D), a shorter one to 16, and lies within one block of 128 bytes.",
           "", "## Header, least significant bit first", ""]
    out += table(("bits", "field", "meaning"),
                 [(f"{lsb + bits - 1}:{lsb}", f"`{n}`", why) for n, lsb, bits, why in header_fields(defs)])
    out += ["## Opcodes", "", "Bit 3 is the virtual channel: 0 request, 1 response.", ""]
    out += table(("code", "name", "payload", "meaning"),
                 [(c, f"`{n}`", "yes" if p else "no", why) for n, (c, p, why) in defs["opcode"].items()])
    out += ["## Reduction ops and data types", ""]
    out += ["`--op` and `--dtype` of the commands take the name in the third column; the one in the second too, in upper or lower case.", ""]
    out += table(("code", "op", "`--op`", "meaning"), [(c, f"`{n}`", f"`{name}`", why) for n, (c, name, why) in defs["red_op"].items()])
    ops = list(defs["red_op"])
    out += table(["code", "type", "`--dtype`", "meaning"] + [o.lower() for o in ops],
                 [[c, f"`{n}`", f"`{name}`", why] + ["wide" if o in wide else "yes" if o in sup else "unsupported" for o in ops]
                  for n, (c, name, sup, wide, _, _, why) in defs["dtype"].items()])
    out += ["*wide*: the sum is wider than the type. It is rounded once, in the result. Unrounded sums (partials, "
            "and pull responses between switches) travel as planes: packets as long as the contributions', flag "
            "`PLANE`, the plane's number in `wave`, one 32-bit word of the sum for each word of payload. Only the "
            "last plane has the count; the planes before it have count 0. A contribution that no table has added to "
            "anything travels on as it came, without `PLANE` and with its own count; where sums are collected, it is "
            "added as a number of the type. Elsewhere an op answers `OP`: unsupported.", ""]
    out += table(("type", "planes", "what they hold"),
                 [(f"`{n}`", planes, {1: "0: the sum in binary32",
                                      2: "0, 1: the sums of the low and high halves, in binary32",
                                      11: "0..9: segments, lowest first; 10: saved carries 8:0 into segments 1..9, "
                                          "then NaN, +infinity, -infinity and \"not only -0\" in bits 12:9",
                                      22: "0..10: of the low halves, as `F32X`; 11..21: of the high halves"}[planes])
                  for n, (_, _, _, wide, planes, _, _) in defs["dtype"].items() if wide])
    out += ["## Flags", ""]
    out += table(("bit", "flag", "meaning"), [(b, f"`{n}`", why) for n, (b, why) in defs["flag"].items()])
    out += ["## Errors: why a packet is dropped", "",
            "Each packet is counted for one, at the port where it came in, and sets its bit in `ERRORS`.", ""]
    out += table(("code", "name", "meaning"), [(c, f"`{n}`", why) for n, (c, why) in defs["error"].items()])
    out += ["## Sizes", ""]
    out += table(("name", "value", "meaning"), [(f"`{n}`", v, why) for n, (v, why) in defs["sizes"].items()])
    return "\n".join(out).rstrip() + "\n"


def make_register_page(defs):
    parameters, listed = defs["parameters"], defs["registers"]
    mcr = registers.named(listed, "MCR")
    said = ", ".join(f"{n} = {v}" for n, v in parameters.items())
    out = ["# Registers of the switch", "",
           f"<!-- Made by scripts/gen_defs.py from {SOURCE} and rtl/switch/nf_switch_regs.rdl; change those. -->", "",
           "The CSR port takes one access at a time: `csr_valid` with address, direction and data until "
           "`csr_ready`; one answer per access, `csr_rvalid` with data and an error bit until `csr_rready`. "
           "Addresses are bytes, words are 32 bits. The error bit answers an unknown address, a write to a "
           "read-only register, a value that a register marked ! does not take, and a write of one marked * while "
           "traffic is in the switch (`STATUS` bit 0); nothing changes then.", "",
           registers.LEGEND, "",
           f"Shown is the switch as it is by default: {said}. {registers.FORMS}", "", "## Switch", ""]
    out += table(registers.HEAD, registers.rows([r for r in listed if r is not mcr], 3))
    out += [f"## MCR, routing and home tables (offsets from `0x{mcr['offset']:x}`)", "",
            "What traffic relies on cannot be changed ([mcr](mcr.md)). What can only be written reads as zero.", ""]
    out += table(registers.HEAD, registers.rows(mcr["registers"], 3))
    out += ["### Bits of a region's mode", "", "Bits 4:0 are those of `REGION_MODE`.", ""]
    out += table(("bit", "name", "meaning"), [(b, f"`{n}`", why) for n, (b, why) in defs["mcr_mode"].items()])
    out += ["### Codes of `REGION_STATUS`", ""]
    out += table(("code", "name", "meaning"), [(c, f"`{n}`", why) for n, (c, why) in defs["mcr_status"].items()])
    out += ["## Events of a reduction table (`EVENT[i]`)", ""]
    out += table(("i", "name", "counts"), [(b, f"`{n}`", why) for n, (b, why) in defs["ev"].items()])
    return "\n".join(out).rstrip() + "\n"


def files():
    """{path: text}"""
    defs = tomllib.loads((ROOT / SOURCE).read_text())
    defs["parameters"], defs["registers"] = registers.load("switch")
    defs["csr"] = registers.constants(defs["registers"])
    defs["mcr_reg"] = registers.constants(registers.named(defs["registers"], "MCR")["registers"])
    take_marks(defs)
    defs["sizes"] = {name: [len(defs[value]) if value in defs else value, why] for name, (value, why) in defs["sizes"].items()}
    check(defs)
    return {"rtl/common/nf_pkg.sv": make_sv(defs), "rtl/common/nf_header_pkg.sv": make_header_sv(defs),
            "cmodel/common/nf_defs.h": make_c(defs), "cmodel/common/nf_names.h": make_names(defs), "docs/packet.md": make_packet_page(defs),
            "docs/registers.md": make_register_page(defs)}


if __name__ == "__main__":
    generated.run(__doc__, files)
