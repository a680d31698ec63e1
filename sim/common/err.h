// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What went wrong, in one line, and the exit status that goes with it.
#ifndef NF_SIM_ERR_H
#define NF_SIM_ERR_H

// Exit statuses of the netfold command.
enum {
  NF_EXIT_OK = 0,
  NF_EXIT_FAILED = 1,    // the run gave a wrong answer: mismatch, poison, lost packet
  NF_EXIT_BAD_INPUT = 2, // the command line, a file or a register write is not acceptable
  NF_EXIT_STALLED = 3    // nothing moved any more
};
// After a signal it is 128 and the signal's number (outputs.h).

typedef struct {
  int status;
  char text[1024];
} nf_err;

// Keeps the first error with its status; returns the status.
int nf_err_set(nf_err *e, int status, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
// The same with NF_EXIT_BAD_INPUT.
int nf_refuse(nf_err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
// Memory ran out while `what` was made.
int nf_err_memory(nf_err *e, const char *what);
// The program in front of what is printed on stderr; "netfold" until a program sets its own.
void nf_err_program(const char *name);
// Prints what the user should know before a run, as "netfold: warning: ..." on stderr.
void nf_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

// What every program calls first: the three standard streams are there, so that no file that is
// opened later takes the place of one, and a reader who goes away is an error and no end.
void nf_begin(void);
// Refuses when what was printed did not get to where standard output leads.
int nf_stdout_check(nf_err *e);
// What every program ends with: checks standard output, prints the error, if there is one, as
// "netfold: ..." on stderr, and returns the exit status.
int nf_end(nf_err *e);

#endif
