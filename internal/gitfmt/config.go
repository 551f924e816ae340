package gitfmt

import (
	"slices"
	"strings"
)

// Config holds the settings of git configuration files in the order read; the last one wins. A key is "section.key" or
// "section.Sub.key": section and key in lower case, the sub-section as written.
//
// We use our own parser because a library's refuses whole repositories over one unknown line, and because we need only
// a few keys. It never reads included files; HasInclude reports when that matters.
type Config struct {
	Settings []Setting
}

// Setting is one setting of a Config.
type Setting struct {
	Key, Value string
	bare       bool // a key without a value, which means true
}

// find returns a setting; it is empty if there is none.
func (c *Config) find(key string) Setting {
	for _, s := range slices.Backward(c.Settings) {
		if s.Key == key {
			return s
		}
	}
	return Setting{}
}

// Get returns the value of a setting, "" if there is none.
func (c *Config) Get(key string) string { return c.find(key).Value }

// IsTrue reports whether a setting is true.
func (c *Config) IsTrue(key string) bool {
	s := c.find(key)
	switch strings.ToLower(s.Value) {
	case "true", "yes", "on", "1":
		return true
	}
	return s.bare
}

// HasInclude reports whether the settings name files to include.
func (c *Config) HasInclude() bool {
	return slices.ContainsFunc(c.Settings, func(s Setting) bool {
		return strings.HasPrefix(s.Key, "include.") || strings.HasPrefix(s.Key, "includeif.")
	})
}

// Parse adds the settings of a text. It follows the syntax in git-config(1), and skips a line that breaks it.
func (c *Config) Parse(text string) {
	text = strings.TrimPrefix(text, "\ufeff")
	section := ""
	for text != "" {
		text = strings.TrimLeft(text, " \t\r\n\v\f")
		switch {
		case text == "":
		case text[0] == '#' || text[0] == ';':
			_, text, _ = strings.Cut(text, "\n")
		case text[0] == '[':
			section, text = parseSection(text[1:])
		default:
			text = c.parseSetting(section, text)
		}
	}
}

func parseSection(text string) (section, rest string) {
	name := strings.IndexAny(text, "]\"\n")
	if name < 0 || text[name] == '\n' {
		_, rest, _ = strings.Cut(text, "\n")
		return "", rest
	}
	section = strings.ToLower(strings.TrimSpace(text[:name]))
	if text[name] == ']' {
		return section + ".", text[name+1:]
	}
	var sub strings.Builder
	i := name + 1
	for ; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		sub.WriteByte(text[i])
	}
	if end := strings.IndexAny(text[i:], "]\n"); end >= 0 {
		return section + "." + sub.String() + ".", text[i+end+1:]
	}
	return "", ""
}

func (c *Config) parseSetting(section, text string) (rest string) {
	end := strings.IndexAny(text, "=\n#;")
	if end < 0 {
		end = len(text)
	}
	key := strings.ToLower(strings.TrimSpace(text[:end]))
	s := Setting{Key: section + key, bare: true}
	rest = text[end:]
	if strings.HasPrefix(rest, "=") {
		s.bare = false
		s.Value, rest = parseValue(rest[1:])
	} else {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	if key != "" && section != "" {
		c.Settings = append(c.Settings, s)
	}
	return rest
}

// parseValue reads to the end of the line: quotes, escapes, comments and lines continued by a backslash.
func parseValue(text string) (value, rest string) {
	var b strings.Builder
	quoted, kept := false, 0 // kept: length up to the last byte that is not a trailing blank
	i := 0
	for ; i < len(text) && text[i] != '\n'; i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			if text[i] == '\n' {
				continue
			}
			b.WriteByte(unescape(text[i]))
			kept = b.Len()
		case c == '"':
			quoted = !quoted
			kept = b.Len()
		case !quoted && (c == '#' || c == ';'):
			_, rest, _ = strings.Cut(text[i:], "\n")
			return b.String()[:kept], rest
		case !quoted && (c == ' ' || c == '\t' || c == '\r'):
			if b.Len() > 0 {
				b.WriteByte(c)
			}
		default:
			b.WriteByte(c)
			kept = b.Len()
		}
	}
	if i < len(text) {
		rest = text[i+1:]
	}
	return b.String()[:kept], rest
}

func unescape(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'b':
		return '\b'
	}
	return c
}
