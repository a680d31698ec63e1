// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/mcr/nf_mcr.toml; change that.
// Mirrors rtl/mcr/nf_mcr_pkg.sv.
#ifndef NF_MCR_PKG_H
#define NF_MCR_PKG_H

#include <stdint.h>

// clang-format off
enum {
  NF_MCR_MAX_NODES = 256, // nodes that have a route: words between ROUTE_BASE and HOME_BASE. The header can name more
};

// Route to a node, a lane of the table. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_MCR_ROUTE_BITS = 8 };
// Egress port.
static inline uint8_t nf_mcr_route_port(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0xfull);
}
static inline void nf_mcr_route_set_port(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 0)) | ((uint64_t)v & 0xfull) << 0;
}
// Zero.
static inline uint8_t nf_mcr_route_zero(const uint64_t *r) {
  return (uint8_t)(r[0] >> 4 & 0x3ull);
}
static inline void nf_mcr_route_set_zero(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x3ull << 4)) | ((uint64_t)v & 0x3ull) << 4;
}
// In place of the port, the way of the address's home slot.
static inline uint8_t nf_mcr_route_spread(const uint64_t *r) {
  return (uint8_t)(r[0] >> 6 & 0x1ull);
}
static inline void nf_mcr_route_set_spread(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 6)) | ((uint64_t)v & 0x1ull) << 6;
}
// There is one.
static inline uint8_t nf_mcr_route_valid(const uint64_t *r) {
  return (uint8_t)(r[0] >> 7 & 0x1ull);
}
static inline void nf_mcr_route_set_valid(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 7)) | ((uint64_t)v & 0x1ull) << 7;
}

// Home slot of an address, a lane of the table. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_MCR_HOME_BITS = 8 };
// Egress port, or the port whose reduction table it is.
static inline uint8_t nf_mcr_home_port(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0xfull);
}
static inline void nf_mcr_home_set_port(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 0)) | ((uint64_t)v & 0xfull) << 0;
}
// Zero.
static inline uint8_t nf_mcr_home_zero(const uint64_t *r) {
  return (uint8_t)(r[0] >> 4 & 0x3ull);
}
static inline void nf_mcr_home_set_zero(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x3ull << 4)) | ((uint64_t)v & 0x3ull) << 4;
}
// That port's reduction table is in this switch.
static inline uint8_t nf_mcr_home_here(const uint64_t *r) {
  return (uint8_t)(r[0] >> 6 & 0x1ull);
}
static inline void nf_mcr_home_set_here(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 6)) | ((uint64_t)v & 0x1ull) << 6;
}
// It is programmed.
static inline uint8_t nf_mcr_home_valid(const uint64_t *r) {
  return (uint8_t)(r[0] >> 7 & 0x1ull);
}
static inline void nf_mcr_home_set_valid(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 7)) | ((uint64_t)v & 0x1ull) << 7;
}

// Register ROUTE. What is not zero in `zero` is refused, here and in HOME. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_MCR_ROUTE_WORD_BITS = 32 };
// As in the lane.
static inline uint8_t nf_mcr_route_word_port(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0xfull);
}
static inline void nf_mcr_route_word_set_port(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 0)) | ((uint64_t)v & 0xfull) << 0;
}
// Zero.
static inline uint32_t nf_mcr_route_word_zero(const uint64_t *r) {
  return (uint32_t)(r[0] >> 4 & 0x3ffffffull);
}
static inline void nf_mcr_route_word_set_zero(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0x3ffffffull << 4)) | ((uint64_t)v & 0x3ffffffull) << 4;
}
// As in the lane.
static inline uint8_t nf_mcr_route_word_spread(const uint64_t *r) {
  return (uint8_t)(r[0] >> 30 & 0x1ull);
}
static inline void nf_mcr_route_word_set_spread(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 30)) | ((uint64_t)v & 0x1ull) << 30;
}
// As in the lane.
static inline uint8_t nf_mcr_route_word_valid(const uint64_t *r) {
  return (uint8_t)(r[0] >> 31 & 0x1ull);
}
static inline void nf_mcr_route_word_set_valid(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 31)) | ((uint64_t)v & 0x1ull) << 31;
}

// Register HOME. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_MCR_HOME_WORD_BITS = 32 };
// As in the lane.
static inline uint8_t nf_mcr_home_word_port(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0xfull);
}
static inline void nf_mcr_home_word_set_port(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 0)) | ((uint64_t)v & 0xfull) << 0;
}
// Egress port of what is spread.
static inline uint8_t nf_mcr_home_word_way(const uint64_t *r) {
  return (uint8_t)(r[0] >> 4 & 0xfull);
}
static inline void nf_mcr_home_word_set_way(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 4)) | ((uint64_t)v & 0xfull) << 4;
}
// Zero.
static inline uint32_t nf_mcr_home_word_zero(const uint64_t *r) {
  return (uint32_t)(r[0] >> 8 & 0x3fffffull);
}
static inline void nf_mcr_home_word_set_zero(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0x3fffffull << 8)) | ((uint64_t)v & 0x3fffffull) << 8;
}
// As in the lane.
static inline uint8_t nf_mcr_home_word_here(const uint64_t *r) {
  return (uint8_t)(r[0] >> 30 & 0x1ull);
}
static inline void nf_mcr_home_word_set_here(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 30)) | ((uint64_t)v & 0x1ull) << 30;
}
// As in the lane.
static inline uint8_t nf_mcr_home_word_valid(const uint64_t *r) {
  return (uint8_t)(r[0] >> 31 & 0x1ull);
}
static inline void nf_mcr_home_word_set_valid(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 31)) | ((uint64_t)v & 0x1ull) << 31;
}

// Register REGION_HOME. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_MCR_REGION_HOME_WORD_BITS = 32 };
// Home GPU; what is no node of the table is refused.
static inline uint32_t nf_mcr_region_home_word_node(const uint64_t *r) {
  return (uint32_t)(r[0] >> 0 & 0x7fffffffull);
}
static inline void nf_mcr_region_home_word_set_node(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0x7fffffffull << 0)) | ((uint64_t)v & 0x7fffffffull) << 0;
}
// Partial sums go up, to the home table there.
static inline uint8_t nf_mcr_region_home_word_up(const uint64_t *r) {
  return (uint8_t)(r[0] >> 31 & 0x1ull);
}
static inline void nf_mcr_region_home_word_set_up(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 31)) | ((uint64_t)v & 0x1ull) << 31;
}
// clang-format on

#endif
