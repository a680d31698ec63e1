# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""A short fault campaign: every run exact or with the fault named, and every fault really made."""

import csv
import os
import subprocess

import helpers

CAMPAIGN = os.environ.get("NF_CAMPAIGN", "build/nf_campaign")
# The shorter campaign is one in which all of MADE happens.
RUNS = ("--runs", "300") if helpers.WHOLE else ("--runs", "75", "--seed", "76")
# What must have happened in the runs of a kind.
MADE = {"bit errors": ("bits_turned", "replays"), "words lost": ("words_lost_or_repeated", "replays"),
        "words repeated": ("words_lost_or_repeated",), "ranks that pause": ("pauses",),
        "forced evictions": ("evictions_and_timeouts",),
        "all of these": ("bits_turned", "words_lost_or_repeated", "pauses", "evictions_and_timeouts"),
        "a cable cut": ("named",), "a silent rank": ("named",), "a packet never sent": ("named",),
        "no fault": ("exact",), "given up and repeated": ("exact",),
        "the same without epochs": ("named",)}


def campaign(tap, folder):
    table = folder / "faults.csv"
    done = subprocess.run([CAMPAIGN, *RUNS, "--rtl", "10" if helpers.RTL else "0", "--csv", str(table)], text=True,
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    rows = {row["fault"]: row for row in csv.DictReader(table.read_text().splitlines())}
    tap.result("fault campaign ends", [] if done.returncode == 0 else done.stdout.splitlines())
    for kind, columns in MADE.items():
        row = rows.get(kind, {})
        reasons = [f"{column} is 0" for column in columns if not int(row.get(column, 0))]
        if int(row.get("wrong", 1)):
            reasons.append(f"{row.get('wrong')} runs were wrong or did not name the fault")
        tap.result(f"{kind}: {row.get('runs')} runs, {row.get('exact')} exact, {row.get('named')} named", reasons)


if __name__ == "__main__":
    helpers.run(campaign)
