// SPDX-License-Identifier: Apache-2.0
//
// Finds and loads our own plugins: libcandela-NAME.so, each of which hides a library with an unstable interface behind a
// table of C functions. The first member of every table is a uint32_t, the number of its layout.

#ifndef CPLUGIN_H
#define CPLUGIN_H

#include <stddef.h>
#include <stdint.h>

/// What is known of a plugin. Zero-initialised, except for the first three members; it must never be freed.
typedef struct cplugin {
    /// The file, "libcandela-zxing.so".
    const char *file;
    /// The function without arguments that returns the table.
    const char *entry_point;
    /// The number that the table must have.
    uint32_t abi;
    /// Private.
    int is_tried;
    const void *table;
    char failure[2048];
} cplugin;

/// Loads the plugin's table once; it is valid for the lifetime of the process. Thread-safe. Searches $CANDELA_PLUGIN_DIR, the
/// folder of the running executable, ../lib/candela relative to it, the folder of the module that contains this function, and
/// where `make install` and the Debian package put plugins.
/// Returns NULL if none can be loaded; then `*reason` is a sentence, valid for the lifetime of the process.
const void *cplugin_load(cplugin *plugin, const char **reason);

#endif
