/* boaf_explain: the conditions of boaf.prove, in their order of precedence and in their words. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "explain.h"

enum { LARGEST_SIDE = 6, NEVER = 255 };

typedef struct {
  char text[5 * BOAF_MAX_CARDS + 8];
} list;

/* Cards in a sentence: `9S`, `9S and TS`, `9S, TS and JS`. */
static list listed(const subject *subject, uint64_t cells) {
  list names = {""};
  int length = 0;
  for (uint64_t left = cells; left; left &= left - 1) {
    char name[3];
    const char *before = left == cells ? "" : left & (left - 1) ? ", " : " and ";
    boaf_card_name(subject->board->cards[lowest(left)], name);
    length += snprintf(names.text + length, sizeof names.text - (size_t)length, "%s%s", before, name);
  }
  return names;
}

int boaf_prove(const subject *subject, int condition, uint64_t keys, uint64_t group, uint64_t other_group,
                 const char *format, ...) {
  boaf_explanation *found = subject->found;
  va_list values;
  va_start(values, format);
  vsnprintf(found->text, sizeof found->text, format, values);
  va_end(values);
  found->verdict = BOAF_UNSOLVABLE;
  found->condition = condition;
  found->keys = keys;
  found->groups[0] = group;
  found->groups[1] = other_group;
  return 1;
}

static uint64_t smallest_part(const subject *subject, const uint64_t *graph, uint64_t cells) {
  int64_t found = 0;
  KERNEL(subject->solver, smallest_part, &found, WORD(graph), WIDE, (int64_t)cells);
  return (uint64_t)found;
}

static uint64_t part_around(const subject *subject, const uint64_t *graph, uint64_t cells, uint64_t start) {
  int64_t found = 0;
  KERNEL(subject->solver, part_around, &found, WORD(graph), WIDE, (int64_t)cells, (int64_t)start);
  return (uint64_t)found;
}

static int odd_bird(const subject *subject) {
  int64_t birds = 0;
  KERNEL(subject->solver, odd_birds, &birds, WORD(subject->position->match), WIDE, (int64_t)subject->position->occupied);
  uint64_t bird = (uint64_t)birds & -(uint64_t)birds;
  return bird && boaf_prove(subject, BOAF_ODD_BIRD, bird, bird, 0,
                       "%s is an odd bird: no other card shares its suit or has a rank next to its own.",
                       listed(subject, bird).text);
}

static int multiple_flocks(const subject *subject) {
  uint64_t flock = smallest_part(subject, subject->position->match, subject->position->occupied);
  return flock && boaf_prove(subject, BOAF_MULTIPLE_FLOCKS, 0, flock, 0,
                        "%s form a flock of their own: none of them matches any other card.",
                        listed(subject, flock).text);
}

/* The vertices of `cells` that can be reached from u without the edge uw. */
static uint64_t side_of(const subject *subject, uint64_t cells, int u, int w) {
  uint64_t rows[WIDE];
  memcpy(rows, subject->position->match, sizeof rows);
  rows[u] &= ~bit(w);
  rows[w] &= ~bit(u);
  return part_around(subject, rows, cells, bit(u));
}

/* Whether a cut edge lies within a side. */
static int is_divided(const subject *subject, uint64_t side) {
  for (uint64_t left = side; left; left &= left - 1) {
    int a = lowest(left);
    for (uint64_t others = subject->position->match[a] & side; others; others &= others - 1) {
      int b = lowest(others);
      if (a < b && !(side_of(subject, side, a, b) >> b & 1)) return 1;
    }
  }
  return 0;
}

/* Whether the stacks of a side, with the card of w brought to `cell` unless that is -1, can be collapsed. */
static int can_be_collapsed(const subject *subject, uint64_t side, int w, int cell) {
  const position *position = subject->position;
  uint64_t match[WIDE] = {0}, occupied = side;
  for (uint64_t left = side; left; left &= left - 1) match[lowest(left)] = position->match[lowest(left)] & side;
  if (cell >= 0) {
    occupied |= bit(cell);
    match[cell] = position->match[w] & side;
    for (uint64_t left = match[cell]; left; left &= left - 1) match[lowest(left)] |= bit(cell);
  }
  if ((occupied & (occupied - 1)) == 0) return 1;
  int64_t step = -1, words = WORD(boaf_mini_lookup(subject->solver, position->cols));
  KERNEL(subject->solver, find_move, &step, words, WORD(match), 1, WIDE, (int64_t)occupied, WORD(position->line), WIDE, 0);
  return step >= 0;
}

static int cut_edge_serves(const subject *subject, int w, uint64_t side) {
  if (can_be_collapsed(subject, side, -1, -1)) return 1;
  for (uint64_t left = subject->position->occupied & ~side & ~bit(w); left; left &= left - 1)
    if (can_be_collapsed(subject, side, w, lowest(left))) return 1;
  return 0;
}

/* Cut edges with the side of u, where that is not the larger, smallest sides first. */
static int cut_edge(const subject *subject) {
  const position *position = subject->position;
  for (int size = 2; size <= LARGEST_SIDE && 2 * size <= count_bits(position->occupied); size++)
    for (uint64_t left = position->occupied; left; left &= left - 1) {
      int u = lowest(left);
      for (uint64_t others = position->match[u]; others; others &= others - 1) {
        int w = lowest(others);
        if (position->match[u] & position->match[w]) continue; /* the detour through a common neighbour */
        uint64_t side = side_of(subject, position->occupied, u, w);
        if (side >> w & 1 || count_bits(side) != size || is_divided(subject, side)) continue;
        if (cut_edge_serves(subject, w, side)) continue;
        list u_name = listed(subject, bit(u)), w_name = listed(subject, bit(w));
        return boaf_prove(subject, BOAF_CUT_EDGE, bit(u) | bit(w), side, 0,
                     "Only the match of %s and %s joins %s to the other cards. These %d cannot be collapsed to one "
                     "stack, nor can they with %s in any of the %d cells to which the others could bring it.",
                     u_name.text, w_name.text, listed(subject, side).text, size, w_name.text,
                     count_bits(position->occupied & ~side & ~bit(w)));
      }
    }
  return 0;
}

static int lollipop_stick(const subject *subject) {
  const position *position = subject->position;
  int64_t stick[4] = {-1, -1, -1, -1};
  KERNEL(subject->solver, lollipop_stick, stick, WORD(position->match), WIDE, WORD(position->line), WIDE,
         (int64_t)position->occupied);
  if (stick[0] < 0) return 0;
  uint64_t x = bit((int)stick[0]), u = bit((int)stick[1]), w = bit((int)stick[2]);
  list x_name = listed(subject, x), u_name = listed(subject, u), w_name = listed(subject, w);
  int matches = count_bits(position->match[stick[2]]) - 1;
  char need[40] = "it can never get there", few[20] = "none";
  if (stick[3] != NEVER) snprintf(need, sizeof need, "that takes it %d moves", (int)stick[3]);
  if (matches) snprintf(few, sizeof few, "only %d", matches);
  return boaf_prove(subject, BOAF_LOLLIPOP_STICK, x | u | w, x | u, 0,
               "%s matches only %s, which matches only %s and %s. For these to join, %s must come in line with both %s "
               "and %s: %s, and it matches %s of the other cards.",
               x_name.text, u_name.text, x_name.text, w_name.text, w_name.text, x_name.text, u_name.text, need, few);
}

static int stranded(const subject *subject) {
  uint64_t part = smallest_part(subject, subject->position->line, subject->position->occupied);
  int is_one = count_bits(part) == 1;
  return part && boaf_prove(subject, BOAF_STRANDED, 0, part, 0, "%s %s stranded: no other stack stands in %s.",
                       listed(subject, part).text, is_one ? "is" : "are",
                       is_one ? "its row or its column" : "their rows or columns");
}

static int lynchpin(const subject *subject) {
  const position *position = subject->position;
  int64_t occupied = (int64_t)position->occupied, pins = 0, apart = 0;
  KERNEL(subject->solver, lynchpins, &pins, WORD(position->line), WIDE, occupied);
  if (pins) KERNEL(subject->solver, cards_apart, &apart, WORD(position->match), WIDE, occupied, pins);
  if (!apart) return 0;
  /* Lynchpins without which the cards fall into several parts, none of which could be left out. */
  uint64_t needed = (uint64_t)pins & ~(uint64_t)apart;
  for (int cell = 0; cell < position->cells; cell++)
    if (smallest_part(subject, position->match, position->occupied & ~(needed & ~bit(cell)))) needed &= ~bit(cell);
  uint64_t part = smallest_part(subject, position->match, position->occupied & ~needed);
  int is_one = count_bits(needed) == 1;
  return boaf_prove(subject, BOAF_LYNCHPIN, needed, part, 0,
               "%s %s: to move %s would strand others. Without %s, %s %s no other card.", listed(subject, needed).text,
               is_one ? "is a lynchpin" : "are lynchpins", is_one ? "it" : "one of them", is_one ? "it" : "them",
               listed(subject, part).text, count_bits(part) == 1 ? "matches" : "match");
}

/* Whether v can cover a part (1), and whether the part can cover v (2), next to the other parts. */
static int ways_to_join(const subject *subject, int v, uint64_t part, int other_parts) {
  boaf_solver *solver = subject->solver;
  const position *position = subject->position;
  uint64_t others = position->occupied & ~part & ~bit(v);
  int n = count_bits(part) + 1, visits = count_bits(position->match[v] & others);
  size_t sets = (size_t)1 << n;
  int64_t room[] = {WORD(solver->part_cells),       n, WORD(solver->part_life), (int64_t)sets, visits + 1,
                    WORD(solver->part_stand),       (int64_t)sets, n,
                    WORD(solver->part_collapsible), (int64_t)sets};
  int64_t ways[2] = {1, 1};
  memset(solver->part_life, 0, sets * (size_t)(visits + 1) * sizeof(uint64_t));
  memset(solver->part_stand, 0, sets * (size_t)n * sizeof(uint64_t));
  memset(solver->part_collapsible, 0, sets);
  KERNEL(solver, ways_to_join, ways, WORD(position->match), WIDE, WORD(position->line), WIDE, v, (int64_t)part,
         (int64_t)others, other_parts, WORD(room));
  return (ways[0] ? 1 : 0) | (ways[1] ? 2 : 0);
}

/* Replace the choice of parts by one that has fewer cards. */
static void choose(uint64_t chosen[3], int *fewest, int v, uint64_t part, uint64_t other) {
  int cards = count_bits(part) + count_bits(other);
  if (cards >= *fewest) return;
  *fewest = cards;
  chosen[0] = bit(v);
  chosen[1] = part;
  chosen[2] = other;
}

/* Look for one or two parts which show that the cut vertex v cannot join all. */
static void try_cut_vertex(const subject *subject, int v, uint64_t chosen[3], int *fewest) {
  uint64_t parts[WIDE], least = 0, second = 0, others = subject->position->occupied & ~bit(v);
  int count = 0;
  for (uint64_t left = others; left; left &= ~parts[count++])
    parts[count] = part_around(subject, subject->position->match, others, left & -left);
  for (int k = 0; count > 1 && k < count; k++) {
    if (count_bits(parts[k]) > PART_CARDS) continue;
    int ways = ways_to_join(subject, v, parts[k], count - 1);
    if (ways & 1) continue;
    if (!ways) choose(chosen, fewest, v, parts[k], 0);
    /* The two smallest parts that v cannot cover; of parts of one size, those that come first. */
    if (!least || count_bits(parts[k]) < count_bits(least)) {
      second = least;
      least = parts[k];
    } else if (!second || count_bits(parts[k]) < count_bits(second)) {
      second = parts[k];
    }
  }
  if (second) choose(chosen, fewest, v, least, second);
}

static int cut_vertex(const subject *subject) {
  uint64_t chosen[3] = {0};
  int fewest = 2 * WIDE;
  for (uint64_t left = subject->position->occupied; left; left &= left - 1)
    try_cut_vertex(subject, lowest(left), chosen, &fewest);
  if (!chosen[0]) return 0;
  list card = listed(subject, chosen[0]), part = listed(subject, chosen[1]);
  int is_one = count_bits(chosen[1]) == 1;
  if (!chosen[2])
    return boaf_prove(subject, BOAF_CUT_VERTEX, chosen[0], chosen[1], 0,
                 "Only %s joins %s to the other cards. It cannot cover %s, nor can %s be collapsed on top of it, "
                 "whichever cells of the others it visits.",
                 card.text, part.text, is_one ? "it" : "them all", is_one ? "it" : "they");
  return boaf_prove(subject, BOAF_CUT_VERTEX, chosen[0], chosen[1], chosen[2],
               "Only %s joins %s, and likewise %s, to the other cards. It would have to cover one of these parts, but it "
               "can cover neither, whichever cells of the others it visits.",
               card.text, part.text, listed(subject, chosen[2]).text);
}

/* Ask the solver, and if it finds no solution, prove that there is none. */
static int decide(const subject *subject, boaf_error *error) {
  boaf_explanation *found = subject->found;
  decision decision = boaf_decide(subject->solver, subject->position, subject->limits);
  if (boaf_finish(subject->solver, error)) return BOAF_INTERNAL;
  found->verdict = (int32_t)decision.status;
  found->nodes = decision.nodes;
  if (decision.status == EXHAUSTED) {
    strcpy(found->text, "The solver has decided it, but a limit was reached before the proof was complete.");
    boaf_prove_by_exhaustion(subject);
    return boaf_finish(subject->solver, error);
  }
  if (decision.status == PAUSED) {
    strcpy(found->text, "A limit was reached before the board was decided.");
    return BOAF_OK;
  }
  boaf_board play = *subject->board;
  strcpy(found->text, "The board can be solved.");
  found->move_count = decision.count;
  if (!boaf_replay(&play, decision.steps, decision.count, found->moves) ||
      decision.count != count_bits(subject->position->occupied) - 1)
    return boaf_fail(error, BOAF_INTERNAL, "the kernel gave moves that do not solve the board");
  return BOAF_OK;
}

int boaf_explain(boaf_solver *solver, const boaf_board *board, const boaf_limits *given,
                 boaf_explanation *explanation, boaf_error *error) {
  static int (*const conditions[])(const subject *) = {odd_bird, multiple_flocks, cut_edge, lollipop_stick,
                                                       stranded, lynchpin,        cut_vertex};
  position position;
  limits limits;
  int code = boaf_begin(solver, board, given, explanation, &position, &limits, error);
  if (code) return code;
  memset(explanation, 0, sizeof *explanation);
  subject subject = {solver, board, &position, &limits, explanation};
  for (size_t k = 0; k < sizeof conditions / sizeof *conditions; k++)
    if (conditions[k](&subject)) return boaf_finish(solver, error);
  return decide(&subject, error);
}

const char *boaf_condition_name(int condition) {
  static const char *const names[] = {"none",     "odd-bird", "multiple-flocks", "cut-edge", "lollipop-stick",
                                      "stranded", "lynchpin", "cut-vertex",      "collapse", "search"};
  return condition >= 0 && condition <= BOAF_SEARCH ? names[condition] : "no condition";
}
