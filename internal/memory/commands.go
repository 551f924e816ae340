package memory

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/words"
)

// MemoryInput is a call of the memory tool, as models send it.
type MemoryInput keep.Command

// MemoryOutput is the memory tool's answer.
type MemoryOutput struct {
	Text   string `json:"text"`
	Failed bool   `json:"failed,omitempty"` // the text says why
}

// ToolText returns the answer for a model that called a tool: only the text, byte for byte as models know it.
func (o MemoryOutput) ToolText() (text string, failed bool) { return o.Text, o.Failed }

// Memory is the memory tool. On every channel the caller is taken for a model, as an editor passes on the calls of its
// chat. Models read a refusal as an answer, so here it is not an error.
func Memory(ctx context.Context, s *session.Session, in MemoryInput) (MemoryOutput, error) {
	if s.Caller.Human || s.Caller.Unproven != "" {
		s.Caller = session.Caller{Agent: cmp.Or(s.Caller.Agent, "editor"), Dir: s.Caller.Dir}
	}
	text, err := remember(ctx, s, keep.Command(in))
	if e, ok := fail.As(err); ok && forModels(e) {
		return MemoryOutput{Text: e.Error(), Failed: true}, nil
	}
	return MemoryOutput{Text: text}, err
}

// forModels reports whether a model can act on an error, so that it is returned as an answer.
func forModels(e *fail.Error) bool {
	kinds := []error{fail.ErrUsage, fail.ErrNotFound, fail.ErrConflict, fail.ErrDenied}
	return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(e.Kind, kind) })
}

// remember runs one of the six commands.
func remember(ctx context.Context, s *session.Session, c keep.Command) (text string, err error) {
	err = manage(ctx, s, c, func(b *box) (err error) {
		text, err = keep.Run(ctx, b, c)
		return err
	})
	if s.Caller.Bounded && c.Name == "view" {
		text = boundView(text)
	}
	return text, err
}

// MemoryViewInput says what to show.
type MemoryViewInput struct {
	Path  string `json:"path,omitempty" arg:"path?" help:"path of a file or folder, starting with /memories"`
	Lines string `json:"lines,omitempty" flag:"lines" also:"L" help:"only these lines of a file: 10-20, 10- or 10" placeholder:"RANGE"`
}

// MemoryView shows a folder or a file of the memory.
func MemoryView(ctx context.Context, s *session.Session, in MemoryViewInput) (MemoryOutput, error) {
	c := keep.Command{Name: "view", Path: cmp.Or(in.Path, keep.Root)}
	if in.Lines != "" {
		first, last, ok := words.ParseRange(in.Lines)
		if !ok || first < 1 {
			return MemoryOutput{}, fail.Usage("{--lines} must look like 10-20, 10- (to the end) or 10, not %q", in.Lines)
		}
		c.ViewRange = []int{first, last}
	}
	return runCommand(ctx, s, c)
}

// runCommand runs a command for the command line and for editors, where a refusal is an error.
func runCommand(ctx context.Context, s *session.Session, c keep.Command) (MemoryOutput, error) {
	text, err := remember(ctx, s, c)
	return MemoryOutput{Text: text}, err
}

// MemoryCreateInput is a new file.
type MemoryCreateInput struct {
	Path string  `json:"path" arg:"path" help:"path, starting with /memories"`
	Text *string `json:"text,omitempty" flag:"message,m" also:"file-text,file_text" body:"true" help:"the content of the file" placeholder:"TEXT"`
}

// MemoryCreate creates or overwrites a file.
func MemoryCreate(ctx context.Context, s *session.Session, in MemoryCreateInput) (MemoryOutput, error) {
	if in.Text == nil {
		return MemoryOutput{}, noText()
	}
	return runCommand(ctx, s, keep.Command{Name: "create", Path: in.Path, FileText: in.Text})
}

func noText() *fail.Error {
	return fail.Usage("missing text").Hint("pass {-m TEXT} or {-F FILE} (- reads standard input)")
}

// MemoryReplaceInput is a text and its replacement.
type MemoryReplaceInput struct {
	Path string `json:"path" arg:"path" help:"file path, starting with /memories"`
	Old  string `json:"old_str" flag:"old" also:"old-str,old_str" help:"the text to replace; it must occur exactly once" placeholder:"TEXT"`
	New  string `json:"new_str,omitempty" flag:"new" also:"new-str,new_str" help:"the new text; omit it to delete the old text" placeholder:"TEXT"`
}

// MemoryReplace replaces a text that occurs once.
func MemoryReplace(ctx context.Context, s *session.Session, in MemoryReplaceInput) (MemoryOutput, error) {
	return runCommand(ctx, s, keep.Command{Name: "str_replace", Path: in.Path, OldStr: &in.Old, NewStr: &in.New})
}

// MemoryInsertInput is a text to insert.
type MemoryInsertInput struct {
	Path string  `json:"path" arg:"path" help:"file path, starting with /memories"`
	Line *int    `json:"insert_line,omitempty" flag:"line" also:"l,insert-line,insert_line" help:"the line after which to insert, 0 for the top" placeholder:"N"`
	Text *string `json:"insert_text,omitempty" flag:"message,m" also:"insert-text,insert_text" body:"true" help:"the text to insert" placeholder:"TEXT"`
}

// MemoryInsert inserts lines.
func MemoryInsert(ctx context.Context, s *session.Session, in MemoryInsertInput) (MemoryOutput, error) {
	if in.Text == nil {
		return MemoryOutput{}, noText()
	}
	if in.Line == nil {
		return MemoryOutput{}, fail.Usage("missing line").Hint("pass {--line N} to insert after that line (0: at the top)")
	}
	return runCommand(ctx, s, keep.Command{Name: "insert", Path: in.Path, InsertLine: in.Line, InsertText: in.Text})
}

// MemoryDeleteInput says what to delete.
type MemoryDeleteInput struct {
	Path string `json:"path" arg:"path" help:"path of a file or folder, starting with /memories"`
}

// MemoryDelete deletes a file or a folder.
func MemoryDelete(ctx context.Context, s *session.Session, in MemoryDeleteInput) (MemoryOutput, error) {
	return runCommand(ctx, s, keep.Command{Name: "delete", Path: in.Path})
}

// MemoryRenameInput is a move.
type MemoryRenameInput struct {
	From string `json:"old_path" arg:"old_path" help:"path of a file or folder, starting with /memories"`
	To   string `json:"new_path" arg:"new_path" help:"the new path, which must not exist"`
}

// MemoryRename moves a file or a folder.
func MemoryRename(ctx context.Context, s *session.Session, in MemoryRenameInput) (MemoryOutput, error) {
	return runCommand(ctx, s, keep.Command{Name: "rename", OldPath: in.From, NewPath: in.To})
}
