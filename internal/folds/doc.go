// Package folds finds the hunks of a comparison that are mechanical, and says why, so that a reviewer need not read
// them: code that moved, was reindented or reformatted, one name in place of another, reordered imports, files that a
// program writes.
//
// # The rule
//
// A hunk is folded only if it cannot change what the program does, and that is proven from the texts alone. In doubt,
// it is not folded: a fold that is missing costs a minute, a wrong one costs a defect. So nothing is folded in a
// language without rules here, in a file whose text these rules do not understand, and in a hunk with an invisible
// character.
//
// # The proofs
//
// Both sides of a file are cut into tokens by a small lexer, which refuses a text that it does not know. A hunk, from its
// first changed line to its last one, is folded if all of it is proven by one of:
//
//   - equal tokens, but in Rust, where line breaks count if they can end a statement (form.go);
//   - imports that are the same ones in another order (imports.go);
//   - complete declarations that are in another place of their scope, where their order means nothing (moves.go);
//   - equal tokens but for names, if each pair of names is fit for it in the whole file (names.go).
//
// In other hunks, the lines that only changed places are pale. A generated file needs no tokens: both of its sides have
// to say that it is one.
package folds
