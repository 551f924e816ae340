//go:build !unix

package main

import "os"

// peakOf is the most memory that a process held, which is not known here.
func peakOf(*os.ProcessState) int64 { return 0 }
