# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The page of all experiments: every experiment, figure, table and check is on it, it needs no other file, its script draws every point.
The page that plays a trace: links are joined as the network is, busy as long as the trace says, tables hold each block once. What scripts do
is tested with node and with a headless Chromium, where they are installed."""

import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys

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
        if tag not in ("meta", "input"):
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


def chromium(folder, name):
    return run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"--user-data-dir={folder / 'profile'}", f"file://{folder / name}")


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
    done = chromium(folder, "report.html")
    svgs = {m[1]: m[2] for m in re.finditer(r'<figure id="figure-([^"]+)">(<svg.*?</svg>)', done.stdout, re.DOTALL)}
    tap.result(name, drawn(svgs, charts) if done.returncode == 0 else done.stderr.splitlines()[-5:])


# ------------------------------------------------------------------------------- the viewer
VIEWER = (sys.executable, "-B", "sim/experiment/viewer.py")
READ = f"""
const viewer = require('{SCRIPT.with_name("viewer.js")}'), fs = require('fs');
const fabric = viewer.read(JSON.parse(fs.readFileSync(process.argv[1], 'utf8')));
const middle = (fabric.begin + fabric.end) / 2, whole = fabric.end - fabric.begin;
console.log(JSON.stringify({{
  ...fabric, uses: fabric.links.map(l => viewer.use(l, fabric.end, whole)), picture: viewer.picture(fabric),
  held: [middle, fabric.end].map(at => fabric.nodes.map(n => viewer.held(fabric, n, at)))}}));
"""
BLOCKS, GPUS, PLANES = 32, 16, 6


def play(folder, name, *options):
    """(what is wrong with the page, the trace in it)."""
    done = run(*VIEWER, folder / name, *options, "--output", folder / f"{name}.html")
    if done.returncode:
        return [done.stderr], None
    page = Page((folder / f"{name}.html").read_text(encoding="utf-8"))
    (folder / f"{name}.trace").write_text(page.data["trace"])
    return page.wrong + [f"{what} is fetched" for what in page.fetches], json.loads(page.data["trace"])


def dgx2(found, trace):
    """Wrong of a push of BLOCKS blocks on DGX-2."""
    names = [n for n in found["nodes"] if n.startswith("gpu")]
    ways = [(link["from"], link["to"]) for link in found["links"]]
    reasons = [f"{len(names)} GPUs"] if len(names) != GPUS else []
    for number, name in enumerate(names):
        group = "AB"[number >= GPUS // 2]
        due = {f"{group}{plane}" for plane in range(PLANES)}
        reasons += [] if {b for a, b in ways if a == name} == due == {a for a, b in ways if b == name} else [f"{name} is not joined to {due}"]
    reasons += [f"{a} to {b}" for a, b in ways if a[0] != "g" and b[0] != "g" and (a[0] == b[0] or a[1:] != b[1:])]
    sent = sum(e["dur"] for e in trace["traceEvents"] if e["ph"] == "X" and e["tid"] % 2 == 0)
    busy = sum(found["uses"]) * (found["end"] - found["begin"])
    reasons += [f"busy {busy}, not {sent} us"] if abs(busy - sent) > 1e-3 * sent else []
    entries = sum(len(spans) for spans in found["tables"].values())
    reasons += [f"{entries} entries of {BLOCKS} blocks"] if entries != BLOCKS else []
    reasons += [] if sum(found["held"][0]) and not sum(found["held"][1]) else [f"{found['held']} entries in the middle and at the end"]
    return reasons


def mesh(found):
    """Wrong of two rings both ways on 4 x 4 accelerators: all links to neighbours, each busy in all 30 steps."""
    reasons = [f"{len(found['links'])} links"] if len(found["links"]) != 64 else []
    for link in found["links"]:
        (a, b), (c, d) = (map(int, link[end].split(".")) for end in ("from", "to"))
        reasons += [f"{link['from']} to {link['to']}"] if sorted(((c - a) % 4, (d - b) % 4)) not in ([0, 1], [0, 3]) else []
        reasons += [f"{link['port']}: {len(link['spans'])} steps"] if len({begin for begin, _ in link["spans"]}) != 30 else []
    return reasons + ([f"{min(found['uses'])} is the least use"] if min(found["uses"]) < 0.999 else [])


def viewer(tap, folder):
    run(helpers.NETFOLD, "allreduce", "--topology", "dgx2", "--bytes", 128 * BLOCKS, "--trace", folder / "dgx2.json", "--trace-cycles", 0)
    run(helpers.NETFOLD, "schedule", "--algorithm", "cycles", "--shape", "4x4", "--bytes", "64K", "--write", folder / "mesh.xml")
    wrong, trace = play(folder, "dgx2.json")
    more, grid = play(folder, "mesh.xml", "--shape", "4x4")
    tap.result("pages that play a trace of DGX-2 and a schedule of a mesh; they need no other file",
               wrong + more + ([] if trace == json.loads((folder / "dgx2.json").read_text()) and grid else ["the trace is not the one that was given"]))
    names = ("the viewer joins links, adds up their use and counts tables: DGX-2", "the same: rings on a mesh")
    for name, file, judge in zip(names, ("dgx2.json", "mesh.xml"), (lambda f: dgx2(f, trace), mesh)):
        if not shutil.which("node"):
            tap.result(f"{name} # SKIP node is not installed", [])
            continue
        done = run("node", "-e", READ, f"{file}.trace", cwd=folder)
        found = json.loads(done.stdout) if done.returncode == 0 else None
        reasons = done.stderr.splitlines() if found is None else judge(found) + [f"{port} has no other end" for port in found["unknown"]]
        if found and found["picture"].count('class="link"') != len(found["links"]):
            reasons.append("not every link is drawn")
        tap.result(name, reasons)
    name = "a headless Chromium colours the links"
    if not shutil.which("chromium"):
        tap.result(f"{name} # SKIP chromium is not installed", [])
        return
    colours = re.findall(r'<path class="link"[^>]*style="stroke: ([^"]+);"', chromium(folder, "mesh.xml.html").stdout)
    tap.result(name, [] if len(colours) == 64 and "rgb(221, 221, 221)" not in colours else [f"{len(colours)} links: {set(colours)}"])


REFUSED = (("absent.json", (), "No such file"), ("bad.json", (), "give what netfold allreduce --trace"), ("empty.json", (), "there are no traceEvents"),
           ("mesh.xml", (), "--shape RxC is needed"), ("mesh.xml", ("--shape", "4x5"), "the schedule has 16 ranks"), ("mesh.xml", ("--shape", "4"), "give rows x columns"))


def refusals(tap, folder):
    (folder / "bad.json").write_text("{")
    (folder / "empty.json").write_text("{}")
    reasons = []
    for name, options, says in REFUSED:
        done = run(*VIEWER, folder / name, *options, "--output", folder / "no.html")
        if done.returncode != 2 or says not in done.stderr or len(done.stderr.splitlines()) != 1 or (folder / "no.html").exists():
            reasons.append(f"{name} {options}: exit {done.returncode}, {done.stderr}")
    tap.result(f"{len(REFUSED)} files that are no trace are refused", reasons)


def page_of_all(tap, folder):
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


if __name__ == "__main__":
    helpers.run(page_of_all, viewer, refusals)
