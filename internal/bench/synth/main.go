// Command synth measures anchoring on synthetic edits of the project's files.
package main

func main() {}
