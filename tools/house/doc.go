// Package house holds the rules of the house: what CONTRIBUTING.md asks of every
// change, as far as a machine can see it. The rules are functions over the tree
// of source files; a test for each of them is named as the rule's promise. A
// linter finds some of it sooner; this finds all of it on any machine with Go.
//
//   - arrows.go: which package may import which, and who may use which library
//   - plan.go: docs/architecture.md lists the rooms as arrows.go has them
//   - shape.go: names at the top, package comments, sizes of files and functions
//   - words.go: what may not be written: promises of later work, silent skips,
//     paths of one machine
//   - english.go: turns of phrase that plain English does without
//
// A problem says which file, and what to do. Where a rule is wrong for one file,
// its table of exceptions takes the file's path and the reason.
package house
