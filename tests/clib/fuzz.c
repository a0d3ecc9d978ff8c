/* Calls with random arguments: `fuzz SEED CALLS` must end with status 0, whatever it passes. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boaf.h"

static uint64_t state;

static uint64_t next(void) { /* SplitMix64 */
  uint64_t x = state += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

static int below(int bound) { return (int)((next() >> 32) * (uint64_t)bound >> 32); }

/* A number that is likely to be at an edge. */
static int64_t number(void) {
  static const int64_t edges[] = {0, 1, -1, 2, 3, 4, 16, 17, 52, 53, 64, 65, 255, 256, INT32_MAX, INT32_MIN, INT64_MAX,
                                  INT64_MIN};
  return below(3) ? edges[below((int)(sizeof edges / sizeof *edges))] : (int64_t)next();
}

static void fill(void *place, size_t size) {
  for (size_t k = 0; k < size; k++) ((unsigned char *)place)[k] = (unsigned char)next();
}

static void random_text(char *text, int most) {
  static const char signs[] = "A23456789TJQKCDHS0123 /|+-.\n\t x\xE2\x99\xA5";
  int length = below(most);
  for (int k = 0; k < length; k++) text[k] = below(40) ? signs[below((int)sizeof signs - 1)] : (char)next();
  text[length] = 0;
}

/* A board: a valid one, one of which a byte is wrong, or noise. */
static void random_board(boaf_board *board) {
  uint8_t cards[BOAF_MAX_CELLS], deck[BOAF_MAX_CARDS];
  int rows = 1 + below(8), cols = 1 + below(6);
  for (int k = 0; k < BOAF_MAX_CARDS; k++) deck[k] = (uint8_t)k;
  for (int k = 0; k < rows * cols; k++) {
    int drawn = k + below(BOAF_MAX_CARDS - k);
    uint8_t card = deck[drawn];
    deck[drawn] = deck[k];
    cards[k] = below(3) ? card : BOAF_EMPTY;
  }
  if (boaf_from_cards(cards, rows, cols, board, NULL)) boaf_deal(number(), 4, 4, board, NULL);
  if (below(5) == 0) ((unsigned char *)board)[below((int)sizeof *board)] = (unsigned char)next();
  if (below(20) == 0) fill(board, sizeof *board);
}

static boaf_solver *new_solver(void) {
  static void *memory; /* of the caller's, kept until the next solver */
  boaf_solver *solver = NULL;
  boaf_error error;
  int cells = below(4) ? 1 + below(BOAF_MAX_CELLS) : (int)number();
  size_t size = boaf_size(cells);
  free(memory);
  memory = NULL;
  boaf_new((int)number(), below(2) ? 0 : (size_t)below(1000), &solver, below(2) ? &error : NULL);
  if (below(2)) return solver;
  boaf_free(solver);
  memory = malloc(size + 16);
  if (size && size < 30000000) fill(memory, 4096);
  if (boaf_init((char *)memory + below(16), size, cells, &solver, &error)) solver = NULL;
  return solver;
}

static void ask(boaf_solver *solver, const boaf_board *board, const boaf_limits *limits, boaf_error *error) {
  static boaf_analysis analysis;
  static boaf_solution solution;
  static boaf_best best;
  static boaf_explanation explanation;
  int is_null = below(50) == 0;
  switch (below(4)) {
    case 0: boaf_solve(solver, board, limits, is_null ? NULL : &solution, error); break;
    case 1: boaf_analyze(solver, board, limits, is_null ? NULL : &analysis, error); break;
    case 2: boaf_best_score(solver, board, limits, is_null ? NULL : &best, error); break;
    default: boaf_explain(solver, board, limits, is_null ? NULL : &explanation, error);
  }
}

static void play(boaf_board *board, boaf_error *error) {
  static boaf_move moves[BOAF_MAX_LEGAL_MOVES];
  boaf_move move = {(uint8_t)next(), (uint8_t)next()};
  int count = boaf_legal_moves(board, moves, below(2) ? BOAF_MAX_LEGAL_MOVES : below(4) - 1);
  char text[400];
  if (count > 0 && below(2)) move = moves[0];
  boaf_play(board, move, error);
  boaf_format(board, text, (size_t)below(400));
  boaf_score(board);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  state = strtoull(arguments[1], NULL, 10);
  boaf_solver *solver = NULL;
  boaf_board board;
  random_board(&board);
  for (int64_t calls = atoll(arguments[2]); calls > 0; calls--) {
    boaf_error kept, *error = below(4) ? &kept : NULL;
    char text[300];
    int cancel = below(20) == 0;
    boaf_limits limits = {below(300), below(3) ? -1.0 : 0.001 * below(20), below(2) ? &cancel : NULL};
    if (!solver || below(200) == 0) {
      boaf_free(solver);
      solver = new_solver();
    }
    if (below(3)) random_board(&board);
    random_text(text, 290);
    switch (below(8)) {
      case 0: boaf_parse(text, below(2) ? -1 : below(200) % ((int)strlen(text) + 1), &board, error); break;
      case 1: boaf_deal(number(), (int)number(), (int)number(), &board, error); break;
      case 2: play(&board, error); break;
      case 3: boaf_status_name((int)number()), boaf_verdict_name((int)number()), boaf_condition_name((int)number()); break;
      default: ask(below(50) ? solver : NULL, below(50) ? &board : NULL, below(50) || board.rows * board.cols > 12 ? &limits : NULL, error);
    }
  }
  boaf_free(solver);
  puts("done");
  return 0;
}
