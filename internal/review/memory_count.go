package review

import (
	"cmp"
	"context"
	"strings"

	"consider/internal/memory"
)

// remembered counts the files that an agent finds in the memory: 0 while it is off, and where nobody can say. It
// asks for no key and reads no content, as every summary does it.
func (s *Service) remembered(ctx context.Context) int {
	settings, err := s.Settings(ctx)
	if err != nil || settings.Get("memory") != "on" {
		return 0
	}
	find, of := s.placeIn(memoryDir+"/workspace"), "files/"
	switch settings.Get("memory.backend") {
	case onDisk:
		list, _ := (&memory.Disk{Project: s.Place.Root}).List()
		n := 0
		for _, f := range list {
			n += visible(string(f.Path))
		}
		return n
	case inBranch:
		find = s.branchPlace(cmp.Or(s.Tree.WorkingBranch(ctx), noBranch), settings.Get("memory.start"))
	case inSecret:
		find, of = s.placeIn(secretDir), ""
	}
	st, err := s.glance(ctx)
	if err != nil {
		return 0
	}
	at, err := find(ctx, st.snap)
	if err != nil {
		return 0
	}
	names, err := at.blobs(st.snap, nil).Names()
	if err != nil {
		return 0
	}
	n := 0
	for _, name := range names {
		path, ok := strings.CutPrefix(name, of)
		if ok && (of != "" || strings.Contains(path, "/")) { // in secret, files are in folders and the rest is not
			n += visible(path)
		}
	}
	return n
}

// visible is 1 for a path that listings show agents, else 0.
func visible(path string) int {
	if strings.HasPrefix(path, ".") || strings.Contains(path, "/.") {
		return 0
	}
	return 1
}
