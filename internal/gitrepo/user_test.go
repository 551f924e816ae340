package gitrepo_test

import (
	"testing"

	"consider/internal/gittest"
)

// TestUserNameIsTheOneGitWouldUse: local over global, includes followed.
func TestUserNameIsTheOneGitWouldUse(t *testing.T) {
	home := gittest.TempDir(t)
	t.Setenv("GIT_CONFIG_GLOBAL", home+"/global")
	write(t, home+"/global", "[user]\n\tname = Global Ann ; her\n")
	r := gittest.New(t)
	check := func(want string) {
		t.Helper()
		if got := open(t, r.Dir).UserName(t.Context()); got != want {
			t.Errorf("UserName = %q, want %q", got, want)
		}
	}
	check("Global Ann")
	write(t, home+"/work", "[user]\n\tname = \"Work Ann\"\n")
	write(t, home+"/global", "[user]\n\tname = Global Ann\n[includeIf \"gitdir:"+r.Dir+"/\"]\n\tpath = work\n")
	check("Work Ann")
	r.Git("config", "user.name", "Local Ann")
	check("Local Ann")
	withoutGit(t)
	check("Local Ann")
}
