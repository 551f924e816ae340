// Package webserver is the browser surface: the pages of a review on a loopback port, and an HTTP API that is a loop over
// the table of verbs. docs/internals/web.md describes the API.
//
// # Words
//
// A snapshot is what a reviewer has on the screen: two sides of the project at one moment ([compare.Comparison]), with
// its files numbered and their patches cut into blocks. It never changes; when the project's files change, another one is
// made. A draft is a comment that was not submitted. The boot is all that a page has to know before it draws.
//
// # Access
//
// A caller needs the secret, must be on this machine, and must use a page of this server. guard.go checks all of this for
// each request, before anything else: an exact Host (a name that was rebound to 127.0.0.1 differs), Origin and
// Sec-Fetch-Site when a browser sends them, and for the API a token that only our own page has. No other page can read
// the token or make a browser send it. There is no cookie: an address is good for one page, which gets the token. A body
// has to be JSON, which a form cannot send. No header permits another origin anything.
//
// # What stays open between two requests
//
// The snapshots stay open, each with its project, and while a page listens the watcher. Everything else opens the project
// anew, as a command would.
package webserver
