// SPDX-License-Identifier: Apache-2.0
//
// SQLite, loaded when the first database is opened: commands that keep nothing do not pay for it.

#ifndef CANDELA_CSQLITE_H
#define CANDELA_CSQLITE_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct candela_database candela_database;
typedef struct candela_statement candela_statement;

/// Loads the library by the first call from any thread. NULL, or why it cannot, valid as long as the process.
const char *_Nullable candela_sqlite_load(void);

/// How a database is opened.
typedef enum {
    CANDELA_SQLITE_READ,
    CANDELA_SQLITE_WRITE,
    CANDELA_SQLITE_CREATE,
    /// Read, of a file that nobody changes any more: no locks, no files beside it. The path is a URI's.
    CANDELA_SQLITE_FIXED,
} candela_sqlite_opening;

/// The rest is only to be called once the library is loaded. Each int returned is SQLite's extended result code.

/// `*database` is set even on failure, unless there is no memory: it tells why, and must be closed.
int candela_sqlite_open(const char *path, candela_sqlite_opening opening, candela_database *_Nullable *_Nonnull database);
/// Every statement of it must have been finalized.
void candela_sqlite_close(candela_database *database);
const char *candela_sqlite_message(candela_database *database);
int candela_sqlite_system_errno(candela_database *database);
const char *candela_sqlite_words(int code);
void candela_sqlite_busy_timeout(candela_database *database, int milliseconds);
int64_t candela_sqlite_changes(candela_database *database);
int64_t candela_sqlite_last_row(candela_database *database);
int candela_sqlite_in_transaction(candela_database *database);
/// Several statements, none of which gives rows that matter.
int candela_sqlite_execute(candela_database *database, const char *sql);

/// The first statement of `sql`, for many uses.
int candela_sqlite_prepare(candela_database *database, const char *sql, candela_statement *_Nullable *_Nonnull statement);
void candela_sqlite_finalize(candela_statement *statement);
/// Makes a statement ready to be stepped anew, and forgets what was bound.
void candela_sqlite_reset(candela_statement *statement);
/// Places count from 1. Bytes are copied.
int candela_sqlite_bind_null(candela_statement *statement, int place);
int candela_sqlite_bind_integer(candela_statement *statement, int place, int64_t value);
int candela_sqlite_bind_real(candela_statement *statement, int place, double value);
int candela_sqlite_bind_text(candela_statement *statement, int place, const void *_Nullable bytes, size_t count);
int candela_sqlite_bind_blob(candela_statement *statement, int place, const void *_Nullable bytes, size_t count);
int candela_sqlite_step(candela_statement *statement);

/// Columns count from 0. Bytes live until the next step, or until the column is asked for as another type.
int candela_sqlite_column_count(candela_statement *statement);
int candela_sqlite_column_is_null(candela_statement *statement, int column);
int64_t candela_sqlite_column_integer(candela_statement *statement, int column);
double candela_sqlite_column_real(candela_statement *statement, int column);
const void *_Nullable candela_sqlite_column_text(candela_statement *statement, int column, size_t *count);
const void *_Nullable candela_sqlite_column_blob(candela_statement *statement, int column, size_t *count);

/// Result codes that decide what is done. See: sqlite3.h, "Result Codes".
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
