// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Gloo's all-reduces, those too that PyTorch does not reach, for the test of testreduce: a thread a
// rank, rank r reads PROBES/rank0r.npy (binary32) and writes ANSWERS/rank0r.npy.
// usage: gloo_driver ALGORITHM RANKS PROBES ANSWERS
#include <gloo/allreduce.h>
#include <gloo/allreduce_bcube.h>
#include <gloo/allreduce_halving_doubling.h>
#include <gloo/allreduce_ring.h>
#include <gloo/allreduce_ring_chunked.h>
#include <gloo/math.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/hash_store.h>
#include <gloo/transport/tcp/device.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>

using Context = std::shared_ptr<gloo::rendezvous::Context>;

static std::string rank_path(const std::string &folder, int rank) {
  return folder + "/rank0" + std::to_string(rank) + ".npy";
}

// The algorithms as classes, and those behind gloo::allreduce.
static void reduce(const std::string &name, const Context &context, std::vector<float> &x) {
  using Options = gloo::AllreduceOptions;
  const std::vector<float *> data = {x.data()};
  const int count = static_cast<int>(x.size());
  if (name == "ring") {
    gloo::AllreduceRing<float>(context, data, count).run();
  } else if (name == "ring_chunked") {
    gloo::AllreduceRingChunked<float>(context, data, count).run();
  } else if (name == "halving_doubling") {
    gloo::AllreduceHalvingDoubling<float>(context, data, count).run();
  } else if (name == "bcube") {
    gloo::AllreduceBcube<float>(context, data, count).run();
  } else if (name == "options_ring" || name == "options_bcube") {
    Options options(context);
    options.setOutput(x.data(), x.size());
    options.setAlgorithm(name == "options_ring" ? Options::Algorithm::RING
                                                : Options::Algorithm::BCUBE);
    options.setReduceFunction(
        static_cast<void (*)(void *, const void *, const void *, size_t)>(&gloo::sum<float>));
    gloo::allreduce(options);
  } else {
    throw std::runtime_error("no algorithm " + name);
  }
}

static void run(const std::string &name, const Context &context, const std::string &probes,
                const std::string &answers) {
  std::ifstream in(rank_path(probes, context->rank), std::ios::binary);
  const std::string file((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (file.size() < 10)
    throw std::runtime_error(rank_path(probes, context->rank) + " cannot be read");
  const size_t begin =
      10 + static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
  std::vector<float> x((file.size() - begin) / sizeof(float));
  std::memcpy(x.data(), file.data() + begin, x.size() * sizeof(float));
  reduce(name, context, x);
  std::ofstream out(rank_path(answers, context->rank), std::ios::binary);
  out.write(file.data(), static_cast<std::streamsize>(begin));
  out.write(reinterpret_cast<const char *>(x.data()),
            static_cast<std::streamsize>(x.size() * sizeof(float)));
  if (!out.flush())
    throw std::runtime_error(rank_path(answers, context->rank) + " cannot be written");
}

int main(int argc, char **argv) {
  if (argc != 5) {
    std::cerr << "usage: gloo_driver ALGORITHM RANKS PROBES ANSWERS\n";
    return 2;
  }
  const int ranks = std::stoi(argv[2]);
  gloo::rendezvous::HashStore store;
  std::vector<Context> contexts;
  std::vector<std::thread> threads;
  std::atomic<bool> failed{false};
  for (int rank = 0; rank < ranks; rank++)
    contexts.push_back(std::make_shared<gloo::rendezvous::Context>(rank, ranks));
  for (const Context &context : contexts)
    threads.emplace_back([&, context] {
      try {
        gloo::transport::tcp::attr attr;
        attr.hostname = "127.0.0.1";
        auto device = gloo::transport::tcp::CreateDevice(attr);
        context->connectFullMesh(store, device);
        run(argv[1], context, argv[3], argv[4]);
      } catch (const std::exception &e) {
        std::cerr << "gloo_driver: " << e.what() << "\n";
        failed = true;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  return failed; // connections close when all are done
}
