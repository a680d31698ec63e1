# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Theorems on the rounding of exact sums: nf_exact_round.

A sum of 320 digits and its carries is too much for a solver that knows floating point, and floating point too much for
one that compares circuits. So there is a reference between them, in three parts that share nothing with the RTL: a number
(ref_exact_number), its leading one and the digits from there (ref_exact_window), their rounding (ref_exact_round). ABC
compares the RTL with all three; cvc5 says of each what it is. That 27 digits are as good as all is said in SMT-LIB's words alone.
"""

from engine import claim, rtl, smt
from exact import SUM, extend, number_of, zeros
from floating import leading_one
from theorem import FORMATS, Theorem, all_of, bit, is_bits_of, sort

DIGITS = 27  # the last one stands for all below
STAGES = 5
# Where the leading one is: one question each. With low = 0 there may be none.
SPLIT = [(low, low + 32) for low in range(0, SUM, 32)]
# format_i of each format, in a build with fp32 and in one without
CODES = {"fp32": {1: (0,)}, "fp16": {1: (1,), 0: (0, 1)}, "bf16": {1: (2, 3), 0: (2, 3)}}


def within(low, high):
    """The leading one of a size is one of the digits low to high - 1."""
    return leading_one("size_i", SUM, low, high)


# ------------------------------------------------------------------------------------ the RTL and the reference
def reference():
    """For each segment in which the leading one may be."""
    return [claim(p, "claim_exact_round", p, STAGES)
            for p in (f"HasF32={f} Low={low} High={high}" for f in (1, 0) for low, high in SPLIT)]


def cover():
    """No number is left out."""
    covered = " ".join(within(low, high) for low, high in SPLIT)
    return [smt("cover", rtl("ref_exact_window"), "", "true", f"(or {covered})", ["size_i"])]


# ------------------------------------------------------------------------------------ the reference and numbers
def sign_and_size():
    """Of the number that exact_add.term adds to."""
    words = f"(define-fun the.number () (_ BitVec {SUM}) {number_of('acc_i')})"
    sign = f"((_ extract {SUM - 1} {SUM - 1}) the.number)"
    return [smt("all", rtl("ref_exact_number"), words, "true", all_of(
        f"(= negative_o {sign})", f"(= size_o (ite {bit('negative_o', 0)} (bvneg the.number) the.number))"),
        ["acc_i", "negative_o", "size_o"])]


def shortened(vector, place):
    """A vector's digit at a place and those below it, as DIGITS digits."""
    if place < DIGITS - 1:
        return f"(concat ((_ extract {place} 0) {vector}) {zeros(DIGITS - 1 - place)})"
    cut = place - DIGITS + 2
    return (f"(concat ((_ extract {place} {cut}) {vector}) "
            f"(ite (= ((_ extract {cut - 1} 0) {vector}) {zeros(cut)}) #b0 #b1))")


def window():
    """Of each leading one, where it is, and the digits from there."""
    def says(place):
        return f"(=> {within(place, place + 1)} (and (= lead_o (_ bv{place} 9)) (= digits_o {shortened('size_i', place)})))"
    watch = ["size_i", "lead_o", "digits_o"]
    found = [smt(f"leading one from {low}", rtl("ref_exact_window", f"Low={low} High={high}"), "",
                 within(max(low, 1), high), all_of(*(says(p) for p in range(low, high))), watch)
             for low, high in SPLIT]
    none = f"(= size_i {zeros(SUM)})"
    return found + [smt("none", rtl("ref_exact_window", "Low=0 High=32"), "", none, f"(= digits_o {zeros(DIGITS)})", watch)]


# ------------------------------------------------------------------------------------ numbers and formats
# A sum's leading one is worth 2^(place - 149 - shift), at most 2^170 and at least 2^-164. In a format with 9 bits of exponent all
# these are normal numbers and the least normal number of fp32 is far from the end.
EXPONENT = 9
BIAS = 255
LEAST, LARGEST = BIAS - 149 - 15, BIAS - 149 + SUM - 1


def exact(name, sign, exponent, fraction, digits):
    """A number of so many digits, as it is."""
    return f"(define-fun {name} () (_ FloatingPoint {EXPONENT} {digits}) (fp {sign} {exponent} {fraction}))\n"


def rounded(fmt, mode, value):
    exp, man = FORMATS[fmt]
    return f"((_ to_fp {exp} {man + 1}) {mode} {value})"


def unbounded(fmt, value):
    """As if exponents had no end."""
    return f"((_ to_fp {EXPONENT} {FORMATS[fmt][1] + 1}) RNE {value})"


class Words:
    """No RTL: a sentence in words of SMT-LIB alone."""
    text, bits, ports = "", 1, {}


def digits(fmt):
    """A number and its first 27 digits are rounded alike."""
    words = (f"(declare-const sign (_ BitVec 1))\n(declare-const exponent (_ BitVec {EXPONENT}))\n"
             f"(declare-const size (_ BitVec {SUM}))\n(define-fun short.size () (_ BitVec {DIGITS}) {shortened('size', SUM - 1)})\n" +
             exact("all", "sign", "exponent", f"((_ extract {SUM - 2} 0) size)", SUM) +
             exact("short", "sign", "exponent", f"((_ extract {DIGITS - 2} 0) short.size)", DIGITS))
    given = all_of(bit("size", SUM - 1), f"(bvuge exponent (_ bv{LEAST} {EXPONENT}))",
                   f"(bvule exponent (_ bv{LARGEST} {EXPONENT}))")
    watch = ["sign", "exponent", "size"]
    return [smt(mode, Words, words, given, f"(= {rounded(fmt, mode, 'all')} {rounded(fmt, mode, 'short')})", watch)
            for mode in ("RNE", "RTP", "RTN")] + [
            smt("unbounded", Words, words, given, f"(= {unbounded(fmt, 'all')} {unbounded(fmt, 'short')})", watch)]


def ieee(fmt):
    """What the reference makes of 27 digits, of none, and of infinities and NaNs."""
    exp, man = FORMATS[fmt]
    exponent = f"(bvsub (bvadd lead_i (_ bv{BIAS - 149} {EXPONENT})) {extend(EXPONENT - 4, 'shift_i')})"
    bits = f"((_ extract {exp + man} 0) result_o)"
    least = f"((_ to_fp {exp} {man + 1}) (_ bv{1 << man} {exp + man + 1}))"
    high = "true" if fmt == "fp32" else "(= ((_ extract 31 16) result_o) #x0000)"
    plus, minus = bit("seen_i", 1), bit("seen_i", 2)

    def is_result(value):
        return all_of(high, is_bits_of(fmt, bits, value))

    def flags(inexact, underflow, overflow, invalid):
        return all_of(*(f"(= {bit('flags_o', 3 - k)} {what})" for k, what in enumerate((inexact, underflow, overflow, invalid))))

    words = exact("value", "negative_i", exponent, f"((_ extract {DIGITS - 2} 0) digits_i)", DIGITS) + f"""
(define-fun result () {sort(fmt)} {rounded(fmt, 'RNE', 'value')})
(define-fun inexact () Bool (distinct {rounded(fmt, 'RTP', 'value')} {rounded(fmt, 'RTN', 'value')}))
(define-fun tiny () Bool (fp.lt (fp.abs {unbounded(fmt, 'value')}) ((_ to_fp {EXPONENT} {man + 1}) RNE {least})))
(define-fun special () Bool (distinct ((_ extract 2 0) seen_i) #b000))
(define-fun opposite () Bool (and {plus} {minus}))
(define-fun special.result () {sort(fmt)} (ite (or {bit('seen_i', 0)} opposite) (_ NaN {exp} {man + 1})
  (ite {plus} (_ +oo {exp} {man + 1}) (_ -oo {exp} {man + 1}))))
(define-fun zero () {sort(fmt)} (ite {bit('seen_i', 3)} (_ +zero {exp} {man + 1}) (_ -zero {exp} {man + 1})))
"""
    watch = ["negative_i", "lead_i", "digits_i", "seen_i", "format_i", "shift_i", "result_o", "flags_o"]
    cases = []
    for build, codes in CODES[fmt].items():
        asked = f"(or {' '.join(f'(= format_i (_ bv{c} 2))' for c in codes)})"
        number = all_of(asked, "(not special)", bit("digits_i", DIGITS - 1), f"(bvult lead_i (_ bv{SUM} 9))")
        nothing = all_of(asked, "(not special)", f"(= digits_i {zeros(DIGITS)})")
        cases += [smt(f"HasF32={build} {name}", rtl("ref_exact_round", f"HasF32={build}"), words, given, then, watch)
                  for name, given, then in (
                      ("result", number, is_result("result")),
                      ("flags", number, flags("inexact", "(and inexact tiny)", "(fp.isInfinite result)", "false")),
                      ("zero", nothing, all_of(is_result("zero"), "(= flags_o #x0)")),
                      ("special", all_of(asked, "special"), all_of(is_result("special.result"), flags(
                          "false", "false", "false", "opposite"))))]
    return cases


# ------------------------------------------------------------------------------------ the list
def theorems():
    """All theorems of this file."""
    found = [
        Theorem("exact_round.reference", "nf_exact_round, with and without fp32: five enabled clocks later it says what "
                "the reference says of the number, for every sum, format and shift", reference),
        Theorem("exact_round.cover", "the cases of the rounding leave out no sum", cover),
        Theorem("exact_round.number", "the reference's sign and size are those of the sum's number", sign_and_size),
        Theorem("exact_round.window", "the reference finds the leading one, takes 26 digits from there, and whether there "
                "is anything below", window)]
    for f in FORMATS:
        found += [
            Theorem(f"exact_round.{f}.digits", f"a number of 320 digits is rounded to {f} as its first 26 are and one more for "
                    "all below: RNE, RTP, RTN, and RNE with exponents that have no end", lambda f=f: digits(f)),
            Theorem(f"exact_round.{f}.ieee", f"the reference rounds to {f} as to_fp in RNE does; flags are what IEEE 754-2019 clause "
                    "7 says, tininess after rounding; zeros, infinities and the canonical NaN", lambda f=f: ieee(f))]
    return found
