// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A Verilated open switch of synth/crossbars: what goes in comes out, whole, in its order and at
// its port, with sources and sinks that wait at random; then the share of the line rate that it
// carries when it is saturated, with packets of 9 flits and of one, to uniform random other ports,
// as many of them in each channel (R4 of `make bench-sim`); and the same where each input has an
// output of its own. Prints the four shares, or what is wrong and ends with 1. CHANNELS: of
// floo_switch, else it is fifo_switch.
#include "Vtop.h"
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>

namespace {

constexpr unsigned PORTS = 16, MOST_FLITS = 9, DATA_BITS = 128;
constexpr unsigned CHECK_CYCLES = 20000, WARM_UP = 5000, SHARE_CYCLES = 20000;
constexpr unsigned PATIENCE = 2000; // cycles without a flit after which what is inside stays there
#ifdef CHANNELS
#define FLOO
constexpr unsigned FLIT_BITS = 141, DEST_BITS = 8;
#else
#define CHANNELS 1
constexpr unsigned FLIT_BITS = DATA_BITS, DEST_BITS = 5;
#endif
constexpr uint64_t ONE = 1;

uint64_t state = 1;

uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

unsigned below(unsigned n) {
  return static_cast<unsigned>((mix(state += 0x9e3779b97f4a7c15ull) >> 32) * n >> 32);
}

template <typename Words> void put(Words &words, unsigned at, unsigned width, uint64_t value) {
  for (unsigned i = 0; i < width; i++) {
    const unsigned bit = at + i;
    words[bit / 32] =
        (words[bit / 32] & ~(1u << bit % 32)) | (static_cast<uint32_t>(value >> i & 1) << bit % 32);
  }
}

template <typename Words> uint64_t get(const Words &words, unsigned at, unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; i++)
    value |= static_cast<uint64_t>(words[(at + i) / 32] >> (at + i) % 32 & 1) << i;
  return value;
}

struct Flit {
  uint8_t src, dst, channel, last;
  uint32_t number; // of all flits of this source to this port in this channel
  uint64_t word() const {
    return src | dst << 8 | channel << 16 | last << 24 | static_cast<uint64_t>(number) << 32;
  }
};

struct Source {
  std::deque<Flit> packet; // what is left of it
  bool offered = false;    // valid stays until it is taken
  uint32_t next[PORTS][CHANNELS] = {};
};

class Bench {
public:
  Bench() : dut(std::make_unique<Vtop>(&context)) {
    for (auto &port : open)
      for (int &channel : port)
        channel = NONE;
    idle();
    dut->rst_ni = 0;
    for (unsigned i = 0; i < 8; i++)
      edge();
    dut->rst_ni = 1;
    for (unsigned i = 0; i < 8; i++)
      edge();
  }

  uint64_t sent = 0, received = 0;
  bool failed = false;
  bool apart = false; // each input sends to an output of its own

  // flits: of a packet, 0: 1 to 9; waits: percent of the cycles in which a source or sink waits;
  // more: new packets.
  void cycle(unsigned flits, unsigned waits, bool more) {
    idle();
    for (unsigned p = 0; p < PORTS; p++)
      offer(p, flits, waits, more);
    for (unsigned p = 0; p < PORTS * CHANNELS; p++)
      dut->out_ready_i |= ONE * (below(100) >= waits) << p;
    dut->eval();
    const uint64_t taken = dut->in_ready_o & dut->in_valid_i,
                   came = dut->out_valid_o & dut->out_ready_i;
    for (unsigned p = 0; p < PORTS; p++) {
      if (taken >> p * CHANNELS & ((ONE << CHANNELS) - 1)) {
        source[p].packet.pop_front();
        source[p].offered = false;
        sent++;
      }
      for (unsigned c = 0; c < CHANNELS; c++)
        if (came >> (p * CHANNELS + c) & 1)
          take(p, c);
    }
    edge();
  }

private:
  VerilatedContext context;
  std::unique_ptr<Vtop> dut;
  Source source[PORTS];
  uint32_t expected[PORTS][PORTS][CHANNELS] = {}; // number of the next flit of a source at a port
  int open[PORTS][CHANNELS];                      // source of the packet that is not whole, or none
  static constexpr int NONE = -1;

  void edge() {
    dut->clk_i = 1;
    dut->eval();
    dut->clk_i = 0;
    dut->eval();
  }

  void idle() {
    dut->in_valid_i = 0;
    dut->out_ready_i = 0;
  }

  void offer(unsigned p, unsigned flits, unsigned waits, bool more) {
    Source &s = source[p];
    if (s.packet.empty() && more) {
      const uint8_t dst = static_cast<uint8_t>((p + 1 + (apart ? 0 : below(PORTS - 1))) % PORTS);
      const uint8_t channel = static_cast<uint8_t>(below(CHANNELS));
      const unsigned length = flits ? flits : 1 + below(MOST_FLITS);
      for (unsigned i = 0; i < length; i++)
        s.packet.push_back(
            {static_cast<uint8_t>(p), dst, channel, i + 1 == length, s.next[dst][channel]++});
    }
    if (s.packet.empty() || !(s.offered || below(100) >= waits))
      return;
    s.offered = true;
    const Flit &f = s.packet.front();
    dut->in_valid_i |= ONE << (p * CHANNELS + f.channel);
    put(dut->in_data_i, p * FLIT_BITS, 64, f.word());
    put(dut->in_data_i, p * FLIT_BITS + 64, 64, mix(f.word()));
#ifdef FLOO
    put(dut->in_data_i, p * FLIT_BITS + DATA_BITS, 1, f.last);
    put(dut->in_data_i, p * FLIT_BITS + DATA_BITS + 1, DEST_BITS, f.dst);
    put(dut->in_data_i, p * FLIT_BITS + DATA_BITS + 1 + DEST_BITS, 4, 0); // to one port
#else
    dut->in_last_i = static_cast<uint16_t>((dut->in_last_i & ~(1u << p)) | f.last << p);
    put(dut->in_dest_i, p * DEST_BITS, DEST_BITS, f.dst * 2u); // its upper four bits
#endif
  }

  void take(unsigned p, unsigned c) {
    const uint64_t word = get(dut->out_data_o, p * FLIT_BITS, 64),
                   check = get(dut->out_data_o, p * FLIT_BITS + 64, 64);
#ifdef FLOO
    const bool last = get(dut->out_data_o, p * FLIT_BITS + DATA_BITS, 1);
#else
    const bool last = dut->out_last_o >> p & 1;
#endif
    const unsigned src = word & 15;
    const Flit f = {static_cast<uint8_t>(src), static_cast<uint8_t>(p), static_cast<uint8_t>(c),
                    last, expected[src][p][c]};
    if (!failed && (f.word() != word || check != mix(word) ||
                    (open[p][c] != NONE && open[p][c] != static_cast<int>(src)))) {
      failed = true;
      std::printf("port %u, channel %u: %016" PRIx64 " %016" PRIx64 " came, from port %u should be "
                  "%016" PRIx64 "\n",
                  p, c, word, check, src, f.word());
    }
    expected[src][p][c]++;
    open[p][c] = last ? NONE : static_cast<int>(src);
    received++;
  }
};

// Everything that is sent comes out.
bool check(unsigned waits) {
  Bench bench;
  for (unsigned i = 0; i < CHECK_CYCLES; i++)
    bench.cycle(0, waits, true);
  uint64_t before = 0;
  for (unsigned still = 0; still < PATIENCE;
       still = before == bench.sent + bench.received ? still + 1 : 0) {
    before = bench.sent + bench.received;
    bench.cycle(0, waits, false);
  }
  if (bench.failed)
    return false;
  if (bench.sent == 0 || bench.sent != bench.received) {
    std::printf("%" PRIu64 " flits were sent, %" PRIu64 " came\n", bench.sent, bench.received);
    return false;
  }
  return true;
}

bool share(unsigned flits, bool apart, double *found) {
  Bench bench;
  bench.apart = apart;
  for (unsigned i = 0; i < WARM_UP; i++)
    bench.cycle(flits, 0, true);
  const uint64_t before = bench.received;
  for (unsigned i = 0; i < SHARE_CYCLES; i++)
    bench.cycle(flits, 0, true);
  *found =
      static_cast<double>(bench.received - before) / (static_cast<double>(SHARE_CYCLES) * PORTS);
  return !bench.failed;
}

} // namespace

int main() {
  double found[4];
  if (!check(0) || !check(30) || !check(70))
    return 1;
  for (unsigned i = 0; i < 4; i++)
    if (!share(i % 2 ? 1 : MOST_FLITS, i >= 2, &found[i]))
      return 1;
  std::printf("%.3f %.3f %.3f %.3f\n", found[0], found[1], found[2], found[3]);
  return 0;
}
