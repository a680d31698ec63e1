# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Line charts by matplotlib: a row of panels that share their y axis, one legend below."""

# Eight colours that readers with any kind of sight tell apart (Okabe and Ito); each line has a marker of its own too.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#806000", "#000000"]
MARKERS = "os^Dv<>P"
DPI, LEGEND_ROW, LETTER = 96, 19, 6.2  # pixels of an inch, of a row of the legend, of a letter in it


def size(count):
    """1024 -> 1k."""
    for step, unit in ((1 << 20, "M"), (1 << 10, "k")):
        if count >= step:
            return f"{count / step:.3g}{unit}"
    return f"{count:g}"


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
    if even:
        return
    axis.set_xscale("log", base=2)
    every = -(-len(xs) // 8)
    axis.set_xticks(xs[::every])
    axis.xaxis.set_major_formatter(ticker.FuncFormatter(lambda x, _: size(x)))
    axis.xaxis.set_minor_locator(ticker.NullLocator())


def draw(axis, lines, names, ys, limit):
    for name, points in lines.items():
        # A logarithmic scale has no place for 0.
        shown = sorted(p for p in points if p[1] > 0 or not ys[0])
        number = names.index(name)
        axis.plot([x for x, _ in shown], [y for _, y in shown], label=name, color=COLOURS[number % len(COLOURS)],
                  marker=MARKERS[number % len(MARKERS)], linestyle="-" if number < len(COLOURS) else "--")
    if limit:
        axis.axhline(limit[0], label=limit[1], color="#444444", linestyle=(0, (5, 3)), linewidth=1.2)


def chart(path, panels, x_label, y_label, ys, limit=None, width=360, height=300, even=False):
    """Writes a chart; False where matplotlib is absent. panels: {title: {line: [(x, y), ...]}}; limit: (y, name), dashed; ys:
    lowest y (not 0: logarithmic scale, without points at 0) and highest; even: x is not logarithmic."""
    if not load():
        return False
    from matplotlib import pyplot
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    labels = names + ([limit[1]] if limit else [])
    # Two columns where the longest name leaves room for them, a letter being LETTER wide.
    columns = 2 if 2 * (LETTER * max(map(len, labels)) + 50) <= width * len(panels) else 1
    rows = -(-len(labels) // columns)
    tall = height + LEGEND_ROW * rows + 8
    figure, axes = pyplot.subplots(1, len(panels), sharey=True, squeeze=False,
                                   figsize=(width * len(panels) / DPI, tall / DPI))
    for axis, (title, lines) in zip(axes[0], panels.items()):
        axis.set_title(title, fontsize=9, fontweight="bold")
        axis.set_xlabel(x_label)
        if ys[0]:
            axis.set_yscale("log")
        axis.set_ylim(*ys)
        draw(axis, lines, names, ys, limit)
        name_x(axis, sorted({x for points in lines.values() for x, _ in points}), even)
    axes[0][0].set_ylabel(y_label)
    entries = {}
    for axis in axes[0]:
        for handle, label in zip(*axis.get_legend_handles_labels()):
            entries.setdefault(label, handle)
    figure.legend(entries.values(), entries.keys(), loc="lower center", ncol=columns, frameon=False)
    figure.tight_layout(rect=(0, (tall - height) / tall, 1, 1))
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    return True
