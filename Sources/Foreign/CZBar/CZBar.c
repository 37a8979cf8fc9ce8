// SPDX-License-Identifier: Apache-2.0

#include "CZBar.h"

#include "CDynamicLibrary.h"
#include <pthread.h>

static czbar_functions functions;
static char failure[512];
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
#define X(name) {"zbar_" #name, (void **)&functions.name}
    static const candela_function wanted[] = {
        X(version), X(image_create), X(image_destroy), X(image_set_format), X(image_set_size), X(image_set_data),
        X(image_first_symbol), X(image_scanner_create), X(image_scanner_destroy), X(image_scanner_set_config),
        X(image_scanner_enable_cache), X(image_scanner_recycle_image), X(scan_image), X(symbol_next),
        X(symbol_first_component), X(symbol_get_type), X(symbol_get_data), X(symbol_get_data_length),
        X(symbol_get_quality), X(symbol_get_loc_size), X(symbol_get_loc_x), X(symbol_get_loc_y),
        X(symbol_get_orientation),
    };
#undef X
    loaded = candela_library_load("libzbar.so.0", wanted, CANDELA_COUNT(wanted), failure, sizeof failure);
}

const czbar_functions *czbar_load(const char **reason) {
    pthread_once(&once, load);
    if (!loaded) {
        if (reason) *reason = failure;
        return NULL;
    }
    return &functions;
}
