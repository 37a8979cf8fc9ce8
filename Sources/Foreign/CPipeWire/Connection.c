// SPDX-License-Identifier: Apache-2.0

#include "CDynamicLibrary.h"
#include "Library.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct candela_pipewire_library candela_pipewire_library;

static char load_failure[256];
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
#define WANTED(name) {#name, (void **)&LIB.name},
    static const candela_function functions[] = {SYMBOLS(WANTED)};
#undef WANTED
    is_loaded = candela_library_load("libpipewire-0.3.so.0", functions, CANDELA_COUNT(functions), load_failure,
                                     sizeof load_failure);
    if (!is_loaded) return;
    LIB.pw_init(NULL, NULL);
    // It writes to standard error by itself.
    if (getenv("PIPEWIRE_DEBUG") == NULL) LIB.pw_log_set_level(SPA_LOG_LEVEL_NONE);
}

const char *candela_pipewire_load(void) {
    pthread_once(&once, load);
    return is_loaded ? NULL : load_failure;
}

char *candela_pipewire_text(const char *text) { return text ? strndup(text, LONGEST_TEXT) : NULL; }

struct timespec candela_pipewire_deadline(int limit_ms) {
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    if (limit_ms < 0) limit_ms = 0;
    moment.tv_sec += limit_ms / 1000;
    moment.tv_nsec += (limit_ms % 1000) * 1000000L;
    if (moment.tv_nsec >= 1000000000L) {
        moment.tv_sec += 1;
        moment.tv_nsec -= 1000000000L;
    }
    return moment;
}

bool candela_pipewire_wait(candela_pipewire *connection, const struct timespec *deadline) {
    return pthread_cond_timedwait(&connection->changed, &connection->mutex, deadline) != ETIMEDOUT;
}

struct node *candela_pipewire_find(candela_pipewire *connection, uint32_t id) {
    for (size_t index = 0; index < connection->node_count; index++) {
        if (connection->nodes[index]->id == id) return connection->nodes[index];
    }
    return NULL;
}

static void lose(candela_pipewire *connection, const char *words) {
    if (!connection->is_lost) snprintf(connection->lost_words, sizeof connection->lost_words, "%s", words);
    connection->is_lost = true;
    pthread_cond_broadcast(&connection->changed);
}

// MARK: Events of the core

static void on_info(void *data, const struct pw_core_info *info) {
    candela_pipewire *connection = data;
    pthread_mutex_lock(&connection->mutex);
    if (info->version) snprintf(connection->version, sizeof connection->version, "%s", info->version);
    pthread_mutex_unlock(&connection->mutex);
}

static void on_done(void *data, uint32_t id, int sequence) {
    candela_pipewire *connection = data;
    if (id != PW_ID_CORE) return;
    pthread_mutex_lock(&connection->mutex);
    connection->done_sequence = sequence;
    pthread_cond_broadcast(&connection->changed);
    pthread_mutex_unlock(&connection->mutex);
}

static void on_error(void *data, uint32_t id, int sequence, int result, const char *message) {
    candela_pipewire *connection = data;
    (void)sequence;
    if (id != PW_ID_CORE) return;
    pthread_mutex_lock(&connection->mutex);
    // Other errors of the core are those of single requests.
    if (result == -EPIPE || result == -ECONNRESET) lose(connection, message ? message : strerror(-result));
    pthread_mutex_unlock(&connection->mutex);
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .info = on_info,
    .done = on_done,
    .error = on_error,
};

// MARK: Nodes

static void replace(char **text, const char *other) {
    if (other == NULL) return;
    free(*text);
    *text = candela_pipewire_text(other);
}

static void take_properties(struct node *node, const struct spa_dict *properties) {
    if (properties == NULL) return;
    const char *text;
    replace(&node->name, spa_dict_lookup(properties, PW_KEY_NODE_NAME));
    replace(&node->description, spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION));
    replace(&node->role, spa_dict_lookup(properties, PW_KEY_MEDIA_ROLE));
    replace(&node->api, spa_dict_lookup(properties, PW_KEY_DEVICE_API));
    replace(&node->v4l2_path, spa_dict_lookup(properties, "api.v4l2.path"));
    replace(&node->libcamera_path, spa_dict_lookup(properties, "api.libcamera.path"));
    replace(&node->application, spa_dict_lookup(properties, PW_KEY_APP_NAME));
    if ((text = spa_dict_lookup(properties, PW_KEY_OBJECT_SERIAL))) node->serial = strtoull(text, NULL, 10);
    if ((text = spa_dict_lookup(properties, PW_KEY_APP_PROCESS_ID))) node->process = atoi(text);
}

static void on_node_info(void *data, const struct pw_node_info *info) {
    struct node *node = data;
    candela_pipewire *connection = node->connection;
    pthread_mutex_lock(&connection->mutex);
    take_properties(node, info->props);
    node->state = info->state;
    free(node->error);
    node->error = candela_pipewire_text(info->error);
    pthread_cond_broadcast(&connection->changed);
    pthread_mutex_unlock(&connection->mutex);
}

static void on_node_param(void *data, int sequence, uint32_t id, uint32_t index, uint32_t next,
                          const struct spa_pod *param) {
    struct node *node = data;
    candela_pipewire *connection = node->connection;
    (void)sequence, (void)index, (void)next;
    pthread_mutex_lock(&connection->mutex);
    struct request *request = connection->request;
    if (request && param && request->node == node->id && request->param == id) candela_pipewire_collect(request, param);
    pthread_mutex_unlock(&connection->mutex);
}

static void on_node_error(void *data, int sequence, int result, const char *message) {
    struct node *node = data;
    candela_pipewire *connection = node->connection;
    (void)sequence;
    pthread_mutex_lock(&connection->mutex);
    connection->failed_node = node->id;
    snprintf(connection->failure, sizeof connection->failure, "%s", message ? message : strerror(-result));
    pthread_cond_broadcast(&connection->changed);
    pthread_mutex_unlock(&connection->mutex);
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS,
    .info = on_node_info,
    .param = on_node_param,
};
static const struct pw_proxy_events node_proxy_events = {
    PW_VERSION_PROXY_EVENTS,
    .error = on_node_error,
};

static void on_link_info(void *data, const struct pw_link_info *info) {
    struct link *link = data;
    candela_pipewire *connection = link->connection;
    pthread_mutex_lock(&connection->mutex);
    if (info->state == PW_LINK_STATE_ERROR) {
        connection->failed_input = info->input_node_id;
        snprintf(connection->link_failure, sizeof connection->link_failure, "%s", info->error ? info->error : "failed");
        pthread_cond_broadcast(&connection->changed);
    }
    pthread_mutex_unlock(&connection->mutex);
}

static const struct pw_link_events link_events = {
    PW_VERSION_LINK_EVENTS,
    .info = on_link_info,
};

static void drop_node(struct node *node) {
    if (node->proxy) LIB.pw_proxy_destroy(node->proxy);
    free(node->name);
    free(node->description);
    free(node->role);
    free(node->api);
    free(node->v4l2_path);
    free(node->libcamera_path);
    free(node->application);
    free(node->error);
    free(node);
}

static void drop_link(struct link *link) {
    if (link->proxy) LIB.pw_proxy_destroy(link->proxy);
    free(link);
}

// MARK: Events of the registry

static void add_node(candela_pipewire *connection, uint32_t id, const struct spa_dict *properties) {
    const char *class = properties ? spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS) : NULL;
    if (class == NULL) return;
    bool is_source = strcmp(class, "Video/Source") == 0;
    if (!is_source && strcmp(class, "Stream/Input/Video") != 0) return;
    struct node *node = connection->node_count < MOST_NODES ? calloc(1, sizeof *node) : NULL;
    if (node == NULL) return;
    node->connection = connection;
    node->id = id;
    node->is_source = is_source;
    take_properties(node, properties);
    node->proxy = pw_registry_bind(connection->registry, id, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
    if (node->proxy) {
        LIB.pw_proxy_add_object_listener(node->proxy, &node->node_listener, &node_events, node);
        LIB.pw_proxy_add_listener(node->proxy, &node->proxy_listener, &node_proxy_events, node);
    }
    pthread_mutex_lock(&connection->mutex);
    connection->nodes[connection->node_count++] = node;
    pthread_cond_broadcast(&connection->changed);
    pthread_mutex_unlock(&connection->mutex);
}

static void add_link(candela_pipewire *connection, uint32_t id, const struct spa_dict *properties) {
    const char *output = properties ? spa_dict_lookup(properties, PW_KEY_LINK_OUTPUT_NODE) : NULL;
    const char *input = properties ? spa_dict_lookup(properties, PW_KEY_LINK_INPUT_NODE) : NULL;
    if (output == NULL || input == NULL) return;
    struct link *link = connection->link_count < MOST_LINKS ? calloc(1, sizeof *link) : NULL;
    if (link == NULL) return;
    link->connection = connection;
    link->id = id;
    link->output = strtoul(output, NULL, 10);
    link->input = strtoul(input, NULL, 10);
    link->proxy = pw_registry_bind(connection->registry, id, PW_TYPE_INTERFACE_Link, PW_VERSION_LINK, 0);
    if (link->proxy) LIB.pw_proxy_add_object_listener(link->proxy, &link->listener, &link_events, link);
    pthread_mutex_lock(&connection->mutex);
    connection->links[connection->link_count++] = link;
    pthread_mutex_unlock(&connection->mutex);
}

static void on_global(void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
                      const struct spa_dict *properties) {
    candela_pipewire *connection = data;
    (void)permissions, (void)version;
    if (strcmp(type, PW_TYPE_INTERFACE_Node) == 0) {
        add_node(connection, id, properties);
    } else if (strcmp(type, PW_TYPE_INTERFACE_Link) == 0) {
        add_link(connection, id, properties);
    } else if (strcmp(type, "PipeWire:Interface:Metadata") == 0) {
        // The defaults are kept by the session manager; the daemon itself has "settings" only.
        const char *name = properties ? spa_dict_lookup(properties, "metadata.name") : NULL;
        pthread_mutex_lock(&connection->mutex);
        if (name && strcmp(name, "default") == 0) connection->manager = id;
        pthread_mutex_unlock(&connection->mutex);
    }
}

static void on_global_remove(void *data, uint32_t id) {
    candela_pipewire *connection = data;
    struct node *node = NULL;
    struct link *link = NULL;
    pthread_mutex_lock(&connection->mutex);
    for (size_t index = 0; index < connection->node_count && node == NULL; index++) {
        if (connection->nodes[index]->id != id) continue;
        node = connection->nodes[index];
        connection->nodes[index] = connection->nodes[--connection->node_count];
    }
    for (size_t index = 0; index < connection->link_count && link == NULL; index++) {
        if (connection->links[index]->id != id) continue;
        link = connection->links[index];
        connection->links[index] = connection->links[--connection->link_count];
    }
    if (connection->manager == id) connection->manager = SPA_ID_INVALID;
    pthread_cond_broadcast(&connection->changed);
    pthread_mutex_unlock(&connection->mutex);
    if (node) drop_node(node);
    if (link) drop_link(link);
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS,
    .global = on_global,
    .global_remove = on_global_remove,
};

// MARK: The connection

static candela_pipewire_ending ending_of(int error) {
    switch (error) {
    case ENOENT:
    case ECONNREFUSED:
    case EHOSTDOWN:
    case ENOTDIR:
        return CANDELA_PIPEWIRE_NO_DAEMON;
    case EACCES:
    case EPERM:
        return CANDELA_PIPEWIRE_REFUSED;
    default:
        return CANDELA_PIPEWIRE_FAILED;
    }
}

candela_pipewire *candela_pipewire_connect(int descriptor, candela_pipewire_failure *failure) {
    candela_pipewire *connection = calloc(1, sizeof *connection);
    int error = ENOMEM;
    if (connection == NULL) goto failed;
    pthread_mutex_init(&connection->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&connection->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    connection->manager = connection->failed_node = connection->failed_input = SPA_ID_INVALID;

    errno = 0;
    connection->loop = LIB.pw_thread_loop_new("candela", NULL);
    if (connection->loop) {
        // Without client.conf: of its modules only these two are needed, and one of the others talks to the system's bus.
        connection->context = LIB.pw_context_new(LIB.pw_thread_loop_get_loop(connection->loop),
                                                 LIB.pw_properties_new_string("{ config.name = \"null\" }"), 0);
    }
    if (connection->context == NULL ||
        LIB.pw_context_load_module(connection->context, "libpipewire-module-protocol-native", NULL, NULL) == NULL ||
        LIB.pw_context_load_module(connection->context, "libpipewire-module-client-node", NULL, NULL) == NULL) {
        error = ELIBACC;
        goto failed;
    }
    struct pw_properties *properties = LIB.pw_properties_new_string("{ application.name = candela }");
    if (descriptor >= 0) {
        connection->core = LIB.pw_context_connect_fd(connection->context, descriptor, properties, 0);
        descriptor = -1;
    } else {
        connection->core = LIB.pw_context_connect(connection->context, properties, 0);
    }
    if (connection->core == NULL) {
        error = errno;
        goto failed;
    }
    pw_core_add_listener(connection->core, &connection->core_listener, &core_events, connection);
    connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
    if (connection->registry == NULL) {
        error = errno;
        goto failed;
    }
    pw_registry_add_listener(connection->registry, &connection->registry_listener, &registry_events, connection);
    int status = LIB.pw_thread_loop_start(connection->loop);
    if (status < 0) {
        error = -status;
        goto failed;
    }
    return connection;

failed:
    failure->ending = ending_of(error);
    snprintf(failure->words, sizeof failure->words, "%s",
             error == ELIBACC ? "its modules cannot be loaded" : strerror(error));
    if (descriptor >= 0) close(descriptor);
    if (connection) candela_pipewire_close(connection);
    return NULL;
}

void candela_pipewire_close(candela_pipewire *connection) {
    // Ends the thread, so that nothing below is called any more.
    if (connection->loop) LIB.pw_thread_loop_stop(connection->loop);
    for (size_t index = 0; index < connection->node_count; index++) drop_node(connection->nodes[index]);
    for (size_t index = 0; index < connection->link_count; index++) drop_link(connection->links[index]);
    if (connection->registry) LIB.pw_proxy_destroy((struct pw_proxy *)connection->registry);
    if (connection->core) LIB.pw_core_disconnect(connection->core);
    if (connection->context) LIB.pw_context_destroy(connection->context);
    if (connection->loop) LIB.pw_thread_loop_destroy(connection->loop);
    pthread_cond_destroy(&connection->changed);
    pthread_mutex_destroy(&connection->mutex);
    free(connection);
}

void candela_pipewire_cancel(candela_pipewire *connection) {
    pthread_mutex_lock(&connection->mutex);
    connection->is_cancelled = true;
    pthread_cond_broadcast(&connection->changed);
    pthread_mutex_unlock(&connection->mutex);
}

candela_pipewire_ending candela_pipewire_sync(candela_pipewire *connection, const struct timespec *deadline) {
    LIB.pw_thread_loop_lock(connection->loop);
    int sequence = pw_core_sync(connection->core, PW_ID_CORE, 0);
    LIB.pw_thread_loop_unlock(connection->loop);
    candela_pipewire_ending ending = CANDELA_PIPEWIRE_OK;
    pthread_mutex_lock(&connection->mutex);
    // Another thread may have asked later.
    while (connection->done_sequence - sequence < 0) {
        if (connection->is_cancelled) ending = CANDELA_PIPEWIRE_CANCELLED;
        else if (connection->is_lost) ending = CANDELA_PIPEWIRE_LOST;
        else if (!candela_pipewire_wait(connection, deadline)) ending = CANDELA_PIPEWIRE_LATE;
        else continue;
        break;
    }
    pthread_mutex_unlock(&connection->mutex);
    return ending;
}

candela_pipewire_ending candela_pipewire_survey(candela_pipewire *connection, int limit_ms) {
    struct timespec deadline = candela_pipewire_deadline(limit_ms);
    // The first answer comes after everything that is there, the second after what was asked about it.
    candela_pipewire_ending ending = candela_pipewire_sync(connection, &deadline);
    return ending == CANDELA_PIPEWIRE_OK ? candela_pipewire_sync(connection, &deadline) : ending;
}

void candela_pipewire_daemon(candela_pipewire *connection, char *version, size_t version_size, bool *has_manager) {
    pthread_mutex_lock(&connection->mutex);
    snprintf(version, version_size, "%s", connection->version);
    *has_manager = connection->manager != SPA_ID_INVALID;
    pthread_mutex_unlock(&connection->mutex);
}

void candela_pipewire_nodes(candela_pipewire *connection, void (*body)(void *context, const candela_pipewire_node *node),
                            void *context) {
    pthread_mutex_lock(&connection->mutex);
    for (size_t index = 0; index < connection->node_count; index++) {
        const struct node *node = connection->nodes[index];
        candela_pipewire_node told = {
            .id = node->id,
            .serial = node->serial,
            .is_source = node->is_source,
            .state = node->state,
            .process = node->process,
            .name = node->name,
            .description = node->description,
            .role = node->role,
            .api = node->api,
            .v4l2_path = node->v4l2_path,
            .libcamera_path = node->libcamera_path,
            .application = node->application,
            .error = node->error,
            .source = SPA_ID_INVALID,
        };
        for (size_t at = 0; at < connection->link_count; at++) {
            if (connection->links[at]->input == node->id) told.source = connection->links[at]->output;
        }
        body(context, &told);
    }
    pthread_mutex_unlock(&connection->mutex);
}
