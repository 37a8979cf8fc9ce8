// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Takes a blur back out of a profile, so that narrow bars and spaces reach as far as wide ones and their edges part.
///
/// By Richardson's and Lucy's method: darkness stays positive, so it does not ring the way a sharpening filter does. It
/// needs profiles with little noise; a mean of many rows is one.
enum Deblurring {
    /// - Parameters:
    ///   - sigma: the standard deviation of a normal blur, in samples. One that is too large tears wide bars apart; one that
    ///     is too small only takes more rounds.
    ///   - rounds: more go further, and make more of noise.
    static func deblurred(_ profile: [Float], sigma: Float, rounds: Int) -> [Float] {
        let reach = Int((3 * sigma).rounded(.up))
        guard sigma > 0.5, reach < profile.count / 4, let top = profile.max() else { return profile }
        var kernel = (-reach...reach).map { exp(-Float($0 * $0) / (2 * sigma * sigma)) }
        let sum = kernel.reduce(0, +)
        for index in kernel.indices { kernel[index] /= sum }
        let seen = profile.map { max(0.5, top - $0) }
        var guess = seen
        for _ in 0..<rounds {
            let blurred = convolved(guess, kernel)
            let ratio = convolved(zip(seen, blurred).map { $0 / max(0.25, $1) }, kernel)
            for index in guess.indices { guess[index] *= ratio[index] }
        }
        // A bar that is darker than dark is a bar.
        return guess.map { top - $0 }
    }

    /// With a symmetric kernel; beyond the ends the outermost value goes on.
    private static func convolved(_ values: [Float], _ kernel: [Float]) -> [Float] {
        let reach = kernel.count / 2
        let padded =
            [Float](repeating: values[0], count: reach) + values
            + [Float](repeating: values[values.count - 1], count: reach)
        return values.indices.map { dot(padded, $0, kernel, 0, kernel.count) }
    }
}
