//go:build !linux

package hooks

// readStdin reads nothing: here no read of standard input can be given up.
func readStdin() (text []byte, can bool) { return nil, false }
