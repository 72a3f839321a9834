#include "fault.h"

#include <stdarg.h>
#include <stdio.h>

bool fail(struct fault *fault, const char *kind, size_t offset, const char *format, ...) {
    fault->kind = kind;
    fault->offset = offset;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->message, sizeof fault->message, format, arguments);
    va_end(arguments);
    return false;
}
