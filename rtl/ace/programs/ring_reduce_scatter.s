; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Reduce-scatter on a ring (ACE 4.2, steps 1 to 3).
;
; In: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER. Out: messages o * INNER + i, the sum of
; the members' blocks n = RANK.
; Order of addition: block b begins as the data of member b + DIR and goes on in the direction of DIR, at each
; member received + own: ((x[b+1] + x[b+2]) + ...) + x[b] for DIR = 1.
; Needs: slots of a queue pair >= packets of a message + 1, and SLOTS.
;
; Besides the registers of batch_begin.inc: r1 offset of a message, r4 offset of out, r7 counts groups.

.include "batch.inc"
.define PARTS 1                             ; r4 goes along: out has one message of a group

.program ring_reduce_scatter
.if SIZE == 1
.include "copy.inc"
.else
.include "batch_begin.inc"
.rept SIZE, k
.define LAST (RANK - DIR * (k + 1)) % SIZE  ; the block of this step
  addi r1, r5, LAST * BLOCK
  mov r7, r2
step:
.if k == 0
  send NEXT, src[r1], r0                    ; step 1
.endif
.if k > 0 && k < SIZE - 1
  rrs PREV, src[r1], NEXT, r0               ; step 2
.endif
.if k == SIZE - 1
  rrc PREV, src[r1], dst[r4], r0            ; step 3
  addi r4, r4, PART_STRIDE
.endif
  addi r1, r1, STRIDE
  djnz r7, step
.endr
.include "batch_end.inc"
.endif
  done
