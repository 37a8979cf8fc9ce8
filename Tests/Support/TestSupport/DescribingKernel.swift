// SPDX-License-Identifier: Apache-2.0

package import V4L2

/// A fake kernel that only describes a device: nothing can be mapped, and every wait ends at once.
package protocol DescribingKernel: Kernel {}

extension DescribingKernel {
    @unsafe package func map(
        _ descriptor: CInt, length: Int, offset: Int
    ) throws(SystemError) -> UnsafeMutableRawBufferPointer { throw .invalidArgument }
    @unsafe package func unmap(_ memory: UnsafeMutableRawBufferPointer) {}
    package func poll(
        _ descriptor: CInt, for interest: PollInterest, wake: CInt?, timeout: Duration?
    ) throws(SystemError) -> PollResult { PollResult() }
}
