// SPDX-License-Identifier: Apache-2.0

#include "Connections.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

/// The most unsent bytes in the kernel, apart from those in flight: less than two pictures. Without a limit, it buffers
/// megabytes for a slow connection: seconds of pictures.
static const int most_unsent = 128 << 10;
/// Milliseconds. If all places are taken, a client that has been silent this long makes room for the next.
enum { crowded_patience = 1000 };
/// Milliseconds between checks.
enum { pause = 250 };

struct connection {
    connections *all;
    connection *next, *previous;
    int descriptor;
    /// When we began to wait for it, in milliseconds of the monotonic clock.
    int64_t since;
    /// The time limit; 0 for none.
    int seconds;
};

struct connections {
    pthread_mutex_t lock;
    connection *first;
    int count;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void *watch(void *context) {
    connections *all = context;
    for (;;) {
        nanosleep(&(struct timespec){.tv_nsec = pause * 1000000L}, NULL);
        pthread_mutex_lock(&all->lock);
        int64_t time = now();
        for (connection *one = all->first; one; one = one->next) {
            if (one->seconds == 0) continue;
            bool is_silent = one->seconds == connections_head_seconds;
            int64_t limit = all->count >= connections_most && is_silent ? crowded_patience : one->seconds * 1000;
            // Ends what the server waits for. The server closes the descriptor.
            if (time - one->since > limit) shutdown(one->descriptor, SHUT_RDWR);
        }
        pthread_mutex_unlock(&all->lock);
    }
    return NULL;
}

connections *connections_watch(void) {
    connections *all = calloc(1, sizeof *all);
    pthread_t thread;
    if (all == NULL) return NULL;
    pthread_mutex_init(&all->lock, NULL);
    if (pthread_create(&thread, NULL, watch, all) != 0) {
        free(all);
        return NULL;
    }
    pthread_detach(thread);
    return all;
}

connection *connections_add(connections *all, int descriptor) {
    // If the connection has already ended, these calls fail, which does not matter.
    setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &most_unsent, sizeof most_unsent);
    // For clients that vanish: TCP itself waits for a quarter of an hour.
    const unsigned patience = connections_body_seconds * 1000;
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
    connection *one = calloc(1, sizeof *one);
    if (one == NULL) return NULL;
    *one = (connection){
        .all = all, .descriptor = descriptor, .since = now(), .seconds = connections_head_seconds};
    pthread_mutex_lock(&all->lock);
    one->next = all->first;
    if (one->next) one->next->previous = one;
    all->first = one;
    all->count += 1;
    pthread_mutex_unlock(&all->lock);
    return one;
}

void connections_remove(connection *one) {
    if (one == NULL) return;
    connections *all = one->all;
    pthread_mutex_lock(&all->lock);
    if (one->next) one->next->previous = one->previous;
    if (one->previous) one->previous->next = one->next;
    else all->first = one->next;
    all->count -= 1;
    pthread_mutex_unlock(&all->lock);
    free(one);
}

void connections_wait_for_request(connection *one, int seconds) {
    if (one == NULL) return;
    pthread_mutex_lock(&one->all->lock);
    one->since = now();
    one->seconds = seconds;
    pthread_mutex_unlock(&one->all->lock);
}
