/* boaf_best_score: the best partition of the stacks into sets that collapse, as in boaf.questions.best_score. */

#include <string.h>

#include "internal.h"

static const int64_t SETS_AT_ONCE = 1 << 16;

typedef struct {
  boaf_solver *solver;
  const position *position;
  const boaf_board *board;
  const limits *limits;
  int64_t nodes;
  int known; /* how many partitions are in the hash table */
} scoring;

static partition best_of(scoring *scoring, uint64_t cells);

/* The slot of a set in the table of known partitions: its own, or a free one. */
static partition *slot_of(const scoring *scoring, uint64_t cells) {
  uint64_t place = cells * UINT64_C(0x9E3779B97F4A7C15) >> 52;
  partition *known = scoring->solver->known;
  while (known[place].cells && known[place].cells != cells) place = (place + 1) % KNOWN_PARTITIONS;
  return known + place;
}

static void append(partition *found, const uint16_t *steps, int count) {
  for (int k = 0; k < count && found->count < BOAF_MAX_CARDS; k++) found->steps[found->count++] = steps[k];
}

/* Split a set until each part is connected by card and by position, and add up the best of all parts. */
static int add_parts(scoring *scoring, uint64_t cells, uint64_t parts[WIDE], int count) {
  for (int by_line = 0; by_line < 2; by_line++) {
    int64_t first = 0;
    int64_t graph = by_line ? WORD(scoring->position->line) : WORD(scoring->position->match);
    KERNEL(scoring->solver, part_around, &first, graph, WIDE, (int64_t)cells, (int64_t)(cells & -cells));
    if ((uint64_t)first != cells && !scoring->solver->failure) {
      count = add_parts(scoring, (uint64_t)first, parts, count);
      return add_parts(scoring, cells & ~(uint64_t)first, parts, count);
    }
  }
  parts[count] = cells;
  return count + 1;
}

/* Whether a set can be collapsed, and how. */
static decision collapse(scoring *scoring, uint64_t cells) {
  decision found = {SOLVED, 0, 0, {0}};
  if ((cells & (cells - 1)) == 0) return found;
  position position = *scoring->position;
  position.occupied = cells;
  for (int cell = 0; cell < position.cells; cell++)
    position.match[cell] = cells >> cell & 1 ? position.match[cell] & cells : 0;
  limits limits = *scoring->limits;
  limits.max_nodes = boaf_nodes_left(&limits, scoring->nodes);
  found = boaf_decide(scoring->solver, &position, &limits);
  scoring->nodes += found.nodes;
  return found;
}

/* The most that stacks of `total` cards can score if none has more than `heaviest`. */
static int64_t most(int64_t total, int64_t heaviest) {
  return total / heaviest * heaviest * heaviest + (total % heaviest) * (total % heaviest);
}

/* The stacks of a part, numbered from 0. */
typedef struct {
  int n;
  int cells[WIDE];
  int64_t heights[WIDE], total;
  uint64_t match[WIDE], line[WIDE];
} part;

static void read_part(const scoring *scoring, uint64_t cells, part *part) {
  memset(part, 0, sizeof *part);
  for (uint64_t left = cells; left; left &= left - 1) part->cells[part->n++] = lowest(left);
  for (int k = 0; k < part->n; k++) {
    part->heights[k] = scoring->board->heights[part->cells[k]];
    part->total += part->heights[k];
    for (int j = 0; j < part->n; j++) {
      part->match[k] |= (scoring->position->match[part->cells[k]] >> part->cells[j] & 1) << j;
      part->line[k] |= (scoring->position->line[part->cells[k]] >> part->cells[j] & 1) << j;
    }
  }
}

/* The weight of what is left when the `out` lightest stacks are left out. */
static int64_t heaviest_without(const part *part, int out) {
  int64_t sorted[WIDE], left = part->total;
  for (int k = 0; k < part->n; k++) {
    int place = k;
    for (; place > 0 && sorted[place - 1] > part->heights[k]; place--) sorted[place] = sorted[place - 1];
    sorted[place] = part->heights[k];
  }
  for (int k = 0; k < out; k++) left -= sorted[k];
  return left;
}

/* The next set worth a try, 0 if none is left; *unknown says that a limit was reached. */
static uint64_t next_set(scoring *scoring, const part *part, int64_t score, uint64_t *left_out, int *unknown) {
  uint64_t cells = 0;
  while (!cells && *left_out) {
    int64_t allowed = boaf_nodes_left(scoring->limits, scoring->nodes), found[3] = {0};
    if (!allowed) {
      *unknown = 1;
      return 0;
    }
    KERNEL(scoring->solver, next_set, found, WORD(part->match), part->n, WORD(part->line), part->n, WORD(part->heights),
           part->n, score, allowed < SETS_AT_ONCE ? allowed : SETS_AT_ONCE, (int64_t)*left_out);
    scoring->nodes += found[0];
    *left_out = (uint64_t)found[1];
    for (int k = 0; k < part->n; k++)
      if ((uint64_t)found[2] >> k & 1) cells |= bit(part->cells[k]);
  }
  return cells;
}

/* The best partition of a set that is connected by card and by position. */
static partition best_of_part(scoring *scoring, uint64_t cells) {
  part part;
  read_part(scoring, cells, &part);
  partition best = {cells, 0, part.total * part.total, 0, {0}};
  for (int k = 0; k < part.n; k++) best.score += part.heights[k] * part.heights[k];
  decision whole = collapse(scoring, cells);
  if (whole.status == SOLVED) {
    best.score = best.bound;
    append(&best, whole.steps, whole.count);
  }
  if (whole.status != EXHAUSTED) return best;
  for (int out = 1; out < part.n; out++) {
    int64_t bound = most(part.total, heaviest_without(&part, out));
    if (bound <= best.score) break;
    uint64_t left_out = bit(out) - 1;
    while (left_out) {
      int unknown = 0;
      uint64_t heaviest = next_set(scoring, &part, best.score, &left_out, &unknown);
      decision found = {EXHAUSTED, 0, 0, {0}};
      if (heaviest) found = collapse(scoring, heaviest);
      if (unknown || found.status == PAUSED) {
        best.bound = bound > best.score ? bound : best.score;
        return best;
      }
      if (found.status != SOLVED) continue;
      partition rest = best_of(scoring, cells & ~heaviest);
      int64_t weight = 0;
      for (int k = 0; k < part.n; k++) weight += heaviest >> part.cells[k] & 1 ? part.heights[k] : 0;
      if (weight * weight + rest.score > best.score) {
        best.score = weight * weight + rest.score;
        best.count = 0;
        append(&best, found.steps, found.count);
        append(&best, rest.steps, rest.count);
      }
    }
  }
  best.bound = best.score;
  return best;
}

static partition best_of(scoring *scoring, uint64_t cells) {
  partition *slot = slot_of(scoring, cells);
  if (slot->cells == cells) return *slot;
  uint64_t parts[WIDE];
  int count = add_parts(scoring, cells, parts, 0);
  partition best = {cells, 0, 0, 0, {0}};
  for (int k = 0; k < count; k++) {
    partition found = count == 1 ? best_of_part(scoring, parts[k]) : best_of(scoring, parts[k]);
    best.score += found.score;
    best.bound += found.bound;
    append(&best, found.steps, found.count);
  }
  /* Keep it, unless the table is nearly full: then it is computed again when it is asked for. */
  if (scoring->known < KNOWN_PARTITIONS * 3 / 4) {
    *slot_of(scoring, cells) = best;
    scoring->known++;
  }
  return best;
}

/* Make the move that scores most as long as there is one: every move scores. */
static int play_on(boaf_board *board, boaf_move *moves, int count) {
  boaf_move legal[BOAF_MAX_LEGAL_MOVES];
  for (;;) {
    int found = boaf_legal_moves(board, legal, BOAF_MAX_LEGAL_MOVES), best = 0;
    if (found <= 0 || count >= BOAF_MAX_CARDS) return count;
    for (int k = 1; k < found; k++)
      if (board->heights[legal[k].from] * board->heights[legal[k].to] >
          board->heights[legal[best].from] * board->heights[legal[best].to])
        best = k;
    boaf_play(board, legal[best], NULL);
    moves[count++] = legal[best];
  }
}

int boaf_best_score(boaf_solver *solver, const boaf_board *board, const boaf_limits *given, boaf_best *best,
                    boaf_error *error) {
  position position;
  limits limits;
  int code = boaf_begin(solver, board, given, best, &position, &limits, error);
  if (code) return code;
  memset(best, 0, sizeof *best);
  memset(solver->known, 0, KNOWN_PARTITIONS * sizeof *solver->known);
  scoring scoring = {solver, &position, board, &limits, 0, 0};
  partition found = best_of(&scoring, position.occupied);
  boaf_board play = *board;
  if (boaf_finish(solver, error)) return BOAF_INTERNAL;
  if (!boaf_replay(&play, found.steps, found.count, best->moves) || boaf_score(&play) != found.score)
    return boaf_fail(error, BOAF_INTERNAL, "the moves do not reach the score");
  best->move_count = found.count;
  best->verdict = found.count == count_bits(position.occupied) - 1 ? BOAF_SOLVABLE : BOAF_UNSOLVABLE;
  if (found.score < found.bound) {
    best->verdict = BOAF_UNKNOWN;
    best->move_count = play_on(&play, best->moves, found.count);
  }
  best->score = boaf_score(&play);
  best->bound = found.bound;
  best->nodes = scoring.nodes;
  return BOAF_OK;
}
