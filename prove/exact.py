# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Theorems on exact sums: nf_exact_decode and nf_exact_add.

The number of a sum is written down here once more, on 320 bits as docs/exact.md has it, and so is the number
of a term. A step adds one to the other; what a whole sum is follows by induction over its terms.
"""

from engine import rtl, smt
from pipelines import pause
from theorem import Theorem, all_of, bit, is_signaling, number

SEGMENTS = 10
SUM = 32 * SEGMENTS  # bits of the number
SEEN_NAN, SEEN_PLUS, SEEN_MINUS, SEEN_OTHER = range(SUM + SEGMENTS - 1, SUM + SEGMENTS + 3)


def zeros(bits):
    return f"(_ bv0 {bits})"


def extend(bits, term):
    return f"((_ zero_extend {bits}) {term})"


def carries(vector, low):
    """Nine bits of a vector as carries into segments 1 to 9 of a number."""
    parts = [f"{zeros(31)} ((_ extract {low + k} {low + k}) {vector})" for k in reversed(range(SEGMENTS - 1))]
    return f"(concat {' '.join(parts)} {zeros(32)})"


def number_of(acc):
    """Segments plus saved carries."""
    return f"(bvadd ((_ extract {SUM - 1} 0) {acc}) {carries(acc, SUM)})"


# ------------------------------------------------------------------------------------ addition
# A finite fp32 in units of 2^-149, as a 320-bit number; infinities and NaNs count as 0.
TERM_WORDS = f"""
(define-fun term.exp () (_ BitVec 8) ((_ extract 30 23) value_i))
(define-fun term.sig () (_ BitVec {SUM}) (concat {zeros(SUM - 24)}
  (ite (= term.exp #x00) #b0 #b1) ((_ extract 22 0) value_i)))
(define-fun term.place () (_ BitVec 8) (ite (= term.exp #x00) #x00 (bvsub term.exp #x01)))
(define-fun term.size () (_ BitVec {SUM}) (ite (= term.exp #xff) {zeros(SUM)}
  (bvshl term.sig {extend(SUM - 8, 'term.place')})))
(define-fun term () (_ BitVec {SUM}) (ite {bit('value_i', 31)} (bvneg term.size) term.size))
"""

STEP_WORDS = f"""
(define-fun before () (_ BitVec {SUM + 13}) (ite {bit('clear_i', 0)} {zeros(SUM + 13)} acc_i))
(define-fun seen.before () (_ BitVec 4) ((_ extract {SEEN_OTHER} {SEEN_NAN}) before))
(define-fun seen.after () (_ BitVec 4) ((_ extract {SEEN_OTHER} {SEEN_NAN}) acc_o))
(define-fun adds () Bool {bit('hold_i', 0).replace('#b1', '#b0')})
(define-fun plane () Bool {bit('plane_i', 0)})
"""


def segment(vector, k):
    return f"((_ extract {32 * k + 31} {32 * k}) {vector})"


def step(case, given, then):
    """A case about one step of a sum."""
    watch = ["acc_i", "clear_i", "hold_i", "plane_i", "index_i", "value_i", "acc_o", "invalid_o"]
    return smt(case, rtl("bench_exact_step"),
               STEP_WORDS + TERM_WORDS, given, then, watch)


def term_steps():
    """An fp32 goes into a sum."""
    given = "(and adds (not plane))"
    value = number("fp32", "value_i")
    seen = [f"(fp.isNaN {value})", f"(and (fp.isInfinite {value}) (fp.isPositive {value}))",
            f"(and (fp.isInfinite {value}) (fp.isNegative {value}))", "(distinct value_i #x80000000)"]
    remembered = all_of(*(f"(= {bit('seen.after', i)} (or {bit('seen.before', i)} {what}))"
                          for i, what in enumerate(seen)))
    added = f"(= {number_of('acc_o')} (bvadd {number_of('before')} term))"
    # By the segment where the term begins.
    return [step(f"number, segment {k}", f"(and {given} (= ((_ extract 7 5) term.place) (_ bv{k} 3)))", added)
            for k in range(8)] + [
            step("sticky bits", given, remembered),
            step("invalid", given, f"(= {bit('invalid_o', 0)} {is_signaling('fp32', 'value_i')})")]


def plane_steps():
    """A word of a plane goes into a sum."""
    cases = []
    for k in range(SEGMENTS):
        moved = f"(bvshl {extend(SUM - 32, 'value_i')} (_ bv{32 * k} {SUM}))"
        cases.append(step(f"plane {k}", f"(and adds plane (= index_i (_ bv{k} 4)))", all_of(
            f"(= {number_of('acc_o')} (bvadd {number_of('before')} {moved}))",
            "(= seen.after seen.before)", f"(not {bit('invalid_o', 0)})")))
    cases.append(step("carries and sticky bits", f"(and adds plane (= index_i (_ bv{SEGMENTS} 4)))", all_of(
        f"(= {number_of('acc_o')} (bvadd {number_of('before')} {carries('value_i', 0)}))",
        "(= seen.after (bvor seen.before ((_ extract 12 9) value_i)))", f"(not {bit('invalid_o', 0)})")))
    return cases


def holding():
    """Nothing is to be added, or a plane that does not exist."""
    return [step("all", f"(or (not adds) (and plane (bvugt index_i (_ bv{SEGMENTS} 4))))",
                 f"(and (= acc_o before) (not {bit('invalid_o', 0)}))")]


# ------------------------------------------------------------------------------------ the list
def theorems():
    """All theorems of this file."""
    return [
        Theorem("exact_add.term", "nf_exact_decode and nf_exact_add: the number of the new sum is that of the old one plus "
                "the fp32, mod 2^320; sticky bits and invalid too; for every sum and every fp32", term_steps),
        Theorem("exact_add.plane", "nf_exact_decode and nf_exact_add: a word of plane p adds word * 2^(32p); of the last "
                "one, carries and sticky bits", plane_steps),
        Theorem("exact_add.hold", "nf_exact_decode and nf_exact_add: a hold, or a plane that does not exist, leaves the "
                "sum as it is, bit by bit", holding),
        Theorem("exact_round.pause", "nf_exact_round: without en_i no register changes",
                lambda: pause("nf_exact_round", ["HasF32=1", "HasF32=0"])),
    ]
