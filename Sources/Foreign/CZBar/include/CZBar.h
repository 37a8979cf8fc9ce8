// SPDX-License-Identifier: Apache-2.0
//
// libzbar, loaded when the first reader is made, so that commands that decode nothing start faster.

#ifndef CZBAR_H
#define CZBAR_H

#include <zbar.h>

/// The functions of libzbar that we use, named without `zbar_`. The header's prototypes give the types.
typedef struct czbar_functions {
    __typeof__(&zbar_version) version;
    __typeof__(&zbar_image_create) image_create;
    __typeof__(&zbar_image_destroy) image_destroy;
    __typeof__(&zbar_image_set_format) image_set_format;
    __typeof__(&zbar_image_set_size) image_set_size;
    __typeof__(&zbar_image_set_data) image_set_data;
    __typeof__(&zbar_image_first_symbol) image_first_symbol;
    __typeof__(&zbar_image_scanner_create) image_scanner_create;
    __typeof__(&zbar_image_scanner_destroy) image_scanner_destroy;
    __typeof__(&zbar_image_scanner_set_config) image_scanner_set_config;
    __typeof__(&zbar_image_scanner_enable_cache) image_scanner_enable_cache;
    __typeof__(&zbar_image_scanner_recycle_image) image_scanner_recycle_image;
    __typeof__(&zbar_scan_image) scan_image;
    __typeof__(&zbar_symbol_next) symbol_next;
    __typeof__(&zbar_symbol_first_component) symbol_first_component;
    __typeof__(&zbar_symbol_get_type) symbol_get_type;
    __typeof__(&zbar_symbol_get_data) symbol_get_data;
    __typeof__(&zbar_symbol_get_data_length) symbol_get_data_length;
    __typeof__(&zbar_symbol_get_quality) symbol_get_quality;
    __typeof__(&zbar_symbol_get_loc_size) symbol_get_loc_size;
    __typeof__(&zbar_symbol_get_loc_x) symbol_get_loc_x;
    __typeof__(&zbar_symbol_get_loc_y) symbol_get_loc_y;
    __typeof__(&zbar_symbol_get_orientation) symbol_get_orientation;
} czbar_functions;

/// Loads the table once; it is valid for the lifetime of the process. Thread-safe. Returns NULL if the library is
/// missing or lacks a function; then `*reason` is a sentence, valid for the lifetime of the process.
const czbar_functions *czbar_load(const char **reason);

/// Enumerators as plain numbers, for `switch`: zbar's types are C enumerations, but its configuration uses plain
/// numbers.
enum {
    CZBAR_PARTIAL = ZBAR_PARTIAL,
    CZBAR_EAN2 = ZBAR_EAN2,
    CZBAR_EAN5 = ZBAR_EAN5,
    CZBAR_EAN8 = ZBAR_EAN8,
    CZBAR_UPCE = ZBAR_UPCE,
    CZBAR_UPCA = ZBAR_UPCA,
    CZBAR_EAN13 = ZBAR_EAN13,
    CZBAR_COMPOSITE = ZBAR_COMPOSITE,
    CZBAR_I25 = ZBAR_I25,
    CZBAR_DATABAR = ZBAR_DATABAR,
    CZBAR_DATABAR_EXP = ZBAR_DATABAR_EXP,
    CZBAR_CODABAR = ZBAR_CODABAR,
    CZBAR_CODE39 = ZBAR_CODE39,
    CZBAR_QRCODE = ZBAR_QRCODE,
    CZBAR_CODE93 = ZBAR_CODE93,
    CZBAR_CODE128 = ZBAR_CODE128,
};

/// `Y800`, eight-bit grey.
#define CZBAR_Y800 0x30303859ul

#endif
