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
import sys

from regfile import BLOCKS
from regfile_c import Model
from regfile_sv import Rtl

ROOT = pathlib.Path(__file__).resolve().parent.parent


def files():
    """{path: text}"""
    made = {}
    for component in BLOCKS:
        rtl, model = Rtl(component), Model(component)
        made |= {f"rtl/{component}/{rtl.name}_pkg.sv": rtl.package(), f"rtl/{component}/{rtl.name}.sv": rtl.module(),
                 f"cmodel/{component}/{model.name}.h": model.header(), f"cmodel/{component}/{model.name}.c": model.source()}
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
