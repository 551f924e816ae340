package commands

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// columns returns the width of the screen, 0 if lines are not broken. As in git, COLUMNS wins.
func (a *app) columns() int {
	if !a.env.OutTerminal {
		return 0
	}
	if n, err := strconv.Atoi(a.env.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	width, _ := a.size()
	return width
}

// size returns the size of the screen, 0 if it is not known.
func (a *app) size() (width, height int) {
	if out, ok := a.screen().(*os.File); ok {
		if w, h, err := term.GetSize(int(out.Fd())); err == nil {
			return w, h
		}
	}
	return 0, 0
}

// screen returns the terminal itself, for programs that draw on it.
func (a *app) screen() io.Writer {
	if out, ok := a.env.Stdout.(*brokenPipe); ok {
		return out.w
	}
	return a.env.Stdout
}
