// Package rpcserver is JSON-RPC 2.0 over a pair of pipes, the surface of the editors.
//
// Messages are framed as in the Language Server Protocol: a Content-Length header, an empty line, the JSON. A
// method is a verb's name, its params are the verb's input and its result is the answer's data and cursor; an
// error has its kind's code and the whole Failure as data. The methods that are not verbs are initialize, watchFiles,
// watchResponses, foreground and $/cancelRequest from the client; and changed, filesChanged and responsesChanged
// to it.
//
// The server keeps nothing between requests. Each opens the project anew, as a command would: a store that was
// deleted and made again, a repository that began to track the store, and a folder that was moved away are seen
// by the next request without a rule for each of them. docs/internals/decisions/001-no-daemon.md has the price.
//
// # The end
//
// When the client closes its side, what it has asked for is still answered, for [Grace] at the longest: a window
// that closes right after a reply was sent must not lose the reply.
package rpcserver
