; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-gather on a ring (ACE 4.2, steps 4 to 6).
;
; In: messages o * INNER + i, o < OUTER, i < INNER. Out: messages (o * SIZE + n) * INNER + i, n < SIZE: block n is
; what member n had. Nothing is added.
; Needs: slots of a queue pair >= packets of a message + 1.
;
; Besides the registers of messages.inc: r1 offset of a block, r4 offset of in.

.include "ring.inc"
.include "blocks.inc"

.program ring_all_gather
.if SIZE == 1
.include "copy.inc"
.else
.include "messages.inc"
  mul r1, r3, RANK                          ; step 4
  add r1, r1, r5
  cs src[r4], dst[r1], NEXT, r0
.rept SIZE - 2, k
  mul r1, r3, (RANK - DIR * (k + 1)) % SIZE ; step 5
  add r1, r1, r5
  rcs PREV, dst[r1], NEXT, r0
.endr
  mul r1, r3, (RANK + DIR) % SIZE           ; step 6
  add r1, r1, r5
  recv PREV, dst[r1], r0
  add r4, r4, r2
.include "messages_end.inc"
.endif
  done
