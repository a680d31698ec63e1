# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The papers' closed forms (sim/experiment/closed.py, klenk.py) against values that are printed, against each other, and against what the
commands execute: NETREDUCE Eq. 1 to 10, HXMESH V-A2 and Table II, KLENK Eq. 1 and 2, LogGP."""

import json
import math
import sys

import helpers

sys.path.insert(0, "sim/experiment")
import closed
import hxmesh
import klenk

ALPHA, INTER = 1e-6, 12.5e9


def report(*words):
    done = helpers.netfold(*words, "--json", "-")
    try:
        return json.loads(done.stdout[done.stdout.index("{"):done.stdout.rindex("}") + 1])
    except ValueError:
        raise AssertionError(f"{words}: {done.stderr}") from None


def off(what, found, wanted, share=1e-6):
    return [] if abs(found - wanted) <= share * abs(wanted) else [f"{what}: {found:.9g}, not {wanted:.9g}"]


def executed(algorithm, ranks, nbytes, *more):
    return report("schedule", "--algorithm", algorithm, "--ranks", ranks, "--bytes", nbytes, "--alpha", "1us", *more)


def netreduce(tap):
    """Eq. 1, 2, 4, 5, 6 take the time of their schedules; 3, 7, 8 are differences; 9 is where 8 has no bytes' term; 10 hides a round trip."""
    reasons = []
    for p, n, intra in ((16, 4, 50e9), (64, 8, 15.75e9), (128, 8, 150e9)):
        m = 16_384_000 * p // 16
        rates = ("--link-rate", f"{intra / 1e6:.0f}MB/s", "--inter-rate", f"{INTER / 1e6:.0f}MB/s", "--machine", n)
        flat = ("--link-rate", f"{INTER / 1e6:.0f}MB/s")
        pairs = (("Eq. 1, 4", executed("ring", p, m, *flat), closed.ring(p, m, ALPHA, INTER)),
                 ("Eq. 2", executed("network", p, m, *flat), closed.in_network(m, ALPHA, INTER)),
                 ("Eq. 5", executed("tencent", p, m, *rates), closed.tencent(p, n, m, ALPHA, intra, INTER)),
                 ("Eq. 6", executed("hierarchical-netreduce", p, m, *rates), closed.hierarchical(n, m, ALPHA, intra, INTER)))
        for what, run, form in pairs:
            reasons += off(f"{what}, {p} ranks", run["time_us"], 1e6 * form)
        reasons += off(f"Eq. 3, {p} ranks", 1e6 * closed.ring_less_in_network(p, m, ALPHA, INTER), pairs[0][1]["time_us"] - pairs[1][1]["time_us"])
        reasons += off(f"Eq. 7, {p} ranks", 1e6 * closed.tencent_less_hierarchical(p, n, m, ALPHA, intra, INTER), pairs[2][1]["time_us"] - pairs[3][1]["time_us"])
        reasons += off(f"Eq. 8, {p} ranks", 1e6 * closed.ring_less_hierarchical(p, n, m, ALPHA, intra, INTER), pairs[0][1]["time_us"] - pairs[3][1]["time_us"])
        ratio = closed.exact_ratio_for_hierarchical(p, n)  # without alpha, Eq. 8 changes its sign there
        sides = [closed.ring_less_hierarchical(p, n, m, 0, k * ratio * INTER, INTER) for k in (0.999, 1, 1.001)]
        reasons += [] if sides[0] < 0 < sides[2] and abs(sides[1]) < 1e-12 * m / INTER else [f"Eq. 9, {p} ranks: {sides}"]
        reasons += [] if ratio < closed.ratio_for_hierarchical(p) else [f"Eq. 9, {p} ranks: the relaxed ratio is not above the exact one"]
    tap.result("NETREDUCE Eq. 1 to 9, as schedules take them", reasons)


def window(tap):
    """Eq. 10 with the port's bytes of a packet: the next whole number and one keep the port busy, that number does not."""
    reasons = []
    for msglen, round_trip in ((170, "3us"), (8, "3us"), (32, "20us")):
        def run(count, msglen=msglen, round_trip=round_trip):
            return report("endpoint", "--system", "netreduce", "--msglen", msglen, "--round-trip", round_trip, "--bytes", 400 * 1024 * msglen, "--host-time", 0,
                          *(("--window", count) if count else ()))
        free = run(0)
        bound = closed.window(float(round_trip[:-2]) * 1e-6, 12.5e9, msglen, 1106)
        reasons += [] if free["window"] == math.ceil(bound) + 1 and free["waits_us"] == 0 else [f"Eq. 10, {msglen} packets: {bound:.3f}, {free}"]
        reasons += [] if run(free["window"] - 1)["waits_us"] > 0 else [f"Eq. 10, {msglen} packets: one message less does not wait"]
    tap.result("NETREDUCE Eq. 10: the window that hides a round trip, and no smaller one", reasons)


def meshes(tap):
    """Rings and torus of HXMESH V-A2, executed; no schedule is below what its ports allow."""
    reasons = []
    for side in (4, 8, 16):
        p, m, b = side * side, 1_024_000 * side, 50e9
        for algorithm, form in (("cycles", closed.rings), ("torus", closed.torus)):
            run = report("schedule", "--algorithm", algorithm, "--shape", f"{side}x{side}", "--bytes", m, "--alpha", "1us", "--link-rate", "50GB/s")
            reasons += off(f"{algorithm}, {p} ranks", run["time_us"], 1e6 * form(p, m, ALPHA, b), 1e-3)
            reasons += [] if run["time_us"] >= run["limit_us"] else [f"{algorithm}, {p} ranks: {run['time_us']} us is below the limit of its ports, {run['limit_us']}"]
        reasons += off(f"the printed torus, {p} ranks", closed.torus_printed(p, m, 0, b) - m / b / (4 * side), m / (2 * b))  # more by 1 / (4 sqrt p)
    for algorithm in ("ring", "ring-both", "direct", "halving-doubling", "double-tree"):
        for p in (4, 16, 32):
            run = executed(algorithm, p, 1 << 20)
            reasons += [] if run["time_us"] >= run["limit_us"] > 0 else [f"{algorithm}, {p} ranks: {run['time_us']} us, limit {run['limit_us']}"]
    tap.result("HXMESH V-A2: rings and torus executed; no algorithm beats its ports", reasons)


def table_2(tap):
    """Cost and diameter of the small networks of Table II as printed (sim/test/topology.py has all), and cut widths of V-A1."""
    reasons = []
    for name, spec, cost, _, _, diameter in hxmesh.TABLE_2["small"]:
        found = report("topology", spec)
        reasons += off(f"{name}: cost", round(found["cost_USD"] / 1e6, 1), cost, 1e-9)
        reasons += [] if found["diameter"] == diameter or name == "dragonfly" else [f"{name}: diameter {found['diameter']}, not {diameter}"]
    # 1 / 2a of the injection (III-A); on a board of 4x4 flows, equal parts of all shortest ways, fill the inner cables first.
    for spec, width, least in (("hammingmesh:2x2,16x16,planes=4", 1 / 4, 1), ("hammingmesh:4x4,8x8,planes=4", 1 / 8, 0.8)):
        found = report("flow", "--topology", spec, "--routing", "adaptive", "--shifts", 0)
        share = found["overlapped_GBps"] / found["injection_GBps"]
        reasons += [] if least * width <= share < 1.15 * width else [f"{spec}: {share:.3f} of the injection, cut width {width}"]
    tap.result("HXMESH Table II, small: cost and diameter; all-to-alls about the cut width", reasons)


def klenk_tables(tap):
    """KLENK Eq. 1 and 2 by hand: bytes under way of 150 B/ns."""
    pull = klenk.pull_table(16, 2, 230.4) / 6
    push = klenk.push_table(2) / 192
    reasons = off("Eq. 1", pull, 150 / 15 * (4 * 150 + 230.4) / 6) + off("Eq. 2", push, 150 * 300 / 192)
    reasons += [] if abs(pull - 1400) < 70 and abs(push - 270) < 40 else [f"{pull:.0f} and {push:.0f} B a port; 1.4 kB and 270 B are printed"]
    tap.result("KLENK Eq. 1 and 2", reasons)


def loggp(tap):
    """o, L, o, g and the bytes of an all-to-all of two with a baseline (ACE 5, Table 7)."""
    reasons = []
    for nbytes in (512, 4096):
        memory, bus = (nbytes / rate + 20 + 2 * 20 + 50 for rate in (900, 500))
        run = report("endpoint", "--system", "baseline", "--topology", "ring:2", "--collective", "alltoall", "--bytes", 2 * nbytes)
        # A link inside a package: 200 GB/s, 90 cycles, 272 bytes for a packet of 256.
        reasons += off(f"{nbytes} bytes", run["cycles"], 2 * memory + 2 * bus + nbytes * 272 / 256 / 200 + 90)
    tap.result("LogGP: memory, bus, link, bus, memory", reasons)


if __name__ == "__main__":
    helpers.run(netreduce, window, meshes, table_2, klenk_tables, loggp)
