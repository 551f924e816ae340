// Package printable makes stored text safe to show.
//
// Bodies, names, paths and quoted code come from other people, from agents and
// from repositories that no person has read yet. Printed as they are they can move the
// cursor, recolour or rewrite the screen, reorder a line so that it reads as
// something else, carry words that only a model sees, or look like records
// that this program wrote. Everything that leaves the program goes through one
// of these functions:
//
//	Text      several lines: a body, a file's excerpt
//	Line      one line: a path, a name, a label, an error's detail
//	Indent    Text with a prefix on every line, so that no body starts at column 0
//	Truncate  Line cut to a number of terminal columns
//	JSON      a JSON document, losslessly
//
// # What is not printed
//
// A rune is "loud" when it acts on the reader instead of being read:
//
//   - C0 controls but for line feed and tab, DEL, and the C1 controls, which
//     some terminals still obey as one-byte escape sequences;
//   - bidirectional controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066
//     to U+2069): see CVE-2021-42574, source that reads otherwise than it runs;
//   - the line and paragraph separators U+2028 and U+2029, which start a line
//     for some readers and not for others;
//   - invisible formatting that no text needs: U+2061 to U+2064, U+206A to
//     U+206F, U+FEFF, U+FFF9 to U+FFFB, the musical and shorthand formats;
//   - tag characters and the variation selectors supplement (U+E0000 to
//     U+E0FFF), with which a whole sentence can be hidden behind one letter.
//     The price is that the three flags made with tags (England, Scotland,
//     Wales) and rare ideographic variants show their escapes;
//   - bytes that are not UTF-8.
//
// A rune is "quiet" when it is invisible and yet real text needs it: the
// zero-width joiner and non-joiner (Persian, Indic scripts, emoji of several
// people), the variation selectors U+FE00 to U+FE0F (emoji), the zero-width
// space (Thai, Khmer), the word joiner, the soft hyphen, the grapheme joiner
// and the Mongolian vowel separator. One of them after a visible rune is kept,
// and so is a joiner after one variation selector, as emoji have it. Anything
// more, or one with nothing before it, spells nothing and is escaped: runs of
// quiet runes are how text is smuggled past a reader.
//
// # How it shows
//
// In ASCII: <U+202E> for a rune, <0x9b> for a byte that is not UTF-8. Text that
// contains such a form already is left as it is, so the forms are for reading,
// not for decoding: a program reads JSON, where the escapes lose nothing.
// All functions are idempotent.
package printable
