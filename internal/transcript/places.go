package transcript

import (
	"iter"
	"path/filepath"
	"slices"
	"strings"
)

// Places are the folders where agents keep their transcripts, according to the person's environment. All
// folders are absolute; if one is "" or missing, the agent keeps none.
type Places struct {
	Claude     string // ~/.claude, or CLAUDE_CONFIG_DIR
	ClaudeName string // CLAUDE_CODE_PROJECT_DIR_NAME: the one folder of projects that is used, "" for the usual
	Codex      string // ~/.codex, or CODEX_HOME
	Gemini     string // ~/.gemini
	Copilot    string // ~/.copilot, or COPILOT_HOME
	OpenCode   string // its data folder, with opencode.db

	// AskOpenCode runs the opencode program with these arguments and returns its output. It is nil if that is not
	// installed. It runs outside the project, and only if there is a database.
	AskOpenCode func(args ...string) ([]byte, error)

	FoldCase bool // paths that differ in case are the same, as on Windows
}

// PlacesOf returns the usual places, and those that variables of the environment name instead.
func PlacesOf(home string, getenv func(string) string) Places {
	at := func(variable string, usual ...string) string {
		if dir := getenv(variable); variable != "" && filepath.IsAbs(dir) {
			return filepath.Clean(dir)
		}
		if !filepath.IsAbs(home) {
			return ""
		}
		return filepath.Join(append([]string{home}, usual...)...)
	}
	p := Places{
		Claude:  at("CLAUDE_CONFIG_DIR", ".claude"),
		Codex:   at("CODEX_HOME", ".codex"),
		Gemini:  at("", ".gemini"),
		Copilot: at("COPILOT_HOME", ".copilot"),
	}
	if getenv("CLAUDE_CONFIG_DIR") != "" {
		// It is one component of a path; anything else would lead out of the folder.
		if name := getenv("CLAUDE_CODE_PROJECT_DIR_NAME"); name == filepath.Base(name) && !strings.HasPrefix(name, ".") {
			p.ClaudeName = name
		}
	}
	if data := getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		p.OpenCode = filepath.Join(data, "opencode")
	} else {
		p.OpenCode = at("", ".local", "share", "opencode")
	}
	return p
}

// within returns how far dir is below root: 0 for root itself, -1 if it is not below.
func (p Places) within(dir, root string) int {
	if dir == "" || root == "" {
		return -1
	}
	dir, root = filepath.Clean(dir), filepath.Clean(root)
	if p.FoldCase {
		dir, root = strings.ToLower(dir), strings.ToLower(root)
	}
	rel, err := filepath.Rel(root, dir)
	switch {
	case err != nil || !filepath.IsLocal(rel):
		return -1
	case rel == ".":
		return 0
	}
	return 1 + strings.Count(rel, string(filepath.Separator))
}

// inRoots returns the first items, at most most, whose folders are roots or below one. If there are none, it returns those
// of the nearest folder above a root that has any.
func inRoots[T any](p Places, roots []string, most int, items iter.Seq[T], dir func(T) string) []T {
	var inside, above []T
	nearest := -1
	for item := range items {
		at := dir(item)
		if slices.ContainsFunc(roots, func(root string) bool { return p.within(at, root) >= 0 }) {
			if inside = append(inside, item); len(inside) == most {
				break
			}
			continue
		}
		for _, root := range roots {
			up := p.within(root, at)
			if up < 0 || nearest >= 0 && up > nearest {
				continue
			}
			if up < nearest {
				above = nil
			}
			nearest = up
			above = append(above, item)
			break
		}
	}
	if len(inside) > 0 {
		return inside
	}
	return above[:min(len(above), most)]
}
