// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/bench/crossbar.h"

#include "Vcrossbar.h"
#include "sim/common/rng.h"
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace {

constexpr unsigned PORTS = 16, WORDS = 4, LENGTH = 9; // words of 32 bits a flit, flits a packet
constexpr uint64_t ONE = uint64_t{1} << 32;

struct Source {
  nf_rng rng;
  uint64_t waiting = 0; // packets that have arrived and not left, times 2^32
  unsigned left = 0, dst = 0;
};

// The crossbar says how its ports are numbered, each time it begins.
class Silence {
public:
  Silence() : err(dup(STDERR_FILENO)), null(open("/dev/null", O_WRONLY)) {
    std::fflush(stderr);
    dup2(null, STDERR_FILENO);
  }
  ~Silence() {
    std::fflush(stderr);
    dup2(err, STDERR_FILENO);
    close(err);
    close(null);
  }

private:
  int err, null;
};

} // namespace

int64_t nf_crossbar_run(uint64_t cycles, uint64_t seed) {
  VerilatedContext context;
  auto dut = std::make_unique<Vcrossbar>(&context);
  Source sources[PORTS];
  unsigned left[PORTS] = {}; // of the packets that come out
  int64_t received = 0;
  for (unsigned p = 0; p < PORTS; p++) {
    sources[p].rng.state = seed * PORTS + p;
    for (unsigned w = 0; w < WORDS; w++)
      dut->s_axis_tdata[p * WORDS + w] = 0;
  }
  dut->s_axis_tvalid = dut->s_axis_tlast = dut->s_axis_tuser = 0;
  dut->m_axis_tready = 0xffff;
  for (auto &word : dut->s_axis_tkeep.m_storage)
    word = 0xffffffff;
  for (auto &word : dut->s_axis_tdest.m_storage)
    word = 0;
  auto edge = [&] {
    dut->clk = 1;
    dut->eval();
    dut->clk = 0;
    dut->eval();
  };
  {
    const Silence first;
    dut->rst = 1;
    for (unsigned i = 0; i < 4; i++)
      edge();
  }
  dut->rst = 0;
  dut->eval();
  for (uint64_t cycle = 0; cycle < cycles; cycle++) {
    const uint32_t ready = dut->s_axis_tready, came = dut->m_axis_tvalid, last = dut->m_axis_tlast;
    // What is taken at this edge: the output's words, and those of inputs that are ready.
    for (unsigned p = 0; p < PORTS; p++) {
      if (came >> p & 1) {
        const uint32_t *word = &dut->m_axis_tdata[p * WORDS];
        if (left[p] == 0) {
          if (word[0] != p)
            return -1;
          left[p] = LENGTH;
        }
        left[p]--;
        if ((last >> p & 1) != (left[p] == 0))
          return -1;
        received++;
      }
    }
    const uint32_t offered = dut->s_axis_tvalid;
    edge();
    for (unsigned p = 0; p < PORTS; p++) {
      Source &s = sources[p];
      uint32_t *word = &dut->s_axis_tdata[p * WORDS];
      if (offered >> p & ready >> p & 1)
        s.left--;
      s.waiting += ONE / (2 * LENGTH);
      if (s.left == 0 && s.waiting >= ONE) {
        s.waiting -= ONE;
        s.left = LENGTH;
        s.dst = (p + 1 + nf_rng_below(&s.rng, PORTS - 1)) % PORTS;
      }
      // The first word says where its packet goes, the others are random.
      if (s.left == LENGTH) {
        word[0] = s.dst;
      } else if (s.left > 0) {
        for (unsigned w = 0; w < WORDS; w += 2) {
          const uint64_t data = nf_rng_next(&s.rng);
          word[w] = static_cast<uint32_t>(data);
          word[w + 1] = static_cast<uint32_t>(data >> 32);
        }
      }
      const uint32_t bit = 1u << p;
      dut->s_axis_tvalid =
          static_cast<uint16_t>(s.left > 0 ? dut->s_axis_tvalid | bit : dut->s_axis_tvalid & ~bit);
      dut->s_axis_tlast =
          static_cast<uint16_t>(s.left == 1 ? dut->s_axis_tlast | bit : dut->s_axis_tlast & ~bit);
      // The upper bits of the destination are the port, the lowest is passed on.
      for (unsigned b = 0; b < 5; b++) {
        const unsigned at = p * 5 + b;
        EData &field = dut->s_axis_tdest[at / 32];
        field = (field & ~(1u << at % 32)) | (s.dst * 2 >> b & 1) << at % 32;
      }
    }
    dut->eval();
  }
  dut->final();
  return received;
}
