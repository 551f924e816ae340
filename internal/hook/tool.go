package hook

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/digest"
)

// ToolCall is a call of one of the agent's tools, at an event about one.
type ToolCall struct {
	ID    string   // the same before and after the call
	Edits bool     // it writes Paths and no other file
	Paths []string // absolute
}

// readers are tools that write no files, by their names in lower case without "_": nothing is recorded of their calls.
// Agents that work for another agent have hooks of their own calls.
const readers = " read readfile readmanyfiles view viewimage grep grepsearch searchfilecontent search glob list ls listdir " +
	"listdirectory filesearch semanticsearch codebase fetch webfetch websearch googlewebsearch todowrite todoread updateplan task " +
	"agent subagent runsubagent skill activateskill exitplanmode enterplanmode askuserquestion question toolsearch reportintent " +
	"taskoutput bashoutput killshell getterminaloutput readbash lsp "

// editors are tools that write the files that their input names, and no others.
const editors = " edit multiedit write writefile replace notebookedit applypatch patch create editfiles editfile strreplace " +
	"strreplaceeditor strreplacebasededittool createfile insert inserteditintofile replacestringinfile multireplacestringinfile " +
	"editnotebookfile "

// toolInput has the fields of the agents' input about a tool.
type toolInput struct {
	Name      string          `json:"tool_name"`
	NameCamel string          `json:"toolName"`
	Args      json.RawMessage `json:"tool_input"`
	ArgsCamel json.RawMessage `json:"toolArgs"` // or JSON in a string
	ID        string          `json:"tool_use_id"`
}

// toolOf returns the call of a tool that an agent's input is about, nil if it writes no files. dir is the agent's folder.
func toolOf(in *toolInput, dir string) *ToolCall {
	full := in.Name + in.NameCamel
	name := strings.ToLower(strings.ReplaceAll(full, "_", ""))
	if strings.Contains(readers, " "+name+" ") || name == "" {
		return nil
	}
	t := &ToolCall{ID: in.ID, Edits: strings.Contains(editors, " "+name+" ")}
	args := slices.Concat(in.Args, in.ArgsCamel) // one of them
	var text string
	if json.Unmarshal(in.ArgsCamel, &text) == nil {
		args = json.RawMessage(text)
	}
	for _, path := range pathsIn(args) {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		t.Paths = append(t.Paths, filepath.Clean(path))
	}
	if t.Edits = t.Edits && len(t.Paths) > 0; t.ID == "" {
		t.ID = digest.Of(full + string(args))[:16]
	}
	return t
}

// maxToolPaths limits the files that one call names.
const maxToolPaths = 1000

// pathsIn returns the files that a tool's input names: as values of certain keys, or as headers of a patch.
func pathsIn(args json.RawMessage) []string {
	var fields map[string]any
	var patch string
	if json.Unmarshal(args, &fields) != nil && json.Unmarshal(args, &patch) == nil {
		fields = map[string]any{"patch": patch}
	}
	var out []string
	var add func(key string, v any)
	add = func(key string, v any) {
		switch v := v.(type) {
		case string:
			if slices.Contains(pathKeys, key) {
				out = append(out, v)
			} else if strings.Contains(v, "*** Begin Patch") {
				out = append(out, patched(v)...)
			}
		case []any:
			for _, x := range v {
				add(key, x)
			}
		case map[string]any:
			for k, x := range v {
				add(k, x)
			}
		}
	}
	add("", fields)
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxToolPaths)]
}

var pathKeys = []string{"file_path", "filePath", "path", "notebook_path", "files", "file", "absolute_path", "target_file"}

// patched returns the files of a patch in the form that Codex introduced.
func patched(patch string) []string {
	var out []string
	for line := range strings.Lines(patch) {
		for _, header := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), header); ok {
				out = append(out, name)
			}
		}
	}
	return out
}
