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
; r0 bus words of a message, r1 offset of a block, r2 pitch, r3 packets of a block, r5 offset of message (o, 0, i),
; r6 and r7 count o and i.

.param RANK "place in the group, from 0"
.param SIZE "members of the group, 1..16"
.param OUTER = 1 "groups of SIZE * INNER messages"
.param INNER = 1 "messages of a block, 1..255"
.if SIZE > 1
.param PEERS "first of SIZE - 1 queue pairs: PEERS + d - 1 joins RANK and RANK + d"
.endif
.assert SIZE >= 1 && SIZE <= 16 && RANK >= 0 && RANK < SIZE, "SIZE is 1..16 and RANK 0..SIZE-1"
.assert INNER >= 1 && INNER <= 255, "INNER is 1..255"
.assert OUTER >= 1 && OUTER * SIZE * INNER <= 65535, "OUTER * SIZE * INNER is 1..65535"

.program direct_all_reduce
  get r0, len
.if SIZE == 1
  get r2, pitch
  li r7, OUTER * INNER
same:
  copy src[r1], dst[r1], r0                 ; a group of one: the result is the data
  add r1, r1, r2
  djnz r7, same
.else
  get r2, pitch
  mul r3, r2, INNER                         ; r3: packets of a block
  li r6, OUTER
outer:
  li r7, INNER
inner:
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
  add r5, r5, r2
  djnz r7, inner
  mul r1, r3, SIZE - 1
  add r5, r5, r1
  djnz r6, outer
.endif
  done
