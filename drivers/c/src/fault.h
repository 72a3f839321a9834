/* What went wrong with a document: the kind of error, where, and words for a person.
 *
 * Every step that can fail takes a `struct fault *` and returns false once it has filled it. The
 * first fault counts: whoever sees a callee fail passes the callee's fault on untouched.
 *
 *     if (!contender->recode(data, length, &out, &fault))
 *         answer_rejected(&fault);
 */
#ifndef WIREBENCH_FAULT_H
#define WIREBENCH_FAULT_H

#include <stdbool.h>
#include <stddef.h>

#define FAULT_NO_OFFSET ((size_t)-1)

struct fault {
    const char *kind; /* an error kind of the format, or "unknown" where the library does not say */
    size_t offset;    /* bytes from the start of the document, or FAULT_NO_OFFSET */
    char message[256];
};

/* Fills `fault` as printf would, and returns false. */
bool fail(struct fault *fault, const char *kind, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
