// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CConfinedProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int candela_worker_memory(void) {
    int memory = memfd_create("candela-pictures", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -errno;
    if (fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
        int failure = errno;
        close(memory);
        return -failure;
    }
    return memory;
}

/// Duplicates the descriptor above the worker's numbers, so that no `dup2` in the child closes one that is still needed.
static int out_of_the_way(int descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
    int failure = errno;
    close(descriptor);
    errno = failure;
    return copy;
}

static int spawn(const char *path, char *const arguments[], char *const environment[], int memory, int device, int socket,
                 pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return failure;
    if ((failure = posix_spawnattr_init(&attributes))) {
        posix_spawn_file_actions_destroy(&actions);
        return failure;
    }
    // The caller's thread may block signals; the worker needs the one of its time limit.
    sigset_t none;
    sigemptyset(&none);
    failure = posix_spawnattr_setsigmask(&attributes, &none);
    if (!failure) failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    for (int standard = 0; standard < 3 && !failure; standard++)
        failure = posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
    if (!failure) failure = posix_spawn_file_actions_adddup2(&actions, socket, CANDELA_WORKER_SOCKET);
    if (!failure) failure = posix_spawn_file_actions_adddup2(&actions, memory, CANDELA_WORKER_MEMORY);
    if (!failure && device >= 0) failure = posix_spawn_file_actions_adddup2(&actions, device, CANDELA_WORKER_DEVICE);
    if (!failure)
        failure = posix_spawn_file_actions_addclosefrom_np(&actions, CANDELA_WORKER_MEMORY + (device >= 0 ? 2 : 1));
    if (!failure) failure = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/// A duplicate of the descriptor there, which the caller keeps.
static int copy_out_of_the_way(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 16); }

int candela_worker_start(const char *path, char *const arguments[], char *const environment[], int memory, int device,
                         int *socket, pid_t *process) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    int theirs = out_of_the_way(ends[1]);
    int failure = theirs < 0 ? errno : 0;
    int shared = -1, lent = -1;
    if (!failure && (shared = copy_out_of_the_way(memory)) < 0) failure = errno;
    if (!failure && device >= 0 && (lent = copy_out_of_the_way(device)) < 0) failure = errno;
    if (!failure) failure = spawn(path, arguments, environment, shared, lent, theirs, process);
    if (theirs >= 0) close(theirs);
    if (shared >= 0) close(shared);
    if (lent >= 0) close(lent);
    if (failure) close(ends[0]);
    else *socket = ends[0];
    return failure;
}
