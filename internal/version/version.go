// Package version holds the version that this build of consider was given. Package built adds what the go command
// recorded.
package version

import "strings"

// Unknown is the Version of a build that was not given one.
const Unknown = "dev"

// Version is set by the linker: -X consider/internal/version.Version=v1.2.3.
// It is never written at run time.
var Version = Unknown

// Commit and Date are those of the commit that a release was built from, set by the linker as Version is; "" in other builds.
var Commit, Date string

// IsNamed reports whether the build said which version it is.
func IsNamed() bool { return Version != Unknown && Version != "" }

// Long is what a person who asks for the version is shown, of a version: "1.2.3 (abc1234, 2026-11-22)".
func Long(version string) string {
	if Commit == "" {
		return version
	}
	day, _, _ := strings.Cut(Date, "T")
	return version + " (" + Commit + ", " + day + ")"
}
