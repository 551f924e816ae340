package memory

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/words"
)

// MemoryExportInput says how to write the memory.
type MemoryExportInput struct {
	Format string `json:"format,omitempty" flag:"format" enum:"json,md" help:"json (default) can be imported again; md is for reading"`
}

// MemoryExportOutput is the memory as one document.
type MemoryExportOutput struct {
	Text  string `json:"text"`
	Files int    `json:"files"`
}

// exported is the JSON document.
type exported struct {
	Version int            `json:"version"`
	Files   []exportedFile `json:"files"` // pinned ones first
}

type exportedFile struct {
	Path   string `json:"path"`
	Text   string `json:"text"`
	Pinned bool   `json:"pinned,omitempty"`
}

// MemoryExport writes the memory as one document.
func MemoryExport(ctx context.Context, s *session.Session, in MemoryExportInput) (MemoryExportOutput, error) {
	b, err := openMemory(ctx, s)
	if err != nil {
		return MemoryExportOutput{}, err
	}
	var files []keep.Content
	if err = b.remembers(s.Caller); err == nil {
		files, err = keep.All(ctx, b)
	}
	logMemory(ctx, s, b, keep.Command{Name: "export"}, err)
	if err != nil {
		return MemoryExportOutput{}, err
	}
	out := MemoryExportOutput{Files: len(files)}
	if in.Format == "md" {
		out.Text = memoryMarkdown(files)
		return out, nil
	}
	doc := exported{Version: 1, Files: []exportedFile{}}
	for _, f := range files {
		if strings.ToValidUTF8(string(f.Data), "") != string(f.Data) {
			return MemoryExportOutput{}, fail.Denied("%q is not valid UTF-8 and cannot be exported as JSON", f.Path.String())
		}
		doc.Files = append(doc.Files, exportedFile{f.Path.String(), string(f.Data), f.Pinned})
	}
	data, err := extra.Marshal(doc)
	out.Text = string(data) + "\n"
	return out, err
}

func memoryMarkdown(files []keep.Content) string {
	var b strings.Builder
	b.WriteString("# Memory\n")
	for _, f := range files {
		note := ""
		if f.Pinned {
			note = " (pinned)"
		}
		fence := words.Fence(string(f.Data))
		fmt.Fprintf(&b, "\n## %s%s\n\n%s\n%s\n%s\n", f.Path, note, fence, strings.TrimRight(string(f.Data), "\n"), fence)
	}
	return b.String()
}

// MemoryImportInput says what to import.
type MemoryImportInput struct {
	Document string           `json:"document,omitempty" arg:"file?" content:"true" help:"JSON output of memory export"`
	From     settings.Backend `json:"from,omitempty" flag:"from" help:"import from another backend (see config memory.backend)"`
	Branch   string           `json:"branch,omitempty" flag:"branch" help:"import the memory of another branch" placeholder:"NAME"`
	Over     bool             `json:"over,omitempty" flag:"over" help:"replace existing files that differ"`
}

// MemoryImportOutput is the number of imported files.
type MemoryImportOutput struct {
	Files int `json:"files"`
}

// MemoryImport imports files from a document or from another place. Only a person may, since agents read imported files
// as their own memory.
func MemoryImport(ctx context.Context, s *session.Session, in MemoryImportInput) (MemoryImportOutput, error) {
	var out MemoryImportOutput
	err := manage(ctx, s, keep.Command{Name: "import"}, func(b *box) error {
		files, err := imported(ctx, s, b, in)
		if err != nil {
			return err
		}
		out.Files, err = keep.Import(ctx, b, files, in.Over)
		return err
	})
	return out, err
}

// imported reads the files to import.
func imported(ctx context.Context, s *session.Session, b *box, in MemoryImportInput) ([]keep.Content, error) {
	given := 0
	for _, v := range []string{in.Document, string(in.From), in.Branch} {
		if v != "" {
			given++
		}
	}
	if given != 1 {
		return nil, fail.Usage("exactly one source is required: a file, {--from BACKEND} or {--branch NAME}")
	}
	switch {
	case in.From != "":
		if string(in.From) == b.backend && in.From != settings.InBranch {
			return nil, fail.Usage("the memory already uses the %s backend", in.From)
		}
		from, err := openBackend(ctx, s, string(in.From), b.settings)
		if err != nil {
			return nil, err
		}
		return keep.All(ctx, from)
	case in.Branch != "":
		return branchMemory(ctx, s, in.Branch)
	}
	return readExported(in.Document)
}

func readExported(document string) ([]keep.Content, error) {
	var doc exported
	if err := json.Unmarshal([]byte(document), &doc); err != nil || doc.Version != 1 {
		return nil, fail.Usage("not a document written by '{memory export}'")
	}
	var out []keep.Content
	for _, f := range doc.Files {
		p, err := keep.ParsePath(f.Path)
		if err != nil {
			return nil, err
		}
		if p.IsRoot() || slices.ContainsFunc(out, func(c keep.Content) bool { return c.Path == p }) {
			return nil, fail.Usage("cannot import %q: it is listed twice or is not a valid file name", f.Path)
		}
		out = append(out, keep.Content{Path: p, Data: []byte(f.Text), Pinned: f.Pinned})
	}
	return out, nil
}

// branchMemory reads the memory of another branch, including one whose name was later given to another branch.
func branchMemory(ctx context.Context, s *session.Session, name string) ([]keep.Content, error) {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	known, err := readBranches(st.Commit)
	if err != nil {
		return nil, err
	}
	now, _ := followBranches(ctx, s, known, name)
	id := now.Branches[name].ID
	for _, f := range slices.Backward(now.Former) {
		if f.Branch == name {
			id = cmp.Or(id, f.ID)
		}
	}
	if id == "" {
		return nil, fail.NotFound("no memory for the branch %q", name)
	}
	plain := keep.Plain{Blobs: blobs{r: st.Commit, dir: branchDir(id)}}
	return keep.Contents(keep.Fold(plain))
}
