package present

import (
	"cmp"
	"fmt"
	"strings"

	"consider/internal/place"
)

// images names the files with the images of a thread's messages, for the reader of the text to open.
func (p *Page) images(list []place.Image) {
	if len(list) > 0 {
		p.Line("")
	}
	for _, i := range list {
		name := cmp.Or(safe(i.Name), "without a name")
		switch {
		case i.Type == "":
			p.Line("image %s: not found", name)
		case i.Path == "":
			p.Line("image %s (%s): the store is read-only here, so no file was written", name, imageKind(i))
		default:
			p.Line("image %s (%s): %s", name, imageKind(i), safe(p.path(i.Path)))
		}
	}
}

func imageKind(i place.Image) string {
	return fmt.Sprintf("%s, %s", strings.ToUpper(strings.TrimPrefix(i.Type, "image/")), bytesOf(i.Bytes))
}
