/* `libbson@append`: encoding from plain C values with bson_append_*.
 *
 * The document is a bson_t on the stack, as libbson's documentation has it: small ones need no
 * allocation at all, others grow by doubling. Nested documents and arrays are written in place with
 * `_begin` and `_end`. Key lengths are passed as -1, which makes libbson call strlen; given a
 * length it would look for NULs byte by byte, which is slower.
 */
#include "append.h"

#include "contender.h"
#include "library.h"

#include <string.h>

static bool append_scope(bson_t *target, const char *key, const struct value *value) {
    const struct value *members = value->as.code_with_scope.scope;
    bson_t scope;
    bson_init(&scope);
    bool appended =
        append_values(&scope, members->as.children.items, members->as.children.count, false) &&
        bson_append_code_with_scope(target, key, -1, value->as.code_with_scope.code, &scope);
    bson_destroy(&scope);
    return appended;
}

static bool append_value(bson_t *target, const char *key, const struct value *value) {
    bson_t child;
    switch (value->type) {
    case BSON_TYPE_DOUBLE:
        return bson_append_double(target, key, -1, value->as.number);
    case BSON_TYPE_UTF8:
        return bson_append_utf8(target, key, -1, value->as.text.data, (int)value->as.text.length);
    case BSON_TYPE_DOCUMENT:
        return bson_append_document_begin(target, key, -1, &child) &&
               append_values(&child, value->as.children.items, value->as.children.count, false) &&
               bson_append_document_end(target, &child);
    case BSON_TYPE_ARRAY:
        return bson_append_array_begin(target, key, -1, &child) &&
               append_values(&child, value->as.children.items, value->as.children.count, true) &&
               bson_append_array_end(target, &child);
    case BSON_TYPE_BINARY:
        return bson_append_binary(target, key, -1, value->as.binary.subtype, value->as.binary.data,
                                  value->as.binary.length);
    case BSON_TYPE_UNDEFINED:
        return bson_append_undefined(target, key, -1);
    case BSON_TYPE_OID:
        return bson_append_oid(target, key, -1, &value->as.oid);
    case BSON_TYPE_BOOL:
        return bson_append_bool(target, key, -1, value->as.boolean);
    case BSON_TYPE_DATE_TIME:
        return bson_append_date_time(target, key, -1, value->as.int64);
    case BSON_TYPE_NULL:
        return bson_append_null(target, key, -1);
    case BSON_TYPE_REGEX:
        return bson_append_regex(target, key, -1, value->as.regex.pattern, value->as.regex.options);
    case BSON_TYPE_DBPOINTER:
        return bson_append_dbpointer(target, key, -1, value->as.pointer.collection,
                                     &value->as.pointer.oid);
    case BSON_TYPE_CODE:
        return bson_append_code(target, key, -1, value->as.text.data);
    case BSON_TYPE_SYMBOL:
        return bson_append_symbol(target, key, -1, value->as.text.data, (int)value->as.text.length);
    case BSON_TYPE_CODEWSCOPE:
        return append_scope(target, key, value);
    case BSON_TYPE_INT32:
        return bson_append_int32(target, key, -1, value->as.int32);
    case BSON_TYPE_TIMESTAMP:
        return bson_append_timestamp(target, key, -1, value->as.timestamp.seconds,
                                     value->as.timestamp.increment);
    case BSON_TYPE_INT64:
        return bson_append_int64(target, key, -1, value->as.int64);
    case BSON_TYPE_DECIMAL128:
        return bson_append_decimal128(target, key, -1, &value->as.decimal);
    case BSON_TYPE_MAXKEY:
        return bson_append_maxkey(target, key, -1);
    case BSON_TYPE_MINKEY:
        return bson_append_minkey(target, key, -1);
    default:
        return false;
    }
}

bool append_values(bson_t *target, const struct value *values, size_t count, bool array) {
    char digits[16];
    for (size_t i = 0; i < count; i++) {
        const char *key = values[i].key;
        if (array)
            bson_uint32_to_string((uint32_t)i, &key, digits, sizeof digits);
        if (!append_value(target, key, &values[i]))
            return false;
    }
    return true;
}

static bool append_document(bson_t *target, const struct value *document, struct fault *fault) {
    if (append_values(target, document->as.children.items, document->as.children.count, false))
        return true;
    return fail(fault, "out-of-range", FAULT_NO_OFFSET,
                "bson_append_* refuses a value, or the document would be too long");
}

static bool recode(const struct document *document, struct bytes *out, struct fault *fault) {
    struct arena arena = {0};
    struct value value;
    bson_t target;
    bson_init(&target);
    bool recoded = value_read(&value, document->data, document->length, &arena, fault) &&
                   append_document(&target, &value, fault);
    if (recoded) {
        bytes_reserve(out, target.len);
        memcpy(out->data, bson_get_data(&target), target.len);
        out->length = target.len;
    }
    bson_destroy(&target);
    arena_free(&arena);
    return recoded;
}

static bool prepare_values(struct work *work, struct fault *fault) {
    work->values = must_malloc(work->count * sizeof *work->values);
    for (size_t i = 0; i < work->count; i++)
        if (!value_read(&work->values[i], work->documents[i].data, work->documents[i].length,
                        &work->arena, fault))
            return false;
    return true;
}

static bool encode_pass(const struct work *work, uint64_t *consumed, struct fault *fault) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < work->count; i++) {
        bson_t document;
        bson_init(&document);
        if (!append_document(&document, &work->values[i], fault)) {
            bson_destroy(&document);
            return false;
        }
        bytes += document.len;
        bson_destroy(&document);
    }
    *consumed += bytes;
    return true;
}

const struct contender append_contender = {
    .name = "libbson@append",
    .version = libbson_version,
    .path = libbson_path,
    .traits = "model=documents buffer=fresh ownership=owned checks=partial",
    .operations = {{"encode", prepare_values, encode_pass}},
    .recode = recode,
};
