// SPDX-License-Identifier: Apache-2.0

// toml++ behind a C interface: a text is walked once, and each thing in it is handed over.
#ifndef CANDELA_TOML_H
#define CANDELA_TOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a step of the walk is.
enum candela_toml_kind {
    CANDELA_TOML_TABLE_BEGIN = 0,
    CANDELA_TOML_TABLE_END = 1,
    CANDELA_TOML_ARRAY_BEGIN = 2,
    CANDELA_TOML_ARRAY_END = 3,
    CANDELA_TOML_STRING = 4,
    CANDELA_TOML_INTEGER = 5,
    CANDELA_TOML_NUMBER = 6,
    CANDELA_TOML_BOOLEAN = 7,
    /// A date or time, in `text` as TOML writes it.
    CANDELA_TOML_DATE = 8,
};

/// A step of the walk. Texts are UTF-8 without an end mark and live as long as the call.
struct candela_toml_step {
    int32_t kind;
    /// The name in the table around it; NULL inside an array, for the outermost table and at an end.
    const char *key;
    size_t key_length;
    const char *text;
    size_t text_length;
    /// Also 0 or 1 of a boolean.
    int64_t integer;
    double number;
    /// From 1; 0 where it is not known.
    uint32_t line;
};

typedef void (*candela_toml_visitor)(void *context, const struct candela_toml_step *step);

struct candela_toml_failure {
    /// From 1.
    uint32_t line, column;
    char message[256];
};

/// Reads a text and walks it, tables in the order of their keys. Returns 1, or 0 with `failure` filled; nothing was
/// visited then. No exception leaves it.
int candela_toml_read(
    const char *text, size_t length, candela_toml_visitor visit, void *context, struct candela_toml_failure *failure);

#ifdef __cplusplus
}
#endif

#endif
