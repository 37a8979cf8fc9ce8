// SPDX-License-Identifier: Apache-2.0

#include "CUinput.h"

#include <errno.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

_Static_assert(sizeof(struct uinput_setup) == 92, "uinput_setup");

int candela_uinput_create(int file, const char *name, const unsigned short *keys, size_t count) {
    if (ioctl(file, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(file, UI_SET_EVBIT, EV_SYN) < 0) return errno;
    // Keyboards with the LED are told whether Caps Lock is on.
    if (ioctl(file, UI_SET_EVBIT, EV_LED) < 0 || ioctl(file, UI_SET_LEDBIT, LED_CAPSL) < 0) return errno;
    for (size_t index = 0; index < count; index++) {
        if (ioctl(file, UI_SET_KEYBIT, (int)keys[index]) < 0) return errno;
    }
    struct uinput_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.id.bustype = BUS_VIRTUAL;
    snprintf(setup.name, sizeof setup.name, "%s", name);
    if (ioctl(file, UI_DEV_SETUP, &setup) < 0 || ioctl(file, UI_DEV_CREATE) < 0) return errno;
    return 0;
}

int candela_uinput_caps_lock(int file, int before) {
    struct input_event event;
    while (read(file, &event, sizeof event) == (ssize_t)sizeof event) {
        if (event.type == EV_LED && event.code == LED_CAPSL) before = event.value != 0;
    }
    return before;
}

int candela_uinput_destroy(int file) { return ioctl(file, UI_DEV_DESTROY) < 0 ? errno : 0; }

static int emit(int file, int type, int code, int value) {
    struct input_event event;
    // The kernel sets the time.
    memset(&event, 0, sizeof event);
    event.type = (unsigned short)type;
    event.code = (unsigned short)code;
    event.value = value;
    ssize_t written;
    do written = write(file, &event, sizeof event);
    while (written < 0 && errno == EINTR);
    return written == (ssize_t)sizeof event ? 0 : written < 0 ? errno : EIO;
}

int candela_uinput_key(int file, unsigned short key, int pressed) {
    int failure = emit(file, EV_KEY, key, pressed);
    return failure ? failure : emit(file, EV_SYN, SYN_REPORT, 0);
}
