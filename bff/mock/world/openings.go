package world

import "sync"

// maxOpenings bounds the chances that are remembered; beyond it all are forgotten.
const maxOpenings = 20_000

// opening is a pick of a match before it starts.
type opening struct {
	match int64
	key   string // of the market
	pick  string
}

// openings remembers how probable picks are before their match starts, for until then nothing
// moves that: pricing a match looks at every way in which it may end, and every world begins
// with the coupons of the same matches.
type openings struct {
	mu      sync.Mutex
	chances map[opening]float64
}

func (o *openings) chance(at opening, weigh func() float64) float64 {
	o.mu.Lock()
	p, ok := o.chances[at]
	o.mu.Unlock()
	if ok {
		return p
	}
	p = weigh()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.chances == nil || len(o.chances) >= maxOpenings {
		o.chances = map[opening]float64{}
	}
	o.chances[at] = p
	return p
}
