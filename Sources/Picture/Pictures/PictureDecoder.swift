// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Decodes picture files to luma. Can be used from several threads at once.
package protocol PictureDecoder: Sendable {
    /// Reads and decodes the file at `path`. Blocks during that, but never on a pipe or a device.
    func picture(at path: String) throws(PictureError) -> Picture

    /// Decodes a file's bytes; `name` is used in errors.
    func picture(in data: PixelStorage, name: String) throws(PictureError) -> Picture

    /// Prepares for these pictures, which this number of threads will ask for, if that saves time; does not wait.
    func expect(_ paths: [String], threads: Int)
}

extension PictureDecoder {
    package func expect(_ paths: [String], threads: Int) {}

    /// The luma of the picture at `path`, upright. A truncated picture gives its readable part; `picture(at:)` reports
    /// the damage.
    package func load(_ path: String) throws(PictureError) -> LumaImage { try picture(at: path).luma }
}
