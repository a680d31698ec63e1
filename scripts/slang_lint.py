#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""slang on modules of the tree, each as its own top, with its default parameters, read from the file list of its
component, and with those of each of its test builds; one JSON object a module: {"module": ..., "builds": ..., "findings": [...]}.

usage: build/tools/bin/python scripts/slang_lint.py MODULE...

Needs PyPI's pyslang, which is a library; scripts/check.py runs this with the Python that has it. What is an
error is said in rtl/slang.f.
"""

import json
import os
import sys
import tempfile

from pyslang.driver import Driver

import project


def findings(module, params, files):
    """Lines that slang prints of one elaboration; none if all is well."""
    words = ["slang", "--threads", "1", "-f", "rtl/slang.f", "--top", module]
    words += [f"-G{p}" for p in params] + files
    with tempfile.TemporaryFile() as caught:
        sys.stderr.flush()
        kept = os.dup(2)
        os.dup2(caught.fileno(), 2)
        try:
            driver = Driver()
            driver.addStandardArgs()
            good = driver.parseCommandLine(" ".join(words)) and driver.processOptions() \
                and driver.parseAllSources()
            if good:
                compilation = driver.createCompilation()
                driver.reportCompilation(compilation, True)
                driver.runAnalysis(compilation)
                good = driver.reportDiagnostics(True)
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        caught.seek(0)
        lines = caught.read().decode(errors="replace").splitlines()
    if good and not lines:
        return []
    return [f"with {' '.join(params) or 'default parameters'}:"] + (lines or ["slang failed"])


def main():
    os.chdir(project.ROOT)
    for module in sys.argv[1:]:
        component, files = project.component(project.rtl_files()[module]), project.rtl_of(module)
        builds = [([], ["-Wno-unused-def", "-f", f"rtl/{component}/{component}.f"])]
        builds += [(b.params, files) for b in project.builds() if b.block == module and b.params]
        # The first elaboration with findings: the others repeat them.
        found = next(filter(None, (findings(module, *build) for build in builds)), [])
        print(json.dumps({"module": module, "builds": len(builds), "findings": found}), flush=True)


if __name__ == "__main__":
    main()
