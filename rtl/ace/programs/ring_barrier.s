; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Barrier on a ring: a token goes round twice. After the first round all have come, and the second says so.
;
; No data: what is in src is not read, and dst is not written.
; Needs: one slot of a queue pair.

.param RANK "place in the group, from 0"
.param SIZE "members of the group, 1..16"
.param DIR = 1 "the next member is RANK + DIR: 1 or -1"
.if SIZE > 1
.param NEXT "queue pair to the next member"
.param PREV "queue pair from the member before"
.endif
.assert SIZE >= 1 && SIZE <= 16 && RANK >= 0 && RANK < SIZE, "SIZE is 1..16 and RANK 0..SIZE-1"
.assert DIR == 1 || DIR == -1, "DIR is 1 or -1"

.program ring_barrier
.if SIZE > 1
.rept 2
.if RANK == 0
  sig NEXT
  wait PREV
.else
  wait PREV
  sig NEXT
.endif
.endr
.endif
  done
