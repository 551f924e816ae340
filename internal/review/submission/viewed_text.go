package submission

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/digest"
	"consider/internal/session"
)

const (
	viewedTextDir     = "viewedtext"
	maxViewedTexts    = 500       // number of texts kept
	longestViewedText = 256 << 10 // bytes; a longer text is not kept
)

// privateNames returns the store and the names of its private files in a folder. Without a store the list is empty.
func privateNames(ctx context.Context, s *session.Session, dir string) (*gitstore.Store, []string, error) {
	store, err := s.StoreIfAny(ctx)
	if store == nil || err != nil {
		return nil, nil, err
	}
	names, err := store.PrivateNames(dir)
	return store, names, session.StoreError(err)
}

// viewedTextName is the name of a text, made of its file's path and its mark's digest.
func viewedTextName(s *session.Session, path, mark string) string {
	return digest.Of(s.NameHere(path))[:32] + mark
}

// KeepViewedText keeps the text of a file that was marked as viewed, to show later what changed since the reviewer saw
// it. It keeps only the newest text of each file. among lists the paths of the files under review; when there are too
// many texts, those of other files are deleted. A text that is too long is not kept; that is not an error.
func KeepViewedText(ctx context.Context, s *session.Session, path, digest string, text []byte, among []string) error {
	if len(text) > longestViewedText || len(digest) != 32 {
		return nil
	}
	store, err := s.OpenStore(ctx, true)
	if err != nil {
		return err
	}
	names, err := store.PrivateNames(viewedTextDir)
	if err != nil {
		return session.StoreError(err)
	}
	name := viewedTextName(s, path, digest)
	wanted := map[string]bool{}
	for _, p := range among {
		wanted[viewedTextName(s, p, "")] = true
	}
	left := len(names)
	for _, old := range names {
		if old != name && (strings.HasPrefix(old, name[:32]) || len(names) >= maxViewedTexts && !wanted[old[:min(32, len(old))]]) {
			_ = store.RemovePrivate(viewedTextDir + "/" + old)
			left--
		}
	}
	if left >= maxViewedTexts {
		return nil
	}
	return session.StoreError(store.WritePrivate(viewedTextDir+"/"+name, text))
}

// ViewedText returns the text of a file as it was when it was last marked as viewed, if that differs from the text of
// digest. ok is false if there is no such text.
func ViewedText(ctx context.Context, s *session.Session, path, digest string) (text []byte, ok bool, err error) {
	store, names, err := privateNames(ctx, s, viewedTextDir)
	if err != nil {
		return nil, false, err
	}
	name := viewedTextName(s, path, digest)
	i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, name[:32]) })
	if i < 0 || names[i] == name {
		return nil, false, nil
	}
	text, err = store.ReadPrivate(viewedTextDir + "/" + names[i])
	if errors.Is(err, gitstore.ErrNotExist) { // another tab was faster
		return nil, false, nil
	}
	return text, err == nil, session.StoreError(err)
}

// ViewedAgain reports which of the files were viewed with a different text. files holds digests by path.
func ViewedAgain(ctx context.Context, s *session.Session, files map[string]string) (map[string]bool, error) {
	_, names, err := privateNames(ctx, s, viewedTextDir)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	of := make(map[string]string, len(names)) // mark by file
	for _, name := range names {
		of[name[:min(32, len(name))]] = name[min(32, len(name)):]
	}
	out := map[string]bool{}
	for path, digest := range files {
		if mark, ok := of[viewedTextName(s, path, "")]; ok && mark != digest {
			out[path] = true
		}
	}
	return out, nil
}

// forgetViewedText deletes the text of a mark that is removed.
func forgetViewedText(store *gitstore.Store, digest string) {
	names, _ := store.PrivateNames(viewedTextDir)
	for _, name := range names {
		if strings.HasSuffix(name, digest) {
			_ = store.RemovePrivate(viewedTextDir + "/" + name)
		}
	}
}
