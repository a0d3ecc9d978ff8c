/* The text of a board, as boaf.board_text reads it: rows separated by / or newlines, cells by spaces or |. */

#include <stdio.h>
#include <string.h>

#include "internal.h"

typedef struct {
  const char *text;
  int64_t length;
  int row, column; /* from 0 */
  int cols;        /* the length of the first row, -1 as long as it is not known */
  int64_t cells;   /* cells read, also those past the 64th */
  int64_t row_start, row_end;
  int cell_of[BOAF_MAX_CARDS]; /* the cell in which a card was seen, or -1 */
  int has_card;
  boaf_error first;            /* an error of shape or of a card that occurs twice; errors in cards come before it */
  boaf_board *board;
  boaf_error *error;
} reader;

static int fail_at(boaf_error *error, int64_t start, int64_t end, const char *message) {
  boaf_fail(error, BOAF_BAD_TEXT, "%s", message);
  if (error && start >= 0 && end <= INT32_MAX) {
    error->start = (int32_t)start;
    error->end = (int32_t)end;
  }
  return BOAF_BAD_TEXT;
}

static int is_space(char sign) { return sign == ' ' || (sign >= '\t' && sign <= '\r'); }
static int is_digit(char sign) { return sign >= '0' && sign <= '9'; }

static char upper(char sign) { return sign >= 'a' && sign <= 'z' ? (char)(sign - 'a' + 'A') : sign; }

static int is_alphanumeric(char sign) {
  sign = upper(sign);
  return is_digit(sign) || (sign >= 'A' && sign <= 'Z');
}

/* A number of up to nine digits that does not begin with 0, at most `most`; 0 if it is anything else. */
static int read_number(const char *text, int64_t length, int most) {
  int number = 0;
  if (length < 1 || length > 9 || text[0] == '0') return 0;
  for (int64_t k = 0; k < length; k++) {
    if (!is_digit(text[k])) return 0;
    number = 10 * number + (text[k] - '0');
  }
  return number <= most ? number : -1;
}

/* The suit that a text ends with, a letter or a symbol in UTF-8, and how many bytes that takes. */
static int read_suit(const char *text, int64_t length, int *bytes) {
  static const char letters[] = "CDHS", symbols[] = "SHDCSHDC"; /* from U+2660 */
  if (length >= 3 && !memcmp(text + length - 3, "\xE2\x99", 2) && (unsigned char)text[length - 1] >= 0xA0 &&
      (unsigned char)text[length - 1] <= 0xA7) {
    *bytes = 3;
    return (int)(strchr(letters, symbols[(unsigned char)text[length - 1] - 0xA0]) - letters);
  }
  *bytes = 1;
  const char *found = length > 0 && upper(text[length - 1]) ? strchr(letters, upper(text[length - 1])) : NULL;
  return found ? (int)(found - letters) : -1;
}

/* The number of a card; below 0 what is wrong with it. */
static int read_card(const char *text, int64_t length, const char **remedy) {
  static const char ranks[] = "A23456789TJQK";
  const char *dot = memchr(text, '.', (size_t)length);
  if (dot) {
    int rank = read_number(text, dot - text, 13), suit = read_number(dot + 1, text + length - dot - 1, 4);
    if (rank > 0 && suit > 0) return 4 * (rank - 1) + suit - 1;
    if (rank && suit) {
      *remedy = "the library takes cards of the standard deck only";
      return -1;
    }
  }
  int bytes, suit = read_suit(text, length, &bytes);
  int64_t left = length - bytes;
  char rank = left == 1 ? upper(text[0]) : left == 2 && text[0] == '1' && text[1] == '0' ? 'T' : 0;
  const char *found = rank ? strchr(ranks, rank) : NULL;
  *remedy = found ? "suit must be one of CDHS" : "rank must be one of A23456789TJQK";
  return found && suit >= 0 ? 4 * (int)(found - ranks) + suit : -1;
}

/* A part of the text that is safe to print. */
static void quote(const char *text, int64_t length, char shown[44]) {
  int k = 0;
  for (; k < length && k < 40; k++) shown[k] = text[k];
  while (k < length && k > 0 && ((unsigned char)shown[k - 1] & 0xC0) == 0x80) k--; /* do not cut a sign in two */
  for (int j = 0; j < k; j++)
    if ((unsigned char)shown[j] < ' ' || shown[j] == 0x7F) shown[j] = '?';
  shown[k] = 0;
}

static void note_first(reader *reader, int64_t start, int64_t end, const char *message) {
  if (!reader->first.status) fail_at(&reader->first, start, end, message);
}

static void add_card(reader *reader, int card, int64_t start, int64_t end) {
  if (reader->cell_of[card] >= 0 && reader->cols > 0) {
    char name[3], message[120];
    int other = reader->cell_of[card];
    boaf_card_name(card, name);
    snprintf(message, sizeof message, "card %s in row %d, column %d is already in row %d, column %d", name,
             reader->row + 1, reader->column + 1, other / reader->cols + 1, other % reader->cols + 1);
    note_first(reader, start, end, message);
  } else if (reader->cell_of[card] >= 0) {
    char name[3], message[120];
    boaf_card_name(card, name);
    snprintf(message, sizeof message, "card %s in row 1, column %d is already in row 1, column %d", name,
             reader->column + 1, reader->cell_of[card] + 1);
    note_first(reader, start, end, message);
  }
  reader->cell_of[card] = (int)reader->cells;
  reader->has_card = 1;
}

static int add_cell(reader *reader, int64_t start, int64_t end) {
  const char *text = reader->text + start;
  int64_t length = end - start;
  int top = BOAF_EMPTY, height = 0;
  int is_empty = length == 0 || (length == 2 && !memcmp(text, "--", 2));
  for (int64_t at = 0; !is_empty && at <= length; height++) {
    const char *plus = at < length ? memchr(text + at, '+', (size_t)(length - at)) : NULL, *remedy;
    int64_t size = (plus ? plus - text : length) - at;
    int card = read_card(text + at, size, &remedy);
    if (card < 0) {
      char shown[44], message[180];
      quote(text + at, size, shown);
      snprintf(message, sizeof message, "card '%s' in row %d: %s", shown, reader->row + 1, remedy);
      return fail_at(reader->error, start, end, message);
    }
    add_card(reader, card, start, end);
    if (!height) top = card;
    at += size + 1;
  }
  if (reader->cells < BOAF_MAX_CELLS) {
    reader->board->cards[reader->cells] = (uint8_t)top;
    reader->board->heights[reader->cells] = (uint8_t)(height < UINT8_MAX ? height : UINT8_MAX);
  }
  if (!reader->column) reader->row_start = start;
  reader->row_end = end;
  reader->column++;
  reader->cells++;
  return BOAF_OK;
}

static void end_row(reader *reader) {
  if (reader->cols < 0) reader->cols = reader->column;
  if (reader->column != reader->cols) {
    char message[120];
    snprintf(message, sizeof message, "row %d has %d cell%s, row 1 has %d", reader->row + 1, reader->column,
             reader->column == 1 ? "" : "s", reader->cols);
    if (reader->first.status != BOAF_BAD_TEXT || !strncmp(reader->first.message, "card", 4)) {
      reader->first.status = BOAF_OK; /* the shape is checked before cards that occur twice */
      note_first(reader, reader->row_start, reader->row_end, message);
    }
  }
  reader->row++;
  reader->column = 0;
}

/* The cells of a row between bars: an empty field is an empty cell. */
static int read_bars(reader *reader, int64_t start, int64_t end) {
  if (reader->text[end - 1] == '|') end--;
  if (start < end && reader->text[start] == '|') start++;
  for (int64_t at = start; at <= end;) {
    const char *bar = at < end ? memchr(reader->text + at, '|', (size_t)(end - at)) : NULL;
    int64_t next = bar ? bar - reader->text : end, last = next;
    while (at < next && is_space(reader->text[at])) at++;
    while (last > at && is_space(reader->text[last - 1])) last--;
    if (add_cell(reader, at, last)) return BOAF_BAD_TEXT;
    at = next + 1;
  }
  return BOAF_OK;
}

static int read_row(reader *reader, int64_t start, int64_t end) {
  while (start < end && is_space(reader->text[start])) start++;
  while (end > start && is_space(reader->text[end - 1])) end--;
  if (start == end) return BOAF_OK;
  if (memchr(reader->text + start, '|', (size_t)(end - start))) {
    if (read_bars(reader, start, end)) return BOAF_BAD_TEXT;
  } else {
    for (int64_t at = start; at < end;) {
      int64_t first = at;
      while (at < end && !is_space(reader->text[at])) at++;
      if (add_cell(reader, first, at)) return BOAF_BAD_TEXT;
      while (at < end && is_space(reader->text[at])) at++;
    }
  }
  end_row(reader);
  return BOAF_OK;
}

/* Whether the text is a single run of cells, two signs each: TH5HKSTC... */
static int is_compact(const char *text, int64_t length) {
  int64_t signs = 0;
  if (length <= 3 || length % 2) return 0;
  for (int64_t at = 0; at < length; at++) {
    if (at + 1 < length && text[at] == '-' && text[at + 1] == '-')
      at++;
    else if (is_alphanumeric(text[at]))
      signs++;
    else
      return 0;
  }
  return signs > 0;
}

static int read_compact(reader *reader, int64_t start, int64_t end) {
  int64_t cells = (end - start) / 2, side = 1;
  while ((side + 1) * (side + 1) <= cells && side < 1000) side++;
  if (side * side != cells) {
    char message[120];
    snprintf(message, sizeof message, "%lld cells in one run make no board of that shape: separate its rows by /",
             (long long)cells);
    return fail_at(reader->error, start, end, message);
  }
  for (int64_t cell = 0; cell < cells; cell++) {
    if (add_cell(reader, start + 2 * cell, start + 2 * cell + 2)) return BOAF_BAD_TEXT;
    if ((cell + 1) % side == 0) end_row(reader);
  }
  return BOAF_OK;
}

static int read_text(reader *reader) {
  const char *text = reader->text;
  int64_t start = 0, end = reader->length;
  while (start < end && is_space(text[start])) start++;
  while (end > start && is_space(text[end - 1])) end--;
  int64_t digits = start;
  while (digits < end && is_digit(text[digits])) digits++;
  if (digits == end && start < end)
    return fail_at(reader->error, start, end, "a number is not a board text: boaf_deal makes numbered deals");
  if (is_compact(text + start, end - start)) return read_compact(reader, start, end);
  for (int64_t at = 0; at <= reader->length;) {
    int64_t first = at;
    while (at < reader->length && text[at] != '/' && text[at] != '\n') at++;
    if (read_row(reader, first, at)) return BOAF_BAD_TEXT;
    at++;
  }
  return BOAF_OK;
}

int boaf_parse(const char *text, int64_t length, boaf_board *board, boaf_error *error) {
  if (!text || !board) return boaf_fail(error, BOAF_BAD_ARGUMENT, "%s is NULL", text ? "board" : "text");
  reader reader = {0};
  boaf_board read = {0};
  reader.text = text;
  reader.length = length < 0 ? (int64_t)strlen(text) : length;
  reader.cols = -1;
  reader.board = &read;
  reader.error = error;
  memset(reader.cell_of, -1, sizeof reader.cell_of);
  if (reader.length > INT32_MAX) return fail_at(error, -1, -1, "the text is too long");
  if (read_text(&reader)) return BOAF_BAD_TEXT;
  if (reader.first.status) {
    if (error) *error = reader.first;
    return BOAF_BAD_TEXT;
  }
  if (!reader.has_card) return fail_at(error, -1, -1, "the board is empty: at least one cell must hold a card");
  if (reader.cells > BOAF_MAX_CELLS) {
    const char *article = reader.row == 8 || reader.row == 11 || reader.row == 18 ? "an" : "a";
    boaf_fail(error, BOAF_BAD_TEXT, "%s %d × %d board has %lld cells; the deck fills at most %d", article, reader.row,
              reader.cols, (long long)reader.cells, BOAF_MAX_CELLS);
    return BOAF_BAD_TEXT;
  }
  read.rows = (uint8_t)reader.row;
  read.cols = (uint8_t)reader.cols;
  *board = read;
  return BOAF_OK;
}
