// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Removes a blur from a profile, so that narrow bars and spaces become as strong as wide ones and their edges separate.
///
/// Uses the Richardson-Lucy method: darkness stays positive, so there is no ringing as with a sharpening filter. It needs
/// profiles with little noise, such as the mean of many rows.
enum Deblurring {
    /// - Parameters:
    ///   - sigma: the standard deviation of a normal blur, in samples. Too large a value splits wide bars; too small a
    ///     value only needs more rounds.
    ///   - rounds: more rounds remove more blur, but amplify noise.
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
        // A bar that is darker than the maximum is still a bar.
        return guess.map { top - $0 }
    }

    /// With a symmetric kernel. Beyond the ends, the outermost value is repeated.
    private static func convolved(_ values: [Float], _ kernel: [Float]) -> [Float] {
        let reach = kernel.count / 2
        let padded =
            [Float](repeating: values[0], count: reach) + values
            + [Float](repeating: values[values.count - 1], count: reach)
        return values.indices.map { dot(padded, $0, kernel, 0, kernel.count) }
    }
}
