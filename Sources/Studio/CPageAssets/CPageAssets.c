// SPDX-License-Identifier: Apache-2.0

#include "CPageAssets.h"

// `#embed` is C23; clang accepts it in every C mode since 19, and records the files as dependencies.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char studio_css[] = {
#embed "Page/studio.css"
};
static const unsigned char studio_js[] = {
#embed "Page/studio.js"
};
static const unsigned char server_js[] = {
#embed "Page/server.js"
};
static const unsigned char live_js[] = {
#embed "Page/live.js"
};
static const unsigned char controls_js[] = {
#embed "Page/controls.js"
};
static const unsigned char meters_js[] = {
#embed "Page/meters.js"
};
static const unsigned char scans_js[] = {
#embed "Page/scans.js"
};
static const unsigned char doctor_js[] = {
#embed "Page/doctor.js"
};
static const unsigned char pictures_js[] = {
#embed "Page/pictures.js"
};
static const unsigned char calibrate_js[] = {
#embed "Page/calibrate.js"
};
static const unsigned char profiles_js[] = {
#embed "Page/profiles.js"
};
static const unsigned char openapi_json[] = {
#embed "Page/openapi.json"
};
static const unsigned char dom_js[] = {
#embed "Page/dom.js"
};
static const unsigned char icon_svg[] = {
#embed "Page/icon.svg"
};

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define ASSET(name, type, bytes) {name, type, bytes, sizeof bytes}

static const candela_page_asset assets[] = {
    ASSET("index.html", HTML, index_html),   ASSET("studio.css", CSS, studio_css),
    ASSET("studio.js", SCRIPT, studio_js),   ASSET("server.js", SCRIPT, server_js),
    ASSET("live.js", SCRIPT, live_js),       ASSET("controls.js", SCRIPT, controls_js),
    ASSET("meters.js", SCRIPT, meters_js),   ASSET("scans.js", SCRIPT, scans_js),
    ASSET("doctor.js", SCRIPT, doctor_js),   ASSET("pictures.js", SCRIPT, pictures_js),
    ASSET("calibrate.js", SCRIPT, calibrate_js), ASSET("profiles.js", SCRIPT, profiles_js),
    ASSET("openapi.json", "application/json", openapi_json),
    ASSET("dom.js", SCRIPT, dom_js),         ASSET("icon.svg", "image/svg+xml", icon_svg),
};

const candela_page_asset *candela_page_asset_at(size_t index) {
    return index < sizeof assets / sizeof *assets ? &assets[index] : NULL;
}
