# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Somebody else's RTL behind a top of ours, as one flat module that the flow maps and times like a block (synth/adders.py, synth/crossbars.py)."""

import glob
import os
import re
import shutil
import subprocess

import assembly
import design
import yosys

import kept

# What prints while it is elaborated, in forms that Yosys does not read.
PRINTS = re.compile(r"\$(?:display|error)\(.*?\);", re.S)


def copies(folder, patterns, place):
    """Absolute paths of copies of a unit's files without what prints; raises YosysError where one is absent."""
    os.makedirs(place, exist_ok=True)
    paths = []
    for pattern in patterns:
        matching = sorted(glob.glob(os.path.join(folder, pattern)))
        if not matching:
            raise yosys.YosysError(f"{os.path.join(folder, pattern)}: no such file; give the unit's own folder")
        for path in matching:
            with open(path, encoding="utf-8", errors="replace") as f:
                text = PRINTS.sub(";", f.read())
            paths.append(os.path.abspath(os.path.join(place, os.path.basename(path))))
            with open(paths[-1], "w", encoding="utf-8") as f:
                f.write(text)
    return paths


def run(flow, program=None):
    """Yosys on somebody else's code, of which only errors count."""
    done = subprocess.run([program or os.environ.get("YOSYS", "yosys"), "-q", "-p", "; ".join(flow)], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode:
        raise yosys.YosysError("Yosys failed: " + " ".join(done.stdout.split())[-400:])


def elaborate(top, parameters, paths, include, base, ours=False):
    """design.Module of all that a top holds. ours: warnings count too, of somebody else's code only errors."""
    flow = [f"read_verilog -sv {' '.join(f'-I{path}' for path in include)} {' '.join(paths)}",
            *(f"chparam -set {word.replace('=', ' ')} {top}" for word in parameters),
            f"hierarchy -check -top {top}", f"rename -top {top}", "proc", "flatten", f"hierarchy -top {top}", "opt_clean",
            "setattr -unset src *", "setattr -mod -unset src *", "rename -enumerate", f"write_rtlil {base}.il"]
    if ours:
        yosys.run(flow, f"{base}.log")
    else:
        run(flow)
    with open(f"{base}.il", encoding="utf-8") as f:
        body = dict(design.MODULE.findall(f.read()))["\\" + top]
    text = f"attribute \\top 1\nmodule \\{top}\n{body}end\n"
    return design.Module(top, top, " ".join(parameters), text, (), kept.key(text))


def simulate(top, parameters, paths, include, bench, folder, defines=()):
    """What a Verilated top prints with a bench in C++, to which it is the class Vtop; raises YosysError with that where it ends with another status
    than 0."""
    texts = []
    included = [path for folder in include for path in sorted(glob.glob(f"{folder}/**/*", recursive=True))
                if path.endswith((".vi", ".vh", ".svh", ".v", ".sv"))]
    for path in [*paths, bench, *included]:
        with open(path, encoding="utf-8", errors="replace") as f:
            texts.append(f.read())
    program = os.environ.get("VERILATOR", "verilator")
    name = kept.key("simulated", top, *parameters, *defines, *texts, kept.version(program, "--version"))
    before = kept.find("simulated", name)
    if before:
        return before["output"]
    if not shutil.which(program):
        raise yosys.YosysError(f"{program} is absent; scripts/setup.sh installs it")
    compiled = subprocess.run(
        [program, "--cc", "--exe", "--build", "-O3", "-Wno-lint", "-Wno-fatal", "--prefix", "Vtop", "--Mdir", folder, "--top-module", top,
         *(f"-G{word}" for word in parameters), *(f"-I{path}" for path in include), "-DSYNTHESIS",
         *(word for define in defines for word in ("-CFLAGS", f"-D{define}")), *paths, os.path.abspath(bench)],
        check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if compiled.returncode:
        raise yosys.YosysError(f"does not compile: {compiled.stdout[-600:]}")
    done = subprocess.run([f"{folder}/Vtop"], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise yosys.YosysError(done.stdout.strip() or f"ended with {done.returncode}")
    kept.keep("simulated", name, {"output": done.stdout})
    return done.stdout


def whole(module, mapped):
    """The Assembly of one module."""
    return assembly.Assembly(module.name, {module.name: module}, {module.name: mapped})
