# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The page of all experiments: every experiment, figure, table and check is on it, it needs no other file, its script draws every point.
Drawing is tested with node and with a headless Chromium, where they are installed."""

import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import helpers

sys.path.insert(0, "sim/experiment")
import experiments  # noqa: E402  (after the path that it is on)

MADE = ("N9", "N14", "T1", "H15")  # of a second; two panels, three charts, words on an axis, stars of the paper
SCRIPT = pathlib.Path("sim/experiment/report.js").resolve()


class Page(html.parser.HTMLParser):
    """What a page has, by id; what it would fetch; tags that are not closed."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.fetches, self.open, self.wrong, self.rows = {}, [], [], [], {}
        self.section, self.data, self.inside = None, {}, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.wrong += [f"two have the id {attrs['id']}"] if attrs["id"] in self.ids else []
            self.ids[attrs["id"]] = tag
        self.fetches += [attrs[k] for k in ("src", "href") if k in attrs and not attrs[k].startswith("#")]
        if tag == "section":
            self.section = attrs["id"]
        if tag in ("tr", "li") and self.section:
            self.rows[self.section, tag] = self.rows.get((self.section, tag), 0) + 1
        if tag == "script":
            self.inside = attrs.get("id", "code")
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes something else")
        if tag == "section":
            self.section = None
        if tag == "script":
            self.inside = None

    def handle_data(self, data):
        if self.inside:
            self.data[self.inside] = self.data.get(self.inside, "") + data


def run(*words, **more):
    return subprocess.run([str(w) for w in words], text=True, check=False, capture_output=True, timeout=300, **more)


def make(folder):
    for name in MADE:
        run(helpers.NETFOLD, "experiment", name, "--output", folder)
    return run(sys.executable, "-B", "sim/experiment/report.py", "--from", folder, "--output", folder / "report.html")


def points(chart):
    """Markers that a chart must have: its points, without what a logarithmic scale has no place for."""
    return sum((p[1] > 0 or not chart["logarithmic"]) for lines in chart["panels"].values() for line in lines.values() for p in line)


def whole(tap, folder, page, text):
    reasons = list(page.wrong) + [f"{tag} stays open" for tag in page.open] + [f"{what} is fetched" for what in page.fetches]
    reasons += ["@import or url() in the style"] if re.search(r"@import|url\(", text) else []
    tap.result("the page is well formed and needs no other file", reasons)
    reasons = []
    for experiment in experiments.ALL:
        made = experiment.id in MADE
        if made != (page.ids.get(experiment.id) == "section"):
            reasons.append(f"{experiment.id} is {'not ' * made}on the page")
        if not made:
            reasons += [] if re.search(rf'id="absent">[^<]*\b{re.escape(experiment.id)}[,.]', text) else [f"{experiment.id} is not named as absent"]
            continue
        report = json.loads((folder / f"{experiment.id}.json").read_text())
        if page.rows.get((experiment.id, "li"), 0) != len(report["checks"]):
            reasons.append(f"{experiment.id}: {len(report['checks'])} checks, {page.rows.get((experiment.id, 'li'))} on the page")
        least = len(report["claims"]) + len(experiment.tables)
        if page.rows.get((experiment.id, "tr"), 0) <= least:
            reasons.append(f"{experiment.id}: {page.rows.get((experiment.id, 'tr'))} rows of tables, more than {least} are due")
        reasons += [f"{c['ours']} is not there" for c in report["claims"] if html.escape(c["ours"]) not in text]
        reasons += [] if report["program"][:16] in text else [f"{experiment.id}: which program made it is not said"]
    tap.result(f"{len(MADE)} of {len(experiments.ALL)} experiments with all comparisons and checks, the others named as absent", reasons)


def figures(tap, folder, page):
    charts, reasons = json.loads(page.data["charts"]), []
    due = {}
    for experiment in experiments.ALL:
        if experiment.id in MADE:
            rows = json.loads((folder / f"{experiment.id}.json").read_text())["rows"]
            for chart in experiment.charts:
                shown = [r for r in rows if chart.y in r and (not chart.only or r[chart.panels] in chart.only)]
                due[f"{experiment.id}{'-' if chart.name else ''}{chart.name}"] = len(shown)
    for name, count in due.items():
        found = sum(len(line) for lines in charts.get(name, {"panels": {}})["panels"].values() for line in lines.values())
        reasons += [] if page.ids.get(f"figure-{name}") == "figure" else [f"there is no figure {name}"]
        reasons += [] if found == count and count else [f"{name}: {found} of {count} points"]
    reasons += [f"{name} is nobody's" for name in charts if name not in due]
    tap.result(f"{len(due)} figures, with all points of the runs", reasons)
    return charts


def drawn(svgs, charts):
    reasons = []
    for name, chart in charts.items():
        svg = svgs.get(name, "")
        marks, stars = svg.count("<circle "), len(re.findall(r'class="[^"]*paper"', svg))
        if marks != points(chart) or svg.count('class="panel"') != len(chart["panels"]) or "NaN" in svg or "undefined" in svg:
            reasons.append(f"{name}: {marks} markers, {points(chart)} are due; {svg[:100]}")
        if bool(stars) != bool(chart["points"]):
            reasons.append(f"{name}: {stars} of the paper's {len(chart['points'])} points")
    return reasons


def by_node(tap, folder, charts):
    name = "the script draws every figure"
    if not shutil.which("node"):
        tap.result(f"{name} # SKIP node is not installed", [])
        return
    (folder / "charts.json").write_text(json.dumps(charts))
    done = run("node", "-e", f"const {{draw}} = require('{SCRIPT}'); const charts = JSON.parse(require('fs').readFileSync('charts.json'));"
                             "console.log(JSON.stringify(Object.fromEntries(Object.entries(charts).map(([n, c]) => [n, draw(c)]))));", cwd=folder)
    reasons = drawn(json.loads(done.stdout), charts) if done.returncode == 0 else done.stderr.splitlines()
    tap.result(name, reasons)


def by_browser(tap, folder, charts):
    name = "a headless Chromium shows every figure"
    if not shutil.which("chromium"):
        tap.result(f"{name} # SKIP chromium is not installed", [])
        return
    done = run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"--user-data-dir={folder / 'profile'}",
               f"file://{folder / 'report.html'}")
    svgs = {m[1]: m[2] for m in re.finditer(r'<figure id="figure-([^"]+)">(<svg.*?</svg>)', done.stdout, re.DOTALL)}
    tap.result(name, drawn(svgs, charts) if done.returncode == 0 else done.stderr.splitlines()[-5:])


def main():
    tap = helpers.Tap()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        done = run(sys.executable, "-B", "sim/experiment/report.py", "--from", folder)
        tap.result("a folder without experiments is refused, with what makes them",
                   [] if done.returncode == 2 and "make experiments" in done.stderr else [done.stderr])
        done = make(folder)
        tap.result("the page is made", [] if done.returncode == 0 else [done.stderr])
        text = (folder / "report.html").read_text(encoding="utf-8")
        page = Page(text)
        whole(tap, folder, page, text)
        charts = figures(tap, folder, page)
        by_node(tap, folder, charts)
        by_browser(tap, folder, charts)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
