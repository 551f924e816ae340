package setup

import (
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"consider/internal/lazy"
)

var errNotTOML = errors.New("it cannot be parsed as TOML")

func tomlValue(text string) (any, error) {
	var v map[string]any
	if err := toml.Unmarshal([]byte(text), &v); err != nil {
		return nil, errNotTOML
	}
	return decoded(v), nil
}

// insertTOML adds a table of strings and lists of strings at the end of a text.
func insertTOML(text string, e entry) (changed, piece string, err error) {
	eol := lineEnd(text)
	var b strings.Builder
	switch {
	case text == "":
	case strings.HasSuffix(text, "\n"):
		b.WriteString(eol)
	default:
		b.WriteString(eol + eol)
	}
	b.WriteString("[" + strings.Join(e.keys, ".") + "]" + eol)
	table, _ := decoded(e.value).(map[string]any)
	command, _ := table["command"].(string)
	b.WriteString("command = " + tomlString(command) + eol)
	args, _ := table["args"].([]any)
	words := make([]string, len(args))
	for i, a := range args {
		word, _ := a.(string)
		words[i] = tomlString(word)
	}
	b.WriteString("args = [" + strings.Join(words, ", ") + "]" + eol)
	changed = text + b.String()
	if _, err := tomlValue(changed); err != nil {
		return "", "", err
	}
	return changed, b.String(), nil
}

// tomlString quotes a string. The escapes of TOML are those of JSON and Go, except for \x and \a.
func tomlString(s string) string {
	if !strings.ContainsAny(s, "'\n\r\t") && strings.Contains(s, `\`) {
		return "'" + s + "'"
	}
	return strings.NewReplacer(`\x`, `\u00`, `\a`, `\u0007`, `\v`, `\u000b`).Replace(strconv.Quote(s))
}

var (
	// ourTable matches the header of our table, or of a table in it.
	ourTable  = lazy.Regexp(`(?m)^[ \t]*\[\[?[ \t]*mcp_servers[ \t]*\.[ \t]*["']?consider["']?[ \t]*(\.[^\n]*)?\][^\n]*(\n|$)`)
	nextTable = lazy.Regexp(`(?m)^[ \t]*\[`)
)

// withoutTOML removes our table from a text, and the tables in it, each from its header to its last line. Blank lines
// and comments after that belong to the next table.
func withoutTOML(text string) (string, error) {
	clean := text
	for at := ourTable().FindStringIndex(clean); at != nil; at = ourTable().FindStringIndex(clean) {
		body, rest := clean[at[1]:], ""
		if next := nextTable().FindStringIndex(body); next != nil {
			body, rest = body[:next[0]], body[next[0]:]
		}
		lines := strings.SplitAfter(body, "\n")
		last := len(lines)
		for last > 0 {
			if line := strings.TrimSpace(lines[last-1]); line != "" && line[0] != '#' {
				break
			}
			last--
		}
		clean = clean[:at[0]] + strings.Join(lines[last:], "") + rest
	}
	if !onlyOursWent(text, clean) {
		return "", errShape
	}
	return clean, nil
}

// onlyOursWent reports whether two texts differ only in our server, which before has and after lacks.
func onlyOursWent(before, after string) bool {
	was, had, err := splitServer(before)
	is, has, err2 := splitServer(after)
	return err == nil && err2 == nil && had && !has && reflect.DeepEqual(was, is)
}

// splitServer returns the values of a text without our server, and reports whether the text has our server.
func splitServer(text string) (others map[string]any, has bool, err error) {
	v, err := tomlValue(text)
	others, _ = v.(map[string]any)
	servers, _ := others["mcp_servers"].(map[string]any)
	_, has = servers["consider"]
	delete(servers, "consider")
	if len(servers) == 0 {
		delete(others, "mcp_servers")
	}
	return others, has, err
}
