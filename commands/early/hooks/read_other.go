//go:build !linux

package hooks

// readStdin reads nothing, because a read of standard input cannot be abandoned here.
func readStdin() (text []byte, can bool) { return nil, false }
