// SPDX-License-Identifier: Apache-2.0

#include "CCurl.h"
#include "CDynamicLibrary.h"

// The type checks are macros with the names of the functions, which are struct members here.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define SYMBOLS(X)                                                                                                       \
    X(curl_global_init) X(curl_easy_init) X(curl_easy_setopt) X(curl_easy_getinfo) X(curl_easy_reset)                    \
    X(curl_easy_cleanup) X(curl_easy_strerror) X(curl_slist_append) X(curl_slist_free_all) X(curl_multi_init)            \
    X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_wakeup)   \
    X(curl_multi_info_read) X(curl_multi_cleanup) X(curl_multi_strerror)

CANDELA_LIBRARY("libcurl.so.4", SYMBOLS, load_curl)

static CURLcode begun = CURLE_OK;
static pthread_once_t beginning = PTHREAD_ONCE_INIT;

static void begin(void) { begun = lib.curl_global_init(CURL_GLOBAL_DEFAULT); }

const char *candela_curl_load(void) {
    const char *cause = load_curl();
    if (cause) return cause;
    pthread_once(&beginning, begin);
    return begun == CURLE_OK ? NULL : lib.curl_easy_strerror(begun);
}

struct candela_curl {
    CURL *easy;
    // The multi interface is used because another thread can end its waiting.
    CURLM *multi;
    char *authorities;
    atomic_bool cancelled;
};

candela_curl *candela_curl_open(const char *authorities) {
    candela_curl *curl = calloc(1, sizeof *curl);
    if (curl == NULL) return NULL;
    curl->easy = lib.curl_easy_init();
    curl->multi = lib.curl_multi_init();
    if (authorities) curl->authorities = strdup(authorities);
    if (curl->easy == NULL || curl->multi == NULL || (authorities && curl->authorities == NULL)) {
        candela_curl_close(curl);
        return NULL;
    }
    return curl;
}

void candela_curl_close(candela_curl *curl) {
    if (curl->easy) lib.curl_easy_cleanup(curl->easy);
    if (curl->multi) lib.curl_multi_cleanup(curl->multi);
    free(curl->authorities);
    free(curl);
}

void candela_curl_cancel(candela_curl *curl) {
    atomic_store(&curl->cancelled, 1);
    lib.curl_multi_wakeup(curl->multi);
}

typedef struct {
    char bytes[sizeof(((candela_curl_answer *)0)->message)];
    size_t count;
} beginning_of_answer;

/// Keeps the beginning of the response. The rest is read and dropped, so that the connection stays usable.
static size_t take(char *bytes, size_t size, size_t count, void *context) {
    beginning_of_answer *answer = context;
    size_t room = sizeof answer->bytes - 1 - answer->count;
    size_t taken = size * count < room ? size * count : room;
    memcpy(answer->bytes + answer->count, bytes, taken);
    answer->count += taken;
    return size * count;
}

static long long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/// Runs the transfer to its end. Returns CURLE_OK, an error, or -1 if cancelled. `silent_after` is the moment from which it
/// counts as silent, on the clock of `now_ms`; NULL for libcurl's own limits.
static int transfer(candela_curl *curl, char *words, size_t room, const long long *silent_after) {
    CURLMcode code = lib.curl_multi_add_handle(curl->multi, curl->easy);
    int result = -1, running = 1;
    bool is_silent = false;
    while (code == CURLM_OK && running && !is_silent && !atomic_load(&curl->cancelled)) {
        code = lib.curl_multi_perform(curl->multi, &running);
        if (code != CURLM_OK || !running) break;
        long long left = silent_after ? *silent_after - now_ms() : 1000;
        is_silent = left <= 0;
        if (!is_silent) code = lib.curl_multi_poll(curl->multi, NULL, 0, left < 1000 ? (int)left : 1000, NULL);
    }
    if (code != CURLM_OK) {
        snprintf(words, room, "%s", lib.curl_multi_strerror(code));
        result = CURLE_FAILED_INIT;
    } else if (is_silent) {
        result = CURLE_OPERATION_TIMEDOUT;
    } else if (!running) {
        int left;
        CURLMsg *message;
        while ((message = lib.curl_multi_info_read(curl->multi, &left))) {
            if (message->msg == CURLMSG_DONE) result = message->data.result;
        }
    }
    lib.curl_multi_remove_handle(curl->multi, curl->easy);
    return result;
}

// The string options that replace the numbers are new in 7.85; these exist in all versions.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static void allow(CURL *easy, CURLoption protocols, long allowed) { lib.curl_easy_setopt(easy, protocols, allowed); }

/// The options that all requests share.
static void prepare(candela_curl *curl, const char *url) {
    CURL *easy = curl->easy;
    // Resets only options; connections stay open.
    lib.curl_easy_reset(easy);
    lib.curl_easy_setopt(easy, CURLOPT_URL, url);
    lib.curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    allow(easy, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
    lib.curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    lib.curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (curl->authorities) lib.curl_easy_setopt(easy, CURLOPT_CAINFO, curl->authorities);
    lib.curl_easy_setopt(easy, CURLOPT_USERAGENT, "candela");
}

static bool is_encrypted(const char *url) { return strncasecmp(url, "https:", 6) == 0; }

static void follow_redirects(CURL *easy, const char *url) {
    lib.curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
    lib.curl_easy_setopt(easy, CURLOPT_MAXREDIRS, 5L);
    allow(easy, CURLOPT_REDIR_PROTOCOLS, is_encrypted(url) ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS);
}
#pragma clang diagnostic pop

candela_curl_outcome candela_curl_post(candela_curl *curl, const char *url, const char *const *headers,
                                       size_t header_count, const void *body, size_t length, long limit_ms,
                                       candela_curl_answer *answer) {
    memset(answer, 0, sizeof *answer);
    if (atomic_load(&curl->cancelled)) return CANDELA_CURL_CANCELLED;
    CURL *easy = curl->easy;
    struct curl_slist *list = NULL;
    for (size_t index = 0; index < header_count; index++) {
        struct curl_slist *longer = lib.curl_slist_append(list, headers[index]);
        if (longer == NULL) {
            lib.curl_slist_free_all(list);
            snprintf(answer->message, sizeof answer->message, "no memory");
            return CANDELA_CURL_FAILED;
        }
        list = longer;
    }
    char words[CURL_ERROR_SIZE] = "";
    beginning_of_answer said = {.count = 0};
    prepare(curl, url);
    lib.curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    lib.curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, limit_ms);
    lib.curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, limit_ms);
    lib.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
    lib.curl_easy_setopt(easy, CURLOPT_POST, 1L);
    lib.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    lib.curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
    lib.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    lib.curl_easy_setopt(easy, CURLOPT_WRITEDATA, &said);
    lib.curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, words);

    int result = transfer(curl, answer->message, sizeof answer->message, NULL);
    candela_curl_outcome outcome = CANDELA_CURL_ANSWERED;
    if (result == CURLE_OK) {
        lib.curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer->status);
        curl_off_t pause = 0;
        lib.curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &pause);
        answer->retry_after = pause > 0 && pause < 1000000 ? (long)pause : 0;
        char *redirect = NULL;
        lib.curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &redirect);
        if (redirect) snprintf(answer->redirect, sizeof answer->redirect, "%s", redirect);
        memcpy(answer->message, said.bytes, said.count);
        answer->message[said.count] = 0;
    } else if (result < 0) {
        outcome = CANDELA_CURL_CANCELLED;
    } else {
        outcome = result == CURLE_URL_MALFORMAT || result == CURLE_UNSUPPORTED_PROTOCOL ? CANDELA_CURL_MALFORMED
                                                                                        : CANDELA_CURL_FAILED;
        if (!answer->message[0]) {
            snprintf(answer->message, sizeof answer->message, "%s",
                     words[0] ? words : lib.curl_easy_strerror((CURLcode)result));
        }
    }
    // It points to our stack.
    lib.curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, NULL);
    lib.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, NULL);
    lib.curl_slist_free_all(list);
    return outcome;
}

/// The state of a reception, for libcurl's callback.
typedef struct {
    candela_curl *curl;
    const candela_curl_reception *reception;
    long long silent_after;
    // Of a response that is not passed on.
    size_t dropped;
    bool is_stopped;
    bool takes_errors;
} receiving;

/// The end of an error page is not waited for.
enum { longest_error_page = 1 << 16 };

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    receiving *state = context;
    size_t length = size * count;
    state->silent_after = now_ms() + state->reception->silence_ms;
    long status = 0;
    lib.curl_easy_getinfo(state->curl->easy, CURLINFO_RESPONSE_CODE, &status);
    if (!state->takes_errors && (status < 200 || status > 299)) {
        state->dropped += length;
        return state->dropped > longest_error_page ? 0 : length;
    }
    char *type = NULL;
    lib.curl_easy_getinfo(state->curl->easy, CURLINFO_CONTENT_TYPE, &type);
    if (atomic_load(&state->curl->cancelled) ||
        !state->reception->receive(state->reception->context, type ? type : "", bytes, length)) {
        state->is_stopped = true;
        return length == 0;
    }
    return length;
}

static candela_curl_ending ending_of(int result, const receiving *state) {
    if (result < 0 || state->is_stopped) return CANDELA_CURL_STOPPED;
    switch (result) {
    case CURLE_OK: return CANDELA_CURL_ENDED;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL: return CANDELA_CURL_INVALID_ADDRESS;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST: return CANDELA_CURL_UNKNOWN_HOST;
    case CURLE_COULDNT_CONNECT: return CANDELA_CURL_NO_CONNECTION;
    case CURLE_OPERATION_TIMEDOUT: return CANDELA_CURL_NO_ANSWER;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR: return CANDELA_CURL_UNTRUSTED;
    default: return state->dropped > longest_error_page ? CANDELA_CURL_ENDED : CANDELA_CURL_BROKEN;
    }
}

/// Runs what was prepared, and tells how it ended.
static void run(candela_curl *curl, receiving *state, candela_curl_response *response) {
    CURL *easy = curl->easy;
    char words[CURL_ERROR_SIZE] = "";
    lib.curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    lib.curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, state->reception->silence_ms);
    lib.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    lib.curl_easy_setopt(easy, CURLOPT_WRITEDATA, state);
    lib.curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, words);

    int result = transfer(curl, response->message, sizeof response->message, &state->silent_after);
    response->ending = ending_of(result, state);
    lib.curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &response->status);
    char *type = NULL;
    lib.curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
    if (type) snprintf(response->type, sizeof response->type, "%s", type);
    long schemes = 0;
    lib.curl_easy_getinfo(easy, CURLINFO_HTTPAUTH_AVAIL, &schemes);
    response->offers_digest = schemes & CURLAUTH_DIGEST;
    // Its own words for it ("Couldn't connect to server") leave out whether nobody listens, nobody is there, or no way leads there.
    long number = 0;
    if (result == CURLE_COULDNT_CONNECT && lib.curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK && number > 0) {
        snprintf(words, sizeof words, "%s", strerror((int)number));
    }
    if (result > 0 && !response->message[0]) {
        snprintf(response->message, sizeof response->message, "%s",
                 words[0] ? words : lib.curl_easy_strerror((CURLcode)result));
    }
    // They point to our stack.
    lib.curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, NULL);
    lib.curl_easy_setopt(easy, CURLOPT_WRITEDATA, NULL);
}

static void authenticate(CURL *easy, const candela_curl_reception *reception, long schemes) {
    if (!reception->user) return;
    lib.curl_easy_setopt(easy, CURLOPT_USERNAME, reception->user);
    lib.curl_easy_setopt(easy, CURLOPT_PASSWORD, reception->password ? reception->password : "");
    lib.curl_easy_setopt(easy, CURLOPT_HTTPAUTH, schemes);
}

void candela_curl_get(candela_curl *curl, const candela_curl_reception *reception, candela_curl_response *response) {
    memset(response, 0, sizeof *response);
    receiving state = {.curl = curl, .reception = reception, .silent_after = now_ms() + reception->silence_ms};
    prepare(curl, reception->url);
    follow_redirects(curl->easy, reception->url);
    authenticate(curl->easy, reception, (long)(CURLAUTH_BASIC | CURLAUTH_DIGEST));
    run(curl, &state, response);
}

void candela_curl_ask(candela_curl *curl, const candela_curl_reception *reception, const candela_curl_question *question,
                      candela_curl_response *response) {
    memset(response, 0, sizeof *response);
    CURL *easy = curl->easy;
    receiving state = {
        .curl = curl, .reception = reception, .silent_after = now_ms() + reception->silence_ms, .takes_errors = true};
    prepare(curl, reception->url);
    lib.curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    lib.curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    lib.curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, question->limit_ms);
    authenticate(easy, reception, (long)CURLAUTH_DIGEST);
    lib.curl_easy_setopt(easy, CURLOPT_POST, 1L);
    lib.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)question->count);
    lib.curl_easy_setopt(easy, CURLOPT_POSTFIELDS, question->bytes);
    struct curl_slist *headers = NULL;
    char type[512];
    snprintf(type, sizeof type, "Content-Type: %s", question->type);
    headers = lib.curl_slist_append(headers, type);
    lib.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    run(curl, &state, response);
    lib.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, NULL);
    lib.curl_slist_free_all(headers);
}
