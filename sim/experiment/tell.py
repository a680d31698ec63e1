# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""An experiment's comparison and tables, as Markdown."""

import table

NAMES = {"bytes": "message", "gpus": "GPUs", "table_bytes": "table", "mhz": "MHz", "panel": "sums", "loss_percent": "lost, %"}
SIZES = {"bytes", "table_bytes"}


def figure(value, column):
    if isinstance(value, str):
        return value
    if 0 < abs(value) < 0.01:
        return f"{value:.1e}"
    if column in ("evictions", "timeouts") or value >= 1000:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def cells(what, rows):
    """One table; a run that failed or was not made is a dash."""
    rows = [r for r in rows if what.panel in ("", r["panel"]) and what.value in r]
    if what.largest and rows:
        most = max(r["bytes"] for r in rows)
        rows = [r for r in rows if r["bytes"] == most]
    series = list(dict.fromkeys(r["series"] for r in rows))
    cell = {(r[what.row], r["series"]): figure(r[what.value], what.value) for r in rows}
    lines = [f"{what.title}:", "", f"| {what.head or NAMES.get(what.row, what.row.replace('_', ' '))} | {' | '.join(series)} |",
             "| --- |" + " --- |" * len(series)]
    keys = dict.fromkeys(r[what.row] for r in rows)
    for key in keys if any(isinstance(k, str) for k in keys) else sorted(keys):
        name = table.size(key) if what.row in SIZES else key
        lines.append(f"| {name} | {' | '.join(cell.get((key, s), '-') for s in series)} |")
    return "\n".join(lines) + "\n"


def page(experiment, whole):
    """The comparison, then the tables. The comparison is made of a whole experiment only."""
    parts = []
    if whole["claims"]:
        lines = ["| | paper | ours | reason |", "| --- | --- | --- | --- |"]
        before = "-"
        for c in whole["claims"]:  # a reason that the row before has is not repeated
            lines.append(f"| {c['what']} | {c['paper']} | {c['ours']} | {'likewise' if c['reason'] == before != '-' else c['reason']} |")
            before = c["reason"]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts + [cells(what, whole["rows"]) for what in experiment.tables])
