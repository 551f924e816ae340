// Package exchange takes threads out and in: Markdown, JSON, SARIF, reviewdog's lines, and the original tool's file.
package exchange
