// Package skills holds the instructions for coding agents: a skill in the format that all of them read (SKILL.md), and
// a plugin that notifies OpenCode of waiting threads. This folder is a Claude Code plugin, too.
//
// Files that setup writes are sealed: each carries a checksum of itself. The file alone proves that it is ours and was
// not edited, and only then is it replaced or deleted.
package skills

import (
	"crypto/sha256"
	_ "embed" // the texts below
	"encoding/hex"
	"strings"

	"consider/internal/lazy"
)

// Name is the name of the skill, and of the folder that it is in.
const Name = "consider"

//go:embed consider/SKILL.md
var skill string

//go:embed consider/references/more.md
var reference string

//go:embed consider/agents/openai.yaml
var openAI string

//go:embed opencode/consider.js
var openCodePlugin string

// File is one file of the skill.
type File struct {
	Path string // below the skill's folder, with slashes
	Text string // sealed
}

// Files are the files of the skill, SKILL.md first. ForCodex adds what only Codex reads.
func Files(forCodex bool) []File {
	files := []File{{"SKILL.md", Seal(skill)}, {"references/more.md", Seal(reference)}}
	if forCodex {
		files = append(files, File{"agents/openai.yaml", Seal(openAI)})
	}
	return files
}

// OpenCodePlugin returns the plugin that asks program, an absolute path, whether threads wait, at the moments that
// events names. Both are JSON texts, as the plugin needs them.
func OpenCodePlugin(program, events string) string {
	return Seal(strings.NewReplacer(`"PROGRAM"`, program, `"EVENTS"`, events).Replace(openCodePlugin))
}

// Version is the skill's own version, which changes with its text.
func Version() string { return VersionOf(skill) }

var versionLine = lazy.Regexp(`(?m)^  version: "([^"\n]{1,20})"$`)

// VersionOf returns the version that a SKILL.md says it has, "" for none.
func VersionOf(text string) string {
	if m := versionLine().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

const noSum = "0000000000000000"

var sumLine = lazy.Regexp(`(?m)^\W*checksum: "?([0-9a-f]{16})"?$`)

// Seal puts a text's checksum into its first line that begins with "checksum:".
func Seal(text string) string {
	at := sumLine().FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	blank := text[:at[2]] + noSum + text[at[3]:]
	sum := sha256.Sum256([]byte(blank))
	return blank[:at[2]] + hex.EncodeToString(sum[:])[:len(noSum)] + blank[at[3]:]
}

// Sealed reports whether a text carries its own checksum, and so is what Seal returned to the byte.
func Sealed(text string) bool { return sumLine().MatchString(text) && Seal(text) == text }
