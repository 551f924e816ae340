package gitstore

import (
	"encoding/hex"
	"fmt"
	"strings"

	"consider/internal/gitfmt"
)

// The name of a former line ends with the beginning of its tip. The mark occurs in no escaped name.
const (
	formerMark   = "@"
	formerDigits = 10
)

// mirrorRef returns the ref for a worktree's name. Another program chose the name, so a byte that is not plain is
// written as % and two hex digits, and so is a dot that means something to git or gc.
func mirrorRef(name string) (string, error) {
	if name == "" || len(name) > 80 {
		return "", fmt.Errorf("%w: worktree name %q", ErrPath, gitfmt.Clip(name))
	}
	return mirrorDir + "/" + escapeName(name) + mirrorLeaf, nil
}

func escapeName(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; plainByte(c) || c == '.' && plainDot(name, i) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

func plainByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

func plainDot(name string, i int) bool {
	rest := name[i+1:]
	return i > 0 && rest != "" && rest[0] != '.' && !strings.HasPrefix(rest, "lock") && !strings.HasPrefix(rest, "tmp-")
}

// mirrorName returns the worktree's name for a folder of refs/worktrees.
func mirrorName(folder string) (name string, former, ok bool) {
	folder, tip, former := strings.Cut(folder, formerMark)
	if former && len(tip) != formerDigits {
		return "", true, false
	}
	var b strings.Builder
	for rest := folder; rest != ""; {
		if rest[0] != '%' {
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		raw, err := hex.DecodeString(rest[1:min(3, len(rest))])
		if err != nil || len(raw) != 1 {
			return "", former, false
		}
		b.WriteByte(raw[0])
		rest = rest[3:]
	}
	name = b.String()
	return name, former, name != "" && escapeName(name) == folder
}
