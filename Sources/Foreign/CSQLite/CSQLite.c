// SPDX-License-Identifier: Apache-2.0

#include "CSQLite.h"
#include "CDynamicLibrary.h"

#include <sqlite3.h>

_Static_assert(CANDELA_SQLITE_BUSY == SQLITE_BUSY && CANDELA_SQLITE_READONLY == SQLITE_READONLY, "result codes");
_Static_assert(CANDELA_SQLITE_IOERR == SQLITE_IOERR && CANDELA_SQLITE_CORRUPT == SQLITE_CORRUPT, "result codes");
_Static_assert(CANDELA_SQLITE_FULL == SQLITE_FULL && CANDELA_SQLITE_CANTOPEN == SQLITE_CANTOPEN, "result codes");
_Static_assert(CANDELA_SQLITE_CONSTRAINT == SQLITE_CONSTRAINT && CANDELA_SQLITE_NOTADB == SQLITE_NOTADB, "result codes");
_Static_assert(CANDELA_SQLITE_ROW == SQLITE_ROW && CANDELA_SQLITE_DONE == SQLITE_DONE, "result codes");

_Static_assert(CANDELA_SQLITE_IOERR_WRITE == SQLITE_IOERR_WRITE, "result codes");

#define SYMBOLS(X)                                                                                                  \
    X(sqlite3_open_v2) X(sqlite3_close_v2) X(sqlite3_errmsg) X(sqlite3_system_errno) X(sqlite3_errstr)              \
    X(sqlite3_extended_result_codes) X(sqlite3_busy_timeout) X(sqlite3_changes64) X(sqlite3_last_insert_rowid)      \
    X(sqlite3_get_autocommit) X(sqlite3_exec) X(sqlite3_prepare_v3) X(sqlite3_finalize) X(sqlite3_reset)            \
    X(sqlite3_clear_bindings) X(sqlite3_bind_null) X(sqlite3_bind_int64) X(sqlite3_bind_double)                     \
    X(sqlite3_bind_text64) X(sqlite3_bind_blob64) X(sqlite3_step) X(sqlite3_column_count)  \
    X(sqlite3_column_type) X(sqlite3_column_int64) X(sqlite3_column_double) X(sqlite3_column_text)                  \
    X(sqlite3_column_blob) X(sqlite3_column_bytes)

CANDELA_LIBRARY("libsqlite3.so.0", SYMBOLS, candela_sqlite_load)

// The handles are SQLite's, under other names, which keeps its header out of Swift.
#define DATABASE(handle) ((sqlite3 *)(handle))
#define STATEMENT(handle) ((sqlite3_stmt *)(handle))

int candela_sqlite_open(const char *path, candela_sqlite_opening opening, candela_database **database) {
    int flags = SQLITE_OPEN_NOMUTEX;
    switch (opening) {
    case CANDELA_SQLITE_READ: flags |= SQLITE_OPEN_READONLY; break;
    case CANDELA_SQLITE_WRITE: flags |= SQLITE_OPEN_READWRITE; break;
    case CANDELA_SQLITE_CREATE: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE; break;
    case CANDELA_SQLITE_FIXED: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI; break;
    }
    int code = lib.sqlite3_open_v2(path, (sqlite3 **)database, flags, NULL);
    if (*database) lib.sqlite3_extended_result_codes(DATABASE(*database), 1);
    return code;
}

void candela_sqlite_close(candela_database *database) { lib.sqlite3_close_v2(DATABASE(database)); }
const char *candela_sqlite_message(candela_database *database) { return lib.sqlite3_errmsg(DATABASE(database)); }
int candela_sqlite_system_errno(candela_database *database) { return lib.sqlite3_system_errno(DATABASE(database)); }
const char *candela_sqlite_words(int code) { return lib.sqlite3_errstr(code); }

void candela_sqlite_busy_timeout(candela_database *database, int milliseconds) {
    lib.sqlite3_busy_timeout(DATABASE(database), milliseconds);
}

int64_t candela_sqlite_changes(candela_database *database) { return lib.sqlite3_changes64(DATABASE(database)); }
int64_t candela_sqlite_last_row(candela_database *database) { return lib.sqlite3_last_insert_rowid(DATABASE(database)); }
int candela_sqlite_in_transaction(candela_database *database) { return !lib.sqlite3_get_autocommit(DATABASE(database)); }

int candela_sqlite_execute(candela_database *database, const char *sql) {
    return lib.sqlite3_exec(DATABASE(database), sql, NULL, NULL, NULL);
}

int candela_sqlite_prepare(candela_database *database, const char *sql, candela_statement **statement) {
    return lib.sqlite3_prepare_v3(
        DATABASE(database), sql, -1, SQLITE_PREPARE_PERSISTENT, (sqlite3_stmt **)statement, NULL);
}

void candela_sqlite_finalize(candela_statement *statement) { lib.sqlite3_finalize(STATEMENT(statement)); }

void candela_sqlite_reset(candela_statement *statement) {
    // The result only repeats that of the last step.
    lib.sqlite3_reset(STATEMENT(statement));
    lib.sqlite3_clear_bindings(STATEMENT(statement));
}

int candela_sqlite_bind_null(candela_statement *statement, int place) {
    return lib.sqlite3_bind_null(STATEMENT(statement), place);
}

int candela_sqlite_bind_integer(candela_statement *statement, int place, int64_t value) {
    return lib.sqlite3_bind_int64(STATEMENT(statement), place, value);
}

int candela_sqlite_bind_real(candela_statement *statement, int place, double value) {
    return lib.sqlite3_bind_double(STATEMENT(statement), place, value);
}

// A null pointer would bind NULL, and empty Swift arrays may have one.
int candela_sqlite_bind_text(candela_statement *statement, int place, const void *bytes, size_t count) {
    return lib.sqlite3_bind_text64(
        STATEMENT(statement), place, count ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int candela_sqlite_bind_blob(candela_statement *statement, int place, const void *bytes, size_t count) {
    return lib.sqlite3_bind_blob64(STATEMENT(statement), place, count ? bytes : "", count, SQLITE_TRANSIENT);
}

int candela_sqlite_step(candela_statement *statement) { return lib.sqlite3_step(STATEMENT(statement)); }
int candela_sqlite_column_count(candela_statement *statement) { return lib.sqlite3_column_count(STATEMENT(statement)); }

int candela_sqlite_column_is_null(candela_statement *statement, int column) {
    return lib.sqlite3_column_type(STATEMENT(statement), column) == SQLITE_NULL;
}

int64_t candela_sqlite_column_integer(candela_statement *statement, int column) {
    return lib.sqlite3_column_int64(STATEMENT(statement), column);
}

double candela_sqlite_column_real(candela_statement *statement, int column) {
    return lib.sqlite3_column_double(STATEMENT(statement), column);
}

const void *candela_sqlite_column_text(candela_statement *statement, int column, size_t *count) {
    const void *bytes = lib.sqlite3_column_text(STATEMENT(statement), column);
    *count = bytes ? (size_t)lib.sqlite3_column_bytes(STATEMENT(statement), column) : 0;
    return bytes;
}

const void *candela_sqlite_column_blob(candela_statement *statement, int column, size_t *count) {
    const void *bytes = lib.sqlite3_column_blob(STATEMENT(statement), column);
    *count = bytes ? (size_t)lib.sqlite3_column_bytes(STATEMENT(statement), column) : 0;
    return bytes;
}
