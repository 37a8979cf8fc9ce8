// SPDX-License-Identifier: Apache-2.0

internal import CPortal
internal import Frames
internal import Terminal
internal import Threads

/// The desktop's camera portal, which lets programs in a sandbox reach PipeWire's cameras after asking the user.
enum CameraPortal {
    /// Long enough to read a question and to answer it.
    static let patience = Duration.seconds(60)

    /// Asks for the cameras. Blocks until the user has answered, or the opening is interrupted.
    ///
    /// - Returns: a socket to PipeWire, owned by the caller.
    static func descriptor(
        _ address: PipeWireAddress, _ opening: Opening, patience: Duration = patience
    ) throws(PipeWireTrouble) -> CInt {
        if let reason = unsafe candela_portal_load() {
            throw .missing(unsafe String(cString: reason), "libsystemd", address)
        }
        var answer = candela_portal_answer()
        let ending = unsafe candela_portal_ask(
            patience.inMilliseconds, opening.wake?.descriptor ?? -1,
            { Console.note("waiting for your answer to the desktop's question whether candela may use the camera") },
            &answer)
        guard ending == CANDELA_PORTAL_GRANTED else {
            var words = answer.words
            let text = unsafe withUnsafeBytes(of: &words) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw .refused(ending, text, limit: patience, address)
        }
        return answer.descriptor
    }
}

extension Duration {
    /// In whole milliseconds, rounded up, and bounded.
    var inMilliseconds: CInt { CInt(min(max((milliseconds).rounded(.up), 0), 1e9)) }
}
