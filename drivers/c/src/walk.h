/* bson_iter_visit_all over a document and everything nested in it.
 *
 * libbson visits one level; a visitor that meets a document, an array or a scope calls
 * `walk_into` to visit that too. A walk ends early in one of four ways, all of them faults:
 *
 * - libbson calls `visit_corrupt`, with the offset of the item it could not read;
 * - libbson calls `visit_unsupported_type`, for a type byte that names no type it knows;
 * - libbson stops on its own, which is how it says that a string is not UTF-8; the offset is the
 *   element's;
 * - we stop it, at more than MAX_DEPTH levels, or because a visitor could not do its part.
 *
 * A type without a visitor would be passed over in silence, so visitors must have all of them.
 */
#ifndef WIREBENCH_WALK_H
#define WIREBENCH_WALK_H

#include "fault.h"

#include <bson/bson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a visitor gets as its `data`; embed it first. */
struct walk {
    const bson_visitor_t *visitor;
    struct fault *fault;
    const uint8_t *root; /* offsets count from here */
    size_t base;         /* offset of the document being visited */
    int depth;
    bool failed;
};

/* Visits the document in `data` and all that is nested in it. */
bool walk_document(struct walk *walk, const uint8_t *data, size_t length);

/* Visits a nested document, array or scope, from inside a visitor. Returns what a visitor must
 * return: true to stop. */
bool walk_into(struct walk *walk, const bson_t *document);

/* The two visitors that every walk shares. */
void walk_corrupt(const bson_iter_t *iter, void *data);
void walk_unsupported_type(const bson_iter_t *iter, const char *key, uint32_t type, void *data);

#endif
