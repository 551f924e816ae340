//go:build !linux

package gitstore

import "os"

// ordersRenames reports whether a sync of one file makes every earlier rename on the file system durable too. Nothing
// is known here, so it is false.
func ordersRenames(*os.File) bool { return false }

// keepsOrder reports whether one sync makes everything before it durable. Nothing is known here, so it is false.
func keepsOrder(*os.File) bool { return false }

// writeOut is needed only where [keepsOrder] is true.
func writeOut(files ...*os.File) error {
	for _, f := range files {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return nil
}
