// SPDX-License-Identifier: Apache-2.0

#include "CCurl.h"
#include "CDynamicLibrary.h"

// The type checks are macros with the names of the functions, which are struct members here.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/// Runs the transfer to its end. Returns CURLE_OK, an error, or -1 if cancelled.
static int transfer(candela_curl *curl, candela_curl_answer *answer) {
    CURLMcode code = lib.curl_multi_add_handle(curl->multi, curl->easy);
    int result = -1, running = 1;
    while (code == CURLM_OK && running && !atomic_load(&curl->cancelled)) {
        code = lib.curl_multi_perform(curl->multi, &running);
        if (code == CURLM_OK && running) code = lib.curl_multi_poll(curl->multi, NULL, 0, 1000, NULL);
    }
    if (code != CURLM_OK) {
        snprintf(answer->message, sizeof answer->message, "%s", lib.curl_multi_strerror(code));
        result = CURLE_FAILED_INIT;
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
    // Resets only options; connections stay open.
    lib.curl_easy_reset(easy);
    lib.curl_easy_setopt(easy, CURLOPT_URL, url);
    lib.curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // The string option that replaces it is new in 7.85; this one exists in all versions.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    lib.curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#pragma clang diagnostic pop
    lib.curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    lib.curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    lib.curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (curl->authorities) lib.curl_easy_setopt(easy, CURLOPT_CAINFO, curl->authorities);
    lib.curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, limit_ms);
    lib.curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, limit_ms);
    lib.curl_easy_setopt(easy, CURLOPT_USERAGENT, "candela");
    lib.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
    lib.curl_easy_setopt(easy, CURLOPT_POST, 1L);
    lib.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    lib.curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
    lib.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    lib.curl_easy_setopt(easy, CURLOPT_WRITEDATA, &said);
    lib.curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, words);

    int result = transfer(curl, answer);
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
