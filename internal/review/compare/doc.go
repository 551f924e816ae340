// Package compare compares two sides of the project at one moment, as a page shows them: HEAD and the files, two
// commits, or a checkpoint and now. A [Comparison] never changes.
package compare
