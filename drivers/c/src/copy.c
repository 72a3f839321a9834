/* The limit: the machine's own copy of each document's bytes, into one kept buffer.
 *
 * No codec that hands out or takes in owned bytes can be faster. The barrier after each copy tells
 * the compiler that somebody reads the buffer, so that it can drop none of them.
 */
#include "contender.h"
#include "library.h"

#include <string.h>

static bool prepare(struct work *work, struct fault *fault) {
    (void)fault;
    size_t longest = 0;
    for (size_t i = 0; i < work->count; i++)
        if (work->documents[i].length > longest)
            longest = work->documents[i].length;
    bytes_reserve(&work->buffer, longest);
    return true;
}

static uint64_t copy_all(const struct work *work) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < work->count; i++) {
        memcpy(work->buffer.data, work->documents[i].data, work->documents[i].length);
        __asm__ volatile("" : : "r"(work->buffer.data) : "memory");
        bytes += work->documents[i].length;
    }
    return bytes;
}

static bool decode_pass(const struct work *work, uint64_t *consumed, struct fault *fault) {
    (void)fault;
    consumed_sum = copy_all(work);
    *consumed += work->count;
    return true;
}

static bool encode_pass(const struct work *work, uint64_t *consumed, struct fault *fault) {
    (void)fault;
    *consumed += copy_all(work);
    return true;
}

const struct contender copy_contender = {
    .name = "memcpy",
    .version = libc_version,
    .path = libc_path,
    .traits = "model=bytes buffer=reused ownership=owned checks=partial limit=yes",
    .operations = {{"decode", prepare, decode_pass}, {"encode", prepare, encode_pass}},
};
