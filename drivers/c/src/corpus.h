/* A corpus in memory: a file of BSON documents, one after the other, cut at their lengths.
 *
 * Cutting reads the four length bytes of each document and nothing more; whether a document is any
 * good is for the codec to say.
 */
#ifndef WIREBENCH_CORPUS_H
#define WIREBENCH_CORPUS_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct document {
    const uint8_t *data;
    size_t length;
};

struct corpus {
    uint8_t *data;
    size_t length;
    struct document *documents;
    size_t count;
};

/* Reads and cuts the file at `path`. On failure nothing needs to be freed. */
bool corpus_read(struct corpus *corpus, const char *path, struct fault *fault);
void corpus_free(struct corpus *corpus);

/* Whether this is `bson/doc32`, told by its one document and the name of its first key. */
bool corpus_is_doc32(const struct corpus *corpus);

#endif
