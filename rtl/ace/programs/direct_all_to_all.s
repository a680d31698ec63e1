; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-to-all between members that all reach each other (ACE 5, direct).
;
; In and out: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER. Block n of in goes to member n;
; block n of out comes from member n. Nothing is added.
; Needs: slots of a queue pair >= packets of a message.
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

.program direct_all_to_all
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
  add r5, r5, r2
  djnz r7, inner
  mul r1, r3, SIZE - 1
  add r5, r5, r1
  djnz r6, outer
.endif
  done
