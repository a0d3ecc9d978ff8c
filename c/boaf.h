/* boaf.h: solve, analyze and explain boards of the solitaire game Birds of a Feather, from C.

   The library is the solver of the Python package `boaf`, compiled ahead of time, behind this interface.

   A board has up to 52 cells, numbered row by row from 0, and cards of one standard deck. A card is its number in a
   fresh deck: AC is 0, AD 1, AH 2, AS 3, 2C 4, and so on to KS, 51. A move is a pair of cells.

   A `boaf_solver` is the memory that a question is worked out in. It comes from `boaf_new`, or from memory of your own
   by `boaf_init`. The library has no global state and no locks: threads may use different solvers at the same time,
   but a solver must not be used by two threads at once. Functions that take no solver are thread-safe.

   Functions that can fail return a `boaf_status`, and describe the error in `error` unless that is NULL. After an
   error, results are undefined. Licence: MIT. */

#ifndef BOAF_H
#define BOAF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(BOAF_BUILDING)
#define BOAF_API __declspec(dllexport)
#elif defined(__GNUC__)
#define BOAF_API __attribute__((visibility("default")))
#else
#define BOAF_API
#endif

/* The number of this interface. It changes when a program would have to be compiled again. */
#define BOAF_ABI 1

enum {
  BOAF_MAX_CELLS = 52,
  BOAF_MAX_CARDS = 52,
  BOAF_MAX_MOVES = BOAF_MAX_CARDS - 1,                     /* moves of a game */
  BOAF_MAX_LEGAL_MOVES = BOAF_MAX_CARDS * (BOAF_MAX_CARDS - 1), /* legal moves of a board */
  BOAF_EMPTY = 255                                         /* an empty cell */
};

typedef enum boaf_status {
  BOAF_OK = 0,
  BOAF_BAD_ARGUMENT = 1, /* NULL, or a number out of range */
  BOAF_BAD_TEXT = 2,     /* boaf_parse: `start` and `end` of the error say where */
  BOAF_BAD_BOARD = 3,    /* no cards, a card twice, a number that is no card */
  BOAF_ILLEGAL_MOVE = 4,
  BOAF_NO_MEMORY = 5,    /* too little memory was given, or malloc failed */
  BOAF_TOO_LARGE = 6,    /* the board has more cells than the solver was made for */
  BOAF_INTERNAL = 7      /* a bug in the library */
} boaf_status;

typedef enum boaf_verdict { BOAF_UNSOLVABLE = 0, BOAF_SOLVABLE = 1, BOAF_UNKNOWN = 2 } boaf_verdict;

typedef struct boaf_error {
  int32_t status;
  int32_t start, end; /* BOAF_BAD_TEXT: the bytes of the text that the error is about, or -1 */
  char message[244];
} boaf_error;

typedef struct boaf_board {
  uint8_t rows, cols;
  uint8_t cards[BOAF_MAX_CELLS];   /* the top card of each cell, or BOAF_EMPTY */
  uint8_t heights[BOAF_MAX_CELLS]; /* the number of cards in each cell; only the score depends on it */
} boaf_board;

typedef struct boaf_move {
  uint8_t from, to;
} boaf_move;

/* When to give up; the answer is then BOAF_UNKNOWN. NULL instead of limits means no limits. */
typedef struct boaf_limits {
  int64_t max_nodes;          /* negative: no limit */
  double max_seconds;         /* negative: no limit */
  const volatile int *cancel; /* NULL, or what another thread sets to anything but 0 to stop the work */
} boaf_limits;

#define BOAF_NO_LIMITS {-1, -1.0, NULL}

typedef struct boaf_solver boaf_solver;

/* Version and ABI of the library; compare boaf_abi() with BOAF_ABI. */
BOAF_API const char *boaf_version(void);
BOAF_API int boaf_abi(void);
BOAF_API const char *boaf_status_name(int status);
BOAF_API const char *boaf_verdict_name(int verdict);

/* Memory. `cells` is the largest board that the solver will take: up to 16 cells need about 20 MB, more about 90 MB.
   More memory than boaf_size(cells) lets a solver decide harder boards of more than 16 stacks. boaf_size returns 0 if
   `cells` is not in 1 .. 52. */
BOAF_API size_t boaf_size(int cells);
BOAF_API int boaf_init(void *memory, size_t size, int cells, boaf_solver **solver, boaf_error *error);
BOAF_API int boaf_new(int cells, size_t size, boaf_solver **solver, boaf_error *error); /* size 0: boaf_size(cells) */
BOAF_API void boaf_free(boaf_solver *solver); /* NULL is fine, and so is a solver from boaf_init */

/* Boards. boaf_deal makes a numbered deal; boaf_parse reads a text as Python's boaf.Board does ("7H 6C / -- 6H"), with
   `length` bytes or up to the 0 if `length` is negative; boaf_from_cards takes the top cards. boaf_format writes the top
   cards as a text, at most `size` bytes including the final 0, and returns the length of the whole text, or -1. */
BOAF_API int boaf_deal(int64_t seed, int rows, int cols, boaf_board *board, boaf_error *error);
BOAF_API int boaf_parse(const char *text, int64_t length, boaf_board *board, boaf_error *error);
BOAF_API int boaf_from_cards(const uint8_t *cards, int rows, int cols, boaf_board *board, boaf_error *error);
BOAF_API int boaf_check(const boaf_board *board, boaf_error *error);
BOAF_API int boaf_format(const boaf_board *board, char *text, size_t size);

/* Play. boaf_legal_moves writes up to `size` moves and returns how many there are, or -1 if the board is wrong. */
BOAF_API int boaf_legal_moves(const boaf_board *board, boaf_move *moves, int size);
BOAF_API int boaf_play(boaf_board *board, boaf_move move, boaf_error *error);
BOAF_API int64_t boaf_score(const boaf_board *board); /* the sum of the squares of the heights, or -1 */

/* Can the board be collapsed to one stack, and how? */
typedef struct boaf_solution {
  int32_t verdict;
  int32_t move_count; /* 0 unless solvable */
  int64_t nodes;
  boaf_move moves[BOAF_MAX_CARDS];
} boaf_solution;

BOAF_API int boaf_solve(boaf_solver *solver, const boaf_board *board, const boaf_limits *limits,
                        boaf_solution *solution, boaf_error *error);

/* Which legal moves keep the board solvable? `max_nodes` holds for each move. */
typedef struct boaf_judged_move {
  uint8_t from, to;
  uint8_t verdict; /* of the board after the move */
  uint8_t reserved;
} boaf_judged_move;

typedef struct boaf_analysis {
  int32_t verdict; /* of the board */
  int32_t move_count;
  boaf_judged_move moves[BOAF_MAX_LEGAL_MOVES];
} boaf_analysis;

BOAF_API int boaf_analyze(boaf_solver *solver, const boaf_board *board, const boaf_limits *limits,
                          boaf_analysis *analysis, boaf_error *error);

/* Which moves score most? The score is the sum of the squares of the heights. */
typedef struct boaf_best {
  int32_t verdict; /* of the board; BOAF_UNKNOWN if a limit was reached before `score` was known to be best */
  int32_t move_count;
  int64_t score;
  int64_t bound; /* no play scores more; equal to `score` unless unknown */
  int64_t nodes;
  boaf_move moves[BOAF_MAX_CARDS];
} boaf_best;

BOAF_API int boaf_best_score(boaf_solver *solver, const boaf_board *board, const boaf_limits *limits, boaf_best *best,
                             boaf_error *error);

/* Why can the board not be solved? The conditions, in order of precedence; docs/proofs.md describes them. */
typedef enum boaf_condition {
  BOAF_NO_CONDITION = 0, /* the board is not unsolvable, or a limit was reached before there was a proof */
  BOAF_ODD_BIRD = 1,
  BOAF_MULTIPLE_FLOCKS = 2,
  BOAF_CUT_EDGE = 3,
  BOAF_LOLLIPOP_STICK = 4,
  BOAF_STRANDED = 5,
  BOAF_LYNCHPIN = 6,
  BOAF_CUT_VERTEX = 7,
  BOAF_COLLAPSE = 8,
  BOAF_SEARCH = 9
} boaf_condition;

typedef struct boaf_explanation {
  int32_t verdict;
  int32_t condition;
  uint64_t keys;      /* the cells of the cards that are the point: the odd bird, the lynchpins, ... */
  uint64_t groups[2]; /* the cells of the cards that they keep apart: a flock, a side, the parts */
  int64_t count;      /* BOAF_COLLAPSE: the number of sets; BOAF_SEARCH: the number of positions */
  int64_t nodes;      /* of the solver, if it was needed */
  int32_t move_count; /* a solution, if solvable */
  boaf_move moves[BOAF_MAX_CARDS];
  char text[1024]; /* the reason in a sentence or two, in English */
} boaf_explanation;

BOAF_API int boaf_explain(boaf_solver *solver, const boaf_board *board, const boaf_limits *limits,
                          boaf_explanation *explanation, boaf_error *error);
BOAF_API const char *boaf_condition_name(int condition); /* as in Python: "odd-bird" */

#ifdef __cplusplus
}
#endif

#endif
