// SPDX-License-Identifier: Apache-2.0

#include "CMosquitto.h"
#include "CDynamicLibrary.h"

#include <errno.h>
#include <mosquitto.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SYMBOLS(X)                                                                                                       \
    X(mosquitto_lib_init) X(mosquitto_new) X(mosquitto_destroy) X(mosquitto_username_pw_set) X(mosquitto_will_set)       \
    X(mosquitto_tls_set) X(mosquitto_int_option) X(mosquitto_threaded_set) X(mosquitto_connect) X(mosquitto_reconnect)   \
    X(mosquitto_disconnect) X(mosquitto_loop) X(mosquitto_publish) X(mosquitto_strerror) X(mosquitto_connack_string)     \
    X(mosquitto_connect_callback_set) X(mosquitto_disconnect_callback_set) X(mosquitto_publish_callback_set)   \
    X(mosquitto_log_callback_set) X(mosquitto_subscribe) X(mosquitto_subscribe_callback_set)                             \
    X(mosquitto_message_callback_set)

CANDELA_LIBRARY("libmosquitto.so.1", SYMBOLS, load_mosquitto)

static int begun;
static pthread_once_t beginning = PTHREAD_ONCE_INIT;

static void begin(void) { begun = lib.mosquitto_lib_init(); }

const char *candela_mqtt_load(void) {
    const char *cause = load_mosquitto();
    if (cause) return cause;
    pthread_once(&beginning, begin);
    return begun == MOSQ_ERR_SUCCESS ? NULL : lib.mosquitto_strerror(begun);
}

struct candela_mqtt {
    struct mosquitto *client;
    char *host;
    int port;
    // NULL if there is none.
    char *status_topic;
    char *subscription;
    size_t longest;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    // The mutex protects everything below.
    bool is_connected;
    bool is_cancelled;
    bool is_over;
    // The thread is in a call that may take minutes, if the host does not respond.
    bool is_connecting;
    // Whichever comes second, the thread or close, frees the memory.
    bool is_left;
    /// The message in flight: the caller's number, and the library's. `acknowledged` is the library's last.
    int64_t number;
    int message;
    bool is_on_its_way;
    char reason[200];
    /// The library's last error line: for TLS it has no other message.
    char last_error[200];
    /// The number of failed attempts to connect.
    unsigned failures;
    // A new message ends the pause before the next attempt to connect.
    bool is_wanted;
    // The broker has taken or refused the subscription.
    bool is_subscribed;
    bool is_refused;
    /// The newest message to the subscription, until it is returned.
    void *newest;
    size_t newest_length;
    bool is_too_long;
};

/// Seconds between attempts to connect while there is nothing to publish.
enum { KEEPALIVE_S = 30, FIRST_PAUSE_MS = 500, LONGEST_PAUSE_MS = 15000 };

static struct timespec in(int milliseconds) {
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    moment.tv_sec += milliseconds / 1000;
    moment.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (moment.tv_nsec >= 1000000000) {
        moment.tv_sec++;
        moment.tv_nsec -= 1000000000;
    }
    return moment;
}

/// Call with the mutex held.
static void note(candela_mqtt *mqtt, const char *reason) { snprintf(mqtt->reason, sizeof mqtt->reason, "%s", reason); }

static const char *words(int code) {
    if (code != MOSQ_ERR_ERRNO) return lib.mosquitto_strerror(code);
    // libmosquitto 2.1 closes the socket before it returns, and the reason is gone.
    return errno == EBADF ? "the connection was lost" : strerror(errno);
}

/// Of a connection that failed. 2.1 calls a failed handshake of TLS a protocol error.
static const char *connection_words(const candela_mqtt *mqtt, int code) {
    bool is_of_tls = code == MOSQ_ERR_TLS || strncmp(mqtt->last_error, "OpenSSL", 7) == 0;
    if (is_of_tls && mqtt->last_error[0]) return mqtt->last_error;
    return code == MOSQ_ERR_ERRNO && errno == EBADF ? "no connection could be made" : words(code);
}

static void on_connect(struct mosquitto *client, void *context, int code) {
    candela_mqtt *mqtt = context;
    if (code == 0 && mqtt->status_topic) lib.mosquitto_publish(client, NULL, mqtt->status_topic, 6, "online", 1, true);
    // Again after each loss: the session is not kept. The broker then sends the retained message again.
    if (code == 0 && mqtt->subscription) lib.mosquitto_subscribe(client, NULL, mqtt->subscription, 1);
    pthread_mutex_lock(&mqtt->mutex);
    mqtt->is_connected = code == 0;
    if (code) mqtt->failures++;
    note(mqtt, code ? lib.mosquitto_connack_string(code) : "");
    pthread_cond_broadcast(&mqtt->changed);
    pthread_mutex_unlock(&mqtt->mutex);
}

static void on_disconnect(struct mosquitto *client, void *context, int code) {
    (void)client;
    candela_mqtt *mqtt = context;
    pthread_mutex_lock(&mqtt->mutex);
    // If the broker refuses, the reason is already set, and a disconnection follows.
    if (mqtt->is_connected) note(mqtt, code ? words(code) : "the broker ended the connection");
    mqtt->is_connected = false;
    mqtt->is_subscribed = false;
    pthread_cond_broadcast(&mqtt->changed);
    pthread_mutex_unlock(&mqtt->mutex);
}

static void on_subscribe(struct mosquitto *client, void *context, int message, int count, const int *granted) {
    (void)client, (void)message;
    candela_mqtt *mqtt = context;
    pthread_mutex_lock(&mqtt->mutex);
    // 0x80 is a refusal. See: MQTT 3.1.1, 3.9.3.
    mqtt->is_refused = count < 1 || granted[0] > 2;
    mqtt->is_subscribed = !mqtt->is_refused;
    pthread_cond_broadcast(&mqtt->changed);
    pthread_mutex_unlock(&mqtt->mutex);
}

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
    (void)client;
    candela_mqtt *mqtt = context;
    size_t length = message->payloadlen > 0 ? (size_t)message->payloadlen : 0;
    bool is_too_long = length > mqtt->longest;
    void *copy = is_too_long ? NULL : malloc(length ? length : 1);
    if (copy == NULL && !is_too_long) return;
    if (length && copy) memcpy(copy, message->payload, length);
    pthread_mutex_lock(&mqtt->mutex);
    free(mqtt->newest);
    mqtt->newest = copy;
    mqtt->newest_length = length;
    mqtt->is_too_long = is_too_long;
    pthread_cond_broadcast(&mqtt->changed);
    pthread_mutex_unlock(&mqtt->mutex);
}

static void on_publish(struct mosquitto *client, void *context, int message) {
    (void)client;
    candela_mqtt *mqtt = context;
    pthread_mutex_lock(&mqtt->mutex);
    if (mqtt->is_on_its_way && message == mqtt->message) mqtt->is_on_its_way = false;
    pthread_cond_broadcast(&mqtt->changed);
    pthread_mutex_unlock(&mqtt->mutex);
}

static void on_log(struct mosquitto *client, void *context, int level, const char *line) {
    (void)client;
    candela_mqtt *mqtt = context;
    if (level != MOSQ_LOG_ERR) return;
    // Called only on the thread that connects, which alone reads it.
    snprintf(mqtt->last_error, sizeof mqtt->last_error, "%s", line);
}

static void free_all(candela_mqtt *mqtt) {
    if (mqtt->client) lib.mosquitto_destroy(mqtt->client);
    pthread_cond_destroy(&mqtt->changed);
    pthread_mutex_destroy(&mqtt->mutex);
    free(mqtt->host);
    free(mqtt->status_topic);
    free(mqtt->subscription);
    free(mqtt->newest);
    free(mqtt);
}

/// Connects, and reconnects after each loss, until the end.
static void *run(void *context) {
    candela_mqtt *mqtt = context;
    // OpenSSL writes to a connection that the broker has closed. A program that uses us need not ignore the signal.
    sigset_t broken;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, NULL);
    bool is_first = true;
    int pause = FIRST_PAUSE_MS;
    pthread_mutex_lock(&mqtt->mutex);
    while (!mqtt->is_over) {
        mqtt->is_connecting = true;
        mqtt->last_error[0] = 0;
        pthread_mutex_unlock(&mqtt->mutex);
        int code = is_first ? lib.mosquitto_connect(mqtt->client, mqtt->host, mqtt->port, KEEPALIVE_S)
                            : lib.mosquitto_reconnect(mqtt->client);
        int number = errno;
        pthread_mutex_lock(&mqtt->mutex);
        mqtt->is_connecting = false;
        errno = number;
        // Until the first success use connect, which resolves the name again.
        is_first = is_first && code != MOSQ_ERR_SUCCESS;
        bool has_failed = code != MOSQ_ERR_SUCCESS;
        if (has_failed) {
            note(mqtt, connection_words(mqtt, code));
            mqtt->failures++;
        }
        // At the end, wait until the farewell is sent, which `on_disconnect` reports.
        int farewells = 20;
        while (code == MOSQ_ERR_SUCCESS && (!mqtt->is_over || (mqtt->is_connected && farewells-- > 0))) {
            bool is_over = mqtt->is_over;
            pthread_mutex_unlock(&mqtt->mutex);
            code = lib.mosquitto_loop(mqtt->client, is_over ? 50 : 1000, 1);
            number = errno;
            pthread_mutex_lock(&mqtt->mutex);
            errno = number;
            if (mqtt->is_connected) pause = FIRST_PAUSE_MS;
            if (code != MOSQ_ERR_SUCCESS && !mqtt->is_connected && !mqtt->reason[0]) {
                note(mqtt, connection_words(mqtt, code));
            }
        }
        if (!has_failed && !mqtt->is_over) mqtt->failures++;
        mqtt->is_connected = false;
        pthread_cond_broadcast(&mqtt->changed);
        mqtt->is_wanted = false;
        struct timespec end = in(pause);
        struct timespec soonest = in(FIRST_PAUSE_MS);
        while (!mqtt->is_over) {
            if (pthread_cond_timedwait(&mqtt->changed, &mqtt->mutex, mqtt->is_wanted ? &soonest : &end) == ETIMEDOUT) {
                break;
            }
        }
        pause = pause * 2 < LONGEST_PAUSE_MS ? pause * 2 : LONGEST_PAUSE_MS;
    }
    bool is_ours = mqtt->is_left;
    pthread_mutex_unlock(&mqtt->mutex);
    if (is_ours) free_all(mqtt);
    return NULL;
}

candela_mqtt *candela_mqtt_open(const candela_mqtt_options *options, char *reason, size_t reason_size) {
    candela_mqtt *mqtt = calloc(1, sizeof *mqtt);
    if (mqtt == NULL) {
        snprintf(reason, reason_size, "no memory");
        return NULL;
    }
    pthread_mutex_init(&mqtt->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&mqtt->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    mqtt->host = strdup(options->host);
    mqtt->port = options->port;
    mqtt->longest = options->longest;
    if (options->status_topic) mqtt->status_topic = strdup(options->status_topic);
    if (options->subscription) mqtt->subscription = strdup(options->subscription);
    mqtt->client = lib.mosquitto_new(options->client, true, mqtt);
    bool has_topics = !options->status_topic == !mqtt->status_topic && !options->subscription == !mqtt->subscription;
    int code = mqtt->host && has_topics && mqtt->client ? MOSQ_ERR_SUCCESS : MOSQ_ERR_NOMEM;
    if (code == MOSQ_ERR_SUCCESS && options->user) {
        code = lib.mosquitto_username_pw_set(mqtt->client, options->user, options->password);
    }
    if (code == MOSQ_ERR_SUCCESS && options->is_encrypted) {
        // Both also verify the server's name, by default.
        code = options->authorities ? lib.mosquitto_tls_set(mqtt->client, options->authorities, NULL, NULL, NULL, NULL)
                                    : lib.mosquitto_int_option(mqtt->client, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
    }
    if (code == MOSQ_ERR_SUCCESS && mqtt->status_topic) {
        code = lib.mosquitto_will_set(mqtt->client, mqtt->status_topic, 7, "offline", 1, true);
    }
    if (code == MOSQ_ERR_SUCCESS) {
        lib.mosquitto_threaded_set(mqtt->client, true);
        lib.mosquitto_connect_callback_set(mqtt->client, on_connect);
        lib.mosquitto_disconnect_callback_set(mqtt->client, on_disconnect);
        lib.mosquitto_publish_callback_set(mqtt->client, on_publish);
        lib.mosquitto_subscribe_callback_set(mqtt->client, on_subscribe);
        lib.mosquitto_message_callback_set(mqtt->client, on_message);
        lib.mosquitto_log_callback_set(mqtt->client, on_log);
        if (pthread_create(&mqtt->thread, NULL, run, mqtt) != 0) code = MOSQ_ERR_NOMEM;
    }
    if (code == MOSQ_ERR_SUCCESS) return mqtt;
    snprintf(reason, reason_size, "%s", words(code));
    free_all(mqtt);
    return NULL;
}

/// With the mutex held, waits for a change until `end`. False if there is nothing left to wait for.
static bool wait_on(candela_mqtt *mqtt, const struct timespec *end) {
    return !mqtt->is_cancelled && pthread_cond_timedwait(&mqtt->changed, &mqtt->mutex, end) != ETIMEDOUT;
}

candela_mqtt_outcome candela_mqtt_publish(candela_mqtt *mqtt, int64_t number, const char *topic, const void *payload,
                                          size_t length, int is_retained, int limit_ms, char *reason, size_t reason_size) {
    struct timespec end = in(limit_ms);
    candela_mqtt_outcome outcome = CANDELA_MQTT_AWAY;
    pthread_mutex_lock(&mqtt->mutex);
    bool is_again = mqtt->is_on_its_way && mqtt->number == number;
    mqtt->is_wanted = true;
    pthread_cond_broadcast(&mqtt->changed);
    unsigned failures = mqtt->failures;
    while (!mqtt->is_connected && mqtt->failures == failures && wait_on(mqtt, &end)) {}
    if (mqtt->is_connected && !is_again && !mqtt->is_cancelled) {
        // The acknowledgement may come before the call returns; then it waits for the mutex.
        int message = 0;
        int code = length > INT32_MAX
                       ? MOSQ_ERR_PAYLOAD_SIZE
                       : lib.mosquitto_publish(mqtt->client, &message, topic, (int)length, payload, 1, is_retained != 0);
        if (code == MOSQ_ERR_SUCCESS) {
            mqtt->number = number;
            mqtt->message = message;
            mqtt->is_on_its_way = true;
        } else {
            bool is_wrong = code == MOSQ_ERR_INVAL || code == MOSQ_ERR_PAYLOAD_SIZE || code == MOSQ_ERR_MALFORMED_UTF8
                            || code == MOSQ_ERR_OVERSIZE_PACKET;
            outcome = is_wrong ? CANDELA_MQTT_WRONG : CANDELA_MQTT_AWAY;
            note(mqtt, words(code));
            goto done;
        }
    }
    if (mqtt->is_on_its_way && mqtt->number == number) {
        while (mqtt->is_on_its_way && mqtt->failures == failures && wait_on(mqtt, &end)) {}
        if (!mqtt->is_on_its_way) {
            outcome = CANDELA_MQTT_TAKEN;
            mqtt->reason[0] = 0;
        } else if (mqtt->is_connected) {
            note(mqtt, "the broker does not acknowledge");
        }
    }
done:
    if (outcome == CANDELA_MQTT_AWAY && mqtt->is_cancelled) outcome = CANDELA_MQTT_CANCELLED;
    snprintf(reason, reason_size, "%s", mqtt->reason[0] ? mqtt->reason : "the broker does not answer");
    pthread_mutex_unlock(&mqtt->mutex);
    return outcome;
}

candela_mqtt_outcome candela_mqtt_receive(candela_mqtt *mqtt, int limit_ms, void **payload, size_t *length, char *reason,
                                          size_t reason_size) {
    struct timespec end = in(limit_ms);
    candela_mqtt_outcome outcome = CANDELA_MQTT_NOTHING;
    pthread_mutex_lock(&mqtt->mutex);
    while (mqtt->newest == NULL && !mqtt->is_too_long && wait_on(mqtt, &end)) {}
    if (mqtt->newest) {
        outcome = CANDELA_MQTT_TAKEN;
        *payload = mqtt->newest;
        *length = mqtt->newest_length;
        mqtt->newest = NULL;
    } else if (mqtt->is_too_long) {
        outcome = CANDELA_MQTT_WRONG;
        mqtt->is_too_long = false;
        snprintf(reason, reason_size, "a message of %zu bytes is longer than the most, %zu", mqtt->newest_length, mqtt->longest);
    } else if (mqtt->is_cancelled) {
        outcome = CANDELA_MQTT_CANCELLED;
    } else if (!mqtt->is_subscribed) {
        outcome = CANDELA_MQTT_AWAY;
        snprintf(reason, reason_size, "%s",
                 mqtt->is_connected && mqtt->is_refused ? "the broker does not let this user read the topic"
                 : mqtt->reason[0]                      ? mqtt->reason
                                                        : "the broker does not answer");
    }
    pthread_mutex_unlock(&mqtt->mutex);
    return outcome;
}

void candela_mqtt_cancel(candela_mqtt *mqtt) {
    pthread_mutex_lock(&mqtt->mutex);
    mqtt->is_cancelled = true;
    pthread_cond_broadcast(&mqtt->changed);
    pthread_mutex_unlock(&mqtt->mutex);
}

void candela_mqtt_close(candela_mqtt *mqtt) {
    pthread_mutex_lock(&mqtt->mutex);
    if (mqtt->is_connected) {
        // The broker processes this before the disconnection, and then does not report a loss.
        if (mqtt->status_topic) lib.mosquitto_publish(mqtt->client, NULL, mqtt->status_topic, 7, "offline", 0, true);
        lib.mosquitto_disconnect(mqtt->client);
    }
    mqtt->is_over = true;
    mqtt->is_left = mqtt->is_connecting;
    bool is_left = mqtt->is_left;
    pthread_t thread = mqtt->thread;
    pthread_cond_broadcast(&mqtt->changed);
    pthread_mutex_unlock(&mqtt->mutex);
    if (is_left) {
        pthread_detach(thread);
    } else {
        pthread_join(thread, NULL);
        free_all(mqtt);
    }
}
