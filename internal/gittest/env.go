package gittest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// The settings of every repository. The branch is named because git's default
// for it is changing; the protocol setting allows clones from a folder.
var settings = [][2]string{
	{"init.defaultBranch", "main"},
	{"protocol.file.allow", "always"},
	{"advice.detachedHead", "false"},
	{"gc.auto", "0"},
	{"maintenance.auto", "false"},
}

// Env returns the environment for a hermetic git, as NAME=value. home is a
// folder of the test. Only the search path is missing.
func Env(home string) []string {
	env := []string{
		"HOME=" + home,
		"USERPROFILE=" + home,
		"XDG_CONFIG_HOME=" + filepath.Join(home, ".config"),
		"XDG_STATE_HOME=",
		"GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=Ann Author",
		"GIT_AUTHOR_EMAIL=ann@example.com",
		"GIT_AUTHOR_DATE=2026-11-21T10:30:00Z",
		"GIT_COMMITTER_NAME=Carl Committer",
		"GIT_COMMITTER_EMAIL=carl@example.com",
		"GIT_COMMITTER_DATE=2026-11-21T10:30:00Z",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_OPTIONAL_LOCKS=0",
		"LC_ALL=C",
		"TZ=UTC",
		"GIT_CONFIG_COUNT=" + strconv.Itoa(len(settings)),
	}
	for i, s := range settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, s[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, s[1]))
	}
	return env
}

// Outer returns the variables that programs need from the machine, and none of
// git's.
func Outer() []string {
	var env []string
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(strings.ToUpper(pair), "=")
		switch name {
		case "PATH", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "COMSPEC", "PATHEXT":
			env = append(env, pair)
		}
	}
	return env
}

// run runs git in dir.
func run(dir, home string, env []string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(append(Outer(), Env(home)...), env...)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return string(out), fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

var versionNumber = regexp.MustCompile(`(\d+)\.(\d+)`)

// atLeast reports whether the installed git has this version or a newer one.
func atLeast(major, minor int) bool {
	out, err := exec.Command("git", "version").Output()
	if err != nil {
		return false
	}
	m := versionNumber.FindStringSubmatch(string(out))
	if m == nil {
		return false
	}
	haveMajor, _ := strconv.Atoi(m[1])
	haveMinor, _ := strconv.Atoi(m[2])
	return haveMajor > major || haveMajor == major && haveMinor >= minor
}
