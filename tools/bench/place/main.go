// Command place answers anchoring cases: one JSON object per line on standard
// input, one per line on standard output, in the same order.
//
//	in : {"id":"1","path":"x.go","old":"<text>","new":"<text>","start":10,"end":12}
//	out: {"id":"1","state":"anchored","start":14,"end":16,"confidence":0.97,"step":"diff","ns":1200}
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"consider/anchor"
)

type request struct {
	ID         string
	Old, New   string
	Start, End int
}

type answer struct {
	ID         string  `json:"id"`
	State      string  `json:"state"`
	Start      int     `json:"start,omitempty"`
	End        int     `json:"end,omitempty"`
	Confidence float64 `json:"confidence"`
	Step       string  `json:"step,omitempty"`
	NS         int64   `json:"ns,omitempty"`
}

func main() {
	withTime := flag.Bool("ns", true, "report the time of each answer; off, two runs can be compared byte for byte")
	find := flag.Bool("find", false, "answer from the description alone, as for a thread whose base text is gone")
	flag.Parse()
	if err := run(os.Stdin, os.Stdout, options{*withTime, *find}); err != nil {
		fmt.Fprintln(os.Stderr, "place:", err)
		os.Exit(1)
	}
}

type options struct{ withTime, find bool }

// run answers until the input ends. The time of an answer is that of the
// algorithm alone; a map that several cases share is charged to the first.
func run(in io.Reader, out io.Writer, opt options) error {
	dec := json.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	w := bufio.NewWriterSize(out, 1<<16)
	enc := json.NewEncoder(w)
	place := mapped()
	if opt.find {
		place = found
	}
	for {
		var r request
		if err := dec.Decode(&r); err != nil {
			if errors.Is(err, io.EOF) {
				return w.Flush()
			}
			return err
		}
		began := time.Now()
		p := place(r)
		took := time.Since(began)
		a := answer{ID: r.ID, State: string(p.State), Start: p.Start, End: p.End, Confidence: p.Score, Step: string(p.Method)}
		if opt.withTime {
			a.NS = max(took.Nanoseconds(), 1)
		}
		if err := enc.Encode(a); err != nil {
			return err
		}
		// The asker may wait for each answer before it sends the next case.
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// mapped places by the base text. Cases of one pair of texts that follow each
// other share one map.
func mapped() func(request) anchor.Placement {
	var last request
	var m *anchor.Mapping
	return func(r request) anchor.Placement {
		if m == nil || r.Old != last.Old || r.New != last.New {
			m, last = anchor.Map([]byte(r.Old), []byte(r.New)), r
		}
		return m.Place(r.Start, r.End)
	}
}

func found(r request) anchor.Placement {
	return anchor.Find(anchor.Describe([]byte(r.Old), r.Start, r.End), []byte(r.New))
}
