#include "corpus.h"

#include "protocol.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST_DOCUMENT = 5 };

static bool read_file(const char *path, struct bytes *out, struct fault *fault) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(fault, "unknown", FAULT_NO_OFFSET, "cannot open %s: %s", path, strerror(errno));
    do {
        bytes_reserve(out, out->length + out->length / 2 + (1 << 16));
        out->length += fread(out->data + out->length, 1, out->capacity - out->length, file);
    } while (!feof(file) && !ferror(file));
    bool read = !ferror(file);
    if (!read)
        fail(fault, "unknown", out->length, "cannot read %s: %s", path, strerror(errno));
    fclose(file);
    return read;
}

static uint32_t read_length(const uint8_t *data) {
    return (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
           (uint32_t)data[3] << 24;
}

static bool cut(struct corpus *corpus, struct fault *fault) {
    size_t capacity = 0;
    for (size_t at = 0; at < corpus->length;) {
        size_t left = corpus->length - at;
        uint32_t length = left < 4 ? 0 : read_length(corpus->data + at);
        if (length < SMALLEST_DOCUMENT || length > left)
            return fail(
                fault, "unknown", at,
                "not a file of BSON documents: at byte %zu of the file, document %zu claims "
                "%u bytes, %zu are left",
                at, corpus->count, length, left);
        if (corpus->count == capacity) {
            capacity = capacity ? 2 * capacity : 1024;
            corpus->documents = must_realloc(corpus->documents, capacity * sizeof(struct document));
        }
        corpus->documents[corpus->count++] = (struct document){corpus->data + at, length};
        at += length;
    }
    return true;
}

bool corpus_read(struct corpus *corpus, const char *path, struct fault *fault) {
    struct bytes file = {0};
    *corpus = (struct corpus){0};
    if (!read_file(path, &file, fault)) {
        bytes_free(&file);
        return false;
    }
    corpus->data = file.data;
    corpus->length = file.length;
    if (!cut(corpus, fault)) {
        corpus_free(corpus);
        return false;
    }
    return true;
}

void corpus_free(struct corpus *corpus) {
    free(corpus->documents);
    free(corpus->data);
    *corpus = (struct corpus){0};
}

bool corpus_is_doc32(const struct corpus *corpus) {
    static const uint8_t first_element[] = "\x01"
                                           "a_double";
    return corpus->count == 1 && corpus->documents[0].length > 4 + sizeof first_element &&
           memcmp(corpus->documents[0].data + 4, first_element, sizeof first_element) == 0;
}
