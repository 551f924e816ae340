package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"consider/internal/fail"
	"consider/internal/lazy"
	"consider/internal/safefs"
)

// Root is the folder of all paths.
const Root = "/memories"

// String returns the path as models write it.
func (p Path) String() string {
	if p == "" {
		return Root
	}
	return Root + "/" + string(p)
}

// IsRoot reports whether p is /memories itself.
func (p Path) IsRoot() bool { return p == "" }

// In reports whether p is dir or below it.
func (p Path) In(dir Path) bool {
	return dir == "" || p == dir || strings.HasPrefix(string(p), string(dir)+"/")
}

// parents returns the folders that contain p, without /memories.
func (p Path) parents() []Path {
	var out []Path
	for i, c := range p {
		if c == '/' {
			out = append(out, p[:i])
		}
	}
	return out
}

// hidden reports whether listings omit a name.
func hidden(name string) bool { return strings.HasPrefix(name, ".") || name == "node_modules" }

// ParsePath checks a path from a caller, and returns it in NFC, so that Unicode forms that look the same are one name.
// Doubled and trailing slashes and single dots are dropped; everything else that could lead elsewhere on any system is
// refused, not resolved.
func ParsePath(given string) (Path, error) {
	if len(given) > MaxPath {
		return "", badPath(given, "it is too long")
	}
	if !utf8.ValidString(given) {
		return "", badPath(strings.ToValidUTF8(given, "\uFFFD"), "it is not valid UTF-8")
	}
	return parseKept(norm.NFC.String(given))
}

// parseKept checks a path as it is kept, in any Unicode form.
func parseKept(given string) (Path, error) {
	if len(given) > MaxPath {
		return "", badPath(given, "it is too long")
	}
	rest, ok := strings.CutPrefix(given, Root)
	if !ok || rest != "" && rest[0] != '/' && rest[0] != '\\' {
		return "", fail.Denied("Path must start with /memories, got: %s", clip(given))
	}
	if strings.Contains(rest, `\`) || percentEscape().MatchString(rest) {
		return "", escapes(given)
	}
	var names []string
	for name := range strings.SplitSeq(rest, "/") {
		switch name {
		case "", ".":
			continue
		case "..":
			return "", escapes(given)
		}
		if why := badName(name); why != "" {
			return "", badPath(given, why)
		}
		names = append(names, name)
	}
	if len(names) > MaxDepth {
		return "", badPath(given, "it is nested too deeply")
	}
	return Path(strings.Join(names, "/")), nil
}

// badName says what is wrong with one name in a path, or "".
func badName(name string) string {
	switch {
	case len(name) > MaxName:
		return "a name in it is too long"
	case strings.ContainsFunc(name, unseen):
		return "it contains an invisible character"
	case strings.ContainsAny(name, `<>:"|?*`):
		return `a name cannot contain < > : " | ? or *`
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ") || strings.HasPrefix(name, " "):
		return "a name begins or ends with a space, or ends with a dot"
	case reserved(name):
		return "the name is reserved by the system"
	}
	return ""
}

// unseen reports characters that would make two names look the same, or one line look like two.
func unseen(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) ||
		unicode.Is(unicode.Co, r) || r == utf8.RuneError || 0xFE00 <= r && r <= 0xFE0F || 0xE0000 <= r && r <= 0xE0FFF
}

var (
	// percentEscape matches %2e and similar escapes: a program that decodes them later would go elsewhere.
	percentEscape = lazy.Regexp(`%[0-9A-Fa-f]{2}`)
	// deviceName matches the names of Windows devices.
	deviceName = lazy.Regexp(`^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])$`)
)

// reserved reports names of Windows devices, with any extension, and of folders that other programs own.
func reserved(name string) bool {
	lower := strings.ToLower(name)
	if lower == ".git" || lower == ".consider" || strings.HasPrefix(lower, "git~") || strings.HasPrefix(lower, safefs.TempPrefix) {
		return true
	}
	device, _, _ := strings.Cut(lower, ".")
	return deviceName().MatchString(strings.TrimRight(device, " "))
}

// clash finds a file or folder that excludes p: one whose path differs from p only in letter case, or a file where p
// needs a folder. Disks treat letter case differently, so such paths are refused on all.
func clash(all []File, p Path) string {
	want := append(p.parents(), p)
	for _, f := range all {
		have := append(f.Path.parents(), f.Path)
		for _, w := range want {
			for _, h := range have {
				if w != h && strings.EqualFold(string(w), string(h)) {
					return "it differs from " + h.String() + " only in letter case"
				}
			}
			if w != p && w == f.Path {
				return f.Path.String() + " is a file"
			}
		}
	}
	return ""
}
