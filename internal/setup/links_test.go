package setup

import (
	"os"
	"strings"
	"testing"
)

// Users keep ~/.claude and other folders in a repository, to which links lead. Setup refused such links, and
// uninstall listed files as refused that had never been written.
func TestLinksInThePersonsHomeAreFollowed(t *testing.T) {
	for link, target := range map[string]string{
		"home/.claude": "dotfiles/claude", "home/.claude/skills": "dotfiles/skills", "home/.agents/skills": "dotfiles/skills", "home/.agents": "dotfiles",
	} {
		w := newWorld(t, target+"/mine", "of the person")
		w.link(target, link)
		before := outsideStore(w.tree())
		choice := Choice{Integrations: in(InHome, "claude", "codex", "pi")}
		only(t, w.setup(choice), Written, Skipped)
		only(t, w.setup(choice), Unchanged, Skipped)
		found := 0
		for name := range w.tree() {
			if strings.HasPrefix(name, target) && strings.HasSuffix(name, "consider/SKILL.md") {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s: %d skills in %s", link, found, target)
		}
		only(t, w.uninstall(false), Removed)
		same(t, link, before, outsideStore(w.tree()))
	}
}

func TestALinkThatIsAnothersIsNotFollowed(t *testing.T) {
	w := newWorld(t)
	w.link("outside", "home/.claude")
	if err := os.Lchown(w.path("home/.claude"), os.Geteuid()+1, -1); err != nil {
		t.Skip("files cannot be given away here")
	}
	if done := w.setup(Choice{Integrations: in(InHome, "claude")}); done[len(done)-1].Done != Refused {
		t.Errorf("%+v", done)
	}
	// Uninstall does not mention files that were never written.
	for _, c := range w.uninstall(false) {
		if c.Done == Refused {
			t.Errorf("%+v", c)
		}
	}
}
