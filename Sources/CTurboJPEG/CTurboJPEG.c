// SPDX-License-Identifier: Apache-2.0

#include "CTurboJPEG.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static candela_turbojpeg table;
static char failure[256];
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *error = dlerror();
        snprintf(failure, sizeof failure, "%s", error ? error : "libturbojpeg.so.0: not loaded");
        return;
    }
// The cast through a pointer to the member is POSIX's way round ISO C's ban on object-to-function casts.
#define SYMBOL(name)                                                                     \
    if (!(*(void **)&table.name = dlsym(library, #name))) {                              \
        snprintf(failure, sizeof failure, "libturbojpeg.so.0: has no function " #name);  \
        return;                                                                          \
    }
    SYMBOL(tjInitDecompress)
    SYMBOL(tjInitCompress)
    SYMBOL(tjDestroy)
    SYMBOL(tjDecompress2)
    SYMBOL(tjCompress2)
    SYMBOL(tjGetErrorStr2)
    SYMBOL(tjGetErrorCode)
    SYMBOL(tjFree)
#undef SYMBOL
    loaded = 1;
}

const candela_turbojpeg *candela_turbojpeg_load(const char **reason) {
    pthread_once(&once, load);
    *reason = loaded ? NULL : failure;
    return loaded ? &table : NULL;
}
