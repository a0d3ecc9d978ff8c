/* boaf_analyze: short searches, then collapse sets for all undecided moves at once, as in boaf.questions.analysis. */

#include <string.h>

#include "internal.h"

enum { SHORT = 300, NODES_AT_ONCE = 10000, MANY = 5 };
static const int64_t PAIRS = 1 << 28;

typedef struct {
  int count;
  uint16_t steps[BOAF_MAX_LEGAL_MOVES];
  int64_t statuses[BOAF_MAX_LEGAL_MOVES];
} questions;

/* Search the position after each move for up to 300 nodes. */
static void search_shortly(boaf_solver *solver, const position *position, const limits *limits, questions *asked) {
  search *search = boaf_search_for(solver, position);
  int is_narrow = position->cells <= NARROW;
  uint16_t match[NARROW], line[NARROW];
  for (int cell = 0; cell < NARROW; cell++) {
    match[cell] = (uint16_t)position->match[cell];
    line[cell] = (uint16_t)position->line[cell];
  }
  int64_t lanes = is_narrow ? NARROW : WIDE;
  int64_t rows = is_narrow ? WORD(match) : WORD(position->match), in_line = is_narrow ? WORD(line) : WORD(position->line);
  int64_t packed[] = {(int64_t)position->occupied, rows, lanes, in_line, lanes, position->cols};
  int64_t words = WORD(search->words), steps = WORD(asked->steps), statuses = WORD(asked->statuses);
  int64_t done = 0, n = asked->count, left;
  while (done < n && (left = boaf_nodes_left(limits, 0)) > 0) {
    int64_t most = left < SHORT ? left : SHORT;
    if (is_narrow)
      KERNEL(solver, search_some_narrow, &done, words, WORD(packed), steps, n, most, statuses, n, done, NODES_AT_ONCE);
    else
      KERNEL(solver, search_some_wide, &done, words, WORD(packed), steps, n, most, statuses, n, done, NODES_AT_ONCE);
  }
}

/* Decide the undecided moves from the collapse sets of the board; 0 if there are too many sets. */
static int decide_together(boaf_solver *solver, const position *position, const limits *limits, questions *asked) {
  if (count_bits(position->occupied) > NARROW && solver->cells <= NARROW) return 0;
  family *family = boaf_family_for(solver, position);
  if (boaf_join(solver, family, 0, PAIRS, limits, 0) != DONE) return 0;
  int64_t words = WORD(family->words), part = WORD(family->part), row = (int64_t)family->lanes * family->lanes / 8;
  memset(family->part, 0, (size_t)(family->state[0] * row));
  if (family->lanes == NARROW)
    KERNEL(solver, mark_states_small, NULL, words, part, family->capacity, family->lanes);
  else
    KERNEL(solver, mark_states_large, NULL, words, part, family->capacity, family->lanes);
  int number[WIDE] = {0};
  for (int k = 0; k < family->n; k++) number[family->cells[k]] = k;
  for (int k = 0; k < asked->count; k++) {
    if (asked->statuses[k] != PAUSED) continue;
    int from = number[asked->steps[k] >> 8], to = number[asked->steps[k] & 255];
    asked->statuses[k] = EXHAUSTED;
    for (int64_t set = family->first[2]; set < family->first[3]; set++)
      if (family->sets[set] == (bit(from) | bit(to)) && boaf_row(family, family->part, set, from) >> to & 1)
        asked->statuses[k] = SOLVED;
  }
  return 1;
}

/* The position after a step. */
static position after(const position *before, uint16_t step) {
  position found = *before;
  int from = step >> 8, to = step & 255;
  uint64_t gone = bit(from), there = bit(to);
  found.occupied &= ~gone;
  for (int cell = 0; cell < before->cells; cell++) {
    found.match[cell] = before->match[cell] & ~gone & ~there;
    if (before->match[cell] & gone) found.match[cell] |= there;
  }
  found.match[to] = before->match[from] & ~gone & ~there;
  found.match[from] = 0;
  return found;
}

static void decide_each(boaf_solver *solver, const position *position_before, const limits *limits, questions *asked) {
  for (int k = 0; k < asked->count; k++) {
    if (asked->statuses[k] != PAUSED) continue;
    if (!boaf_nodes_left(limits, limits->max_nodes - 1)) return; /* the time is up */
    position child = after(position_before, asked->steps[k]);
    asked->statuses[k] = boaf_decide(solver, &child, limits).status;
  }
}

int boaf_analyze(boaf_solver *solver, const boaf_board *board, const boaf_limits *given, boaf_analysis *analysis,
                 boaf_error *error) {
  position position;
  limits limits;
  questions asked;
  boaf_move moves[BOAF_MAX_LEGAL_MOVES];
  int code = boaf_begin(solver, board, given, analysis, &position, &limits, error), undecided = 0, solvable = 0;
  if (code) return code;
  memset(analysis, 0, sizeof *analysis);
  asked.count = boaf_legal_moves(board, moves, BOAF_MAX_LEGAL_MOVES);
  for (int k = 0; k < asked.count; k++) {
    asked.steps[k] = (uint16_t)(moves[k].from << 8 | moves[k].to);
    asked.statuses[k] = PAUSED;
  }
  search_shortly(solver, &position, &limits, &asked);
  for (int k = 0; k < asked.count; k++) undecided += asked.statuses[k] == PAUSED;
  if (undecided && boaf_nodes_left(&limits, SHORT) &&
      (undecided < MANY || !decide_together(solver, &position, &limits, &asked)))
    decide_each(solver, &position, &limits, &asked);
  if (boaf_finish(solver, error)) return BOAF_INTERNAL;
  undecided = 0;
  for (int k = 0; k < asked.count; k++) {
    analysis->moves[k] = (boaf_judged_move){moves[k].from, moves[k].to, (uint8_t)asked.statuses[k], 0};
    undecided += asked.statuses[k] == PAUSED;
    solvable += asked.statuses[k] == SOLVED;
  }
  int is_solved = count_bits(position.occupied) == 1;
  analysis->verdict = is_solved || solvable ? BOAF_SOLVABLE : undecided ? BOAF_UNKNOWN : BOAF_UNSOLVABLE;
  analysis->move_count = asked.count;
  return BOAF_OK;
}
