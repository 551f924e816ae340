package session_test

import (
	"errors"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
)

func TestNamesThatLookTheSameAreTheSame(t *testing.T) {
	for _, same := range []string{
		"ann lee", "ANN LEE", "AnnLee", "ann-lee", " Ann  Lee.", "Аnn Lee", "Ann Lее", "Αnn Lee", "A\u200bnn\u2060 Lee", "Ａｎｎ Ｌｅｅ", "𝐀𝐧𝐧 𝐋𝐞𝐞",
		"Ánn Léé", "A\u0301nn Lee", "Ann Iee", "Ann 1ee", "Ann |ee", "Ann\u00a0Lee",
	} {
		if !session.SameName("Ann Lee", same) {
			t.Errorf("%q is another name", same)
		}
	}
	for _, other := range []string{"", "Ann", "Anna Lee", "Ann Lee 2", "-", "Ян Ли"} {
		if session.SameName("Ann Lee", other) {
			t.Errorf("%q is the same name", other)
		}
	}
	if !session.SameName("Karn", "Kam") || !session.SameName("vvill", "WIII") {
		t.Error("two letters look like one")
	}
	if session.SameName("—", "…") || !session.SameName("—", "—") {
		t.Error("names without letters are compared as they are")
	}
}

// An agent cannot speak under a name that readers take for a person's.
func TestAnAgentCannotTakeAPersonsName(t *testing.T) {
	d := reviewtest.New(t)
	d.Git("config", "user.name", "Ann Lee")
	of := func(caller session.Caller) string {
		s := d.As(caller)
		if err := s.CheckName(t.Context()); err != nil {
			if !errors.Is(err, fail.ErrDenied) {
				t.Errorf("%+v: %v", caller, err)
			}
			return "refused"
		}
		who, err := s.Caller.Author()
		if err != nil {
			return "refused"
		}
		return who.Name
	}
	if _, err := review.Add(t.Context(), d.As(session.Caller{Terminal: true, Name: "Bo Chen"}), review.AddInput{Place: "a.txt:1", Message: "mine"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Ann Lee": "refused", "ann-lee": "refused", "Аnn Lее": "refused", // git's user, also in Cyrillic letters
		"Bo Chen": "refused", "bochen": "refused", // who has written here
		"you": "refused", "Me": "refused", "human": "refused", "person": "refused",
		"agent": "agent", "reviewer": "reviewer", "Ann": "Ann",
	} {
		if got := of(session.Caller{Agent: "codex", Name: name}); got != want {
			t.Errorf("--name %q by an agent: %q, want %q", name, got, want)
		}
		want = strings.Replace(want, "refused", "agent", 1)
		if got := of(session.Caller{Agent: name}); got != want {
			t.Errorf("a client called %q: %q, want %q", name, got, want)
		}
		if got := of(session.Caller{Terminal: true, Name: name}); got != name {
			t.Errorf("a person called %q: %q", name, got)
		}
	}
	if got := of(session.Caller{Agent: "codex", Name: "claude-code"}); got != "refused" {
		t.Errorf("an agent under another agent's name: %q", got)
	}
}
