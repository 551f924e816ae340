package session

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"consider/gitstore"
	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/thread"
)

// plain replaces letters by those that they look like. It is made when it is first needed: most starts need none.
var plain struct {
	once     sync.Once
	replacer *strings.Replacer
}

// personsWords are names that stand for a person in answers, so no agent may use them.
var personsWords = []string{string(thread.Human), "person", "you", "me"}

// lookAlikes holds pairs: a character, and the letter that it looks like. It is used before the case is removed, because
// the capital and the small form of a letter can look like different ones.
const lookAlikes = "А A В B Е E І I Ј J К K М M Н H О O Р P С C Т T У Y Х X Ѕ S а a в b г r е e һ h і i ј j к k м m н h о o п n " +
	"р p с c т t у y х x ѕ s ԁ d ԛ q ԝ w ѵ v ӏ l Α A Β B Ε E Ζ Z Η H Ι I Κ K Μ M Ν N Ο O Ρ P Τ T Υ Y Χ X α a γ y ε e η n ι i " +
	"κ k ν v ο o ρ p τ t υ u χ x ω w ı i ȷ j ɑ a ɡ g ł l Ł L ø o Ø O đ d Đ D ħ h ŧ t ɩ i 0 o 1 l 5 s 8 b | l"

// SameName reports whether two names look the same to a reader. Case, spaces, punctuation, accents and invisible characters
// do not count, and characters that look like a Latin letter count as that letter.
func SameName(a, b string) bool { return a == b || skeleton(a) != "" && skeleton(a) == skeleton(b) }

func skeleton(name string) string {
	plain.once.Do(func() { plain.replacer = strings.NewReplacer(strings.Fields(lookAlikes)...) })
	name = plain.replacer.Replace(norm.NFKD.String(name))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	return strings.NewReplacer("i", "l", "rn", "m", "vv", "w").Replace(name)
}

// CheckName keeps an agent from using the name of a person. It rejects a name that the caller asked for; a name from
// the channel, such as that of an MCP client, becomes "agent". The own name of a known agent is always kept.
func (s *Session) CheckName(ctx context.Context) error {
	who, err := s.Caller.Author()
	if err != nil || who.Kind == thread.Human || !s.IsPersons(ctx, who.Name) {
		return nil //nolint:nilerr // the verbs that need an author report the error
	}
	if s.Caller.Name != "" {
		return fail.Denied("an agent cannot use the name %q: it belongs to a human", who.Name).Hint("omit {--name}, or use another name")
	}
	s.Caller.Agent = string(thread.Agent)
	return nil
}

// IsAgents reports whether a name is always an agent's own, also if a person has it too.
func IsAgents(name string) bool {
	return name == string(thread.Agent) || name == thread.Unknown || agents.Known(name)
}

// IsPersons reports whether an agent may not use a name because it is a person's: one that stands for a person in answers,
// git's user.name, or one under which a person has changed this store.
func (s *Session) IsPersons(ctx context.Context, name string) bool {
	if name == "" || IsAgents(name) {
		return false
	}
	same := func(person string) bool { return SameName(name, person) }
	return slices.ContainsFunc(personsWords, same) || same(s.Tree.UserName(ctx)) || slices.ContainsFunc(s.people(ctx), same)
}

const peopleFile = "people" // of the cache

// people returns the names under which persons have changed the store. Only commits since the last call are read.
func (s *Session) people(ctx context.Context) []string {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return nil // the verb reports it, if it needs the store
	}
	var kept struct {
		Tip   string   `json:"tip"`
		Names []string `json:"names"`
	}
	tip, _ := store.Tip()
	if data, err := store.ReadCache(peopleFile); err == nil && json.Unmarshal(data, &kept) == nil && kept.Tip == tip.String() {
		return kept.Names
	}
	until, _ := gitstore.ParseID(kept.Tip) // none: the whole history
	for c, err := range store.Log(ctx, gitstore.LogOptions{From: tip, Until: until}) {
		if err != nil {
			return kept.Names // of a damaged history, those that are known
		}
		if name, ok := strings.CutPrefix(c.AuthorName, string(thread.Human)+":"); ok && !slices.Contains(kept.Names, name) {
			kept.Names = append(kept.Names, name)
		}
	}
	kept.Tip = tip.String()
	if data, err := json.Marshal(kept); err == nil {
		_ = store.WriteCache(peopleFile, data) // without it, the next call reads the history again
	}
	return kept.Names
}
