; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-to-all on a ring (ACE 5): SIZE - 1 steps; in step s each member sends to the member at distance s.
;
; In and out: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER. Block n of in goes to member n;
; block n of out comes from member n. Nothing is added.
; In step s a member sends one message, forwards s - 1 of others that are not for it, and keeps one.
; Needs: slots of a queue pair >= packets of a message + 1.
;
; Besides the registers of messages.inc: r1 offset of a block, r4 counts the messages forwarded.

.include "ring.inc"
.include "blocks.inc"

.program ring_all_to_all
.if SIZE == 1
.include "copy.inc"
.else
.include "messages.inc"
.rept SIZE - 1, k                           ; step s = k + 1
  mul r1, r3, (RANK + DIR * (k + 1)) % SIZE ; for the member at distance s
  add r1, r1, r5
  send NEXT, src[r1], r0
.if k == 0
  mul r1, r3, RANK                          ; what stays here, while the first are on their way
  add r1, r1, r5
  copy src[r1], dst[r1], r0
.else
  li r4, k
pass:
  fwd PREV, NEXT, r0
  djnz r4, pass
.endif
  mul r1, r3, (RANK - DIR * (k + 1)) % SIZE ; from the member at distance s
  add r1, r1, r5
  recv PREV, dst[r1], r0
.endr
.include "messages_end.inc"
.endif
  done
