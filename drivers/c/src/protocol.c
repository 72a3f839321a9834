#include "protocol.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char hex_digits[] = "0123456789abcdef";

void *must_malloc(size_t size) {
    return must_realloc(NULL, size);
}

void *must_realloc(void *memory, size_t size) {
    void *moved = realloc(memory, size ? size : 1);
    if (!moved) {
        fprintf(stderr, "out of memory: could not get %zu bytes\n", size);
        exit(EXIT_FAILURE);
    }
    return moved;
}

void bytes_reserve(struct bytes *bytes, size_t capacity) {
    if (capacity <= bytes->capacity && bytes->data)
        return;
    bytes->data = must_realloc(bytes->data, capacity);
    bytes->capacity = capacity;
}

void bytes_free(struct bytes *bytes) {
    free(bytes->data);
    *bytes = (struct bytes){0};
}

int split_words(char *line, char *words[MAX_WORDS]) {
    int count = 0;
    for (char *word = line;;) {
        char *space = strchr(word, ' ');
        if (space)
            *space = '\0';
        if (*word == '\0' || count == MAX_WORDS)
            return -1;
        words[count++] = word;
        if (!space)
            return count;
        word = space + 1;
    }
}

static int hex_value(char digit) {
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

bool unescape_word(char *word) {
    char *write = word;
    for (const char *read = word; *read; read++) {
        if (*read != '%') {
            *write++ = *read;
            continue;
        }
        int high = hex_value(read[1]);
        int low = high < 0 ? -1 : hex_value(read[2]);
        if (low < 0 || (high == 0 && low == 0))
            return false;
        *write++ = (char)(high << 4 | low);
        read += 2;
    }
    *write = '\0';
    return true;
}

bool parse_hex(const char *digits, struct bytes *out) {
    size_t length = strcmp(digits, "-") == 0 ? 0 : strlen(digits);
    if (length % 2 != 0)
        return false;
    bytes_reserve(out, length / 2);
    for (size_t i = 0; i < length / 2; i++) {
        int high = hex_value(digits[2 * i]);
        int low = hex_value(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out->data[i] = (uint8_t)(high << 4 | low);
    }
    out->length = length / 2;
    return true;
}

bool parse_count(const char *word, uint64_t most, uint64_t *count) {
    uint64_t value = 0;
    for (const char *digit = word; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            return false;
        uint64_t unit = (uint64_t)(*digit - '0');
        if (value > (most - unit) / 10)
            return false;
        value = value * 10 + unit;
    }
    *count = value;
    return value >= 1;
}

void print_word(FILE *out, const char *word) {
    if (*word == '\0') {
        fputc('-', out);
        return;
    }
    if (strcmp(word, "-") == 0) {
        fputs("%2D", out);
        return;
    }
    for (const unsigned char *byte = (const unsigned char *)word; *byte; byte++) {
        if (*byte > ' ' && *byte < 0x7f && *byte != '%')
            fputc(*byte, out);
        else
            fprintf(out, "%%%02X", *byte);
    }
}

static void end_line(void) {
    putchar('\n');
    fflush(stdout);
}

void answer_ok(void) {
    fputs("ok", stdout);
    end_line();
}

void answer_ok_number(uint64_t number) {
    printf("ok %llu", (unsigned long long)number);
    end_line();
}

void answer_ok_numbers(uint64_t first, uint64_t second) {
    printf("ok %llu %llu", (unsigned long long)first, (unsigned long long)second);
    end_line();
}

void answer_bytes(const uint8_t *data, size_t length) {
    fputs("bytes ", stdout);
    if (length == 0)
        putchar('-');
    for (size_t i = 0; i < length; i++) {
        putchar(hex_digits[data[i] >> 4]);
        putchar(hex_digits[data[i] & 15]);
    }
    end_line();
}

void answer_rejected(const struct fault *fault) {
    printf("rejected %s ", fault->kind);
    if (fault->offset == FAULT_NO_OFFSET)
        putchar('-');
    else
        printf("%zu", fault->offset);
    putchar(' ');
    print_word(stdout, fault->message);
    end_line();
}

void answer_error(const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fputs("error ", stdout);
    print_word(stdout, message);
    end_line();
}
