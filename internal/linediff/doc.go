// Package linediff compares two texts line by line, in two ways: a map for
// placing threads, and the lines that git diff shows for people.
//
// # The map
//
// A [Pair] is two texts cut into lines, each line numbered by its normal form
// (no indentation, inner white space as one blank), so that comparing lines
// is comparing numbers. [NewMap] makes the [Map] between them:
//
//  1. Trim the common head and tail, but give repeated lines next to the
//     first and the last difference back: they may be a twin's.
//  2. Seed with the lines that are unique in both texts (Heckel 1978). Of the
//     runs that they form, the heaviest chain in order is taken, and those out
//     of order that hold enough letters to be moves. All grow over equal
//     neighbours, the heaviest first.
//  3. Fill the gaps: small ones by a table of the heaviest common
//     subsequence, large ones by lines unique inside them or, without any, by
//     Myers' diff, which gives up searching at a fixed cost and takes what it has.
//  4. Slide insertions and deletions to where the indentation says blocks
//     begin (the indent heuristic of git). A block that was copied as a whole
//     stays behind its original.
//  5. Drop short runs of matches between real edits, grow once more, match
//     blocks that moved, and mend twins that exchanged their tails.
//
// A map is one to one, the same at every run, and made in time and memory
// that grow with the lines, also for texts that have nothing in common or
// repeat one line a hundred thousand times.
//
// # The diff
//
// [Hunks] shows what git diff shows, to the line: Myers' greedy search from both
// ends (1986), with the shortcuts that git takes where texts are long or have
// little in common, then each group of changed lines moved next to a change of
// the other text, or to where the indentation says a block begins. A test
// compares it with git. The map is not drawn: it follows moved and re-indented
// lines, which a diff cannot show. [Short] is for the few lines of one thread,
// then and now; go-difflib draws it.
package linediff
