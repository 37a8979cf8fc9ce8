// SPDX-License-Identifier: Apache-2.0

internal import CPipeWire

// The C structures as values of Swift.

extension candela_pipewire_failure {
    /// The library's words.
    var text: String {
        var copy = words
        return unsafe withUnsafeBytes(of: &copy) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// A text of C; `nil` for none and for an empty one.
func text(_ characters: UnsafePointer<CChar>?) -> String? {
    guard let characters = unsafe characters else { return nil }
    let text = unsafe String(cString: characters)
    return text.isEmpty ? nil : text
}

extension PipeWireCamera {
    init(_ node: candela_pipewire_node) {
        unsafe self.init(
            id: node.id, serial: node.serial, name: text(node.name) ?? String(node.serial),
            description: text(node.description), api: text(node.api), devicePath: text(node.v4l2_path),
            libcameraID: text(node.libcamera_path), role: text(node.role),
            state: State(rawValue: Int(node.state)) ?? .error, error: text(node.error))
    }
}

extension PipeWireCamera.Client {
    init(_ node: candela_pipewire_node) {
        unsafe self.init(
            application: text(node.application) ?? text(node.name) ?? "another program",
            process: node.process > 0 ? Int(node.process) : nil)
    }
}
