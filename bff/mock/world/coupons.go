package world

import (
	"math/rand/v2"
	"time"

	"croupier/bff"
)

// Coupon statuses of the contract.
const (
	CouponOpen = "open"
	CouponWon  = "won"
	CouponLost = "lost"
	CouponVoid = "void"
)

// matchLasts is how long after its start a match is decided.
const matchLasts = 2 * time.Hour

// Coupon is a sports bet.
type Coupon struct {
	ID     int
	At     time.Time
	Stake  bff.Kurus
	Events []CouponEvent
	Status string
	Win    bff.Kurus
}

// CouponEvent is one pick of a coupon.
type CouponEvent struct {
	Match  string
	Market string
	Pick   string
	Odd    int // in hundredths
	Status string
	Starts time.Time

	fate string // what Status becomes once the match is decided
}

// Odds is the product of the events' odds in hundredths, rounded down.
func (c *Coupon) Odds() int {
	odds := 100
	for _, e := range c.Events {
		odds = odds * e.Odd / 100
	}
	return odds
}

// PossibleWin is what the coupon pays where every pick is right.
func (c *Coupon) PossibleWin() bff.Kurus { return c.Stake * bff.Kurus(c.Odds()) / 100 }

// Kind is single or combo.
func (c *Coupon) Kind() string {
	if len(c.Events) == 1 {
		return "single"
	}
	return "combo"
}

// settleCoupon decides the matches that are over; a coupon that is decided as a whole pays.
func (p *Player) settleCoupon(c *Coupon, now time.Time) {
	if c.Status != CouponOpen {
		return
	}
	lost, open := false, false
	for i := range c.Events {
		e := &c.Events[i]
		if e.Status == CouponOpen && !now.Before(e.Starts.Add(matchLasts)) {
			e.Status = e.fate
		}
		lost = lost || e.Status == CouponLost
		open = open || e.Status == CouponOpen
	}
	switch {
	case lost:
		c.Status = CouponLost
	case !open:
		c.Status, c.Win = CouponWon, c.PossibleWin()
		p.book(MoveWin, subSport, c.Win, couponName(c), "")
	}
}

func couponName(c *Coupon) string {
	return "Kupon " + c.Events[0].Match
}

var teams = []string{
	"Kordon SK", "Yakamoz FK", "Bozkır Gücü", "Çınarspor", "Hisar FK", "Körfez Gençlik", "Poyraz Atletik",
	"Toros Yıldızı", "Fener Ufuk", "Mavi Körfez", "Karadağ SK", "Sahil Gücü", "Demirkapı", "Yeşilova FK", "Kale 1923", "Altınova SK",
}

var markets = []struct {
	name  string
	picks []string
}{
	{"Maç Sonucu", []string{"1", "X", "2"}},
	{"Toplam Gol 2.5", []string{"Alt", "Üst"}},
	{"Karşılıklı Gol", []string{"Var", "Yok"}},
	{"Çifte Şans", []string{"1X", "12", "X2"}},
}

// newCoupon draws a coupon placed at at. Its fate is drawn with it and shown by the clock.
func newCoupon(rng *rand.Rand, id int, at time.Time, stake bff.Kurus) *Coupon {
	c := &Coupon{ID: id, At: at, Stake: stake, Status: CouponOpen}
	for range 1 + rng.IntN(4) {
		home := rng.IntN(len(teams))
		away := (home + 1 + rng.IntN(len(teams)-1)) % len(teams)
		m := pick(rng, markets)
		e := CouponEvent{
			Match: teams[home] + " - " + teams[away], Market: m.name, Pick: pick(rng, m.picks),
			Odd: 130 + rng.IntN(190), Status: CouponOpen,
			Starts: at.Add(time.Duration(1+rng.IntN(30)) * time.Hour).Truncate(time.Hour / 2), fate: CouponLost,
		}
		if rng.IntN(100) < 62 {
			e.fate = CouponWon
		}
		c.Events = append(c.Events, e)
	}
	return c
}
