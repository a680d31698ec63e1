# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the papers do not have: why push loses bandwidth on 128 GPUs, switches of a HammingMesh that reduce, what exact sums cost."""

import csv
import math
import pathlib
import statistics

import closed
from klenk import LIMIT, reduction
from table import KB, MB, Chart, Claim, Experiment, Run, Setting, Table, each, near, size

# ------------------------------------------------------------------------------- K8+: where KLENK falls to 70 GB/s
ACKS, NO_ACKS, LEAVES = "results acknowledged", "results not acknowledged", "leaves reduce first, results acknowledged"
SHORT = 1024  # cycles: less than what ranks may be apart, which is the time-out of a push
HASTY = {ACKS: f"{ACKS}, time-out of {SHORT:,} cycles", NO_ACKS: f"{NO_ACKS}, time-out of {SHORT:,} cycles"}
VARIANTS = (ACKS, HASTY[ACKS], NO_ACKS, HASTY[NO_ACKS], LEAVES)
K8PLUS_LINES = ((ACKS, 32), (ACKS, 64), (HASTY[ACKS], 64), (NO_ACKS, 32), (NO_ACKS, 64), (HASTY[NO_ACKS], 64), (LEAVES, 32), (LEAVES, 64))
MANY, MANY_WAVES = 4 * MB, 64  # what several seeds are run of
SEEDS_OF = f"{size(MANY)}B, {MANY_WAVES} waves"
# Student's t of a two-sided interval of 95 %, by degrees of freedom.
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228, 11: 2.201}


def k8plus_run(panel, what, nbytes, waves, seed=1):
    return reduction({"series": f"{what}, {waves} waves", "panel": panel, "what": what, "seed": seed}, "push", nbytes, 256, waves, 128, acks=not what.startswith(NO_ACKS),
                     engine="fast", topology="fattree128", leaves=what == LEAVES, timeout=SHORT if what in HASTY.values() else None, seed=seed)


def k8plus_runs(settings):
    sizes = [256 * KB * 4**i for i in range(4) if 256 * KB * 4**i <= settings["largest"]]
    seeds = range(2, settings["seeds"] + 1) if settings["largest"] >= MANY else ()  # the first is in the panel of sizes
    return [*(k8plus_run("128 GPUs", what, b, waves) for what, waves in K8PLUS_LINES for b in sizes),
            *(k8plus_run(SEEDS_OF, what, MANY, MANY_WAVES, seed) for what in VARIANTS for seed in seeds)]


def k8plus_derive(rows):
    """The first seed among the others."""
    first = rows.where(panel="128 GPUs", bytes=MANY, waves=MANY_WAVES).rows if SEEDS_OF in rows.values("panel") else []
    return [row | {"panel": SEEDS_OF} for row in first]


def interval(values):
    """Mean, and half of the interval of 95 % of the mean."""
    return statistics.mean(values), STUDENT[len(values) - 1] * statistics.stdev(values) / math.sqrt(len(values))


def of_seeds(rows, what, column="algbw_GBps"):
    return [row[column] for row in sorted(rows.where(panel=SEEDS_OF, what=what).rows, key=lambda row: row["seed"])]


def k8plus_claims(rows, settings):
    large = rows.where(panel="128 GPUs").largest()
    def at(what, column="algbw_GBps"):
        return large.one(column, what=what, waves=64)
    claims = []
    for what in VARIANTS if of_seeds(rows, ACKS) else ():
        mean, half = interval(of_seeds(rows, what))
        outs = of_seeds(rows, what, "timeouts")
        why = f"time-outs, {min(outs):,} to {max(outs):,} a run: the row before has none" if what in HASTY.values() else "-"
        claims.append(Claim(f"push, 128 GPUs, {SEEDS_OF}, {what}: mean of {settings['seeds']} seeds and its interval of 95 %; least to most",
                            "about 70 GB/s, congestion is suspected" if what == HASTY[ACKS] else "-",
                            f"{mean:.1f} +- {half:.1f} GB/s; {min(of_seeds(rows, what)):.1f} to {max(of_seeds(rows, what)):.1f}", why))
    where = f"push, 128 GPUs, {size(large.rows[0]['bytes'])}B, 64 waves, first seed"
    return [*claims, Claim(f"{where}, mean latency of a packet: {' / '.join(VARIANTS)}", "-", each([at(w, "mean_latency_cycles") for w in VARIANTS], 0) + " cycles",
                           "of the last, with 4M, the cycle engine has 117.54 GB/s and 992 cycles, this one 117.55 and 990")]


def k8plus_checks(rows, settings):
    large = rows.where(panel="128 GPUs").largest()
    def at(what, waves):
        return large.one("algbw_GBps", what=what, waves=waves)
    checks = [("no bandwidth is above what the wires allow", all(r["algbw_GBps"] <= r["limit_GBps"] * 1.0001 for r in rows.rows)),
              ("acknowledgements cost bandwidth with the largest message, whatever the waves", all(at(ACKS, w) < at(NO_ACKS, w) for w in (32, 64)))]
    if settings["largest"] < MANY:
        return checks
    means = {what: interval(of_seeds(rows, what)) for what in VARIANTS}
    (mean, half), (other, other_half) = means[ACKS], means[NO_ACKS]
    def ends(what):  # time-outs of the slowest seed and of the fastest
        seeds = sorted(zip(of_seeds(rows, what), of_seeds(rows, what, "timeouts")))
        return seeds[0][1], seeds[-1][1]
    return [*checks,
            (f"with a time-out of {SHORT:,} cycles the paper's 70 GB/s is within the interval of 95 % of the mean of {settings['seeds']} seeds",
             abs(means[HASTY[ACKS]][0] - 70) <= means[HASTY[ACKS]][1]),
            ("no entry times out but with the short time-out", not any(sum(of_seeds(rows, what, "timeouts")) for what in VARIANTS if what not in HASTY.values())),
            ("acknowledgements cost bandwidth: the intervals of the means with and without do not meet", mean + half < other - other_half),
            ("seeds differ by time-outs: without them each is above the mean with them, and they differ less",
             all(min(of_seeds(rows, what)) > means[hasty][0] and means[what][1] < means[hasty][1] for what, hasty in HASTY.items())),
            ("the slowest seed has more time-outs than the fastest", all(ends(hasty)[0] > ends(hasty)[1] for hasty in HASTY.values())),
            ("with leaves that reduce first every seed passes the 100 GB/s that the paper has with 64 GPUs", min(of_seeds(rows, LEAVES)) > 100)]


K8PLUS = Experiment(
    "K8+", "Push on 128 GPUs: acknowledgements of results, time-outs, and leaves that reduce first", "beyond KLENK Fig. 8",
    "about 70 GB/s with 128 GPUs", k8plus_runs, k8plus_claims, k8plus_checks,
    {"largest": Setting(4 * MB, "bytes of the largest message", low=256 * KB), "seeds": Setting(6, f"of {SEEDS_OF}, up to {len(STUDENT) + 1}", low=2, high=len(STUDENT) + 1)},
    (Table("128 GPUs, GB/s", "bytes", "algbw_GBps", "128 GPUs"), Table("128 GPUs, mean latency, cycles", "bytes", "mean_latency_cycles", "128 GPUs"),
     Table(f"{SEEDS_OF}, GB/s", "seed", "algbw_GBps", SEEDS_OF), Table(f"{SEEDS_OF}, time-outs", "seed", "timeouts", SEEDS_OF)),
    (Chart("bytes", "algbw_GBps", "message, bytes", "GB/s", (0, 140), limit=LIMIT, points=(("128 GPUs", MANY, 70),), only=("128 GPUs",)),), derive=k8plus_derive)

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
AREAS = pathlib.Path(__file__).resolve().parent.parent.parent / "synth" / "area.csv"  # of make area, osu018
TABLES = {("f32", "plain"): "", ("f32", "exact"): "Wide=1", ("f16x2", "plain"): "Halves=1", ("f16x2", "exact"): "Halves=1 Wide=1"}  # parameters of nf_reduce_table
MODES = {"f32": ("plain", "exact"), "f16x2": ("plain", "wide", "exact")}


def kdet_areas():
    """Of each table its cells, memory bits and period, as they were synthesized."""
    if not AREAS.exists():
        raise OSError(f"{AREAS} is absent: the table of make area is in the source tree only")
    with open(AREAS, encoding="utf-8", newline="") as f:
        known = {row["parameters"]: row for row in csv.DictReader(f) if row["block"] == "nf_reduce_table"}
    return [{"dtype": kind, "series": mode, "nand2": int(row["nand2"]), "flip_flops": int(row["flipflops"]), "memory_bits": int(row["memory_bits"]),
             "period_ps": int(row["period_ps"])} for (kind, mode), parameters in TABLES.items() for row in [known[parameters]]]


def kdet_runs(settings):
    def figures(found):  # of exact sums none is off, and the report does not count them
        return {c: found[c] for c in ("cycles", "algbw_GBps", "evictions", "partials", "bit_exact")} | {"elements_rounded": found.get("elements_rounded", 0)}
    runs = [Run({"panel": f"{kind}, {settings['bytes'] // KB} kB", "series": mode, "what": "run", "dtype": kind, "table_bytes": table},
                ("allreduce", "--topology", "dgx2", "--bytes", str(settings["bytes"]), "--dtype", kind, "--mode", mode, "--table-bytes", str(table)),
                figures=figures, weight=4 if table == 128 else 1) for kind, modes in MODES.items() for mode in modes for table in (128, 256, 1024)]
    return runs + [Run({"panel": "a table", "what": "area"} | area) for area in kdet_areas()]


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
            why = f"128 B evict, and an evicted sum travels as segments: {sent[1]:,} packets of partial sums instead of {sent[0]:,}; larger tables evict nothing"
            claims.append(Claim(f"{kind}, {mode} over plain sums, time; tables of 128 / 256 / 1k B", "-",
                                each([kdet_cost(rows, kind, mode, t) for t in (128, 256, 1024)], 2) + " times", why))
        area = {r["series"]: r for r in rows.where(what="area", dtype=kind).rows}
        claims.append(Claim(f"{kind}, exact over plain sums, a table of 8 entries: gates, memory bits, period", "-",
                            " / ".join(f"{area['exact'][k] / area['plain'][k]:.2f}" for k in ("nand2", "memory_bits", "period_ps")) + " times",
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
