package keep

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"consider/internal/fail"
)

// view shows a folder or a file.
func view(f Files, c Command, at Path) (string, error) {
	list, err := f.List()
	if err != nil {
		return "", err
	}
	if !has(list, at) || at.IsRoot() {
		inside := below(list, at)
		if len(inside) == 0 && !at.IsRoot() {
			return "", noPath(c.Path)
		}
		pins, err := f.Pins()
		if err != nil {
			return "", err
		}
		return viewFolder(c.Path, at, inside, pins), nil
	}
	data, err := f.Read(at)
	if errors.Is(err, ErrNotExist) {
		return "", noPath(c.Path)
	}
	if err != nil {
		return "", err
	}
	return viewFile(c, string(data))
}

// row is one line of a folder's listing.
type row struct {
	names  []string // below the folder
	size   int
	dir    bool
	pinned bool
}

const depth = 2 // levels in a folder's listing

// viewFolder lists a folder: pinned files first, then files and folders by name.
func viewFolder(given string, at Path, inside []File, pins []Path) string {
	total := 0
	rows := map[string]*row{}
	for _, f := range inside {
		rest := strings.TrimPrefix(strings.TrimPrefix(string(f.Path), string(at)), "/")
		names := strings.Split(rest, "/")
		if slices.ContainsFunc(names, hidden) {
			continue
		}
		total += f.Size
		for n := 1; n <= min(depth, len(names)); n++ {
			key := strings.Join(names[:n], "/")
			if rows[key] == nil {
				rows[key] = &row{names: names[:n], dir: n < len(names), pinned: n == len(names) && slices.Contains(pins, f.Path)}
			}
			rows[key].size += f.Size
		}
	}
	sorted := slices.SortedFunc(maps.Values(rows), func(a, b *row) int {
		return cmp.Or(rank(a.pinned)-rank(b.pinned), slices.Compare(a.names, b.names))
	})
	given = strings.TrimRight(given, "/")
	var b strings.Builder
	fmt.Fprintf(&b, "Here're the files and directories up to 2 levels deep in %s, excluding hidden items and node_modules:\n", given)
	fmt.Fprintf(&b, "%s\t%s", size(total), given)
	for _, r := range sorted {
		end := ""
		if r.dir {
			end = "/"
		}
		fmt.Fprintf(&b, "\n%s\t%s/%s%s", size(r.size), given, strings.Join(r.names, "/"), end)
	}
	return b.String()
}

// size formats a number of bytes as du -h does: 512B, 4.0K, 1.2M.
func size(n int) string {
	switch {
	case n < 1024:
		return fmt.Sprintf("%dB", n)
	case n < 1024*1024:
		return fmt.Sprintf("%.1fK", float64(n)/1024)
	}
	return fmt.Sprintf("%.1fM", float64(n)/(1024*1024))
}

// viewFile shows a file's lines, or a range of them.
func viewFile(c Command, text string) (string, error) {
	all := lines(text)
	if len(all) > maxLines {
		return "", tooManyLines(c.Path)
	}
	first, last := 1, len(all)
	if len(c.ViewRange) == 2 {
		first, last = c.ViewRange[0], c.ViewRange[1]
		if last == -1 || last > len(all) {
			last = len(all)
		}
		first = max(first, 1)
		if first > max(len(all), 1) || last < first && len(all) > 0 {
			return "", fail.Usage("Error: Invalid `view_range` parameter: [%d, %d]. It should be within the range of lines of the file: [1, %d]",
				c.ViewRange[0], c.ViewRange[1], len(all))
		}
	}
	head := "Here's the content of " + c.Path + " with line numbers:"
	if len(all) == 0 {
		return head, nil
	}
	shown := fitting(all, first, last)
	out := head + "\n" + numbered(all, first, shown)
	if shown < last {
		out += fmt.Sprintf("\n[cut after line %d of %d: view the rest with view_range [%d, %d]]", shown, len(all), shown+1, last)
	}
	return out, nil
}

// fitting returns the last line of a range that fits into one answer; it includes at least one line.
func fitting(all []string, first, last int) int {
	room := maxView
	for n := first; n <= last; n++ {
		room -= len(all[n-1]) + 8
		if room < 0 && n > first {
			return n - 1
		}
	}
	return last
}

// lines splits a text; a newline at its end does not begin another line.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// numbered writes the existing ones of lines first to last, each after its number.
func numbered(all []string, first, last int) string {
	var b strings.Builder
	for n := max(first, 1); n <= min(last, len(all)); n++ {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%6d\t%s", n, strings.TrimSuffix(all[n-1], "\r"))
	}
	return b.String()
}
