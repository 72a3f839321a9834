#ifndef WIREBENCH_APPEND_H
#define WIREBENCH_APPEND_H

#include "value.h"

/* Appends `count` values to `target`, with their keys, or numbered when it is an array. False when
 * libbson would not append: the document would be too long. */
bool append_values(bson_t *target, const struct value *values, size_t count, bool array);

#endif
