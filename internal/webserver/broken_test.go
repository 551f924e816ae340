package webserver

import (
	"encoding/json"
	"strings"
	"testing"

	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
)

func TestAPanicOverAComparisonIsAnError(t *testing.T) {
	s := &Server{Project: func() (*session.Project, error) { panic("an odd file") }}
	if snap, err := s.compareAgain(t.Context(), compare.Scope{}, nil); snap != nil || err == nil || !strings.Contains(err.Error(), "an odd file") {
		t.Errorf("got %v, %v", snap, err)
	}
}

// TestAFailingGitIsNoDiff: a damaged index was once shown as a diff in which every file is new, and reviews of it were
// stored. Drafts and threads must stay, and the page must be notified when git works again.
func TestAFailingGitIsNoDiff(t *testing.T) {
	v := newSite(t)
	must[json.RawMessage](v, "POST", "/api/add", `{"place":"a.txt:2","message":"why two?"}`)
	must[submission.Draft](v, "PUT", "/api/drafts/kept-1", `{"kind":"line","file":"a.txt","side":"right","startLine":2,"endLine":2,"body":"half said"}`)
	whole := v.boot()
	events := v.events("?since=" + whole.Cursor + "&snapshot=" + whole.Snapshot)
	v.next(events, "ping")
	v.Move(".git/index", ".git/index.kept")
	v.Write(".git/index", "broken\n")
	if told := v.next(events, "files"); !strings.Contains(told, "fatal:") || !strings.Contains(told, `"snapshot":""`) {
		t.Errorf("the page that shows the old diff is told %s", told)
	}

	b := v.boot()
	if b.State != "failed" || len(b.Files) > 0 || b.Snapshot != "" || !strings.Contains(b.Message, "fatal:") || len(b.Hints) == 0 {
		t.Errorf("boot: %+v", b)
	}
	if drafts := must[struct{ Drafts []submission.Draft }](v, "GET", "/api/drafts", ""); len(drafts.Drafts) != 1 || drafts.Drafts[0].Body != "half said" {
		t.Errorf("drafts: %+v", drafts)
	}
	list := must[struct{ Data review.ListOutput }](v, "POST", "/api/list", "{}")
	if len(list.Data.Threads) != 1 || list.Data.Threads[0].AnchorState != thread.Anchored {
		t.Errorf("list: %+v", list.Data.Threads)
	}

	v.refused("denied", "POST", "/api/comments", `{"comments":[{"file":"a.txt","startLine":2,"endLine":2,"side":"right","body":"half said"}]}`, nil)
	v.refused("denied", "POST", "/api/checkpoint/create", "{}", nil)
	if again := v.boot(); again.Cursor != b.Cursor || len(again.Checkpoints) > 0 {
		t.Errorf("something was stored: %+v", again)
	}
	if status, text, _ := v.ask("POST", "/api/comments?snapshot="+whole.Snapshot, `{"globalComment":"what I saw"}`, nil); status != 200 || !strings.Contains(text, `"checkpoint":"round-1"`) {
		t.Errorf("what was seen before can be spoken of: %d %s", status, text)
	}

	v.Remove(".git/index")
	v.Move(".git/index.kept", ".git/index")
	if told := v.next(events, "files"); !strings.Contains(told, whole.Snapshot) {
		t.Errorf("git works again, and the page is told %s", told)
	}
}
