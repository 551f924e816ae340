package feedback

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"consider/internal/enum"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/transcript"
	"consider/internal/watch"
)

// FollowResponses calls emit first at once, and then whenever the newest answers of an agent, "" for all, differ from
// those of the last call, until ctx ends or emit fails. The answers are those that a list shows; changes of their marks
// do not count.
func FollowResponses(ctx context.Context, s *session.Session, agent string, emit func(transcript.Found) error) error {
	if agent != "" && !enum.Of[transcript.Agent]().Has(agent) {
		return fail.Usage("unknown agent %q", agent)
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	var watcher *watch.Watcher
	var changes <-chan watch.Change
	if s.Watch != nil {
		watcher = s.Watch()
		changes = watcher.Events(watching)
	}
	var set []string
	told, first := uint64(0), true
	for {
		found, err := Latest(ctx, s, agent, usualResponses)
		if err != nil {
			return err
		}
		if watcher != nil && !slices.Equal(set, found.Watch) {
			// The next read finds the text that was written between the read and now.
			set = found.Watch
			watcher.SetPaths(set)
			continue
		}
		if now := fingerprint(found); first || now != told {
			told, first = now, false
			if err := emit(found); err != nil {
				return err
			}
		}
		if err := awaitPaths(ctx, changes, found.Later()); err != nil {
			return err
		}
	}
}

// awaitPaths waits until a watched path has changed, or until the next read is due.
func awaitPaths(ctx context.Context, changes <-chan watch.Change, later bool) error {
	var again <-chan time.Time
	switch {
	case later:
		again = time.After(transcript.AskEvery)
	case changes == nil:
		again = time.After(watch.PollEvery)
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-again:
			return nil
		case c, ok := <-changes:
			if !ok {
				return ctx.Err()
			}
			if c.Paths {
				return nil
			}
		}
	}
}

// fingerprint distinguishes two states of the newest answers. Writing to a hash never fails.
func fingerprint(found transcript.Found) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, found.State())
	for _, src := range found.Sources {
		_, _ = fmt.Fprint(h, src.Agent, src.State, src.Problem)
	}
	for _, r := range found.Responses {
		_, _ = fmt.Fprint(h, r.ID, len(r.Text), r.Text)
	}
	return h.Sum64()
}
