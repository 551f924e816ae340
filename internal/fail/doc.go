// Package fail says what went wrong, in a form that every surface can show: an [Error] has a kind, words and hints.
//
// The [Kind]s are a closed list; kind.go is the one place that gives each its exit code, HTTP status and JSON-RPC code.
// Other packages declare their errors by [Sentinel], with a kind and a hint. Kinds are found by errors.Is and errors.As,
// never by the text of an error.
package fail
