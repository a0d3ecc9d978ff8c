/* What the conditions of boaf_explain share. */

#ifndef BOAF_EXPLAIN_H
#define BOAF_EXPLAIN_H

#include "internal.h"

/* The board in question, and where the answer goes. */
typedef struct {
  boaf_solver *solver;
  const boaf_board *board;
  const position *position;
  const limits *limits;
  boaf_explanation *found;
} subject;

/* Write down a proof; always 1. */
int boaf_prove(const subject *subject, int condition, uint64_t keys, uint64_t group, uint64_t other_group,
               const char *format, ...);

/* exhaustion.c: prove that an unsolvable board is unsolvable; 0 if limits or memory do not allow it. */
int boaf_prove_by_exhaustion(const subject *subject);

#endif
