# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The end of a script that makes files of the tree: it writes those whose text has changed, or says with --check which they are."""

import argparse
import os
import pathlib
import sys

import project


def run(doc, files):
    """files() gives {path: text}. A file that is as it should be is not written: whatever is built from it stays."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    script = pathlib.Path(sys.argv[0]).stem
    stale = {path: text for path, text in files().items() if not os.path.exists(path) or project.read(path) != text}
    for path, text in stale.items():
        if args.check:
            print(f"{script}: {path} is stale: run scripts/{script}.py", file=sys.stderr)
        else:
            pathlib.Path(path).write_text(text, encoding="utf-8")
    sys.exit(1 if args.check and stale else 0)
