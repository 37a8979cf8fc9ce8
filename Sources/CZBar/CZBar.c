// SPDX-License-Identifier: Apache-2.0

#include "CZBar.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static czbar_functions functions;
static char failure[512];
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libzbar.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *cause = dlerror();
        snprintf(failure, sizeof failure, "%s", cause ? cause : "libzbar.so.0: unknown cause");
        return;
    }
#define RESOLVE(name) \
    if ((*(void **)&functions.name = dlsym(library, "zbar_" #name)) == NULL) { \
        snprintf(failure, sizeof failure, "libzbar.so.0: no function zbar_" #name); \
        dlclose(library); \
        return; \
    }
    RESOLVE(version)
    RESOLVE(image_create)
    RESOLVE(image_destroy)
    RESOLVE(image_set_format)
    RESOLVE(image_set_size)
    RESOLVE(image_set_data)
    RESOLVE(image_first_symbol)
    RESOLVE(image_scanner_create)
    RESOLVE(image_scanner_destroy)
    RESOLVE(image_scanner_set_config)
    RESOLVE(image_scanner_enable_cache)
    RESOLVE(image_scanner_recycle_image)
    RESOLVE(scan_image)
    RESOLVE(symbol_next)
    RESOLVE(symbol_first_component)
    RESOLVE(symbol_get_type)
    RESOLVE(symbol_get_data)
    RESOLVE(symbol_get_data_length)
    RESOLVE(symbol_get_quality)
    RESOLVE(symbol_get_loc_size)
    RESOLVE(symbol_get_loc_x)
    RESOLVE(symbol_get_loc_y)
    RESOLVE(symbol_get_orientation)
#undef RESOLVE
    loaded = 1;
}

const czbar_functions *czbar_load(const char **reason) {
    pthread_once(&once, load);
    if (!loaded) {
        if (reason) *reason = failure;
        return NULL;
    }
    return &functions;
}
