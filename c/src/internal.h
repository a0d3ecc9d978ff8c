/* What the files of the wrapper share: the solver's memory, and the compiled functions of the kernel.

   `boaf.kernel.native` describes how compiled functions are called: a number is one word, an array its address and
   shape, and a workspace the address of a block that holds its fields in this form. The blocks are packed once. */

#ifndef BOAF_INTERNAL_H
#define BOAF_INTERNAL_H

#include "boaf.h"

/* Compiled functions are named like `boaf.solvers.descent.run-563e90d829ca`, with the platform's prefix. */
#define KERNEL_QUOTED(text) #text
#define KERNEL_PREFIX(prefix) KERNEL_QUOTED(prefix)
#define KERNEL_SYMBOL(name) __asm__(KERNEL_PREFIX(__USER_LABEL_PREFIX__) name)
#include "kernel_functions.h"

/* data.c, written by build_library.py */
extern const uint8_t boaf_data_table_bits[];
extern const int64_t boaf_data_table_codes[], boaf_data_table_offsets[], boaf_data_weights[];
extern const uint64_t boaf_data_noise[64];
extern const int64_t boaf_data_patterns, boaf_data_bytes;

enum { NARROW = 16, WIDE = 64, TABLE_STACKS = 6, CACHE_SLOTS = 1 << 16, WEIGHT_ROWS = 65, WEIGHT_COLS = 9 };
enum { MOST_WORDS = 128, PART_CARDS = 10, PART_SETS = 2 << PART_CARDS, KNOWN_PARTITIONS = 1 << 12 };
enum { POSITIONS = 1 << 16 };

/* How a search of the kernel ended: boaf.kernel.position.Status. */
typedef enum { EXHAUSTED = 0, SOLVED = 1, PAUSED = 2, FULL = 3, DONE = 4 } status;

/* A position: the occupied cells, and for each cell the cells whose cards match, and the cells in line. */
typedef struct {
  uint64_t occupied;
  uint64_t match[WIDE], line[WIDE];
  int cells, cols;
} position;

/* The patterns that the endgame tables are looked up by. */
typedef struct {
  int64_t cols;
  uint8_t *cells;
  uint64_t *meaning, *known;
  uint8_t *order;
  int64_t *scratch;
  uint16_t *matches;
} lookup;

/* The search of one width, 16 or 64. */
typedef struct {
  lookup patterns;
  int rows, cols; /* the shape that it is set up for, 0 at first */
  void *line, *match; /* rows of the width of the search */
  uint16_t *path;
  int64_t *state; /* board, stacks, nodes, entered, limit, stop */
  int64_t words[MOST_WORDS];
} search;

/* The collapse sets of up to 16 or up to 64 stacks. */
typedef struct {
  int lanes;
  int64_t capacity, n; /* n: the stacks in hand */
  int64_t *cells, *first, *state; /* state: found, size, part, next, subtrees */
  uint64_t *sets;
  void *stand, *part; /* rows of masks */
  int64_t words[MOST_WORDS];
} family;

/* The best way found to share out some stacks: boaf.questions.best_score. */
typedef struct {
  uint64_t cells;
  int64_t score, bound;
  int32_t count;
  uint16_t steps[BOAF_MAX_CARDS];
} partition;

struct boaf_solver {
  void *owned; /* what boaf_free frees, or NULL */
  int cells;
  const char *failure; /* a message of the kernel's; it also ends all loops */
  search narrow, wide;
  family small, large;
  lookup mini;
  int64_t mini_words[MOST_WORDS];
  uint64_t *part_cells, *part_life, *part_stand; /* for cut vertices */
  uint8_t *part_collapsible;
  partition *known;
  uint32_t *slots, *positions; /* the closed set of the search condition */
};

/* Limits with a deadline. */
typedef struct {
  const boaf_solver *solver;
  int64_t max_nodes;
  double end; /* in seconds of boaf_now, negative if there is none */
  const volatile int *cancel;
} limits;

/* board.c */
int boaf_fail(boaf_error *error, int code, const char *format, ...);
void boaf_card_name(int card, char name[3]);
int boaf_is_match(int one, int other);

/* limits.c */
double boaf_now(void);
int boaf_read_limits(const boaf_solver *solver, const boaf_limits *given, limits *found, boaf_error *error);
int64_t boaf_nodes_left(const limits *limits, int64_t nodes);

/* solve.c */
typedef struct {
  status status;
  int64_t nodes;
  int count;
  uint16_t steps[BOAF_MAX_CARDS];
} decision;

#define KERNEL(solver, name, ...) boaf_note(solver, boaf_kernel_##name(__VA_ARGS__))
#define WORD(pointer) ((int64_t)(intptr_t)(pointer))

void boaf_note(boaf_solver *solver, const char *message);
int boaf_begin(boaf_solver *solver, const boaf_board *board, const boaf_limits *given, const void *result,
               position *position, limits *limits, boaf_error *error);
int boaf_finish(const boaf_solver *solver, boaf_error *error);
search *boaf_search_for(boaf_solver *solver, const position *position);
int64_t *boaf_mini_lookup(boaf_solver *solver, int cols);
decision boaf_decide(boaf_solver *solver, const position *position, const limits *limits);
int boaf_replay(boaf_board *board, const uint16_t *steps, int count, boaf_move *moves);

/* collapse.c */
family *boaf_family_for(boaf_solver *solver, const position *position);
int64_t boaf_sets_found(const family *family);
status boaf_join(boaf_solver *solver, family *family, int only_one, int64_t pairs, const limits *limits, int64_t spent);
int boaf_steps(boaf_solver *solver, const family *family, uint16_t *steps);
uint64_t boaf_row(const family *family, const void *rows, int64_t number, int lane);

/* bits */
static inline int count_bits(uint64_t mask) { return __builtin_popcountll(mask); }
static inline int lowest(uint64_t mask) { return __builtin_ctzll(mask); }
static inline uint64_t bit(int cell) { return UINT64_C(1) << cell; }

#endif
