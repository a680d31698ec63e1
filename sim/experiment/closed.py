# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The papers' closed forms, as they are printed but for what is said. They share nothing with the engines beside which they stand.

p ranks, n of a machine; m bytes of a rank's buffer; alpha seconds of a message, b bytes a second (NETREDUCE 2.2, 3.2; HXMESH V-A2).
"""

import math


def ring(p, m, alpha, b):
    """NETREDUCE Eq. 1; Eq. 4 with b between machines."""
    return 2 * (p - 1) * alpha + 2 * (p - 1) / p * m / b


def in_network(m, alpha, b):
    """NETREDUCE Eq. 2."""
    return alpha + m / b


def ring_less_in_network(p, m, alpha, b):
    """NETREDUCE Eq. 3: Eq. 1 - Eq. 2."""
    return (2 * p - 3) * alpha + (p - 2) / p * m / b


def tencent(p, n, m, alpha, intra, inter):
    """NETREDUCE Eq. 5, last line. The bracket of its first phase has a further factor n in the paper, which that line has not."""
    return ((n * n + 3 * n * math.log2(n) - 3 * n + 2 * p) / n * alpha
            + (4 * (n - 1) * p * inter + 2 * (p - n) * n * intra) / (n * p * intra * inter) * m)


def hierarchical(n, m, alpha, intra, inter):
    """NETREDUCE Eq. 6."""
    return (2 * n - 1) * alpha + (2 * (n - 1) * inter + n * intra) / (n * intra * inter) * m


def tencent_less_hierarchical(p, n, m, alpha, intra, inter):
    """NETREDUCE Eq. 7: Eq. 5 - Eq. 6."""
    return ((2 * p / n + 3 * math.log2(n) - n - 2) * alpha
            + ((p - 2 * n) * n * intra + 2 * (n - 1) * p * inter) / (n * p * intra * inter) * m)


def ring_less_hierarchical(p, n, m, alpha, intra, inter):
    """NETREDUCE Eq. 8: Eq. 4 - Eq. 6."""
    return (2 * p - 2 * n - 1) * alpha + ((p - 2) * n * intra - 2 * (n - 1) * p * inter) / (n * p * intra * inter) * m


def ratio_for_hierarchical(p):
    """NETREDUCE Eq. 9: B_intra / B_inter above which Eq. 6 is below Eq. 4 for every m; relaxed, as it stands there."""
    return 2 * p / (p - 2)


def exact_ratio_for_hierarchical(p, n):
    """The same from the bytes' term of Eq. 8, without the relaxation (n - 1) / n < 1."""
    return 2 * (n - 1) * p / (n * (p - 2))


def window(rtt, port_rate, msglen, packet):
    """NETREDUCE Eq. 10: messages that must be under way; seconds, bytes a second, packets, bytes."""
    return rtt * port_rate / (msglen * packet)


def rings(p, m, alpha, b, links=4):
    """HXMESH V-A2, pipelined rings over so many links of b: two cycles both ways have four (exact, not with its ~)."""
    return 2 * (p - 1) * (alpha + m / (links * p * b))


def torus(p, m, alpha, b):
    """HXMESH V-A2, two-dimensional torus of side sqrt p, four links of b. The bytes' term is (p - 1) / (2 p), as a schedule with a
    quarter of the buffer on each link has it; the paper prints (1 + 2 sqrt p) / (4 sqrt p), which is more by 1 / (4 sqrt p)."""
    side = math.isqrt(p)
    return 4 * (side - 1) * alpha + (p - 1) / p * m / (2 * b)


def torus_printed(p, m, alpha, b):
    """HXMESH V-A2 as printed."""
    return 4 * math.sqrt(p) * alpha + m / b * (1 + 2 * math.sqrt(p)) / (4 * math.sqrt(p))
