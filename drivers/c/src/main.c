/* wirebench-driver-c: libbson under the bench. One request a line in, its answer out.
 *
 *     $ build/wirebench-driver-c
 *     hello
 *     ok wirebench-driver 1 c gcc-12.2.0+glibc-2.36
 *
 * docs/driver-protocol.md says what may be asked.
 */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "library.h"
#include "protocol.h"
#include "session.h"

#include <stdlib.h>
#include <string.h>

static void hello(int count, char **words) {
    (void)count;
    (void)words;
    fputs("ok wirebench-driver 1 c ", stdout);
    print_word(stdout, runtime_version());
    putchar('\n');
    fflush(stdout);
}

static void list_contenders(int count, char **words) {
    (void)count;
    (void)words;
    session_contenders();
}

static const struct {
    const char *name;
    void (*answer)(int count, char **words);
} requests[] = {
    {"hello", hello},       {"contenders", list_contenders},      {"open", session_open},
    {"cold", session_cold}, {"recode", session_recode},           {"emit", session_emit},
    {"time", session_time}, {"allocations", session_allocations},
};

static void dispatch(int count, char **words) {
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        if (strcmp(requests[i].name, words[0]) == 0) {
            requests[i].answer(count, words);
            return;
        }
    answer_error("unknown request %s", words[0]);
}

/* Cuts a line into plain words; -1, answered, when it is not such a line. */
static int parse(char *line, ssize_t length, char *words[MAX_WORDS]) {
    if (strlen(line) != (size_t)length) {
        answer_error("a NUL in the line");
        return -1;
    }
    int count = split_words(line, words);
    if (count < 0) {
        answer_error("a request is at most %d words with one space between them", MAX_WORDS);
        return -1;
    }
    for (int i = 0; i < count; i++)
        if (!unescape_word(words[i])) {
            answer_error("a %% must be followed by two hexadecimal digits, and not by 00");
            return -1;
        }
    return count;
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool done = false;
    while (!done && (length = getline(&line, &capacity, stdin)) >= 0) {
        if (length > 0 && line[length - 1] == '\n')
            line[--length] = '\0';
        char *words[MAX_WORDS];
        int count = parse(line, length, words);
        if (count < 0)
            continue;
        if (strcmp(words[0], "bye") == 0) {
            answer_ok();
            done = true;
        } else
            dispatch(count, words);
    }
    session_close();
    free(line);
    return EXIT_SUCCESS;
}
