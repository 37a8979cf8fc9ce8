// SPDX-License-Identifier: Apache-2.0
//
// System calls for a process that reads pictures for another: starting it with only two descriptors, memory that both
// share, and dropping all rights before it sees an untrusted picture.

#ifndef CANDELA_READING_WORKER_H
#define CANDELA_READING_WORKER_H

#include <stddef.h>
#include <sys/types.h>

/// The worker's descriptors, besides /dev/null as its standard ones.
enum {
    CANDELA_WORKER_SOCKET = 3,
    CANDELA_WORKER_MEMORY = 4,
};

/// Creates memory that two processes can map, with a size of 0 bytes. It can grow but never shrink, so neither side can
/// remove pages that the other uses. Returns a descriptor, or a negative errno.
int candela_worker_memory(void);

/// Starts `path`. The child inherits only `memory`, one end of a new packet socket, and `environment`; its standard
/// descriptors are /dev/null. `*socket` is the other end.
///
/// Returns 0 or an errno.
int candela_worker_start(const char *path, char *const arguments[], char *const environment[], int memory, int *socket,
                         pid_t *process);

/// Ends this process as soon as the other end of its socket closes, whatever it is doing.
void candela_worker_watch(void);

/// Permanently drops everything that reading pictures does not need: other users' rights, new privileges, files, sockets,
/// other processes, generated code, core dumps, and memory beyond `most_memory` bytes. Calls that are no longer allowed
/// fail with EPERM.
///
/// Returns 0, or an errno with `*step` naming the step that failed. What was dropped before that stays dropped.
int candela_worker_confine(size_t most_memory, const char **step);

/// Loads the character sets that zbar can find in a QR code's text. They cannot be loaded after file access is dropped,
/// and stay loaded.
void candela_worker_load_character_sets(void);

#endif
