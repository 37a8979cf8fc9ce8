// SPDX-License-Identifier: Apache-2.0

/// A camera of PipeWire as the user named it: `pipewire:`, `pipewire:NAME`, `portal:` or `portal:NAME`.
package struct PipeWireAddress: Hashable, Sendable {
    /// Whether to ask the desktop's camera portal for the way to PipeWire, as programs in a sandbox must.
    package let usesPortal: Bool
    /// A node's name, serial number, description or a part of these; `nil` for the best camera.
    package let query: String?

    package init(usesPortal: Bool, query: String? = nil) {
        self.usesPortal = usesPortal
        self.query = query.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Returns: `nil` if the text is another kind of address.
    package init?(_ text: String) {
        for (word, usesPortal) in [("pipewire", false), ("portal", true)] {
            if text == word {
                self.init(usesPortal: usesPortal)
                return
            }
            if text.hasPrefix(word + ":") {
                self.init(usesPortal: usesPortal, query: String(text.dropFirst(word.count + 1)))
                return
            }
        }
        return nil
    }

    /// As a user may write it.
    package var name: String { (usesPortal ? "portal:" : "pipewire:") + (query ?? "") }

    /// The name for use before a colon: without one at its end.
    package var label: String { query == nil ? String(name.dropLast()) : name }
}
