package session

import (
	"bytes"
	"path"
	"time"

	"consider/internal/thread"
)

// DraftDir is the folder of the private files that holds comments being written.
const DraftDir = "drafts"

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

// SweepImages counts the images of the store, and drops those that have waited too long for a comment.
func (st *Snapshot) SweepImages() (ImageReport, error) {
	var out ImageReport
	if err := st.dropWaiting(&out); err != nil {
		return out, err
	}
	shown, err := st.imagesShown()
	if err != nil {
		return out, err
	}
	fans, err := st.Commit.ReadDir(thread.ImageDir)
	if err != nil {
		return out, StoreError(err)
	}
	for _, fan := range fans {
		files, err := st.Commit.ReadDir(path.Join(thread.ImageDir, fan.Name))
		if err != nil {
			return out, StoreError(err)
		}
		for _, f := range files {
			data, err := st.Commit.ReadBlob(f.ID)
			if err != nil {
				continue // fsck reports it
			}
			out.Kept++
			out.Bytes += int64(len(data))
			if !shown[fan.Name+f.Name] {
				out.Unnamed++
			}
		}
	}
	return out, nil
}

// dropWaiting drops the waiting images that the history has now, and those that no draft names and that are older than
// a day.
func (st *Snapshot) dropWaiting(report *ImageReport) error {
	waiting, err := st.Store.PrivateNames(imageDir)
	if err != nil || len(waiting) == 0 {
		return StoreError(err)
	}
	drafts, err := st.drafts()
	if err != nil {
		return err
	}
	for _, id := range waiting {
		kept := false
		if isImageID(id) {
			_, err := st.Commit.FileID(thread.ImageFile(id))
			kept = err == nil
		}
		at, err := st.Store.PrivateTime(imageDir + "/" + id)
		if !kept && (err != nil || bytes.Contains(drafts, []byte(id)) || st.Session.Now().Sub(at) < imagePatience) {
			report.Waiting++
			continue
		}
		if err := st.Store.RemovePrivate(imageDir + "/" + id); err != nil {
			return StoreError(err)
		}
		if !kept {
			report.Dropped++
		}
	}
	return nil
}

// drafts returns the stored text of all comments that are being written. It fails if a draft cannot be read: such a
// draft may name any image, so then nothing is dropped.
func (st *Snapshot) drafts() ([]byte, error) {
	names, err := st.Store.PrivateNames(DraftDir)
	if err != nil {
		return nil, StoreError(err)
	}
	var out []byte
	for _, name := range names {
		data, err := st.Store.ReadPrivate(DraftDir + "/" + name)
		if err != nil && !IsGone(err) {
			return nil, StoreError(err)
		}
		out = append(out, data...)
	}
	return out, nil
}

// imagesShown returns the ids of all images that the store's threads name, deleted threads included.
func (st *Snapshot) imagesShown() (map[string]bool, error) {
	out := map[string]bool{}
	for _, dir := range thread.Folders {
		rows, _, err := thread.ReadRows(st.Commit, dir, nil)
		if err != nil {
			return nil, StoreError(err)
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
