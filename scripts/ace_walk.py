#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The walk-through of ACE Fig. 7c as a timing diagram: the timeline of a run in, WaveDrom JSON out.

usage: scripts/ace_walk.py TIMELINE.csv > docs/fig/ace-walk.json

The timeline is that of one chunk of ring_all_reduce (`netfold ace --topology ring:N --timeline`). A column
lasts from the cycle above it to that of the next one: time that brings nothing new takes one column.
When a word of a granted transfer passes follows from the grant (docs/ace-timing.md).
"""

import csv
import json
import sys

# Cycles from a grant to: read strobe, operands of the lane, write strobe.
READ, LANE, WRITE = 1, 3, 6
# Sub-steps of ACE 4.2 by instruction: what is read and reduced, what is stored, what is sent. The paper's text
# has no number for the store of the last message.
STEPS = {"send": ("1.2", None, "1.2"), "rrs": ("2.2", None, "2.3"), "rrcs": ("3.2", "3.2", "4.1"),
         "rcs": (None, "5.2", "5.2"), "recv": (None, "5b", None)}
COLOURS = {"1": "3", "2": "4", "3": "5", "4": "5", "5": "7"}
ROWS = ["TX DMA", "partition 1, read", "ALU lane", "output port", "input port",
        "partition 2, write", "RX DMA"]
JOIN = 1  # idle cycles between the packets of a message: the wire carries the header, the bus has a gap


def transfers(rows):
    """Grants with step names and the number of their message."""
    grants = [r for r in rows if r["event"] == "grant"]
    if not grants:
        sys.exit("ace_walk: the timeline has no grants")
    packets = sum(r["pc"] == grants[0]["pc"] for r in grants)
    base = {f: min(int(r[f]) for r in grants if r[f]) for f in ("raddr", "waddr")}
    for r in grants:
        kind = r["text"].split()[0]
        if kind not in STEPS:
            sys.exit(f"ace_walk: {kind} is not an instruction of ring_all_reduce")
        field = "raddr" if r["raddr"] else "waddr"
        message = (int(r[field]) - base[field]) // packets
        yield int(r["cycle"]), int(r["words"]), kind, STEPS[kind], f"m{message}"


def spans(rows):
    """(row, first cycle, cycle after the last, label), as they come."""
    sent, received = [], []
    for cycle, words, kind, (reads, stores, sends), message in transfers(rows):
        if reads:
            yield ROWS[1], cycle + READ, cycle + READ + words, f"{reads} {message}"
        if kind in ("rrs", "rrcs"):
            yield ROWS[2], cycle + LANE, cycle + LANE + words, f"{reads} {message}"
        if stores:
            yield ROWS[5], cycle + WRITE, cycle + WRITE + words, f"{stores} {message}"
        if sends:
            sent.append(f"{sends} {message}")
        if kind != "send":
            received.append((reads or stores)[0] + f": {message}")
    for r in rows:
        cycle, words = int(r["cycle"]), int(r["words"] or 0)
        if r["event"] == "load":
            yield ROWS[0], cycle, cycle + words, "1.1"
        elif r["event"] == "store":
            yield ROWS[6], cycle, cycle + words, "5.4"
        elif r["event"] == "tx" and r["text"] == "data":
            yield ROWS[3], cycle, cycle + words, sent.pop(0)
        elif r["event"] == "rx" and r["text"] == "data":
            yield ROWS[4], cycle, cycle + words, received.pop(0)


def joined(rows):
    """Spans by row; packets of a message that follow each other are one."""
    out = {row: [] for row in ROWS}
    for row, first, end, label in sorted(spans(rows), key=lambda s: s[1]):
        last = out[row][-1] if out[row] else None
        if last and last[2] == label and first - last[1] <= JOIN:
            last[1] = end
        else:
            out[row].append([first, end, label])
    return out


def wave(row, times):
    """Wave and labels of a row; `times` are the first cycles of the columns."""
    text, data, now = "", [], None
    for time in times[:-1]:
        span = next((s for s in row if s[0] <= time < s[1]), None)
        if span and span is not now:
            text += COLOURS[span[2][0]]
            data.append(span[2])
        else:
            text += "." if text and span is now else "0"
        now = span
    return text, data


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], newline="", encoding="utf-8") as f:
            by_row = joined(list(csv.DictReader(f)))
    except OSError as error:
        sys.exit(f"ace_walk: {error}")
    except (KeyError, IndexError):
        sys.exit(f"ace_walk: {sys.argv[1]} is not a timeline of ring_all_reduce")
    ends = sorted({t for row in by_row.values() for s in row for t in s[:2]})
    times = [0] + ends + [ends[-1] + 1]
    signal = [{"name": "from cycle", "wave": "2" * (len(times) - 1), "data": [str(t) for t in times[:-1]]}]
    for name in ROWS:
        text, data = wave(by_row[name], times)
        signal.append({"name": name, "wave": text, "data": data})
    lines = ",\n".join("  " + json.dumps(s) for s in signal)
    print('{ "signal": [\n' + lines + '\n ],\n "head": { "text": "One chunk of a ring all-reduce in one engine" },\n'
          ' "config": { "hscale": 1 }\n}')


if __name__ == "__main__":
    main()
