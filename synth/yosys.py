# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Running Yosys: one place for how sources are read and for which of its warnings are harmless."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))
import project  # noqa: E402

# Warnings that may pass, each with its reason. Any other is an error.
HARMLESS = [
    # ABC does not use cells with two outputs, such as full adders; it maps to single-output ones.
    r"ABC: Warning: Detected \d+ multi-output (gates|cells)",
    # The registers are cut out before ABC sees the logic.
    r"ABC: Warning: The network is combinational",
    # Yosys' own maps of FPGA memories join ports of different widths; their cells are NAME.ROW.COLUMN.
    r"Warning: Resizing cell port \S*\.\d+\.\d+\.[A-Z]+ from \d+ bits to \d+ bits",
    # A vector one bit of which depends on another looks like a loop to CXXRTL, which then evaluates until nothing
    # changes. Real loops are refused by `check -assert` of the netlist check.
    r"Warning: Design contains feedback wires, which require delta cycles",
    # Scan flip-flops and the like: their next-state function is no plain D, they are not for mapping.
    r"Warning: Found unsupported expression .* in pin attribute of cell .* - skipping",
]


class YosysError(Exception):
    """Yosys failed, or warned of something of substance."""


def read_design(top, params):
    """Commands that read and elaborate a module with all it needs.

    The parameters are set before the hierarchy is built: Yosys 0.23 stops with an internal error when it
    has to process a module again that was derived by `hierarchy -chparam`.
    """
    chparam = "".join(f" -set {p.replace('=', ' ')}" for p in params)
    return [f"read_verilog -sv -Irtl/common {' '.join(project.rtl_of(top))}",
            *([f"chparam{chparam} {top}"] if params else []),
            f"hierarchy -check -top {top}",
            f"rename -top {top}"]


def run(commands, log, program=None):
    """Runs commands from the project's root; returns the log, raises YosysError. program: another Yosys."""
    script = os.path.splitext(log)[0] + ".ys"
    with open(script, "w", encoding="utf-8") as f:
        f.write("\n".join(commands) + "\n")
    program = program or os.environ.get("YOSYS", "yosys")
    try:
        done = subprocess.run([program, "-q", "-l", log, "-s", script], cwd=project.ROOT, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except OSError as absent:
        raise YosysError(f"{program}: {absent.strerror}; Debian: apt-get install yosys, or YOSYS=program") from absent
    with open(log, encoding="utf-8", errors="replace") as f:
        text = f.read()
    if done.returncode:
        raise YosysError(f"Yosys failed ({log}): " + " ".join(done.stdout.split())[-400:])
    for line in text.splitlines():
        if re.match(r"(ABC: )?Warning:", line) and not any(re.match(h, line) for h in HARMLESS):
            raise YosysError(f"{line}   ({log})")
    return text
