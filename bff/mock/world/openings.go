package world

import "sync"

// maxOpenings bounds the odds that are remembered; beyond it all are forgotten.
const maxOpenings = 20_000

// opening is a pick of a match before it starts.
type opening struct {
	match int64
	key   string // of the market
	pick  string
}

// openings remembers what picks are offered at before their match starts, for until then
// nothing moves them: pricing a match looks at every way in which it may end, and every
// world begins with the coupons of the same matches.
type openings struct {
	mu   sync.Mutex
	odds map[opening]int
}

func (o *openings) odd(at opening, price func() int) int {
	o.mu.Lock()
	odd, ok := o.odds[at]
	o.mu.Unlock()
	if ok {
		return odd
	}
	odd = price()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.odds == nil || len(o.odds) >= maxOpenings {
		o.odds = map[opening]int{}
	}
	o.odds[at] = odd
	return odd
}
