// Package finding reads what linters and review bots report: SARIF 2.1.0 (OASIS), and reviewdog's diagnostics as one
// document (rdjson) or one a line (rdjsonl). A finding has a place, words, and perhaps fixes, each a change of some lines.
//
// What a tool wrote is believed as far as any words are: numbers are checked, places are claims.
package finding
