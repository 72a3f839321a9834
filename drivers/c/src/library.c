#define _GNU_SOURCE /* dladdr */
#include "library.h"

#include <bson/bson.h>
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <string.h>

/* The file that a function was loaded from. A data pointer is what dladdr takes; POSIX promises
 * that a function pointer survives the conversion. */
static const char *path_of(void (*function)(void)) {
    void *address;
    memcpy(&address, &function, sizeof address);
    Dl_info info;
    return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
}

const char *libbson_version(void) {
    return bson_get_version();
}

const char *libbson_path(void) {
    return path_of((void (*)(void))bson_get_version);
}

const char *libc_version(void) {
    return gnu_get_libc_version();
}

const char *libc_path(void) {
    return path_of((void (*)(void))gnu_get_libc_version);
}

const char *runtime_version(void) {
    static char version[64];
#if defined(__clang__)
    const char *compiler = "clang";
    int major = __clang_major__, minor = __clang_minor__, patch = __clang_patchlevel__;
#else
    const char *compiler = "gcc";
    int major = __GNUC__, minor = __GNUC_MINOR__, patch = __GNUC_PATCHLEVEL__;
#endif
    snprintf(version, sizeof version, "%s-%d.%d.%d+glibc-%s", compiler, major, minor, patch,
             gnu_get_libc_version());
    return version;
}
