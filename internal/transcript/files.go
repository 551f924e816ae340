package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

const (
	packed      = ".zst"
	maxUnpacked = 64 << 20 // bytes of a compressed transcript
)

// openTranscript opens a regular file for reading. It unpacks at most limit bytes of a compressed one in memory.
func openTranscript(path string, limit int64) (io.ReaderAt, int64, func(), error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, nil, err
	}
	done := func() { _ = f.Close() }
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		done()
		return nil, 0, nil, err
	}
	if !strings.HasSuffix(path, packed) {
		return f, info.Size(), done, nil
	}
	defer done()
	data, err := unpack(f, limit)
	if err != nil {
		return nil, 0, nil, err
	}
	return bytes.NewReader(data), int64(len(data)), func() {}, nil
}

// unpack returns at most limit bytes of content from a compressed stream. If the stream ends early, it returns the
// content so far.
func unpack(r io.Reader, limit int64) ([]byte, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(limit)))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	data, err := io.ReadAll(io.LimitReader(d, limit))
	if len(data) > 0 {
		err = nil
	}
	return data, err
}

// head calls take with the first lines of a transcript until take has seen enough.
func head(path string, take func(line []byte) (more bool)) {
	in, size, done, err := openTranscript(path, maxHead)
	if err != nil {
		return
	}
	defer done()
	lines := bufio.NewReaderSize(io.NewSectionReader(in, 0, min(size, maxHead)), 32<<10)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && len(line) == 0 {
			return
		}
		if line = trim(line); len(line) > 0 && !take(line) {
			return
		}
	}
}

// list returns the regular files of a folder whose name keep accepts. It does not follow links: a transcript is
// a file of the agent's own.
func list(dir string, keep func(name string) bool) []file {
	var out []file
	for _, e := range entries(dir) {
		if !e.Type().IsRegular() || !keep(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil {
			out = append(out, file{path: filepath.Join(dir, e.Name()), mod: info.ModTime(), size: info.Size()})
		}
	}
	return out
}

// entries returns the entries of a folder, unordered; nothing if it cannot be read.
func entries(dir string) []os.DirEntry {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	all, _ := f.ReadDir(maxEntries)
	return all
}

// folders returns the folders in a folder, by name.
func folders(dir string) []string {
	var out []string
	for _, e := range entries(dir) {
		if e.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out
}

// decode reads one record and reports whether it could. It skips fields of an unexpected kind: formats change,
// and only a few fields are needed.
func decode(line []byte, v any) bool {
	err := json.Unmarshal(line, v)
	var kind *json.UnmarshalTypeError
	return err == nil || errors.As(err, &kind)
}
