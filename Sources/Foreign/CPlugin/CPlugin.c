// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CPlugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// Appends a path and the problem with it to the sentence.
static void note(cplugin *plugin, const char *place, const char *cause) {
    size_t used = strlen(plugin->failure);
    snprintf(
        plugin->failure + used, sizeof plugin->failure - used, "%s%s: %s", used ? "; " : "", place, cause);
}

static int attempt(cplugin *plugin, const char *folder, const char *below) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s%s/%s", folder, below, plugin->file);
    if (length < 0 || (size_t)length >= sizeof path) return 0;
    if (access(path, F_OK) != 0) {
        note(plugin, path, "no such file");
        return 0;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *cause = dlerror();
        note(plugin, path, cause ? cause : "unknown cause");
        return 0;
    }
    const uint32_t *(*entry)(void);
    *(void **)&entry = dlsym(library, plugin->entry_point);
    if (entry == NULL) {
        note(plugin, path, "no function for candela in it");
    } else if (*entry() != plugin->abi) {
        note(plugin, path, "built for another version of candela");
    } else {
        plugin->table = entry();
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

static void load(cplugin *plugin) {
    // A set-user-id program must not load code from a place that its caller chooses.
    const char *named = secure_getenv("CANDELA_PLUGIN_DIR");
    if (named != NULL && named[0] != '\0' && attempt(plugin, named, "")) return;

    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) {
        path[length] = '\0';
        // The last one is for programs in libexec/candela.
        if (cut(path)
            && (attempt(plugin, path, "") || attempt(plugin, path, "/../lib/candela")
                || attempt(plugin, path, "/../../lib/candela")))
            return;
    }
    Dl_info info;
    char module[PATH_MAX];
    if (dladdr((void *)(uintptr_t)cplugin_load, &info) && info.dli_fname != NULL
        && realpath(info.dli_fname, module) != NULL && cut(module) && (length <= 0 || strcmp(module, path) != 0)) {
        if (attempt(plugin, module, "")) return;
    }
    // For programs that use the library and are elsewhere. Most machines have only one of them, so neither is missed.
    static const char *const installed[] = {"/usr/local/lib/candela", "/usr/lib/candela"};
    for (size_t index = 0; index < sizeof installed / sizeof *installed; index++)
        if (access(installed[index], F_OK) == 0 && attempt(plugin, installed[index], "")) return;
}

const void *cplugin_load(cplugin *plugin, const char **reason) {
    pthread_mutex_lock(&lock);
    if (!plugin->is_tried) load(plugin);
    plugin->is_tried = 1;
    pthread_mutex_unlock(&lock);
    if (plugin->table == NULL && reason != NULL) *reason = plugin->failure;
    return plugin->table;
}
