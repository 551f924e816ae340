package exchange

import (
	"context"

	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/session"
)

// maxExportedImages is the largest size, in bytes, that images may add to a document; images beyond it are omitted.
const maxExportedImages = 64 << 20

// imagesOf reads the images that threads show, by their ids. An image that cannot be read is omitted; the text still
// names it.
func imagesOf(ctx context.Context, s *session.Session, details []place.ThreadDetail) map[string][]byte {
	out := map[string][]byte{}
	size := 0
	var st *session.Snapshot
	for i := range details {
		for _, image := range details[i].Images {
			if image.Type == "" || out[image.ID] != nil || size+image.Bytes > maxExportedImages {
				continue
			}
			if st == nil {
				var err error
				if st, err = s.Snapshot(ctx); err != nil {
					return nil
				}
			}
			if data, _, err := review.ReadImage(st, image.ID); err == nil {
				out[image.ID], size = data, size+len(data)
			}
		}
	}
	return out
}
