; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Broadcast on a ring: once round, from ROOT in the direction of DIR.
;
; In: messages m < OUTER * INNER, at ROOT; what the others have is not read. Out: the same messages, everywhere.
; With ACTIVE = 0 the group has nothing to do yet, as a row without the root in the first phase of a torus.
; Needs: one slot of a queue pair.
;
; r0 bus words of a message, r1 offset, r2 pitch, r7 counts messages.

.include "ring.inc"
.include "root.inc"

.program ring_broadcast
.if ACTIVE
  get r0, len
  get r2, pitch
  li r7, OUTER * INNER
next:
.if SIZE == 1
  copy src[r1], dst[r1], r0
.else
.if RANK == ROOT
  cs src[r1], dst[r1], NEXT, r0
.else
.if (RANK + DIR) % SIZE == ROOT
  recv PREV, dst[r1], r0                    ; the last one
.else
  rcs PREV, dst[r1], NEXT, r0
.endif
.endif
.endif
  add r1, r1, r2
  djnz r7, next
.endif
  done
