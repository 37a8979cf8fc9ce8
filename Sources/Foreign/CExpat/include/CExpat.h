// SPDX-License-Identifier: Apache-2.0
//
// Parses XML documents with expat, loaded on first use, into a list of records.

#ifndef CANDELA_CEXPAT_H
#define CANDELA_CEXPAT_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The kinds of records. A record is a byte with its kind, the length of its text (4 bytes, native order), and its text.
enum {
    /// An element begins; its name as written, with its prefix.
    CANDELA_EXPAT_START = 1,
    /// A name of an attribute of that element; a record with its value follows.
    CANDELA_EXPAT_ATTRIBUTE = 2,
    CANDELA_EXPAT_VALUE = 3,
    /// Text; never two in a row.
    CANDELA_EXPAT_TEXT = 4,
    /// The element ends; no text.
    CANDELA_EXPAT_END = 5,
};

typedef enum {
    CANDELA_EXPAT_PARSED,
    /// See `message`.
    CANDELA_EXPAT_MALFORMED,
    /// It declares a document type, which is the way to entities. No message of a camera has one.
    CANDELA_EXPAT_HAS_TYPE,
    /// Deeper than `most_depth`, or more records than there is room for.
    CANDELA_EXPAT_TOO_LARGE,
    CANDELA_EXPAT_NO_MEMORY,
} candela_expat_outcome;

typedef struct {
    candela_expat_outcome outcome;
    /// Bytes of records.
    size_t count;
    /// The parser's words, valid for the lifetime of the process; empty if there are none.
    const char *message;
    size_t line;
} candela_expat_result;

/// Loads the library once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_expat_load(void);

/// Parses a whole document. Reads nothing but `bytes`: external entities are not known here. Names keep their prefixes, since
/// cameras use some that they do not declare. Call `candela_expat_load` first.
candela_expat_result candela_expat_parse(const void *bytes, size_t count, int most_depth, void *records, size_t room);

#pragma clang assume_nonnull end

#endif
