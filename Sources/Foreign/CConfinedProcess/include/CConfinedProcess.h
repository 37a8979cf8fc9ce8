// SPDX-License-Identifier: Apache-2.0
//
// System calls for a process that decodes or reads pictures for another: starting it with only the descriptors that it
// needs, memory that both share, and dropping all rights before it sees an untrusted picture.

#ifndef CANDELA_CONFINED_PROCESS_H
#define CANDELA_CONFINED_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/// The worker's descriptors, besides /dev/null as its standard ones.
enum {
    CANDELA_WORKER_SOCKET = 3,
    CANDELA_WORKER_MEMORY = 4,
    /// A device, only if one was given.
    CANDELA_WORKER_DEVICE = 5,
};

/// Creates memory that two processes can map, with a size of 0 bytes. It can grow but never shrink, so neither side can
/// remove pages that the other uses. Returns a descriptor, or a negative errno.
int candela_worker_memory(void);

/// Starts `path`. The child inherits only `memory`, `device` unless that is negative, one end of a new packet socket, and
/// `environment`; its standard descriptors are /dev/null. `*socket` is the other end.
///
/// Returns 0 or an errno.
int candela_worker_start(const char *path, char *const arguments[], char *const environment[], int memory, int device,
                         int *socket, pid_t *process);

/// Ends this process as soon as the other end of its socket closes, whatever it is doing.
void candela_worker_watch(void);

/// Permanently drops everything that decoding and reading pictures does not need: other users' rights, new privileges,
/// files, sockets, other processes, generated code, core dumps, and memory beyond `most_memory` bytes. Calls that are no
/// longer allowed fail with EPERM, except for `rights`. If the machine runs out of memory, the kernel ends this process before
/// others.
///
/// Returns 0, or an errno with `*step` naming the step that failed. What was dropped before that stays dropped.
int candela_worker_confine(size_t most_memory, int rights, const char **step);

/// What `candela_worker_confine` can leave to a process.
enum {
    CANDELA_WORKER_HAS_THREADS = 1,
    /// Sockets that are open.
    CANDELA_WORKER_HAS_STREAMS = 2,
    /// New connections, and `candela_worker_seal`.
    CANDELA_WORKER_HAS_CONNECTIONS = 4,
};

/// Drops more rights than `candela_worker_confine` has dropped. Returns 0 or an errno.
int candela_worker_seal(int rights);

/// The memory limit, before the others. Returns 0 or an errno.
int candela_worker_limit_memory(size_t most);

/// Loads the character sets that zbar can find in a QR code's text. They cannot be loaded after file access is dropped,
/// and stay loaded.
void candela_worker_load_character_sets(void);

#endif
