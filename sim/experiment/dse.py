# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Design space of the reduction table: area as it was synthesized against bandwidth as it is simulated, and their Pareto front."""

import csv
import pathlib

from klenk import LIMIT, of_cycles
from table import KB, Chart, Claim, Experiment, Run, Setting, Table

AREAS = pathlib.Path(__file__).resolve().parent / "areas.txt"
TABLES, STAGES = (256, 512, 1024, 2048, 4096), (1, 2, 3, 4)
WAVES = {"push": (4, 8, 16), "pull": (1, 2, 4)}  # the last as KLENK VI-A has them
BUILT = 2  # stages of the ALUs in the tables of all sizes that were synthesized
STAGED = 1024  # bytes of the table that was synthesized with each number of stages
HOP_CYCLES = 234  # through a switch and a cable (KLENK V: 150 ns), with ALUs as built
CYCLE_PS = 640  # that the simulated rates stand for: 16 B at 25 GB/s


def areas():
    """{parameters of nf_reduce_table: (um2 with memories, ps)}."""
    lines = [line for line in AREAS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {row["parameters"]: (float(row["um2"]), float(row["period_ps"])) for row in csv.DictReader(lines)}


def port(known, table, stages):
    """um2 and ps of a port's table with so many stages in its ALUs. Tables of STAGED bytes were synthesized with each number of stages, the
    others with BUILT stages; with more or fewer they are an estimate: what the stages change of the table of STAGED bytes."""
    own, staged, built = (known[f"Entries={size // 128}" + (f" AluStages={n}" if n != BUILT else "")] for size, n in ((table, BUILT), (STAGED, stages), (STAGED, BUILT)))
    return own[0] + staged[0] - built[0], own[1] + staged[1] - built[1]


def dse_run(known, method, waves, stages, table, nbytes):
    um2, ps = port(known, table, stages)
    def figures(found):
        row = {k: of_cycles(found)[k] for k in ("cycles", "algbw_GBps", "limit_GBps", "evictions", "mean_latency_cycles", "bit_exact")}
        return row | {"own_GBps": row["algbw_GBps"] * CYCLE_PS / ps}
    return Run({"panel": f"{method}, {waves} waves", "series": f"{stages} stage{'s' if stages > 1 else ''}", "method": method, "table_bytes": table, "stages": stages,
                "waves": waves, "port_um2": um2, "port_mm2": um2 / 1e6, "period_ps": ps},
               ("allreduce", "--topology", "dgx2", "--method", method, "--bytes", str(nbytes), "--table-bytes", str(table), "--waves", str(waves), "--wave-bytes", "8192",
                "--hop-cycles", str(HOP_CYCLES + stages - BUILT)), figures=figures)


def dse_runs(settings):
    known = areas()
    return [dse_run(known, method, waves, stages, table, settings["bytes"]) for method, some in WAVES.items() for waves in some for stages in STAGES for table in TABLES]


def front(rows):
    """Points that no other one beats in both: as small or smaller, and as fast or faster."""
    def beaten(a):
        return any(b["port_um2"] <= a["port_um2"] and b["own_GBps"] >= a["own_GBps"] and (b["port_um2"], b["own_GBps"]) != (a["port_um2"], a["own_GBps"]) for b in rows)
    alone = {(row["port_um2"], row["own_GBps"]): row for row in reversed(rows) if not beaten(row)}  # of equal ones the first, with the fewest waves
    return [alone[key] for key in sorted(alone)]


def name_of(method):
    return f"{method}, front"


def dse_derive(rows):
    return [{"panel": name_of(method), "series": "front", "method": method} |
            {k: row[k] for k in ("table_bytes", "stages", "waves", "port_um2", "port_mm2", "period_ps", "algbw_GBps", "own_GBps")}
            for method in WAVES for row in front(rows.where(method=method).rows)]


def designs(rows):
    """All points; those of the front are rows of their own besides."""
    return [row for row in rows.rows if row["series"] != "front"]


def span(rows, column, **fixed):
    """Largest over least of a column where all else is the same."""
    found = [row[column] for row in designs(rows) if all(row[k] == v for k, v in fixed.items())]
    return max(found) / min(found)


def dse_claims(rows, _settings):
    claims = []
    for method, some in WAVES.items():
        most = some[-1]
        claims += [Claim(f"{method}, on the front", "-", f"{r['table_bytes']} B, ALUs of {r['stages']}, {r['waves']} waves: {r['port_mm2']:.2f} mm2 a port, {r['own_GBps']:.1f} GB/s at "
                         f"{1e6 / r['period_ps']:.0f} MHz" + (", an estimate" if r["stages"] != BUILT and r["table_bytes"] != STAGED else "")) for r in rows.where(panel=name_of(method)).rows]
        claims += [Claim(f"{method}, tables of 256 B to 4 kB, {BUILT} stages, {most} waves: area / bandwidth, largest over least", "-",
                         f"{span(rows, 'port_um2', method=method, stages=BUILT, waves=most):.2f} / {span(rows, 'algbw_GBps', method=method, stages=BUILT, waves=most):.3f} times",
                         "Eq. 2 asks for 234 B (KEq): all hold a push" if method == "push" else "Eq. 1 asks for 1.4 kB (KEq)"),
                   Claim(f"{method}, {some[0]} to {most} waves, 4 kB, {BUILT} stages: bandwidth", "-", f"{span(rows, 'algbw_GBps', method=method, table_bytes=4096, stages=BUILT):.2f} times",
                         "waves are the endpoints', no area of a table"),
                   Claim(f"{method}, ALUs of 1 to 4 stages, 4 kB, {most} waves: bandwidth in cycles", "-",
                         f"{span(rows, 'algbw_GBps', method=method, table_bytes=4096, waves=most):.3f} times", "three cycles of 234 in a hop; stages count by the clock that they allow")]
    return claims


def dse_checks(rows, _settings):
    all_designs = designs(rows)
    fronts = {method: rows.where(panel=name_of(method)).rows for method in WAVES}
    return [("every design has its run, and every result is exact",
             len(all_designs) == len(TABLES) * len(STAGES) * sum(map(len, WAVES.values())) and all(r["bit_exact"] for r in all_designs)),
            ("no bandwidth is above what the wires allow", all(r["algbw_GBps"] <= r["limit_GBps"] * 1.0001 for r in all_designs)),
            ("the fronts go up: who takes more area is faster",
             all(best and all(a["port_um2"] < b["port_um2"] and a["own_GBps"] < b["own_GBps"] for a, b in zip(best, best[1:])) for best in fronts.values())),
            ("every other design is beaten by one of its front",
             all(any(b["port_um2"] <= r["port_um2"] and b["own_GBps"] >= r["own_GBps"] for b in fronts[r["method"]]) for r in all_designs)),
            ("a larger table is larger", all(a["port_um2"] < b["port_um2"] for a in all_designs for b in all_designs if a["stages"] == b["stages"] and a["table_bytes"] < b["table_bytes"]))]


DSE = Experiment(
    "DSE", "Design space of the reduction table: area against bandwidth over table size, ALU stages, waves", "beyond KLENK VI-C", "nobody has it", dse_runs, dse_claims,
    dse_checks, {"bytes": Setting(256 * KB, "bytes of a GPU's buffer", low=4 * KB)},
    (*(Table(f"{method}, {waves} waves, GB/s at 25 GB/s a link", "table_bytes", "algbw_GBps", f"{method}, {waves} waves") for method, some in WAVES.items() for waves in some[-1:]),
     Table("mm2 of a port", "table_bytes", "port_mm2", "push, 16 waves"),
     *(Table(f"{method}, {waves} waves, GB/s at its own clock", "table_bytes", "own_GBps", f"{method}, {waves} waves") for method, some in WAVES.items() for waves in some[-1:])),
    (Chart("port_mm2", "own_GBps", "mm2 of a port, osu018", "GB/s at its own clock", (0, 14), even=True, only=("push, 16 waves", "push, front", "pull, 4 waves", "pull, front")),
     Chart("table_bytes", "algbw_GBps", "table, bytes a port", "GB/s at 25 GB/s a link", (0, 130), "bandwidth", limit=LIMIT,
           only=tuple(f"{method}, {waves} waves" for method, some in WAVES.items() for waves in some))),
    derive=dse_derive)

ALL = (DSE,)
