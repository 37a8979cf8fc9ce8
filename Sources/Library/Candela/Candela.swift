// SPDX-License-Identifier: Apache-2.0

// A program that uses cameras also names codes, symbologies and pictures.
@_exported public import CandelaReading
