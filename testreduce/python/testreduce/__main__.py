# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""usage: torchrun --nproc-per-node 8 -m testreduce torch [options]
       python -m testreduce torch --spawn 8 [options]     to try it, 8 processes of this machine
       mpirun -n 8 python -m testreduce mpi [options]

Reduces probes by sum over the fabric, for each type and size, and writes what it is: a table on the terminal and
an HTML page with the evidence. Exit status: 0 every answer is explained, 1 some are not, 2 bad input."""

import argparse
import os
import socket
import subprocess
import sys

try:
    from . import fabrics, page, sweep
    from .library import BITS, TestReduceError
except ModuleNotFoundError as missing:
    print(f"testreduce: there is no {missing.name}; pip install {missing.name}", file=sys.stderr)
    sys.exit(2)


def parse(arguments):
    parser = argparse.ArgumentParser(prog="python -m testreduce", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fabric", choices=["torch", "mpi"])
    parser.add_argument("--backend", help="of torch.distributed (default: nccl with GPUs, else gloo)")
    parser.add_argument("--spawn", type=int, metavar="N", help="torch: start N processes here instead of being one of torchrun's")
    parser.add_argument("--dtypes", default="f32", help=f"of {', '.join(BITS)}; separated by commas (default f32)")
    parser.add_argument("--sizes", default="1024,65536,1048576", help="elements of one all-reduce (default 1024,65536,1048576)")
    parser.add_argument("--repetitions", type=int, default=2, help="of each (default 2)")
    parser.add_argument("--seed", type=int, default=1, help="of random probes (default 1)")
    parser.add_argument("--out", default="testreduce.html", help="the page (default testreduce.html)")
    options = parser.parse_args(arguments)
    options.dtypes = options.dtypes.split(",")
    for dtype in options.dtypes:
        if dtype not in BITS:
            parser.error(f"--dtypes {dtype} is unknown; give some of {', '.join(BITS)}")
    try:
        options.sizes = [int(s) for s in options.sizes.split(",")]
    except ValueError:
        parser.error("--sizes: give whole numbers, separated by commas")
    if min(options.sizes) < 1 or options.repetitions < 1:
        parser.error("--sizes and --repetitions are 1 or more")
    return options


def spawn(count, arguments):
    """This command again, `count` times, as ranks that find each other."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    ranks = [subprocess.Popen([sys.executable, "-m", "testreduce", *arguments],
                              env=os.environ | {"RANK": str(r), "LOCAL_RANK": str(r), "WORLD_SIZE": str(count),
                                                "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "TESTREDUCE_RANK": "1"})
             for r in range(count)]
    return max(r.wait() for r in ranks)


def main(arguments=None):
    options = parse(arguments)
    if options.spawn and "TESTREDUCE_RANK" not in os.environ:
        return spawn(options.spawn, sys.argv[1:] if arguments is None else arguments)
    try:
        fabric = fabrics.Torch(options.backend) if options.fabric == "torch" else fabrics.Mpi()
    except (ImportError, RuntimeError, ValueError) as e:
        print(f"testreduce: {options.fabric} cannot be used: {str(e).splitlines()[0]}", file=sys.stderr)
        return 2
    try:
        rows = sweep.sweep(fabric, options.dtypes, options.sizes, options.repetitions, options.seed)
        if fabric.rank == 0:
            print(page.plain(fabric.name, rows))
            with open(options.out, "w", encoding="utf-8") as f:
                f.write(page.html(fabric.name, rows))
    except (TestReduceError, OSError) as e:
        print(f"testreduce: {e}", file=sys.stderr)
        return 2
    fabric.close()
    return 0 if all(r.report is None and not r.failed or r.report is not None and r.report.explained for r in rows) or fabric.rank else 1


if __name__ == "__main__":
    sys.exit(main())
