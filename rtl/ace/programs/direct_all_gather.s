; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-gather between members that all reach each other (ACE 5, second half of the direct all-reduce).
;
; In: messages o * INNER + i, o < OUTER, i < INNER. Out: messages (o * SIZE + n) * INNER + i, n < SIZE: block n is
; what member n had. Nothing is added.
; Needs: slots of a queue pair >= packets of a message.
;
; Besides the registers of messages.inc: r1 offset of a block, r4 offset of in.

.include "direct.inc"
.include "blocks.inc"

.program direct_all_gather
.if SIZE == 1
.include "copy.inc"
.else
.include "messages.inc"
  mul r1, r3, RANK
  add r1, r1, r5
  cs src[r4], dst[r1], PEERS, r0
.rept SIZE - 2, k
  send PEERS + k + 1, src[r4], r0
.endr
.rept SIZE - 1, k
  mul r1, r3, (RANK + k + 1) % SIZE
  add r1, r1, r5
  recv PEERS + k, dst[r1], r0
.endr
  add r4, r4, r2
.include "messages_end.inc"
.endif
  done
