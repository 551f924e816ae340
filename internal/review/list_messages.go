package review

import (
	"context"
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
)

// messageFilter holds the filters by author, words and time, prepared once for a list.
type messageFilter struct {
	author     string         // in lower case, "" for no filter
	words      *regexp.Regexp // nil for no filter
	since      history.Start
	newestThen map[string]string // thread id -> its newest entry at the commit of since; nil for a time
}

// newMessageFilter prepares the filters.
func newMessageFilter(ctx context.Context, st *session.Snapshot, author, grep, since string) (messageFilter, error) {
	out := messageFilter{author: strings.ToLower(author)}
	if grep != "" {
		words, err := regexp.Compile("(?im)" + grep)
		if err != nil {
			return messageFilter{}, fail.Usage("invalid regular expression %q: %s", grep, regexpError(err)).
				Hint(`escape ( [ . * with a backslash: {--grep} %s`, quoted(grep))
		}
		out.words = words
	}
	if since == "" {
		return out, nil
	}
	var err error
	if out.since, err = history.Since(ctx, st, since); err != nil || out.since.Commit.IsZero() {
		return out, err
	}
	out.newestThen, err = newestAt(st, out.since, since)
	return out, err
}

// regexpError returns what is wrong in a regular expression, without the options that we put in front of it.
func regexpError(err error) string {
	if e := (*syntax.Error)(nil); errors.As(err, &e) {
		return e.Code.String()
	}
	return err.Error()
}

// quoted returns a regular expression that matches only text, quoted for a shell.
func quoted(text string) string {
	return "'" + strings.ReplaceAll(regexp.QuoteMeta(text), "'", `'\''`) + "'"
}

// newestAt returns the newest entry of each thread at a commit of the store, in any folder.
func newestAt(st *session.Snapshot, since history.Start, ref string) (map[string]string, error) {
	then, err := st.Store.SnapshotAt(since.Commit)
	if err != nil {
		return nil, history.NoCursor(ref)
	}
	all, err := thread.All(then)
	out := map[string]string{}
	for id, is := range all {
		_, out[id], _ = is.Row.Latest()
	}
	return out, session.StoreError(err)
}

// wants applies the filters to a thread in a folder of the store that st was read from.
func (f *messageFilter) wants(st *session.Snapshot, dir string, r *thread.Row) bool {
	return f.wantsAuthor(r) && f.wantsSince(r) && f.wantsWords(st, dir, r)
}

func (f *messageFilter) wantsAuthor(r *thread.Row) bool {
	switch thread.AuthorKind(f.author) {
	case "":
		return true
	case thread.Human, thread.Agent:
		return string(r.Author) == f.author
	}
	return strings.Contains(strings.ToLower(r.AuthorName), f.author)
}

// wantsSince compares the thread with its state at the commit, or with the time.
func (f *messageFilter) wantsSince(r *thread.Row) bool {
	_, newest, at := r.Latest()
	if f.newestThen != nil {
		return f.newestThen[r.ID] != newest
	}
	return !at.Before(f.since.At)
}

// wantsWords searches the replies last, as they have to be read from the store.
func (f *messageFilter) wantsWords(st *session.Snapshot, dir string, r *thread.Row) bool {
	if f.words == nil || f.words.MatchString(r.Body) {
		return true
	}
	if r.Replies == 0 {
		return false
	}
	t, _, err := st.Thread(dir, r.ID)
	if err != nil {
		return false // the list names it as damaged
	}
	return slices.ContainsFunc(t.Replies, func(r thread.Reply) bool { return f.words.MatchString(r.Body) })
}
