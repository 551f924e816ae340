//go:build !linux || !amd64

package main

import "fmt"

func main() {
	fmt.Println("torture: it stops programs as Linux on amd64 lets it; nothing was done")
}
