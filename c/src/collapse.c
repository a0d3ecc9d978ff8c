/* Collapse sets: boaf.solvers.collapse, driven as its Collapser does, in arrays that do not grow. */

#include "internal.h"

enum { PAIRS_AT_ONCE = 1 << 18, CELLS_LENGTH_WORD = 1 };

/* A family with the single stacks of a position. */
family *boaf_family_for(boaf_solver *solver, const position *position) {
  int64_t n = count_bits(position->occupied), match = WORD(position->match), line = WORD(position->line);
  int is_small = n <= NARROW;
  family *family = is_small ? &solver->small : &solver->large;
  int64_t words = WORD(family->words);
  family->words[CELLS_LENGTH_WORD] = family->n;
  if (is_small)
    KERNEL(solver, clear_small, NULL, words);
  else
    KERNEL(solver, clear_large, NULL, words);
  family->n = family->words[CELLS_LENGTH_WORD] = n;
  if (is_small)
    KERNEL(solver, begin_small, NULL, words, match, WIDE, line, WIDE, (int64_t)position->occupied);
  else
    KERNEL(solver, begin_large, NULL, words, match, WIDE, line, WIDE, (int64_t)position->occupied);
  return family;
}

/* How many sets of two or more stacks were found. */
int64_t boaf_sets_found(const family *family) { return family->state[0] - family->n; }

/* Try about `pairs` pairs of sets: DONE, PAUSED, or FULL if memory or limits are exhausted. */
status boaf_join(boaf_solver *solver, family *family, int only_one, int64_t pairs, const limits *limits,
                 int64_t spent) {
  int64_t found = PAUSED;
  while (found == PAUSED && pairs > 0) {
    int64_t nodes = boaf_sets_found(family), allowed = nodes + boaf_nodes_left(limits, nodes + spent) + family->n;
    int64_t most = allowed < family->capacity ? allowed : family->capacity;
    if (family->lanes == NARROW)
      KERNEL(solver, join_small, &found, WORD(family->words), PAIRS_AT_ONCE, most, only_one);
    else
      KERNEL(solver, join_large, &found, WORD(family->words), PAIRS_AT_ONCE, most, only_one);
    pairs -= PAIRS_AT_ONCE;
    if (solver->failure) return FULL;
  }
  return (status)found;
}

/* One mask of an array of rows. */
uint64_t boaf_row(const family *family, const void *rows, int64_t number, int lane) {
  int64_t place = number * family->lanes + lane;
  return family->lanes == NARROW ? ((const uint16_t *)rows)[place] : ((const uint64_t *)rows)[place];
}

/* Append the steps that collapse a set with the card `top` on top in a cell; return how many steps there are. */
static int steps_to(boaf_solver *solver, const family *family, int64_t set, int64_t top, int64_t cell, uint16_t *steps,
                    int count) {
  int64_t found[4] = {0}; /* the sets P and Q, the cell that `top` came from, and the card it covered */
  if (family->sets[set] == bit((int)top)) return count;
  if (family->lanes == NARROW)
    KERNEL(solver, last_move_small, found, WORD(family->words), set, top, cell);
  else
    KERNEL(solver, last_move_large, found, WORD(family->words), set, top, cell);
  if (solver->failure) return count;
  count = steps_to(solver, family, found[0], top, found[2], steps, count);
  count = steps_to(solver, family, found[1], found[3], cell, steps, count);
  if (count < BOAF_MAX_CARDS) steps[count++] = (uint16_t)(family->cells[found[2]] << 8 | family->cells[cell]);
  return count;
}

/* The steps of a solution when the work is done, 0 if there is none. */
int boaf_steps(boaf_solver *solver, const family *family, uint16_t *steps) {
  int64_t everything = family->first[family->n];
  if (family->first[family->n + 1] == everything) return 0;
  for (int top = 0; top < family->n; top++) {
    uint64_t stand = boaf_row(family, family->stand, everything, top);
    if (stand) return steps_to(solver, family, everything, top, lowest(stand), steps, 0);
  }
  return 0;
}
