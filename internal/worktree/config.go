package worktree

import (
	"path/filepath"
	"strings"
)

// config holds the settings of git configuration files in the order read; the last one wins. Keys are "section.key" or
// "section.Sub.key": section and key in lower case, the sub-section as written.
//
// We use our own reader because a library's refuses whole repositories over one unknown line, and because we need only
// a few keys. It never reads included files; hasInclude reports when that matters.
type config struct {
	settings []setting
}

type setting struct {
	key, value string
	bare       bool // a key without a value, which means true
}

const maxConfig = 4 << 20

// loadConfig reads a repository's own configuration. An unreadable file counts as empty.
func loadConfig(gitDir, common string) *config {
	c := &config{}
	c.read(filepath.Join(common, "config"))
	if c.isTrue("extensions.worktreeconfig") {
		c.read(filepath.Join(gitDir, "config.worktree"))
	}
	return c
}

func (c *config) read(path string) {
	if text, err := readSmall(path, maxConfig); err == nil {
		c.parse(string(text))
	}
}

func (c *config) find(key string) (setting, bool) {
	for i := len(c.settings) - 1; i >= 0; i-- {
		if c.settings[i].key == key {
			return c.settings[i], true
		}
	}
	return setting{}, false
}

func (c *config) get(key string) string {
	s, _ := c.find(key)
	return s.value
}

func (c *config) isTrue(key string) bool {
	s, ok := c.find(key)
	if !ok {
		return false
	}
	switch strings.ToLower(s.value) {
	case "true", "yes", "on", "1":
		return true
	}
	return s.bare
}

func (c *config) hasInclude() bool {
	for _, s := range c.settings {
		if strings.HasPrefix(s.key, "include.") || strings.HasPrefix(s.key, "includeif.") {
			return true
		}
	}
	return false
}

// extensions lists the repository's extensions as "name=value".
func (c *config) extensions() []string {
	var all []string
	for _, s := range c.settings {
		if name, ok := strings.CutPrefix(s.key, "extensions."); ok {
			all = append(all, name+"="+s.value)
		}
	}
	return all
}

// parse follows the syntax in git-config(1); it skips a line that breaks it.
func (c *config) parse(text string) {
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

func (c *config) parseSetting(section, text string) (rest string) {
	end := strings.IndexAny(text, "=\n#;")
	if end < 0 {
		end = len(text)
	}
	key := strings.ToLower(strings.TrimSpace(text[:end]))
	s := setting{key: section + key, bare: true}
	rest = text[end:]
	if strings.HasPrefix(rest, "=") {
		s.bare = false
		s.value, rest = parseValue(rest[1:])
	} else {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	if key != "" && section != "" {
		c.settings = append(c.settings, s)
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
