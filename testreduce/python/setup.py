# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Puts the C library into the package: built from the tree that this folder is part of, by any C compiler."""

import os
import pathlib
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        target = pathlib.Path(self.build_lib) / "testreduce" / "libtestreduce.so"
        target.parent.mkdir(parents=True, exist_ok=True)
        sources = [str(ROOT / line) for line in (ROOT / "testreduce" / "library.txt").read_text().split()]
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O3", "-fPIC", "-shared", "-fvisibility=default", f"-I{ROOT}",
                        "-o", str(target), *sources, "-lm"], check=True)


class ForAnyPython(bdist_wheel):
    """The library is of this platform; which Python loads it does not matter."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": ForAnyPython}, distclass=WithLibrary)
