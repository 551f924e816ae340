// Package built knows which build of consider is running: the version it was given, or the one that the go command
// recorded.
package built

import (
	"runtime/debug"

	"consider/internal/version"
)

// String returns the version to show: the one that the build was given, or the
// module's version (go install …@v1.2.3 gives none), or "dev" with the commit
// that the go command recorded, if any.
func String() string {
	info, _ := debug.ReadBuildInfo()
	return describe(version.Version, info)
}

// describe is String of given values. info is nil in a binary built without modules.
func describe(named string, info *debug.BuildInfo) string {
	if named != version.Unknown && named != "" || info == nil {
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
		return version.Unknown
	}
	return version.Unknown + commit + changed
}
