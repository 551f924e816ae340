package linemap

// InOrder finds the pairs (x, y) of n by k that gain most in all and are in order on both sides, and calls pair
// with each of them, from the first on. Only a gain above 0 makes a pair. Of equal ways it takes the one
// that passes over lines of the first side first. gain is called up to twice for each pair, and n times k numbers are kept meanwhile.
// It is the table of Needleman and Wunsch, without a price for what stays alone.
func InOrder(n, k int, gain func(x, y int) int32, pair func(x, y int)) {
	w := k + 1
	best := make([]int32, (n+1)*w)
	for x := n - 1; x >= 0; x-- {
		for y := k - 1; y >= 0; y-- {
			v := max(best[(x+1)*w+y], best[x*w+y+1])
			if g := gain(x, y); g > 0 {
				v = max(v, best[(x+1)*w+y+1]+g)
			}
			best[x*w+y] = v
		}
	}
	for x, y := 0, 0; x < n && y < k; {
		g := gain(x, y)
		switch v := best[x*w+y]; {
		case g > 0 && v == best[(x+1)*w+y+1]+g:
			pair(x, y)
			x, y = x+1, y+1
		case v == best[(x+1)*w+y]:
			x++
		default:
			y++
		}
	}
}
