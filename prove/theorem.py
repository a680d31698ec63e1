# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What a theorem is, and the words of SMT-LIB that several theorems share."""

# name of a format: exponent bits, fraction bits
FORMATS = {"fp32": (8, 23), "fp16": (5, 10), "bf16": (8, 7)}


class Theorem:
    """A sentence, and the cases that together prove it.

    name    what THEOREMS= and mutants.txt look for
    words   the sentence
    cases   function without arguments: [engine.Case]; called once, exports the RTL it needs
    reads   function without arguments: [texts] on which the answers depend besides the scripts; None: all RTL and claims
    """

    def __init__(self, name, words, cases, reads=None):
        self.name = name
        self.words = words
        self.cases = cases
        self.reads = reads


def params(fmt):
    """Parameters of an RTL module for a format."""
    return "ExpBits={} ManBits={}".format(*FORMATS[fmt])


def sort(fmt):
    """The format's sort in SMT-LIB, which counts the hidden bit."""
    exp, man = FORMATS[fmt]
    return f"(_ FloatingPoint {exp} {man + 1})"


def number(fmt, bits):
    """The floating-point number that a bit-vector means."""
    exp, man = FORMATS[fmt]
    return f"((_ to_fp {exp} {man + 1}) {bits})"


def nan(fmt):
    """The canonical quiet NaN, as a bit-vector."""
    exp, man = FORMATS[fmt]
    return "#b0" + "1" * (exp + 1) + "0" * (man - 1)


def is_signaling(fmt, bits):
    """A NaN whose first fraction bit is 0 (IEEE 754-2019 6.2.1); SMT-LIB has one NaN only."""
    man = FORMATS[fmt][1]
    return f"(and (fp.isNaN {number(fmt, bits)}) (= ((_ extract {man - 1} {man - 1}) {bits}) #b0))"


def is_finite(fmt, bits):
    """Neither an infinity nor a NaN."""
    value = number(fmt, bits)
    return f"(not (or (fp.isNaN {value}) (fp.isInfinite {value})))"


def is_bits_of(fmt, bits, value):
    """The bit-vector is the value's encoding, for a NaN the canonical one."""
    return f"(ite (fp.isNaN {value}) (= {bits} {nan(fmt)}) (= {number(fmt, bits)} {value}))"


def bit(vector, index):
    """One bit as a truth value."""
    return f"(= ((_ extract {index} {index}) {vector}) #b1)"


def all_of(*terms):
    return f"(and true {' '.join(terms)})"
