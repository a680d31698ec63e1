# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Tables as CSV files: written, read, merged by their keys."""

import csv
import os

GROWTH = 0.03


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


def merge(path, columns, keys, rows, whole=None):
    """The rows into a table, in place of those with the same keys (columns or functions), or with the same `whole`; sorted by the keys."""
    def of(row, names):
        return tuple(str(row[k] if isinstance(k, str) else k(row)) for k in names)

    anew = {of(r, whole or keys) for r in rows}
    found = {of(r, keys): r for r in [*(r for r in read(path) if of(r, whole or keys) not in anew), *rows]}
    write(path, columns, [found[key] for key in sorted(found)])


def grown(rows, path, columns):
    """[text] of what is larger than in the saved table by more than GROWTH."""
    before = {(r["block"], r["parameters"]): r for r in read(path)}
    found = []
    for row in rows:
        old = before.get((row["block"], row["parameters"]))
        for column in columns if old else ():
            was, now = float(old[column] or 0), float(row[column] or 0)
            if now > was * (1 + GROWTH):
                more = f"{100 * (now / was - 1):+.1f} %" if was else "new"
                found.append(f"{row['block']} {row['parameters']}".strip() + f": {column} {was:g} -> {now:g} ({more})")
    return found
