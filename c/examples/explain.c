/* Deal a board, solve it, and say which moves are good; or say why it cannot be solved.

   cc explain.c -I INCLUDE -L LIB -lboaf -lm -o explain && ./explain 1264 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "boaf.h"

static int fail(const boaf_error *error) {
  fprintf(stderr, "%s: %s\n", boaf_status_name(error->status), error->message);
  return 1;
}

int main(int count, char **arguments) {
  static boaf_analysis analysis; /* these are large for a stack */
  static boaf_explanation explanation;
  boaf_error error;
  boaf_board board;
  boaf_solver *solver;
  boaf_limits limits = BOAF_NO_LIMITS;
  limits.max_seconds = 10;

  if (boaf_abi() != BOAF_ABI) return fprintf(stderr, "another version of boaf is installed\n"), 1;
  char *end = "";
  errno = 0;
  long long seed = count > 1 ? strtoll(arguments[1], &end, 10) : 1;
  if (*end || errno || count > 2 || (count > 1 && end == arguments[1])) return fprintf(stderr, "usage: explain [SEED]\n"), 2;
  if (boaf_deal(seed, 4, 4, &board, &error)) return fail(&error);
  if (boaf_new(BOAF_MAX_CELLS, 0, &solver, &error)) return fail(&error);

  char text[400];
  boaf_format(&board, text, sizeof text);
  printf("%s\n", text);
  if (boaf_explain(solver, &board, &limits, &explanation, &error)) return fail(&error);
  printf("%s", boaf_verdict_name(explanation.verdict));
  if (explanation.condition) printf(" (%s)", boaf_condition_name(explanation.condition));
  printf(": %s\n", explanation.text);
  for (int k = 0; k < explanation.move_count; k++)
    printf("%d-%d ", explanation.moves[k].from, explanation.moves[k].to);
  if (explanation.move_count) printf("\n");

  if (boaf_analyze(solver, &board, &limits, &analysis, &error)) return fail(&error);
  int good = 0;
  for (int k = 0; k < analysis.move_count; k++) good += analysis.moves[k].verdict == BOAF_SOLVABLE;
  printf("%d of %d moves keep the board solvable\n", good, analysis.move_count);
  boaf_free(solver);
  return 0;
}
