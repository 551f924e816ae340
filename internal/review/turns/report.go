package turns

import (
	"context"
	"slices"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/gitdiff"
	"consider/internal/review/claim"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
	"consider/internal/turn"
)

// TurnShowInput names a turn.
type TurnShowInput struct {
	ID string `json:"id,omitempty" arg:"id?" help:"turn ID or unique prefix (default: the last turn)"`
}

// TurnShowOutput is the report on one turn.
type TurnShowOutput struct {
	TurnView
	Files  []TurnFile   `json:"files"` // all that changed during it
	Undone []TurnUndone `json:"undone"`
	Lacks  int          `json:"lacks,omitempty"` // of the undone edits, those whose contents are lost
}

// TurnView is one turn in a list.
type TurnView struct {
	ID      string    `json:"id"`
	Agent   string    `json:"agent"`
	From    time.Time `json:"from"`
	To      time.Time `json:"to"`
	Started bool      `json:"started"` // false if its prompt was not seen
	Ended   bool      `json:"ended"`   // false if it still runs, or was interrupted
	Changed int       `json:"changed"` // number of files
}

// TurnFile is one file that changed during a turn.
type TurnFile struct {
	Path    string      `json:"path"`
	Status  string      `json:"status"` // A, M or D, as git prints them; "" if it is as it was before
	By      turn.Writer `json:"by"`
	Agents  []string    `json:"agents,omitempty"`  // other agents that changed it
	Threads []string    `json:"threads,omitempty"` // the threads that it was changed for, according to the evidence for their claims
}

// TurnUndone is an edit of yours, or of a program that was not seen, parts of which the agent undid.
type TurnUndone struct {
	Path  string      `json:"path"`
	By    turn.Writer `json:"by"`            // you, or unseen
	At    time.Time   `json:"at"`            // when it was found
	Lines int         `json:"lines"`         // number of your lines that are gone or back
	Was   string      `json:"was,omitempty"` // the file's content after your edit, as in [treediff.NameChange]
	Is    string      `json:"is,omitempty"`  // and at the end of the turn
	Patch string      `json:"patch"`         // from the one to the other, around these lines
	Cut   int         `json:"cut,omitempty"`
}

// Show reports on one turn.
func Show(ctx context.Context, s *session.Session, in TurnShowInput) (TurnShowOutput, error) {
	all := turnsOf(s)
	if len(all) == 0 {
		return TurnShowOutput{}, noTurns(ctx, s)
	}
	t, err := find(all, in.ID)
	if err != nil {
		return TurnShowOutput{}, err
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return TurnShowOutput{}, err
	}
	asked := askedFor(ctx, s, st, t)
	out := TurnShowOutput{TurnView: viewOf(t), Files: []TurnFile{}, Undone: []TurnUndone{}}
	for _, f := range t.Files() {
		out.Files = append(out.Files, TurnFile{Path: f.Path, Status: status(f.Change), By: f.By, Agents: f.Agents, Threads: asked[f.Path]})
	}
	out.Lacks = max(0, len(t.Yours)-maxYours)
	for _, mine := range t.Yours[out.Lacks:] {
		undone, known := undoneIn(ctx, s, st, t, mine)
		if !known {
			out.Lacks++
		} else if undone.Lines > 0 {
			out.Undone = append(out.Undone, undone)
		}
	}
	return out, ctx.Err()
}

// turnsOf returns the turns in the session's worktree, the oldest first.
func turnsOf(s *session.Session) []turn.Turn {
	return turn.Read(turn.Events(s.Place.StoreDir, s.Place.WorktreeName))
}

// noTurns returns an error with the reason for an empty list.
func noTurns(ctx context.Context, s *session.Session) error {
	if s.Place.GitDir == "" {
		return fail.Conflict("%s is not a git repository, so no turns are recorded", s.Place.Root).Hint("create one with 'git init'")
	}
	if set, err := s.Settings(ctx); err == nil && set.Get(settings.TurnsSetting) == "off" {
		return fail.NotFound("no turns, because the setting %s is off", settings.TurnsSetting).Hint("to record them (human only): {config turns on}")
	}
	return fail.NotFound("no turns yet").Hint("to have agents' hooks record them (human only): {setup AGENT --hooks mid-turn}")
}

// find returns the turn whose ID begins with ref, the last one of all, which are not empty, if ref is "". It uses up all.
func find(all []turn.Turn, ref string) (*turn.Turn, error) {
	if ref == "" {
		return &all[len(all)-1], nil
	}
	found := slices.DeleteFunc(all, func(t turn.Turn) bool {
		return !strings.HasPrefix(t.ID, turn.Prefix+strings.TrimPrefix(ref, turn.Prefix))
	})
	if len(found) != 1 {
		return nil, fail.NotFound("%d turns have an ID that begins with %q", len(found), ref).Hint("list them: {turn list}")
	}
	return &found[0], nil
}

func viewOf(t *turn.Turn) TurnView {
	return TurnView{ID: t.ID, Agent: t.Agent, From: t.From, To: t.To, Started: t.Started, Ended: t.Ended, Changed: len(t.Files())}
}

func status(c turn.Change) string {
	switch {
	case c.Was == c.Is:
		return ""
	case c.Was == "":
		return "A"
	case c.Is == "":
		return "D"
	}
	return "M"
}

// askedFor returns the threads for which files were changed, by file: those that the agent said it had addressed in the
// turn, with the files in which the evidence for that was found.
func askedFor(ctx context.Context, s *session.Session, st *session.Snapshot, t *turn.Turn) map[string][]string {
	out := map[string][]string{}
	judge := claim.NewJudge(s, st)
	for _, dir := range []string{thread.Active, thread.Archived} {
		rows, _, err := thread.ReadRows(st.Commit, dir, nil)
		if err != nil {
			continue // they are not among the reasons
		}
		for i := range rows {
			if r := &rows[i]; r.LastReply == nil || r.LastReply.CreatedAt.Before(t.From.Truncate(time.Second)) || r.CreatedAt.After(t.To) {
				continue
			}
			th, _, err := st.Thread(dir, rows[i].ID)
			if err != nil {
				continue
			}
			for _, path := range claimedIn(ctx, judge, th, t) {
				if !slices.Contains(out[path], th.ID) {
					out[path] = append(out[path], th.ID)
				}
			}
		}
	}
	return out
}

// claimedIn returns the files that changed for a thread, according to the claims of the turn's agent during it.
func claimedIn(ctx context.Context, judge *claim.Judge, th *thread.Thread, t *turn.Turn) []string {
	var out []string
	for i := range th.Replies {
		r := &th.Replies[i]
		if r.Author != thread.Agent || r.AuthorName != t.Agent || r.Outcome != thread.Addressed ||
			r.CreatedAt.Before(t.From.Truncate(time.Second)) || r.CreatedAt.After(t.To) {
			continue
		}
		for _, h := range judge.Claim(ctx, th, r.Read(), r.Fingerprint).Hunks {
			out = append(out, h.File)
		}
	}
	return out
}

// maxYours limits the edits that are looked at, the latest ones.
const maxYours = 100

// around shows three lines around each change.
var around = gitdiff.Options{Context: 3}

// undoneIn finds the lines of an edit that the agent undid: those that were added and are gone at the end of the turn, and
// those that were removed and are back. known is false if a content is lost.
func undoneIn(ctx context.Context, s *session.Session, st *session.Snapshot, t *turn.Turn, mine turn.Edit) (out TurnUndone, known bool) {
	out, known = TurnUndone{Path: mine.Path, By: mine.By, At: mine.At, Was: mine.Is}, true
	for _, e := range t.Edits {
		if e.Path == mine.Path {
			out.Is = e.Is
		}
	}
	read := func(name string) []byte {
		text, err := round.ContentOf(ctx, s, st, mine.Path, name)
		known = known && err == nil
		return text
	}
	was, yours, is := read(mine.Was), read(mine.Is), read(out.Is)
	added, _, removed := lines(gitdiff.Hunks(was, yours, around))
	var hunks []gitdiff.Hunk // changes by the agent after your edit
	for _, own := range t.Own(mine) {
		hunks = append(hunks, gitdiff.Hunks(read(own.Was), read(own.Is), around)...)
	}
	if !known {
		return out, false
	}
	_, backNow, goneNow := lines(hunks)
	for _, h := range gitdiff.Hunks(yours, is, around) {
		gone, back := 0, 0
		for l := range h.Numbered() {
			text := strings.TrimSpace(l.Text)
			switch {
			case text == "":
			case l.Sign == '-' && added[l.Old] && goneNow[text]:
				gone++
			case l.Sign == '+' && removed[text] && backNow[text]:
				back++
			}
		}
		if n := max(gone, back); n > 0 {
			patch, cut := claim.Print(h)
			out.Lines, out.Patch, out.Cut = out.Lines+n, out.Patch+patch, out.Cut+cut
		}
	}
	return out, true
}

// lines returns the numbers of the lines that hunks add, and what the lines say that they add and remove.
func lines(hunks []gitdiff.Hunk) (numbers map[int]bool, added, removed map[string]bool) {
	numbers, added, removed = map[int]bool{}, map[string]bool{}, map[string]bool{}
	for i := range hunks {
		for l := range hunks[i].Numbered() {
			switch l.Sign {
			case '+':
				numbers[l.New], added[strings.TrimSpace(l.Text)] = true, true
			case '-':
				removed[strings.TrimSpace(l.Text)] = true
			}
		}
	}
	return numbers, added, removed
}
