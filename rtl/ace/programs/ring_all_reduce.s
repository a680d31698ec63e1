; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-reduce on a ring (ACE 4.2, Fig. 7): reduce-scatter, then all-gather.
;
; In and out: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER; block n of out is the sum of
; the members' blocks n. For each (o, i) a message goes round twice: 2 * SIZE - 1 transfers.
; Order of addition: block b begins as the data of member b + DIR and goes on in the direction of DIR, at each
; member received + own: ((x[b+1] + x[b+2]) + ...) + x[b] for DIR = 1. All members get the same bits.
; Needs: slots of a queue pair >= packets of a message + 1.
;
; Besides the registers of messages.inc: r1 offset of a block.

.include "ring.inc"
.include "blocks.inc"

.program ring_all_reduce
.if SIZE == 1
.include "copy.inc"
.else
.include "messages.inc"
  mul r1, r3, (RANK - DIR) % SIZE           ; step 1: send (sub-step 1.2)
  add r1, r1, r5
  send NEXT, src[r1], r0
.rept SIZE - 2, k
  mul r1, r3, (RANK - DIR * (k + 2)) % SIZE ; step 2: reduce and forward (2.2, 2.3)
  add r1, r1, r5
  rrs PREV, src[r1], NEXT, r0
.endr
  mul r1, r3, RANK                          ; steps 3 and 4: the sum is complete (3.2, 4.1)
  add r1, r1, r5
  rrcs PREV, src[r1], dst[r1], NEXT, r0
.rept SIZE - 2, k
  mul r1, r3, (RANK - DIR * (k + 1)) % SIZE ; step 5a: keep and forward (5.2)
  add r1, r1, r5
  rcs PREV, dst[r1], NEXT, r0
.endr
  mul r1, r3, (RANK + DIR) % SIZE           ; step 5b: keep the last one
  add r1, r1, r5
  recv PREV, dst[r1], r0
.include "messages_end.inc"
.endif
  done
