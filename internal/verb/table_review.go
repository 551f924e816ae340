package verb

import "consider/internal/review/submission"

// reviewSubmit is for surfaces that show the diff, and so know what the reviewer saw.
var reviewSubmit = Define("review submit", "Take a whole review in: its comments, its verdict, and the end of a round",
	``, Writes, RPC|Web, submission.Submit)
