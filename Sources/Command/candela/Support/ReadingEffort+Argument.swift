// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
package import Scanning

extension ReadingEffort: ExpressibleByArgument {}
