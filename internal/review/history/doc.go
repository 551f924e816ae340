// Package history tells what happened. An [Event] is one commit of the store in words; log walks back over them, wait
// walks from the tip to its cursor, which is a commit.
package history
