# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""HXMESH's figures: cost and bandwidth of topologies, allocation of boards, traffic patterns."""

import pathlib

import closed
from table import GB, KB, MB, Chart, Claim, Experiment, Run, Setting, Table, each, near, size

# Table II: name, SPEC, then as printed: cost in M$, all-to-all (% of injection), all-reduce (% of its limit), diameter in cables.
TABLE_2 = {
    "small": (("nonblocking fat tree", "fattree:64,2,endpoints=1024,planes=16", 25.3, 99.9, 98.9, 4),
              ("50 % tapered fat tree", "fattree:64,2,50,endpoints=1050,planes=16", 17.6, 51.2, 98.9, 4),
              ("75 % tapered fat tree", "fattree:64,2,75,endpoints=1071,planes=16", 13.2, 25.7, 98.9, 4),
              ("dragonfly", "dragonfly:8,16,8,local=4,planes=16", 27.9, 62.9, 98.8, 3),
              ("2D HyperX", "hyperx:32x32,planes=4", 10.8, 91.6, 98.1, 4),
              ("Hx2Mesh", "hammingmesh:2x2,16x16,planes=4", 5.4, 25.4, 98.3, 4),
              ("Hx4Mesh", "hammingmesh:4x4,8x8,planes=4", 2.7, 11.3, 98.4, 8),
              ("2D torus", "torus:32x32,board=2x2,planes=4,fibre=1", 2.5, 2.0, 98.1, 32)),
    "large": (("nonblocking fat tree", "fattree:64,3,endpoints=16384,planes=16", 680, 98.9, 99.8, 6),
              ("50 % tapered fat tree", "fattree:64,3,50,endpoints=16422,planes=16", 419, 47.6, 99.8, 6),
              ("75 % tapered fat tree", "fattree:64,3,75,endpoints=16422,planes=16", 271, 24.0, 99.8, 6),
              ("dragonfly", "dragonfly:32,16,30,terminals=17,planes=16", 429, 71.5, 98.6, 5),
              ("2D HyperX", "hyperx:128x128,planes=4", 448, 95.8, 91.4, 8),
              ("Hx2Mesh", "hammingmesh:2x2,64x64,planes=4", 224, 25.0, 92.3, 8),
              ("Hx4Mesh", "hammingmesh:4x4,32x32,planes=4", 43.3, 10.5, 92.2, 8),
              ("2D torus", "torus:128x128,board=2x2,planes=4,fibre=1", 39.5, 1.1, 91.4, 128))}
SWITCHED = ("nonblocking fat tree", "50 % tapered fat tree", "75 % tapered fat tree", "dragonfly")
MESHES = ("2D HyperX", "Hx2Mesh", "Hx4Mesh", "2D torus")


def routing(spec):
    """What packets do there: a torus has one way, all others choose."""
    return () if spec.startswith("torus") else ("--routing", "adaptive")


# ------------------------------------------------------------------------------- Table II
def h2_runs(settings):
    runs = []
    for cluster, networks in TABLE_2.items():
        for name, spec, cost, glob, reduce, diameter in networks:
            labels = {"panel": cluster, "series": name, "topology": spec, "paper_cost_MUSD": cost, "paper_alltoall_percent": glob,
                      "paper_allreduce_percent": reduce, "paper_diameter": diameter}
            runs.append(Run(labels | {"what": "parts"}, ("topology", spec), figures=lambda f: {
                "endpoints": f["endpoints"], "cost_MUSD": f["cost_USD"] / 1e6, "diameter": f["diameter"],
                "diameter_closed": f["diameter_closed"], "injection_GBps": f["injection_GBps"]}, weight=2))
            if settings["bandwidth"] == "on":
                shifts = "0" if cluster == "small" else str(settings["shifts"])
                runs.append(Run(labels | {"what": "all-to-all"},
                                ("flow", "--topology", spec, *routing(spec), "--collective", "alltoall", "--shifts", shifts),
                                figures=lambda f: {"in_step_percent": 100 * f["in_step_GBps"] / f["injection_GBps"],
                                                   "overlapped_percent": 100 * f["overlapped_GBps"] / f["injection_GBps"]},
                                weight=4 if cluster == "small" else 1.2 * settings["shifts"]))
                if name in SWITCHED:  # a ring on every plane; meshes and tori have their cycles instead, see H13
                    runs.append(Run(labels | {"what": "all-reduce"},
                                    ("flow", "--topology", spec, *routing(spec), "--collective", "allreduce"),
                                    figures=lambda f: {"ring_percent": 100 * f["least_GBps"] / f["injection_GBps"]}))
    return runs


DIGITS = {"small": 1, "large": 0}
H2_WHY = {
    ("small", "dragonfly"): "3 cables would be local, global, local without those to the endpoints, which the large one's 5 has",
}
BANDWIDTH_WHY = {
    "50 % tapered fat tree": "22 up-links over 9 spines are two or three cables each, equal parts fill the doubles first; 1,344 "
                             "endpoints, whose spines divide 22, have 53.6 / 54.0",
    "75 % tapered fat tree": "13 up-links over 5 spines, likewise; 3,264 endpoints, whose spines divide 13, have 25.6",
    "dragonfly": "a shift by a group has 18 global cables; all shifts at once have 94.5, and Valiant's way round 10.3 and 34.6: UGAL, by queues, and MPI without barriers are between",
    "2D HyperX": "an Hx1Mesh (note 2): on 32x32 a packet takes 1.94 links of accelerators that have four, which leaves 51.6 %. 91.6 fits an injection of one link a plane, as "
                 "III-D simulates four planes of all but HammingMesh; V-B5's times fit 50 % of four (H15, all-to-alls of the experts)",
}

LARGE_WHY = {name: "as on the small one; not tried here" for name in BANDWIDTH_WHY} | {"2D HyperX": "as on the small one: 128x128 leaves 50.4 %"}


def printed(value, cluster, name):
    """Rounded as Table II prints it: three digits."""
    return f"{value:.3g}" if cluster == "large" or value >= 10 else f"{value:.1f}"


def h2_claims(rows, settings):
    claims = []
    for cluster, networks in TABLE_2.items():
        for name, _, cost, glob, reduce, diameter in networks:
            here = rows.where(panel=cluster, series=name)
            parts = here.where(what="parts")
            claims.append(Claim(f"{cluster} {name}: M$, diameter", f"{cost:g}, {diameter}",
                                f"{printed(parts.one('cost_MUSD'), cluster, name)}, {parts.one('diameter')}",
                                H2_WHY.get((cluster, name), "-")))
            if settings["bandwidth"] == "on":
                flow = here.where(what="all-to-all")
                claims.append(Claim(f"{cluster} {name}: all-to-all, % of the injection; shift by shift, overlapped", f"{glob:g}",
                                    f"{flow.one('in_step_percent'):.1f}, {flow.one('overlapped_percent'):.1f}",
                                    BANDWIDTH_WHY.get(name, "-") if cluster == "small" else LARGE_WHY.get(name, "-")))
            if settings["bandwidth"] == "on" and name in SWITCHED:
                claims.append(Claim(f"{cluster} {name}: all-reduce on rings, % of its limit", f"{reduce:g}",
                                    f"{here.where(what='all-reduce').one('ring_percent'):.1f}", "flows have neither headers nor latency"))
    return claims


def hyperx_limit(side):
    """Per cent of the injection that an all-to-all leaves each of side x side accelerators: a packet takes a link of its row and one of its
    column, but for those to the same row or column, and every accelerator has as many links out as it injects by."""
    return 100 / (2 - 2 * (side - 1) / (side * side - 1))


def h2_checks(rows, settings):
    parts = rows.where(what="parts").rows
    costs = [abs(r["cost_MUSD"] - r["paper_cost_MUSD"]) <= (0.05 if r["paper_cost_MUSD"] < 100 else 0.5) * 1.0001 for r in parts]
    odd = [(r["panel"], r["series"]) for r in parts if r["diameter"] != r["paper_diameter"]]
    checks = [("all sixteen costs are the printed ones, to the printed digit", all(costs)),
              ("fifteen of sixteen diameters are the printed ones", odd == [("small", "dragonfly")]),
              ("the diameter by search is that of the closed form", all(r["diameter"] == r["diameter_closed"] for r in parts))]
    if settings["bandwidth"] == "on":
        hx = {(c, n): rows.where(panel=c, series=n, what="all-to-all").rows[0] for c in TABLE_2 for n in ("Hx2Mesh", "Hx4Mesh")}
        bound = {"Hx2Mesh": 25, "Hx4Mesh": 12.5}  # III-A: 1 / 2a
        checks += [("no HammingMesh has 15 % more than its cut width 1/2a (III-A)",
                    all(r["overlapped_percent"] < 1.15 * bound[n] for (_, n), r in hx.items())),
                   ("HyperX, all shifts overlapped: the limit of its accelerators' links within 1 %",
                    near(rows.one("overlapped_percent", panel="small", series="2D HyperX", what="all-to-all"), hyperx_limit(32), 0.01)),
                   ("Hx2Mesh has the paper's all-to-all within 10 %, small and large",
                    all(near(hx[c, "Hx2Mesh"]["in_step_percent"], g, 0.1) for c, g in (("small", 25.4), ("large", 25.0)))),
                   ("the nonblocking fat trees have the paper's within 2 %",
                    all(near(rows.one("in_step_percent", panel=c, series="nonblocking fat tree", what="all-to-all"), g, 0.02)
                        for c, g in (("small", 99.9), ("large", 98.9))))]
    return checks


H2 = Experiment(
    "H2", "Cost, diameter and bandwidth of eight topologies, about 1,000 and 16,000 accelerators", "HXMESH Table II", "the table", h2_runs,
    h2_claims, h2_checks, {"bandwidth": Setting("on", "off: only what closed forms and counting give", ("on", "off")),
                           "shifts": Setting(16, "shifts of a large all-to-all that are computed, at random; of a small one all are")},
    charts=(Chart("series", "cost_MUSD", "", "M$", (1, 1000), "cost", lines="what", points=tuple(
        (cluster, row[0], row[2]) for cluster, networks in TABLE_2.items() for row in networks)),
            Chart("series", "in_step_percent", "", "all-to-all, % of the injection", (0.1, 110), lines="what", points=tuple(
                (cluster, row[0], row[3]) for cluster, networks in TABLE_2.items() for row in networks))))


# ------------------------------------------------------------------------------- Fig. 8 and 10: boards
CLUSTERS = (("16x16 Hx2", "16x16", 10), ("8x8 Hx4", "8x8", 10), ("64x64 Hx2", "64x64", 50), ("32x32 Hx4", "32x32", 50))
RULES = (("greedy", ()), ("transpose", ("--transpose",)), ("aspect 8", ("--transpose", "--aspect", "8")),
         ("locality", ("--transpose", "--aspect", "8", "--locality")))  # each with those before it
SORTED = {"in order of arrival": (), "largest first": ("--sort",)}


def place(labels, boards, settings, *rules):
    def figures(found):
        row = found["rows"][0]
        return {name: 100 * row[name] for name in ("mean", "median", "low", "high", "least", "upper")} | {"jobs_of_a_mix": row["jobs"]}
    x = int(boards.partition("x")[0])
    return Run(labels | {"boards": boards}, ("place", "--boards", boards, "--mixes", str(settings["mixes"]), "--seed",
                                             str(settings["seed"]), *SIZES[settings["sizes"]], *rules), figures=figures, weight=x * x / 4096)


# Shares of jobs: what is published in numbers, or the curve of the log's authors; both are in docs/place.md.
CURVE = pathlib.Path(__file__).resolve().parent / "instances.txt"
SIZES = {"gpus": (), "instances": ("--sizes", str(CURVE))}
PLACE_SETTINGS = {"sizes": Setting("gpus", "jobs of the mixes, see docs/place.md", tuple(SIZES)), "mixes": Setting(1000, "random job mixes"), "seed": Setting(1, "of the mixes", low=0)}


def h8_runs(settings):
    return [place({"panel": panel, "series": series, "rules": name}, boards, settings, *rules, *order)
            for panel, boards, _ in CLUSTERS for series, order in SORTED.items() for name, rules in RULES]


def h8_claims(rows, _settings):
    def means(**want):
        return " / ".join(f"{rows.one('mean', panel=panel, **want):.1f}" for panel, *_ in CLUSTERS) + " %"
    def gains():
        return " / ".join(f"{rows.one('mean', panel=p, rules='transpose', series='in order of arrival') - rows.one('mean', panel=p, rules='greedy', series='in order of arrival'):+.1f}"
                          for p, *_ in CLUSTERS) + " %"
    first, largest = SORTED
    return [Claim("greedy, mean; 16x16 / 8x8 / 64x64 / 32x32", "90 %", means(rules="greedy", series=first),
                  "one job may want half of a small mesh; another distribution of sizes has 81.8 / 85.1 / 92.0 / 86.9 %, --set sizes=instances"),
            Claim("transpose adds", "5 to 8 %", gains()),
            Claim("aspect ratio up to eight, mean", "-", means(rules="aspect 8", series=first)),
            Claim("locality, mean", "does not reduce utilisation", means(rules="locality", series=first)),
            Claim("transpose, largest job first, mean", "over 98 %", means(rules="transpose", series=largest), "8x8: as for greedy"),
            Claim("traffic in the upper levels, 64x64: aspect 8 / locality", "below 50 %, with locality below 25 % (Fig. 9)",
                  " / ".join(f"{rows.one('upper', panel='64x64 Hx2', rules=r, series=first):.1f}" for r in ("aspect 8", "locality")) + " %")]


def h8_checks(rows, _settings):
    def mean(panel, rules, series="in order of arrival"):
        return rows.one("mean", panel=panel, rules=rules, series=series)
    panels = [panel for panel, *_ in CLUSTERS]
    return [("transposing adds 3 to 12 % on every mesh", all(3 < mean(p, "transpose") - mean(p, "greedy") < 12 for p in panels)),
            ("no further rule costs more than half a per cent", all(mean(p, b) > mean(p, a) - 0.5 for p in panels
                                                                    for a, b in (("transpose", "aspect 8"), ("aspect 8", "locality")))),
            ("sorted by size, the large meshes have a mean over 98 %",
             all(mean(p, "transpose", "largest first") > 98 for p in ("64x64 Hx2", "32x32 Hx4"))),
            ("locality saves a third of the traffic in the upper levels of 64x64",
             rows.one("upper", panel="64x64 Hx2", rules="locality", series="in order of arrival") < 2 / 3 *
             rows.one("upper", panel="64x64 Hx2", rules="aspect 8", series="in order of arrival"))]


H8 = Experiment(
    "H8", "Utilisation over random job mixes, by heuristic", "HXMESH Fig. 8, 9",
    "90 % greedy, 5 to 8 % more by transposing, over 98 % sorted; locality costs nothing", h8_runs, h8_claims, h8_checks, PLACE_SETTINGS,
    tuple(Table(f"{panel}, mean, %", "rules", "mean", panel) for panel, *_ in CLUSTERS),
    (Chart("rules", "mean", "each with those before it", "mean utilisation, %", (30, 103),
           linear=True, spread=("low", "high"), points=tuple((panel, "greedy", 90) for panel, *_ in CLUSTERS)),))


def h10_runs(settings):
    return [place({"panel": panel, "series": series, "failed": k * step}, boards, settings, "--failed", str(k * step), "--transpose",
                  "--aspect", "8", *order)
            for panel, boards, step in CLUSTERS for series, order in SORTED.items() for k in range(5)]


def h10_claims(rows, _settings):
    claims = []
    for panel, _, step in CLUSTERS:
        for series in SORTED:
            line = rows.where(panel=panel, series=series).rows
            claims.append(Claim(f"{panel}, {series}: median with {' / '.join(str(r['failed']) for r in line)} boards out of order",
                                "over 70 % in almost all cases", " / ".join(f"{r['median']:.1f}" for r in line) + " %",
                                "few boards have no shape for a large job; how often one comes is a matter of the distribution (place.md): with jobs of one to four boards it is 100 %"
                                if panel == "8x8 Hx4" else "-"))
    return claims


def h10_checks(rows, settings):
    below = [(r["panel"], r["failed"]) for r in rows.where(series="largest first").rows if r["median"] <= 70]
    losses = [a["mean"] - b["mean"] for a, b in zip(rows.where(series="largest first").rows,
                                                    rows.where(series="in order of arrival").rows) if a["boards"] in ("64x64", "32x32")]
    return [("sorted, the median is over 70 % everywhere but on 8x8 with 30 and 40 boards gone",
             settings["sizes"] != "gpus" or all(where in (("8x8 Hx4", 30), ("8x8 Hx4", 40)) for where in below)),
            ("the order of arrival costs at most 10 % on the large meshes", max(losses) <= 10),
            ("smaller meshes suffer more", rows.one("mean", panel="8x8 Hx4", series="largest first", failed=20) <
             rows.one("mean", panel="64x64 Hx2", series="largest first", failed=100))]


H10 = Experiment(
    "H10", "Utilisation of the boards that work, with random boards out of order", "HXMESH Fig. 10",
    "median over 70 % in almost all cases, also with 40 of 64 boards gone; order of arrival costs at most 10 % on large meshes",
    h10_runs, h10_claims, h10_checks, PLACE_SETTINGS, tuple(Table(f"{panel}, median, %", "failed", "median", panel) for panel, *_ in CLUSTERS),
    (Chart("failed", "median", "boards out of order", "median utilisation, %", (0, 103), even=True,
           spread=("low", "high"), limit=(70, "70 %")),))

# ------------------------------------------------------------------------------- Fig. 11 and 12: global traffic
HOP_NS = 100  # Table III: a link of 20 ns, 40 ns in a buffer on either side


def h11_runs(_settings):
    return [Run({"panel": "about 1,000 accelerators", "series": name, "topology": spec, "paper_alltoall_percent": glob},
                ("flow", "--topology", spec, *routing(spec), "--collective", "alltoall", "--shifts", "0"),
                figures=lambda f, d=diameter: h11_rows(f, d), weight=4) for name, spec, _, glob, _, diameter in TABLE_2["small"]]


def h11_rows(found, diameter):
    """A shift takes the latency of its longest way and the time of its bytes; the flow engine knows the latter."""
    rows, shifts = [], found["endpoints"] - 1
    for exponent in range(8):
        message = 64 * 8**exponent
        seconds = shifts * (diameter * HOP_NS * 1e-9 + message / (found["in_step_GBps"] * 1e9))
        rows.append({"bytes": message, "share_percent": 100 * shifts * message / seconds / 1e9 / found["injection_GBps"],
                     "time_us": seconds * 1e6})
    return rows


def h11_claims(rows, _settings):
    return [Claim(f"{name}, messages of {size(max(rows.get('bytes')))}B, % of the injection",
                  f"{rows.where(series=name).rows[0]['paper_alltoall_percent']:g} (Table II, 1M)",
                  f"{rows.where(series=name).largest().one('share_percent'):.1f}", BANDWIDTH_WHY.get(name, "-"))
            for name in rows.values("series")]


def h11_checks(rows, _settings):
    lines = {name: rows.where(series=name).get("share_percent") for name in rows.values("series")}
    order = ("nonblocking fat tree", "Hx2Mesh", "Hx4Mesh", "2D torus")
    return [("larger messages have more bandwidth", all(a <= b for line in lines.values() for a, b in zip(line, line[1:]))),
            ("fat tree, Hx2Mesh, Hx4Mesh, torus stand in this order", all(lines[a][-1] > lines[b][-1] for a, b in zip(order, order[1:]))),
            ("Hx2Mesh and torus reach Table II within 20 %", all(near(lines[n][-1], g, 0.2) for n, g in (("Hx2Mesh", 25.4), ("2D torus", 2.0))))]


H11 = Experiment(
    "H11", "All-to-all by message size: rates of flows and the latency of each shift", "HXMESH Fig. 11", "Table II at 1 MiB", h11_runs,
    h11_claims, h11_checks, {}, (Table("All-to-all, % of the injection", "bytes", "share_percent"),),
    (Chart("bytes", "share_percent", "message, bytes", "% of the injection", (0.01, 110), points=tuple(
        ("about 1,000 accelerators", MB, row[3]) for row in TABLE_2["small"])),))


def h12_runs(settings):
    runs = [Run({"panel": "permutation", "series": name, "what": "rates", "seed": seed},
                ("flow", "--topology", spec, *routing(spec), "--collective", "permutation", "--seed", str(seed)),
                figures=lambda f: {k: 100 * f[f"{k}_GBps"] / f["injection_GBps"] for k in ("least", "median", "mean", "most")})
            for name, spec, *_ in TABLE_2["small"] for seed in range(1, settings["seeds"] + 1)]
    return runs + [Run({"panel": "cost", "series": name, "what": "parts"}, ("topology", spec),
                       figures=lambda f: {"cost_MUSD": f["cost_USD"] / 1e6}) for name, spec, *_ in TABLE_2["small"]]


def averages(rows):
    """{network: (least, mean, most in % of the injection, cost of a mean per cent in M$)}."""
    found = {}
    for name in rows.values("series"):
        rates = rows.where(series=name, what="rates")
        mean = sum(rates.get("mean")) / len(rates.rows)
        found[name] = (min(rates.get("least")), mean, max(rates.get("most")), rows.one("cost_MUSD", series=name, what="parts") / mean)
    return found


def h12_claims(rows, _settings):
    found = averages(rows)
    tree = found["nonblocking fat tree"][3]
    why = "the paper's averages stand in a figure only; the way is not what lacks: of seed 1 --routing deterministic has 15.9 (Hx2Mesh) and 9.4 (Hx4Mesh)"
    return [Claim(f"{name}: least, mean, most of an accelerator, % of the injection; cost of bandwidth, nonblocking fat tree 1",
                  "below 1 (most cost effective)" if name in ("Hx2Mesh", "Hx4Mesh") else "-",
                  f"{least:.1f}, {mean:.1f}, {most:.1f}; {cost / tree:.2f}", why if name in ("Hx2Mesh", "Hx4Mesh") else "-")
            for name, (least, mean, most, cost) in found.items()]


def h12_checks(rows, _settings):
    found = averages(rows)
    return [("the mean of all is between the least and the most", all(a <= b <= c for a, b, c, _ in found.values())),
            ("all but the nonblocking fat tree vary between connections", all(f[2] > 1.2 * f[0] for n, f in found.items() if n != "nonblocking fat tree")),
            ("bandwidth is cheaper on HammingMeshes than on tapered trees, dragonfly, HyperX and torus",
             max(found["Hx2Mesh"][3], found["Hx4Mesh"][3]) < min(f[3] for n, f in found.items() if n not in ("Hx2Mesh", "Hx4Mesh", "nonblocking fat tree")))]


H12 = Experiment(
    "H12", "Random permutations: bandwidth of an accelerator, and its cost", "HXMESH Fig. 12",
    "significant variance on all topologies; HxMeshes are among the most cost effective", h12_runs, h12_claims, h12_checks,
    {"seeds": Setting(5, "permutations")}, (Table("Mean rate of a permutation, % of the injection", "seed", "mean", "permutation"),),
    (Chart("series", "mean", "", "% of the injection; mean, least to most", (0, 110), spread=("least", "most"), only=("permutation",),
           lines="what"),))

# ------------------------------------------------------------------------------- Fig. 13: all-reduce
PORT = 200e9  # bytes a second of one of an accelerator's four sides, all four planes together: 4 x 400 Gb/s
SIDES = {"small": 32, "large": 128}


def h13_runs(settings):
    alpha = settings["alpha"] * 1e-9
    forms = {"rings": closed.rings, "torus": closed.torus}
    rows = []
    for side in SIDES.values():
        for exponent in range(11):
            m, p = 16 * KB * 4**exponent, side * side
            for name, form in forms.items():
                rows.append(Run({"panel": f"{side * side:,} accelerators", "series": name, "bytes": m,
                                 "share_percent": 100 * 2 * (p - 1) / p * m / form(p, m, alpha, PORT) / (4 * PORT)}))
    # The same formulas, on a mesh that a schedule is executed on as a whole.
    for algorithm, name in (("cycles", "rings"), ("torus", "torus")):
        for m in (256 * KB, 64 * MB):
            rows.append(Run({"panel": "16x16 accelerators", "series": name, "bytes": m,
                             "closed_us": 1e6 * forms[name](256, m, alpha, PORT)},
                            ("schedule", "--algorithm", algorithm, "--shape", "16x16", "--bytes", str(m), "--alpha",
                             f"{settings['alpha']}ns", "--link-rate", f"{PORT / 1e9:g}GB/s"), ("time_us",), weight=4))
    return rows


def h13_claims(rows, settings):
    claims = []
    for side, paper in ((32, "98.3 (Hx2Mesh), 98.4, 98.1 (torus)"), (128, "92.3 (Hx2Mesh), 92.2, 91.4 (torus)")):
        panel = f"{side * side:,} accelerators"
        best = rows.where(panel=panel, series="rings").largest()
        claims.append(Claim(f"{panel}: two rings both ways, {size(best.rows[0]['bytes'])}B, % of the limit", paper,
                            f"{best.one('share_percent'):.1f}", "the paper's largest message is not in its text; latency is what lacks here: --set alpha=20 has 98.5 on 16,384"))
        torus = rows.where(panel=panel, series="torus").largest().one("share_percent")
        claims.append(Claim(f"{panel}: the torus algorithm with the same message", "half as efficient as rings", f"{torus:.1f}",
                            "its own formula has the rings' bytes, S / 2 beta; executed with a quarter of the buffer on each side it takes that"))
    return claims


def h13_checks(rows, _settings):
    made = rows.where(panel="16x16 accelerators").rows
    large = [r["share_percent"] for r in rows.rows if r.get("share_percent") and r["bytes"] == max(rows.get("bytes"))]
    small = {n: rows.where(panel="16,384 accelerators", series=n).rows[2]["share_percent"] for n in ("rings", "torus")}
    return [("executed schedules take the closed forms' time, within 0.1 %", all(near(r["time_us"], r["closed_us"], 0.001) for r in made)),
            ("the largest message has nearly full bandwidth on 1,024 by both", min(large[:2]) > 95),
            ("with 256 KiB on 16,384 the torus has more than ten times the rings' bandwidth", small["torus"] > 10 * small["rings"])]


H13 = Experiment(
    "H13", "All-reduce by message size on meshes: two edge-disjoint rings, two-dimensional torus", "HXMESH Fig. 13, 17",
    "nearly full bandwidth of rings with large messages; the torus is faster with smaller ones", h13_runs, h13_claims, h13_checks,
    {"alpha": Setting(2 * HOP_NS, "ns of a message between neighbours: two cables and a switch of Table III")}, tuple(
        Table(f"{side * side:,} accelerators, % of half the injection", "bytes", "share_percent", f"{side * side:,} accelerators")
        for side in SIDES.values()),
    (Chart("bytes", "share_percent", "message, bytes", "% of half the injection", (0.01, 110),
           only=tuple(f"{side * side:,} accelerators" for side in SIDES.values()),
           points=(("1,024 accelerators", 16 * GB, 98.3), ("16,384 accelerators", 16 * GB, 92.3))),))

# ------------------------------------------------------------------------------- V-B: networks
ACTIVATIONS = 4 * 2048 * 12288  # bytes of an example between two layers of GPT-3 (V-B5)
GROUPS, GRADIENTS = 10, 60_192_808 * 4 / 10  # of ResNet-152, bytes of a group (V-B2)
NIC = 200e9  # bytes a second of an accelerator with a NIC in each of four planes (V-A2)
# How an all-reduce of ResNet-152 is made: name, printed ms, and seconds of m bytes on 1,024 with `hop` seconds a cable.
RESNET = (("fat tree, ring in four planes", 109.7, lambda m, hop: closed.ring(1024, m, 4 * hop, NIC)),
          ("HxMesh and torus, two rings both ways", 110.1, lambda m, hop: closed.rings(1024, m, 2 * hop, NIC / 4)),
          ("HxMesh and torus, two-dimensional", 110.1, lambda m, hop: closed.torus(1024, m, 2 * hop, NIC / 4)))
# The others are GPT-3, and the one with experts, as a stage of a pipeline that has one layer and a micro-batch of one example (the last
# product is a stage more); CosmoFlow; DLRM with so many samples that an all-to-all has 1 MB (V-B4). Activations have 4 bytes (V-B5).
# How ranks are laid out, and DLRM's backward pass, are in the authors' proxies (github.com/spcl/DNN-cpp-proxies).
FAT, FAT50, FAT75, HYPERX, HX2, HX4, TORUS = "nonblocking fat tree", "50 % tapered fat tree", "75 % tapered fat tree", "2D HyperX", "Hx2Mesh", "Hx4Mesh", "2D torus"
STAGE = ("--length", "2048", "--samples", "1", "--pipeline", "97")
STRIDE = 96  # the four of GPT-3's operator are so many ranks apart: proxies/gpt3.cpp numbers stages first
# DLRM forward and backward, us: embeddings 95 + 190, interaction 209 + 209, layers 796 + 1,592 (proxies/dlrm.cpp; V-B4 has the first of each).
DLRM_US = 3091
# Name, its options, us of layers (None: a setting), copies of the network, whether "ms" is of a stage, and by topology the printed ms.
DIVIDED = (("GPT-3", ("gpt3", *STAGE, "--operator", "4"), 31_800, 2, True,
            {FAT: 34.8, FAT50: 36.4, FAT75: 37.5, HYPERX: 40.9, HX2: 41.7, HX4: 49.9, TORUS: 72.2}),
           ("GPT-3, 16 experts", ("gpt3moe", *STAGE), 49_900, 2, True, {FAT: 52.2, HYPERX: 53.9, HX2: 58.3, HX4: 63.3, TORUS: 73.8}),
           ("CosmoFlow", ("cosmoflow", "--samples", "32", "--operator", "4"), 44_300, 256, False, {FAT: 45.2, HX2: 45.2, HX4: 45.8, TORUS: 46.2}),
           ("DLRM", ("dlrm", "--samples", "79", "--exchange-ranks", "128"), None, 128, False,
            {FAT: 2.96, FAT50: 2.97, FAT75: 2.99, HYPERX: 2.94, HX2: 2.97, HX4: 3.00, TORUS: 3.12}))
# Accelerators of an all-to-all, the part of the network that they are on, and the rate of its shifts as a share of the injection. Sixteen
# of an Hx4Mesh are a board, whose rows and columns its switches close to a torus; on fat trees they are on one leaf.
SIXTEEN, ALL_128 = "GPT-3, 16 experts", "DLRM"
ALL_TO_ALLS = {(SIXTEEN, HYPERX): ("hyperx:4x4,planes=4", 0.5), (SIXTEEN, HX2): ("hammingmesh:2x2,2x2,planes=4", 0.234),
               (SIXTEEN, HX4): ("torus:4x4,planes=4", 0.170), (SIXTEEN, TORUS): ("torus:4x4,board=2x2,planes=4", 0.170),
               (ALL_128, FAT50): ("fattree:64,2,50,endpoints=128,planes=16", 0.686), (ALL_128, FAT75): ("fattree:64,2,75,endpoints=128,planes=16", 0.404),
               (ALL_128, HYPERX): ("hyperx:16x8,planes=4", 0.5), (ALL_128, HX2): ("hammingmesh:2x2,8x4,planes=4", 0.248),
               (ALL_128, HX4): ("hammingmesh:4x4,4x2,planes=4", 0.0929), (ALL_128, TORUS): ("torus:16x8,board=2x2,planes=4", 0.0592)}
# Shifts by STRIDE on the networks of Table II, likewise. All accelerators send, so that the operators of all stages are at it.
STRIDED = {FAT: 1.0, FAT50: 0.386, FAT75: 0.170, HYPERX: 0.5, HX2: 0.25, HX4: 0.125, TORUS: 0.0833}
TAPERED = {FAT50: "uneven cables, as in H11: on 1,344 endpoints, whose spines divide the up-links, the shift by 96 has 52.4 % of the injection, which is 37.6 ms",
           FAT75: "likewise, 25.5 % and 43.6 ms on 3,264; all messages leave their leaf here, the printed time has room for half of them: not known which"}


PRINTED = tuple([("ResNet-152", name, paper) for name, paper, _ in RESNET] + [(name, topology, paper) for name, *_, by in DIVIDED for topology, paper in by.items()])


def operator_share(name, topology, settings):
    """Of the injection, what an accelerator sends in its operator's ring."""
    if name == "GPT-3" and settings["operator"] == "ranks":
        return STRIDED[topology]
    return 1 if topology.endswith("fat tree") else 1 / 2  # two of the four links of an accelerator of a 2x2 board


def divided_run(name, words, layers, copies, is_stage, topology, paper, settings):
    ring = NIC * operator_share(name, topology, settings)
    reduce = NIC if topology.endswith("fat tree") else NIC / 2
    exchange = NIC * ALL_TO_ALLS.get((name, topology), ("", 1))[1]
    rate = ("--operator-rate", f"{ring / 1e6:.0f}MB/s") if "--operator" in words else ("--exchange-rate", f"{exchange / 1e6:.0f}MB/s")
    layers = layers or settings["dlrm"]
    def figures(found):
        return {"ms": (found["compute_us"] + found["exchange_us"] if is_stage else found["iteration_us"]) / 1e3,
                "exchange_ms": found["exchange_us"] / 1e3, "all_to_all_MB": found["all_to_all_MB"]}
    return Run({"panel": name, "series": topology, "what": "ours", "paper_ms": paper, "layers_ms": layers / 1e3},
               ("training", "--model", *words, "--iterations", "1", "--activation-bytes", "4", "--compute-time", f"{layers}us", *rate,
                "--startup", f"{4 * settings['hop']}ns", "--reduce-rate", f"{reduce / (2 * (copies - 1) / copies) / 1e6:.0f}MB/s"), figures=figures)


def h15_runs(settings):
    hop = settings["hop"] * 1e-9
    runs = []
    for name, paper, time in RESNET:
        small, whole = time(1, hop), time(GRADIENTS, hop)
        runs.append(Run({"panel": "ResNet-152", "series": name, "what": "ours", "paper_ms": paper, "layers_ms": 108},
                        ("training", "--model", "resnet152", "--samples", "32", "--iterations", "1", "--groups", str(GROUPS), "--compute-time", "108ms",
                         "--startup", f"{small * 1e9:.0f}ns", "--reduce-rate", f"{GRADIENTS / (whole - small) / 1e6:.0f}MB/s"),
                        figures=lambda f: {"ms": f["iteration_us"] / 1e3, "exposed_ms": f["exposed_us"] / 1e3, "collectives": f["collectives"]}))
    runs += [divided_run(name, words, layers, copies, is_stage, topology, paper, settings) for name, words, layers, copies, is_stage, by in DIVIDED
             for topology, paper in by.items()]
    runs += [Run({"panel": "all-to-all", "series": topology, "of": name, "given": share},
                 ("flow", "--topology", spec, *routing(spec), "--collective", "alltoall", "--shifts", "0"),
                 figures=lambda f: {"share": f["in_step_GBps"] / f["injection_GBps"]}) for (name, topology), (spec, share) in ALL_TO_ALLS.items()]
    specs = {name: spec for name, spec, *_ in TABLE_2["small"]}
    return runs + [Run({"panel": "shift", "series": topology, "of": "GPT-3", "given": share},
                       ("flow", "--topology", specs[topology], *routing(specs[topology]), "--collective", "shift", "--distance", str(STRIDE)),
                       figures=lambda f: {"share": f["least_GBps"] / f["injection_GBps"]}) for topology, share in STRIDED.items()]


def h15_why(name, topology):
    if name == "ResNet-152":
        return "a ring's 2 (p - 1) messages have the cables' time alone; --set hop=180 has 109.7 on the fat tree"
    if name == "GPT-3":
        apart = "the operator's four are 96 ranks apart, not on a board: --set operator=board has 37.8 on all meshes, whose printed times differ"
        return TAPERED.get(topology, "-" if topology == FAT else apart)
    if name == SIXTEEN:
        return "the sixteen are beside one another here; 96 ranks apart on torus:32x48 it is 146.5, the printed time is between" if topology == TORUS else "-"
    if name == "CosmoFlow":
        return "none of its halos, gathers and sums of an operator is behind the layers here"
    return "1.1 ms, what V-B4 prints of layers, is the forward pass: --set dlrm=1100 has 1.11 on the fat tree; 2901, without the embeddings' backward pass, 2.91"


def expert_rates(rows, column):
    """{topology: rate of the experts' all-to-alls, per cent of the fat tree's}, from ms that a stage takes besides its layers."""
    besides = {r["series"]: r[column] - r["layers_ms"] for r in rows.where(panel=SIXTEEN).rows}
    return {topology: 100 * besides[FAT] / ms for topology, ms in besides.items() if topology != FAT}


def h15_claims(rows, _settings):
    rates = Claim(f"{SIXTEEN}: rate of the all-to-alls, of the fat tree's: {HYPERX}, {HX2}, {HX4}, {TORUS}", *(each(list(expert_rates(rows, c).values()), 0) + " %"
                  for c in ("paper_ms", "ms")), "the paper's by its times, less the layers: HyperX has half of the fat tree's, not Table II's 91.6 %")
    return [rates] + [Claim(f"{r['panel']}, {r['series']}: ms of {'a stage' if r['panel'].startswith('GPT') else 'an iteration'}",
                  f"{'below ' if r['panel'] == 'CosmoFlow' and r['paper_ms'] == 45.2 else ''}{r['paper_ms']:g}",
                  f"{r['ms']:.2f}" if r["panel"] == "DLRM" else f"{r['ms']:.1f}", h15_why(r["panel"], r["series"])) for r in rows.rows if "ms" in r]


def h15_checks(rows, settings):
    resnet = rows.where(panel="ResNet-152")
    def ms(name, topology):
        return rows.one("ms", panel=name, series=topology)
    def off(name):
        return {r["series"]: r["ms"] / r["paper_ms"] - 1 for r in rows.where(panel=name).rows}
    gpt = [("GPT-3 on meshes is within 13 % of the printed times, on the torus within 7",
            all(abs(off("GPT-3")[t]) < 0.13 for t in (HYPERX, HX2, HX4)) and abs(off("GPT-3")[TORUS]) < 0.07),
           ("GPT-3: HyperX, Hx2Mesh, Hx4Mesh, torus take longer in this order, as printed", all(ms("GPT-3", a) < ms("GPT-3", b) for a, b in ((HYPERX, HX2), (HX2, HX4), (HX4, TORUS))))]
    dlrm = [("DLRM is within 8 % of the printed times on all networks", all(abs(d) < 0.08 for d in off("DLRM").values()))]
    return [("ResNet-152: less than the paper's 2.5 % are exposed, on every topology", all(r["ms"] < 1.025 * 108 for r in resnet.rows)),
            ("ResNet-152: within 2 % of the printed times", all(near(r["ms"], r["paper_ms"], 0.02) for r in resnet.rows)),
            ("ten all-reduces an iteration", set(resnet.get("collectives")) == {GROUPS}),
            ("GPT-3 on a nonblocking fat tree has the printed time within 1 %", near(ms("GPT-3", FAT), 34.8, 0.01)),
            *(gpt if settings["operator"] == "ranks" else []), *(dlrm if settings["dlrm"] == DLRM_US else []),
            ("GPT-3: the exchanges are four rings of an operator by their closed form",
             near(rows.one("exchange_ms", panel="GPT-3", series=FAT), 4e3 * closed.ring(4, ACTIVATIONS, 0, NIC) + 4 * 4 * settings["hop"] * 1e-6, 0.01)),
            ("GPT-3 with experts: four all-to-alls of 100 MB, and the printed times of fat tree, HyperX and HammingMeshes within 4 %",
             all(near(r["all_to_all_MB"], 4 * ACTIVATIONS / 1e6, 0.001) and (r["series"] == TORUS or near(r["ms"], r["paper_ms"], 0.04)) for r in rows.where(panel=SIXTEEN).rows)),
            ("GPT-3 with experts: by the paper's own times HyperX's all-to-alls are nearer to ours than to Table II's 91.6 % of the fat tree's",
             abs(expert_rates(rows, "paper_ms")[HYPERX] - expert_rates(rows, "ms")[HYPERX]) < abs(expert_rates(rows, "paper_ms")[HYPERX] - 91.6)),
            ("CosmoFlow on a fat tree: less than 2 % besides its layers, as the paper says", ms("CosmoFlow", FAT) < 1.02 * 44.3),
            ("DLRM: the torus is 0.16 ms slower than the fat tree, as in the paper, within 0.03", abs(ms("DLRM", TORUS) - ms("DLRM", FAT) - 0.16) < 0.03),
            ("the rates of all-to-alls and shifts that are given are those of flows, within 1 %",
             all(near(r["given"], r["share"], 0.01) for panel in ("all-to-all", "shift") for r in rows.where(panel=panel).rows))]


H15 = Experiment(
    "H15", "Iterations of five networks by topology", "HXMESH V-B2 to V-B5",
    "ResNet-152 108 ms of layers, 109.7 on fat trees, 110.1 on HxMeshes and torus; GPT-3 31.8 ms, 34.8 to 72.2; with experts 49.9, 52.2 to 73.8; "
    "CosmoFlow 44.3, less than 2 % more; DLRM 2.94 to 3.12", h15_runs, h15_claims, h15_checks,
    {"hop": Setting(HOP_NS, "ns of a cable and its switch (Table III)"),
     "operator": Setting("ranks", "where the four of GPT-3's operator are: 96 ranks apart, as the authors' proxies number them, or on a board of 2x2", ("ranks", "board")),
     "dlrm": Setting(DLRM_US, "us of DLRM's layers, forward and backward")},
    (Table("ms of an iteration", "panel", "ms", head="what is trained"), Table("Printed, ms", "panel", "paper_ms", head="what is trained")),
    tuple(Chart("series", "ms", "", unit, (0, most), name, lines="what", only=panels, points=tuple(point for point in PRINTED if point[0] in panels))
          for name, unit, most, panels in (("stage", "ms of a stage", 80, ("GPT-3", SIXTEEN)), ("dlrm", "ms of an iteration", 4, ("DLRM",)),
                                           ("iteration", "ms of an iteration", 130, ("ResNet-152", "CosmoFlow")))))

ALL = (H2, H8, H10, H11, H12, H13, H15)
