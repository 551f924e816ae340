package webserver

import (
	"encoding/base64"
	"strings"
	"testing"
)

// TestAPictureIsDataAndOnlyOfPictures: the file's name decides the type, whatever the content is, and no other file is
// sent.
func TestAPictureIsDataAndOnlyOfPictures(t *testing.T) {
	v := newSite(t)
	v.Write("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
	v.Write("page.html", "<script></script>")
	ids := map[string]string{}
	for _, f := range v.boot().Files {
		ids[f.Path] = f.ID
	}
	got := must[PictureOutput](v, "GET", "/api/picture/"+ids["logo.svg"]+"?side=new", "")
	data, err := base64.StdEncoding.DecodeString(got.Data)
	if err != nil || got.Type != "image/svg+xml" || !strings.HasPrefix(string(data), "<svg") {
		t.Errorf("got %+v, %v", got, err)
	}
	if old := must[PictureOutput](v, "GET", "/api/picture/"+ids["logo.svg"]+"?side=old", ""); old != (PictureOutput{}) {
		t.Errorf("there was none before: %+v", old)
	}
	v.refused("usage", "GET", "/api/picture/"+ids["page.html"], "", nil)
	v.refused("usage", "GET", "/api/picture/"+ids["logo.svg"]+"?side=left", "", nil)
	v.refused("not_found", "GET", "/api/picture/nothing", "", nil)
}
