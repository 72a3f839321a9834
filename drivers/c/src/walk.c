#include "walk.h"

#include "value.h"

static void walk_fail(struct walk *walk, const char *kind, size_t offset, const char *message) {
    if (!walk->failed)
        fail(walk->fault, kind, offset, "%s", message);
    walk->failed = true;
}

bool walk_into(struct walk *walk, const bson_t *document) {
    size_t outer = walk->base;
    walk->base = (size_t)(bson_get_data(document) - walk->root);
    if (walk->depth == MAX_DEPTH) {
        walk_fail(walk, "too-deep", walk->base,
                  "nested deeper than 200 levels, the driver's bound");
        return true;
    }
    bson_iter_t iter;
    if (!bson_iter_init(&iter, document)) {
        walk_fail(walk, "unknown", walk->base,
                  "bson_iter_init refuses the document at this offset");
        return true;
    }
    walk->depth++;
    if (bson_iter_visit_all(&iter, walk->visitor, walk))
        walk_fail(walk, "unknown", walk->base + iter.err_off,
                  "bson_iter_visit_all stopped: not UTF-8 in the element at this offset");
    walk->depth--;
    walk->base = outer;
    return walk->failed;
}

bool walk_document(struct walk *walk, const uint8_t *data, size_t length) {
    bson_t document;
    walk->root = data;
    walk->base = 0;
    walk->depth = 0;
    walk->failed = false;
    if (!bson_init_static(&document, data, length)) {
        walk_fail(walk, "unknown", 0, "bson_init_static refuses the document");
        return false;
    }
    return !walk_into(walk, &document);
}

void walk_corrupt(const bson_iter_t *iter, void *data) {
    struct walk *walk = data;
    walk_fail(walk, "unknown", walk->base + iter->err_off,
              "visit_corrupt: libbson cannot read the item at this offset");
}

void walk_unsupported_type(const bson_iter_t *iter, const char *key, uint32_t type, void *data) {
    (void)key;
    struct walk *walk = data;
    if (!walk->failed)
        fail(walk->fault, "bad-type", walk->base + iter->type,
             "visit_unsupported_type: no type has the number 0x%02x", type);
    walk->failed = true;
}
