/* The conditions that decide every board: collapse sets, and search for up to seven stacks. */

#include <string.h>

#include "explain.h"

enum { FEWEST_TO_COLLAPSE = 8, MOST_SETS = 1 << 15 };
static const char NO_MOVE[] = "No move can be made: no two stacks match both by card and by position.";

/* All sets that can be collapsed on the way to a solution: a proof unless there are too many. */
static int by_collapse(const subject *subject) {
  boaf_solver *solver = subject->solver;
  family *family = boaf_family_for(solver, subject->position);
  if (boaf_join(solver, family, 0, INT64_MAX, subject->limits, 0) != DONE) return 0;
  int64_t sets = 0;
  for (int64_t k = family->n; k < family->state[0]; k++) {
    uint64_t standing = 0;
    for (int lane = 0; lane < family->n; lane++) standing |= boaf_row(family, family->stand, k, lane);
    sets += standing != 0;
  }
  if (sets > MOST_SETS) return 0;
  subject->found->count = sets;
  if (!boaf_legal_moves(subject->board, NULL, 0)) return boaf_prove(subject, BOAF_COLLAPSE, 0, 0, 0, "%s", NO_MOVE);
  return boaf_prove(subject, BOAF_COLLAPSE, 0, 0, 0,
               "Only %lld sets of two or more stacks can be collapsed to one stack on the way to a solution, and the set "
               "of all %d is not among them.",
               (long long)sets, (int)family->n);
}

/* The positions of up to seven stacks, a number of four bits in each of their cells: that of the top card, or 0. */
typedef struct {
  int n;
  int cells[FEWEST_TO_COLLAPSE];
  uint64_t match[FEWEST_TO_COLLAPSE], line[FEWEST_TO_COLLAPSE]; /* by these numbers from 0 */
} reduced;

static int top_of(uint32_t tops, int cell) { return (int)(tops >> 4 * cell & 15) - 1; }

static int is_connected(const subject *subject, const uint64_t *rows, uint64_t cells) {
  int64_t found = 0;
  KERNEL(subject->solver, is_connected, &found, WORD(rows), FEWEST_TO_COLLAPSE, (int64_t)cells);
  return found != 0;
}

static int is_whole(const subject *subject, const reduced *reduced, uint32_t tops) {
  uint64_t rows[FEWEST_TO_COLLAPSE] = {0}, occupied = 0;
  for (int a = 0; a < reduced->n; a++) {
    if (top_of(tops, a) < 0) continue;
    occupied |= bit(a);
    for (int b = 0; b < reduced->n; b++)
      if (top_of(tops, b) >= 0 && reduced->match[top_of(tops, a)] >> top_of(tops, b) & 1) rows[a] |= bit(b);
  }
  return is_connected(subject, rows, occupied) && is_connected(subject, reduced->line, occupied);
}

/* Add a position to the closed set unless it is known or has come apart; return how many there are. */
static int close(const subject *subject, const reduced *reduced, uint32_t tops, int count) {
  uint32_t *slots = subject->solver->slots, place = tops * UINT32_C(0x9E3779B1) >> 15;
  while (slots[place] && slots[place] != tops) place = (place + 1) % (2 * POSITIONS);
  if (slots[place] == tops || count >= POSITIONS || !is_whole(subject, reduced, tops)) return count;
  slots[place] = tops;
  subject->solver->positions[count] = tops;
  return count + 1;
}

static reduced reduce(const position *position) {
  reduced found = {0};
  for (uint64_t left = position->occupied; left; left &= left - 1) found.cells[found.n++] = lowest(left);
  for (int a = 0; a < found.n; a++)
    for (int b = 0; b < found.n; b++) {
      found.match[a] |= (position->match[found.cells[a]] >> found.cells[b] & 1) << b;
      found.line[a] |= (position->line[found.cells[a]] >> found.cells[b] & 1) << b;
    }
  return found;
}

/* Every position that can be reached by way of positions that have not come apart, for up to seven stacks. */
static int by_search(const subject *subject) {
  reduced reduced = reduce(subject->position);
  uint32_t start = 0;
  memset(subject->solver->slots, 0, 2 * POSITIONS * sizeof(uint32_t));
  for (int cell = 0; cell < reduced.n; cell++) start |= (uint32_t)(cell + 1) << 4 * cell;
  int count = close(subject, &reduced, start, 0);
  for (int k = 0; k < count; k++) {
    uint32_t tops = subject->solver->positions[k];
    if (!boaf_nodes_left(subject->limits, k) || count >= POSITIONS) return 0;
    for (int a = 0; a < reduced.n; a++)
      for (int b = 0; b < reduced.n; b++) {
        int own = top_of(tops, a), other = top_of(tops, b);
        if (own < 0 || other < 0 || !(reduced.line[a] >> b & 1) || !(reduced.match[own] >> other & 1)) continue;
        uint32_t child = tops & ~(UINT32_C(15) << 4 * a) & ~(UINT32_C(15) << 4 * b);
        count = close(subject, &reduced, child | (uint32_t)(own + 1) << 4 * b, count);
      }
  }
  subject->found->count = count;
  if (!boaf_legal_moves(subject->board, NULL, 0)) return boaf_prove(subject, BOAF_SEARCH, 0, 0, 0, "%s", NO_MOVE);
  if (count == 1) return boaf_prove(subject, BOAF_SEARCH, 0, 0, 0, "Every move strands a card or parts the flock.");
  return boaf_prove(subject, BOAF_SEARCH, 0, 0, 0,
               "All %d positions that can be reached without stranding a card or parting the flock were tried: none is a "
               "single stack.",
               count);
}

int boaf_prove_by_exhaustion(const subject *subject) {
  int is_small = count_bits(subject->position->occupied) < FEWEST_TO_COLLAPSE;
  return is_small ? by_search(subject) : by_collapse(subject);
}
