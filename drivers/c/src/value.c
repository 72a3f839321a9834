#include "value.h"

#include "protocol.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 16 };

struct arena_block {
    struct arena_block *older;
    size_t size;
    alignas(max_align_t) uint8_t data[];
};

static void *arena_take(struct arena *arena, size_t size) {
    size = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    struct arena_block *block = arena->newest;
    if (!block || size > block->size - arena->used) {
        size_t block_size = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        struct arena_block *fresh = must_malloc(sizeof *fresh + block_size);
        fresh->older = block;
        fresh->size = block_size;
        arena->newest = block = fresh;
        arena->used = 0;
    }
    void *taken = block->data + arena->used;
    arena->used += size;
    return taken;
}

void arena_free(struct arena *arena) {
    for (struct arena_block *block = arena->newest; block;) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
    *arena = (struct arena){0};
}

/* `length` bytes copied, with a NUL behind them. */
static char *take_text(struct arena *arena, const char *text, size_t length) {
    char *copy = arena_take(arena, length + 1);
    if (length)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* What reading passes down: where offsets count from, where values go, how deep we are. */
struct reading {
    const uint8_t *root;
    struct arena *arena;
    struct fault *fault;
    int depth;
};

static bool read_children(struct reading *reading, struct value *value, const uint8_t *data,
                          size_t length);

static bool read_scalar(struct reading *reading, struct value *value, const bson_iter_t *iter) {
    struct arena *arena = reading->arena;
    uint32_t length = 0;
    const char *text = NULL;
    switch (value->type) {
    case BSON_TYPE_DOUBLE:
        value->as.number = bson_iter_double(iter);
        break;
    case BSON_TYPE_INT32:
        value->as.int32 = bson_iter_int32(iter);
        break;
    case BSON_TYPE_INT64:
        value->as.int64 = bson_iter_int64(iter);
        break;
    case BSON_TYPE_DATE_TIME:
        value->as.int64 = bson_iter_date_time(iter);
        break;
    case BSON_TYPE_BOOL:
        value->as.boolean = bson_iter_bool(iter);
        break;
    case BSON_TYPE_OID:
        value->as.oid = *bson_iter_oid(iter);
        break;
    case BSON_TYPE_DECIMAL128:
        bson_iter_decimal128(iter, &value->as.decimal);
        break;
    case BSON_TYPE_TIMESTAMP:
        bson_iter_timestamp(iter, &value->as.timestamp.seconds, &value->as.timestamp.increment);
        break;
    case BSON_TYPE_UTF8:
        text = bson_iter_utf8(iter, &length);
        break;
    case BSON_TYPE_CODE:
        text = bson_iter_code(iter, &length);
        break;
    case BSON_TYPE_SYMBOL:
        text = bson_iter_symbol(iter, &length);
        break;
    case BSON_TYPE_BINARY: {
        const uint8_t *bytes = NULL;
        bson_iter_binary(iter, &value->as.binary.subtype, &value->as.binary.length, &bytes);
        value->as.binary.data =
            (uint8_t *)take_text(arena, (const char *)bytes, value->as.binary.length);
        break;
    }
    case BSON_TYPE_REGEX: {
        const char *options = NULL;
        const char *pattern = bson_iter_regex(iter, &options);
        value->as.regex.pattern = take_text(arena, pattern, strlen(pattern));
        value->as.regex.options = take_text(arena, options, strlen(options));
        break;
    }
    case BSON_TYPE_DBPOINTER: {
        const char *collection = NULL;
        const bson_oid_t *oid = NULL;
        bson_iter_dbpointer(iter, &length, &collection, &oid);
        value->as.pointer.collection = take_text(arena, collection, length);
        memcpy(&value->as.pointer.oid, oid, sizeof *oid);
        break;
    }
    case BSON_TYPE_NULL:
    case BSON_TYPE_UNDEFINED:
    case BSON_TYPE_MINKEY:
    case BSON_TYPE_MAXKEY:
        break;
    default:
        return fail(reading->fault, "bad-type",
                    (size_t)(iter->raw - reading->root) + bson_iter_offset((bson_iter_t *)iter),
                    "the driver has no value for type 0x%02x", (unsigned)value->type);
    }
    if (text) {
        value->as.text.data = take_text(arena, text, length);
        value->as.text.length = length;
    }
    return true;
}

static bool read_value(struct reading *reading, struct value *value, const bson_iter_t *iter) {
    const uint8_t *data = NULL;
    uint32_t length = 0;
    switch (value->type) {
    case BSON_TYPE_DOCUMENT:
        bson_iter_document(iter, &length, &data);
        return read_children(reading, value, data, length);
    case BSON_TYPE_ARRAY:
        bson_iter_array(iter, &length, &data);
        return read_children(reading, value, data, length);
    case BSON_TYPE_CODEWSCOPE: {
        uint32_t code_length = 0;
        const char *code = bson_iter_codewscope(iter, &code_length, &length, &data);
        struct value *scope = arena_take(reading->arena, sizeof *scope);
        *scope = (struct value){.type = BSON_TYPE_DOCUMENT};
        value->as.code_with_scope.code = take_text(reading->arena, code, code_length);
        value->as.code_with_scope.scope = scope;
        return read_children(reading, scope, data, length);
    }
    default:
        return read_scalar(reading, value, iter);
    }
}

static bool read_children(struct reading *reading, struct value *value, const uint8_t *data,
                          size_t length) {
    size_t base = (size_t)(data - reading->root);
    bson_t document;
    bson_iter_t iter;
    if (reading->depth == MAX_DEPTH)
        return fail(reading->fault, "too-deep", base,
                    "nested deeper than %d levels, the most this driver takes", MAX_DEPTH);
    if (!bson_init_static(&document, data, length) || !bson_iter_init(&iter, &document))
        return fail(reading->fault, "unknown", base,
                    "bson_init_static refuses the document at this offset");
    bool array = value->type == BSON_TYPE_ARRAY;
    size_t count = bson_count_keys(&document);
    struct value *items = arena_take(reading->arena, count * sizeof *items);
    value->as.children.items = items;
    value->as.children.count = count;
    reading->depth++;
    for (size_t i = 0; i < count && bson_iter_next(&iter); i++) {
        items[i] = (struct value){.type = bson_iter_type(&iter)};
        if (!array) {
            const char *key = bson_iter_key(&iter);
            items[i].key = take_text(reading->arena, key, strlen(key));
        }
        if (!read_value(reading, &items[i], &iter))
            return false;
    }
    reading->depth--;
    /* One step more than there are elements: it must meet the end, not something broken. */
    if (bson_iter_next(&iter) || iter.err_off)
        return fail(reading->fault, "unknown", base + iter.err_off,
                    "bson_iter_next refuses the element at this offset");
    return true;
}

bool value_read(struct value *value, const uint8_t *data, size_t length, struct arena *arena,
                struct fault *fault) {
    struct reading reading = {.root = data, .arena = arena, .fault = fault};
    *value = (struct value){.type = BSON_TYPE_DOCUMENT};
    return read_children(&reading, value, data, length);
}
