// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import Scanning

extension ReadingEffort: ExpressibleByArgument {}
