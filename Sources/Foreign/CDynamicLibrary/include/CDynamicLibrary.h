// SPDX-License-Identifier: Apache-2.0
//
// Loads libraries that only some commands need when they are first used. Other commands start without them, and if a
// library is missing, only the commands that need it fail, with a clear message.

#ifndef CANDELA_DYNAMIC_LIBRARY_H
#define CANDELA_DYNAMIC_LIBRARY_H

#include <pthread.h>
#include <stddef.h>

/// A function to look up, and where to store its address.
typedef struct {
    const char *name;
    void **slot;
} candela_function;

/// Loads `soname` and looks up every function. On failure returns 0, leaves the slots undefined, and writes the reason
/// to `failure`. Do not call it concurrently for the same slots: callers use a `pthread_once_t`.
int candela_library_load(const char *soname, const candela_function *functions, size_t count, char *failure,
                         size_t failure_size);

/// The same for the first of several libraries, ended by NULL, that can be loaded. Returns its index, or -1.
int candela_library_load_first(const char *const *sonames, const candela_function *functions, size_t count, char *failure,
                               size_t failure_size);

/// The number of elements of an array.
#define CANDELA_COUNT(array) (sizeof(array) / sizeof *(array))

/// Defines `lib`, with a member for each function that `SYMBOLS(X)` lists as X(name), and `const char *loader(void)`,
/// which loads them all once (thread-safe), and returns NULL or the reason for failure.
#define CANDELA_LIBRARY(soname, SYMBOLS, loader)                                                                         \
    static struct {                                                                                                      \
        SYMBOLS(CANDELA_MEMBER)                                                                                          \
    } lib;                                                                                                               \
    static char failure[256];                                                                                            \
    static int loaded;                                                                                                   \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                                                      \
    static void load(void) {                                                                                             \
        static const candela_function functions[] = {SYMBOLS(CANDELA_WANTED)};                                           \
        loaded = candela_library_load(soname, functions, CANDELA_COUNT(functions), failure, sizeof failure);             \
    }                                                                                                                    \
    const char *loader(void) {                                                                                           \
        pthread_once(&once, load);                                                                                       \
        return loaded ? NULL : failure;                                                                                  \
    }

/// Defines `const type *loader(const char **reason)` for a table of functions that Swift calls directly. `FUNCTIONS(X)`
/// lists its members as X(member, symbol). It loads them once (thread-safe), and returns NULL and a reason for failure.
/// Both are valid for the lifetime of the process.
#define CANDELA_TABLE(type, soname, FUNCTIONS, loader)                                                                   \
    static type table;                                                                                                   \
    static char failure[256];                                                                                            \
    static int loaded;                                                                                                   \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                                                      \
    static void load(void) {                                                                                             \
        static const candela_function functions[] = {FUNCTIONS(CANDELA_ENTRY)};                                          \
        loaded = candela_library_load(soname, functions, CANDELA_COUNT(functions), failure, sizeof failure);             \
    }                                                                                                                    \
    const type *loader(const char **reason) {                                                                            \
        pthread_once(&once, load);                                                                                       \
        if (reason) *reason = loaded ? NULL : failure;                                                                   \
        return loaded ? &table : NULL;                                                                                   \
    }
#define CANDELA_ENTRY(member, symbol) {#symbol, (void **)&table.member},
#define CANDELA_MEMBER(name) __typeof__(&name) name;
#define CANDELA_WANTED(name) {#name, (void **)&lib.name},

#endif
