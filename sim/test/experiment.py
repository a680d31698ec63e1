# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold experiment: what is listed, experiments that take a second, going on where one stopped, parts, refusals; netfold endpoint
and netfold training: their reports, and the time line that Perfetto opens."""

import csv
import io
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import time

import helpers


def lines(done):
    return [f"exit {done.returncode}", *done.stdout.splitlines()[-8:], *done.stderr.splitlines()[-4:]]


def listed(tap):
    done = helpers.netfold("experiment", "--list")
    ids = re.findall(r"^(\S+)  ", done.stdout, re.MULTILINE)
    wanted = set("K7a K7b K8 K9 K10 K10b K11 KEq KU A9 A10 A11 A12 A13 A14 A16 A17 AT6 N9 N11 N14 N52 NT loss T1 H2 H8 H10 H11 H12 H13 H15 K8+ HIN KDET DSE AG pareto".split())
    reasons = [] if done.returncode == 0 and len(ids) == len(set(ids)) and wanted == set(ids) else [f"missing: {wanted - set(ids)}, not known: {set(ids) - wanted}"]
    tap.result(f"{len(ids)} experiments are listed, each once", reasons)


# What the closed forms, the schedules and the event engines do in a second.
QUICK = (("KU", "cycles=20000"), ("AT6",), ("N9",), ("N14",), ("NT",), ("NT", "bandwidth=table2"), ("T1",), ("H13",), ("A13", "largest=1M"), ("H15",), ("HIN", "largest=64K"),
         ("KDET", "bytes=4K"), ("AG", "largest=4K"))


def quick(tap, folder):
    """Each has checks, and they hold; the files say the same as each other."""
    for name, *settings in QUICK:
        done = helpers.netfold("experiment", name, "--output", folder, *(word for s in settings for word in ("--set", s)))
        reasons = [] if done.returncode == 0 else lines(done)
        if not reasons:
            whole = json.loads((folder / f"{name}.json").read_text())
            table = list(csv.DictReader((folder / f"{name}.csv").open()))
            if not whole["checks"] or not all(c["holds"] for c in whole["checks"]) or not whole["claims"]:
                reasons.append("no checks, or no claims")
            if len(table) != len(whole["rows"]) or not table:
                reasons.append(f"{len(table)} lines of CSV, {len(whole['rows'])} rows of JSON")
            reasons += [f"'{c['what']}' is not printed" for c in whole["claims"] if c["what"] not in done.stdout]
        tap.result(f"{name}: all its checks hold", reasons)


def goes_on(tap, folder):
    """Runs that are there are not made again; what is missing is. Parts come to the same."""
    runs = folder / "runs"
    before = {p: p.stat().st_mtime_ns for p in runs.glob("*.json")}
    helpers.netfold("experiment", "T1", "--output", folder)
    reasons = [] if {p: p.stat().st_mtime_ns for p in runs.glob("*.json")} == before else ["runs were made again"]
    next(p for p in before if "trees" in json.loads(p.read_text())["words"]).unlink()  # one of T1
    helpers.netfold("experiment", "T1", "--output", folder)
    after = {p: p.stat().st_mtime_ns for p in runs.glob("*.json")}
    changed = [p for p in before if after.get(p) != before[p]]
    reasons += [] if set(after) == set(before) and len(changed) == 1 else [f"{len(changed)} runs are new, not one"]
    other = folder / "parts"
    for k in (1, 2, 3):
        done = helpers.netfold("experiment", "T1", "--output", other, "--part", f"{k}/3", "--jobs", 2)
        reasons += [] if done.returncode == 0 and not (other / "T1.json").exists() else lines(done)
    made = {p: p.stat().st_mtime_ns for p in (other / "runs").glob("*.json")}
    helpers.netfold("experiment", "T1", "--output", other)
    strip = [[{k: v for k, v in r.items() if k != "seconds"} for r in json.loads((f / "T1.json").read_text())["rows"]] for f in (folder, other)]
    if strip[0] != strip[1] or {p: p.stat().st_mtime_ns for p in (other / "runs").glob("*.json")} != made:
        reasons.append("parts do not come to the whole")
    done = helpers.netfold("experiment", "T1", "--output", other, "--fresh")
    if any(p.stat().st_mtime_ns == at for p, at in made.items()):
        reasons.append("--fresh leaves runs as they were")
    tap.result("what was made is not made again; parts; --fresh", reasons)


def stops(tap, folder):
    """A signal ends the runs that are under way, and says that what is done is kept."""
    reasons = []
    for number in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen([helpers.NETFOLD, "experiment", "K8", "--output", folder / "stopped", "--jobs", "1"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a shell's background job ignores it
        deadline = time.monotonic() + 60
        while not list((folder / "stopped").glob("runs/tmp*")) and time.monotonic() < deadline:  # a run is under way
            time.sleep(0.05)
        process.send_signal(number)
        said = process.communicate(timeout=60)[1]
        left = list((folder / "stopped").glob("runs/tmp*"))
        reasons += [] if process.returncode == 130 and "are kept" in said and not left else [f"exit {process.returncode}", said, str(left)]
    tap.result("stopped by a signal: the runs end, nothing half-made is left", reasons)


def progress(tap, folder):
    """On a terminal: the runs that are done, the time that is left; a file gets none of it."""
    terminal, side = pty.openpty()
    process = subprocess.Popen([helpers.NETFOLD, "experiment", "T1", "--output", folder / "terminal"], stdout=subprocess.DEVNULL, stderr=side)
    os.close(side)
    said = b""
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            more = b""
        if not more:
            break
        said += more
    os.close(terminal)
    reasons = [] if process.wait() == 0 and re.search(rb"T1: 1 of 24 runs, \d+:\d\d, about \d+:\d\d left", said) and b"24 of 24" in said else [repr(said[-300:])]
    done = helpers.netfold("experiment", "T1", "--output", folder / "terminal", "--fresh")
    reasons += [] if "left" not in done.stderr else ["a file gets it too: " + done.stderr]
    tap.result("on a terminal the runs that are done and the time that is left", reasons)


def outputs(tap, folder):
    done = helpers.netfold("experiment", "T1", "--output", folder, "--json", "-")
    reasons = [] if json.loads(done.stdout)["id"] == "T1" and "eight trees" in done.stderr else lines(done)
    done = helpers.netfold("experiment", "T1", "--output", folder, "--csv", "-")
    reasons += [] if len(list(csv.DictReader(io.StringIO(done.stdout)))) == 72 else lines(done)
    tap.result("JSON and CSV to standard output", reasons)


def not_taken(tap, folder):
    """Standard output that nobody reads, or that is full: the sentence of the other commands."""
    reasons = []
    for words in (("--list",), ("T1", "--output", folder), ("T1", "--output", folder, "--csv", "-")):
        read, write = os.pipe()
        os.close(read)
        for out, why in ((write, "Broken pipe"), (os.open("/dev/full", os.O_WRONLY), "No space left on device")):
            done = subprocess.run([helpers.NETFOLD, "experiment", *map(str, words)], stdout=out, stderr=subprocess.PIPE, text=True, check=False)
            os.close(out)
            last = done.stderr.splitlines()[-1:]  # of --csv - the tables are before it
            if done.returncode != 2 or last != [f"netfold: standard output cannot be written: {why}; what was printed is not all there"] or "Exception" in done.stderr:
                reasons.append(f"{words[0]}, {why}: exit {done.returncode}, {last}")
    tap.result("standard output that takes nothing", reasons)


def fails(tap, folder):
    """A check that does not hold, and a run that fails, make status 1."""
    done = helpers.netfold("experiment", "H13", "--output", folder, "--set", "alpha=100000000")
    reasons = [] if done.returncode == 1 and "FAILED the largest message" in done.stdout else lines(done)
    done = helpers.netfold("experiment", "N9", "--output", folder, "--set", "ranks=17")
    reasons += [] if done.returncode == 1 and "FAILED" in done.stdout and "schedule" in done.stdout else lines(done)
    tap.result("what does not hold, and runs that fail, end with status 1", reasons)


REFUSED = (
    ("experiment", "give the ID of an experiment or --list"),
    ("experiment K99", "K99: there is no such experiment"),
    ("experiment T1 --list", "give the ID of an experiment or --list"),
    ("experiment T1 --set launch", "give KEY=VALUE"),
    ("experiment T1 --set color=red", "T1 takes alpha=10000"),
    ("experiment K9 --set a=1", "K9 takes no settings"),
    ("experiment T1 --set alpha=0", "give a number of 1 or more"),
    ("experiment T1 --set alpha=nan", "give a number of 1 or more"),
    ("experiment K8+ --set seeds=13", "give a number of 2 to 12"),
    ("experiment H2 --set bandwidth=maybe", "give one of on, off"),
    ("experiment T1 --part 0/2", "give K/N"),
    ("experiment T1 --part 1/2x", "give K/N"),
    ("experiment T1 --jobs 0", "the runs at a time must be 1..1024"),
    ("experiment all --set a=1", "are for one experiment"),
    ("endpoint --topology mesh:3", "netfold topology --list"),
    ("endpoint --topology dgx2", "there are ring:N, torus:AxB[xC], alltoall:LxP, switch:N"),
    ("endpoint --topology alltoall:4", "write alltoall:LxP"),
    ("endpoint --topology ring:1", "needs two endpoints"),
    ("endpoint --topology ring:65", "1..64 endpoints"),
    ("endpoint --system fast", "give one of baseline, ace, ideal"),
    ("endpoint --bytes 0", "must be 1.."),
    ("training --model lenet", "give one of alexnet"),
    ("training --share 0", "layers would never end"),
    ("training --endpoint ace --topology ring:1", "needs two endpoints"),
    ("training --samples 0", "the samples must be"),
    ("training --pipeline 99 --model gpt3", "cut between 98 blocks"),
    ("training --micro-batches 5", "32 samples are not a multiple"),
    ("training --operator 2 --model vgg16", "not of vgg16"),
    ("training --exchange-ranks 2", "resnet50 has no all-to-all"),
    ("training --exchange-ranks 5 --model gpt3moe", "16 experts, give one of their divisors"),
    ("training --order zigzag", "give one of gpipe, 1f1b"),
    ("training --operator-rate 0", "MB/s"),
    ("training --topology garbage", "--topology: is for --endpoint baseline, ace and ideal; leave it out"),
    ("training --endpoint none --message-bytes 4K", "--message-bytes: is for --endpoint baseline, ace and ideal"),
    ("training --endpoint ace --reduce-rate 1GB/s", "--reduce-rate: is for --endpoint none; leave it out"),
    ("training --endpoint ace --startup 1us", "--startup: is for --endpoint none, --pipeline, --operator"),
    ("training --model alexnet --length 7", "--length: is for --model transformer, bert, gnmt, gpt3 and gpt3moe; leave it out"),
    ("training --compute systolic --tflops 5", "--tflops: is for --compute roofline; leave it out"),
    ("training --compute systolic --hbm-rate 800", "--hbm-rate: is for --compute roofline, --optimizer-bytes and --model dlrm; leave it out"),
    ("training --send-rate 1GB/s", "--send-rate: is for --pipeline; add --pipeline, or leave it out"),
    ("training --operator-rate 1GB/s", "--operator-rate: is for --operator; add --operator, or leave it out"),
    ("training --exchange-rate 1GB/s", "--exchange-rate: is for --model gpt3moe and dlrm; leave it out"),
    ("training --activation-bytes 4", "--activation-bytes: is for --pipeline, --operator, and --model gpt3moe and dlrm; leave it out"),
    ("endpoint --system klenk-push --topology ring:4", "--topology is not for --system klenk-push"),
    ("endpoint --system klenk-ring --waves 4", "--waves is not for --system klenk-ring"),
    ("endpoint --launch 1us", "--launch is not for --system ace"),
    ("endpoint --system netreduce --ranks 4", "--ranks is not for --system netreduce"),
    ("endpoint --system netreduce --window 0", "the messages must be"),
    ("endpoint --system klenk-push --ranks 1", "2..1024"),
)


def refusals(tap):
    reasons = []
    for words, says in REFUSED:
        found = helpers.refusal(helpers.netfold(*words.split()), (says,))
        reasons += [words, *found] if found else []
    tap.result(f"{len(REFUSED)} command lines are refused", reasons)


TAKEN = (  # what is close to a refusal and does mean something
    "--pipeline 1 --send-rate 1GB/s --activation-bytes 4", "--operator 1 --operator-rate 1GB/s --model bert --length 7",
    "--compute systolic --hbm-rate 800 --optimizer-bytes 28", "--compute systolic --hbm-rate 800 --model dlrm",
    "--model dlrm --exchange-rate 1GB/s --activation-bytes 4", "--endpoint ace --startup 1us --pipeline 2", "--model gnmt --length 9")


def taken(tap):
    reasons = []
    for words in TAKEN:
        done = helpers.netfold("training", *words.split())
        reasons += [words, *lines(done)] if done.returncode else []
    tap.result(f"{len(TAKEN)} trainings have options that mean something", reasons)


def time_line(tap, folder):
    """The spans of the processor follow one another and add up to the report; every all-reduce begins and ends."""
    trace, report = folder / "trace.json", folder / "report.json"
    done = helpers.netfold("training", "--model", "resnet50", "--compute", "systolic", "--endpoint", "ace", "--topology", "torus:2x2x2", "--samples", 1,
                   "--trace", trace, "--json", report)
    reasons = [] if done.returncode == 0 else lines(done)
    if not reasons:
        events, told = json.loads(trace.read_text())["traceEvents"], json.loads(report.read_text())
        spans = [(e["ts"], e["dur"], e["name"]) for e in events if e["ph"] == "X"]
        reasons += [f"{b} begins before {a} ends" for a, b in zip(spans, spans[1:]) if b[0] < a[0] + a[1] - 0.002]
        waits = sum(dur for _, dur, name in spans if name == "waits")
        if abs(sum(dur for _, dur, _ in spans) - told["time_us"]) > 0.01 * len(spans) or abs(waits - 2 * told["exposed_us"]) > 0.5:
            reasons.append(f"spans of {sum(dur for _, dur, _ in spans)} us, waits {waits}: {told}")
        pairs = [[e["ts"] for e in events if e["ph"] == ph] for ph in "be"]
        if len(pairs[0]) != 2 * told["collectives"] or len(pairs[0]) != len(pairs[1]) or any(b > e for b, e in zip(*pairs)):
            reasons.append(f"{len(pairs[0])} begins, {len(pairs[1])} ends of {told['collectives']} all-reduces, twice")
    tap.result("the time line of a training, as Perfetto opens it", reasons)


def pipeline(tap, folder):
    """Each stage's spans follow one another; with bubbles and waits they end together with the report's time; all stages are there."""
    trace, report = folder / "pipeline.json", folder / "report.json"
    done = helpers.netfold("training", "--model", "bert", "--samples", 8, "--micro-batches", 8, "--pipeline", 4, "--operator", 2, "--iterations", 1,
                   "--trace", trace, "--json", report)
    reasons = [] if done.returncode == 0 else lines(done)
    if not reasons:
        events, told = json.loads(trace.read_text())["traceEvents"], json.loads(report.read_text())
        ends = []
        for stage in (1, 2, 3, 4):
            spans = [(e["ts"], e["dur"], e["name"]) for e in events if e["ph"] == "X" and e["pid"] == stage]
            reasons += [f"stage {stage}: {b} is not where {a} ends" for a, b in zip(spans, spans[1:]) if abs(b[0] - a[0] - a[1]) > 0.002]
            reasons += [f"stage {stage} has {len(spans)} spans"] if len(spans) < 8 * 6 * 4 else []
            ends.append(spans[-1][0] + spans[-1][1])
        reasons += [f"stages end at {ends}, the report's time is {told['time_us']}"] if abs(max(ends) - told["time_us"]) > 0.01 else []
        bubbles = sum(e["dur"] for e in events if e["ph"] == "X" and e["name"] == "bubble") + sum(told["time_us"] - end for end in ends)
        if abs(bubbles / 4 / told["time_us"] - told["idle_share"]) > 1e-4:
            reasons.append(f"bubbles of {bubbles} us, {told['idle_share']} of the time")
    tap.result("the time line of a pipeline of four stages", reasons)


def hosts(tap):
    """A GPU's pushes beside the fast engine's, and the port of NETREDUCE's host."""
    reasons = []
    for size in ("64K", "1M"):
        model, fast = (json.loads(helpers.netfold(*words, "--bytes", size, "--json", "-").stdout)["cycles"]
                       for words in (("endpoint", "--system", "klenk-push", "--launch", 0), ("simulate", "--topology", "dgx2")))
        reasons += [f"{size}: {model} cycles beside {fast}"] if abs(model / fast - 1) > 0.03 else []
    told = json.loads(helpers.netfold("endpoint", "--system", "netreduce", "--bytes", "64M", "--json", "-").stdout)
    reasons += [str(told)] if told["waits_us"] or not 0.99 < told["use_of_port"] <= 1 else []
    tap.result("a GPU's pushes within 3 % of the fast engine's; a host's port that never waits", reasons)


def areas(tap):
    """DSE has the areas of tables that make area and make pareto keep."""
    sys.path.insert(0, "sim/experiment")
    import dse
    known = dse.areas()
    saved = [row for row in csv.DictReader(pathlib.Path("synth/pareto.csv").open()) if row["library"] == "osu018" and row["exact"] == "0"]
    wanted = {f"Entries={row['entries']}" + (f" AluStages={row['stages']}" if row["stages"] != str(dse.BUILT) else ""): (float(row["um2"]), float(row["period_ps"])) for row in saved}
    reasons = [f"DSE has {known.get(name)} of {name}, synth/pareto.csv {row}" for name, row in wanted.items() if known.get(name) != row]
    area = next(row for row in csv.DictReader(pathlib.Path("synth/area.csv").open()) if row["block"] == "nf_reduce_table" and not row["parameters"])
    reasons += [] if known["Entries=8"] == (float(area["um2"]) + float(area["memory_um2"]), float(area["period_ps"])) else [f"DSE has another table than synth/area.csv: {area}"]
    tap.result(f"{len(wanted)} areas of tables are those that were measured", reasons if wanted else ["synth/pareto.csv has no rows of osu018"])


def pages(tap):
    """Every experiment is on one page, between its marks; the pages have no others."""
    ids = re.findall(r"^(\S+)  ", helpers.netfold("experiment", "--list").stdout, re.MULTILINE)
    marks = [mark for page in (pathlib.Path("docs/results.md"), *pathlib.Path("docs").glob("experiments-*.md"))
             for mark in re.findall(r"^<!-- (\S+) -->$", page.read_text(encoding="utf-8"), re.MULTILINE) if mark != "end"]
    wanted = sorted(set(ids) - {"pareto"})  # docs/silicon.md
    tap.result(f"{len(wanted)} experiments are on their pages", [] if sorted(marks) == wanted and wanted else [f"differ: {set(marks) ^ set(wanted)}, {len(marks)} marks"])


def endpoint(tap, folder):
    report = folder / "endpoint.json"
    times = {}
    reasons = []
    for system in ("baseline", "ace", "ideal"):
        done = helpers.netfold("endpoint", "--system", system, "--topology", "torus:4x4", "--bytes", "1M", "--json", report)
        reasons += [] if done.returncode == 0 else lines(done)
        told = json.loads(report.read_text())
        times[system] = told["cycles"]
        if told["bytes"] != 1 << 20 or any(told[u] > 1 for u in told if u.startswith("use_of")):
            reasons.append(str(told))
    reasons += [] if times["ideal"] < times["ace"] < times["baseline"] else [str(times)]
    tap.result("endpoints: ideal, ace, baseline in this order, nothing busier than it can be", reasons)


if __name__ == "__main__":
    helpers.run(listed, quick, goes_on, stops, progress, outputs, not_taken, fails, refusals, taken, time_line, pipeline, endpoint,
                hosts, areas, pages)
