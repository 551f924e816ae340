package session_test

import (
	"testing"

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
