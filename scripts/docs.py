#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make the drawings of docs/: docs/fig/*.dot by graphviz, docs/fig/*.json by WaveDrom, both to .svg.

The SVGs lie next to their sources in the repository; only those older than their source are made
(--all: every one). WaveDrom is the package `wavedrom` of PyPI, installed into build/venv the first time.
Every figure that a page refers to must exist, and every page that another links to. docs/index.md names all pages of
docs/, and a component's page those of its blocks, which lie in a folder of its name.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

import project

BLOCKS = "docs/*/*.md"
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def run(words):
    done = subprocess.run(words, check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"docs: {' '.join(words)}\n{done.stdout}")


def wavedrom():
    """Path of the WaveDrom program, installed on first use."""
    program = "build/venv/bin/wavedrompy"
    if not os.path.exists(program):
        run([sys.executable, "-m", "venv", "build/venv"])
        run(["build/venv/bin/python", "-m", "pip", "install", "--quiet", "wavedrom"])
    return program


def stale(source, target, everything):
    return (everything or not os.path.exists(target)
            or os.path.getmtime(target) < os.path.getmtime(source))


def draw(everything):
    """Makes what is missing or old; returns how many."""
    count = 0
    for source in project.find("docs/fig/*.dot") + project.find("docs/fig/*.json"):
        target = os.path.splitext(source)[0] + ".svg"
        if not stale(source, target, everything):
            continue
        count += 1
        if source.endswith(".dot"):
            if not shutil.which("dot"):
                sys.exit("docs: graphviz (dot) is not installed")
            run(["dot", "-Tsvg", "-o", target, source])
        else:
            run([wavedrom(), "--input", source, "--svg", target])
    return count


def broken_links():
    """Links of the pages to files that do not exist."""
    for page in project.find("docs/*.md") + project.find(BLOCKS) + project.find("*.md"):
        for link in LINK.findall(project.read(page)):
            if "://" in link or link.startswith("mailto:"):
                continue
            if not os.path.exists(os.path.join(os.path.dirname(page), link)):
                yield f"{page}: {link} does not exist"


def strays():
    """Pages that the one above them does not name."""
    above = {page: "docs/index.md" for page in project.find("docs/*.md") if page != "docs/index.md"}
    above |= {page: f"{os.path.dirname(page)}.md" for page in project.find(BLOCKS)}
    links = {upper: {os.path.join(os.path.dirname(upper), link) for link in LINK.findall(project.read(upper))}
             for upper in set(above.values())}
    return [f"{page}: {upper} does not name it" for page, upper in above.items() if page not in links[upper]]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    os.makedirs("build", exist_ok=True)
    print(f"docs: {draw(args.all)} figures made")
    broken = list(broken_links()) + strays()
    if broken:
        sys.exit("\n".join(broken))


if __name__ == "__main__":
    main()
