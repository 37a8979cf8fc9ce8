// SPDX-License-Identifier: Apache-2.0

internal import CPipeWire
import Glibc
internal import Synchronization

/// A connection to PipeWire, with a thread of its own.
@safe final class PipeWireConnection: @unchecked Sendable {
    // Unchecked: the C functions can be called from any thread; requests are serialised by `requests`.
    let pointer: OpaquePointer
    let address: PipeWireAddress
    private let requests = Mutex(())

    /// Long enough for a daemon that is busy; it answers in milliseconds.
    private static let patience = Duration.seconds(3)

    /// - Parameter descriptor: a socket to the daemon, which is taken over; `nil` to look for it.
    init(_ address: PipeWireAddress, descriptor: CInt? = nil) throws(PipeWireTrouble) {
        self.address = address
        if let reason = unsafe candela_pipewire_load() {
            if let descriptor { close(descriptor) }
            throw .missing(unsafe String(cString: reason), "libpipewire", address)
        }
        var failure = candela_pipewire_failure()
        guard let pointer = unsafe candela_pipewire_connect(descriptor ?? -1, &failure) else {
            throw .failed(failure.ending, failure.text, address, doing: "connecting")
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe candela_pipewire_close(pointer)
    }

    /// Ends every wait, now and later. Can be called from any thread.
    func cancel() { unsafe candela_pipewire_cancel(pointer) }

    /// Waits until everything that the daemon has is known, and reads it.
    func survey(limit: Duration = patience) throws(PipeWireTrouble) -> PipeWireSurvey {
        let ending = requests.withLock { _ in unsafe candela_pipewire_survey(pointer, limit.inMilliseconds) }
        guard ending == CANDELA_PIPEWIRE_OK else { throw .failed(ending, "", address, doing: "listing the cameras") }
        return current
    }

    /// What is known of the daemon now.
    var current: PipeWireSurvey {
        var version: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var hasManager = false
        unsafe withUnsafeMutableBytes(of: &version) { bytes in
            unsafe candela_pipewire_daemon(
                pointer, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count, &hasManager)
        }
        let text = unsafe withUnsafeBytes(of: &version) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let nodes = nodes
        var cameras = nodes.filter { $0.isSource }.map(\.camera)
        for index in cameras.indices {
            cameras[index].clients = nodes.filter { !$0.isSource && $0.source == cameras[index].id }.map(\.client)
        }
        return PipeWireSurvey(
            version: text, hasManager: address.usesPortal ? nil : hasManager,
            cameras: cameras.sorted { $0.serial < $1.serial })
    }

    private struct Node {
        var isSource: Bool
        var camera: PipeWireCamera
        var client: PipeWireCamera.Client
        var source: UInt32

        init(_ node: candela_pipewire_node) {
            unsafe (isSource, source) = (node.is_source, node.source)
            unsafe (camera, client) = (PipeWireCamera(node), PipeWireCamera.Client(node))
        }
    }

    private final class Nodes { var found: [Node] = [] }

    private var nodes: [Node] {
        let nodes = Nodes()
        let context = unsafe Unmanaged.passUnretained(nodes).toOpaque()
        unsafe candela_pipewire_nodes(
            pointer,
            { context, node in
                let nodes = unsafe Unmanaged<Nodes>.fromOpaque(context).takeUnretainedValue()
                unsafe nodes.found.append(Node(node.pointee))
            }, context)
        return nodes.found
    }

    /// The formats of a node: at most 1024.
    func formats(of camera: PipeWireCamera) throws(PipeWireTrouble) -> [PipeWireFormat] {
        var count = 0
        let room = 1024
        var ending = CANDELA_PIPEWIRE_OK
        let formats = unsafe [candela_pipewire_format](unsafeUninitializedCapacity: room) { buffer, filled in
            ending = requests.withLock { _ in
                unsafe candela_pipewire_formats(
                    pointer, camera.id, Self.patience.inMilliseconds, buffer.baseAddress!, room, &count)
            }
            filled = count
        }
        guard ending == CANDELA_PIPEWIRE_OK else { throw .failed(ending, "", address, doing: "asking for the formats") }
        return formats.map { PipeWireFormat($0) }
    }

    private final class Properties { var found: [PipeWireProperty] = [] }

    /// What can be set on a node.
    func properties(of node: UInt32) throws(PipeWireTrouble) -> [PipeWireProperty] {
        let properties = Properties()
        let context = unsafe Unmanaged.passUnretained(properties).toOpaque()
        let ending = requests.withLock { _ in
            unsafe candela_pipewire_controls(
                pointer, node, Self.patience.inMilliseconds,
                { context, control in
                    let properties = unsafe Unmanaged<Properties>.fromOpaque(context).takeUnretainedValue()
                    unsafe properties.found.append(PipeWireProperty(control.pointee))
                }, context)
        }
        guard ending == CANDELA_PIPEWIRE_OK else { throw .failed(ending, "", address, doing: "asking for the controls") }
        return properties.found
    }

    /// The values that the node tells, by number.
    func values(of node: UInt32) throws(PipeWireTrouble) -> [UInt32: Double] {
        var count = 0
        let room = 512
        var ending = CANDELA_PIPEWIRE_OK
        let values = unsafe [candela_pipewire_value](unsafeUninitializedCapacity: room) { buffer, filled in
            ending = requests.withLock { _ in
                unsafe candela_pipewire_values(
                    pointer, node, Self.patience.inMilliseconds, buffer.baseAddress!, room, &count)
            }
            filled = count
        }
        guard ending == CANDELA_PIPEWIRE_OK else { throw .failed(ending, "", address, doing: "asking for the values") }
        return Dictionary(values.map { ($0.id, $0.value) }, uniquingKeysWith: { $1 })
    }

    func set(_ property: PipeWireProperty, to number: Double, on node: UInt32) throws(PipeWireTrouble) {
        var value = candela_pipewire_value(
            id: property.id, type: candela_pipewire_type(rawValue: property.kind.rawValue), value: number)
        var failure = candela_pipewire_failure()
        let ending = requests.withLock { _ in
            unsafe candela_pipewire_set(pointer, node, &value, Self.patience.inMilliseconds, &failure)
        }
        guard ending == CANDELA_PIPEWIRE_OK else { throw .failed(ending, failure.text, address, doing: "setting a control") }
    }
}
