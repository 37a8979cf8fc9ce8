// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CConfinedProcess.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t has_begun;

static void *watch(void *nothing) {
    (void)nothing;
    (void)sem_post(&has_begun);
    for (;;) {
        // No events requested: a hangup of the other end is always reported.
        struct pollfd socket = {.fd = CANDELA_WORKER_SOCKET, .events = 0};
        int ready = poll(&socket, 1, -1);
        if (ready > 0 && (socket.revents & (POLLHUP | POLLERR | POLLNVAL))) _exit(0);
        // If poll fails once, it fails always; the closed socket is then noticed between two pictures.
        if (ready < 0 && errno != EINTR) return NULL;
    }
}

void candela_worker_watch(void) {
    // A thread rather than PR_SET_PDEATHSIG, which watches the thread that started us, and that can end before its
    // process.
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 * 1024);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    (void)sem_init(&has_begun, 0, 0);
    // A thread that the C library has not set up yet registers itself with the kernel (rseq), and ends the process if that
    // fails. The filter of system calls, which the caller sets next, holds for all threads: so wait until it has begun.
    if (pthread_create(&thread, &attributes, watch, NULL) == 0)
        while (sem_wait(&has_begun) != 0 && errno == EINTR) {}
    pthread_attr_destroy(&attributes);
}
