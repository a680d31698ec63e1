; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-reduce between members that all reach each other (ACE 5, direct): member i adds up all messages i, then
; gives the sum to all others.
;
; In and out: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER; block n of out is the sum of
; the members' blocks n.
; Order of addition: member b takes the others' in the order of their distance, received + sum so far:
; x[b+SIZE-1] + (... (x[b+2] + (x[b+1] + x[b]))). All members get the same bits.
; Needs: slots of a queue pair >= packets of a message + 1.
;
; Besides the registers of messages.inc: r1 offset of a block.

.include "direct.inc"
.include "blocks.inc"

.program direct_all_reduce
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
.if SIZE == 2
  rrcs PEERS, src[r1], dst[r1], PEERS, r0
.else
  rrc PEERS, src[r1], dst[r1], r0
.rept SIZE - 3, k
  rrc PEERS + k + 1, dst[r1], dst[r1], r0
.endr
  rrcs PEERS + SIZE - 2, dst[r1], dst[r1], PEERS + SIZE - 2, r0
.endif
.rept SIZE - 2, k                           ; the sum to the others
  send PEERS + k, dst[r1], r0
.endr
.rept SIZE - 1, k                           ; and theirs
  mul r1, r3, (RANK + k + 1) % SIZE
  add r1, r1, r5
  recv PEERS + k, dst[r1], r0
.endr
.include "messages_end.inc"
.endif
  done
