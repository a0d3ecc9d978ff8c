/* Boards: numbered deals, checks, legal moves, play. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

static const char RANKS[] = "A23456789TJQK", SUITS[] = "CDHS";

int boaf_fail(boaf_error *error, int code, const char *format, ...) {
  if (error) {
    va_list values;
    va_start(values, format);
    error->status = code;
    error->start = error->end = -1;
    vsnprintf(error->message, sizeof error->message, format, values);
    va_end(values);
  }
  return code;
}

void boaf_card_name(int card, char name[3]) {
  name[0] = RANKS[card / 4];
  name[1] = SUITS[card % 4];
  name[2] = 0;
}

/* The same suit, or ranks that differ by at most one. */
int boaf_is_match(int one, int other) {
  int difference = one / 4 - other / 4;
  return one % 4 == other % 4 || (-1 <= difference && difference <= 1);
}

static int check_shape(int rows, int cols, int most, boaf_error *error) {
  if (rows < 1 || cols < 1 || rows > most || cols > most || rows * cols > most)
    return boaf_fail(error, BOAF_BAD_ARGUMENT, "a board of %d rows and %d columns does not have 1 to %d cells", rows,
                     cols, most);
  return BOAF_OK;
}

int boaf_deal(int64_t seed, int rows, int cols, boaf_board *board, boaf_error *error) {
  uint8_t deck[BOAF_MAX_CARDS];
  if (!board) return boaf_fail(error, BOAF_BAD_ARGUMENT, "board is NULL");
  if (check_shape(rows, cols, BOAF_MAX_CARDS, error)) return BOAF_BAD_ARGUMENT;
  memset(board, 0, sizeof *board);
  board->rows = (uint8_t)rows;
  board->cols = (uint8_t)cols;
  memset(board->heights, 1, (size_t)(rows * cols));
  const char *message = boaf_kernel_draw_deal(NULL, seed, WORD(board->cards), rows * cols, WORD(deck), sizeof deck);
  return message ? boaf_fail(error, BOAF_INTERNAL, "%s", message) : BOAF_OK;
}

int boaf_from_cards(const uint8_t *cards, int rows, int cols, boaf_board *board, boaf_error *error) {
  if (!cards || !board) return boaf_fail(error, BOAF_BAD_ARGUMENT, "%s is NULL", cards ? "board" : "cards");
  if (check_shape(rows, cols, BOAF_MAX_CELLS, error)) return BOAF_BAD_ARGUMENT;
  memset(board, 0, sizeof *board);
  board->rows = (uint8_t)rows;
  board->cols = (uint8_t)cols;
  for (int cell = 0; cell < rows * cols; cell++) {
    board->cards[cell] = cards[cell];
    board->heights[cell] = cards[cell] != BOAF_EMPTY;
  }
  return boaf_check(board, error);
}

int boaf_check(const boaf_board *board, boaf_error *error) {
  uint64_t seen = 0;
  int total = 0;
  if (!board) return boaf_fail(error, BOAF_BAD_ARGUMENT, "board is NULL");
  if (check_shape(board->rows, board->cols, BOAF_MAX_CELLS, error)) return BOAF_BAD_ARGUMENT;
  for (int cell = 0; cell < board->rows * board->cols; cell++) {
    int card = board->cards[cell];
    if ((card == BOAF_EMPTY) != (board->heights[cell] == 0))
      return boaf_fail(error, BOAF_BAD_BOARD, "cell %d: the height is 0 if and only if the cell is empty", cell);
    if (card == BOAF_EMPTY) continue;
    if (card >= BOAF_MAX_CARDS)
      return boaf_fail(error, BOAF_BAD_BOARD, "cell %d holds %d: cards are 0 to 51, from AC to KS", cell, card);
    if (seen & bit(card)) {
      char name[3];
      boaf_card_name(card, name);
      return boaf_fail(error, BOAF_BAD_BOARD, "cell %d holds %s, which another cell holds too", cell, name);
    }
    seen |= bit(card);
    total += board->heights[cell];
  }
  if (total > BOAF_MAX_CARDS)
    return boaf_fail(error, BOAF_BAD_BOARD, "the heights add up to %d cards, a deck has %d", total, BOAF_MAX_CARDS);
  return seen ? BOAF_OK : boaf_fail(error, BOAF_BAD_BOARD, "the board holds no card");
}

int boaf_format(const boaf_board *board, char *text, size_t size) {
  char whole[4 * BOAF_MAX_CELLS + 2 * BOAF_MAX_CELLS], *end = whole;
  if (boaf_check(board, NULL) || (!text && size)) return -1;
  for (int cell = 0; cell < board->rows * board->cols; cell++) {
    char name[3] = "--";
    if (board->cards[cell] != BOAF_EMPTY) boaf_card_name(board->cards[cell], name);
    const char *before = cell == 0 ? "" : cell % board->cols ? " " : " / ";
    end += snprintf(end, (size_t)(whole + sizeof whole - end), "%s%s", before, name);
  }
  size_t length = (size_t)(end - whole);
  if (size) {
    size_t written = length < size ? length : size - 1;
    memcpy(text, whole, written);
    text[written] = 0;
  }
  return (int)length;
}

/* Both moves of a pair of cells, if their cards match and nothing but their line matters. */
static int add_pair(const boaf_board *board, int one, int other, boaf_move *moves, int size, int found) {
  if (board->cards[other] == BOAF_EMPTY || !boaf_is_match(board->cards[one], board->cards[other])) return found;
  if (found < size) moves[found] = (boaf_move){(uint8_t)one, (uint8_t)other};
  if (found + 1 < size) moves[found + 1] = (boaf_move){(uint8_t)other, (uint8_t)one};
  return found + 2;
}

/* Row by row, each pair of cells from left to right in both directions, then the columns, as in Python. */
int boaf_legal_moves(const boaf_board *board, boaf_move *moves, int size) {
  int found = 0;
  if (boaf_check(board, NULL) || (!moves && size > 0)) return -1;
  int cols = board->cols, cells = board->rows * cols;
  for (int one = 0; one < cells; one++)
    for (int other = one + 1; board->cards[one] != BOAF_EMPTY && other % cols; other++)
      found = add_pair(board, one, other, moves, size, found);
  for (int column = 0; column < cols; column++)
    for (int one = column; one < cells; one += cols)
      for (int other = one + cols; board->cards[one] != BOAF_EMPTY && other < cells; other += cols)
        found = add_pair(board, one, other, moves, size, found);
  return found;
}

int boaf_play(boaf_board *board, boaf_move move, boaf_error *error) {
  int code = boaf_check(board, error);
  if (code) return code;
  int cells = board->rows * board->cols, from = move.from, to = move.to;
  if (from >= cells || to >= cells || from == to)
    return boaf_fail(error, BOAF_ILLEGAL_MOVE, "from cell %d to cell %d: no two cells of the board", from, to);
  if (board->cards[from] == BOAF_EMPTY || board->cards[to] == BOAF_EMPTY)
    return boaf_fail(error, BOAF_ILLEGAL_MOVE, "cell %d is empty", board->cards[from] == BOAF_EMPTY ? from : to);
  if (from / board->cols != to / board->cols && from % board->cols != to % board->cols)
    return boaf_fail(error, BOAF_ILLEGAL_MOVE, "cells %d and %d are not in the same row or column", from, to);
  if (!boaf_is_match(board->cards[from], board->cards[to])) {
    char one[3], other[3];
    boaf_card_name(board->cards[from], one);
    boaf_card_name(board->cards[to], other);
    return boaf_fail(error, BOAF_ILLEGAL_MOVE, "%s and %s do not match", one, other);
  }
  board->cards[to] = board->cards[from];
  board->heights[to] = (uint8_t)(board->heights[from] + board->heights[to]);
  board->cards[from] = BOAF_EMPTY;
  board->heights[from] = 0;
  return BOAF_OK;
}

int64_t boaf_score(const boaf_board *board) {
  int64_t score = 0;
  if (boaf_check(board, NULL)) return -1;
  for (int cell = 0; cell < board->rows * board->cols; cell++)
    score += (int64_t)board->heights[cell] * board->heights[cell];
  return score;
}

int boaf_abi(void) { return BOAF_ABI; }

const char *boaf_version(void) { return BOAF_VERSION; }

const char *boaf_status_name(int code) {
  static const char *const names[] = {"ok",        "bad argument", "bad text", "bad board", "illegal move",
                                      "no memory", "too large",    "internal error"};
  return code >= 0 && code <= BOAF_INTERNAL ? names[code] : "no status";
}

const char *boaf_verdict_name(int verdict) {
  static const char *const names[] = {"unsolvable", "solvable", "unknown"};
  return verdict >= 0 && verdict <= BOAF_UNKNOWN ? names[verdict] : "no verdict";
}
