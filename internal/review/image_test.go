package review_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/thread"
)

// imagesOf returns the images of a thread, as an agent gets them.
func imagesOf(t *testing.T, d *reviewtest.Desk, id string) []place.Image {
	t.Helper()
	return gittest.Must(review.Get(t.Context(), d.Agent("claude"), review.GetInput{ID: id}))(t).Thread.Images
}

func TestAnAgentIsToldOfAFileThatHasTheImageOfAComment(t *testing.T) {
	d := reviewtest.New(t)
	blob, shown := d.Image()
	for _, body := range []string{"look: " + shown, shown + " and again " + shown} {
		got := imagesOf(t, d, d.Add("a.txt:2", body))
		if len(got) != 1 || got[0].ID != blob || got[0].Name != "dot" || got[0].Type != "image/gif" {
			t.Fatalf("%q: %+v", body, got)
		}
		data, err := os.ReadFile(filepath.Join(d.Dir, filepath.FromSlash(got[0].Path)))
		if err != nil || len(data) != got[0].Bytes || !strings.HasPrefix(string(data), "GIF89a") {
			t.Errorf("%q: the file %q has %d bytes, %v", body, got[0].Path, len(data), err)
		}
	}
	if d.Tree()[thread.ImageFile(blob)] == "" {
		t.Error("the store's tree has no image")
	}
	if status := d.Git("status", "--porcelain"); status != "" {
		t.Errorf("git sees it: %s", status)
	}
}

// An agent must not be given the path of a cached file whose content was replaced.
func TestTheFileOfAnImageIsWrittenAgainWhenItIsAnother(t *testing.T) {
	d := reviewtest.New(t)
	_, shown := d.Image()
	id := d.Add("a.txt:2", shown)
	file := filepath.Join(d.Dir, filepath.FromSlash(imagesOf(t, d, id)[0].Path))
	if err := os.WriteFile(file, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	imagesOf(t, d, id)
	if data, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(data), "GIF89a") {
		t.Errorf("the file has %q, %v", data, err)
	}
}

func TestAMessageMayNameWhatIsNoImage(t *testing.T) {
	d := reviewtest.New(t)
	first := d.Add("a.txt:1", "words")
	text := d.StoreGit("rev-parse", "refs/heads/threads:"+thread.File(thread.Active, first))
	for name, body := range map[string]string{
		"no such blob":     "![x](consider:" + strings.Repeat("0a", 20) + ")",
		"another blob":     "![x](consider:" + strings.TrimSpace(text) + ")",
		"too short":        "![x](consider:abc)",
		"a path":           "![x](consider:../../etc/passwd)",
		"capital letters":  "![x](consider:" + strings.Repeat("0A", 20) + ")",
		"another scheme":   "![x](file:///etc/passwd)",
		"a link, no image": "[x](consider:" + strings.Repeat("0a", 20) + ")",
	} {
		id := gittest.Must(review.Add(t.Context(), d.Agent("claude"), review.AddInput{Place: "a.txt:2", Message: body}))(t).Thread.ID
		for _, image := range imagesOf(t, d, id) {
			if image.Type != "" || image.Path != "" {
				t.Errorf("%s: %+v", name, image)
			}
		}
	}
	for file := range d.Tree() {
		if thread.IsImageFile(file) {
			t.Errorf("the tree has %s", file)
		}
	}
}

// The image came with the first comment, and the second comment shows it too.
func TestUndoLeavesTheImageThatAnotherCommentShows(t *testing.T) {
	d := reviewtest.New(t)
	blob, shown := d.Image()
	first := d.Add("a.txt:1", shown)
	gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{}))(t)
	second := d.Add("a.txt:2", shown)
	if got := imagesOf(t, d, second); len(got) != 1 || got[0].Type == "" {
		t.Errorf("after undo: %+v", got)
	}
	if _, err := review.Get(t.Context(), d.Human(), review.GetInput{ID: first}); err == nil {
		t.Error("the first comment is there")
	}
	if d.Tree()[thread.ImageFile(blob)] == "" {
		t.Error("the image is gone")
	}
}

func TestImagesGoAlongWithAnExport(t *testing.T) {
	d, to := reviewtest.New(t), reviewtest.New(t)
	blob, shown := d.Image()
	id := d.Add("a.txt:2", shown)
	text := gittest.Must(exchange.Export(t.Context(), d.Human(), exchange.ExportInput{Format: "json"}))(t).Text
	gittest.Must(exchange.Import(t.Context(), to.Human(), exchange.ImportInput{Store: new(text)}))(t)
	if got := imagesOf(t, to, id); len(got) != 1 || got[0].ID != blob || got[0].Type != "image/gif" || got[0].Path == "" {
		t.Errorf("imported: %+v", got)
	}
	if md := gittest.Must(exchange.Export(t.Context(), d.Human(), exchange.ExportInput{}))(t).Text; !strings.Contains(md, "Image dot: `.consider/cache/image-"+blob) {
		t.Errorf("as Markdown:\n%s", md)
	}
}

// An imported document can claim that any bytes are an image.
func TestAnImportTakesNoImageThatIsNotWhatItsIdSays(t *testing.T) {
	for name, images := range map[string]any{
		"other bytes": map[string][]byte{strings.Repeat("0a", 20): []byte("GIF89a\x01\x00\x01\x00")},
		"no image":    map[string][]byte{"ce013625030ba8dba906f756967f9e9ca394464a": []byte("hello\n")},
		"no object":   []int{1, 2},
	} {
		d, to := reviewtest.New(t), reviewtest.New(t)
		d.Add("a.txt:2", "![a](consider:"+strings.Repeat("0a", 20)+") ![b](consider:ce013625030ba8dba906f756967f9e9ca394464a)")
		text := gittest.Must(exchange.Export(t.Context(), d.Human(), exchange.ExportInput{Format: "json"}))(t).Text
		doc := map[string]any{}
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		doc["images"] = images
		data, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		gittest.Must(exchange.Import(t.Context(), to.Human(), exchange.ImportInput{Store: new(string(data))}))(t)
		for file := range to.Tree() {
			if thread.IsImageFile(file) {
				t.Errorf("%s: the tree has %s", name, file)
			}
		}
	}
}
