/* The words of a line: splitting, percent-encoding, hexadecimal, numbers, and answers.
 *
 * A line is words separated by one space. A word that would hold a space, a `%` or a control
 * character has that byte written as `%` and two hexadecimal digits; we also encode whatever is not
 * ASCII, so that no answer can be invalid UTF-8. A word that stands for nothing is `-`, and one
 * that really is a single `-` is written `%2D`.
 *
 *     "bad eoo"  ->  bad%20eoo
 */
#ifndef WIREBENCH_PROTOCOL_H
#define WIREBENCH_PROTOCOL_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { MAX_WORDS = 16 };

/* Bytes in memory of our own, kept between uses. */
struct bytes {
    uint8_t *data;
    size_t length;
    size_t capacity;
};

/* Room for `capacity` bytes in all; what is there stays. Ends the process when memory is out: there
 * is then nothing left to answer with. */
void bytes_reserve(struct bytes *bytes, size_t capacity);
void bytes_free(struct bytes *bytes);

/* malloc, calloc and realloc that end the process when memory is out. */
void *must_malloc(size_t size);
void *must_realloc(void *memory, size_t size);

/* Cuts `line` (without its newline) into words, in place. Returns how many, or -1 when there are
 * more than MAX_WORDS or one of them is empty. */
int split_words(char *line, char *words[MAX_WORDS]);

/* Undoes percent-encoding, in place. False when a `%` is not followed by two hexadecimal digits, or
 * the word would hold a NUL, which no path or name can. */
bool unescape_word(char *word);

/* Hexadecimal digits into `out`; `-` is no bytes at all. False when `digits` is anything else. */
bool parse_hex(const char *digits, struct bytes *out);

/* A decimal number from 1 to `most`. False when `word` is anything else. */
bool parse_count(const char *word, uint64_t most, uint64_t *count);

void print_word(FILE *out, const char *word);

/* One answer each. They end the line and flush it. */
void answer_ok(void);
void answer_ok_number(uint64_t number);
void answer_ok_numbers(uint64_t first, uint64_t second);
void answer_bytes(const uint8_t *data, size_t length);
void answer_rejected(const struct fault *fault);
void answer_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
