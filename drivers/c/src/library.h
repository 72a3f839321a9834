/* Who the running libraries are: read from the process itself, never from our source. */
#ifndef WIREBENCH_LIBRARY_H
#define WIREBENCH_LIBRARY_H

const char *libbson_version(void);
const char *libbson_path(void);
const char *libc_version(void);
const char *libc_path(void);

/* The compiler of this driver and the C library it runs on, as one word. */
const char *runtime_version(void);

#endif
