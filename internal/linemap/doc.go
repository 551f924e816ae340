// Package linemap maps the lines of a text to those of another one, for placing threads.
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
// A map is not drawn: it follows moved and re-indented lines, which a diff
// cannot show. Package gitdiff makes what people see, with the numbers of lines
// ([Table]) and the scores of the indent heuristic ([ScoreAt]) from here.
package linemap
