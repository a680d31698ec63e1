# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The report: one HTML page with a table, and for each row what it rests on."""

from html import escape

STYLE = """body{font:15px sans-serif;margin:2em;max-width:110em}table{border-collapse:collapse}
td,th{border:1px solid #bbb;padding:.35em .6em;text-align:left;vertical-align:top}th{background:#eef}
.no{background:#fde0d0}.yes{background:#e0f4e0}pre{font-size:12px;overflow-x:auto}details{margin:.8em 0}"""

HEADS = ["type", "elements", "algorithm", "tree", "width", "rounding", "ranks agree", "deterministic", "batch-invariant", "explained"]


def algorithm(report):
    """What the trees and their places make together."""
    position, first = report.says("position"), report.data["arrays"][0]
    if position.startswith(("ring", "double tree", "one order", "in each call")):
        return position
    names = [t["name"] for t in first["trees"] if t["elements"]] or [report.says("tree")]
    return names[0] if len(names) == 1 else position


def tree(report):
    trees = [t["tree"] for t in report.data["arrays"][0]["trees"] if t["elements"]]
    return " ".join(trees[:2]) + (f" and {len(trees) - 2} more" if len(trees) > 2 else "") if trees else report.says("tree")


def cells(row):
    if row.report is None:
        return [row.dtype, str(row.size), row.failed or "no report"] + [""] * (len(HEADS) - 3)
    r = row.report
    repeated = r.data["repetitions"] > 1
    return [row.dtype, str(row.size) + (f" ({row.calls} calls)" if row.calls > 1 else ""), algorithm(r), tree(r), r.says("width"),
            r.says("rounding"), "yes" if r.data["ranks_agree"] else "no",
            ("yes" if r.data["repetitions_agree"] else "no") if repeated else "one run only",
            "yes" if row.invariant else "no", "yes" if r.explained else "no"]


def plain(name, rows):
    """The table for a terminal."""
    lines = [name]
    for row in rows:
        c = cells(row)
        lines.append(f"{c[0]:8} {c[1]:>18}  {c[2][:90]}")
        if row.report is not None:
            lines.append(f"{'':28} {c[4]}; {c[5]}; " + ", ".join(f"{h}: {v}" for h, v in zip(HEADS[6:], c[6:])))
    return "\n".join(lines)


def html(name, rows):
    parts = [f"<!doctype html><meta charset='utf-8'><title>testreduce: {escape(name)}</title><style>{STYLE}</style>",
             f"<h1>All-reduce of {escape(name)}</h1><table><tr>", *(f"<th>{h}</th>" for h in HEADS), "</tr>"]
    for row in rows:
        parts.append("<tr>" + "".join(f"<td{' class=' + repr(c) if c in ('yes', 'no') else ''}>{escape(c)}</td>" for c in cells(row)) + "</tr>")
    parts.append("</table><p>Batch-invariant: the same operands gave the same bits at every position and every size of the table. "
                 "Below, each row with its evidence: a probe, its operands by rank, what came back and what would have come otherwise.</p>")
    for row in rows:
        if row.report is not None:
            parts.append(f"<details><summary>{escape(row.dtype)}, {row.size} elements</summary><pre>{escape(row.report.text)}</pre>"
                         f"{row.report.svg}</details>")
    return "".join(parts) + "\n"
