package review

import (
	"consider/internal/thread"
)

func otherSide(side thread.Side) thread.Side {
	if side == thread.Old {
		return thread.New
	}
	return thread.Old
}
