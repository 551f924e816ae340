package apply

import (
	"io/fs"
	"os"

	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/thread"
)

// Input names suggestions.
type Input struct {
	IDs      []string `json:"ids,omitempty" arg:"id...?" help:"thread IDs or unique prefixes; ID#2: a thread's second suggestion; ID#2@VERSION: only if it is still that version"`
	ThreeWay bool     `json:"threeWay,omitempty" flag:"three-way" help:"merge with later changes to the lines"`
	DryRun   bool     `json:"dryRun,omitempty" flag:"dry-run" also:"n" help:"only show what would change"`
	Each     bool     `json:"each,omitempty" flag:"interactive,i" help:"ask about each suggestion in the terminal (without IDs: all suggestions in open threads)"`
	File     string   `json:"file,omitempty" flag:"file" hidden:"true" placeholder:"FILE" help:"the file open in the editor; it is not changed on disk"`
	Text     string   `json:"text,omitempty" flag:"text" hidden:"true" placeholder:"TEXT" help:"the file's text in the editor before the change, saved or not"`
	Noted    bool     `json:"noted,omitempty" flag:"noted" hidden:"true" help:"record that the editor made the change and saved the file"`
}

// Output is what was applied.
type Output struct {
	Applied []Applied `json:"applied"`
	DryRun  bool      `json:"dryRun,omitempty"`
}

// Applied is one suggestion that was applied.
type Applied struct {
	Thread    string `json:"thread"`
	N         int    `json:"n"` // which of the thread's suggestions
	File      string `json:"file"`
	StartLine int    `json:"startLine"` // of the lines that it replaced
	EndLine   int    `json:"endLine"`
	Merged    bool   `json:"merged,omitempty"` // the lines had changed since, and both changes were made
	Diff      string `json:"diff"`
	Version   string `json:"version"` // of the suggestion: an edited one has another
	// Lines are the lines that replaced them.
	Lines []string `json:"lines"`
}

// job is one call of Apply.
type job struct {
	s     *session.Session
	in    Input
	parts []part
	files
}

// part is one suggestion to be applied.
type part struct {
	Applied
	at  thread.Ref
	sug review.Suggestion
	// start is the first line of the suggestion's lines in the new text.
	start int
	// cut is the removed text, if its lines alone do not determine it.
	cut string
}

// files are the replaced files, as they were before.
type files struct {
	root   *os.Root
	before []file
	batch  string // the key of their note
}

type file struct {
	name string
	data []byte
	now  []byte
	info fs.FileInfo
}
