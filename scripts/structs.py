# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Packed structs of SystemVerilog from fields listed least significant first, for gen_defs.py and gen_component.py.

A packed struct has the same bits as the vector whose fields it names: one may be assigned to the other, and a port may
change from one to the other without any change around it.

What Yosys 0.23 takes: ports, signals and registers of such a type, members of a signal that is declared outside generate
blocks, structs of one package within each other, $bits of a signal. Not: members of a signal declared in a generate block
(whole it is fine there), a struct of a package within one of a module, $bits of a type or a member, arrays, structs as
arguments of functions. slang wants {} around a struct that is compared with a vector.
"""

# Words of SystemVerilog among the fields' names, and of C++, which Verilator makes: such a field has an underscore behind its
# name.
RESERVED = {"abort", "wait"}


# A package of types is a catalogue, as one of constants is: each module uses those that it needs. slang alone asks.
CATALOGUE = ["`ifdef __slang__", '`pragma diagnostic ignore="-Wunused-package-typedef"', "`endif"]


def member(name):
    """Name of a field within its struct."""
    return name + "_" if name in RESERVED else name


def typedef(name, text, fields, types=None):
    """Lines of `typedef struct packed {...} name;`. Fields: (name, bits, meaning), least significant first.

    types: {field: type}, of fields that are structs themselves.
    """
    declared = [(types[field] if field in (types or {}) else "logic" if bits == 1 else f"logic [{bits - 1}:0]",
                 member(field), why) for field, bits, why in fields]
    width = max(len(kind) for kind, _, _ in declared)
    return [f"  // {text}", "  typedef struct packed {",
            *(f"    {kind:{width}} {field};  // {why}" for kind, field, why in reversed(declared)),
            f"  }} {name};"]
