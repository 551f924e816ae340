// Package commands is the command line of consider.
package commands

// Main runs the command line with the process's arguments and returns its exit code.
func Main() int { return 0 }
