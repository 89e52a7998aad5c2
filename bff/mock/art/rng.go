package art

import "hash/fnv"

// rng is a splitmix64 generator. Its output is the same on every machine and Go version.
type rng struct{ state uint64 }

// newRng seeds a generator; salt separates the generators of one id.
func newRng(id int, salt uint64) *rng {
	r := &rng{state: uint64(int64(id)) ^ salt*0xD1B54A32D192ED03}
	// Without mixing, the stream of id+1 would be the stream of id, shifted by one.
	r.state = r.next()
	return r
}

func (r *rng) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// intn returns a number in [0, n).
func (r *rng) intn(n int) int { return int(r.next() % uint64(n)) }

// between returns a number in [lo, hi).
func (r *rng) between(lo, hi float64) float64 {
	return lo + (hi-lo)*float64(r.next()>>11)/(1<<53)
}

// hash derives a seed (FNV-1a) from a name, for pictures without an id.
func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}
