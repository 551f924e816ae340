package commands

import (
	"strings"
	"testing"

	"consider/commands/present"
)

// The help of -h fits a terminal of 24 rows and 80 columns, whatever the command.
func TestShortHelpFitsOneScreen(t *testing.T) {
	for _, m := range Manuals() {
		short := present.Options{Columns: helpColumns}.FoldText(m.short())
		if rows := strings.Count(short, "\n"); rows > helpRows {
			t.Errorf("consider %s -h has %d rows", m.Name, rows)
		}
		for row := range strings.Lines(short) {
			if present.RowsOf([]string{strings.TrimSuffix(row, "\n")}, helpColumns) > 1 && !strings.HasPrefix(row, "Example:") && !strings.Contains(row, `{"`) {
				t.Errorf("consider %s -h is wider than %d columns: %s", m.Name, helpColumns, row)
			}
		}
	}
}

func TestEachCommandOfTheProgramHasAManual(t *testing.T) {
	listed := map[string]bool{}
	for _, m := range Manuals() {
		noun, _, _ := strings.Cut(m.Name, " ")
		listed[noun], listed[m.Name] = true, true
		if m.Title == "" || strings.Contains(m.help(), "%!") {
			t.Errorf("%s: %s", m.Name, m.help())
		}
	}
	for _, h := range hosts {
		if !listed[h.name] {
			t.Errorf("%s has no manual", h.name)
		}
	}
	if len(listed) < 40 {
		t.Errorf("only %d commands", len(listed))
	}
}
