; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-gather on a ring (ACE 4.2, steps 4 to 6).
;
; In: messages o * INNER + i, o < OUTER, i < INNER. Out: messages (o * SIZE + n) * INNER + i, n < SIZE: block n is
; what member n had. Nothing is added.
; Needs: slots of a queue pair >= packets of a message + 1.
;
; r0 bus words of a message, r1 offset of a block, r2 pitch, r3 packets of a block, r5 offset of message (o, 0, i),
; r6 and r7 count o and i.
; r4 offset of in.

.param RANK "place in the group, from 0"
.param SIZE "members of the group, 1..16"
.param OUTER = 1 "groups of SIZE * INNER messages"
.param INNER = 1 "messages of a block, 1..255"
.param DIR = 1 "the next member is RANK + DIR: 1 or -1"
.if SIZE > 1
.param NEXT "queue pair to the next member"
.param PREV "queue pair from the member before"
.endif
.assert SIZE >= 1 && SIZE <= 16 && RANK >= 0 && RANK < SIZE, "SIZE is 1..16 and RANK 0..SIZE-1"
.assert DIR == 1 || DIR == -1, "DIR is 1 or -1"
.assert INNER >= 1 && INNER <= 255, "INNER is 1..255"
.assert OUTER >= 1 && OUTER * SIZE * INNER <= 65535, "OUTER * SIZE * INNER is 1..65535"

.program ring_all_gather
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
  mul r1, r3, RANK                          ; step 4
  add r1, r1, r5
  cs src[r4], dst[r1], NEXT, r0
.rept SIZE - 2, k
  mul r1, r3, (RANK - DIR * (k + 1)) % SIZE ; step 5
  add r1, r1, r5
  rcs PREV, dst[r1], NEXT, r0
.endr
  mul r1, r3, (RANK + DIR) % SIZE           ; step 6
  add r1, r1, r5
  recv PREV, dst[r1], r0
  add r4, r4, r2
  add r5, r5, r2
  djnz r7, inner
  mul r1, r3, SIZE - 1
  add r5, r5, r1
  djnz r6, outer
.endif
  done
