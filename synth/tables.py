# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Tables as CSV files: written, read, merged by their keys."""

import csv
import os


def read(path):
    """The rows, none where the file does not exist."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def write(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def merge(path, columns, keys, rows):
    """The rows into a table, in place of those with the same keys; sorted by these."""
    found = {tuple(str(r[k]) for k in keys): r for r in [*read(path), *rows]}
    write(path, columns, [found[key] for key in sorted(found)])
