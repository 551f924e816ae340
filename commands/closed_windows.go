package commands

import "os"

// awaitClosed never returns: on Windows only a failed write shows that the reader has gone.
func awaitClosed(*os.File) { select {} }
