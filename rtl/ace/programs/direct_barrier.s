; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Barrier between members that all reach each other: a token to each, then one from each.
;
; No data: what is in src is not read, and dst is not written.
; Needs: one slot of a queue pair.

.param RANK "place in the group, from 0"
.param SIZE "members of the group, 1..16"
.if SIZE > 1
.param PEERS "first of SIZE - 1 queue pairs: PEERS + d - 1 joins RANK and RANK + d"
.endif
.assert SIZE >= 1 && SIZE <= 16 && RANK >= 0 && RANK < SIZE, "SIZE is 1..16 and RANK 0..SIZE-1"

.program direct_barrier
.rept SIZE - 1, k
  sig PEERS + k
.endr
.rept SIZE - 1, k
  wait PEERS + k
.endr
  done
