package gittest

import (
	"bytes"
	"compress/zlib"
)

// Zeros is a compressed object whose content begins with head and goes on with so many MiB of zeros. The checksum at its end
// is wrong. To compress them all, and not the first two only, takes most of a test's time under the race detector.
func Zeros(head string, size int) []byte {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	write := func(data []byte) int { // an error of a buffer is a panic
		_, _ = w.Write(data)
		_ = w.Flush()
		return out.Len()
	}
	block := make([]byte, 1<<20)
	write([]byte(head))
	from, to := write(block), write(block)
	again := bytes.Clone(out.Bytes()[from:to])
	for range size - 2 {
		out.Write(again)
	}
	_ = w.Close()
	return out.Bytes()
}
