//go:build windows

package setup

import "io/fs"

// isMine returns true: the folder's access control list decides who may write there.
func isMine(fs.FileInfo) bool { return true }
