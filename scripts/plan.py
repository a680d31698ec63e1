#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The plan of verification: what each block has, found in the tree; status 1 if one lacks scenarios, covers, mutants or a netlist.

    make plan                  the table, and build/plan/plan.md, .csv and .json
    scripts/plan.py nf_fifo    all that the plan knows of one block

Of each block:

  scenarios   features under test, by the names of scenarios, which begin with their source: a paper's section, a standard,
              a page
  covers      functional points that the tests must reach: nf_tb_cover, and NF_COVER in the RTL
  properties  NF_ASSERT in the RTL
  mutants     rows of tb/<component>/mutants.txt; and the properties that no mutant has been seen to fail by
  theorems    rows of prove/control.txt that prove it, or the arithmetic theorems of its file in prove/mutants.txt
  builds      of its test; whose netlist is checked; whose RTL runs in the second simulator
  area        gates in docs/: a row of a table, or its section
"""

import argparse
import csv
import json
import os
import re
import sys

import mutants
import project

FOLDER = "build/plan"
SCENARIO = re.compile(r'[{(,]\s*"((?:KLENK|ACE|NETREDUCE|IEEE|AXI4?|IBTA|docs)\b[^"]*)"((?:\s*"[^"]*")*)')
NUMBER = re.compile(r"\d[\d,]*(?: / \d[\d,]*| ps)?")
GATES = re.compile(r"\d[\d,]* (?:gates|NAND2|gate equivalents|flip-flops|LUTs)")
COLUMNS = ["block", "component", "builds", "scenarios", "covers", "properties", "mutants", "unmutated", "theorems", "netlist",
           "second_simulator", "area"]


def texts_of(block, component):
    """The block's test and what of tb/ it includes, comments left out."""
    test = f"tb/{component}/{block}_tb.c"
    headers, sources = project.c_closure(test)
    return [project.code(path) for path in [test] + headers + sources
            if path.startswith("tb/") and not path.startswith("tb/common/nf_tb")]


def scenarios(block, component):
    """Names of the scenarios of a block's test."""
    return list(dict.fromkeys(first + "".join(re.findall(r'"([^"]*)"', more)) for text in texts_of(block, component)
                              for first, more in SCENARIO.findall(text)))


def points(block, component):
    """Functional coverage: points of the test and what it includes in its component, covers of the RTL."""
    texts = texts_of(block, component)
    calls = [call for text in texts for call in re.findall(r"nf_tb_cover\(\s*\w+,([^;]*)\)\s*;", text)]
    found = {p for call in calls for p in re.findall(r'"([^"]+)"', call) or [" ".join(call.split())]}
    return sorted(found) + re.findall(r"`NF_COVER\((\w+),", project.read(project.rtl_files()[block]))


def names_in(cell, component):
    """Blocks that a cell names, in full or without the component's prefix, as a page of that component may."""
    short = re.match(r"\s*\[?([a-z]\w*)", cell)
    return re.findall(r"\bnf_\w+", cell) + ([f"nf_{component}_{short.group(1)}"] if short else [])


def areas():
    """Blocks that have a row of numbers in a page, or gates in their section."""
    found = set()
    for page in project.find("docs/*.md") + project.find("docs/*/*.md"):
        text = project.read(page)
        component = re.split(r"[-./]", page)[1]  # docs/ace-area.md, docs/ace/nf_ace_csr.md
        for row in re.findall(r"^\|(.*)\|\s*$", text, re.M):
            first, *others = row.split("|")
            if sum(bool(NUMBER.fullmatch(cell.strip())) for cell in others) > 1:
                found.update(names_in(first, component))
        for section in re.split(r"^#+ ", text, flags=re.M):
            if GATES.search(section):
                found.update(names_in(section.split("\n")[0], component))
    return found


def theorems(block):
    """Names of theorems about a block."""
    found = set()
    for row in project.lines("prove/control.txt"):
        name, what = [c.strip() for c in row.split(" | ")[:2]]
        top = what.split()[0]
        claim = f"prove/claims/{top}.sv"
        body = project.read(claim) if os.path.exists(os.path.join(project.ROOT, claim)) else ""
        if block == top or re.search(rf"\b{block}\b", body):
            found.add(f"control.{name}")
    found.update(theorem for path, _, theorem in project.theorem_mutants() if os.path.basename(path) == f"{block}.sv")
    return sorted(found)


def plan():
    """One record for each block."""
    broken = {}
    for _, build, _, cause in mutants.read_mutants([]):
        broken.setdefault(build.block, []).append(cause)
    seen = {cause for causes in broken.values() for cause in causes}
    measured = areas()
    records = []
    for block in [name for name in project.modules() if not project.is_register_file(name)]:
        path = project.rtl_files()[block]
        component = project.component(path)
        builds = [b for b in project.builds() if b.block == block]
        properties = re.findall(r"`NF_ASSERT\((\w+),", project.read(path))
        causes = broken.get(block, [])
        records.append({
            "block": block, "component": component, "builds": [b.title for b in builds], "scenarios": scenarios(block, component),
            "covers": points(block, component), "properties": properties, "mutants": causes,
            "unmutated": [p for p in properties if p not in seen], "theorems": theorems(block),
            "netlist": project.netlists(block), "second_simulator": [b.title for b in builds if b.cross],
            "area": block in measured})
    return records


def missing(record):
    """What a block must have and has not."""
    return [f"no {what}" for what in ("scenarios", "covers", "mutants", "netlist") if not record[what]]


def cells(record):
    """A row of the table."""
    return [record[c] if isinstance(record[c], str) else ("yes" if record[c] else "no") if isinstance(record[c], bool)
            else str(len(record[c])) for c in COLUMNS]


def write(records):
    """build/plan/plan.md, .csv, .json"""
    os.makedirs(FOLDER, exist_ok=True)
    with open(f"{FOLDER}/plan.json", "w", encoding="utf-8") as f:
        json.dump(records, f, indent=1)
    with open(f"{FOLDER}/plan.csv", "w", encoding="utf-8", newline="") as f:
        table = csv.writer(f)
        table.writerow(COLUMNS)
        table.writerows(cells(r) for r in records)
    with open(f"{FOLDER}/plan.md", "w", encoding="utf-8") as f:
        f.write("# Plan of verification\n\n| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|\n")
        f.writelines("| " + " | ".join(cells(r)) + " |\n" for r in records)
        for r in records:
            f.write(f"\n## {r['block']}\n\n")
            f.writelines(f"* {s}\n" for s in r["scenarios"])
            for what in ("builds", "properties", "unmutated", "theorems", "covers"):
                if r[what]:
                    f.write(f"\n{what}: {', '.join(r[what])}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("blocks", nargs="*", help="default: the table of all")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    records = plan()
    if unknown := set(args.blocks) - {r["block"] for r in records}:
        parser.error(f"no block is called {', '.join(sorted(unknown))}; scripts/project.py --modules prints them")
    if args.blocks:
        print(json.dumps([r for r in records if r["block"] in args.blocks], indent=1))
        return 0
    write(records)
    width = [max(len(row[k]) for row in [COLUMNS] + [cells(r) for r in records]) for k in range(len(COLUMNS))]
    for row in [COLUMNS] + [cells(r) for r in records]:
        print("  ".join(cell.ljust(w) if k < 2 else cell.rjust(w) for k, (cell, w) in enumerate(zip(row, width))))
    lacking = [f"{r['block']}: {', '.join(missing(r))}" for r in records if missing(r)]
    print(f"{sum(len(r['unmutated']) for r in records)} of {sum(len(r['properties']) for r in records)} properties have not been "
          f"seen to fail by a mutant; {sum(not r['area'] for r in records)} blocks have no area in docs/")
    print("\n".join(lacking) or f"each of {len(records)} blocks has scenarios, covers, mutants and a checked netlist")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
