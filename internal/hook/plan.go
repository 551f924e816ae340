package hook

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"consider/internal/safefs"
)

// PlanEvent is the moment at which an agent waits for a word on its plan.
const PlanEvent = "PermissionRequest"

// planTool is the tool by which Claude Code leaves its plan mode.
const planTool = "ExitPlanMode"

// MaxPlan bounds a plan, in bytes.
const MaxPlan = 1 << 20

// PlanCall is an agent that waits for a word on its plan.
type PlanCall struct {
	Call
	plan, file string
	input      map[string]json.RawMessage // of its tool, as it came
}

// ReadPlan reads what Claude Code says when it wants to leave its plan mode; false where it says anything else.
func ReadPlan(stdin []byte) (PlanCall, bool) {
	var in struct {
		Event string                     `json:"hook_event_name"`
		Tool  string                     `json:"tool_name"`
		Input map[string]json.RawMessage `json:"tool_input"`
	}
	if json.Unmarshal(stdin, &in) != nil || in.Event != PlanEvent || in.Tool != planTool {
		return PlanCall{}, false
	}
	c := PlanCall{Call: Read(string(Claude), PlanEvent, stdin), input: in.Input}
	if c.Reader != Claude || c.Session == "" || c.inner {
		return PlanCall{}, false
	}
	text := func(name string) (s string) {
		if json.Unmarshal(in.Input[name], &s) != nil {
			return ""
		}
		return s
	}
	c.plan, c.file = text("plan"), text("planFilePath")
	return c, c.plan != "" || c.file != ""
}

// Text is the plan: as the agent says it, else as it is in the file that the agent names, which has to be a plain one
// directly in plans, the agent's own folder for them.
func (c PlanCall) Text(plans string) (string, error) {
	if c.plan != "" {
		return c.plan, nil
	}
	dir, name := filepath.Split(filepath.Clean(c.file))
	if !filepath.IsAbs(c.file) || filepath.Clean(dir) != filepath.Clean(plans) {
		return "", &fs.PathError{Op: "read", Path: c.file, Err: errors.New("not in the agent's folder of plans")}
	}
	root, err := os.OpenRoot(plans)
	if err != nil {
		return "", err
	}
	defer root.Close()
	data, err := safefs.Read(root, name, MaxPlan)
	return string(data), err
}

// Allow has the agent carry the plan out; with a text, as this says it. mode is one of Claude Code's own, "" for none. The
// whole input goes back with it: an answer without is passed over.
func (c PlanCall) Allow(plan, mode string) []byte {
	input := object{}
	for name, value := range c.input {
		input[name] = value
	}
	if plan != "" {
		input["plan"] = plan
	}
	decision := object{"behavior": "allow", "updatedInput": input}
	if mode != "" {
		decision["updatedPermissions"] = []object{{"type": "setMode", "mode": mode, "destination": "session"}}
	}
	return c.decide(decision)
}

// Deny sends the plan back, with words that the model reads as they are.
func (c PlanCall) Deny(message string) []byte {
	return c.decide(object{"behavior": "deny", "message": message})
}

func (c PlanCall) decide(decision object) []byte {
	data, err := json.Marshal(object{"hookSpecificOutput": object{"hookEventName": PlanEvent, "decision": decision}})
	if err != nil {
		return nil
	}
	return append(data, '\n')
}
