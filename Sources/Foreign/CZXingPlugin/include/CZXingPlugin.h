// SPDX-License-Identifier: Apache-2.0
//
// The plugin's only export is `candela_zxing_functions` of CZXing.h. The plugin is loaded with dlopen, never linked.

#ifndef CZXING_PLUGIN_H
#define CZXING_PLUGIN_H

#endif
