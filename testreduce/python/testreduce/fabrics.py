# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""torch.distributed and mpi4py behind one face: rank, ranks, name, allreduce, gather, broadcast."""

import os

import numpy as np


class Torch:
    """Whatever backend torch.distributed has; ranks by torchrun's environment."""

    def __init__(self, backend=None):
        import torch
        import torch.distributed as dist
        self.torch, self.dist = torch, dist
        backend = backend or ("nccl" if torch.cuda.is_available() else "gloo")
        self.device = "cpu"
        if backend == "nccl":
            self.device = f"cuda:{os.environ.get('LOCAL_RANK', '0')}"
            torch.cuda.set_device(self.device)
        dist.init_process_group(backend)
        self.rank, self.ranks = dist.get_rank(), dist.get_world_size()
        self.name = f"torch {torch.__version__}, {backend}, {self.ranks} ranks"
        # Objects go by a group of their own where the backend has none for them.
        self.objects = dist.new_group(backend="gloo") if backend == "nccl" else None

    def allreduce(self, bits, dtype):
        torch = self.torch
        kind = {"f32": "float32", "bf16": "bfloat16", "f16": "float16", "f64": "float64",
                "fp8e4m3": "float8_e4m3fn", "fp8e5m2": "float8_e5m2"}[dtype]
        if not hasattr(torch, kind):
            raise TypeError(f"this torch has no {kind}")
        signed = bits.view({1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}[bits.itemsize])
        tensor = torch.from_numpy(signed.copy()).view(getattr(torch, kind)).to(self.device)
        self.dist.all_reduce(tensor)
        integer = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[bits.itemsize]
        return tensor.cpu().view(integer).numpy().view(bits.dtype)

    def gather(self, thing):
        all_of_them = [None] * self.ranks
        self.dist.all_gather_object(all_of_them, thing, group=self.objects)
        return all_of_them

    def broadcast(self, thing):
        return self.gather(thing)[0]

    def close(self):
        self.dist.destroy_process_group()


class Mpi:
    """mpi4py over whatever MPI it was built with."""

    def __init__(self):
        from mpi4py import MPI
        self.mpi, self.comm = MPI, MPI.COMM_WORLD
        self.rank, self.ranks = self.comm.Get_rank(), self.comm.Get_size()
        self.name = f"{MPI.Get_library_version().split(',')[0].strip()}, {self.ranks} ranks"

    def allreduce(self, bits, dtype):
        kinds = {"f32": (np.float32, self.mpi.FLOAT), "f64": (np.float64, self.mpi.DOUBLE)}
        if dtype not in kinds:
            raise TypeError(f"MPI has no {dtype}")
        kind, datatype = kinds[dtype]
        operand, result = bits.view(kind).copy(), np.empty(bits.size, kind)
        self.comm.Allreduce([operand, datatype], [result, datatype], op=self.mpi.SUM)
        return result.view(bits.dtype)

    def gather(self, thing):
        return self.comm.allgather(thing)

    def broadcast(self, thing):
        return self.comm.bcast(thing)

    def close(self):
        """MPI ends with the program."""
