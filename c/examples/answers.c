/* Answer all questions about the boards on standard input, one board a line, and print one line for each.

   The fields of a line are separated by tabs: the verdict, the nodes and the solution; the verdict of every legal move;
   the best score, its bound and its moves; the condition and its explanation. A board that cannot be read gives the
   error, and where in the text it is. The arguments are the largest number of nodes for each question, and `mine` to
   provide the memory. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boaf.h"

static void print_moves(const boaf_move *moves, int count) {
  printf("\t");
  for (int k = 0; k < count; k++) printf(k ? " %d-%d" : "%d-%d", moves[k].from, moves[k].to);
}

static int answer(boaf_solver *solver, const boaf_board *board, const boaf_limits *limits, boaf_error *error) {
  static boaf_analysis analysis;
  static boaf_solution solution;
  static boaf_best best;
  static boaf_explanation explanation;
  int code;
  if ((code = boaf_solve(solver, board, limits, &solution, error))) return code;
  if ((code = boaf_analyze(solver, board, limits, &analysis, error))) return code;
  if ((code = boaf_best_score(solver, board, limits, &best, error))) return code;
  if ((code = boaf_explain(solver, board, limits, &explanation, error))) return code;
  printf("%s\t%lld", boaf_verdict_name(solution.verdict), (long long)solution.nodes);
  print_moves(solution.moves, solution.move_count);
  printf("\t%s:", boaf_verdict_name(analysis.verdict));
  for (int k = 0; k < analysis.move_count; k++)
    printf(" %d-%d=%d", analysis.moves[k].from, analysis.moves[k].to, analysis.moves[k].verdict);
  printf("\t%s %lld %lld %lld", boaf_verdict_name(best.verdict), (long long)best.score, (long long)best.bound,
         (long long)best.nodes);
  print_moves(best.moves, best.move_count);
  printf("\t%s\t%s\t%s\n", boaf_verdict_name(explanation.verdict), boaf_condition_name(explanation.condition),
         explanation.text);
  return BOAF_OK;
}

int main(int count, char **arguments) {
  static char line[4096];
  boaf_error error;
  boaf_board board;
  boaf_solver *solver;
  boaf_limits limits = BOAF_NO_LIMITS;
  size_t size = boaf_size(BOAF_MAX_CELLS);
  int is_mine = count > 2 && !strcmp(arguments[2], "mine");
  void *memory = is_mine ? malloc(size) : NULL;
  if (count > 1) limits.max_nodes = atoll(arguments[1]);
  int code = is_mine ? boaf_init(memory, size, BOAF_MAX_CELLS, &solver, &error)
                     : boaf_new(BOAF_MAX_CELLS, 0, &solver, &error);
  if (code) return fprintf(stderr, "%s\n", error.message), 1;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    code = boaf_parse(line, -1, &board, &error);
    if (!code) code = answer(solver, &board, &limits, &error);
    if (code) printf("%s\t%d\t%d\t%s\n", boaf_status_name(code), error.start, error.end, error.message);
  }
  boaf_free(solver);
  free(memory);
  return 0;
}
