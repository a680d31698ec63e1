# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Tables of an experiment's rows, as Markdown."""

import beside
import plot

NAMES = {"bytes": "message", "gpus": "GPUs", "table_bytes": "table", "waves": "waves", "mhz": "MHz",
         "panel": "sums", "epoch": "epoch",
         "loss_percent": "lost, %"}
SIZES = {"bytes", "table_bytes"}


def figure(value, column):
    if 0 < abs(value) < 0.01:
        return f"{value:.1e}"
    if column == "evictions" or value >= 1000:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(what, rows):
    """One table; a run that failed or was not made is a dash."""
    rows = [r for r in rows if what.panel in ("", r["panel"]) and "error" not in r]
    if what.largest and rows:
        most = max(r["bytes"] for r in rows)
        rows = [r for r in rows if r["bytes"] == most]
    series = list(dict.fromkeys(r["series"] for r in rows))
    cell = {(r[what.row], r["series"]): figure(r[what.value], what.value) for r in rows}
    lines = [f"{what.title}:", "", f"| {NAMES[what.row]} | {' | '.join(series)} |",
             "| --- |" + " --- |" * len(series)]
    keys = dict.fromkeys(r[what.row] for r in rows)
    for key in keys if any(isinstance(k, str) for k in keys) else sorted(keys):
        name = plot.size(key) if what.row in SIZES else key
        lines.append(f"| {name} | {' | '.join(cell.get((key, s), '-') for s in series)} |")
    return "\n".join(lines) + "\n"


def statements(name, rows):
    lines = ["| | paper | measured |", "| --- | --- | --- |"]
    lines += [f"| {' | '.join(line)} |" for line in beside.LINES[name](beside.Rows(rows))]
    return "\n".join(lines) + "\n"


def tables(experiment, rows):
    """What the paper states stands beside a whole experiment only."""
    whole = [] if any("error" in row for row in rows) else [statements(experiment.name, rows)]
    return "\n".join(whole + [table(what, rows) for what in experiment.tables])
