; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-reduce by recursive halving and doubling, between members that all reach each other; SIZE is a power of two.
; The ACE paper does not have it. It shows what takes a program alone (ACE 4.5): no circuit knows of it.
;
; In and out: messages (o * SIZE + n) * INNER + i, o < OUTER, n < SIZE, i < INNER; block n of out is the sum of
; the members' blocks n. In src the sums so far take the place of the data.
; Halving: with the member that differs in the highest bit half of the blocks are exchanged and added, and so on
; down to the lowest bit. Doubling: the sums go the same way back.
; Order of addition: received + own sum so far: with V(r, 0) = x[r], bits from the highest to the lowest,
; V(r, j+1) = V(r ^ bit, j) + V(r, j); block b is V(b, all bits). All members get the same bits.
; Needs: slots of a queue pair >= packets of a message + 1.
;
; r0 bus words of a message, r1 offset of the peer's block, r2 of its own, r3 packets of a block,
; r4 counts blocks, r5 offset of message (o, 0, i), r6 and r7 count o and i.

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
.assert (SIZE & (SIZE - 1)) == 0, "SIZE is a power of two: 1, 2, 4, 8 or 16"

.program halving_doubling_all_reduce
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
.define HALF SIZE / 2                       ; blocks that are exchanged
.rept 4
.if HALF > 0
.define QP PEERS + ((RANK ^ HALF) - RANK) % SIZE - 1
.define OWN RANK & ~(HALF - 1)              ; the first block that it keeps
  mul r1, r3, OWN ^ HALF
  add r1, r1, r5
  mul r2, r3, OWN
  add r2, r2, r5
.if HALF > 1
  li r4, HALF
halve:
  send QP, src[r1], r0
  rrc QP, src[r2], src[r2], r0
  add r1, r1, r3
  add r2, r2, r3
  djnz r4, halve
.else
  send QP, src[r1], r0
  rrcs QP, src[r2], dst[r2], QP, r0         ; the sum is complete
  recv QP, dst[r1], r0
.endif
.define HALF HALF / 2
.endif
.endr
.define HALF 2
.rept 3
.if HALF < SIZE
.define QP PEERS + ((RANK ^ HALF) - RANK) % SIZE - 1
.define OWN RANK & ~(HALF - 1)              ; the first block that it has
  mul r1, r3, OWN ^ HALF
  add r1, r1, r5
  mul r2, r3, OWN
  add r2, r2, r5
  li r4, HALF
double:
  send QP, dst[r2], r0
  recv QP, dst[r1], r0
  add r1, r1, r3
  add r2, r2, r3
  djnz r4, double
.define HALF HALF * 2
.endif
.endr
  get r1, pitch
  add r5, r5, r1
  djnz r7, inner
  mul r1, r3, SIZE - 1
  add r5, r5, r1
  djnz r6, outer
.endif
  done
