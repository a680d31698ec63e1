; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Reduce-scatter on a ring (ACE 4.2, steps 1 to 3).
;
; In: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER. Out: messages o * INNER + i, the sum of
; the members' blocks n = RANK.
; Order of addition: block b begins as the data of member b + DIR and goes on in the direction of DIR, at each
; member received + own: ((x[b+1] + x[b+2]) + ...) + x[b] for DIR = 1.
; Needs: slots of a queue pair >= packets of a message + 1.
;
; Besides the registers of messages.inc: r1 offset of a block, r4 offset of out.

.include "ring.inc"
.include "blocks.inc"

.program ring_reduce_scatter
.if SIZE == 1
.include "copy.inc"
.else
.include "messages.inc"
  mul r1, r3, (RANK - DIR) % SIZE           ; step 1
  add r1, r1, r5
  send NEXT, src[r1], r0
.rept SIZE - 2, k
  mul r1, r3, (RANK - DIR * (k + 2)) % SIZE ; step 2
  add r1, r1, r5
  rrs PREV, src[r1], NEXT, r0
.endr
  mul r1, r3, RANK                          ; step 3
  add r1, r1, r5
  rrc PREV, src[r1], dst[r4], r0
  add r4, r4, r2
.include "messages_end.inc"
.endif
  done
