package review

import (
	"context"
	"errors"
	"path/filepath"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/picture"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

const maxImagesWaiting = 500

// PutImage keeps an image for a comment that is being written, and returns its id. The first message that shows the
// image takes it into the store.
func PutImage(ctx context.Context, s *session.Session, data []byte) (string, picture.Kind, error) {
	kind, err := picture.Of(data)
	if err != nil {
		return "", kind, fail.Usage("cannot store the image: %w", err).
			Hint("use PNG, JPEG, GIF or WebP of at most %d KiB", picture.MaxBytes>>10)
	}
	store, err := s.OpenStore(ctx, true)
	if err != nil {
		return "", kind, err
	}
	waiting, err := store.PrivateNames(thread.ImageDir)
	if err != nil {
		return "", kind, session.StoreError(err)
	}
	if len(waiting) >= maxImagesWaiting {
		return "", kind, fail.Denied("too many images without a comment; the limit is %d", len(waiting)).Hint("images that no draft uses are removed after a day: {gc}")
	}
	id := gitstore.HashBlob(data).String()
	return id, kind, session.StoreError(store.WritePrivate(thread.ImageDir+"/"+id, data))
}

// ReadImage returns an image that the store keeps or that waits for its comment. Bytes that are not an image count as not
// found.
func ReadImage(st *session.Snapshot, id string) ([]byte, picture.Kind, error) {
	if _, err := gitstore.ParseID(id); err != nil {
		return nil, picture.Kind{}, fail.Usage("invalid image ID %q", id)
	}
	data, err := st.Commit.ReadFile(thread.ImageFile(id))
	if errors.Is(err, gitstore.ErrNotExist) {
		data, err = st.Store.ReadPrivate(thread.ImageDir + "/" + id)
	}
	if errors.Is(err, gitstore.ErrNotExist) || err == nil && gitstore.HashBlob(data).String() != id {
		return nil, picture.Kind{}, fail.NotFound("unknown image %s", id)
	}
	if err != nil {
		return nil, picture.Kind{}, session.StoreError(err)
	}
	kind, err := picture.Of(data)
	if err != nil {
		return nil, kind, fail.NotFound("%s is not an image: %w", id, err)
	}
	return data, kind, nil
}

// imagesOf describes the images that a thread's messages show, and writes each into a file that any program can open. A
// missing or damaged image is not an error, because the words are still there.
func imagesOf(st *session.Snapshot, t *thread.Thread) []place.Image {
	var out []place.Image
	for _, named := range t.Images() {
		image := place.Image{ID: named.ID, Name: named.Name}
		if data, kind, err := ReadImage(st, named.ID); err == nil {
			image.Type, image.Bytes = kind.Type, len(data)
			image.Path = imagePath(st, "image-"+named.ID+kind.End, named.ID, data)
		}
		out = append(out, image)
	}
	return out
}

// imagePath returns the path of the cache file for an image, and writes the file if needed. It returns "" if the cache
// cannot be written to.
func imagePath(st *session.Snapshot, name, id string, data []byte) string {
	there, err := st.Store.ReadCache(name)
	if err != nil || gitstore.HashBlob(there).String() != id {
		if err := st.Store.WriteCache(name, data); err != nil {
			return ""
		}
	}
	at := filepath.Join(st.Session.Place.StoreDir, "cache", name)
	if rel, err := filepath.Rel(st.Session.Place.Root, at); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return at
}
