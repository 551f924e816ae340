package keep

import (
	"context"
	"slices"
	"unicode/utf8"

	"consider/internal/fail"
)

// Reads reports whether the command changes nothing.
func (c Command) Reads() bool { return c.Name == "view" }

// Where returns the path that the command is about.
func (c Command) Where() string {
	if c.Name == "rename" && c.OldPath != "" {
		return c.OldPath
	}
	return c.Path
}

// Run executes one command. The text is the answer for the model. The error of a command that was refused is a
// [fail.Error]; all other errors come from the storage.
func Run(ctx context.Context, s Storage, c Command) (string, error) {
	c.mend()
	if err := c.complete(); err != nil {
		return "", err
	}
	at, err := ParsePath(c.Where())
	if err != nil {
		return "", err
	}
	if c.Reads() {
		var text string
		err := s.View(ctx, func(f Files) (err error) {
			if err = f.Check(at, c.Where()); err != nil {
				return err
			}
			text, err = view(f, c, at)
			return err
		})
		return text, err
	}
	var text string
	err = s.Change(ctx, Op{c.Name, at}, func(f Files) (Edit, error) {
		if err := f.Check(at, c.Where()); err != nil {
			return Edit{}, err
		}
		var e Edit
		var err error
		text, e, err = c.edit(f, at)
		if err != nil {
			return Edit{}, err
		}
		return e, e.check(f)
	})
	if err != nil {
		return "", err
	}
	return text, nil
}

// mend corrects two parameters that models confuse: insert's text given as new_str, and rename's source given as path.
func (c *Command) mend() {
	if c.Name == "insert" && c.InsertText == nil {
		c.InsertText = c.NewStr
	}
	if c.Name == "rename" && c.OldPath == "" {
		c.OldPath = c.Path
	}
}

// complete returns an error if a parameter is missing.
func (c *Command) complete() error {
	missing := ""
	switch {
	case c.Name == "create" && c.FileText == nil:
		missing = "file_text"
	case c.Name == "str_replace" && (c.OldStr == nil || *c.OldStr == ""):
		missing = "old_str"
	case c.Name == "insert" && c.InsertLine == nil:
		missing = "insert_line"
	case c.Name == "insert" && c.InsertText == nil:
		missing = "insert_text"
	case c.Name == "rename" && c.OldPath == "":
		missing = "old_path"
	case c.Name == "rename" && c.NewPath == "":
		missing = "new_path"
	case c.Name != "rename" && c.Path == "":
		missing = "path"
	}
	if missing != "" {
		return fail.Usage("Error: %s requires the parameter `%s`", c.Name, missing)
	}
	if len(c.ViewRange) != 0 && len(c.ViewRange) != 2 {
		return fail.Usage("Error: Invalid `view_range` parameter. It should be a list of two integers: [first line, last line]")
	}
	return nil
}

// edit returns the answer of a writing command, and its changes.
func (c *Command) edit(f Files, at Path) (string, Edit, error) {
	switch c.Name {
	case "create":
		return create(f, c.Path, at, *c.FileText)
	case "str_replace":
		var to string
		if c.NewStr != nil {
			to = *c.NewStr
		}
		return strReplace(f, c.Path, at, *c.OldStr, to)
	case "insert":
		return insert(f, c.Path, at, *c.InsertLine, *c.InsertText)
	case "delete":
		return remove(f, c.Path, at)
	case "rename":
		to, err := ParsePath(c.NewPath)
		if err == nil {
			err = f.Check(to, c.NewPath)
		}
		if err != nil {
			return "", Edit{}, err
		}
		return rename(f, c, at, to)
	}
	return "", Edit{}, fail.Usage("Error: Unknown command: %s", clip(c.Name))
}

// check refuses an edit that would exceed a limit.
func (e Edit) check(f Files) error {
	for p, data := range e.Write {
		switch {
		case len(data) > MaxFile:
			return fail.Denied("Error: %s would be %d bytes; the limit for one file is %d", p, len(data), MaxFile).
				Hint("split or shorten it")
		case !utf8.Valid(data):
			return fail.Usage("Error: the text for %s is not valid UTF-8", p)
		case slices.Contains(data, 0):
			return fail.Usage("Error: the text for %s contains a NUL character", p)
		}
	}
	if len(e.Pins) > MaxPins {
		return fail.Denied("Error: %d files would be pinned; the limit is %d", len(e.Pins), MaxPins)
	}
	list, err := f.List()
	if err != nil || len(e.Write) == 0 {
		return err
	}
	before, after, count := 0, 0, 0
	for _, file := range list {
		before += file.Size
		if _, again := e.Write[file.Path]; again || slices.Contains(e.Remove, file.Path) {
			continue
		}
		after += file.Size
		count++
	}
	for _, data := range e.Write {
		after += len(data)
		count++
	}
	// A memory that already exceeds a limit, by hand or under an older limit, may still be made smaller.
	switch {
	case count > MaxFiles && count > len(list):
		return fail.Denied("Error: there would be %d memory files; the limit is %d", count, MaxFiles).
			Hint("merge files, or delete those no longer needed")
	case after > MaxTotal && after > before:
		return fail.Denied("Error: the memory would be %d bytes; the limit is %d", after, MaxTotal).
			Hint("shorten files, or delete those no longer needed")
	}
	return nil
}
