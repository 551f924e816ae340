package house

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// surfaces lists the surfaces in the order of docs/words.txt, with what each holds.
var surfaces = [][2]string{
	{"help", "summaries, examples and pages of help"},
	{"flags", "flags and arguments, which are also the fields of tools"},
	{"settings", "settings and their values"},
	{"errors", "errors; a line that begins with · is the hint of the error above it"},
	{"output", "what commands print, and events"},
	{"mcp", "descriptions and instructions for models, and answers of the MCP server"},
	{"rpc", "answers of the JSON-RPC server"},
	{"hooks", "what hooks tell agents"},
	{"skill", "what agents are taught"},
	{"page", "pages of the browser, and panels in VS Code"},
	{"vscode", "VS Code: titles, messages, settings, the walkthrough, tools for models"},
	{"install", "installers"},
}

// rooms of which all texts belong to one surface. The longest path wins; in Go, the place in the code may be more exact.
var surfaceOf = map[string]string{
	"commands": "output", "gitstore": "errors", "anchor": "output", "internal": "output", "cmd": "output",
	"commands/help.go": "help", "commands/help_text.go": "help",
	"internal/settings": "settings", "internal/mcpserver": "mcp", "internal/rpcserver": "rpc", "internal/hook": "hooks",
	"commands/early/hooks": "hooks", "internal/webserver": "page", "internal/gitfmt": "errors", "internal/safefs": "errors",
	"extension/src": "vscode", "extension/page": "vscode", "extension/media": "vscode", "extension/prompts": "vscode", "extension/package.json": "vscode",
	"skills": "skill", "tools/release/npm.js": "install", "tools/release/install.sh": "install", "tools/release/install.ps1": "install",
}

// unread are files below these rooms that no user reads as they are: made of others, or for maintainers.
var unread = regexp.MustCompile(`/(testdata|test|clients)/|^skills/README\.md$|/ui/[^/]*$|/ui/src/colours/|\.d\.ts$|^internal/webserver/assets/.*\.(js|css|txt)$`)

// texts returns what users and models read, in the order of the sources.
func (t *tree) texts() []text {
	var out []text
	for _, f := range t.files {
		surface, within := "", f.path
		for ; within != "." && surface == ""; within = path.Dir(within) {
			surface = surfaceOf[within]
		}
		if surface == "" || unread.MatchString(f.path) || bytes.HasPrefix(f.text, []byte("// Code generated")) {
			continue
		}
		found := f.read(surface)
		for i := range found {
			found[i].from = f
		}
		slices.SortStableFunc(found, func(a, b text) int { return a.line - b.line })
		out = append(out, found...)
	}
	return out
}

// read returns the texts of one file, by its kind.
func (f *file) read(surface string) []text {
	switch ext := path.Ext(f.path); {
	case f.syntax != nil && f.isProduct():
		return f.goTexts(surface)
	case ext == ".ts", ext == ".js":
		return scriptTexts(surface, string(f.text))
	case ext == ".json":
		return jsonTexts(surface, f.text)
	case ext == ".sh", ext == ".ps1":
		return matches(surface, f.text, echoes, 2)
	case ext == ".html":
		return matches(surface, f.text, element, 1)
	case ext == ".md", ext == ".yaml":
		return []text{{surface: surface, line: 1, text: string(f.text)}}
	}
	return nil
}

var (
	echoes  = regexp.MustCompile(`\b(echo|printf|fail|throw|Write-\w+)\b[^"'\n]*["'](.*)["']`)
	element = regexp.MustCompile(`>([^<>{}]*[a-z][^<>{}]*)<`)

	// shown matches keys of JSON whose values are shown.
	shown = regexp.MustCompile(`(?i)(title|descriptions?|displayName|contents|label|^name)$`)
)

// matches returns what a group of a pattern matches.
func matches(surface string, source []byte, pattern *regexp.Regexp, group int) []text {
	var out []text
	for _, at := range pattern.FindAllSubmatchIndex(source, -1) {
		said := string(source[at[2*group]:at[2*group+1]])
		if isShown(said) {
			out = append(out, text{surface: surface, line: 1 + bytes.Count(source[:at[0]], []byte("\n")), text: said})
		}
	}
	return out
}

// jsonTexts returns the values of keys that are shown, in their order.
func jsonTexts(surface string, source []byte) []text {
	var out []text
	d := json.NewDecoder(bytes.NewReader(source))
	var value func(key string)
	value = func(key string) {
		token, _ := d.Token()
		switch token := token.(type) {
		case json.Delim:
			for d.More() {
				inner := key
				if token == '{' {
					name, _ := d.Token()
					inner, _ = name.(string)
				}
				value(inner)
			}
			_, _ = d.Token()
		case string:
			if shown.MatchString(key) && isShown(token) {
				out = append(out, text{surface: surface, line: 1 + bytes.Count(source[:d.InputOffset()], []byte("\n")), text: token})
			}
		}
	}
	value("")
	return out
}

const wordsHead = `# What users and models read

Each string of the product, by surface and source file, in the order of the source. Written by tools/house; make words
renews it. Included is each string that has a word and a space, or is one word with a capital; a word in small letters where
it is printed. Omitted: strings that code compares with, imports, patterns, keys and classes. … is a value. To change a text,
change its source.
`

// wordList is docs/words.txt.
func wordList(all []text) []byte {
	var b bytes.Buffer
	b.WriteString(wordsHead)
	for _, s := range surfaces {
		fmt.Fprintf(&b, "\n## %s: %s\n", s[0], s[1])
		var from *file
		var printed map[string]bool // a file's text that is there twice is written once
		for _, x := range all {
			isHint := x.surface == "hints"
			if x.surface != s[0] && !(isHint && s[0] == "errors") {
				continue
			}
			if x.from != from {
				from, printed = x.from, map[string]bool{}
				fmt.Fprintf(&b, "\n%s\n", from.path)
			}
			for line := range strings.Lines(x.text) {
				if line = strings.TrimRight(line, " \t\r\n"); isHint {
					line = "· " + line
				}
				if word.MatchString(line) && !printed[line] {
					printed[line] = true
					fmt.Fprintf(&b, "\t%s\n", line)
				}
			}
		}
	}
	return b.Bytes()
}
