// SPDX-License-Identifier: Apache-2.0

// toml++ behind a C interface: walks a text once and hands over each item.
#ifndef CANDELA_TOML_H
#define CANDELA_TOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of a step.
enum candela_toml_kind {
    CANDELA_TOML_TABLE_BEGIN = 0,
    CANDELA_TOML_TABLE_END = 1,
    CANDELA_TOML_ARRAY_BEGIN = 2,
    CANDELA_TOML_ARRAY_END = 3,
    CANDELA_TOML_STRING = 4,
    CANDELA_TOML_INTEGER = 5,
    CANDELA_TOML_NUMBER = 6,
    CANDELA_TOML_BOOLEAN = 7,
    /// A date or time; `text` has it as TOML writes it.
    CANDELA_TOML_DATE = 8,
};

/// A step of the walk. Texts are UTF-8, not terminated, and valid during the call.
struct candela_toml_step {
    int32_t kind;
    /// The name in the enclosing table; NULL inside an array, for the outermost table, and at an end.
    const char *key;
    size_t key_length;
    const char *text;
    size_t text_length;
    /// Also 0 or 1 for a boolean.
    int64_t integer;
    double number;
    /// From 1; 0 if unknown.
    uint32_t line;
};

typedef void (*candela_toml_visitor)(void *context, const struct candela_toml_step *step);

struct candela_toml_failure {
    /// From 1.
    uint32_t line, column;
    char message[256];
};

/// Reads a text and walks it, tables in the order of their keys. Returns 1, or 0 with `failure` set; then nothing was
/// visited. Never throws.
int candela_toml_read(
    const char *text, size_t length, candela_toml_visitor visit, void *context, struct candela_toml_failure *failure);

#ifdef __cplusplus
}
#endif

#endif
