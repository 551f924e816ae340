package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/verb"
	"consider/internal/worktree"
)

// Limits for what the command line reads from files; the operations have tighter ones of their own.
const (
	maxMessageFile = 16 << 20
	maxContentFile = 256 << 20
)

// verbFlags returns the flags for a verb's input. Their help is our own, see help.go.
func verbFlags(v verb.Verb) []cli.Flag {
	var out []cli.Flag
	for _, f := range v.Fields() {
		if f.Flag == "" {
			continue
		}
		out = append(out, fieldFlag(f))
		if f.Body {
			out = append(out, &cli.StringFlag{Name: "body-file", Aliases: []string{"F", "file-body"}})
		}
	}
	return out
}

func fieldFlag(f verb.Field) cli.Flag {
	aliases := slices.Clone(f.Also)
	if f.Short != "" {
		aliases = append(aliases, f.Short)
	}
	kind := f.Type
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch {
	case f.Content:
		return &cli.StringFlag{Name: f.Flag, Aliases: aliases}
	case f.Body || kind.Kind() == reflect.Slice:
		return &cli.StringSliceFlag{Name: f.Flag, Aliases: aliases}
	case kind.Kind() == reflect.Bool:
		return &cli.BoolFlag{Name: f.Flag, Aliases: aliases}
	case kind.Kind() == reflect.Int:
		return &cli.IntFlag{Name: f.Flag, Aliases: aliases}
	}
	return &cli.StringFlag{Name: f.Flag, Aliases: aliases}
}

// commonFlags are the flags of every verb.
func commonFlags() []cli.Flag {
	return []cli.Flag{&cli.BoolFlag{Name: "json"}, &cli.StringFlag{Name: "as"}, &cli.StringFlag{Name: "name"}}
}

// input builds a verb's JSON input from flags and arguments.
func (a *app) input(ctx context.Context, v verb.Verb, c *cli.Command) (json.RawMessage, error) {
	in := map[string]any{}
	for _, f := range v.Fields() {
		if f.Flag == "" || !c.IsSet(f.Flag) {
			continue
		}
		switch {
		case f.Type.Kind() == reflect.Int && c.Int(f.Flag) == 0: // in the JSON input a zero can only mean "not given"
			return nil, fail.Usage("{--%s} must be 1 or greater", f.Flag).Hint("{%s --help}", v.Word())
		case f.Body:
			in[f.Name] = strings.Join(c.StringSlice(f.Flag), "\n\n") // several -m are paragraphs, as in git
		case f.Items() != nil:
			items, err := a.items(ctx, c.String(f.Flag))
			if err != nil {
				return nil, err
			}
			in[f.Name] = items
		default:
			in[f.Name] = c.Value(f.Flag)
		}
	}
	if err := a.bodyFile(ctx, v, c, in); err != nil {
		return nil, err
	}
	if err := a.positional(ctx, v, c.Args().Slice(), in); err != nil {
		return nil, err
	}
	if err := wellFormed(v, in); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, fmt.Errorf("encode input of %s: %w", v.Name, err)
	}
	return raw, nil
}

// wellFormed refuses bytes that are not UTF-8, which JSON would replace silently.
func wellFormed(v verb.Verb, in map[string]any) error {
	for _, f := range v.Fields() {
		var texts []string
		switch value := in[f.Name].(type) {
		case string:
			texts = []string{value}
		case []string:
			texts = value
		}
		for _, text := range texts {
			if !utf8.ValidString(text) {
				return fail.Usage("%s is not valid UTF-8", f.Name)
			}
		}
	}
	return nil
}

// bodyFile reads a message from the file of -F.
func (a *app) bodyFile(ctx context.Context, v verb.Verb, c *cli.Command, in map[string]any) error {
	for _, f := range v.Fields() {
		if !f.Body || !c.IsSet("body-file") {
			continue
		}
		if c.IsSet(f.Flag) {
			return fail.Usage("{-m} and {-F} cannot be combined")
		}
		data, err := a.readFile(ctx, c.String("body-file"), maxMessageFile)
		if err != nil {
			return err
		}
		if !utf8.Valid(data) { // JSON would replace its bytes silently
			return fail.Usage("%s is not valid UTF-8", quotedFileName(c.String("body-file")))
		}
		in[f.Name] = string(data)
	}
	return nil
}

// items reads a JSON list from a file.
func (a *app) items(ctx context.Context, file string) (json.RawMessage, error) {
	data, err := a.readFile(ctx, file, maxMessageFile)
	if err != nil {
		return nil, err
	}
	data = bytes.TrimSpace(data)
	if !utf8.Valid(data) || !json.Valid(data) || data[0] != '[' {
		return nil, fail.Usage("%q is not a JSON list", file).Hint(`example: [{"id": "c_9e3779b1", "message": "done"}, ...]`)
	}
	return data, nil
}

// readFile reads a file that the caller named; - is standard input. Standard input or a pipe may never send anything,
// so the wait can be interrupted.
func (a *app) readFile(ctx context.Context, name string, limit int64) ([]byte, error) {
	return await(ctx, func() ([]byte, error) { return a.readNamed(name, limit) })
}

// await returns what read returns, or without it when the context ends first.
func await[T any](ctx context.Context, read func() (T, error)) (out T, err error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := read()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return out, ctx.Err()
	}
}

func (a *app) readNamed(name string, limit int64) ([]byte, error) {
	if name == "-" {
		return readAll(a.env.Stdin, name, limit)
	}
	path := a.absolute(name)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fail.NotFound("%q not found", name)
	case err != nil:
		return nil, fail.Denied("cannot read %q: %w", name, errors.Unwrap(err))
	case !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0:
		return nil, fail.Usage("%q is not a file", name)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fail.Denied("cannot read %q: %w", name, errors.Unwrap(err))
	}
	defer f.Close()
	return readAll(f, name, limit)
}

// absolute returns the path of a file or folder that need not be in the project.
func (a *app) absolute(path string) string {
	if abs, err := worktree.Absolute(a.env.Dir, path); err == nil {
		return abs
	}
	return filepath.Join(a.env.Dir, path)
}

// readAll reads a message or the content of the named file. Input beyond limit is an error.
func readAll(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", quotedFileName(name), err)
	}
	if int64(len(data)) > limit {
		return nil, fail.Denied("%s is larger than %d bytes", quotedFileName(name), limit)
	}
	return data, nil
}

// quotedFileName returns a file as error messages name it.
func quotedFileName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return strconv.Quote(file)
}

// positional assigns the positional arguments to their fields, in the order of the input's struct.
func (a *app) positional(ctx context.Context, v verb.Verb, args []string, in map[string]any) error {
	for _, f := range v.Fields() {
		if f.Arg == "" {
			continue
		}
		switch {
		case f.Many() && (len(args) > 0 || f.Optional()):
			if len(args) > 0 {
				in[f.Name] = args
			}
			args = nil
		case len(args) > 0:
			if in[f.Name] != nil {
				e := fail.Usage("%s was given twice: %q", f.Name, args[0])
				if slices.ContainsFunc(v.Fields(), func(f verb.Field) bool { return f.Flag == "batch" }) {
					e.Hint("for several at once: {%s --batch FILE}", v.Name)
				}
				return e.Hint("{%s --help}", v.Word())
			}
			value, err := a.argument(ctx, f, args[0])
			if err != nil {
				return err
			}
			name := f.Name
			if f.Stdin != "" && args[0] == "-" {
				name = f.Stdin
			}
			in[name], args = value, args[1:]
		case !f.Optional():
			return fail.Usage("%s is missing: %s", strings.TrimSuffix(angle(f.Arg), "..."), f.Help).Hint("{%s --help}", v.Word())
		}
	}
	if len(args) > 0 {
		e := fail.Usage("unexpected argument %q", args[0]).Hint("{%s --help}", v.Word())
		if slices.ContainsFunc(v.Fields(), func(f verb.Field) bool { return f.Flag == "file" && f.Arg == "" }) {
			e.Hint("for a file or folder: {%s --file PATH}", v.Name)
		}
		return e
	}
	return nil
}

func (a *app) argument(ctx context.Context, f verb.Field, arg string) (string, error) {
	limit := int64(maxContentFile)
	switch {
	case f.Stdin != "" && arg == "-":
		limit = maxMessageFile
	case !f.Content:
		return arg, nil
	}
	data, err := a.readFile(ctx, arg, limit)
	return string(data), err
}

// labelArgs turns +L, -L and, behind the ID, L of the label verb into the flags they stand for. The verb's own flags stay unchanged.
func labelArgs(args []string) []string {
	out := []string{args[0]}
	takesValue, hasID := false, false
	for i, arg := range args[1:] {
		switch {
		case takesValue:
			takesValue = false
			out = append(out, arg)
		case arg == "--":
			return append(out, args[1+i:]...)
		case strings.HasPrefix(arg, "--"):
			takesValue = !strings.Contains(arg, "=") && arg != "--json" && arg != "--help"
			out = append(out, arg)
		case strings.HasPrefix(arg, "+"):
			out = append(out, "--add="+arg[1:])
		case strings.HasPrefix(arg, "-") && len(arg) > 1 && arg != "-h":
			out = append(out, "--remove="+arg[1:])
		case hasID && arg != "-h":
			out = append(out, "--add="+arg)
		default:
			hasID = true
			out = append(out, arg)
		}
	}
	return out
}
