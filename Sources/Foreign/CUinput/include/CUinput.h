// SPDX-License-Identifier: Apache-2.0
//
// The kernel's uinput interface for Swift. The requests are macros that Swift cannot import, so they are restated as
// constants. The calls are wrapped, because ioctl is variadic and an event's time has several names.

#ifndef CANDELA_CUINPUT_H
#define CANDELA_CUINPUT_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// Makes a keyboard with a name and keys (KEY_* of linux/input-event-codes.h) through an open /dev/uinput. Returns 0,
/// or the errno of the failed request.
int candela_uinput_create(int file, const char *name, const unsigned short *keys, size_t count);

/// Whether Caps Lock is on, according to what the keyboard was told since the last call; `before` if nothing. The file
/// must be non-blocking.
int candela_uinput_caps_lock(int file, int before);

/// Removes the keyboard. 0 or errno.
int candela_uinput_destroy(int file);

/// Presses or releases a key, followed by a sync event. 0 or errno.
int candela_uinput_key(int file, unsigned short key, int pressed);

#pragma clang assume_nonnull end

#endif
