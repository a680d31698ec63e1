#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Draw throughput against bit error rate: the CSV of nf_link_ber as an SVG.

usage: tb/link/ber_figure.py link-ber.csv link-ber.svg
"""

import csv
import math
import sys

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 20, 60
LOW, HIGH = -9.0, -3.0  # decades of the horizontal axis
WORD_BITS = 192
LOOP = 10  # cycles in both ends from a lost word to the same flit sent again
COLOURS = ["#1f5fa8", "#b3541e"]


def x(ber):
    return LEFT + (math.log10(ber) - LOW) / (HIGH - LOW) * (WIDTH - LEFT - RIGHT)


def y(share):
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def formula(ber, delay):
    loss = -math.expm1(WORD_BITS * math.log1p(-ber))
    return (1 - loss) / (1 - loss + loss * (2 * delay + LOOP))


def text(px, py, words, anchor="middle", more=""):
    return f'<text x="{px:.1f}" y="{py:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def axes():
    lines = []
    for decade in range(int(LOW), int(HIGH) + 1):
        px = x(10.0**decade)
        lines.append(f'<path d="M{px:.1f} {y(0):.1f}V{y(1):.1f}" stroke="#ddd"/>')
        lines.append(text(px, y(0) + 18, f'10<tspan dy="-5" font-size="9">{decade}</tspan>'))
    for tenth in range(0, 11, 2):
        py = y(tenth / 10)
        lines.append(f'<path d="M{x(10**LOW):.1f} {py:.1f}H{x(10**HIGH):.1f}" stroke="#ddd"/>')
        lines.append(text(LEFT - 8, py + 4, f"{tenth / 10:.1f}", "end"))
    lines.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "bit error rate of the wires"))
    turn = f' transform="rotate(-90 18 {y(0.5):.1f})"'
    lines.append(text(18, y(0.5), "share of the line rate", more=turn))
    return lines


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Helvetica,sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    svg += axes()
    cables = list(dict.fromkeys(row["cable"] for row in rows))
    for number, cable in enumerate(cables):
        colour = COLOURS[number % len(COLOURS)]
        mine = [row for row in rows if row["cable"] == cable]
        delay = int(mine[0]["delay"])
        steps = [10 ** (LOW + (HIGH - LOW) * i / 200) for i in range(201)]
        path = "L".join(f"{x(b):.1f} {y(formula(b, delay)):.1f}" for b in steps)
        svg.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        for row in mine:
            if float(row["ber"]) > 0:
                svg.append(f'<circle cx="{x(float(row["ber"])):.1f}" '
                           f'cy="{y(float(row["share"])):.1f}" r="3.5" fill="{colour}"/>')
        py = y(0.42) + 20 * number
        svg.append(f'<path d="M{LEFT + 20} {py - 4:.1f}h24" stroke="{colour}" stroke-width="1.5"/>')
        svg.append(f'<circle cx="{LEFT + 32}" cy="{py - 4:.1f}" r="3.5" fill="{colour}"/>')
        svg.append(text(LEFT + 52, py, f"cable of {cable}: points measured, line by formula",
                        "start"))
    svg.append("</svg>")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(svg) + "\n")


if __name__ == "__main__":
    main()
