# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Writes what the last runs left in build/experiments into a page, between its marks <!-- ID --> and <!-- end -->, and copies their
charts to fig/ beside it. Runs nothing. usage: sim/experiment/page.py docs/results.md..."""

import json
import pathlib
import re
import shutil
import sys

import experiments
import tell

OUT = pathlib.Path("build/experiments")


def renew(page, text, experiment):
    """The page with what is between the marks of the experiment replaced."""
    report = OUT / f"{experiment.id}.json"
    marks = re.compile(rf"(<!-- {re.escape(experiment.id)} -->\n).*?(<!-- end -->)", re.S)
    if not marks.search(text):
        return text
    if not report.exists():
        print(f"{report} is absent: the page keeps what it has")
        return text
    whole = json.loads(report.read_text(encoding="utf-8"))
    for chart in experiment.charts:
        name = f"{experiment.id}{'-' if chart.name else ''}{chart.name}.svg"
        if (OUT / name).exists():
            shutil.copyfile(OUT / name, page.parent / "fig" / name)
        else:
            print(f"{OUT / name} is absent: the page keeps its figure")
    return marks.sub(lambda m: m[1] + tell.page(experiment, whole) + m[2], text)


def main():
    for name in sys.argv[1:]:
        page = pathlib.Path(name)
        text = page.read_text(encoding="utf-8")
        for experiment in experiments.ALL:
            text = renew(page, text, experiment)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
