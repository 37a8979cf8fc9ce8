// SPDX-License-Identifier: Apache-2.0
//
// The files of the studio's page, from Page/, embedded in the program.

#ifndef CANDELA_CPAGEASSETS_H
#define CANDELA_CPAGEASSETS_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A file of the page. It is valid for the lifetime of the process.
typedef struct candela_page_asset {
    const char *name;
    const char *media_type;
    const unsigned char *bytes;
    size_t count;
} candela_page_asset;

/// The file at this index; NULL past the last.
const candela_page_asset *_Nullable candela_page_asset_at(size_t index);

#pragma clang assume_nonnull end

#endif
