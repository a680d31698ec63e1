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
; Besides the registers of messages.inc: r1 offset of the peer's block, r2 of its own, r4 counts blocks.

.include "direct.inc"
.include "blocks.inc"
.assert (SIZE & (SIZE - 1)) == 0, "SIZE is a power of two: 1, 2, 4, 8 or 16"

.program halving_doubling_all_reduce
.if SIZE == 1
.include "copy.inc"
.else
.include "messages.inc"
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
  get r2, pitch
.include "messages_end.inc"
.endif
  done
