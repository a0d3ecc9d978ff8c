/* Limits, memory and errors: prints what is not as boaf.h says. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boaf.h"

#define EXPECT(claim) \
  if (!(claim)) printf("line %d: %s\n", __LINE__, #claim)

int main(void) {
  static boaf_analysis analysis;
  static boaf_explanation explanation;
  boaf_solution solution;
  boaf_best best;
  boaf_error error;
  boaf_board board, larger;
  boaf_solver *solver = NULL, *mine = NULL;
  int cancel = 1;
  boaf_limits none = {0, -1.0, NULL}, no_time = {-1, 0.0, NULL}, cancelled = {-1, -1.0, &cancel};
  const boaf_limits *limits[] = {&none, &no_time, &cancelled};

  EXPECT(boaf_abi() == BOAF_ABI && strlen(boaf_version()) >= 5);
  EXPECT(boaf_deal(1, 4, 4, &board, &error) == BOAF_OK && boaf_deal(1, 5, 5, &larger, &error) == BOAF_OK);
  EXPECT(boaf_new(16, 0, &solver, &error) == BOAF_OK);
  for (int k = 0; k < 3; k++) {
    EXPECT(boaf_solve(solver, &board, limits[k], &solution, &error) == BOAF_OK && solution.verdict == BOAF_UNKNOWN);
    EXPECT(boaf_analyze(solver, &board, limits[k], &analysis, &error) == BOAF_OK && analysis.verdict == BOAF_UNKNOWN);
    EXPECT(boaf_explain(solver, &board, limits[k], &explanation, &error) == BOAF_OK);
    EXPECT(explanation.verdict == BOAF_UNKNOWN && explanation.condition == BOAF_NO_CONDITION);
    EXPECT(boaf_best_score(solver, &board, limits[k], &best, &error) == BOAF_OK && best.verdict == BOAF_UNKNOWN);
    EXPECT(best.score > 16 && best.bound == 256);
  }
  cancel = 0;
  EXPECT(boaf_solve(solver, &board, &cancelled, &solution, &error) == BOAF_OK && solution.verdict == BOAF_SOLVABLE);
  EXPECT(boaf_solve(solver, &larger, NULL, &solution, &error) == BOAF_TOO_LARGE && error.status == BOAF_TOO_LARGE);
  EXPECT(boaf_solve(NULL, &board, NULL, &solution, NULL) == BOAF_BAD_ARGUMENT);
  EXPECT(boaf_init(&board, sizeof board, 16, &mine, &error) == BOAF_NO_MEMORY && mine == NULL);
  EXPECT(boaf_size(0) == 0 && boaf_size(53) == 0 && boaf_size(17) > boaf_size(16));

  char *memory = malloc(boaf_size(25) + 1); /* at an odd address, and not zero */
  memset(memory, 0xAB, boaf_size(25) + 1);
  EXPECT(boaf_init(memory + 1, boaf_size(25), 25, &mine, &error) == BOAF_OK);
  EXPECT(boaf_solve(mine, &larger, NULL, &solution, &error) == BOAF_OK && solution.move_count == 24);
  boaf_free(mine);
  free(memory);

  EXPECT(boaf_play(&board, (boaf_move){0, 0}, &error) == BOAF_ILLEGAL_MOVE);
  board.cards[1] = board.cards[0];
  EXPECT(boaf_solve(solver, &board, NULL, &solution, &error) == BOAF_BAD_BOARD);
  boaf_free(solver);
  boaf_free(NULL);
  return 0;
}
