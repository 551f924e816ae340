package worktree

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// settings returns git's settings, from an earlier read if nothing that they depend on has changed: asking git for them
// takes two thirds of the time of a status of a small project.
func (m *Moment) settings(ctx context.Context) (settings, error) {
	k := &m.memory
	if k.set != nil {
		return *k.set, nil
	}
	if a := k.recall(); a != nil && a.set != nil {
		if stamp, _ := m.tree.settingsStamp(ctx, a.set); stamp != "" && stamp == a.setStamp {
			k.set = a.set
			return *a.set, nil
		}
	}
	set, err := m.tree.settings(ctx)
	if err == nil {
		k.set = &set
	}
	return set, err
}

// keepSettings adds git's settings, unless what they depend on has just changed.
func (m *Moment) keepSettings(ctx context.Context, out *Answers) {
	set := m.memory.set
	if set == nil {
		if a := m.memory.recall(); a != nil { // they were not needed
			out.set, out.setStamp = a.set, a.setStamp
		}
		return
	}
	stamp, newest := m.tree.settingsStamp(ctx, set)
	if stamp != "" && len(set.files)+len(set.filters) <= maxKept && newest < m.memory.began.Add(-keptPatience).UnixNano() {
		out.set, out.setStamp = set, stamp
	}
}

// settingsStamp hashes what git's settings depend on: the program, the environment, the branch checked out, which
// decides what is included, and the files with settings, including those that could exist. newest is the latest of
// their times.
//
// The stamp is "" if the disk does not say when a file was put there. An archive could then bring settings that name a
// filter, and answers that know of none.
func (t *Tree) settingsStamp(ctx context.Context, set *settings) (stamp string, newest int64) {
	config := filepath.Join(t.p.CommonDir, "config")
	if fi, err := os.Lstat(config); err != nil || infoOf(fi).CTimeNS == 0 {
		return "", 0
	}
	s := &stamper{t: t, sum: sha256.New()}
	program, _ := t.findGit() // without it nothing is asked
	s.text(program, t.p.GitDir, t.p.Top, t.Head(ctx).Branch)
	for _, line := range slices.Sorted(slices.Values(os.Environ())) {
		if name, _, _ := strings.Cut(line, "="); strings.HasPrefix(name, "GIT_") || name == "HOME" || name == "XDG_CONFIG_HOME" {
			s.text(line)
		}
	}
	s.outside(program)
	files := append([]string{config, filepath.Join(t.p.GitDir, "config.worktree"), "/etc/gitconfig"}, globalConfigs()...)
	for _, file := range append(files, set.files...) {
		s.text(file)
		s.outside(file)
	}
	s.flush()
	return hex.EncodeToString(s.sum.Sum(nil)[:16]), s.newest
}
