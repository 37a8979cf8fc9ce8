// SPDX-License-Identifier: Apache-2.0
//
// What a process that reads pictures for another needs of the system: to be started with two descriptors and nothing
// else, memory both see, and to give up every right before it meets a stranger's picture.

#ifndef CANDELA_READING_WORKER_H
#define CANDELA_READING_WORKER_H

#include <stddef.h>
#include <sys/types.h>

/// The descriptors a worker is started with, beside /dev/null as its standard ones.
enum {
    CANDELA_WORKER_SOCKET = 3,
    CANDELA_WORKER_MEMORY = 4,
};

/// Memory that two processes may map, of 0 bytes: it can be made larger, never smaller, so that neither side can take
/// pages away under the other. A descriptor, or a negative errno.
int candela_worker_memory(void);

/// Starts `path`. Of this process it inherits `memory`, one end of a new socket that keeps packets apart, and what
/// `environment` says; its standard descriptors are /dev/null. `*socket` is the other end.
///
/// Returns 0 or an errno.
int candela_worker_start(const char *path, char *const arguments[], char *const environment[], int memory, int *socket,
                         pid_t *process);

/// Ends this process as soon as the other end of its socket is gone, whatever it is doing.
void candela_worker_watch(void);

/// Gives up what reading pictures does not need, for good: other users' rights, new privileges, files, sockets, other
/// processes, code made at run time, core dumps, and memory beyond `most_memory` bytes. What the calls that are left
/// refuse fails with EPERM.
///
/// Returns 0; or an errno, with `*step` naming what the system would not do. What was given up until then stays so.
int candela_worker_confine(size_t most_memory, const char **step);

/// Loads the character sets in which zbar may find a QR code's text, which can be loaded no more once files are out of
/// reach. They stay loaded.
void candela_worker_load_character_sets(void);

#endif
