package reviewtest

import (
	"encoding/base64"

	"consider/internal/review"
)

// Image is a picture of one pixel, pasted into a comment.
func (d *Desk) Image() (id, shown string) {
	d.T.Helper()
	data, err := base64.StdEncoding.DecodeString("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
	if err != nil {
		d.T.Fatal(err)
	}
	id, _, err = review.PutImage(d.T.Context(), d.Human(), data)
	if err != nil {
		d.T.Fatal(err)
	}
	return id, "![dot](consider:" + id + ")"
}
