package worktree_test

import (
	"errors"
	"strings"
	"testing"

	"consider/internal/worktree"
)

// TestCheckPathRefusesWhatIsNotAFileOfTheProject: a stored path may come from anyone's thread, so none of these may
// reach the file system.
func TestCheckPathRefusesWhatIsNotAFileOfTheProject(t *testing.T) {
	for name, path := range map[string]string{
		"empty":                "",
		"parent":               "../x",
		"parent inside":        "a/../../x",
		"parent that returns":  "a/../b",
		"absolute":             "/etc/passwd",
		"dot":                  "./a",
		"double slash":         "a//b",
		"trailing slash":       "a/",
		"NUL":                  "a\x00b",
		"5000 bytes":           strings.Repeat("a", 5000),
		"deep 5000 bytes":      strings.Repeat("a/", 2500) + "b",
		"name of 256 bytes":    strings.Repeat("a", 256),
		"git":                  ".git/config",
		"git in capitals":      ".GIT/config",
		"git below":            "sub/.Git/config",
		"store":                ".consider/refs",
		"store in capitals":    ".Consider/refs",
		"git on NTFS":          "git~1/config",
		"git with dots":        ".git. ./config",
		"git as a stream":      ".git::$INDEX_ALLOCATION/config",
		"git on HFS":           ".g\u200cit/config",
		"git on HFS, in front": "\u200c.git/config",
		"store on NTFS":        "CONSID~1/refs",
	} {
		t.Run(name, func(t *testing.T) {
			if err := worktree.CheckPath(path); !errors.Is(err, worktree.ErrOutside) {
				t.Errorf("CheckPath(%.40q) = %v, want ErrOutside", path, err)
			}
		})
	}
}

// TestCheckPathAllowsOddButHonestNames: people have such files.
func TestCheckPathAllowsOddButHonestNames(t *testing.T) {
	for _, path := range []string{
		"a", "a/b.go", ".gitignore", ".github/x.yml", "..a", "-x", "a b", "é", "日本/語.txt", "x~1", "github", "consider/x", "a\nb",
	} {
		if err := worktree.CheckPath(path); err != nil {
			t.Errorf("CheckPath(%q) = %v", path, err)
		}
	}
}
