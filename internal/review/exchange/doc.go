// Package exchange exports and imports threads as Markdown, JSON, SARIF, reviewdog's lines, and the original tool's
// file.
package exchange
