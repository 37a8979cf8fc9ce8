// SPDX-License-Identifier: Apache-2.0
//
// The kernel's uinput interface for Swift. The requests are macros that Swift's importer cannot evaluate, so they are
// restated as constants; the calls are wrapped, as ioctl is variadic and an event's time has several names.

#ifndef CANDELA_CUINPUT_H
#define CANDELA_CUINPUT_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// Makes a keyboard of that name which has the keys (KEY_* of linux/input-event-codes.h), by an open /dev/uinput. 0, or the
/// errno of the request that failed.
int candela_uinput_create(int file, const char *name, const unsigned short *keys, size_t count);

/// Whether Caps Lock is on, as far as the keyboard was told since the last call; else what it was before. The file must not
/// block.
int candela_uinput_caps_lock(int file, int before);

/// Takes the keyboard away. 0 or errno.
int candela_uinput_destroy(int file);

/// Presses or lets go of a key, and has the kernel pass it on. 0 or errno.
int candela_uinput_key(int file, unsigned short key, int pressed);

#pragma clang assume_nonnull end

#endif
