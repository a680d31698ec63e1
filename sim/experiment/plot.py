# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Line charts as plain SVG: a row of panels, x logarithmic or even, y too, one legend below."""

import math

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#806000", "#56b4e9"]
LEFT, RIGHT, TOP, BOTTOM = 72, 14, 30, 50  # around the area of a panel
LEGEND_ROW = 20


class Panel:
    """Where the points of one panel lie."""

    def __init__(self, left, width, height, xs, ys, even):
        self.left, self.right = left + LEFT, left + width - RIGHT
        self.top, self.bottom = TOP, height - BOTTOM
        self.scale = float if even else math.log
        self.low, self.high = self.scale(min(xs)), self.scale(max(xs))
        self.y_min, self.y_max = ys

    def x(self, value):
        wide = self.high - self.low
        share = (self.scale(value) - self.low) / wide if wide else 0.5
        return self.left + share * (self.right - self.left)

    def y(self, value):
        share = (math.log(value / self.y_min) / math.log(self.y_max / self.y_min) if self.y_min
                 else value / self.y_max)
        return self.bottom - share * (self.bottom - self.top)

    def y_marks(self):
        """Decades, or round steps that give four to eight of them."""
        if self.y_min:
            low, high = math.log10(self.y_min), math.log10(self.y_max)
            return [10**n for n in range(math.ceil(low), math.floor(high) + 1)]
        unit = 10.0 ** math.floor(math.log10(self.y_max))
        step = next(s for s in (unit / 5, unit / 2, unit, 2 * unit) if self.y_max / s <= 8)
        return [n * step for n in range(int(self.y_max / step + 1e-9) + 1)]


def size(count):
    """1024 -> 1k."""
    for step, unit in ((1 << 20, "M"), (1 << 10, "k")):
        if count >= step:
            return f"{count / step:.3g}{unit}"
    return f"{count:g}"


def text(x, y, words, anchor="middle", more=""):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def marker(shape, x, y, colour):
    r = 3.5
    points = {1: [(-r, -r), (r, -r), (r, r), (-r, r)],
              2: [(0, -r - 1), (r + 0.5, r), (-r - 0.5, r)],
              3: [(0, -r - 1), (r + 1, 0), (0, r + 1), (-r - 1, 0)]}.get(shape % 4)
    if points is None:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{colour}"/>'
    corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points)
    return f'<polygon points="{corners}" fill="{colour}"/>'


def axes(panel, name, xs, x_label, y_label):
    lines = [text((panel.left + panel.right) / 2, TOP - 12, name, more=' font-weight="bold"')]
    # Names of neighbours must not touch.
    every = math.ceil(len(xs) * 32 / (panel.right - panel.left))
    for number, value in enumerate(xs):
        x = panel.x(value)
        lines.append(f'<path d="M{x:.1f} {panel.bottom:.1f}V{panel.top}" stroke="#e4e4e4"/>')
        if number % every == 0:
            lines.append(text(x, panel.bottom + 16, size(value)))
    for value in panel.y_marks():
        y = panel.y(value)
        lines.append(f'<path d="M{panel.left:.1f} {y:.1f}H{panel.right:.1f}" stroke="#e4e4e4"/>')
        mark = f"{value:.4g}" if value < 1000 else f"{value:.0f}"
        lines.append(text(panel.left - 6, y + 4, mark, "end"))
    lines.append(text((panel.left + panel.right) / 2, panel.bottom + 36, x_label))
    x, y = panel.left - 58, (panel.top + panel.bottom) / 2
    lines.append(text(x, y, y_label, more=f' transform="rotate(-90 {x:.1f} {y:.1f})"'))
    return lines


def line(panel, number, points):
    colour = COLOURS[number % len(COLOURS)]
    at = [(panel.x(x), panel.y(y)) for x, y in sorted(points)]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in at)
    return ([f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>']
            + [marker(number, x, y, colour) for x, y in at])


def legend(names, limit_name, width, top):
    """Two columns; the limit is the last entry."""
    lines = []
    for number, name in enumerate(names + ([limit_name] if limit_name else [])):
        x = LEFT + number % 2 * (width - LEFT) / 2
        y = top + number // 2 * LEGEND_ROW
        bar = f'<path d="M{x:.1f} {y - 4:.1f}h26" '
        if number == len(names):
            lines.append(f'{bar}stroke="#444" stroke-dasharray="5 3"/>')
        else:
            colour = COLOURS[number % len(COLOURS)]
            lines.append(f'{bar}stroke="{colour}" stroke-width="1.8"/>')
            lines.append(marker(number, x + 13, y - 4, colour))
        lines.append(text(x + 34, y, name, "start"))
    return lines


def chart(path, panels, x_label, y_label, ys, limit=None, width=360, height=300, even=False):
    """Writes a chart. panels: {title: {line: [(x, y), ...]}}; limit: (y, name), dashed; ys: lowest
    y (not 0: logarithmic scale, without points at 0) and highest; even: x is not logarithmic."""
    if ys[0]:
        panels = {title: {name: [p for p in points if p[1] > 0] for name, points in lines.items()
                          if any(y > 0 for _, y in points)} for title, lines in panels.items()}
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    rows = (len(names) + bool(limit) + 1) // 2
    whole, tall = width * len(panels), height + LEGEND_ROW * rows + 6
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{tall}" '
           f'viewBox="0 0 {whole} {tall}" font-family="Helvetica,sans-serif" font-size="12">',
           f'<rect width="{whole}" height="{tall}" fill="white"/>']
    for number, (title, lines) in enumerate(panels.items()):
        xs = sorted({x for points in lines.values() for x, _ in points})
        panel = Panel(number * width, width, height, xs, ys, even)
        svg += axes(panel, title, xs, x_label, y_label)
        if limit:
            svg.append(f'<path d="M{panel.left:.1f} {panel.y(limit[0]):.1f}H{panel.right:.1f}" '
                       f'stroke="#444" stroke-dasharray="5 3"/>')
        for name, points in lines.items():
            svg += line(panel, names.index(name), points)
    svg += legend(names, limit and limit[1], whole, height + 14)
    svg.append("</svg>")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(svg) + "\n")
