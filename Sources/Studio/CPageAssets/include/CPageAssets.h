// SPDX-License-Identifier: Apache-2.0
//
// The studio's page: its files, as they lie in Page/, embedded in the program.

#ifndef CANDELA_CPAGEASSETS_H
#define CANDELA_CPAGEASSETS_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A file of the page. All of it lives as long as the process.
typedef struct candela_page_asset {
    const char *name;
    const char *media_type;
    const unsigned char *bytes;
    size_t count;
} candela_page_asset;

/// The file in this place; NULL beyond the last.
const candela_page_asset *_Nullable candela_page_asset_at(size_t index);

#pragma clang assume_nonnull end

#endif
