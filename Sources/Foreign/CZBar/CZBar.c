// SPDX-License-Identifier: Apache-2.0

#include "CZBar.h"

#include "CDynamicLibrary.h"

#define ZBAR(X, name) X(name, zbar_##name)
#define FUNCTIONS(X)                                                                                                     \
    ZBAR(X, version) ZBAR(X, image_create) ZBAR(X, image_destroy) ZBAR(X, image_set_format) ZBAR(X, image_set_size)      \
    ZBAR(X, image_set_data) ZBAR(X, image_first_symbol) ZBAR(X, image_scanner_create) ZBAR(X, image_scanner_destroy)     \
    ZBAR(X, image_scanner_set_config) ZBAR(X, image_scanner_enable_cache) ZBAR(X, image_scanner_recycle_image)           \
    ZBAR(X, scan_image) ZBAR(X, symbol_next) ZBAR(X, symbol_first_component) ZBAR(X, symbol_get_type)                    \
    ZBAR(X, symbol_get_data) ZBAR(X, symbol_get_data_length) ZBAR(X, symbol_get_quality) ZBAR(X, symbol_get_loc_size)    \
    ZBAR(X, symbol_get_loc_x) ZBAR(X, symbol_get_loc_y) ZBAR(X, symbol_get_orientation)

CANDELA_TABLE(czbar_functions, "libzbar.so.0", FUNCTIONS, czbar_load)
