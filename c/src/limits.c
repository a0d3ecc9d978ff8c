/* Limits: nodes, wall time and cancellation. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include "internal.h"

#ifdef _WIN32
#include <windows.h>
double boaf_now(void) { return (double)GetTickCount64() / 1000; }
#else
#include <time.h>
double boaf_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
#endif

int boaf_read_limits(const boaf_solver *solver, const boaf_limits *given, limits *found, boaf_error *error) {
  *found = (limits){solver, INT64_C(1) << 62, -1, NULL};
  if (!given) return BOAF_OK;
  if (given->max_seconds != given->max_seconds)
    return boaf_fail(error, BOAF_BAD_ARGUMENT, "max_seconds is not a number");
  if (given->max_nodes >= 0 && given->max_nodes < found->max_nodes) found->max_nodes = given->max_nodes;
  if (given->max_seconds >= 0) found->end = boaf_now() + given->max_seconds;
  found->cancel = given->cancel;
  return BOAF_OK;
}

/* How many more nodes are allowed after `nodes`; 0 when the time is up, the work was cancelled, or the kernel failed. */
int64_t boaf_nodes_left(const limits *limits, int64_t nodes) {
  if (limits->solver->failure || (limits->cancel && *limits->cancel)) return 0;
  if (limits->end >= 0 && boaf_now() >= limits->end) return 0;
  return nodes < limits->max_nodes ? limits->max_nodes - nodes : 0;
}
