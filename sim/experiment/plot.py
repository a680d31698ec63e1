# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Line charts by matplotlib: a row of panels that share their y axis, one legend below."""

import pathlib
import re

import table

# Eight colours that readers with any kind of sight tell apart (Okabe and Ito); each line has a marker of its own too.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#806000", "#000000"]
MARKERS = "os^Dv<>P"
DPI, LEGEND_ROW, LETTER = 96, 19, 6.2  # pixels of an inch, of a row of the legend, of a letter in it
PANEL, HEIGHT = 300, 300  # pixels: least width of a panel, its height
PAPER = "the paper"


def load():
    """matplotlib, or None where it is absent (Debian: python3-matplotlib). Text stays text in the SVG, and the same data give
    the same file."""
    try:
        import matplotlib
    except ImportError:
        return None
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "netfold", "font.size": 9, "axes.grid": True,
                                "grid.color": "#e4e4e4", "lines.markersize": 4, "lines.linewidth": 1.5})
    return matplotlib


def name_x(axis, xs, even):
    """Names of the values on x: of all where there is room, else of some, so that none is printed over another."""
    from matplotlib import ticker
    if any(isinstance(x, str) for x in xs):
        axis.tick_params(axis="x", labelrotation=45)
        return
    if even:
        return
    xs = sorted(xs)
    axis.set_xscale("log", base=2)
    every = -(-len(xs) // 8)
    axis.set_xticks(xs[::every])
    axis.xaxis.set_major_formatter(ticker.FuncFormatter(lambda x, _: table.size(x)))
    axis.xaxis.set_minor_locator(ticker.NullLocator())


def shorten(path):
    """Matplotlib gives each point of a path a line of its own: a fifth of the lines shows the same in a diff."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    text = re.sub(r"\s*\n\s*(?=[LCQz] ?[-\d]|z)", " ", text)
    text = re.sub(r">\s*\n\s*<(?=use |/g|path |text|/defs|defs)", "><", text)
    pathlib.Path(path).write_text(text, encoding="utf-8")


def draw(axis, lines, names, chart):
    for name, points in lines.items():
        # A logarithmic scale has no place for 0. Words stay in their order.
        shown = [p for p in points if p[1] > 0 or not chart.logarithmic]
        shown = shown if any(isinstance(p[0], str) for p in shown) else sorted(shown)
        number = names.index(name)
        colour = COLOURS[number % len(COLOURS)]
        axis.plot([p[0] for p in shown], [p[1] for p in shown], label=name, color=colour, marker=MARKERS[number % len(MARKERS)],
                  linestyle="-" if number < len(COLOURS) else "--")
        if chart.spread:
            axis.vlines([p[0] for p in shown], [p[2] for p in shown], [p[3] for p in shown], color=colour, alpha=0.4, linewidth=3)
    if chart.limit:
        axis.axhline(chart.limit[0], label=chart.limit[1], color="#444444", linestyle=(0, (5, 3)), linewidth=1.2)


def draw_points(axis, title, points):
    """What the paper has in this panel."""
    shown = [(x, y) for panel, x, y in points if panel == title]
    if shown:
        axis.plot([x for x, _ in shown], [y for _, y in shown], label=PAPER, color="#000000", marker="*", markersize=10,
                  linestyle="none", fillstyle="none", zorder=5)


def chart(path, panels, what):
    """Writes a chart (table.Chart); False where matplotlib is absent. panels: {title: {line: [(x, y, ends of a bar), ...]}}."""
    if not load():
        return False
    from matplotlib import pyplot
    width = max(PANEL, 600 // len(panels))
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    labels = names + ([what.limit[1]] if what.limit else []) + ([PAPER] if what.points else [])
    # Two columns where the longest name leaves room for them, a letter being LETTER wide.
    columns = 2 if 2 * (LETTER * max(map(len, labels)) + 50) <= width * len(panels) else 1
    rows = -(-len(labels) // columns)
    tall = HEIGHT + LEGEND_ROW * rows + 8
    figure, axes = pyplot.subplots(1, len(panels), sharey=True, squeeze=False, figsize=(width * len(panels) / DPI, tall / DPI))
    for axis, (title, lines) in zip(axes[0], panels.items()):
        axis.set_title(title, fontsize=9, fontweight="bold")
        axis.set_xlabel(what.x_label)
        if what.logarithmic:
            axis.set_yscale("log")
        axis.set_ylim(*what.ys)
        draw(axis, lines, names, what)
        draw_points(axis, title, what.points)
        name_x(axis, {p[0] for points in lines.values() for p in points}, what.even)
    axes[0][0].set_ylabel(what.y_label)
    entries = {}
    for axis in axes[0]:
        for handle, label in zip(*axis.get_legend_handles_labels()):
            entries.setdefault(label, handle)
    figure.legend(entries.values(), entries.keys(), loc="lower center", ncol=columns, frameon=False)
    figure.tight_layout(rect=(0, (tall - HEIGHT) / tall, 1, 1))
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    shorten(path)
    return True
