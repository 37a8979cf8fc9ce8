// SPDX-License-Identifier: Apache-2.0

#include "CImlib2.h"
#include "CDynamicLibrary.h"

#define X_DISPLAY_MISSING
#include <Imlib2.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define SYMBOLS(X)                                                                                              \
    X(imlib_load_image_mem) X(imlib_get_error) X(imlib_context_set_image) X(imlib_image_get_width)               \
    X(imlib_image_get_height) X(imlib_image_has_alpha) X(imlib_image_get_data_for_reading_only)                  \
    X(imlib_free_image_and_decache) X(imlib_set_cache_size)

CANDELA_LIBRARY("libImlib2.so.1", SYMBOLS, load_imlib2)

static pthread_once_t begun = PTHREAD_ONCE_INIT, hushed = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// By default, libtiff writes warnings to standard error. They help nobody here.
static void hush_libtiff(void) {
    static const char *const names[] = {"libtiff.so.6", "libtiff.so.5"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *tiff = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (!tiff) continue;
        static const char *const setters[] = {"TIFFSetWarningHandler", "TIFFSetErrorHandler"};
        for (size_t j = 0; j < 2; j++) {
            void *(*set)(void *) = NULL;
            if ((*(void **)&set = dlsym(tiff, setters[j]))) set(NULL);
        }
    }
}

static void begin(void) { lib.imlib_set_cache_size(0); }

const char *candela_imlib2_load(void) {
    const char *cause = load_imlib2();
    if (!cause) pthread_once(&begun, begin);
    return cause;
}

candela_imlib2_picture candela_imlib2_decode(const char *name, const void *data, size_t size) {
    candela_imlib2_picture picture = {0};
    if (strstr(name, ".tiff")) pthread_once(&hushed, hush_libtiff);
    pthread_mutex_lock(&lock);
    picture.handle = lib.imlib_load_image_mem(name, data, size);
    if (picture.handle) {
        lib.imlib_context_set_image(picture.handle);
        picture.width = lib.imlib_image_get_width();
        picture.height = lib.imlib_image_get_height();
        picture.has_alpha = lib.imlib_image_has_alpha();
        picture.pixels = lib.imlib_image_get_data_for_reading_only();
        lib.imlib_context_set_image(NULL);
    } else {
        picture.error = lib.imlib_get_error();
    }
    pthread_mutex_unlock(&lock);
    return picture;
}

void candela_imlib2_free(candela_imlib2_picture picture) {
    if (!picture.handle) return;
    pthread_mutex_lock(&lock);
    lib.imlib_context_set_image(picture.handle);
    lib.imlib_free_image_and_decache();
    lib.imlib_context_set_image(NULL);
    pthread_mutex_unlock(&lock);
}
