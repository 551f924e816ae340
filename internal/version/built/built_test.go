package built

import (
	"runtime/debug"
	"testing"

	"consider/internal/version"
)

func TestTheBuildsOwnWordComesFirst(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123"}
	dirty := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	module := debug.Module{Version: "v1.2.3"}
	devel := debug.Module{Version: "(devel)"}
	tests := []struct {
		name, named string
		info        *debug.BuildInfo
		want        string
	}{
		{"named by the linker", "v2.0.0", &debug.BuildInfo{Main: module}, "v2.0.0"},
		{"installed as a module", "dev", &debug.BuildInfo{Main: module}, "v1.2.3"},
		{"nothing known", "dev", nil, "dev"},
		{"no commit recorded", "dev", &debug.BuildInfo{Main: devel}, "dev"},
		{"a commit", "dev", &debug.BuildInfo{Settings: []debug.BuildSetting{commit}}, "dev-0123456789ab"},
		{"a changed commit", "dev", &debug.BuildInfo{Settings: []debug.BuildSetting{commit, dirty}}, "dev-0123456789ab-dirty"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := describe(tt.named, tt.info); got != tt.want {
				t.Errorf("describe(%q) = %q, want %q", tt.named, got, tt.want)
			}
		})
	}
}

func TestAReleaseNamesItsCommitAndDay(t *testing.T) {
	if got := version.Long(String()); got != String() {
		t.Errorf("a build that is no release says %q", got)
	}
	version.Version, version.Commit, version.Date = "1.2.3", "abc1234", "2026-11-22T10:00:00Z"
	defer func() { version.Version, version.Commit, version.Date = version.Unknown, "", "" }()
	if got := version.Long(String()); got != "1.2.3 (abc1234, 2026-11-22)" {
		t.Errorf("got %q", got)
	}
}
