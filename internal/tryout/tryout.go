// Package tryout plays the loop of a review on a small project of its own: a person comments on lines, an agent answers
// and changes the code, and the threads follow. It makes the project in a temporary folder and takes it away again.
//
// The commands are the real ones. The caller runs them in its own process, so that nothing about who runs consider, and
// nothing of the user's folders, gets into the play.
package tryout

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"consider/internal/fail"
	"consider/internal/programs"
)

//go:embed sample
var sample embed.FS

// Project is the small project, with a commit in it.
type Project struct {
	Dir string // its root, a temporary folder

	git  *programs.Search
	path string // of git
}

// Make makes the project. It needs git, and says so.
func Make(ctx context.Context) (*Project, error) {
	search := programs.Outside()
	git, err := search.Find("git")
	if err != nil {
		return nil, fail.NotFound("the demo requires git, which is not installed").
			Hint("comments work without git: {add FILE:LINE -m TEXT}")
	}
	dir, err := os.MkdirTemp("", "consider-try-") // for this user only
	if err != nil {
		return nil, err
	}
	p := &Project{Dir: dir, git: search, path: git}
	if err := p.fill(ctx); err != nil {
		p.Remove()
		return nil, err
	}
	return p, nil
}

func (p *Project) fill(ctx context.Context) error {
	for _, name := range []string{"price.js", "cart.js"} {
		data, err := sample.ReadFile("sample/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(p.Dir, name), data, 0o600); err != nil {
			return err
		}
	}
	for _, args := range [][]string{
		{"init", "-q"},
		{"add", "-A"},
		{"-c", "user.name=You", "-c", "user.email=you@localhost", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "a small shop"},
	} {
		if out, err := p.Git(ctx, args...); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(out))
		}
	}
	return nil
}

// Git runs git in the project, with nothing of the user's configuration, and returns what it printed.
func (p *Project) Git(ctx context.Context, args ...string) (string, error) {
	cmd := p.git.Command(ctx, p.path, args...)
	cmd.Dir = p.Dir
	env := cmd.Env[:0:0]
	for _, pair := range cmd.Env {
		if !strings.HasPrefix(pair, "GIT_") { // such as GIT_DIR, inside a hook of git
			env = append(env, pair)
		}
	}
	cmd.Env = append(env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_PAGER=cat")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Remove deletes the folder. Files that it cannot remove are left for the system to tidy up, and are private.
func (p *Project) Remove() {
	root, err := os.OpenRoot(filepath.Dir(p.Dir))
	if err != nil {
		return
	}
	_ = root.RemoveAll(filepath.Base(p.Dir))
	_ = root.Close() // nothing was written through it
}

// edit replaces text in a file of the project, as an agent's edit would.
func (p *Project) edit(file, old, new string) error {
	path := filepath.Join(p.Dir, file)
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !strings.Contains(string(data), old) {
		return fmt.Errorf("%s does not contain %q", file, old)
	}
	return os.WriteFile(path, []byte(strings.Replace(string(data), old, new, 1)), 0o600)
}
