#include "session.h"

#include "allocations.h"
#include "contender.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

volatile uint64_t consumed_sum;

static const struct contender *const contenders[] = {
    &visit_contender,
    &append_contender,
    &copy_contender,
};
enum { CONTENDERS = sizeof contenders / sizeof contenders[0] };

static const uint64_t MOST_PASSES = UINT64_C(1) << 40;

static struct {
    const struct contender *contender; /* NULL while nothing is open */
    struct corpus corpus;
    struct work works[MAX_OPERATIONS]; /* of the whole corpus, one an operation */
    bool prepared[MAX_OPERATIONS];
    struct bytes input, output; /* of `recode` and `emit` */
} session;

static void work_free(struct work *work) {
    free(work->values);
    arena_free(&work->arena);
    bytes_free(&work->buffer);
    *work = (struct work){0};
}

void session_close(void) {
    for (int i = 0; i < MAX_OPERATIONS; i++) {
        work_free(&session.works[i]);
        session.prepared[i] = false;
    }
    corpus_free(&session.corpus);
    bytes_free(&session.input);
    bytes_free(&session.output);
    session.contender = NULL;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void session_contenders(void) {
    for (int i = 0; i < CONTENDERS; i++) {
        const struct contender *contender = contenders[i];
        printf("contender %s ", contender->name);
        print_word(stdout, contender->version());
        putchar(' ');
        print_word(stdout, contender->path());
        printf(" bson %s ops=", contender->traits);
        for (const struct operation *operation = contender->operations; operation->name;
             operation++)
            printf("%s%s", operation == contender->operations ? "" : ",", operation->name);
        putchar('\n');
    }
    answer_ok();
}

void session_open(int count, char **words) {
    session_close();
    if (count < 4) {
        answer_error("open takes a contender, a format and a path: open NAME bson PATH");
        return;
    }
    const struct contender *contender = NULL;
    for (int i = 0; i < CONTENDERS; i++)
        if (strcmp(contenders[i]->name, words[1]) == 0)
            contender = contenders[i];
    struct fault fault;
    if (!contender)
        answer_error("no contender %s here: see `contenders`", words[1]);
    else if (strcmp(words[2], "bson") != 0)
        answer_error("no format %s here: this driver has bson", words[2]);
    else if (count > 4)
        answer_error("bson takes no option %s", words[4]);
    else if (!corpus_read(&session.corpus, words[3], &fault))
        answer_error("%s", fault.message);
    else {
        session.contender = contender;
        answer_ok_number(session.corpus.count);
    }
}

/* Whether a contender is open and the request has `least` to `most` words; answers if not. */
static bool ready(int count, int least, int most, const char *usage) {
    if (!session.contender)
        answer_error("nothing is open: open NAME bson PATH");
    else if (count < least || count > most)
        answer_error("expected: %s", usage);
    else
        return true;
    return false;
}

/* The place of the operation `name` in the open contender's list, or -1, answered. */
static int find_operation(const char *name) {
    const struct contender *contender = session.contender;
    for (int i = 0; contender->operations[i].name; i++) {
        if (strcmp(contender->operations[i].name, name) != 0)
            continue;
        if (strcmp(name, "cycle") == 0 && !corpus_is_doc32(&session.corpus)) {
            answer_error("cycle builds bson/doc32, which is not the corpus that is open");
            return -1;
        }
        return i;
    }
    answer_error("%s has no operation %s", contender->name, name);
    return -1;
}

static bool prepare(const struct operation *operation, struct work *work) {
    struct fault fault;
    if (!operation->prepare || operation->prepare(work, &fault))
        return true;
    answer_error("cannot prepare %s: %s %s", operation->name, fault.kind, fault.message);
    work_free(work);
    return false;
}

/* The work of an operation over the whole corpus, prepared at its first use; NULL if that failed.
 */
static struct work *whole_corpus(int index) {
    struct work *work = &session.works[index];
    if (!session.prepared[index]) {
        *work = (struct work){.documents = session.corpus.documents, .count = session.corpus.count};
        session.prepared[index] = prepare(&session.contender->operations[index], work);
    }
    return session.prepared[index] ? work : NULL;
}

/* Runs `passes` passes between two readings of the clock, and answers. */
static void run(const struct operation *operation, const struct work *work, uint64_t passes) {
    bool (*pass)(const struct work *, uint64_t *, struct fault *) = operation->pass;
    struct fault fault;
    uint64_t consumed = 0;
    bool passed = true;
    uint64_t start = now();
    for (uint64_t i = 0; i < passes && passed; i++)
        passed = pass(work, &consumed, &fault);
    uint64_t stop = now();
    if (passed)
        answer_ok_numbers(stop - start, consumed);
    else
        answer_error("%s failed: %s %s", operation->name, fault.kind, fault.message);
}

void session_cold(int count, char **words) {
    if (!ready(count, 2, 2, "cold OPERATION"))
        return;
    int index = find_operation(words[1]);
    if (index < 0)
        return;
    if (session.corpus.count == 0) {
        answer_error("the corpus is empty");
        return;
    }
    const struct operation *operation = &session.contender->operations[index];
    struct work first = {.documents = session.corpus.documents, .count = 1};
    if (!prepare(operation, &first))
        return;
    run(operation, &first, 1);
    work_free(&first);
}

void session_time(int count, char **words) {
    uint64_t passes;
    if (!ready(count, 3, 3, "time OPERATION PASSES"))
        return;
    if (!parse_count(words[2], MOST_PASSES, &passes)) {
        answer_error("PASSES is a number from 1, not %s", words[2]);
        return;
    }
    int index = find_operation(words[1]);
    struct work *work = index < 0 ? NULL : whole_corpus(index);
    if (work)
        run(&session.contender->operations[index], work, passes);
}

void session_allocations(int count, char **words) {
    if (!ready(count, 2, 2, "allocations OPERATION"))
        return;
    int index = find_operation(words[1]);
    struct work *work = index < 0 ? NULL : whole_corpus(index);
    if (!work)
        return;
    struct fault fault;
    uint64_t consumed = 0, allocations, bytes;
    allocations_begin();
    bool passed = session.contender->operations[index].pass(work, &consumed, &fault);
    allocations_end(&allocations, &bytes);
    if (passed)
        answer_ok_numbers(allocations, bytes);
    else
        answer_error("%s failed: %s %s", words[1], fault.kind, fault.message);
}

void session_recode(int count, char **words) {
    if (!ready(count, 2, 2, "recode HEX"))
        return;
    if (!session.contender->recode) {
        answer_error("%s is a limit and has no codec", session.contender->name);
        return;
    }
    /* Memory exactly as long as the document, so that a sanitizer sees every read beyond it. */
    bytes_free(&session.input);
    if (!parse_hex(words[1], &session.input)) {
        answer_error("HEX is pairs of hexadecimal digits, or - for no bytes");
        return;
    }
    struct document document = {session.input.data, session.input.length};
    struct fault fault;
    if (session.contender->recode(&document, &session.output, &fault))
        answer_bytes(session.output.data, session.output.length);
    else
        answer_rejected(&fault);
}

static bool emit_documents(FILE *file, struct fault *fault) {
    for (size_t i = 0; i < session.corpus.count; i++) {
        if (!session.contender->recode(&session.corpus.documents[i], &session.output, fault)) {
            fprintf(stderr, "emit: document %zu: %s\n", i, fault->message);
            return false;
        }
        if (fwrite(session.output.data, 1, session.output.length, file) != session.output.length)
            return fail(fault, "unknown", FAULT_NO_OFFSET, "cannot write: %s", strerror(errno));
    }
    return true;
}

static bool emit_cycle(FILE *file, struct fault *fault) {
    if (!session.contender->emit_cycle(&session.output, fault))
        return false;
    if (fwrite(session.output.data, 1, session.output.length, file) != session.output.length)
        return fail(fault, "unknown", FAULT_NO_OFFSET, "cannot write: %s", strerror(errno));
    return true;
}

void session_emit(int count, char **words) {
    if (!ready(count, 2, 3, "emit PATH [OPERATION]"))
        return;
    bool cycle = count == 3 && strcmp(words[2], "cycle") == 0;
    if (count == 3 && find_operation(words[2]) < 0)
        return;
    if (!session.contender->recode) {
        answer_error("%s is a limit and has no codec", session.contender->name);
        return;
    }
    FILE *file = fopen(words[1], "wb");
    if (!file) {
        answer_error("cannot open %s: %s", words[1], strerror(errno));
        return;
    }
    struct fault fault;
    bool emitted = cycle ? emit_cycle(file, &fault) : emit_documents(file, &fault);
    if (fclose(file) != 0 && emitted)
        emitted = fail(&fault, "unknown", FAULT_NO_OFFSET, "cannot write: %s", strerror(errno));
    if (emitted)
        answer_ok();
    else
        answer_error("emit failed: %s %s", fault.kind, fault.message);
}
