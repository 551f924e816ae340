// Command consider is the one binary of the project: see package commands.
package main

import (
	"os"

	"consider/commands"
)

func main() { os.Exit(commands.Main()) }
