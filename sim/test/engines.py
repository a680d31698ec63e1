# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What a command says when the Verilated block that it wants is absent, is none, or is of other sources; C models need none."""

import os
import subprocess

import helpers

# A block with the symbols that are looked for, whose ports are of the size that is given.
BLOCK = """#include "nf_dut.h"
const nf_dut netfold_lane_dut = {.name = "nf_alu_lane", .in_size = SIZE, .out_size = SIZE};
const char *nf_dut_next_failure(void) { return 0; }
"""


def alu(folder, *options):
    """Status and messages of an addition with the blocks of a folder."""
    done = helpers.netfold("alu", *options, input="3f800000 33800001\n", env={**os.environ, "NETFOLD_ENGINES": str(folder)})
    return done.returncode, done.stdout + done.stderr


def compile_block(source, target, *flags):
    compiler = os.environ.get("CC", "gcc")
    subprocess.run([compiler, "-shared", "-fPIC", "-Itb/common", *flags, "-x", "c", "-", "-o", str(target)], check=True,
                   text=True, input=source)


def refused(folder, *words):
    status, text = alu(folder, "--engine", "rtl")
    lacking = [word for word in words if word not in text]
    if status != 2 or lacking or text.count("\n") != 1:
        return [f"status {status}, says '{text.strip()}'" + (f", not {lacking}" if lacking else "")]
    return []


def blocks(tap, folder):
    block = folder / "netfold_lane.so"
    status, text = alu(folder)
    tap.result("the C model needs no block", [] if (status, text) == (0, "3f800001\n") else [f"{status} {text}"])
    tap.result("an absent block", refused(folder, "netfold_lane is not built", "make rtl"))
    block.write_bytes(b"\x7fELF no more")
    tap.result("a broken file", refused(folder, str(block)))
    compile_block("int nothing;\n", block)
    tap.result("a library that is no block", refused(folder, "netfold_lane_dut"))
    compile_block(BLOCK, block, "-DSIZE=4")
    tap.result("a block of other sources", refused(folder, "other sources", "make rtl"))


if __name__ == "__main__":
    helpers.run(blocks)
