#ifndef WIREBENCH_DOC32_H
#define WIREBENCH_DOC32_H

#include "contender.h"

/* `cycle` on `bson/doc32`: build and encode it with bson_append_*, then visit what came out. */
bool doc32_cycle_pass(const struct work *work, uint64_t *consumed, struct fault *fault);

/* What the cycle built and encoded. */
bool doc32_emit(struct bytes *out, struct fault *fault);

#endif
