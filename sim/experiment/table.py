# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What an experiment is: a row of a table. Its runs, the paper's points, what it checks and how it is shown."""

import dataclasses
import math
from collections.abc import Callable

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30


class BadInput(Exception):
    """What the user gave is not acceptable; the text says why and what to do."""


def exact(report):
    """Most commands compare their result with the exact one and say whether it is."""
    return report.get("bit_exact", True)


@dataclasses.dataclass(frozen=True)
class Run:
    """One run of netfold and the rows that come of it, or a row that a closed form gives (no words).

    labels are columns of its rows: `panel` (chart) and `series` (line) at least. words stand behind `netfold`, `--json` is added.
    """

    labels: dict
    words: tuple = ()
    columns: tuple = ()
    figures: Callable | None = None
    weight: float = 1.0  # longer runs are started first
    right: Callable = exact

    def rows(self, report):
        found = self.figures(report) if self.figures else {column: report[column] for column in self.columns}
        return [self.labels | each for each in (found if isinstance(found, list) else [found])]


@dataclasses.dataclass(frozen=True)
class Setting:
    """What --set may change: its default, whose type is that of the value, and its meaning. words: all that it may be."""

    default: object
    meaning: str
    words: tuple = ()
    low: float = 1  # of a number
    high: float = math.inf

    def read(self, name, text):
        if self.words:
            if text not in self.words:
                raise BadInput(f"--set {name}={text}: give one of {', '.join(self.words)}")
            return text
        unit = {"k": 1000, "K": KB, "M": MB, "G": GB}.get(text[-1:], 1)
        try:
            number = type(self.default)(text[:-1] if unit > 1 else text) * unit
        except ValueError:
            number = None
        if number is None or not self.low <= number <= self.high or number == math.inf:
            raise BadInput(f"--set {name}={text}: give a number of {self.low:g}" + (" or more" if self.high == math.inf else f" to {self.high:g}"))
        return number


@dataclasses.dataclass(frozen=True)
class Claim:
    """A line of the comparison. why: the cause of a difference, as it was found by changing it."""

    what: str
    paper: str
    ours: str
    why: str = "-"


@dataclasses.dataclass(frozen=True)
class Table:
    """Rows of `row`, a column per series, `value` in the cells; of one panel, or of all."""

    title: str
    row: str
    value: str
    panel: str = ""
    largest: bool = False  # of the largest messages only
    head: str = ""  # of the first column, where the name of `row` does not say what it is


@dataclasses.dataclass(frozen=True)
class Chart:
    """Panels side by side that share their y axis; a line per series. points: (panel, x, y) as the paper has them."""

    x: str
    y: str
    x_label: str
    y_label: str
    ys: tuple  # lowest y and highest; the scale is logarithmic unless the lowest is 0, or linear is said
    name: str = ""  # behind the experiment's, if it has several
    limit: tuple | None = None  # a line: its y and its name
    even: bool = False  # x is not logarithmic
    panels: str = "panel"
    lines: str = "series"
    only: tuple = ()  # of the panels; none: all
    points: tuple = ()
    linear: bool = False
    spread: tuple = ()  # columns of the ends of a bar at each point

    @property
    def logarithmic(self):
        return bool(self.ys[0]) and not self.linear

    def points_of(self, rows):
        """{panel: {line: [(x, y, ends of a bar), ...]}} of the rows that belong to it."""
        panels = {}
        for row in rows:
            if "error" not in row and self.y in row and (not self.only or row[self.panels] in self.only):
                point = [row[column] for column in (self.x, self.y, *self.spread)]
                panels.setdefault(row[self.panels], {}).setdefault(row[self.lines], []).append(point)
        return panels


@dataclasses.dataclass(frozen=True)
class Experiment:
    """id, title, where it is in the paper, what the paper says of it; settings: what --set may change."""

    id: str
    title: str
    source: str
    paper: str
    runs: Callable  # settings -> list of Run
    claims: Callable  # Rows, settings -> list of Claim
    checks: Callable  # Rows, settings -> list of (what must hold, whether it does)
    settings: dict = dataclasses.field(default_factory=dict)
    tables: tuple = ()
    charts: tuple = ()
    notes: dict = dataclasses.field(default_factory=dict)  # what goes with the rows
    derive: Callable | None = None  # Rows -> further rows, of several runs together


class Rows:
    """Rows, looked up by their columns."""

    def __init__(self, rows):
        self.rows = list(rows)

    def where(self, **want):
        return Rows(r for r in self.rows if all(r.get(k) == v for k, v in want.items()))

    def get(self, column):
        return [row[column] for row in self.rows]

    def one(self, column, **want):
        """The figure of the one row that is meant."""
        found = self.where(**want).rows
        if len(found) != 1:
            raise LookupError(f"{len(found)} rows have {want}")
        return found[0][column]

    def values(self, column):
        """The different values of a column, in their order."""
        return list(dict.fromkeys(self.get(column)))

    def largest(self):
        return self.where(bytes=max(self.get("bytes"), default=0))

    def best(self):
        return max(self.rows, key=lambda row: row["algbw_GBps"])


def size(count):
    """1024 -> 1k."""
    for step, unit in ((1 << 30, "G"), (1 << 20, "M"), (1 << 10, "k")):
        if count >= step:
            return f"{count / step:.3g}{unit}"
    return f"{count:g}"


def each(values, digits=1):
    return " / ".join(f"{round(v, digits) + 0.0:.{digits}f}" for v in values)  # no -0


def near(ours, wanted, share):
    """Within a share of what is wanted."""
    return abs(ours - wanted) <= share * abs(wanted)
