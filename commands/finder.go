package commands

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"consider/internal/programs"
	"consider/internal/transcript"
	"consider/internal/worktree"
)

const (
	askWithin = 20 * time.Second
	maxAnswer = 64 << 20 // bytes of opencode's output
)

// finder finds what agents said in the places that the environment names. There is one for the whole run, because it
// caches.
func (a *app) finder(place worktree.Project) *transcript.Finder {
	a.finderOnce.Do(func() { a.transcripts = a.newFinder(place) })
	return a.transcripts
}

func (a *app) newFinder(place worktree.Project) *transcript.Finder {
	home := a.machine().Home
	places := transcript.PlacesOf(home, a.env.Getenv)
	places.FoldCase = runtime.GOOS == "windows"
	dir := places.OpenCode
	places.AskOpenCode = func(args ...string) ([]byte, error) {
		search := programs.Outside(place.Folders()...)
		program, err := search.Find("opencode")
		if err != nil { // its installer puts it here, which an editor's search path may lack
			program, err = search.Find(filepath.Join(home, ".opencode", "bin", "opencode"))
		}
		if err != nil {
			return nil, errors.New("opencode was not found")
		}
		return ask(search, program, dir, args)
	}
	return &transcript.Finder{Places: places, Now: a.env.Now}
}

// ask runs a program in dir and returns what it printed.
func ask(search *programs.Search, program, dir string, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askWithin)
	defer cancel()
	cmd := search.Command(ctx, program, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var out limited
	cmd.Stdout = &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("no response within %s", askWithin)
	}
	return out.data, err
}

// limited accepts a limited number of bytes.
type limited struct{ data []byte }

func (l *limited) Write(p []byte) (int, error) {
	if len(l.data)+len(p) > maxAnswer {
		return 0, errors.New("the response is too long")
	}
	l.data = append(l.data, p...)
	return len(p), nil
}
