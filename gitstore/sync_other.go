//go:build !darwin

package gitstore

import "os"

// syncObject makes the content of an object durable.
func syncObject(f *os.File) error { return f.Sync() }
