; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Reduce-scatter between members that all reach each other (ACE 5, first half of the direct all-reduce).
;
; In: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER. Out: messages o * INNER + i, the sum of
; the members' blocks n = RANK.
; Order of addition: x[b+SIZE-1] + (... (x[b+2] + (x[b+1] + x[b]))) for member b.
; Needs: slots of a queue pair >= packets of a message.
;
; Besides the registers of messages.inc: r1 offset of a block, r4 offset of out.

.include "direct.inc"
.include "blocks.inc"

.program direct_reduce_scatter
.if SIZE == 1
.include "copy.inc"
.else
.include "messages.inc"
.rept SIZE - 1, k                           ; all blocks but its own, each to its member
  mul r1, r3, (RANK + k + 1) % SIZE
  add r1, r1, r5
  send PEERS + k, src[r1], r0
.endr
  mul r1, r3, RANK                          ; its own block from all
  add r1, r1, r5
  rrc PEERS, src[r1], dst[r4], r0
.rept SIZE - 2, k
  rrc PEERS + k + 1, dst[r4], dst[r4], r0
.endr
  add r4, r4, r2
.include "messages_end.inc"
.endif
  done
