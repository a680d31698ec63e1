# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Options of all commands: one name has one meaning, help has them all, former names say the new one."""

import re

import helpers

WITHIN = {"netreduce": ((), ("run",), ("gen",), ("train",))}  # commands of a command
FORMER = (("allreduce", "window", "window-bytes"), ("ace", "rings", "torus-rings"), ("ace", "link-rate", "link-bytes"),
          ("ace", "intra-rate", "intra-bytes"), ("netreduce", "hosts", "ranks"), ("netreduce run", "hosts", "ranks"),
          ("netreduce run", "stall", "stall-time"), ("netreduce gen", "out", "output"), ("netreduce train", "out", "output"))


def commands():
    """All that `netfold --help` names, and what is within them."""
    names = re.findall(r"^  ([a-z-]+)  +\S", helpers.netfold("--help").stdout, re.MULTILINE)
    return [(name, *more) for name in names for more in WITHIN.get(name, ((),))]


def listed(command):
    """[(name, value, meaning, note)] of a command's options; None: it makes no list."""
    done = helpers.netfold(*command, "--list-options")
    if done.returncode:
        return None
    return [tuple(line.split("\t")) for line in done.stdout.splitlines()]


def one_meaning(tap, options):
    """The value and the meaning of a name are the same in all commands; only notes (defaults, limits) are not."""
    where = {}
    for command, rows in options.items():
        for name, value, meaning, _ in rows:
            where.setdefault(name, {}).setdefault((value, meaning), []).append(command)
    shared = [name for name, uses in where.items() if sum(map(len, uses.values())) > 1]
    reasons = [f"{name}: " + "; ".join(f"{'/'.join(at)}: {value} {meaning}" for (value, meaning), at in uses.items())
               for name, uses in where.items() if len(uses) > 1]
    if len(shared) < 15:
        reasons.append(f"only {len(shared)} names are in several commands; is the list right?")
    tap.result(f"{len(where)} names in {len(options)} commands, {len(shared)} in several, have one meaning each", reasons)


def help_has_all(tap, options):
    for command, rows in options.items():
        text = re.sub(r"\s+", " ", helpers.netfold(*command.split(), "--help").stdout)
        reasons = [f"{name} is missing" for name, *_ in rows if f" {name} " not in text and f" {name}=" not in text]
        reasons += [f"{name}: '{meaning}' is missing" for name, _, meaning, _ in rows
                    if re.sub(r"\s+", " ", meaning) not in text]
        reasons += [] if rows else ["there are no options"]
        tap.result(f"help of {command}: {len(rows)} options with their meanings", reasons)


def former_names(tap):
    for command, old, new in FORMER:
        done = helpers.netfold(*command.split(), f"--{old}", "1")
        right = done.returncode == 2 and done.stderr == f"netfold: --{old} is now called --{new}\n"
        tap.result(f"{command} --{old} is now --{new}", [] if right else [str(done)])
    done = helpers.netfold("netreduce", "run", "--bytes", "64", "--engine", "ideal")
    right = done.returncode == 2 and "is now called reference" in done.stderr
    tap.result("netreduce run --engine ideal is now reference", [] if right else [str(done)])


def meanings(tap):
    options = {}
    for command in commands():
        rows = listed(command)
        if rows is None:
            print(f"# {' '.join(command)} has its options in another form and is not compared")
        else:
            options[" ".join(command)] = rows
    one_meaning(tap, options)
    help_has_all(tap, options)


if __name__ == "__main__":
    helpers.run(meanings, former_names)
