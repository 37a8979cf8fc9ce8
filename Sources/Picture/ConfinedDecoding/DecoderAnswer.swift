// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
package import FrameCoding
package import Frames
package import Pictures

/// A decoder's answers: one packet each. A malicious picture may write them, so each number has its bounds.
package enum DecoderAnswer: Hashable {
    /// Sent once, when it accepts requests; or why it never will.
    case ready(unconfined: String?, refusal: V4LConversionError.Kind?)
    /// The luma is at the start of the memory; if `isPending`, it did not fit there, and waits for `.write`.
    case picture(Facts, isPending: Bool)
    case noPicture(PictureError.Kind, String)
    case frame(FrameSize, damage: String?)
    case noFrame(MotionJPEGError.Kind)
    case converted
    case notConverted(V4LConversionError.Kind)
    /// It could not see what it should decode; a sentence.
    case blind(String)

    /// What is known of a decoded picture besides its pixels.
    package struct Facts: Hashable {
        /// Upright.
        package var size: FrameSize
        package var orientation: PictureOrientation
        package var damage: PictureDamage?
        package var transparency: PictureTransparency?

        package init(
            size: FrameSize, orientation: PictureOrientation, damage: PictureDamage?, transparency: PictureTransparency?
        ) {
            self.size = size
            self.orientation = orientation
            self.damage = damage
            self.transparency = transparency
        }

        /// As stored, before rotation.
        package var storedSize: FrameSize {
            orientation.swapsSides ? FrameSize(width: size.height, height: size.width) : size
        }
    }

    /// The longest sentence that is taken from a decoder, in bytes: a long path and some words.
    private static let longestText = 16 << 10

    package var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .ready(let unconfined, let refusal):
            writer.put(UInt8(1))
            writer.put(unconfined ?? "")
            Self.put(refusal, to: &writer)
        case .picture(let facts, let isPending):
            writer.put(UInt8(2))
            Self.put(facts.size, to: &writer)
            writer.put(UInt8(facts.orientation.rawValue))
            let fields =
                (isPending ? 1 : 0) | (facts.damage == nil ? 0 : 2) | (facts.transparency == nil ? 0 : 4)
                | (facts.damage?.isTruncation == true ? 8 : 0)
            writer.put(UInt8(fields))
            if let damage = facts.damage {
                writer.put(Int64(damage.decodedRows ?? -1))
                Self.put(damage.reason, to: &writer)
            }
            if let transparency = facts.transparency {
                writer.put(transparency.share)
                writer.put(UInt8(clamping: transparency.contrastWithout))
            }
        case .noPicture(let kind, let description):
            writer.put(UInt8(3))
            writer.put(UInt8(Self.kinds.firstIndex(of: kind) ?? 0))
            Self.put(description, to: &writer)
        case .frame(let size, let damage):
            writer.put(UInt8(4))
            Self.put(size, to: &writer)
            Self.put(damage ?? "", to: &writer)
        case .noFrame(let kind):
            writer.put(UInt8(5))
            Self.put(kind, to: &writer)
        case .converted: writer.put(UInt8(6))
        case .notConverted(let kind):
            writer.put(UInt8(7))
            Self.put(kind, to: &writer)
        case .blind(let reason):
            writer.put(UInt8(8))
            Self.put(reason, to: &writer)
        }
        return writer.bytes
    }

    package init?(_ bytes: ArraySlice<UInt8>) {
        var reader = WireReader(bytes)
        guard let answer = Self.answer(from: &reader), reader.isAtEnd else { return nil }
        self = answer
    }

    private static func answer(from reader: inout WireReader) -> DecoderAnswer? {
        switch reader.number(UInt8.self) {
        case 1:
            guard let unconfined = text(from: &reader), let refusal = conversionKind(from: &reader) else { return nil }
            return .ready(unconfined: unconfined.isEmpty ? nil : unconfined, refusal: refusal)
        case 2: return picture(from: &reader)
        case 3:
            guard let index = reader.number(UInt8.self), Int(index) < kinds.count,
                let description = text(from: &reader)
            else { return nil }
            return .noPicture(kinds[Int(index)], description)
        case 4:
            guard let size = size(from: &reader), let damage = text(from: &reader) else { return nil }
            return .frame(size, damage: damage.isEmpty ? nil : damage)
        case 5:
            guard let kind = frameKind(from: &reader) else { return nil }
            return .noFrame(kind)
        case 6: return .converted
        case 7:
            guard let kind = conversionKind(from: &reader), let kind else { return nil }
            return .notConverted(kind)
        case 8:
            guard let reason = text(from: &reader) else { return nil }
            return .blind(reason)
        default: return nil
        }
    }

    private static func picture(from reader: inout WireReader) -> DecoderAnswer? {
        guard let size = size(from: &reader), let turn = reader.number(UInt8.self),
            let orientation = PictureOrientation(rawValue: Int(turn)), let fields = reader.number(UInt8.self)
        else { return nil }
        var facts = Facts(size: size, orientation: orientation, damage: nil, transparency: nil)
        if fields & 2 != 0 {
            guard let rows = reader.number(Int64.self), rows <= Int64(facts.storedSize.height),
                let reason = text(from: &reader)
            else { return nil }
            facts.damage = PictureDamage(
                isTruncation: fields & 8 != 0, decodedRows: rows < 0 ? nil : Int(rows), reason: reason)
        }
        if fields & 4 != 0 {
            guard let share = reader.double(), (0...1).contains(share), let contrast = reader.number(UInt8.self) else {
                return nil
            }
            facts.transparency = PictureTransparency(share: share, contrastWithout: Int(contrast))
        }
        return .picture(facts, isPending: fields & 1 != 0)
    }

    // MARK: Parts

    /// The reasons that a decoder itself can have.
    private static let kinds: [PictureError.Kind] = [.damaged, .notPicture, .tooLarge, .libraryMissing, .empty]

    private static func put(_ text: String, to writer: inout WireWriter) {
        writer.put(String(decoding: text.utf8.prefix(longestText - 8), as: UTF8.self))
    }

    private static func text(from reader: inout WireReader) -> String? {
        guard let text = reader.text(), text.utf8.count <= longestText else { return nil }
        return text
    }

    private static func put(_ size: FrameSize, to writer: inout WireWriter) {
        writer.put(UInt32(clamping: size.width))
        writer.put(UInt32(clamping: size.height))
    }

    /// At least one pixel; the area fits into an `Int`.
    private static func size(from reader: inout WireReader) -> FrameSize? {
        guard let width = reader.number(UInt32.self), let height = reader.number(UInt32.self), width > 0, height > 0,
            width < 1 << 31, height < 1 << 31
        else { return nil }
        return FrameSize(width: Int(width), height: Int(height))
    }

    private static func put(_ kind: MotionJPEGError.Kind, to writer: inout WireWriter) {
        switch kind {
        case .libraryMissing(let reason):
            writer.put(UInt8(1))
            put(reason, to: &writer)
        case .notJPEG: writer.put(UInt8(2))
        case .tooLarge(let size, let maximumPixels):
            writer.put(UInt8(3))
            put(size, to: &writer)
            writer.put(UInt64(maximumPixels))
        case .sizeMismatch(let expected, let got):
            writer.put(UInt8(4))
            put(expected, to: &writer)
            put(got, to: &writer)
        case .undecodable(let reason), .decoderFailed(let reason):
            writer.put(UInt8(5))
            put(reason, to: &writer)
        }
    }

    private static func frameKind(from reader: inout WireReader) -> MotionJPEGError.Kind? {
        switch reader.number(UInt8.self) {
        case 1: return text(from: &reader).map { .libraryMissing(reason: $0) }
        case 2: return .notJPEG
        case 3:
            guard let size = size(from: &reader), let pixels = reader.number(UInt64.self), pixels < 1 << 40 else {
                return nil
            }
            return .tooLarge(size, maximumPixels: Int(pixels))
        case 4:
            guard let expected = size(from: &reader), let got = size(from: &reader) else { return nil }
            return .sizeMismatch(expected: expected, got: got)
        case 5: return text(from: &reader).map { .undecodable(reason: $0) }
        default: return nil
        }
    }

    private static func put(_ kind: V4LConversionError.Kind?, to writer: inout WireWriter) {
        switch kind {
        case nil: writer.put(UInt8(0))
        case .libraryMissing(let reason):
            writer.put(UInt8(1))
            put(reason, to: &writer)
        case .unknownFormat: writer.put(UInt8(2))
        case .notCamera: writer.put(UInt8(3))
        case .impossibleSize: writer.put(UInt8(4))
        case .undecodable(let reason), .decoderFailed(let reason):
            writer.put(UInt8(5))
            put(reason, to: &writer)
        }
    }

    /// Some kind, none, or `nil` if the packet is invalid.
    private static func conversionKind(from reader: inout WireReader) -> V4LConversionError.Kind?? {
        switch reader.number(UInt8.self) {
        case 0: return .some(nil)
        case 1: return text(from: &reader).map { .libraryMissing(reason: $0) }
        case 2: return .some(.unknownFormat)
        case 3: return .some(.notCamera)
        case 4: return .some(.impossibleSize)
        case 5: return text(from: &reader).map { .undecodable(reason: $0) }
        default: return nil
        }
    }
}
