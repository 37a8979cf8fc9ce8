// SPDX-License-Identifier: Apache-2.0

/// What tells that a permissions policy forbids the camera to a page: its server's header, or what its browser wrote.
package struct PagePolicyRecord: Codable, Hashable, Sendable {
    /// The page that the browser was started with: `http://localhost:8080`.
    package var opened: String?
    /// Whether the browser shows nothing but that page: a kiosk, or a page as an application.
    package var isOnlyPage: Bool
    /// What forbids it in the header with which a server of this machine sends that page: `Permissions-Policy: camera=()`.
    package var header: String?
    /// Whether that server was asked, and its header does not forbid it.
    package var isHeaderClear: Bool
    /// Where the browser has written that it refused the camera for a policy: the file, or the command that shows its journal.
    package var log: String?
    /// Where the script came from that had asked for it; `nil` if that is not told.
    package var source: String?

    package init(opened: String?, isOnlyPage: Bool, header: String? = nil, isHeaderClear: Bool = false, log: String? = nil, source: String? = nil) {
        self.opened = opened
        self.isOnlyPage = isOnlyPage
        self.header = header
        self.isHeaderClear = isHeaderClear
        self.log = log
        self.source = source
    }

    /// The browser's own words.
    static let words = "Permissions policy violation: camera is not allowed in this document"
}
