package world

import "time"

// promo is a promotion's plan; its words are the phrases "promo.<key>.title" and
// ".summary", its terms the phrases "terms.*" with its figures.
type promo struct {
	key     string
	theme   string
	days    int // between starts
	runs    int // days that it runs
	phase   int
	percent int // of the deposit or the loss
	cap     int // highest bonus, in whole lira
	wager   int // times the bonus has to be played
	low     int // smallest deposit, in whole lira
	off     bool
}

var commonPromos = []promo{
	{key: "welcome", theme: "gold", days: 365, runs: 365, percent: 100, cap: 5000, wager: 10, low: 100},
	{key: "cashback", theme: "sea", days: 7, runs: 7, percent: 15, cap: 10000, wager: 1, low: 50},
	{key: "freespins", theme: "sweets", days: 7, runs: 7, percent: 50, cap: 500, wager: 8, low: 100},
	{key: "livebonus", theme: "cards", days: 7, runs: 7, percent: 10, cap: 2500, wager: 15, low: 200},
	{key: "crypto", theme: "neon", days: 30, runs: 30, percent: 20, cap: 7500, wager: 5, low: 500},
	{key: "friend", theme: "forest", days: 365, runs: 365, percent: 20, cap: 1000, wager: 5, low: 100},
	{key: "weekend", theme: "fruit", days: 7, runs: 2, phase: 5, percent: 40, cap: 1500, wager: 7, low: 100},
	{key: "morning", theme: "desert", days: 7, runs: 1, phase: 1, percent: 30, cap: 600, wager: 6, low: 50},
	{key: "derby", theme: "forest", days: 28, runs: 5, phase: 9, percent: 25, cap: 1200, wager: 5, low: 100},
	{key: "anniversary", theme: "gems", days: 180, runs: 10, phase: 44, percent: 75, cap: 7777, wager: 9, low: 250},
	{key: "vip", theme: "myth", days: 30, runs: 30, percent: 35, cap: 25000, wager: 10, low: 5000, off: true},
}

// Promotion is a promotion as it stands.
type Promotion struct {
	ID         int
	Key        string
	Theme      string
	On         bool // published; whether it is active, coming or finished its dates say
	Start, End time.Time
	Order      int

	Percent, Cap, Wager, Low int
}

// promotionNotice is how long ahead a promotion is announced.
const promotionNotice = 10 * day

// Promotions lists a house's promotions, its own first.
func (h *Brand) Promotions(now time.Time) []Promotion {
	plans := append(append([]promo(nil), h.promos...), commonPromos...)
	out := make([]Promotion, len(plans))
	for i, p := range plans {
		c := Cycle{Every: time.Duration(p.days) * day, Lasts: time.Duration(p.runs) * day, Phase: time.Duration(p.phase) * day}
		start, end := c.Nearest(now, promotionNotice)
		out[i] = Promotion{
			ID: h.SiteID*100 + i + 1, Key: p.key, Theme: p.theme, On: !p.off,
			Start: start, End: end.Add(-time.Second), Order: i + 1,
			Percent: p.percent, Cap: p.cap, Wager: p.wager, Low: p.low,
		}
	}
	return out
}
