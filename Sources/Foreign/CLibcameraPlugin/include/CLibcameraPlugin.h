// SPDX-License-Identifier: Apache-2.0
//
// The plugin's only export is `candela_libcamera_functions` of CLibcamera.h. The plugin is loaded with dlopen, never linked.

#ifndef CLIBCAMERA_PLUGIN_H
#define CLIBCAMERA_PLUGIN_H

#endif
