# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Binary formats by Python's exact fractions: what the hardware must give, from nothing it knows."""

from fractions import Fraction


class Format:
    """A binary interchange format: codes to numbers and, rounded once to nearest even, back."""

    def __init__(self, bits, man_bits):
        self.bits = bits
        self.man_bits = man_bits
        exp_bits = bits - 1 - man_bits
        self.bias = (1 << exp_bits - 1) - 1
        self.sign = 1 << bits - 1
        self.infinity = (1 << exp_bits) - 1 << man_bits
        self.nan = self.infinity | 1 << man_bits - 1

    def finite(self, code):
        return code & ~self.sign < self.infinity

    def value(self, code):
        """The number of a finite code."""
        exponent, man = code >> self.man_bits & self.infinity >> self.man_bits, code & (1 << self.man_bits) - 1
        if exponent:
            man |= 1 << self.man_bits
        number = Fraction(man) * Fraction(2) ** (max(exponent, 1) - self.bias - self.man_bits)
        return -number if code & self.sign else number

    def code(self, number, negative_zero=False):
        """The code of a number, rounded."""
        if number == 0:
            return self.sign if negative_zero else 0
        sign, number = (self.sign if number < 0 else 0), abs(number)
        least = 1 - self.bias - self.man_bits
        top = number.numerator.bit_length() - number.denominator.bit_length()
        if Fraction(2) ** top > number:
            top -= 1
        unit = max(top - self.man_bits, least)
        man = round(number / Fraction(2) ** unit)  # to even
        return sign | min((unit - least << self.man_bits) + man, self.infinity)

    def random(self, rng, spread=None):
        """A random finite code; spread: exponents at most this far above the middle."""
        while True:
            if spread is None:
                code = rng.getrandbits(self.bits)
            else:
                exponent = min(self.bias + rng.randrange(spread), (self.infinity >> self.man_bits) - 1)
                code = (rng.getrandbits(1) << self.bits - 1 | exponent << self.man_bits
                        | rng.getrandbits(self.man_bits))
            if self.finite(code):
                return code


F32, F16, BF16 = Format(32, 23), Format(16, 10), Format(16, 7)
ELEMENTS = {"f32": F32, "f16x2": F16, "bf16x2": BF16}


def halves(dtype, word):
    """The elements' codes in a word."""
    return [word] if dtype == "f32" else [word & 0xffff, word >> 16]


def join(codes):
    return sum(code << 16 * i for i, code in enumerate(codes))


def exact_sum(dtype, words, divisor=1):
    """The sum of finite words over the divisor, rounded once."""
    form = ELEMENTS[dtype]
    columns = zip(*(halves(dtype, w) for w in words))
    return join([form.code(sum(map(form.value, column)) / divisor, all(c == form.sign for c in column))
                 for column in columns])


def ordered_sum(dtype, words, through=None, divisor=1):
    """The sum with every addition rounded, in this order, to the type or to format `through`."""
    form = ELEMENTS[dtype]
    kept = through or form
    codes = []
    for column in zip(*(halves(dtype, w) for w in words)):
        total, minus = form.value(column[0]), column[0] == form.sign
        for code in column[1:]:
            minus = minus and code == form.sign
            rounded = kept.code(total + form.value(code), minus)
            if not kept.finite(rounded):
                return None  # infinite sums are not what this is for
            total = kept.value(rounded)
        codes.append(form.code(total / divisor, minus))
    return join(codes)


def random_words(rng, dtype, count, spread=None):
    form = ELEMENTS[dtype]
    return [join([form.random(rng, spread) for _ in halves(dtype, 0)]) for _ in range(count)]
