// Package anchor finds lines of an old text in a new one.
//
// A thread was put on some lines. The text of that moment is kept, and the file
// has changed since. [Map] compares the two texts once, and [Mapping.Place]
// finds where any lines of the old text are, or reports that they are gone.
// Sending a reader to the wrong lines is four times worse than saying that they
// are gone, and every rule below prefers the latter.
//
// The package is pure: two texts in, a placement out. The same texts give the
// same answer on every machine, in whatever order the questions come. All
// scores are whole numbers, every sort has a total order, and no decision
// walks a Go map.
//
// # Words
//
//	A, B       the old and the new text
//	line       ends with "\n"; "\r", white space at the end and a byte order
//	           mark are ignored, inner white space counts as one blank
//	trivial    a line of fewer than 3 letters and digits: "}", "});", a blank
//	gap        the lines of A and of B between two neighbouring matched lines
//	spine      the matched lines that kept their order; the others moved
//	owner      the line of A that a line of B belongs to; there is at most one
//
// That each new line has one owner is the most useful rule. A line that was
// replaced cannot be "found" in its twin ten lines down, because the twin
// already has an owner: itself.
//
// # Lines that did not change
//
// Package linemap matches equal lines: the lines that are unique in both
// texts first, the heaviest chain of them in order, then growing outwards so
// that a repeated line follows the block that it lives in. Most threads need
// no more than this. A line that is unique in both texts and matched is
// certain: no later step unmatches it, so Place answers at once.
//
// # Lines that did
//
// The rest is resolved for all lines together, at the first question that
// needs it.
//
//		 A                          B
//		 func load() {  ---------- func load() {
//		   r := open(x) ~~~~~~~~~    r := open(x, mode)     edited: similar,
//		   defer r.Close()    .      defer r.Close()         in the same gap
//		 }                     .   }
//		                        .
//		 func save() {           . func dump() {
//		   a(b, c)  ============     a(                     reflowed: the same
//		                    ====       b, c)                 letters, in other
//		 }                         }                         lines
//		   log(e)  ~ ~ ~ ~ ~ ~ ~ ~   logf(e)                moved and edited:
//		                                                     far search
//
//	 1. Rehome. A run of repeated lines whose neighbours went elsewhere may have
//	    landed in a twin. The text around decides, matched or not: the run
//	    belongs where ten lines on each side agree best, and preferably where an
//	    adjacent line went that is in no other place.
//	 2. Align. In every gap, old and new lines are paired in order so that the
//	    sum of their likeness is greatest. Likeness is six tenths words (their
//	    heaviest common subsequence; a rare word weighs up to 3.4 times as much
//	    as a common one) and four tenths letters (edit distance).
//	 3. Reflow. A line is also recognized by its letters and digits alone,
//	    wherever the line ends are, if they occur once and at word bounds.
//	 4. Slide. Now that changed lines are known, a deletion next to one may
//	    slide to where blocks begin and end, or by one line to lines without a
//	    partner, whose changed form it may be.
//	 5. Near and far. The remaining lines are aligned next to where matched
//	    neighbours went, then searched for among all free lines: by content and
//	    context, or by content alone if it is far ahead of every rival.
//	 6. Renames. A word that became another one in at least two changed lines
//	    counts as unchanged from here on, if the old word is not in the new
//	    text and the new word is not in the old one.
//
// Steps 2 to 6 run three times and require a likeness of 750, 600 and 450 in
// a thousand: sure pairs come first, so that a weak likeness never takes a
// line that belongs to another one. The last pass skips step 4.
//
// # Ranges
//
//	A            B
//	1 x  -------- x 1
//	2 y  -------- y 2     place of 1-3: lines 1 to 4
//	              n 3     (lines inserted inside belong to it)
//	3 z  -------- z 4
//	4 w           v 5     (lines inserted at the edge do not)
//
// The place is the hull of the heaviest chain of the range's lines that stayed
// together. A deleted edge shrinks it, a rewritten one belongs to it, and a whole
// block remains one. When less than 38 % of the text is left, or only braces, and
// not head and foot of a block, it is stale: below that, people who judge such
// cases call the code gone as often as not.
//
// # Scores
//
// A score is the share of right answers that its kind had among judged cases:
// 0.95 means wrong about one time in twenty, or less often. Answers under 0.6
// are not given. docs/internals/anchoring.md has the tables.
//
// # Constants
//
// Each has its reason where it is defined. Three decide most:
//
//   - similarEnough (450): lines that share only their grammar reach 430, which
//     counts nothing in an alignment; changed lines start at about 450. Short
//     lines are often alike by chance, so those under 14 letters need up to
//     150 more, except a line that is alone in its gap.
//   - clearContent (640) with clearLead (120): of the lines that no gap could
//     place, all that passed both were placed correctly without any context;
//     they were stale when context was required too.
//   - homeLead (120): how much better another place must fit before repeated
//     lines leave the one that the line map chose. A lower value makes lines
//     jump between twins at every edit.
package anchor
