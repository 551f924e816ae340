package session

import (
	"bytes"
	"path"
	"time"

	"consider/internal/thread"
)

// DraftDir is the folder of the private files that has the comments that are being written.
const DraftDir = "drafts"

// imagePatience is how long an image waits that no draft names.
const imagePatience = 24 * time.Hour

// ImageReport is what the store has of images.
type ImageReport struct {
	Kept    int   `json:"kept"`              // in the history, for threads
	Bytes   int64 `json:"bytes"`             // of them
	Unnamed int   `json:"unnamed,omitempty"` // among them, those that no thread shows any more
	Waiting int   `json:"waiting,omitempty"` // for a comment that is being written
	Dropped int   `json:"dropped,omitempty"` // waited, and no comment came
}

// SweepImages counts the images of the store, and drops those that wait for a comment in vain.
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
				continue // fsck tells of it
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

// dropWaiting drops the images that the history has by now, and those that no draft has named for a day.
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

// drafts are the words of all comments that are being written, as they are stored. One that cannot be read may name any
// image: then nothing is dropped.
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

// imagesShown are the ids of all images that the threads of the store name, deleted ones too.
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
