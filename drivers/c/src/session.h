/* What is open, and the requests that need it.
 *
 * One contender on one corpus is open at a time. Each function answers its request itself, with
 * exactly one line.
 */
#ifndef WIREBENCH_SESSION_H
#define WIREBENCH_SESSION_H

void session_contenders(void);
void session_open(int count, char **words);
void session_cold(int count, char **words);
void session_recode(int count, char **words);
void session_emit(int count, char **words);
void session_time(int count, char **words);
void session_allocations(int count, char **words);
void session_close(void);

#endif
