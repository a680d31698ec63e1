; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Barrier between members that all reach each other: a token to each, then one from each.
;
; No data: what is in src is not read, and dst is not written.
; Needs: one slot of a queue pair.

.include "direct.inc"

.program direct_barrier
.rept SIZE - 1, k
  sig PEERS + k
.endr
.rept SIZE - 1, k
  wait PEERS + k
.endr
  done
