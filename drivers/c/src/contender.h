/* What the driver needs of a contender: its traits, one document recoded, and timed passes.
 *
 * An operation is prepared once, outside the clock, for a stretch of documents (`struct work`); a
 * pass then goes over that stretch once. The session picks the pass before it reads the clock, so
 * that nothing but the pass runs inside.
 *
 *     prepare(&work, &fault);
 *     start = now();
 *     for (i = 0; i < passes; i++) pass(&work, &consumed, &fault);
 *     stop = now();
 */
#ifndef WIREBENCH_CONTENDER_H
#define WIREBENCH_CONTENDER_H

#include "corpus.h"
#include "fault.h"
#include "protocol.h"
#include "value.h"

struct work {
    const struct document *documents;
    size_t count;
    struct value *values; /* what `encode` needs: the documents, decoded beforehand */
    struct arena arena;   /* where those values live */
    struct bytes buffer;  /* what a copy goes to */
};

struct operation {
    const char *name;
    bool (*prepare)(struct work *work, struct fault *fault); /* or NULL: nothing to prepare */
    bool (*pass)(const struct work *work, uint64_t *consumed, struct fault *fault);
};

enum { MAX_OPERATIONS = 3 };

struct contender {
    const char *name;
    const char *(*version)(void);
    const char *(*path)(void);
    const char *traits; /* the KEY=VALUE words of its `contender` line, but `ops` */
    struct operation operations[MAX_OPERATIONS + 1]; /* ended by one without a name */
    /* Decodes a document and encodes it again into `out`; NULL for a limit, which has no codec. */
    bool (*recode)(const struct document *document, struct bytes *out, struct fault *fault);
    /* What `cycle` builds and encodes; NULL where there is no `cycle`. */
    bool (*emit_cycle)(struct bytes *out, struct fault *fault);
};

extern const struct contender visit_contender;
extern const struct contender append_contender;
extern const struct contender copy_contender;

/* Where passes leave the sum of what they saw, so that no optimiser may drop the work. */
extern volatile uint64_t consumed_sum;

#endif
