# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Theorems on the floating-point leaves: nf_fp_add, nf_fp_minmax, nf_fp_widen."""

from engine import claim, rtl, smt
from theorem import (FORMATS, Theorem, all_of, bit, is_bits_of, is_finite, is_signaling, nan, number,
                     params, sort)

OPERANDS = ["a_i", "b_i"]


# ------------------------------------------------------------------------------------ addition
def addition_words(fmt):
    """What result and flags of an addition must be, in terms of SMT-LIB."""
    def rounded(mode):
        return f"(fp.add {mode} {number(fmt, 'a_i')} {number(fmt, 'b_i')})"
    finite = all_of(is_finite(fmt, "a_i"), is_finite(fmt, "b_i"))
    opposite = all_of(*(f"(fp.isInfinite {number(fmt, x)})" for x in ("a_i", "b_i")),
                      f"(distinct (fp.isNegative {number(fmt, 'a_i')}) (fp.isNegative {number(fmt, 'b_i')}))")
    return f"""
(define-fun sum () {sort(fmt)} {rounded('RNE')})
(define-fun upper () {sort(fmt)} {rounded('RTP')})
(define-fun lower () {sort(fmt)} {rounded('RTN')})
(define-fun inward () {sort(fmt)} {rounded('RTZ')})
(define-fun result.holds () Bool {is_bits_of(fmt, 'result_o', 'sum')})
(define-fun invalid () Bool (or {is_signaling(fmt, 'a_i')} {is_signaling(fmt, 'b_i')} {opposite}))
(define-fun overflow () Bool (and {finite} (fp.isInfinite sum)))
(define-fun inexact () Bool (and {finite} (not (fp.eq upper lower))))
(define-fun tiny () Bool (or (fp.isSubnormal inward) (fp.isZero inward)))
(define-fun flags.hold () Bool (and
  (= {bit('flags_o', 0)} invalid) (= {bit('flags_o', 1)} overflow) (= {bit('flags_o', 3)} inexact)
  (= {bit('flags_o', 2)} (and inexact tiny))))
"""


def split_words(fmt):
    """Names for the parts of the operands by which an addition is split into cases."""
    exp, man = FORMATS[fmt]
    part = "(define-fun {} () (_ BitVec {}) ((_ extract {} {}) {}))".format
    lines = []
    for x in "ab":
        lines += [part(f"exp.{x}", exp, exp + man - 1, man, x + "_i"),
                  part(f"frac.{x}", man, man - 1, 0, x + "_i"),
                  f"(define-fun low.{x} () Bool (= exp.{x} (_ bv0 {exp})))",
                  f"(define-fun scale.{x} () (_ BitVec {exp}) (ite low.{x} (_ bv1 {exp}) exp.{x}))"]
    return "\n".join(lines + [f"""
(define-fun ordered () Bool (bvuge (concat exp.a frac.a) (concat exp.b frac.b)))
(define-fun special () Bool (= exp.a (bvnot (_ bv0 {exp}))))
(define-fun distance () (_ BitVec {exp}) (bvsub scale.a scale.b))
(define-fun subtract () Bool (distinct ((_ extract {exp + man} {exp + man}) a_i)
                                       ((_ extract {exp + man} {exp + man}) b_i)))
(define-fun difference () (_ BitVec {man}) (bvsub frac.a frac.b))"""])


def leading_one(vector, bits, low, high):
    """The leading one is at one of the bits low..high-1; with low = 0 there may be none."""
    terms = [f"(bvuge {vector} (_ bv{1 << low} {bits}))"] if low else []
    terms += [f"(bvult {vector} (_ bv{1 << high} {bits}))"] if high < bits else []
    return all_of(*terms)


def addition_split(fmt):
    """[(name, condition)]: together all operands with |a| >= |b|, infinities and NaNs included.

    By the distance of the exponents and by what the signs make of the addition. At distance 0 solvers
    find differences and subnormal operands hard, so there also by leading ones.
    """
    exp, man = FORMATS[fmt]
    split = [("special", "special")]
    for sign, signs in (("add", "(not subtract)"), ("sub", "subtract")):
        def case(name, *terms):
            split.append((f"{sign} {name}", all_of("(not special)", signs, *terms)))
        near = f"(= distance (_ bv0 {exp}))"
        for d in range(1, man + 4):
            case(f"distance {d}", f"(= distance (_ bv{d} {exp}))")
        case(f"distance {man + 4} or more", f"(bvuge distance (_ bv{man + 4} {exp}))")
        case("distance 0, one subnormal", near, "(not low.a)", "low.b")
        if sign == "add":
            case("distance 0, normal", near, "(not low.b)")
            case("distance 0, subnormal", near, "low.a")
            continue
        for low in range(0, man, 5):
            case(f"distance 0, normal, leading one from {low}", near, "(not low.b)",
                 leading_one("difference", man, low, min(low + 5, man)))
        for low in range(man):
            case(f"distance 0, subnormal, leading one at {low}", near, "low.a",
                 leading_one("frac.a", man, low, low + 1))
    return split


def addition(fmt, what):
    """The cases of result.holds or flags.hold."""
    design = rtl("nf_fp_add", params(fmt))
    words = addition_words(fmt) + split_words(fmt)
    watch = OPERANDS + ["result_o", "flags_o"]
    return [smt(name, design, words, f"(and ordered {condition})", what, watch) for name, condition in addition_split(fmt)]


def addition_cover(fmt):
    """No pair of operands is left out, up to their order."""
    design = rtl("nf_fp_add", params(fmt))
    covered = " ".join(condition for _, condition in addition_split(fmt))
    return [smt("cover", design, split_words(fmt), "ordered", f"(or {covered})", OPERANDS)]


# ------------------------------------------------------------------------------------ minimum, maximum
def extreme(fmt):
    """minimumNumber and maximumNumber of IEEE 754-2019 9.6, word for word."""
    design = rtl("nf_fp_minmax", params(fmt))
    a, b = number(fmt, "a_i"), number(fmt, "b_i")
    words = f"""
(define-fun max.wanted () Bool {bit('max_i', 0)})
(define-fun a.first () Bool (ite (fp.eq {a} {b})
  (= (fp.isNegative {a}) (not max.wanted))
  (ite max.wanted (fp.gt {a} {b}) (fp.lt {a} {b}))))
(define-fun wanted () (_ BitVec {1 + sum(FORMATS[fmt])})
  (ite (and (fp.isNaN {a}) (fp.isNaN {b})) {nan(fmt)}
  (ite (fp.isNaN {a}) b_i (ite (fp.isNaN {b}) a_i (ite a.first a_i b_i)))))
"""
    then = f"(and (= result_o wanted) (= {bit('invalid_o', 0)} (or {is_signaling(fmt, 'a_i')} {is_signaling(fmt, 'b_i')})))"
    return [smt("all", design, words, "true", then, ["max_i"] + OPERANDS + ["result_o", "invalid_o"])]


# ------------------------------------------------------------------------------------ conversion
def widening(fmt):
    """A NaN keeps sign, kind and payload, which SMT-LIB does not know; all else is a conversion."""
    exp, man = FORMATS[fmt]
    words = f"""
(define-fun same.number () Bool
  (= {number('fp32', 'f32_o')} ((_ to_fp 8 24) RNE {number(fmt, 'half_i')})))
(define-fun same.nan () Bool (= f32_o (concat ((_ extract 15 15) half_i) #xff
  ((_ extract {man - 1} 0) half_i) (_ bv0 {23 - man}))))
"""
    given = bit("bfloat_i", 0) if fmt == "bf16" else f"(not {bit('bfloat_i', 0)})"
    then = f"(ite (fp.isNaN {number(fmt, 'half_i')}) same.nan same.number)"
    return [smt("all", rtl("nf_fp_widen"), words, given, then, ["half_i", "f32_o"])]


# ------------------------------------------------------------------------------------ the list
def theorems():
    """All theorems of this file."""
    found = []
    for f in FORMATS:
        found += [
            Theorem(f"fp_add.{f}.result", f"nf_fp_add, {f}: the result is fp.add in RNE for all operands with "
                    "|a| >= |b|; every NaN is the canonical one", lambda f=f: addition(f, "result.holds")),
            Theorem(f"fp_add.{f}.flags", f"nf_fp_add, {f}: invalid, overflow, underflow and inexact are what IEEE "
                    "754-2019 clause 7 says, for all operands with |a| >= |b|",
                    lambda f=f: addition(f, "flags.hold")),
            Theorem(f"fp_add.{f}.cover", f"the cases of the addition in {f} leave out no operands with |a| >= |b|",
                    lambda f=f: addition_cover(f)),
            Theorem(f"fp_add.{f}.commutes", f"nf_fp_add, {f}: exchanged operands give the same result and flags",
                    lambda f=f: [claim("all", "claim_add_commutes", params(f))]),
            Theorem(f"fp_minmax.{f}", f"nf_fp_minmax, {f}: minimumNumber and maximumNumber of IEEE 754-2019 9.6, -0 "
                    "less than +0, canonical NaN, invalid exactly for signaling NaNs", lambda f=f: extreme(f)),
        ]
    for f in ("fp16", "bf16"):
        found.append(Theorem(f"fp_widen.{f}", f"nf_fp_widen, {f}: the result is the same number in binary32; a NaN "
                             "keeps its sign, kind and payload", lambda f=f: widening(f)))
    return found
