package session

import (
	"context"
	"os"
	"path/filepath"

	"consider/internal/fail"
)

// CheckUser refuses a store of another user in a folder above: that user could have written its threads, and could read
// ours. A store that the caller named is trusted.
func (s *Session) CheckUser(ctx context.Context) error {
	if s.Named || s.trusted {
		return nil
	}
	owner, foreign := s.Place.ForeignOwner(s.Sudo)
	if foreign && !s.Tree.IsSafe(ctx, s.Place.Root, s.Place.StoreDir) {
		dir := s.Place.StoreDir
		if !s.Place.HasStore {
			dir = s.Place.Root // root would make a store in it
		}
		return fail.Denied("%q belongs to another user, %s: consider neither reads nor writes a review store in it", dir, owner).
			Hint("run consider as %s, or give the folder to yourself (chown -R)", owner).
			Hint("if you trust what they write: git config --global --add safe.directory %s", s.Place.Root).
			Hint("--store FOLDER or CONSIDER_DIR names a store that you trust: this one, or another of yours")
	}
	s.trusted = true
	return nil
}

// MadeElsewhere returns why nothing may be written to a store that came with an archive: its maker could have written
// threads in the person's name. It returns nil beside a .git, where [Session.CheckOwned] decides, and for a store that
// the caller named.
func (s *Session) MadeElsewhere() error {
	if s.Named || s.besideGit() {
		return nil
	}
	if _, err := os.Lstat(filepath.Join(s.Place.StoreDir, "objects")); err != nil || s.Origin.Made(s.Place.StoreDir) {
		return nil
	}
	return fail.Denied("%q was made elsewhere, so it is read only", s.Place.StoreDir).
		Hint("its threads may come from another person; if you trust them, adopt it (a person only): consider fsck --accept")
}

// besideGit reports whether the store lies beside a .git, even one whose repository is gone or was moved.
func (s *Session) besideGit() bool {
	if s.Place.GitDir != "" {
		return true
	}
	_, err := os.Lstat(filepath.Join(s.Place.Root, ".git"))
	return err == nil
}

// recordOrigin notes where a store outside of git was made. An error is ignored: the current write is still valid, and
// at worst the next one is refused.
func (s *Session) recordOrigin() {
	if !s.besideGit() {
		_ = s.Origin.Record(s.Place.StoreDir)
	}
}
