package review

import (
	"context"
	"errors"
	"slices"

	"consider/internal/memory"
)

// MemoryListInput asks for the files of the memory.
type MemoryListInput struct{}

// MemoryListOutput is the memory as a whole.
type MemoryListOutput struct {
	On      bool         `json:"on"` // agents may use it
	Backend string       `json:"backend"`
	Branch  string       `json:"branch,omitempty"` // whose memory it is, with the backend branch
	Sync    string       `json:"sync,omitempty"`   // the file that follows it
	Files   []MemoryFile `json:"files"`            // pinned ones first
	Size    int          `json:"size"`             // bytes
}

// MemoryFile is one file of the memory.
type MemoryFile struct {
	Path    string `json:"path"`
	Size    int    `json:"size"` // bytes
	Version string `json:"version"`
	Pinned  bool   `json:"pinned,omitempty"`
	Draft   string `json:"draft,omitempty"` // the thread that it was learnt from; it waits to be accepted
}

// MemoryList lists the files of the memory, pinned ones first, hidden ones too.
func (s *Service) MemoryList(ctx context.Context, _ MemoryListInput) (MemoryListOutput, error) {
	b, err := s.memory(ctx)
	if err != nil {
		return MemoryListOutput{}, err
	}
	out := MemoryListOutput{On: b.settings.Get("memory") == "on", Backend: b.backend, Branch: b.branch, Files: []MemoryFile{}}
	if file := b.settings.Get("memory.sync"); file != syncOff {
		out.Sync = file
	}
	err = b.View(ctx, func(f memory.Files) error {
		list, err := f.List()
		if err != nil {
			return err
		}
		pins, err := f.Pins()
		if err != nil {
			return err
		}
		for _, file := range memory.PinnedFirst(list, pins) {
			data, err := f.Read(file.Path)
			if errors.Is(err, memory.ErrNotExist) {
				continue // an editor was faster
			}
			if err != nil {
				return err
			}
			out.Files = append(out.Files, MemoryFile{
				Path: file.Path.String(), Size: file.Size, Version: memory.Version(data), Pinned: slices.Contains(pins, file.Path), Draft: draftOf(file.Path),
			})
			out.Size += file.Size
		}
		return nil
	})
	return out, refusal(err)
}

// MemoryGetInput names a file.
type MemoryGetInput struct {
	Path string `json:"path" arg:"path" help:"file, begins with /memories"`
}

// MemoryGetOutput is a file's content as it is.
type MemoryGetOutput struct {
	Path    string `json:"path"`
	Text    string `json:"text"`
	Version string `json:"version"` // for memory save
}

// MemoryGet reads a file as it is, without line numbers.
func (s *Service) MemoryGet(ctx context.Context, in MemoryGetInput) (MemoryGetOutput, error) {
	b, err := s.memory(ctx)
	if err != nil {
		return MemoryGetOutput{}, err
	}
	c := memory.Command{Name: "get", Path: in.Path}
	if err = b.remembers(s.Caller); err != nil {
		s.logMemory(ctx, b, c, err)
		return MemoryGetOutput{}, err
	}
	at, err := memory.ParsePath(in.Path)
	var data []byte
	if err == nil {
		err = b.View(ctx, func(f memory.Files) (err error) {
			data, err = f.Read(at)
			return err
		})
	}
	if errors.Is(err, memory.ErrNotExist) {
		err = NotFound("no file %q in the memory", in.Path).Hint("consider memory list")
	}
	err = refusal(err)
	// What a person reads, in an editor over and over, is nobody's business.
	if s.Caller.person("") != nil {
		s.logMemory(ctx, b, c, err)
	}
	if err != nil {
		return MemoryGetOutput{}, err
	}
	return MemoryGetOutput{Path: at.String(), Text: string(data), Version: memory.Version(data)}, nil
}

// MemorySaveInput is the whole content of a file.
type MemorySaveInput struct {
	Path    string  `json:"path" arg:"path" help:"file, begins with /memories"`
	Text    *string `json:"text,omitempty" flag:"message,m" body:"true" help:"its content from now on" placeholder:"TEXT"`
	Version string  `json:"version,omitempty" flag:"version" help:"the version that was edited, as memory get gave it; left out, the file must be new" placeholder:"V"`
}

// MemorySave replaces a file's content, unless somebody else has changed it meanwhile.
func (s *Service) MemorySave(ctx context.Context, in MemorySaveInput) (MemoryGetOutput, error) {
	if in.Text == nil {
		return MemoryGetOutput{}, noText()
	}
	err := s.manage(ctx, memory.Command{Name: "save", Path: in.Path}, func(b *box) error {
		return memory.Save(ctx, b, in.Path, *in.Text, in.Version)
	})
	if err != nil {
		return MemoryGetOutput{}, err
	}
	return MemoryGetOutput{Path: in.Path, Text: *in.Text, Version: memory.Version([]byte(*in.Text))}, nil
}

// manage carries out a change that is none of the six commands, notes it, and syncs.
func (s *Service) manage(ctx context.Context, c memory.Command, do func(*box) error) error {
	b, err := s.memory(ctx)
	if err == nil {
		err = b.remembers(s.Caller)
	}
	if err == nil {
		err = do(b)
	}
	err = refusal(err)
	s.logMemory(ctx, b, c, err)
	if err == nil {
		s.syncMemory(ctx, b)
	}
	return err
}

// MemoryPinInput names files.
type MemoryPinInput struct {
	Paths []string `json:"paths" arg:"path..." help:"files, each begins with /memories"`
}

// MemoryPinOutput is every file that is pinned now.
type MemoryPinOutput struct {
	Pins []string `json:"pins"`
}

// MemoryPin puts files first, in listings and in what is synced.
func (s *Service) MemoryPin(ctx context.Context, in MemoryPinInput) (MemoryPinOutput, error) {
	return s.pin(ctx, in, true)
}

// MemoryUnpin takes that back.
func (s *Service) MemoryUnpin(ctx context.Context, in MemoryPinInput) (MemoryPinOutput, error) {
	return s.pin(ctx, in, false)
}

func (s *Service) pin(ctx context.Context, in MemoryPinInput, on bool) (MemoryPinOutput, error) {
	c := memory.Command{Name: "unpin", Path: in.Paths[0]}
	if on {
		c.Name = "pin"
	}
	if err := s.personal(ctx, c, "pin what agents remember"); err != nil {
		return MemoryPinOutput{}, err
	}
	out := MemoryPinOutput{Pins: []string{}}
	err := s.manage(ctx, c, func(b *box) error {
		pins, err := memory.Pin(ctx, b, in.Paths, on)
		for _, p := range pins {
			out.Pins = append(out.Pins, p.String())
		}
		return err
	})
	return out, err
}

// personal makes the request a person's, or notes that it is nobody's to make.
func (s *Service) personal(ctx context.Context, c memory.Command, what string) error {
	err := s.Caller.person(what)
	if err == nil {
		s.Caller.As = Human
		return nil
	}
	if b, openErr := s.memory(ctx); openErr == nil {
		s.Caller.As = "" // it is noted as who it is, whoever it says it is
		s.logMemory(ctx, b, c, err)
	}
	return err
}

// MemoryClearInput asks to remove everything.
type MemoryClearInput struct{}

// MemoryClearOutput is what was removed.
type MemoryClearOutput struct {
	Removed []string `json:"removed"`
}

// MemoryClear removes all files of the memory. Only a person does.
func (s *Service) MemoryClear(ctx context.Context, _ MemoryClearInput) (MemoryClearOutput, error) {
	if err := s.personal(ctx, memory.Command{Name: "clear"}, "clear the memory"); err != nil {
		return MemoryClearOutput{}, err
	}
	out := MemoryClearOutput{Removed: []string{}}
	err := s.manage(ctx, memory.Command{Name: "clear"}, func(b *box) error {
		was, err := memory.Clear(ctx, b)
		for _, f := range was {
			out.Removed = append(out.Removed, f.Path.String())
		}
		return err
	})
	return out, err
}
