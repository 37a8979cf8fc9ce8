// SPDX-License-Identifier: Apache-2.0

#include "CDynamicLibrary.h"

#include <dlfcn.h>
#include <stdio.h>

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
