; SPDX-License-Identifier: Apache-2.0
; Copyright 2026 The netfold authors
;
; Broadcast from ROOT to members that it reaches directly.
;
; In: messages m < OUTER * INNER, at ROOT; what the others have is not read. Out: the same messages, everywhere.
; With ACTIVE = 0 the group has nothing to do yet.
; Needs: one slot of a queue pair.
;
; r0 bus words of a message, r1 offset, r2 pitch, r7 counts messages.

.include "direct.inc"
.include "root.inc"

.program direct_broadcast
.if ACTIVE
  get r0, len
  get r2, pitch
  li r7, OUTER * INNER
next:
.if SIZE == 1
  copy src[r1], dst[r1], r0
.else
.if RANK == ROOT
  cs src[r1], dst[r1], PEERS, r0
.rept SIZE - 2, k
  send PEERS + k + 1, src[r1], r0
.endr
.else
  recv PEERS + (ROOT - RANK) % SIZE - 1, dst[r1], r0
.endif
.endif
  add r1, r1, r2
  djnz r7, next
.endif
  done
