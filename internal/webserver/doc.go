// Package webserver is the surface of the browser: the pages of a review on a loopback port, and an HTTP API that
// is a loop over the table of verbs. docs/web.md describes the API.
//
// # Words
//
// A snapshot is what a reviewer has on the screen: two sides of the project at one moment ([compare.Comparison]), with
// its files numbered and their patches cut into blocks. It never changes; when the project's files do, another one is
// made. A draft is a comment that was not submitted. The boot is all that a page has to know before it draws anything.
//
// # Who may ask
//
// A caller that has the secret, on this machine, from a page of this server. Each of these is checked for each request,
// by guard.go, before anything else: an exact Host (a name that was rebound to 127.0.0.1 is another one), Origin
// and Sec-Fetch-Site where a browser sends them, and for the API a token that only a page of ours holds and that no
// other page can read or make a browser send. There is no cookie: an address is good for one page, which gets the token. A body has to be JSON, which a form
// cannot send. No header allows another origin anything.
//
// # What is open between two requests
//
// The snapshots, each with the project it was taken of, and the watcher. Everything else opens the project anew, as
// a command would.
package webserver
