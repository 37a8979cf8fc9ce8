// SPDX-License-Identifier: Apache-2.0
//
// SQLite, loaded when the first database is opened, so that commands without a database start faster.

#ifndef CANDELA_CSQLITE_H
#define CANDELA_CSQLITE_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct candela_database candela_database;
typedef struct candela_statement candela_statement;

/// Loads the library once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_sqlite_load(void);

/// How to open a database.
typedef enum {
    CANDELA_SQLITE_READ,
    CANDELA_SQLITE_WRITE,
    CANDELA_SQLITE_CREATE,
    /// Read a file that nobody changes any more: no locks, no files beside it. The path is a URI's.
    CANDELA_SQLITE_FIXED,
} candela_sqlite_opening;

/// Call the other functions only after the library is loaded. Each returned int is SQLite's extended result code.

/// Sets `*database` even on failure, unless out of memory. Then it has the error message, and must be closed.
int candela_sqlite_open(const char *path, candela_sqlite_opening opening, candela_database *_Nullable *_Nonnull database);
/// Finalize all of its statements before.
void candela_sqlite_close(candela_database *database);
const char *candela_sqlite_message(candela_database *database);
int candela_sqlite_system_errno(candela_database *database);
const char *candela_sqlite_words(int code);
void candela_sqlite_busy_timeout(candela_database *database, int milliseconds);
int64_t candela_sqlite_changes(candela_database *database);
int64_t candela_sqlite_last_row(candela_database *database);
int candela_sqlite_in_transaction(candela_database *database);
/// Runs several statements and ignores their rows.
int candela_sqlite_execute(candela_database *database, const char *sql);

/// Prepares the first statement of `sql` for repeated use.
int candela_sqlite_prepare(candela_database *database, const char *sql, candela_statement *_Nullable *_Nonnull statement);
void candela_sqlite_finalize(candela_statement *statement);
/// Makes a statement ready to be stepped again, and clears its bindings.
void candela_sqlite_reset(candela_statement *statement);
/// Parameters count from 1. Bytes are copied.
int candela_sqlite_bind_null(candela_statement *statement, int place);
int candela_sqlite_bind_integer(candela_statement *statement, int place, int64_t value);
int candela_sqlite_bind_real(candela_statement *statement, int place, double value);
int candela_sqlite_bind_text(candela_statement *statement, int place, const void *_Nullable bytes, size_t count);
int candela_sqlite_bind_blob(candela_statement *statement, int place, const void *_Nullable bytes, size_t count);
int candela_sqlite_step(candela_statement *statement);

/// Columns count from 0. Bytes are valid until the next step, or until the column is read as another type.
int candela_sqlite_column_count(candela_statement *statement);
int candela_sqlite_column_is_null(candela_statement *statement, int column);
int64_t candela_sqlite_column_integer(candela_statement *statement, int column);
double candela_sqlite_column_real(candela_statement *statement, int column);
const void *_Nullable candela_sqlite_column_text(candela_statement *statement, int column, size_t *count);
const void *_Nullable candela_sqlite_column_blob(candela_statement *statement, int column, size_t *count);

/// Result codes that we handle. See: sqlite3.h, "Result Codes".
enum {
    CANDELA_SQLITE_BUSY = 5,
    CANDELA_SQLITE_READONLY = 8,
    CANDELA_SQLITE_IOERR = 10,
    CANDELA_SQLITE_IOERR_WRITE = 778,
    CANDELA_SQLITE_CORRUPT = 11,
    CANDELA_SQLITE_FULL = 13,
    CANDELA_SQLITE_CANTOPEN = 14,
    CANDELA_SQLITE_CONSTRAINT = 19,
    CANDELA_SQLITE_NOTADB = 26,
    CANDELA_SQLITE_ROW = 100,
    CANDELA_SQLITE_DONE = 101,
};

#pragma clang assume_nonnull end

#endif
