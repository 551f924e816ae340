package hook

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"

	"consider/internal/safefs"
)

// PlanEvent is the event at which an agent waits for approval of its plan.
const PlanEvent = "PermissionRequest"

// planTool is the tool with which Claude Code leaves its plan mode.
const planTool = "ExitPlanMode"

// MaxPlan is the maximum size of a plan, in bytes.
const MaxPlan = 1 << 20

// PlanCall is a call of an agent that waits for approval of its plan.
type PlanCall struct {
	Call
	plan, file string
	input      map[string]json.RawMessage // the unchanged input of its tool
}

// ReadPlan parses Claude Code's input when it wants to leave its plan mode. It returns false for any other input.
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
	if c.Reader != Claude || c.Session == "" || c.subagent {
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

// Text returns the plan from the input, or by default from the file that the input names. The file must be a regular
// one directly in plans, the agent's own folder for plans.
func (c PlanCall) Text(plans string) (string, error) {
	if c.plan != "" {
		return c.plan, nil
	}
	dir, name := filepath.Split(filepath.Clean(c.file))
	if !filepath.IsAbs(c.file) || filepath.Clean(dir) != filepath.Clean(plans) {
		return "", &fs.PathError{Op: "read", Path: c.file, Err: errors.New("not in the agent's plans folder")}
	}
	data, err := safefs.ReadIn(plans, name, MaxPlan)
	return string(data), err
}

// Allow approves the plan, or plan as its replacement if it is not empty. mode is one of Claude Code's modes, or "".
// The output repeats the whole input: Claude Code ignores an output without it.
func (c PlanCall) Allow(plan, mode string) []byte {
	input := map[string]any{}
	for name, value := range c.input {
		input[name] = value
	}
	if plan != "" {
		input["plan"] = plan
	}
	decision := map[string]any{"behavior": "allow", "updatedInput": input}
	if mode != "" {
		decision["updatedPermissions"] = []map[string]any{{"type": "setMode", "mode": mode, "destination": "session"}}
	}
	return c.decide(decision)
}

// Deny rejects the plan with a message, which the model reads unchanged.
func (c PlanCall) Deny(message string) []byte {
	return c.decide(map[string]any{"behavior": "deny", "message": message})
}

func (c PlanCall) decide(decision map[string]any) []byte {
	data, err := json.Marshal(map[string]any{"hookSpecificOutput": map[string]any{"hookEventName": PlanEvent, "decision": decision}})
	if err != nil {
		return nil
	}
	return append(data, '\n')
}
