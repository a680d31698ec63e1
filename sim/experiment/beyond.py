# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the papers do not have: why push loses bandwidth on 128 GPUs, switches of a HammingMesh that reduce, what exact sums cost."""

import closed
from klenk import LIMIT, reduction
from table import KB, MB, Chart, Claim, Experiment, Run, Setting, Table, each, near, size

# ------------------------------------------------------------------------------- K8+: where KLENK falls to 70 GB/s
ACKS, NO_ACKS, LEAVES = "results acknowledged", "results not acknowledged", "leaves reduce first, results acknowledged"


def k8plus_runs(settings):
    sizes = [256 * KB * 4**i for i in range(4) if 256 * KB * 4**i <= settings["largest"]]
    return [reduction({"series": f"{name}, {waves} waves", "panel": "128 GPUs", "what": name}, "push", b, 256, waves, 128, acks=name != NO_ACKS,
                      engine="fast", topology="fattree128", leaves=name == LEAVES) for name in (ACKS, NO_ACKS, LEAVES) for waves in (32, 64) for b in sizes]


def k8plus_claims(rows, _settings):
    large = rows.largest()
    def at(what, waves):
        return large.one("algbw_GBps", what=what, waves=waves)
    def latency(what):
        return large.one("mean_latency_cycles", what=what, waves=64)
    where = f"push, 128 GPUs, {size(large.rows[0]['bytes'])}B"
    paper = rows.where(what=ACKS, bytes=4 * MB)
    small = [Claim(f"push, 128 GPUs, 4MB, 64 waves, {ACKS}", "about 70 GB/s, congestion is suspected", f"{paper.one('algbw_GBps', waves=64):.1f} GB/s",
                   f"the acknowledgements: without them {rows.one('algbw_GBps', what=NO_ACKS, bytes=4 * MB, waves=64):.1f} GB/s; with 32 waves and them "
                   f"{paper.one('algbw_GBps', waves=32):.1f}")] if paper.rows else []
    return [*small, Claim(f"{where}, 64 waves, {ACKS}", "-", f"{at(ACKS, 64):.1f} GB/s"),
            Claim(f"{where}, 64 waves, {NO_ACKS}", "-", f"{at(NO_ACKS, 64):.1f} GB/s"),
            Claim("mean latency of a packet, acknowledged / not / leaves reduce first", "-",
                  each([large.one("mean_latency_cycles", what=w, waves=64) for w in (ACKS, NO_ACKS, LEAVES)], 0) + " cycles"),
            Claim(f"{where}, 64 waves, {LEAVES}", "-", f"{at(LEAVES, 64):.1f} GB/s",
                  f"8:1 on every uplink, where acknowledgements end, too; latency {100 * (1 - latency(LEAVES) / latency(NO_ACKS)):.0f} % below that "
                  "without both; not in RTL, where a table's sum goes to GPUs alone")]


def k8plus_checks(rows, settings):
    large = rows.largest()
    def at(what, waves):
        return large.one("algbw_GBps", what=what, waves=waves)
    full = [# One seed is anywhere in 56..97 GB/s: six runs of seeds 1 to 3 have a mean of 70.4 and a standard deviation of 16.
            ("with acknowledgements and 64 waves 128 GPUs have the paper's 70 GB/s within two standard deviations of a seed, 46 %",
             near(rows.one("algbw_GBps", what=ACKS, bytes=4 * MB, waves=64), 70, 0.46)),
            ("without acknowledgements they pass 100 GB/s", at(NO_ACKS, 64) > 100),
            ("with leaves that reduce first they pass it with acknowledgements", at(LEAVES, 64) > 100)]
    return [*(full if settings["largest"] >= 4 * MB else []),
            ("no bandwidth is above what the wires allow", all(r["algbw_GBps"] <= r["limit_GBps"] * 1.0001 for r in rows.rows)),
            ("acknowledgements cost bandwidth with the largest message, whatever the waves", all(at(ACKS, w) < at(NO_ACKS, w) for w in (32, 64)))]


K8PLUS = Experiment(
    "K8+", "Push on 128 GPUs: acknowledgements of results, and leaves that reduce first", "beyond KLENK Fig. 8",
    "about 70 GB/s with 128 GPUs", k8plus_runs, k8plus_claims, k8plus_checks, {"largest": Setting(16 * MB, "bytes of the largest message", low=256 * KB)},
    (Table("128 GPUs, GB/s", "bytes", "algbw_GBps"), Table("Mean latency, cycles", "bytes", "mean_latency_cycles")),
    (Chart("bytes", "algbw_GBps", "message, bytes", "GB/s", (0, 140), limit=LIMIT, points=(("128 GPUs", 4 * MB, 70),)),))

# ------------------------------------------------------------------------------- HIN: switches of a HammingMesh that reduce
# Boards of 2x2: each accelerator has a cable to the switch of its row and one to that of its column, in each of four planes (HXMESH
# Table III: 400 Gb/s, 20 ns a cable). One half of the buffer is reduced in the rows, then in the columns; the other one the other way
# round: so all cables are in use, and the time is that of two pushes of a half. A row of N accelerators is a switch of N ports.
SIDES = (16, 32, 64)  # accelerators of a row; 64 ports are the most that a switch which reduces has
SIDE_RATE = 200e9  # bytes a second of the four planes' links to one side
RINGS, TORUS, SWITCHES = "two rings both ways", "two-dimensional torus", "switches reduce"


def hin_runs(settings):
    alpha = settings["alpha"] * 1e-9
    sizes = [4 * KB * 4**i for i in range(8) if 4 * KB * 4**i <= settings["largest"]]
    runs = []
    for side in SIDES:
        panel, p = f"{side * side:,} accelerators", side * side
        runs += [Run({"panel": panel, "series": name, "bytes": b, "time_us": 1e6 * form(p, b, alpha, SIDE_RATE)}) for b in sizes
                 for name, form in ((RINGS, closed.rings), (TORUS, closed.torus))]
        runs += [Run({"panel": panel, "series": SWITCHES, "bytes": b},
                     ("simulate", "--topology", f"single:{side},planes=4,rate=50,wire=20", "--algorithm", "push", "--bytes", str(b // 2), "--table-bytes",
                      "1024"), figures=lambda f: {"time_us": 2 * f["time_us"], "evictions": f["evictions"]}, weight=b * side / 1e7) for b in sizes]
    # The rings, executed as a whole.
    runs += [Run({"panel": "executed", "series": RINGS, "bytes": b, "closed_us": 1e6 * closed.rings(256, b, alpha, SIDE_RATE)},
                 ("schedule", "--algorithm", "cycles", "--shape", "16x16", "--bytes", str(b), "--alpha", f"{settings['alpha']}ns", "--link-rate",
                  f"{SIDE_RATE / 1e9:g}GB/s"), ("time_us",), weight=4) for b in (sizes[2], sizes[-1])]
    return runs


def hin_ratio(rows, panel, other):
    """Times of the other over those of switches, by size."""
    return [a / b for a, b in zip(rows.where(panel=panel, series=other).get("time_us"), rows.where(panel=panel, series=SWITCHES).get("time_us"))]


def hin_claims(rows, _settings):
    claims = []
    for side in SIDES:
        panel = f"{side * side:,} accelerators"
        names = [size(b) for b in rows.where(panel=panel, series=SWITCHES).get("bytes")]
        claims += [Claim(f"{panel}: {other} over switches, time, {' / '.join(names)}", "-", each(hin_ratio(rows, panel, other), 2),
                         "switches send every sum to all, the torus algorithm only its part: half of its bandwidth is the limit" if other == TORUS else
                         "2 (p - 1) messages after one another")
                   for other in (RINGS, TORUS)]
    return claims


def hin_checks(rows, settings):
    panels = [f"{side * side:,} accelerators" for side in SIDES]
    small = [rows.where(panel=p, series=SWITCHES).get("time_us")[0] for p in panels]
    checks = [("executed rings take the closed form's time, within 0.1 %", all(near(r["time_us"], r["closed_us"], 0.001) for r in rows.where(panel="executed").rows)),
              ("small messages are ten times as fast by switches as on rings", all(hin_ratio(rows, p, RINGS)[0] > 10 for p in panels)),
              ("their time does not double from 256 to 4,096 accelerators, that of the rings is sixteen times as long", small[-1] < 2 * small[0]),
              ("no table evicts", not any(r.get("evictions") for r in rows.rows))]
    if settings["largest"] >= 16 * MB:
        checks.append(("256 accelerators: with the largest message switches have 35 to 55 % of the torus algorithm's bandwidth", 0.35 < hin_ratio(rows, panels[0], TORUS)[-1] < 0.55))
    return checks


HIN = Experiment(
    "HIN", "All-reduce on a HammingMesh whose row and column switches reduce, against its rings", "beyond HXMESH V-A2", "nobody has it", hin_runs,
    hin_claims, hin_checks, {"alpha": Setting(200, "ns of a message between neighbours of a ring, as in H13"), "largest": Setting(16 * MB, "bytes of the largest message", low=64 * KB)},
    tuple(Table(f"{side * side:,} accelerators, us", "bytes", "time_us", f"{side * side:,} accelerators") for side in SIDES),
    (Chart("bytes", "time_us", "message, bytes", "us", (1, 10_000), only=tuple(f"{side * side:,} accelerators" for side in SIDES)),))

# ------------------------------------------------------------------------------- KDET: exact sums
# NAND2 equivalents, flip-flops, memory bits and ps of the worst stage of nf_reduce_table in Nangate45 (docs/reduce.md, Area).
AREA = (("f32", "plain", 60628, 4427, 8192, 1511), ("f32", "exact", 140182, 8724, 93440, 1659),
        ("f16x2", "plain", 82491, 5267, 8192, 1517), ("f16x2", "exact", 251845, 14002, 186880, 1675))
MODES = {"f32": ("plain", "exact"), "f16x2": ("plain", "wide", "exact")}


def kdet_runs(settings):
    def figures(found):  # of exact sums none is off, and the report does not count them
        return {c: found[c] for c in ("cycles", "algbw_GBps", "evictions", "partials", "bit_exact")} | {"elements_rounded": found.get("elements_rounded", 0)}
    runs = [Run({"panel": f"{kind}, {settings['bytes'] // KB} kB", "series": mode, "what": "run", "dtype": kind, "table_bytes": table},
                ("allreduce", "--topology", "dgx2", "--bytes", str(settings["bytes"]), "--dtype", kind, "--mode", mode, "--table-bytes", str(table)),
                figures=figures, weight=4 if table == 128 else 1) for kind, modes in MODES.items() for mode in modes for table in (128, 256, 1024)]
    return runs + [Run({"panel": "a table", "series": mode, "what": "area", "dtype": kind, "nand2": nand2, "flip_flops": flops, "memory_bits": bits,
                        "worst_ps": ps}) for kind, mode, nand2, flops, bits, ps in AREA]


def kdet_cost(rows, kind, mode, table):
    """Cycles of a mode over those of plain sums."""
    def cycles(which):
        return rows.one("cycles", what="run", dtype=kind, series=which, table_bytes=table)
    return cycles(mode) / cycles("plain")


def kdet_claims(rows, _settings):
    claims = []
    for kind, modes in MODES.items():
        for mode in modes[1:]:
            sent = [rows.one("partials", what="run", dtype=kind, series=m, table_bytes=128) for m in ("plain", mode)]
            why = f"128 B evict, and an evicted sum travels as planes: {sent[1]:,} packets of partial sums instead of {sent[0]:,}; larger tables evict nothing"
            claims.append(Claim(f"{kind}, {mode} over plain sums, time; tables of 128 / 256 / 1k B", "-",
                                each([kdet_cost(rows, kind, mode, t) for t in (128, 256, 1024)], 2) + " times", why))
        area = {r["series"]: r for r in rows.where(what="area", dtype=kind).rows}
        claims.append(Claim(f"{kind}, exact over plain sums, a table of 8 entries: gates, memory bits, worst stage", "-",
                            " / ".join(f"{area['exact'][k] / area['plain'][k]:.2f}" for k in ("nand2", "memory_bits", "worst_ps")) + " times",
                            "333 bits behind each word instead of 32"))
    rounded = rows.one("elements_rounded", what="run", dtype="f32", series="plain", table_bytes=1024)
    return [*claims, Claim("f32, plain: sums that are not the correctly rounded one", "-", f"{rounded} of the elements", "with exact sums there is none")]


def kdet_checks(rows, settings):
    runs = rows.where(what="run").rows
    exact = [r for r in runs if r["series"] == "exact"]
    return [("every result is the one that its mode promises, bit by bit", all(r["bit_exact"] for r in runs)),
            ("some plain sums are not correctly rounded, all exact ones are", not any(r["elements_rounded"] for r in exact) and rows.one("elements_rounded", what="run", dtype="f32", series="plain", table_bytes=1024) > 0),
            ("where nothing is evicted exact sums cost less than 2 % of the time",
             all(kdet_cost(rows, r["dtype"], "exact", r["table_bytes"]) < 1.02 for r in exact if not r["evictions"])),
            ("tables of 1 kB evict nothing, with 64 kB or more those of 128 B do",
             all(bool(r["evictions"]) == (r["table_bytes"] == 128) for r in exact if r["table_bytes"] == 1024 or r["table_bytes"] == 128 and settings["bytes"] >= 64 * KB))]


KDET = Experiment(
    "KDET", "What sums cost that do not depend on the order: time on DGX-2, area of a table", "beyond KLENK IV-E4", "nobody has it", kdet_runs,
    kdet_claims, kdet_checks, {"bytes": Setting(64 * KB, "bytes of a GPU's buffer", low=4 * KB)},
    tuple(Table(f"{kind}, cycles", "table_bytes", "cycles", f"{kind}, 64 kB") for kind in MODES),
    (Chart("table_bytes", "cycles", "table, bytes a port", "cycles", (1000, 100_000)),))

ALL = (K8PLUS, HIN, KDET)
