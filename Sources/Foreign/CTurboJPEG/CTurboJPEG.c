// SPDX-License-Identifier: Apache-2.0

#include "CTurboJPEG.h"

#include "CDynamicLibrary.h"
#include <pthread.h>

static candela_turbojpeg table;
static char failure[256];
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
#define X(name) {#name, (void **)&table.name}
    static const candela_function functions[] = {
        X(tjInitDecompress), X(tjInitCompress), X(tjDestroy), X(tjDecompress2), X(tjCompress2), X(tjGetErrorStr2),
        X(tjCompressFromYUVPlanes), X(tjGetErrorCode), X(tjFree),
    };
#undef X
    loaded = candela_library_load("libturbojpeg.so.0", functions, CANDELA_COUNT(functions), failure, sizeof failure);
}

const candela_turbojpeg *candela_turbojpeg_load(const char **reason) {
    pthread_once(&once, load);
    *reason = loaded ? NULL : failure;
    return loaded ? &table : NULL;
}
