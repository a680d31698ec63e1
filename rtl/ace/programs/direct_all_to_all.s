; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-to-all between members that all reach each other (ACE 5, direct).
;
; In and out: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER. Block n of in goes to member n;
; block n of out comes from member n. Nothing is added.
; Needs: slots of a queue pair >= packets of a message.
;
; Besides the registers of messages.inc: r1 offset of a block.

.include "direct.inc"
.include "blocks.inc"

.program direct_all_to_all
.if SIZE == 1
.include "copy.inc"
.else
.include "messages.inc"
.rept SIZE - 1, k
  mul r1, r3, (RANK + k + 1) % SIZE
  add r1, r1, r5
  send PEERS + k, src[r1], r0
.endr
  mul r1, r3, RANK                          ; what stays here
  add r1, r1, r5
  copy src[r1], dst[r1], r0
.rept SIZE - 1, k
  mul r1, r3, (RANK + k + 1) % SIZE
  add r1, r1, r5
  recv PEERS + k, dst[r1], r0
.endr
.include "messages_end.inc"
.endif
  done
