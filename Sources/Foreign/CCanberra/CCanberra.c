// SPDX-License-Identifier: Apache-2.0

#include "CCanberra.h"
#include "CDynamicLibrary.h"

#include <canberra.h>

#define SYMBOLS(X) X(ca_context_create) X(ca_context_change_props) X(ca_context_play) X(ca_strerror)

CANDELA_LIBRARY("libcanberra.so.0", SYMBOLS, candela_canberra_load)

static ca_context *context;
static int opened = CA_ERROR_STATE;
static pthread_once_t opening = PTHREAD_ONCE_INIT;

static void open_context(void) {
    opened = lib.ca_context_create(&context);
    if (opened == CA_SUCCESS) {
        lib.ca_context_change_props(
            context, CA_PROP_APPLICATION_NAME, "Candela", CA_PROP_APPLICATION_ID, "candela", NULL);
    }
}

const char *candela_canberra_play(const char *event, const char *description) {
    pthread_once(&opening, open_context);
    int status = opened;
    if (status == CA_SUCCESS) {
        status = lib.ca_context_play(
            context, 0, CA_PROP_EVENT_ID, event, CA_PROP_EVENT_DESCRIPTION, description, CA_PROP_MEDIA_ROLE, "event",
            NULL);
    }
    return status == CA_SUCCESS ? NULL : lib.ca_strerror(status);
}
