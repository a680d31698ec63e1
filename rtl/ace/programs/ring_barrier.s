; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Barrier on a ring: a token goes round twice. After the first round all have come, and the second says so.
;
; No data: what is in src is not read, and dst is not written.
; Needs: one slot of a queue pair.

.include "ring.inc"

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
