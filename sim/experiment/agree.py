# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The engines beside one another: the same all-reduce cycle by cycle, packet by packet, and as one endpoint has it."""

from table import KB, Chart, Claim, Experiment, Run, Setting, Table, size

CYCLE, FAST, ENDPOINT = "cycle by cycle", "packet by packet", "one endpoint"
GPUS = (4, 16)
CASES = (("push", "256", "16"), ("pull", "4096", "4"))
# The engines draw other latencies of memory, which small messages feel; an endpoint has neither queues of the network nor tables.
WITHIN = {FAST: 0.03, ENDPOINT: 0.08}


def ag_runs(settings):
    sizes = [4 * KB * 4**i for i in range(5) if 4 * KB * 4**i <= settings["largest"]]
    runs = []
    for method, table, waves in CASES:
        for gpus in GPUS:
            for b in sizes:
                labels = {"panel": f"{method}, {gpus} GPUs", "method": method, "gpus": gpus, "bytes": b}
                same = ("--topology", "dgx2", "--ranks", str(gpus), "--bytes", str(b), "--table-bytes", table, "--waves", waves)
                runs += [Run(labels | {"series": CYCLE}, ("allreduce", "--method", method, "--wave-bytes", "8192", *same), ("cycles",), weight=30),
                         Run(labels | {"series": FAST}, ("simulate", "--algorithm", method, *same), ("cycles",))]
                if method == "push":
                    runs.append(Run(labels | {"series": ENDPOINT}, ("endpoint", "--system", "klenk-push", "--ranks", str(gpus), "--bytes", str(b),
                                                                    "--launch", "0", "--waves", waves), ("cycles",)))
    return runs


def differences(rows, series):
    """(method, GPUs, bytes): cycles of a series over those of the exact engine, less one."""
    return {(r["method"], r["gpus"], r["bytes"]): r["cycles"] / rows.one("cycles", series=CYCLE, panel=r["panel"], bytes=r["bytes"]) - 1
            for r in rows.where(series=series).rows}


def ag_claims(rows, _settings):
    claims = []
    for series in (FAST, ENDPOINT):
        found = differences(rows, series)
        for method in dict.fromkeys(m for m, *_ in found):
            for gpus in GPUS:
                mine = [(b, d) for (m, g, b), d in found.items() if (m, g) == (method, gpus)]
                claims.append(Claim(f"{series}: cycles beside those of {CYCLE}; {method}, {gpus} GPUs, {' / '.join(size(b) for b, _ in mine)}", "-",
                                    " / ".join(f"{100 * d:+.1f}" for _, d in mine) + " %"))
    return claims


def ag_checks(rows, _settings):
    return [(f"{series} is within {100 * most:g} % of {CYCLE}, everywhere", all(abs(d) <= most for d in differences(rows, series).values()))
            for series, most in WITHIN.items()]


AG = Experiment(
    "AG", "The engines beside one another: all-reduces on DGX-2", "docs/fast.md, docs/endpoint-models.md", "-", ag_runs, ag_claims, ag_checks,
    {"largest": Setting(64 * KB, "bytes of the largest message", low=4 * KB)},
    tuple(Table(f"{method}, {gpus} GPUs, cycles", "bytes", "cycles", f"{method}, {gpus} GPUs") for method, *_ in CASES for gpus in GPUS),
    (Chart("bytes", "cycles", "message, bytes", "cycles", (500, 20_000)),))

ALL = (AG,)
