; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-reduce on a ring (ACE 4.2, Fig. 7): reduce-scatter, then all-gather.
;
; In and out: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER; block n of out is the sum of
; the members' blocks n. For each (o, i) a message goes round twice: 2 * SIZE - 1 transfers.
; Order of addition: block b begins as the data of member b + DIR and goes on in the direction of DIR, at each
; member received + own: ((x[b+1] + x[b+2]) + ...) + x[b] for DIR = 1. All members get the same bits.
; Needs: slots of a queue pair >= packets of a message + 1, and SLOTS.
;
; Besides the registers of batch_begin.inc: r1 offset of a message, r7 counts groups.

.include "batch.inc"
.define PARTS 0                             ; r4 is not used

.program ring_all_reduce
.if SIZE == 1
.include "copy.inc"
.else
.include "batch_begin.inc"
.rept 2 * SIZE - 1, k
.define LAST (RANK - DIR * (k + 1)) % SIZE  ; the block of this step
  addi r1, r5, LAST * BLOCK
  mov r7, r2
step:
.if k == 0
  send NEXT, src[r1], r0                    ; step 1 (sub-step 1.2)
.endif
.if k > 0 && k < SIZE - 1
  rrs PREV, src[r1], NEXT, r0               ; step 2: reduce and forward (2.2, 2.3)
.endif
.if k == SIZE - 1
  rrcs PREV, src[r1], dst[r1], NEXT, r0     ; steps 3 and 4: the sum is complete (3.2, 4.1)
.endif
.if k > SIZE - 1 && k < 2 * SIZE - 2
  rcs PREV, dst[r1], NEXT, r0               ; step 5a: keep and forward (5.2)
.endif
.if k == 2 * SIZE - 2
  recv PREV, dst[r1], r0                    ; step 5b: keep the last one
.endif
  addi r1, r1, STRIDE
  djnz r7, step
.endr
.include "batch_end.inc"
.endif
  done
