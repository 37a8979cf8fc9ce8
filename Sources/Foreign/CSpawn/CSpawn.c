// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSpawn.h"

#include <sys/mman.h>

int candela_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int candela_memory_file(const char *name) {
    return memfd_create(name, MFD_CLOEXEC);
}
