/* Counts what libbson allocates, through the allocator table that libbson offers for the purpose.
 *
 *     allocations_begin();
 *     pass(...);
 *     allocations_end(&count, &bytes);
 *
 * malloc, calloc, aligned_alloc and realloc each count as one, with the bytes asked for: a buffer
 * that grows by realloc from 128 to 256 bytes counts as 2 and 384. The table is only replaced
 * between the two calls, so that timed passes run libbson's own.
 */
#ifndef WIREBENCH_ALLOCATIONS_H
#define WIREBENCH_ALLOCATIONS_H

#include <stdint.h>

void allocations_begin(void);
void allocations_end(uint64_t *count, uint64_t *bytes);

#endif
