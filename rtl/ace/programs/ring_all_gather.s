; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-gather on a ring (ACE 4.2, steps 4 to 6).
;
; In: messages o * INNER + i, o < OUTER, i < INNER. Out: messages (o * SIZE + n) * INNER + i, n < SIZE: block n is
; what member n had. Nothing is added.
; Needs: slots of a queue pair >= packets of a message + 1, and SLOTS.
;
; Besides the registers of batch_begin.inc: r1 offset of a message, r4 offset of in, r7 counts groups.

.include "batch.inc"
.define PARTS 1                             ; r4 goes along: in has one message of a group

.program ring_all_gather
.if SIZE == 1
.include "copy.inc"
.else
.include "batch_begin.inc"
.rept SIZE, k
.define LAST (RANK - DIR * k) % SIZE        ; the block of this step
  addi r1, r5, LAST * BLOCK
  mov r7, r2
step:
.if k == 0
  cs src[r4], dst[r1], NEXT, r0             ; step 4
  addi r4, r4, PART_STRIDE
.endif
.if k > 0 && k < SIZE - 1
  rcs PREV, dst[r1], NEXT, r0               ; step 5
.endif
.if k == SIZE - 1
  recv PREV, dst[r1], r0                    ; step 6
.endif
  addi r1, r1, STRIDE
  djnz r7, step
.endr
.include "batch_end.inc"
.endif
  done
