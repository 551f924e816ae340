// Command consider is the one binary of the project: see package commands, and package early for what is answered before.
package main

import (
	"os"

	"consider/commands"
	_ "consider/commands/early"
	"consider/commands/early/hooks"
)

func main() { os.Exit(commands.Main(hooks.Stdin())) }
