//go:build unix

package webserver

import (
	"os"
	"strings"
	"testing"
)

func TestAStoreOfAnotherUserIsSaidOnThePage(t *testing.T) {
	v := newSite(t)
	must[struct{}](v, "POST", "/api/add", `{"review":true,"message":"planted"}`)
	if err := os.Lchown(v.Dir+"/.consider", 65534, 65534); err != nil {
		t.Skip("only root can make another user's folder: ", err)
	}
	b := v.boot()
	if b.State != "failed" || !strings.Contains(b.Message, "belongs to another user") || len(b.Hints) != 3 {
		t.Errorf("%+v", b)
	}
	for _, path := range []string{"/api/list", "/api/threads", "/api/log"} {
		v.refused("denied", "POST", path, `{}`, nil)
	}
	v.refused("denied", "POST", "/api/comments", aComment, nil)
	v.refused("denied", "PUT", "/api/drafts/x", `{"kind":"review","body":"x"}`, nil)
	v.refused("denied", "GET", "/api/drafts", "", nil)
}
