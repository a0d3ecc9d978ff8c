/* The memory of a solver: every array has its place in one block, and the words that describe it to the kernel. */

#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { ALIGNMENT = 64, RULES = 7, SLACK = 6, FIRST_LARGE = 1 << 15, MOST_STACKS_IN_TABLE = 7 };
static const int64_t SMALL_SETS = (1 << 16) + (1 << 14), SMALL_SLOTS = 1 << 18;
/* All sets of 16 stacks, and the largest number of one size on top, because a join asks for as much room. */

/* A block that is filled from its beginning; without a base it is only measured. */
typedef struct {
  uintptr_t base, used;
} block;

static void *take(block *block, size_t size) {
  uintptr_t place = (block->used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  block->used = place + size;
  return block->base ? (void *)(block->base + place) : NULL;
}

/* Append the words of an array to those of a workspace: its address and its shape. */
typedef struct {
  int64_t *words;
  int count;
} packer;

static void pack(packer *packer, int64_t word) { packer->words[packer->count++] = word; }

static void *pack_array(packer *packer, void *array, int64_t length) {
  pack(packer, WORD(array));
  pack(packer, length);
  return array;
}

static void *pack_rows(packer *packer, void *array, int64_t rows, int64_t length) {
  pack_array(packer, array, rows);
  pack(packer, length);
  return array;
}

/* boaf.kernel.tables.Lookup; `lookup->cols` is its word number 7. */
enum { COLS_WORD = 7 };

static void pack_lookup(packer *packer, block *block, lookup *lookup) {
  pack(packer, TABLE_STACKS);
  pack_array(packer, (void *)boaf_data_table_bits, boaf_data_bytes);
  pack_array(packer, (void *)boaf_data_table_codes, boaf_data_patterns);
  pack_array(packer, (void *)boaf_data_table_offsets, boaf_data_patterns + 1);
  pack(packer, 0);
  lookup->cells = pack_array(packer, take(block, WIDE), WIDE);
  lookup->meaning = pack_array(packer, take(block, sizeof(uint64_t)), 1);
  lookup->known = pack_rows(packer, take(block, CACHE_SLOTS * 2 * sizeof(uint64_t)), CACHE_SLOTS, 2);
  lookup->order = pack_array(packer, take(block, MOST_STACKS_IN_TABLE), MOST_STACKS_IN_TABLE);
  lookup->scratch = pack_rows(packer, take(block, 8 * 7 * sizeof(int64_t)), 8, MOST_STACKS_IN_TABLE);
  lookup->matches = pack_array(packer, take(block, WIDE * sizeof(uint16_t)), WIDE);
}

/* boaf.solvers.descent.Gear with boaf.solvers.ordering.Moves; returns the masks of the cells in line. */
static void *pack_gear(packer *packer, block *block, size_t lanes, size_t frames) {
  size_t mask = lanes / 8, row = lanes * mask;
  void *line = pack_array(packer, take(block, row), (int64_t)lanes);
  void *alone = pack_array(packer, take(block, row), (int64_t)lanes);
  pack_rows(packer, (void *)boaf_data_weights, WEIGHT_ROWS, WEIGHT_COLS);
  pack_array(packer, take(block, frames * sizeof(uint64_t)), (int64_t)frames);
  pack_rows(packer, take(block, frames * row), (int64_t)frames, (int64_t)lanes);
  pack_rows(packer, take(block, frames * lanes * row), (int64_t)frames, (int64_t)lanes);
  pack(packer, (int64_t)lanes);
  pack_rows(packer, take(block, 2 * row), 2, (int64_t)lanes);
  void *random = pack_rows(packer, take(block, 2 * row), 2, (int64_t)lanes);
  pack_rows(packer, take(block, frames * row), (int64_t)frames, (int64_t)lanes);
  pack_array(packer, take(block, frames * sizeof(uint64_t)), (int64_t)frames);
  for (size_t k = 0; block->base && k < lanes; k++) {
    if (lanes == NARROW) {
      ((uint16_t *)alone)[k] = (uint16_t)bit((int)k);
      ((uint16_t *)random)[k] = ((uint16_t *)random)[lanes + k] = (uint16_t)boaf_data_noise[k];
    } else {
      ((uint64_t *)alone)[k] = bit((int)k);
      ((uint64_t *)random)[k] = ((uint64_t *)random)[lanes + k] = boaf_data_noise[k];
    }
  }
  return line;
}

/* boaf.solvers.descent.Search */
static void lay_out_search(search *search, block *block, size_t lanes) {
  packer packer = {search->words, 0};
  pack_lookup(&packer, block, &search->patterns);
  pack(&packer, RULES);
  pack(&packer, SLACK);
  search->line = pack_gear(&packer, block, NARROW, NARROW + 1);
  if (lanes == WIDE) search->line = pack_gear(&packer, block, WIDE, WIDE + 1);
  pack_array(&packer, take(block, lanes * lanes / 8), (int64_t)lanes);
  search->path = pack_array(&packer, take(block, WIDE * sizeof(uint16_t)), WIDE);
  search->state = pack_array(&packer, take(block, 6 * sizeof(int64_t)), 1);
  search->match = take(block, lanes * lanes / 8);
}

/* boaf.solvers.family.Family, and the states of solutions, which boaf_analyze marks. */
static void lay_out_family(family *family, block *block, size_t lanes, int64_t capacity, int64_t slots) {
  packer packer = {family->words, 0};
  size_t row = lanes * lanes / 8, sets = (size_t)capacity, word = sizeof(uint64_t);
  family->lanes = (int)lanes;
  family->capacity = capacity;
  family->cells = pack_array(&packer, take(block, lanes * word), 0);
  void *alone = pack_array(&packer, take(block, row), (int64_t)lanes);
  pack_array(&packer, take(block, row), (int64_t)lanes);
  pack_array(&packer, take(block, row), (int64_t)lanes);
  family->sets = pack_array(&packer, take(block, sets * word), capacity);
  family->stand = pack_rows(&packer, take(block, sets * row), capacity, (int64_t)lanes);
  pack_rows(&packer, take(block, sets * row), capacity, (int64_t)lanes);
  pack_rows(&packer, take(block, sets * row), capacity, (int64_t)lanes);
  for (int k = 0; k < 3; k++) pack_array(&packer, take(block, sets * word), capacity);
  for (int k = 0; k < 2; k++) pack_rows(&packer, take(block, lanes * sets / 8), (int64_t)lanes, capacity / 64);
  pack_array(&packer, take(block, (size_t)slots * word), slots);
  family->first = pack_array(&packer, take(block, (lanes + 2) * word), (int64_t)lanes + 2);
  pack_array(&packer, take(block, (lanes + 2) * word), (int64_t)lanes + 2);
  family->state = pack_array(&packer, take(block, 5 * word), 1);
  family->part = take(block, sets * row);
  for (size_t k = 0; block->base && k < lanes; k++) {
    if (lanes == NARROW)
      ((uint16_t *)alone)[k] = (uint16_t)bit((int)k);
    else
      ((uint64_t *)alone)[k] = bit((int)k);
  }
}

/* Everything but what only boards of more than 16 cells need. */
static void lay_out(boaf_solver *solver, block *block, int cells, int64_t large_sets) {
  packer packer = {solver->mini_words, 0};
  lay_out_search(&solver->narrow, block, NARROW);
  lay_out_family(&solver->small, block, NARROW, SMALL_SETS, SMALL_SLOTS);
  pack_lookup(&packer, block, &solver->mini);
  solver->part_cells = take(block, (PART_CARDS + 1) * sizeof(uint64_t));
  solver->part_life = take(block, PART_SETS * (BOAF_MAX_CARDS + 1) * sizeof(uint64_t));
  solver->part_stand = take(block, PART_SETS * (PART_CARDS + 1) * sizeof(uint64_t));
  solver->part_collapsible = take(block, PART_SETS);
  solver->known = take(block, KNOWN_PARTITIONS * sizeof(partition));
  solver->slots = take(block, 2 * POSITIONS * sizeof(uint32_t));
  solver->positions = take(block, POSITIONS * sizeof(uint32_t));
  if (cells > NARROW) {
    lay_out_search(&solver->wide, block, WIDE);
    lay_out_family(&solver->large, block, WIDE, large_sets, 4 * large_sets);
  }
  solver->cells = cells;
}

static size_t size_with(int cells, int64_t large_sets) {
  boaf_solver measured;
  block block = {0, sizeof measured};
  lay_out(&measured, &block, cells, large_sets);
  return block.used + ALIGNMENT;
}

size_t boaf_size(int cells) { return cells >= 1 && cells <= BOAF_MAX_CELLS ? size_with(cells, FIRST_LARGE) : 0; }

/* Make a solver in memory that is all zeros. */
static boaf_solver *solver_in(void *memory, size_t size, int cells) {
  int64_t sets = FIRST_LARGE;
  uintptr_t start = ((uintptr_t)memory + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  boaf_solver *solver = (boaf_solver *)start;
  while (cells > NARROW && sets < INT64_C(1) << 30 && size_with(cells, 2 * sets) <= size) sets *= 2;
  block block = {start, sizeof *solver};
  lay_out(solver, &block, cells, sets);
  return solver;
}

static int check_memory(int cells, size_t size, boaf_solver **solver, boaf_error *error) {
  if (!solver) return boaf_fail(error, BOAF_BAD_ARGUMENT, "solver is NULL");
  *solver = NULL;
  size_t needed = boaf_size(cells);
  if (!needed) return boaf_fail(error, BOAF_BAD_ARGUMENT, "cells must be 1 to %d, not %d", BOAF_MAX_CELLS, cells);
  if (size < needed)
    return boaf_fail(error, BOAF_NO_MEMORY, "a solver for %d cells needs %llu bytes, not %llu", cells,
                     (unsigned long long)needed, (unsigned long long)size);
  return BOAF_OK;
}

int boaf_init(void *memory, size_t size, int cells, boaf_solver **solver, boaf_error *error) {
  int code = check_memory(cells, size, solver, error);
  if (code) return code;
  if (!memory) return boaf_fail(error, BOAF_BAD_ARGUMENT, "memory is NULL");
  memset(memory, 0, size);
  *solver = solver_in(memory, size, cells);
  return BOAF_OK;
}

int boaf_new(int cells, size_t size, boaf_solver **solver, boaf_error *error) {
  if (!size) size = boaf_size(cells);
  int code = check_memory(cells, size, solver, error);
  if (code) return code;
  void *memory = calloc(size, 1);
  if (!memory)
    return boaf_fail(error, BOAF_NO_MEMORY, "there are no %llu bytes of memory", (unsigned long long)size);
  *solver = solver_in(memory, size, cells);
  (*solver)->owned = memory;
  return BOAF_OK;
}

void boaf_free(boaf_solver *solver) {
  if (solver && solver->owned) free(solver->owned);
}

/* The search of a position's width, set up for its shape. */
search *boaf_search_for(boaf_solver *solver, const position *position) {
  int is_narrow = position->cells <= NARROW;
  search *found = is_narrow ? &solver->narrow : &solver->wide;
  int rows = position->cells / position->cols;
  if (found->rows != rows || found->cols != position->cols) {
    found->rows = rows;
    found->cols = position->cols;
    found->words[COLS_WORD] = position->cols;
    *found->patterns.meaning += CACHE_SLOTS; /* the cached patterns are those of another shape */
    for (int cell = 0; cell < WIDE; cell++) {
      found->patterns.cells[cell] = (uint8_t)cell;
      if (is_narrow && cell < NARROW) ((uint16_t *)found->line)[cell] = (uint16_t)position->line[cell];
      if (!is_narrow) ((uint64_t *)found->line)[cell] = position->line[cell];
    }
  }
  return found;
}

/* The words of a look-up for mini-boards of this number of columns. */
int64_t *boaf_mini_lookup(boaf_solver *solver, int cols) {
  if (solver->mini.cols != cols) {
    solver->mini.cols = solver->mini_words[COLS_WORD] = cols;
    memset(solver->mini.known, 0, CACHE_SLOTS * 2 * sizeof(uint64_t));
    for (int cell = 0; cell < WIDE; cell++) solver->mini.cells[cell] = (uint8_t)cell;
  }
  return solver->mini_words;
}
