package commands

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode/utf16"

	"consider/internal/fail"
	"consider/internal/programs"
	"consider/internal/review/feedback"
	"consider/internal/worktree"
)

const copyWithin = 5 * time.Second

// copied puts an answer requested with --copy into the clipboard.
func (a *app) copied(ctx context.Context, place worktree.Project, out any) error {
	if f, ok := out.(feedback.FeedbackOutput); ok && f.Copy && f.Text != "" {
		return a.copyText(ctx, place, f.Text)
	}
	return nil
}

// copyText puts a text into the person's clipboard, by the system's own program or through the terminal.
func (a *app) copyText(ctx context.Context, place worktree.Project, text string) error {
	ctx, cancel := context.WithTimeout(ctx, copyWithin)
	defer cancel()
	search := programs.Outside(place.Folders()...)
	for _, command := range a.clipboards() {
		program, err := search.Find(command[0])
		if err != nil {
			continue
		}
		cmd := search.Command(ctx, program, command[1:]...)
		cmd.Stdin = strings.NewReader(text)
		if filepath.Base(command[0]) == "clip.exe" {
			cmd.Stdin = strings.NewReader(wide(text))
		}
		if cmd.Run() == nil {
			return nil
		}
	}
	if a.env.ErrTerminal && a.env.Getenv("TERM") != "dumb" {
		// OSC 52 asks the terminal to set its clipboard. It works over ssh as well.
		_, err := a.env.Stderr.Write([]byte("\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"))
		return err
	}
	return fail.NotFound("no clipboard found").Hint("omit {--copy} and copy the output by hand")
}

// clipboards returns the programs that may fill the clipboard here, best first.
func (a *app) clipboards() [][]string {
	switch runtime.GOOS {
	case "darwin":
		return [][]string{{"pbcopy"}}
	case "windows":
		return [][]string{{"clip.exe"}}
	}
	var out [][]string
	if a.env.Getenv("WAYLAND_DISPLAY") != "" {
		out = append(out, []string{"wl-copy"})
	}
	if a.env.Getenv("DISPLAY") != "" {
		out = append(out, []string{"xclip", "-selection", "clipboard"}, []string{"xsel", "--clipboard", "--input"})
	}
	if a.env.Getenv("WSL_DISTRO_NAME") != "" {
		out = append(out, []string{"clip.exe"})
	}
	return out
}

// wide encodes a text for Windows programs: UTF-16 with a byte order mark.
func wide(text string) string {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return string(out)
}
