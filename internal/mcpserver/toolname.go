package mcpserver

import "strings"

// toolName returns a verb's name in the letters that all clients allow: "checkpoint list" is checkpoint_list.
func toolName(name string) string { return strings.NewReplacer(" ", "_", "-", "_").Replace(name) }
