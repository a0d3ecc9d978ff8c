/* boaf_solve: search and collapse sets take turns, as in boaf.solvers.endgame. */

#include <string.h>

#include "internal.h"

enum { NODES_AT_ONCE = 10000, NODES = 2 /* in the state of a search */ };
static const int64_t FIRST_PAIRS = 1 << 25, MOST = INT64_C(1) << 60;

static int64_t least(int64_t one, int64_t other) { return one < other ? one : other; }

/* Keep the message of a compiled function that failed. */
void boaf_note(boaf_solver *solver, const char *message) {
  if (message && !solver->failure) solver->failure = message;
}

static void read_position(boaf_solver *solver, const boaf_board *board, position *position) {
  int cols = board->cols, cells = board->rows * cols;
  memset(position, 0, sizeof *position);
  position->cells = cells;
  position->cols = cols;
  for (int one = 0; one < cells; one++)
    for (int other = 0; other < cells; other++)
      if (one != other && (one / cols == other / cols || one % cols == other % cols))
        position->line[one] |= bit(other);
  int64_t occupied = 0;
  KERNEL(solver, match_cards, &occupied, WORD(board->cards), cells, WORD(position->match), WIDE);
  position->occupied = (uint64_t)occupied;
}

/* Check the arguments that all questions have in common. */
int boaf_begin(boaf_solver *solver, const boaf_board *board, const boaf_limits *given, const void *result,
               position *position, limits *limits, boaf_error *error) {
  if (!solver || !result) return boaf_fail(error, BOAF_BAD_ARGUMENT, "%s is NULL", solver ? "the result" : "solver");
  int code = boaf_check(board, error);
  if (code) return code;
  if (board->rows * board->cols > solver->cells)
    return boaf_fail(error, BOAF_TOO_LARGE, "the board has %d cells, the solver was made for %d",
                     board->rows * board->cols, solver->cells);
  solver->failure = NULL;
  code = boaf_read_limits(solver, given, limits, error);
  if (code) return code;
  read_position(solver, board, position);
  return boaf_finish(solver, error);
}

/* Report what the kernel complained about. */
int boaf_finish(const boaf_solver *solver, boaf_error *error) {
  return solver->failure ? boaf_fail(error, BOAF_INTERNAL, "%s", solver->failure) : BOAF_OK;
}

/* Make steps on a board; 0 if one of them is illegal. The moves may be left out. */
int boaf_replay(boaf_board *board, const uint16_t *steps, int count, boaf_move *moves) {
  for (int k = 0; k < count; k++) {
    boaf_move move = {(uint8_t)(steps[k] >> 8), (uint8_t)steps[k]};
    if (boaf_play(board, move, NULL)) return 0;
    if (moves) moves[k] = move;
  }
  return 1;
}

/* Start on a position, and search it for a short time. */
static status attempt(boaf_solver *solver, search *search, const position *position, int64_t max_nodes) {
  int64_t found = PAUSED, words = WORD(search->words), occupied = (int64_t)position->occupied;
  if (position->cells <= NARROW) {
    for (int cell = 0; cell < NARROW; cell++) ((uint16_t *)search->match)[cell] = (uint16_t)position->match[cell];
    KERNEL(solver, attempt_narrow, &found, words, WORD(search->match), NARROW, occupied, max_nodes);
  } else {
    KERNEL(solver, attempt_wide, &found, words, WORD(position->match), WIDE, occupied, max_nodes);
  }
  return solver->failure ? PAUSED : (status)found;
}

/* Search until `goal` nodes or the limits; `spent` nodes went elsewhere. */
static status search_until(boaf_solver *solver, search *search, int is_narrow, int64_t goal, const limits *limits,
                           int64_t spent) {
  for (;;) {
    int64_t nodes = search->state[NODES], found = PAUSED;
    int64_t stop = least(goal, nodes + least(NODES_AT_ONCE, boaf_nodes_left(limits, nodes + spent)));
    if (is_narrow)
      KERNEL(solver, run_narrow, &found, WORD(search->words), stop);
    else
      KERNEL(solver, run_wide, &found, WORD(search->words), stop);
    if (solver->failure) return PAUSED;
    if (found != PAUSED || stop == nodes || stop == goal) return (status)found;
  }
}

static decision decided(status status, const search *search, int64_t nodes, int count) {
  decision found = {status, nodes, status == SOLVED ? count : 0, {0}};
  memcpy(found.steps, search->path, (size_t)found.count * sizeof found.steps[0]);
  return found;
}

/* Go on with a position that a short search has not decided. */
static decision go_on(boaf_solver *solver, search *search, const position *position, const limits *limits) {
  int stacks = count_bits(position->occupied), is_narrow = position->cells <= NARROW, may_collapse = 1;
  int64_t goal = 0, pairs = FIRST_PAIRS;
  family *sets = NULL;
  KERNEL(solver, search_first, &goal, stacks);
  for (;;) {
    int64_t spent = sets ? boaf_sets_found(sets) : 0;
    status status = search_until(solver, search, is_narrow, goal, limits, spent);
    int64_t nodes = search->state[NODES] + spent;
    if (status == SOLVED) {
      if (is_narrow)
        KERNEL(solver, complete_narrow, NULL, WORD(search->words));
      else
        KERNEL(solver, complete_wide, NULL, WORD(search->words));
    }
    if (status != PAUSED) return decided(status, search, nodes, stacks - 1);
    if (may_collapse && boaf_nodes_left(limits, nodes)) {
      if (!sets) sets = boaf_family_for(solver, position);
      status = boaf_join(solver, sets, 1, pairs, limits, search->state[NODES]);
      nodes = search->state[NODES] + boaf_sets_found(sets);
      if (status == DONE) {
        decision found = {EXHAUSTED, nodes, 0, {0}};
        found.count = boaf_steps(solver, sets, found.steps);
        found.status = found.count ? SOLVED : EXHAUSTED;
        return found;
      }
      may_collapse = status == PAUSED;
    }
    if (!boaf_nodes_left(limits, nodes)) return decided(PAUSED, search, nodes, 0);
    goal = least(4 * goal, MOST);
    pairs = least(4 * pairs, MOST);
  }
}

decision boaf_decide(boaf_solver *solver, const position *position, const limits *limits) {
  search *search = boaf_search_for(solver, position);
  status status = attempt(solver, search, position, least(NODES_AT_ONCE, boaf_nodes_left(limits, 0)));
  if (status == PAUSED) return go_on(solver, search, position, limits);
  return decided(status, search, search->state[NODES], count_bits(position->occupied) - 1);
}

int boaf_solve(boaf_solver *solver, const boaf_board *board, const boaf_limits *given, boaf_solution *solution,
               boaf_error *error) {
  position position;
  limits limits;
  int code = boaf_begin(solver, board, given, solution, &position, &limits, error);
  if (code) return code;
  memset(solution, 0, sizeof *solution);
  decision found = boaf_decide(solver, &position, &limits);
  boaf_board play = *board;
  if (boaf_finish(solver, error)) return BOAF_INTERNAL;
  if (found.status == SOLVED &&
      (!boaf_replay(&play, found.steps, found.count, solution->moves) || found.count != count_bits(position.occupied) - 1))
    return boaf_fail(error, BOAF_INTERNAL, "the kernel gave moves that do not solve the board");
  solution->verdict = (int32_t)found.status;
  solution->move_count = found.count;
  solution->nodes = found.nodes;
  return BOAF_OK;
}
