#include "allocations.h"

#include <bson/bson.h>
#include <stdlib.h>

static uint64_t allocation_count;
static uint64_t allocation_bytes;

static void count(size_t bytes) {
    allocation_count++;
    allocation_bytes += bytes;
}

static void *counting_malloc(size_t bytes) {
    count(bytes);
    return malloc(bytes);
}

static void *counting_calloc(size_t members, size_t bytes) {
    count(members * bytes);
    return calloc(members, bytes);
}

static void *counting_realloc(void *memory, size_t bytes) {
    count(bytes);
    return realloc(memory, bytes);
}

static void *counting_aligned_alloc(size_t alignment, size_t bytes) {
    count(bytes);
    return aligned_alloc(alignment, bytes);
}

void allocations_begin(void) {
    static const bson_mem_vtable_t counting = {
        .malloc = counting_malloc,
        .calloc = counting_calloc,
        .realloc = counting_realloc,
        .free = free,
        .aligned_alloc = counting_aligned_alloc,
    };
    allocation_count = allocation_bytes = 0;
    bson_mem_set_vtable(&counting);
}

void allocations_end(uint64_t *count_out, uint64_t *bytes_out) {
    bson_mem_restore_vtable();
    *count_out = allocation_count;
    *bytes_out = allocation_bytes;
}
