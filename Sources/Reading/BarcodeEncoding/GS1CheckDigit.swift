// SPDX-License-Identifier: Apache-2.0

/// The modulo 10 check digit of EAN, UPC and the other GS1 keys.
///
/// Source: GS1 General Specifications 7.9: from the right, the weights are 3, 1, 3, …; the check digit completes the sum
/// to a multiple of ten.
func gs1CheckDigit(of digits: some BidirectionalCollection<UInt8>) -> UInt8 {
    var sum = 0
    var weight = 3
    for digit in digits.reversed() {
        sum += Int(digit) * weight
        weight = 4 - weight
    }
    return UInt8((10 - sum % 10) % 10)
}
