; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; All-reduce on a binomial tree, between members that all reach each other: up to member 0, and down again.
; The ACE paper does not have it. Its way is log2(SIZE) steps long, but each carries all of the data: for short
; payloads.
;
; In and out: messages m < OUTER * SIZE * INNER, as ring_all_reduce has them; each of out is the members' sum.
; Order of addition: a member takes its children RANK + 1, RANK + 2, RANK + 4 ... in this order, as far as RANK is
; a multiple of twice the distance, at each received + own sum so far. All members get the same bits.
; Needs: slots of a queue pair >= packets of a message.
;
; r0 bus words of a message, r1 offset, r2 pitch, r7 counts messages.

.include "direct.inc"
.include "blocks.inc"

.define LAST 0                              ; distance of the last child
.rept 4, k
.if RANK % (2 << k) == 0 && RANK + (1 << k) < SIZE
.define LAST 1 << k
.endif
.endr
.if RANK > 0
.define PARENT PEERS + SIZE - (RANK & -RANK) - 1
.endif

.program tree_all_reduce
  get r0, len
  get r2, pitch
  li r7, OUTER * SIZE * INNER
next:
.if SIZE == 1
  copy src[r1], dst[r1], r0
.else
.if LAST == 0                               ; a leaf
  send PARENT, src[r1], r0
  recv PARENT, dst[r1], r0
.else
.define D 1                                 ; up: all children but the last
.rept 3
.if D < LAST
.if D == 1
  rrc PEERS, src[r1], dst[r1], r0
.else
  rrc PEERS + D - 1, dst[r1], dst[r1], r0
.endif
.define D D * 2
.endif
.endr
.define CHILD PEERS + LAST - 1
.if RANK == 0                               ; here the sum is complete
.if LAST == 1
  rrcs CHILD, src[r1], dst[r1], CHILD, r0
.else
  rrcs CHILD, dst[r1], dst[r1], CHILD, r0
.endif
.else
.if LAST == 1
  rrs CHILD, src[r1], PARENT, r0
.else
  rrs CHILD, dst[r1], PARENT, r0
.endif
  rcs PARENT, dst[r1], CHILD, r0            ; down
.endif
.define D LAST / 2
.rept 3
.if D > 0
  send PEERS + D - 1, dst[r1], r0
.define D D / 2
.endif
.endr
.endif
.endif
  add r1, r1, r2
  djnz r7, next
  done
