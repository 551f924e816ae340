// Package extra keeps the fields of a JSON object that this version does not know: fields of a newer consider are
// written back unchanged.
package extra
