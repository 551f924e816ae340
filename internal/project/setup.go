package project

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/enum"
	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/setup"
	"consider/internal/words"
	"consider/skills"
)

// SetupInput says what to set up. Omitted options stay as they were set up before. If agents are named, all others stay
// as they are.
type SetupInput struct {
	Integrations []string    `json:"integrations,omitempty" arg:"agent...?" help:"agents to set up: claude, codex, opencode, qwen, gemini, copilot, cursor, pi or cline; add :home, as in claude:home, to set one up in the home folder instead of the project; other agents are not changed (default: the agents already set up)"`
	Gitignore    *bool       `json:"gitignore,omitempty" flag:"gitignore" help:"add .consider/ to .gitignore (default: yes in a git repository)"`
	Hooks        setup.Level `json:"hooks,omitempty" flag:"hooks" help:"when to notify agents: off (default), next-prompt, on-stop, mid-turn, wake (even when idle)"`
	MCP          *bool       `json:"mcp,omitempty" flag:"mcp" help:"also register the MCP server with the agents (default: no)"`
	Allow        *bool       `json:"allow,omitempty" flag:"allow" help:"allow the agent to run consider without asking (Claude Code; default: no)"`
	Plans        *bool       `json:"plans,omitempty" flag:"plans" help:"require your approval of the agent's plans (Claude Code; default: no)"`
	Worktrees    *bool       `json:"worktrees,omitempty" flag:"worktrees" help:"also set up the worktrees that Claude Code creates (.worktreeinclude; default: no)"`
	Recommended  bool        `json:"recommended,omitempty" flag:"recommended" help:"use recommended settings (--hooks mid-turn --allow --gitignore=false) for the named agents (default: those found)"`
	OwnFolders   bool        `json:"ownFolders,omitempty" flag:"own-folders" help:"write skills into each agent's own folder (.codex, .opencode, …) instead of .agents, which most agents read"`
	Tracked      bool        `json:"tracked,omitempty" flag:"tracked" help:"also write settings files that git tracks, even if that adds machine-specific paths"`
	ReadOnly     bool        `json:"readOnly,omitempty" flag:"read-only" help:"also change files that are read-only"`
	DryRun       bool        `json:"dryRun,omitempty" flag:"dry-run" help:"only show what would change"`
	Force        bool        `json:"force,omitempty" flag:"force" help:"also replace edited files, keeping a copy of each"`
	Yes          bool        `json:"yes,omitempty" flag:"yes,y" help:"do not ask for confirmation"`
}

// SetupOutput lists the changes made.
type SetupOutput struct {
	Root   string         `json:"root"`
	DryRun bool           `json:"dryRun,omitempty"`
	Paths  []setup.Change `json:"paths"`
	Agents []string       `json:"agents,omitempty"` // the agents concerned, by id
	// Stands is the present setup or, with a dry run, the one before.
	Stands *SetupStands `json:"stands,omitempty"`
}

// SetupStands has the options, and the choices made before.
type SetupStands struct {
	Agents []SetupAgent `json:"agents"`
	Hooks  setup.Level  `json:"hooks,omitempty"` // none: off
	MCP    bool         `json:"mcp"`
	Plans  bool         `json:"plans,omitempty"` // some agent's plans wait for a person
}

// SetupAgent is one coding agent that can be set up.
type SetupAgent struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Found   bool   `json:"found"`   // there is a sign of it in the project or in the home folder
	Project bool   `json:"project"` // it is set up in the project
	Home    bool   `json:"home"`    // it is set up in the home folder

	// Its options, where it is set up.
	Hooks setup.Level `json:"hooks,omitempty"` // none: off
	MCP   bool        `json:"mcp,omitempty"`
	Allow bool        `json:"allow,omitempty"` // it may run the program without asking
	Plans bool        `json:"plans,omitempty"` // its plans wait for a person
}

// setupOptions returns the options and the choices made before, or nil if they cannot be read.
func setupOptions(s *session.Session) *SetupStands {
	st, err := setup.StateOf(s.Machine, siteOf(s))
	if err != nil {
		return nil
	}
	out := &SetupStands{Hooks: st.Hooks, MCP: st.MCP, Plans: st.Plans}
	found := setup.Detect(s.Machine, s.Place.Root)
	for _, id := range setup.Names() {
		taught := func(scope setup.Scope) bool {
			return slices.Contains(st.Installed, setup.Integration{Agent: id, Scope: scope}.String())
		}
		has := st.Has[id]
		out.Agents = append(out.Agents, SetupAgent{
			ID: id, Name: setup.NameOf(id), Found: slices.Contains(found, id), Project: taught(setup.InProject), Home: taught(setup.InHome),
			Hooks: has.Hooks, MCP: has.MCP, Allow: has.Allow, Plans: has.Plans,
		})
	}
	return out
}

// Choosing reports whether the input chooses a setting of the agents.
func (in *SetupInput) Choosing() bool {
	return in.Hooks != "" || in.MCP != nil || in.Allow != nil || in.Plans != nil || in.Worktrees != nil
}

// recommend fills in the recommended settings where the input leaves them open. Agents that are notified even when idle
// stay so.
func (in *SetupInput) recommend(s *session.Session) error {
	if len(in.Integrations) == 0 {
		in.Integrations = setup.Detect(s.Machine, s.Place.Root)
	}
	if len(in.Integrations) == 0 {
		return fail.Usage("no coding agent found on this machine").Hint("name yours: {setup claude --recommended}")
	}
	if stands := setupOptions(s); in.Hooks == "" && (stands == nil || stands.Hooks != setup.Wake) {
		in.Hooks = setup.MidTurn
	}
	in.Allow, in.Gitignore = cmp.Or(in.Allow, new(true)), cmp.Or(in.Gitignore, new(bool))
	return nil
}

// Setup installs the instructions that agents need to work with this project's threads. Without DryRun it needs
// a person's confirmation.
func Setup(ctx context.Context, s *session.Session, in SetupInput) (SetupOutput, error) {
	if in.Recommended {
		if err := in.recommend(s); err != nil {
			return SetupOutput{}, err
		}
	}
	choice := setup.Choice{
		Gitignore: s.Place.GitDir != "", Hooks: in.Hooks, MCP: in.MCP, Allow: in.Allow, Plans: in.Plans, Worktrees: in.Worktrees, OwnFolders: in.OwnFolders, Dry: in.DryRun, Force: in.Force,
		Consent: setup.Consent{Tracked: in.Tracked, ReadOnly: in.ReadOnly},
	}
	if in.Gitignore != nil {
		choice.Gitignore = *in.Gitignore
	}
	for _, word := range in.Integrations {
		i, err := setup.ParseIntegration(word)
		if err != nil {
			return SetupOutput{}, fail.Usage("%w", err).Hint("for example: {setup claude codex:home}")
		}
		choice.Integrations = append(choice.Integrations, i)
	}
	if !in.DryRun {
		if err := requireYes(s, in.Yes); err != nil {
			return SetupOutput{}, err
		}
		setup.FinishRemoval(s.OwnDir())
		if err := makeFolder(ctx, s); err != nil {
			return SetupOutput{}, err
		}
	} else if err := s.CheckOwned(ctx); err != nil {
		return SetupOutput{}, err
	}
	paths, err := setup.Setup(s.Machine, siteInGit(ctx, s), choice, s.Now())
	out := SetupOutput{Root: s.Place.Root, DryRun: in.DryRun, Paths: nonNil(paths)}
	out.Stands = setupOptions(s)
	for _, i := range choice.Integrations {
		out.Agents = append(out.Agents, i.Agent)
	}
	if len(out.Agents) == 0 && out.Stands != nil {
		for _, a := range out.Stands.Agents {
			if a.Project || a.Home {
				out.Agents = append(out.Agents, a.ID)
			}
		}
	}
	return out, setupError(err)
}

// UninstallInput says how much to remove.
type UninstallInput struct {
	Mode   UninstallMode `json:"mode,omitempty" flag:"mode" help:"parts to remove (default: skills):"`
	DryRun bool          `json:"dryRun,omitempty" flag:"dry-run" help:"only show what would change"`
	Force  bool          `json:"force,omitempty" flag:"force" help:"also delete edited files"`
	Yes    bool          `json:"yes,omitempty" flag:"yes,y" help:"do not ask for confirmation"`
}

// UninstallMode is how much is removed.
type UninstallMode string

// The modes.
const (
	UninstallSkills UninstallMode = "skills"
	UninstallFull   UninstallMode = "full"
)

var uninstallModes = enum.Set{Values: []enum.Value{
	{Name: string(UninstallSkills), Word: "Skills", Says: "agent integrations and the line in .gitignore"},
	{Name: string(UninstallFull), Word: "Full", Says: "also .consider with all threads"},
}}

// Enum returns the modes.
func (UninstallMode) Enum() enum.Set { return uninstallModes }

// UninstallOutput lists the changes made.
type UninstallOutput struct {
	Mode   UninstallMode  `json:"mode"`
	Root   string         `json:"root"`
	DryRun bool           `json:"dryRun,omitempty"`
	Paths  []setup.Change `json:"paths"`
}

// Uninstall removes what Setup wrote and, in full mode, the store with all threads.
func Uninstall(ctx context.Context, s *session.Session, in UninstallInput) (UninstallOutput, error) {
	out := UninstallOutput{Mode: cmp.Or(in.Mode, UninstallSkills), Root: s.Place.Root, DryRun: in.DryRun}
	full := out.Mode == UninstallFull
	if full && s.OwnDir() != s.Place.StoreDir {
		return out, fail.Denied("the threads are in %q, which other worktrees use too", s.Place.StoreDir).
			Hint("to delete the threads of all worktrees, run this in %q", filepath.Dir(s.Place.StoreDir))
	}
	if !in.DryRun {
		if err := requireYes(s, in.Yes); err != nil {
			return out, err
		}
		if full && !in.Yes && !s.Caller.Human {
			return out, fail.Denied("a full uninstall deletes all threads permanently").
				Hint("save a copy first: {export --format json}").Hint("then: {uninstall --mode full --yes}")
		}
	}
	if err := s.CheckOwned(ctx); err != nil {
		return out, err
	}
	paths, err := setup.Uninstall(s.Machine, siteInGit(ctx, s), in.DryRun, in.Force, s.Now())
	if err == nil && full {
		paths = append(paths, takeOutMemory(ctx, s, in.DryRun)...)
		s.CloseStore() // before its files are deleted
		var more []setup.Change
		more, err = setup.RemoveStore(siteOf(s), in.DryRun, in.Force, func(name string) error {
			return gitstore.Retire(ctx, s.Place.StoreDir, name, gitstore.Options{Now: s.Now})
		})
		paths = append(paths, more...)
		if err == nil && !in.DryRun {
			err = s.Backups().Delete()
		}
	}
	out.Paths = nonNil(paths)
	return out, setupError(err)
}

// takeOutMemory removes the memory's block from the file that follows it; after the store is deleted nothing else
// could.
func takeOutMemory(ctx context.Context, s *session.Session, dry bool) []setup.Change {
	file := memory.SyncedFile(ctx, s)
	if file == "" {
		return nil
	}
	c := setup.Change{Path: filepath.Join(s.Place.Root, filepath.FromSlash(file)), What: "memory", Done: setup.Removed, Why: "the memory block"}
	if dry {
		return []setup.Change{c}
	}
	if _, err := keep.SyncFile(s.Place.Root, file, ""); err != nil {
		c.Done, c.Why = setup.Refused, err.Error()
	}
	return []setup.Change{c}
}

// requireYes requires --yes on the command line if standard input is not a terminal, because the user cannot be asked.
func requireYes(s *session.Session, yes bool) error {
	if yes || s.Caller.Human {
		return nil
	}
	return fail.Usage("{--yes} is required when not running interactively").
		Hint("use {--dry-run} to see what would change, or {--yes} to confirm")
}

// agentsSetUp describes which agents are set up, where, and with which options.
func agentsSetUp(st setup.State) string {
	if len(st.Installed) == 0 {
		return "no agent is set up here"
	}
	var alike []string // the options of agents, in the order of the first agent that has them
	who := map[string][]string{}
	for _, word := range st.Installed {
		agent, scope, _ := strings.Cut(word, ":")
		where := "in this project"
		if setup.Scope(scope) == setup.InHome {
			where = "in the home folder"
		}
		what := featuresOf(st.Has[agent])
		if who[what] == nil {
			alike = append(alike, what)
		}
		who[what] = append(who[what], setup.NameOf(agent)+" ("+where+")")
	}
	for i, what := range alike {
		alike[i] = strings.Join(who[what], ", ") + ": " + what
	}
	return "set up for " + strings.Join(alike, "; ")
}

func featuresOf(has setup.Has) string {
	out := "a skill (version " + skills.Version() + ")"
	if has.Hooks != "" {
		out += ", hooks (" + string(has.Hooks) + ")"
	}
	if has.MCP {
		out += ", MCP tools"
	}
	if has.Plans {
		out += ", plans require your approval"
	}
	return out
}

// checkSetup reports which agents are set up, and whether their files are of this version.
func checkSetup(ctx context.Context, s *session.Session) fail.Check {
	if err := s.CheckUser(ctx); err != nil {
		return fail.Problem("agents", err)
	}
	st, err := setup.StateOf(s.Machine, siteOf(s))
	if err != nil {
		return fail.Problem("agents", setupError(err))
	}
	c := fail.Check{Name: "agents", State: "ok", What: agentsSetUp(st)}
	if len(st.Installed) == 0 {
		c.Hint = words.Textf("set up your agent with '{setup}'")
	}
	var matters []string
	if st.Damaged != "" {
		matters = append(matters, setup.RelativePath(s.Place.Root, st.Damaged)+", the record of what setup wrote, is damaged and treated as empty")
	}
	for _, m := range []struct {
		paths []string
		what  string
	}{{st.Stale, "from another version"}, {st.Edited, "edited"}, {st.Gone, "missing"}, {st.Old, "outdated"}} {
		for _, p := range m.paths {
			matters = append(matters, setup.RelativePath(s.Place.Root, p)+" is "+m.what)
		}
	}
	if st.OldProgram {
		matters = append(matters, "the copy of consider in the store differs from this program")
	}
	if len(matters) > 0 {
		c.State, c.Hint = "note", words.Textf("run '{setup}' to update these files (it keeps your edits)")
		c.What += "; " + strings.Join(matters, "; ")
	}
	if lacking := inherited(ctx, s); len(lacking) > 0 {
		c.State = "note"
		c.What += "; this linked worktree lacks the main worktree's setup for " + agentsOf(lacking)
		c.Hint = words.Textf("to set it up, run any consider command here in a terminal")
	}
	if len(st.Untrusted) > 0 {
		c.State = "note"
		c.What += "; " + strings.Join(st.Untrusted, "; ")
	}
	return c
}
