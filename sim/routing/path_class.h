// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which of equal paths a path class takes, in all engines: first the neighbour, then one of the
// parallel cables to it (docs/routing.md).
#ifndef NF_SIM_PATH_CLASS_H
#define NF_SIM_PATH_CLASS_H

/// Of `fits` neighbours that lead to the goal, at least one, the one that the class takes.
static inline unsigned nf_path_class_neighbour(unsigned path_class, unsigned fits) {
  return path_class % fits;
}

/// How high two neighbours are, and how many upper neighbours each has.
typedef struct {
  unsigned level, uppers;
} nf_path_class_site;

/// Of `cables` between two neighbours the one that the class takes: classes that choose among
/// several upper switches leave the choice of the cable to what is left of the class, alike at both
/// ends.
static inline unsigned nf_path_class_cable(unsigned path_class, nf_path_class_site here,
                                           nf_path_class_site there, unsigned cables) {
  const unsigned choices = there.level > here.level   ? here.uppers
                           : there.level < here.level ? there.uppers
                                                      : 1;
  return path_class / choices % cables;
}

#endif
