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
import pathlib

import generated
from regfile import BLOCKS
from regfile_c import Model
from regfile_sv import Rtl

ROOT = pathlib.Path(__file__).resolve().parent.parent


def files():
    """{path: text}"""
    made_files = {}
    for component in BLOCKS:
        rtl, model = Rtl(component), Model(component)
        made_files |= {f"rtl/{component}/{rtl.name}_pkg.sv": rtl.package(), f"rtl/{component}/{rtl.name}.sv": rtl.module(),
                       f"cmodel/{component}/{model.name}.h": model.header(), f"cmodel/{component}/{model.name}.c": model.source()}
    return made_files


if __name__ == "__main__":
    generated.run(__doc__, files)
