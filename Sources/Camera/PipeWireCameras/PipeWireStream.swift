// SPDX-License-Identifier: Apache-2.0

internal import CPipeWire
internal import Frames
internal import Glibc
import Synchronization

/// A format that both sides agreed on.
struct AgreedFormat: Hashable, Sendable {
    var fourCC: FourCC
    var size: FrameSize
}

/// A picture of a stream, before its luma is taken.
struct PipeWirePicture: Sendable {
    var storage: PixelStorage
    /// 0 for rows without padding.
    var stride: Int
    var format: AgreedFormat
    var sequence: Int
    var timestamp: FrameTimestamp
    var origin: TimestampOrigin
}

/// A running stream of the library. Its frames keep it, and the connection below it.
@safe final class PipeWireStream: @unchecked Sendable {
    enum Outcome: Sendable {
        case picture(PipeWirePicture)
        case late
        case stopped
        case over(PipeWireTrouble)
    }

    // Unchecked: the C functions can be called from any thread.
    private let pointer: OpaquePointer
    private let session: PipeWireSession
    /// Frames taken, for a source that does not number them.
    private let taken = Atomic(0)

    private init(_ pointer: OpaquePointer, _ session: PipeWireSession) {
        unsafe self.pointer = pointer
        self.session = session
    }

    deinit {
        unsafe candela_pipewire_stop(pointer)
        unsafe candela_pipewire_free(pointer)
    }

    static func open(
        _ session: PipeWireSession, _ offers: [PipeWireOffer], timeout: Duration
    ) throws(PipeWireTrouble) -> (PipeWireStream, (fourCC: FourCC, size: FrameSize, raw: candela_pipewire_agreed)) {
        let raw = offers.map(\.raw)
        var agreed = candela_pipewire_agreed()
        var failure = candela_pipewire_failure()
        let deadline = FrameTimestamp.now + timeout
        // Memory of a device costs more to read, so it is taken only from sources that have no other.
        for allowsDevices in [false, true] {
            let left = allowsDevices ? max(.seconds(2), deadline.since(.now)) : timeout
            if let pointer = unsafe candela_pipewire_open(
                session.connection.pointer, session.camera.id, raw, raw.count, allowsDevices, left.inMilliseconds,
                &agreed,
                &failure)
            {
                let format = AgreedFormat(agreed)
                return unsafe (PipeWireStream(pointer, session), (format.fourCC, format.size, agreed))
            }
            // Without a format it was not the memory.
            guard failure.ending == CANDELA_PIPEWIRE_FAILED || failure.ending == CANDELA_PIPEWIRE_LATE,
                failure.was_agreed
            else { break }
        }
        throw .noStream(failure, session)
    }

    func take(timeout: Duration) -> Outcome {
        var picture = unsafe candela_pipewire_picture()
        var failure = candela_pipewire_failure()
        let ending = unsafe candela_pipewire_take(pointer, timeout.inMilliseconds, &picture, &failure)
        switch ending {
        case CANDELA_PIPEWIRE_OK: return .picture(unsafe self.picture(picture))
        case CANDELA_PIPEWIRE_LATE: return .late
        case CANDELA_PIPEWIRE_CANCELLED: return .stopped
        default: return .over(.failed(ending, failure.text, session.address, doing: "streaming"))
        }
    }

    private func picture(_ picture: candela_pipewire_picture) -> PipeWirePicture {
        // It keeps the stream, so that the buffer can be given back whenever the picture is done with.
        let lent = unsafe LentFrame(stream: self, frame: picture.frame!)
        let bytes = unsafe UnsafeRawBufferPointer(start: picture.bytes, count: picture.size)
        let storage = unsafe PixelStorage(lending: bytes, onRelease: { lent.release() })
        let (timestamp, origin) = unsafe PictureMoment.of(
            told: picture.time_ns, arrival: picture.arrival_ns, isDevice: session.camera.api != nil)
        let number = taken.add(1, ordering: .relaxed).oldValue
        return unsafe PipeWirePicture(
            storage: storage, stride: Int(picture.stride), format: AgreedFormat(picture.format),
            sequence: picture.sequence > 0 ? Int(clamping: picture.sequence) : number, timestamp: timestamp,
            origin: origin)
    }

    fileprivate func release(_ frame: OpaquePointer) { unsafe candela_pipewire_release(pointer, frame) }

    var counts: candela_pipewire_counts { unsafe candela_pipewire_count(pointer) }

    func stop() { unsafe candela_pipewire_stop(pointer) }
}

/// Carries a frame into the closure that gives it back; nothing else uses it.
@safe private struct LentFrame: @unchecked Sendable {
    let stream: PipeWireStream
    let frame: OpaquePointer

    func release() { unsafe stream.release(frame) }
}

extension AgreedFormat {
    init(_ agreed: candela_pipewire_agreed) {
        self.init(
            fourCC: FourCC(rawValue: agreed.fourcc),
            size: FrameSize(width: Int(agreed.width), height: Int(agreed.height)))
    }
}

extension PipeWireTrouble {
    /// Why a stream did not start.
    fileprivate static func noStream(_ failure: candela_pipewire_failure, _ session: PipeWireSession) -> Self {
        let others = session.cameraNow?.clients.filter { $0.process != Int(getpid()) } ?? []
        var camera = session.cameraNow ?? session.camera
        camera.clients = others
        var trouble = noStream(failure, others, camera, session.address, hasManager: session.survey.hasManager)
        trouble.camera = camera
        return trouble
    }

    private static func noStream(
        _ failure: candela_pipewire_failure, _ others: [PipeWireCamera.Client], _ camera: PipeWireCamera,
        _ address: PipeWireAddress, hasManager: Bool?
    ) -> Self {
        guard failure.ending == CANDELA_PIPEWIRE_FAILED || failure.ending == CANDELA_PIPEWIRE_LATE else {
            return failed(failure.ending, failure.text, address, doing: "starting the stream")
        }
        let told = failure.text.isEmpty ? "" : " (\(failure.text))"
        if failure.text.contains("busy") {
            return Self(
                .busy, address, "another program uses the camera without PipeWire\(told)",
                "close it; `candela doctor \(camera.devicePath ?? address.name)` names it")
        }
        if failure.was_agreed {
            return Self(
                .noFrames, address, "the stream started, but no frame came\(told)",
                "replug the camera, or restart PipeWire: systemctl --user restart pipewire wireplumber")
        }
        if !others.isEmpty {
            let names = Set(others.map(\.application)).sorted().joined(separator: ", ")
            return Self(
                .busy, address, "it is in use by \(names), in a format that cannot be read here or shared\(told)",
                "close that program, or choose another format there")
        }
        if failure.text.contains("format") || failure.was_linked {
            return Self(
                .noFormat, address, "no format could be agreed with the camera\(told)",
                "look at what it offers: pw-cli enum-params \(camera.id) EnumFormat; or close a program that uses it without "
                    + "PipeWire")
        }
        if hasManager == false {
            return Self(
                .noManager, address, "PipeWire runs without a session manager, which connects programs with cameras",
                "start it: systemctl --user enable --now wireplumber (Debian: apt install wireplumber)")
        }
        return Self(
            .notLinked, address, "the session manager did not connect this program with the camera\(told)",
            "restart it: systemctl --user restart wireplumber")
    }
}
