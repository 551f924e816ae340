package transcript

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// claudeName is the longest name of a folder that Claude Code does not shorten, in characters of UTF-16.
const claudeName = 200

// claudeDir returns the name of the folder for sessions that were started in dir, an absolute path without
// links: every character of UTF-16 but letters and digits of ASCII is a dash, and what is too long ends in a hash
// of the whole. Several folders can have the same name.
func claudeDir(dir string) string {
	units := utf16.Encode([]rune(norm.NFC.String(dir)))
	name := make([]byte, len(units))
	var hash int32 // as Java's String.hashCode
	for i, c := range units {
		hash = hash<<5 - hash + int32(c)
		name[i] = '-'
		if c < 0x80 && isAlnum(byte(c)) {
			name[i] = byte(c)
		}
	}
	if len(name) <= claudeName {
		return string(name)
	}
	n := int64(hash)
	return string(name[:claudeName]) + "-" + strconv.FormatInt(max(n, -n), 36)
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// claudeFiles lists the sessions in the folders whose names fit the roots, folders in them, and folders above.
func (f *Finder) claudeFiles(roots []string) (files []file, watch []string) {
	projects := filepath.Join(f.Places.Claude, "projects")
	watch = []string{projects}
	fold := func(name string) string {
		if f.Places.FoldCase {
			return strings.ToLower(name)
		}
		return name
	}
	exact, begins := map[string]bool{}, []string{}
	for _, root := range roots {
		for dir := root; ; dir = filepath.Dir(dir) {
			name := fold(claudeDir(dir))
			exact[name] = true
			if len(name) > claudeName {
				// Other builds hash otherwise; the working folder in the records decides.
				begins = append(begins, name[:claudeName+1])
			} else if dir == root {
				begins = append(begins, name+"-")
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	if f.Places.ClaudeName != "" {
		exact = map[string]bool{fold(f.Places.ClaudeName): true}
		begins = nil
	}
	for _, folder := range folders(projects) {
		name := fold(folder)
		if !exact[name] && !slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(name, b) }) {
			continue
		}
		dir := filepath.Join(projects, folder)
		watch = append(watch, dir)
		files = append(files, list(dir, func(name string) bool { return strings.HasSuffix(name, ".jsonl") })...)
	}
	return files, watch
}

// startedClaude finds the working folder of a session's first records.
func startedClaude(file file) (cwd string) {
	first := true
	head(file.path, func(line []byte) bool {
		var l struct {
			Sidechain bool   `json:"isSidechain"`
			Cwd       string `json:"cwd"`
		}
		if !decode(line, &l) {
			return true
		}
		if first && l.Sidechain {
			cwd = skipped // a subagent's
			return false
		}
		first, cwd = false, l.Cwd
		return cwd == ""
	})
	return cwd
}
