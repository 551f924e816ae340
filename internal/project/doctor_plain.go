package project

import (
	"context"
	"strings"

	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/words"
)

// checkPlain reports plain text of a memory that is secret. It returns nil if the memory is not secret.
func checkPlain(ctx context.Context, s *session.Session) []fail.Check {
	stores, err := memory.PlainStores(ctx, s)
	if err != nil || len(stores) == 0 {
		return nil // unreadable stores and settings have checks of their own
	}
	defer func() {
		for _, p := range stores {
			p.Close()
		}
	}()
	found, err := memory.FindPlain(ctx, s, stores)
	if err != nil {
		return []fail.Check{fail.Problem("memory", err)}
	}
	var what, unsearched []string
	for _, p := range found {
		for _, m := range p.Memories {
			what = append(what, words.Plural(len(m.Files), "file")+" in the history of "+p.Store)
		}
		if p.Logged > 0 {
			what = append(what, words.Plural(p.Logged, "line")+" of the memory log in "+p.Store)
		}
		switch {
		case p.Problem != "":
			unsearched = append(unsearched, p.Store+" could not be searched: "+p.Problem)
		case p.Continued:
			what = append(what, "a purge of "+p.Store+" was interrupted")
		}
	}
	if n := len(memory.MemoriesOnDisk(s)); n > 0 {
		what = append(what, words.Plural(n, "file")+" in "+keep.DiskFolder+" (delete these yourself)")
	}
	switch {
	case len(what)+len(unsearched) == 0:
		return []fail.Check{{Name: "memory", State: "ok", What: "secret; nothing is in plain text"}}
	case len(what) == 0:
		return []fail.Check{{Name: "memory", State: "problem", What: "secret; cannot tell whether anything is in plain text: " + strings.Join(unsearched, "; "), Hint: words.Textf("{fsck}")}}
	}
	what = append(what, unsearched...)
	return []fail.Check{{
		Name: "memory", State: "problem", What: "secret, but some memories are in plain text: " + strings.Join(what, "; "),
		Hint: words.Textf("run '{memory purge}' to delete them permanently ({--dry-run} only lists them)"),
	}}
}
