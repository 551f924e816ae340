package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// MemoryLearnInput says from which thread to learn.
type MemoryLearnInput struct {
	ID     string `json:"id" arg:"id" help:"ID of a resolved thread, or a unique prefix"`
	Text   string `json:"text,omitempty" flag:"message,m" body:"true" help:"the memory's text (default: drafted from the thread)" placeholder:"TEXT"`
	Accept bool   `json:"accept,omitempty" flag:"accept" help:"save the draft as a memory (human only)"`
	Drop   bool   `json:"drop,omitempty" flag:"drop" help:"discard the draft (human only)"`
	Path   string `json:"path,omitempty" flag:"path" help:"with --accept: the folder (default: /memories/lessons)" placeholder:"PATH"`
}

// MemoryLearnOutput is the draft, or the memory that it became.
type MemoryLearnOutput struct {
	Thread   string `json:"thread"`
	Path     string `json:"path"`
	Text     string `json:"text"`
	Accepted bool   `json:"accepted,omitempty"`
	Dropped  bool   `json:"dropped,omitempty"`
}

// draftsDir is the folder of the memory in which drafts wait. Its name hides it from agents' listings.
const draftsDir = ".drafts"

func draftPath(id string) string { return keep.Root + "/" + draftsDir + "/" + id + ".md" }

// draftOf returns the thread of which a file is a draft; "" for other files.
func draftOf(p keep.Path) string {
	name, ok := strings.CutPrefix(string(p), draftsDir+"/")
	id, isNote := strings.CutSuffix(name, ".md")
	if !ok || !isNote || !thread.IsID(id, thread.ThreadPrefix) {
		return ""
	}
	return id
}

// MemoryLearn drafts a memory from a resolved thread. Every caller may draft; only a person accepts.
func MemoryLearn(ctx context.Context, s *session.Session, in MemoryLearnInput) (MemoryLearnOutput, error) {
	if in.Accept && in.Drop {
		return MemoryLearnOutput{}, fail.Usage("{--accept} and {--drop} cannot be combined")
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return MemoryLearnOutput{}, err
	}
	at, err := st.FindToChange(in.ID, thread.Active, thread.Archived)
	if err != nil {
		return MemoryLearnOutput{}, err
	}
	t, _, err := st.Thread(at.Dir, at.ID)
	if err != nil {
		return MemoryLearnOutput{}, err
	}
	switch {
	case in.Accept || in.Drop:
		return settleLesson(ctx, s, t, in)
	case t.WorkflowState != thread.Resolved:
		return MemoryLearnOutput{}, fail.Conflict("thread %s is not resolved yet", t.ID).Hint("{resolve %s}", t.ID)
	}
	out := MemoryLearnOutput{Thread: t.ID, Path: draftPath(t.ID), Text: lesson(t, in.Text)}
	err = manage(ctx, s, keep.Command{Name: "learn", Path: out.Path}, func(b *box) error {
		return draft(ctx, b, out.Path, out.Text)
	})
	return out, err
}

// draft writes a draft, replacing an earlier one.
func draft(ctx context.Context, b *box, path, text string) error {
	version := ""
	if _, was, err := readMemory(ctx, b, path); err == nil {
		version = keep.Version(was)
	} else if !errors.Is(err, keep.ErrNotExist) {
		return err
	}
	return keep.Save(ctx, b, path, text, version)
}

// readMemory reads one file, and returns its checked path too.
func readMemory(ctx context.Context, b *box, path string) (at keep.Path, data []byte, err error) {
	at, err = keep.ParsePath(path)
	if err != nil {
		return at, nil, err
	}
	err = b.View(ctx, func(f keep.Files) (err error) {
		data, err = f.Read(at)
		return err
	})
	return at, data, err
}

// settleLesson makes a draft a memory that agents see, or deletes it.
func settleLesson(ctx context.Context, s *session.Session, t *thread.Thread, in MemoryLearnInput) (MemoryLearnOutput, error) {
	out := MemoryLearnOutput{Thread: t.ID, Path: draftPath(t.ID), Accepted: in.Accept, Dropped: in.Drop}
	c := keep.Command{Name: "delete", Path: out.Path}
	if in.Accept {
		out.Path = cmp.Or(in.Path, keep.Root+"/lessons/"+slug(t)+".md")
		c = keep.Command{Name: "rename", OldPath: c.Path, NewPath: out.Path}
	}
	err := manage(ctx, s, c, func(b *box) error {
		if in.Accept && in.Text != "" {
			if err := draft(ctx, b, c.OldPath, lesson(t, in.Text)); err != nil {
				return err
			}
		}
		_, data, err := readMemory(ctx, b, c.Where())
		if errors.Is(err, keep.ErrNotExist) {
			return fail.NotFound("no draft from thread %s", t.ID).Hint("create one: {memory learn %s}", t.ID)
		}
		out.Text = string(data)
		if err == nil {
			_, err = keep.Run(ctx, b, c)
		}
		return err
	})
	return out, err
}

// lesson writes down what a thread teaches, and its source. Unless the caller gave the words, it is what was asked and
// the outcome.
func lesson(t *thread.Thread, said string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nsource: %s\n", t.ID)
	if t.Anchor != nil && t.Anchor.Base.Commit != "" {
		fmt.Fprintf(&b, "commit: %s\n", t.Anchor.Base.Commit)
	}
	if t.File != "" {
		fmt.Fprintf(&b, "place: %q\n", thread.Where{Target: t.Target, Side: t.Side, File: t.File}.Described(t.Anchor))
	}
	b.WriteString("---\n\n")
	if strings.TrimSpace(said) != "" {
		b.WriteString(strings.TrimRight(said, "\r\n") + "\n")
		return b.String()
	}
	fmt.Fprintf(&b, "# %s\n", words.FirstLine(t.Body))
	speech := func(by history.Who, note, body string) {
		fmt.Fprintf(&b, "\n%s%s:\n\n", words.OneLine(by.String()), note)
		for line := range strings.Lines(strings.TrimRight(body, "\r\n") + "\n") {
			b.WriteString("> " + line)
		}
	}
	speech(history.Who{Kind: t.Author, Name: t.AuthorName}, "", t.Body)
	for _, r := range t.Replies {
		note := ""
		if r.Outcome != "" {
			note = ", " + string(r.Outcome)
		}
		speech(history.Who{Kind: r.Author, Name: r.AuthorName}, note, r.Body)
	}
	return b.String()
}

// slug makes a file name from a thread's first words and its id.
func slug(t *thread.Thread) string {
	const longest = 40
	var b strings.Builder
	for _, r := range strings.ToLower(words.FirstLine(t.Body)) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= longest {
			break
		}
	}
	words := strings.Trim(b.String(), "-")
	if words == "" {
		return t.ID
	}
	return words + "-" + t.ID
}

// manage does something with the memory, logs it, and syncs unless it was a view.
func manage(ctx context.Context, s *session.Session, c keep.Command, do func(*box) error) error {
	b, err := openMemory(ctx, s)
	if err == nil {
		err = b.remembers(s.Caller)
	}
	if err == nil {
		err = do(b)
	}
	logMemory(ctx, s, b, c, err)
	if err == nil && !c.Reads() {
		syncMemory(ctx, s, b)
	}
	return err
}
