// SPDX-License-Identifier: Apache-2.0
//
// Libraries that only some commands need are loaded when the first of those runs: the others start without them, and
// where one is missing, what needs it says so in a sentence instead of the whole program not starting.

#ifndef CANDELA_DYNAMIC_LIBRARY_H
#define CANDELA_DYNAMIC_LIBRARY_H

#include <pthread.h>
#include <stddef.h>

/// A function wanted of a library, and where its address goes.
typedef struct {
    const char *name;
    void **slot;
} candela_function;

/// Loads `soname` and looks up every function. On failure returns 0, leaves the slots in no particular state, and writes why
/// into `failure`. Not safe to call twice at once for the same slots: callers keep a `pthread_once_t`.
int candela_library_load(const char *soname, const candela_function *functions, size_t count, char *failure,
                         size_t failure_size);

/// The number of elements of an array.
#define CANDELA_COUNT(array) (sizeof(array) / sizeof *(array))

/// Defines `lib`, with a member for each function that `SYMBOLS(X)` lists as X(name), and `const char *loader(void)`, which
/// loads them all by the first call from any thread, and returns NULL or why it cannot.
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
#define CANDELA_MEMBER(name) __typeof__(&name) name;
#define CANDELA_WANTED(name) {#name, (void **)&lib.name},

#endif
