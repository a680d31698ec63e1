# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""One page of all experiments that were made: what the papers have beside ours, charts, tables, checks, how far the engines agree, and
the versions. It needs no other file. Runs nothing: it reads the ID.json that `netfold experiment` leaves.
usage: sim/experiment/report.py [--from build/experiments] [--output build/report.html]"""

import argparse
import html
import json
import pathlib
import platform
import subprocess
import sys

import experiments
import tell

SCRIPT = pathlib.Path(__file__).with_name("report.js")
STYLE = """
body { font: 15px/1.45 sans-serif; margin: 0 auto; max-width: 75em; padding: 1em; color: #222 }
table { border-collapse: collapse; margin: .7em 0; display: block; overflow-x: auto }
td, th { border: 1px solid #ccc; padding: .2em .5em; text-align: left; vertical-align: top }
th { background: #f2f2f2 } nav { columns: 3 } figure { margin: 1em 0; overflow-x: auto }
.holds { color: #060 } .failed { color: #b00; font-weight: bold }
svg { font: 11px sans-serif; max-width: 100%; height: auto } svg .frame { fill: none; stroke: #888 } svg .grid { stroke: #e4e4e4 }
svg polyline { fill: none; stroke-width: 1.6 } svg .limit { stroke: #444; stroke-dasharray: 5 3 } svg .bar { stroke-width: 3; opacity: .4 }
svg .middle { text-anchor: middle } svg .end { text-anchor: end } svg .title { font-weight: bold } svg .paper { font-size: 17px }
"""
AGREEMENT = "AG"  # the experiment that has it


def cell(text, kind="td"):
    return f"<{kind}>{html.escape(text.strip())}</{kind}>"


def tables(markdown):
    """tell's tables as HTML; a line between them is a caption."""
    out, rows = [], 0
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("| ---"):
            continue
        if line.startswith("|"):
            out.append(("<table>" if not rows else "") + "<tr>" + "".join(cell(c, "td" if rows else "th") for c in line.strip("|").split("|")) + "</tr>")
            rows += 1
            continue
        if rows:
            out.append("</table>")
        rows = 0
        out += [f"<p>{html.escape(line)}</p>"] if line else []
    return "\n".join(out)


def charts_of(experiment, whole):
    """{name of the figure: what report.js draws}."""
    found = {}
    for chart in experiment.charts:
        panels = chart.points_of(whole["rows"])
        if panels:
            found[f"{experiment.id}{'-' if chart.name else ''}{chart.name}"] = {
                "panels": panels, "x_label": chart.x_label, "y_label": chart.y_label, "ys": chart.ys, "logarithmic": chart.logarithmic,
                "even": chart.even, "limit": chart.limit, "points": [p for p in chart.points if p[0] in panels]}
    return found


def section(experiment, whole, figures):
    checks = "".join(f'<li class="{"holds" if c["holds"] else "failed"}">{"holds" if c["holds"] else "FAILED"}: {html.escape(c["what"])}</li>'
                     for c in whole["checks"])
    settings = ", ".join(f"{k} = {v}" for k, v in whole["settings"].items()) or "none"
    drawn = "".join(f'<figure id="figure-{name}"><figcaption>{html.escape(name)}: {html.escape(experiment.title)}</figcaption></figure>' for name in figures)
    return (f'<section id="{experiment.id}"><h2>{experiment.id}: {html.escape(experiment.title)}</h2><p>{html.escape(experiment.source)}. '
            f'The paper: {html.escape(experiment.paper)}. Settings: {html.escape(settings)}.</p>{drawn}{tables(tell.page(experiment, whole))}'
            f"<ul>{checks}</ul></section>")


def command_says(*words):
    try:
        return subprocess.run(words, text=True, check=True, capture_output=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "not known"


def versions(wholes):
    """Which builds made the experiments; those of another build than the others are named."""
    builds = {}
    for name, whole in wholes.items():
        builds.setdefault((whole.get("version", "not known"), whole.get("program", "not known")[:16]), []).append(name)
    rows = "".join(f"<tr>{cell(version)}{cell(program)}{cell(', '.join(names))}</tr>" for (version, program), names in builds.items())
    mixed = "" if len(builds) < 2 else f'<p class="failed">Made by {len(builds)} builds: figures of one are not to be compared with those of another.</p>'
    return (f"<table><tr>{cell('netfold', 'th')}{cell('SHA-256 of the program', 'th')}{cell('experiments', 'th')}</tr>{rows}</table>{mixed}"
            f"<p>The page: source {html.escape(command_says('git', 'describe', '--always', '--dirty'))}, Python {platform.python_version()}, "
            f"{html.escape(platform.platform())}.</p>")


def page(wholes, absent):
    charts, body = {}, []
    for experiment in experiments.ALL:
        if experiment.id in wholes:
            figures = charts_of(experiment, wholes[experiment.id])
            charts |= figures
            body.append(section(experiment, wholes[experiment.id], figures))
    failed = sum(not c["holds"] for w in wholes.values() for c in w["checks"])
    checks = sum(len(w["checks"]) for w in wholes.values())
    index = "".join(f'<li><a href="#{name}">{name}</a> {html.escape(w["title"])}</li>' for name, w in wholes.items())
    missing = f'<p id="absent">Not made yet: {", ".join(absent)}.</p>' if absent else ""
    agreement = f'<p><a href="#{AGREEMENT}">{AGREEMENT}</a> has how far the engines agree.</p>' if AGREEMENT in wholes else ""
    data = json.dumps(charts).replace("</", "<\\/")
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>netfold: the papers\' figures beside ours</title>'
            f"<style>{STYLE}</style></head>\n<body><h1>netfold: the papers' figures beside ours</h1>\n<p>{len(wholes)} experiments, {len(charts)} figures; "
            f"{checks - failed} of {checks} checks hold.</p>{missing}{agreement}<h2>Versions</h2>{versions(wholes)}<nav><ul>{index}</ul></nav>\n"
            + "\n".join(body) + f'\n<script type="application/json" id="charts">{data}</script>\n<script>{SCRIPT.read_text(encoding="utf-8")}</script></body></html>\n')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--from", dest="folder", type=pathlib.Path, default=pathlib.Path("build/experiments"))
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("build/report.html"))
    args = parser.parse_args()
    wholes, absent = {}, []
    for experiment in experiments.ALL:
        path = args.folder / f"{experiment.id}.json"
        if path.exists():
            wholes[experiment.id] = json.loads(path.read_text(encoding="utf-8"))
        else:
            absent.append(experiment.id)
    if not wholes:
        print(f"report.py: {args.folder} has no experiment; make experiments makes all, netfold experiment ID one", file=sys.stderr)
        return 2
    args.output.write_text(page(wholes, absent), encoding="utf-8")
    print(f"{args.output}: {len(wholes)} experiments" + (f"; not made yet: {', '.join(absent)}" if absent else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
