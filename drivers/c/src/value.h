/* A document as plain C values: what a C program would hold before it writes BSON.
 *
 * libbson has no such type of its own: programs append to a bson_t from whatever structures they
 * have. This tree stands for those structures. It is built by walking a document with bson_iter_t,
 * outside every clock, and `append.c` writes it with bson_append_*.
 *
 *     {"a": 1, "b": ["x"]}  ->  DOCUMENT [ INT32 "a" 1, ARRAY "b" [ UTF8 - "x" ] ]
 *
 * Elements of arrays have no key, as in C arrays: the writer numbers them.
 */
#ifndef WIREBENCH_VALUE_H
#define WIREBENCH_VALUE_H

#include "fault.h"

#include <bson/bson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Documents and arrays nested deeper than this are refused; the outermost is level 1. It bounds our
 * recursion, and with it the stack. */
enum { MAX_DEPTH = 200 };

struct value {
    bson_type_t type;
    const char *key; /* ended by a NUL; NULL in an array and for the outermost document */
    union {
        double number;
        int32_t int32;
        int64_t int64; /* also milliseconds since 1970 */
        bool boolean;
        bson_oid_t oid;
        bson_decimal128_t decimal;
        struct {
            uint32_t seconds, increment;
        } timestamp;
        struct {
            const char *data; /* `length` bytes and a NUL behind them */
            uint32_t length;
        } text; /* string, code, symbol */
        struct {
            const uint8_t *data;
            uint32_t length;
            bson_subtype_t subtype;
        } binary;
        struct {
            const char *pattern, *options;
        } regex;
        struct {
            const char *collection;
            bson_oid_t oid;
        } pointer;
        struct {
            struct value *items;
            size_t count;
        } children; /* document, array */
        struct {
            const char *code;
            struct value *scope; /* a document */
        } code_with_scope;
    } as;
};

/* Memory given out in one direction and freed all at once. */
struct arena {
    struct arena_block *newest;
    size_t used; /* bytes of the newest block given out */
};

void arena_free(struct arena *arena);

/* Reads a document into `value`, with everything it holds in `arena`. */
bool value_read(struct value *value, const uint8_t *data, size_t length, struct arena *arena,
                struct fault *fault);

#endif
