// Package version knows which build of consider is running.
package version

import (
	"runtime/debug"
	"strings"
)

// unknown is what Version says when the build did not say anything.
const unknown = "dev"

// Version is set by the linker: -X consider/internal/version.Version=v1.2.3.
// It is never written at run time.
var Version = unknown

// Commit and Date are those of the commit that a release was built from, set by the linker as Version is; "" in other builds.
var Commit, Date string

// String returns the version to show: the one the build named, else the module's
// version (go install …@v1.2.3 names none), else "dev" with the commit that the
// go command recorded, if it did.
func String() string {
	info, _ := debug.ReadBuildInfo()
	return describe(Version, info)
}

// Long is what a person who asks for the version is shown: "1.2.3 (abc1234, 2026-11-22)".
func Long() string {
	if Commit == "" {
		return String()
	}
	day, _, _ := strings.Cut(Date, "T")
	return String() + " (" + Commit + ", " + day + ")"
}

// describe is String of given values. info is nil in a binary built without modules.
func describe(named string, info *debug.BuildInfo) string {
	if named != unknown && named != "" || info == nil {
		return named
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	var commit, changed string
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			commit = "-" + setting.Value[:min(12, len(setting.Value))]
		case "vcs.modified":
			if setting.Value == "true" {
				changed = "-dirty"
			}
		}
	}
	if commit == "" {
		return unknown
	}
	return unknown + commit + changed
}
