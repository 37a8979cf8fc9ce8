// SPDX-License-Identifier: Apache-2.0

#include "CDynamicLibrary.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int candela_library_load(const char *soname, const candela_function *functions, size_t count, char *failure,
                         size_t failure_size) {
    void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *cause = dlerror();
        snprintf(failure, failure_size, "%s", cause ? cause : soname);
        return 0;
    }
    for (size_t index = 0; index < count; index++) {
        void *address = dlsym(library, functions[index].name);
        if (address == NULL) {
            snprintf(failure, failure_size, "%s: has no function %s", soname, functions[index].name);
            dlclose(library);
            return 0;
        }
        *functions[index].slot = address;
    }
    return 1;
}

int candela_library_load_first(const char *const *sonames, const candela_function *functions, size_t count, char *failure,
                               size_t failure_size) {
    int broken = 0;
    for (int index = 0; sonames[index]; index++) {
        char cause[256], absent[256];
        if (candela_library_load(sonames[index], functions, count, cause, sizeof cause)) return index;
        // The reason of one that is there and cannot be used says more than that of one that is not there.
        snprintf(absent, sizeof absent, "%s: cannot open", sonames[index]);
        int is_absent = strncmp(cause, absent, strlen(absent)) == 0;
        if (broken) continue;
        snprintf(failure, failure_size, "%s", cause);
        broken = !is_absent;
    }
    return -1;
}
