//go:build !linux

package gitstore

import "os"

// ordersRenames reports whether a sync of one file makes every earlier rename
// on the file system durable too. Nothing is known, so nothing is assumed.
func ordersRenames(*os.File) bool { return false }
