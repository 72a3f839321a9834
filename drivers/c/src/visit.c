/* `libbson@visit`: decoding as a raw view. Nothing is built; every key and value is folded into a
 * sum.
 *
 * libbson checks on the way that keys and strings are UTF-8. The fold reads what a visitor is
 * handed, and of long values the length and the first byte: enough that the value must have been
 * found, little enough that libbson is what is timed.
 */
#include "visit.h"

#include "doc32.h"
#include "library.h"
#include "walk.h"

#include <string.h>

struct summing {
    struct walk walk;
    uint64_t sum;
};

static inline bool fold(void *data, const char *key, uint64_t value) {
    struct summing *summing = data;
    summing->sum += (unsigned char)key[0] + value;
    return false;
}

static inline uint64_t fold_bytes(const void *bytes, size_t length) {
    return length + (length ? *(const unsigned char *)bytes : 0);
}

static inline uint64_t fold_oid(const bson_oid_t *oid) {
    uint64_t first;
    memcpy(&first, oid->bytes, sizeof first);
    return first + oid->bytes[11];
}

static bool visit_double(const bson_iter_t *iter, const char *key, double value, void *data) {
    (void)iter;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return fold(data, key, bits);
}

static bool visit_text(const bson_iter_t *iter, const char *key, size_t length, const char *text,
                       void *data) {
    (void)iter;
    return fold(data, key, fold_bytes(text, length));
}

static bool visit_nested(const bson_iter_t *iter, const char *key, const bson_t *nested,
                         void *data) {
    (void)iter;
    fold(data, key, 0);
    return walk_into(data, nested);
}

static bool visit_binary(const bson_iter_t *iter, const char *key, bson_subtype_t subtype,
                         size_t length, const uint8_t *bytes, void *data) {
    (void)iter;
    return fold(data, key, (uint64_t)subtype + fold_bytes(bytes, length));
}

static bool visit_nothing(const bson_iter_t *iter, const char *key, void *data) {
    (void)iter;
    return fold(data, key, 1);
}

static bool visit_oid(const bson_iter_t *iter, const char *key, const bson_oid_t *oid, void *data) {
    (void)iter;
    return fold(data, key, fold_oid(oid));
}

static bool visit_bool(const bson_iter_t *iter, const char *key, bool value, void *data) {
    (void)iter;
    return fold(data, key, value);
}

static bool visit_int64(const bson_iter_t *iter, const char *key, int64_t value, void *data) {
    (void)iter;
    return fold(data, key, (uint64_t)value);
}

static bool visit_regex(const bson_iter_t *iter, const char *key, const char *pattern,
                        const char *options, void *data) {
    (void)iter;
    return fold(data, key, (uint64_t)(unsigned char)pattern[0] + (unsigned char)options[0]);
}

static bool visit_dbpointer(const bson_iter_t *iter, const char *key, size_t length,
                            const char *collection, const bson_oid_t *oid, void *data) {
    (void)iter;
    return fold(data, key, fold_bytes(collection, length) + fold_oid(oid));
}

static bool visit_codewscope(const bson_iter_t *iter, const char *key, size_t length,
                             const char *code, const bson_t *scope, void *data) {
    (void)iter;
    fold(data, key, fold_bytes(code, length));
    return walk_into(data, scope);
}

static bool visit_int32(const bson_iter_t *iter, const char *key, int32_t value, void *data) {
    (void)iter;
    return fold(data, key, (uint64_t)value);
}

static bool visit_timestamp(const bson_iter_t *iter, const char *key, uint32_t seconds,
                            uint32_t increment, void *data) {
    (void)iter;
    return fold(data, key, (uint64_t)seconds + increment);
}

static bool visit_decimal128(const bson_iter_t *iter, const char *key,
                             const bson_decimal128_t *value, void *data) {
    (void)iter;
    return fold(data, key, value->high + value->low);
}

static const bson_visitor_t summing_visitor = {
    .visit_corrupt = walk_corrupt,
    .visit_double = visit_double,
    .visit_utf8 = visit_text,
    .visit_document = visit_nested,
    .visit_array = visit_nested,
    .visit_binary = visit_binary,
    .visit_undefined = visit_nothing,
    .visit_oid = visit_oid,
    .visit_bool = visit_bool,
    .visit_date_time = visit_int64,
    .visit_null = visit_nothing,
    .visit_regex = visit_regex,
    .visit_dbpointer = visit_dbpointer,
    .visit_code = visit_text,
    .visit_symbol = visit_text,
    .visit_codewscope = visit_codewscope,
    .visit_int32 = visit_int32,
    .visit_timestamp = visit_timestamp,
    .visit_int64 = visit_int64,
    .visit_maxkey = visit_nothing,
    .visit_minkey = visit_nothing,
    .visit_unsupported_type = walk_unsupported_type,
    .visit_decimal128 = visit_decimal128,
};

bool visit_document(const uint8_t *data, size_t length, uint64_t *sum, struct fault *fault) {
    struct summing summing = {.walk = {.visitor = &summing_visitor, .fault = fault}};
    bool visited = walk_document(&summing.walk, data, length);
    *sum += summing.sum;
    return visited;
}

static bool decode_pass(const struct work *work, uint64_t *consumed, struct fault *fault) {
    uint64_t sum = 0;
    for (size_t i = 0; i < work->count; i++)
        if (!visit_document(work->documents[i].data, work->documents[i].length, &sum, fault))
            return false;
    consumed_sum = sum;
    *consumed += work->count;
    return true;
}

const struct contender visit_contender = {
    .name = "libbson@visit",
    .version = libbson_version,
    .path = libbson_path,
    .traits = "model=raw buffer=fresh ownership=borrowed checks=full",
    .operations = {{"decode", NULL, decode_pass}, {"cycle", NULL, doc32_cycle_pass}},
    .recode = rebuild_document,
    .emit_cycle = doc32_emit,
};
