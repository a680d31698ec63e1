# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""libtestreduce by ctypes (testreduce/probes.h)."""

import ctypes
import json
import os
import pathlib
from dataclasses import dataclass

import numpy as np

# Elements travel as unsigned integers of their size: numpy has neither bfloat16 nor fp8.
BITS = {"f32": np.uint32, "bf16": np.uint16, "f16": np.uint16, "f64": np.uint64, "fp8e4m3": np.uint8, "fp8e5m2": np.uint8}


class TestReduceError(ValueError):
    """What was asked for cannot be done; the message is one line."""

    __test__ = False


@dataclass
class Report:
    explained: bool  # by a hypothesis that gives every bit
    text: str
    data: dict  # as `testreduce identify --json` writes it
    svg: str

    def says(self, what):
        return next((s["says"] for s in self.data["statements"] if s["what"] == what), "")


def _load():
    path = os.environ.get("TESTREDUCE_LIBRARY") or pathlib.Path(__file__).with_name("libtestreduce.so")
    lib = ctypes.CDLL(str(path))
    text = ctypes.POINTER(ctypes.c_char_p)
    lib.tr_probes_open.restype = ctypes.c_void_p
    lib.tr_probes_open.argtypes = [ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t]
    lib.tr_probes_close.argtypes = [ctypes.c_void_p]
    lib.tr_probes_length.restype = ctypes.c_size_t
    lib.tr_probes_length.argtypes = [ctypes.c_void_p]
    lib.tr_probes_fill.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t, ctypes.c_void_p]
    lib.tr_probes_identify.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t, ctypes.c_size_t,
                                       ctypes.POINTER(ctypes.c_void_p),
                                       text, text, text, ctypes.c_char_p, ctypes.c_size_t]
    lib.tr_probes_free.argtypes = [ctypes.c_char_p]
    return lib


class Probes:
    """The probes of one type for so many ranks."""

    _lib = None

    def __init__(self, dtype, ranks, seed=1):
        if Probes._lib is None:
            Probes._lib = _load()
        error = ctypes.create_string_buffer(1024)
        self._handle = self._lib.tr_probes_open(dtype.encode(), ranks, seed, error, len(error))
        if not self._handle:
            raise TestReduceError(error.value.decode())
        self.dtype, self.ranks, self.seed = dtype, ranks, seed
        self.length = self._lib.tr_probes_length(self._handle)

    def __del__(self):
        if getattr(self, "_handle", None):
            self._lib.tr_probes_close(self._handle)

    def array(self, rank, count):
        """A rank's array: the bits of `count` elements as unsigned integers."""
        bits = np.empty(count, BITS[self.dtype])
        self._lib.tr_probes_fill(self._handle, rank, count, bits.ctypes.data)
        return bits

    def identify(self, answers, call=0):
        """answers[repetition][rank]: arrays of bits, all of one length, reduced `call` elements at a time (0: all at once)."""
        flat = [np.ascontiguousarray(a) for repetition in answers for a in repetition]
        if not flat or flat[0].size == 0:
            raise TestReduceError("there are no answers")
        count = flat[0].size
        for i, a in enumerate(flat):
            if a.size != count or a.itemsize != np.dtype(BITS[self.dtype]).itemsize:
                raise TestReduceError(f"answer {i} has {a.size} elements of {a.itemsize} bytes, the first one {count}")
        if len(flat) != self.ranks * len(answers):
            raise TestReduceError(f"{len(flat)} answers are not of {self.ranks} ranks and {len(answers)} repetitions")
        pointers = (ctypes.c_void_p * len(flat))(*(a.ctypes.data for a in flat))
        out = [ctypes.c_char_p() for _ in range(3)]
        error = ctypes.create_string_buffer(1024)
        status = self._lib.tr_probes_identify(self._handle, len(answers), count, call, pointers, *map(ctypes.byref, out), error, len(error))
        if status == 2:
            raise TestReduceError(error.value.decode())
        text, data, svg = (o.value.decode() for o in out)
        for o in out:
            self._lib.tr_probes_free(o)
        return Report(status == 0, text, json.loads(data), svg)
