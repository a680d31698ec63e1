# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""`netfold pareto`: area and power of the reduction tables of a switch against bandwidth and latency of an all-reduce with them.

Synthesis is synth/pareto.py: its rows are synth/pareto.csv, and what is not there for a library is made first. A design is a table (its
entries, the stages of its ALU, exact sums or not) and the waves that a GPU has outstanding. It runs at the clock that its table closes
at, at most the 1.5625 GHz of the links (KLENK V): cables and memory have their times in ns, and as many cycles as these are.
"""

import csv
import pathlib
import subprocess
import sys

from table import KB, Chart, Claim, Experiment, Run, Setting, Table, size

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAVED = ROOT / "synth" / "pareto.csv"
LIST = SAVED.with_suffix(".txt")
LINK_NS, HOP_NS, MEMORY_NS = 0.64, 150, 115  # KLENK V: 16 B at 25 GB/s, a switch and a cable, half of memory's range
FEWEST_HOP_CYCLES = 19  # what a switch itself takes
RTL_STAGES = 2
WAVES = (1, 4, 16, 64)
SMALL = 8 * KB  # of the message whose time is the latency
BEST = {"um2": min, "mw": min, "GBps": max, "latency_us": min}


def listed():
    """(entries, stages, exact) of the tables of synth/pareto.txt; none where it is not installed."""
    lines = LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []
    return {tuple(word.split("=")[1] for word in line.split()) for line in lines if line.startswith("Entries=")}


def synthesized(library):
    """Rows of synth/pareto.csv of a library; where one is missing they are made."""
    def saved():
        if not SAVED.exists():
            return []
        with open(SAVED, encoding="utf-8", newline="") as f:
            return [row for row in csv.DictReader(f) if row["library"] == library]
    found = saved()
    if not found or listed() - {(row["entries"], row["stages"], row["exact"]) for row in found}:
        script = SAVED.with_suffix(".py")
        if not script.exists():
            raise OSError(f"{script} is absent: the tables are synthesized in the source tree only")
        print(f"{len(found)} of {len(listed())} rows of {library} in {SAVED}: synthesizing, which takes minutes", file=sys.stderr)
        done = subprocess.run([sys.executable, "-B", script, "--lib", library, "--save"], check=False, stdout=sys.stderr)
        found = saved()
        if done.returncode or not found:
            raise OSError(f"{script} --lib {library} has failed; it needs Yosys, OpenSTA and the library")
    return found


def design_of(row, waves):
    """Labels of a design's rows, without its runs."""
    period = max(LINK_NS, int(row["period_ps"]) / 1000)
    exact = row["exact"] == "1"
    return {"panel": "exact sums" if exact else "plain sums", "series": f"{waves} wave{'s' * (waves > 1)}", "library": row["library"],
            "table_bytes": 128 * int(row["entries"]), "stages": int(row["stages"]), "exact": exact, "waves": waves, "period_ns": period,
            "um2": int(row["um2"]), "mm2": int(row["um2"]) / 1e6, "nand2": int(row["nand2"]), "mw": round(float(row["uw_mhz"]) / period, 3)}


def runs(settings):
    made = []
    for row in synthesized(settings["library"]):
        for waves in WAVES:
            labels = design_of(row, waves)
            period = labels["period_ns"]
            hop = max(FEWEST_HOP_CYCLES, round(HOP_NS / period) + labels["stages"] - RTL_STAGES)
            for what, count in (("bandwidth", settings["bytes"]), ("latency", SMALL)):
                made.append(Run(labels | {"what": what, "bytes": count}, (
                    "allreduce", "--topology", "dgx2", "--bytes", str(count), "--mode", "exact" if labels["exact"] else "plain", "--table-bytes",
                    str(labels["table_bytes"]), "--waves", str(waves), "--hop-cycles", str(hop), "--memory-latency",
                    str(max(1, round(MEMORY_NS / period)))), ("cycles", "limit_GBps", "evictions", "bit_exact"), weight=count / SMALL))
    return made


def beats(one, other):
    """Is one no worse than the other in anything, and better in something?"""
    keys = list(BEST)
    no_worse = all(BEST[k](one[k], other[k]) == one[k] for k in keys)
    return no_worse and any(one[k] != other[k] for k in keys)


def designs(rows):
    """A row of both runs of a design; `front` where no other design with the same sums beats it."""
    found = []
    fixed = ("panel", "series", "library", "table_bytes", "stages", "exact", "waves", "period_ns", "um2", "mm2", "nand2", "mw")
    for wide in rows.where(what="bandwidth").rows:
        key = {k: wide[k] for k in fixed}
        cycles = rows.one("cycles", what="latency", **key)
        found.append(key | {"what": "design", "GBps": wide["bytes"] / (wide["cycles"] * wide["period_ns"]), "latency_us": cycles * wide["period_ns"] / 1000,
                            "limit_GBps": wide["limit_GBps"] * LINK_NS / wide["period_ns"], "evictions": wide["evictions"]})
    for row in found:
        row["front"] = not any(beats(other, row) for other in found if other["exact"] == row["exact"])
    return found


def derive(rows):
    """The designs, and of them what the charts show: a line for each number of waves, and the front of area and one figure."""
    found = designs(rows)
    shown = []
    for row in found:
        if row["stages"] == RTL_STAGES:
            shown.append({k: row[k] for k in ("panel", "series", "um2", "mm2")} | {"what": "shown", "GBps_shown": row["GBps"], "latency_shown": row["latency_us"]})
    for figure, better in (("GBps", max), ("latency_us", min)):
        for panel in dict.fromkeys(row["panel"] for row in found):
            best = None
            for row in sorted((r for r in found if r["panel"] == panel), key=lambda r: (r["um2"], -r[figure] if better is max else r[figure])):
                if best is None or better(best, row[figure]) != best:
                    best = row[figure]
                    shown.append({"panel": panel, "series": "front", "um2": row["um2"], "mm2": row["mm2"], "what": "front",
                                  ("GBps_shown" if better is max else "latency_shown"): row[figure]})
    return found + shown


def named(row):
    return f"{size(row['table_bytes'])}B, {row['stages']} ALU stages, {row['waves']} waves: {row['um2']} um2 and {row['mw']:.2f} mW a port, " \
           f"{row['GBps']:.1f} GB/s, {row['latency_us']:.2f} us"


def claims(rows, settings):
    made = []
    for panel in rows.values("panel"):
        found = [r for r in rows.where(what="design", panel=panel).rows]
        front = [r for r in found if r["front"]]
        best = max(r["GBps"] for r in found)
        enough = min((r for r in front if r["GBps"] >= 0.95 * best), key=lambda r: r["um2"])
        made += [Claim(f"{panel}: designs that no other beats in area, power, bandwidth and latency", "-", f"{len(front)} of {len(found)}"),
                 Claim(f"{panel}: the smallest with 95 % of the best bandwidth", "-", named(enough)),
                 Claim(f"{panel}: the fastest with a message of {size(SMALL)}B", "-", named(min(front, key=lambda r: (r["latency_us"], r["um2"]))))]
    pair = [r for r in rows.where(what="design", table_bytes=1024, waves=16, stages=RTL_STAGES).rows]
    plain, exact = ([r for r in pair if r["exact"] == e] for e in (False, True))
    if plain and exact:
        made.append(Claim("what exact sums cost with 1 kB and 16 waves: area, power, time of the large message", "-", " / ".join(
            f"{a / b:.2f}" for a, b in ((exact[0]["um2"], plain[0]["um2"]), (exact[0]["mw"], plain[0]["mw"]), (plain[0]["GBps"], exact[0]["GBps"]))) + " times"))
    return made


def checks(rows, _settings):
    found = rows.where(what="design").rows
    front = [r for r in found if r["front"]]
    return [("every result is the one that its mode promises, bit by bit", all(r["bit_exact"] for r in rows.rows if "bit_exact" in r)),
            ("no design is above what the wires allow at its clock", all(r["GBps"] <= r["limit_GBps"] * 1.0001 for r in found)),
            ("every design that is not on the front is beaten by one that is",
             all(r["front"] or any(beats(f, r) for f in front if f["exact"] == r["exact"]) for r in found)),
            ("none on the front is beaten", not any(beats(other, f) for f in front for other in found if f["exact"] == other["exact"]))]


PARETO = Experiment(
    "pareto", "Area and power of the reduction tables against bandwidth and latency", "beyond KLENK VI", "KLENK has bandwidth by table size and waves, no area",
    runs, claims, checks,
    {"library": Setting("osu018", "library of the synthesis", ("osu018", "nangate45", "sky130hd", "ihp-sg13g2", "gf180mcu7t5v0", "asap7")),
     "bytes": Setting(256 * KB, "bytes of the message whose bandwidth it is", low=16 * KB)},
    (Table("GB/s by area of a port's table, um2, plain sums", "um2", "GBps_shown", "plain sums"),
     Table("Time of 8 kB, us, plain sums", "um2", "latency_shown", "plain sums"),
     Table("GB/s by area of a port's table, um2, exact sums", "um2", "GBps_shown", "exact sums")),
    (Chart("mm2", "GBps_shown", "mm2 of a port's table", "GB/s", (1, 200), name="bandwidth", even=True),
     Chart("mm2", "latency_shown", "mm2 of a port's table", f"us of {size(SMALL)}B", (0.2, 20), name="latency", even=True)),
    {"activity": "power at 0.1 transitions of a net a cycle (synth/activity.py), at the clock of the row"}, derive)

ALL = (PARETO,)
