package gitstore

import (
	"fmt"
	"net/url"
	"strings"
)

// formerMark is in the folder's name for the copy of a former line. It occurs in no escaped name.
const formerMark = "@"

// escapeName returns the folder of refs for a worktree's name. Another program chose the name, so a byte that is not plain
// is written as % and two hex digits, and so is a dot that means something to git or gc.
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
func mirrorName(folder string) (name string, ok bool) {
	folder, _, _ = strings.Cut(folder, formerMark)
	name, err := url.PathUnescape(folder)
	return name, err == nil && name != "" && escapeName(name) == folder
}
