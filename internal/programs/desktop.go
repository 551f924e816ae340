package programs

import "os/exec"

// Desktop returns what opens an address in the browser of the person at this desktop, nil where nothing does. An agent
// may have chosen the environment and the search path of the caller, so the desktop's own opener runs, with an
// environment of its own. Of the caller's only the display is kept.
func Desktop(getenv func(string) string) func(address string) error {
	program, args, env := opener(getenv)
	if _, err := exec.LookPath(program); err != nil {
		return nil
	}
	return func(address string) error {
		cmd := exec.Command(program, append(args, address)...)
		cmd.Env = env
		return cmd.Run()
	}
}
