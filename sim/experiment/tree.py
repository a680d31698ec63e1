# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""TREE's figures: push-pulls of eight GPUs of a p3.16xlarge by a ring, one tree and eight trees."""

from table import KB, MB, Chart, Claim, Experiment, Run, Setting, Table, size

NVLINK = 25e3  # bytes a microsecond of a single link (TREE Fig. 3)
PUSH_PULLS = (1, 50, 150)
SIZES = [4 * KB * 4**i for i in range(8)]
FLOATS = {"tree": "one tree", "trees": "eight trees", "ring": "ring"}


def t1_figures(algorithm, launch):
    """Push-pulls before a wait: NCCL makes its rings one after the other; those of trees overlap, so that all but the first cost what
    their fullest link, or the launches of a GPU, take (TREE Fig. 2; its engine is asynchronous)."""
    def figures(found):
        launches = launch * (1 if algorithm == "ring" else found["messages"] / found["ranks"])
        first = found["time_us"] + launches
        more = first if algorithm == "ring" else max(found["bytes_on_a_link"] / NVLINK, launches)
        return [{"panel": f"{k} push-pull{'s' if k > 1 else ''} before a wait", "push_pulls": k, "time_us": first + (k - 1) * more}
                for k in PUSH_PULLS]
    return figures


def t1_runs(settings):
    runs = []
    for algorithm, series in FLOATS.items():
        where = ("--ranks", "8", "--link-rate", f"{settings['ring']}GB/s") if algorithm == "ring" else ("--topology", "p3.16xlarge")
        runs += [Run({"series": series, "panel": "", "bytes": b}, ("schedule", "--algorithm", algorithm, *where, "--bytes", str(b), "--alpha",
                                                                   f"{settings['alpha']}ns"),
                     figures=t1_figures(algorithm, settings["launch"])) for b in SIZES]
    return runs


def first_win(rows, better, worse, k):
    """The smallest size at which `better` is faster."""
    return next((b for b in SIZES if rows.one("time_us", series=better, bytes=b, push_pulls=k) <
                 rows.one("time_us", series=worse, bytes=b, push_pulls=k)), None)


def last_win(rows, better, worse, k):
    won = [b for b in SIZES if rows.one("time_us", series=better, bytes=b, push_pulls=k) < rows.one("time_us", series=worse, bytes=b, push_pulls=k)]
    return won[-1] if won else None


def named(count):
    return f"{size(count)}B ({size(count / 4)} floats)" if count else "no size"


def t1_claims(rows, settings):
    launch = f"a launch of {settings['launch']} us for each message of a GPU; --set launch=12 gives 1M floats"
    return [Claim("eight trees are faster than one from, 1 push-pull", "1M to 10M floats", named(first_win(rows, "eight trees", "one tree", 1)), launch),
            Claim("one tree is faster than the ring up to, 1 push-pull", "the ring is best for one large push-pull",
                  named(last_win(rows, "one tree", "ring", 1))),
            Claim("eight trees are faster than the ring from, 1 push-pull", "the ring is best for one large push-pull",
                  named(first_win(rows, "eight trees", "ring", 1)),
                  "our ring has one NVLink of a GPU's six; --set ring=75, three rings, is faster than trees for all sizes from there on"),
            Claim("150 push-pulls: one tree is faster than the ring up to", "small messages", named(last_win(rows, "one tree", "ring", 150)))]


def t1_checks(rows, _settings):
    at = first_win(rows, "eight trees", "one tree", 1)
    return [("one tree wins for small messages, eight for large ones", at is not None and at > SIZES[0]),
            ("trees gain on the ring with the number of push-pulls before a wait",
             all(rows.one("time_us", series="one tree", bytes=b, push_pulls=150) / rows.one("time_us", series="ring", bytes=b, push_pulls=150) <=
                 rows.one("time_us", series="one tree", bytes=b, push_pulls=1) / rows.one("time_us", series="ring", bytes=b, push_pulls=1) for b in SIZES)),
            ("one tree is slower than the ring with one large message", rows.one("time_us", series="one tree", bytes=SIZES[-1], push_pulls=1) >
             rows.one("time_us", series="ring", bytes=SIZES[-1], push_pulls=1))]


T1 = Experiment(
    "T1", "Push-pulls of eight GPUs by a ring, one tree, eight trees", "TREE Fig. 2, 7",
    "trees win for many small push-pulls, the ring for a large one; eight trees beat one beyond 1M to 10M floats", t1_runs, t1_claims, t1_checks,
    {"alpha": Setting(10_000, "ns of a message"), "launch": Setting(6.0, "us that a GPU needs to start a message (KLENK VI-E: a kernel's launch)", low=0),
     "ring": Setting(25, "GB/s of the ring: 25 is one NVLink; NCCL makes several rings at once")},
    tuple(Table(f"{k} push-pull{'s' if k > 1 else ''} before a wait, us", "bytes", "time_us", f"{k} push-pull{'s' if k > 1 else ''} before a wait")
          for k in PUSH_PULLS), (Chart("bytes", "time_us", "message, bytes", "us", (10, 10_000_000)),))

ALL = (T1,)
