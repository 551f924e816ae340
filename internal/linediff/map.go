package linediff

// Map returns for every line of A the line of B that is the same line, or -1.
func (p *Pair) Map() []int32 {
	n, m := len(p.A.Lines), len(p.B.Lines)
	to := make([]int32, n)
	for i := range to {
		to[i] = -1
	}
	head := 0
	for head < n && head < m && p.A.Norm[head] == p.B.Norm[head] {
		to[head] = int32(head)
		head++
	}
	for k := 1; n-k >= head && m-k >= head && p.A.Norm[n-k] == p.B.Norm[m-k]; k++ {
		to[n-k] = int32(m - k)
	}
	where := make([]int32, p.Norms)
	for j, id := range p.B.Norm {
		where[id] = int32(j)
	}
	for i, id := range p.A.Norm {
		if to[i] < 0 && p.CountA[id] == 1 && p.CountB[id] == 1 && p.A.Lines[i].Weight > 0 {
			to[i] = where[id]
		}
	}
	return to
}
