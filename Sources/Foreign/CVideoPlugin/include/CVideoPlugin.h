// SPDX-License-Identifier: Apache-2.0
//
// The plugin's only export is `candela_video_functions` of CVideo.h. The plugin is loaded with dlopen, never linked.

#ifndef CVIDEO_PLUGIN_H
#define CVIDEO_PLUGIN_H

#endif
