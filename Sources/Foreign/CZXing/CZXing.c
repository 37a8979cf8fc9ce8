// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CZXing.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libcandela-zxing.so"

static const czxing_functions *functions;
static char failure[2048];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Appends a path and the problem with it to the sentence.
static void note(const char *place, const char *cause) {
    size_t used = strlen(failure);
    snprintf(failure + used, sizeof failure - used, "%s%s: %s", used ? "; " : "", place, cause);
}

static int attempt(const char *folder, const char *below) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s%s/" LIBRARY, folder, below);
    if (length < 0 || (size_t)length >= sizeof path) return 0;
    if (access(path, F_OK) != 0) {
        note(path, "no such file");
        return 0;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *cause = dlerror();
        note(path, cause ? cause : "unknown cause");
        return 0;
    }
    const czxing_functions *(*entry)(void);
    *(void **)&entry = dlsym(library, CZXING_ENTRY_POINT);
    if (entry == NULL) {
        note(path, "no function " CZXING_ENTRY_POINT);
    } else if (entry()->abi != CZXING_ABI) {
        note(path, "built for another version of candela");
    } else {
        functions = entry();
        return 1;
    }
    dlclose(library);
    return 0;
}

/// Cuts a path to its folder; 0 if it has none.
static int cut(char *path) {
    char *slash = strrchr(path, '/');
    if (slash == NULL) return 0;
    *slash = '\0';
    return 1;
}

static void load(void) {
    // A set-user-id program must not load code from a place that its caller chooses.
    const char *named = secure_getenv("CANDELA_PLUGIN_DIR");
    if (named != NULL && named[0] != '\0' && attempt(named, "")) return;

    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) {
        path[length] = '\0';
        // The last one is for programs in libexec/candela.
        if (cut(path)
            && (attempt(path, "") || attempt(path, "/../lib/candela") || attempt(path, "/../../lib/candela")))
            return;
    }
    Dl_info info;
    char module[PATH_MAX];
    if (dladdr((void *)(uintptr_t)czxing_load, &info) && info.dli_fname != NULL
        && realpath(info.dli_fname, module) != NULL && cut(module) && (length <= 0 || strcmp(module, path) != 0)) {
        attempt(module, "");
    }
}

const czxing_functions *czxing_load(const char **reason) {
    pthread_once(&once, load);
    if (functions == NULL && reason != NULL) *reason = failure;
    return functions;
}
