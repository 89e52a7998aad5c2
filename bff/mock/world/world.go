// Package world implements the demo casino: its catalogue and the state of its players.
//
// All worlds of a seed share a Catalogue, which follows from the seed alone. A World is the casino
// of one tester: its clock, players and money. The package uses neither the wall clock nor global
// randomness: the same seed and clock produce identical answers. Recurring things (tournaments,
// promotions, jackpots) are computed from the clock.
package world

import (
	"hash/fnv"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds of a world, so that one tester cannot exhaust the memory.
const (
	maxPlayers      = 500
	maxGameSessions = 2000
	maxSessions     = 20   // per player
	maxTransactions = 5000 // per player
	maxRounds       = 5000 // per player
	maxMails        = 500
)

// World is the casino of one tester. Callers lock it for every method but Now.
type World struct {
	sync.Mutex

	Name      string
	Catalogue *Catalogue

	settleBet SettleFunc
	base      func() time.Time
	offset    atomic.Int64 // of the world's clock to base, in nanoseconds
	state
	long *Player // see longHistory; nil until it is needed
}

// state is the part of a world that does not follow from its seed: what a snapshot has.
type state struct {
	Born        time.Time
	RNG         Random         // for names and tokens
	Dice        Random         // for game rounds
	Order       []*Player      // by registration
	Games       []*gameSession // oldest first
	Sent        []Mail
	Tokens      map[string]mailToken
	Jackpots    map[int]jackpotChange
	JackpotWins []jackpotWin // oldest first
	Vouchers    []string     // redeemed ones, oldest first
	LastID      int
	Joined      int // number of players so far
}

// New returns a world with the demo accounts. Its clock follows clock. settle settles due bets. If
// it is nil, all bets lose.
func New(c *Catalogue, name string, clock func() time.Time, settle SettleFunc) *World {
	w := empty(c, name, clock, settle)
	for i, a := range data.Accounts {
		w.addDemoAccount(a, i)
	}
	return w
}

func empty(c *Catalogue, name string, clock func() time.Time, settle SettleFunc) *World {
	return &World{
		Name: name, Catalogue: c, base: clock, settleBet: settle,
		state: state{
			Born: clock(), RNG: NewRandom(c.Seed, hash64("world")), Dice: NewRandom(c.Seed, hash64("dice")),
			Tokens: map[string]mailToken{}, Jackpots: map[int]jackpotChange{}, LastID: 90_000_000,
		},
	}
}

// Now returns the world's time.
func (w *World) Now() time.Time { return w.base().Add(time.Duration(w.offset.Load())) }

// Bounds of the clock. Schedules count from the epoch.
var (
	Earliest = epoch
	Latest   = time.Date(2100, time.January, 1, 0, 0, 0, 0, Zone)
)

// SetNow sets the clock to t, from which it continues. It reports false unless t is between
// Earliest and Latest.
func (w *World) SetNow(t time.Time) bool {
	if t.Before(Earliest) || t.After(Latest) {
		return false
	}
	w.offset.Store(int64(t.Sub(w.base())))
	return true
}

// Players returns the players in the order of registration, with everything settled that is due.
func (w *World) Players() []*Player {
	for _, p := range w.Order {
		p.settle()
	}
	return w.Order
}

func (w *World) nextID() int {
	w.LastID++
	return w.LastID
}

const tokenLetters = "abcdefghijklmnopqrstuvwxyz0123456789"

func (w *World) token(n int) string { return w.random(n, tokenLetters) }

func (w *World) random(n int, letters string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[w.RNG.IntN(len(letters))]
	}
	return string(b)
}

// Zone is the time zone of all dates on the wire. Turkey has been at UTC+3 since 2016.
var Zone = time.FixedZone("Europe/Istanbul", 3*60*60)

// epoch, a Monday, is the origin of all schedules.
var epoch = time.Date(2024, time.January, 1, 0, 0, 0, 0, Zone)

const day = 24 * time.Hour

func days(n int) time.Duration { return time.Duration(n) * day }

func midnight(t time.Time) time.Time {
	y, m, d := t.In(Zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, Zone)
}

// Schedule is a recurring period: it starts at Offset after the epoch, recurs after Every and lasts
// for Duration.
type Schedule struct {
	Every, Duration, Offset time.Duration
}

// Index returns the number of the latest occurrence that has started, counted from zero.
func (s Schedule) Index(now time.Time) int {
	since := now.Sub(epoch.Add(s.Offset))
	n := since / s.Every
	if since < 0 && since%s.Every != 0 {
		n--
	}
	return int(n)
}

// Occurrence returns the period of occurrence n.
func (s Schedule) Occurrence(n int) (start, end time.Time) {
	start = epoch.Add(s.Offset + time.Duration(n)*s.Every)
	return start, start.Add(s.Duration)
}

// Current returns the period of the latest occurrence that has started.
func (s Schedule) Current(now time.Time) (start, end time.Time) { return s.Occurrence(s.Index(now)) }

// Nearest returns the running occurrence, the next one if it starts within notice, or the previous
// one.
func (s Schedule) Nearest(now time.Time, notice time.Duration) (start, end time.Time) {
	start, end = s.Current(now)
	if next, until := s.Occurrence(s.Index(now) + 1); !now.Before(end) && next.Sub(now) <= notice {
		return next, until
	}
	return start, end
}

// newRand returns a generator for one purpose: an additional draw in one place changes nothing
// elsewhere.
func newRand(seed uint64, purpose string) *rand.Rand {
	return rand.New(rand.NewPCG(seed, hash64(purpose)))
}

func hash64(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// mix hashes numbers to an evenly distributed one, for values that are computed instead of stored.
func mix(parts ...uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, p := range parts {
		h ^= p
		h *= 0xff51afd7ed558ccd
		h ^= h >> 33
		h *= 0xc4ceb9fe1a85ec53
		h ^= h >> 29
	}
	return h
}
