// Package finding reads the reports of linters and review bots: SARIF 2.1.0 (OASIS), reviewdog's diagnostics as one
// document (rdjson) or one per line (rdjsonl), and the export of roborev's reviews. A finding has a place, a message, and
// perhaps fixes, each a change of some lines.
//
// Reports are not trusted more than other input: numbers are checked, places are claims.
package finding
