/* `libbson@visit` recoded: each element that the walk meets is appended to a new document.
 *
 * What comes out shows that the walk met everything, in order, with its value. Elements of arrays
 * are numbered anew, as an array has no keys. What bson_append_* cannot write (a NUL inside code or
 * a namespace, regex options it does not know) is lost here, though the walk itself has seen it:
 * differences.toml lists those cases.
 */
#include "visit.h"
#include "walk.h"

#include <string.h>

struct rebuilding {
    struct walk walk;
    bson_t *target;
    bool in_array;
    uint32_t index; /* of the next element, in an array */
    char digits[16];
};

static struct rebuilding *begin(void *data, const char **key) {
    struct rebuilding *rebuilding = data;
    if (rebuilding->in_array)
        bson_uint32_to_string(rebuilding->index++, key, rebuilding->digits,
                              sizeof rebuilding->digits);
    return rebuilding;
}

/* What a visitor returns: true to stop, when libbson would not append. */
static bool end(struct rebuilding *rebuilding, bool appended) {
    if (!appended && !rebuilding->walk.failed) {
        fail(rebuilding->walk.fault, "out-of-range", FAULT_NO_OFFSET,
             "bson_append_* refuses a value, or the document would be too long");
        rebuilding->walk.failed = true;
    }
    return rebuilding->walk.failed;
}

/* Walks `nested` with `target` as the document to append to. */
static bool rebuild_nested(struct rebuilding *rebuilding, const bson_t *nested, bson_t *target,
                           bool array) {
    struct rebuilding outer = *rebuilding;
    rebuilding->target = target;
    rebuilding->in_array = array;
    rebuilding->index = 0;
    bool stop = walk_into(&rebuilding->walk, nested);
    rebuilding->target = outer.target;
    rebuilding->in_array = outer.in_array;
    rebuilding->index = outer.index;
    return !stop;
}

#define APPEND(call)                                                                               \
    (void)iter;                                                                                    \
    struct rebuilding *r = begin(data, &key);                                                      \
    return end(r, call)

static bool on_double(const bson_iter_t *iter, const char *key, double value, void *data) {
    APPEND(bson_append_double(r->target, key, -1, value));
}

static bool on_utf8(const bson_iter_t *iter, const char *key, size_t length, const char *text,
                    void *data) {
    APPEND(bson_append_utf8(r->target, key, -1, text, (int)length));
}

static bool on_document(const bson_iter_t *iter, const char *key, const bson_t *nested,
                        void *data) {
    bson_t child;
    APPEND(bson_append_document_begin(r->target, key, -1, &child) &&
           rebuild_nested(r, nested, &child, false) && bson_append_document_end(r->target, &child));
}

static bool on_array(const bson_iter_t *iter, const char *key, const bson_t *nested, void *data) {
    bson_t child;
    APPEND(bson_append_array_begin(r->target, key, -1, &child) &&
           rebuild_nested(r, nested, &child, true) && bson_append_array_end(r->target, &child));
}

static bool on_binary(const bson_iter_t *iter, const char *key, bson_subtype_t subtype,
                      size_t length, const uint8_t *bytes, void *data) {
    APPEND(bson_append_binary(r->target, key, -1, subtype, bytes, (uint32_t)length));
}

static bool on_undefined(const bson_iter_t *iter, const char *key, void *data) {
    APPEND(bson_append_undefined(r->target, key, -1));
}

static bool on_oid(const bson_iter_t *iter, const char *key, const bson_oid_t *oid, void *data) {
    APPEND(bson_append_oid(r->target, key, -1, oid));
}

static bool on_bool(const bson_iter_t *iter, const char *key, bool value, void *data) {
    APPEND(bson_append_bool(r->target, key, -1, value));
}

static bool on_date_time(const bson_iter_t *iter, const char *key, int64_t value, void *data) {
    APPEND(bson_append_date_time(r->target, key, -1, value));
}

static bool on_null(const bson_iter_t *iter, const char *key, void *data) {
    APPEND(bson_append_null(r->target, key, -1));
}

static bool on_regex(const bson_iter_t *iter, const char *key, const char *pattern,
                     const char *options, void *data) {
    APPEND(bson_append_regex(r->target, key, -1, pattern, options));
}

static bool on_dbpointer(const bson_iter_t *iter, const char *key, size_t length,
                         const char *collection, const bson_oid_t *oid, void *data) {
    (void)length;
    APPEND(bson_append_dbpointer(r->target, key, -1, collection, oid));
}

static bool on_code(const bson_iter_t *iter, const char *key, size_t length, const char *code,
                    void *data) {
    (void)length;
    APPEND(bson_append_code(r->target, key, -1, code));
}

static bool on_symbol(const bson_iter_t *iter, const char *key, size_t length, const char *text,
                      void *data) {
    APPEND(bson_append_symbol(r->target, key, -1, text, (int)length));
}

/* A scope has no begin and end of its own in libbson: it is built apart, then appended whole. */
static bool on_codewscope(const bson_iter_t *iter, const char *key, size_t length, const char *code,
                          const bson_t *nested, void *data) {
    (void)iter;
    (void)length;
    struct rebuilding *r = begin(data, &key);
    char digits[sizeof r->digits];
    if (r->in_array) /* an array inside the scope would number over our key */
        key = strcpy(digits, key);
    bson_t scope;
    bson_init(&scope);
    bool appended = rebuild_nested(r, nested, &scope, false) &&
                    bson_append_code_with_scope(r->target, key, -1, code, &scope);
    bson_destroy(&scope);
    return end(r, appended);
}

static bool on_int32(const bson_iter_t *iter, const char *key, int32_t value, void *data) {
    APPEND(bson_append_int32(r->target, key, -1, value));
}

static bool on_timestamp(const bson_iter_t *iter, const char *key, uint32_t seconds,
                         uint32_t increment, void *data) {
    APPEND(bson_append_timestamp(r->target, key, -1, seconds, increment));
}

static bool on_int64(const bson_iter_t *iter, const char *key, int64_t value, void *data) {
    APPEND(bson_append_int64(r->target, key, -1, value));
}

static bool on_maxkey(const bson_iter_t *iter, const char *key, void *data) {
    APPEND(bson_append_maxkey(r->target, key, -1));
}

static bool on_minkey(const bson_iter_t *iter, const char *key, void *data) {
    APPEND(bson_append_minkey(r->target, key, -1));
}

static bool on_decimal128(const bson_iter_t *iter, const char *key, const bson_decimal128_t *value,
                          void *data) {
    APPEND(bson_append_decimal128(r->target, key, -1, value));
}

static const bson_visitor_t rebuilding_visitor = {
    .visit_corrupt = walk_corrupt,
    .visit_double = on_double,
    .visit_utf8 = on_utf8,
    .visit_document = on_document,
    .visit_array = on_array,
    .visit_binary = on_binary,
    .visit_undefined = on_undefined,
    .visit_oid = on_oid,
    .visit_bool = on_bool,
    .visit_date_time = on_date_time,
    .visit_null = on_null,
    .visit_regex = on_regex,
    .visit_dbpointer = on_dbpointer,
    .visit_code = on_code,
    .visit_symbol = on_symbol,
    .visit_codewscope = on_codewscope,
    .visit_int32 = on_int32,
    .visit_timestamp = on_timestamp,
    .visit_int64 = on_int64,
    .visit_maxkey = on_maxkey,
    .visit_minkey = on_minkey,
    .visit_unsupported_type = walk_unsupported_type,
    .visit_decimal128 = on_decimal128,
};

bool rebuild_document(const struct document *document, struct bytes *out, struct fault *fault) {
    bson_t target;
    struct rebuilding rebuilding = {
        .walk = {.visitor = &rebuilding_visitor, .fault = fault},
        .target = &target,
    };
    bson_init(&target);
    bool walked = walk_document(&rebuilding.walk, document->data, document->length);
    if (walked) {
        bytes_reserve(out, target.len);
        memcpy(out->data, bson_get_data(&target), target.len);
        out->length = target.len;
    }
    bson_destroy(&target);
    return walked;
}
