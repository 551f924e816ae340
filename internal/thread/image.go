package thread

import (
	"slices"
	"strings"

	"consider/internal/lazy"
)

// Image is an image in a message of a thread. The store keeps it, and the message refers to its blob.
type Image struct {
	ID   string // of its blob in the store
	Name string // as in the message; any text
}

// ImageScheme begins the address of an image that the store keeps, before the id of its blob.
const ImageScheme = "consider:"

var imageLink = lazy.Regexp(`!\[([^\]\n]{0,200})\]\(` + ImageScheme + `([0-9a-f]{40})\)`)

// maxImages is the maximum number of images of one thread; links to more are treated as text.
const maxImages = 100

// Images returns the images that the thread's messages refer to, each once, in their order. The store may lack some of
// them, as a message can refer to anything.
func (t *Thread) Images() []Image {
	var out []Image
	add := func(body string) {
		if !strings.Contains(body, ImageScheme) {
			return
		}
		for _, m := range imageLink().FindAllStringSubmatch(body, maxImages) {
			known := slices.ContainsFunc(out, func(i Image) bool { return i.ID == m[2] })
			if !known && len(out) < maxImages {
				out = append(out, Image{ID: m[2], Name: m[1]})
			}
		}
	}
	add(t.Body)
	for i := range t.Replies {
		add(t.Replies[i].Body)
	}
	return out
}

// ImageDir is the folder of the store's tree that holds images, and that of the private files for those of comments that
// are being written.
const ImageDir = "images"

// DraftDir is the folder of the private files that holds comments being written.
const DraftDir = "drafts"

// ImageFile returns the path of an image in the tree. It fans out by the first two digits, as git's objects do.
func ImageFile(id string) string { return ImageDir + "/" + id[:2] + "/" + id[2:] }

// IsImageFile reports whether a file of the tree is an image's.
func IsImageFile(file string) bool { return strings.HasPrefix(file, ImageDir+"/") }
