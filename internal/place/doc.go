// Package place finds where threads are now. A [Placer] looks at every file once and maps every pair of texts once; a
// [View] keeps what was found for the next read.
//
// A placement is a function of the stored thread and the files. The view cannot go stale: rows are kept under the id of
// their blob, placements under the ids of both texts.
package place
