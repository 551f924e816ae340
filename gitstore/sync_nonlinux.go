//go:build !linux

package gitstore

import "os"

// ordersRenames reports whether a sync of one file makes every earlier rename
// on the file system durable too. Nothing is known, so nothing is assumed.
func ordersRenames(*os.File) bool { return false }

// keepsOrder reports whether one sync makes all that was done before durable. Nothing is known, so nothing is assumed.
func keepsOrder(*os.File) bool { return false }

// writeOut is for systems of which [keepsOrder] is true.
func writeOut(files ...*os.File) error {
	for _, f := range files {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return nil
}
