package project

import (
	"bytes"
	"time"

	"consider/gitstore"
	"consider/internal/session"
	"consider/internal/thread"
)

// imagePatience is how long an image is kept that no draft names.
const imagePatience = 24 * time.Hour

// ImageReport counts the images of the store.
type ImageReport struct {
	Kept    int   `json:"kept"`              // in the history, for threads
	Bytes   int64 `json:"bytes"`             // size of the kept images
	Unnamed int   `json:"unnamed,omitempty"` // kept images that no thread shows any more
	Waiting int   `json:"waiting,omitempty"` // for a comment that is being written
	Dropped int   `json:"dropped,omitempty"` // waiting images that were removed because no comment came
}

// sweepImages counts the images of the store, and drops those that have waited too long for a comment.
func sweepImages(st *session.Snapshot) (ImageReport, error) {
	var out ImageReport
	if err := dropWaiting(st, &out); err != nil {
		return out, err
	}
	shown, err := imagesShown(st)
	if err != nil {
		return out, err
	}
	err = thread.EachEntry(st.Commit, thread.ImageDir, func(fan string, f gitstore.Entry) {
		data, err := st.Commit.ReadBlob(f.ID)
		if err != nil {
			return // fsck reports it
		}
		out.Kept++
		out.Bytes += int64(len(data))
		if !shown[fan+f.Name] {
			out.Unnamed++
		}
	})
	return out, session.StoreError(err)
}

// dropWaiting drops the waiting images that the history has now, and those that no draft names and that are older than
// a day.
func dropWaiting(st *session.Snapshot, report *ImageReport) error {
	waiting, err := st.Store.PrivateNames(thread.ImageDir)
	if err != nil || len(waiting) == 0 {
		return session.StoreError(err)
	}
	drafts, err := draftTexts(st)
	if err != nil {
		return err
	}
	for _, id := range waiting {
		kept := false
		if _, err := gitstore.ParseID(id); err == nil {
			_, err := st.Commit.FileID(thread.ImageFile(id))
			kept = err == nil
		}
		at, err := st.Store.PrivateTime(thread.ImageDir + "/" + id)
		if !kept && (err != nil || bytes.Contains(drafts, []byte(id)) || st.Session.Now().Sub(at) < imagePatience) {
			report.Waiting++
			continue
		}
		if err := st.Store.RemovePrivate(thread.ImageDir + "/" + id); err != nil {
			return session.StoreError(err)
		}
		if !kept {
			report.Dropped++
		}
	}
	return nil
}

// draftTexts returns the stored text of all comments that are being written. It fails if a draft cannot be read: such a
// draft may name any image, so then nothing is dropped.
func draftTexts(st *session.Snapshot) ([]byte, error) {
	names, err := st.Store.PrivateNames(thread.DraftDir)
	if err != nil {
		return nil, session.StoreError(err)
	}
	var out []byte
	for _, name := range names {
		data, err := st.Store.ReadPrivate(thread.DraftDir + "/" + name)
		if err != nil && !session.IsGone(err) {
			return nil, session.StoreError(err)
		}
		out = append(out, data...)
	}
	return out, nil
}

// imagesShown returns the ids of all images that the store's threads name, deleted threads included.
func imagesShown(st *session.Snapshot) (map[string]bool, error) {
	out := map[string]bool{}
	for _, dir := range thread.Folders {
		rows, _, err := thread.ReadRows(st.Commit, dir, nil)
		if err != nil {
			return nil, session.StoreError(err)
		}
		for i := range rows {
			t, _, err := st.Thread(dir, rows[i].ID)
			if err != nil {
				continue
			}
			for _, image := range t.Images() {
				out[image.ID] = true
			}
		}
	}
	return out, nil
}
