// Package house checks the rules of CONTRIBUTING.md, as far as a program can.
// The rules are functions over the tree of source files. Each has a test that
// is named after the promise of the rule. A linter finds some problems sooner;
// this package finds all of them on any machine with Go.
//
//   - arrows.go: which package may import which, and who may use which library
//   - plan.go: docs/internals/architecture.md lists the rooms of arrows.go
//   - shape.go: names at the top, package comments, sizes of files and functions
//   - words.go: forbidden text: promises of later work, silent skips, paths of
//     one machine
//   - text.go, texts.go, texts_go.go, texts_script.go: the texts that users and models
//     read, as docs/words.txt lists them
//   - wording.go: rules for these texts, for documents and comments. A rule that
//     is still broken somewhere has a count in wording.tsv, which may only fall
//   - subjects.go: subjects of commits
//
// A problem names the file and says what to do. If a rule is wrong for one
// file, add the file's path and the reason to the rule's table of exceptions.
package house

//go:generate go test -count=1 -run TestTheListOfWordsIsFresh|TestNoWordingGetsWorse . -update
