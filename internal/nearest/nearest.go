// Package nearest computes how far apart two short words are, to guess which word a mistyped one was meant to be.
package nearest

// Distance is the number of bytes to insert, delete or replace to turn a into b (Levenshtein, 1965).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// Of is the known word that a mistyped one was meant to be, "" if none is near. A short word has to be nearer.
func Of(word string, known []string) string {
	best, least := "", min(3, len(word)/2+1)
	for _, k := range known {
		if d := Distance(word, k); d < least {
			best, least = k, d
		}
	}
	return best
}
