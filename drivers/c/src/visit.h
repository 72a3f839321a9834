#ifndef WIREBENCH_VISIT_H
#define WIREBENCH_VISIT_H

#include "contender.h"

/* Visits every element of a document at every depth, and adds a little of each key and value to
 * `sum`: lengths, first bytes, numbers. What `libbson@visit` is timed on. */
bool visit_document(const uint8_t *data, size_t length, uint64_t *sum, struct fault *fault);

/* The other half of the proof: the same walk, with every element appended to a new document. */
bool rebuild_document(const struct document *document, struct bytes *out, struct fault *fault);

#endif
