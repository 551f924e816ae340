// Package gitdiff makes the lines that git diff shows for two texts.
//
// [Hunks] shows what git shows, to the line: Myers' greedy search from both
// ends (1986), with the shortcuts that git takes where texts are long or have
// little in common, then each group of changed lines moved next to a change of
// the other text, or to where the indentation says a block begins. A test
// compares it with git. [Short] is for the few lines of one thread, then and
// now; go-difflib draws it. [Decode] reads the UTF-16 that git takes for binary.
package gitdiff
