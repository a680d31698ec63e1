#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""One lane of the reduction ALU from Python, by cffi: additions compared with Python's own, then the pipeline.

usage: python3 alu_lane.py [FOLDER OF THE HEADERS] [LIBRARY]

Without arguments both are asked of pkg-config. The declarations are read from the installed headers, so none is
written twice.
"""

import pathlib
import random
import re
import struct
import subprocess
import sys

import cffi

HEADERS = ("common/nf_status.h",
           *(f"alu/{block}{part}.h" for block in ("nf_fp_add", "nf_alu_lane") for part in ("_ports", "")))


def declarations(folder):
    """The headers without preprocessor lines and without what is for C++ alone."""
    text = "\n".join((folder / name).read_text() for name in HEADERS)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    return re.sub(r"^#.*$", "", text, flags=re.M)


def installed():
    """Headers and library as pkg-config knows them."""
    def ask(variable):
        words = ["pkg-config", f"--variable={variable}", "netfold"]
        return pathlib.Path(subprocess.run(words, check=True, text=True, stdout=subprocess.PIPE).stdout.strip())
    return ask("includedir"), ask("libdir") / "libnetfold.so"


def bits(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def compare_sums(ffi, lib, count):
    """Sums of random binary32 numbers; Python's double holds each sum of two well enough to be rounded once."""
    rng = random.Random(1)
    flags = ffi.new("uint8_t *")
    for _ in range(count):
        a, b = (struct.unpack("<f", struct.pack("<f", rng.uniform(-1, 1) * 2.0 ** rng.randint(-20, 20)))[0]
                for _ in range(2))
        got = lib.nf_alu_op(0, 0, bits(a), bits(b), flags)  # NF_RED_OP_ADD, NF_DTYPE_F32
        if got != bits(a + b):
            sys.exit(f"{a!r} + {b!r}: {got:#010x} and not {bits(a + b):#010x}")
    print(f"{count} sums as Python's")


def pipeline(ffi, lib):
    """A word goes in; its sum comes out after as many edges as the lane has stages."""
    lane = ffi.new("nf_alu_lane **")
    refused = lib.nf_alu_lane_init(lane, ffi.new("nf_alu_lane_cfg *", {"Stages": 7, "Halves": 0}))
    print("Stages = 7 is refused:", ffi.string(refused).decode())
    refused = lib.nf_alu_lane_init(lane, ffi.new("nf_alu_lane_cfg *", {"Stages": 3, "Halves": 0}))
    assert refused == ffi.NULL
    model = ffi.gc(lane[0], lib.nf_alu_lane_free)
    pins = ffi.new("nf_alu_lane_in *", {"en": True, "valid": True, "a": bits(1.5), "b": bits(2.25)})
    edges = 0
    while not lib.nf_alu_lane_peek(model).valid:
        lib.nf_alu_lane_step(model, pins)
        pins.valid = False
        edges += 1
    print(f"1.5 + 2.25 = {lib.nf_alu_lane_peek(model).result:#010x} after {edges} edges")


def main():
    headers, library = map(pathlib.Path, sys.argv[1:3]) if len(sys.argv) == 3 else installed()
    ffi = cffi.FFI()
    ffi.cdef(declarations(headers))
    lib = ffi.dlopen(str(library))
    compare_sums(ffi, lib, 10000)
    pipeline(ffi, lib)


if __name__ == "__main__":
    main()
