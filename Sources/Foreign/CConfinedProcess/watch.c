// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CConfinedProcess.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static void *watch(void *nothing) {
    (void)nothing;
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
    (void)pthread_create(&thread, &attributes, watch, NULL);
    pthread_attr_destroy(&attributes);
}
