package memory

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/words"
)

// MemoryPurgeInput asks to remove what is in plain text though the memory is secret.
type MemoryPurgeInput struct {
	DryRun bool `json:"dryRun,omitempty" flag:"dry-run" also:"n" help:"only show what would be removed"`
	Force  bool `json:"force,omitempty" flag:"force" help:"also remove plain-text files that have no copy in the secret memory"`
	Yes    bool `json:"yes,omitempty" flag:"yes,y" help:"do not ask for confirmation"`
}

// MemoryPurgeOutput is what was removed.
type MemoryPurgeOutput struct {
	DryRun bool          `json:"dryRun,omitempty"`
	Stores []PurgedStore `json:"stores"`
	Left   []string      `json:"left"` // files of the project that hold memories; deleting them is up to the person
}

// PurgedStore is what was removed from one store.
type PurgedStore struct {
	Store     string       `json:"store"` // its folder
	Memories  []PurgedPart `json:"memories"`
	Logged    int          `json:"logged,omitempty"`    // lines of the memory's log about them
	Unsaved   []string     `json:"unsaved,omitempty"`   // files that the secret memory does not have
	Objects   int          `json:"objects,omitempty"`   // number deleted
	Continued bool         `json:"continued,omitempty"` // an earlier run was interrupted
	Problem   string       `json:"problem,omitempty"`   // why nothing was removed here
	Hint      words.Text   `json:"hint,omitzero"`
}

// PurgedPart is what a store has in plain text.
type PurgedPart struct {
	Files []string `json:"files"` // all files that it ever had
}

// MemoryPurge removes plain memories left over from before the memory was secret, including those in the history. They
// cannot be restored. Only a person may purge.
func MemoryPurge(ctx context.Context, s *session.Session, in MemoryPurgeInput) (MemoryPurgeOutput, error) {
	out := MemoryPurgeOutput{DryRun: in.DryRun, Stores: []PurgedStore{}, Left: []string{}}
	c := keep.Command{Name: "purge"}
	if !in.DryRun && !in.Yes && !s.Caller.Human {
		return out, fail.Denied("purge removes memories permanently").Hint("use {--dry-run} to see what would be removed, or {--yes} to remove it")
	}
	stores, err := PlainStores(ctx, s)
	if err != nil {
		return out, err
	}
	if len(stores) == 0 {
		return out, fail.Conflict("the memory is not secret here, so its files are stored as plain text").
			Hint("make it secret (human only): {config memory.backend secret}")
	}
	defer func() {
		for _, p := range stores {
			p.Close()
		}
	}()
	if out.Stores, err = FindPlain(ctx, s, stores); err != nil {
		return out, err
	}
	for _, f := range MemoriesOnDisk(s) {
		out.Left = append(out.Left, f.Path.String())
	}
	if in.DryRun {
		out.Stores = slices.DeleteFunc(out.Stores, PurgedStore.nothing)
		return out, nil
	}
	if err := mayPurge(out.Stores, in.Force); err != nil {
		return out, err
	}
	for i, p := range stores {
		at := &out.Stores[i]
		if at.nothing() || at.Problem != "" {
			continue
		}
		var err error
		if at.Objects, err = p.purge(ctx); err != nil {
			err = at.failed(ctx, err)
		}
		if err != nil {
			return out, err
		}
	}
	out.Stores = slices.DeleteFunc(out.Stores, PurgedStore.nothing)
	if b, err := openMemory(ctx, s); err == nil {
		logMemory(ctx, s, b, c, nil)
	}
	_, err = stateOf(ctx, s) // the answer's cursor must be in the new history
	return out, err
}

func (p PurgedStore) nothing() bool {
	return len(p.Memories) == 0 && p.Logged == 0 && !p.Continued && p.Problem == ""
}

// FindPlain returns what each store holds. Stores that cannot be read are included, with the problem.
func FindPlain(ctx context.Context, s *session.Session, stores []plainStore) ([]PurgedStore, error) {
	out := make([]PurgedStore, len(stores))
	for i, p := range stores {
		at := &out[i]
		at.Store, at.Memories = p.svc.Place.StoreDir, []PurgedPart{}
		report, err := p.plan(ctx)
		if err == nil {
			at.Continued = report.Unfinished
			if len(report.Files) > 0 {
				at.Memories = append(at.Memories, PurgedPart{memoryPaths(report.Files)})
			}
			at.Logged, err = p.logged(ctx)
		}
		if err == nil {
			at.Unsaved, err = p.unsaved(ctx)
		}
		if err := at.failed(ctx, err); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// failed records why a store was left unchanged. A missing store has nothing to remove.
func (p *PurgedStore) failed(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, fail.ErrNoStore) {
		return ctx.Err()
	}
	c := fail.Problem("", err)
	p.Problem, p.Hint = c.What, c.Hint
	switch {
	case !p.Hint.IsZero():
	case errors.Is(err, gitstore.ErrReadOnly):
		p.Hint = words.Textf("run the purge again from an account that can write there (until then, the memory can come back from there)")
	case errors.Is(err, gitstore.ErrCorrupt):
		p.Hint = words.Textf("nothing is removed from a damaged store: run '{fsck}' there to see what is damaged")
	default:
		p.Hint = words.Textf("run the purge again")
	}
	return ctx.Err()
}

// mayPurge returns an error if files would be lost that are kept nowhere else.
func mayPurge(stores []PurgedStore, force bool) error {
	var lost []string
	for _, p := range stores {
		lost = append(lost, p.Unsaved...)
	}
	if len(lost) == 0 || force {
		return nil
	}
	names := strings.Join(lost[:min(len(lost), fail.MaxCandidates)], ", ")
	return fail.Conflict("%s missing from the secret memory: %s", words.Plural(len(lost), "file"), names).
		Hint("import the files first: {memory import --from workspace}").
		Hint("or remove them anyway: {--force}")
}

// MemoriesOnDisk returns the files in the folder of the backend disk. They belong to the project.
func MemoriesOnDisk(s *session.Session) []keep.File {
	list, err := (&keep.Disk{Project: s.Place.Root}).List()
	if err != nil {
		return nil
	}
	return list
}
