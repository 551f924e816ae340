// Package extra keeps the fields of a JSON object that this version does not know: what a newer consider wrote is
// written back as it was.
package extra
