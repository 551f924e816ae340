package feedback

import (
	"strings"
	"testing"
	"unicode/utf8"

	"consider/internal/thread"
)

func TestAQuoteIsFoundWhereItsSurroundingsAre(t *testing.T) {
	page := "Storage\nKeep one map of all seeds.\nSort the\nseeds twice: seeds first, seeds last. 種 🌱 end\n"
	for name, c := range map[string]struct {
		span   thread.Span
		want   string // the place is where this text begins in the page
		equals int
	}{
		"once":                     {thread.Span{Quote: "one map"}, "one map", 1},
		"broken into other lines":  {thread.Span{Quote: "Sort the seeds\n twice"}, "Sort the", 1},
		"by what stands before":    {thread.Span{Quote: "seeds", Prefix: "first, "}, "seeds last", 1},
		"by what stands after":     {thread.Span{Quote: "seeds", Suffix: " first"}, "seeds first", 1},
		"several, nearest a place": {thread.Span{Quote: "seeds", Start: strings.Index(page, "seeds first")}, "seeds first", 4},
		"not at all":               {thread.Span{Quote: "weeds"}, "", 0},
		"nothing":                  {thread.Span{Quote: " \n"}, "", 0},
		"beyond the plane":         {thread.Span{Quote: "種 🌱"}, "種 🌱", 1},
		"the whole":                {thread.Span{Quote: page}, "Storage", 1},
	} {
		t.Run(name, func(t *testing.T) {
			at, equals := findSpan(page, &c.span, false)
			if equals != c.equals {
				t.Fatalf("found %d times, want %d", equals, c.equals)
			}
			if want := strings.Index(page, c.want); c.want != "" && at.start != want {
				t.Errorf("found at %d (%q), want %d", at.start, page[at.start:at.end], want)
			}
		})
	}
}

func TestAQuoteIsShortenedInItsMiddle(t *testing.T) {
	long := strings.Repeat("word ", 100) + "the end"
	got := shorten(long)
	if utf8.RuneCountInString(got) > quoteInFeedback+3 || !strings.HasPrefix(got, "word word") || !strings.HasSuffix(got, " the end") || !strings.Contains(got, " … ") {
		t.Errorf("got %q", got)
	}
	if got := shorten("two\nlines  here"); got != "two lines here" {
		t.Errorf("got %q", got)
	}
	if got := shorten(strings.Repeat("種", 400)); utf8.RuneCountInString(got) > quoteInFeedback+3 {
		t.Errorf("%d characters", utf8.RuneCountInString(got))
	}
}

// For any page and quote, a place lies within the page, on whole characters, and holds the quote's words.
func FuzzFindSpan(f *testing.F) {
	f.Add("Keep one map\nof all seeds", "map of", "one ", " all", 5)
	f.Add("aaaa", "aa", "", "", 1)
	f.Add("\xff\xfe 種", "種", "\xfe", "", -1)
	f.Fuzz(func(t *testing.T, page, quote, prefix, suffix string, start int) {
		at, equals := findSpan(page, &thread.Span{Quote: quote, Prefix: prefix, Suffix: suffix, Start: start}, false)
		if equals == 0 {
			return
		}
		if at.start < 0 || at.end > len(page) || at.start >= at.end {
			t.Fatalf("%d to %d of %d", at.start, at.end, len(page))
		}
		if got, want := strings.Fields(page[at.start:at.end]), strings.Fields(quote); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("found %q for %q", got, want)
		}
		before, after := around(page, at)
		if len(before) > spanContext || len(after) > spanContext {
			t.Fatal("too much around it")
		}
	})
}
