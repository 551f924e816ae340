package memory

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// MemoryListInput is empty.
type MemoryListInput struct{}

// MemoryListOutput is the memory as a whole.
type MemoryListOutput struct {
	On      bool         `json:"on"` // agents may use it
	Backend string       `json:"backend"`
	Branch  string       `json:"branch,omitempty"` // whose memory it is, with the backend branch
	Sync    string       `json:"sync,omitempty"`   // the file to which it is synced
	Files   []MemoryFile `json:"files"`            // pinned ones first
	Size    int          `json:"size"`             // bytes
	Others  []string     `json:"others,omitempty"` // backends that have files, if this one has none
}

// MemoryFile is one file of the memory.
type MemoryFile struct {
	Path    string `json:"path"`
	Size    int    `json:"size"` // bytes
	Version string `json:"version"`
	Pinned  bool   `json:"pinned,omitempty"`
	Draft   string `json:"draft,omitempty"` // the thread it was learnt from; it waits to be accepted
}

// MemoryList lists the files of the memory, pinned ones first, including hidden ones.
func MemoryList(ctx context.Context, s *session.Session, _ MemoryListInput) (MemoryListOutput, error) {
	b, err := openMemory(ctx, s)
	if err != nil {
		return MemoryListOutput{}, err
	}
	out := MemoryListOutput{On: b.settings.Get("memory") == "on", Backend: b.backend, Branch: b.branch, Files: []MemoryFile{}}
	if file := b.settings.Get("memory.sync"); file != settings.SyncOff {
		out.Sync = file
	}
	files, err := keep.All(ctx, b)
	for _, f := range files {
		out.Files = append(out.Files, MemoryFile{
			Path: f.Path.String(), Size: len(f.Data), Version: keep.Version(f.Data), Pinned: f.Pinned, Draft: draftOf(f.Path),
		})
		out.Size += len(f.Data)
	}
	if len(files) == 0 && err == nil {
		out.Others = otherBackends(ctx, s, b.settings)
	}
	return out, err
}

// MemoryGetInput names a file.
type MemoryGetInput struct {
	Path string `json:"path" arg:"path" help:"file path, starting with /memories"`
}

// MemoryGetOutput is a file's content as it is.
type MemoryGetOutput struct {
	Path    string `json:"path"`
	Text    string `json:"text"`
	Version string `json:"version"` // to pass to memory save
}

// MemoryGet reads a file as it is, without line numbers.
func MemoryGet(ctx context.Context, s *session.Session, in MemoryGetInput) (MemoryGetOutput, error) {
	b, err := openMemory(ctx, s)
	if err != nil {
		return MemoryGetOutput{}, err
	}
	var at keep.Path
	var data []byte
	if err = b.remembers(s.Caller); err == nil {
		at, data, err = readMemory(ctx, b, in.Path)
	}
	if errors.Is(err, keep.ErrNotExist) {
		err = fail.NotFound("%q not found in the memory", in.Path).Hint("{memory list}")
	}
	// Reads by a person are not logged: an editor repeats them often.
	if !s.Caller.IsPerson() {
		logMemory(ctx, s, b, keep.Command{Name: "get", Path: in.Path}, err)
	}
	if err != nil {
		return MemoryGetOutput{}, err
	}
	return MemoryGetOutput{Path: at.String(), Text: string(data), Version: keep.Version(data)}, nil
}

// MemorySaveInput is the new content of a file.
type MemorySaveInput struct {
	Path    string  `json:"path" arg:"path" help:"file path, starting with /memories"`
	Text    *string `json:"text,omitempty" flag:"message,m" body:"true" help:"the new content" placeholder:"TEXT"`
	Version string  `json:"version,omitempty" flag:"version" help:"the version from 'memory get' that you edited; omit it for a new file" placeholder:"V"`
}

// MemorySave replaces a file's content, unless it has changed in the meantime.
func MemorySave(ctx context.Context, s *session.Session, in MemorySaveInput) (MemoryGetOutput, error) {
	if in.Text == nil {
		return MemoryGetOutput{}, noText()
	}
	err := manage(ctx, s, keep.Command{Name: "save", Path: in.Path}, func(b *box) error {
		return keep.Save(ctx, b, in.Path, *in.Text, in.Version)
	})
	if err != nil {
		return MemoryGetOutput{}, err
	}
	return MemoryGetOutput{Path: in.Path, Text: *in.Text, Version: keep.Version([]byte(*in.Text))}, nil
}

// MemoryPinInput names files.
type MemoryPinInput struct {
	Paths []string `json:"paths" arg:"path..." help:"file paths, each starting with /memories"`
}

// MemoryPinOutput is the list of all pins now.
type MemoryPinOutput struct {
	Pins []string `json:"pins"`
}

// MemoryPin puts files first, in listings and in the synced file.
func MemoryPin(ctx context.Context, s *session.Session, in MemoryPinInput) (MemoryPinOutput, error) {
	return pin(ctx, s, in, true)
}

// MemoryUnpin removes pins.
func MemoryUnpin(ctx context.Context, s *session.Session, in MemoryPinInput) (MemoryPinOutput, error) {
	return pin(ctx, s, in, false)
}

func pin(ctx context.Context, s *session.Session, in MemoryPinInput, on bool) (MemoryPinOutput, error) {
	c := keep.Command{Name: "unpin", Path: in.Paths[0]}
	if on {
		c.Name = "pin"
	}
	out := MemoryPinOutput{Pins: []string{}}
	err := manage(ctx, s, c, func(b *box) error {
		pins, err := keep.Pin(ctx, b, in.Paths, on)
		for _, p := range pins {
			out.Pins = append(out.Pins, p.String())
		}
		return err
	})
	return out, err
}

// Refused logs that a verb was refused to a caller who is not a person; raw is the verb's input.
func Refused(ctx context.Context, s *session.Session, name string, raw json.RawMessage, failed error) {
	var in struct {
		Path  string
		Paths []string
		ID    string
	}
	_ = json.Unmarshal(raw, &in) // it was decoded before
	c := keep.Command{Name: strings.TrimPrefix(name, "memory "), Path: in.Path}
	switch {
	case len(in.Paths) > 0:
		c.Path = in.Paths[0]
	case in.ID != "":
		c.Path = draftPath(in.ID)
	}
	if b, err := openMemory(ctx, s); err == nil {
		s.Caller.As = "" // the log names the real caller, not the one claimed by --as
		logMemory(ctx, s, b, c, failed)
	}
}

// MemoryClearInput is empty.
type MemoryClearInput struct{}

// MemoryClearOutput is the removed files.
type MemoryClearOutput struct {
	Removed []string `json:"removed"`
}

// MemoryClear removes all files of the memory. Only a person may.
func MemoryClear(ctx context.Context, s *session.Session, _ MemoryClearInput) (MemoryClearOutput, error) {
	out := MemoryClearOutput{Removed: []string{}}
	err := manage(ctx, s, keep.Command{Name: "clear"}, func(b *box) error {
		was, err := keep.Clear(ctx, b)
		for _, f := range was {
			out.Removed = append(out.Removed, f.Path.String())
		}
		return err
	})
	return out, err
}
