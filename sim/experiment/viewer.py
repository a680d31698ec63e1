# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""A page that plays what goes over a network: links coloured by their use, switches by the entries of their tables. It needs no other file.
usage: sim/experiment/viewer.py [TRACE] [--shape RxC] [--output build/viewer.html]

TRACE is what `netfold allreduce --trace F.json` writes; or a schedule for a mesh, what `netfold schedule --write F.xml` writes, with --shape:
its steps are played, each as long as the others, on a grid of accelerators as those of a HammingMesh or a torus. Without TRACE the page
asks for a file."""

import argparse
import json
import pathlib
import sys
import xml.etree.ElementTree

SCRIPT = pathlib.Path(__file__).with_name("viewer.js")
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>netfold: packets on a network</title><style>
body {{ font: 14px sans-serif; margin: 1em auto; max-width: 1150px }} label {{ margin-right: 1em }} #time {{ width: 26em }}
svg {{ width: 100% }} .link {{ fill: none; stroke: #ddd; stroke-width: 2.5 }} .node rect {{ fill: #fff; stroke: #444 }}
.node text {{ text-anchor: middle; font: 11px sans-serif }} .node .count {{ fill: #060 }}
#key {{ background: linear-gradient(90deg, #ddd 2%, hsl(215 85% 45%) 3%, hsl(110 85% 45%), hsl(0 85% 45%)); display: inline-block; width: 9em; height: .8em }}
</style></head>
<body><h1>Packets on a network</h1>
<p><label><input type="file" id="file" accept=".json"></label> <span id="note"></span></p>
<p><button id="play">play</button> <input type="range" id="time" min="0" max="1000" step="any"> <span id="now"></span></p>
<p><label>speed <input type="range" id="speed" min="0.05" max="4" step="0.05" value="1"></label>
<label>use of the last <input type="range" id="window" min="0.2" max="20" step="0.2" value="2"> % of the time</label>
a link's use: 0 <span id="key"></span> 1; number and green: entries of a switch's table</p>
<div id="fabric"></div>
<script type="application/json" id="trace">{trace}</script>
<script>{script}</script></body></html>
"""


class BadInput(Exception):
    """What was given is no trace; the text says what to give."""


def steps_of(root):
    """Of each thread block of an MSCCL file: its rank, the peers that it sends to and gets from, its steps."""
    blocks = {}
    for gpu in root.iter("gpu"):
        for block in gpu.iter("tb"):
            steps = [(s.get("type"), int(s.get("depid")), int(s.get("deps"))) for s in block.iter("step")]
            blocks[int(gpu.get("id")), int(block.get("id"))] = (int(block.get("send")), int(block.get("recv")), int(block.get("chan")), steps)
    return blocks


def times_of(blocks):
    """When each step is done, each one step after what it waits for: the one before, the one it depends on, of a receive its send."""
    sends, gets = {}, {}
    for (rank, number), (to, source, channel, steps) in blocks.items():
        for index, (kind, *_) in enumerate(steps):
            if kind in ("s", "rcs", "rrs", "rrcs"):
                sends.setdefault((rank, to, channel), []).append((rank, number, index))
            if kind.startswith("r"):
                gets.setdefault((source, rank, channel), []).append((rank, number, index))
    partner = {get: send for way, line in gets.items() for get, send in zip(line, sends.get(way, []))}
    done = {}
    left = [(rank, number, index) for (rank, number), block in blocks.items() for index in range(len(block[3]))]
    while left:
        later = []
        for step in left:
            rank, number, index = step
            _, before, at = blocks[rank, number][3][index]
            waits = ([(rank, number, index - 1)] if index else []) + ([(rank, before, at)] if before >= 0 else []) + ([partner[step]] if step in partner else [])
            if all(w in done for w in waits):
                # A send and its receive are the same step of time.
                done[step] = max([done[w] + (w != partner.get(step)) for w in waits], default=0)
            else:
                later.append(step)
        if len(later) == len(left):
            raise BadInput("the schedule waits for itself")
        left = later
    return sends, done


def schedule(path, shape):
    """The trace of a schedule on a grid, a microsecond a step."""
    rows, _, columns = shape.partition("x")
    if not (rows.isdigit() and columns.isdigit()):
        raise BadInput(f"--shape {shape}: give rows x columns, as 16x16")
    blocks = steps_of(xml.etree.ElementTree.parse(path).getroot())
    ranks = {rank for rank, _ in blocks}
    if len(ranks) != int(rows) * int(columns):
        raise BadInput(f"--shape {shape}: the schedule has {len(ranks)} ranks")
    sends, done = times_of(blocks)
    def name(rank):
        return f"{rank // int(columns)}.{rank % int(columns)}"
    events, threads, cables = [], {}, {}
    for rank in sorted(ranks):
        events.append({"ph": "M", "pid": rank, "tid": 0, "name": "process_name", "args": {"name": name(rank)}})
    for (rank, to, _), line in sends.items():
        here, there = f"{name(rank)}>{name(to)}", f"{name(to)}>{name(rank)}"
        cables[min(here, there), max(here, there)] = True
        for way, port, at in (("sends", here, rank), ("gets", there, to)):
            thread = threads.setdefault((port, way), len(threads))
            events.append({"ph": "M", "pid": at, "tid": thread, "name": "thread_name", "args": {"name": f"{port} {way}"}})
        events += [{"ph": "X", "pid": rank, "tid": threads[here, "sends"], "name": "send", "ts": done[step], "dur": 1, "args": {"source": rank, "destination": to}}
                   for step in line]
    return {"traceEvents": events, "cables": list(cables)}


def trace_of(path, shape):
    try:
        if path.suffix == ".xml":
            if not shape:
                raise BadInput(f"{path}: of a schedule --shape RxC is needed, which `netfold schedule` was given")
            return schedule(path, shape)
        trace = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, xml.etree.ElementTree.ParseError) as error:
        raise BadInput(f"{path}: {error}; give what netfold allreduce --trace F.json or netfold schedule --write F.xml has written") from error
    if not isinstance(trace, dict) or not trace.get("traceEvents"):
        raise BadInput(f"{path}: there are no traceEvents in it; netfold allreduce --topology dgx2 --trace F.json writes some")
    return trace


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trace", nargs="?", type=pathlib.Path)
    parser.add_argument("--shape", default="")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("build/viewer.html"))
    args = parser.parse_args()
    try:
        text = json.dumps(trace_of(args.trace, args.shape)) if args.trace else ""
    except BadInput as error:
        print(f"viewer.py: {error}", file=sys.stderr)
        return 2
    args.output.write_text(PAGE.format(trace=text.replace("</", "<\\/"), script=SCRIPT.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{args.output}: open it in a browser")
    return 0


if __name__ == "__main__":
    sys.exit(main())
