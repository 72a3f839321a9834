/* `bson/doc32` built from nothing. docs/corpora.md has the table that this follows line by line.
 *
 * With libbson, building and encoding are one: each bson_append_* writes its bytes at once.
 * Decoding is the walk of `libbson@visit`.
 */
#include "doc32.h"

#include "visit.h"

#include <string.h>

/* Everything that differs between the `a_` and the `b_` half, in the table's order. */
struct half {
    double number;
    int32_t int32;
    int64_t int64;
    const char *code;
    int32_t document_a;
    const char *document_b;
    double document_c;
    const char *scoped_code;
    int32_t scope_n;
    const char *scope_who;
    uint8_t uuid[16];
    const char *text;
    bool (*array)(bson_t *array);
    bson_oid_t oid;
    int64_t datetime;
    const char *pattern, *options;
    const char *keys[15];
};

static bool array_a(bson_t *array) {
    return bson_append_int32(array, "0", -1, 10) && bson_append_utf8(array, "1", -1, "abc", -1) &&
           bson_append_double(array, "2", -1, 345.5);
}

static bool array_b(bson_t *array) {
    bson_t inner;
    return bson_append_bool(array, "0", -1, true) && bson_append_null(array, "1", -1) &&
           bson_append_array_begin(array, "2", -1, &inner) &&
           bson_append_int32(&inner, "0", -1, 1) && bson_append_int32(&inner, "1", -1, 2) &&
           bson_append_array_end(array, &inner);
}

#define KEYS(prefix)                                                                               \
    {prefix "double",     prefix "int32",    prefix "int64",                                       \
     prefix "javascript", prefix "document", prefix "javascript_scope",                            \
     prefix "uuid",       prefix "false",    prefix "true",                                        \
     prefix "string",     prefix "array",    prefix "objectid",                                    \
     prefix "datetime",   prefix "null",     prefix "regex"}

static const struct half half_a = {
    .number = 3.141592653589793,
    .int32 = 1234567,
    .int64 = 9007199254740993,
    .code = "function (x) { return x; }",
    .document_a = 203,
    .document_b = "two deep",
    .document_c = 2.5,
    .scoped_code = "function (x) { return x * n; }",
    .scope_n = 10,
    .scope_who = "Ada",
    .uuid = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd,
             0xee, 0xff},
    .text = "Hello, wire",
    .array = array_a,
    .oid = {{0x5f, 0x3e, 0x2d, 0x1c, 0x0b, 0x9a, 0x8f, 0x7e, 0x6d, 0x5c, 0x4b, 0x3a}},
    .datetime = 1441062245123,
    .pattern = "^a.*z$",
    .options = "im",
    .keys = KEYS("a_"),
};

static const struct half half_b = {
    .number = -0.0025,
    .int32 = -42,
    .int64 = -5,
    .code = "function () { return 1; }",
    .document_a = -203,
    .document_b = "also two deep",
    .document_c = -2.5,
    .scoped_code = "function () { return n; }",
    .scope_n = 20,
    .scope_who = "Grace",
    .uuid = {0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab,
             0xcd, 0xef},
    .text = "Żółw, 世界, 🦀",
    .array = array_b,
    .oid = {{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67}},
    .datetime = -1500,
    .pattern = "abc|def",
    .options = "is",
    .keys = KEYS("b_"),
};

static bool append_nested(bson_t *target, const char *key, const struct half *half) {
    bson_t document, nested;
    return bson_append_document_begin(target, key, -1, &document) &&
           bson_append_int32(&document, "a", -1, half->document_a) &&
           bson_append_document_begin(&document, "nested", -1, &nested) &&
           bson_append_utf8(&nested, "b", -1, half->document_b, -1) &&
           bson_append_double(&nested, "c", -1, half->document_c) &&
           bson_append_document_end(&document, &nested) &&
           bson_append_document_end(target, &document);
}

static bool append_scoped_code(bson_t *target, const char *key, const struct half *half) {
    bson_t scope;
    bson_init(&scope);
    bool appended = bson_append_int32(&scope, "n", -1, half->scope_n) &&
                    bson_append_utf8(&scope, "who", -1, half->scope_who, -1) &&
                    bson_append_code_with_scope(target, key, -1, half->scoped_code, &scope);
    bson_destroy(&scope);
    return appended;
}

static bool append_half(bson_t *target, const struct half *half) {
    const char *const *key = half->keys;
    bson_t array;
    return bson_append_double(target, key[0], -1, half->number) &&
           bson_append_int32(target, key[1], -1, half->int32) &&
           bson_append_int64(target, key[2], -1, half->int64) &&
           bson_append_code(target, key[3], -1, half->code) &&
           append_nested(target, key[4], half) && append_scoped_code(target, key[5], half) &&
           bson_append_binary(target, key[6], -1, BSON_SUBTYPE_UUID, half->uuid, 16) &&
           bson_append_bool(target, key[7], -1, false) &&
           bson_append_bool(target, key[8], -1, true) &&
           bson_append_utf8(target, key[9], -1, half->text, -1) &&
           bson_append_array_begin(target, key[10], -1, &array) && half->array(&array) &&
           bson_append_array_end(target, &array) &&
           bson_append_oid(target, key[11], -1, &half->oid) &&
           bson_append_date_time(target, key[12], -1, half->datetime) &&
           bson_append_null(target, key[13], -1) &&
           bson_append_regex(target, key[14], -1, half->pattern, half->options);
}

static bool build(bson_t *target, struct fault *fault) {
    if (append_half(target, &half_a) && append_half(target, &half_b))
        return true;
    return fail(fault, "unknown", FAULT_NO_OFFSET, "bson_append_* refuses a value of bson/doc32");
}

bool doc32_cycle_pass(const struct work *work, uint64_t *consumed, struct fault *fault) {
    uint64_t sum = 0;
    for (size_t i = 0; i < work->count; i++) {
        bson_t document;
        bson_init(&document);
        bool cycled = build(&document, fault) &&
                      visit_document(bson_get_data(&document), document.len, &sum, fault);
        *consumed += (uint64_t)document.len + 1;
        bson_destroy(&document);
        if (!cycled)
            return false;
    }
    consumed_sum = sum;
    return true;
}

bool doc32_emit(struct bytes *out, struct fault *fault) {
    bson_t document;
    bson_init(&document);
    bool built = build(&document, fault);
    if (built) {
        bytes_reserve(out, document.len);
        memcpy(out->data, bson_get_data(&document), document.len);
        out->length = document.len;
    }
    bson_destroy(&document);
    return built;
}
