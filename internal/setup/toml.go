package setup

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"consider/internal/lazy"
)

var errNotTOML = errors.New("it is not TOML that can be edited")

func tomlValue(text string) (any, error) {
	var v map[string]any
	if err := toml.Unmarshal([]byte(text), &v); err != nil {
		return nil, errNotTOML
	}
	return plain(v), nil
}

// insertTOML puts a table of strings and lists of strings at the end of a text.
func insertTOML(text string, e entry) (changed, piece string, err error) {
	eol := "\n"
	if strings.Contains(text, "\r\n") {
		eol = "\r\n"
	}
	var b strings.Builder
	switch {
	case text == "":
	case strings.HasSuffix(text, "\n"):
		b.WriteString(eol)
	default:
		b.WriteString(eol + eol)
	}
	b.WriteString("[" + strings.Join(e.keys, ".") + "]" + eol)
	table, _ := plain(e.value).(map[string]any)
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

// tomlString quotes a string. TOML's escapes are those of JSON and Go, but for \x and \a.
func tomlString(s string) string {
	if !strings.ContainsAny(s, "'\n\r\t") && strings.Contains(s, `\`) {
		return "'" + s + "'"
	}
	return strings.NewReplacer(`\x`, `\u00`, `\a`, `\u0007`, `\v`, `\u000b`).Replace(strconv.Quote(s))
}

var (
	ourTable  = lazy.Regexp(`(?m)^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*"?consider"?[ \t]*\][^\n]*(\n|$)`)
	nextTable = lazy.Regexp(`(?m)^[ \t]*\[`)
)

// withoutTOML removes our table from a text: from its head to the next table.
func withoutTOML(text string) (string, error) {
	at := ourTable().FindStringIndex(text)
	if at == nil {
		return "", errShape
	}
	end := len(text)
	if next := nextTable().FindStringIndex(text[at[1]:]); next != nil {
		end = at[1] + next[0]
	}
	return text[:at[0]] + text[end:], nil
}
