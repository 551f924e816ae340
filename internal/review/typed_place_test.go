package review

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/worktree"
)

// system returns the function that reads files on a system that has the given ones. Windows rejects a name with a
// colon, and a drive is not a name.
func system(windows bool, files ...string) func(string) (string, []byte, error) {
	return func(file string) (string, []byte, error) {
		plain := file
		if windows {
			plain = strings.ReplaceAll(strings.TrimPrefix(file, `C:\p\`), `\`, "/")
			if strings.ContainsRune(plain, ':') {
				return "", nil, session.PathError(file, &worktree.PathError{Path: file, Kind: worktree.ErrOutside, What: "not a file name on this system"})
			}
		}
		for _, have := range files {
			switch {
			case have == plain:
				return plain, []byte("1\n2\n3\n4\n5\n"), nil
			case strings.HasPrefix(have, plain+"/"):
				return plain, nil, session.PathError(file, &worktree.PathError{Path: file, Kind: worktree.ErrNotRegular, What: "a folder"})
			}
		}
		return "", nil, session.PathError(file, worktree.ErrNotExist)
	}
}

func TestAPlaceIsReadAlikeOnEverySystem(t *testing.T) {
	for _, c := range []struct{ place, want string }{
		{"f.go", "f.go:0-0"},
		{"f.go:3", "f.go:3-3"},
		{"f.go:3-5", "f.go:3-5"},
		{"f.go:3:5", "f.go:3-3"},
		{"f.go:3:5:", "f.go:3-3"},
		{"f.go:3:", "f.go:3-3"},
		{"f.go#L3", "f.go:3-3"},
		{"f.go#L3-L5", "f.go:3-5"},
		{"f.go#L3-5", "f.go:3-5"},
		{"x:3", "x:3-3"}, // on Windows it begins as a drive does
		{"sub/f.go:3", "sub/f.go:3-3"},
		{"a#Lib.go:3", "a#Lib.go:3-3"},
		{"a#Lib.go", "a#Lib.go:0-0"},
		{"f.go:abc", `"abc" is not a line number`},
		{"f.go:3:abc", `"3:abc" is not a line number`},
		{"f.go:abc:3", `"abc" is not a line number`},
		{"f.go:3-", `"3-" is not a line number`},
		{"f.go:-3", `"-3" is not a line number`},
		{"f.go::", `"" is not a line number`},
		{"f.go#L", `"" is not a line number`},
		{"f.go:99999999999999999999", `"99999999999999999999" is not a line number`},
		{"f.go:0", "invalid line 0: lines start at 1"},
		{"sub:abc", `"abc" is not a line number`},
		{"sub:3", `"sub" is a folder`},
		{"none.go:3", `"none.go" not found`},
		{"none.go:3:5", `"none.go" not found`},
		{"none.go#L3", `"none.go" not found`},
	} {
		for _, windows := range []bool{false, true} {
			if got := found(c.place, system(windows, "f.go", "x", "sub/f.go", "a#Lib.go")); got != c.want {
				t.Errorf("%s (Windows: %v): %s, want %s", c.place, windows, got, c.want)
			}
		}
	}
}

func found(place string, read func(string) (string, []byte, error)) string {
	at, err := findPlace(place, read)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s:%d-%d", at.File, at.Start, at.End)
}

func TestAPlaceOnADriveOfWindowsHasLines(t *testing.T) {
	for place, want := range map[string]string{
		`C:\p\f.go`: "f.go:0-0", `C:\p\f.go:3`: "f.go:3-3", `C:\p\f.go:3-5`: "f.go:3-5", `C:\p\f.go:3:5`: "f.go:3-3",
		`C:\p\f.go#L3-L5`: "f.go:3-5", `C:\p\sub\f.go:2`: "sub/f.go:2-2", `sub\f.go:2`: "sub/f.go:2-2",
		`C:\p\f.go:abc`: `"abc" is not a line number`, `C:\p\none.go:3`: `"C:\\p\\none.go" not found`,
		`D:\f.go:3`: `"D:\\f.go" is not a file name on this system`,
	} {
		if got := found(place, system(true, "f.go", "sub/f.go")); got != want {
			t.Errorf("%s: %s, want %s", place, got, want)
		}
	}
}

func TestAFileThatIsCalledLikeAPlaceIsItself(t *testing.T) {
	read := system(false, "f.go", "f.go:3", "f.go#L3", "C:", "f.go:3:5:")
	for place, want := range map[string]string{
		"f.go:3": "f.go:3:0-0", "f.go:3:2": "f.go:3:2-2", "f.go:4": "f.go:4-4", "f.go:4:2": "f.go:4-4",
		"f.go#L3": "f.go#L3:0-0", "f.go#L3:2": "f.go#L3:2-2", "f.go#L3#L2": "f.go#L3:2-2", "f.go#L4": "f.go:4-4", "C:": "C::0-0", "C::2": "C::2-2",
		"f.go:3:5:": "f.go:3:5::0-0", "f.go:3:5::2": "f.go:3:5::2-2",
	} {
		if got := found(place, read); got != want {
			t.Errorf("%s: %s, want %s", place, got, want)
		}
	}
}

func TestAnErrorOfAPlaceIsNotHidden(t *testing.T) {
	large := func(file string) (string, []byte, error) {
		if file != "big" {
			return "", nil, session.PathError(file, worktree.ErrNotExist)
		}
		return file, nil, session.PathError(file, worktree.ErrTooLarge)
	}
	if at, err := findPlace("big", large); !errors.Is(err, worktree.ErrTooLarge) || at.File != "big" {
		t.Error(at, err)
	}
	if at, err := findPlace("big:3", large); !errors.Is(err, worktree.ErrTooLarge) || at.Start != 3 {
		t.Error(at, err)
	}
	if _, err := findPlace("big:abc", large); !errors.Is(err, fail.ErrUsage) {
		t.Error(err)
	}
}
